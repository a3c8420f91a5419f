use floe_game::Score;
use floe_search::{CurrentlySearching, Interrupted, TableView};

use crate::entry::{SolverEntry, WAIT_MASK};

pub(super) struct ParallelContext<'a> {
    pub(super) searching: &'a CurrentlySearching,
    /// Large endings on the path of this thread, from the root on.
    open: Vec<OpenEnding>,
    /// Index of an open ending that another thread has settled, and its value.
    settled: Option<(usize, Score)>,
    /// Number of endings until the next table probe.
    countdown: u32,
}

/// Ending on the path, with its window.
#[derive(Clone, Copy)]
pub(super) struct OpenEnding {
    pub(super) key: u64,
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

/// Minimum number of free hexes of endings that threads search together.
pub(super) const PARALLEL_SIZE: u32 = 13;
/// Number of first moves that no thread defers: most often one of them refutes.
pub(super) const SERIAL_MOVES: usize = 3;
/// Number of endings between two probes of all open endings.
const PROBE_INTERVAL: u32 = 64;

impl<'a> ParallelContext<'a> {
    pub(super) fn new(searching: &'a CurrentlySearching) -> ParallelContext<'a> {
        ParallelContext {
            searching,
            open: Vec::new(),
            settled: None,
            countdown: PROBE_INTERVAL,
        }
    }

    /// Begins the search of an ending.
    ///
    /// # Errors
    /// When the table shows, every [`PROBE_INTERVAL`] endings, that another thread has settled an
    /// open ending.
    pub(super) fn enter(
        &mut self,
        open: OpenEnding,
        table: TableView<'_>,
    ) -> Result<(), Interrupted> {
        self.open.push(open);
        self.countdown -= 1;
        if self.countdown > 0 {
            return Ok(());
        }
        self.countdown = PROBE_INTERVAL;
        let value = |open: &OpenEnding| {
            SolverEntry::gathered(table.probe_all(open.key, WAIT_MASK), open.key)
                .decided_within(open.alpha, open.beta)
        };
        self.settled = self
            .open
            .iter()
            .enumerate()
            .find_map(|(place, open)| Some((place, value(open)?)));
        if self.settled.is_some() {
            Err(Interrupted)
        } else {
            Ok(())
        }
    }

    /// Ends the search of the last ending; returns its value if another thread has settled it.
    pub(super) fn leave(&mut self) -> Option<Score> {
        self.open.pop();
        let place = self.open.len();
        self.settled
            .take_if(|(settled, _)| *settled == place)
            .map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use floe_search::TranspositionTable;

    use super::*;

    /// Searches among other threads, as the solver does.
    fn search<'a>(
        parallel: &mut ParallelContext<'a>,
        table: TableView<'_>,
        open: OpenEnding,
        search: impl FnOnce(&mut ParallelContext<'a>) -> Result<Score, Interrupted>,
    ) -> Result<Score, Interrupted> {
        let found = parallel.enter(open, table).and_then(|()| search(parallel));
        parallel.leave().map_or(found, Ok)
    }

    #[test]
    fn endings_settled_by_another_thread_are_given_up() {
        let searching = CurrentlySearching::default();
        let mut memory = TranspositionTable::new(1).expect("there is a mebibyte");
        let mut parallel = ParallelContext::new(&searching);
        let table = memory.view();
        let open = |key, alpha, beta| OpenEnding { key, alpha, beta };
        let put = |key, lower, upper| {
            table.store(
                key,
                SolverEntry {
                    lower,
                    upper,
                    best: 7,
                    work: 1,
                }
                .pack(),
                SolverEntry::priority,
            );
        };
        let root = 1 << 40;
        let settled = 8 << 32;
        let below = 16 << 32;
        let mut visits = 0;
        let found = search(&mut parallel, table, open(root, -5, 5), |parallel| {
            let found = search(parallel, table, open(settled, 10, 20), |parallel| {
                loop {
                    search(parallel, table, open(below, 0, 1), |_| Ok(0))?;
                    visits += 1;
                    if visits == 100 {
                        // Too little first, and then enough.
                        put(settled, 12, 18);
                    } else if visits == 1000 {
                        put(settled, 12, 12);
                    }
                }
            });
            assert_eq!(found, Ok(12));
            Ok(4)
        });
        assert_eq!(found, Ok(4));
        assert!(
            (1000..=1000 + u64::from(PROBE_INTERVAL)).contains(&visits),
            "{visits} visits"
        );
    }
}
