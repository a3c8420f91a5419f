//! The exact solver for two players.

mod apart;
mod children;
mod experience;
mod line;
mod outlook;
mod worker;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering::Relaxed};
use std::time::Duration;

use floe_fish::{Move, Position};
use floe_game::{
    Busy, Control, Game, Interrupted, Limits, Meter, News, Player, Score, Table, TableError, TableView, watched,
};
use floe_hex::{Layout, Standard};

use crate::areas::Areas;
use crate::ending::{Ending, Normal};
use crate::entry::{BEYOND, Entry};
use crate::near::NearTable;
use crate::watch::Share;
use crate::{Board, Checkpoint, CheckpointError, Features};
use experience::Experience;
use outlook::guess;
use worker::Worker;

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
    pub features: Features,
}

impl Default for SolverOptions {
    fn default() -> SolverOptions {
        SolverOptions { threads: 1, hash_mebibytes: 64, features: Features::ALL }
    }
}

/// What has been proved, for the player to move; what is banked is included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The final margin is at least this.
    pub lower: Score,
    /// The final margin is at most this.
    pub upper: Score,
    /// The line under best play: to the end of the game where the margin is proved exactly; where it is only decided that the game
    /// is not lost, a move that keeps that.
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
#[derive(Clone, Copy)]
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
/// use floe_game::Limits;
///
/// let text = ".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... A 36:19,32:19";
/// let position: Position<2> = text.parse()?;
/// let mut solver = Solver::new(SolverOptions::default())?;
/// let solution = solver.solve(&position, Objective::Margin, &Limits::default(), |_| ());
/// assert!(solution.is_exact());
/// assert_eq!(Value::from_score(solution.lower), Value { fish: 10, tiles: 0 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    options: SolverOptions,
    table: Table,
    /// The tiles that the table speaks of.
    board: Option<Board<Standard>>,
}

impl Solver {
    /// A solver with an empty table.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn new(options: SolverOptions) -> Result<Solver, TableError> {
        Ok(Solver { options, table: Table::new(options.hash_mebibytes)?, board: None })
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
        checkpoint.load(&mut self.table, Entry::worth).inspect(|_| self.board = Some(Board::of(position)))
    }

    /// Whether what is packed in an entry of the table took so much work that it should be kept.
    pub fn is_worth_keeping(data: u64) -> bool {
        /// As a power of two: fewer nodes are searched sooner than an entry is read.
        const WORK: u32 = 7;
        Entry::worth(data) >= WORK
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
        let busy = (self.options.threads > 1).then(Busy::new);
        let share = Share::default();
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
        let tick = || {
            progress(&SolverProgress {
                lower: root.certain + bounds.lower(),
                upper: root.certain + bounds.upper(),
                nodes: control.nodes(),
                elapsed: control.elapsed(),
                moves: share.told(),
                table,
            });
        };
        let prove = |news: &News| {
            let finished = task.prove(&root, objective, &bounds, || news.tell());
            let (lower, upper) = (root.certain + bounds.lower(), root.certain + bounds.upper());
            let exact = finished.is_ok() && lower == upper;
            // Where it is not lost, though not known by how much: a move that keeps that.
            let plies = if exact { usize::MAX } else { usize::from(lower >= 0 && finished.is_ok()) };
            let line = task.line(position, lower, plies);
            Solution { lower, upper, line, nodes: control.nodes() }
        };
        watched(prove, tick)
    }

    /// The tiles of this game. When they are others than before, the table forgets.
    fn board_of(&mut self, position: &Position<2>) -> Board<Standard> {
        let board = Board::of(position);
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

/// What is proved of the value of an ending, for one thread to write and another to read.
struct Proof {
    lower: AtomicI32,
    upper: AtomicI32,
}

impl Proof {
    fn new(lower: Score, upper: Score) -> Proof {
        Proof { lower: AtomicI32::new(lower), upper: AtomicI32::new(upper) }
    }

    fn lower(&self) -> Score {
        self.lower.load(Relaxed)
    }

    fn upper(&self) -> Score {
        self.upper.load(Relaxed)
    }
}

/// The position to be solved, as an ending.
struct Root {
    /// What is certain for the player to move: what is banked, what penguins stand on, areas that nobody contests.
    certain: Score,
    rest: Option<Ending>,
}

impl Root {
    fn of<L: Layout>(position: &Position<2, L>, board: &Board<L>, features: Features, areas: &mut Areas<'_>) -> Root {
        let me = position.last_turn();
        let other = Player::new(1 - me.index());
        let has = |player: Player| position.score(player) + position.worth(position.penguins(player));
        let raw = Ending::raw(position.free(), position.penguins(me), position.penguins(other), 0);
        let Normal { certain, rest } = raw.normal(board, areas, features);
        Root { certain: has(me) - has(other) + certain, rest }
    }

    fn first_bounds(&self) -> Proof {
        match &self.rest {
            None => Proof::new(0, 0),
            Some(rest) => Proof::new(rest.least(), rest.most()),
        }
    }
}

/// One proof: what all its threads share.
struct Task<'a, L> {
    board: &'a Board<L>,
    options: SolverOptions,
    table: TableView<'a>,
    busy: Option<&'a Busy>,
    control: &'a Control<'a>,
    share: &'a Share,
    /// Whether one of the threads has finished the search that all are at.
    done: AtomicBool,
}

