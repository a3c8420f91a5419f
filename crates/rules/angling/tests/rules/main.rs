//! The game: its rules, its notation, and a second, literal implementation.

mod against_literal;
mod by_number;
mod claims;
mod literal;
mod policies;
mod texts;
mod views;
