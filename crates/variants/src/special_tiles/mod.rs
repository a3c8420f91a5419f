//! **Special tiles** (3.7): tiles that teleport, exchange, break, give back and float.
//!
//! Tiles may lie outside the outline by one ring, so that sets have 128 bits, and moves have more parts than those of other variants.

mod effects;
mod kind;
mod numbers;
mod special_move;

use floe_fish::{Field, PositionError, Problem, Value};
use floe_game::{Interval, Player, Score};
use floe_hex::{Hex, HexSet};
pub use kind::SpecialTile;
pub use numbers::{MOST_SPECIAL, Specials, SpecialsError};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
pub use special_move::{Effect, SpecialMove};

use crate::floe::{FloeWord, SEED, mix};
use crate::notation::{Keys, expected, read_player, stand, token};
use crate::registry::VariantEntry;
use crate::variant_rules::{sum, usual_gain};
use crate::{DealError, Floe, Kind, SetUp, VariantRules};

pub(crate) const ENTRY: VariantEntry = VariantEntry {
    name: "special-tiles",
    has_teams: false,
    help: concat!(
        "  special-tiles  tiles that teleport, exchange, break, give back and float\n",
        "                 when you land on them, and score nothing; --special says\n",
        "                 how many of each are dealt                    c3-f3,to:a1\n",
    ),
};

type Board = Floe<u128>;

/// Which tiles are special, and what can be given back.
///
/// Broken tiles are among those that can be slid across and not stopped on ([`Floe::open`](crate::Floe)).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SpecialTiles {
    kinds: [HexSet<u128>; SpecialTile::COUNT],
    /// How many ordinary tiles with one, two and three fish each player has taken.
    took: [[u8; 3]; Player::MAX],
}

impl VariantRules for SpecialTiles {
    type Word = u128;
    type Move = SpecialMove;

    const GONE: &str = "retired";

    fn new(kind: Option<Kind>) -> Option<SpecialTiles> {
        (kind == Some(Kind::SpecialTiles)).then(SpecialTiles::default)
    }

    fn kind(&self) -> Option<Kind> {
        Some(Kind::SpecialTiles)
    }

