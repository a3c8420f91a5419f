//! **Hidden danger** (3.4): there is a whale on the back of a tile, and nobody knows which tile it is.

use floe_fish::Value;
use floe_game::{Chance, Counted, Game, Keyed, Notated, Player, Sampled, Score, Side, Staked, Turn, TwoSided, Veiled};
use floe_hex::{Hex, HexSet, Layout};
use rand::{Rng, RngExt};

use crate::floe::{Floe, mix};
use crate::variant::State;
use crate::{Fate, Move, Risk, Rules, Variant, Whales};

/// A position with hidden whales, as everybody sees it: where the whales are is no part of it.
///
/// What a player chooses is a [`Risk`] of no [`Fate`]; what comes of it is decided by chance, for every tile is as likely to hide a
/// whale as any other with as many fish.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hidden {
    pub(crate) floe: Floe,
    whales: Whales,
}

/// What a choice comes to, as long as no back but that of the tile left is looked at.
struct After {
    floe: Floe,
    /// The tiles on the floe before anybody retired.
    tiles: HexSet,
}

impl Hidden {
    /// The position, with whoever cannot move retired. Nobody has looked at the backs of the tiles that they take.
    pub(crate) fn settled(floe: Floe, whales: Whales) -> Hidden {
        let mut floe = floe;
        floe.give_turn(floe.turn, Floe::can_slide);
        Hidden { floe, whales }.without_lost_whales()
    }

    /// Whales that can be below no tile any more have never been there.
    fn without_lost_whales(mut self) -> Hidden {
        self.whales = self.whales.iter().filter(|&fish| !self.floe.tiles_of(fish).is_empty()).collect();
        self
    }

    /// What is played.
    pub fn rules(&self) -> Rules {
        Rules { variant: Some(crate::Kind::HiddenWhale), teams: false }
    }

    /// The whales that have not shown themselves.
    #[inline]
    pub fn whales(&self) -> Whales {
        self.whales
    }

    /// The tiles that may hide a whale that hides below one with so many fish, those under penguins included; none if there is
    /// no such whale.
    #[inline]
    pub fn suspects(&self, fish: i32) -> HexSet {
        if self.whales.contains(fish) { self.floe.tiles_of(fish) } else { HexSet::EMPTY }
    }

    /// What a player has taken so far.
    #[inline]
    pub fn result(&self, player: Player) -> Value {
        self.floe.taken[player.index()]
    }

    /// Where penguins can be placed (1.4).
    #[inline]
    pub fn places(&self) -> HexSet {
        self.floe.free() & self.floe.tiles_of(1)
    }

    /// The same floe without whales, by the base rules: what can be seen of it.
    #[inline]
    pub fn bare(&self) -> Variant {
        Variant { floe: self.floe, state: State::Plain }
    }

    /// What is on a hex below a penguin that leaves it: the fish count of a whale that may be there, and of how many tiles it is
    /// one.
    #[inline]
    fn danger(&self, from: Hex) -> Option<(i32, u32)> {
        let fish = self.floe.fish(from);
        self.whales.contains(fish).then(|| (fish, self.floe.tiles_of(fish).len()))
    }

    /// The floe after a choice, whether or not the whale was there.
    fn after_choice(&self, choice: Move, whale: bool) -> After {
        let mut floe = self.floe;
        match choice {
            Move::Place(hex) => {
                floe.penguins[floe.turn.index()].insert(hex);
                floe.hand[floe.turn.index()] -= 1;
            }
            Move::Slide { from, .. } if whale => {
                floe.remove(from.into());
                floe.penguins[floe.turn.index()].remove(from);
            }
            slide => crate::plain::slide(&mut floe, slide),
        }
        let tiles = floe.tiles;
        let next = floe.next(floe.turn);
        if floe.is_placement() {
            floe.turn = next;
        } else {
            floe.give_turn(next, Floe::can_slide);
        }
        After { floe, tiles }
    }

    /// Tells what can come of a choice once it is known whether the whale was there: whales are seen where players retire.
    fn for_each_spent(&self, choice: Move, whale: bool, probability: f64, visit: &mut impl FnMut(Risk, f64)) {
        let after = self.after_choice(choice, whale);
        let gone = after.tiles - after.floe.tiles;
        let left = match self.danger(choice.ends(self.floe.outline.geometry()).0) {
            Some((fish, _)) if whale => self.whales.without(fish),
            _ => self.whales,
        };
        let all_fates = Whales::all_within(left);
        for spent in all_fates {
            let likely = left.iter().fold(probability, |likely, fish| {
                let hiding = self.floe.tiles_of(fish) & after.tiles;
                let seen = f64::from((hiding & gone).len()) / f64::from(hiding.len().max(1));
                likely * if spent.contains(fish) { seen } else { 1.0 - seen }
            });
            if likely > 0.0 {
                visit(Risk { choice, fate: Fate { whale, spent } }, likely);
            }
        }
    }

