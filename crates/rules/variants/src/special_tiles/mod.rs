//! **Special tiles** (3.7): tiles that teleport, exchange, break, give back and float.
//!
//! Tiles may lie outside the outline by one ring, so that sets have 128 bits, and moves have more
//! parts than those of other variants.

mod effects;
mod special_move;
mod tile;

use floe_fish::{Value, at_most_tiles};
use floe_game::{DraftError, DraftField, Interval, POINT, Player, Score};
use floe_hex::{Hex, HexSet};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
pub use special_move::{Effect, SpecialMove};
pub use tile::{MAX_SPECIALS, SpecialTile, Specials, SpecialsError};

use crate::draft::{EXPECTED_TOOK, cell_of, put_penguin};
use crate::floe::{FloeWord, SEED, mix};
use crate::parts::way_of_penguin;
use crate::variant_knowledge::counts;
use crate::variant_rules::default_gain;
use crate::{
    DealError, DraftCell, Floe, FloeDraft, FloePart, OwnFeatures, SetUp, VariantInfo,
    VariantKnowledge, VariantPosition, VariantRules, VariantText,
};

/// Position of `special-tiles` (3.7).
pub type Special = VariantPosition<SpecialTiles>;

type Board = Floe<u128>;

/// State of the rules of `special-tiles` (3.7): the special tiles on the floe, and the tiles that
/// players can be made to return.
///
/// Broken tiles are open hexes of the [`Floe`], which can be crossed and not stopped on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SpecialTiles {
    kinds: [HexSet<u128>; SpecialTile::COUNT],
    /// Number of ordinary tiles with one, two and three fish that each player has taken.
    took: [[u8; 3]; Player::MAX],
}

impl VariantRules for SpecialTiles {
    type Word = u128;
    type Move = SpecialMove;
    const INFO: &'static VariantInfo = &VariantInfo {
        name: "special-tiles",
        has_special_tiles: true,
        help: include_str!("help.txt"),
        tokens: "a tile (1-3), water (.), a special tile (t, x, r, f) with its fish, 'b2' or 'b1', or a penguin (A-D) with its tile",
        keys: &["took", "ring"],
        features: &[
            // Its penguins.
            "penguins",
            // Special tiles of each kind within one slide; of the side to move all together once
            // more.
            "teleports",
            "exchanges",
            "reversals",
            "floating",
            "special-mover",
            // Fish that it could be made to give back: those of its lowest tile, if reversals are
            // left.
            "returnable",
        ],
        ..VariantInfo::NEW
    };

    /// Replaces random tiles with one and two fish by special ones.
    fn deal(
        &mut self,
        floe: &mut Board,
        tiles: [HexSet; 3],
        set_up: &SetUp,
        seed: u64,
    ) -> Result<(), DealError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        // Random numbers independent of those of the deal and of random moves.
        rng.long_jump();
        let [mut ones, mut twos] = [tiles[0], tiles[1]].map(|hexes| {
            let mut places: Vec<Hex> = hexes
                .into_iter()
                .map(|hex| u128::lift(floe.outline, hex))
                .collect();
            places.shuffle(&mut rng);
            places
        });
        for kind in tile::DEALT {
            for number in 0..set_up.special.of(kind) {
                let from = if number < set_up.special.twos(kind) {
                    &mut twos
                } else {
                    &mut ones
                };
                self.mark(floe, from.pop().ok_or(DealError::Special)?, kind);
            }
        }
        Ok(())
    }

    /// Ordinary one-fish tiles of the outline.
    #[inline]
    fn places(&self, floe: &Board) -> HexSet<u128> {
        (floe.free() & floe.tiles_of(1) & floe.geometry().outline()) - self.special()
    }

    #[inline]
    fn for_each_choice(&self, floe: &Board, mut visit: impl FnMut(SpecialMove)) {
        let special = self.special();
        for from in floe.penguins(floe.turn) {
            for to in floe.slides(from) {
                visit(SpecialMove::Slide(from, to, Effect::Unused));
                if special.contains(to) {
                    self.for_each_effect(*floe, from, to, |effect, targets| {
                        let with =
                            |target| SpecialMove::Slide(from, to, effect.with_target(target));
                        targets.into_iter().for_each(|target| visit(with(target)));
                    });
                }
            }
        }
    }

    #[inline]
    fn play(&mut self, floe: &mut Board, mv: SpecialMove) {
        let SpecialMove::Slide(from, to, effect) = mv else {
            unreachable!("a placement")
        };
        self.slide(floe, from, to);
        self.apply(floe, to, effect);
        self.pass_turn(floe, floe.next(floe.turn));
    }

    #[inline]
    fn retire(&mut self, floe: &mut Board, player: Player) {
        let own = std::mem::take(&mut floe.penguins[player.index()]);
        self.vacate(floe, player, own);
    }

    #[inline]
    fn count(&self, floe: &Board) -> u64 {
        let special = self.special();
        let crossing = floe.crossing();
        let mut count = 0;
        for from in floe.penguins(floe.turn) {
            let ends = floe.geometry().slides(from, crossing) - floe.open;
            count += u64::from(ends.len());
            for to in ends & special {
                self.for_each_effect(*floe, from, to, |_, targets| {
                    count += u64::from(targets.len());
                });
            }
        }
        count
    }

    /// Includes the tiles taken as long as a reversal tile can be used.
    #[inline]
    fn key(&self, floe: &Board) -> u64 {
        let sets = [floe.tiles, floe.odd, floe.high]
            .into_iter()
            .chain(self.kinds)
            .chain(floe.penguins);
        let words = sets
            .map(HexSet::to_bits)
            .flat_map(|bits| [bits as u64, (bits >> 64) as u64]);
        let key = words.chain([floe.turn_word()]).fold(SEED, mix);
        if (self.of_kind(SpecialTile::Reversal) & floe.free()).is_empty() {
            return key;
        }
        self.took.iter().fold(key, |key, &[ones, twos, threes]| {
            mix(
                key,
                u64::from(ones) | u64::from(twos) << 8 | u64::from(threes) << 16,
            )
        })
    }

    /// Special tiles have no value.
    #[inline]
    fn valued(&self, floe: &Board) -> HexSet<u128> {
        floe.tiles - self.special() - self.broken()
    }

    #[inline]
    fn value(&self, floe: &Board, hexes: HexSet<u128>) -> Value {
        floe.value(hexes & self.valued(floe))
    }
}

