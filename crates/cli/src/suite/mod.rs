//! What `floe suite` is made of: an answer to a graded position, what many of them say, and how they compare to a record.

mod attempt;
mod comparison;
mod summary;

pub(crate) use attempt::{Attempt, Candidate};
pub(crate) use comparison::Comparison;
pub(crate) use summary::Summary;
