//! Engines in matches, with the traits of `floe-arena` implemented for every game, and behind UGI.

mod floes;
mod highlights;
mod players;
mod read_games;
mod ugi;

pub use floes::{ExpectedGame, GivenError, GivenFloes, MatchFloes, Mismatch};
pub use highlights::{EstimateDrop, FirstMove, Highlights};
pub use players::{PlayerError, Players};
pub use read_games::WrittenGameError;
pub use ugi::{Check, CheckReport, UgiPlayer, check, serve};
