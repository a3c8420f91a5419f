//! Exact values: one request and one answer for all games, and a strategy for each kind of game.

mod areas;
mod chance;
mod reporter;
mod search;

use std::cmp::Reverse;
use std::time::Duration;

use floe_endgame::{Checkpoint, CheckpointError, Objective, SolverOptions};
use floe_game::{Interval, Notated, Player, Score};
use floe_search::Limits;

use crate::games::{EngineGame, EvalFeatures};
use crate::{AnalysisError, AnyGame, GameValue, with_game};

pub(crate) use areas::{solve_areas, solve_areas_max_n};
pub(crate) use chance::solve_chance;
use reporter::CurrentMove;
pub(crate) use reporter::Listener;
pub(crate) use search::solve_by_search;

/// What to prove, with what, and until when.
#[derive(Clone, Copy, Debug)]
pub struct SolveRequest<'a> {
    /// Exact values, or only who wins.
    pub objective: Objective,
    /// Whether to prove the value of every move.
    pub all: bool,
    /// When to end; the depth does not count.
    pub limits: Limits<'a>,
    /// Number of threads, at least one.
    pub threads: usize,
    /// Size of the table in MiB.
    pub hash_mebibytes: usize,
    /// File to resume the proof from and to save it in: at this interval, and when it ends.
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

/// State of a proof under way.
#[derive(Clone, Debug)]
pub struct SolveProgress<'a> {
    /// Bounds of the position, or of the move under way.
    pub bounds: Option<Interval<GameValue>>,
    /// The move under way as it is written, where every move is solved.
    pub mv: Option<&'a str>,
    /// Number of moves that are solved, and of those to solve.
    pub done: (usize, usize),
    /// Number of moves done in the search under way, and of all: moves of the position, or after the move under way.
    pub share: (u32, u32),
    /// Nodes searched for the position or move under way.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// Fill of the table, in thousandths.
    pub hash_full: u32,
}

/// Event of a proof under way.
#[derive(Debug)]
pub enum SolveEvent<'a> {
    /// The proof has got on.
    Progress(SolveProgress<'a>),
    /// Something has become of the checkpoint.
    Checkpoint(CheckpointEvent),
}

/// Event of a checkpoint.
#[derive(Debug)]
pub enum CheckpointEvent {
    /// The proof resumes from this many entries.
    Resumed(u64),
    /// This many entries have been saved.
    Saved(u64),
    /// Saving has failed; the proof goes on.
    Failed(CheckpointError),
}

/// Result of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved<M> {
    /// Bounds of the value of the position.
    pub bounds: Interval<GameValue>,
    /// The line under best play to the end of the game, as far as it was found before a limit; where the value is not known exactly, a move
    /// that is proved to keep the lower bound, if there is one. Empty where the game is over.
    pub line: Vec<M>,
    /// Bounds of the moves, best first: of all moves where that was asked for, else of the best one where it is known.
    pub moves: Vec<(M, Interval<GameValue>)>,
    /// Nodes searched.
    pub nodes: u64,
    /// Whether the table lay on huge pages.
    pub huge_pages: bool,
}

impl<M> Solved<M> {
    /// Applies a function to every move, such as one that writes it.
    pub fn map_moves<T>(self, write: impl Fn(M) -> T) -> Solved<T> {
        let Solved { bounds, line, moves, nodes, huge_pages } = self;
        Solved {
            bounds,
            line: line.into_iter().map(&write).collect(),
            moves: moves.into_iter().map(|(mv, bounds)| (write(mv), bounds)).collect(),
            nodes,
            huge_pages,
        }
    }
}

/// Bounds of a move, with its lower bound for the player who makes it.
struct SolvedMove<M, V> {
    mv: M,
    least: V,
    bounds: Interval<GameValue>,
}

impl<M> SolvedMove<M, Score> {
    /// A move with bounds of everybody's result.
    fn of_results(mv: M, results: &[Interval<Score>], mover: Player) -> SolvedMove<M, Score> {
        SolvedMove { mv, least: results[mover.index()].lower, bounds: result_bounds(results) }
    }
}

