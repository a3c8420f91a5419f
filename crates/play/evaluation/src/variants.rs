//! Evaluation of the variants: the features of the base game and those that only the variant has,
//! with learned weights.

use floe_game::{Game, Player, Score};
use floe_hex::{HexSet, Standard};
use floe_search::{
    Eval, EvalAll, MoveParts, Paranoid, Payoffs, PolicyValue, WinProbabilities, scores,
};
use floe_variants::{
    FloeMove, FloeWord, MAX_TILE_RISKS, OwnFeatures, TileRisk, VariantKnowledge, VariantPosition,
};

use crate::features::{Terrain, features, features_and_reach};
use crate::inputs::{PairedInputs, extract_inputs};
use crate::quantized::Quantized;
use crate::ring_lanes::{RingFeatures, ring_features};
use crate::terrain::{Floe, FloeLane, LANES};
use crate::{
    Evaluation, Features, NetworkInputs, WeightRow, final_win_chances, turns, weighted,
    win_probabilities,
};

/// Limit of gains in move ordering, in 1/128 fish: moves that gain more are best anyway.
const MAX_GAIN: Score = 1000;

impl<V: VariantKnowledge<Word: EvalWord>> Eval<VariantPosition<V>> for Evaluation {
    fn evaluate(&self, position: &VariantPosition<V>) -> Score {
        let results = self.variant_results(position);
        let mover = position.last_turn().index();
        results[mover] - results[mover ^ 1]
    }

    fn evaluate_batch(&self, positions: &[VariantPosition<V>], values: &mut [Score]) {
        for (positions, values) in positions.chunks(LANES).zip(values.chunks_mut(LANES)) {
            if !self.margin_lanes(positions, values) {
                values
                    .iter_mut()
                    .zip(positions)
                    .for_each(|(value, position)| *value = self.evaluate(position));
            }
        }
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
        if position.last_turn() == paranoid.me {
            margin
        } else {
            -margin
        }
    }

    fn move_score(&self, paranoid: &Paranoid<VariantPosition<V>>, mv: V::Move) -> Score {
        paranoid.game.state().gain(&paranoid.game, mv).min(MAX_GAIN)
    }
}

impl<V: VariantKnowledge<Word: EvalWord>> EvalAll<VariantPosition<V>> for Evaluation {
    fn evaluate_all(&self, position: &VariantPosition<V>) -> Payoffs {
        if position.is_over() {
            scores(position)
        } else {
            self.variant_results(position)
        }
    }
}

impl<V: VariantKnowledge<Word: EvalWord>> PolicyValue<VariantPosition<V>> for Evaluation {
    /// Networks see nothing on floes with a ring.
    const HAS_QUICK: bool = !V::Word::HAS_RING;

    fn win_probabilities(&self, position: &VariantPosition<V>) -> WinProbabilities {
        self.variant_chances(position, self.evaluate_all(position))
    }

    fn quick(&self, position: &VariantPosition<V>) -> WinProbabilities {
        let results = if position.is_over() {
            scores(position)
        } else {
            self.results_with(position, None)
        };
        self.variant_chances(position, results)
    }

    #[inline]
    fn combined_parts(&self, choice: V::Move) -> Option<MoveParts> {
        choice.combined_parts()
    }

    fn quick_batch(&self, positions: &[VariantPosition<V>], estimates: &mut [WinProbabilities]) {
        for (positions, estimates) in positions.chunks(LANES).zip(estimates.chunks_mut(LANES)) {
            if !self.quick_lanes(positions, estimates) {
                estimates
                    .iter_mut()
                    .zip(positions)
                    .for_each(|(estimate, position)| *estimate = self.quick(position));
            }
        }
    }
}

/// Win probabilities of sides with these results, which are expected with errors of this logistic
/// scale, or else final.
fn win_chances<const N: usize>(results: &Payoffs, scale: Option<f32>) -> WinProbabilities {
    let results: [Score; N] = std::array::from_fn(|side| results[side]);
    scale.map_or_else(
        || final_win_chances(&results),
        |scale| win_probabilities(&results, scale),
    )
}

/// Word of sets of hexes for which the features of a variant can be computed.
pub trait EvalWord: FloeWord {
    /// Features of every side in a position of a variant, in the order of `sides`, the hexes of
    /// their penguins; the side to move comes first.
    fn features<const N: usize, V: VariantKnowledge<Word = Self>>(
        position: &VariantPosition<V>,
        sides: [HexSet<Self>; N],
    ) -> [Features; N];

    /// A position on the official floe without a ring, with these penguins of the sides, as batches
    /// see it; `None` on any other floe.
    fn lane<const N: usize, V: VariantKnowledge<Word = Self>>(
        position: &VariantPosition<V>,
        sides: [HexSet<Self>; N],
    ) -> Option<FloeLane<N>>;

