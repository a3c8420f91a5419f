//! Counting, on a game where all counts are known: every move but the last is one of two ends.

use floe_game::toy::{End, Ends};
use floe_game::{Game, Perft, Table, divide, perft};

/// Move by move.
fn naive<const N: usize>(game: &Ends<N>, depth: u32) -> u64 {
    if depth == 0 { 1 } else { game.moves().into_iter().map(|mv| naive(&game.after(mv), depth - 1)).sum() }
}

#[test]
fn counts_of_taking_ends() {
    let game = Ends::<3>::new(&[1, 2, 3, 4, 5, 6, 7]);
    let counts = [1, 2, 4, 8, 16, 32, 64, 64, 0, 0];
    for (depth, leaves) in (0..).zip(counts) {
        assert_eq!(perft(&game, depth), leaves, "depth {depth}");
        assert_eq!(naive(&game, depth), leaves, "depth {depth}");
        assert_eq!(Perft::default().count(&game, depth), leaves, "depth {depth}, all threads");
        let table = Table::new(1).unwrap();
        assert_eq!(Perft::with_table(table).count(&game, depth), leaves, "depth {depth}, with a table");
    }
    assert_eq!(divide(&game, 0), []);
    assert_eq!(divide(&game, 4), [(End::Left, 8), (End::Right, 8)]);
    assert_eq!(Perft::default().divide(&game, 4), [(End::Left, 8), (End::Right, 8)]);
}

#[test]
fn one_table_serves_all_depths() {
    let game = Ends::<2>::new(&[1; 16]);
    let mut with_table = Perft::with_table(Table::new(1).unwrap());
    for _ in 0..2 {
        for depth in (0..=17).rev() {
            assert_eq!(with_table.count(&game, depth), naive(&game, depth), "depth {depth}");
        }
    }
}
