use floe_engine::AnyGame;
use floe_evaluation::{FEATURE_NAMES, NetworkInputs, Weights, features_and_inputs, turns};
use floe_fish::Position;
use floe_game::{Game, Player, Score};
use floe_study::Sample;

/// Features of a position with the value that the weights should give them: one equation of a fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Observation {
    /// Whether penguins were still to be placed.
    pub(crate) placement: bool,
    /// Number of free tiles on the floe.
    pub(crate) free: u32,
    /// Features in the order of [`Observation::NAMES`], in 1/128 fish: of two players their difference, of more those
    /// of one player.
    pub(crate) features: Vec<Score>,
    /// Place of that player in turn order, 0 for the player to move.
    pub(crate) turn: usize,
    /// Result still to come, in 1/128 fish: of two players the margin.
    pub(crate) result: Score,
    /// Result still to come that the search expected, in 1/128 fish.
    pub(crate) searched: Score,
    /// Whether the search proved it.
    pub(crate) exact: bool,
    /// Result still to come by the built-in weights, in 1/128 fish.
    pub(crate) static_eval: Score,
}

impl Observation {
    /// Names of the features.
    pub(crate) const NAMES: &'static [&'static str] = &FEATURE_NAMES;

    /// Observations of a sample, one of two players, one for each of more in turn order, with the inputs of the
    /// network; `None` for other games than the base game.
    pub(crate) fn of(sample: &Sample) -> Option<(Vec<Observation>, NetworkInputs)> {
        match &sample.position {
            AnyGame::Two(position) => Some(observations(position, sample)),
            AnyGame::Three(position) => Some(observations(position, sample)),
            AnyGame::Four(position) => Some(observations(position, sample)),
            _ => None,
        }
    }
}

/// Observations of a position of the base game.
fn observations<const N: usize>(position: &Position<N>, sample: &Sample) -> (Vec<Observation>, NetworkInputs) {
    let (mut features, inputs) = features_and_inputs(position);
    let first = position.last_turn().index();
    let mut has: [Score; N] = std::array::from_fn(|place| {
        let player = Player::new((first + place) % N);
        position.score(player) + position.value(position.penguins(player))
    });
    let mut results: [Score; N] = std::array::from_fn(|place| sample.results[(first + place) % N].score());
    let mut searched = sample.searched.scores.clone();
    if N == 2 {
        has[0] -= has[1];
        results[0] -= results[1];
        features[0] = std::array::from_fn(|feature| features[0][feature] - features[1][feature]);
    } else {
        searched.rotate_left(first);
    }
    let row = Weights::learned(N).row(position.is_placement(), position.free().len());
    let observation = |turn: usize| Observation {
        placement: position.is_placement(),
        free: position.free().len(),
        static_eval: row.apply(&features[turn]) + row.turns[turn],
        features: features[turn].to_vec(),
        turn,
        result: results[turn] - has[turn],
        searched: searched[turn] - has[turn],
        exact: sample.searched.exact,
    };
    ((0..turns(N)).map(observation).collect(), inputs)
}
