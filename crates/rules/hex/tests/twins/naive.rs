//! The twins: one hex at a time, knowing only where hexes lie.

use std::collections::BTreeSet;

use floe_hex::{Direction, Geometry, Hex, HexSet, Layout};

/// The hex next to this one.
///
/// Written out rather than asked of `Direction`: to the right and left by two half hexes, up and
/// down by one.
pub(crate) fn step(geometry: &Geometry, hex: Hex, direction: Direction) -> Option<Hex> {
    let (x, row) = geometry.place(hex);
    match direction {
        Direction::E => geometry.at(x + 2, row),
        Direction::SE => geometry.at(x + 1, row + 1),
        Direction::SW => geometry.at(x - 1, row + 1),
        Direction::W => geometry.at(x - 2, row),
        Direction::NW => geometry.at(x - 1, row - 1),
        Direction::NE => geometry.at(x + 1, row - 1),
    }
}

/// The hexes of a line from `hex` for as long as they are free, the nearest first.
pub(crate) fn slide(geometry: &Geometry, hex: Hex, direction: Direction, free: HexSet) -> Vec<Hex> {
    let mut line = Vec::new();
    let mut here = hex;
    while let Some(next) = step(geometry, here, direction).filter(|&next| free.contains(next)) {
        line.push(next);
        here = next;
    }
    line
}

/// Every slide of everything that stands on `set`: from where, in which direction, to where.
pub(crate) fn slides(layout: impl Layout, set: HexSet, free: HexSet) -> Vec<(Hex, Direction, Hex)> {
    let mut slides = Vec::new();
    for hex in set {
        for direction in Direction::ALL {
            slides.extend(
                slide(layout.geometry(), hex, direction, free)
                    .into_iter()
                    .map(|to| (hex, direction, to)),
            );
        }
    }
    slides
}

/// The hexes that touch one of `set`.
pub(crate) fn neighbours(layout: impl Layout, set: HexSet) -> HexSet {
    set.into_iter()
        .flat_map(|hex| Direction::ALL.map(|direction| step(layout.geometry(), hex, direction)))
        .flatten()
        .collect()
}

/// Hexes that can be walked to from `set` over `free` hexes, step by step.
pub(crate) fn flood(layout: impl Layout, set: HexSet, free: HexSet) -> HexSet {
    let mut reached = BTreeSet::new();
    let mut waiting: Vec<Hex> = set.into_iter().collect();
    while let Some(hex) = waiting.pop() {
        for next in neighbours(layout, hex.into()) {
            if free.contains(next) && reached.insert(next) {
                waiting.push(next);
            }
        }
    }
    reached.into_iter().collect()
}

/// The areas of `set`: every hex begins as an area of its own, and areas that touch are joined
/// until none do.
pub(crate) fn areas(layout: impl Layout, set: HexSet) -> BTreeSet<HexSet> {
    let mut areas: Vec<HexSet> = set.into_iter().map(HexSet::from).collect();
    'joining: loop {
        for a in 0..areas.len() {
            for b in a + 1..areas.len() {
                if !(neighbours(layout, areas[a]) & areas[b]).is_empty() {
                    let joined = areas.swap_remove(b);
                    areas[a] |= joined;
                    continue 'joining;
                }
            }
        }
        return areas.into_iter().collect();
    }
}
