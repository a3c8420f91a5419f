//! Where games, searches and knowledge meet: the evaluation, engines by name, and the analysis of a position.
//!
//! ```
//! use floe_engine::{Outcome, Request, analyze};
//! use floe_fish::Value;
//!
//! let position = ".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... A 36:19,32:19".parse()?;
//! let analysis = analyze(&position, &Request::default(), |_| ())?;
//! assert!(analysis.exact);
//! assert_eq!(analysis.outcome, Outcome::Margin(Value { fish: 10, tiles: 0 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod any_game;
mod bench;
mod clock;
mod engine;
mod evaluation;
mod expectation;
mod finisher;
mod graded;
mod mean_value;
mod selfplay;
mod separated;
mod simple;
mod solve;
mod spec;
mod variants;

pub use analysis::{Analysis, AnalysisError, AnalysisLine, AnalysisProgress, Outcome};
pub use any_game::AnyGame;
pub use bench::bench;
pub use clock::{Clock, Share};
pub use engine::{Analysed, Engine, Request, analyze};
pub use evaluation::{Claim, Evaluation, Explanation, Observation, Outlook, Weights, WeightsError, explain};
/// The network of the evaluation, and what it sees.
pub mod network {
    pub use crate::evaluation::{
        HIDDEN, Network, OF_ALL, OF_PENGUINS, OF_SIDES, Seen, Sight, UNITS, seen_of_penguins, turns,
    };
}
pub use expectation::Expectation;
pub use floe_endgame::{Checkpoint, CheckpointError, Objective};
pub use floe_search::parse_duration;
pub use graded::{Grade, Graded, GradedError, GradedProblem};
pub use mean_value::MeanValue;
pub use selfplay::{GameFile, GameFileError, Ply, Sample, Searched, SelfPlay, SelfPlayed, read_games};
pub use solve::{Bounds, Kept, SolveNews, SolveProgress, SolveRequest, Solved, solve, solve_any};
pub use spec::{EngineSpec, Method, SpecError};
pub use variants::explain_any;
