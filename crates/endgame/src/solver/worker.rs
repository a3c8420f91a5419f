use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use floe_game::Score;
use floe_hex::{HexSet, Layout};
use floe_search::{Interrupted, Meter, TableView};
use smallvec::SmallVec;

use super::children::{After, Afters, Children};
use super::move_ordering::MoveOrdering;
use super::parallel::{ParallelContext, SERIAL_MOVES};
use crate::SolverFeatures;
use crate::areas::Areas;
use crate::ending::Ending;
use crate::entry::{BEYOND, SolverEntry};
use crate::fish_map::FishMap;
use crate::key::WAIT_MASK;
use crate::local_cache::LocalCache;
use crate::pieces::Pieces;
use crate::root_progress::RootProgress;

/// One thread of a solver.
pub(super) struct Worker<'a, L> {
    pub(super) board: &'a FishMap<L>,
    pub(super) features: SolverFeatures,
    pub(super) table: TableView<'a>,
    /// For small endings.
    pub(super) local: LocalCache,
    /// Where it is not the only one.
    pub(super) others: Option<ParallelContext<'a>>,
    pub(super) meter: Meter<'a>,
    /// Set when another thread has finished the search that all are at.
    pub(super) done: &'a AtomicBool,
    pub(super) share: &'a RootProgress,
    /// The free hexes of the ending at the root.
    pub(super) root_size: u32,
    pub(super) areas: Areas<'a>,
    pub(super) experience: MoveOrdering,
    pub(super) nodes: u64,
}

/// From so many free hexes on the table is asked.
const TABLE_SIZE: u32 = 4;
/// From so many on what all moves lead to is looked at before one is searched, and all threads remember an ending together.
const LARGE: u32 = 11;

