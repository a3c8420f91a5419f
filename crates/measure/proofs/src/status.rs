use floe_endgame::{Objective, Solver, SolverOptions, SplitMove};
use floe_game::{Interval, Score};

use crate::folder::{DamagedRecord, ProofFolder, ProofFolderError};
use crate::planner::{ClaimTree, JobOutcome};
use crate::worker::{Knowledge, ProofState, WorkerEvent};

/// State of a proof as its folder shows it, with the jobs done so far and the workers.
#[derive(Clone, PartialEq, Debug)]
pub struct ProofStatus {
    /// Bounds, claims and nodes of the proof.
    pub state: ProofState,
    /// Numbers of jobs that have ended, of all workers together.
    pub jobs: JobCounts,
    /// Time of all these jobs, added up, in seconds.
    pub seconds: f64,
    /// Best move of the root so far, in notation: the move that proves the lower bound of the
    /// margin if it is found, otherwise the move to try first. `None` if no worker has looked at
    /// the moves, or the player to move has none.
    pub best: Option<String>,
    /// Names of the workers that search at this moment, each with the key of the ending that it
    /// searches.
    pub busy: Vec<(String, u64)>,
    /// Tree of the claim that is asked now. It is about the ending at the root, so its bounds do
    /// not include the part of the margin that is certain already. `None` if the objective is
    /// reached.
    pub tree: Option<ClaimTree>,
    /// Records that are damaged or contradict others; they count for nothing.
    pub damaged: Vec<DamagedRecord>,
}

/// Numbers of finished jobs by the way in which they ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct JobCounts {
    /// Number of jobs that settled their claim.
    pub settled: u64,
    /// Number of jobs that ran out of nodes: the proof splits their endings.
    pub exhausted: u64,
    /// Number of jobs that were stopped, or whose claim was no longer needed.
    pub dropped: u64,
}

impl ProofStatus {
    /// Reads the state of the proof in a folder, with its tree to `depth` plies. `objective` is the
    /// objective of the workers: all of the margin, or only who wins.
    ///
    /// # Errors
    /// If the folder cannot be read, or a file is of another proof.
    pub fn of(
        folder: &ProofFolder,
        objective: Objective,
        depth: u32,
    ) -> Result<ProofStatus, ProofFolderError> {
        let mut damaged = Vec::new();
        let mut knowledge = Knowledge::new(folder);
        knowledge.refresh(&mut |event| {
            if let WorkerEvent::Damaged(record) = event {
                damaged.push(record.clone());
            }
        })?;
        let (state, _) = knowledge.plan(objective);
        knowledge.name_contradicting(&mut |event| {
            if let WorkerEvent::Damaged(record) = event {
                damaged.push(record.clone());
            }
        })?;
        let mut jobs = JobCounts::default();
        let mut seconds = 0.0;
        for job in knowledge.planner.finished() {
            seconds += f64::from(job.centiseconds) / 100.0;
            match job.outcome {
                JobOutcome::Settled => jobs.settled += 1,
                JobOutcome::Exhausted => jobs.exhausted += 1,
                JobOutcome::Dropped => jobs.dropped += 1,
                JobOutcome::Split => {}
            }
        }
        let busy = folder.busy_workers()?;
        let certain = knowledge.root.certain;
        let tree = state.bound.zip(knowledge.root.rest).map(|(bound, root)| {
            knowledge
                .planner
                .tree(&root, bound - certain, &knowledge.bounds, depth)
        });
        let best = knowledge.best_move(&state, tree.as_ref());
        Ok(ProofStatus {
            state,
            jobs,
            seconds,
            best,
            busy,
            tree,
            damaged,
        })
    }

    /// Mean number of nodes per second of one worker, over all jobs that have ended; 0 if none has.
    pub fn nodes_per_second(&self) -> f64 {
        if self.seconds > 0.0 {
            self.state.nodes as f64 / self.seconds
        } else {
            0.0
        }
    }
}

impl Knowledge {
    /// Text of the best move of the root: one that keeps the proved lower bound, or else that of
    /// the records, if it is a move at all, or the first of the tree.
    fn best_move(&self, state: &ProofState, tree: Option<&ClaimTree>) -> Option<String> {
        let root = self.root.rest?;
        let proving = self.proving_move(state.margin);
        let known = self.bounds.of(root.key()).best;
        let is_move = |bits| {
            bits != 0
                && self
                    .planner
                    .endings()
                    .moves(&root)
                    .iter()
                    .any(|mv| mv.bits == bits)
        };
        let known = Some(known)
            .filter(|&best| is_move(best))
            .map(SplitMove::text_of);
        proving
            .or(known)
            .or_else(|| Some(tree?.moves.first()?.move_text()))
    }

    /// Text of a move that keeps the proved lower bound of the margin; `None` if it is not found
    /// soon.
    fn proving_move(&self, margin: Interval<Score>) -> Option<String> {
        /// Size of the table, enough for the bounds that a line of a proof needs.
        const HASH_MEBIBYTES: usize = 64;
        let options = SolverOptions {
            threads: 1,
            hash_mebibytes: HASH_MEBIBYTES,
            ..SolverOptions::default()
        };
        let mut solver = Solver::new(options).ok()?;
        self.teach(&mut solver);
        solver
            .proving_move(self.folder.position(), margin)
            .ok()?
            .map(|mv| mv.to_string())
    }
}

impl ClaimTree {
    /// Text of the move that leads to the ending: a slide such as `c3-f3`, `wait` or `pass`; at the
    /// root it is `pass`, too.
    pub fn move_text(&self) -> String {
        SplitMove::text_of(self.bits)
    }
}
