use floe_game::{Game, Interval, Player, Score, TwoSided};
use floe_search::{BestReply, Eval, EvalAll, Paranoid, Payoffs, PolicyValue, WinProbabilities, scores};

use super::EngineGame;
use crate::Evaluation;
use crate::value_model::{final_win_chances, win_probabilities};

/// Features of a position of a variant.
pub trait EvalFeatures: Game {
    /// Expected results of all players, in teams of their teams, by the weights of the base game. Of two sides only the margin is
    /// meaningful.
    fn results(&self, base: &Evaluation) -> Payoffs;

    /// Number of tiles that can be moved to.
    fn free_tiles(&self) -> u32;

    /// Bounds of the score that a player, in teams its team, still gets.
    fn prospects(&self, player: Player) -> Interval<Score>;
}

/// Evaluates positions of variants by their [features](EvalFeatures).
#[derive(Clone, Debug, Default)]
pub struct VariantEvaluator {
    base: Evaluation,
}

/// Limit of gains in move ordering, in 1/128 fish: moves that gain more are best anyway.
const MAX_GAIN: Score = 1000;

impl<G: EvalFeatures + EngineGame + TwoSided> Eval<G> for VariantEvaluator {
    #[inline]
    fn evaluate(&self, position: &G) -> Score {
        let results = position.results(&self.base);
        let mover = position.last_turn().index();
        results[mover] - results[mover ^ 1]
    }

    #[inline]
    fn move_score(&self, position: &G, mv: G::Move) -> Score {
        position.gain(mv).min(MAX_GAIN)
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
        paranoid.game.gain(mv).min(MAX_GAIN)
    }
}

impl<G: EvalFeatures + EngineGame> Eval<BestReply<G>> for VariantEvaluator {
    fn evaluate(&self, reply: &BestReply<G>) -> Score {
        self.evaluate(&reply.paranoid)
    }

    fn move_score(&self, reply: &BestReply<G>, mv: G::Move) -> Score {
        self.move_score(&reply.paranoid, mv)
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
        let row = self.base.row(sides, EngineGame::is_placement(position), position.free_tiles());
        let (results, scale) = (self.evaluate_all(position), (!over).then(|| row.logistic_scale()));
        let chances = match sides {
            2 => win_chances::<2>(&results, scale),
            3 => win_chances::<3>(&results, scale),
            _ => win_chances::<4>(&results, scale),
        };
        if sides < players { [chances[0], chances[1], chances[0], chances[1]] } else { chances }
    }
}

/// Win probabilities of sides with these results, which are expected with errors of this logistic scale, or else final.
fn win_chances<const N: usize>(results: &Payoffs, scale: Option<f32>) -> WinProbabilities {
    let results: [Score; N] = std::array::from_fn(|side| results[side]);
    scale.map_or_else(|| final_win_chances(&results), |scale| win_probabilities(&results, scale))
}
