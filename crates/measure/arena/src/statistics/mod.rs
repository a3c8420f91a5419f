//! Statistics of finished games: how strong the engines are, and how certain that is.
//!
//! A [`Block`], the games of one line-up on one floe with the seats rotated, is the unit of
//! everything; of two players it is a pair of games. [`BlockScores`] counts the blocks of an engine
//! by its score; [`elo`], [`normalized_elo`] and [`superiority`] follow from their [`Moments`];
//! [`Sprt`] decides when a match may end. [`Tournament`] has the tables and the ratings, and
//! [`OrderTest`] says when the order of engines is clear.
//!
//! Every number is finite, even without games or with wins only. If an interval does not exist yet
//! or contains zero, its [`Significance`] is [`Significance::Open`]: more games are needed.

mod block_scores;
mod constrained;
mod elo;
mod means;
mod moments;
mod order;
mod ratings;
mod spending;
mod sprt;
mod tournament;

pub use block_scores::{BlockScore, BlockScores};
pub use elo::{
    Estimate, Significance, elo, elo_of_score, normalized_elo, score_of_elo, superiority,
};
pub use means::{MeanMargin, rank_scores};
pub use moments::Moments;
pub use order::{ConfidenceError, OrderLooks, OrderReport, OrderTest};
pub use ratings::{BootstrapOptions, Ratings};
pub use sprt::{Decision, EloScale, Sequence, Sprt, SprtError, SprtReport};
pub use tournament::{Block, HeadToHead, PlayedGame, Seat, Standing, Tournament, WinDrawLoss};
