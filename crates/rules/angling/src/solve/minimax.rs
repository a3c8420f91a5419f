//! Minimax where nothing hidden matters any more.

use std::collections::HashMap;

use floe_game::{Game, Score, Turn};

use crate::angling::{Angling, AnglingStep};
use crate::lake::LakeSpaces;
use crate::mv::AnglingMove;

/// Exact values of days of which both players know all that matters.
#[derive(Debug, Default)]
pub(super) struct Minimax {
    /// Points of the angler from a position to the end of its day.
    values: HashMap<Angling, Score>,
}

/// Whether contents of tiles no longer matter: no catch tile is left, or no fish, or no angler can
/// stop again.
pub(super) fn is_settled(position: &Angling) -> bool {
    let can_stop = |angler| position.piers_ahead(angler) > 1;
    let is_between = matches!(position.step(), AnglingStep::Walk | AnglingStep::Slide);
    position.catch == 0
        || position.tiles.value() == position.caught.value()
        || is_between && !position.anglers().any(can_stop)
}

/// The position without tiles that no longer matter, for comparisons.
///
/// Before a walk, if the last angler can stop once more, only the tiles of the line of that stop
/// matter; otherwise all of them do.
pub(super) fn reduced(position: &Angling) -> Angling {
    let mut left = position
        .anglers()
        .filter(|&angler| !position.is_out(angler));
    let pier = match (left.next(), left.next(), position.step()) {
        (Some(angler), None, AnglingStep::Walk) if position.piers_ahead(angler) == 2 => {
            position.pier(angler)
        }
        _ => None,
    };
    let Some(pier) = pier else { return *position };
    let line: LakeSpaces = position
        .line((pier + 1) % position.piers())
        .iter()
        .copied()
        .collect();
    let mut reduced = *position;
    for space in position.area() - line {
        reduced.board.take(space);
    }
    reduced
}

/// Whether a day that began before is over.
pub(super) fn is_day_over(position: &Angling, day: usize) -> bool {
    position.turn() == Turn::Over || position.day() != day
}

impl Minimax {
    /// Number of positions with a stored value.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Points of the angler from here to the end of the day, with best play on both sides; `None`
    /// beyond this number of stored values.
    pub(super) fn value(&mut self, position: &Angling, most: usize) -> Option<Score> {
        let is_settled = is_settled(position);
        if is_settled && position.specials.fish().is_empty() {
            return Some(0);
        }
        let mut key = reduced(position);
        key.points = [0; 2];
        key.board.forget();
        if let Some(&value) = self.values.get(&key) {
            return Some(value);
        }
        if self.values.len() >= most {
            return None;
        }
        let angler = position.angler();
        let day = position.day();
        let is_angler = position.turn() == Turn::Of(angler);
        let mut best: Option<Score> = None;
        let mut kinds = 0;
        for mv in position.moves() {
            // Once contents do not matter, one move of a kind stands for all, and tiles need not
            // move.
            if is_settled
                && !matches!(
                    mv,
                    AnglingMove::Walk(..) | AnglingMove::WalkOut(_) | AnglingMove::Push(_)
                )
            {
                let kind = 1_u32 << (mv.bits() >> AnglingMove::TAG);
                if matches!(mv, AnglingMove::Slide(..)) || kinds & kind != 0 {
                    continue;
                }
                kinds |= kind;
            }
            let after = position.after(mv);
            let gained = after.points(angler) - position.points(angler);
            let value = gained
                + if is_day_over(&after, day) {
                    0
                } else {
                    self.value(&after, most)?
                };
            let is_better = best.is_none_or(|best| {
                if is_angler {
                    value > best
                } else {
                    value < best
                }
            });
            if is_better {
                best = Some(value);
            }
        }
        let value = best.unwrap_or(0);
        self.values.insert(key, value);
        Some(value)
    }
}