    /// Calls `visit` with all that can come of a choice.
    fn for_each_fate(&self, choice: Move, mut visit: impl FnMut(Risk, f64)) {
        if self.whales.is_empty() {
            return visit(choice.into(), 1.0);
        }
        match self.danger(choice.ends(self.floe.outline.geometry()).0) {
            Some((_, tiles)) if !matches!(choice, Move::Place(_)) => {
                if tiles > 1 {
                    self.for_each_spent(choice, false, 1.0 - 1.0 / f64::from(tiles), &mut visit);
                }
                self.for_each_spent(choice, true, 1.0 / f64::from(tiles), &mut visit);
            }
            _ => self.for_each_spent(choice, false, 1.0, &mut visit),
        }
    }

    /// The tile that hides the whale in this world: of those that may, the one whose number is the least.
    ///
    /// Tiles that are gone did not hide it, or it would have been seen; so it is the same tile for the whole game.
    pub fn hiding_place(&self, fish: i32, world: u64) -> Option<Hex> {
        self.suspects(fish).into_iter().min_by_key(|hex| mix(mix(world, fish as u64), hex.index() as u64))
    }
}

impl Game for Hidden {
    type Move = Risk;

    #[inline]
    fn players(&self) -> usize {
        usize::from(self.floe.players)
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.floe.is_deserted() { Turn::Over } else { Turn::Of(self.floe.turn) }
    }

    /// Every choice with everything that can come of it.
    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(Risk)) {
        self.for_each_choice(|choice| self.for_each_fate(choice.choice, |mv, _| visit(mv)));
    }

    #[inline]
    fn play(&mut self, mv: Risk) {
        let left = match self.danger(mv.choice.ends(self.floe.outline.geometry()).0) {
            Some((fish, _)) if mv.fate.whale => self.whales.without(fish),
            _ => self.whales,
        };
        self.floe = self.after_choice(mv.choice, mv.fate.whale).floe;
        self.whales = mv.fate.spent.iter().fold(left, Whales::without);
    }

    #[inline]
    fn score(&self, player: Player) -> Score {
        self.floe.score(player)
    }
}

impl Chance for Hidden {
    const HAS_CHANCE: bool = true;

    #[inline]
    fn for_each_choice(&self, mut visit: impl FnMut(Risk)) {
        if self.hand(self.floe.turn) > 0 {
            return self.places().into_iter().for_each(|hex| visit(Move::Place(hex).into()));
        }
        crate::plain::for_each_move(&self.floe, |mv| visit(mv.into()));
    }

    #[inline]
    fn for_each_outcome(&self, choice: Risk, visit: impl FnMut(Risk, f64)) {
        self.for_each_fate(choice.choice, visit);
    }

    fn outcome_in(&self, choice: Risk, world: u64) -> Risk {
        let from = choice.choice.ends(self.floe.outline.geometry()).0;
        let is_move = !matches!(choice.choice, Move::Place(_));
        let hides = |fish: i32| self.hiding_place(fish, world);
        let whale = is_move && self.whales.iter().any(|fish| hides(fish) == Some(from));
        let After { floe, tiles } = self.after_choice(choice.choice, whale);
        let gone = tiles - floe.tiles;
        let spent = self.whales.iter().filter(|&fish| hides(fish).is_some_and(|hex| gone.contains(hex))).collect();
        Risk { choice: choice.choice, fate: Fate { whale, spent } }
    }
}

impl Notated for Hidden {
    fn move_text(&self, mv: Risk) -> String {
        mv.text(self.floe.outline.geometry())
    }
}

impl Counted for Hidden {}

/// Every choice is equally likely, and what comes of it as likely as it is.
impl Sampled for Hidden {
    fn random_move(&self, rng: &mut impl Rng) -> Option<Risk> {
        let choices = self.choices();
        if choices.is_empty() {
            return None;
        }
        let choice = choices[rng.random_range(0..choices.len())];
        Some(self.draw_outcome(choice, rng))
    }
}

impl Veiled for Hidden {}

impl Keyed for Hidden {
    const MOVE_BITS: u32 = 16;

    #[inline]
    fn key(&self) -> u64 {
        mix(self.floe.key(), 512 + self.whales.bits())
    }

    #[inline]
    fn move_bits(mv: Risk) -> u32 {
        mv.bits().into()
    }

    #[inline]
    fn move_of_bits(bits: u32) -> Risk {
        Risk::of_bits(bits as u16)
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

/// For two players only.
impl TwoSided for Hidden {
    #[inline]
    fn side(&self, player: Player) -> Side {
        if player.index() == 0 { Side::First } else { Side::Second }
    }

    #[inline]
    fn margin(&self) -> Score {
        self.score(Player::new(0)) - self.score(Player::new(1))
    }
}
