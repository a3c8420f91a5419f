//! The margin between two sides: two players, or one and all others.

use floe_fish::{Position, Value};
use floe_game::{Score, TwoSided};
use floe_hex::{HexSet, Layout, Standard};
use floe_search::{BestReply, Eval, Paranoid};

use super::abreast::{ABREAST, Several};
use super::features::{FeatureBatch, Features, features};
use super::quantized::Inputs;
use super::sight::look;
use super::{Evaluation, Row, hands, rows_of, said_of_each, several, sides};

/// By how much the value of a search is seldom off from a guess: so much, and so much more for every ply, up to so many plies.
///
/// With 160 and 40 the engine scored 42.7 +- 5.5 % against this, with 384, 80 and eight plies 48.2 +- 5.7 %, with 192, 64 and eight plies
/// 50.5 +- 5.1 % (30,000 nodes a move, 20,000 for the second; 200 to 300 games).
const SWING: Score = 256;
const SWING_A_PLY: Score = 64;
const FORESEEN: i32 = 6;

/// Fewer positions than that take less time one by one.
const FEW: usize = 5;

/// The penguins of the player to move and of the next one.
#[inline]
fn two_sides<const N: usize>(position: &Position<N>) -> [HexSet; 2] {
    let sides = sides(position);
    [sides[0], sides[1]]
}

impl Evaluation {
    /// The margin to come for the side that stands on the first of these hexes and is to move.
    #[inline]
    fn margin_to_come<const N: usize>(&self, position: &Position<N>, sides: [HexSet; 2]) -> Score {
        let [mine, theirs] = features(Standard, sides, position.free(), |hexes| position.value(hexes));
        let difference: Features = std::array::from_fn(|feature| mine[feature] - theirs[feature]);
        let row = self.row(2, position);
        let standing = position.value(sides[0]) - position.value(sides[1]);
        standing + row.apply(&difference) + row.turn(0)
    }

    /// The margin to come for the one of two players who is to move.
    #[inline]
    pub(super) fn margin_of_two_to_come<const N: usize>(&self, position: &Position<N>) -> Score {
        let (sides, worth) = (two_sides(position), |hexes| position.value(hexes));
        let Some([network, ..]) = &self.networks else { return self.margin_to_come(position, sides) };
        let ([mine, theirs], sight) = look::<2, 8>(sides, position.free(), hands(position), worth);
        let difference: Features = std::array::from_fn(|feature| mine[feature] - theirs[feature]);
        let row = self.row(2, position);
        let standing = worth(sides[0]) - worth(sides[1]);
        let [correction] = network.corrections(&Inputs::from(&sight), |&pair| pair);
        standing + row.apply(&difference) + row.turn(0) + correction
    }

    /// The same of up to eight positions.
    #[inline]
    fn margins_of_two_to_come(&self, positions: &[Position<2>]) -> [Score; ABREAST] {
        let several = several(positions);
        let rows = rows_of(positions.iter().map(|position| self.row(2, position)));
        let Some([network, ..]) = &self.networks else { return margins_to_come(&several, &several.features(), &rows) };
        let (features, sights) = several.look::<8>();
        let mut margins = margins_to_come(&several, &features, &rows);
        for (lane, margin) in margins.iter_mut().enumerate().take(positions.len()) {
            let [correction] = network.corrections(&sights, |pairs| pairs[lane]);
            *margin += correction;
        }
        margins
    }
}

/// The margins by the weights alone, each for the side that is told first.
#[inline]
fn margins_to_come(several: &Several<2>, features: &[FeatureBatch; 2], rows: &[&Row; ABREAST]) -> [Score; ABREAST] {
    let ([mine, theirs], [said, _]) = (several.standing(), said_of_each(features, rows));
    (mine - theirs + said).to_array()
}

