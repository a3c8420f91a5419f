//! **Hidden danger** (3.4): there is a whale on the back of a tile, and nobody knows which tile it is.

mod chance_move;

pub use chance_move::{ChanceMove, WhaleOutcome, Whales, WhalesError};
use floe_fish::{PositionError, Value};
use floe_game::{Player, Score, Staked};
use floe_hex::{Hex, HexSet};

use crate::floe::mix;
use crate::notation::{Keys, expected};
use crate::plain::slide;
use crate::position::Hidden;
use crate::registry::VariantEntry;
use crate::variant_rules::{FloeMove, give_turn, put, usual_gain};
use crate::{DealError, Floe, Kind, Plain, SetUp, VariantMove, VariantRules};

pub(crate) const ENTRY: VariantEntry = VariantEntry {
    name: "hidden-whale",
    has_teams: false,
    help: concat!(
        "  hidden-whale   below one three-fish tile (--whales 3,2: and one two-fish\n",
        "                 tile) hides a whale: leave that tile, and the tile and the\n",
        "                 penguin are gone; values are expectations     c3-f3,whale\n",
    ),
};

/// What a penguin that steps onto a tile would still have got, where nothing is known of it.
const A_PENGUIN: Score = 256;

/// The whales that have not shown themselves. Where they are is no part of a position.
///
/// What a player chooses is a [`ChanceMove`] without [outcome](WhaleOutcome); what comes of it is decided by chance, for every tile is
/// as likely to hide a whale as any other with as many fish.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HiddenWhale {
    whales: Whales,
}

/// What a choice comes to, as long as no back but that of the tile left is looked at.
struct AfterChoice {
    floe: Floe,
    /// The tiles on the floe before anybody retired.
    tiles: HexSet,
}

impl VariantRules for HiddenWhale {
    type Word = u64;
    type Move = ChanceMove;

    const HAS_CHANCE: bool = true;

    fn new(kind: Option<Kind>) -> Option<HiddenWhale> {
        (kind == Some(Kind::HiddenWhale)).then_some(HiddenWhale { whales: Whales::NONE })
    }

    fn kind(&self) -> Option<Kind> {
        Some(Kind::HiddenWhale)
    }

    fn deal(&mut self, floe: &mut Floe, _tiles: [HexSet; 3], set_up: &SetUp, _seed: u64) -> Result<(), DealError> {
        self.whales = set_up.whales;
        match self.whales.iter().find(|&fish| floe.tiles_of(fish).is_empty()) {
            Some(fish) => Err(DealError::Hiding(fish)),
            None => Ok(()),
        }
    }

    fn place(&mut self, floe: &mut Floe, mv: ChanceMove) {
        self.play(floe, mv);
    }

    #[inline]
    fn for_each_choice(&self, floe: &Floe, mut visit: impl FnMut(ChanceMove)) {
        Plain.for_each_choice(floe, |mv| visit(mv.into()));
    }

    #[inline]
    fn play(&mut self, floe: &mut Floe, mv: ChanceMove) {
        let left = self.left(floe, mv);
        *floe = after_choice(floe, mv.choice, mv.outcome.whale).floe;
        self.whales = mv.outcome.spent.iter().fold(left, Whales::without);
    }

    /// Nobody has looked at the backs of the tiles of those who retire; whales that can be below no tile any more have never been there.
    fn settle(&mut self, floe: &mut Floe, player: Player) {
        give_turn(&mut Plain, floe, player);
        self.forget_lost_whales(floe);
    }

    fn for_each_outcome(&self, floe: &Floe, choice: ChanceMove, mut visit: impl FnMut(ChanceMove, f64)) {
        let choice = choice.choice;
        if self.whales.is_empty() {
            return visit(choice.into(), 1.0);
        }
        match choice {
            VariantMove::Slide { from, .. } if self.whales.contains(floe.fish(from)) => {
                let tiles = floe.tiles_of(floe.fish(from)).len();
                if tiles > 1 {
                    self.for_each_spent(floe, choice, false, 1.0 - 1.0 / f64::from(tiles), &mut visit);
                }
                self.for_each_spent(floe, choice, true, 1.0 / f64::from(tiles), &mut visit);
            }
            _ => self.for_each_spent(floe, choice, false, 1.0, &mut visit),
        }
    }

