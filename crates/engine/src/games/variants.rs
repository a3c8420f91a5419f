//! Other rules and other layouts.

use floe_fish::Value;
use floe_game::{Game, Player, Score};
use floe_search::{Expectimax, Limits, Mean, NoOracle, Progress, Report};
use floe_variants::{ChanceMove, DealError, Hidden, Rules, SetUp, Special, SpecialMove, Variant, VariantMove};

use super::{EngineGame, EvalFeatures, VariantEvaluator};
use crate::endgame_probe::NoProbe;
use crate::player::{EnginePlayer, Observer};
use crate::solve::{Listener, solve_by_search, solve_chance};
use crate::variants::explain_variant;
use crate::{Analysis, AnalysisError, Evaluation, Explanation, GameValue, MeanValue, SolveRequest, Solved, clock};

/// With more free tiles max^n seldom sees to the end of a variant: its moves are more than those of the base game.
const LATE: u32 = 12;

macro_rules! variant_game {
    ($position:ty, $move:ty, $solve:expr, { $($own:item)* }) => {
        impl EngineGame for $position {
            type TwoSided = $position;
            type Evaluation = VariantEvaluator;
            type LeafEvaluation = VariantEvaluator;
            type Oracle = NoOracle;
            type Probe = NoProbe;

            const TEMPERATURE: f32 = 0.1;

            fn deal(set_up: &SetUp, seed: u64) -> Result<Self, DealError> {
                <$position>::deal(set_up, seed)
            }

            fn evaluation(_: &Evaluation) -> VariantEvaluator {
                VariantEvaluator::default()
            }

            fn leaf_evaluation(_: &Evaluation) -> VariantEvaluator {
                VariantEvaluator::default()
            }

            fn rules(&self) -> Rules {
                <$position>::rules(self)
            }

            fn last_turn(&self) -> Player {
                (**self).last_turn()
            }

            fn in_hand(&self) -> usize {
                (**self).in_hand()
            }

            fn tiles_left(&self) -> u32 {
                self.tiles.len()
            }

            fn two_sided(&self) -> Option<$position> {
                self.has_two_sides().then_some(*self)
            }

            fn is_late(&self) -> bool {
                self.free().len() <= LATE
            }

            fn moves_to_come(&self) -> u32 {
                clock::moves_to_come(self.free().len(), self.players())
            }

            fn gain(&self, mv: $move) -> Score {
                EvalFeatures::gain(self, mv)
            }

            fn search(
                &self,
                player: &mut EnginePlayer<Self>,
                limits: &Limits<'_>,
                observer: Observer<'_>,
            ) -> Result<Analysis<$move>, AnalysisError> {
                player.analyze(self, limits, observer)
            }

            fn explain(&self, _: &Evaluation) -> Explanation {
                explain_variant(self)
            }

            fn prove(&self, request: &SolveRequest<'_>, listener: Listener<'_>) -> Result<Solved<$move>, AnalysisError> {
                $solve(self, request, listener)
            }

            $($own)*
        }
    };
}

variant_game!(Variant, VariantMove, solve_by_search, {});
variant_game!(Special, SpecialMove, solve_by_search, {});
variant_game!(Hidden, ChanceMove, solve_chance, {
    fn expectimax(
        &self,
        search: &mut Expectimax<VariantEvaluator>,
        limits: &Limits<'_>,
        progress: impl FnMut(&Progress<'_, ChanceMove, Mean>),
    ) -> Option<Report<ChanceMove, Mean>> {
        self.has_two_sides().then(|| search.search(self, limits, progress))
    }

    fn value(scores: &[Score], is_exact: bool) -> GameValue {
        let mean = |&score: &Score| match is_exact {
            true => Value::from_score(score).into(),
            false => MeanValue::of_guess(score),
        };
        GameValue::expected(scores.iter().map(mean).collect())
    }
});
