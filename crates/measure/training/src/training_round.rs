//! Rounds of training, and what observers of a run receive.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::weights::LearnedPhase;

/// Round of training that is over. The file `round.json` in the directory of the round holds it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TrainingRound {
    /// Number of the round, from 1.
    pub round: u32,
    /// Number of positions to learn from in the games of the round.
    pub positions: u64,
    /// Errors of the weights, one entry for each phase: placement, slides.
    pub phases: Vec<LearnedPhase>,
    /// Root mean square of the error of weights and network on games kept aside, in fish; `None`
    /// without a network.
    pub network_error: Option<f64>,
    /// Number of games of the match against the evaluation before.
    pub match_games: u64,
    /// Elo difference to the evaluation before; positive if the new one is stronger.
    pub elo: f64,
    /// Half the width of the 95 % interval of `elo`.
    pub elo_error: f64,
    /// Mean margin per game of the new evaluation: its points less the mean points of the other
    /// seats.
    pub margin: f64,
    /// Whether the test accepted the new evaluation.
    pub accepted: bool,
    /// Estimated number of further floes that the test would have taken to decide, at the rate so
    /// far; `None` if it has decided, or no number can be estimated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floes_to_go: Option<u64>,
    /// File of the weights, in the directory of the run.
    pub weights: PathBuf,
    /// File of the network, in the directory of the run; `None` without a network.
    pub network: Option<PathBuf>,
}

impl TrainingRound {
    /// Root mean square of the error of the evaluation on games kept aside, in fish. It is the
    /// error of weights and network together if there is a network, otherwise the error of the
    /// weights in the last phase.
    pub fn error(&self) -> f64 {
        self.network_error
            .unwrap_or_else(|| self.phases.last().map_or(0.0, |phase| phase.error))
    }
}

/// Part of a round of training: self-play, learning or the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrainingStep {
    /// Games of self-play.
    Games,
    /// Learning from the games of self-play.
    Learning,
    /// The match against the evaluation before.
    Match,
}

/// Observer that receives the progress of a run of training.
pub trait TrainingObserver {
    /// Receives the beginning of a step of round number `round`, with the maximum number of games
    /// of the step; 0 for a step without games.
    fn begin(&mut self, round: u32, step: TrainingStep, games: u64);
    /// Receives that a game of the step has ended.
    fn game(&mut self);
    /// Receives the rounds so far, after each round in order. Rounds that were over before this
    /// call of [`TrainingRun::play`](crate::TrainingRun::play) count too.
    ///
    /// # Errors
    /// As text, if the observer cannot go on; the run then ends.
    fn round(&mut self, rounds: &[TrainingRound]) -> Result<(), String>;
}
