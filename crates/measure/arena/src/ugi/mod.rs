//! The Universal Game Interface as `docs/ugi.md` defines it: commands and replies, and players that
//! are other programs.

mod dialogue;
mod external;
mod launch;
mod program;
mod protocol;
mod start_error;
#[cfg(target_os = "linux")]
mod supervisor;

pub use dialogue::DialogueLog;
pub use external::ExternalPlayer;
pub use launch::{Launch, LaunchError, Timeouts};
pub use program::{MAX_LINE, Program};
pub use protocol::{GoLimits, SearchInfo, UgiError, UgiReply, first_word};
pub use start_error::StartError;
#[cfg(target_os = "linux")]
pub use supervisor::{SuperviseError, supervise};