/// As a power of two: so many slots of 16 bytes are half of a usual second-level cache.
const NEAR_SIZE: u32 = 15;

impl<L: Layout> Task<'_, L> {
    fn worker(&self, root_size: u32) -> Worker<'_, L> {
        Worker {
            board: self.board,
            features: self.options.features,
            table: self.table,
            near: NearTable::new(NEAR_SIZE),
            busy: self.busy,
            meter: Meter::new(self.control),
            done: &self.done,
            share: self.share,
            root_size,
            areas: Areas::shared(self.table),
            experience: Experience::new(),
            nodes: 0,
        }
    }

    /// Narrows the bounds until they meet, or until it is decided who wins.
    fn prove(&self, root: &Root, objective: Objective, proof: &Proof, report: impl Fn()) -> Result<(), Interrupted> {
        let Some(rest) = &root.rest else { return Ok(()) };
        let mut workers: Vec<Worker<'_, L>> =
            (0..self.options.threads.max(1)).map(|_| self.worker(rest.free.len())).collect();
        let result = (|| {
            // Is it a win? If not, is it a loss?
            let even = -root.certain;
            for alpha in [even, even - 1] {
                if (proof.lower()..proof.upper()).contains(&alpha) {
                    self.narrow(&mut workers, rest, proof, alpha, alpha + 1)?;
                    report();
                }
            }
            if objective == Objective::WinDrawLoss {
                return Ok(());
            }
            let mut guess = guess(self.board, rest);
            let (mut step, mut above) = (MARGIN, None);
            while proof.lower() < proof.upper() {
                let (lower, upper) = (proof.lower(), proof.upper());
                guess = guess.clamp(lower, upper);
                let (alpha, beta) = ((guess - MARGIN).max(lower - 1), (guess + MARGIN).min(upper + 1));
                let value = self.narrow(&mut workers, rest, proof, alpha, beta)?;
                report();
                let is_above = value >= beta;
                step = match above {
                    Some(before) if before == is_above => 2 * step,
                    Some(_) => (step / 2).max(MARGIN),
                    None => step,
                };
                above = Some(is_above);
                guess = if is_above { value + step } else { value - step };
            }
            Ok(())
        })();
        for worker in &mut workers {
            let _ = worker.meter.report();
        }
        result
    }

    /// The same search by all threads, which share the table and keep out of each other's way.
    fn search_together(
        &self,
        workers: &mut [Worker<'_, L>],
        rest: &Ending,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        debug_assert!(-BEYOND <= alpha && beta <= BEYOND);
        self.share.restart();
        let found = OnceLock::new();
        let run = |worker: &mut Worker<'_, L>| {
            if let Ok(value) = worker.search(rest, alpha, beta) {
                let _ = found.set(value);
                self.done.store(true, Relaxed);
            }
        };
        let (first, others) = workers.split_first_mut().expect("there is a thread");
        std::thread::scope(|scope| {
            for worker in others {
                scope.spawn(|| run(worker));
            }
            run(first);
        });
        self.done.store(false, Relaxed);
        found.get().copied().ok_or(Interrupted)
    }

    /// Searches within a window with all threads, and narrows the bounds by what the first to finish has found.
    fn narrow(
        &self,
        workers: &mut [Worker<'_, L>],
        rest: &Ending,
        proof: &Proof,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        let value = self.search_together(workers, rest, alpha, beta)?;
        for worker in workers {
            let _ = worker.meter.report();
        }
        if value > alpha {
            proof.lower.fetch_max(value, Relaxed);
        }
        if value < beta {
            proof.upper.fetch_min(value, Relaxed);
        }
        Ok(value)
    }
}

/// Half the width of every window around the guess: half a fish. Where one after another fails on the same side the next guess is twice as
/// far away: what is far from the value is proved quickly (9 % fewer nodes at 40 and 42 tiles than by going on in steps of half a fish).
const MARGIN: Score = 64;