impl VariantKnowledge for SpecialTiles {
    /// Fish of the tile where the penguin ends, and fish that an effect takes from others.
    fn gain(&self, floe: &Board, mv: SpecialMove) -> Score {
        let SpecialMove::Slide(_, _, effect) = mv else {
            return default_gain(self, floe, mv);
        };
        match effect {
            Effect::Unused => default_gain(self, floe, mv),
            Effect::Jump(end) | Effect::Swap(end) => 4 * self.value(floe, end.into()).score(),
            Effect::Return(player, _) => {
                let least = self.took[player.index()]
                    .iter()
                    .position(|&count| count > 0)
                    .unwrap_or_default();
                POINT * (least as Score + 1)
            }
            Effect::Float(from, _) => self.value(floe, from.into()).score() / 4,
        }
    }

    /// Without teams a side is a player.
    fn own_features<const N: usize>(
        &self,
        floe: &Board,
        sides: [HexSet<u128>; N],
    ) -> [OwnFeatures; N] {
        let reach = sides.map(|own| floe.geometry().slides_of(own, floe.crossing()) & floe.free());
        self.own_features_by_reach(floe, sides, reach)
    }

    fn own_features_by_reach<const N: usize>(
        &self,
        floe: &Board,
        sides: [HexSet<u128>; N],
        reach: [HexSet<u128>; N],
    ) -> [OwnFeatures; N] {
        let has_reversals = !(self.of_kind(SpecialTile::Reversal) & floe.free()).is_empty();
        std::array::from_fn(|place| {
            let own = sides[place];
            let reach = reach[place];
            let mover = if place == 0 {
                (reach & self.special()).len()
            } else {
                0
            };
            let player = (floe.turn.index() + place) % N;
            let lowest = self.took[player]
                .iter()
                .position(|&count| count > 0)
                .map_or(0, |fish| fish as u32 + 1);
            counts([
                own.len(),
                self.count_of(reach, SpecialTile::Teleport),
                self.count_of(reach, SpecialTile::Exchange),
                self.count_of(reach, SpecialTile::Reversal),
                self.count_of(reach, SpecialTile::Floating),
                mover,
                if has_reversals { lowest } else { 0 },
            ])
        })
    }

