//! Static evaluation of positions on a floe (`docs/evaluation.md`): who reaches which tile first,
//! in a weighted sum that people can read, for any number of players and every variant; on the
//! official floe a network, trained after the weights, corrects it by the surroundings of every
//! penguin. Tree search evaluates all moves with the sum, and the best one with the network.

mod built_in;
mod endings;
mod features;
mod inputs;
mod margin;
mod network;
mod plane_network;
mod quantized;
mod ring_lanes;
mod terrain;
#[cfg(test)]
mod twins;
mod variant_lanes;
mod variants;
mod weights;
mod win_chances;

use std::sync::Arc;

use floe_fish::{Move, Position};
use floe_game::{Game, POINT, Player, Score};
use floe_hex::{Hex, HexSet, Layout, Standard};
use floe_search::{EvalAll, Payoffs};
use floe_variants::Rules;
use wide::i32x8;

use features::{NumberOf, Terrain, features};
use inputs::extract_inputs;
use quantized::Quantized;
use terrain::{Batch, NetworkTerrain, floe_of, hands, sides};

pub use endings::EndingEvaluation;
pub use features::{FEATURE_NAMES, Features, Number, Set, of_others, once_and_more};
pub use inputs::{NetworkInputs, PENGUIN_INPUTS, POSITION_INPUTS, SIDE_INPUTS, penguin_inputs};
pub use margin::FutilityMargins;
pub use network::{Activations, HIDDEN, Network, NetworkFile, UNITS, add_scaled, turns};
pub use plane_network::{PlaneEvaluation, PlaneNetwork};
pub use terrain::{BareEnding, FloeLane, LANES};
pub use variants::{EvalWord, SideFeatures, side_features};
pub use weights::{WeightRow, Weights, WeightsError, WeightsGame};
pub use win_chances::{PlayerLanes, final_win_chances, win_probabilities, win_probabilities_batch};

/// Static evaluation of positions on a floe: territory, mobility and immobile penguins with learned
/// weights. In variants the features that only they have are added. On the official floe a network
/// corrects the sum (`docs/evaluation.md`). The default has the built-in weights and networks of
/// the base game; [`of_game`](Evaluation::of_game) makes the evaluation of a variant.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Weights for two, three and four players.
    weights: [Arc<Weights>; 3],
    /// Networks for two, three and four sides; `None` where nothing is corrected.
    networks: [Option<Arc<Quantized>>; 3],
    /// Weights that were given for a game in place of the built-in ones.
    given: Option<Arc<Weights>>,
    /// Network that was given for a game in place of the built-in one.
    given_network: Option<(WeightsGame, Arc<Quantized>)>,
    /// Whether the evaluation of a variant has the built-in network of that variant.
    has_networks: bool,
    /// Network that guides tree search in place of all this.
    plane_network: Option<Arc<dyn PlaneNetwork>>,
    /// Futility margins between two players of the base game.
    futility_margins: FutilityMargins,
}

impl Default for Evaluation {
    /// The evaluation with the built-in weights and networks.
    fn default() -> Evaluation {
        let networks = [2, 3, 4].map(|players| Some(Quantized::learned(players)));
        Evaluation {
            networks,
            has_networks: true,
            ..Evaluation::without_network()
        }
    }
}

/// Place of the weights for this number of players.
fn place_of(players: usize) -> usize {
    assert!(
        (2..=4).contains(&players),
        "expected 2 to 4 players; found {players}"
    );
    players - 2
}

impl Evaluation {
    /// The evaluation with the built-in weights alone, without any network, which takes less time.
    pub fn without_network() -> Evaluation {
        let weights = [2, 3, 4].map(|players| Arc::clone(Weights::learned(players)));
        let networks = [const { None }; 3];
        Evaluation {
            weights,
            networks,
            given: None,
            given_network: None,
            has_networks: false,
            plane_network: None,
            futility_margins: FutilityMargins::default(),
        }
    }

