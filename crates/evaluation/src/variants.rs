//! Evaluation of the variants: the features and weights of the base game, adjusted by the rules.

use floe_game::{Game, Player, Score};
use floe_hex::HexSet;
use floe_search::{Eval, EvalAll, Paranoid, Payoffs, PolicyValue, WinProbabilities, scores};
use floe_variants::{FloeWord, VariantKnowledge, VariantPosition};

use crate::features::{Terrain, features};
use crate::terrain::Floe;
use crate::{Evaluation, Features, final_win_chances, win_probabilities};

/// Limit of gains in move ordering, in 1/128 fish: moves that gain more are best anyway.
const MAX_GAIN: Score = 1000;

impl<V: VariantKnowledge<Word: EvalWord>> Eval<VariantPosition<V>> for Evaluation {
    #[inline]
    fn evaluate(&self, position: &VariantPosition<V>) -> Score {
        let results = self.variant_results(position);
        let mover = position.last_turn().index();
        results[mover] - results[mover ^ 1]
    }

    #[inline]
    fn move_score(&self, position: &VariantPosition<V>, mv: V::Move) -> Score {
        position.state().gain(position, mv).min(MAX_GAIN)
    }
}

impl<V: VariantKnowledge<Word: EvalWord>> Eval<Paranoid<VariantPosition<V>>> for Evaluation {
    fn evaluate(&self, paranoid: &Paranoid<VariantPosition<V>>) -> Score {
        let position = &paranoid.game;
        let results = self.variant_results(position);
        let all: Score = results[..position.players()].iter().sum();
        let margin = 2 * results[paranoid.me.index()] - all;
        if position.last_turn() == paranoid.me { margin } else { -margin }
    }

    fn move_score(&self, paranoid: &Paranoid<VariantPosition<V>>, mv: V::Move) -> Score {
        paranoid.game.state().gain(&paranoid.game, mv).min(MAX_GAIN)
    }
}

impl<V: VariantKnowledge<Word: EvalWord>> EvalAll<VariantPosition<V>> for Evaluation {
    fn evaluate_all(&self, position: &VariantPosition<V>) -> Payoffs {
        if position.is_over() { scores(position) } else { self.variant_results(position) }
    }
}

impl<V: VariantKnowledge<Word: EvalWord>> PolicyValue<VariantPosition<V>> for Evaluation {
    fn win_probabilities(&self, position: &VariantPosition<V>) -> WinProbabilities {
        let players = position.players();
        let over = position.is_over();
        let sides = if position.has_two_sides() { 2 } else { players };
        let row = self.row(sides, position.in_hand() > 0, position.free().len());
        let results = self.evaluate_all(position);
        let scale = (!over).then(|| row.logistic_scale());
        let chances = match sides {
            2 => win_chances::<2>(&results, scale),
            3 => win_chances::<3>(&results, scale),
            _ => win_chances::<4>(&results, scale),
        };
        if sides < players { [chances[0], chances[1], chances[0], chances[1]] } else { chances }
    }
}

/// Win probabilities of sides with these results, which are expected with errors of this logistic scale, or else final.
fn win_chances<const N: usize>(results: &Payoffs, scale: Option<f32>) -> WinProbabilities {
    let results: [Score; N] = std::array::from_fn(|side| results[side]);
    scale.map_or_else(|| final_win_chances(&results), |scale| win_probabilities(&results, scale))
}

/// Word of sets of hexes for which the features of a variant can be computed.
pub trait EvalWord: FloeWord {
    /// Features of every side in a position of a variant, in the order of `sides`, the hexes of their penguins; the
    /// side to move comes first.
    fn features<const N: usize, V: VariantKnowledge<Word = Self>>(
        position: &VariantPosition<V>,
        sides: [HexSet<Self>; N],
    ) -> [Features; N];
}

impl EvalWord for u64 {
    #[inline]
    fn features<const N: usize, V: VariantKnowledge<Word = u64>>(
        position: &VariantPosition<V>,
        sides: [HexSet; N],
    ) -> [Features; N] {
        let value = |tiles| position.state().tile_eval(position, tiles);
        features(&Floe::new(position.outline, position.free(), value), sides)
    }
}

impl EvalWord for u128 {
    #[inline]
    fn features<const N: usize, V: VariantKnowledge<Word = u128>>(
        position: &VariantPosition<V>,
        sides: [HexSet<u128>; N],
    ) -> [Features; N] {
        features(&RingFloe { position, barred: position.crossing() - position.free() }, sides)
    }
}

/// The floe of a position with a ring around its outline.
struct RingFloe<'a, V: VariantKnowledge> {
    position: &'a VariantPosition<V>,
    /// Hexes that penguins can cross, but not stop on.
    barred: HexSet<V::Word>,
}

impl<V: VariantKnowledge<Word = u128>> Terrain for RingFloe<'_, V> {
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
        set | (self.position.geometry().slides_of(set, self.position.crossing()) - self.barred)
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

/// Expected scores still to come, the side to move first, with the tiles that the sides stand on: the evaluation of the
/// base game, adjusted by the rules of the variant.
fn to_come<const N: usize, V: VariantKnowledge<Word: EvalWord>>(
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
fn sides<const N: usize, V: VariantKnowledge>(position: &VariantPosition<V>) -> [HexSet<V::Word>; N] {
    let players = position.players();
    let mover = position.last_turn().index();
    let mut sides = [HexSet::EMPTY; N];
    for place in 0..players {
        sides[place % N] |= position.penguins(Player::new((mover + place) % players));
    }
    sides
}

impl Evaluation {
    /// Expected results of all players of a variant, in teams of their teams, by the weights of the base game. Of two
    /// sides only the margin is meaningful.
    #[inline]
    fn variant_results<V: VariantKnowledge<Word: EvalWord>>(&self, position: &VariantPosition<V>) -> Payoffs {
        let mover = position.last_turn().index();
        let mut results = Payoffs::default();
        let mut add = |to_come: &[Score]| {
            let count = to_come.len();
            for player in Player::first(position.players()) {
                let place = (player.index() + count - mover % count) % count;
                results[player.index()] =
                    position.score(player) + to_come[place] - position.state().danger(position, player);
            }
        };
        match position.players() {
            _ if position.has_two_sides() => add(&to_come::<2, V>(position, sides(position), self)),
            3 => add(&to_come::<3, V>(position, sides(position), self)),
            _ => add(&to_come::<4, V>(position, sides(position), self)),
        }
        results
    }

    /// Expected final score of every player, by [`Player::index`], in 1/128 fish; when the game is over, the final
    /// scores.
    ///
    /// Between two sides the margin is evaluated; the results are those with this margin whose sum is all that the
    /// sides have and all that is left. Where penguins must survive, only the difference of the two means something.
    pub fn expected_variant_results<V: VariantKnowledge<Word: EvalWord>>(
        &self,
        position: &VariantPosition<V>,
    ) -> Payoffs {
        let mut results = self.evaluate_all(position);
        if !position.is_over() && position.has_two_sides() && position.rules().variant.takes_tiles() {
            let left = position.value(position.tiles).score();
            let all: Score = position.score(Player::new(0)) + position.score(Player::new(1)) + left;
            let margin = results[0] - results[1];
            for (player, result) in results.iter_mut().enumerate() {
                *result = (all + if player % 2 == 0 { margin } else { -margin }) / 2;
            }
        }
        results
    }
}
