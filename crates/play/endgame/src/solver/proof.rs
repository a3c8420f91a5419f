use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, OnceLock};

use floe_fish::{Move, Position};
use floe_game::{Game, Interval, Keyed, Score};
use floe_search::Interrupted;

use super::child_features::static_eval;
use super::network_ordering::NETWORK_SIZE;
use super::search::EndingSearch;
use super::work_estimate::{ProofStage, margin_ratio};
use super::{Objective, SharedProof, Solution};
use crate::ending::{Ending, Normalized};
use crate::entry::BEYOND;

/// Proof of the final margin of a position, by one thread or several.
pub(super) struct MarginProof<'a> {
    pub(super) shared: &'a SharedProof<'a>,
    pub(super) position: &'a Position<2>,
    pub(super) root: &'a Normalized,
    /// Bounds of the margin, read by the thread that reports progress.
    pub(super) bounds: &'a Mutex<Interval<Score>>,
    pub(super) notify: &'a dyn Fn(),
    pub(super) searches: Vec<EndingSearch<'a>>,
    pub(super) line: Vec<Move>,
}

/// Half the width of windows around a static evaluation, in 1/128 fish: about its error. Narrow
/// windows take more nodes.
const MARGIN: Score = 512;
/// Half the width of the first window around an evaluation by the network, in 1/128 fish. Its error
/// is 3.4 fish, that of the static evaluation 6 (root mean square in 35 proofs of 40 to 44 tiles).
const NETWORK_MARGIN: Score = 192;

/// Mean by which the margin exceeds the static evaluation, for the side to move, in 1/128 fish: the
/// first move has more than its tile. Measured on 75 proofs of 36 to 44 tiles; windows around this
/// sum are no better.
const FIRST_MOVE: Score = 400;

/// Window of a search for the margin, in 1/128 fish.
struct Window {
    /// Expected margin.
    center: Score,
    /// Width below the expected margin, and above it.
    below: Score,
    above: Score,
    /// Factor by which a side widens where the margin is beyond it.
    growth: Score,
}

