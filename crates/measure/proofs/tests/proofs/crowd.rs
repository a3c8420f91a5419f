//! Folders of proofs with the files of many workers.

use std::collections::HashSet;
use std::fs;

use floe_endgame::{KeyedBounds, Objective, SplitEnding, SplitRules};
use floe_proofs::BoundsReader;

use super::{folder, options, plain, position, work};

/// Keys of the endings after up to this number of moves.
fn keys_below(rules: &SplitRules, ending: &SplitEnding, plies: u32) -> HashSet<u64> {
    let mut keys = HashSet::from([ending.key()]);
    if plies > 0 {
        let rests = rules.moves(ending).into_iter().filter_map(|mv| mv.rest);
        keys.extend(rests.flat_map(|rest| keys_below(rules, &rest, plies - 1)));
    }
    keys
}

#[test]
fn endings_of_a_thousand_killed_workers_are_searched_again() {
    let position = position(3, 30);
    let directory = tempfile::tempdir().unwrap();
    let folder = folder(directory.path(), &position);
    let rules = SplitRules::new(&position);
    let root = rules.root(&position).rest.unwrap();
    let keys = keys_below(&rules, &root, 4);
    assert!(keys.len() > 1000, "{}", keys.len());
    for key in &keys {
        fs::write(
            directory.path().join(format!("jobs/{key:016x}")),
            "killed-1\n",
        )
        .unwrap();
    }
    let (state, _) = work(&folder, options(Objective::Margin, 2000));
    assert_eq!(state.margin, plain(&position, Objective::Margin));
}

#[test]
fn bounds_of_hundreds_of_workers_are_read() {
    let position = position(3, 30);
    let directory = tempfile::tempdir().unwrap();
    let folder = folder(directory.path(), &position);
    let bounds = |number: u64| KeyedBounds {
        lower: 10,
        ..KeyedBounds::nothing(number << 3)
    };
    for number in 1..=250 {
        let mut file = folder.worker_file(&format!("host{number}-1")).unwrap();
        file.append(&[bounds(number)], None).unwrap();
    }
    let mut reader = BoundsReader::default();
    let found: HashSet<u64> = reader
        .read(&folder)
        .unwrap()
        .bounds
        .iter()
        .map(|bounds| bounds.key)
        .collect();
    assert_eq!(found, (1..=250).map(|number| number << 3).collect());
    assert_eq!(reader.files(), 250);
    assert!(reader.read(&folder).unwrap().bounds.is_empty());
    let (state, _) = work(&folder, options(Objective::Margin, 1000));
    assert_eq!(state.margin, plain(&position, Objective::Margin));
}
