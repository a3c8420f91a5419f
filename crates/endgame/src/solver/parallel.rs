use floe_game::Score;
use floe_hex::Layout;
use floe_search::{CurrentlySearching, Interrupted};

use super::worker::Worker;
use crate::ending::Ending;
use crate::entry::SolverEntry;
use crate::key::WAIT_MASK;

/// What a thread keeps in mind of the others that are at the same proof.
pub(super) struct ParallelContext<'a> {
    busy: &'a CurrentlySearching,
    /// What this thread is at that others may be at too, from the root on.
    open: Vec<Open>,
    /// Which of it another thread has settled, and what it is worth.
    settled: Option<(usize, Score)>,
    /// So many endings more until it looks again.
    rest: u32,
}

/// An ending that is being searched.
#[derive(Clone, Copy)]
struct Open {
    key: u64,
    alpha: Score,
    beta: Score,
    /// The nodes of this thread when it began.
    since: u64,
}

/// From so many free hexes on threads keep out of each other's way.
const SHARED_SIZE: u32 = 13;
/// So many first moves are searched by all threads together: most often one of them refutes, and then all work beside it is for nothing.
pub(super) const SERIAL_MOVES: usize = 3;
/// So many shared endings are searched between two looks at what others have settled.
const INTERVAL: u32 = 64;

impl<'a> ParallelContext<'a> {
    pub(super) fn new(busy: &'a CurrentlySearching) -> ParallelContext<'a> {
        ParallelContext { busy, open: Vec::new(), settled: None, rest: INTERVAL }
    }
}

impl<'a, L: Layout> Worker<'a, L> {
    /// Who is at what, where an ending is so large that threads keep out of each other's way.
    #[inline]
    pub(super) fn busy_at(&self, size: u32) -> Option<&'a CurrentlySearching> {
        self.others.as_ref().filter(|_| size >= SHARED_SIZE).map(|others| others.busy)
    }

    /// What `search` finds, or what another thread has found of the same ending meanwhile: then the search is given up.
    pub(super) fn search_among_others(
        &mut self,
        (key, best): (u64, u16),
        (alpha, beta): (Score, Score),
        search: impl FnOnce(&mut Self) -> Result<(Score, u16), Interrupted>,
    ) -> Result<(Score, u16), Interrupted> {
        let since = self.nodes;
        let Some(others) = &mut self.others else { return search(self) };
        let place = others.open.len();
        others.open.push(Open { key, alpha, beta, since });
        let found = self.look_around().and_then(|()| search(self));
        let others = self.others.as_mut().expect("they do not go");
        others.open.truncate(place);
        match others.settled.take_if(|(settled, _)| *settled == place) {
            Some((_, value)) => Ok((value, best)),
            None => found,
        }
    }

    /// Interrupts the search of what another thread has settled, from time to time.
    fn look_around(&mut self) -> Result<(), Interrupted> {
        let Some(others) = &mut self.others else { return Ok(()) };
        others.rest -= 1;
        if others.rest > 0 {
            return Ok(());
        }
        others.rest = INTERVAL;
        let table = self.table;
        let worth = |open: &Open| {
            SolverEntry::gathered(table.get_all(open.key, WAIT_MASK), open.key).decided_within(open.alpha, open.beta)
        };
        others.settled = others.open.iter().enumerate().find_map(|(place, open)| Some((place, worth(open)?)));
        if others.settled.is_some() { Err(Interrupted) } else { Ok(()) }
    }

    /// Learns what others have found of the ending that is being searched, of whose moves so far one is `best`; says whether that decides it.
    pub(super) fn refresh(&self, ending: &Ending, best: &mut (Score, u16), alpha: Score, beta: Score) -> bool {
        let Some(open) = self.last_open() else { return false };
        let known = self.known(ending, open.key);
        if known.lower > best.0.max(alpha) {
            *best = (known.lower, known.best);
        }
        if known.upper <= best.0.max(alpha) {
            *best = (known.upper, best.1);
            return true;
        }
        best.0 >= beta
    }

    /// Tells the others of a better move in the ending that is being searched.
    pub(super) fn tell(&mut self, ending: &Ending, best: (Score, u16)) {
        let Some(&Open { key, since, .. }) = self.last_open() else { return };
        let known = self.known(ending, key);
        self.remember(ending, key, SolverEntry { lower: best.0.max(known.lower), best: best.1, ..known }, since);
    }

    fn last_open(&self) -> Option<&Open> {
        self.others.as_ref()?.open.last()
    }
}

#[cfg(test)]
mod tests {
    use floe_fish::{Dealing, Position, deal, place_at_random};
    use floe_game::walk;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::SolverFeatures;
    use crate::areas::Areas;
    use crate::entry::BEYOND;
    use crate::fish_map::FishMap;
    use crate::solver::proof::{Root, with_worker};

    /// A large ending, with a worker who is not the only one.
    fn among_others(ask: impl FnOnce(&mut Worker<'_, floe_hex::Standard>, &Ending)) {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
        let position: Position<2> = place_at_random(&deal(floe_hex::Standard, Dealing::Shuffled, 3), rng);
        let position = walk(&position, 20, rng);
        let board = FishMap::of(&position);
        let ending = Root::of(&position, &board, SolverFeatures::ALL, &mut Areas::new()).rest.expect("not all is told");
        let busy: &'static CurrentlySearching = Box::leak(Box::default());
        with_worker(&board, |worker| {
            worker.others = Some(ParallelContext::new(busy));
            ask(worker, &ending);
        });
    }

    fn entry(lower: Score, upper: Score) -> u64 {
        SolverEntry { lower, upper, best: 7, work: 1 }.pack()
    }

    #[test]
    fn what_another_has_settled_is_given_up() {
        among_others(|worker, ending| {
            let (root, settled, below) = (ending.key(), 8 << 32, 16 << 32);
            let mut visits = 0;
            let found = worker.search_among_others((root, 1), (-5, 5), |worker| {
                let found = worker.search_among_others((settled, 2), (10, 20), |worker| {
                    loop {
                        worker.search_among_others((below, 3), (0, 1), |_| Ok((0, 3)))?;
                        visits += 1;
                        if visits == 100 {
                            // It says too little, and then enough.
                            worker.table.put(settled, entry(12, 18), SolverEntry::priority);
                        } else if visits == 1000 {
                            worker.table.put(settled, entry(12, 12), SolverEntry::priority);
                        }
                    }
                });
                assert_eq!(found, Ok((12, 2)));
                Ok((4, 9))
            });
            assert_eq!(found, Ok((4, 9)));
            assert!((1000..=1000 + u64::from(INTERVAL)).contains(&visits), "{visits} visits");
        });
    }

    #[test]
    fn a_better_move_is_heard_of() {
        among_others(|worker, ending| {
            let key = ending.key();
            let found = worker.search_among_others((key, 1), (0, 100), |worker| {
                let mut best = (-3, 4);
                assert!(!worker.refresh(ending, &mut best, 0, 100));
                assert_eq!(best, (-3, 4));
                worker.tell(ending, (30, 5));
                assert!(!worker.refresh(ending, &mut best, 0, 100));
                assert_eq!(best, (30, 5));
                worker.tell(ending, (20, 6));
                let known = worker.known(ending, key);
                assert_eq!((known.lower, known.upper), (30, BEYOND), "what was known is not lost");
                worker.table.put(key, entry(30, 30), SolverEntry::priority);
                assert!(worker.refresh(ending, &mut best, 0, 100));
                Ok(best)
            });
            assert_eq!(found, Ok((30, 5)));
        });
    }
}
