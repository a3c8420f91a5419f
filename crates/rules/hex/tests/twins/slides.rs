//! Steps, rays and slides of whole sets, and what blocking a hex takes away.

use floe_hex::{Direction, Hex, HexSet, Layout, Neighbourhood, Rays, Standard, Tally};
use proptest::prelude::*;

use crate::naive;
use crate::outlines::{Plain, any_set, on_every_outline};

/// Hexes of pieces that slide, and free hexes, on the outline of this layout; the two do not meet.
fn on_the_floe(layout: impl Layout, set: HexSet, free: HexSet) -> (HexSet, HexSet) {
    let outline = layout.geometry().hexes();
    (set & outline, (free - set) & outline)
}

fn steps(layout: impl Layout, set: HexSet) {
    let geometry = layout.geometry();
    for direction in Direction::ALL {
        let stepped: HexSet = set
            .into_iter()
            .filter_map(|hex| naive::step(geometry, hex, direction))
            .collect();
        assert_eq!(
            layout.step(set, direction),
            stepped,
            "{set:?} one step {direction:?}"
        );
    }
    assert_eq!(
        layout.neighbours(set),
        naive::neighbours(layout, set),
        "what touches {set:?}"
    );
}

/// Neighbours in a set, hex by hex in a circle: how many runs they form.
fn rings(layout: impl Layout, set: HexSet) {
    let geometry = layout.geometry();
    for hex in geometry.hexes() {
        let around = Direction::ALL.map(|direction| naive::step(geometry, hex, direction));
        let inside =
            |set: HexSet, place: usize| around[place % 6].is_some_and(|hex| set.contains(hex));
        let ring = layout.neighbourhood(hex, set);
        assert_eq!(
            ring == Neighbourhood::default(),
            (0..6).all(|place| !inside(set, place)),
            "around {hex:?} in {set:?}"
        );
        let beginnings = (0..6)
            .filter(|&place| inside(set, place) && !inside(set, place + 5))
            .count();
        assert_eq!(ring.runs(), beginnings as u32, "around {hex:?} in {set:?}");
        assert_eq!(ring.is_split(), beginnings > 1, "around {hex:?} in {set:?}");
        let several = (0..6).filter(|&place| inside(set, place)).count() > 1;
        let passes =
            |place: usize| inside(set, place) && (inside(set, place + 1) || inside(set, place + 3));
        let bends = several && !(0..6).any(passes);
        assert_eq!(
            layout.bends(set).contains(hex),
            bends,
            "around {hex:?} in {set:?}"
        );
    }
}

fn slides_of_one(layout: impl Layout, free: HexSet) {
    let geometry = layout.geometry();
    for hex in geometry.hexes() {
        let free = free - hex.into();
        for direction in Direction::ALL {
            let line: HexSet = naive::slide(geometry, hex, direction, free)
                .into_iter()
                .collect();
            assert_eq!(
                geometry.ray_in(hex, direction, free),
                line,
                "{hex:?} {direction:?} over {free:?}"
            );
        }
        let targets: HexSet = naive::slides(layout, hex.into(), free)
            .into_iter()
            .map(|(_, _, to)| to)
            .collect();
        assert_eq!(geometry.slides(hex, free), targets, "{hex:?} over {free:?}");
    }
}

fn slides_of_all(layout: impl Layout, set: HexSet, free: HexSet) {
    let rays = layout.rays(set, free);
    let slides = naive::slides(layout, set, free);
    for direction in Direction::ALL {
        let targets: HexSet = slides
            .iter()
            .filter(|slide| slide.1 == direction)
            .map(|slide| slide.2)
            .collect();
        assert_eq!(
            rays[direction], targets,
            "{set:?} {direction:?} over {free:?}"
        );
    }
    assert_eq!(
        rays.count() as usize,
        slides.len(),
        "every slide of {set:?} over {free:?} is counted once"
    );
    let targets: HexSet = slides.iter().map(|slide| slide.2).collect();
    assert_eq!(rays.union(), targets);
    assert_eq!(layout.slides(set, free), targets);
}

fn ranks(rays: &Rays) {
    let listed: Vec<(Direction, Hex)> = Direction::ALL
        .into_iter()
        .flat_map(|d| rays[d].into_iter().map(move |hex| (d, hex)))
        .collect();
    for (rank, &slide) in (0..).zip(&listed) {
        assert_eq!(rays.nth(rank), Some(slide), "rank {rank} of {rays:?}");
    }
    let count = listed.len() as u32;
    assert_eq!(
        [count, count + 1, 1000, u32::MAX].map(|rank| rays.nth(rank)),
        [None; 4]
    );
}