    /// Makes some tiles with one and with two fish special ones, drawn at random.
    fn deal(&mut self, floe: &mut Board, tiles: [HexSet; 3], set_up: &SetUp, seed: u64) -> Result<(), DealError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        // Numbers of their own, apart from those of the deal and of moves at random.
        rng.long_jump();
        let [mut ones, mut twos] = [tiles[0], tiles[1]].map(|hexes| {
            let mut places: Vec<Hex> = hexes.into_iter().map(|hex| u128::lift(floe.outline, hex)).collect();
            places.shuffle(&mut rng);
            places
        });
        for kind in numbers::DEALT {
            for number in 0..set_up.special.of(kind) {
                let from = if number < set_up.special.twos(kind) { &mut twos } else { &mut ones };
                self.mark(floe, from.pop().ok_or(DealError::Special)?, kind);
            }
        }
        Ok(())
    }

    /// On ordinary one-fish tiles of the outline.
    #[inline]
    fn places(&self, floe: &Board) -> HexSet<u128> {
        (floe.free() & floe.tiles_of(1) & floe.geometry().outline()) - self.special()
    }

    #[inline]
    fn for_each_choice(&self, floe: &Board, mut visit: impl FnMut(SpecialMove)) {
        let special = self.special();
        for from in floe.own(floe.turn) {
            for to in floe.slides(from) {
                visit(SpecialMove::Slide { from, to, effect: Effect::Unused });
                if special.contains(to) {
                    let (mut state, mut after) = (*self, *floe);
                    state.slide(&mut after, from, to);
                    state.for_each_effect(&after, to, |effect| visit(SpecialMove::Slide { from, to, effect }));
                }
            }
        }
    }

    #[inline]
    fn play(&mut self, floe: &mut Board, mv: SpecialMove) {
        let SpecialMove::Slide { from, to, effect } = mv else { unreachable!("a placement") };
        self.slide(floe, from, to);
        self.take_effect(floe, to, effect);
        self.settle(floe, floe.next(floe.turn));
    }

    #[inline]
    fn retire(&mut self, floe: &mut Board, player: Player) {
        let own = std::mem::take(&mut floe.penguins[player.index()]);
        self.vacate(floe, player, own);
    }

    #[inline]
    fn count(&self, floe: &Board) -> u64 {
        let (special, crossing) = (self.special(), floe.crossing());
        let mut count = 0;
        for from in floe.own(floe.turn) {
            let ends = floe.geometry().slides(from, crossing) - floe.open;
            count += u64::from(ends.len());
            for to in ends & special {
                let (mut state, mut after) = (*self, *floe);
                state.slide(&mut after, from, to);
                count += state.count_effects(&after, to);
            }
        }
        count
    }

    /// What everybody has taken matters as long as somebody can be made to give it back.
    #[inline]
    fn key(&self, floe: &Board) -> u64 {
        let sets = [floe.tiles, floe.odd, floe.high].into_iter().chain(self.kinds).chain(floe.penguins);
        let key = sets.flat_map(u128::words).chain([floe.turn_word()]).fold(SEED, mix);
        if (self.of_kind(SpecialTile::Reversal) & floe.free()).is_empty() {
            return key;
        }
        self.took.iter().fold(key, |key, &[ones, twos, threes]| {
            mix(key, u64::from(ones) | u64::from(twos) << 8 | u64::from(threes) << 16)
        })
    }

    /// Special tiles are worth nothing.
    #[inline]
    fn value(&self, floe: &Board, hexes: HexSet<u128>) -> Value {
        floe.value(hexes - self.special() - self.broken())
    }

    /// The fish of the tile where the penguin ends, and what an effect takes from others.
    fn gain(&self, floe: &Board, mv: SpecialMove) -> Score {
        let worth = |hex: Hex| self.value(floe, hex.into()).score();
        let SpecialMove::Slide { effect, .. } = mv else { return usual_gain(self, floe, mv) };
        match effect {
            Effect::Unused => usual_gain(self, floe, mv),
            Effect::Jump(end) | Effect::Swap(end) => 4 * worth(end),
            Effect::Return { player, .. } => {
                let least = self.took[player.index()].iter().position(|&count| count > 0).unwrap_or_default();
                128 * (least as Score + 1)
            }
            Effect::Float { from, .. } => worth(from) / 4,
        }
    }

    /// A reversal takes three fish at most away again, also from those who have retired, and gives them to whoever gets there.
    fn prospects(&self, floe: &Board, player: Player) -> Interval<Score> {
        let reversals = (self.of_kind(SpecialTile::Reversal) & floe.free()).len() as i32;
        let returned = Value { fish: 3 * reversals, tiles: reversals }.score();
        if floe.own(player).is_empty() && !floe.is_placement() {
            return Interval::new(-returned, 0);
        }
        let all = Value { fish: sum(floe, floe.tiles, 1), tiles: floe.tiles.len() as i32 };
        let cost = Value { fish: sum(floe, floe.tiles, -1), tiles: 0 };
        Interval::new(cost.score() - returned, all.score() + returned)
    }

    fn notes(&self, floe: &Board) -> Vec<String> {
        let geometry = floe.geometry();
        let note = |player: Player| {
            let ends = geometry.slides_of(floe.own(player), floe.crossing()) & floe.free() & self.special();
            let name = |hex| format!("{} on {}", token(self, floe, hex), geometry.name(hex));
            let names: Vec<String> = ends.into_iter().map(name).collect();
            (!names.is_empty()).then(|| format!("{player} slides to these special tiles: {}.", names.join(", ")))
        };
        floe.all_players().filter_map(note).collect()
    }

    fn own_tile(&self, floe: &Board, hex: Hex) -> Option<String> {
        Some(match self.kind_of(hex)? {
            SpecialTile::Broken => "b2".to_owned(),
            SpecialTile::Cracked => "b1".to_owned(),
            kind => format!("{}{}", kind.letter(), floe.fish(hex)),
        })
    }

    fn read_tile(
        &mut self,
        floe: &mut Board,
        hex: Hex,
        rest: &mut Field<'_>,
        with_penguin: bool,
    ) -> Result<bool, PositionError> {
        let begin = *rest;
        let kinds = SpecialTile::ALL.into_iter().filter(|&kind| kind != SpecialTile::Cracked);
        let Some(kind) = kinds.into_iter().find(|kind| rest.peek() == Some(kind.letter())) else { return Ok(false) };
        let is_broken = kind == SpecialTile::Broken;
        if is_broken && with_penguin {
            return Ok(false);
        }
        rest.next();
        let digit = rest.first();
        match (rest.next(), is_broken) {
            (Some(fish @ '1'..='3'), false) => floe.lay(hex, i32::from(fish as u8 - b'0')),
            (Some('1' | '2'), true) => floe.lay(hex, 0),
            (_, false) => return expected(digit, &"the fish on a special tile, 1 to 3"),
            (_, true) => return expected(digit, &"the side of a broken tile, 2 or 1"),
        }
        self.mark(floe, hex, if is_broken && digit.text() == "1" { SpecialTile::Cracked } else { kind });
        if kind == SpecialTile::Reversal && self.of_kind(kind).len() > u32::from(MOST_SPECIAL) {
            return expected(begin.until(*rest), &format!("at most {MOST_SPECIAL} reversal tiles"));
        }
        Ok(true)
    }

    fn tokens(&self) -> &'static str {
        "a tile 1 to 3, water '.', a special tile t, x, r or f with its fish, 'b2' or 'b1', or a penguin A to D with its tile"
    }

    fn keys(&self) -> &'static [&'static str] {
        &["took", "ring"]
    }

    fn read_keys(&mut self, floe: &mut Board, keys: &Keys<'_>) -> Result<(), PositionError> {
        let Some(took) = keys.get("took") else {
            return expected(keys.end(), &"' took=' and how many tiles with 1, 2 and 3 fish everybody has taken");
        };
        let ring = keys.get("ring");
        // The leftmost error first.
        let (before, after) = if ring.is_some_and(|ring| ring.is_before(took)) { (ring, None) } else { (None, ring) };
        before.map_or(Ok(()), |ring| self.read_ring(floe, ring))?;
        self.read_took(floe, took)?;
        after.map_or(Ok(()), |ring| self.read_ring(floe, ring))
    }

    fn written_keys(&self, floe: &Board) -> String {
        let took = floe.all_players().map(|player| self.took[player.index()].map(|count| count.to_string()).join("."));
        let took = format!(" took={}", took.collect::<Vec<_>>().join(","));
        let tile = |hex| format!("{}:{}", floe.geometry().name(hex), token(self, floe, hex));
        let ring: Vec<String> = outside(floe).into_iter().map(tile).collect();
        if ring.is_empty() { took } else { format!("{took} ring={}", ring.join(",")) }
    }

    fn signs(&self, _floe: &Board) -> Vec<String> {
        let there = SpecialTile::ALL.into_iter().filter(|&kind| !self.of_kind(kind).is_empty());
        there.map(|kind| kind.meaning().to_owned()).collect()
    }

    fn remarks(&self, floe: &Board) -> Vec<String> {
        let outside: Vec<String> = outside(floe).into_iter().map(|hex| floe.geometry().name(hex)).collect();
        if outside.is_empty() {
            return Vec::new();
        }
        vec![format!("Tiles outside the outline: {}.", outside.join(", "))]
    }
}

