//! Promises of annotations and reviews for the games of all rules, so that no game is forgotten.

mod annotations;
#[path = "../../../../play/engine/tests/all_rules/games.rs"]
mod games;
mod regret;
mod reviews;
