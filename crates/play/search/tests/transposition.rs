//! A table that several threads read and write at once returns only data that was stored.

use std::collections::HashMap;
use std::thread;

use floe_search::TranspositionTable;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Probes and stores of each thread; Miri is thousands of times slower.
const ROUNDS: u32 = if cfg!(miri) { 500 } else { 200_000 };

/// Data that identifies its key and round.
fn data(key: u64, round: u64) -> u64 {
    key.rotate_left(17) ^ 0x5555 ^ round << 60 | 1
}

#[test]
fn threads_read_only_data_stored_for_the_key() {
    let mut table = TranspositionTable::new(1).unwrap();
    let view = table.view();
    // Few keys, so that threads use the same entries all the time.
    let keys: Vec<u64> = (0..64).map(|key: u64| (key % 8) << 56 | key).collect();
    thread::scope(|scope| {
        for seed in 0..4 {
            let keys = &keys;
            scope.spawn(move || {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                let mut hits = 0;
                for _ in 0..ROUNDS {
                    let key = keys[rng.random_range(0..keys.len())];
                    match view.probe(key) {
                        Some(found) => {
                            assert!(
                                (0..16).any(|round| found == data(key, round)),
                                "{found:x} for {key:x}"
                            );
                            hits += 1;
                        }
                        None => view.store(key, data(key, rng.random_range(0..16)), |found| {
                            found as u32
                        }),
                    }
                    if rng.next_u32().is_multiple_of(4) {
                        view.store(key, data(key, rng.random_range(0..16)), |found| {
                            found as u32
                        });
                    }
                }
                assert!(hits > 0, "nothing was ever found");
            });
        }
    });
}

#[test]
fn a_table_is_a_map_that_forgets() {
    for mebibytes in [1, 3, 9] {
        let mut table = TranspositionTable::new(mebibytes).unwrap();
        let view = table.view();
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(7);
        let mut map = HashMap::new();
        for _ in 0..200_000 * mebibytes {
            let key = rng.next_u64() >> rng.random_range(0..64);
            if let Some(found) = view.probe(key) {
                assert_eq!(map.get(&key), Some(&found), "only what was put last");
            }
            let data = 1 + (rng.next_u64() >> 1);
            map.insert(key, data);
            view.store(key, data, |data| (data >> 40) as u32);
            assert_eq!(view.probe(key), Some(data), "what was just put is there");
        }
        assert!(
            (900..=1000).contains(&view.fullness()),
            "{}",
            view.fullness()
        );
        table.clear();
        assert_eq!(table.view().fullness(), 0);
        assert!(map.keys().all(|&key| table.view().probe(key).is_none()));
    }
}

/// Stores many times the entries that fit at first.
#[test]
fn a_table_grows_and_keeps_what_it_has() {
    let mut table = TranspositionTable::new(64).unwrap();
    let view = table.view();
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(8);
    let keys: Vec<u64> = (0..400_000).map(|_| rng.next_u64()).collect();
    for &key in &keys {
        view.store(key, data(key, 1), |data| u32::from(data != 0));
    }
    let kept = keys
        .iter()
        .filter(|&&key| view.probe(key) == Some(data(key, 1)))
        .count();
    assert!(
        kept * 1000 > keys.len() * 990,
        "{kept} of {} are kept",
        keys.len()
    );
    assert!(
        keys.iter()
            .all(|&key| view.probe(key).is_none_or(|found| found == data(key, 1)))
    );
    assert_eq!(view.entries().count(), kept);
    assert!((50..=200).contains(&view.fullness()), "{}", view.fullness());
}

#[test]
fn threads_read_only_stored_data_while_a_table_grows() {
    let mut table = TranspositionTable::new(32).unwrap();
    let view = table.view();
    let put = |key| view.store(key, data(key, 1), |data| u32::from(data != 0));
    thread::scope(|scope| {
        for seed in 0..4 {
            scope.spawn(move || {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                let keys: Vec<u64> = (0..100_000).map(|_| rng.next_u64()).collect();
                for (place, &key) in keys.iter().enumerate() {
                    put(key);
                    let before = keys[rng.random_range(0..=place)];
                    assert!(
                        view.probe(before)
                            .is_none_or(|found| found == data(before, 1))
                    );
                }
            });
        }
    });
    assert!((20..=500).contains(&view.fullness()), "{}", view.fullness());
    put(7);
    assert_eq!(view.probe(7), Some(data(7, 1)));
}

#[test]
fn too_much_memory_is_an_error() {
    let error = TranspositionTable::new(usize::MAX >> 20)
        .map(|table| table.mebibytes())
        .unwrap_err();
    assert!(
        error.to_string().starts_with("no memory for a table of "),
        "{error}"
    );
}
