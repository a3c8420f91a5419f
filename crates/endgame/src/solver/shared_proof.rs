use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use floe_game::{Interval, Score};
use floe_search::{Control, TableView};

use super::SolverProgress;
use crate::fish_map::FishMap;

/// State shared by all threads of a proof.
pub(super) struct SharedProof<'a, L> {
    pub(super) fish: &'a FishMap<L>,
    pub(super) table: TableView<'a>,
    pub(super) control: &'a Control<'a>,
    pub(super) root_moves: RootMoves,
    /// Tells all threads that the search under way is over.
    pub(super) done: AtomicBool,
}

impl<'a, L> SharedProof<'a, L> {
    pub(super) fn new(fish: &'a FishMap<L>, table: TableView<'a>, control: &'a Control<'a>) -> SharedProof<'a, L> {
        SharedProof { fish, table, control, root_moves: RootMoves::default(), done: AtomicBool::new(false) }
    }

    /// Progress of the proof; `bounds` are those of the final margin.
    pub(super) fn progress(&self, bounds: Option<Interval<Score>>) -> SolverProgress<'a> {
        let SharedProof { table, control, root_moves, .. } = self;
        let moves = root_moves.get();
        SolverProgress { bounds, nodes: control.nodes(), elapsed: control.elapsed(), moves, table: *table }
    }
}

/// Number of moves at the root that are searched, and of all of them.
#[derive(Default)]
pub(super) struct RootMoves {
    done: AtomicU32,
    all: AtomicU32,
}

impl RootMoves {
    /// Begins a search.
    pub(super) fn restart(&self) {
        self.done.store(0, Relaxed);
    }

    /// Reports that some thread has searched `done` of `all` moves.
    pub(super) fn report(&self, done: usize, all: usize) {
        self.done.fetch_max(done as u32, Relaxed);
        self.all.store(all as u32, Relaxed);
    }

    pub(super) fn get(&self) -> (u32, u32) {
        (self.done.load(Relaxed), self.all.load(Relaxed))
    }
}
