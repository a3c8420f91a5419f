//! Promises of every engine for the games of all rules, so that no game is forgotten.

mod bounds;
mod compose;
mod game_lines;
mod games;
mod hidden_tiles;
mod hints;
mod lines;
mod options;
mod over;
mod pictures;
mod players;
mod proving;
mod types;
mod words;
