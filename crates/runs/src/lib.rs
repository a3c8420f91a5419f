//! Shared parts of long runs of any kind: numbered tasks on several threads ([`in_order`], [`for_each`]), and files
//! that survive kills, full disks and other processes. An [`AppendLog`] grows by whole entries; [`replace`] gives a
//! file new contents as a whole or not at all. The crate knows no game and no format.

mod append_log;
mod links;
mod problem;
mod replace;
mod workers;

pub use append_log::AppendLog;
pub use links::link_target;
pub use problem::{FileProblem, io_text};
pub use replace::{check_replaceable, replace};
pub use workers::{for_each, in_order};
