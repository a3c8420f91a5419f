//! Evaluation of the variants.

mod explanation;
mod features;

pub(crate) use explanation::explain_variant;
pub(crate) use features::EvalWord;
