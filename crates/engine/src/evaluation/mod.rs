//! What a position promises.

mod abreast;
mod explanation;
mod features;
mod margin;
mod network;
mod observation;
mod quantized;
mod sight;
#[cfg(test)]
mod twins;
mod weights;

use std::sync::Arc;

use floe_fish::Position;
use floe_game::{Game, Player, Score};
use floe_hex::{Hex, HexSet, Layout, Standard};
use floe_search::{EvalAll, Payoffs};

pub(crate) use abreast::ABREAST;
use abreast::Several;
pub use explanation::{Claim, Explanation, PlayerSummary};
pub(crate) use explanation::{Territory, explain};
use features::{Each, FeatureBatch};
pub(crate) use features::{FREEDOM, Features, NAMES, NEAR, ONE, STUCK, TILES, features, freedom, once_and_more};
pub use network::{HIDDEN, Network, UNITS, turns};
pub use observation::Observation;
pub(crate) use observation::observations;
use quantized::{Inputs, Quantized};
use sight::look;
pub use sight::{OF_ALL, OF_PENGUINS, OF_SIDES, Seen, Sight, seen_of_penguins};
use weights::MOST_FREE;
pub(crate) use weights::Row;
pub use weights::{Weights, WeightsError};

/// Who gets there first, how many moves everybody has, and who is stuck, with weights that were learned from games, and a network for what these
/// cannot say (`docs/evaluation.md`).
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// For two, three and four players.
    weights: [Arc<Weights>; 3],
    /// The same.
    networks: Option<[Arc<Quantized>; 3]>,
}

impl Default for Evaluation {
    /// With the weights and the networks that come with floe.
    fn default() -> Evaluation {
        Evaluation { networks: Some([2, 3, 4].map(Quantized::shared)), ..Evaluation::without_network() }
    }
}

/// Where the weights for so many players stand.
fn place_of(players: usize) -> usize {
    assert!((2..=4).contains(&players), "there are two to four players, not {players}");
    players - 2
}

/// Everybody's penguins, those of the player to move first.
#[inline]
pub(crate) fn sides<const N: usize>(position: &Position<N>) -> [HexSet; N] {
    let first = position.last_turn().index();
    std::array::from_fn(|place| position.penguins(Player::new((first + place) % N)))
}

/// How many penguins are still to be placed.
#[inline]
fn hands<const N: usize>(position: &Position<N>) -> u32 {
    Player::first(N).map(|player| u32::from(position.hand(player))).sum()
}

impl Evaluation {
    /// By the weights that come with floe alone, which takes less time.
    pub fn without_network() -> Evaluation {
        Evaluation { weights: [2, 3, 4].map(|players| Arc::clone(Weights::shared(players))), networks: None }
    }

    /// The same without its networks, which takes less time.
    #[must_use]
    pub fn by_weights(self) -> Evaluation {
        Evaluation { networks: None, ..self }
    }

    /// The same with other weights for so many players, on top of which its network still corrects what it learned to.
    ///
    /// # Panics
    /// With fewer than two or more than four players.
    #[must_use]
    pub fn with_weights(mut self, players: usize, weights: Weights) -> Evaluation {
        self.weights[place_of(players)] = Arc::new(weights);
        self
    }

    /// The same with another network for so many players; one without networks corrects nothing for the others.
    ///
    /// ```
    /// use floe_engine::{Evaluation, Weights, network::Network};
    /// use floe_fish::Position;
    /// use floe_search::Eval;
    ///
    /// let text = ".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... A 36:19,32:19";
    /// let position: Position<2> = text.parse()?;
    /// let own = Evaluation::default().with_weights(2, Weights::learned(2).clone()).with_network(2, &Network::empty(2));
    /// assert_eq!(own.evaluate(&position), Evaluation::without_network().evaluate(&position));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// With fewer than two or more than four players, or a network for another number of them.
    #[must_use]
    pub fn with_network(mut self, players: usize, network: &Network) -> Evaluation {
        assert_eq!(network.players(), players, "the network is for as many players");
        let nothing = || [2, 3, 4].map(|players| Arc::new(Quantized::from(&Network::empty(players))));
        self.networks.get_or_insert_with(nothing)[place_of(players)] = Arc::new(network.into());
        self
    }

    /// The weights for so many players, while penguins are placed or later, with so many free tiles.
    #[inline]
    pub(crate) fn row_of(&self, players: usize, is_placement: bool, free: u32) -> &Row {
        // More than any floe of the base game has count no more.
        self.weights[players - 2].row(is_placement, free.min(MOST_FREE))
    }

