//! The base game on the official floe.

use floe_evaluation::usual_move;
use floe_fish::{Move, Position};
use floe_game::Score;
use floe_hex::{Layout, Standard};
use floe_search::{Limits, Paranoid, PayoffBounds};
use floe_variants::{Variant, VariantMove};

use crate::area_oracle::AreaOracle;
use crate::endgame_probe::SolverProbe;
use crate::engine_game::{EngineGame, SearchedGame};
use crate::solve::request::{Listener, SolveRequest, SolveResult};
use crate::solve::{solve_areas, solve_areas_max_n, solve_by_search};
use crate::value_model::ValueModel;
use crate::{Analysis, AnalysisError, Evaluation};

macro_rules! base_game {
    ($players:literal, $kind:ident, $two_sided:ty, $as_two_sided:expr, $solve:expr) => {
        impl EngineGame for Position<$players> {
            floe_methods!();

            /// The fish of the tile; during placement those around it.
            fn gain(&self, mv: Move) -> Score {
                match mv {
                    Move::Place(hex) => self.value(Standard.geometry().adjacent(hex) & self.free()),
                    Move::Slide { to, .. } => self.value(to.into()),
                }
            }

            fn possible_results(&self) -> Option<PayoffBounds> {
                Variant::from(*self).possible_results()
            }

            fn prove(
                &self,
                request: &SolveRequest<'_>,
                listener: Listener<'_>,
            ) -> Result<SolveResult<Move>, AnalysisError> {
                $solve(self, request, listener)
            }
        }

        impl SearchedGame for Position<$players> {
            type TwoSided = $two_sided;
            type Evaluation = Evaluation;
            type LeafEvaluation = ValueModel;
            type Oracle = AreaOracle;
            type Probe = SolverProbe;

            const HAS_TWO_SIDES: bool = $players == 2;
            const HAS_MORE_SIDES: bool = $players > 2;

            /// Tuned by matches (`lab/experiments.csv`); priors come from a quick evaluation.
            const TEMPERATURE: f32 = 0.3;
            const LATE_TILES: u32 = 16;

            fn evaluation(&self, given: &Evaluation) -> Evaluation {
                given.clone()
            }

            fn two_sided(&self) -> Option<Self::TwoSided> {
                $as_two_sided(self)
            }

            fn free_tiles(&self) -> u32 {
                self.free().len()
            }

            fn usual_move(&self) -> Move {
                usual_move(self)
            }

            fn settled(
                &self,
                oracle: &AreaOracle,
                lines: usize,
                limits: &Limits<'_>,
            ) -> Option<Analysis<Move>> {
                oracle.analysis(self, lines, limits)
            }
        }
    };
}

/// Solves for the results of three and four players; while penguins are still to be placed, as a
/// variant: the solver of areas begins when all are.
fn solve_max_n<const N: usize>(
    position: &Position<N>,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<SolveResult<Move>, AnalysisError>
where
    Position<N>: EngineGame<Move = Move>,
{
    if !position.is_placement() {
        return solve_areas_max_n(position, request, listener);
    }
    let solved = solve_by_search(&Variant::from(*position), request, listener)?;
    Ok(solved.map_lines(|moves| moves.iter().map(|&mv| base_move(mv)).collect()))
}

/// The move of the base game.
fn base_move(mv: VariantMove) -> Move {
    match mv {
        VariantMove::Place(hex) => Move::Place(hex),
        VariantMove::Slide(from, to) => Move::Slide { from, to },
        _ => unreachable!("the base rules have placements and slides only"),
    }
}

base_game!(
    2,
    Two,
    Position<2>,
    |position: &Position<2>| Some(*position),
    solve_areas
);
base_game!(3, Three, Paranoid<Position<3>>, |_| None, solve_max_n);
base_game!(4, Four, Paranoid<Position<4>>, |_| None, solve_max_n);
