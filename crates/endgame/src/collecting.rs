use ahash::AHashMap;
use floe_game::Score;
use floe_hex::{HexSet, Layout};
use smallvec::SmallVec;

use crate::cuts::cut_bound;

/// Free hexes, and the penguins of the one side that can reach them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Area {
    pub(crate) free: HexSet,
    pub(crate) penguins: HexSet,
}

/// Bounds on what can be collected in areas, remembered.
pub(crate) struct Collecting {
    known: AHashMap<Area, Bounds>,
}

/// What is known of the most that can be collected in an area.
#[derive(Clone, Copy)]
struct Bounds {
    lower: Score,
    upper: Score,
}

/// More areas than this are not remembered at a time.
const CAPACITY: usize = 1 << 20;

impl Collecting {
    pub(crate) fn new() -> Collecting {
        Collecting { known: AHashMap::new() }
    }

    /// The most that can be collected in an area, where landing on hexes adds up to `worth` of them.
    ///
    /// None if `budget` areas do not suffice to tell; what has been found out is remembered. One `Collecting` must always be asked with
    /// the same `worth`.
    ///
    /// First whether all can be collected, then whether all but what must be left by what has been found out: seldom much must be, and
    /// lines that leave more are not followed.
    pub(crate) fn most<L: Layout>(
        &mut self,
        layout: L,
        area: Area,
        worth: &impl Fn(HexSet) -> Score,
        budget: &mut u32,
    ) -> Option<Score> {
        self.within(layout, area, (-1, worth(area.free)), worth, budget)
    }

    /// The same in the sense of fail-soft alpha-beta: no more than what is found up to `alpha`, no less from `beta` on, just that much in
    /// between.
    pub(crate) fn within<L: Layout>(
        &mut self,
        layout: L,
        area: Area,
        window: (Score, Score),
        worth: &impl Fn(HexSet) -> Score,
        budget: &mut u32,
    ) -> Option<Score> {
        narrowed(window, |need| self.aim(layout, area, need, worth, budget))
    }

    /// Some lower bound of what can be collected that is `need` or more, if that much can be; else some upper bound below it.
    ///
    /// None if `budget` areas do not suffice to tell.
    pub(crate) fn aim<L: Layout>(
        &mut self,
        layout: L,
        area: Area,
        need: Score,
        worth: &impl Fn(HexSet) -> Score,
        budget: &mut u32,
    ) -> Option<Score> {
        let mut left = Area { free: layout.flood(area.penguins, area.free), ..area };
        if !area.penguins.is_several() {
            return self.aim_in_one(layout, left, need, worth, budget);
        }
        let mut sum = worth(left.free);
        while let (Some(first), true) = (left.free.first(), sum >= need) {
            let part = joined(layout, left, first.into());
            let all = worth(part.free);
            let others = sum - all;
            if others == 0 {
                return self.aim_in_one(layout, part, need, worth, budget);
            }
            left.free -= part.free;
            let aim = |need| self.aim_in_one(layout, part, need, worth, budget);
            sum = others + narrowed((need - others - 1, all), aim)?;
        }
        Some(sum)
    }

    /// The same for an area that hangs together.
    fn aim_in_one<L: Layout>(
        &mut self,
        layout: L,
        area: Area,
        need: Score,
        worth: &impl Fn(HexSet) -> Score,
        budget: &mut u32,
    ) -> Option<Score> {
        let all = worth(area.free);
        if !area.free.is_several() || all < need {
            return Some(all);
        }
        let known = self.known.get(&area).copied().unwrap_or(Bounds { lower: 0, upper: all });
        if known.lower >= need {
            return Some(known.lower);
        }
        if known.upper < need {
            return Some(known.upper);
        }
        *budget = budget.checked_sub(1)?;
        let mut upper = 0;
        for (index, (_, from, to)) in moves(layout, area).into_iter().enumerate() {
            let landed = worth(to);
            let penguins = (area.penguins - from) | to;
            let rest = Area { free: layout.flood(penguins, area.free - to), penguins };
            let mut most = landed + worth(rest.free);
            if most >= need {
                most = landed + self.aim(layout, rest, need - landed, worth, budget)?;
                if most >= need {
                    self.remember(area, Bounds { lower: most, ..known });
                    return Some(most);
                }
            }
            upper = upper.max(most);
            // Most areas are collected whole, so that the cuts are not looked for before something is left.
            if index == 0 {
                let bound = cut_bound(layout, area.free, area.penguins, worth);
                if bound < need {
                    upper = bound;
                    break;
                }
            }
        }
        let upper = upper.min(known.upper);
        self.remember(area, Bounds { upper, ..known });
        Some(upper)
    }

    fn remember(&mut self, area: Area, bounds: Bounds) {
        if self.known.len() >= CAPACITY {
            self.known.clear();
        }
        self.known.insert(area, bounds);
    }
}

/// Aims at `beta`, and then at what is not ruled out yet, as long as that is above `alpha`.
fn narrowed((alpha, beta): (Score, Score), mut aim: impl FnMut(Score) -> Option<Score>) -> Option<Score> {
    let mut upper = beta;
    while upper > alpha {
        let found = aim(upper)?;
        if found >= upper {
            return Some(found);
        }
        upper = found;
    }
    Some(upper)
}

/// Moves as sets of one hex each, those to hexes with few ways on first (Warnsdorff 1823).
fn moves<L: Layout>(layout: L, Area { free, penguins }: Area) -> SmallVec<[(u32, HexSet, HexSet); 64]> {
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

/// The part around `seed`, joined by penguins that touch several parts, and the penguins in it.
pub(crate) fn joined<L: Layout>(layout: L, Area { free, penguins }: Area, seed: HexSet) -> Area {
    let mut around = seed | layout.flood(seed, free);
    loop {
        let inside = penguins & layout.neighbours(around);
        let wider = around | layout.flood(inside, free);
        if wider == around {
            return Area { free: around, penguins: inside };
        }
        around = wider;
    }
}
