//! The engines of floe in matches: `floe-arena` knows no game, and finds here players and floes of every game, readers
//! of the games of its records, and the server and the checker of UGI.

mod floes;
mod highlights;
mod players;
mod read_games;
mod ugi;

pub use floes::{ExpectedGame, GivenError, GivenFloes, MatchFloes, Mismatch};
pub use highlights::{EstimateDrop, FirstMove, Highlights};
pub use players::{PlayerError, Players};
pub use read_games::{WrittenGameError, read_written_game, read_written_games};
pub use ugi::{Check, CheckReport, UgiPlayer, check, serve};
