use floe_engine::AnyGame;
use floe_evaluation::{
    EvalWord, Features, NetworkInputs, SideFeatures, WeightRow, Weights, features_and_inputs,
    side_features,
};
use floe_fish::Position;
use floe_game::{Game, Player, Score};
use floe_selfplay::Sample;
use floe_variants::{OwnFeatures, VariantKnowledge, VariantPosition};

/// Features of a position with the value that the weights should give them: one equation of a fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Observation {
    pub(crate) placement: bool,
    pub(crate) free: u32,
    /// Features of the base game, in 1/128 fish: of two sides their difference, of more those of
    /// one side.
    pub(crate) features: Features,
    /// Features of the variant, in the same way.
    pub(crate) own: OwnFeatures,
    pub(crate) turn: usize,
    /// Result still to come, in 1/128 fish: of two sides the margin.
    pub(crate) result: Score,
    /// Result still to come that the search expected, in 1/128 fish.
    pub(crate) searched: Score,
    pub(crate) exact: bool,
}

impl Observation {
    /// Observations of a sample, one of two sides, one for each of more in turn order, with the
    /// inputs of a network, where one can be learned; `None` for games without a floe.
    pub(crate) fn of(sample: &Sample) -> Option<(Vec<Observation>, Option<NetworkInputs>)> {
        let (observations, inputs) = match &sample.position {
            AnyGame::Two(position) => of_base(position, sample),
            AnyGame::Three(position) => of_base(position, sample),
            AnyGame::Four(position) => of_base(position, sample),
            AnyGame::Variant(position) => of_variant(position, sample),
            AnyGame::Special(position) => of_variant(position, sample),
            AnyGame::Hidden(position) => of_variant(position, sample),
            _ => return None,
        };
        Some((observations, inputs))
    }

    /// Result still to come by weights, in 1/128 fish.
    pub(crate) fn estimate(&self, weights: &Weights) -> Score {
        let row: &WeightRow = weights.row(self.placement, self.free);
        row.apply(&self.features) + row.apply_own(&self.own) + row.turns[self.turn]
    }
}

fn of_base<const N: usize>(
    position: &Position<N>,
    sample: &Sample,
) -> (Vec<Observation>, Option<NetworkInputs>) {
    let (features, inputs) = features_and_inputs(position);
    let first = position.last_turn().index();
    let side = |place: usize| {
        let standing = position.value(position.penguins(Player::new((first + place) % N)));
        SideFeatures {
            features: features[place],
            own: OwnFeatures::default(),
            standing,
        }
    };
    let sides = (0..N).map(side).collect();
    let stage = Stage {
        placement: position.is_placement(),
        free: position.free().len(),
        first,
    };
    (observations(position, stage, sides, sample), Some(inputs))
}

fn of_variant<V: VariantKnowledge<Word: EvalWord>>(
    position: &VariantPosition<V>,
    sample: &Sample,
) -> (Vec<Observation>, Option<NetworkInputs>) {
    let first = position.last_turn().index();
    let stage = Stage {
        placement: position.is_placement(),
        free: position.free().len(),
        first,
    };
    let (sides, inputs) = side_features(position);
    (observations(position, stage, sides, sample), inputs)
}

/// Whether a network can be learned for games like this one: on the official floe, without special
/// tiles.
pub(crate) fn has_network(game: &AnyGame) -> bool {
    match game {
        AnyGame::Two(_) | AnyGame::Three(_) | AnyGame::Four(_) => true,
        AnyGame::Variant(position) => side_features(position).1.is_some(),
        AnyGame::Special(position) => side_features(position).1.is_some(),
        AnyGame::Hidden(position) => side_features(position).1.is_some(),
        _ => false,
    }
}

#[derive(Clone, Copy)]
struct Stage {
    placement: bool,
    free: u32,
    first: usize,
}

/// Observations of a position with these sides, the one to move first.
fn observations(
    position: &impl Game,
    stage: Stage,
    mut sides: Vec<SideFeatures>,
    sample: &Sample,
) -> Vec<Observation> {
    let Stage {
        placement,
        free,
        first,
    } = stage;
    let players = position.players();
    let in_order: Vec<Player> = (0..sides.len())
        .map(|place| Player::new((first + place) % players))
        .collect();
    let has = |(&player, side): (&Player, &SideFeatures)| position.score(player) + side.standing;
    let mut has: Vec<Score> = in_order.iter().zip(&sides).map(has).collect();
    let mut results: Vec<Score> = in_order
        .iter()
        .map(|player| sample.results[player.index()].score())
        .collect();
    let mut searched = sample.searched.scores.clone();
    if let [mover, other] = &sides[..] {
        has[0] -= has[1];
        results[0] -= results[1];
        sides = vec![mover.less(other)];
    } else {
        searched.rotate_left(first);
    }
    let observation = |(turn, side): (usize, &SideFeatures)| Observation {
        placement,
        free,
        features: side.features,
        own: side.own,
        turn,
        result: results[turn] - has[turn],
        searched: searched[turn] - has[turn],
        exact: sample.searched.exact,
    };
    sides.iter().enumerate().map(observation).collect()
}
