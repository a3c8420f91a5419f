//! The solvers against brute force by the literal rules.

mod literal;
mod max_n;
mod positions;
mod two;
