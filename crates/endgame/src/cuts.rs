use floe_game::Score;
use floe_hex::{HexSet, Layout};

/// An upper bound on what penguins of one side can collect in an area, tighter than the worth of all they reach.
///
/// A hex is a *cut* when the area without it falls apart into groups, and no slide leads over it from one group to another. To come
/// from group to group a penguin must land on the cut, which happens once: it collects in one group, crosses, and
/// collects in one other. The classic bound, which takes every hex whose loss disconnects the area for a cut, is wrong in this
/// game, for slides lead over hexes (see `docs/theory.md`).
///
/// `worth` must be a sum over the hexes of its argument.
pub(crate) fn cut_bound<L: Layout>(
    layout: L,
    free: HexSet,
    penguins: HexSet,
    worth: &impl Fn(HexSet) -> Score,
) -> Score {
    let (all, bends) = (worth(free), layout.bends(free));
    let mut sum = 0;
    for penguin in penguins {
        let entry = layout.geometry().adjacent(penguin) & free;
        // A penguin collects in one of the parts that it touches.
        let alone = parts(layout, free, entry).map(|part| bound_from(layout, part, entry & part, bends, worth)).max();
        sum += alone.unwrap_or(0);
        if sum >= all {
            return all;
        }
    }
    sum
}

/// The bound for one penguin that first lands in a connected `area` on, or beyond, a hex of `entry`; a hex that is not in `bends` is no cut.
fn bound_from<L: Layout>(
    layout: L,
    area: HexSet,
    entry: HexSet,
    bends: HexSet,
    worth: &impl Fn(HexSet) -> Score,
) -> Score {
    let Some(Cut { hex: cut, groups, bends }) = find_cut(layout, area, bends) else { return worth(area) };
    let mut best = 0;
    for (index, &group) in groups.iter().enumerate() {
        let first = group | cut;
        if group.is_empty() || (first & entry).is_empty() {
            continue;
        }
        let here = bound_from(layout, first, first & entry, bends, worth);
        let beyond = groups.iter().enumerate().filter(|&(other, group)| other != index && !group.is_empty());
        let there = beyond.map(|(_, &group)| bound_from(layout, group | cut, cut, bends, worth) - worth(cut)).max();
        best = best.max(here + there.unwrap_or(0).max(0));
    }
    best
}

/// A cut of a connected area.
struct Cut {
    hex: HexSet,
    /// What it keeps apart, empty ones last.
    groups: [HexSet; 3],
    /// Those that may be cuts of a group.
    bends: HexSet,
}

/// The first cut of a connected area.
fn find_cut<L: Layout>(layout: L, area: HexSet, bends: HexSet) -> Option<Cut> {
    let mut bends = bends & area;
    while let Some(hex) = bends.first() {
        bends -= hex.into();
        let mut groups = [HexSet::EMPTY; 3];
        let around = layout.geometry().adjacent(hex) & area;
        for (slot, part) in groups.iter_mut().zip(parts(layout, area - hex.into(), around)) {
            *slot = part;
        }
        if !groups[1].is_empty() {
            return Some(Cut { hex: hex.into(), groups, bends });
        }
    }
    None
}

/// The connected parts of `free` that touch or hold a hex of `seeds`.
fn parts<L: Layout>(layout: L, free: HexSet, seeds: HexSet) -> impl Iterator<Item = HexSet> {
    let mut left = seeds & free;
    std::iter::from_fn(move || {
        let first = HexSet::of(left.first()?);
        let part = first | layout.flood(first, free);
        left -= part;
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use floe_hex::{Hex, Standard};

    use super::*;

    fn hexes(indices: &[usize]) -> HexSet {
        indices.iter().copied().map(Hex::new).collect()
    }

    /// The penguin on 53 goes 39, 46 (over 45's neighbour), 45, 37: all four, though 39's and 45's hexes look like cuts.
    #[test]
    fn a_slide_over_a_cut_is_not_overlooked() {
        let fish = |set: HexSet| -> Score {
            [(37, 2), (39, 1), (45, 2), (46, 1)]
                .iter()
                .filter(|&&(hex, _)| set.contains(Hex::new(hex)))
                .map(|&(_, fish)| fish)
                .sum()
        };
        assert_eq!(cut_bound(Standard, hexes(&[37, 39, 45, 46]), hexes(&[53]), &fish), 6);
    }

    #[test]
    fn of_two_arms_one_is_lost() {
        // A row of five, entered in the middle from below: left or right, not both.
        let count = |set: HexSet| set.len() as Score;
        // Row 2 is 7 to 14; below 9 lie 16 (SW) and 17 (SE).
        let bound = cut_bound(Standard, hexes(&[7, 8, 9, 10, 11]), hexes(&[16]), &count);
        assert!(bound <= 5, "{bound}");
    }
}
