//! Simple players.

use floe_game::{Game, Sampled};
use rand::Rng;

use crate::angling::{Angling, AnglingStep};
use crate::lake::LakeSpace;
use crate::mv::AnglingMove;
use crate::tile::{Angler, LakeTile};

/// Simple player of either role: the fish, or the player who fishes, who uses only what that player
/// knows.
///
/// ```
/// use floe_angling::{Angling, AnglingPolicy};
/// use floe_game::Game;
/// use rand::SeedableRng;
/// use rand_xoshiro::Xoshiro256PlusPlus;
///
/// let text = "angling:???6!/????/????/???? A 0,0 y1+0,r11+0 3.3.3.3 lh,yrs";
/// let position: Angling = text.parse()?;
/// let choice = AnglingPolicy::Thumb.choose(&position, &mut Xoshiro256PlusPlus::seed_from_u64(1));
/// assert!(choice.is_some_and(|mv| position.moves().contains(&mv)));
/// # Ok::<(), floe_game::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnglingPolicy {
    /// Plays a random move, each with the same probability.
    Random,
    /// Fishing, makes the catch that brings the most expected points in this round; as the fish,
    /// shows the tile of least value.
    Greedy,
    /// Fishing, takes short steps and catches at small distances; as the fish, shows known tiles
    /// first, and keeps fish off the piers that the anglers reach next.
    Thumb,
}

/// Points that a pier costs, for [`AnglingPolicy::Thumb`]: 20 piers of two anglers for the 31
/// points of the fish.
const PIER: f64 = 0.4;
/// Number of piers ahead of an angler off which fish are kept.
const NEXT_PIERS: usize = 4;

impl AnglingPolicy {
    /// Chooses a move of the player to move in `position`, without the outcome of chance; `None`
    /// when the game is over.
    pub fn choose(self, position: &Angling, rng: &mut impl Rng) -> Option<AnglingMove> {
        match (self, position.step()) {
            (_, AnglingStep::Lay) if position.is_dealt => Some(AnglingMove::Lay(None)),
            (AnglingPolicy::Random, _)
            | (_, AnglingStep::Lay | AnglingStep::Place | AnglingStep::Over) => {
                position.random_move(rng)
            }
            (_, AnglingStep::Walk) => Some(self.walk(position)),
            (_, AnglingStep::Show) => self.show(position),
            (_, AnglingStep::Catch) => Some(self.catch(position)),
            (AnglingPolicy::Greedy, AnglingStep::Slide) => Some(AnglingMove::End),
            (AnglingPolicy::Thumb, AnglingStep::Slide) => Some(keep_off(position)),
        }
    }

    /// Points that the policy counts as the cost of each pier of a walk, and of each step of the
    /// distance of a catch.
    const fn pier_cost(self) -> f64 {
        match self {
            AnglingPolicy::Thumb => PIER,
            _ => 0.0,
        }
    }

    /// Walks to the pier with the best catch to be expected, or out if nothing can be caught any
    /// more.
    fn walk(self, position: &Angling) -> AnglingMove {
        let unknown = position.expected_value();
        let mut best = None;
        let mut best_value = f64::NEG_INFINITY;
        for angler in position.anglers() {
            let Some(pier) = position.pier(angler) else {
                continue;
            };
            for by in 1..position.piers_ahead(angler) {
                let Some(value) =
                    self.best_catch(position, (pier + by) % position.piers(), unknown)
                else {
                    continue;
                };
                // Among equals the shortest step.
                let value = value.1 - self.pier_cost() * by as f64 - 1e-6 * by as f64;
                if value > best_value {
                    (best, best_value) = (Some(AnglingMove::Walk(angler, by as u8)), value);
                }
            }
        }
        let last = position
            .anglers()
            .filter(|&angler| !position.is_out(angler))
            .min_by_key(|&angler| position.piers_ahead(angler));
        best.unwrap_or_else(|| AnglingMove::WalkOut(last.unwrap_or(Angler::Yellow)))
    }

    /// Best tile to catch from a pier, with its value less the cost of its distance; `None` if no
    /// value is above zero.
    fn best_catch(self, position: &Angling, pier: usize, unknown: f64) -> Option<(LakeSpace, f64)> {
        let mut best: Option<(LakeSpace, f64)> = None;
        for (distance, &space) in (1..).zip(position.line(pier)) {
            if !position.board.has_tile(space) || position.catch_tiles(distance) == 0 {
                continue;
            }
            let points = position
                .known_tile(space)
                .map_or(unknown, |tile| f64::from(tile.value()));
            let value = points - self.pier_cost() * distance as f64;
            if points > 0.0 && best.is_none_or(|(_, most)| value > most) {
                best = Some((space, value));
            }
        }
        best
    }

    /// Catches the best tile, or looks at one if none is good enough.
    fn catch(self, position: &Angling) -> AnglingMove {
        let moves = position.moves();
        let pier = position.pier(position.active);
        let best = pier.and_then(|pier| self.best_catch(position, pier, position.expected_value()));
        let catch = best
            .filter(|&(_, value)| value > 0.0)
            .map(|(space, _)| AnglingMove::Catch(space, None));
        let look = (position.occupied() - position.known())
            .first()
            .map(|space| AnglingMove::Look(space, None));
        let choices = [catch, look, Some(AnglingMove::No)];
        choices
            .into_iter()
            .flatten()
            .find(|mv| moves.contains(mv))
            .unwrap_or(AnglingMove::No)
    }

    /// Shows the tile of least value, for [`AnglingPolicy::Thumb`] one that the angler knows if
    /// possible.
    fn show(self, position: &Angling) -> Option<AnglingMove> {
        position.moves().into_iter().min_by_key(|mv| {
            let space = mv.revealed();
            let is_new = space.is_some_and(|space| !position.known().contains(space));
            let value = space
                .and_then(|space| position.tile(space))
                .map_or(0, LakeTile::value);
            (self == AnglingPolicy::Thumb && is_new, value)
        })
    }
}

/// Moves tiles as long as that keeps fish off the next piers, then plays the special that does so
/// best, if that is worth its point.
fn keep_off(position: &Angling) -> AnglingMove {
    let now = danger(position);
    let mut best = None;
    let mut least = now - 1e-9;
    let mut special = AnglingMove::End;
    let mut least_special = now - 1.0;
    for mv in position.moves() {
        if mv == AnglingMove::End {
            continue;
        }
        let after = danger(&position.after(mv));
        if matches!(mv, AnglingMove::Slide(..)) {
            if after < least {
                (best, least) = (Some(mv), after);
            }
        } else if after < least_special {
            (special, least_special) = (mv, after);
        }
    }
    best.unwrap_or(special)
}

/// Points that the angler can reach from the next piers, near ones more.
fn danger(position: &Angling) -> f64 {
    let mut danger = 0.0;
    for angler in position.anglers() {
        let Some(pier) = position.pier(angler) else {
            continue;
        };
        for by in 1..=NEXT_PIERS.min(position.piers_ahead(angler) - 1) {
            let line = position.line((pier + by) % position.piers());
            let values = (1..)
                .zip(line)
                .filter(|&(distance, _)| position.catch_tiles(distance) > 0)
                .map(|(distance, &space)| {
                    f64::from(position.tile(space).map_or(0, LakeTile::value))
                        - PIER * distance as f64
                });
            danger += values.fold(0.0, f64::max) / by as f64;
        }
    }
    danger
}
