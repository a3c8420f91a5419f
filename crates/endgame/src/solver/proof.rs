use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, OnceLock};

use floe_fish::{Move, Position};
use floe_game::{Game, Interval, Keyed, Score};
use floe_search::{Interrupted, Notify};

use super::child_features::static_eval;
use super::search::EndingSearch;
use super::shared_proof::SharedProof;
use super::solution::{Objective, Solution};
use crate::ending::{Ending, Normalized};
use crate::entry::BEYOND;

/// A proof of the final margin of a position, by one search or several.
pub(super) struct MarginProof<'a> {
    pub(super) shared: &'a SharedProof<'a>,
    pub(super) root: &'a Normalized,
    /// Bounds of the margin, for this thread to write and another to read.
    pub(super) bounds: &'a Mutex<Interval<Score>>,
    /// One for each thread.
    pub(super) searches: Vec<EndingSearch<'a>>,
}

/// Half the width of every window around the guess: four fish, about as far as the guess is off. With half a fish the bounds narrow in more steps, which take a
/// ninth more nodes from 40 to 46 tiles.
const MARGIN: Score = 512;

impl MarginProof<'_> {
    /// Proves as much as the limits allow, and finds a line that comes to that.
    pub(super) fn solve(mut self, position: &Position<2>, objective: Objective, notify: &Notify) -> Solution {
        let (mut line, mut kept) = (Vec::new(), self.bounds().lower);
        let finished = self.prove(objective, |search, lower| {
            if lower > kept {
                kept = lower;
                // At once, for there may be no time for that later.
                line = principal_variation(search, position, kept, 1);
            }
            notify.notify();
        });
        let bounds = self.bounds();
        if finished.is_ok() && bounds.is_exact() {
            let whole = principal_variation(&mut self.searches[0], position, bounds.lower, usize::MAX);
            if !whole.is_empty() {
                line = whole;
            }
        }
        self.report_nodes();
        Solution { bounds, line, nodes: self.shared.control.nodes() }
    }

    /// Narrows the bounds until they meet, or until it is decided who wins; reports every new lower bound with one of the searches.
    fn prove(
        &mut self,
        objective: Objective,
        mut report: impl FnMut(&mut EndingSearch<'_>, Score),
    ) -> Result<(), Interrupted> {
        let Some(rest) = &self.root.rest else { return Ok(()) };
        // Is it a win? If not, is it a loss?
        for alpha in [0, -1] {
            let Interval { lower, upper } = self.bounds();
            if (lower..upper).contains(&alpha) {
                self.narrow(rest, alpha, alpha + 1)?;
                let lower = self.bounds().lower;
                report(&mut self.searches[0], lower);
            }
        }
        if objective == Objective::WinDrawLoss {
            return Ok(());
        }
        let mut guess = self.root.certain + static_eval(self.shared.fish, rest);
        loop {
            let Interval { lower, upper } = self.bounds();
            if lower >= upper {
                return Ok(());
            }
            guess = guess.clamp(lower, upper);
            let (alpha, beta) = ((guess - MARGIN).max(lower - 1), (guess + MARGIN).min(upper + 1));
            // Where that is outside the window, the next window lies around it.
            guess = self.narrow(rest, alpha, beta)?;
            let lower = self.bounds().lower;
            report(&mut self.searches[0], lower);
        }
    }

    /// Searches within a window with all threads, and narrows the bounds by what the first to finish has found.
    fn narrow(&mut self, rest: &Ending, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        let certain = self.root.certain;
        let value = certain + self.search_together(rest, alpha - certain, beta - certain)?;
        self.report_nodes();
        let mut bounds = self.bounds.lock().expect("no thread has panicked");
        if value > alpha {
            bounds.lower = bounds.lower.max(value);
        }
        if value < beta {
            bounds.upper = bounds.upper.min(value);
        }
        Ok(value)
    }

    fn bounds(&self) -> Interval<Score> {
        *self.bounds.lock().expect("no thread has panicked")
    }

    /// One search by all threads, which share the table and keep out of each other's way.
    fn search_together(&mut self, rest: &Ending, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        debug_assert!(-BEYOND <= alpha && beta <= BEYOND);
        self.shared.restart();
        let (found, done) = (OnceLock::new(), &self.shared.done);
        let run = |search: &mut EndingSearch<'_>| {
            if let Ok(value) = search.search(rest, alpha, beta) {
                let _ = found.set(value);
                done.store(true, Relaxed);
            }
        };
        let (first, others) = self.searches.split_first_mut().expect("there is a thread");
        std::thread::scope(|scope| {
            for search in others {
                scope.spawn(|| run(search));
            }
            run(first);
        });
        done.store(false, Relaxed);
        found.get().copied().ok_or(Interrupted)
    }

    fn report_nodes(&mut self) {
        for search in &mut self.searches {
            let _ = search.meter.report();
        }
    }
}

/// A line of at most so many real moves that comes to `margin` at least for the player to move.
///
/// At every turn the first move that is proved to keep what has been proved, likely ones first. Should a limit interrupt that,
/// the line is as long as it has become.
fn principal_variation(
    search: &mut EndingSearch<'_>,
    position: &Position<2>,
    margin: Score,
    plies: usize,
) -> Vec<Move> {
    let mut line = Vec::new();
    let (mut game, mut margin) = (*position, margin);
    while !game.is_over() && line.len() < plies {
        let Ok(Some(mv)) = move_that_keeps(search, &game, margin) else { break };
        let mover = game.last_turn();
        game.play(mv);
        line.push(mv);
        if game.last_turn() != mover {
            margin = -margin;
        }
    }
    line
}

/// A move after which the margin for the mover is still this at least.
fn move_that_keeps(
    search: &mut EndingSearch<'_>,
    game: &Position<2>,
    margin: Score,
) -> Result<Option<Move>, Interrupted> {
    let rest = search.normalizer.normalize_position(game).rest;
    let tt_move = rest.map_or(0, |rest| search.probe(&rest, rest.key()).best);
    let mut moves: Vec<(Score, Move, Score, Normalized)> = Vec::new();
    for mv in game.moves() {
        let child = game.after(mv);
        let root = search.normalizer.normalize_position(&child);
        let sign = if child.last_turn() == game.last_turn() { 1 } else { -1 };
        let value = root.certain + root.rest.as_ref().map_or(0, |rest| static_eval(search.normalizer.fish, rest));
        let is_known = Position::<2>::move_bits(mv) == tt_move.into();
        moves.push((if is_known { Score::MAX } else { sign * value }, mv, sign, root));
    }
    moves.sort_by_key(|&(score, ..)| std::cmp::Reverse(score));
    for (_, mv, sign, root) in moves {
        let needed = margin - sign * root.certain;
        let keeps = match &root.rest {
            None => 0 >= needed,
            Some(rest) if sign < 0 => search.search(rest, -needed, 1 - needed)? <= -needed,
            Some(rest) => search.search(rest, needed - 1, needed)? >= needed,
        };
        if keeps {
            return Ok(Some(mv));
        }
    }
    Ok(None)
}
