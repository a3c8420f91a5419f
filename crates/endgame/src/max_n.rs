use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use floe_fish::{Move, Position};
use floe_game::{Game, Player, Score};
use floe_hex::{Hex, Standard};
use floe_search::{Control, Interrupted, Limits, Meter, TableError, TableView, TranspositionTable, run_with_ticker};

use crate::areas::Areas;
use crate::fish_map::FishMap;
use crate::independent_areas::{FinalScores, MaxNEnding, prefers};
use crate::root_progress::RootProgress;
use crate::{Checkpoint, CheckpointError};

/// What has been proved of a position of three or four players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaxNSolution<const N: usize> {
    /// Everybody's result; none if a limit came first.
    pub results: Option<FinalScores<N>>,
    /// The line under best play to the end of the game; empty if a limit came first.
    pub line: Vec<Move>,
    /// What the moves lead to, in the order of [`Game::moves`], as far as the limits allowed.
    pub moves: Vec<(Move, FinalScores<N>)>,
    /// Nodes searched.
    pub nodes: u64,
}

/// Solves positions of three and four players by max^n (Luckhardt & Irani 1986).
///
/// Everybody maximises its own fish, then tiles; among equals it takes what leaves the player to move at the root least,
/// then the next player in turn order, and so on. That makes the value unique, with any number of threads.
///
/// Landing credit, dead penguins and sums of areas hold for any number of players; waiting moves and windows do not (see
/// `docs/theory.md`), so every move is looked at until nothing is contested.
#[derive(Debug)]
pub struct MaxNSolver {
    threads: usize,
    table: TranspositionTable,
    /// What the table speaks of: the tiles, and the player at the root.
    known: Option<(FishMap<Standard>, Player)>,
}

/// How far a proof for three or four players has come.
#[derive(Clone, Copy, Debug)]
pub struct MaxNProgress<'a> {
    /// Nodes searched.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// How many moves of the position are done, of how many.
    pub moves: (u32, u32),
    /// What has been found so far.
    pub table: TableView<'a>,
}

impl MaxNSolver {
    /// A solver with a table of so many MiB.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn new(threads: usize, hash_mebibytes: usize) -> Result<MaxNSolver, TableError> {
        Ok(MaxNSolver { threads, table: TranspositionTable::new(hash_mebibytes)?, known: None })
    }

    /// Takes up what a checkpoint of a position has kept.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or of something else. Nothing is changed then.
    pub fn resume<const N: usize>(
        &mut self,
        position: &Position<N>,
        checkpoint: &Checkpoint,
    ) -> Result<u64, CheckpointError> {
        checkpoint
            .load(&mut self.table, worth)
            .inspect(|_| self.known = Some((FishMap::of(position), position.last_turn())))
    }

    /// What has been found.
    pub fn table(&mut self) -> TableView<'_> {
        self.table.view()
    }

    /// Whether the table lies on huge pages.
    pub fn huge_pages(&self) -> bool {
        self.table.huge_pages()
    }

    /// Solves a position and each of its moves, as far as the limits allow. The depth limit does not matter.
    ///
    /// `progress` hears of every move, and once a second in between.
    ///
    /// # Panics
    /// If penguins are still to be placed.
    pub fn solve<const N: usize>(
        &mut self,
        position: &Position<N>,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&MaxNProgress<'_>),
    ) -> MaxNSolution<N> {
        assert!(!position.is_placement(), "the solver begins when all penguins are placed");
        // What is known depends on the floe and on the player at the root.
        let board = FishMap::of(position);
        let root = position.last_turn();
        if !self.known.is_some_and(|(known, player)| player == root && known.agrees(&board, position.tiles())) {
            if self.known.is_some() {
                self.table.clear();
            }
            self.known = Some((board, root));
        }
        let control = Control::new(limits);
        let stopped = AtomicBool::new(false);
        let share = RootProgress::default();
        let table = self.table.view();
        let task = Task { board: &board, root, table, control: &control, share: &share, stopped: &stopped };
        let tick = || {
            progress(&MaxNProgress { nodes: control.nodes(), elapsed: control.elapsed(), moves: share.told(), table });
        };
        let threads = self.threads.max(1);
        let mut solution = run_with_ticker(|news| task.solve(position, threads, || news.notify()), tick);
        solution.nodes = control.nodes();
        solution
    }
}

/// One proof: what all its threads share.
#[derive(Clone, Copy)]
struct Task<'a> {
    board: &'a FishMap<Standard>,
    root: Player,
    table: TableView<'a>,
    control: &'a Control<'a>,
    share: &'a RootProgress,
    stopped: &'a AtomicBool,
}

