//! Evaluation, engines by name, analysis and exact solution of positions of all games.
//!
//! ```
//! use floe_engine::{Engine, GameValue, Method};
//! use floe_fish::{Position, Value};
//! use floe_search::{Limits, Options};
//!
//! let position: Position<2> = ".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... A 36:19,32:19".parse()?;
//! let mut engine = Engine::new(Method::Default, Options::default(), 0);
//! let analysis = engine.analyze(&position, &Limits::default(), |_| ())?;
//! assert!(analysis.exact);
//! assert_eq!(analysis.value, GameValue::Margin(Value { fish: 10, tiles: 0 }.into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod area_oracle;
mod bench;
mod clock;
mod endgame_probe;
mod engine;
mod engine_game;
mod games;
mod guided;
mod mixed_play;
mod network_player;
mod parameters;
mod perft;
mod plan;
mod player;
mod search_options;
mod solve;
mod spec;
mod value;
mod value_model;
mod values_at_sight;
pub mod win_probability;

pub use analysis::{Analysis, AnalysisError, AnalysisLine, AnalysisProgress, Forecast, Observer};
pub use bench::BenchSignature;
pub use clock::{Clock, TimeLimits};
pub use engine::Engine;
/// Certificates of proofs: how they are found, read and verified.
pub mod certificate {
    pub use crate::solve::certify::{
        Verification, VerifyError, VerifyRequest, certify_any, conclude, unfinished, verify,
    };
    pub use floe_certificate::{Certificate, CertificateError, ClaimError, Relation, margin_text};
    pub use floe_endgame::{CertifyProgress, LeafSearch};
}
pub use floe_games::{
    AnyDealError, AnyGame, AnyMove, AnyMoveError, AnySetUp, GameLine, GameRules, GameRulesError,
    KnownGame, LineMove, MoveListError, PositionType, RandomStart, Units, positions, with_game,
    with_type, with_variant,
};
pub use floe_learners::arrays;
/// Options of games and of searches: what was meant.
pub mod options {
    pub use crate::search_options::{SearchDefaults, SearchOptions, SearchSettings};
    pub use floe_games::options::*;
}
pub use engine_game::EngineGame;
pub use floe_endgame::{Checkpoint, CheckpointError, CheckpointProblem, Objective, WorkEstimate};
pub use floe_evaluation::{Evaluation, PlaneEvaluation, PlaneNetwork, Weights, WeightsError};
pub use games::angling::specials::SpecialValue;
pub use guided::{GuidedGame, GuidedPayoff, UnguidedError, margins, returns};
pub use mixed_play::{MixedPlay, MixedSolution, SpaceBelief};
pub use parameters::{SearchParameter, SearchParameters};
pub use perft::{divide, perft};
pub use solve::request::{SolveEvent, SolveProgress, SolveRequest, SolveResult};
pub use solve::{MOST_TILES_OF_PLACEMENT, solve, solve_any};
pub use spec::{EngineSpec, MAX_HASH_MEBIBYTES, MAX_THREADS, Method, SpecError};
pub use value::{GameValue, MeanValue};
pub use value_model::ValueModel;
pub use values_at_sight::{ExportError, expected_results, export_day, special_values};