    #[inline]
    fn row<const N: usize>(&self, players: usize, position: &Position<N>) -> &Row {
        self.weights[players - 2].row(position.is_placement(), position.free().len())
    }

    /// How far the guess at a result is usually off, as the scale of a logistic distribution, in the measure of scores.
    #[inline]
    pub(crate) fn doubt<const N: usize>(&self, position: &Position<N>) -> Score {
        self.row(N, position).doubt.max(1)
    }

    /// Everybody's result as a guess; of two players only the margin between them means something, the one that [`Eval`] tells.
    #[inline]
    pub(crate) fn results<const N: usize>(&self, position: &Position<N>) -> [Score; N] {
        if N == 2 {
            return margin_as_results(position, self.margin_of_two_to_come(position));
        }
        let Some(networks) = &self.networks else { return self.glance(position) };
        let (features, corrections) = match N {
            3 => corrected::<N, 9>(position, &networks[1]),
            _ => corrected::<N, 8>(position, &networks[2]),
        };
        let row = self.row(N, position);
        let mut said = said(&features, row);
        for place in 0..N {
            said[place] += corrections[place];
        }
        results_of(position, row, &said, standing(position))
    }

    /// The same by the weights alone.
    #[inline]
    pub(crate) fn glance<const N: usize>(&self, position: &Position<N>) -> [Score; N] {
        let features = features(Standard, sides(position), position.free(), |hexes| position.value(hexes));
        let row = self.row(N, position);
        results_of(position, row, &said(&features, row), standing(position))
    }

    /// The same of up to eight positions side by side, but for each of them in turn order, and how far the guess is usually off; what follows
    /// them says nothing.
    #[inline]
    pub(crate) fn glances<const N: usize>(&self, positions: &[Position<N>]) -> ([Each; N], [f32; ABREAST]) {
        let several = several(positions);
        let rows = rows_of(positions.iter().map(|position| self.row(N, position)));
        let (said, standing) = (said_of_each(&several.features(), &rows), several.standing());
        let mut results = banked(positions);
        if N == 2 {
            results[0] += standing[0] - standing[1] + said[0] - results[1];
            results[1] = Each::ZERO;
        } else {
            for place in 0..N {
                results[place] += standing[place] + said[place].max(Each::ZERO);
            }
        }
        (results, rows.map(|row| row.doubt.max(1) as f32))
    }
}

/// What everybody has in each of the positions, in turn order.
#[inline]
fn banked<const N: usize>(positions: &[Position<N>]) -> [Each; N] {
    let mut banked = [[0; ABREAST]; N];
    for (lane, position) in positions.iter().enumerate().take(ABREAST) {
        let first = position.last_turn().index();
        for (place, banked) in banked.iter_mut().enumerate() {
            banked[lane] = position.score(Player::new((first + place) % N));
        }
    }
    banked.map(Each::from)
}

/// Up to eight positions with everybody's penguins.
#[inline]
fn several<const N: usize>(positions: &[Position<N>]) -> Several<N> {
    Several::new(positions.iter().map(|position| (position, sides(position))))
}

/// What everybody's penguins stand on is worth, those of the player to move first.
#[inline]
fn standing<const N: usize>(position: &Position<N>) -> [Score; N] {
    let (mut standing, sides) = ([0; N], sides(position));
    for place in 0..N {
        standing[place] = position.value(sides[place]);
    }
    standing
}

/// Everybody's result by what they stand on, and what the weights say of each place, and of the first of two players more than of the other.
#[inline]
fn results_of<const N: usize>(
    position: &Position<N>,
    row: &Row,
    said: &[Score; N],
    standing: [Score; N],
) -> [Score; N] {
    if N == 2 {
        return margin_as_results(position, standing[0] - standing[1] + said[0] + row.turn(0));
    }
    let (mut results, first) = ([0; N], position.last_turn().index());
    for place in 0..N {
        let player = (first + place) % N;
        let has = position.score(Player::new(player)) + standing[place];
        results[player] = has + (said[place] + row.turn(place)).max(0);
    }
    results
}

/// What the weights say of each place; of two players only how much more of the first.
#[inline]
fn said<const N: usize>(features: &[Features; N], row: &Row) -> [Score; N] {
    let mut said = [0; N];
    if N == 2 {
        said[0] = row.apply(&std::array::from_fn(|feature| features[0][feature] - features[1][feature]));
    } else {
        for place in 0..N {
            said[place] = row.apply(&features[place]);
        }
    }
    said
}

