//! Estimates of the work that a proof has still to do, from the moves of the root.

use floe_game::{Interval, Score};

/// Estimated work of a proof under way. It counts the nodes of this call of the solver, and of
/// earlier calls whose results in the table have decided moves of the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WorkEstimate {
    /// Estimated share of the nodes of the proof that have been searched, from 0 to 1. The true
    /// share may be lower, because another window may follow that is not expected.
    pub share: f64,
    /// Bounds of the number of nodes that are still to be searched. In three of four proofs the
    /// number is within them.
    pub nodes_left: Interval<f64>,
}

impl WorkEstimate {
    /// All is proved.
    pub(super) const NOTHING_LEFT: WorkEstimate = WorkEstimate {
        share: 1.0,
        nodes_left: Interval {
            lower: 0.0,
            upper: 0.0,
        },
    };

    /// Expected number of nodes that are still to be searched.
    pub fn expected_nodes_left(&self) -> f64 {
        (self.nodes_left.lower * self.nodes_left.upper).sqrt()
    }
}

/// The search that a proof is in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum ProofStage {
    /// Nothing is left to prove.
    Done,
    /// Whether the margin is at least a bound.
    Winner {
        /// Whether a move is expected to prove it.
        is_likely: bool,
        /// Expected work for the margin, in units of the work for the winner; 0 where the margin is
        /// not asked for.
        margin_ratio: f64,
    },
    /// The margin within a window.
    Margin,
}

/// Search of the root under way. Nodes are those of all threads since the proof began.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootSearch {
    pub(super) stage: ProofStage,
    /// Nodes of earlier calls by which the table has decided moves that are done.
    pub(super) earlier: u64,
    /// Nodes at the start of the search.
    pub(super) start: u64,
    /// Nodes when the last move was done.
    pub(super) last_done: u64,
    pub(super) done: u32,
    /// Number of all moves; 0 until they are known.
    pub(super) all: u32,
}

/// Number of first moves that may still prove a bound at once; then all moves are expected to be
/// needed.
const FIRST_MOVES: u32 = 3;

impl RootSearch {
    pub(super) fn new(stage: ProofStage, nodes: u64) -> RootSearch {
        RootSearch {
            stage,
            earlier: 0,
            start: nodes,
            last_done: nodes,
            done: 0,
            all: 0,
        }
    }

    /// Counts a move that is done after this number of nodes; the moves done have taken `earlier`
    /// nodes of other calls.
    pub(super) fn report(&mut self, done: u32, all: u32, nodes: u64, earlier: u64) {
        if done > self.done {
            self.done = done;
            self.last_done = nodes;
            self.earlier = self.earlier.max(earlier);
        }
        self.all = all;
    }

    /// Work of the proof, after this number of nodes; `None` if it has hardly begun.
    pub(super) fn estimate(&self, nodes: u64) -> Option<WorkEstimate> {
        /// Fewer nodes say nothing, and take no time.
        const MIN_NODES: u64 = 1000;
        if self.stage == ProofStage::Done {
            return Some(WorkEstimate::NOTHING_LEFT);
        }
        if nodes + self.earlier < MIN_NODES {
            return None;
        }
        let share = self.share_of_search(nodes);
        let searched = nodes.saturating_sub(self.start) + self.earlier;
        let left_of_search = searched as f64 * (1.0 - share) / share;
        let nodes = nodes + self.earlier;
        let left = match self.stage {
            ProofStage::Winner { margin_ratio, .. } => {
                left_of_search + margin_ratio * (nodes as f64 + left_of_search)
            }
            _ => left_of_search,
        };
        let share = nodes as f64 / (nodes as f64 + left);
        let error = error_factor(share);
        Some(WorkEstimate {
            share,
            nodes_left: Interval::new(left / error, left * error),
        })
    }

    /// Estimated share of the nodes of this search that have been searched.
    fn share_of_search(&self, nodes: u64) -> f64 {
        let share = self.share_of_moves(nodes);
        match self.stage {
            // The first move takes longer than others: its value is found, others are only refuted.
            ProofStage::Margin => share.sqrt(),
            _ => share,
        }
    }

