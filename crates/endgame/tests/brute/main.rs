//! The solvers against brute force by the literal rules.

mod literal;
mod many;
mod positions;
mod two;
