use floe_fish::Value;
use floe_game::Score;
use floe_hex::{HexSet, Layout, Standard};
use floe_search::TableView;

use crate::area::Area;
use crate::area_solver::AreaSolver;
use crate::cuts::cut_bound;
use crate::entry::SolverEntry;
use crate::fish_map::FishMap;
use crate::local_cache::LocalCache;

/// Value of an area to the side that has it to itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AreaValue {
    /// The most that can be collected.
    pub(crate) worth: Score,
    /// The most moves of any line that collects the most.
    pub(crate) moves: i32,
    /// Whether no line of the area has more moves.
    pub(crate) is_pure: bool,
}

impl AreaValue {
    /// An entry for tables: bounds that meet if there is a value.
    fn pack(value: Option<AreaValue>, work: u32) -> SolverEntry {
        let work = work.max(1).ilog2() as u8 + 1;
        value.map_or(SolverEntry { lower: 0, upper: 1, best: 0, work }, |AreaValue { worth, moves, is_pure }| {
            SolverEntry { lower: worth, upper: worth, best: (moves as u16) << 1 | u16::from(is_pure), work }
        })
    }

    #[inline]
    fn unpack(SolverEntry { lower, upper, best, .. }: SolverEntry) -> Option<AreaValue> {
        (lower == upper).then(|| AreaValue { worth: lower, moves: i32::from(best >> 1), is_pure: best & 1 != 0 })
    }
}

/// Values of areas that one side has to itself, cached.
pub(crate) struct Areas<'a> {
    /// Where threads share the values that took long to find.
    shared: Option<TableView<'a>>,
    /// Values of areas; none where that took too long to find.
    values: LocalCache,
    most_worth: LocalCache,
    most_moves: LocalCache,
}

/// Maximum number of areas searched for the value of one.
const BUDGET: u32 = 2000;

/// Slots for values, as a power of two, where they are asked for now and then.
const SMALL: u32 = 12;
/// Slots for values, as a power of two, where a solver asks for them all the time.
const LARGE: u32 = 16;

/// Minimum number of free hexes of an area whose value threads share.
const SHARED_SIZE: u32 = 8;

impl<'a> Areas<'a> {
    /// An empty cache. With a table of a solver, values that take long to find are also looked up and stored there.
    pub(crate) fn new(shared: Option<TableView<'a>>) -> Areas<'a> {
        let size = if shared.is_some() { LARGE } else { SMALL };
        let [most_worth, most_moves] = [size + 1; 2].map(LocalCache::new);
        Areas { shared, values: LocalCache::new(size), most_worth, most_moves }
    }

    /// The value of an area; none if it would take long to find.
    #[inline]
    pub(crate) fn value(&mut self, fish: &FishMap, area: Area) -> Option<AreaValue> {
        let free = area.free;
        // One hex, or two that touch, are collected whole.
        if !free.is_several() || (free.len() == 2 && !(Standard.neighbours(free) & free).is_empty()) {
            return Some(AreaValue { worth: fish.worth(free), moves: free.len() as i32, is_pure: true });
        }
        let key = area.key();
        AreaValue::unpack(self.values.get(key).unwrap_or_else(|| self.find(fish, area, key)))
    }

    /// The most that can be collected in all parts of an area; none if it would take long to find.
    pub(crate) fn sum(&mut self, fish: &FishMap, area: Area) -> Option<Score> {
        area.parts().map(|part| Some(self.value(fish, part)?.worth)).sum()
    }

    /// A value that this thread does not know, packed.
    fn find(&mut self, fish: &FishMap, area: Area, key: u64) -> SolverEntry {
        let shared = self.shared.filter(|_| area.free.len() >= SHARED_SIZE);
        let entry = shared.and_then(|table| table.get(key)).map(SolverEntry::unpack).unwrap_or_else(|| {
            let mut budget = BUDGET;
            let value = self.search(fish, area, &mut budget);
            let entry = AreaValue::pack(value, BUDGET - budget);
            if let Some(table) = shared {
                table.put(key, entry.pack(), SolverEntry::priority);
            }
            entry
        });
        self.values.put(key, entry);
        entry
    }

    /// The value of an area, if the budget lasts.
    fn search(&mut self, fish: &FishMap, area: Area, budget: &mut u32) -> Option<AreaValue> {
        let count = |hexes: HexSet| hexes.len() as Score;
        let worth = AreaSolver::new(&mut self.most_worth, |hexes| fish.worth(hexes), budget).most(area)?;
        // Every landing adds one tile, so that the most is reached in as many moves as it has tiles.
        let moves = Value::from_score(worth).tiles;
        let is_pure = moves == count(area.free)
            || cut_bound(area, &count) == moves
            || AreaSolver::new(&mut self.most_moves, count, budget).aim(area, moves + 1)? <= moves;
        Some(AreaValue { worth, moves, is_pure })
    }
}
