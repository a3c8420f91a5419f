//! The exact solver for two players.

mod children;
mod entry;
mod line;
mod near;
mod worker;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use floe_fish::{Move, Position};
use floe_game::{Busy, Control, Game, Interrupted, Limits, Meter, Player, Score, Table, TableError, TableView};
use floe_hex::{Layout, Standard};

use crate::areas::Areas;
use crate::ending::{Ending, Normal};
use crate::{Board, Features};
use near::NearTable;
use worker::{BEYOND, Worker};

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
    /// The line under best play, to the end of the game where the margin is proved exactly.
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
pub struct SolverProgress {
    /// The final margin is at least this.
    pub lower: Score,
    /// The final margin is at most this.
    pub upper: Score,
    /// Nodes searched.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
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

    /// Whether the table lies on huge pages.
    pub fn huge_pages(&self) -> bool {
        self.table.huge_pages()
    }

    /// Proves what a position is worth, as far as the limits allow. The depth limit does not matter.
    ///
    /// First who wins, then by how much. `progress` hears of every bound. What was found for other positions of the
    /// same floe is made use of.
    ///
    /// # Panics
    /// If penguins are still to be placed.
    pub fn solve(
        &mut self,
        position: &Position<2>,
        objective: Objective,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&SolverProgress),
    ) -> Solution {
        assert!(!position.is_placement(), "the solver begins when all penguins are placed");
        let board = self.board_of(position);
        let control = Control::new(limits);
        let table = self.table.view();
        let busy = (self.options.threads > 1).then(Busy::new);
        let task = Task {
            board: &board,
            options: self.options,
            table,
            busy: busy.as_ref(),
            control: &control,
            done: AtomicBool::new(false),
        };
        let root = Root::of(position, &board, self.options.features, &mut Areas::new());
        let mut report = |proof: &Proof| {
            progress(&SolverProgress {
                lower: root.certain + proof.lower,
                upper: root.certain + proof.upper,
                nodes: control.nodes(),
                elapsed: control.elapsed(),
                hash_full: table.fullness(),
            });
        };
        let mut proof = root.first_bounds();
        let finished = task.prove(&root, objective, &mut proof, &mut report);
        let mut solution = Solution {
            lower: root.certain + proof.lower,
            upper: root.certain + proof.upper,
            line: Vec::new(),
            nodes: 0,
        };
        if finished.is_ok() && solution.is_exact() {
            solution.line = task.line(position, solution.lower);
        }
        solution.nodes = control.nodes();
        solution
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

/// What is known of the value of an ending.
#[derive(Clone, Copy, Debug)]
struct Proof {
    lower: Score,
    upper: Score,
}

/// The position to be solved, as an ending.
struct Root {
    /// What is certain for the player to move: what is banked, what penguins stand on, areas that nobody contests.
    certain: Score,
    rest: Option<Ending>,
}

impl Root {
    fn of<L: Layout>(position: &Position<2, L>, board: &Board<L>, features: Features, areas: &mut Areas) -> Root {
        let me = position.last_turn();
        let other = Player::new(1 - me.index());
        let has = |player: Player| position.score(player) + position.worth(position.penguins(player));
        let raw = Ending::raw(position.free(), position.penguins(me), position.penguins(other), 0);
        let Normal { certain, rest } = raw.normal(board, areas, features);
        Root { certain: has(me) - has(other) + certain, rest }
    }

    fn first_bounds(&self) -> Proof {
        match &self.rest {
            None => Proof { lower: 0, upper: 0 },
            Some(rest) => Proof { lower: -rest.their_most, upper: rest.my_most },
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
    /// Whether one of the threads has finished the search that all are at.
    done: AtomicBool,
}

impl<L: Layout> Task<'_, L> {
    fn worker(&self) -> Worker<'_, L> {
        Worker {
            board: self.board,
            features: self.options.features,
            table: self.table,
            near: NearTable::new(),
            busy: self.busy,
            meter: Meter::new(self.control),
            done: &self.done,
            areas: Areas::new(),
            nodes: 0,
        }
    }

    /// Narrows the bounds until they meet, or until it is decided who wins.
    fn prove(
        &self,
        root: &Root,
        objective: Objective,
        proof: &mut Proof,
        report: &mut impl FnMut(&Proof),
    ) -> Result<(), Interrupted> {
        let Some(rest) = &root.rest else { return Ok(()) };
        let mut workers: Vec<Worker<'_, L>> = (0..self.options.threads.max(1)).map(|_| self.worker()).collect();
        let result = (|| {
            // Is it a win? If not, is it a loss?
            let even = -root.certain;
            for alpha in [even, even - 1] {
                if (proof.lower..proof.upper).contains(&alpha) {
                    self.narrow(&mut workers, rest, proof, alpha, alpha + 1)?;
                    report(proof);
                }
            }
            if objective == Objective::WinDrawLoss {
                return Ok(());
            }
            let mut margin = FIRST_MARGIN;
            let mut guess = workers[0].guess(rest);
            while proof.lower < proof.upper {
                guess = guess.clamp(proof.lower, proof.upper);
                let (alpha, beta) = ((guess - margin).max(proof.lower - 1), (guess + margin).min(proof.upper + 1));
                let value = self.narrow(&mut workers, rest, proof, alpha, beta)?;
                report(proof);
                guess = value;
                margin *= 3;
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
        proof: &mut Proof,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        let value = self.search_together(workers, rest, alpha, beta)?;
        for worker in workers {
            let _ = worker.meter.report();
        }
        if value > alpha {
            proof.lower = proof.lower.max(value);
        }
        if value < beta {
            proof.upper = proof.upper.min(value);
        }
        Ok(value)
    }
}

/// Half the width of the first window around the guess: a fish and a half.
const FIRST_MARGIN: Score = 192;
