//! Perft on all threads and with a table equals plain perft.

use floe_game::perft;
use floe_game::toy::{End, Ends};
use floe_search::{ParallelPerft, TranspositionTable};

#[test]
fn counts_of_taking_ends() {
    let game = Ends::<3>::new(&[1, 2, 3, 4, 5, 6, 7]);
    let counts = [1, 2, 4, 8, 16, 32, 64, 64, 0, 0];
    for (depth, leaves) in (0..).zip(counts) {
        assert_eq!(
            ParallelPerft::default().count(&game, depth),
            leaves,
            "depth {depth}, all threads"
        );
        let table = TranspositionTable::new(1).unwrap();
        assert_eq!(
            ParallelPerft { table: Some(table) }.count(&game, depth),
            leaves,
            "depth {depth}, with a table"
        );
    }
    assert_eq!(
        ParallelPerft::default().divide(&game, 4),
        [(End::Left, 8), (End::Right, 8)]
    );
}

#[test]
fn one_table_serves_all_depths() {
    let game = Ends::<2>::new(&[1; 16]);
    let mut with_table = ParallelPerft {
        table: Some(TranspositionTable::new(1).unwrap()),
    };
    for _ in 0..2 {
        for depth in (0..=17).rev() {
            assert_eq!(
                with_table.count(&game, depth),
                perft(&game, depth),
                "depth {depth}"
            );
        }
    }
}
