//! Search of placements, above the search of endings.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Mutex;

use floe_fish::{Move, Position};
use floe_game::{Game, Interval, Score};
use floe_hex::{Hex, Layout, Standard};
use floe_search::Interrupted;

use super::proof::principal_variation;
use super::search::EndingSearch;
use super::work_estimate::ProofStage;
use super::{Objective, SharedProof, Solution};

/// Proof of the final margin of a position with penguins still to be placed, by one thread:
/// alpha-beta over the placements, whose leaves are searches of endings. The order in which a
/// player has placed its penguins does not matter.
pub(super) struct PlacementProof<'a> {
    pub(super) shared: &'a SharedProof<'a>,
    /// Bounds of the margin, read by the thread that reports progress.
    pub(super) bounds: &'a Mutex<Interval<Score>>,
    pub(super) notify: &'a dyn Fn(),
    pub(super) search: EndingSearch<'a>,
    /// Proved bounds of the margins of positions during placement, and the best placement so far.
    pub(super) known: HashMap<Position<2>, Known>,
}

/// Proved bounds of a position during placement, and the best placement that a search found.
#[derive(Clone, Copy)]
pub(super) struct Known {
    bounds: Interval<Score>,
    best: Option<Move>,
}

/// First width of windows around the expected margin, to either side, in 1/128 fish.
const FIRST_WIDTH: Score = 128;

