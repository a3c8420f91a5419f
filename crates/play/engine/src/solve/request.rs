//! Requests, progress and results of proofs.

use std::time::{Duration, Instant};

use floe_endgame::{
    CertifyProgress, Checkpoint, CheckpointError, Objective, Solver, SolverOptions, WorkEstimate,
};
use floe_game::{Interval, Score};
use floe_search::{Limits, Options, TableError, TableView};

use crate::{AnalysisError, AnyGame, AnyMove, GameRules, GameValue, MixedSolution};

/// Goal, means and limits of a proof. By default the whole value of the position but no values of
/// moves, no limits, one thread and a table of 64 MiB.
#[derive(Clone, Copy, Debug)]
pub struct SolveRequest<'a> {
    /// Whether to prove the whole value, or only who wins; who wins needs two sides and no chance.
    pub objective: Objective,
    /// Whether to prove the value of every move too; not possible for a player who knows tiles that
    /// are hidden from the other.
    pub all: bool,
    /// Limits of the whole proof; its depth is ignored.
    pub limits: Limits<'a>,
    /// Number of threads, at least one.
    pub threads: usize,
    /// Size of the table in MiB.
    pub hash_mebibytes: usize,
    /// File to resume the proof from and to save it in, and the time between saves; the end of the
    /// proof is saved too. `None` to save nothing.
    pub checkpoint: Option<(&'a Checkpoint, Duration)>,
}

impl SolveRequest<'_> {
    /// Checks that a game with these rules has what is to be proved: where chance decides values
    /// are expectations.
    pub(super) fn expect_proof_of(&self, rules: GameRules) -> Result<(), AnalysisError> {
        if self.objective == Objective::WinDrawLoss && rules.has_chance() {
            return Err(AnalysisError::NoSuchProof {
                what: "objective wdl",
                without: "chance",
                rules,
            });
        }
        Ok(())
    }

    /// Checks that no checkpoint is asked for, of which proofs of a game with these rules know
    /// nothing.
    pub(crate) fn expect_no_checkpoint(&self, rules: GameRules) -> Result<(), AnalysisError> {
        self.checkpoint
            .map_or(Ok(()), |_| Err(AnalysisError::NoCheckpoint(rules)))
    }
}

impl Default for SolveRequest<'_> {
    fn default() -> Self {
        let SolverOptions {
            threads,
            hash_mebibytes,
            ..
        } = SolverOptions::default();
        let objective = Objective::Margin;
        let limits = Limits::default();
        SolveRequest {
            objective,
            all: false,
            limits,
            threads,
            hash_mebibytes,
            checkpoint: None,
        }
    }
}

impl SolveRequest<'_> {
    pub(super) fn solver(&self) -> Result<Solver, TableError> {
        let SolveRequest {
            threads,
            hash_mebibytes,
            ..
        } = *self;
        Solver::new(SolverOptions {
            threads,
            hash_mebibytes,
            ..SolverOptions::default()
        })
    }

    pub(super) fn options(&self, lines: usize) -> Options {
        let SolveRequest {
            threads,
            hash_mebibytes,
            ..
        } = *self;
        Options {
            threads,
            hash_mebibytes,
            lines,
            ..Options::default()
        }
    }
}

/// State of a proof under way: bounds, moves done, work left, nodes and time.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SolveProgress<'a> {
    /// Bounds proved so far of the value of the position, or of the current move where every move
    /// is solved, for the player to move in the position; `None` before there are any.
    pub bounds: Option<Interval<GameValue>>,
    /// The current move in notation, where every move is solved; else `None`.
    pub mv: Option<&'a str>,
    /// Number of moves of the position that are solved, and of all to solve; 0 of 1 where only the
    /// position is solved.
    pub done: (usize, usize),
    /// Number of moves done at the root of the current search, and of all moves there. Where moves
    /// are not counted, it is 0 of 0, or 0 of 1.
    pub share: (u32, u32),
    /// Depth in plies of the current search, where a proof goes from depth to depth until all lines
    /// end; 0 in other proofs: of the base game, and of Gone Fishing!.
    pub depth: u32,
    /// Estimated work of the proof of the position, or of the current move; `None` where it is not
    /// estimated: for other games than the base game, with more than two players, and for the first
    /// nodes.
    pub work: Option<WorkEstimate>,
    /// Number of nodes searched since the proof began.
    pub nodes: u64,
    /// Time since the proof began.
    pub elapsed: Duration,
    /// Used share of the table, in thousandths; 0 for proofs without one.
    pub hash_full: u32,
}

