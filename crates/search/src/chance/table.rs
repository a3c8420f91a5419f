use floe_game::{Chance, Keyed, Score, Side, TwoSided};
use smallvec::SmallVec;

use super::Mean;
use crate::entry::Entry;
use crate::ordering::history_bonus;
use crate::{Eval, History};

/// A table of expectations for one thread, and what has been learned about which choices are good.
pub(super) struct ExpectimaxTable {
    slots: Vec<Option<(u64, Entry<Mean>)>>,
    history: [History; 2],
}

/// Choices with what they promise, best first.
pub(super) type ChoiceList<M> = SmallVec<[(Score, M); 96]>;

/// From this depth on all that can come of a choice is evaluated to order them.
const DEEP: i32 = 3;
/// Ranks above anything that an evaluation promises.
const TABLE_CHOICE: Score = 1 << 24;

impl ExpectimaxTable {
    /// An empty one of at most so many MiB.
    pub(super) fn new(mebibytes: usize) -> ExpectimaxTable {
        let slots = (mebibytes << 20) / size_of::<Option<(u64, Entry<Mean>)>>();
        let slots = slots.max(2).next_power_of_two() / 2;
        ExpectimaxTable { slots: vec![None; slots], history: [History::new(), History::new()] }
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry<Mean>> {
        self.slots[self.slot(key)].filter(|&(own, _)| own == key).map(|(_, known)| known)
    }

    /// Remembers; what is proven gives way only to what is proven too, or to another position.
    pub(super) fn put(&mut self, key: u64, known: Entry<Mean>) {
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
    pub(super) fn rank<G, E>(&self, game: &G, eval: &E, known: u32, depth: i32) -> ChoiceList<G::Move>
    where
        G: Keyed + TwoSided + Chance,
        E: Eval<G>,
    {
        let side = game.side_to_move();
        let history = &self.history[side as usize];
        let mut ranked = ChoiceList::new();
        game.for_each_choice(|choice| {
            let bits = G::move_bits(choice);
            let promise = if bits == known {
                TABLE_CHOICE
            } else if depth >= DEEP {
                worth_of_likeliest(game, choice, eval, side) + (history.score(bits) >> 6)
            } else {
                eval.move_score(game, choice) + (history.score(bits) >> 5)
            };
            ranked.push((promise, choice));
        });
        ranked.sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
        ranked
    }

    /// The last of `tried` refuted a position, and the ones before it did not.
    pub(super) fn reward(&mut self, tried: &[u32], side: Side, depth: i32) {
        self.history[side as usize].reward(tried.iter().copied(), history_bonus(depth));
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
