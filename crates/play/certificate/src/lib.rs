//! Certificates: proofs of final margins that others can check.
//!
//! A [`Certificate`] lists claims about rests of a game, each of which follows from claims below
//! it. [`check`] reads it once. It knows the rules, sections 1 to 4 and 6 of `docs/theory.md`, and
//! the bounds of section 5 that follow from what a side reaches. It searches nothing, and this
//! crate uses nothing of the solver. It cannot check the leaves, claims that a search has proved:
//! it lists them for a solver to prove again.

mod check;
mod claim;
mod file;
mod rest;
mod rules;

pub use check::{
    Checked, ClaimError, ClaimProblem, Leaf, NeededClaims, check, check_while, premises,
};
pub use claim::{ClaimLine, MarginClaim, Reason, Relation, margin_text};
pub use file::{Certificate, CertificateError, CertificateProblem, LineError};
pub use rest::{Rest, Step};
pub use rules::{EndingRules, Part};