    /// A reversal may take a tile with up to three fish from any player, a retired one too, and
    /// give it to the player that gets there.
    fn prospects(&self, floe: &Board, player: Player) -> Interval<Score> {
        let reversals = (self.of_kind(SpecialTile::Reversal) & floe.free()).len() as i32;
        let returned = Value {
            fish: 3 * reversals,
            tiles: reversals,
        }
        .score();
        if floe.penguins(player).is_empty() && !floe.is_placement() {
            return Interval::new(-returned, 0);
        }
        let (least, most) = self.gain_bounds(floe, floe.tiles, 0);
        Interval::new(least.score() - returned, most.score() + returned)
    }

    fn notes(&self, floe: &Board) -> Vec<String> {
        let geometry = floe.geometry();
        let note = |player: Player| {
            let ends = geometry.slides_of(floe.penguins(player), floe.crossing())
                & floe.free()
                & self.special();
            let of_kind = |kind: SpecialTile| {
                let names = floe.names(ends & self.of_kind(kind));
                (!names.is_empty()).then(|| format!("{} on {names}", kind.name()))
            };
            let kinds: Vec<String> = SpecialTile::ALL.into_iter().filter_map(of_kind).collect();
            (!kinds.is_empty())
                .then(|| format!("{player} can slide to special tiles: {}.", kinds.join("; ")))
        };
        floe.all_players().filter_map(note).collect()
    }
}

impl VariantText for SpecialTiles {
    const GONE: &str = "retired";

    fn special_at(&self, hex: Hex) -> Option<SpecialTile> {
        SpecialTile::ALL
            .into_iter()
            .find(|&kind| self.of_kind(kind).contains(hex))
    }

    fn lay_special(&mut self, floe: &mut Board, hex: Hex, kind: SpecialTile) -> Result<(), String> {
        self.mark(floe, hex, kind);
        let has_too_many =
            kind == SpecialTile::Reversal && self.of_kind(kind).len() > u32::from(MAX_SPECIALS);
        if has_too_many {
            Err(format!("at most {MAX_SPECIALS} reversal tiles"))
        } else {
            Ok(())
        }
    }

    fn set_up(&mut self, floe: &mut Board, draft: &FloeDraft) -> Result<(), DraftError> {
        self.set_took(floe, &draft.took)?;
        self.lay_ring(floe, &draft.ring)
    }

    fn fill_draft(&self, floe: &Board, draft: &mut FloeDraft) {
        draft.took = self.took[..floe.all_players().len()].to_vec();
        let outside = outside(floe).into_iter();
        draft.ring = outside.map(|hex| (hex, cell_of(self, floe, hex))).collect();
    }

    fn legend(&self, floe: &Board) -> Vec<String> {
        let kinds = SpecialTile::ALL
            .into_iter()
            .filter(|&kind| !self.of_kind(kind).is_empty());
        let outside = Some(floe.names(outside(floe))).filter(|names| !names.is_empty());
        let outside = outside.map(|names| format!("Tiles outside the outline: {names}."));
        kinds
            .map(|kind| kind.legend().to_owned())
            .chain(outside)
            .collect()
    }

    fn parts(&self, floe: &Board, choice: SpecialMove) -> Vec<FloePart<u128>> {
        let mut parts = way_of_penguin(floe.geometry(), choice, SpecialTiles::PLACEMENT);
        parts.extend(self.parts_of_effect(floe, choice));
        parts
    }

    fn why_no_target(&self, floe: &Board, choice: SpecialMove, hex: Hex) -> Option<String> {
        let SpecialMove::Slide(_, to, effect) = choice else {
            return None;
        };
        let geometry = floe.geometry();
        let name = geometry.name(hex);
        let stop = geometry.name(to);
        let fish = floe.fish(to);
        Some(match effect {
            Effect::Unused => return None,
            Effect::Jump(_) => {
                format!(
                    "The penguin jumps to a free tile with {fish} fish, as many as on {stop}: not to {name}."
                )
            }
            Effect::Swap(_) => format!(
                "It swaps with another player's penguin on a tile with {fish} fish, as many as on {stop}: not with {name}."
            ),
            Effect::Return(..) => {
                format!(
                    "The tile is laid on water next to {stop}, inside the outline: not on {name}."
                )
            }
            Effect::Float(..) => format!(
                "A free ordinary tile at the water floats, to water that touches another tile: {name} is not possible."
            ),
        })
    }

