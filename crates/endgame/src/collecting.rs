use ahash::AHashMap;
use floe_game::Score;
use floe_hex::{HexSet, Layout};
use smallvec::SmallVec;

use crate::cuts::cut_bound;

/// The most that one side can collect in areas that it has to itself, remembered by free hexes and penguins.
pub(crate) struct Collecting {
    known: AHashMap<(HexSet, HexSet), Score>,
}

/// More areas than this are not remembered at a time.
const CAPACITY: usize = 1 << 20;

impl Collecting {
    pub(crate) fn new() -> Collecting {
        Collecting { known: AHashMap::new() }
    }

    /// The most that these penguins can collect, where landing on hexes adds up to `worth` of them.
    ///
    /// None if `budget` areas do not suffice to tell. One `Collecting` must always be asked with the same `worth`.
    pub(crate) fn most<L: Layout>(
        &mut self,
        layout: L,
        free: HexSet,
        penguins: HexSet,
        worth: &impl Fn(HexSet) -> Score,
        budget: &mut u32,
    ) -> Option<Score> {
        let mut left = layout.flood(penguins, free);
        if !penguins.is_several() {
            return self.most_of_one(layout, left, penguins, worth, budget);
        }
        let mut sum = 0;
        while let Some(first) = left.first() {
            let (area, inside) = joined(layout, left, penguins, first.into());
            left -= area;
            sum += self.most_of_one(layout, area, inside, worth, budget)?;
        }
        Some(sum)
    }

    /// The same for an area that hangs together.
    fn most_of_one<L: Layout>(
        &mut self,
        layout: L,
        free: HexSet,
        penguins: HexSet,
        worth: &impl Fn(HexSet) -> Score,
        budget: &mut u32,
    ) -> Option<Score> {
        if !free.is_several() {
            return Some(worth(free));
        }
        if let Some(&known) = self.known.get(&(free, penguins)) {
            return Some(known);
        }
        *budget = budget.checked_sub(1)?;
        // Most areas are collected whole, so that the cuts are not looked for before something is left. Bounding every child so costs more
        // than it saves: a third of the time on endings of 38 tiles.
        let all = worth(free);
        let mut bound = None;
        let mut best = 0;
        for (_, from, to) in moves(layout, free, penguins) {
            let landed = worth(to);
            let (rest, standing) = (free - to, (penguins - from) | to);
            let reach = layout.flood(standing, rest);
            if landed + worth(reach) <= best {
                continue;
            }
            best = best.max(landed + self.most(layout, reach, standing, worth, budget)?);
            if best == all || best == *bound.get_or_insert_with(|| cut_bound(layout, free, penguins, worth)) {
                break;
            }
        }
        if self.known.len() >= CAPACITY {
            self.known.clear();
        }
        self.known.insert((free, penguins), best);
        Some(best)
    }
}

/// Moves as sets of one hex each, those to hexes with few ways on first (Warnsdorff 1823).
fn moves<L: Layout>(layout: L, free: HexSet, penguins: HexSet) -> SmallVec<[(u32, HexSet, HexSet); 64]> {
    let geometry = layout.geometry();
    let mut moves: SmallVec<[(u32, HexSet, HexSet); 64]> = SmallVec::new();
    for from in penguins {
        for to in geometry.slides(from, free) {
            let ways_on = (geometry.adjacent(to) & free).len();
            moves.push((ways_on, HexSet::of(from), HexSet::of(to)));
        }
    }
    moves.sort_unstable_by_key(|&(ways_on, ..)| ways_on);
    moves
}

/// The part of `free` around `seed`, joined by penguins that touch several parts, and the penguins in it.
pub(crate) fn joined<L: Layout>(layout: L, free: HexSet, penguins: HexSet, seed: HexSet) -> (HexSet, HexSet) {
    let mut area = seed | layout.flood(seed, free);
    loop {
        let inside = penguins & layout.neighbours(area);
        let wider = area | layout.flood(inside, free);
        if wider == area {
            return (area, inside);
        }
        area = wider;
    }
}
