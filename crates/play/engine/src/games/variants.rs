//! Other rules and other layouts.

use floe_game::{Game, Player, Score};
use floe_search::{
    ExpectiMaxN, Expectimax, Limits, Mean, NoOracle, PayoffBounds, Payoffs, Progress, Report,
};
use floe_variants::{
    ChanceMove, Hidden, OnOfficialFloe, Special, SpecialMove, Variant, VariantKnowledge,
    VariantMove,
};

use crate::area_oracle::AreaOracle;
use crate::endgame_probe::{MovedProbe, NoProbe};
use crate::engine_game::{EngineGame, SearchedGame};
use crate::solve::request::{Listener, SolveRequest, SolveResult};
use crate::solve::{possible, solve_by_search, solve_chance, solve_moved};
use crate::{Analysis, AnalysisError, Evaluation, GameRules, KnownGame};

macro_rules! variant_game {
    ($position:ident, $move:ty, $oracle:ty, $probe:ty, $solve:expr, { $($own:item)* }) => {
        impl EngineGame for $position {
            floe_methods!();

            fn gain(&self, mv: $move) -> Score {
                self.state().gain(self, mv)
            }

            fn possible_results(&self) -> Option<PayoffBounds> {
                let mut all = possible(self);
                if self.is_placement() && KnownGame::rules(self) == GameRules::BASE {
                    // No one takes a tile under a penguin of another.
                    for player in Player::first(self.players()) {
                        let most = self.value(self.penguins(player) | self.free()).score();
                        all[player.index()].upper = self.score(player) + most;
                    }
                }
                Some(all)
            }

            fn prove(&self, request: &SolveRequest<'_>, listener: Listener<'_>) -> Result<SolveResult<$move>, AnalysisError> {
                $solve(self, request, listener)
            }
        }

        impl SearchedGame for $position {
            type TwoSided = $position;
            type Evaluation = Evaluation;
            type LeafEvaluation = Evaluation;
            type Oracle = $oracle;
            type Probe = $probe;

            const TEMPERATURE: f32 = 0.1;
            /// Fewer than in the base game, for variants have more moves.
            const LATE_TILES: u32 = 12;

            fn evaluation(&self, given: &Evaluation) -> Evaluation {
                given.of_game(<$position>::rules(self), self.players())
            }

            fn two_sided(&self) -> Option<$position> {
                self.has_two_sides().then_some(*self)
            }

            fn free_tiles(&self) -> u32 {
                self.free().len()
            }

            fn expected_results(&self, given: &Evaluation) -> Payoffs {
                self.evaluation(given).expected_variant_results(self)
            }

            $($own)*
        }
    };
}

/// Proves the value of a position by the solver of the base game where that can hold it, else by a
/// search.
fn solve_variant(
    position: &Variant,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<SolveResult<VariantMove>, AnalysisError> {
    match OnOfficialFloe::of(position) {
        Some(moved) => solve_moved(position, &moved, request, listener),
        None => solve_by_search(position, request, listener),
    }
}

variant_game!(
    Variant,
    VariantMove,
    AreaOracle,
    MovedProbe,
    solve_variant,
    {
        fn settled(
            &self,
            oracle: &AreaOracle,
            lines: usize,
            limits: &Limits<'_>,
        ) -> Option<Analysis<VariantMove>> {
            match self.players() {
                2 => oracle.analysis_of_variant::<2>(self, lines, limits),
                3 => oracle.analysis_of_variant::<3>(self, lines, limits),
                _ => oracle.analysis_of_variant::<4>(self, lines, limits),
            }
        }
    }
);
variant_game!(Special, SpecialMove, NoOracle, NoProbe, solve_by_search, {});
variant_game!(Hidden, ChanceMove, NoOracle, NoProbe, solve_chance, {
    fn expectimax(
        &self,
        search: &mut Expectimax<Evaluation>,
        limits: &Limits<'_>,
        progress: impl FnMut(&Progress<'_, ChanceMove, Mean>),
    ) -> Option<Report<ChanceMove, Mean>> {
        self.has_two_sides()
            .then(|| search.search(self, limits, progress))
    }

    fn expecti_max_n(
        &self,
        limits: &Limits<'_>,
        mebibytes: usize,
    ) -> Option<Report<ChanceMove, [Mean; Player::MAX]>> {
        (!self.has_two_sides()).then(|| ExpectiMaxN::new(mebibytes).solve(self, limits))
    }
});