    fn outcome_in(&self, floe: &Floe, choice: ChanceMove, world: u64) -> ChanceMove {
        let choice = choice.choice;
        let hides = |fish: i32| self.hiding_place(floe, fish, world);
        let left = if let VariantMove::Slide { from, .. } = choice { Some(from) } else { None };
        let whale = left.is_some() && self.whales.iter().any(|fish| hides(fish) == left);
        let AfterChoice { floe: after, tiles } = after_choice(floe, choice, whale);
        let gone = tiles - after.tiles;
        let spent = self.whales.iter().filter(|&fish| hides(fish).is_some_and(|hex| gone.contains(hex))).collect();
        ChanceMove { choice, outcome: WhaleOutcome { whale, spent } }
    }

    #[inline]
    fn key(&self, floe: &Floe) -> u64 {
        mix(floe.key(), 512 + self.whales.bits())
    }

    /// What a choice takes at once, less what it risks.
    fn gain(&self, floe: &Floe, mv: ChanceMove) -> Score {
        let usual = usual_gain(self, floe, mv);
        let VariantMove::Slide { from, .. } = mv.choice else { return usual };
        let lost = self.dangers(floe).filter(|(suspects, ..)| suspects.contains(from));
        usual - lost.map(|(_, worth, count)| 4 * (worth + A_PENGUIN) / count).sum::<Score>()
    }

    #[inline]
    fn worth(&self, floe: &Floe, hexes: HexSet) -> Score {
        let lost = |(suspects, worth, count): (HexSet, Score, Score)| {
            (suspects & hexes).len() as Score * (worth + A_PENGUIN) / count
        };
        floe.value(hexes).score() - self.dangers(floe).map(lost).sum::<Score>()
    }

    /// Whoever stands on a whale loses that tile, and all that the penguin would still have taken.
    #[inline]
    fn expected(&self, floe: &Floe, side: HexSet, to_come: Score) -> Score {
        let each = to_come / (side.len() as Score).max(1);
        let lost = |(suspects, worth, count): (HexSet, Score, Score)| {
            (suspects & side).len() as Score * (each - A_PENGUIN).max(-worth) / count
        };
        to_come - self.dangers(floe).map(lost).sum::<Score>()
    }

    fn notes(&self, floe: &Floe) -> Vec<String> {
        let note = |fish| {
            let suspects = floe.tiles_of(fish);
            let standing = floe.all_players().map(|player| (player, (suspects & floe.own(player)).len()));
            let standing = standing.filter(|&(_, count)| count > 0);
            let standing: Vec<String> = standing.map(|(player, count)| format!("{player} stands on {count}")).collect();
            let standing = if standing.is_empty() { "nobody stands on one".to_owned() } else { standing.join(", ") };
            let name = if fish == 3 { "three" } else { "two" };
            format!("A whale hides below one of {} {name}-fish tiles; {standing}.", suspects.len())
        };
        self.whales.iter().map(note).collect()
    }

    fn keys(&self) -> &'static [&'static str] {
        &["hidden"]
    }

    fn read_keys(&mut self, floe: &mut Floe, keys: &Keys<'_>) -> Result<(), PositionError> {
        let Some(value) = keys.get("hidden") else {
            return expected(keys.end(), &"' hidden=' and the fish of the tiles that hide a whale");
        };
        self.whales = value.text().parse().or_else(|error| expected(value, &error))?;
        self.forget_lost_whales(floe);
        Ok(())
    }

    fn written_keys(&self, _floe: &Floe) -> String {
        format!(" hidden={}", self.whales)
    }

    fn signs(&self, floe: &Floe) -> Vec<String> {
        let hides = |fish: i32| {
            let name = ["two", "three"][usize::from(fish == 3)];
            match floe.tiles_of(fish).len() {
                1 => format!("A whale hides below the last {name}-fish tile."),
                tiles => {
                    format!("A whale hides below one of {tiles} {name}-fish tiles, each with a chance of 1 in {tiles}.")
                }
            }
        };
        let none = self.whales.is_empty().then(|| "No whale is hidden any more.".to_owned());
        self.whales.iter().map(hides).chain(none).collect()
    }
}