    /// Features of every side as [`features`](Self::features), and the features that only the
    /// variant has.
    fn all_features<const N: usize, V: VariantKnowledge<Word = Self>>(
        position: &VariantPosition<V>,
        sides: [HexSet<Self>; N],
    ) -> ([Features; N], [OwnFeatures; N]) {
        (
            Self::features(position, sides),
            position.state().own_features(position, sides),
        )
    }

    /// Features of every side in up to [`LANES`] positions of one game, one a lane, and the
    /// features that only the variant has. `None` unless the floe is the official one with a ring.
    /// There must be a position.
    fn ring_features<const N: usize, V: VariantKnowledge<Word = Self>>(
        _positions: &[VariantPosition<V>],
    ) -> Option<RingFeatures<N>> {
        None
    }

    /// Risks of the tiles of a position; a floe with a ring has none.
    fn risks<V: VariantKnowledge<Word = Self>>(
        position: &VariantPosition<V>,
    ) -> [TileRisk; MAX_TILE_RISKS];

    /// Features of every side, and the inputs of a network for `N` sides with `P / N` penguins
    /// each. `None` where networks see nothing: on a floe that is not the official one without a
    /// ring, and if a side has more penguins.
    fn features_and_inputs<const N: usize, const P: usize, V: VariantKnowledge<Word = Self>>(
        position: &VariantPosition<V>,
        sides: [HexSet<Self>; N],
    ) -> Option<([Features; N], VariantInputs<N, P>)>;
}

/// Inputs of a network for a position of a variant with `N` sides and room for `P` penguins, as
/// many for each side.
pub struct VariantInputs<const N: usize, const P: usize>(PairedInputs<Score, N, P>);

impl<const N: usize, const P: usize> std::fmt::Debug for VariantInputs<N, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        NetworkInputs::from(self.0).fmt(f)
    }
}

impl EvalWord for u64 {
    fn features<const N: usize, V: VariantKnowledge<Word = u64>>(
        position: &VariantPosition<V>,
        sides: [HexSet; N],
    ) -> [Features; N] {
        let value = |tiles| position.state().tile_eval(position, tiles);
        features(&Floe::new(position.outline, position.free(), value), sides)
    }

    fn features_and_inputs<const N: usize, const P: usize, V: VariantKnowledge<Word = u64>>(
        position: &VariantPosition<V>,
        sides: [HexSet; N],
    ) -> Option<([Features; N], VariantInputs<N, P>)> {
        let has_room = sides.iter().all(|side| side.len() as usize <= P / N);
        if !(has_room && position.outline.is_standard()) {
            return None;
        }
        let value = |tiles| position.state().tile_eval(position, tiles);
        let floe = Floe::new(Standard, position.free(), value);
        let (features, inputs) = extract_inputs(&floe, sides, position.in_hand() as Score);
        Some((features, VariantInputs(inputs)))
    }

    #[inline]
    fn lane<const N: usize, V: VariantKnowledge<Word = u64>>(
        position: &VariantPosition<V>,
        sides: [HexSet; N],
    ) -> Option<FloeLane<N>> {
        let hands = position.in_hand() as Score;
        let odd_and_high = position.odd_and_high();
        position.outline.is_standard().then(|| FloeLane {
            free: position.free(),
            sides,
            odd_and_high,
            hands,
        })
    }

    #[inline]
    fn risks<V: VariantKnowledge<Word = u64>>(
        position: &VariantPosition<V>,
    ) -> [TileRisk; MAX_TILE_RISKS] {
        position.state().tile_risks(position)
    }
}

impl EvalWord for u128 {
    fn features<const N: usize, V: VariantKnowledge<Word = u128>>(
        position: &VariantPosition<V>,
        sides: [HexSet<u128>; N],
    ) -> [Features; N] {
        features(&RingFloe::new(position), sides)
    }

    fn all_features<const N: usize, V: VariantKnowledge<Word = u128>>(
        position: &VariantPosition<V>,
        sides: [HexSet<u128>; N],
    ) -> ([Features; N], [OwnFeatures; N]) {
        let (features, reach) = features_and_reach(&RingFloe::new(position), sides);
        (
            features,
            position
                .state()
                .own_features_by_reach(position, sides, reach),
        )
    }

    fn ring_features<const N: usize, V: VariantKnowledge<Word = u128>>(
        positions: &[VariantPosition<V>],
    ) -> Option<RingFeatures<N>> {
        positions[0]
            .outline
            .is_standard()
            .then(|| ring_features(positions, sides::<N, V>))
    }