impl PlacementProof<'_> {
    /// Bounds of the final margin of a position by its tiles alone, for the player to move.
    pub(super) fn trivial_bounds(position: &Position<2>) -> Interval<Score> {
        let me = position.last_turn();
        let other = floe_game::Player::new(1 - me.index());
        let certain = position.score(me) - position.score(other);
        let open = position.value(position.tiles());
        Interval::new(certain - open, certain + open)
    }

    /// Proves as much as the limits allow, and finds the principal variation.
    pub(super) fn solve(mut self, position: &Position<2>, objective: Objective) -> Solution {
        let mut line = Vec::new();
        let finished = self.prove(position, objective, &mut line);
        let bounds = self.bounds();
        if finished.is_ok() {
            self.shared.begin(ProofStage::Done);
        }
        if finished.is_ok() && bounds.is_exact() {
            let whole = self.line(position, bounds.lower, usize::MAX);
            line = if whole.is_empty() { line } else { whole };
        }
        let _ = self.search.meter.report();
        Solution {
            bounds,
            line,
            nodes: self.shared.control.nodes(),
            work: self.shared.progress(Some(bounds)).work,
        }
    }

    /// Narrows the bounds until they meet, or until the winner is known.
    fn prove(
        &mut self,
        position: &Position<2>,
        objective: Objective,
        line: &mut Vec<Move>,
    ) -> Result<(), Interrupted> {
        let mut center = 0;
        for alpha in [0, -1] {
            let Interval { lower, upper } = self.bounds();
            if (lower..upper).contains(&alpha) {
                center = self.narrow(position, alpha, alpha + 1, line)?;
            }
        }
        if objective == Objective::WinDrawLoss {
            return Ok(());
        }
        let mut below = FIRST_WIDTH;
        let mut above = FIRST_WIDTH;
        loop {
            let Interval { lower, upper } = self.bounds();
            if lower >= upper {
                return Ok(());
            }
            center = center.clamp(lower, upper);
            let alpha = (center - below).max(lower - 1);
            let beta = (center + above).min(upper + 1);
            center = self.narrow(position, alpha, beta, line)?;
            if center <= alpha {
                below *= 2;
            } else if center >= beta {
                above *= 2;
            }
        }
    }

    /// Searches within a window, narrows the bounds by the result, and finds the first move for a
    /// new lower bound.
    fn narrow(
        &mut self,
        position: &Position<2>,
        alpha: Score,
        beta: Score,
        line: &mut Vec<Move>,
    ) -> Result<Score, Interrupted> {
        let before = self.bounds();
        let value = self.search(position, alpha, beta)?;
        let _ = self.search.meter.report();
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
            *line = self.line(position, lower, 1);
        }
        (self.notify)();
        Ok(value)
    }

    fn bounds(&self) -> Interval<Score> {
        *self.bounds.lock().expect("no thread has panicked")
    }

    /// Fail-soft final margin of a position for the player to move, in 1/128 fish.
    fn search(
        &mut self,
        position: &Position<2>,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        if !position.is_placement() {
            let root = self.search.normalizer.normalize_position(position);
            let certain = root.certain;
            let open = match &root.rest {
                Some(rest) => self.search.search(rest, alpha - certain, beta - certain)?,
                None => 0,
            };
            return Ok(certain + open);
        }
        self.search.count()?;
        let unknown = Known {
            bounds: Self::trivial_bounds(position),
            best: None,
        };
        let Known {
            bounds,
            best: first,
        } = self.known.get(position).copied().unwrap_or(unknown);
        if bounds.lower >= beta || bounds.is_exact() {
            return Ok(bounds.lower);
        }
        if bounds.upper <= alpha {
            return Ok(bounds.upper);
        }
        let mut value = Score::MIN;
        let mut best = first;
        for mv in ordered_moves(position, first) {
            let margin = self.search_child(position, mv, alpha.max(value), beta)?;
            if margin > value {
                value = margin;
                if margin > alpha {
                    best = Some(mv);
                }
            }
            if value >= beta {
                break;
            }
        }
        let lower = if value > alpha {
            bounds.lower.max(value)
        } else {
            bounds.lower
        };
        let upper = if value < beta {
            bounds.upper.min(value)
        } else {
            bounds.upper
        };
        self.known.insert(
            *position,
            Known {
                bounds: Interval { lower, upper },
                best,
            },
        );
        Ok(value)
    }

    /// Fail-soft final margin after a move, for the player who makes it.
    fn search_child(
        &mut self,
        position: &Position<2>,
        mv: Move,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        let child = position.after(mv);
        if child.last_turn() == position.last_turn() {
            self.search(&child, alpha, beta)
        } else {
            Ok(-self.search(&child, -beta, -alpha)?)
        }
    }

    /// A line of at most `plies` moves that is proved to give the player to move at least `margin`;
    /// a limit may end it early.
    fn line(&mut self, position: &Position<2>, margin: Score, plies: usize) -> Vec<Move> {
        let mut line = Vec::new();
        let mut game = *position;
        let mut margin = margin;
        while game.is_placement() && line.len() < plies {
            let Ok(Some(mv)) = self.move_with_margin(&game, margin) else {
                return line;
            };
            let mover = game.last_turn();
            game.play(mv);
            line.push(mv);
            if game.last_turn() != mover {
                margin = -margin;
            }
        }
        let rest = plies - line.len();
        line.extend(principal_variation(&mut self.search, &game, margin, rest));
        line
    }

    /// A placement that is proved to give the player to move at least `margin`; `None` if no
    /// placement does.
    pub(super) fn move_with_margin(
        &mut self,
        position: &Position<2>,
        margin: Score,
    ) -> Result<Option<Move>, Interrupted> {
        let first = self.known.get(position).and_then(|known| known.best);
        for mv in ordered_moves(position, first) {
            if self.search_child(position, mv, margin - 1, margin)? >= margin {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}

/// Legal placements: first the given one, then those from which a penguin can slide to the most
/// fish.
fn ordered_moves(position: &Position<2>, first: Option<Move>) -> Vec<Move> {
    let free = position.free();
    let slides = |hex: Hex| position.value(Standard.slides(hex.into(), free));
    let order = |mv: &Move| match *mv {
        Move::Place(hex) => Reverse((Some(*mv) == first, slides(hex))),
        Move::Slide { .. } => unreachable!("penguins are placed first"),
    };
    let mut moves = position.moves().to_vec();
    moves.sort_by_cached_key(order);
    moves
}
