//! Promises of this crate, on games small enough to check by hand.

mod perft;
mod player;
mod suite;
mod views;
mod walk;
