use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use floe_game::{Busy, Interrupted, Meter, Score, TableView};
use floe_hex::Layout;
use smallvec::SmallVec;

use super::children::{Child, Children};
use super::entry::Entry;
use crate::areas::Areas;
use crate::ending::Ending;
use crate::{Board, Features};

/// One thread of a solver.
pub(super) struct Worker<'a, L> {
    pub(super) board: &'a Board<L>,
    pub(super) features: Features,
    pub(super) table: TableView<'a>,
    pub(super) busy: Option<&'a Busy>,
    pub(super) meter: Meter<'a>,
    /// Set when another thread has finished the search that all are at.
    pub(super) done: &'a AtomicBool,
    pub(super) areas: Areas,
    pub(super) nodes: u64,
}

/// From so many free hexes on the table is asked.
const TABLE_SIZE: u32 = 6;
/// From so many on moves are ordered by territory, and all replies are looked up first.
const LARGE: u32 = 11;
/// From so many on threads keep out of each other's way.
const SHARED_SIZE: u32 = 13;

impl<L: Layout> Worker<'_, L> {
    /// The value of an ending for the side to move, in the sense of fail-soft alpha-beta.
    pub(super) fn search(&mut self, ending: &Ending, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        self.meter.count()?;
        if self.done.load(Relaxed) {
            return Err(Interrupted);
        }
        self.nodes += 1;
        let (mut alpha, mut beta) = (alpha, beta);
        if self.features.bounds {
            if ending.my_most <= alpha {
                return Ok(ending.my_most);
            }
            if -ending.their_most >= beta {
                return Ok(-ending.their_most);
            }
            alpha = alpha.max(-ending.their_most - 1);
            beta = beta.min(ending.my_most + 1);
        }
        let size = ending.free.len();
        let key = ending.key();
        let in_table = self.features.table && size >= TABLE_SIZE;
        let mut known = Entry { lower: -BEYOND, upper: BEYOND, best: 0, work: 1 };
        if in_table && let Some(data) = self.table.get(key) {
            known = Entry::unpack(data);
            if known.lower >= beta || known.lower == known.upper {
                return Ok(known.lower);
            }
            if known.upper <= alpha {
                return Ok(known.upper);
            }
            alpha = alpha.max(known.lower - 1);
            beta = beta.min(known.upper + 1);
        }
        let before = self.nodes;
        let (value, best) = self.search_children(ending, known.best, alpha, beta)?;
        if in_table {
            let entry = Entry {
                lower: if value > alpha { value.max(known.lower) } else { known.lower },
                upper: if value < beta { value.min(known.upper) } else { known.upper },
                best,
                work: (self.nodes - before).max(1).ilog2() as u8 + 1,
            };
            self.table.put(key, entry.pack(), Entry::worth);
        }
        Ok(value)
    }

    fn search_children(
        &mut self,
        ending: &Ending,
        known: u16,
        alpha: Score,
        beta: Score,
    ) -> Result<(Score, u16), Interrupted> {
        let mut children = self.children(ending);
        if children.is_empty() {
            return Ok((self.pass(ending, alpha, beta)?, 0));
        }
        let large = ending.free.len() >= LARGE;
        if self.features.ordering {
            self.order(&mut children, known, large);
        }
        if large
            && self.features.look_ahead
            && self.features.table
            && let Some(found) = self.look_ahead(&children, beta)
        {
            return Ok(found);
        }
        self.search_in_turn(ending, &children, alpha, beta)
    }

    /// A side that has no move is out of it; the other goes on.
    fn pass(&mut self, ending: &Ending, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        if ending.theirs.is_empty() {
            return Ok(0);
        }
        let raw = Ending::raw(ending.free, ending.theirs, ending.mine, -ending.waits);
        let normal = raw.normal(self.board, &mut self.areas, self.features);
        let certain = -normal.certain;
        match normal.rest {
            None => Ok(certain),
            Some(rest) if rest.mine.is_empty() && rest.waits <= 0 => Ok(certain),
            Some(rest) => Ok(certain - self.search(&rest, certain - beta, certain - alpha)?),
        }
    }

    /// A reply that is already known to be good enough.
    fn look_ahead(&self, children: &Children, beta: Score) -> Option<(Score, u16)> {
        children.iter().find_map(|child| {
            let upper = match &child.rest {
                None => 0,
                Some(rest) if child.base + rest.their_most < beta => return None,
                Some(rest) => self.table.get(rest.key()).map(Entry::unpack)?.upper,
            };
            (child.base - upper >= beta).then_some((child.base - upper, child.bits))
        })
    }

    /// Principal variation search over the moves; those that another thread is at come last.
    fn search_in_turn(
        &mut self,
        ending: &Ending,
        children: &Children,
        alpha: Score,
        beta: Score,
    ) -> Result<(Score, u16), Interrupted> {
        let busy = self.busy.filter(|_| ending.free.len() >= SHARED_SIZE);
        let mut deferred = SmallVec::<[&Child; 32]>::new();
        let mut best = (-BEYOND, 0);
        for (index, child) in children.iter().enumerate() {
            if let (Some(busy), Some(rest), true) = (busy, &child.rest, index > 0)
                && busy.is_busy(rest.key())
            {
                deferred.push(child);
                continue;
            }
            self.try_child(child, &mut best, alpha, beta)?;
            if best.0 >= beta {
                return Ok(best);
            }
        }
        for child in deferred {
            self.try_child(child, &mut best, alpha, beta)?;
            if best.0 >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn try_child(
        &mut self,
        child: &Child,
        best: &mut (Score, u16),
        alpha: Score,
        beta: Score,
    ) -> Result<(), Interrupted> {
        let value = match &child.rest {
            None => child.base,
            Some(rest) => {
                let busy = self.busy.filter(|_| rest.free.len() + 1 >= SHARED_SIZE);
                let key = rest.key();
                if let Some(busy) = busy {
                    busy.enter(key);
                }
                let found = self.value_of(child.base, rest, alpha.max(best.0), beta, best.1 == 0);
                if let Some(busy) = busy {
                    busy.leave(key);
                }
                found?
            }
        };
        if value > best.0 {
            *best = (value, child.bits);
        }
        Ok(())
    }

    #[inline]
    fn value_of(
        &mut self,
        base: Score,
        rest: &Ending,
        alpha: Score,
        beta: Score,
        first: bool,
    ) -> Result<Score, Interrupted> {
        if first || beta - alpha <= 1 {
            return Ok(base - self.search(rest, base - beta, base - alpha)?);
        }
        let value = base - self.search(rest, base - alpha - 1, base - alpha)?;
        if value <= alpha || value >= beta {
            return Ok(value);
        }
        Ok(base - self.search(rest, base - beta, base - value + 1)?)
    }
}

/// Further than any value.
pub(super) const BEYOND: Score = 30_000;
