use floe_game::{Game, Interval, Player, Score};
use floe_hex::HexSet;
use floe_search::Payoffs;
use floe_variants::{FloeWord, VariantPosition, VariantRules};

use crate::Evaluation;
use crate::evaluation::{Features, Floe, Terrain, features};
use crate::games::EvalFeatures;

/// Words of sets of hexes on which the features of the base game are computed.
pub(crate) trait EvalWord: FloeWord {
    /// Features of every side, the side to move first.
    fn features<const N: usize, V: VariantRules<Word = Self>>(
        position: &VariantPosition<V>,
        sides: [HexSet<Self>; N],
    ) -> [Features; N];
}

impl EvalWord for u64 {
    #[inline]
    fn features<const N: usize, V: VariantRules<Word = u64>>(
        position: &VariantPosition<V>,
        sides: [HexSet; N],
    ) -> [Features; N] {
        let value = |tiles| position.state().tile_eval(position, tiles);
        features(&Floe::new(position.outline, position.free(), value), sides)
    }
}

impl EvalWord for u128 {
    #[inline]
    fn features<const N: usize, V: VariantRules<Word = u128>>(
        position: &VariantPosition<V>,
        sides: [HexSet<u128>; N],
    ) -> [Features; N] {
        features(&RingFloe { position, barred: position.crossing() - position.free() }, sides)
    }
}

/// The floe of a position with a ring around its outline.
struct RingFloe<'a, V: VariantRules> {
    position: &'a VariantPosition<V>,
    /// Hexes that penguins can cross, but not stop on.
    barred: HexSet<V::Word>,
}

impl<V: VariantRules<Word = u128>> Terrain for RingFloe<'_, V> {
    type Set = HexSet<u128>;

    #[inline]
    fn free(&self) -> HexSet<u128> {
        self.position.free()
    }

    #[inline]
    fn neighbours(&self, set: HexSet<u128>) -> HexSet<u128> {
        self.position.geometry().neighbours(set)
    }

    #[inline]
    fn within_a_slide(&self, set: HexSet<u128>) -> HexSet<u128> {
        set | self.position.geometry().slides_of(set, self.position.crossing()) - self.barred
    }

    #[inline]
    fn value(&self, set: HexSet<u128>) -> Score {
        self.position.value(set).score()
    }

    #[inline]
    fn for_each_penguin<const N: usize>(
        &self,
        sides: &[HexSet<u128>; N],
        mut visit: impl FnMut(usize, HexSet<u128>, HexSet<u128>),
    ) {
        for (side, &penguins) in sides.iter().enumerate() {
            penguins.into_iter().for_each(|hex| visit(side, hex.into(), self.position.destinations(hex)));
        }
    }
}

/// Expected scores still to come, the side to move first, with the tiles that the sides stand on: the evaluation of the base game, adjusted
/// by the rules of the variant.
fn to_come<const N: usize, V: VariantRules<Word: EvalWord>>(
    position: &VariantPosition<V>,
    sides: [HexSet<V::Word>; N],
    base: &Evaluation,
) -> [Score; N] {
    if let Some(lives) = position.state().survival_eval(position, sides) {
        return lives;
    }
    let features = V::Word::features(position, sides);
    let row = base.row(N, position.is_placement(), position.free().len());
    std::array::from_fn(|place| {
        let standing = position.value(sides[place]).score();
        let turn = if N > 2 || place == 0 { row.turns[place] } else { 0 };
        position.state().adapt_eval(position, sides[place], standing + row.apply(&features[place]) + turn)
    })
}

/// The penguins of every side, the side to move first: in two sides those of all its players.
fn sides<const N: usize, V: VariantRules>(position: &VariantPosition<V>) -> [HexSet<V::Word>; N] {
    let (players, mover) = (position.players(), position.last_turn().index());
    let mut sides = [HexSet::EMPTY; N];
    for place in 0..players {
        sides[place % N] |= position.penguins(Player::new((mover + place) % players));
    }
    sides
}

impl<V: VariantRules<Word: EvalWord>> EvalFeatures for VariantPosition<V> {
    #[inline]
    fn results(&self, base: &Evaluation) -> Payoffs {
        let mover = self.last_turn().index();
        let mut results = Payoffs::default();
        let mut add = |to_come: &[Score]| {
            let count = to_come.len();
            for player in Player::first(self.players()) {
                let place = (player.index() + count - mover % count) % count;
                results[player.index()] = self.score(player) + to_come[place] - self.state().danger(self, player);
            }
        };
        match self.players() {
            _ if self.has_two_sides() => add(&to_come::<2, V>(self, sides(self), base)),
            3 => add(&to_come::<3, V>(self, sides(self), base)),
            _ => add(&to_come::<4, V>(self, sides(self), base)),
        }
        results
    }

    fn free_tiles(&self) -> u32 {
        self.free().len()
    }

    fn prospects(&self, player: Player) -> Interval<Score> {
        self.state().prospects(self, player)
    }
}
