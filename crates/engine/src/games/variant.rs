//! Other rules and other layouts without chance.

use floe_game::{Game, Player, Score};
use floe_search::{Limits, NoOracle};
use floe_variants::{DealError, Rules, SetUp, Variant, VariantMove};

use super::{EngineGame, EvalFeatures, VariantEvaluator};
use crate::endgame_probe::NoProbe;
use crate::player::{EnginePlayer, Observer};
use crate::solve::{Listener, solve_by_search};
use crate::variants::explain_variant;
use crate::{Analysis, AnalysisError, Evaluation, Explanation, SolveRequest, Solved, clock};

impl EngineGame for Variant {
    type TwoSided = Variant;
    type Evaluation = VariantEvaluator;
    type LeafEvaluation = VariantEvaluator;
    type Oracle = NoOracle;
    type Probe = NoProbe;

    const TEMPERATURE: f32 = super::VARIANT_TEMPERATURE;

    fn deal(set_up: &SetUp, seed: u64) -> Result<Self, DealError> {
        Variant::deal(set_up, seed)
    }

    fn evaluation(_: &Evaluation) -> VariantEvaluator {
        VariantEvaluator::default()
    }

    fn leaf_evaluation(_: &Evaluation) -> VariantEvaluator {
        VariantEvaluator::default()
    }

    fn rules(&self) -> Rules {
        Variant::rules(self)
    }

    fn last_turn(&self) -> Player {
        Variant::last_turn(self)
    }

    fn in_hand(&self) -> usize {
        Variant::in_hand(self)
    }

    fn tiles_left(&self) -> u32 {
        self.tiles().len()
    }

    fn two_sided(&self) -> Option<Variant> {
        self.has_two_sides().then_some(*self)
    }

    fn is_late(&self) -> bool {
        self.free().len() <= super::VARIANT_LATE
    }

    fn moves_to_come(&self) -> u32 {
        clock::moves_to_come(self.free().len(), self.players())
    }

    fn gain(&self, mv: VariantMove) -> Score {
        EvalFeatures::gain(self, mv)
    }

    fn search(
        &self,
        player: &mut EnginePlayer<Self>,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> Result<Analysis<VariantMove>, AnalysisError> {
        player.analyze(self, limits, observer)
    }

    fn explain(&self, _: &Evaluation) -> Explanation {
        explain_variant(self)
    }

    fn prove(&self, request: &SolveRequest<'_>, listener: Listener<'_>) -> Result<Solved<VariantMove>, AnalysisError> {
        solve_by_search(self, request, listener)
    }
}
