//! The solvers against brute force by the literal rules.

mod certificates;
mod claims;
mod literal;
mod max_n;
mod positions;
mod two;

/// Number of rounds: all of them in the gate, where nobody waits, and a quarter elsewhere.
fn rounds(all: usize) -> usize {
    if std::env::var_os("CI").is_some() {
        all
    } else {
        all / 4
    }
}
