use std::collections::VecDeque;

use floe_game::{Keyed, Score, TwoSided};
use smallvec::SmallVec;

use super::reductions::reduction;
use super::{Found, Window};
use crate::entry::{Bound, Entry};
use crate::ordering::{ABREAST, Memory, Prospect, Ranked, guess};
use crate::{CurrentlySearching, Eval, Interrupted, Line, Meter, Oracle, TableView};

/// From this depth on every child is evaluated to order the moves, but for the one that was best before.
const DEEP: i32 = 3;
/// From this depth on threads keep out of each other's way.
const SHARED_DEPTH: i32 = 3;
/// The first window around the value of the last depth: half a fish.
const ASPIRATION: Score = 64;

/// One thread of a search.
pub(super) struct Worker<'a, G: TwoSided, E, O> {
    pub(super) eval: &'a E,
    pub(super) oracle: &'a O,
    pub(super) table: TableView<'a>,
    pub(super) meter: Meter<'a>,
    /// None when there is no other thread to keep out of the way of.
    pub(super) busy: Option<&'a CurrentlySearching>,
    pub(super) selective: bool,
    pub(super) memory: Memory<'a>,
    /// The best line found below each ply of the line under way.
    pub(super) lines: Vec<Vec<G::Move>>,
}

/// A move of a node that is being searched.
#[derive(Clone, Copy)]
struct Step<M> {
    mv: M,
    /// What an evaluation says of it, if it was asked.
    guess: Option<Score>,
    /// How many moves come before it in the order.
    index: usize,
    depth: i32,
    ply: usize,
}

/// How a position is to be searched.
#[derive(Clone, Copy)]
pub(super) struct Quest {
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// What the evaluation says of it, if it was asked.
    pub(super) guess: Option<Score>,
}

/// What has been found of a node.
struct SoFar {
    best: Found,
    best_move: u32,
    /// Whether what was found of every move is proven.
    all_proven: bool,
    /// The bits of the moves searched, in order.
    tried: SmallVec<[u32; 96]>,
}

