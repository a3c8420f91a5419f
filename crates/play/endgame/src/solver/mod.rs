//! Exact solver: alpha-beta for two players, max^n for more.

mod certify;
mod child_features;
mod children;
mod leaf_prover;
mod max_n;
mod move_ordering;
mod network_ordering;
mod parallel;
mod placement;
mod proof;
mod search;
mod split;
mod sub_games;
mod work_estimate;

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use floe_fish::{Move, Position};
use floe_game::{Interval, Player, Score};
use floe_search::{
    Control, CurrentlySearching, Limits, TableError, TableView, TranspositionTable, run_with_ticker,
};

use crate::areas::Areas;
use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::ending::Normalizer;
use crate::entry::SolverEntry;
use crate::fish_map::FishMap;
use crate::{FinalScores, SolverFeatures};

pub use certify::{CertifyError, CertifyProgress};
pub use leaf_prover::{LeafProver, LeafResult, LeafSearch};
use max_n::MaxNProof;
use move_ordering::MoveOrdering;
use placement::PlacementProof;
use proof::MarginProof;
use search::EndingSearch;
pub use split::{
    ClaimSearch, KeyedBounds, SettledClaim, SplitEnding, SplitMove, SplitRoot, SplitRules,
};
pub use work_estimate::WorkEstimate;
use work_estimate::{ProofStage, RootSearch};

/// Options of a [`Solver`]. By default one thread, 64 MiB and all techniques.
#[derive(Clone, Copy, Debug)]
pub struct SolverOptions {
    /// Number of threads, at least one. Proved values do not depend on it.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub hash_mebibytes: usize,
    /// Techniques that the search uses.
    pub features: SolverFeatures,
}

impl Default for SolverOptions {
    fn default() -> SolverOptions {
        SolverOptions {
            threads: 1,
            hash_mebibytes: 64,
            features: SolverFeatures::ALL,
        }
    }
}

/// Goal of a proof for two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Objective {
    /// The exact final margin, in fish and tiles.
    #[default]
    Margin,
    /// Only whether the player to move wins, draws or loses.
    WinDrawLoss,
}

/// Result of a proof for two players.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// Proved bounds of the final margin for the player to move, in 1/128 fish. Tiles taken so far
    /// are included.
    pub bounds: Interval<Score>,
    /// Principal variation: to the end of the game if the margin is exact; otherwise one move that
    /// is proved to reach the lower bound, or empty if no search has found that bound.
    pub line: Vec<Move>,
    /// Number of nodes searched, by all threads together.
    pub nodes: u64,
    /// Estimated work of the whole proof; `None` if it has hardly begun.
    pub work: Option<WorkEstimate>,
}

impl Solution {
    /// Whether the bounds prove that the player to move wins, draws or loses.
    pub fn is_decided(&self) -> bool {
        self.bounds.lower > 0 || self.bounds.upper < 0 || self.bounds.is_exact()
    }
}

/// Result of a proof for three or four players by max^n.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaxNSolution<const N: usize> {
    /// Final scores of all players; `None` if a limit ended the proof first.
    pub results: Option<FinalScores<N>>,
    /// Principal variation to the end of the game; empty if a limit ended the proof first.
    pub line: Vec<Move>,
    /// Moves that were solved within the limits, with the final scores after each, in the order of
    /// [`Game::moves`](floe_game::Game::moves). Unless every move was asked for, moves that prove
    /// worse than another are left out.
    pub moves: Vec<(Move, FinalScores<N>)>,
    /// Number of nodes searched, by all threads together.
    pub nodes: u64,
}

/// State of a proof under way: bounds, moves done and nodes.
#[derive(Clone, Copy, Debug)]
pub struct SolverProgress<'a> {
    /// Bounds proved so far of the final margin for the player to move, in 1/128 fish; `None` with
    /// more than two players.
    pub bounds: Option<Interval<Score>>,
    /// Number of nodes searched so far, by all threads together.
    pub nodes: u64,
    /// Number of moves of the position that the current search has done, and of all that it is to
    /// do; 0 of 0 until they are counted.
    pub moves: (u32, u32),
    /// Estimated work of the whole proof; `None` with more than two players, and for the first
    /// nodes.
    pub work: Option<WorkEstimate>,
    /// Transposition table of the solver, to be saved in a checkpoint.
    pub table: TableView<'a>,
}