/// Evaluates eight positions at a time, or as many as are left, by `together`, and few of them one by one.
#[inline]
fn evaluate_batch<G: TwoSided>(
    evaluation: &impl Eval<G>,
    games: &[G],
    values: &mut [Score],
    together: impl Fn(&[G]) -> [Score; ABREAST],
) {
    for (games, values) in games.chunks(ABREAST).zip(values.chunks_mut(ABREAST)) {
        if games.len() < FEW {
            values.iter_mut().zip(games).for_each(|(value, game)| *value = evaluation.evaluate(game));
        } else {
            values[..games.len()].copy_from_slice(&together(games)[..games.len()]);
        }
    }
}

impl Eval<Position<2>> for Evaluation {
    #[inline]
    fn evaluate(&self, position: &Position<2>) -> Score {
        let me = position.last_turn();
        position.margin_of(position.side(me)) + self.margin_of_two_to_come(position)
    }

    #[inline]
    fn evaluate_batch(&self, positions: &[Position<2>], values: &mut [Score]) {
        evaluate_batch(self, positions, values, |positions| {
            let mut margins = self.margins_of_two_to_come(positions);
            for (margin, position) in margins.iter_mut().zip(positions) {
                *margin += position.margin_of(position.side(position.last_turn()));
            }
            margins
        });
    }

    #[inline]
    fn move_score(&self, position: &Position<2>, mv: floe_fish::Move) -> Score {
        move_score(position, mv)
    }

    #[inline]
    fn futility_margin(&self, _: &Position<2>, depth: i32) -> Option<Score> {
        (depth <= FORESEEN).then_some(SWING + SWING_A_PLY * depth)
    }
}

/// The penguins of the side to move, and of the other: those of one player and of all others.
#[inline]
fn against_the_rest<const N: usize>(paranoid: &Paranoid<Position<N>>) -> [HexSet; 2] {
    let position = &paranoid.game;
    let mine = position.penguins(paranoid.me);
    let theirs = position.tiles() - position.free() - mine;
    if position.last_turn() == paranoid.me { [mine, theirs] } else { [theirs, mine] }
}

impl<const N: usize> Eval<Paranoid<Position<N>>> for Evaluation {
    #[inline]
    fn evaluate(&self, paranoid: &Paranoid<Position<N>>) -> Score {
        let position = &paranoid.game;
        paranoid.margin_of(paranoid.side_to_move()) + self.margin_to_come(position, against_the_rest(paranoid))
    }

    #[inline]
    fn evaluate_batch(&self, games: &[Paranoid<Position<N>>], values: &mut [Score]) {
        evaluate_batch(self, games, values, |games| {
            let sides = games.iter().map(|paranoid| (&paranoid.game, against_the_rest(paranoid)));
            let several = Several::new(sides);
            let rows = rows_of(games.iter().map(|paranoid| self.row(2, &paranoid.game)));
            let mut margins = margins_to_come(&several, &several.features(), &rows);
            for (margin, paranoid) in margins.iter_mut().zip(games) {
                *margin += paranoid.margin_of(paranoid.side_to_move());
            }
            margins
        });
    }

    #[inline]
    fn move_score(&self, paranoid: &Paranoid<Position<N>>, mv: floe_fish::Move) -> Score {
        move_score(&paranoid.game, mv)
    }
}

impl<const N: usize> Eval<BestReply<Position<N>>> for Evaluation {
    #[inline]
    fn evaluate(&self, reply: &BestReply<Position<N>>) -> Score {
        self.evaluate(reply.paranoid())
    }

    #[inline]
    fn move_score(&self, reply: &BestReply<Position<N>>, mv: floe_fish::Move) -> Score {
        self.move_score(reply.paranoid(), mv)
    }
}

/// The fish of the tile that the penguin comes to.
#[inline]
fn move_score<const N: usize>(position: &Position<N>, mv: floe_fish::Move) -> Score {
    match mv {
        floe_fish::Move::Place(hex) => Standard.geometry().adjacent(hex).len() as Score,
        floe_fish::Move::Slide { to, .. } => Value { fish: position.fish(to) as i32, tiles: 0 }.score(),
    }
}
