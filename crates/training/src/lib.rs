//! Learning the evaluation from games of self-play: weights by least squares, networks by gradient descent, and rounds
//! of games, learning and matches that make an evaluation stronger (`docs/training.md`). The same games give the same
//! numbers.

mod calibration;
mod games;
mod network;
mod observation;
mod training_run;
mod weights;

pub use calibration::calibrate;
pub use games::{LearnError, TrainingGames};
pub use network::NetworkTraining;
pub use training_run::{
    LearnedFiles, TrainError, TrainingObserver, TrainingOptions, TrainingRound, TrainingRun, TrainingStep,
    can_have_network, learn,
};
pub use weights::LearnedPhase;
