use floe_game::{Counted, Keyed, perft};
use rayon::prelude::*;

use crate::{TableView, TranspositionTable};

/// Perft on all threads of the current rayon pool, with an optional transposition table. Its counts
/// equal those of [`perft()`].
#[derive(Default, Debug)]
pub struct ParallelPerft {
    /// Table that keeps the counts of positions met; `None`, the default, to count every one anew.
    pub table: Option<TranspositionTable>,
}

/// Least depth, in plies, at which probing the table is faster than counting.
const TABLE_DEPTH: u32 = 3;

/// Factor that spreads the depth over the bits of a key. Not the golden ratio, by which simple
/// games multiply their positions, so that positions at other depths would share entries.
const DEPTH: u64 = 0xd6e8_feb8_6659_fd93;

impl ParallelPerft {
    /// Number of sequences of exactly `depth` moves from `game`; 1 at depth 0.
    pub fn count<G: Counted + Keyed + Send + Sync>(&mut self, game: &G, depth: u32) -> u64 {
        if depth == 0 {
            1
        } else {
            self.divide(game, depth)
                .iter()
                .map(|(_, leaves)| leaves)
                .sum()
        }
    }

    /// Every legal move, with the number of sequences of exactly `depth` moves from `game` that
    /// begin with it. Empty at depth 0.
    pub fn divide<G: Counted + Keyed + Send + Sync>(
        &mut self,
        game: &G,
        depth: u32,
    ) -> Vec<(G::Move, u64)> {
        if depth == 0 {
            return Vec::new();
        }
        let view = self.table.as_mut().map(TranspositionTable::view);
        let moves = game.moves().into_vec();
        moves
            .into_par_iter()
            .map(|mv| (mv, split(&game.after(mv), depth - 1, view.as_ref())))
            .collect()
    }
}

/// Spreads the next ply over the threads too, so that no thread waits for one heavy move.
fn split<G: Counted + Keyed + Send + Sync>(
    game: &G,
    depth: u32,
    table: Option<&TableView<'_>>,
) -> u64 {
    if depth <= TABLE_DEPTH {
        return cached(game, depth, table);
    }
    let moves = game.moves().into_vec();
    moves
        .into_par_iter()
        .map(|mv| cached(&game.after(mv), depth - 1, table))
        .sum()
}

fn cached<G: Counted + Keyed>(game: &G, depth: u32, table: Option<&TableView<'_>>) -> u64 {
    let Some(table) = table.filter(|_| depth >= TABLE_DEPTH) else {
        return perft(game, depth);
    };
    let key = game.key() ^ u64::from(depth).wrapping_mul(DEPTH);
    if let Some(leaves) = table.probe(key) {
        return leaves;
    }
    let mut leaves = 0;
    game.for_each_move(|mv| leaves += cached(&game.after(mv), depth - 1, Some(table)));
    table.store(key, leaves, |data| data.min(u64::from(u32::MAX)) as u32);
    leaves
}