impl Task<'_> {
    /// All threads solve all moves, each beginning with another one, and share what they find.
    fn solve<const N: usize>(
        self,
        position: &Position<N>,
        threads: usize,
        report: impl Fn() + Sync,
    ) -> MaxNSolution<N> {
        let moves = position.moves();
        let found = Mutex::new(vec![None; moves.len()]);
        std::thread::scope(|scope| {
            for thread in 0..threads {
                let (moves, found, report) = (&moves, &found, &report);
                scope.spawn(move || {
                    let mut worker = self.worker(thread);
                    for turn in 0..moves.len() {
                        let index = (turn + thread * moves.len() / threads) % moves.len();
                        let Ok(results) = worker.results(&position.after(moves[index])) else { break };
                        let mut found = found.lock().expect("no thread has panicked");
                        found[index] = Some(results);
                        self.share.done(found.iter().flatten().count(), moves.len());
                        report();
                    }
                    let _ = worker.meter.report();
                });
            }
        });
        let found = found.into_inner().expect("no thread has panicked");
        let results = if moves.is_empty() {
            Some(std::array::from_fn(|player| position.score(Player::new(player))))
        } else {
            found.iter().copied().collect::<Option<Vec<_>>>().and_then(|all| self.best(position.last_turn(), all))
        };
        let moves = moves.iter().zip(found).filter_map(|(&mv, found)| Some((mv, found?))).collect();
        let line = results.and_then(|results| self.line(position, results)).unwrap_or_default();
        MaxNSolution { results, line, moves, nodes: 0 }
    }

    fn best<const N: usize>(&self, player: Player, all: Vec<FinalScores<N>>) -> Option<FinalScores<N>> {
        all.into_iter().reduce(|best, other| if prefers(player, self.root, &other, &best) { other } else { best })
    }

    fn worker(&self, thread: usize) -> Worker<'_> {
        Worker {
            board: self.board,
            root: self.root,
            table: self.table,
            meter: Meter::new(self.control),
            stopped: self.stopped,
            areas: Areas::new(),
            thread,
        }
    }

    /// At every turn the first move that keeps everybody's result.
    fn line<const N: usize>(&self, position: &Position<N>, results: FinalScores<N>) -> Option<Vec<Move>> {
        let mut worker = self.worker(0);
        let (mut game, mut line) = (*position, Vec::new());
        while !game.is_over() {
            let mv = game.moves().into_iter().find(|&mv| worker.results(&game.after(mv)) == Ok(results))?;
            game.play(mv);
            line.push(mv);
        }
        let _ = worker.meter.report();
        Some(line)
    }
}

/// One thread.
struct Worker<'a> {
    board: &'a FishMap<Standard>,
    root: Player,
    table: TableView<'a>,
    meter: Meter<'a>,
    stopped: &'a AtomicBool,
    areas: Areas<'a>,
    thread: usize,
}

impl Worker<'_> {
    /// Everybody's result.
    fn results<const N: usize>(&mut self, game: &Position<N>) -> Result<FinalScores<N>, Interrupted> {
        let mut results = self.still_to_come(MaxNEnding::of(game))?;
        for (player, result) in Player::first(N).zip(&mut results) {
            *result += game.score(player) + game.worth(game.penguins(player));
        }
        Ok(results)
    }

    /// What everybody still lands on.
    fn still_to_come<const N: usize>(&mut self, parties: MaxNEnding<N>) -> Result<FinalScores<N>, Interrupted> {
        let reaches = parties.reaches(self.board.layout);
        let parties = parties.alive(self.board.layout, &reaches);
        if let Some(sums) = parties.sums(self.board, &reaches, &mut self.areas) {
            return Ok(sums);
        }
        let key = parties.key();
        if let Some(data) = self.table.get(key) {
            return Ok(unpack(data));
        }
        if self.stopped.load(Relaxed) {
            return Err(Interrupted);
        }
        if let Err(interrupted) = self.meter.count() {
            self.stopped.store(true, Relaxed);
            return Err(interrupted);
        }
        let best = self.best_move(&parties)?;
        self.table.put(key, pack(&best), worth);
        Ok(best)
    }

    fn best_move<const N: usize>(&mut self, parties: &MaxNEnding<N>) -> Result<FinalScores<N>, Interrupted> {
        let player = parties.turn;
        let moves: Vec<(Hex, Hex)> = parties.moves(self.board.layout).collect();
        // Threads begin with different moves, so as to find different things.
        let first = self.thread.wrapping_mul(0x9e37_79b1) % moves.len();
        let mut best: Option<FinalScores<N>> = None;
        for &(from, to) in moves[first..].iter().chain(&moves[..first]) {
            let mut results = self.still_to_come(parties.after(from, to))?;
            results[player.index()] += self.board.worth_of(to);
            if best.is_none_or(|best| prefers(player, self.root, &results, &best)) {
                best = Some(results);
            }
        }
        Ok(best.expect("whoever is to move can move"))
    }
}

fn pack<const N: usize>(results: &FinalScores<N>) -> u64 {
    results.iter().fold(0, |data, &result| data << 16 | u64::from(result as u16))
}

fn unpack<const N: usize>(data: u64) -> FinalScores<N> {
    std::array::from_fn(|player| Score::from((data >> (16 * (N - 1 - player))) as u16))
}

/// The more is still to come, the more work it was.
fn worth(data: u64) -> u32 {
    (0..4).map(|player| (data >> (16 * player)) as u32 & 0xffff).sum()
}
