//! Names that most commands use.

pub(super) use std::path::{Path, PathBuf};
pub(super) use std::time::{Duration, Instant};

pub(super) use anyhow::Result;
pub(super) use clap::Args;
pub(super) use floe_engine::{AnyGame, EngineSpec};
pub(super) use floe_presentation::Seen;
pub(super) use schemars::JsonSchema;
pub(super) use serde::Serialize;

pub(super) use crate::arguments::{
    QuietArgument, all_cores, build, count, engine, mebibytes, number,
};
pub(super) use crate::files::{self, WrittenLater};
pub(super) use crate::interrupt::Interrupt;
pub(super) use crate::output::{Answer, Output, counted, per_second, seconds};
pub(super) use crate::problem::{self, Status, Wrong};
pub(super) use crate::run_progress::ProgressArguments;
pub(super) use crate::set_up::SetUpArguments;
pub(super) use crate::text::{labelled, width, wrapped};