    /// The evaluation without the networks that correct it, which takes less time. A [plane
    /// network](Self::with_plane_network) stays.
    pub fn by_weights(&self) -> Evaluation {
        let networks = [const { None }; 3];
        Evaluation {
            networks,
            given_network: None,
            has_networks: false,
            ..self.clone()
        }
    }

    /// Replaces the weights for games of `players` players. The network for this number, if there
    /// is one, stays, and adds the corrections that it learned for the weights that it was trained
    /// with.
    ///
    /// # Panics
    /// If `players` is not two to four.
    #[must_use]
    pub fn with_weights(mut self, players: usize, weights: impl Into<Arc<Weights>>) -> Evaluation {
        self.weights[place_of(players)] = weights.into();
        self
    }

    /// Gives weights for the game that they name, in place of the built-in ones.
    ///
    /// # Panics
    /// If they are for the rules of a variant and name no number of players.
    #[must_use]
    pub fn with_weights_of_game(self, weights: impl Into<Arc<Weights>>) -> Evaluation {
        let weights: Arc<Weights> = weights.into();
        let given = Evaluation {
            given: Some(Arc::clone(&weights)),
            ..self
        };
        match weights.game() {
            WeightsGame {
                rules: Rules::BASE,
                players: Some(players),
            } => given.with_weights(players, weights),
            WeightsGame {
                rules: Rules::BASE,
                players: None,
            } => [2, 3, 4].into_iter().fold(given, |all, players| {
                all.with_weights(players, Arc::clone(&weights))
            }),
            WeightsGame { players, .. } => {
                assert!(
                    players.is_some(),
                    "weights of variants name their number of players"
                );
                given
            }
        }
    }

    /// A game for which weights or a network were given, other than the game by `rules` with
    /// `players` players. `None` if there is no such game. `rules` is `None` for games without a
    /// floe.
    pub fn weights_of_another_game(
        &self,
        rules: Option<Rules>,
        players: usize,
    ) -> Option<WeightsGame> {
        let network = self.given_network.as_ref().map(|(game, _)| *game);
        let given = self
            .given
            .iter()
            .map(|weights| weights.game())
            .chain(network);
        let is_other = |game: &WeightsGame| {
            Some(game.rules) != rules || game.players.is_some_and(|given| given != players)
        };
        given.into_iter().find(is_other)
    }

    /// The evaluation of a game on a floe: with the weights and the network that were given for it,
    /// else the built-in ones.
    ///
    /// # Panics
    /// If the rules are those of a variant without teams, and `players` is not two to four.
    #[must_use]
    pub fn of_game(&self, rules: Rules, players: usize) -> Evaluation {
        if rules == Rules::BASE {
            return self.clone();
        }
        let game = WeightsGame {
            rules,
            players: Some(players),
        };
        let given = self.given.as_ref().filter(|weights| weights.game() == game);
        let weights = given.unwrap_or_else(|| Weights::learned_for(rules, players));
        let sides = game.sides();
        let given = self
            .given_network
            .as_ref()
            .filter(|(known, _)| *known == game)
            .map(|(_, network)| network);
        let built_in = self
            .has_networks
            .then(|| Quantized::learned_for(game))
            .flatten();
        let mut networks = [const { None }; 3];
        networks[place_of(sides)] = given.or(built_in).map(Arc::clone);
        Evaluation {
            networks,
            ..self.clone().with_weights(sides, Arc::clone(weights))
        }
    }

    /// Gives a network for the game that it names, in place of the built-in one.
    #[must_use]
    pub fn with_network_of_game(self, file: &NetworkFile) -> Evaluation {
        let network = Arc::new((&file.network).into());
        let given = Evaluation {
            given_network: Some((file.game, network)),
            ..self
        };
        let is_base = file.game.rules == Rules::BASE;
        if is_base {
            given.with_network(file.network.players(), &file.network)
        } else {
            given
        }
    }

