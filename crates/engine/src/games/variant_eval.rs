use floe_game::{Game, Interval, Player, Score, TwoSided};
use floe_search::{BestReply, Eval, EvalAll, Paranoid, Payoffs, PolicyValue, WinProbabilities, scores};

use super::EngineGame;
use crate::Evaluation;
use crate::expectation::{guessed_shares, known_shares};

/// What an evaluation of a variant is made of.
pub trait EvalFeatures: Game {
    /// Everybody's expected result, by the weights of the base game; in teams those of the teams. Of two sides only the margin means
    /// something.
    fn results(&self, base: &Evaluation) -> Payoffs;

    /// Number of tiles that can be moved to.
    fn free_tiles(&self) -> u32;

    /// Immediate gain of a move.
    fn gain(&self, mv: Self::Move) -> Score;

    /// Bounds of what a player, in teams its team, still gets.
    fn prospects(&self, player: Player) -> Interval<Score>;
}

/// Evaluates positions of variants by their [features](EvalFeatures).
#[derive(Clone, Debug, Default)]
pub struct VariantEvaluator {
    base: Evaluation,
}

/// More than any move gains that is not sure to be best.
const MUCH: Score = 1000;

impl<G: EvalFeatures + EngineGame + TwoSided> Eval<G> for VariantEvaluator {
    #[inline]
    fn evaluate(&self, position: &G) -> Score {
        let results = position.results(&self.base);
        let mover = position.last_turn().index();
        results[mover] - results[mover ^ 1]
    }

    #[inline]
    fn move_score(&self, position: &G, mv: G::Move) -> Score {
        EvalFeatures::gain(position, mv).min(MUCH)
    }
}

impl<G: EvalFeatures + EngineGame> Eval<Paranoid<G>> for VariantEvaluator {
    fn evaluate(&self, paranoid: &Paranoid<G>) -> Score {
        let position = &paranoid.game;
        let results = position.results(&self.base);
        let all: Score = results[..position.players()].iter().sum();
        let margin = 2 * results[paranoid.me.index()] - all;
        if position.last_turn() == paranoid.me { margin } else { -margin }
    }

    fn move_score(&self, paranoid: &Paranoid<G>, mv: G::Move) -> Score {
        EvalFeatures::gain(&paranoid.game, mv).min(MUCH)
    }
}

impl<G: EvalFeatures + EngineGame> Eval<BestReply<G>> for VariantEvaluator {
    fn evaluate(&self, reply: &BestReply<G>) -> Score {
        self.evaluate(reply.paranoid())
    }

    fn move_score(&self, reply: &BestReply<G>, mv: G::Move) -> Score {
        self.move_score(reply.paranoid(), mv)
    }
}

impl<G: EvalFeatures> EvalAll<G> for VariantEvaluator {
    fn evaluate_all(&self, position: &G) -> Payoffs {
        if position.is_over() { scores(position) } else { position.results(&self.base) }
    }
}

impl<G: EvalFeatures + EngineGame> PolicyValue<G> for VariantEvaluator {
    fn win_probabilities(&self, position: &G) -> WinProbabilities {
        let (players, over) = (position.players(), position.is_over());
        let sides = if position.two_sided().is_some() { 2 } else { players };
        let row = self.base.row_of(sides, EngineGame::is_placement(position), position.free_tiles());
        let doubt = row.doubt.max(1) as f32;
        let results = self.evaluate_all(position);
        let shares = match sides {
            2 => shares::<2>(&results, doubt, over),
            3 => shares::<3>(&results, doubt, over),
            _ => shares::<4>(&results, doubt, over),
        };
        // Teammates have the same.
        if sides < players { [shares[0], shares[1], shares[0], shares[1]] } else { shares }
    }
}

/// The shares of the win that go with results, guesses of so much doubt unless the game is over.
fn shares<const N: usize>(results: &Payoffs, doubt: f32, over: bool) -> WinProbabilities {
    let results: [Score; N] = std::array::from_fn(|player| results[player]);
    if over { known_shares(&results) } else { guessed_shares(&results, doubt) }
}
