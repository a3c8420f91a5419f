use floe_game::{Chance, Score, Side, TwoSided};
use smallvec::SmallVec;

use super::{ChanceGame, Mean};
use crate::entry::Entry;
use crate::ordering::{TABLE_MOVE, history_bonus};
use crate::{Eval, History};

/// Transposition and history tables of expectimax, for one thread.
#[derive(Debug)]
pub(super) struct ExpectimaxTable {
    slots: Vec<Option<(u64, Entry<Mean>)>>,
    history: [History; 2],
}

/// Choices with the scores that they are ordered by, best first.
pub(super) type ChoiceList<M> = SmallVec<[(Score, M); 96]>;

/// Least depth, in plies, at which choices are ordered by the static evaluation of their most likely outcome.
const DEEP: i32 = 3;

impl ExpectimaxTable {
    /// Creates empty tables of at most this size.
    pub(super) fn new(mebibytes: usize) -> ExpectimaxTable {
        let slots = (mebibytes << 20) / size_of::<Option<(u64, Entry<Mean>)>>();
        let slots = slots.max(2).next_power_of_two() / 2;
        ExpectimaxTable { slots: vec![None; slots], history: Default::default() }
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry<Mean>> {
        self.slots[self.slot(key)].filter(|&(own, _)| own == key).map(|(_, entry)| entry)
    }

    /// Stores an entry, unless there is a proven one of the same position, and this one is not.
    pub(super) fn put(&mut self, key: u64, entry: Entry<Mean>) {
        let slot = self.slot(key);
        let is_better = self.slots[slot].is_some_and(|(own, old)| own == key && old.proven && !entry.proven);
        if !is_better {
            self.slots[slot] = Some((key, entry));
        }
    }

    /// Share of the table in use, in thousandths, estimated from a sample.
    pub(super) fn fullness(&self) -> u32 {
        let sample = &self.slots[..self.slots.len().min(1000)];
        (sample.iter().flatten().count() * 1000 / sample.len()) as u32
    }

    /// All choices, most promising first.
    pub(super) fn rank<G>(&self, game: &G, eval: &impl Eval<G>, table_choice: u32, depth: i32) -> ChoiceList<G::Move>
    where
        G: ChanceGame,
    {
        let side = game.side_to_move();
        let history = &self.history[side as usize];
        let mut ranked = ChoiceList::new();
        game.for_each_choice(|choice| {
            let bits = G::move_bits(choice);
            let score = if bits == table_choice {
                TABLE_MOVE
            } else if depth >= DEEP {
                evaluate_likeliest(game, choice, eval, side) + (history.score(bits) >> 6)
            } else {
                eval.move_score(game, choice) + (history.score(bits) >> 5)
            };
            ranked.push((score, choice));
        });
        ranked.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        ranked
    }

    /// Rewards the last of `tried`, which refuted a position, and punishes the ones before it.
    pub(super) fn reward(&mut self, tried: &[u32], side: Side, depth: i32) {
        self.history[side as usize].reward(tried.iter().copied(), history_bonus(depth));
    }
}

/// Static evaluation of the most likely outcome of a choice, for the side that makes it.
fn evaluate_likeliest<G: TwoSided + Chance>(game: &G, choice: G::Move, eval: &impl Eval<G>, side: Side) -> Score {
    let child = game.after(game.likeliest_outcome(choice));
    if child.is_over() {
        return child.margin_of(side);
    }
    let value = eval.evaluate(&child);
    if child.side_to_move() == side { value } else { -value }
}