impl HiddenWhale {
    /// For every whale the tiles that may hide it, what one of them is worth, and how many they are.
    fn dangers(self, floe: &Floe) -> impl Iterator<Item = (HexSet, Score, Score)> + '_ {
        self.whales.iter().map(|fish| {
            let suspects = floe.tiles_of(fish);
            (suspects, Value { fish, tiles: 1 }.score(), (suspects.len() as Score).max(1))
        })
    }

    fn forget_lost_whales(&mut self, floe: &Floe) {
        self.whales = self.whales.iter().filter(|&fish| !floe.tiles_of(fish).is_empty()).collect();
    }

    /// The whales left after a move, those not counted that are seen where players retire.
    #[inline]
    fn left(self, floe: &Floe, mv: ChanceMove) -> Whales {
        if mv.outcome.whale { self.whales.without(floe.fish(mv.choice.ends(floe.geometry()).0)) } else { self.whales }
    }

    /// Tells what can come of a choice once it is known whether the whale was there: whales are seen where players retire.
    fn for_each_spent(
        self,
        floe: &Floe,
        choice: VariantMove,
        whale: bool,
        probability: f64,
        visit: &mut impl FnMut(ChanceMove, f64),
    ) {
        let after = after_choice(floe, choice, whale);
        let gone = after.tiles - after.floe.tiles;
        let left = self.left(floe, ChanceMove { choice, outcome: WhaleOutcome { whale, spent: Whales::NONE } });
        for spent in left.all_within() {
            let likely = left.iter().fold(probability, |likely, fish| {
                let hiding = floe.tiles_of(fish) & after.tiles;
                let seen = f64::from((hiding & gone).len()) / f64::from(hiding.len().max(1));
                likely * if spent.contains(fish) { seen } else { 1.0 - seen }
            });
            if likely > 0.0 {
                visit(ChanceMove { choice, outcome: WhaleOutcome { whale, spent } }, likely);
            }
        }
    }

    /// The tile that hides the whale in this world: of those that may, the one whose number is the least.
    ///
    /// Tiles that are gone did not hide it, or it would have been seen; so it is the same tile for the whole game.
    fn hiding_place(self, floe: &Floe, fish: i32, world: u64) -> Option<Hex> {
        let suspects = if self.whales.contains(fish) { floe.tiles_of(fish) } else { HexSet::EMPTY };
        suspects.into_iter().min_by_key(|hex| mix(mix(world, fish as u64), hex.index() as u64))
    }
}

/// The floe after a choice, whether or not the whale was there.
fn after_choice(floe: &Floe, choice: VariantMove, whale: bool) -> AfterChoice {
    let mut floe = *floe;
    match choice {
        VariantMove::Place(_) => put(&mut floe, choice),
        VariantMove::Slide { from, .. } if whale => {
            floe.remove(from.into());
            floe.penguins[floe.turn.index()].remove(from);
        }
        mv => slide(&mut floe, mv),
    }
    let tiles = floe.tiles;
    let next = floe.next(floe.turn);
    if floe.is_placement() {
        floe.turn = next;
    } else {
        give_turn(&mut Plain, &mut floe, next);
    }
    AfterChoice { floe, tiles }
}

impl Hidden {
    /// The whales that have not shown themselves.
    #[inline]
    pub fn whales(&self) -> Whales {
        self.state.whales
    }

    /// The tiles that may hide a whale that hides below one with so many fish, those under penguins included; none if there is
    /// no such whale.
    #[inline]
    pub fn suspects(&self, fish: i32) -> HexSet {
        if self.whales().contains(fish) { self.floe.tiles_of(fish) } else { HexSet::EMPTY }
    }

    /// The tile that hides the whale below one with so many fish in this world.
    pub fn hiding_place(&self, fish: i32, world: u64) -> Option<Hex> {
        self.state.hiding_place(&self.floe, fish, world)
    }
}

/// All that is on the floe; and of a score, the tiles.
impl Staked for Hidden {
    #[inline]
    fn at_stake(&self) -> Score {
        // A tile that costs fish may be left to the other side.
        let cost = Score::from(self.floe.centre_fish.min(0)).abs();
        self.floe.value(self.floe.tiles).score() + Value { fish: 2 * cost, tiles: 0 }.score()
    }

    #[inline]
    fn tie_break(score: Score) -> Score {
        Value::from_score(score).tiles
    }
}
