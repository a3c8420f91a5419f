//! Promises of the faces of the games of all rules, so that no game is forgotten.

mod compose;
mod explained;
mod game_ends;
#[path = "../../../../play/engine/tests/all_rules/games.rs"]
mod games;
mod hints;
mod over;
mod pictures;
mod secrets;
mod words;
