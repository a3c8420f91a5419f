//! Promises of game files for the games of all rules, so that no game is forgotten.

mod game_ends;
mod game_trees;
#[path = "../../../engine/tests/all_rules/games.rs"]
mod games;
