use crate::Counted;

/// Number of sequences of exactly `depth` moves; one that ends earlier, because the game is over, does not count.
///
/// The last two plies are counted in bulk.
pub fn perft<G: Counted>(game: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.count_moves(),
        2 => game.count_pairs(),
        _ => {
            let mut leaves = 0;
            game.for_each_move(|mv| leaves += perft(&game.after(mv), depth - 1));
            leaves
        }
    }
}

/// [`perft`] by first move: the number of sequences that begin with each. Empty at depth 0.
pub fn divide<G: Counted>(game: &G, depth: u32) -> Vec<(G::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    game.moves().into_iter().map(|mv| (mv, perft(&game.after(mv), depth - 1))).collect()
}

/// Number of sequences of exactly two moves, the replies to each first move counted in turn.
#[inline(never)]
pub fn count_pairs_singly<G: Counted>(game: &G) -> u64 {
    let mut count = 0;
    game.for_each_move(|mv| count += game.after(mv).count_moves());
    count
}