    /// Share of the moves done, and of the current one by its work: half of it is done when it has
    /// taken as long as the mean of those before.
    fn share_of_moves(&self, nodes: u64) -> f64 {
        /// Share of a move about which nothing is known.
        const HALF: f64 = 0.5;
        let may_prove = matches!(
            self.stage,
            ProofStage::Winner {
                is_likely: true,
                ..
            }
        ) && self.done < FIRST_MOVES;
        if self.all == 0 || may_prove {
            return HALF;
        }
        let all = f64::from(self.all);
        if self.done == 0 {
            return HALF / all;
        }
        let mean = (self.last_done.saturating_sub(self.start) + self.earlier) as f64
            / f64::from(self.done);
        let current = nodes.saturating_sub(self.last_done) as f64;
        let part = current / (current + mean.max(1.0));
        // The moves deferred by one thread may be those that another is at.
        ((f64::from(self.done) + part) / all).min(0.999)
    }
}

/// Expected ratio of the work for the margin to that for the winner, by an estimate of the margin:
/// the clearer the winner, the less of the work it takes. Fitted to 56 proofs of 36 to 44 tiles.
pub(super) fn margin_ratio(estimate: Score) -> f64 {
    /// Larger estimates have not been seen.
    const MOST: f64 = 1000.0;
    (1.0 + 0.0023 * f64::from(estimate.abs()).min(MOST)).exp()
}

/// Factor within which the estimate of the work left is right in three of four proofs, by the
/// estimated share done (`docs/theory.md`, section 10). Near the end little is left, and another
/// window may follow.
fn error_factor(share: f64) -> f64 {
    /// Share from which the end is near.
    const NEAR_END: f64 = 0.8;
    if share < NEAR_END { 6.0 } else { 15.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINNER: ProofStage = ProofStage::Winner {
        is_likely: false,
        margin_ratio: 0.0,
    };

    fn share(search: &RootSearch, nodes: u64) -> f64 {
        search
            .estimate(nodes)
            .expect("enough nodes are searched")
            .share
    }

    #[test]
    fn moves_of_equal_work_are_equal_shares() {
        let mut search = RootSearch::new(WINNER, 0);
        assert_eq!(search.estimate(10), None);
        assert!(
            (share(&search, 10_000) - 0.5).abs() < 1e-9,
            "the moves are not known"
        );
        search.report(1, 10, 10_000, 0);
        assert!((share(&search, 10_000) - 0.1).abs() < 1e-9);
        search.report(5, 10, 50_000, 0);
        assert!((share(&search, 50_000) - 0.5).abs() < 1e-9);
        // A move that has taken as long as the others is half done.
        assert!((share(&search, 60_000) - 0.55).abs() < 1e-9);
        // Another thread has done fewer.
        search.report(4, 10, 61_000, 0);
        assert_eq!((search.done, search.last_done), (5, 50_000));
        let work = search.estimate(50_000).expect("enough nodes are searched");
        assert!(work.nodes_left.lower < 50_000.0 && work.nodes_left.upper > 50_000.0);
    }

    /// After a checkpoint the share is that of the whole proof, not of this call.
    #[test]
    fn nodes_of_earlier_calls_count() {
        let mut search = RootSearch::new(WINNER, 0);
        search.report(4, 10, 10, 40_000);
        assert!(
            (share(&search, 10) - 0.4).abs() < 1e-9,
            "the table has decided four moves at once"
        );
        assert!(
            (share(&search, 10_010) - 0.45).abs() < 1e-3,
            "the fifth has taken as long as each of them"
        );
        let left = search
            .estimate(10)
            .expect("enough nodes are known")
            .nodes_left;
        assert!(left.lower < 60_000.0 && left.upper > 60_000.0, "{left:?}");
    }

    #[test]
    fn work_grows_with_what_is_still_to_be_proved() {
        let search = |stage| {
            let mut search = RootSearch::new(stage, 0);
            search.report(2, 10, 20_000, 0);
            search
                .estimate(20_000)
                .expect("enough nodes are searched")
                .nodes_left
                .upper
        };
        let winner = |is_likely, margin_ratio| {
            search(ProofStage::Winner {
                is_likely,
                margin_ratio,
            })
        };
        assert!(winner(true, 0.0) < winner(false, 0.0));
        assert!(winner(false, 0.0) < winner(false, margin_ratio(0)));
        assert!(margin_ratio(0) < margin_ratio(-500) && margin_ratio(5000) == margin_ratio(1000));
        assert_eq!(search(ProofStage::Done), 0.0);
    }
}
