//! Engines in matches and behind UGI: the traits of `floe-arena`, implemented for every game.

mod floes;
mod players;
mod ugi;
mod written_game;

pub use floes::{ExpectedGame, GivenError, GivenFloes, MatchFloes, Mismatch};
pub use players::{PlayerError, Players};
pub use ugi::{FloeGames, FloeGamesError, UgiPlayer};
pub use written_game::{GameMistake, NotUtf8, TextPlace, WrittenGame, WrittenGameError, WrittenMove, utf8};
