//! The Universal Game Interface as `docs/ugi.md` defines it, in both directions.
//!
//! [`ExternalPlayer`] is a [`Contestant`](crate::contestant::Contestant) played by another program, and [`check`] tests
//! such a program. [`serve`] lets other programs play with an engine of this process. Moves and positions are texts;
//! [`UgiGames`] states what the protocol needs of the games.

mod check;
mod external;
mod game;
mod launch;
mod program;
mod protocol;
mod server;
#[cfg(target_os = "linux")]
mod supervisor;

pub use check::{Check, CheckReport, check};
pub use external::ExternalPlayer;
pub use game::{GameStatus, RandomGame, UgiGames, response};
pub use launch::{Launch, LaunchError, Timeouts};
pub use program::{MAX_LINE, Program, StartError};
pub use protocol::{GoLimits, SearchInfo, UgiError, UgiReply};
pub use server::{SpinOption, UgiEngine, serve};
#[cfg(target_os = "linux")]
pub use supervisor::{SuperviseError, supervise};