/// Bounds of everybody's result.
fn result_bounds(results: &[Interval<Score>]) -> Interval<GameValue> {
    let value = |bound: fn(&Interval<Score>) -> Score| {
        GameValue::of_scores(&results.iter().map(bound).collect::<Vec<_>>(), true)
    };
    Interval::new(value(|result| result.lower), value(|result| result.upper))
}

/// Bounds of all moves by those of the positions after them, each for the side to move.
fn every_move<G: EngineGame>(
    position: &G,
    mut prove: impl FnMut(&G, CurrentMove<'_>) -> Interval<Score>,
) -> Vec<(G::Move, Interval<Score>)> {
    let (all, side) = (position.moves(), position.last_turn().index() & 1);
    let prove = |(number, &mv): (usize, &G::Move)| {
        let child = position.after(mv);
        let text = position.move_text(mv);
        let margin = prove(&child, CurrentMove { mv: Some(&text), done: (number, all.len()) });
        (mv, if child.last_turn().index() & 1 == side { margin } else { -margin })
    };
    all.iter().enumerate().map(prove).collect()
}

/// Bounds of the margin for the side to move by the rules alone; when the game is over, for the side of the last turn.
fn possible_margin<G: EngineGame + EvalFeatures>(position: &G) -> Interval<Score> {
    let mover = position.last_turn();
    let other = Player::new(mover.index() ^ 1);
    let margin = position.score(mover) - position.score(other);
    if position.is_over() {
        return Interval::exact(margin);
    }
    let (own, others) = (position.prospects(mover), position.prospects(other));
    Interval::new(margin + own.lower - others.upper, margin + own.upper - others.lower)
}

/// The moves, best first: exact values before others, then by what the player who moves gets at least. The best one alone unless all are
/// asked for.
fn ranked<M: Copy + Ord, V: Copy + Ord>(
    mut moves: Vec<SolvedMove<M, V>>,
    best: Option<M>,
    request: &SolveRequest<'_>,
) -> Vec<(M, Interval<GameValue>)> {
    moves.sort_by_key(|SolvedMove { mv, least, bounds }| (!bounds.is_exact(), Reverse(*least), Some(*mv) != best, *mv));
    moves.retain(|proved| request.all || Some(proved.mv) == best);
    moves.into_iter().map(|proved| (proved.mv, proved.bounds)).collect()
}

/// The moves, best first by the bounds of their margins.
fn ranked_by_margin<M: Copy + Ord>(mut moves: Vec<(M, Interval<Score>)>, best: Option<M>) -> Vec<(M, Interval<Score>)> {
    moves.sort_by_key(|&(mv, margin)| (Reverse((margin.lower, margin.upper)), Some(mv) != best, mv));
    moves
}

/// Proves the value of a position, and of its moves.
///
/// With two sides the value is the final margin. With more it is everybody's result under max^n with the tie rule
/// of the notation, which makes it unique. Where chance has a say values are expectations.
///
/// # Errors
/// While penguins are still to be placed, when there is no memory for the table, or when a checkpoint cannot be resumed; with variants
/// checkpoints are for two sides, and where chance has no say. A checkpoint that cannot be saved is told to `progress`, and the proof goes
/// on.
pub fn solve<G: EngineGame>(
    position: &G,
    request: &SolveRequest<'_>,
    mut progress: impl FnMut(&SolveEvent<'_>),
) -> Result<Solved<G::Move>, AnalysisError> {
    if EngineGame::is_placement(position) {
        return Err(AnalysisError::Placement);
    }
    if position.is_over() {
        let bounds = Interval::exact(position.result());
        return Ok(Solved { bounds, line: Vec::new(), moves: Vec::new(), nodes: 0, huge_pages: false });
    }
    position.prove(request, &mut progress)
}

/// Proves the value of a position of any game, and of its moves, which are returned as they are written.
///
/// # Errors
/// As [`solve`].
pub fn solve_any(
    position: &AnyGame,
    request: &SolveRequest<'_>,
    progress: impl FnMut(&SolveEvent<'_>),
) -> Result<Solved<String>, AnalysisError> {
    with_game!(position, position => {
        Ok(solve(position, request, progress)?.map_moves(|mv| position.move_text(mv)))
    })
}
