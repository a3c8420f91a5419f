//! Other programs as players, by the Universal Game Interface as `docs/ugi.md` defines it.
//!
//! A [`Program`] is lines of text to and from another process; an [`External`] is a [`Contestant`](crate::contestant::Contestant)
//! made of one. Moves and positions go as text, so no game is known here. Whatever the program does, the worst that
//! comes of it is a [`Fault`](crate::fault::Fault), in bounded time and memory.

mod answer;
mod external;
mod launch;
mod program;

pub use answer::{Answer, Info};
pub use external::External;
pub use launch::{Launch, LaunchError, MoveLimits, Patience};
pub use program::{MAX_LINE, Program};
