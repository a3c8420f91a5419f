//! Knowledge of the variants.

mod explanation;
mod outlook;
mod wide;

pub(crate) use explanation::explain_variant;
pub(crate) use outlook::EvalWord;
