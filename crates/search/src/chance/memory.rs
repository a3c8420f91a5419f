use floe_game::{Chance, Keyed, Score, Side, TwoSided};
use smallvec::SmallVec;

use super::Mean;
use super::ranges::Range;
use crate::entry::Bound;
use crate::{Eval, History};

/// What is remembered of a position.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// What is still to come for the side to move, what is banked left out.
    pub(super) to_come: Mean,
    pub(super) bound: Bound,
    pub(super) proven: bool,
    pub(super) depth: i32,
    /// The bits of the best choice.
    pub(super) best: u32,
}

impl Known {
    /// Within what it says that the value lies, where it is proven.
    pub(super) fn range(&self) -> Range {
        const NOTHING: Range =
            Range { low: Mean { score: f64::NEG_INFINITY, part: 0.0 }, high: Mean { score: f64::INFINITY, part: 0.0 } };
        match self.bound {
            Bound::Upper => Range { high: self.to_come, ..NOTHING },
            Bound::Lower => Range { low: self.to_come, ..NOTHING },
            Bound::Exact => Range::exact(self.to_come),
        }
    }
}

/// A table of expectations for one thread, and what has been learned about which choices are good.
pub(super) struct Memory {
    slots: Vec<Option<(u64, Known)>>,
    history: [History; 2],
}

/// Choices with what they promise, best first.
pub(super) type Ranked<M> = SmallVec<[(Score, M); 96]>;

/// From this depth on all that can come of a choice is evaluated to order them.
const DEEP: i32 = 3;
/// Ranks above anything that an evaluation promises.
const TABLE_CHOICE: Score = 1 << 24;

impl Memory {
    /// An empty one of at most so many MiB.
    pub(super) fn new(mebibytes: usize) -> Memory {
        let slots = (mebibytes << 20) / size_of::<Option<(u64, Known)>>();
        let slots = slots.max(2).next_power_of_two() / 2;
        Memory { slots: vec![None; slots], history: [History::new(), History::new()] }
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    pub(super) fn get(&self, key: u64) -> Option<Known> {
        self.slots[self.slot(key)].filter(|&(own, _)| own == key).map(|(_, known)| known)
    }

    /// Remembers; what is proven gives way only to what is proven too, or to another position.
    pub(super) fn put(&mut self, key: u64, known: Known) {
        let slot = self.slot(key);
        let keeps = self.slots[slot].is_some_and(|(own, old)| own == key && old.proven && !known.proven);
        if !keeps {
            self.slots[slot] = Some((key, known));
        }
    }

    /// How full the table is, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        let looked_at = &self.slots[..self.slots.len().min(1000)];
        (looked_at.iter().flatten().count() * 1000 / looked_at.len()) as u32
    }

    /// All choices, most promising first.
    pub(super) fn rank<G, E>(&self, game: &G, eval: &E, known: u32, depth: i32) -> Ranked<G::Move>
    where
        G: Keyed + TwoSided + Chance,
        E: Eval<G>,
    {
        let side = game.side_to_move();
        let history = &self.history[side as usize];
        let mut ranked = Ranked::new();
        game.for_each_choice(|choice| {
            let bits = G::move_bits(choice);
            let promise = if bits == known {
                TABLE_CHOICE
            } else if depth >= DEEP {
                worth_of_likeliest(game, choice, eval, side) + (history.of(bits) >> 6)
            } else {
                eval.promise(game, choice) + (history.of(bits) >> 5)
            };
            ranked.push((promise, choice));
        });
        ranked.sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
        ranked
    }

    /// The last of `tried` refuted a position, and the ones before it did not.
    pub(super) fn reward(&mut self, tried: &[u32], side: Side, depth: i32) {
        let bonus = (depth * depth * 16).min(1600);
        self.history[side as usize].reward(tried.iter().copied(), bonus);
    }
}

fn worth_of_likeliest<G: TwoSided + Chance>(game: &G, choice: G::Move, eval: &impl Eval<G>, side: Side) -> Score {
    let child = game.after(game.likeliest_outcome(choice));
    if child.is_over() {
        return child.margin_of(side);
    }
    let value = eval.evaluate(&child);
    if child.side_to_move() == side { value } else { -value }
}