impl<L: Layout> Worker<'_, L> {
    /// The value of an ending for the side to move, in the sense of fail-soft alpha-beta.
    pub(super) fn search(&mut self, ending: &Ending, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        self.search_keyed(ending, ending.key(), alpha, beta)
    }

    /// What is known of an ending, also from those that differ from it by waiting moves alone.
    #[inline]
    pub(super) fn known(&self, ending: &Ending, key: u64) -> SolverEntry {
        if !self.is_remembered(ending) {
            SolverEntry::NOTHING
        } else if is_local(ending) {
            SolverEntry::gathered(self.local.get_all(key, WAIT_MASK), key)
        } else {
            SolverEntry::gathered(self.table.get_all(key, WAIT_MASK), key)
        }
    }

    /// Keeps what is known of an ending, which was first asked about when this thread had searched so many nodes.
    #[inline]
    pub(super) fn remember(&mut self, ending: &Ending, key: u64, entry: SolverEntry, since: u64) {
        if !self.is_remembered(ending) {
            return;
        }
        let work = (self.nodes - since).max(1).ilog2() as u8 + 1;
        let data = SolverEntry { work, ..entry }.pack();
        if is_local(ending) {
            self.local.put(key, data, SolverEntry::priority);
        } else {
            self.table.put(key, data, SolverEntry::priority);
        }
    }

    #[inline]
    fn is_remembered(&self, ending: &Ending) -> bool {
        self.features.table && ending.free.len() >= TABLE_SIZE
    }

    fn search_keyed(&mut self, ending: &Ending, key: u64, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        self.meter.count()?;
        if self.done.load(Relaxed) {
            return Err(Interrupted);
        }
        self.nodes += 1;
        let (mut alpha, mut beta) = (alpha, beta);
        if self.features.bounds {
            let (least, most) = (ending.least(), ending.most());
            if most <= alpha {
                return Ok(most);
            }
            if least >= beta {
                return Ok(least);
            }
            alpha = alpha.max(least - 1);
            beta = beta.min(most + 1);
            if self.lands_on(ending, ending.their_most + beta) {
                return Ok(beta);
            }
            if self.cannot_keep_from(ending, ending.my_most - alpha) {
                return Ok(alpha);
            }
        }
        let known = self.known(ending, key);
        if let Some(value) = known.decided_within(alpha, beta) {
            return Ok(value);
        }
        alpha = alpha.max(known.lower - 1);
        beta = beta.min(known.upper + 1);
        let before = self.nodes;
        let (value, best) = if self.busy_at(ending.free.len()).is_some() {
            self.search_among_others((key, known.best), (alpha, beta), |worker| {
                worker.search_within(ending, known.best, alpha, beta)
            })?
        } else {
            self.search_within(ending, known.best, alpha, beta)?
        };
        let entry = SolverEntry {
            lower: if value > alpha { value.max(known.lower) } else { known.lower },
            upper: if value < beta { value.min(known.upper) } else { known.upper },
            best,
            ..SolverEntry::NOTHING
        };
        self.remember(ending, key, entry, before);
        Ok(value)
    }

    /// The value of an ending of which the table knows too little, and the best move.
    #[inline]
    fn search_within(
        &mut self,
        ending: &Ending,
        known: u16,
        alpha: Score,
        beta: Score,
    ) -> Result<(Score, u16), Interrupted> {
        if self.features.areas && (ending.my_reach & ending.their_reach).is_empty() {
            Ok((self.search_apart(ending, alpha, beta)?, 0))
        } else if let Some(value) = self.decided_by_parts(ending, alpha, beta)? {
            Ok((value, known))
        } else {
            self.search_children(ending, known, alpha, beta)
        }
    }

    /// Whether the side to move can land at once where that makes so much of a difference: what it gets, and what the other side
    /// then cannot get any more.
    #[inline]
    fn lands_on(&self, ending: &Ending, difference: Score) -> bool {
        let targets = self.targets(ending.their_reach, ending.my_reach, difference);
        !targets.is_empty() && !(targets & self.board.layout.slides(ending.mine, ending.free)).is_empty()
    }

    /// Whether the other side can land next where that makes so much of a difference, whatever the side to move does: it can take
    /// only one of two hexes beside penguins.
    #[inline]
    fn cannot_keep_from(&self, ending: &Ending, difference: Score) -> bool {
        let targets = self.targets(ending.my_reach, ending.their_reach, difference);
        targets.is_several() && (targets & self.board.layout.neighbours(ending.theirs)).is_several()
    }

    /// Tiles that make so much of a difference to whoever lands on them: those that the other side wants too count twice.
    #[inline]
    fn targets(&self, wanted: HexSet, reach: HexSet, difference: Score) -> HexSet {
        (wanted & self.board.worth_at_least((difference + 1) >> 1) | self.board.worth_at_least(difference)) & reach
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
        let pieces = Pieces::of(self.board.layout, ending.free);
        let mut afters = Afters::new();
        let mut best = (-BEYOND, 0);
        if self.features.ordering && ending.free.len() >= LARGE {
            if children.iter().any(|child| child.bits == known) {
                // What was best before most often is again: then nobody asks what the others lead to.
                let after = self.after(ending, &pieces, known);
                self.try_move(known, &after, &mut best, alpha, beta)?;
                if best.0 >= beta {
                    self.experience.reward([known].into_iter(), bonus(ending));
                    return Ok(best);
                }
            }
            if let Some(found) = self.order_by_features((ending, &pieces), &mut children, &mut afters, known, beta) {
                return Ok(found);
            }
        } else if self.features.ordering {
            self.order_by_room(ending, &mut children, known);
        }
        self.search_in_turn((ending, &pieces), (&children, &afters), best, alpha, beta)
    }

    /// A side that has no move is out of it; the other goes on.
    fn pass(&mut self, ending: &Ending, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        if ending.theirs.is_empty() {
            return Ok(0);
        }
        let raw = Ending::new(ending.free, ending.theirs, ending.mine, -ending.waits);
        let normal = raw.normal(self.board, &mut self.areas, self.features);
        let certain = -normal.certain;
        match normal.rest {
            None => Ok(certain),
            Some(rest) if rest.mine.is_empty() && rest.waits <= 0 => Ok(certain),
            Some(rest) => Ok(certain - self.search(&rest, certain - beta, certain - alpha)?),
        }
    }

    /// Principal variation search over the moves, but for the first if that has already been found to be `best`; those that another
    /// thread is at come last.
    fn search_in_turn(
        &mut self,
        (ending, pieces): (&Ending, &Pieces),
        (children, afters): (&Children, &Afters),
        mut best: (Score, u16),
        alpha: Score,
        beta: Score,
    ) -> Result<(Score, u16), Interrupted> {
        let busy = self.busy_at(ending.free.len());
        let mut deferred = SmallVec::<[After; 8]>::new();
        let mut deferred_bits = SmallVec::<[u16; 32]>::new();
        let searched = usize::from(best.1 != 0);
        for (index, child) in children.iter().enumerate().skip(searched) {
            let after = match afters.get(usize::from(child.index)) {
                Some(&after) => after,
                None => self.after(ending, pieces, child.bits),
            };
            if busy.is_some() && index > 0 && self.refresh(ending, &mut best, alpha, beta) {
                return Ok(best);
            }
            if index >= SERIAL_MOVES && busy.is_some_and(|busy| busy.is_busy(after.key)) {
                deferred.push(after);
                deferred_bits.push(child.bits);
                continue;
            }
            let before = best.0.max(alpha);
            self.try_move(child.bits, &after, &mut best, alpha, beta)?;
            if busy.is_some() && (before + 1..beta).contains(&best.0) {
                self.tell(ending, best);
            }
            if ending.free.len() >= self.root_size {
                self.share.done(index + 1 - deferred.len(), children.len());
            }
            if best.0 >= beta {
                self.experience.reward(children[..=index].iter().map(|child| child.bits), bonus(ending));
                return Ok(best);
            }
        }
        for (after, bits) in deferred.iter().zip(deferred_bits) {
            if self.refresh(ending, &mut best, alpha, beta) {
                break;
            }
            self.try_move(bits, after, &mut best, alpha, beta)?;
            if best.0 >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn try_move(
        &mut self,
        bits: u16,
        after: &After,
        best: &mut (Score, u16),
        alpha: Score,
        beta: Score,
    ) -> Result<(), Interrupted> {
        let value = match &after.rest {
            None => after.base,
            Some(rest) => {
                let busy = self.busy_at(rest.free.len() + 1);
                let key = after.key;
                if let Some(busy) = busy {
                    busy.enter(key);
                }
                self.experience.enter(bits);
                let found = self.value_of(after, rest, (alpha.max(best.0), beta), best.1 == 0);
                self.experience.leave();
                if let Some(busy) = busy {
                    busy.leave(key);
                }
                found?
            }
        };
        if value > best.0 {
            *best = (value, bits);
        }
        Ok(())
    }

    #[inline]
    fn value_of(
        &mut self,
        &After { base, key, .. }: &After,
        rest: &Ending,
        (alpha, beta): (Score, Score),
        first: bool,
    ) -> Result<Score, Interrupted> {
        if first || beta - alpha <= 1 {
            return Ok(base - self.search_keyed(rest, key, base - beta, base - alpha)?);
        }
        let value = base - self.search_keyed(rest, key, base - alpha - 1, base - alpha)?;
        if value <= alpha || value >= beta {
            return Ok(value);
        }
        Ok(base - self.search_keyed(rest, key, base - beta, base - value + 1)?)
    }
}

/// What it means for the history that a move has refuted an ending.
fn bonus(ending: &Ending) -> Score {
    (4 * ending.free.len().pow(2)).min(4096) as Score
}

/// Whether an ending is so small that each thread remembers it by itself.
#[inline]
pub(super) fn is_local(ending: &Ending) -> bool {
    ending.free.len() < LARGE
}
