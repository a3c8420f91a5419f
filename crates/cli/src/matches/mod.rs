//! What `floe match` is made of: who plays, what is played, and what is told of it.

mod configuration;
mod files;
mod floes;
mod house;
mod pooled;
mod progress;
mod report;

pub(crate) use configuration::{Configuration, Roster};
pub(crate) use files::{Done, Pool, games};
pub(crate) use floes::{Floes, Given};
pub(crate) use pooled::{Played, Pools, has_several_builds};
pub(crate) use progress::Commentator;
pub(crate) use report::Report;
