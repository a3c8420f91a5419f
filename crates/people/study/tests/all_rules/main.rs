//! Promises of annotations and self-play for the games of all rules, so that no game is forgotten.

mod annotations;
mod game_ends;
mod game_trees;
#[path = "../../../../play/engine/tests/all_rules/games.rs"]
mod games;
mod regret;
mod reviews;
mod self_play;
