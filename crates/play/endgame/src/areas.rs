use floe_fish::Value;
use floe_game::Score;
use floe_hex::{Layout, Standard};
use floe_search::TableView;

use crate::area::Area;
use crate::area_solver::{AreaSolver, within_budget};
use crate::cuts::{count, cut_bound};
use crate::entry::SolverEntry;
use crate::fish_map::FishMap;
use crate::local_cache::LocalCache;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AreaValue {
    /// Maximum that its penguins can collect.
    pub(crate) value: Score,
    /// Maximum number of moves of the lines that collect the maximum.
    pub(crate) moves: i32,
    /// Whether no line of the area has more moves.
    pub(crate) is_pure: bool,
}

impl AreaValue {
    /// Table entry whose bounds meet if the value is known; `work` in areas searched.
    fn pack(value: Option<AreaValue>, work: u32) -> SolverEntry {
        let work = work.max(1).ilog2() as u8 + 1;
        value.map_or(
            SolverEntry {
                lower: 0,
                upper: 1,
                best: 0,
                work,
            },
            |AreaValue {
                 value,
                 moves,
                 is_pure,
             }| {
                SolverEntry {
                    lower: value,
                    upper: value,
                    best: (moves as u16) << 1 | u16::from(is_pure),
                    work,
                }
            },
        )
    }

    #[inline]
    fn unpack(
        SolverEntry {
            lower, upper, best, ..
        }: SolverEntry,
    ) -> Option<AreaValue> {
        (lower == upper).then(|| AreaValue {
            value: lower,
            moves: i32::from(best >> 1),
            is_pure: best & 1 != 0,
        })
    }
}

/// Cached values of own areas.
#[derive(Debug)]
pub(crate) struct Areas<'a> {
    /// Table in which threads share the values of larger areas.
    shared: Option<TableView<'a>>,
    /// Values of areas, or entries for areas that take too long.
    values: LocalCache,
    /// Bounds for [`AreaSolver`], which collects values.
    maximum_values: LocalCache,
    /// Bounds for [`AreaSolver`], which collects moves.
    maximum_moves: LocalCache,
    /// Number of areas searched since the owner last took it.
    pub(crate) searched: u64,
}

/// Maximum number of areas searched for the value of one.
const BUDGET: u32 = 2000;

/// Binary logarithm of the slots for values outside of a solver.
const SMALL_BITS: u32 = 12;
/// Binary logarithm of the slots for values in a solver.
const LARGE_BITS: u32 = 16;

/// Minimum number of free hexes of an area whose value threads share.
const SHARED_SIZE: u32 = 8;

impl<'a> Areas<'a> {
    /// Empty cache; with the table of a solver, threads share the values of larger areas.
    pub(crate) fn new(shared: Option<TableView<'a>>) -> Areas<'a> {
        let size = if shared.is_some() {
            LARGE_BITS
        } else {
            SMALL_BITS
        };
        let [maximum_values, maximum_moves] = [size + 1; 2].map(LocalCache::new);
        Areas {
            shared,
            values: LocalCache::new(size),
            maximum_values,
            maximum_moves,
            searched: 0,
        }
    }

    /// Value of an area; `None` if it would take too long to find.
    #[inline]
    pub(crate) fn value(&mut self, fish: &FishMap, area: Area) -> Option<AreaValue> {
        let free = area.free;
        // One hex, or two that touch, are collected whole.
        if !free.is_several() || (free.len() == 2 && !(Standard.neighbours(free) & free).is_empty())
        {
            return Some(AreaValue {
                value: fish.value(free),
                moves: free.len() as i32,
                is_pure: true,
            });
        }
        let key = area.key();
        AreaValue::unpack(
            self.values
                .get(key)
                .unwrap_or_else(|| self.find(fish, area, key)),
        )
    }

    /// Sum of the values of all sub-areas of an area, in 1/128 fish; `None` if it would take too
    /// long to find.
    pub(crate) fn sum(&mut self, fish: &FishMap, area: Area) -> Option<Score> {
        area.sub_areas()
            .map(|area| Some(self.value(fish, area)?.value))
            .sum()
    }

    /// Finds a value that this thread does not know, packed.
    fn find(&mut self, fish: &FishMap, area: Area, key: u64) -> SolverEntry {
        let shared = self.shared.filter(|_| area.free.len() >= SHARED_SIZE);
        let entry = shared
            .and_then(|table| table.probe(key))
            .map(SolverEntry::unpack)
            .unwrap_or_else(|| {
                let mut budget = BUDGET;
                let value = self.search(fish, area, &mut budget);
                let searched = BUDGET - budget;
                self.searched += u64::from(searched);
                let entry = AreaValue::pack(value, searched);
                if let Some(table) = shared {
                    table.store(key, entry.pack(), SolverEntry::priority);
                }
                entry
            });
        self.values.put(key, entry);
        entry
    }

    fn search(&mut self, fish: &FishMap, area: Area, budget: &mut u32) -> Option<AreaValue> {
        let value = |hexes| fish.value(hexes);
        let mut may_search = within_budget(budget);
        let cache = &mut self.maximum_values;
        let value = AreaSolver {
            cache,
            value,
            may_search: &mut may_search,
        }
        .maximum(area)?;
        // Every landing adds one tile.
        let moves = Value::from_score(value).tiles;
        let is_pure = moves == count(area.free)
            || cut_bound(area, &count) == moves
            || AreaSolver {
                cache: &mut self.maximum_moves,
                value: count,
                may_search,
            }
            .test(area, moves + 1)?
                <= moves;
        Some(AreaValue {
            value,
            moves,
            is_pure,
        })
    }
}
