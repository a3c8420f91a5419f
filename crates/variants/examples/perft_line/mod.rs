//! A line of a perft file, for every literal implementation of the rules.

/// Position text with the counts of `perft` at each depth, as long as counts stay near 100,000 leaves; `moves` is the number
/// of moves of the position.
pub(crate) fn perft_line(position: String, moves: usize, perft: impl Fn(u32) -> u64) -> String {
    let (mut line, mut depth, mut leaves) = (position, 1, 1);
    while depth < 7 && leaves > 0 && leaves * (moves as u64) < 100_000 {
        leaves = perft(depth);
        line += &format!(" ; {depth} {leaves}");
        depth += 1;
    }
    line
}