/// The tiles outside the outline.
pub(crate) fn outside(floe: &Board) -> HexSet<u128> {
    floe.tiles - floe.geometry().outline()
}

impl SpecialTiles {
    /// Makes a tile a special one.
    fn mark(&mut self, floe: &mut Board, hex: Hex, kind: SpecialTile) {
        self.kinds[kind as usize].insert(hex);
        if matches!(kind, SpecialTile::Broken | SpecialTile::Cracked) {
            floe.odd.remove(hex);
            floe.high.remove(hex);
            floe.open.insert(hex);
        }
    }

    /// The tiles of a kind.
    #[inline]
    fn of_kind(&self, kind: SpecialTile) -> HexSet<u128> {
        self.kinds[kind as usize]
    }

    /// What kind of special tile is there, if one is.
    #[inline]
    fn kind_of(&self, hex: Hex) -> Option<SpecialTile> {
        SpecialTile::ALL.into_iter().find(|&kind| self.of_kind(kind).contains(hex))
    }

    /// The tiles that do something when they are landed on.
    #[inline]
    fn special(&self) -> HexSet<u128> {
        let [teleport, exchange, reversal, floating, ..] = self.kinds;
        teleport | exchange | reversal | floating
    }

    /// The tiles that can be slid across and not stopped on.
    #[inline]
    fn broken(&self) -> HexSet<u128> {
        self.of_kind(SpecialTile::Broken) | self.of_kind(SpecialTile::Cracked)
    }

