//! What every engine and every tool promises for the games of all rules, so that no game is forgotten.

mod annotations;
mod game_lines;
mod games;
mod lines;
mod self_play;
