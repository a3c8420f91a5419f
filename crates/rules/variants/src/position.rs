use std::ops::Deref;

use floe_fish::Value;
use floe_game::{
    Chance, Counted, Game, Keyed, Notated, Player, Sampled, Score, Side, Turn, TwoSided, Veiled,
    count_pairs_singly,
};
use floe_hex::{Hex, HexSet};
use rand::{Rng, RngExt};

use crate::parts::move_words;
use crate::variant_rules::{penguin_count, place_penguin};
use crate::{Floe, FloeMove, FloePart, Rules, VariantRules, VariantText};

/// Position of a game by the rules `V` of a variant on any outline, or by the base rules on an
/// outline other than the official one.
///
/// It is a [`Floe`], which it dereferences to, with the [state](VariantPosition::state) of the
/// variant. The player whose turn it is can always move, unless the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct VariantPosition<V: VariantRules> {
    pub(crate) floe: Floe<V::Word>,
    pub(crate) state: V,
}

impl<V: VariantRules> Deref for VariantPosition<V> {
    type Target = Floe<V::Word>;

    #[inline]
    fn deref(&self) -> &Floe<V::Word> {
        &self.floe
    }
}

impl<V: VariantRules> VariantPosition<V> {
    /// Creates a position and retires the players who cannot move.
    pub(crate) fn settled(floe: Floe<V::Word>, state: V) -> VariantPosition<V> {
        let mut position = VariantPosition { floe, state };
        if !floe.is_placement() {
            position.state.pass_turn(&mut position.floe, floe.turn);
        }
        position
    }

    /// The state that only this variant has, with its rules.
    #[inline]
    pub fn state(&self) -> &V {
        &self.state
    }

    /// Rules of the game: the variant, and whether it is played in teams.
    pub fn rules(&self) -> Rules {
        Rules {
            variant: self.state.info(),
            teams: self.floe.teams,
        }
    }

    /// Fish and tiles that a player gains by taking the tiles on `hexes`.
    #[inline]
    pub fn value(&self, hexes: HexSet<V::Word>) -> Value {
        self.state.value(self, hexes)
    }

    /// Number of penguins that `player` has on the floe, those that share a tile counted singly.
    pub fn penguin_count(&self, player: Player) -> u32 {
        penguin_count(&self.state, &self.floe, player)
    }

    /// Value of the tiles on `hexes` as an explanation shows it: their fish and number; where no
    /// tiles are taken, their number in the place of fish.
    pub fn explained_value(&self, hexes: HexSet<V::Word>) -> Value {
        if self.state.info().takes_tiles() {
            self.value(hexes)
        } else {
            Value {
                fish: hexes.len() as i32,
                tiles: 0,
            }
        }
    }

    /// Result that `player` would have if the game ended now: what it has taken, and the tiles on
    /// which only its penguins stand, with their fish once for each penguin. Where no tiles are
    /// taken: its penguins.
    pub fn result_if_ended(&self, player: Player) -> Value {
        let result = self.state.result(self, player);
        if !self.state.info().takes_tiles() {
            return Value { tiles: 0, ..result };
        }
        let others = self.all_players().filter(|&other| other != player);
        let others = others.fold(HexSet::EMPTY, |all, other| all | self.penguins(other));
        (self.penguins(player) - others)
            .into_iter()
            .fold(result, |sum, hex| {
                let tile = self.value(hex.into());
                let penguins = self.state.penguins_on(self, player, hex) as i32;
                Value {
                    fish: sum.fish + tile.fish * penguins,
                    tiles: sum.tiles + tile.tiles,
                }
            })
    }

    /// Hexes where each penguin of `player` could stop by one move, were it its turn: by slides,
    /// steps and pushes (3.1), before any effect of a special tile (3.7). Each entry begins with
    /// the hex of the penguin; the entries are in reading order. Penguins that share a tile are
    /// one.
    pub fn ends_by_penguin(&self, player: Player) -> Vec<(Hex, HexSet<V::Word>)> {
        let mut floe = self.floe;
        floe.turn = player;
        let mut ends: Vec<_> = self
            .penguins(player)
            .into_iter()
            .map(|hex| (hex, HexSet::EMPTY))
            .collect();
        self.state.for_each_choice(&floe, |mv| {
            let (from, to) = mv.endpoints(self.geometry());
            let penguin = ends.iter_mut().find(|(hex, _)| *hex == from);
            penguin.expect("a penguin of the player").1.insert(to);
        });
        ends
    }

    /// Hexes that a penguin on `from` could slide or step to, in the turn of any player; whether a
    /// penguin stands on `from` is not checked. Pushes (3.1), and the jumps and swaps of special
    /// tiles (3.7), are not included.
    #[inline]
    pub fn destinations(&self, from: Hex) -> HexSet<V::Word> {
        self.state.destinations(self, from)
    }
}

impl<V: VariantText> Game for VariantPosition<V> {
    type Move = V::Move;

