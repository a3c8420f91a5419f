//! What finished games say about strength.
//!
//! Two players: a floe is played twice with seats swapped, and the pair of games is the unit of everything:
//! [`Pentanomial`] counts pairs; [`elo`], [`normalized_elo`] and [`superiority`] follow from its [`Moments`];
//! [`Sprt`] decides when a match may end. Any number of players and engines: a [`Block`] of games on one floe is
//! the unit; [`Tournament`] keeps the tables and the ratings.
//!
//! Every number is finite, for no game and for none but wins too. Where an interval does not exist yet or holds
//! zero, its [`Significance`] is [`Significance::Open`]: the text for it is "needs more games".

mod bootstrap;
mod constrained;
mod elo;
mod estimate;
mod margin;
mod moments;
mod outcome;
mod overview;
mod pentanomial;
mod places;
mod plackett_luce;
mod sequence;
mod sprt;
mod tournament;

pub use bootstrap::{BootstrapOptions, Ratings};
pub use elo::{elo, elo_of_score, normalized_elo, score_of_elo, superiority};
pub use estimate::{Estimate, Significance};
use margin::Margins;
pub use margin::MeanMargin;
pub use moments::Moments;
pub use outcome::WinDrawLoss;
pub use overview::{Lengths, Overview};
pub use pentanomial::Pentanomial;
pub use places::rank_scores;
use plackett_luce::{Comparison, PlackettLuce};
pub use sequence::Sequence;
pub use sprt::{Decision, EloScale, Sprt, SprtError, SprtReport};
pub use tournament::{Block, PlayedGame, Seat, Standing, Tournament, Versus};
