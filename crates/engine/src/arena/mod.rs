//! Engines in matches and behind UGI: the traits of `floe-arena`, implemented for every game.

mod floes;
mod players;
mod read_games;
mod ugi;

pub use floes::{ExpectedGame, GivenError, GivenFloes, MatchFloes, Mismatch};
pub use players::{PlayerError, Players};
pub use read_games::WrittenGameError;
pub use ugi::{FloeGames, FloeGamesError, UgiPlayer};
