use crate::Counted;

/// The number of lines of exactly `depth` moves.
///
/// A line that ends earlier because the game is over counts nothing. The last two plies are counted in bulk.
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

/// Perft for every move: how many of the lines begin with it. No moves at depth 0.
pub fn divide<G: Counted>(game: &G, depth: u32) -> Vec<(G::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    game.moves().into_iter().map(|mv| (mv, perft(&game.after(mv), depth - 1))).collect()
}
