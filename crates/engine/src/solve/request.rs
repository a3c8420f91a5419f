use std::time::Duration;

use floe_endgame::{Checkpoint, Objective, SolverOptions};
use floe_search::Limits;

/// What to prove, with what, and until when.
#[derive(Clone, Copy, Debug)]
pub struct SolveRequest<'a> {
    /// Exact values, or only who wins.
    pub objective: Objective,
    /// Whether to prove what every move is worth.
    pub all: bool,
    /// When to end; of the depth nothing is asked.
    pub limits: Limits<'a>,
    /// How many threads, at least one.
    pub threads: usize,
    /// The size of the table in MiB.
    pub hash_mebibytes: usize,
    /// Where the proof is taken up, if there is one, and kept: so often, and when it ends.
    pub checkpoint: Option<(&'a Checkpoint, Duration)>,
}

/// The margin of the position alone, without limits, with one thread and a table of 64 MiB.
impl Default for SolveRequest<'_> {
    fn default() -> Self {
        let SolverOptions { threads, hash_mebibytes, .. } = SolverOptions::default();
        let (objective, limits) = (Objective::Margin, Limits::default());
        SolveRequest { objective, all: false, limits, threads, hash_mebibytes, checkpoint: None }
    }
}