    fn features_and_inputs<const N: usize, const P: usize, V: VariantKnowledge<Word = u128>>(
        _position: &VariantPosition<V>,
        _sides: [HexSet<u128>; N],
    ) -> Option<([Features; N], VariantInputs<N, P>)> {
        None
    }

    fn lane<const N: usize, V: VariantKnowledge<Word = u128>>(
        _position: &VariantPosition<V>,
        _sides: [HexSet<u128>; N],
    ) -> Option<FloeLane<N>> {
        None
    }

    fn risks<V: VariantKnowledge<Word = u128>>(
        _position: &VariantPosition<V>,
    ) -> [TileRisk; MAX_TILE_RISKS] {
        [TileRisk::default(); MAX_TILE_RISKS]
    }
}

/// The floe of a position with a ring around its outline.
struct RingFloe<'a, V: VariantKnowledge> {
    position: &'a VariantPosition<V>,
    /// Hexes that penguins can cross, but not stop on.
    barred: HexSet<V::Word>,
}

impl<'a, V: VariantKnowledge<Word = u128>> RingFloe<'a, V> {
    #[inline]
    fn new(position: &'a VariantPosition<V>) -> RingFloe<'a, V> {
        RingFloe {
            position,
            barred: position.crossing() - position.free(),
        }
    }
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
        set | (self
            .position
            .geometry()
            .slides_of(set, self.position.crossing())
            - self.barred)
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
            penguins
                .into_iter()
                .for_each(|hex| visit(side, hex.into(), self.position.destinations(hex)));
        }
    }
}

/// A side in a position, as the weights see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideFeatures {
    /// The features of the base game.
    pub features: Features,
    /// The features that only the variant has.
    pub own: OwnFeatures,
    /// Value of the tiles that the side stands on, in 1/128 fish: known, so that no weight applies.
    /// 0 where no tiles are taken.
    pub standing: Score,
}

impl SideFeatures {
    /// Difference to another side: the features of this side less the features of the other.
    #[inline]
    #[must_use]
    pub fn less(&self, other: &SideFeatures) -> SideFeatures {
        SideFeatures {
            features: std::array::from_fn(|feature| {
                self.features[feature] - other.features[feature]
            }),
            own: std::array::from_fn(|feature| self.own[feature] - other.own[feature]),
            standing: self.standing - other.standing,
        }
    }

    /// The sides with these penguins, the side to move first, and these features of the base game.
    #[inline]
    fn of<const N: usize, V: VariantKnowledge>(
        position: &VariantPosition<V>,
        sides: [HexSet<V::Word>; N],
        features: [Features; N],
    ) -> [SideFeatures; N] {
        let own = position.state().own_features(position, sides);
        let standing = standing(position, sides);
        std::array::from_fn(|place| SideFeatures {
            features: features[place],
            own: own[place],
            standing: standing[place],
        })
    }
}

/// Features of all sides of a position, in turn order from the side to move on, and the inputs of a
/// network. A team is one side, with the penguins of both players. The inputs are `None` where
/// networks see nothing: on a floe that is not the official one without a ring.
pub fn side_features<V: VariantKnowledge<Word: EvalWord>>(
    position: &VariantPosition<V>,
) -> (Vec<SideFeatures>, Option<NetworkInputs>) {
    fn of<const N: usize, const P: usize, V: VariantKnowledge<Word: EvalWord>>(
        position: &VariantPosition<V>,
    ) -> (Vec<SideFeatures>, Option<NetworkInputs>) {
        let sides = sides::<N, V>(position);
        let seen = V::Word::features_and_inputs::<N, P, V>(position, sides);
        let (features, inputs) = seen.map_or_else(
            || (V::Word::features(position, sides), None),
            |(features, inputs)| (features, Some(inputs.0.into())),
        );
        (SideFeatures::of(position, sides, features).to_vec(), inputs)
    }
    match position.players() {
        _ if position.has_two_sides() => of::<2, 8, V>(position),
        3 => of::<3, 9, V>(position),
        _ => of::<4, 8, V>(position),
    }
}

/// Expected scores still to be made by `N` sides with up to `P` penguins in all, the side to move
/// first, with the tiles that they stand on; of two sides the margin, and zero.
fn to_come<const N: usize, const P: usize, V: VariantKnowledge<Word: EvalWord>>(
    position: &VariantPosition<V>,
    evaluation: &Evaluation,
    network: Option<&Quantized>,
) -> [Score; N] {
    let row = evaluation.row(N, position.is_placement(), position.free().len());
    let sides = sides::<N, V>(position);
    let seen = network.and_then(|network| {
        let (features, inputs) = V::Word::features_and_inputs::<N, P, V>(position, sides)?;
        let own = position.state().own_features(position, sides);
        Some((
            (features, own),
            network.corrections(&inputs.0, |&pair| pair),
        ))
    });
    let ((features, own), corrections) =
        seen.unwrap_or_else(|| (V::Word::all_features(position, sides), [0; N]));
    let mut to_come = weighted(&features, row);
    let own = own_to_come(position, sides, own, row);
    for place in 0..turns(N) {
        to_come[place] += own[place] + corrections[place];
    }
    to_come
}

