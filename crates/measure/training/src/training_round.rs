//! Rounds of training, and what observers of a run receive.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::weights::LearnedPhase;

/// A round of training that is over; in the file `round.json` of its directory.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TrainingRound {
    /// Number of the round, from 1.
    pub round: u32,
    /// Positions that the games of the round add.
    pub positions: u64,
    /// Errors of the weights, by phase.
    pub phases: Vec<LearnedPhase>,
    /// Root mean square of the error of weights and network on games kept aside, in fish; `None`
    /// without a network.
    pub network_error: Option<f64>,
    /// Games of the match against the evaluation before.
    pub match_games: u64,
    /// Elo difference to the evaluation before.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub elo_error: f64,
    /// Mean margin of the new evaluation a game: its points less the mean points of the other
    /// seats.
    pub margin: f64,
    /// Whether the test accepted the new evaluation.
    pub accepted: bool,
    /// About how many floes more the test would have taken to decide at the rate so far; `None` if
    /// it has decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floes_to_go: Option<u64>,
    /// File of the weights, in the directory of the run.
    pub weights: PathBuf,
    /// File of the network, in the directory of the run; `None` without a network.
    pub network: Option<PathBuf>,
}

impl TrainingRound {
    /// Root mean square of the error of the evaluation on games kept aside, in fish: with the
    /// network if it has one, else in the last phase.
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
    /// Learning from them.
    Learning,
    /// The match against the evaluation before.
    Match,
}

/// Observer that receives the progress of a run of training.
pub trait TrainingObserver {
    /// Receives the beginning of a step, with the number of games that it may play; 0 without
    /// games.
    fn begin(&mut self, round: u32, step: TrainingStep, games: u64);
    /// Receives that a game of the step has ended.
    fn game(&mut self);
    /// Receives all rounds after each that ends.
    ///
    /// # Errors
    /// As text, if the observer cannot go on; the run then ends.
    fn round(&mut self, rounds: &[TrainingRound]) -> Result<(), String>;
}
