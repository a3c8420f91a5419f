//! Statistics of finished games: how strong the engines are, and how certain that is.
//!
//! Two players: a floe is played twice with seats swapped, and the pair of games is the unit of
//! everything. [`Pentanomial`] counts pairs; [`elo`], [`normalized_elo`] and [`superiority`] follow
//! from its [`Moments`]; [`Sprt`] decides when a match may end. Any number of players and engines:
//! a [`Block`] of games on one floe is the unit; [`Tournament`] has the tables and the ratings;
//! [`OrderTest`] says when their order is clear.
//!
//! Every number is finite, even without games or with wins only. If an interval does not exist yet
//! or contains zero, its [`Significance`] is [`Significance::Open`]: more games are needed.

mod constrained;
mod elo;
mod means;
mod order;
mod pentanomial;
mod ratings;
mod spending;
mod sprt;
mod tournament;

pub use elo::{
    Estimate, Significance, elo, elo_of_score, normalized_elo, score_of_elo, superiority,
};
pub use means::{MeanMargin, rank_scores};
pub use order::{ConfidenceError, OrderLooks, OrderReport, OrderTest};
pub use pentanomial::{Moments, Pentanomial};
pub use ratings::{BootstrapOptions, Ratings};
pub use sprt::{Decision, EloScale, Sequence, Sprt, SprtError, SprtReport};
pub use tournament::{Block, HeadToHead, PlayedGame, Seat, Standing, Tournament, WinDrawLoss};
