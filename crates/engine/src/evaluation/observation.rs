use floe_fish::{Position, with_position};
use floe_game::{Game, Player, Score};

use super::{NAMES, Sight, features, hands, look, sides, two_sides};
use crate::Sample;

/// What the evaluation sees of a position of a game, and what it should have said: a row of numbers to fit weights to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observation {
    /// Whether penguins were still to be placed.
    pub placement: bool,
    /// How many tiles were free.
    pub free: u32,
    /// The features in the order of [`Observation::NAMES`], in the measure of scores: of two players the difference, of more those of one.
    pub features: Vec<Score>,
    /// What the network sees, of two players.
    pub sight: Option<Sight>,
    /// Who is told of: 0 the player to move, 1 the one after it.
    pub turn: usize,
    /// What there was still to get, as a score: of two players more than the other.
    pub result: Score,
    /// What the search expected of that.
    pub searched: Score,
    /// Whether that is proven.
    pub exact: bool,
}

impl Observation {
    /// What the features are called.
    pub const NAMES: &'static [&'static str] = &NAMES;

    /// What is to be learned from a sample: one row of two players, one for each of more; nothing of other games than the base game.
    pub fn of(sample: &Sample) -> Option<Vec<Observation>> {
        Some(with_position!(&sample.position.base()?, position => observations(position, sample)))
    }
}

fn observations<const N: usize>(position: &Position<N>, sample: &Sample) -> Vec<Observation> {
    let first = position.last_turn().index();
    let sides = sides(position);
    let worth = |hexes| position.worth(hexes);
    let player = |place: usize| (first + place) % N;
    let has = |place: usize| position.score(Player::new(player(place))) + position.worth(sides[place]);
    let result = |place: usize| sample.results[player(place)].score();
    let observation = |turn, features: Vec<Score>, has: Score, result: Score, searched: Score| Observation {
        placement: position.is_placement(),
        free: position.free().len(),
        features,
        sight: None,
        turn,
        result: result - has,
        searched: searched - has,
        exact: sample.searched.exact,
    };
    let searched = &sample.searched.scores;
    if N == 2 {
        let ([mine, theirs], sight) =
            look(position.layout(), two_sides(position), position.free(), hands(position), worth);
        let difference = mine.iter().zip(&theirs).map(|(mine, theirs)| mine - theirs).collect();
        let observation = observation(0, difference, has(0) - has(1), result(0) - result(1), searched[0]);
        return vec![Observation { sight: Some(sight), ..observation }];
    }
    let seen = features(position.layout(), sides, position.free(), worth);
    let of =
        |place: usize| observation(place, seen[place].to_vec(), has(place), result(place), searched[player(place)]);
    (0..N).map(of).collect()
}