fn tallies(layout: impl Layout, rays: &Rays, set: HexSet) {
    let of_rays = Tally::of(rays);
    let once = Tally::once(set);
    let around = layout.neighbour_counts(set);
    for hex in layout.geometry().hexes() {
        let neighbours = (layout.geometry().adjacent(hex) & set).len();
        assert_eq!(around.get(hex), neighbours, "{hex:?} next to {set:?}");
        let digits = around.digits().map(|digit| u32::from(digit.contains(hex)));
        assert_eq!(digits[0] + 2 * digits[1] + 4 * digits[2], neighbours);
        let times = Direction::ALL
            .into_iter()
            .filter(|&direction| rays[direction].contains(hex))
            .count();
        assert_eq!(of_rays.get(hex) as usize, times, "{hex:?} in {rays:?}");
        assert_eq!(once.get(hex), u32::from(set.contains(hex)));
    }
}

/// Blocks each hex in turn and counts again.
fn slides_lost(layout: impl Layout, set: HexSet, free: HexSet, blocked: &Tally) {
    let before = naive::slides(layout, set, free).len() as u64;
    let lost: u64 = free
        .into_iter()
        .map(|hex| {
            u64::from(blocked.get(hex))
                * (before - naive::slides(layout, set, free - hex.into()).len() as u64)
        })
        .sum();
    assert_eq!(
        layout.slides_lost(&layout.rays(set, free), blocked),
        lost,
        "{set:?} over {free:?}, {blocked:?}"
    );
}

proptest! {
    #[test]
    fn steps_are_single_steps(set in any_set()) {
        on_every_outline!(layout => steps(layout, set & layout.geometry().hexes()));
    }

    #[test]
    fn rings_go_round_hex_by_hex(set in any_set()) {
        on_every_outline!(layout => rings(layout, set & layout.geometry().hexes()));
    }

    #[test]
    fn one_slides_hex_by_hex(free in any_set()) {
        on_every_outline!(layout => slides_of_one(layout, free & layout.geometry().hexes()));
    }

    #[test]
    fn all_slide_like_each(set in any_set(), free in any_set()) {
        on_every_outline!(layout => {
            let (set, free) = on_the_floe(layout, set, free);
            slides_of_all(layout, set, free);
        });
    }

    #[test]
    fn slides_are_ranked_in_order(set in any_set(), free in any_set()) {
        on_every_outline!(layout => {
            let (set, free) = on_the_floe(layout, set, free);
            ranks(&layout.rays(set, free));
        });
    }

    #[test]
    fn tallies_count(set in any_set(), free in any_set()) {
        on_every_outline!(layout => {
            let (set, free) = on_the_floe(layout, set, free);
            tallies(layout, &layout.rays(set, free), set);
        });
    }

    #[test]
    fn a_blocked_hex_takes_away_the_slides_through_it(set in any_set(), other in any_set(), free in any_set()) {
        on_every_outline!(layout => {
            let (set, free) = on_the_floe(layout, set, free);
            slides_lost(layout, set, free, &Tally::once(other));
            let (other, free) = on_the_floe(layout, other, free);
            slides_lost(layout, set, free, &Tally::of(&layout.rays(other, free)));
        });
    }

    /// What the official floe does with shifts is what any layout does without.
    #[test]
    fn shifts_change_nothing(set in any_set(), other in any_set(), free in any_set()) {
        let standard = Standard;
        let (set, free) = on_the_floe(standard, set, free);
        let rays = standard.rays(set, free);
        prop_assert_eq!(rays, Plain.rays(set, free));
        prop_assert_eq!(standard.slides(set, free), Plain.slides(set, free));
        prop_assert_eq!(standard.neighbours(set), Plain.neighbours(set));
        let nothing = HexSet::EMPTY;
        let several = [set, free, rays.union(), other & Standard.geometry().hexes(), set, nothing, set | free, nothing];
        prop_assert_eq!(
            standard.neighbours_of_each(several.into()).to_array(),
            several.map(|set| standard.neighbours(set))
        );
        prop_assert_eq!(standard.neighbours_of_each(several.into()), Plain.neighbours_of_each(several.into()));
        let frees = [free, free - other, free, free, free & other, free, nothing, free];
        let (paths, plain) = (standard.paths(frees.into()), Plain.paths(frees.into()));
        let within = standard.within_a_slide(several.into(), &paths);
        prop_assert_eq!(within, Plain.within_a_slide(several.into(), &plain));
        for (set, (from, free)) in within.to_array().into_iter().zip(several.into_iter().zip(frees)) {
            prop_assert_eq!(set, from | from.into_iter().flat_map(|hex| standard.geometry().slides(hex, free)).collect());
        }
        prop_assert_eq!(standard.flood(set, free), Plain.flood(set, free));
        for direction in Direction::ALL {
            prop_assert_eq!(standard.step(set, direction), Plain.step(set, direction));
        }
        for blocked in [Tally::once(other), Tally::of(&standard.rays(other & free, free - other)), Tally::of(&rays)] {
            prop_assert_eq!(standard.slides_lost(&rays, &blocked), Plain.slides_lost(&rays, &blocked));
        }
    }
}
