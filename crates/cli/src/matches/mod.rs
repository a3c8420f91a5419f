//! What `floe match` is made of: who plays, what is played, and what is told of it.

mod configuration;
mod files;
mod house;
mod pooled;
mod progress;
mod report;

pub(crate) use configuration::{Configuration, Floes, Roster};
pub(crate) use files::{Done, Pool, games};
pub(crate) use house::House;
pub(crate) use pooled::{Played, Pools, has_several_builds};
pub(crate) use progress::Commentator;
pub(crate) use report::Report;
