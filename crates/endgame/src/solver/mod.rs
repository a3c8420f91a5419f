//! The exact solver: alpha-beta for two players, max^n for more.

mod child_features;
mod children;
mod max_n;
mod move_ordering;
mod parallel;
mod proof;
mod search;
mod shared_proof;
mod solution;
mod sub_games;

use std::sync::Mutex;

use floe_fish::Position;
use floe_game::Player;
use floe_search::{Control, CurrentlySearching, Limits, TableError, TableView, TranspositionTable, run_with_ticker};

use crate::areas::Areas;
use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::ending::Normalizer;
use crate::entry::SolverEntry;
use crate::features::SolverFeatures;
use crate::fish_map::FishMap;
pub use solution::{MaxNSolution, Objective, Solution, SolverProgress};

use max_n::MaxNProof;
use proof::MarginProof;
use search::EndingSearch;
use shared_proof::SharedProof;

/// Options of a solver.
#[derive(Clone, Copy, Debug)]
pub struct SolverOptions {
    /// Number of threads, at least one. The value is the same with any number.
    pub threads: usize,
    /// The size of the table in MiB.
    pub hash_mebibytes: usize,
    /// Techniques to use.
    pub features: SolverFeatures,
}

impl Default for SolverOptions {
    fn default() -> SolverOptions {
        SolverOptions { threads: 1, hash_mebibytes: 64, features: SolverFeatures::ALL }
    }
}

/// Solves positions exactly: of two players the final margin, of three and four everybody's final score.
///
/// ```
/// use floe_endgame::{Objective, Solver, SolverOptions};
/// use floe_fish::{Position, Value};
/// use floe_search::Limits;
///
/// let text = ".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... A 36:19,32:19";
/// let position: Position<2> = text.parse()?;
/// let mut solver = Solver::new(SolverOptions::default())?;
/// let solution = solver.solve(&position, Objective::Margin, &Limits::default(), |_| ());
/// assert!(solution.bounds.is_exact());
/// assert_eq!(Value::from_score(solution.bounds.lower), Value { fish: 10, tiles: 0 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    options: SolverOptions,
    table: TranspositionTable,
    subject: Option<Subject>,
}

/// Floe that the entries of a table are about. With more than two players they depend on the player at the root, whom ties are settled against.
#[derive(Clone, Copy, Debug)]
struct Subject {
    fish: FishMap,
    players: usize,
    root: Option<Player>,
}

impl Subject {
    fn of<const N: usize>(position: &Position<N>) -> Subject {
        let root = (N > 2).then(|| position.last_turn());
        Subject { fish: FishMap::of(position), players: N, root }
    }
}

impl Solver {
    /// A solver with an empty table.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn new(options: SolverOptions) -> Result<Solver, TableError> {
        Ok(Solver { options, table: TranspositionTable::new(options.hash_mebibytes)?, subject: None })
    }

    /// Resumes the proof of a position from a checkpoint; returns the number of entries in it.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or of something else. Nothing is changed then.
    pub fn resume<const N: usize>(
        &mut self,
        position: &Position<N>,
        checkpoint: &Checkpoint,
    ) -> Result<u64, CheckpointError> {
        let priority = if N > 2 { max_n::priority } else { SolverEntry::priority };
        let entries = checkpoint.load(&mut self.table, priority)?;
        self.subject = Some(Subject::of(position));
        Ok(entries)
    }

    /// Whether a packed entry of the table of a proof for two players took so much work that it should be saved.
    pub fn is_worth_keeping(data: u64) -> bool {
        /// As a power of two: fewer nodes are searched sooner than an entry is read.
        const WORK: u32 = 7;
        SolverEntry::priority(data) >= WORK
    }

    /// The table, with all that has been found.
    pub fn table(&mut self) -> TableView<'_> {
        self.table.view()
    }

    /// Whether the table lies on huge pages.
    pub fn huge_pages(&self) -> bool {
        self.table.huge_pages()
    }

    /// Proves the final margin of a position, as far as the limits allow. The depth limit does not matter.
    ///
    /// First who wins, then by how much. `progress` is called for every bound, and once a second if there is none. Entries
    /// for other positions of the same floe are used.
    ///
    /// # Panics
    /// If penguins are still to be placed.
    pub fn solve(
        &mut self,
        position: &Position<2>,
        objective: Objective,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&SolverProgress<'_>),
    ) -> Solution {
        let SolverOptions { threads, features, .. } = self.options;
        let fish = self.prepare(position);
        let root = Normalizer { fish: &fish, areas: Areas::new(None), features }.normalize_position(position);
        if limits.are_reached() {
            return Solution { bounds: root.bounds(), line: Vec::new(), nodes: 0 };
        }
        let bounds = Mutex::new(root.bounds());
        let control = Control::new(limits);
        let shared = SharedProof::new(&fish, self.table.view(), &control);
        let searching = (threads > 1).then(CurrentlySearching::default);
        let work = |notify: &_| {
            let root_size = root.rest.map_or(u32::MAX, |rest| rest.free.len());
            let search = |_| EndingSearch::new(&shared, features, searching.as_ref(), root_size);
            let searches = (0..threads.max(1)).map(search).collect();
            MarginProof { shared: &shared, root: &root, bounds: &bounds, searches }.solve(position, objective, notify)
        };
        let proved = || *bounds.lock().expect("no thread has panicked");
        run_with_ticker(work, || progress(&shared.progress(Some(proved()))))
    }

    /// Solves a position of three or four players and each of its moves by max^n, as far as the limits allow. The depth limit does not matter.
    ///
    /// Everybody maximises its own fish, then tiles; among equals it takes what leaves the player to move at the root least,
    /// then the next player in turn order, and so on. That makes the value unique, with any number of threads.
    /// `progress` is called for every move, and once a second in between.
    ///
    /// # Panics
    /// If penguins are still to be placed.
    pub fn solve_max_n<const N: usize>(
        &mut self,
        position: &Position<N>,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&SolverProgress<'_>),
    ) -> MaxNSolution<N> {
        let fish = self.prepare(position);
        let control = Control::new(limits);
        let shared = SharedProof::new(&fish, self.table.view(), &control);
        let proof = MaxNProof { shared: &shared, root: position.last_turn(), threads: self.options.threads.max(1) };
        run_with_ticker(|notify| proof.solve(position, || notify.notify()), || progress(&shared.progress(None)))
    }

    /// The fish of the floe. Where the entries of the table are about something else, the table forgets them.
    fn prepare<const N: usize>(&mut self, position: &Position<N>) -> FishMap {
        assert!(!position.is_placement(), "the solver begins when all penguins are placed");
        let subject = Subject::of(position);
        if let Some(known) = &self.subject {
            if (known.players, known.root) == (subject.players, subject.root)
                && known.fish.agrees(&subject.fish, position.tiles())
            {
                return known.fish;
            }
            self.table.clear();
        }
        self.subject.insert(subject).fish
    }
}
