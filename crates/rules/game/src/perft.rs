use crate::Counted;

/// Number of sequences of exactly `depth` moves from `game`: 1 at depth 0. A sequence that ends
/// earlier, because the game is over, does not count.
///
/// The last two moves are counted in bulk, by [`Counted::count_pairs`].
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

/// [`perft`] for each first move: every legal move, with the number of sequences of exactly `depth`
/// moves that begin with it. Empty at depth 0.
pub fn divide<G: Counted>(game: &G, depth: u32) -> Vec<(G::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    game.moves()
        .into_iter()
        .map(|mv| (mv, perft(&game.after(mv), depth - 1)))
        .collect()
}

/// Number of sequences of exactly two moves from `game`, counted by making each first move: the
/// obvious way, which [`Counted::count_pairs`] must agree with.
#[inline(never)]
pub fn count_pairs_singly<G: Counted>(game: &G) -> u64 {
    let mut count = 0;
    game.for_each_move(|mv| count += game.after(mv).count_moves());
    count
}
