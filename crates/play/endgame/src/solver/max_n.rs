//! max^n search of endings of three and four players (Luckhardt & Irani 1986), with shallow pruning
//! (Korf 1991).
//!
//! Waiting moves and windows hold for two players only (see `docs/theory.md`), so moves are
//! searched until no tile is contested. A move is left as soon as the player who makes it cannot
//! get what an earlier move gives. One that may give as much is searched, because ties are broken
//! by what the others get.

use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;

use floe_fish::{Move, Position};
use floe_game::{Game, Player, Score};
use floe_search::{Interrupted, Meter};

use super::{MaxNSolution, SharedProof};
use crate::areas::Areas;
use crate::independent_areas::{FinalScores, MaxNEnding, final_scores};

/// max^n proof by all threads.
#[derive(Clone, Copy)]
pub(super) struct MaxNProof<'a> {
    pub(super) shared: &'a SharedProof<'a>,
    /// Player to move at the root, which breaks ties.
    pub(super) root: Player,
    pub(super) threads: usize,
}

/// Knowledge of a move of the root.
#[derive(Clone, Copy)]
enum RootMove<const N: usize> {
    /// Nothing: it has not been searched.
    Open,
    /// Proof that it is worse for its player than another move.
    Worse,
    /// Final scores of all players after it, under best play.
    Proved(FinalScores<N>),
}

impl<const N: usize> RootMove<N> {
    fn scores(self) -> Option<FinalScores<N>> {
        if let RootMove::Proved(scores) = self {
            Some(scores)
        } else {
            None
        }
    }

    fn is_open(self) -> bool {
        matches!(self, RootMove::Open)
    }
}

/// Score that a player must still get, in 1/128 fish, for an ending to matter: an earlier move
/// gives it as much.
type Needed = Option<(Player, Score)>;

impl<'a> MaxNProof<'a> {
    /// Solves all moves with all threads, which begin with different moves and share the table.
    ///
    /// Without `every_move` moves are left as soon as they prove worse than the best one.
    pub(super) fn solve<const N: usize>(
        self,
        position: &Position<N>,
        every_move: bool,
        report: impl Fn() + Sync,
    ) -> MaxNSolution<N> {
        let moves = position.moves();
        let mover = position.last_turn();
        let found = Mutex::new(vec![RootMove::Open; moves.len()]);
        self.shared.control.on_threads(self.threads, &|thread| {
            let mut search = self.search(thread);
            for turn in 0..moves.len() {
                let index = (turn + thread * moves.len() / self.threads) % moves.len();
                let so_far = self.best_of(mover, &found.lock().expect("no thread has panicked"));
                let needed = so_far
                    .filter(|_| !every_move)
                    .map(|best| (mover, best[mover.index()]));
                let Ok(results) = search.results(&position.after(moves[index]), needed) else {
                    break;
                };
                let mut found = found.lock().expect("no thread has panicked");
                found[index] = results.map_or(RootMove::Worse, RootMove::Proved);
                let done = found.iter().filter(|mv| !mv.is_open()).count();
                self.shared.report_root_moves(done, moves.len(), 0);
                report();
            }
            let _ = search.meter.report();
        });
        let found = found.into_inner().expect("no thread has panicked");
        let results = if moves.is_empty() {
            Some(std::array::from_fn(|player| {
                position.score(Player::new(player))
            }))
        } else {
            self.best_of(mover, &found)
                .filter(|_| found.iter().all(|mv| !mv.is_open()))
        };
        let moves = moves
            .iter()
            .zip(found)
            .filter_map(|(&mv, found)| Some((mv, found.scores()?)))
            .collect();
        let line = results
            .and_then(|results| self.line(position, results))
            .unwrap_or_default();
        MaxNSolution {
            results,
            line,
            moves,
            nodes: self.shared.control.nodes(),
        }
    }

    /// Final scores after the best of the moves that are proved, for their player.
    fn best_of<const N: usize>(
        self,
        player: Player,
        moves: &[RootMove<N>],
    ) -> Option<FinalScores<N>> {
        moves
            .iter()
            .filter_map(|mv| mv.scores())
            .reduce(|best, other| self.better(player, best, other))
    }

    /// Result that `player` prefers: more for itself, then less for the player at the root, then
    /// for the players after it; else the first.
    fn better<const N: usize>(
        self,
        player: Player,
        best: FinalScores<N>,
        other: FinalScores<N>,
    ) -> FinalScores<N> {
        let own = player.index();
        let of_best = self.root.round(N).map(|player| best[player.index()]);
        let of_other = self.root.round(N).map(|player| other[player.index()]);
        let order = other[own]
            .cmp(&best[own])
            .then_with(|| of_best.cmp(of_other));
        if order.is_gt() { other } else { best }
    }

    fn search(self, thread: usize) -> MaxNSearch<'a> {
        MaxNSearch {
            proof: self,
            meter: Meter::new(self.shared.control),
            areas: Areas::new(None),
            thread,
        }
    }

    /// Principal variation: at every turn the first move that keeps all results; `None` if a limit
    /// comes first.
    fn line<const N: usize>(
        self,
        position: &Position<N>,
        results: FinalScores<N>,
    ) -> Option<Vec<Move>> {
        let mut search = self.search(0);
        let mut game = *position;
        let mut line = Vec::new();
        while !game.is_over() {
            let mover = game.last_turn();
            let needed = Some((mover, results[mover.index()]));
            let mv = game
                .moves()
                .into_iter()
                .find(|&mv| search.results(&game.after(mv), needed) == Ok(Some(results)))?;
            game.play(mv);
            line.push(mv);
        }
        let _ = search.meter.report();
        Some(line)
    }
}

