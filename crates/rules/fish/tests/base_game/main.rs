//! The base game, held against the text of its rules.

mod against_literal;
mod any;
mod claims;
mod conformance;
mod data;
mod key;
mod legality;
mod literal;
mod notation;
mod perft;
mod playout;
mod rules;
mod studies;