    /// Replaces the network for games of `players` players. For other numbers of players nothing
    /// changes, also where no network corrects the weights.
    ///
    /// ```
    /// use floe_evaluation::{Evaluation, Network, Weights};
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
    /// With fewer than two or more than four players, or a network for another number of players.
    #[must_use]
    pub fn with_network(mut self, players: usize, network: &Network) -> Evaluation {
        assert_eq!(
            network.players(),
            players,
            "the network is for another number of players"
        );
        self.networks[place_of(players)] = Some(Arc::new(network.into()));
        self
    }

    /// Replaces the futility margins.
    #[must_use]
    pub fn with_futility_margins(self, futility_margins: FutilityMargins) -> Evaluation {
        Evaluation {
            futility_margins,
            ..self
        }
    }

    /// Adds a network from outside, which guides tree search.
    #[must_use]
    pub fn with_plane_network(self, network: Arc<dyn PlaneNetwork>) -> Evaluation {
        Evaluation {
            plane_network: Some(network),
            ..self
        }
    }

    /// Network from outside that guides tree search, if there is one.
    pub fn plane_network(&self) -> Option<&Arc<dyn PlaneNetwork>> {
        self.plane_network.as_ref()
    }

    /// The network for this number of sides; `None` if nothing is corrected.
    #[inline]
    pub(crate) fn network(&self, sides: usize) -> Option<&Quantized> {
        self.networks[sides - 2].as_deref()
    }

    /// Weights for a number of sides, in the placement phase or after it, with a number of free
    /// tiles.
    #[inline]
    pub(crate) fn row(&self, sides: usize, is_placement: bool, free: u32) -> &WeightRow {
        self.weights[sides - 2].row(is_placement, free)
    }

    /// Weights that the evaluation uses for `position`, seen as a position between `sides` sides, 2
    /// to 4.
    #[inline]
    pub fn row_of<const N: usize>(&self, sides: usize, position: &Position<N>) -> &WeightRow {
        self.row(sides, position.is_placement(), position.free().len())
    }

    /// Expected final score of every player, in 1/128 fish, scores so far included; in turn order
    /// from the player to move on. For two players instead the margin for the player to move, as
    /// [`Eval`](floe_search::Eval) returns it, and zero.
    ///
    /// `N` is 2 to 4.
    pub fn results<const N: usize>(&self, position: &Position<N>) -> [Score; N] {
        add_scores(
            scores(position),
            self.to_come(position, sides(position), self.network(N)),
        )
    }

    /// Expected final scores by the weights alone, without the network, in the form in which
    /// [`results`](Evaluation::results) returns them.
    pub fn quick_results<const N: usize>(&self, position: &Position<N>) -> [Score; N] {
        add_scores(
            scores(position),
            self.to_come(position, sides(position), None),
        )
    }

    /// [`quick_results`](Evaluation::quick_results) of up to [`LANES`] positions, each in its lane
    /// of the vectors, and the [logistic scale](WeightRow::logistic_scale) of the error of each.
    /// Lanes beyond the last position are meaningless.
    pub fn quick_results_batch<const N: usize>(
        &self,
        positions: &[Position<N>],
    ) -> ([i32x8; N], [f32; LANES]) {
        let mut banked = [[0; LANES]; N];
        for (lane, position) in positions.iter().enumerate().take(LANES) {
            for (place, score) in scores(position).into_iter().enumerate() {
                banked[place][lane] = score;
            }
        }
        let batch = Batch::new(
            positions
                .iter()
                .map(|position| FloeLane::of(position, sides(position))),
        );
        let rows = rows_of(positions.iter().map(|position| self.row_of(N, position)));
        let to_come = batch_to_come::<N, 0>(&batch, &rows, None);
        (
            add_scores(banked.map(i32x8::from), to_come),
            rows.map(WeightRow::logistic_scale),
        )
    }

