use std::time::Instant;

use ahash::AHashMap;
use floe_fish::Value;
use floe_game::Score;
use floe_hex::{HexSet, Layout};

use crate::Board;
use crate::collecting::{Collecting, joined};
use crate::cuts::cut_bound;
use crate::ending::is_linked;

/// What an area is worth to the side that has it to itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AreaValue {
    /// The most that can be collected.
    pub worth: Score,
    /// The most moves of any line that collects the most.
    pub moves: i32,
}

/// Values of areas that one side has to itself, remembered.
pub(crate) struct Areas {
    /// By free hexes and penguins: the value, and whether it is pure; none if that took too long to tell.
    known: AHashMap<(HexSet, HexSet), Option<(AreaValue, bool)>>,
    most_worth: Collecting,
    most_moves: Collecting,
    /// From then on nothing that takes long is told.
    deadline: Option<Instant>,
}

/// Areas looked at before one next to a fight is left in it as it is.
const BUDGET: u32 = 2000;

/// Areas looked at before a look at the clock; what was found of smaller ones is not lost then. A few milliseconds.
const STEP: u32 = 10_000;

/// More areas than this are not remembered at a time.
const CAPACITY: usize = 1 << 20;

impl Areas {
    pub(crate) fn new() -> Areas {
        Areas::until(None)
    }

    /// With a deadline, from which on areas that are not known count as such that would take long to tell.
    pub(crate) fn until(deadline: Option<Instant>) -> Areas {
        Areas { known: AHashMap::new(), most_worth: Collecting::new(), most_moves: Collecting::new(), deadline }
    }

    /// The value of an area.
    ///
    /// With `pure_only`, none if no line is both the best and the longest, or if that would take long to tell; without, none only at the
    /// deadline.
    pub(crate) fn value<L: Layout>(
        &mut self,
        board: &Board<L>,
        free: HexSet,
        penguins: HexSet,
        pure_only: bool,
    ) -> Option<AreaValue> {
        match self.value_within(board, free, penguins) {
            Some((value, pure)) => (pure || !pure_only).then_some(value),
            None if pure_only => None,
            None => self.insist(board, free, penguins).map(|(value, _)| value),
        }
    }

    /// The most that penguins can collect who have all of `free` to themselves, areas added up; none if that would take
    /// long to tell.
    pub(crate) fn sum<L: Layout>(&mut self, board: &Board<L>, free: HexSet, penguins: HexSet) -> Option<Score> {
        let mut left = free;
        let mut sum = 0;
        while let Some(first) = left.first() {
            let (area, inside) = joined(board.layout, left, penguins, first.into());
            left -= area;
            sum += self.value_within(board, area, inside)?.0.worth;
        }
        Some(sum)
    }

    /// The value of an area, and whether it is pure; none if that would take long to tell.
    #[inline]
    fn value_within<L: Layout>(
        &mut self,
        board: &Board<L>,
        free: HexSet,
        penguins: HexSet,
    ) -> Option<(AreaValue, bool)> {
        // One hex, or two that touch, are collected whole.
        if !free.is_several() || (free.len() == 2 && is_linked(board.layout, free, free)) {
            return Some((AreaValue { worth: board.worth(free), moves: free.len() as i32 }, true));
        }
        match self.known.get(&(free, penguins)) {
            Some(&known) => known,
            None if self.is_late() => None,
            None => self.remember(board, free, penguins, BUDGET),
        }
    }

    /// The same however long it takes, but for the deadline.
    fn insist<L: Layout>(&mut self, board: &Board<L>, free: HexSet, penguins: HexSet) -> Option<(AreaValue, bool)> {
        let step = self.deadline.map_or(u32::MAX, |_| STEP);
        while !self.is_late() {
            if let found @ Some(_) = self.remember(board, free, penguins, step) {
                return found;
            }
        }
        None
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn remember<L: Layout>(
        &mut self,
        board: &Board<L>,
        free: HexSet,
        penguins: HexSet,
        budget: u32,
    ) -> Option<(AreaValue, bool)> {
        if self.known.len() >= CAPACITY {
            self.known.clear();
        }
        let found = self.evaluate(board, free, penguins, budget);
        self.known.insert((free, penguins), found);
        found
    }

    /// The value of an area and whether it is pure, if the budget lasts.
    fn evaluate<L: Layout>(
        &mut self,
        board: &Board<L>,
        free: HexSet,
        penguins: HexSet,
        mut budget: u32,
    ) -> Option<(AreaValue, bool)> {
        let (worth_of, count) = (|hexes| board.worth(hexes), |hexes: HexSet| hexes.len() as Score);
        let worth = self.most_worth.most(board.layout, free, penguins, &worth_of, &mut budget)?;
        // Every landing adds one tile, so that the most is reached in as many moves as it has tiles.
        let moves = Value::from_score(worth).tiles;
        let pure = moves == count(free)
            || cut_bound(board.layout, free, penguins, &count) == moves
            || self.most_moves.most(board.layout, free, penguins, &count, &mut budget)? == moves;
        Some((AreaValue { worth, moves }, pure))
    }
}
