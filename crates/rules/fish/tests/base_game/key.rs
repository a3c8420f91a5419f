//! The key that is carried along is the key that the position has.

use std::collections::HashMap;

use floe_fish::{Dealing, Position, Value, deal};
use floe_game::{Game, Keyed, Player, Sampled};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::claims::{description, key_from_scratch};

fn games<const N: usize>()
where
    Position<N>: std::str::FromStr<Err = floe_fish::PositionError>,
{
    let mut lines = HashMap::new();
    for seed in 0..20 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position: Position<N> = deal(Dealing::Shuffled, seed);
        loop {
            let read: Position<N> = position.to_string().parse().unwrap();
            assert_eq!(position.key(), read.key(), "{position:?}");
            assert_eq!(
                position.key(),
                key_from_scratch(&position),
                "what was taken has no part in it\n{position:?}"
            );
            let mut plain = description(&position);
            plain.taken = [Value::default(); Player::MAX];
            let line = Position::<N>::new(&plain).to_string();
            let before = lines.entry(position.key()).or_insert_with(|| line.clone());
            assert_eq!(*before, line, "different positions have different keys");
            let Some(mv) = position.random_move(rng) else {
                break;
            };
            position.play(mv);
        }
    }
}

#[test]
fn keys_distinguish_positions_of_two() {
    games::<2>();
}

#[test]
fn keys_distinguish_positions_of_three() {
    games::<3>();
}

#[test]
fn keys_distinguish_positions_of_four() {
    games::<4>();
}

/// Turn, hands, each tile and each penguin distinguish positions.
#[test]
fn everything_that_counts_is_in_the_key() {
    let lines = [
        "1111111/......../......./......../......./......../1111111/.A1.....B1 A 9:9,9:9",
        "1111111/......../......./......../......./......../1111111/A1......B1 A 9:9,9:9",
        "1111112/......../......./......../......./......../1111111/A1......B1 A 9:9,9:9",
        "1111113/......../......./......../......./......../1111111/A1......B1 A 9:9,9:9",
        "111111./......../......./......../......./......../1111111/A1......B1 A 9:9,9:9",
        "1A111111/......../......./......../......./......../1111111/.......B1 A 9:9,9:9",
        "1B111111/......../......./......../......./......../1111111/A1....... A 9:9,9:9 1,0",
        "1111111/......../......./......../......./......../1111111/A1......B1 A 9:9,9:9 1,1",
        "1111111/......../......./......../......./......../1111111/A1......B1 A 9:9,9:9 2,2",
        "1111111/......../......./......../......./......../1111111/A1......B1 B 9:9,9:9 2,2",
        "1111111/......../......./......../......./......../1111111/A1......B1 A 9:9,9:9 2,1",
    ];
    let mut keys: Vec<u64> = lines
        .iter()
        .map(|line| line.parse::<Position<2>>().unwrap().key())
        .collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), lines.len());
}

/// A good key changes half its bits with every single thing: here over many single changes, on
/// average.
#[test]
fn one_change_changes_half_of_the_bits() {
    let mut changed = Vec::new();
    for seed in 0..10 {
        let start: Position<2> = deal(Dealing::Shuffled, seed);
        let description = description(&start);
        let mut change = |edit: &dyn Fn(&mut floe_fish::Description)| {
            let mut description = description.clone();
            edit(&mut description);
            changed.push((Position::<2>::new(&description).key() ^ start.key()).count_ones());
        };
        for hex in start.tiles() {
            change(&|description| {
                description
                    .tiles
                    .iter_mut()
                    .for_each(|tiles| tiles.remove(hex));
            });
            change(&|description| description.penguins[0].insert(hex));
            change(&|description| description.penguins[1].insert(hex));
        }
        for left in 0..4 {
            change(&|description| description.hand[0] = left);
            change(&|description| description.hand[1] = left);
        }
        change(&|description| description.turn = Player::new(1));
    }
    let mean = f64::from(changed.iter().sum::<u32>()) / changed.len() as f64;
    assert!((31.0..33.0).contains(&mean), "{mean} of 64");
    assert!(
        changed.iter().all(|bits| (12..=52).contains(bits)),
        "{changed:?}"
    );
}
