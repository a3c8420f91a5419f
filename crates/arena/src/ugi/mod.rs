//! The Universal Game Interface as `docs/ugi.md` defines it, in both directions.
//!
//! A [`Program`] exchanges lines of text with another process; an [`External`] is a [`Contestant`](crate::contestant::Contestant)
//! made of one; [`check`] tells its author what it gets wrong. [`serve`] is the other direction: it lets an engine of this process obey the
//! commands of others. Moves and positions are texts; what the protocol must know of the games it asks for in [`UgiGames`].

mod check;
mod external;
mod game;
mod launch;
mod program;
mod protocol;
mod server;

pub use check::{Check, CheckReport, check};
pub use external::External;
pub use game::{GameStatus, RandomGame, UgiGames, response};
pub use launch::{Launch, LaunchError, Timeouts};
pub use program::{MAX_LINE, Program};
pub use protocol::{GoLimits, SearchInfo, StartPosition, UgiCommand, UgiReply};
pub use server::{SpinOption, UgiEngine, serve};

/// The reason why a command cannot be obeyed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UgiError {
    /// `setoption` without a name.
    #[error("expected setoption name NAME value VALUE")]
    OptionSyntax,
    /// An option that the engine does not have.
    #[error("there is no option '{name}', but {known}")]
    UnknownOption {
        /// The name given.
        name: String,
        /// The options there are, as a sentence lists them.
        known: String,
    },
    /// An option whose value is out of range.
    #[error("option {name}: expected a number from {min} to {max}, found '{found}'")]
    OptionValue {
        /// The name as it was given.
        name: String,
        /// The least value allowed.
        min: u64,
        /// The greatest value allowed.
        max: u64,
        /// The value given.
        found: String,
    },
    /// A limit of `go` with a wrong value.
    #[error("go {limit}: expected {expected}, found '{found}'")]
    Limit {
        /// The limit.
        limit: String,
        /// The kind of value allowed.
        expected: &'static str,
        /// The value given.
        found: String,
    },
    /// A limit that `go` does not have.
    #[error("go has no limit '{0}'")]
    UnknownLimit(String),
    /// `position` without a start.
    #[error("expected startpos, or fen and a position, and then moves, if any")]
    Start,
    /// A move that cannot be made.
    #[error("move {number}, '{text}': {reason}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The move as it was given.
        text: String,
        /// Why it cannot be made.
        reason: String,
    },
    /// A position, or a value of an option, that is refused for this reason.
    #[error("{0}")]
    Refused(String),
    /// No position to work on.
    #[error("there is no position")]
    NoPosition,
    /// A question that is not known.
    #[error("there is no question '{0}'")]
    Question(String),
    /// A search of a finished game.
    #[error("the game is over")]
    Over,
    /// A command that must wait for the end of the search.
    #[error("a search is under way, and only isready, stop and quit are for during it")]
    Searching,
}