    /// Expected scores still to come for sides with these penguins, the side to move first, with
    /// the tiles that they stand on; of two sides their margin, and zero.
    fn to_come<const N: usize, const M: usize>(
        &self,
        position: &Position<M>,
        sides: [HexSet; N],
        network: Option<&Quantized>,
    ) -> [Score; N] {
        let floe = floe_of(position);
        let (features, corrections) = match (network, N) {
            (None, _) => (features(&floe, sides), [0; N]),
            (Some(network), 3) => corrected::<N, 9>(network, &floe, sides, hands(position)),
            (Some(network), _) => corrected::<N, 8>(network, &floe, sides, hands(position)),
        };
        let mut to_come = weighted(&features, self.row_of(N, position));
        for (to_come, correction) in to_come.iter_mut().zip(corrections) {
            *to_come += correction;
        }
        add_standing(&floe, &sides, to_come)
    }
}

/// Features of every side, and the corrections by the network.
pub(crate) fn corrected<const N: usize, const P: usize>(
    network: &Quantized,
    floe: &impl NetworkTerrain<Set = HexSet>,
    sides: [HexSet; N],
    hands: Score,
) -> ([Features; N], [Score; N]) {
    let (features, inputs) = extract_inputs::<N, P, _>(floe, sides, hands);
    (features, network.corrections(&inputs, |&pair| pair))
}

/// Expected scores still to come in a batch, as [`Evaluation::to_come`] returns them; a network is
/// for two sides with `P` penguins.
fn batch_to_come<const N: usize, const P: usize>(
    batch: &Batch<N>,
    rows: &[&WeightRow; LANES],
    network: Option<&Quantized>,
) -> [i32x8; N] {
    let Some(network) = network else {
        let features = features(batch, batch.sides);
        return add_standing(batch, &batch.sides, weighted_lanes(&features, rows));
    };
    add_standing(
        batch,
        &batch.sides,
        corrected_lanes::<N, P>(batch, rows, network),
    )
}

/// Expected margins of what the penguins of two sides will still land on, in a batch.
pub(crate) fn batch_margins(
    batch: &Batch<2>,
    rows: &[&WeightRow; LANES],
    network: &Quantized,
) -> i32x8 {
    corrected_lanes::<2, 8>(batch, rows, network)[0]
}

/// [`weighted`] features and the correction of the first side in a batch.
fn corrected_lanes<const N: usize, const P: usize>(
    batch: &Batch<N>,
    rows: &[&WeightRow; LANES],
    network: &Quantized,
) -> [i32x8; N] {
    let (features, inputs) = extract_inputs::<N, P, _>(batch, batch.sides, batch.hands);
    let mut corrections = [0; LANES];
    for (lane, correction) in corrections.iter_mut().enumerate().take(batch.count) {
        *correction = network.corrections(&inputs, |pairs| pairs.as_array()[lane])[0];
    }
    let mut to_come = weighted_lanes(&features, rows);
    to_come[0] += i32x8::from(corrections);
    to_come
}

/// Weighted features of every side, with the value of its turn; of two sides their difference, and
/// zero.
#[inline]
fn weighted<const N: usize, T: Number>(features: &[Features<T>; N], row: &WeightRow) -> [T; N] {
    let mut weighted = [T::default(); N];
    if N == 2 {
        let mut difference = features[0];
        for (own, &other) in difference.iter_mut().zip(&features[1]) {
            *own -= other;
        }
        weighted[0] = row.apply(&difference) + T::splat(row.turns[0]);
    } else {
        for place in 0..N {
            weighted[place] = row.apply(&features[place]) + T::splat(row.turns[place]);
        }
    }
    weighted
}

/// Weights of every position of a batch; lanes beyond the last position get those of the first.
#[inline]
fn rows_of<'a>(mut rows: impl Iterator<Item = &'a WeightRow>) -> [&'a WeightRow; LANES] {
    let mut lanes = [rows.next().expect("a batch has a position"); LANES];
    for (lane, row) in lanes[1..].iter_mut().zip(rows) {
        *lane = row;
    }
    lanes
}

