//! Positions of the base game as positions of a variant, and the other way round.

use std::ops::RangeInclusive;

use floe_fish::{Description, Move, Position, TAKEN};
use floe_game::{DraftError, DraftField, Game, Player};
use floe_hex::{Geometry, Hex, HexSet, Layout, Standard};

use crate::{
    Floe, FloeDraft, Outline, Plain, Rules, Variant, VariantKnowledge, VariantMove,
    VariantPosition, VariantState,
};

/// The base game is the variant with the base rules on the official floe.
impl<const N: usize> From<Position<N>> for Variant {
    fn from(position: Position<N>) -> Variant {
        let mut floe = Floe::new(Outline::STANDARD, N, false);
        floe.turn = position.last_turn();
        position
            .tiles()
            .into_iter()
            .for_each(|hex| floe.lay(hex, position.fish(hex) as i32));
        for player in Player::first(position.players()) {
            let index = player.index();
            floe.penguins[index] = position.penguins(player);
            floe.taken[index] = position.taken(player);
            floe.hand[index] = position.hand(player);
        }
        VariantPosition::settled(floe, VariantState::Plain(Plain))
    }
}

impl<const N: usize> From<&Position<N>> for FloeDraft {
    fn from(position: &Position<N>) -> FloeDraft {
        FloeDraft::from(&Variant::from(*position))
    }
}

impl FloeDraft {
    /// Makes the draft a position of the base game on the official floe.
    ///
    /// # Errors
    /// If the draft is no position, has other rules or another outline, or is not for `N` players.
    pub fn build_base<const N: usize>(&self) -> Result<Position<N>, DraftError> {
        let variant: Variant = self.build()?;
        if self.rules != Rules::BASE || !self.outline.is_standard() {
            let rules = DraftField::named("rules");
            return Err(rules.expected("the base game on the official floe"));
        }
        if self.players() != N {
            return Err(TAKEN.expected(format!("fish:tiles for each of {N} players")));
        }
        Ok(base_position(&variant, |hexes| hexes))
    }
}

/// The position of the base game with the hexes of a position of the base rules where `moved` puts
/// them on the official floe.
pub(crate) fn base_position<const N: usize>(
    variant: &Variant,
    moved: impl Fn(HexSet) -> HexSet,
) -> Position<N> {
    let mut description = Description {
        players: N,
        turn: variant.turn,
        ..Description::default()
    };
    description.tiles = [1, 2, 3].map(|fish| moved(variant.tiles_of(fish)));
    description.penguins = variant.penguins.map(&moved);
    description.taken = variant.taken;
    description.hand = variant.hand;
    Position::new(&description)
}

/// Position of a variant for `N` players whose tiles were moved together onto the official floe,
/// where the game is the same by the base rules.
#[derive(Clone, Copy, Debug)]
pub struct OnOfficialFloe<const N: usize> {
    /// The position on the official floe.
    pub position: Position<N>,
    /// Layout that the tiles come from.
    outline: Outline,
    /// Way that the tiles were moved: half hexes to the right, and rows down.
    shift: (i32, i32),
}

impl<const N: usize> OnOfficialFloe<N> {
    /// Moves the tiles of a position of the base rules onto the official floe, without turning
    /// them. `None` for other rules, teams and a number of players other than `N`, if the tiles do
    /// not fit, or if the hex in the middle is special.
    pub fn of(variant: &Variant) -> Option<OnOfficialFloe<N>> {
        let is_base = matches!(variant.state(), VariantState::Plain(_)) && !variant.teams;
        if is_base {
            OnOfficialFloe::moved(variant)
        } else {
            None
        }
    }

    /// Moves the tiles like [`of`](OnOfficialFloe::of), for a position of any variant that goes on
    /// as by the base rules, because no two players can reach a common tile. That they cannot is
    /// not checked. In teams each player of the result plays for itself.
    ///
    /// `None` during the placement, if the rules of the variant may still have an effect, for a
    /// number of players other than `N`, if the tiles do not fit, or if the hex in the middle is
    /// special.
    pub fn of_separated(variant: &Variant) -> Option<OnOfficialFloe<N>> {
        let is_base = !variant.is_placement() && variant.state().is_base_when_separated(variant);
        if is_base {
            OnOfficialFloe::moved(variant)
        } else {
            None
        }
    }

    fn moved(variant: &Variant) -> Option<OnOfficialFloe<N>> {
        let is_usual = variant.open.is_empty() && variant.tiles == variant.odd | variant.high;
        if variant.players() != N || !is_usual {
            return None;
        }
        let shift = shifts(variant.outline, variant.tiles)
            .find(|&shift| moved(variant.outline, variant.tiles, shift).is_some())?;
        let moved = |hexes: HexSet| moved(variant.outline, hexes, shift).expect("all tiles fit");
        let position = base_position(variant, moved);
        Some(OnOfficialFloe {
            position,
            outline: variant.outline,
            shift,
        })
    }

