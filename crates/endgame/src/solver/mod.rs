//! The exact solver for two players.

mod apart;
mod child_features;
mod children;
mod line;
mod move_ordering;
mod parallel;
mod parts;
mod proof;
mod worker;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use floe_fish::{Move, Position};
use floe_game::Score;
use floe_hex::Standard;
use floe_search::{Control, CurrentlySearching, Limits, TableError, TableView, TranspositionTable, run_with_ticker};

use crate::areas::Areas;
use crate::entry::SolverEntry;
use crate::fish_map::FishMap;
use crate::root_progress::RootProgress;
use crate::{Checkpoint, CheckpointError, SolverFeatures};
use proof::{Root, Task};

/// What is to be proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Objective {
    /// Fish and tiles, exactly.
    #[default]
    Margin,
    /// Win, draw or loss only.
    WinDrawLoss,
}

/// How to solve.
#[derive(Clone, Copy, Debug)]
pub struct SolverOptions {
    /// How many threads, at least one. The value is the same with any number.
    pub threads: usize,
    /// The size of the table in MiB.
    pub hash_mebibytes: usize,
    /// What to make use of.
    pub features: SolverFeatures,
}

impl Default for SolverOptions {
    fn default() -> SolverOptions {
        SolverOptions { threads: 1, hash_mebibytes: 64, features: SolverFeatures::ALL }
    }
}

/// What has been proved, for the player to move; what is banked is included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The final margin is at least this.
    pub lower: Score,
    /// The final margin is at most this.
    pub upper: Score,
    /// The line under best play: to the end of the game where the margin is proved exactly; else a move that is proved to get `lower`
    /// at least, if a search has found that bound.
    pub line: Vec<Move>,
    /// Nodes searched.
    pub nodes: u64,
}

impl Solution {
    /// Whether the margin is proved exactly.
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// Whether it is proved who wins, or that nobody does.
    pub fn is_decided(&self) -> bool {
        self.lower > 0 || self.upper < 0 || self.is_exact()
    }
}

/// How far a proof has come.
#[derive(Clone, Copy, Debug)]
pub struct SolverProgress<'a> {
    /// The final margin is at least this.
    pub lower: Score,
    /// The final margin is at most this.
    pub upper: Score,
    /// Nodes searched.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// How many moves of the position are done in the search under way, of how many.
    pub moves: (u32, u32),
    /// What has been found so far.
    pub table: TableView<'a>,
}

/// Solves positions of two players exactly.
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
/// assert!(solution.is_exact());
/// assert_eq!(Value::from_score(solution.lower), Value { fish: 10, tiles: 0 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    options: SolverOptions,
    table: TranspositionTable,
    /// The tiles that the table speaks of.
    board: Option<FishMap<Standard>>,
}

impl Solver {
    /// A solver with an empty table.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn new(options: SolverOptions) -> Result<Solver, TableError> {
        Ok(Solver { options, table: TranspositionTable::new(options.hash_mebibytes)?, board: None })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.board = None;
    }

    /// Takes up what a checkpoint of a position has kept.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or of something else. Nothing is changed then.
    pub fn resume(&mut self, position: &Position<2>, checkpoint: &Checkpoint) -> Result<u64, CheckpointError> {
        checkpoint.load(&mut self.table, SolverEntry::priority).inspect(|_| self.board = Some(FishMap::of(position)))
    }

    /// Whether what is packed in an entry of the table took so much work that it should be kept.
    pub fn is_worth_keeping(data: u64) -> bool {
        /// As a power of two: fewer nodes are searched sooner than an entry is read.
        const WORK: u32 = 7;
        SolverEntry::priority(data) >= WORK
    }

    /// What has been found.
    pub fn table(&mut self) -> TableView<'_> {
        self.table.view()
    }

    /// Whether the table lies on huge pages.
    pub fn huge_pages(&self) -> bool {
        self.table.huge_pages()
    }

    /// Proves what a position is worth, as far as the limits allow. The depth limit does not matter.
    ///
    /// First who wins, then by how much. `progress` hears of every bound, and once a second if there is none. What was
    /// found for other positions of the same floe is made use of.
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
        assert!(!position.is_placement(), "the solver begins when all penguins are placed");
        let board = self.board_of(position);
        let control = Control::new(limits);
        let table = self.table.view();
        let busy = (self.options.threads > 1).then(CurrentlySearching::new);
        let share = RootProgress::default();
        let task = Task {
            board: &board,
            options: self.options,
            table,
            busy: busy.as_ref(),
            control: &control,
            share: &share,
            done: AtomicBool::new(false),
        };
        let root = Root::of(position, &board, self.options.features, &mut Areas::new());
        let bounds = root.first_bounds();
        if limits.are_reached() {
            return root.solution(&bounds, Vec::new(), 0);
        }
        let tick = || {
            let Solution { lower, upper, nodes, .. } = root.solution(&bounds, Vec::new(), control.nodes());
            progress(&SolverProgress { lower, upper, nodes, elapsed: control.elapsed(), moves: share.told(), table });
        };
        run_with_ticker(|news| task.solve(position, &root, objective, &bounds, news), tick)
    }

    /// The tiles of this game. When they are others than before, the table forgets.
    fn board_of(&mut self, position: &Position<2>) -> FishMap<Standard> {
        let board = FishMap::of(position);
        match self.board {
            Some(known) if known.agrees(&board, position.tiles()) => known,
            Some(_) => {
                self.table.clear();
                *self.board.insert(board)
            }
            None => *self.board.insert(board),
        }
    }
}