/// Part of the current search that is done.
#[derive(Clone, Copy, Default)]
pub(super) struct SearchShare {
    /// Number of moves done at its root, and of all moves there; of none if they are not counted.
    pub(super) moves: (u32, u32),
    /// Estimated work of the proof.
    pub(super) work: Option<WorkEstimate>,
    /// Depth in plies, where a proof goes from depth to depth; else 0.
    pub(super) depth: u32,
}

impl SearchShare {
    /// Part of a search from depth to depth, which is at this one.
    pub(super) fn to_depth(depth: u32) -> SearchShare {
        SearchShare {
            depth,
            ..SearchShare::default()
        }
    }
}

/// Event of a proof under way.
#[derive(Debug)]
#[non_exhaustive]
pub enum SolveEvent<'a> {
    /// The proof has advanced to this state.
    Progress(SolveProgress<'a>),
    /// The proof resumes from a checkpoint that holds this number of table entries.
    Resumed(u64),
    /// A checkpoint that holds this number of table entries has been saved.
    Saved(u64),
    /// A checkpoint could not be saved, for this reason; the proof goes on.
    SaveFailed(CheckpointError),
    /// The search for the certificate has advanced to this state.
    Certifying(CertifyProgress),
}

/// Receives the events of a proof.
pub(crate) type Listener<'a> = &'a mut dyn FnMut(&SolveEvent<'_>);

/// Result of a proof. `M` is the type of the moves.
#[derive(Clone, PartialEq, Debug)]
pub struct SolveResult<M> {
    /// Proved bounds of the value of the position; equal if the value is exact. Between two sides
    /// the value is the final margin for the side to move. In Gone Fishing! it is that margin at
    /// the end of the current day, not of the game, as a mean in points.
    pub bounds: Interval<GameValue>,
    /// Best play to the end of the game, as far as it was found within the limits. Without an exact
    /// value it is a move that is proved to keep the lower bound, or empty. Empty when the game is
    /// over.
    pub line: Vec<M>,
    /// Moves with the proved bounds of their values for the player to move in the position, best
    /// first: all moves on request, else at most the best one.
    pub moves: Vec<(M, Interval<GameValue>)>,
    /// Number of nodes searched, by all threads together.
    pub nodes: u64,
    /// Bounds in points and mixed strategy of the day that is played, in Gone Fishing!; `None` in
    /// all other games, and when the game is over.
    pub mixed: Option<MixedSolution<M>>,
}

impl SolveResult<AnyMove> {
    /// The result with its moves in notation, as moves of the position that was solved.
    #[must_use]
    pub fn in_notation(&self, position: &AnyGame) -> SolveResult<String> {
        self.clone().map_lines(|moves| position.line_text(moves))
    }
}

impl<M> SolveResult<M> {
    /// Applies `write` to [`line`](Self::line), to every move of [`moves`](Self::moves) as a line
    /// of its own, and to every turn of the strategy in [`mixed`](Self::mixed): for example to
    /// write them in notation. Each of these lines begins at the position that was solved. `write`
    /// must return as many moves as it is given.
    pub fn map_lines<T>(self, write: impl Fn(&[M]) -> Vec<T>) -> SolveResult<T> {
        let SolveResult {
            bounds,
            line,
            moves,
            nodes,
            mixed,
        } = self;
        SolveResult {
            bounds,
            line: write(&line),
            moves: moves
                .into_iter()
                .flat_map(|(mv, bounds)| Some((write(&[mv]).pop()?, bounds)))
                .collect(),
            nodes,
            mixed: mixed.map(|mixed| mixed.map_turns(&write)),
        }
    }
}

/// Current part of a proof.
#[derive(Clone, Copy)]
pub(super) struct CurrentMove<'a> {
    /// The move in notation, where every move is solved; else `None`.
    pub(super) mv: Option<&'a str>,
    pub(super) done: (usize, usize),
    /// Whether the other side moves after it.
    pub(super) is_turned: bool,
}

