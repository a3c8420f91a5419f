use floe_fish::Value;
use floe_game::{
    Chance, Counted, Game, Interval, Keyed, Notated, Player, Sampled, Score, Side, Turn, TwoSided, Veiled,
};
use floe_hex::{Geometry, Hex, HexSet};
use rand::{Rng, RngExt};

use crate::variant_rules::FloeMove;
use crate::{Floe, HiddenWhale, Outline, Rules, SpecialTiles, VariantRules, VariantState};

/// A position of a variant on any outline, or of the base rules on other outlines than the official one.
///
/// The player whose turn it is can always move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct VariantPosition<V: VariantRules> {
    pub(crate) floe: Floe<V::Word>,
    pub(crate) state: V,
}

/// A position of any variant without chance whose floe is the outline.
pub type Variant = VariantPosition<VariantState>;

/// A position with special tiles (3.7).
pub type Special = VariantPosition<SpecialTiles>;

/// A position with hidden whales (3.4), as everybody sees it: where the whales are is no part of it.
pub type Hidden = VariantPosition<HiddenWhale>;

impl<V: VariantRules> VariantPosition<V> {
    /// The position, with whoever cannot move retired.
    pub(crate) fn settled(floe: Floe<V::Word>, state: V) -> VariantPosition<V> {
        let mut position = VariantPosition { floe, state };
        if !floe.is_placement() {
            position.state.settle(&mut position.floe, floe.turn);
        }
        position
    }

    /// What is played.
    pub fn rules(&self) -> Rules {
        Rules { variant: self.state.kind(), teams: self.floe.teams }
    }

    /// The outline of the floe.
    #[inline]
    pub fn outline(&self) -> Outline {
        self.floe.outline
    }

    /// What follows from the outline, and from a ring around it where tiles may lie there.
    #[inline]
    pub fn geometry(&self) -> &'static Geometry<V::Word> {
        self.floe.geometry()
    }

    /// All tiles on the floe.
    #[inline]
    pub fn tiles(&self) -> HexSet<V::Word> {
        self.floe.tiles
    }

    /// The tiles that can be stopped on.
    #[inline]
    pub fn free(&self) -> HexSet<V::Word> {
        self.floe.free()
    }

    /// What can be slid across: the free tiles, the open middle, broken tiles.
    #[inline]
    pub fn crossing(&self) -> HexSet<V::Word> {
        self.floe.crossing()
    }

    /// The fish of the tile on a hex; none on water.
    #[inline]
    pub fn fish(&self, hex: Hex) -> i32 {
        self.floe.fish(hex)
    }

    /// The fish and tiles that whoever takes `hexes` gets.
    #[inline]
    pub fn value(&self, hexes: HexSet<V::Word>) -> Value {
        self.state.value(&self.floe, hexes)
    }

    /// The hexes where a player has penguins.
    #[inline]
    pub fn penguins(&self, player: Player) -> HexSet<V::Word> {
        self.floe.own(player)
    }

    /// How many penguins of a player stand on a hex.
    #[inline]
    pub fn penguins_on(&self, player: Player, hex: Hex) -> u32 {
        self.state.penguins_on(&self.floe, player, hex)
    }

    /// How many penguins a player has still to place.
    #[inline]
    pub fn hand(&self, player: Player) -> u8 {
        self.floe.hand[player.index()]
    }

    /// How many penguins are still to be placed, by everybody.
    pub fn in_hand(&self) -> usize {
        self.floe.hand.into_iter().map(usize::from).sum()
    }

    /// The player to move; when the game is over, the one who had the last turn.
    #[inline]
    pub fn last_turn(&self) -> Player {
        self.floe.turn
    }

    /// Whether penguins are still being placed.
    #[inline]
    pub fn is_placement(&self) -> bool {
        self.floe.is_placement()
    }

    /// Where penguins can be placed (1.4).
    #[inline]
    pub fn places(&self) -> HexSet<V::Word> {
        self.state.places(&self.floe)
    }

    /// Where a penguin on a hex could go, were it its player's turn: what it slides or steps to, in groups tiles with others on them, too.
    #[inline]
    pub fn ends(&self, from: Hex) -> HexSet<V::Word> {
        self.state.ends(&self.floe, from)
    }

    /// What a player itself has so far: what it has taken, or its penguins and the fish of its areas (3.5).
    #[inline]
    pub fn result(&self, player: Player) -> Value {
        self.state.result(&self.floe, player)
    }

    /// Whether there are two sides: two players, or two teams.
    #[inline]
    pub fn has_two_sides(&self) -> bool {
        self.floe.players == 2 || self.floe.teams
    }
}

/// What the evaluation asks of a variant.
impl<V: VariantRules> VariantPosition<V> {
    /// Immediate gain of a move, in 1/128 fish or what else is at stake.
    pub fn gain(&self, mv: V::Move) -> Score {
        self.state.gain(&self.floe, mv)
    }

    /// Value of tiles to whoever gets there, in 1/128 fish.
    #[inline]
    pub fn worth(&self, hexes: HexSet<V::Word>) -> Score {
        self.state.worth(&self.floe, hexes)
    }

