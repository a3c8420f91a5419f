use floe_game::Score;
use floe_hex::{HexSet, Layout, Standard};

use crate::area::Area;
use crate::pieces::components;

/// Upper bound of what penguins of one side can collect in an area, tighter than the value of all
/// its hexes.
///
/// A hex is a *cut* if the area without it falls apart into groups and no slide crosses it from one
/// group to another. A penguin changes groups by landing on the cut, once: it collects in one
/// group, crosses, and collects in one other. The classic bound, which takes every articulation hex
/// for a cut, is wrong in this game (see `docs/theory.md`).
///
/// `value` must be a sum over the hexes of its argument.
pub(crate) fn cut_bound(area: Area, value: &impl Fn(HexSet) -> Score) -> Score {
    let Area { free, penguins } = area;
    let all = value(free);
    let bends = Standard.bends(free);
    let mut sum = 0;
    for penguin in penguins {
        let entry = Standard.geometry().adjacent(penguin) & free;
        // A penguin collects in one of the parts next to it.
        let best = components(free, entry)
            .map(|part| bound_from(part, entry & part, bends, value))
            .max();
        sum += best.unwrap_or(0);
        if sum >= all {
            return all;
        }
    }
    sum
}

/// Bound for one penguin that enters a connected `area` at a hex of `entry`; only hexes of `bends`
/// can be cuts.
fn bound_from(
    area: HexSet,
    entry: HexSet,
    bends: HexSet,
    value: &impl Fn(HexSet) -> Score,
) -> Score {
    let Some(Cut {
        hex: cut,
        groups,
        bends,
    }) = find_cut(area, bends)
    else {
        return value(area);
    };
    let mut best = 0;
    for (index, &group) in groups.iter().enumerate() {
        let first = group | cut;
        if group.is_empty() || (first & entry).is_empty() {
            continue;
        }
        let here = bound_from(first, first & entry, bends, value);
        let beyond = groups
            .iter()
            .enumerate()
            .filter(|&(other, group)| other != index && !group.is_empty());
        let there = beyond
            .map(|(_, &group)| bound_from(group | cut, cut, bends, value) - value(cut))
            .max();
        best = best.max(here + there.unwrap_or(0).max(0));
    }
    best
}

struct Cut {
    hex: HexSet,
    /// Parts of the area on both sides of the cut, empty ones last.
    groups: [HexSet; 3],
    /// Hexes that can be cuts of a group.
    bends: HexSet,
}

/// Finds the first cut of a connected area among `bends`; `None` if there is none.
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
            return Some(Cut {
                hex: hex.into(),
                groups,
                bends,
            });
        }
    }
    None
}

/// Number of tiles, their value where only waiting moves count.
pub(crate) fn count(hexes: HexSet) -> Score {
    hexes.len() as Score
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
        // Row 2 is 7 to 14; below 9 lie 16 (SW) and 17 (SE).
        let bound = cut_bound(
            Area {
                free: hexes(&[7, 8, 9, 10, 11]),
                penguins: hexes(&[16]),
            },
            &count,
        );
        assert!(bound <= 5, "{bound}");
    }
}