/// State shared by all threads of a proof.
struct SharedProof<'a> {
    fish: &'a FishMap,
    table: TableView<'a>,
    control: &'a Control<'a>,
    /// Current search of the root.
    root_search: Mutex<RootSearch>,
    /// Whether the current search is over, for all threads.
    is_done: AtomicBool,
    /// Whether the table had entries of earlier calls when the proof began.
    goes_on: bool,
}

impl<'a> SharedProof<'a> {
    fn new(fish: &'a FishMap, table: TableView<'a>, control: &'a Control<'a>) -> SharedProof<'a> {
        let root_search = Mutex::new(RootSearch::new(ProofStage::Margin, 0));
        SharedProof {
            fish,
            table,
            control,
            root_search,
            is_done: AtomicBool::new(false),
            goes_on: false,
        }
    }

    /// Begins the search of the root in this stage of the proof.
    fn begin(&self, stage: ProofStage) {
        *self.root_search.lock().expect("no thread has panicked") =
            RootSearch::new(stage, self.control.nodes());
    }

    /// Reports that a thread has searched `done` of `all` root moves, for which other calls have
    /// searched `earlier` nodes.
    fn report_root_moves(&self, done: usize, all: usize, earlier: u64) {
        let mut search = self.root_search.lock().expect("no thread has panicked");
        search.report(done as u32, all as u32, self.control.nodes(), earlier);
    }

    /// Progress of the proof; `bounds` are those of the final margin.
    fn progress(&self, bounds: Option<Interval<Score>>) -> SolverProgress<'a> {
        let nodes = self.control.nodes();
        let search = *self.root_search.lock().expect("no thread has panicked");
        let is_exact = bounds.is_some_and(|bounds| bounds.is_exact());
        let work = if is_exact {
            Some(WorkEstimate::NOTHING_LEFT)
        } else {
            bounds.and_then(|_| search.estimate(nodes))
        };
        SolverProgress {
            bounds,
            nodes,
            moves: (search.done, search.all),
            work,
            table: self.table,
        }
    }
}

/// Exact solver of the base game: it finds the final margin of two players, and the final scores of
/// three and four.
#[derive(Debug)]
pub struct Solver {
    options: SolverOptions,
    table: TranspositionTable,
    subject: Option<Subject>,
    /// Orders of moves that the threads of the last claim have learnt.
    orderings: Vec<MoveOrdering>,
}

/// Floe that the entries of a table belong to.
#[derive(Clone, Copy, Debug)]
struct Subject {
    fish: FishMap,
    /// Number of players and the player at the root, which breaks ties; with three or four players.
    root: Option<(usize, Player)>,
}

impl Subject {
    fn of<const N: usize>(position: &Position<N>) -> Subject {
        Subject {
            fish: FishMap::of(position),
            root: (N > 2).then(|| (N, position.last_turn())),
        }
    }
}

impl Solver {
    /// Solver with an empty table.
    ///
    /// # Errors
    /// If the memory for the table cannot be allocated.
    pub fn new(options: SolverOptions) -> Result<Solver, TableError> {
        Ok(Solver {
            options,
            table: TranspositionTable::new(options.hash_mebibytes)?,
            subject: None,
            orderings: Vec::new(),
        })
    }

    /// Fills the table with the entries of a checkpoint of this position, so that its proof goes on
    /// from there. Returns the number of entries in the file.
    ///
    /// # Errors
    /// As [`Checkpoint::load`]: if the file cannot be read, is damaged, or belongs to another
    /// position or build.
    pub fn resume<const N: usize>(
        &mut self,
        position: &Position<N>,
        checkpoint: &Checkpoint,
    ) -> Result<u64, CheckpointError> {
        let priority = if N > 2 {
            max_n::priority
        } else {
            SolverEntry::priority
        };
        let entries = checkpoint.load(&mut self.table, priority)?;
        self.subject = Some(Subject::of(position));
        Ok(entries)
    }

    /// Whether a table entry of a proof for two players, given by its packed data, took at least 64
    /// nodes. Such an entry is worth a place in a checkpoint.
    pub fn is_saved(data: u64) -> bool {
        /// Binary logarithm of nodes, plus one: fewer are searched sooner than an entry is read.
        const MIN_WORK: u32 = 7;
        SolverEntry::priority(data) >= MIN_WORK
    }

