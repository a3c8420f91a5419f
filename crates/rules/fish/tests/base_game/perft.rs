//! Counting on many threads and with a table gives what counting does.

use floe_fish::{Dealing, Position, deal};
use floe_game::{Game, divide, perft, walk};
use floe_search::{ParallelPerft, TranspositionTable};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::any::{AnyPosition, with_position};
use crate::studies::{Bytes, study};

/// Counting move by move, down to the last ply.
fn naive<const N: usize>(position: &Position<N>, depth: u32) -> u64 {
    if depth == 0 {
        1
    } else {
        position
            .moves()
            .into_iter()
            .map(|mv| naive(&position.after(mv), depth - 1))
            .sum()
    }
}

fn counts_the_same<const N: usize>(position: &Position<N>, depth: u32, table: &mut ParallelPerft) {
    let leaves = perft(position, depth);
    assert_eq!(naive(position, depth), leaves, "{position:?}");
    assert_eq!(
        ParallelPerft::default().count(position, depth),
        leaves,
        "{position:?}"
    );
    assert_eq!(table.count(position, depth), leaves, "{position:?}");
    assert_eq!(
        table.count(position, depth),
        leaves,
        "and once more from the table\n{position:?}"
    );
    let divided = divide(position, depth);
    assert_eq!(
        divided.iter().map(|(_, leaves)| leaves).sum::<u64>(),
        if depth == 0 { 0 } else { leaves }
    );
    assert_eq!(
        ParallelPerft::default().divide(position, depth),
        divided,
        "{position:?}"
    );
    assert_eq!(table.divide(position, depth), divided, "{position:?}");
}

fn along_games<const N: usize>() {
    // A small table, so that entries are replaced; and one for all positions, so that none may be
    // mistaken.
    let table = &mut ParallelPerft {
        table: Some(TranspositionTable::new(1).unwrap()),
    };
    for seed in 0..6 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position: Position<N> = deal(Dealing::Shuffled, seed);
        while !position.is_over() {
            for depth in (0..=6).take_while(|&depth| perft(&position, depth) < 30_000) {
                counts_the_same(&position, depth, table);
            }
            position = walk(&position, 3, rng);
        }
        counts_the_same(&position, 0, table);
        counts_the_same(&position, 1, table);
    }
}

#[test]
fn counts_agree_along_games_of_two() {
    along_games::<2>();
}

#[test]
fn counts_agree_along_games_of_three() {
    along_games::<3>();
}

#[test]
fn counts_agree_along_games_of_four() {
    along_games::<4>();
}

#[test]
fn counts_agree_in_studies() {
    let table = &mut ParallelPerft {
        table: Some(TranspositionTable::new(1).unwrap()),
    };
    for seed in 0..800 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut bytes = [0; 90];
        rng.fill_bytes(&mut bytes);
        let position: AnyPosition = study(&mut Bytes(&bytes)).parse().unwrap();
        with_position!(position, position => {
            for depth in (0..=6).take_while(|&depth| perft(&position, depth) < 3_000) {
                counts_the_same(&position, depth, table);
            }
        });
    }
}
