//! The engine in matches and behind UGI: the traits of `floe-arena`, implemented for every game.

mod floes;
mod given;
mod players;
mod ugi;
mod written_game;

pub use floes::{FloesError, MatchFloes};
pub use given::{ExpectedGame, GivenError, GivenFloes, Mismatch};
pub use players::{PlayerError, Players};
pub use ugi::{FloeGames, FloeGamesError, UgiPlayer};
pub use written_game::{NotUtf8, TextPlace, Unreadable, WrittenGame, WrittenGameError, WrittenMove, utf8};
