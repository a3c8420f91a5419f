use floe_game::{Game, Interval, Player, Score};
use floe_hex::HexSet;
use floe_search::Payoffs;
use floe_variants::{FloeWord, VariantPosition, VariantRules};

use super::wide;
use crate::Evaluation;
use crate::evaluation::{Features, features};
use crate::games::EvalFeatures;

/// Sets of hexes on which the evaluation of the base game can look.
pub(crate) trait EvalWord: FloeWord {
    /// Features of every side, the one to move first.
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
        features(position.outline, sides, position.free(), |hexes| position.state().tile_eval(position, hexes))
    }
}

impl EvalWord for u128 {
    #[inline]
    fn features<const N: usize, V: VariantRules<Word = u128>>(
        position: &VariantPosition<V>,
        sides: [HexSet<u128>; N],
    ) -> [Features; N] {
        wide::features(position, sides)
    }
}

/// Results that the sides still get, the side to move first, with what they stand on: the evaluation of the base game where tiles are
/// taken as there, and what the variant makes of it.
fn still_gets<const N: usize, V: VariantRules<Word: EvalWord>>(
    position: &VariantPosition<V>,
    sides: [HexSet<V::Word>; N],
    base: &Evaluation,
) -> [Score; N] {
    if let Some(lives) = position.state().survival_eval(position, sides) {
        return lives;
    }
    let features = V::Word::features(position, sides);
    let row = base.row_of(N, position.is_placement(), position.free().len());
    std::array::from_fn(|place| {
        let standing = position.value(sides[place]).score();
        let turn = if N > 2 || place == 0 { row.turn(place) } else { 0 };
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
        let mut tell = |to_come: &[Score]| {
            let count = to_come.len();
            for player in Player::first(self.players()) {
                let place = (player.index() + count - mover % count) % count;
                results[player.index()] = self.score(player) + to_come[place] - self.state().danger(self, player);
            }
        };
        match self.players() {
            _ if self.has_two_sides() => tell(&still_gets::<2, V>(self, sides(self), base)),
            3 => tell(&still_gets::<3, V>(self, sides(self), base)),
            _ => tell(&still_gets::<4, V>(self, sides(self), base)),
        }
        results
    }

    fn free_tiles(&self) -> u32 {
        self.free().len()
    }

    #[inline]
    fn gain(&self, mv: V::Move) -> Score {
        self.state().gain(self, mv)
    }

    fn prospects(&self, player: Player) -> Interval<Score> {
        self.state().prospects(self, player)
    }
}
