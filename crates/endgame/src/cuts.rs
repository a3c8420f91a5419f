use floe_game::Score;
use floe_hex::{HexSet, Layout, Standard};

use crate::area::Area;
use crate::pieces::components;

/// An upper bound on what penguins of one side can collect in an area, tighter than the worth of all they reach.
///
/// A hex is a *cut* when the area without it falls apart into groups, and no slide leads over it from one group to another. To come
/// from group to group a penguin must land on the cut, which happens once: it collects in one group, crosses, and
/// collects in one other. The classic bound, which takes every hex whose loss disconnects the area for a cut, is wrong in this
/// game, for slides lead over hexes (see `docs/theory.md`).
///
/// `worth` must be a sum over the hexes of its argument.
pub(crate) fn cut_bound(area: Area, worth: &impl Fn(HexSet) -> Score) -> Score {
    let Area { free, penguins } = area;
    let (all, bends) = (worth(free), Standard.bends(free));
    let mut sum = 0;
    for penguin in penguins {
        let entry = Standard.geometry().adjacent(penguin) & free;
        // A penguin collects in one of the parts that it touches.
        let alone = components(free, entry).map(|part| bound_from(part, entry & part, bends, worth)).max();
        sum += alone.unwrap_or(0);
        if sum >= all {
            return all;
        }
    }
    sum
}

/// The bound for one penguin that first lands in a connected `area` on, or beyond, a hex of `entry`; a hex that is not in `bends` is no cut.
fn bound_from(area: HexSet, entry: HexSet, bends: HexSet, worth: &impl Fn(HexSet) -> Score) -> Score {
    let Some(Cut { hex: cut, groups, bends }) = find_cut(area, bends) else { return worth(area) };
    let mut best = 0;
    for (index, &group) in groups.iter().enumerate() {
        let first = group | cut;
        if group.is_empty() || (first & entry).is_empty() {
            continue;
        }
        let here = bound_from(first, first & entry, bends, worth);
        let beyond = groups.iter().enumerate().filter(|&(other, group)| other != index && !group.is_empty());
        let there = beyond.map(|(_, &group)| bound_from(group | cut, cut, bends, worth) - worth(cut)).max();
        best = best.max(here + there.unwrap_or(0).max(0));
    }
    best
}

/// A cut of a connected area.
struct Cut {
    hex: HexSet,
    /// Parts of the area that the cut keeps apart, empty ones last.
    groups: [HexSet; 3],
    /// Those that may be cuts of a group.
    bends: HexSet,
}

/// The first cut of a connected area.
fn find_cut(area: HexSet, bends: HexSet) -> Option<Cut> {
    let mut bends = bends & area;
    while let Some(hex) = bends.first() {
        bends -= hex.into();
        let mut groups = [HexSet::EMPTY; 3];
        let around = Standard.geometry().adjacent(hex) & area;
        for (slot, part) in groups.iter_mut().zip(components(area - hex.into(), around)) {
            *slot = part;
        }
        if !groups[1].is_empty() {
            return Some(Cut { hex: hex.into(), groups, bends });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use floe_hex::Hex;

    use super::*;

    fn hexes(indices: &[usize]) -> HexSet {
        indices.iter().copied().map(Hex::new).collect()
    }

    #[test]
    fn of_two_arms_one_is_lost() {
        // A row of five, entered in the middle from below: left or right, not both.
        let count = |set: HexSet| set.len() as Score;
        // Row 2 is 7 to 14; below 9 lie 16 (SW) and 17 (SE).
        let bound = cut_bound(Area { free: hexes(&[7, 8, 9, 10, 11]), penguins: hexes(&[16]) }, &count);
        assert!(bound <= 5, "{bound}");
    }
}
