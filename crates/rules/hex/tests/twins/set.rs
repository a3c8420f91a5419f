//! `HexSet` against the ordered set of the standard library.

use std::collections::BTreeSet;

use floe_hex::{Hex, HexSet, HexSets};
use proptest::prelude::*;

use crate::outlines::{any_set, first_hexes};

fn listed(set: HexSet) -> BTreeSet<Hex> {
    (0..64)
        .map(Hex::new)
        .filter(|&hex| set.contains(hex))
        .collect()
}

fn any_hex() -> impl Strategy<Value = Hex> {
    (0..64usize).prop_map(Hex::new)
}

proptest! {
    #[test]
    fn operators_are_those_of_sets(a in any_set(), b in any_set()) {
        let x = &listed(a);
        let y = &listed(b);
        prop_assert_eq!(listed(a | b), x | y);
        prop_assert_eq!(listed(a & b), x & y);
        prop_assert_eq!(listed(a ^ b), x ^ y);
        prop_assert_eq!(listed(a - b), x - y);
        prop_assert_eq!(a.is_subset(b), x.is_subset(y));
        prop_assert!((a & b).is_subset(b) && (a - b).is_subset(a));
        prop_assert_eq!(a == b, x == y);
    }

    #[test]
    fn sets_side_by_side_are_each_alone(a in prop::array::uniform8(any_set()), b in prop::array::uniform8(any_set())) {
        let x = HexSets::from(a);
        let y = HexSets::from(b);
        let each = |operate: fn(HexSet, HexSet) -> HexSet| -> [HexSet; HexSets::COUNT] {
            std::array::from_fn(|set| operate(a[set], b[set]))
        };
        prop_assert_eq!((x | y).to_array(), each(|a, b| a | b));
        prop_assert_eq!((x & y).to_array(), each(|a, b| a & b));
        prop_assert_eq!((x - y).to_array(), each(|a, b| a - b));
        prop_assert_eq!(x.len(), a.map(|set| u64::from(set.len())));
        prop_assert_eq!(x.first_of_each().to_array(), each(|a, _| a.first().map_or(HexSet::EMPTY, HexSet::from)));
        prop_assert_eq!(x.is_empty(), a.iter().all(|set| set.is_empty()));
        prop_assert!((x - x).is_empty() && HexSets::splat(a[0]).to_array() == [a[0]; HexSets::COUNT]);
    }

    #[test]
    fn assigning_operators_are_the_operators(a in any_set(), b in any_set()) {
        let assigned = |assign: fn(&mut HexSet, HexSet)| {
            let mut set = a;
            assign(&mut set, b);
            set
        };
        prop_assert_eq!(assigned(|set, other| *set |= other), a | b);
        prop_assert_eq!(assigned(|set, other| *set &= other), a & b);
        prop_assert_eq!(assigned(|set, other| *set ^= other), a ^ b);
        prop_assert_eq!(assigned(|set, other| *set -= other), a - b);
    }

    #[test]
    fn a_set_is_its_hexes_in_order(set in any_set()) {
        let hexes = listed(set);
        prop_assert_eq!(set.into_iter().collect::<Vec<_>>(), hexes.iter().copied().collect::<Vec<_>>());
        prop_assert_eq!(set.into_iter().len(), hexes.len());
        prop_assert_eq!(set.len() as usize, hexes.len());
        prop_assert_eq!(set.is_empty(), hexes.is_empty());
        prop_assert_eq!(set.is_several(), hexes.len() > 1);
        prop_assert_eq!(set.first(), hexes.first().copied());
        prop_assert_eq!(set.last(), hexes.last().copied());
        prop_assert_eq!(hexes.iter().copied().collect::<HexSet>(), set);
        prop_assert_eq!(HexSet::from_bits(set.to_bits()), set);
        prop_assert_eq!(format!("{set:?}"), format!("{hexes:?}"));
        for rank in 0..70 {
            prop_assert_eq!(set.nth(rank), hexes.iter().nth(rank as usize).copied(), "rank {}", rank);
        }
        prop_assert_eq!(set.nth(u32::MAX), None);
    }

    #[test]
    fn hexes_come_and_go(set in any_set(), hex in any_hex()) {
        let mut changed = set;
        let mut hexes = listed(set);
        changed.insert(hex);
        hexes.insert(hex);
        prop_assert_eq!(listed(changed), hexes.clone());
        changed.remove(hex);
        hexes.remove(&hex);
        prop_assert_eq!(listed(changed), hexes.clone());
        prop_assert_eq!(changed.pop(), hexes.pop_first());
        prop_assert_eq!(listed(changed), hexes);
        prop_assert_eq!(<HexSet>::from(hex), std::iter::once(hex).collect());
    }
}

#[test]
fn the_last_place_is_a_place_like_any_other() {
    let last = Hex::new(63);
    let set = HexSet::from(last);
    assert_eq!(
        (set.first(), set.last(), set.nth(0), set.len()),
        (Some(last), Some(last), Some(last), 1)
    );
    assert_eq!(first_hexes(64) - set, first_hexes(63));
}

#[test]
#[should_panic(expected = "at most 128 hexes")]
fn there_is_no_129th_hex() {
    let _ = Hex::new(128);
}