    /// Transposition table with all entries found so far.
    pub fn table(&mut self) -> TableView<'_> {
        self.table.view()
    }

    /// Proves the final margin of a position within the limits: first the winner, then, if the
    /// objective asks for it, the margin. Returns the bounds that are proved when it ends. The
    /// depth of the limits is ignored.
    ///
    /// Calls `progress` after every new bound, and every second. Uses entries of other positions of
    /// the same floe. While penguins are still to be placed, one thread searches the placements
    /// too, which is feasible on small floes only.
    pub fn solve(
        &mut self,
        position: &Position<2>,
        objective: Objective,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&SolverProgress<'_>),
    ) -> Solution {
        if position.is_placement() {
            return self.solve_placement(position, objective, limits, progress);
        }
        let SolverOptions {
            threads, features, ..
        } = self.options;
        let goes_on = self.subject.is_some();
        let fish = self.prepare(position);
        let root = Normalizer {
            fish: &fish,
            areas: Areas::new(None),
            features,
        }
        .normalize_position(position);
        if limits.are_reached() {
            return Solution {
                bounds: root.bounds(),
                line: Vec::new(),
                nodes: 0,
                work: None,
            };
        }
        let bounds = Mutex::new(root.bounds());
        let control = Control::new(limits);
        let shared = SharedProof {
            goes_on,
            ..SharedProof::new(&fish, self.table.view(), &control)
        };
        let searching = (threads > 1).then(CurrentlySearching::default);
        let work = |notify: &(dyn Fn() + Sync)| {
            let root_size = root.rest.map_or(u32::MAX, |rest| rest.free.len());
            let search = |_| EndingSearch::new(&shared, features, searching.as_ref(), root_size);
            let searches = (0..threads.max(1)).map(search).collect();
            let shared = &shared;
            let root = &root;
            let bounds = &bounds;
            let line = Vec::new();
            MarginProof {
                shared,
                position,
                root,
                bounds,
                notify,
                searches,
                line,
            }
            .solve(objective)
        };
        let proved = || *bounds.lock().expect("no thread has panicked");
        run_with_ticker(work, || progress(&shared.progress(Some(proved()))))
    }

    /// [`solve`](Self::solve) while penguins are still to be placed.
    fn solve_placement(
        &mut self,
        position: &Position<2>,
        objective: Objective,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&SolverProgress<'_>),
    ) -> Solution {
        let features = self.options.features;
        let fish = self.prepare(position);
        let bounds = Mutex::new(PlacementProof::trivial_bounds(position));
        let control = Control::new(limits);
        let shared = SharedProof::new(&fish, self.table.view(), &control);
        let work = |notify: &(dyn Fn() + Sync)| {
            let search = EndingSearch::new(&shared, features, None, u32::MAX);
            let known = HashMap::new();
            PlacementProof {
                shared: &shared,
                bounds: &bounds,
                notify,
                search,
                known,
            }
            .solve(position, objective)
        };
        let proved = || *bounds.lock().expect("no thread has panicked");
        run_with_ticker(work, || progress(&shared.progress(Some(proved()))))
    }

    /// Solves a position of three or four players by max^n within the limits. With `every_move` it
    /// solves each move of the position, too; otherwise it leaves a move as soon as the move proves
    /// worse than another. The depth of the limits is ignored.
    ///
    /// Every player maximises its own fish, then tiles. Of equal results it takes the lowest score
    /// of the player to move at the root, then of the next player in turn order, and so on. Calls
    /// `progress` after every root move, and every second.
    ///
    /// # Panics
    /// If penguins are still to be placed.
    pub fn solve_max_n<const N: usize>(
        &mut self,
        position: &Position<N>,
        every_move: bool,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&SolverProgress<'_>),
    ) -> MaxNSolution<N> {
        assert!(
            !position.is_placement(),
            "max^n begins when all penguins are placed"
        );
        let fish = self.prepare(position);
        let control = Control::new(limits);
        let shared = SharedProof::new(&fish, self.table.view(), &control);
        let proof = MaxNProof {
            shared: &shared,
            root: position.last_turn(),
            threads: self.options.threads.max(1),
        };
        run_with_ticker(
            |notify| proof.solve(position, every_move, notify),
            || progress(&shared.progress(None)),
        )
    }

    /// Returns the fish of the floe; clears the table if its entries belong to another floe.
    fn prepare<const N: usize>(&mut self, position: &Position<N>) -> FishMap {
        let subject = Subject::of(position);
        let tiles = position.tiles();
        match &self.subject {
            Some(known)
                if known.root == subject.root && known.fish.agrees(&subject.fish, tiles) =>
            {
                return known.fish;
            }
            Some(_) => self.table.clear(),
            None => {}
        }
        self.subject.insert(subject).fish
    }
}
