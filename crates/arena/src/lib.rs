//! Matches that prove which strategy is stronger.
//!
//! The crate knows no game: a game is, here, a floe that was played on, who sat where, and how it ended. A
//! [`schedule`] says which games there are, a [`store`] keeps a [`record`] of each, and [`statistics`] say what
//! they prove. What the numbers mean, where they come from and when to believe them is said in `docs/statistics.md`.

pub mod clock;
pub mod config;
pub mod contestant;
pub mod fault;
pub mod index;
pub mod match_run;
pub mod record;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod statistics;
pub mod store;
pub mod ugi;
pub mod workers;
