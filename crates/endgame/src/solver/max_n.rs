//! max^n search of endings of three and four players (Luckhardt & Irani 1986).
//!
//! Values of landings and sums of own areas hold for any number of players; waiting moves and windows do not (see
//! `docs/theory.md`), so every move is searched until no tile is contested.

use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;

use floe_fish::{Move, Position};
use floe_game::{Game, Player, Score};
use floe_hex::Hex;
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

impl<'a> MaxNProof<'a> {
    /// Solves all moves with all threads, which begin with different moves and share the table.
    pub(super) fn solve<const N: usize>(self, position: &Position<N>, report: impl Fn() + Sync) -> MaxNSolution<N> {
        let moves = position.moves();
        let found = Mutex::new(vec![None; moves.len()]);
        self.shared.control.on_threads(self.threads, |thread| {
            let mut search = self.search(thread);
            for turn in 0..moves.len() {
                let index = (turn + thread * moves.len() / self.threads) % moves.len();
                let Ok(results) = search.results(&position.after(moves[index])) else { break };
                let mut found = found.lock().expect("no thread has panicked");
                found[index] = Some(results);
                let done = found.iter().flatten().count();
                self.shared.report_root_moves(done, moves.len(), 0);
                report();
            }
            let _ = search.meter.report();
        });
        let found = found.into_inner().expect("no thread has panicked");
        let results = if moves.is_empty() {
            Some(std::array::from_fn(|player| position.score(Player::new(player))))
        } else {
            let all: Option<Vec<_>> = found.iter().copied().collect();
            all.and_then(|all| all.into_iter().reduce(|best, other| self.better(position.last_turn(), best, other)))
        };
        let moves = moves.iter().zip(found).filter_map(|(&mv, found)| Some((mv, found?))).collect();
        let line = results.and_then(|results| self.line(position, results)).unwrap_or_default();
        MaxNSolution { results, line, moves, nodes: self.shared.control.nodes() }
    }

    /// Result that `player` prefers: more for itself, then less for the player at the root, then for the players after
    /// it; else the first.
    fn better<const N: usize>(self, player: Player, best: FinalScores<N>, other: FinalScores<N>) -> FinalScores<N> {
        let own = player.index();
        let of_best = self.root.round(N).map(|player| best[player.index()]);
        let of_other = self.root.round(N).map(|player| other[player.index()]);
        let order = other[own].cmp(&best[own]).then_with(|| of_best.cmp(of_other));
        if order.is_gt() { other } else { best }
    }

    fn search(self, thread: usize) -> MaxNSearch<'a> {
        MaxNSearch { proof: self, meter: Meter::new(self.shared.control), areas: Areas::new(None), thread }
    }

    /// Principal variation: at every turn the first move that keeps all results; `None` if a limit comes first.
    fn line<const N: usize>(self, position: &Position<N>, results: FinalScores<N>) -> Option<Vec<Move>> {
        let mut search = self.search(0);
        let (mut game, mut line) = (*position, Vec::new());
        while !game.is_over() {
            let mv = game.moves().into_iter().find(|&mv| search.results(&game.after(mv)) == Ok(results))?;
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
    /// Final scores of all players under best play; an error if a limit comes first.
    fn results<const N: usize>(&mut self, game: &Position<N>) -> Result<FinalScores<N>, Interrupted> {
        Ok(final_scores(game, self.still_to_come(MaxNEnding::of(game))?))
    }

    /// Scores that all players still get under best play, in 1/128 fish; an error if a limit comes first.
    fn still_to_come<const N: usize>(&mut self, ending: MaxNEnding<N>) -> Result<FinalScores<N>, Interrupted> {
        let SharedProof { fish, table, is_done, .. } = self.proof.shared;
        if let Some(sums) = ending.sums(fish, &mut self.areas) {
            return Ok(sums);
        }
        let key = ending.key();
        if let Some(data) = table.probe(key) {
            return Ok(unpack(data));
        }
        if is_done.load(Relaxed) {
            return Err(Interrupted);
        }
        self.meter.work(std::mem::take(&mut self.areas.searched));
        self.meter.count().inspect_err(|_| is_done.store(true, Relaxed))?;
        let best = self.best(&ending)?;
        table.store(key, pack(&best), priority);
        Ok(best)
    }

    /// Scores that all players still get with the best move.
    fn best<const N: usize>(&mut self, ending: &MaxNEnding<N>) -> Result<FinalScores<N>, Interrupted> {
        let player = ending.turn;
        let fish = self.proof.shared.fish;
        let moves: Vec<(Hex, Hex)> = ending.moves().collect();
        // Threads begin with different moves, to fill the table with different entries.
        let first = self.thread.wrapping_mul(0x9e37_79b1) % moves.len();
        let mut best: Option<FinalScores<N>> = None;
        for &(from, to) in moves[first..].iter().chain(&moves[..first]) {
            let mut results = self.still_to_come(ending.after(from, to))?;
            results[player.index()] += fish.tile_value(to);
            best = Some(best.map_or(results, |best| self.proof.better(player, best, results)));
        }
        Ok(best.expect("the player to move can move"))
    }
}

fn pack<const N: usize>(results: &FinalScores<N>) -> u64 {
    results.iter().fold(0, |data, &result| data << 16 | u64::from(result as u16))
}

fn unpack<const N: usize>(data: u64) -> FinalScores<N> {
    std::array::from_fn(|player| Score::from((data >> (16 * (N - 1 - player))) as u16))
}

/// Replacement priority of packed results: the sum of the scores still to come.
pub(super) fn priority(data: u64) -> u32 {
    (0..4).map(|player| (data >> (16 * player)) as u32 & 0xffff).sum()
}
