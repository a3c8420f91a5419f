//! Counting, on a game where all counts are known: every move but the last is one of two ends.

use floe_game::toy::{End, Ends};
use floe_game::{Game, divide, perft};

/// Move by move.
fn naive<const N: usize>(game: &Ends<N>, depth: u32) -> u64 {
    if depth == 0 {
        1
    } else {
        game.moves()
            .into_iter()
            .map(|mv| naive(&game.after(mv), depth - 1))
            .sum()
    }
}

#[test]
fn counts_of_taking_ends() {
    let game = Ends::<3>::new(&[1, 2, 3, 4, 5, 6, 7]);
    let counts = [1, 2, 4, 8, 16, 32, 64, 64, 0, 0];
    for (depth, leaves) in (0..).zip(counts) {
        assert_eq!(perft(&game, depth), leaves, "depth {depth}");
        assert_eq!(naive(&game, depth), leaves, "depth {depth}");
    }
    assert_eq!(divide(&game, 0), []);
    assert_eq!(divide(&game, 4), [(End::Left, 8), (End::Right, 8)]);
}
