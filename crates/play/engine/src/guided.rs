//! Search of any game on a floe by PUCT whose priors and values come from outside, such as a neural
//! network.

use std::fmt;

use floe_endgame::IndependentAreas;
use floe_fish::Position;
use floe_game::{Game, Player, Score};
use floe_search::{GuidedMove, GuidedOptions, GuidedSearch, WinProbabilities};
use floe_variants::Variant;

use crate::engine_game::EngineGame;
use crate::solve::possible;
use crate::{AnyGame, GameRules};

/// Search of one game by PUCT, in which the caller evaluates the leaves. Leaves whose result is
/// proved need no evaluation: where the game is over; in the base game where no tile is contested;
/// in variants where the bounds of the rules leave only one result.
pub struct GuidedGame(Box<dyn AnyGuided>);

/// Payoff that the players of a guided search maximise.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum GuidedPayoff {
    /// The [`returns`].
    #[default]
    Returns,
    /// The [`margins`] divided by this number of points, which is above 0. Quotients beyond -1 and
    /// 1 become -1 and 1.
    Margins(f64),
}

impl GuidedPayoff {
    /// Payoffs of all players for final scores, each from -1 to 1.
    fn of(self, scores: &[Score], sides: usize) -> Vec<f64> {
        match self {
            GuidedPayoff::Returns => returns(scores, sides),
            GuidedPayoff::Margins(points) => margins(scores, sides)
                .into_iter()
                .map(|margin| (margin / points).clamp(-1.0, 1.0))
                .collect(),
        }
    }
}

/// Reason why a [`GuidedGame`] cannot search a game: its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected rules whose moves have numbers of their own, without chance; found rules {0}")]
pub struct UnguidedError(GameRules);

impl fmt::Debug for GuidedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GuidedGame").finish_non_exhaustive()
    }
}

impl GuidedGame {
    /// Prepares the search of a position.
    ///
    /// # Errors
    /// If the game has chance or hidden parts, or special tiles, or is not on a floe.
    pub fn new(
        game: &AnyGame,
        options: GuidedOptions,
        payoff: GuidedPayoff,
    ) -> Result<GuidedGame, UnguidedError> {
        Ok(GuidedGame(match *game {
            AnyGame::Two(position) => Box::new(Guided::new(position, options, payoff)),
            AnyGame::Three(position) => Box::new(Guided::new(position, options, payoff)),
            AnyGame::Four(position) => Box::new(Guided::new(position, options, payoff)),
            AnyGame::Variant(position) => Box::new(Guided::new(position, options, payoff)),
            AnyGame::Special(_)
            | AnyGame::Hidden(_)
            | AnyGame::Flip(_)
            | AnyGame::Contest(_)
            | AnyGame::Angling(_) => {
                return Err(UnguidedError(game.rules()));
            }
        }))
    }

    /// Visits until a position needs an evaluation, and returns this position; the first is the
    /// root. `None` when all visits are done, or the game is over at the root.
    pub fn next_leaf(&mut self) -> Option<AnyGame> {
        self.0.next_leaf()
    }

    /// Receives the evaluation of the [next leaf](Self::next_leaf). `weight` gives the weight of a
    /// move by its [number](floe_game::Keyed::move_bits), not negative; priors are shares of the
    /// sum of the weights. `values` are the expected payoffs of all players, each from -1 to 1, in
    /// turn order from the player to move at the leaf.
    ///
    /// # Panics
    /// If no leaf waits for its evaluation.
    pub fn receive(&mut self, weight: &dyn Fn(u32) -> f32, values: &[f32]) {
        self.0.receive(weight, values);
    }

    /// Moves of the root with their visits; none if the game is over, and before the root is
    /// evaluated.
    pub fn moves(&self) -> Vec<GuidedMove> {
        self.0.moves()
    }

    /// [Number](floe_game::Keyed::move_bits) of the move to play; `None` if the game is over, and
    /// before the root is evaluated.
    pub fn best(&self) -> Option<u32> {
        self.0.best()
    }

    /// Expected payoffs of all players at the root, in turn order from the player to move: the
    /// proved payoffs if the root is proved, else the means over its evaluation and all visits.
    /// They mean nothing before the root is evaluated. When the game is over, they begin with the
    /// player who moved last.
    pub fn values(&self) -> Vec<f64> {
        self.0.proved().unwrap_or_else(|| self.0.values())
    }

    /// Whether the values of the root are proved.
    pub fn is_proved(&self) -> bool {
        self.0.proved().is_some()
    }
}

/// Payoffs of the players for final scores, both in turn order from A; scores are in 1/128 of a
/// point. Two sides: 1 for a win, 0 for a draw and -1 for a loss. More sides: the winners share 1,
/// and the others share -1; 0 if all tie. One side, of all players together: each player gets minus
/// the number of animals left.
pub fn returns(scores: &[Score], sides: usize) -> Vec<f64> {
    if sides == 1 {
        return scores
            .iter()
            .map(|&score| f64::from(floe_fish::Value::from_score(score).fish))
            .collect();
    }
    let best = scores.iter().max().copied().unwrap_or_default();
    let players = scores.len() as f64;
    let winners = scores.iter().filter(|&&score| score == best).count() as f64;
    if winners == players {
        return vec![0.0; scores.len()];
    }
    let (win, loss) = match sides {
        2 => (1.0, -1.0),
        _ => (1.0 / winners, -1.0 / (players - winners)),
    };
    scores
        .iter()
        .map(|&score| if score == best { win } else { loss })
        .collect()
}

