use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering::Relaxed};

use floe_fish::{Move, Position};
use floe_game::{Game, Player, Score};
use floe_hex::Layout;
use floe_search::{Control, CurrentlySearching, Interrupted, Meter, Notify, TableView};

use super::child_features::guess;
use super::move_ordering::MoveOrdering;
use super::parallel::ParallelContext;
use super::worker::Worker;
use super::{Objective, Solution, SolverOptions};
use crate::SolverFeatures;
use crate::areas::Areas;
use crate::ending::{Ending, Normalized};
use crate::entry::BEYOND;
use crate::fish_map::FishMap;
use crate::local_cache::LocalCache;
use crate::root_progress::RootProgress;

/// What is proved of the value of an ending, for one thread to write and another to read.
pub(super) struct Proof {
    lower: AtomicI32,
    upper: AtomicI32,
}

impl Proof {
    pub(super) fn new(lower: Score, upper: Score) -> Proof {
        Proof { lower: AtomicI32::new(lower), upper: AtomicI32::new(upper) }
    }

    pub(super) fn lower(&self) -> Score {
        self.lower.load(Relaxed)
    }

    pub(super) fn upper(&self) -> Score {
        self.upper.load(Relaxed)
    }
}

/// The position to be solved, as an ending.
pub(super) struct Root {
    /// What is certain for the player to move: what is banked, what penguins stand on, areas that nobody contests.
    pub(super) certain: Score,
    pub(super) rest: Option<Ending>,
}

impl Root {
    pub(super) fn of<L: Layout>(
        position: &Position<2, L>,
        board: &FishMap<L>,
        features: SolverFeatures,
        areas: &mut Areas<'_>,
    ) -> Root {
        let me = position.last_turn();
        let other = Player::new(1 - me.index());
        let has = |player: Player| position.score(player) + position.worth(position.penguins(player));
        let raw = Ending::new(position.free(), position.penguins(me), position.penguins(other), 0);
        let Normalized { certain, rest } = raw.normal(board, areas, features);
        Root { certain: has(me) - has(other) + certain, rest }
    }

    /// What is proved of the position, its rest being within `bounds`.
    pub(super) fn solution(&self, bounds: &Proof, line: Vec<Move>, nodes: u64) -> Solution {
        Solution { lower: self.certain + bounds.lower(), upper: self.certain + bounds.upper(), line, nodes }
    }

    pub(super) fn first_bounds(&self) -> Proof {
        match &self.rest {
            None => Proof::new(0, 0),
            Some(rest) => Proof::new(rest.least(), rest.most()),
        }
    }
}

/// One proof: what all its threads share.
pub(super) struct Task<'a, L> {
    pub(super) board: &'a FishMap<L>,
    pub(super) options: SolverOptions,
    pub(super) table: TableView<'a>,
    pub(super) busy: Option<&'a CurrentlySearching>,
    pub(super) control: &'a Control<'a>,
    pub(super) share: &'a RootProgress,
    /// Whether one of the threads has finished the search that all are at.
    pub(super) done: AtomicBool,
}

/// As a power of two: so many slots of 16 bytes are half of a usual second-level cache.
const NEAR_SIZE: u32 = 15;

impl<L: Layout> Task<'_, L> {
    pub(super) fn workers(&self, root: &Root) -> Vec<Worker<'_, L>> {
        let root_size = root.rest.map_or(u32::MAX, |rest| rest.free.len());
        (0..self.options.threads.max(1)).map(|_| self.worker(root_size)).collect()
    }

    pub(super) fn worker(&self, root_size: u32) -> Worker<'_, L> {
        Worker {
            board: self.board,
            features: self.options.features,
            table: self.table,
            local: LocalCache::new(NEAR_SIZE),
            others: self.busy.map(ParallelContext::new),
            meter: Meter::new(self.control),
            done: &self.done,
            share: self.share,
            root_size,
            areas: Areas::shared(self.table),
            experience: MoveOrdering::new(),
            nodes: 0,
        }
    }

    /// Proves as much as the limits allow, and finds a line that comes to that.
    pub(super) fn solve(
        &self,
        position: &Position<2, L>,
        root: &Root,
        objective: Objective,
        bounds: &Proof,
        news: &Notify,
    ) -> Solution {
        let mut workers = self.workers(root);
        let (mut keeping, mut kept) = (Vec::new(), bounds.lower());
        let finished = self.prove(&mut workers, root, objective, bounds, |worker| {
            if bounds.lower() > kept {
                kept = bounds.lower();
                // At once, for there may be no time for that later.
                keeping = worker.line(position, root.certain + kept, 1);
            }
            news.notify();
        });
        if finished.is_ok() && bounds.lower() == bounds.upper() {
            let line = workers[0].line(position, root.certain + bounds.lower(), usize::MAX);
            if !line.is_empty() {
                keeping = line;
            }
        }
        for worker in &mut workers {
            let _ = worker.meter.report();
        }
        root.solution(bounds, keeping, self.control.nodes())
    }

    /// Narrows the bounds until they meet, or until it is decided who wins; one of the workers comes with every report.
    fn prove(
        &self,
        workers: &mut [Worker<'_, L>],
        root: &Root,
        objective: Objective,
        proof: &Proof,
        mut report: impl FnMut(&mut Worker<'_, L>),
    ) -> Result<(), Interrupted> {
        let Some(rest) = &root.rest else { return Ok(()) };
        // Is it a win? If not, is it a loss?
        let even = -root.certain;
        for alpha in [even, even - 1] {
            if (proof.lower()..proof.upper()).contains(&alpha) {
                self.narrow(workers, rest, proof, alpha, alpha + 1)?;
                report(&mut workers[0]);
            }
        }
        if objective == Objective::WinDrawLoss {
            return Ok(());
        }
        let mut guess = guess(self.board, rest);
        while proof.lower() < proof.upper() {
            let (lower, upper) = (proof.lower(), proof.upper());
            guess = guess.clamp(lower, upper);
            let (alpha, beta) = ((guess - MARGIN).max(lower - 1), (guess + MARGIN).min(upper + 1));
            // Where that is outside the window, the next window lies around it.
            guess = self.narrow(workers, rest, proof, alpha, beta)?;
            report(&mut workers[0]);
        }
        Ok(())
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

/// Half the width of every window around the guess: four fish, about as far as the guess is off. With half a fish the bounds narrow in more steps, which take a
/// ninth more nodes from 40 to 46 tiles.
const MARGIN: Score = 512;

/// Asks a worker of its own, with a small table and no limits.
#[cfg(test)]
pub(super) fn with_worker<L: Layout, T>(board: &FishMap<L>, ask: impl FnOnce(&mut Worker<'_, L>) -> T) -> T {
    let limits = floe_search::Limits::default();
    let mut table = floe_search::TranspositionTable::new(1).expect("there is a mebibyte");
    let task = Task {
        board,
        options: SolverOptions::default(),
        table: table.view(),
        busy: None,
        control: &Control::new(&limits),
        share: &RootProgress::default(),
        done: AtomicBool::new(false),
    };
    ask(&mut task.worker(0))
}
