//! Hidden whales: chance has a say.

use floe_fish::Value;
use floe_game::{Game, Player, Score};
use floe_search::{Expectimax, Limits, Mean, NoOracle, Progress, Report};
use floe_variants::{ChanceMove, DealError, Hidden, Rules, SetUp};

use super::{EngineGame, EvalFeatures, VariantEvaluator};
use crate::endgame_probe::NoProbe;
use crate::player::{EnginePlayer, Observer};
use crate::solve::{Listener, solve_chance};
use crate::variants::explain_variant;
use crate::{Analysis, AnalysisError, Evaluation, Explanation, GameValue, MeanValue, SolveRequest, Solved, clock};

impl EngineGame for Hidden {
    type TwoSided = Hidden;
    type Evaluation = VariantEvaluator;
    type LeafEvaluation = VariantEvaluator;
    type Oracle = NoOracle;
    type Probe = NoProbe;

    const TEMPERATURE: f32 = super::VARIANT_TEMPERATURE;

    fn deal(set_up: &SetUp, seed: u64) -> Result<Self, DealError> {
        Hidden::deal(set_up, seed)
    }

    fn evaluation(_: &Evaluation) -> VariantEvaluator {
        VariantEvaluator::default()
    }

    fn leaf_evaluation(_: &Evaluation) -> VariantEvaluator {
        VariantEvaluator::default()
    }

    fn rules(&self) -> Rules {
        Hidden::rules(self)
    }

    fn last_turn(&self) -> Player {
        Hidden::last_turn(self)
    }

    fn in_hand(&self) -> usize {
        Hidden::in_hand(self)
    }

    fn tiles_left(&self) -> u32 {
        self.tiles().len()
    }

    fn two_sided(&self) -> Option<Hidden> {
        (self.players() == 2).then_some(*self)
    }

    fn is_late(&self) -> bool {
        self.free().len() <= super::VARIANT_LATE
    }

    fn moves_to_come(&self) -> u32 {
        clock::moves_to_come(self.free().len(), self.players())
    }

    fn gain(&self, mv: ChanceMove) -> Score {
        EvalFeatures::gain(self, mv)
    }

    fn expectimax(
        &self,
        search: &mut Expectimax<VariantEvaluator>,
        limits: &Limits<'_>,
        progress: impl FnMut(&Progress<'_, ChanceMove, Mean>),
    ) -> Option<Report<ChanceMove, Mean>> {
        (self.players() == 2).then(|| search.search(self, limits, progress))
    }

    fn value(scores: &[Score], is_exact: bool) -> GameValue {
        let mean = |&score: &Score| match is_exact {
            true => Value::from_score(score).into(),
            false => MeanValue::of_guess(score),
        };
        GameValue::expected(scores.iter().map(mean).collect())
    }

    fn search(
        &self,
        player: &mut EnginePlayer<Self>,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> Result<Analysis<ChanceMove>, AnalysisError> {
        player.analyze(self, limits, observer)
    }

    fn explain(&self, _: &Evaluation) -> Explanation {
        explain_variant(self)
    }

    fn prove(&self, request: &SolveRequest<'_>, listener: Listener<'_>) -> Result<Solved<ChanceMove>, AnalysisError> {
        solve_chance(self, request, listener)
    }
}
