//! Sub-games bound the whole. The value of a contested area, for a side that may wait as often as
//! it likes, bounds its share of a larger ending, so that the areas one by one most often decide an
//! ending.

use floe_game::{Interval, Score};
use smallvec::SmallVec;

use crate::area::Area;
use crate::ending::Ending;

/// Number of waiting moves that no side can use up.
const UNLIMITED_WAITS: i32 = 64;

/// Rest of a normalized sub-game: the value of the sub-game is `sign` times that of `rest`.
#[derive(Clone, Copy)]
pub(super) struct SubGame {
    pub(super) sign: Score,
    pub(super) rest: Ending,
}

impl SubGame {
    pub(super) fn bounds(&self) -> Interval<Score> {
        if self.sign > 0 {
            self.rest.bounds()
        } else {
            -self.rest.bounds()
        }
    }
}

/// One area of an ending, in which one side has unlimited waiting moves and moves first or second.
/// The value for that side is the returned sign times the value of the returned ending.
pub(super) fn with_waits(
    ending: &Ending,
    area: Area,
    is_mine: bool,
    is_first: bool,
) -> (Score, Ending) {
    let mine = ending.me.penguins & area.penguins;
    let theirs = ending.other.penguins & area.penguins;
    let (mover, other) = if is_mine == is_first {
        (mine, theirs)
    } else {
        (theirs, mine)
    };
    let sign = if is_first { 1 } else { -1 };
    (
        sign,
        Ending::new(area.free, mover, other, sign * UNLIMITED_WAITS),
    )
}

/// Areas of a normalized ending, the largest last; empty if all free hexes are one area.
#[inline]
pub(super) fn sub_games(ending: &Ending) -> SmallVec<[Area; 8]> {
    let mut areas = SmallVec::new();
    for area in all_of(ending).sub_areas() {
        if area.free == ending.free {
            return areas;
        }
        areas.push(area);
    }
    areas.sort_unstable_by_key(|area| area.free.len());
    areas
}

/// Maximum number of contested hexes of one area.
#[inline]
pub(super) fn largest_contested(ending: &Ending) -> u32 {
    let mut largest = 0;
    let mut left = ending.me.reach & ending.other.reach;
    while let Some(first) = left.first() {
        let contested = all_of(ending).sub_area_around(first).free & left;
        largest = largest.max(contested.len());
        left -= contested;
        if left.len() <= largest {
            break;
        }
    }
    largest
}

#[inline]
fn all_of(ending: &Ending) -> Area {
    Area {
        free: ending.free,
        penguins: ending.me.penguins | ending.other.penguins,
    }
}

#[cfg(test)]
mod tests {
    use floe_fish::{Dealing, Position, deal, place_at_random};
    use floe_game::{Player, walk};
    use floe_hex::{HexSet, Layout, Standard};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// The union of the sub-games is the ending, and no penguin and no step leads from one to
    /// another.
    #[test]
    fn sub_games_have_nothing_to_do_with_each_other() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
        for seed in 0..500 {
            let position: Position<2> = place_at_random(&deal(Dealing::Shuffled, seed), rng);
            let position = walk(&position, rng.random_range(20..40), rng);
            let me = position.last_turn();
            let [mine, theirs] =
                [me, Player::new(1 - me.index())].map(|player| position.penguins(player));
            let free = Standard.flood(mine | theirs, position.free());
            let [my_reach, their_reach] =
                [mine, theirs].map(|penguins| Standard.flood(penguins, free));
            let mut ending = Ending::new(free, mine, theirs, 0);
            (ending.me.reach, ending.other.reach) = (my_reach, their_reach);
            let games = sub_games(&ending);
            for (index, game) in games.iter().enumerate() {
                let wide = game.free | Standard.neighbours(game.free);
                assert_eq!(wide & free, game.free);
                assert_eq!(wide & (mine | theirs), game.penguins);
                for other in &games[..index] {
                    assert!((other.penguins & game.penguins | other.free & game.free).is_empty());
                }
            }
            let all = games
                .iter()
                .fold(HexSet::EMPTY, |all, game| all | game.free);
            assert!(games.is_empty() || all == free);
            let contested = |free: HexSet| (free & my_reach & their_reach).len();
            let largest = games.iter().map(|game| contested(game.free)).max();
            assert_eq!(
                largest_contested(&ending),
                largest.unwrap_or(contested(free))
            );
        }
    }
}
