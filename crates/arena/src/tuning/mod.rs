//! Tuning of an engine by games of the engine against itself: numbers that are its options move to where it wins more.
//!
//! [`Spsa`] is the method. A [`Tuning`] plays its rounds and records them in files that many machines may share; a
//! killed one is resumed with the same call.

mod parameter;
mod run;
mod spsa;

pub use parameter::{NumberKind, TunedParameter, TunedParameterError};
pub use run::{Tuning, TuningConfig, TuningProgress, TuningRound};
pub use spsa::{Settings, Spsa};