/// Margins of the players for final scores, both in turn order from A; scores are in 1/128 of a
/// point, margins in points such as fish. Two sides: the difference to the other side. More sides:
/// the difference to the mean of the others. One side, of all players together: minus the number of
/// animals left.
pub fn margins(scores: &[Score], sides: usize) -> Vec<f64> {
    let own: Vec<f64> = scores
        .iter()
        .map(|&score| f64::from(floe_fish::Value::from_score(score).fish))
        .collect();
    let sum: f64 = own.iter().sum();
    let margin = |seat: usize| match sides {
        1 => own[seat],
        2 => own[seat] - own[(seat + 1) % own.len()],
        sides => own[seat] - (sum - own[seat]) / (sides - 1) as f64,
    };
    (0..own.len()).map(margin).collect()
}

/// Payoff of -1 to 1 as a win probability.
fn win_probability(payoff: f64) -> f32 {
    ((payoff + 1.0) / 2.0) as f32
}

/// Win probability as a payoff of -1 to 1.
fn payoff_of(win_probability: f64) -> f64 {
    win_probability * 2.0 - 1.0
}

/// Game of which some results are known before its end.
trait Foreseen: EngineGame {
    /// Knowledge that a search keeps.
    type Oracle: Default + Send;

    /// Final scores of all players, in 1/128 of a point, or scores with the same payoffs; `None`
    /// where these are not known.
    fn foreseen(&self, oracle: &Self::Oracle, payoff: GuidedPayoff) -> Option<Vec<Score>>;
}

impl<const N: usize> Foreseen for Position<N>
where
    Position<N>: EngineGame,
{
    type Oracle = IndependentAreas;

    fn foreseen(&self, oracle: &IndependentAreas, _payoff: GuidedPayoff) -> Option<Vec<Score>> {
        oracle.results(self).map(|scores| scores.to_vec())
    }
}

impl Foreseen for Variant {
    type Oracle = ();

    fn foreseen(&self, (): &(), payoff: GuidedPayoff) -> Option<Vec<Score>> {
        let bounds = &possible(self)[..self.players()];
        let best = bounds.iter().map(|bounds| bounds.lower).max()?;
        // Every player has that score, or cannot reach it.
        let has_known_winners = || {
            bounds
                .iter()
                .all(|bounds| bounds.upper < best || bounds.lower == bounds.upper)
        };
        let is_known = match payoff {
            GuidedPayoff::Returns => has_known_winners(),
            GuidedPayoff::Margins(_) => bounds.iter().all(|bounds| bounds.lower == bounds.upper),
        };
        is_known.then(|| bounds.iter().map(|bounds| bounds.upper).collect())
    }
}

/// [`GuidedGame`] of one type of game.
struct Guided<G: Foreseen> {
    root: G,
    search: GuidedSearch<G>,
    oracle: G::Oracle,
    payoff: GuidedPayoff,
    /// Player to move at the leaf.
    mover: Player,
}

impl<G: Foreseen> Guided<G> {
    fn new(root: G, options: GuidedOptions, payoff: GuidedPayoff) -> Guided<G> {
        let search = GuidedSearch::new(root, options);
        Guided {
            mover: root.last_turn(),
            root,
            search,
            oracle: G::Oracle::default(),
            payoff,
        }
    }
}

/// Payoffs of all players that are known: where the game is over, or foreseen.
fn known<G: Foreseen>(position: &G, oracle: &G::Oracle, payoff: GuidedPayoff) -> Option<Vec<f64>> {
    let scores = match position.is_over() {
        true => Some(
            Player::first(position.players())
                .map(|player| position.score(player))
                .collect(),
        ),
        false => position.foreseen(oracle, payoff),
    };
    scores.map(|scores| payoff.of(&scores, position.sides()))
}

/// [`Guided`] without its type.
trait AnyGuided: Send {
    fn next_leaf(&mut self) -> Option<AnyGame>;
    fn receive(&mut self, weight: &dyn Fn(u32) -> f32, values: &[f32]);
    fn moves(&self) -> Vec<GuidedMove>;
    fn best(&self) -> Option<u32>;
    fn values(&self) -> Vec<f64>;
    fn proved(&self) -> Option<Vec<f64>>;
}

impl<G: Foreseen> AnyGuided for Guided<G> {
    fn next_leaf(&mut self) -> Option<AnyGame> {
        let oracle = &self.oracle;
        let payoff = self.payoff;
        let leaf = *self.search.next_leaf(|position| {
            let mut wins = WinProbabilities::default();
            for (win, value) in wins.iter_mut().zip(known(position, oracle, payoff)?) {
                *win = win_probability(value);
            }
            Some(wins)
        })?;
        self.mover = leaf.last_turn();
        Some(leaf.into())
    }

    fn receive(&mut self, weight: &dyn Fn(u32) -> f32, values: &[f32]) {
        let mut wins = WinProbabilities::default();
        for (player, &value) in self.mover.round(self.root.players()).zip(values) {
            wins[player.index()] = win_probability(value.into());
        }
        self.search.receive(weight, wins);
    }

    fn moves(&self) -> Vec<GuidedMove> {
        self.search.moves()
    }

    fn best(&self) -> Option<u32> {
        self.search.best()
    }

    fn values(&self) -> Vec<f64> {
        let wins = self.search.value();
        self.root
            .last_turn()
            .round(self.root.players())
            .map(|player| payoff_of(wins[player.index()]))
            .collect()
    }

    fn proved(&self) -> Option<Vec<f64>> {
        let known = known(&self.root, &self.oracle, self.payoff)?;
        Some(
            self.root
                .last_turn()
                .round(self.root.players())
                .map(|player| known[player.index()])
                .collect(),
        )
    }
}
