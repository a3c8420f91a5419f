use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use floe_fish::Position;
use floe_game::{Interval, Score};
use floe_hex::Layout;
use floe_search::{Interrupted, Notify};

use super::child_features::static_eval;
use super::principal_variation::principal_variation;
use super::root::Root;
use super::search::EndingSearch;
use super::shared_proof::SharedProof;
use super::{Objective, Solution};
use crate::ending::Ending;
use crate::entry::BEYOND;

/// What is proved of the value of an ending, for one thread to write and another to read.
pub(super) struct AtomicBounds {
    lower: AtomicI32,
    upper: AtomicI32,
}

impl AtomicBounds {
    /// Bounds that follow from the ending itself.
    pub(super) fn first(rest: Option<&Ending>) -> AtomicBounds {
        let (lower, upper) = rest.map_or((0, 0), |rest| (rest.least(), rest.most()));
        AtomicBounds { lower: lower.into(), upper: upper.into() }
    }

    pub(super) fn get(&self) -> Interval<Score> {
        Interval::new(self.lower.load(Relaxed), self.upper.load(Relaxed))
    }
}

/// A proof of the value of a position, by one search or several.
pub(super) struct MarginProof<'a, L> {
    pub(super) shared: &'a SharedProof<'a, L>,
    pub(super) root: &'a Root,
    /// Bounds on the value of the rest at the root.
    pub(super) bounds: &'a AtomicBounds,
    /// One for each thread.
    pub(super) searches: Vec<EndingSearch<'a, L>>,
}

/// Half the width of every window around the guess: four fish, about as far as the guess is off. With half a fish the bounds narrow in more steps, which take a
/// ninth more nodes from 40 to 46 tiles.
const MARGIN: Score = 512;

impl<L: Layout> MarginProof<'_, L> {
    /// Proves as much as the limits allow, and finds a line that comes to that.
    pub(super) fn solve(mut self, position: &Position<2, L>, objective: Objective, notify: &Notify) -> Solution {
        let certain = self.root.certain;
        let (mut line, mut kept) = (Vec::new(), self.bounds.get().lower);
        let finished = self.prove(objective, |search, lower| {
            if lower > kept {
                kept = lower;
                // At once, for there may be no time for that later.
                line = principal_variation(search, position, certain + kept, 1);
            }
            notify.notify();
        });
        let bounds = self.bounds.get().map(|bound| certain + bound);
        if finished.is_ok() && bounds.is_exact() {
            let whole = principal_variation(&mut self.searches[0], position, bounds.lower, usize::MAX);
            if !whole.is_empty() {
                line = whole;
            }
        }
        self.report_nodes();
        Solution { bounds, line, nodes: self.shared.control.nodes() }
    }

    /// Narrows the bounds until they meet, or until it is decided who wins; reports every new lower bound with one of the searches.
    fn prove(
        &mut self,
        objective: Objective,
        mut report: impl FnMut(&mut EndingSearch<'_, L>, Score),
    ) -> Result<(), Interrupted> {
        let Some(rest) = &self.root.rest else { return Ok(()) };
        // Is it a win? If not, is it a loss?
        let even = -self.root.certain;
        for alpha in [even, even - 1] {
            let Interval { lower, upper } = self.bounds.get();
            if (lower..upper).contains(&alpha) {
                self.narrow(rest, alpha, alpha + 1)?;
                report(&mut self.searches[0], self.bounds.get().lower);
            }
        }
        if objective == Objective::WinDrawLoss {
            return Ok(());
        }
        let mut guess = static_eval(self.shared.fish, rest);
        loop {
            let Interval { lower, upper } = self.bounds.get();
            if lower >= upper {
                return Ok(());
            }
            guess = guess.clamp(lower, upper);
            let (alpha, beta) = ((guess - MARGIN).max(lower - 1), (guess + MARGIN).min(upper + 1));
            // Where that is outside the window, the next window lies around it.
            guess = self.narrow(rest, alpha, beta)?;
            report(&mut self.searches[0], self.bounds.get().lower);
        }
    }

    /// Searches within a window with all threads, and narrows the bounds by what the first to finish has found.
    fn narrow(&mut self, rest: &Ending, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        let value = self.search_together(rest, alpha, beta)?;
        self.report_nodes();
        if value > alpha {
            self.bounds.lower.fetch_max(value, Relaxed);
        }
        if value < beta {
            self.bounds.upper.fetch_min(value, Relaxed);
        }
        Ok(value)
    }

    /// One search by all threads, which share the table and keep out of each other's way.
    fn search_together(&mut self, rest: &Ending, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        debug_assert!(-BEYOND <= alpha && beta <= BEYOND);
        self.shared.root_moves.restart();
        let (found, done) = (OnceLock::new(), &self.shared.done);
        let run = |search: &mut EndingSearch<'_, L>| {
            if let Ok(value) = search.search(rest, alpha, beta) {
                let _ = found.set(value);
                done.store(true, Relaxed);
            }
        };
        let (first, others) = self.searches.split_first_mut().expect("there is a thread");
        std::thread::scope(|scope| {
            for search in others {
                scope.spawn(|| run(search));
            }
            run(first);
        });
        done.store(false, Relaxed);
        found.get().copied().ok_or(Interrupted)
    }

    fn report_nodes(&mut self) {
        for search in &mut self.searches {
            let _ = search.meter.report();
        }
    }
}
