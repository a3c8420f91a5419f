use floe_fish::Position;
use floe_game::{Game, Player, Score};

use super::{Features, NAMES, Seen, Weights, sides, sight_of};
use crate::{EngineGame, Sample, with_game};

/// What the evaluation sees of a position of a game, and what it should have said: a row of numbers to fit weights to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observation {
    /// Whether penguins were still to be placed.
    pub placement: bool,
    /// How many tiles were free.
    pub free: u32,
    /// The features in the order of [`Observation::NAMES`], in the measure of scores: of two players the difference, of more those of one.
    pub features: Vec<Score>,
    /// Who is told of: 0 the player to move, 1 the one after it.
    pub turn: usize,
    /// What there was still to get, as a score: of two players more than the other.
    pub result: Score,
    /// What the search expected of that.
    pub searched: Score,
    /// Whether that is proven.
    pub exact: bool,
    /// What the weights that come with floe say of it.
    pub guess: Score,
}

impl Observation {
    /// What the features are called.
    pub const NAMES: &'static [&'static str] = &NAMES;

    /// What is to be learned from a sample, and what the network sees of it: one row of two players, one for each of more, in turn order;
    /// nothing of other games than the base game.
    pub fn of(sample: &Sample) -> Option<(Vec<Observation>, Seen)> {
        with_game!(&sample.position, position => position.observations(sample))
    }
}

/// What is to be learned of a position of the base game.
pub(crate) fn observations<const N: usize>(position: &Position<N>, sample: &Sample) -> (Vec<Observation>, Seen) {
    match N {
        3 => observed(position, sample, sight_of::<N, 9>(position)),
        _ => observed(position, sample, sight_of::<N, 8>(position)),
    }
}

fn observed<const N: usize>(
    position: &Position<N>,
    sample: &Sample,
    (seen, sight): ([Features; N], impl Into<Seen>),
) -> (Vec<Observation>, Seen) {
    let first = position.last_turn().index();
    let sides = sides(position);
    let player = |place: usize| (first + place) % N;
    let has = |place: usize| position.score(Player::new(player(place))) + position.value(sides[place]);
    let result = |place: usize| sample.results[player(place)].score();
    let row = Weights::learned(N).row(position.is_placement(), position.free().len());
    let observation = |turn, features: Features, has: Score, result: Score, searched: Score| Observation {
        placement: position.is_placement(),
        free: position.free().len(),
        guess: row.apply(&features) + row.turn(turn),
        features: features.to_vec(),
        turn,
        result: result - has,
        searched: searched - has,
        exact: sample.searched.exact,
    };
    let searched = &sample.searched.scores;
    let of = |place: usize| observation(place, seen[place], has(place), result(place), searched[player(place)]);
    let difference = || {
        let features = std::array::from_fn(|feature| seen[0][feature] - seen[1][feature]);
        observation(0, features, has(0) - has(1), result(0) - result(1), searched[0])
    };
    let rows = if N == 2 { vec![difference()] } else { (0..N).map(of).collect() };
    (rows, sight.into())
}