    /// The tiles that a reversal can take back.
    fn details(&self, floe: &Board) -> Option<String> {
        let took = |player: Player| {
            format!(
                "{player} {}",
                self.took[player.index()].map(|n| n.to_string()).join(", ")
            )
        };
        let took: Vec<String> = floe.all_players().map(took).collect();
        Some(format!(
            "Tiles taken with 1, 2 and 3 fish: {}.",
            took.join("; ")
        ))
    }
}

fn outside(floe: &Board) -> HexSet<u128> {
    floe.tiles - floe.geometry().outline()
}

impl SpecialTiles {
    /// Turns a tile into a special one.
    fn mark(&mut self, floe: &mut Board, hex: Hex, kind: SpecialTile) {
        self.kinds[kind as usize].insert(hex);
        if matches!(kind, SpecialTile::Broken | SpecialTile::Cracked) {
            floe.odd.remove(hex);
            floe.high.remove(hex);
            floe.open.insert(hex);
        }
    }

    /// Number of these tiles that are of a kind.
    fn count_of(&self, hexes: HexSet<u128>, kind: SpecialTile) -> u32 {
        (hexes & self.of_kind(kind)).len()
    }

    #[inline]
    fn of_kind(&self, kind: SpecialTile) -> HexSet<u128> {
        self.kinds[kind as usize]
    }

    /// Tiles with an effect.
    #[inline]
    fn special(&self) -> HexSet<u128> {
        let [teleport, exchange, reversal, floating, ..] = self.kinds;
        teleport | exchange | reversal | floating
    }

    /// Tiles that can be crossed and not stopped on.
    #[inline]
    fn broken(&self) -> HexSet<u128> {
        self.of_kind(SpecialTile::Broken) | self.of_kind(SpecialTile::Cracked)
    }

    /// Sets the ordinary tiles that players have taken, and compares them with their catch.
    fn set_took(&mut self, floe: &Board, took: &[[u8; 3]]) -> Result<(), DraftError> {
        let field = || DraftField::named("took");
        if took.is_empty() {
            return Err(field().expected(
                "' took=' and the numbers of tiles with 1, 2 and 3 fish that each player has taken",
            ));
        }
        for player in floe.all_players() {
            let index = player.index();
            let Some(&own) = took.get(index) else {
                return Err(field().entry(index).expected(EXPECTED_TOOK));
            };
            let [a, b, c] = own.map(i32::from);
            let taken = floe.taken[index];
            let rest = Value {
                fish: taken.fish - (a + 2 * b + 3 * c),
                tiles: taken.tiles - (a + b + c),
            };
            let is_middle = floe.centre.is_some() && matches!((rest.fish, rest.tiles), (0 | -2, 1));
            if rest != Value::default() && !is_middle {
                let sum = format!("tiles that sum up to {} as in TAKEN", taken.plain());
                return Err(field().entry(index).expected(sum));
            }
            self.took[index] = own;
        }
        if took.len() > floe.all_players().len() {
            return Err(field().expected("one entry for each player"));
        }
        Ok(())
    }

    /// Lays tiles outside the outline, with their penguins.
    fn lay_ring(&mut self, floe: &mut Board, ring: &[(Hex, DraftCell)]) -> Result<(), DraftError> {
        let hexes = floe.geometry().outline().len();
        for (number, (hex, cell)) in ring.iter().enumerate() {
            let entry = || DraftField::named("ring").entry(number);
            if floe.tiles.contains(*hex) {
                return Err(entry().part(0).expected("each hex only once"));
            }
            floe.lay(*hex, cell.tile.fish());
            let taken: i32 = floe.taken.iter().map(|taken| taken.tiles).sum();
            let on_floe = floe.tiles.len();
            if on_floe + taken as u32 > hexes {
                return Err(entry().expected(at_most_tiles(hexes, on_floe)));
            }
            for &player in &cell.penguins {
                let put = put_penguin(self, floe, *hex, player);
                put.map_err(|most| entry().part(1).expected(most))?;
            }
        }
        Ok(())
    }
}
