use ahash::AHashMap;
use floe_game::Score;
use floe_hex::{HexSet, Layout};
use smallvec::SmallVec;

use crate::Board;

/// What an area is worth to the side that has it to itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AreaValue {
    /// The most that can be collected.
    pub worth: Score,
    /// How many moves that takes: the most moves of any line that collects the most.
    pub moves: i32,
}

/// Values of areas that one side has to itself, remembered.
pub(crate) struct Areas {
    /// By free hexes and penguins: the value, and whether it is pure; none if that took too long to tell.
    known: AHashMap<(HexSet, HexSet), Option<(AreaValue, bool)>>,
}

/// Lines looked at before an area next to a fight is left in it as it is.
const BUDGET: u32 = 20_000;

impl Areas {
    pub(crate) fn new() -> Areas {
        Areas { known: AHashMap::new() }
    }

    /// The value of an area.
    ///
    /// With `pure_only`, none if no line is both the best and the longest, or if that would take long to tell.
    pub(crate) fn value<L: Layout>(
        &mut self,
        board: &Board<L>,
        free: HexSet,
        penguins: HexSet,
        pure_only: bool,
    ) -> Option<AreaValue> {
        let known =
            *self.known.entry((free, penguins)).or_insert_with(|| evaluate(board, free, penguins, Some(BUDGET)));
        match known {
            Some((value, pure)) => (pure || !pure_only).then_some(value),
            None if pure_only => None,
            None => {
                let found = evaluate(board, free, penguins, None).expect("there is no budget to run out of");
                self.known.insert((free, penguins), Some(found));
                Some(found.0)
            }
        }
    }
}

/// The value of an area and whether it is pure, within a budget of lines.
fn evaluate<L: Layout>(
    board: &Board<L>,
    free: HexSet,
    penguins: HexSet,
    budget: Option<u32>,
) -> Option<(AreaValue, bool)> {
    let mut collecting = Collecting::new(board, budget, |hexes| board.worth(hexes));
    let worth = collecting.most(free, penguins)?;
    // Every landing adds one tile, so that the most is reached in as many moves as it has tiles.
    let moves = floe_fish::Value::from_score(worth).tiles;
    let pure = moves == free.len() as i32 || {
        let mut walking = Collecting::new(board, budget, |hexes| hexes.len() as Score);
        walking.most(free, penguins)? == moves
    };
    Some((AreaValue { worth, moves }, pure))
}

/// Search for the line of one side's moves that collects most, whatever is counted.
struct Collecting<'a, L, W> {
    board: &'a Board<L>,
    budget: Option<u32>,
    /// What landing on all of some hexes adds up to.
    worth: W,
    known: AHashMap<(HexSet, HexSet), Score>,
}

impl<'a, L: Layout, W: Fn(HexSet) -> Score> Collecting<'a, L, W> {
    fn new(board: &'a Board<L>, budget: Option<u32>, worth: W) -> Self {
        Collecting { board, budget, worth, known: AHashMap::new() }
    }

    /// The most that these penguins can collect; none if the budget does not last.
    fn most(&mut self, free: HexSet, penguins: HexSet) -> Option<Score> {
        let layout = self.board.layout;
        let mut left = layout.flood(penguins, free);
        let mut sum = 0;
        while let Some(first) = left.first() {
            let (area, inside) = joined(layout, left, penguins, first.into());
            left -= area;
            sum += self.most_of_one(area, inside)?;
        }
        Some(sum)
    }

    /// The same for an area that hangs together.
    fn most_of_one(&mut self, free: HexSet, penguins: HexSet) -> Option<Score> {
        if !free.is_several() {
            return Some((self.worth)(free));
        }
        if let Some(&known) = self.known.get(&(free, penguins)) {
            return Some(known);
        }
        if let Some(budget) = &mut self.budget {
            *budget = budget.checked_sub(1)?;
        }
        let all = (self.worth)(free);
        let mut best = 0;
        for (_, from, to) in self.moves(free, penguins) {
            let landed = (self.worth)(to);
            let (rest, standing) = (free - to, penguins - from | to);
            let reach = self.board.layout.flood(standing, rest);
            if landed + (self.worth)(reach) <= best {
                continue;
            }
            best = best.max(landed + self.most(reach, standing)?);
            if best == all {
                break;
            }
        }
        self.known.insert((free, penguins), best);
        Some(best)
    }

    /// Moves as sets of one hex each, those to hexes with few ways on first (Warnsdorff 1823).
    fn moves(&self, free: HexSet, penguins: HexSet) -> SmallVec<[(u32, HexSet, HexSet); 64]> {
        let geometry = self.board.layout.geometry();
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