    /// The move in the original position that is the move `mv` on the official floe.
    pub fn move_back(&self, mv: Move) -> VariantMove {
        match mv {
            Move::Place(hex) => VariantMove::Place(self.back(hex)),
            Move::Slide { from, to } => VariantMove::Slide(self.back(from), self.back(to)),
        }
    }

    /// The hex that was moved to this one, which has a tile.
    fn back(&self, hex: Hex) -> Hex {
        let (x, row) = Standard.geometry().place(hex);
        let back = Layout::geometry(self.outline).at(x - self.shift.0, row - self.shift.1);
        back.expect("a hex of a tile")
    }
}

/// Ways to move hexes of an outline that keep them in the rectangle around the official floe: half
/// hexes to the right, and rows down.
fn shifts(outline: Outline, hexes: HexSet) -> impl Iterator<Item = (i32, i32)> {
    let official = places(Standard.geometry(), Standard.geometry().hexes());
    let own = places(Layout::geometry(outline), hexes);
    let halves = shifts_along(&official, &own, |(halves, _)| halves);
    let rows = shifts_along(&official, &own, |(_, row)| row);
    rows.flat_map(move |rows| halves.clone().map(move |halves| (halves, rows)))
}

fn places(geometry: &Geometry, hexes: HexSet) -> Vec<(i32, i32)> {
    hexes.into_iter().map(|hex| geometry.place(hex)).collect()
}

/// Ways to move places along one axis that keep them between the first and the last of the official
/// ones.
fn shifts_along(
    official: &[(i32, i32)],
    own: &[(i32, i32)],
    axis: fn((i32, i32)) -> i32,
) -> RangeInclusive<i32> {
    let first = least(official, axis) - least(own, axis);
    let last = most(official, axis) - most(own, axis);
    first..=last
}

fn least(places: &[(i32, i32)], axis: fn((i32, i32)) -> i32) -> i32 {
    places.iter().copied().map(axis).min().unwrap_or(0)
}

fn most(places: &[(i32, i32)], axis: fn((i32, i32)) -> i32) -> i32 {
    places.iter().copied().map(axis).max().unwrap_or(0)
}

/// Hexes of an outline moved onto the official floe; `None` if one of them does not fit.
fn moved(outline: Outline, hexes: HexSet, (right, down): (i32, i32)) -> Option<HexSet> {
    let geometry = Layout::geometry(outline);
    let moved = |hex| {
        let (x, row) = geometry.place(hex);
        Standard.geometry().at(x + right, row + down)
    };
    hexes
        .into_iter()
        .map(moved)
        .collect::<Option<Vec<Hex>>>()
        .map(|hexes| hexes.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use floe_game::walk;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::{Rules, SetUp};

    /// Every move has its twin on the official floe, and leads to the position with the same
    /// scores.
    #[test]
    fn moved_positions_are_the_same_game() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        for layout in [
            "rows(1:4,0:5,1:4,0:5,1:4)",
            "rows(4:3,3:4,2:5,3:4,4:3)",
            "rows(0:8,1:7)",
        ] {
            let outline = Outline::by_name(layout).unwrap().unwrap();
            let set_up = SetUp {
                outline,
                penguins: Some(2),
                ..SetUp::usual(Rules::BASE, 2)
            };
            let mut game = Variant::deal(&set_up, 1).unwrap();
            while !game.is_over() {
                let moved = OnOfficialFloe::<2>::of(&game).unwrap();
                let mut moves: Vec<VariantMove> = moved
                    .position
                    .moves()
                    .into_iter()
                    .map(|mv| moved.move_back(mv))
                    .collect();
                let mut own = game.moves().to_vec();
                moves.sort_unstable();
                own.sort_unstable();
                assert_eq!(moves, own, "{game:?}");
                let scores =
                    |game: &dyn Fn(Player) -> i32| Player::first(2).map(game).collect::<Vec<_>>();
                let position = moved.position;
                assert_eq!(
                    scores(&|player| position.score(player)),
                    scores(&|player| game.score(player))
                );
                game = walk(&game, 1, rng);
            }
        }
    }

    #[test]
    fn other_games_stay_where_they_are() {
        for text in [
            "rows(0:9,1:2):1A1.11112B1/12 A 0:0,0:0",
            "rows(1:4,0:5,1:4):.A1B21/.1B3A2./.... A 4:3,8:4 rules=push",
            "rows(0:3):A1B1C1 A 0:0,0:0,0:0",
        ] {
            assert!(
                OnOfficialFloe::<2>::of(&text.parse().unwrap()).is_none(),
                "{text}"
            );
        }
    }
}