/// The part of [`to_come`] by the features that only the variant has and by the tiles that the
/// sides stand on.
pub(crate) fn own_to_come<const N: usize, V: VariantKnowledge>(
    position: &VariantPosition<V>,
    sides: [HexSet<V::Word>; N],
    mut own: [OwnFeatures; N],
    row: &WeightRow,
) -> [Score; N] {
    let mut to_come = standing(position, sides);
    if N == 2 {
        let others = own[1];
        for (feature, other) in own[0].iter_mut().zip(others) {
            *feature -= other;
        }
        to_come[0] -= std::mem::take(&mut to_come[1]);
    }
    for place in 0..turns(N) {
        to_come[place] += row.apply_own(&own[place]);
    }
    to_come
}

/// Value of the tiles that the penguins of each side stand on, in 1/128 fish; 0 where no tiles are
/// taken.
#[inline]
fn standing<const N: usize, V: VariantKnowledge>(
    position: &VariantPosition<V>,
    sides: [HexSet<V::Word>; N],
) -> [Score; N] {
    let mut values = [0; N];
    if position.rules().variant.takes_tiles() {
        for place in 0..N {
            values[place] = position.value(sides[place]).score();
        }
    }
    values
}

/// The penguins of every side, the side to move first: in two sides those of all its players.
pub(crate) fn sides<const N: usize, V: VariantKnowledge>(
    position: &VariantPosition<V>,
) -> [HexSet<V::Word>; N] {
    let players = position.players();
    let mut player = position.last_turn();
    let mut sides = [HexSet::EMPTY; N];
    for place in 0..players {
        sides[place % N] |= position.penguins(player);
        player = position.next(player);
    }
    sides
}

impl Evaluation {
    /// Win probabilities of the players of a variant that are expected to have these results.
    fn variant_chances<V: VariantKnowledge>(
        &self,
        position: &VariantPosition<V>,
        results: Payoffs,
    ) -> WinProbabilities {
        let players = position.players();
        let sides = if position.has_two_sides() { 2 } else { players };
        let row = self.row(sides, position.in_hand() > 0, position.free().len());
        let scale = (!position.is_over()).then(|| row.logistic_scale());
        let chances = match sides {
            2 => win_chances::<2>(&results, scale),
            3 => win_chances::<3>(&results, scale),
            _ => win_chances::<4>(&results, scale),
        };
        if sides < players {
            [chances[0], chances[1], chances[0], chances[1]]
        } else {
            chances
        }
    }

    /// Expected results of all players of a variant, in teams of their teams. Of two sides only the
    /// margin is meaningful.
    fn variant_results<V: VariantKnowledge<Word: EvalWord>>(
        &self,
        position: &VariantPosition<V>,
    ) -> Payoffs {
        let sides = if position.has_two_sides() {
            2
        } else {
            position.players()
        };
        self.results_with(position, self.network(sides))
    }

    /// [`variant_results`](Evaluation::variant_results) with this network.
    fn results_with<V: VariantKnowledge<Word: EvalWord>>(
        &self,
        position: &VariantPosition<V>,
        network: Option<&Quantized>,
    ) -> Payoffs {
        let mover = position.last_turn().index();
        let mut results = Payoffs::default();
        let mut add = |to_come: &[Score]| {
            let count = to_come.len();
            for player in Player::first(position.players()) {
                let place = (player.index() + count - mover % count) % count;
                results[player.index()] = position.score(player) + to_come[place];
            }
        };
        match position.players() {
            _ if position.has_two_sides() => add(&to_come::<2, 8, V>(position, self, network)),
            3 => add(&to_come::<3, 9, V>(position, self, network)),
            _ => add(&to_come::<4, 8, V>(position, self, network)),
        }
        results
    }

    /// Expected final score of every player, by [`Player::index`], in 1/128 fish; when the game is
    /// over, the final scores.
    ///
    /// Between two sides only the margin is evaluated. The results have this margin, and add up to
    /// all that the sides have and all that is left. Where penguins must survive, only the
    /// difference between the two results means something.
    pub fn expected_variant_results<V: VariantKnowledge<Word: EvalWord>>(
        &self,
        position: &VariantPosition<V>,
    ) -> Payoffs {
        let mut results = self.evaluate_all(position);
        if !position.is_over() && position.has_two_sides() && position.rules().variant.takes_tiles()
        {
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