/// [`weighted`] features in a batch.
#[inline]
fn weighted_lanes<const N: usize>(
    features: &[Features<i32x8>; N],
    rows: &[&WeightRow; LANES],
) -> [i32x8; N] {
    let mut all = weighted(features, rows[0]);
    // Most moves lead to positions with the same weights.
    for lane in 1..LANES {
        if !std::ptr::eq(rows[lane], rows[0]) {
            let own = weighted(features, rows[lane]);
            for (all, own) in all.iter_mut().zip(own) {
                all.as_mut_array()[lane] = own.as_array()[lane];
            }
        }
    }
    all
}

/// Adds the tiles that the penguins stand on. More than two sides get at least these.
#[inline]
fn add_standing<const N: usize, T: Terrain>(
    terrain: &T,
    sides: &[T::Set; N],
    mut to_come: [NumberOf<T>; N],
) -> [NumberOf<T>; N] {
    if N == 2 {
        to_come[0] += terrain.value(sides[0]) - terrain.value(sides[1]);
    } else {
        for place in 0..N {
            to_come[place] = terrain.value(sides[place]) + to_come[place].at_least_zero();
        }
    }
    to_come
}

/// Adds the scores made so far, in turn order; of two sides their margin.
#[inline]
fn add_scores<const N: usize, T: Number>(scores: [T; N], mut to_come: [T; N]) -> [T; N] {
    if N == 2 {
        to_come[0] += scores[0] - scores[1];
    } else {
        for place in 0..N {
            to_come[place] += scores[place];
        }
    }
    to_come
}

/// Features of every player, in turn order from the player to move on, and the inputs of the
/// network.
pub fn features_and_inputs<const N: usize>(
    position: &Position<N>,
) -> ([Features; N], NetworkInputs) {
    let floe = floe_of(position);
    if N == 3 {
        let (features, inputs) = extract_inputs::<N, 9, _>(&floe, sides(position), hands(position));
        return (features, inputs.into());
    }
    let (features, inputs) = extract_inputs::<N, 8, _>(&floe, sides(position), hands(position));
    (features, inputs.into())
}

/// Scores of all players so far, in turn order from the player to move on.
#[inline]
fn scores<const N: usize>(position: &Position<N>) -> [Score; N] {
    let first = position.last_turn().index();
    std::array::from_fn(|place| position.score(Player::new((first + place) % N)))
}

/// Mobility of a penguin on a hex.
#[inline]
fn mobility(hex: Hex, free: HexSet) -> Score {
    (Standard.rays(hex.into(), free).count() as Score).mobility()
}

/// The move of the player to move with the largest gain: the fish of the tile on which the penguin
/// lands, and what the penguin gains in mobility, where a doubling of its number of moves is worth
/// a fish. Of equal moves it is the first.
///
/// # Panics
/// If the game is over.
pub fn usual_move<const N: usize>(position: &Position<N>) -> Move {
    let free = position.free();
    let gain = |mv: Move| match mv {
        Move::Place(hex) => POINT * position.fish(hex) as Score + mobility(hex, free),
        Move::Slide { from, to } => {
            POINT * position.fish(to) as Score + mobility(to, free) - mobility(from, free)
        }
    };
    let mut best = None;
    position.for_each_move(|mv| {
        let gain = gain(mv);
        best = best.filter(|&(most, _)| gain <= most).or(Some((gain, mv)));
    });
    best.expect("a player to move has a move").1
}

impl<const N: usize> EvalAll<Position<N>> for Evaluation {
    #[inline]
    fn evaluate_all(&self, position: &Position<N>) -> Payoffs {
        let mut payoffs = Payoffs::default();
        let mut results = self.results(position);
        if N == 2 {
            // The tiles left are shared so that the margin results.
            let scores = scores(position);
            let sides = sides(position);
            let left = position.value(position.free());
            let has = [0, 1].map(|place| scores[place] + position.value(sides[place]));
            let more = (results[0] - has[0] + has[1]).clamp(-left, left);
            results[0] = has[0] + (left + more) / 2;
            results[1] = has[1] + (left - more) / 2;
        }
        let first = position.last_turn().index();
        for place in 0..N {
            payoffs[(first + place) % N] = results[place];
        }
        payoffs
    }
}
