//! Learning the evaluation from games of self-play: weights by least squares, networks by gradient
//! descent, and rounds of games, learning and matches that make an evaluation stronger
//! (`docs/training.md`). The same games give the same numbers.

mod calibration;
mod games;
mod learned_files;
mod network;
mod observation;
mod round_match;
mod training_error;
mod training_options;
mod training_round;
mod training_run;
mod weights;

pub use calibration::calibrate;
pub use games::{LearnError, TrainingGames};
pub use learned_files::{LearnedFiles, learn};
pub use network::NetworkTraining;
pub use training_error::TrainError;
pub use training_options::TrainingOptions;
pub use training_round::{TrainingObserver, TrainingRound, TrainingStep};
pub use training_run::{TrainingRun, can_have_network};
pub use weights::LearnedPhase;
