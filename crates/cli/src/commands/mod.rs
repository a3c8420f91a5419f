//! One file a command: what it is called with, what it does, what it answers.

mod analyze;
mod apply;
mod bench;
mod match_;
mod moves;
mod new;
mod perft;
mod play;
mod rate;
mod replay;
mod rules;
mod selfplay;
mod show;
mod solve;
mod suite;
mod ugi;

pub(crate) use analyze::Analyze;
pub(crate) use apply::Apply;
pub(crate) use bench::Bench;
pub(crate) use match_::Match;
pub(crate) use moves::Moves;
pub(crate) use new::New;
pub(crate) use perft::Perft;
pub(crate) use play::Play;
pub(crate) use rate::Rate;
pub(crate) use replay::Replay;
pub(crate) use rules::Rules;
pub(crate) use selfplay::Selfplay;
pub(crate) use show::{Show, colour_of, paint};
pub(crate) use solve::Solve;
pub(crate) use suite::Suite;
pub(crate) use ugi::Ugi;

/// The one command argument that most commands share.
#[derive(clap::Args)]
pub(crate) struct PositionArgument {
    /// The position, in quotes; - reads positions from standard input, one a line
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
}
