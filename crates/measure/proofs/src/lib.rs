//! Proofs of the base game on many machines (`docs/proofs.md`).
//!
//! A proof asks one claim after another, "the margin is `b` or more", until the margin is known
//! ([`next_bound`]). Once its bounds are at most a fish apart, a search finds the value of its
//! ending wherever that can matter. A claim holds if after one move the other side gets less than a
//! certain bound, and fails if it does after none. So a proof is a graph of claims about endings,
//! keyed as in the table of the solver, and what is too large for one search is split into its
//! moves.
//!
//! **There is no master.** The workers share a folder ([`ProofFolder`]), and each plans for itself:
//! it reads what all have proved, rebuilds the graph from the root, takes the most relevant leaf
//! that no other worker searches, searches it with a limited number of nodes, appends what it has
//! found to a file of its own, and begins again.
//!
//! - *Bounds are facts.* The larger lower and the smaller upper bound hold ([`MergedBounds`]), so
//!   files are merged in any order, twice or with parts missing, and a claim that two workers
//!   search costs time only.
//! - *Files only grow*, and each has one writer. A worker that is killed loses what it has searched
//!   in the last seconds; its lock ends with it.
//! - *A search that runs out of nodes is not lost.* Its bounds of large endings below are kept, and
//!   its ending becomes an inner node, whose moves are the new leaves.
//!
//! The plan ([`Planner`]) is by expectation. The chance that a claim holds follows from the
//! estimate of the ending, the cost of its search from tiles and distance between estimate and
//! bound; the model is fitted to the jobs that have ended. Moves are searched in the order of cost
//! over chance of a proof, and the expected cost of an ending is the sum of the costs of its moves,
//! each times the probability that no earlier one has settled the claim. The *relevance* of a leaf
//! is the probability that the proof needs it: the product of those probabilities from the root
//! down, joined over all ways that lead to it. One worker takes leaves of relevance one; the tenth
//! takes the tenth most relevant one.
//!
//! *A worker without a likely claim helps another.* It splits an ending that is being searched, for
//! itself alone, and searches one of the moves. The searcher begins with the first move, puts off
//! moves that others search ([`ClaimSearch::defer`](floe_endgame::ClaimSearch::defer)), and finds
//! their bounds in its table.
//!
//! A plan is kept for twenty times as long as it took, so that planning takes at most a twentieth
//! of the time.

mod bounds;
mod choice;
mod claim_table;
mod cost;
mod folder;
mod planner;
mod question;
mod record;
mod status;
mod worker;

pub use bounds::MergedBounds;
pub use choice::{ClaimChoice, OpenProof, Patience};
pub use cost::{CostModel, chance};
pub use folder::{
    BoundsReader, DamagedRecord, Lease, NewRecords, ProofFolder, ProofFolderError,
    ProofFolderProblem, WorkerFile,
};
pub use planner::{
    ClaimTree, Endings, FinishedJob, JobOutcome, NodeValue, OpenClaim, Plan, PlannedMove, Planner,
};
pub use question::next_bound;
pub use status::{JobCounts, ProofStatus};
pub use worker::{
    ProofState, WorkDone, Worker, WorkerError, WorkerEvent, WorkerListener, WorkerOptions,
};