/// Search of one thread.
struct MaxNSearch<'a> {
    proof: MaxNProof<'a>,
    meter: Meter<'a>,
    areas: Areas<'a>,
    thread: usize,
}

impl MaxNSearch<'_> {
    /// Final scores of all players under best play; `None` if it is sure that a player does not get
    /// the final score that it needs, and an error if a limit comes first.
    fn results<const N: usize>(
        &mut self,
        game: &Position<N>,
        needed: Needed,
    ) -> Result<Option<FinalScores<N>>, Interrupted> {
        let banked = final_scores(game, [0; N]);
        let still_needed = needed.map(|(player, score)| (player, score - banked[player.index()]));
        let found = self.still_to_come(MaxNEnding::of(game), still_needed)?;
        Ok(found.map(|still_to_come| final_scores(game, still_to_come)))
    }

    /// Scores that all players still get under best play, in 1/128 fish; `None` if it is sure that
    /// a player does not get what it needs, and an error if a limit comes first.
    fn still_to_come<const N: usize>(
        &mut self,
        ending: MaxNEnding<N>,
        needed: Needed,
    ) -> Result<Option<FinalScores<N>>, Interrupted> {
        let SharedProof {
            fish,
            table,
            is_done,
            ..
        } = self.proof.shared;
        let is_too_little = |mover_gets| {
            needed.is_some_and(|(player, score)| ending.most(fish, player, mover_gets) < score)
        };
        if is_too_little(0) {
            return Ok(None);
        }
        if let Some(sums) = ending.sums(fish, &mut self.areas) {
            return Ok(Some(sums));
        }
        let key = ending.key();
        match table.probe(key).map(Entry::unpack) {
            Some(Entry::Exact(results)) => return Ok(Some(results)),
            Some(Entry::AtLeast(mover_gets)) if is_too_little(mover_gets) => return Ok(None),
            _ => {}
        }
        if is_done.load(Relaxed) {
            return Err(Interrupted);
        }
        self.meter.work(std::mem::take(&mut self.areas.searched));
        self.meter
            .count()
            .inspect_err(|_| is_done.store(true, Relaxed))?;
        let found = self.best(&ending, is_too_little)?;
        table.store(key, found.pack(), priority);
        Ok(match found {
            Entry::Exact(results) => Some(results),
            Entry::AtLeast(_) => None,
        })
    }

    /// Scores that all players still get with the best move, or what the player to move gets at
    /// least when that is too much for another.
    fn best<const N: usize>(
        &mut self,
        ending: &MaxNEnding<N>,
        is_too_little: impl Fn(Score) -> bool,
    ) -> Result<Entry<N>, Interrupted> {
        let player = ending.turn;
        let fish = self.proof.shared.fish;
        let mut children: Vec<(Score, Score, MaxNEnding<N>)> = ending
            .moves()
            .map(|(from, to)| {
                let tile = fish.tile_value(to);
                let child = ending.after(from, to);
                (tile + child.estimate(fish, player), tile, child)
            })
            .collect();
        children.sort_by_key(|&(estimate, ..)| std::cmp::Reverse(estimate));
        // Threads begin with different moves, to fill the table with different entries.
        let first = self.thread.wrapping_mul(0x9e37_79b1) % children.len();
        children.rotate_left(first);
        let mut best: Option<FinalScores<N>> = None;
        for (_, tile, child) in children {
            let needed = best.map(|best| (player, best[player.index()] - tile));
            let Some(mut results) = self.still_to_come(child, needed)? else {
                continue;
            };
            results[player.index()] += tile;
            let preferred = best.map_or(results, |best| self.proof.better(player, best, results));
            best = Some(preferred);
            if is_too_little(preferred[player.index()]) {
                return Ok(Entry::AtLeast(preferred[player.index()]));
            }
        }
        Ok(Entry::Exact(best.expect("the player to move can move")))
    }
}

/// Table entry of an ending: scores still to come, in 1/128 fish.
enum Entry<const N: usize> {
    /// Scores of all players under best play.
    Exact(FinalScores<N>),
    /// Lower bound of the score of the player to move.
    AtLeast(Score),
}

/// Bits of a score: all tiles of a floe are worth less.
const BITS: u32 = 15;
/// Bit of scores under best play.
const EXACT: u64 = 1 << 63;

impl<const N: usize> Entry<N> {
    fn pack(&self) -> u64 {
        match self {
            Entry::Exact(results) => {
                results
                    .iter()
                    .fold(0, |data, &result| data << BITS | result as u64)
                    | EXACT
            }
            // Zero would be an empty slot of the table.
            Entry::AtLeast(score) => *score as u64 | 1 << (4 * BITS),
        }
    }

    fn unpack(data: u64) -> Entry<N> {
        if data & EXACT == 0 {
            Entry::AtLeast(packed_score(data, 0))
        } else {
            Entry::Exact(std::array::from_fn(|player| {
                packed_score(data, N - 1 - player)
            }))
        }
    }
}

/// Score at a place of packed data, the last one at place 0.
fn packed_score(data: u64, place: usize) -> Score {
    (data >> (BITS * place as u32) & ((1 << BITS) - 1)) as Score
}

/// Replacement priority of packed entries: the sum of the scores still to come.
pub(super) fn priority(data: u64) -> u32 {
    (0..4).map(|place| packed_score(data, place) as u32).sum()
}