/// A key for searching this move of this position.
#[inline]
fn task<G: Keyed>(game: &G, mv: G::Move) -> u64 {
    game.key() ^ u64::from(G::move_bits(mv)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<'a, G: Keyed + TwoSided, E: Eval<G>, O: Oracle<G>> Worker<'a, G, E, O> {
    /// The other threads, where a search is deep enough to keep out of their way.
    #[inline]
    fn others(&self, depth: i32) -> Option<&'a CurrentlySearching> {
        self.busy.filter(|_| depth >= SHARED_DEPTH)
    }

    /// Searches the moves at the root that are not yet in `chosen`, best first, and returns the best line.
    ///
    /// `moves` is kept in order of what the moves have been worth so far, for the next depth. On an interruption the
    /// best move found at this depth so far, if any, is in `partial`.
    pub(super) fn search_root(
        &mut self,
        game: &G,
        moves: &mut [Line<G::Move, Score>],
        depth: i32,
        partial: &mut Option<Line<G::Move, Score>>,
    ) -> Result<Line<G::Move, Score>, Interrupted> {
        let guess = moves[0].value;
        let known = depth > 1;
        let mut margin = ASPIRATION;
        loop {
            let full = !known || margin > 16 * ASPIRATION;
            let window = if full { Window::FULL } else { Window { alpha: guess - margin, beta: guess + margin } };
            let found = self.search_root_window(game, moves, window, depth, partial)?;
            if found.value > window.alpha && found.value < window.beta || full {
                return Ok(moves[0].clone());
            }
            margin *= 4;
        }
    }

    fn search_root_window(
        &mut self,
        game: &G,
        moves: &mut [Line<G::Move, Score>],
        window: Window,
        depth: i32,
        partial: &mut Option<Line<G::Move, Score>>,
    ) -> Result<Found, Interrupted> {
        let mut best = Found { value: -Window::INFINITE, proven: true };
        let mut alpha = window.alpha;
        let mut all_proven = true;
        let mut turns: VecDeque<G::Move> = moves.iter().map(|line| line.moves[0]).collect();
        let mut first_round = turns.len();
        while let Some(mv) = turns.pop_front() {
            let index = moves.iter().position(|line| line.moves[0] == mv).expect("no move gets lost");
            let step = Step { mv, guess: None, index, depth, ply: 0 };
            first_round = first_round.saturating_sub(1);
            if index > 0 && first_round > 0 && self.is_busy(game, step) {
                turns.push_back(mv);
                continue;
            }
            let found = self.search_busily(game, step, Window { alpha, beta: window.beta })?;
            all_proven &= found.proven;
            if found.value <= best.value {
                continue;
            }
            best = found;
            if found.value <= alpha && index > 0 {
                continue;
            }
            let mut line = vec![mv];
            line.extend_from_slice(&self.lines[1]);
            moves[index] = Line { value: found.value, exact: found.proven, moves: line };
            moves[..=index].rotate_right(1);
            if found.value > alpha {
                alpha = found.value;
                *partial = Some(moves[0].clone());
            }
            if found.value >= window.beta {
                break;
            }
        }
        moves[0].exact = best.proven && (all_proven || best.value >= window.beta);
        Ok(Found { proven: moves[0].exact, ..best })
    }

    /// The value of a position for its side to move.
    pub(super) fn search(&mut self, game: &G, window: Window, quest: Quest) -> Result<Found, Interrupted> {
        let Quest { depth, ply, guess } = quest;
        self.meter.count()?;
        self.lines[ply].clear();
        let side = game.side_to_move();
        if game.is_over() {
            return Ok(Found { value: game.margin_of(side), proven: true });
        }
        if let Some(value) = self.oracle.margin(game) {
            return Ok(Found { value, proven: true });
        }
        if depth <= 0 || ply + 2 >= self.lines.len() {
            return Ok(Found { value: guess.unwrap_or_else(|| self.eval.evaluate(game)), proven: false });
        }
        if let Some(value) = self.foregone(game, window, depth, guess) {
            return Ok(Found { value, proven: false });
        }
        let banked = game.margin_of(side);
        let known = self.table.get(game.key()).map(Entry::unpack);
        if let Some(found) = known.and_then(|entry| self.usable(entry, banked, window, depth)) {
            return Ok(found);
        }
        let table_move = known.map_or(0, |entry| entry.best);
        // A move that was good before often refutes the position again, and nobody asks about the others.
        let mut ranked = if depth >= DEEP && table_move == 0 {
            self.memory.rank_evaluated(game, self.eval)
        } else {
            self.memory.rank(game, self.eval, table_move, ply)
        };
        self.search_moves(game, &mut ranked, window, depth, ply)
    }

    /// The guess, where it is so far off the window that no search of this depth is likely to find a value within (futility, Heinz 1998).
    #[inline]
    fn foregone(&self, game: &G, window: Window, depth: i32, guess: Option<Score>) -> Option<Score> {
        if !self.selective || !window.is_null() {
            return None;
        }
        let swing = self.eval.swing(game, depth)?;
        let guess = guess.unwrap_or_else(|| self.eval.evaluate(game));
        (guess - swing >= window.beta || guess + swing <= window.alpha).then_some(guess)
    }

    fn search_moves(
        &mut self,
        game: &G,
        ranked: &mut Ranked<G::Move>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Result<Found, Interrupted> {
        let mut so_far = SoFar {
            best: Found { value: -Window::INFINITE, proven: true },
            best_move: 0,
            all_proven: true,
            tried: SmallVec::new(),
        };
        let mut deferred = SmallVec::<[Step<G::Move>; 16]>::new();
        let mut cut = false;
        for index in 0..ranked.len() {
            if index > 0 && ranked[index].guess.is_none() {
                self.look_ahead(game, &mut ranked[index..], depth);
            }
            let Prospect { mv, guess, .. } = ranked[index];
            let step = Step { mv, guess, index, depth, ply };
            if index > 0 && self.is_busy(game, step) {
                deferred.push(step);
                continue;
            }
            cut = self.try_move(game, step, window, &mut so_far)?;
            if cut {
                break;
            }
        }
        for step in deferred {
            if cut {
                break;
            }
            cut = self.try_move(game, step, window, &mut so_far)?;
        }
        let SoFar { mut best, best_move, all_proven, .. } = so_far;
        best.proven = if cut { best.proven } else { all_proven };
        self.remember(game, best, window, depth, best_move);
        Ok(best)
    }

    /// Asks the evaluation about moves that are left when the first has refuted nothing: where much hangs on the order about all of them,
    /// elsewhere about as many as take little longer than one.
    fn look_ahead(&self, game: &G, left: &mut [Prospect<G::Move>], depth: i32) {
        if depth >= DEEP {
            self.memory.evaluate(game, self.eval, left);
        } else if self.selective || depth == 1 {
            let count = left.len().min(ABREAST);
            guess(game, self.eval, &mut left[..count]);
        }
    }

    /// Searches a move, keeps account of it, and says whether it is so good that the others do not matter.
    fn try_move(
        &mut self,
        game: &G,
        step: Step<G::Move>,
        window: Window,
        so_far: &mut SoFar,
    ) -> Result<bool, Interrupted> {
        let alpha = window.alpha.max(so_far.best.value);
        let found = self.search_busily(game, step, Window { alpha, beta: window.beta })?;
        let bits = G::move_bits(step.mv);
        so_far.tried.push(bits);
        so_far.all_proven &= found.proven;
        if found.value > so_far.best.value {
            so_far.best = found;
            so_far.best_move = bits;
        }
        if found.value > alpha {
            self.keep_line(step.ply, step.mv);
        }
        let cut = found.value >= window.beta;
        if cut {
            self.memory.reward(&so_far.tried, game.side_to_move(), step.depth, step.ply);
        }
        Ok(cut)
    }

    /// Whether another thread is searching this move.
    #[inline]
    fn is_busy(&self, game: &G, step: Step<G::Move>) -> bool {
        self.others(step.depth).is_some_and(|busy| busy.is_busy(task(game, step.mv)))
    }

    /// Searches a move and lets the other threads know.
    #[inline]
    fn search_busily(&mut self, game: &G, step: Step<G::Move>, window: Window) -> Result<Found, Interrupted> {
        let Some(busy) = self.others(step.depth) else { return self.search_move(game, step, window) };
        let task = task(game, step.mv);
        busy.enter(task);
        let found = self.search_move(game, step, window);
        busy.leave(task);
        found
    }

    /// The value of a move for the side that makes it: late ones shallower and against a null window first.
    fn search_move(&mut self, game: &G, step: Step<G::Move>, window: Window) -> Result<Found, Interrupted> {
        let Step { mv, guess, index, depth, ply } = step;
        let child = game.after(mv);
        self.table.prefetch(child.key());
        let turned = child.side_to_move() != game.side_to_move();
        let quest = Quest { depth: depth - 1, ply, guess };
        if index == 0 {
            return self.search_child(&child, turned, window, quest);
        }
        let null = Window::null(window.alpha);
        let less = if self.selective { reduction(depth, index) } else { 0 };
        let mut found = self.search_child(&child, turned, null, Quest { depth: quest.depth - less, ..quest })?;
        if found.value > window.alpha && less > 0 && !found.proven {
            found = self.search_child(&child, turned, null, quest)?;
        }
        if found.value > window.alpha && found.value < window.beta && !window.is_null() {
            found = self.search_child(&child, turned, window, quest)?;
        }
        Ok(found)
    }

    /// The value of a position after a move for the side that has made it; so is the guess.
    pub(super) fn search_child(
        &mut self,
        child: &G,
        turned: bool,
        window: Window,
        quest: Quest,
    ) -> Result<Found, Interrupted> {
        let Quest { ply, guess, .. } = quest;
        if !turned {
            return self.search(child, window, Quest { ply: ply + 1, ..quest });
        }
        let quest = Quest { ply: ply + 1, guess: guess.map(|guess| -guess), ..quest };
        let found = self.search(child, window.turned(), quest)?;
        Ok(Found { value: -found.value, ..found })
    }

    fn keep_line(&mut self, ply: usize, mv: G::Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        above[ply].extend_from_slice(&below[0]);
    }

    fn remember(&self, game: &G, found: Found, window: Window, depth: i32, best: u32) {
        let bound = if found.value <= window.alpha {
            Bound::Upper
        } else if found.value >= window.beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        let to_come = found.value - game.margin_of(game.side_to_move());
        let entry = Entry { to_come, bound, proven: found.proven, depth, best };
        self.table.put(game.key(), entry.pack::<G>(), Entry::priority);
    }

    /// What an entry says, if it says enough for this window and depth.
    ///
    /// A guess is not taken for the value of a node of the principal variation, whose line is wanted.
    #[inline]
    fn usable(&self, entry: Entry, banked: Score, window: Window, depth: i32) -> Option<Found> {
        let value = entry.to_come + banked;
        let deep_enough = if self.selective { entry.depth >= depth } else { entry.depth == depth };
        let good_enough = entry.proven || deep_enough && window.is_null();
        let decides = match entry.bound {
            Bound::Upper => value <= window.alpha,
            Bound::Lower => value >= window.beta,
            Bound::Exact => true,
        };
        (good_enough && decides).then_some(Found { value, proven: entry.proven })
    }
}
