//! Files of a run of training: what was learned, and how files are read and replaced.

use std::fs;
use std::path::{Path, PathBuf};

use floe_engine::EngineSpec;
use floe_runs::{create, io_text, replace};
use serde::Serialize;

use crate::TrainingGames;
use crate::network::{NetworkTraining, learn_network};
use crate::training_error::TrainError;
use crate::training_round::TrainingRound;
use crate::weights::{LearnedPhase, learn_weights};

/// Evaluation that was learned from games, in files.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnedFiles {
    /// Errors of the weights, one entry for each phase: placement, slides.
    pub phases: Vec<LearnedPhase>,
    /// Root mean square of the error of weights and network on games kept aside, in fish; `None`
    /// without a network.
    pub network_error: Option<f64>,
    /// File of the weights.
    pub weights: PathBuf,
    /// File of the network; `None` without one.
    pub network: Option<PathBuf>,
}

impl LearnedFiles {
    /// The given engine, with this evaluation in place of its own.
    pub fn engine(&self, engine: &EngineSpec) -> EngineSpec {
        EngineSpec {
            weights: Some(self.weights.clone()),
            network: self.network.clone(),
            ..engine.clone()
        }
    }
}

/// Learns weights from games, and a network if its training is given, and writes them into a
/// directory, as `weights.txt` and `network.txt`.
///
/// # Errors
/// If nothing can be learned from the games, or a file cannot be written.
pub fn learn(
    games: &TrainingGames,
    network: Option<NetworkTraining>,
    directory: &Path,
) -> Result<LearnedFiles, TrainError> {
    let learned = learn_weights(games)?;
    let weights = directory.join("weights.txt");
    write(&weights, learned.text.as_bytes())?;
    let mut files = LearnedFiles {
        phases: learned.phases,
        network_error: None,
        weights,
        network: None,
    };
    if let Some(training) = network {
        let learned = learn_network(games, &learned.weights, training)?;
        let path = directory.join("network.txt");
        write(&path, learned.text.as_bytes())?;
        files.network_error = Some(learned.error);
        files.network = Some(path);
    }
    Ok(files)
}

pub(crate) fn at(path: &Path) -> impl Fn(std::io::Error) -> TrainError {
    let path = path.to_owned();
    move |error| TrainError::File {
        path: path.clone(),
        problem: io_text(&error),
    }
}

/// Replaces a file, in a directory that is made if there is none.
fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).map_err(at(directory))?;
    }
    replace(path, bytes).map_err(at(path))
}

pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), TrainError> {
    write(path, json_text(value).as_bytes())
}

/// Creates a file with a value in JSON, unless there is one already.
pub(crate) fn create_json(path: &Path, value: &impl Serialize) -> Result<(), TrainError> {
    if path.exists() {
        return Ok(());
    }
    create(path, json_text(value).as_bytes())
        .map(drop)
        .map_err(at(path))
}

fn json_text(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("it has a form in JSON") + "\n"
}

pub(crate) fn read_json(path: &Path) -> Result<TrainingRound, TrainError> {
    let bytes = fs::read(path).map_err(at(path))?;
    serde_json::from_slice(&bytes).map_err(|error| TrainError::File {
        path: path.to_owned(),
        problem: format!("expected a round of training: {error}"),
    })
}
