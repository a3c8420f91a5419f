//! The engines of floe in matches: `floe-arena` knows no game, and finds here players and floes of
//! every game, readers of the games of its records, and the server and the checker of UGI.

mod floes;
mod function_player;
mod given;
mod highlights;
mod movers;
mod options;
mod play;
mod players;
mod read_games;
mod ugi;

pub use floe_runs::draw_seed;
pub use function_player::FunctionPlayer;
pub use given::{ExpectedGame, GivenError, GivenFloes, Mismatch};
pub use highlights::{EstimateDrop, Highlights};
pub use movers::movers;
pub use options::{MatchOptions, MatchStarts, recorded_seed};
pub use play::play;
pub use players::{GivenPlayer, PlayerError, Players};
pub use read_games::{WrittenGameError, export, read_written_game, read_written_games};
pub use ugi::{Check, CheckReport, UgiPlayer, check, serve};
