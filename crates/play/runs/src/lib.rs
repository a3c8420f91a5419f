//! Shared parts of long runs of any kind: numbered tasks on several threads ([`in_order`],
//! [`for_each`]), and files that survive kills, full disks and other processes. An [`AppendLog`]
//! grows by whole entries; [`replace`] gives a file new contents as a whole or not at all. A run
//! that is split among machines has a file for each [`Shard`], sealed when it is complete
//! ([`SealedFile`]); the seeds of its parts are [derived](SeedOf) from that of the run. The crate
//! knows no game and no format of games.

mod append_log;
mod links;
mod problem;
mod replace;
mod seal;
mod seed;
mod shard;
mod workers;

pub use append_log::AppendLog;
pub use links::link_target;
pub use problem::{FileProblem, io_text};
pub use replace::{check_replaceable, create, replace};
pub use seal::{SealError, SealedFile, hash, is_sealed, read, seals_in};
pub use seed::{JsonSeed, SeedOf, draw_seed, json_seed};
pub use shard::{Shard, ShardError};
pub use workers::{for_each, in_order};