    /// Part of what a side with these penguins would still get, in 1/128 fish, that it may expect.
    #[inline]
    pub fn expected(&self, side: HexSet<V::Word>, to_come: Score) -> Score {
        self.state.expected(&self.floe, side, to_come)
    }

    /// Evaluation of what every side will still get, where that is not a matter of tiles.
    #[inline]
    pub fn lives<const N: usize>(&self, sides: [HexSet<V::Word>; N]) -> Option<[Score; N]> {
        self.state.lives(&self.floe, sides)
    }

    /// Cost of the dangers that a player's penguins are in, in teams those of the team, in 1/128 fish.
    #[inline]
    pub fn danger(&self, player: Player) -> Score {
        self.state.danger(&self.floe, player)
    }

    /// Bounds of what a player, in teams its team, still gets, whatever happens.
    pub fn prospects(&self, player: Player) -> Interval<Score> {
        self.state.prospects(&self.floe, player)
    }

    /// Value of tiles in an explanation: their fish, or how many they are where nothing is taken.
    pub fn counted(&self, hexes: HexSet<V::Word>) -> Value {
        self.state.counted(&self.floe, hexes)
    }

    /// What a player would have if the game ended here.
    pub fn has_now(&self, player: Player) -> Value {
        self.state.has_now(&self.floe, player)
    }

    /// Whether tiles are taken; if not, penguins must survive.
    pub fn takes_tiles(&self) -> bool {
        self.state.nothing_taken().is_none()
    }

    /// What the rules add to an explanation of the evaluation, in sentences.
    pub fn notes(&self) -> Vec<String> {
        self.state.notes(&self.floe)
    }
}

impl<V: VariantRules> Game for VariantPosition<V> {
    type Move = V::Move;

    #[inline]
    fn players(&self) -> usize {
        usize::from(self.floe.players)
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.state.is_over(&self.floe) { Turn::Over } else { Turn::Of(self.floe.turn) }
    }

    /// Every choice with everything that can come of it.
    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(V::Move)) {
        self.for_each_choice(|choice| self.state.for_each_outcome(&self.floe, choice, |mv, _| visit(mv)));
    }

    #[inline]
    fn play(&mut self, mv: V::Move) {
        if mv.placed().is_some() {
            self.state.place(&mut self.floe, mv);
        } else {
            self.state.play(&mut self.floe, mv);
        }
    }

    #[inline]
    fn score(&self, player: Player) -> Score {
        self.state.score(&self.floe, player)
    }
}

impl<V: VariantRules> Chance for VariantPosition<V> {
    const HAS_CHANCE: bool = V::HAS_CHANCE;

    #[inline]
    fn for_each_choice(&self, mut visit: impl FnMut(V::Move)) {
        if self.hand(self.floe.turn) > 0 {
            self.places().into_iter().for_each(|hex| visit(V::Move::placement(hex)));
        } else {
            self.state.for_each_choice(&self.floe, visit);
        }
    }

    #[inline]
    fn for_each_outcome(&self, choice: V::Move, visit: impl FnMut(V::Move, f64)) {
        self.state.for_each_outcome(&self.floe, choice, visit);
    }

    #[inline]
    fn outcome_in(&self, choice: V::Move, world: u64) -> V::Move {
        self.state.outcome_in(&self.floe, choice, world)
    }
}

/// Every choice is equally likely, and what comes of it as likely as it is.
impl<V: VariantRules> Sampled for VariantPosition<V> {
    fn random_move(&self, rng: &mut impl Rng) -> Option<V::Move> {
        let choices = self.choices();
        if choices.is_empty() {
            return None;
        }
        let choice = choices[rng.random_range(0..choices.len())];
        Some(self.draw_outcome(choice, rng))
    }
}

impl<V: VariantRules> Notated for VariantPosition<V> {
    fn move_text(&self, mv: V::Move) -> String {
        mv.text(self.geometry())
    }
}

impl<V: VariantRules> Counted for VariantPosition<V> {
    #[inline]
    fn count_moves(&self) -> u64 {
        if V::HAS_CHANCE {
            let mut count = 0;
            self.for_each_move(|_| count += 1);
            count
        } else if self.hand(self.floe.turn) > 0 {
            u64::from(self.places().len())
        } else {
            self.state.count(&self.floe)
        }
    }

    #[inline]
    fn count_pairs(&self) -> u64 {
        self.state.count_pairs(&self.floe).unwrap_or_else(|| {
            let mut count = 0;
            self.for_each_move(|mv| count += self.after(mv).count_moves());
            count
        })
    }
}

impl<V: VariantRules> Veiled for VariantPosition<V> {}

impl<V: VariantRules> Keyed for VariantPosition<V> {
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

/// For games of two sides only, two players or two teams.
impl<V: VariantRules> TwoSided for VariantPosition<V> {
    #[inline]
    fn side(&self, player: Player) -> Side {
        if player.index() & 1 == 0 { Side::First } else { Side::Second }
    }

    #[inline]
    fn margin(&self) -> Score {
        self.score(Player::new(0)) - self.score(Player::new(1))
    }
}
