//! One file a command: its arguments, its run and its result.

pub(crate) mod analyze;
pub(crate) mod apply;
pub(crate) mod bench;
#[cfg(feature = "board")]
pub(crate) mod board;
pub(crate) mod completions;
pub(crate) mod docs;
pub(crate) mod man;
pub(crate) mod match_;
pub(crate) mod moves;
pub(crate) mod new;
pub(crate) mod perft;
pub(crate) mod play;
mod prelude;
pub(crate) mod puzzle;
pub(crate) mod query;
pub(crate) mod rate;
pub(crate) mod replay;
pub(crate) mod rules;
pub(crate) mod selfplay;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod suite;
pub(crate) mod supervise;
#[cfg(feature = "train")]
pub(crate) mod train;
pub(crate) mod tune;
pub(crate) mod ugi;
pub(crate) mod verify;