impl CurrentMove<'_> {
    /// The position itself.
    pub(super) const NONE: CurrentMove<'static> = CurrentMove {
        mv: None,
        done: (0, 1),
        is_turned: false,
    };

    /// Bounds of the margin for the side that makes the move, from those for the side to move after
    /// it.
    pub(super) fn margin_bounds(&self, bounds: Interval<Score>) -> Interval<GameValue> {
        GameValue::margin_bounds(if self.is_turned { -bounds } else { bounds })
    }
}

/// Reports the progress of a proof, and saves it at intervals.
pub(super) struct Reporter<'a, 'b> {
    limits: Limits<'a>,
    checkpoint: Option<(&'a Checkpoint, Duration)>,
    saved: Instant,
    is_saved: fn(u64) -> bool,
    listener: Listener<'b>,
    /// Nodes of the searches before the current one.
    pub(super) nodes: u64,
}

impl<'a, 'b> Reporter<'a, 'b> {
    pub(super) fn new(
        request: &SolveRequest<'a>,
        listener: Listener<'b>,
        is_saved: fn(u64) -> bool,
    ) -> Reporter<'a, 'b> {
        let SolveRequest {
            limits, checkpoint, ..
        } = *request;
        Reporter {
            limits,
            checkpoint,
            saved: Instant::now(),
            is_saved,
            listener,
            nodes: 0,
        }
    }

    /// Resumes from the checkpoint if there is one; `load` returns the number of its entries.
    pub(super) fn resume(
        &mut self,
        load: impl FnOnce(&Checkpoint) -> Result<u64, CheckpointError>,
    ) -> Result<(), CheckpointError> {
        if let Some((checkpoint, _)) = self
            .checkpoint
            .filter(|(checkpoint, _)| checkpoint.exists())
        {
            let entries = load(checkpoint)?;
            (self.listener)(&SolveEvent::Resumed(entries));
        }
        Ok(())
    }

    /// The rest of the limits.
    pub(super) fn limits(&self) -> Limits<'a> {
        let nodes = self
            .limits
            .nodes
            .map(|nodes| nodes.saturating_sub(self.nodes));
        Limits {
            nodes,
            ..self.limits
        }
    }

    /// Reports the bounds proved so far; `nodes` are those of the current search.
    pub(super) fn report(
        &mut self,
        bounds: Option<Interval<GameValue>>,
        CurrentMove { mv, done, .. }: CurrentMove<'_>,
        SearchShare {
            moves: share,
            work,
            depth,
        }: SearchShare,
        nodes: u64,
        hash_full: u32,
    ) {
        let nodes = self.nodes + nodes;
        let elapsed = self.limits.start.elapsed();
        let progress = SolveProgress {
            bounds,
            mv,
            done,
            share,
            depth,
            work,
            nodes,
            elapsed,
            hash_full,
        };
        (self.listener)(&SolveEvent::Progress(progress));
    }

    /// Saves the proof if the interval has passed.
    pub(super) fn save_if_due(&mut self, table: TableView<'_>) {
        if self
            .checkpoint
            .is_some_and(|(_, interval)| self.saved.elapsed() >= interval)
        {
            self.save(table);
            self.saved = Instant::now();
        }
    }

    /// Saves the proof.
    pub(super) fn save(&mut self, table: TableView<'_>) {
        if let Some((checkpoint, _)) = self.checkpoint {
            let saved = checkpoint.save(table, self.is_saved);
            (self.listener)(&saved.map_or_else(SolveEvent::SaveFailed, SolveEvent::Saved));
        }
    }
}
