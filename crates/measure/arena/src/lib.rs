//! Matches that prove which strategy is stronger.
//!
//! The crate knows no game: a game is a floe, a player on every seat, and a result. A [`schedule`]
//! lists the games of a match, a [`match_run`] plays them, a [`store`] has a [`record`] of each,
//! and [`statistics`] evaluate them, as `docs/statistics.md` explains. [`tuning`] finds better
//! numbers for an engine. [`ugi`] makes other programs players.

mod allotment;
pub mod clock;
pub mod config;
pub mod contestant;
pub mod course;
pub mod fault;
#[cfg(feature = "sql")]
pub mod index;
pub mod match_run;
pub mod record;
pub mod report;
pub mod report_text;
pub mod schedule;
pub mod scoreboard;
pub mod statistics;
pub mod store;
pub mod tuning;
pub mod ugi;
