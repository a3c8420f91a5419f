use floe_fish::Value;
use floe_game::Score;
use floe_hex::{HexSet, Layout};
use floe_search::TableView;

use crate::area_solver::{Area, AreaMap, AreaSolver, joined};
use crate::cuts::cut_bound;
use crate::entry::SolverEntry;
use crate::fish_map::FishMap;
use crate::local_cache::LocalCache;

/// What an area is worth to the side that has it to itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AreaValue {
    /// The most that can be collected.
    pub worth: Score,
    /// The most moves of any line that collects the most.
    pub moves: i32,
}

/// Values of areas that one side has to itself, remembered.
pub(crate) struct Areas<'a> {
    /// Where threads tell each other what took long.
    shared: Option<TableView<'a>>,
    /// The value of an area, and whether it is pure; none if that took too long to tell.
    known: LocalCache,
    most_worth: AreaSolver<LocalCache>,
    most_moves: AreaSolver<LocalCache>,
    /// For those that take long.
    within: AreaSolver<AreaMap>,
}

/// Areas looked at before one is left as it is.
const BUDGET: u32 = 2000;

/// Slots for values, as a power of two, where they are asked for now and then.
const SMALL: u32 = 12;
/// The same where a solver asks for them all the time.
const LARGE: u32 = 16;

/// From so many free hexes on threads tell each other what they have found out.
const SHARED_SIZE: u32 = 8;

impl<'a> Areas<'a> {
    pub(crate) fn new() -> Areas<'a> {
        Areas::of_size(None, SMALL)
    }

    /// What takes long is looked up in a table of the solver, and kept there.
    pub(crate) fn shared(table: TableView<'a>) -> Areas<'a> {
        Areas::of_size(Some(table), LARGE)
    }

    fn of_size(shared: Option<TableView<'a>>, size: u32) -> Areas<'a> {
        Areas {
            shared,
            known: LocalCache::new(size),
            most_worth: AreaSolver::new(LocalCache::new(size + 1)),
            most_moves: AreaSolver::new(LocalCache::new(size + 1)),
            within: AreaSolver::new(AreaMap::new()),
        }
    }

    /// The value of an area, if that does not take long to tell; with `pure_only`, none too if no line is both the best and the longest.
    pub(crate) fn value<L: Layout>(&mut self, board: &FishMap<L>, area: Area, pure_only: bool) -> Option<AreaValue> {
        let (value, pure) = self.value_within(board, area)?;
        (pure || !pure_only).then_some(value)
    }

    /// The most that can be collected, in the sense of fail-soft alpha-beta: no more than what is found up to `alpha`, no less from `beta`
    /// on, just that much in between; none if `budget` areas do not suffice to tell.
    pub(crate) fn within<L: Layout>(
        &mut self,
        board: &FishMap<L>,
        area: Area,
        window: (Score, Score),
        budget: &mut u32,
    ) -> Option<Score> {
        self.within.within(board.layout, area, window, &|hexes| board.worth(hexes), budget)
    }

    /// The most that can be collected in several areas together; none if that would take long to tell.
    pub(crate) fn sum<L: Layout>(&mut self, board: &FishMap<L>, areas: Area) -> Option<Score> {
        let mut left = areas;
        let mut sum = 0;
        while let Some(first) = left.free.first() {
            let area = joined(board.layout, left, first.into());
            left.free -= area.free;
            sum += self.value_within(board, area)?.0.worth;
        }
        Some(sum)
    }

    /// The value of an area, and whether it is pure; none if that would take long to tell.
    #[inline]
    fn value_within<L: Layout>(&mut self, board: &FishMap<L>, area: Area) -> Option<(AreaValue, bool)> {
        let free = area.free;
        // One hex, or two that touch, are collected whole.
        if !free.is_several() || (free.len() == 2 && is_linked(board.layout, free, free)) {
            return Some((AreaValue { worth: board.worth(free), moves: free.len() as i32 }, true));
        }
        let key = area.key();
        unpack(self.known.get(key).unwrap_or_else(|| self.find_out(board, area, key)))
    }

    /// What this thread does not know, packed.
    fn find_out<L: Layout>(&mut self, board: &FishMap<L>, area: Area, key: u64) -> u64 {
        let shared = self.shared.filter(|_| area.free.len() >= SHARED_SIZE);
        let data = shared.and_then(|table| table.get(key)).unwrap_or_else(|| {
            let mut budget = BUDGET;
            let found = self.evaluate(board, area, &mut budget);
            let data = pack(found, BUDGET - budget);
            if let Some(table) = shared {
                table.put(key, data, SolverEntry::priority);
            }
            data
        });
        self.known.put(key, data, SolverEntry::priority);
        data
    }

    /// The value of an area and whether it is pure, if the budget lasts.
    fn evaluate<L: Layout>(&mut self, board: &FishMap<L>, area: Area, budget: &mut u32) -> Option<(AreaValue, bool)> {
        let (layout, count) = (board.layout, |hexes: HexSet| hexes.len() as Score);
        let worth = self.most_worth.most(layout, area, &|hexes| board.worth(hexes), budget)?;
        // Every landing adds one tile, so that the most is reached in as many moves as it has tiles.
        let moves = Value::from_score(worth).tiles;
        let pure = moves == count(area.free)
            || cut_bound(layout, area.free, area.penguins, &count) == moves
            || self.most_moves.aim(layout, area, moves + 1, &count, budget)? <= moves;
        Some((AreaValue { worth, moves }, pure))
    }
}

/// As an entry: bounds that meet, if a value was found.
fn pack(found: Option<(AreaValue, bool)>, work: u32) -> u64 {
    let work = work.max(1).ilog2() as u8 + 1;
    let unknown = SolverEntry { lower: 0, upper: 1, best: 0, work };
    let entry = found.map_or(unknown, |(AreaValue { worth, moves }, pure)| SolverEntry {
        lower: worth,
        upper: worth,
        best: (moves as u16) << 1 | u16::from(pure),
        work,
    });
    entry.pack()
}

fn unpack(data: u64) -> Option<(AreaValue, bool)> {
    let SolverEntry { lower, upper, best, .. } = SolverEntry::unpack(data);
    (lower == upper).then(|| (AreaValue { worth: lower, moves: i32::from(best >> 1) }, best & 1 != 0))
}

/// Whether `hexes` hang together through `free`, of which they are part.
#[inline]
fn is_linked<L: Layout>(layout: L, hexes: HexSet, free: HexSet) -> bool {
    let Some(first) = hexes.first() else { return true };
    let mut reached = HexSet::of(first);
    while !hexes.is_subset(reached) {
        let wider = reached | layout.neighbours(reached) & free;
        if wider == reached {
            return false;
        }
        reached = wider;
    }
    true
}