    /// `took=3.2.1,0.1.0`: what agrees with TAKEN.
    fn read_took(&mut self, floe: &Board, field: Field<'_>) -> Result<(), PositionError> {
        let mut entries = field.split(|c| c == ',');
        for player in floe.all_players() {
            let form = "three numbers with dots between them for every player, as in 3.2.1,0.1.0";
            let Some(entry) = entries.next() else { return expected(field.end(), &form) };
            let numbers: Vec<Field<'_>> = entry.split(|c| c == '.').collect();
            let [ones, twos, threes] = numbers[..] else { return expected(entry, &form) };
            let count = |number: Field<'_>| number.number("tiles", 64).map(|count| count as u8);
            let took = [count(ones)?, count(twos)?, count(threes)?];
            let [a, b, c] = took.map(i32::from);
            let taken = floe.taken[player.index()];
            let rest = Value { fish: taken.fish - (a + 2 * b + 3 * c), tiles: taken.tiles - (a + b + c) };
            let middle = floe.centre.is_some() && matches!((rest.fish, rest.tiles), (0 | -2, 1));
            if rest != Value::default() && !middle {
                return expected(entry, &format!("{} fish on {} tiles, as TAKEN says", taken.fish, taken.tiles));
            }
            self.took[player.index()] = took;
        }
        entries.next().map_or(Ok(()), |extra| expected(extra, &"no more than one entry for every player"))
    }

    /// `ring=z3:1,b0:A2`: tiles outside the outline.
    fn read_ring(&mut self, floe: &mut Board, field: Field<'_>) -> Result<(), PositionError> {
        let geometry = floe.geometry();
        let hexes = geometry.outline().len();
        for entry in field.split(|c| c == ',') {
            let Some((name, tile)) = entry.split_once(':') else {
                return expected(entry, &"a hex beside the outline, ':' and its tile, as in z3:1");
            };
            let hex = geometry.hex(name.text()).filter(|&hex| !geometry.outline().contains(hex));
            let Some(hex) = hex else { return expected(name, &"the name of a hex beside the outline, such as z3") };
            if floe.tiles.contains(hex) {
                return expected(name, &"every hex once only");
            }
            let mut rest = tile;
            let player = match rest.peek().and_then(Player::from_letter) {
                Some(_) => Some(read_player(&mut rest, floe.players)?),
                None => None,
            };
            let fish = match rest.next() {
                Some(fish @ '1'..='3') if rest.is_empty() => i32::from(fish as u8 - b'0'),
                _ => return expected(tile, &"an ordinary tile, 1 to 3, or a penguin A to D on one"),
            };
            floe.lay(hex, fish);
            let taken: i32 = floe.taken.iter().map(|taken| taken.tiles).sum();
            let on_floe = floe.tiles.len();
            if on_floe + taken as u32 > hexes {
                return Err(entry.error(Problem::TooManyTiles { hexes, floe: on_floe }));
            }
            player.map_or(Ok(()), |player| stand(self, floe, player, hex, tile))?;
        }
        Ok(())
    }
}
