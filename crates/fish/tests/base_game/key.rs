//! The key that is carried along is the key that the position has.

use std::collections::HashMap;

use floe_fish::{Dealing, Position, Value, deal};
use floe_game::{Game, Keyed, Player, Sampled};
use floe_hex::Standard;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::claims::key_from_scratch;

fn games<const N: usize>()
where
    Position<N>: std::str::FromStr<Err = floe_fish::PositionError>,
{
    let mut lines = HashMap::new();
    for seed in 0..20 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position: Position<N> = deal(Standard, Dealing::Shuffled, seed);
        loop {
            let read: Position<N> = position.to_string().parse().unwrap();
            assert_eq!(position.key(), read.key(), "{position:?}");
            assert_eq!(position.key(), key_from_scratch(&position), "what was taken has no part in it\n{position:?}");
            let mut plain = position.description();
            plain.taken = [Value::default(); Player::MAX];
            let line = Position::<N>::new(&plain, Standard).to_string();
            let before = lines.entry(position.key()).or_insert_with(|| line.clone());
            assert_eq!(*before, line, "different positions have different keys");
            let Some(mv) = position.random_move(rng) else { break };
            position.play(mv);
        }
    }
}

#[test]
fn two_players() {
    games::<2>();
}

#[test]
fn three_players() {
    games::<3>();
}

#[test]
fn four_players() {
    games::<4>();
}

/// Turn, hands, each tile and each penguin tell positions apart.
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
    let mut keys: Vec<u64> = lines.iter().map(|line| line.parse::<Position<2>>().unwrap().key()).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), lines.len());
}
