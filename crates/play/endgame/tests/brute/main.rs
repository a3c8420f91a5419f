//! The solvers against brute force by the literal rules.

mod certificates;
mod claims;
mod literal;
mod max_n;
mod positions;
mod two;
