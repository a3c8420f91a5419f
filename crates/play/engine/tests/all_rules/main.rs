//! Promises of every engine for the games of all rules, so that no game is forgotten.

mod bounds;
mod drafts;
mod game_lines;
mod games;
mod hidden_tiles;
mod lines;
mod options;
mod players;
mod proving;
mod types;
