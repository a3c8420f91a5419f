use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use floe_game::{Interval, Score};
use floe_search::{Control, TableView};

use super::solution::SolverProgress;
use crate::fish_map::FishMap;

/// State shared by all threads of a proof.
pub(super) struct SharedProof<'a> {
    pub(super) fish: &'a FishMap,
    pub(super) table: TableView<'a>,
    pub(super) control: &'a Control<'a>,
    /// Number of moves at the root that some thread has searched, and of all of them.
    root_moves: [AtomicU32; 2],
    /// Tells all threads that the search under way is over.
    pub(super) done: AtomicBool,
}

impl<'a> SharedProof<'a> {
    pub(super) fn new(fish: &'a FishMap, table: TableView<'a>, control: &'a Control<'a>) -> SharedProof<'a> {
        SharedProof { fish, table, control, root_moves: Default::default(), done: AtomicBool::new(false) }
    }

    /// Begins a search at the root.
    pub(super) fn restart(&self) {
        self.root_moves[0].store(0, Relaxed);
    }

    /// Reports that a thread has searched `done` of `all` moves at the root.
    pub(super) fn report_root_moves(&self, done: usize, all: usize) {
        self.root_moves[0].fetch_max(done as u32, Relaxed);
        self.root_moves[1].store(all as u32, Relaxed);
    }

    /// Progress of the proof; `bounds` are those of the final margin.
    pub(super) fn progress(&self, bounds: Option<Interval<Score>>) -> SolverProgress<'a> {
        let [done, all] = self.root_moves.each_ref().map(|moves| moves.load(Relaxed));
        let (nodes, elapsed) = (self.control.nodes(), self.control.elapsed());
        SolverProgress { bounds, nodes, elapsed, moves: (done, all), table: self.table }
    }
}