impl MarginProof<'_> {
    /// Proves as much as the limits allow, and finds the principal variation.
    pub(super) fn solve(mut self, objective: Objective) -> Solution {
        let finished = self.prove(objective);
        let bounds = self.bounds();
        if finished.is_ok() {
            self.shared.begin(ProofStage::Done);
        }
        if finished.is_ok() && bounds.is_exact() {
            let whole = principal_variation(
                &mut self.searches[0],
                self.position,
                bounds.lower,
                usize::MAX,
            );
            if !whole.is_empty() {
                self.line = whole;
            }
        }
        self.report_nodes();
        Solution {
            bounds,
            line: self.line,
            nodes: self.shared.control.nodes(),
            work: self.shared.progress(Some(bounds)).work,
        }
    }

    /// Narrows the bounds until they meet, or until the winner is known.
    fn prove(&mut self, objective: Objective) -> Result<(), Interrupted> {
        let Some(rest) = &self.root.rest else {
            return Ok(());
        };
        let evaluation = self.root.certain + static_eval(self.shared.fish, rest);
        let expected = evaluation + FIRST_MOVE;
        let is_whole = objective == Objective::Margin;
        let margin_ratio = if is_whole {
            margin_ratio(expected)
        } else {
            0.0
        };
        // First whether it is a win, then whether it is a loss.
        for alpha in [0, -1] {
            let Interval { lower, upper } = self.bounds();
            if (lower..upper).contains(&alpha) {
                self.shared.begin(ProofStage::Winner {
                    is_likely: expected > alpha,
                    margin_ratio,
                });
                self.narrow(rest, alpha, alpha + 1)?;
            }
        }
        if objective == Objective::WinDrawLoss {
            return Ok(());
        }
        let mut window = self.first_window(rest, evaluation);
        loop {
            let Interval { lower, upper } = self.bounds();
            if lower >= upper {
                return Ok(());
            }
            let center = window.center.clamp(lower, upper);
            let alpha = (center - window.below).max(lower - 1);
            let beta = (center + window.above).min(upper + 1);
            self.shared.begin(ProofStage::Margin);
            window.center = self.narrow(rest, alpha, beta)?;
            if window.center <= alpha {
                window.below *= window.growth;
            } else if window.center >= beta {
                window.above *= window.growth;
            }
        }
    }

    /// Window of the first search for the margin.
    fn first_window(&self, rest: &Ending, evaluation: Score) -> Window {
        let search = &self.searches[0];
        if search.normalizer.features.network && rest.free.len() >= NETWORK_SIZE {
            let center = self.root.certain + search.network.margin(rest);
            return Window {
                center,
                below: NETWORK_MARGIN,
                above: NETWORK_MARGIN,
                growth: 2,
            };
        }
        Window {
            center: evaluation,
            below: MARGIN,
            above: MARGIN,
            growth: 1,
        }
    }

    /// Searches within a window, narrows the bounds by the result, and finds the first move for a
    /// new lower bound.
    fn narrow(&mut self, rest: &Ending, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        let certain = self.root.certain;
        let before = self.bounds();
        let value = certain + self.search_in_parallel(rest, alpha - certain, beta - certain)?;
        self.report_nodes();
        let lower = if value > alpha {
            before.lower.max(value)
        } else {
            before.lower
        };
        let upper = if value < beta {
            before.upper.min(value)
        } else {
            before.upper
        };
        *self.bounds.lock().expect("no thread has panicked") = Interval { lower, upper };
        if lower > before.lower {
            // At once: a limit may stop the search before its end.
            self.line = principal_variation(&mut self.searches[0], self.position, lower, 1);
        }
        (self.notify)();
        Ok(value)
    }

    fn bounds(&self) -> Interval<Score> {
        *self.bounds.lock().expect("no thread has panicked")
    }

    /// Searches with all threads, which share the table (ABDADA); returns the value of the first to
    /// finish.
    fn search_in_parallel(
        &mut self,
        rest: &Ending,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        debug_assert!(-BEYOND <= alpha && beta <= BEYOND);
        let found = OnceLock::new();
        let SharedProof {
            control,
            is_done: done,
            ..
        } = self.shared;
        let searches: Vec<Mutex<_>> = self.searches.iter_mut().map(Mutex::new).collect();
        control.on_threads(searches.len(), &|thread| {
            let mut search = searches[thread].lock().expect("one thread uses it");
            if let Ok(value) = search.search(rest, alpha, beta) {
                let _ = found.set(value);
                done.store(true, Relaxed);
            }
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

/// Finds a line of at most `plies` moves that is proved to give the player to move at least
/// `margin`; a limit may end it early.
pub(super) fn principal_variation(
    search: &mut EndingSearch<'_>,
    position: &Position<2>,
    margin: Score,
    plies: usize,
) -> Vec<Move> {
    let mut line = Vec::new();
    let mut game = *position;
    let mut margin = margin;
    while !game.is_over() && line.len() < plies {
        let Ok(Some(mv)) = move_with_margin(search, &game, margin) else {
            break;
        };
        let mover = game.last_turn();
        game.play(mv);
        line.push(mv);
        if game.last_turn() != mover {
            margin = -margin;
        }
    }
    line
}

/// Searches for a move that is proved to give the player to move a final margin of at least
/// `margin`, in 1/128 fish; `None` if no move does. Tries the best move of the table first, then
/// moves with high evaluations.
///
/// # Errors
/// When a limit ends the search first.
pub(super) fn move_with_margin(
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
        let sign = if child.last_turn() == game.last_turn() {
            1
        } else {
            -1
        };
        let value = root.certain
            + root
                .rest
                .as_ref()
                .map_or(0, |rest| static_eval(search.normalizer.fish, rest));
        let is_tt_move = Position::<2>::move_bits(mv) == u32::from(tt_move);
        moves.push((
            if is_tt_move { Score::MAX } else { sign * value },
            mv,
            sign,
            root,
        ));
    }
    moves.sort_by_key(|&(score, ..)| std::cmp::Reverse(score));
    for (_, mv, sign, root) in moves {
        let needed = margin - sign * root.certain;
        let is_proved = match &root.rest {
            None => 0 >= needed,
            Some(rest) if sign < 0 => search.search(rest, -needed, 1 - needed)? <= -needed,
            Some(rest) => search.search(rest, needed - 1, needed)? >= needed,
        };
        if is_proved {
            return Ok(Some(mv));
        }
    }
    Ok(None)
}
