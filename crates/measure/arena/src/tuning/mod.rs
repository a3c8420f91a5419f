//! Tuning of the numbers that are options of an engine, by games of the engine against itself.
//!
//! [`Spsa`] and [`Clop`] are the methods. A [`Tuning`] plays rounds and records them in files that
//! many machines may share; a killed one is resumed with the same call.

mod clop;
mod method;
mod parameter;
mod run;
mod spsa;

pub use clop::Clop;
pub use method::{Settings, TuningMethod, TuningRound};
pub use parameter::{NumberKind, RangeEnd, TunedParameter, TunedParameterError};
pub use run::{Tuning, TuningConfig, TuningProgress};
pub use spsa::Spsa;
