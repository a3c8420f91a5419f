//! The solver orders by what the engine has learned: with 18 free tiles and more by the network's
//! estimates and the expected size of trees; below by territory and that size
//! (`child_features.rs`). Networks are integers: proofs take the same nodes on every machine.

use floe_evaluation::{BareEnding, EndingEvaluation};
use floe_game::{Interval, Score};
use smallvec::SmallVec;

use super::child_features::{ChildFeatures, LANES};
use super::children::Child;
use crate::ending::Ending;
use crate::fish_map::FishMap;

/// Orders the moves of large endings by the learned network (`docs/evaluation.md`).
pub(super) struct NetworkOrdering {
    evaluation: EndingEvaluation,
}

/// Minimum number of free hexes of endings whose moves are ordered by the network. From 11 on,
/// proofs of 44 tiles take as many nodes and more time.
pub(super) const NETWORK_SIZE: u32 = 18;
/// Weight of the expected cost of trees next to the network, in 1/100. Tuned on proofs of 44 tiles:
/// 50 takes 1.12 times the nodes, 100 takes 1.2 times.
const EFFORT: Score = 70;

impl NetworkOrdering {
    pub(super) fn new(fish: &FishMap) -> NetworkOrdering {
        NetworkOrdering {
            evaluation: EndingEvaluation::new(fish.tiles()),
        }
    }

    /// Evaluation of an ending for the side to move, in 1/128 fish.
    pub(super) fn margin(&self, ending: &Ending) -> Score {
        let bare = BareEnding {
            free: ending.free,
            penguins: [ending.me.penguins, ending.other.penguins],
        };
        self.evaluation.margins(&[bare])[0]
    }

    /// Evaluations of the rests of children for the side to move in them, within their bounds, plus
    /// the expected costs of their trees, in 1/128 fish; zero without a rest. `features` are those
    /// of the children.
    #[inline]
    pub(super) fn scores(&self, features: &ChildFeatures, children: &[Child]) -> [Score; LANES] {
        let mut scores = [0; LANES];
        let mut lanes = SmallVec::<[usize; LANES]>::new();
        let mut endings = SmallVec::<[BareEnding; LANES]>::new();
        for (lane, child) in children.iter().enumerate() {
            if let Some(rest) = &child.rest {
                lanes.push(lane);
                endings.push(BareEnding {
                    free: rest.free,
                    penguins: [rest.me.penguins, rest.other.penguins],
                });
            }
        }
        if endings.is_empty() {
            return scores;
        }
        for (lane, margin) in lanes.into_iter().zip(self.evaluation.margins(&endings)) {
            if let Some(rest) = &children[lane].rest {
                let Interval { lower, upper } = rest.bounds();
                scores[lane] =
                    margin.clamp(lower, upper) + features.effort(lane, rest) * EFFORT / 100;
            }
        }
        scores
    }
}
