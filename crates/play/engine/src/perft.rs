//! Perft of any game, compiled here once for all programs.

use floe_search::ParallelPerft;

use crate::{AnyGame, AnyMove, with_game};

/// Number of sequences of exactly `depth` moves from a position; 1 at depth 0.
pub fn perft(position: &AnyGame, depth: u32, counter: &mut ParallelPerft) -> u64 {
    with_game!(position, position => counter.count(position, depth))
}

/// Every legal move of a position, with the number of sequences of exactly `depth` moves that begin
/// with it; empty at depth 0.
pub fn divide(position: &AnyGame, depth: u32, counter: &mut ParallelPerft) -> Vec<(AnyMove, u64)> {
    with_game!(position, position => counter
        .divide(position, depth)
        .into_iter()
        .map(|(mv, leaves)| (AnyMove::of(position, mv), leaves))
        .collect())
}