/// The weights for each of the positions; where there is none, those for the first.
#[inline]
fn rows_of<'a>(mut rows: impl Iterator<Item = &'a Row>) -> [&'a Row; ABREAST] {
    let mut each = [rows.next().expect("there is a position"); ABREAST];
    for (slot, row) in each[1..].iter_mut().zip(rows) {
        *slot = row;
    }
    each
}

/// The same of each of the positions, by the weights for it, and what the turn is worth besides.
#[inline]
fn said_of_each<const N: usize>(features: &[FeatureBatch; N], rows: &[&Row; ABREAST]) -> [Each; N] {
    let mut said = said_by(features, rows[0]);
    // Most moves lead to positions with the same weights.
    for lane in 1..ABREAST {
        if !std::ptr::eq(rows[lane], rows[0]) {
            let own = said_by(features, rows[lane]);
            for (said, own) in said.iter_mut().zip(own) {
                said.as_mut_array()[lane] = own.as_array()[lane];
            }
        }
    }
    said
}

/// What these weights say of each place of each of the positions.
#[inline]
fn said_by<const N: usize>(features: &[FeatureBatch; N], row: &Row) -> [Each; N] {
    let mut said = [Each::ZERO; N];
    if N == 2 {
        let mut difference = features[0];
        for (mine, &theirs) in difference.iter_mut().zip(&features[1]) {
            *mine -= theirs;
        }
        said[0] = row.apply_to_each(&difference) + Each::splat(row.turn(0));
    } else {
        for place in 0..N {
            said[place] = row.apply_to_each(&features[place]) + Each::splat(row.turn(place));
        }
    }
    said
}

/// The final margin as the result of the player to move, where this is to come.
#[inline]
fn margin_as_results<const N: usize>(position: &Position<N>, to_come: Score) -> [Score; N] {
    let (mut results, first) = ([0; N], position.last_turn().index());
    let scores: [Score; 2] = [0, 1].map(|place| position.score(Player::new((first + place) % N)));
    results[first] = scores[0] - scores[1] + to_come;
    results
}

/// The features of everybody, and how much more they get than the weights say, in turn order.
#[inline]
fn corrected<const N: usize, const P: usize>(
    position: &Position<N>,
    network: &Quantized,
) -> ([Features; N], [Score; N]) {
    let (features, sight) = sight_of::<N, P>(position);
    (features, network.corrections(&Inputs::from(&sight), |&pair| pair))
}

/// What the network sees of a position, with the features.
#[inline]
fn sight_of<const N: usize, const P: usize>(position: &Position<N>) -> ([Features; N], Sight<N, P>) {
    look(sides(position), position.free(), hands(position), |hexes| position.value(hexes))
}

/// What is usually played: a penguin comes to more fish, and to where it has more moves than before, a fish for twice as many.
pub(crate) fn usual_move<const N: usize>(position: &Position<N>) -> floe_fish::Move {
    let free = position.free();
    let moves_from = |hex: Hex| freedom(Standard.rays(hex.into(), free).count());
    let gain = |mv: floe_fish::Move| match mv {
        floe_fish::Move::Place(hex) => ONE * position.fish(hex) as Score + moves_from(hex),
        floe_fish::Move::Slide { from, to } => ONE * position.fish(to) as Score + moves_from(to) - moves_from(from),
    };
    let mut best = None;
    position.for_each_move(|mv| {
        let gain = gain(mv);
        best = best.filter(|&(most, _)| gain <= most).or(Some((gain, mv)));
    });
    best.expect("whose turn it is can move").1
}

impl<const N: usize> EvalAll<Position<N>> for Evaluation {
    #[inline]
    fn evaluate_all(&self, position: &Position<N>) -> Payoffs {
        let mut payoffs = Payoffs::default();
        let mut results = self.results(position);
        if N == 2 {
            // What is left is shared so that the margin comes out.
            let first = position.last_turn().index();
            let has = |player: usize| {
                let player = Player::new(player);
                position.score(player) + position.value(position.penguins(player))
            };
            let (mine, theirs, left) = (has(first), has(1 - first), position.value(position.free()));
            let more = (results[first] - mine + theirs).clamp(-left, left);
            results[first] = mine + (left + more) / 2;
            results[1 - first] = theirs + (left - more) / 2;
        }
        payoffs[..N].copy_from_slice(&results);
        payoffs
    }
}