    #[inline]
    fn players(&self) -> usize {
        self.floe.all_players().len()
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.state.is_over(&self.floe) {
            Turn::Over
        } else {
            Turn::Of(self.floe.turn)
        }
    }

    /// Calls `visit` with every choice, with each of its outcomes where chance decides.
    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(V::Move)) {
        self.for_each_choice(|choice| {
            self.state
                .for_each_outcome(&self.floe, choice, |mv, _| visit(mv));
        });
    }

    #[inline]
    fn play(&mut self, mv: V::Move) {
        if V::INFO.has_chance || mv.placed().is_none() {
            return self.state.play(&mut self.floe, mv);
        }
        place_penguin(&mut self.floe, mv);
        let next = self.floe.next(self.floe.turn);
        self.floe.turn = next;
        if !self.is_placement() {
            self.state.pass_turn(&mut self.floe, next);
        }
    }

    #[inline]
    fn score(&self, player: Player) -> Score {
        self.state.score(&self.floe, player)
    }
}

impl<V: VariantText> Chance for VariantPosition<V> {
    const HAS_CHANCE: bool = V::INFO.has_chance;

    #[inline]
    fn for_each_choice(&self, mut visit: impl FnMut(V::Move)) {
        if self.hand[self.turn.index()] > 0 {
            self.state
                .places(self)
                .into_iter()
                .for_each(|hex| visit(V::Move::placement(hex)));
        } else {
            self.state.for_each_choice(&self.floe, visit);
        }
    }

    #[inline]
    fn for_each_outcome(&self, choice: V::Move, visit: impl FnMut(V::Move, f64)) {
        self.state.for_each_outcome(&self.floe, choice, visit);
    }

    #[inline]
    fn choice_of(&self, mv: V::Move) -> V::Move {
        self.state.choice_of(mv)
    }

    #[inline]
    fn outcome_in(&self, choice: V::Move, world: u64) -> V::Move {
        self.state.outcome_in(&self.floe, choice, world)
    }
}

/// Every choice is equally likely; its outcome is drawn with the probabilities of the rules.
impl<V: VariantText> Sampled for VariantPosition<V> {
    fn random_move(&self, rng: &mut impl Rng) -> Option<V::Move> {
        let choices = self.choices();
        if choices.is_empty() {
            return None;
        }
        let choice = choices[rng.random_range(0..choices.len())];
        Some(self.draw_outcome(choice, rng))
    }
}

impl<V: VariantText> Notated for VariantPosition<V> {
    fn move_text(&self, mv: V::Move) -> String {
        mv.text(self.geometry())
    }
}

impl<V: VariantText> Counted for VariantPosition<V> {
    #[inline]
    fn count_moves(&self) -> u64 {
        if V::INFO.has_chance {
            let mut count = 0;
            self.for_each_move(|_| count += 1);
            count
        } else if self.hand[self.turn.index()] > 0 {
            u64::from(self.state.places(self).len())
        } else {
            self.state.count(&self.floe)
        }
    }

    #[inline]
    fn count_pairs(&self) -> u64 {
        self.state
            .count_pairs(&self.floe)
            .unwrap_or_else(|| count_pairs_singly(self))
    }
}

impl<V: VariantText> Veiled for VariantPosition<V> {}

impl<V: VariantText> Keyed for VariantPosition<V> {
    const MOVE_BITS: u32 = V::Move::BITS;

    #[inline]
    fn key(&self) -> u64 {
        self.state.key(&self.floe)
    }

    #[inline]
    fn move_bits(mv: V::Move) -> u32 {
        mv.bits()
    }

    #[inline]
    fn move_of_bits(bits: u32) -> V::Move {
        V::Move::of_bits(bits)
    }
}

/// Meaningful only for two sides: two players, or two teams.
impl<V: VariantText> TwoSided for VariantPosition<V> {
    #[inline]
    fn side(&self, player: Player) -> Side {
        if player.index() & 1 == 0 {
            Side::First
        } else {
            Side::Second
        }
    }
}

impl<V: VariantText> VariantPosition<V> {
    /// Parts of a legal choice in the order in which its player chooses them.
    pub fn parts(&self, choice: V::Move) -> Vec<FloePart<V::Word>> {
        self.state().parts(self, choice)
    }

    /// A legal choice in words: `c3 to f3, the whale swims east to d5`.
    pub fn move_words(&self, choice: V::Move) -> String {
        move_words(self.geometry(), choice, &self.parts(choice))
    }

    /// Words of the part of a legal choice by which a penguin is lost, or a penguin other than the
    /// moving one changes its place: `the whale swims east to d5 and takes B's penguin`. `None` if
    /// there is no such part.
    pub fn strike_words(&self, choice: V::Move) -> Option<String> {
        let others = self.occupied();
        let strikes = |part: &FloePart<V::Word>| {
            !part.lost.is_empty() || part.way.is_some_and(|(_, end)| others.contains(end))
        };
        self.parts(choice)
            .into_iter()
            .find(strikes)
            .map(|part| part.words)
    }
}
