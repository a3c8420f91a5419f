//! Connected hexes.

use std::collections::BTreeSet;

use floe_hex::{HexSet, Layout};
use proptest::prelude::*;

use crate::naive;
use crate::outlines::{any_set, first_hexes, on_every_outline};

fn flood(layout: impl Layout, set: HexSet, free: HexSet) {
    assert_eq!(
        layout.flood(set, free),
        naive::flood(layout, set, free),
        "{set:?} over {free:?}"
    );
}

fn areas(layout: impl Layout, set: HexSet) {
    let areas: Vec<HexSet> = layout.areas(set).collect();
    assert_eq!(
        BTreeSet::from_iter(areas.iter().copied()),
        naive::areas(layout, set),
        "the areas of {set:?}"
    );
    assert!(
        areas.is_sorted_by_key(|area| area.first()),
        "in reading order: {areas:?}"
    );
    assert_eq!(
        areas.iter().map(|area| area.len()).sum::<u32>(),
        set.len(),
        "no hex is in two areas: {areas:?}"
    );
}

proptest! {
    #[test]
    fn floods_reach_what_can_be_walked_to(set in any_set(), free in any_set()) {
        on_every_outline!(layout => {
            let outline = layout.geometry().hexes();
            flood(layout, set & outline, free & outline);
            flood(layout, set & outline, (free - set) & outline);
        });
    }

    #[test]
    fn areas_are_what_touches(set in any_set()) {
        on_every_outline!(layout => areas(layout, set & layout.geometry().hexes()));
    }
}

#[test]
fn a_whole_floe_is_one_area() {
    on_every_outline!(layout => {
        let outline = layout.geometry().hexes();
        assert_eq!(layout.areas(outline).collect::<Vec<_>>(), naive::areas(layout, outline).into_iter().collect::<Vec<_>>());
        assert_eq!(layout.areas(HexSet::EMPTY).next(), None);
    });
    assert_eq!(floe_hex::Standard.areas(first_hexes(60)).count(), 1);
}
