//! Knowledge of the variants.

mod explanation;
mod outlook;
mod special;
mod wary;

pub(crate) use explanation::{explain_hidden, explain_special, explain_variant};
