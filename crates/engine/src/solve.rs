use std::cell::Cell;
use std::cmp::Ordering;
use std::time::{Duration, Instant};

use floe_endgame::{Checkpoint, ManySolver, Objective, Results, Solver, SolverOptions};
use floe_fish::{AnyPosition, Move, Position, Value};
use floe_game::{Game, Notated, Player, Score, TableView};
use floe_hex::Layout;
use floe_search::Limits;
use floe_variants::AnyGame;

use crate::analysis::result;
use crate::{AnalysisError, Outcome, variants};

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

/// What is proved of a position or a move, for the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// It is worth at least this.
    pub at_least: Outcome,
    /// It is worth at most this.
    pub at_most: Outcome,
}

impl Bounds {
    /// The value, where the bounds meet.
    pub fn exact(&self) -> Option<&Outcome> {
        (self.at_least == self.at_most).then_some(&self.at_least)
    }

    /// Who wins between two sides, where the bounds say it: greater for the side to move, equal for a draw.
    pub fn sign(&self) -> Option<Ordering> {
        let (Outcome::Margin(least), Outcome::Margin(most)) = (&self.at_least, &self.at_most) else { return None };
        let even = Value::default();
        let (least, most) = (least.cmp(&even), most.cmp(&even));
        (least == most || least.is_gt() || most.is_lt()).then(|| if least.is_gt() { least } else { most })
    }
}

/// What has been proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved<M = Move> {
    /// What the position is worth.
    pub bounds: Bounds,
    /// The line under best play to the end of the game, as far as it was found before a limit; where the value is not known exactly, a move
    /// that is proved to keep what is known at least, if there is one. Empty where the game is over.
    pub line: Vec<M>,
    /// What the moves are worth, best first: all of them where that was asked for, else the best one where it is known.
    pub moves: Vec<(M, Bounds)>,
    /// Nodes searched.
    pub nodes: u64,
    /// Whether the table lay on huge pages.
    pub huge_pages: bool,
}

impl<M> Solved<M> {
    /// The same with moves told in another way, as their texts for example.
    pub fn told<T>(&self, tell: impl Fn(&M) -> T) -> Solved<T> {
        Solved {
            bounds: self.bounds.clone(),
            line: self.line.iter().map(&tell).collect(),
            moves: self.moves.iter().map(|(mv, bounds)| (tell(mv), bounds.clone())).collect(),
            nodes: self.nodes,
            huge_pages: self.huge_pages,
        }
    }
}

/// How far a proof has come.
#[derive(Clone, Debug)]
pub struct SolveProgress {
    /// What is proved of the position, or of the move under way.
    pub bounds: Option<Bounds>,
    /// The move under way, where every move is solved, as it is written.
    pub mv: Option<String>,
    /// How many moves are solved, of how many are to be.
    pub done: (usize, usize),
    /// How many moves of the position, or after the move under way, are done in the search under way, of how many.
    pub share: (u32, u32),
    /// Nodes searched for what is under way.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
}

/// What a proof has to tell while it is under way.
#[derive(Clone, Debug)]
pub enum SolveNews {
    /// How far it has come.
    Progress(SolveProgress),
    /// That it was taken up or kept, or why it could not be kept.
    Checkpoint(Result<Kept, String>),
}

/// What has become of a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// So many entries were found in it.
    Resumed(u64),
    /// So many entries are in it.
    Saved(u64),
}

/// Proves what a position is worth, and its moves.
///
/// With two players the value is the final margin. With more it is everybody's result under max^n with the tie rule
/// of the notation, which makes it unique.
///
/// # Errors
/// While penguins are still to be placed, when there is no memory for the table, or when a checkpoint that is there cannot be
/// taken up. A checkpoint that cannot be written is told to `progress`, and the proof goes on.
pub fn solve(
    position: &AnyPosition,
    request: &SolveRequest<'_>,
    mut progress: impl FnMut(&SolveNews),
) -> Result<Solved, AnalysisError> {
    match position {
        AnyPosition::Two(position) => solve_two(position, request, &mut progress),
        AnyPosition::Three(position) => solve_more(position, request, &mut progress),
        AnyPosition::Four(position) => solve_more(position, request, &mut progress),
    }
}

/// The same for a position of anything, moves told as texts.
///
/// # Errors
/// As [`solve`]; with variants checkpoints are for two sides, and where chance has no say.
pub fn solve_any(
    position: &AnyGame,
    request: &SolveRequest<'_>,
    mut progress: impl FnMut(&SolveNews),
) -> Result<Solved<String>, AnalysisError> {
    if let AnyGame::Variant(position) = position {
        return Ok(variants::solve(position, request, &mut progress)?.told(|&mv| position.move_text(mv)));
    }
    if let AnyGame::Special(position) = position {
        return Ok(variants::solve(position, request, &mut progress)?.told(|&mv| position.move_text(mv)));
    }
    if let AnyGame::Hidden(position) = position {
        return Ok(variants::solve_hidden(position, request, &mut progress)?.told(|&risk| position.move_text(risk)));
    }
    let position = position.base().expect("it is no variant");
    Ok(solve(&position, request, progress)?.told(Move::to_string))
}

type Listener<'a> = &'a mut dyn FnMut(&SolveNews);

/// Keeps a proof from time to time.
pub(crate) struct Keeper<'a> {
    checkpoint: Option<(&'a Checkpoint, Duration)>,
    last: Cell<Instant>,
    worth: fn(u64) -> bool,
}

impl<'a> Keeper<'a> {
    pub(crate) fn new(request: &SolveRequest<'a>, worth: fn(u64) -> bool) -> Keeper<'a> {
        Keeper { checkpoint: request.checkpoint, last: Cell::new(Instant::now()), worth }
    }

    /// The checkpoint to be taken up, if there is one.
    pub(crate) fn found(&self) -> Option<&'a Checkpoint> {
        self.checkpoint.map(|(checkpoint, _)| checkpoint).filter(|checkpoint| checkpoint.exists())
    }

    pub(crate) fn keep_if_due(&self, table: TableView<'_>) -> Option<Result<Kept, String>> {
        let (_, interval) = self.checkpoint?;
        if self.last.get().elapsed() < interval {
            return None;
        }
        let kept = self.keep(table);
        self.last.set(Instant::now());
        kept
    }

    /// Keeps what there is when a proof ends, whatever has ended it.
    pub(crate) fn keep(&self, table: TableView<'_>) -> Option<Result<Kept, String>> {
        let saved = self.checkpoint?.0.save(table, self.worth);
        Some(saved.map(Kept::Saved).map_err(|error| error.to_string()))
    }
}

fn margin(score: Score) -> Outcome {
    Outcome::Margin(Value::from_score(score))
}

fn solve_two(
    position: &Position<2>,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<Solved, AnalysisError> {
    if position.is_placement() {
        return Err(AnalysisError::Placement);
    }
    let options =
        SolverOptions { threads: request.threads, hash_mebibytes: request.hash_mebibytes, ..SolverOptions::default() };
    let keeper = Keeper::new(request, Solver::is_worth_keeping);
    let mut solver = Solver::new(options)?;
    let huge_pages = solver.huge_pages();
    if position.is_over() {
        let bounds = Bounds { at_least: result(position), at_most: result(position) };
        return Ok(Solved { bounds, line: Vec::new(), moves: Vec::new(), nodes: 0, huge_pages });
    }
    if let Some(checkpoint) = keeper.found() {
        let resumed = solver.resume(position, checkpoint)?;
        listener(&SolveNews::Checkpoint(Ok(Kept::Resumed(resumed))));
    }
    let mut proof = Proof { solver, request, keeper, listener, nodes: 0 };
    let (lower, upper, line) = proof.solve(position, None, (0, 1));
    let mut moves = Vec::new();
    if request.all {
        moves = proof.every_move(position);
    } else if let Some(&best) = line.first() {
        moves.push((best, (lower, upper)));
    }
    let kept = proof.keeper.keep(proof.solver.table());
    if let Some(kept) = kept {
        (proof.listener)(&SolveNews::Checkpoint(kept));
    }
    let bounds = |(lower, upper): (Score, Score)| Bounds { at_least: margin(lower), at_most: margin(upper) };
    let moves = moves.into_iter().map(|(mv, proved)| (mv, bounds(proved))).collect();
    Ok(Solved { bounds: bounds((lower, upper)), line, moves, nodes: proof.nodes, huge_pages })
}

struct Proof<'a, 'b> {
    solver: Solver,
    request: &'a SolveRequest<'a>,
    keeper: Keeper<'a>,
    listener: Listener<'b>,
    nodes: u64,
}

impl Proof<'_, '_> {
    fn solve(&mut self, position: &Position<2>, mv: Option<Move>, done: (usize, usize)) -> (Score, Score, Vec<Move>) {
        let left = self.request.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes));
        let limits = Limits { nodes: left, ..self.request.limits };
        let Proof { solver, request, keeper, listener, nodes } = self;
        let solution = solver.solve(position, request.objective, &limits, |progress| {
            listener(&SolveNews::Progress(SolveProgress {
                bounds: Some(Bounds { at_least: margin(progress.lower), at_most: margin(progress.upper) }),
                mv: mv.map(|mv| mv.to_string()),
                done,
                share: progress.moves,
                nodes: *nodes + progress.nodes,
                elapsed: progress.elapsed,
                hash_full: progress.table.fullness(),
            }));
            if let Some(kept) = keeper.keep_if_due(progress.table) {
                listener(&SolveNews::Checkpoint(kept));
            }
        });
        self.nodes += solution.nodes;
        (solution.lower, solution.upper, solution.line)
    }

    /// What every move is worth to the player who makes it, best first.
    fn every_move(&mut self, position: &Position<2>) -> Vec<(Move, (Score, Score))> {
        let all = position.moves();
        let mover = position.last_turn();
        let mut moves = Vec::new();
        for (number, &mv) in all.iter().enumerate() {
            let child = position.after(mv);
            let (lower, upper, _) = self.solve(&child, Some(mv), (number, all.len()));
            let turned = child.last_turn() != mover;
            moves.push((mv, if turned { (-upper, -lower) } else { (lower, upper) }));
        }
        moves.sort_by_key(|&(mv, (lower, upper))| (std::cmp::Reverse((lower, upper)), mv));
        moves
    }
}

fn solve_more<const N: usize>(
    position: &Position<N>,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<Solved, AnalysisError> {
    if position.is_placement() {
        return Err(AnalysisError::Placement);
    }
    // Every entry is a whole proof of its own.
    let keeper = Keeper::new(request, |_| true);
    let mut solver = ManySolver::new(request.threads, request.hash_mebibytes)?;
    let huge_pages = solver.huge_pages();
    if let Some(checkpoint) = keeper.found() {
        let resumed = solver.resume(position, checkpoint)?;
        listener(&SolveNews::Checkpoint(Ok(Kept::Resumed(resumed))));
    }
    let solution = solver.solve(position, &request.limits, |progress| {
        listener(&SolveNews::Progress(SolveProgress {
            bounds: None,
            mv: None,
            done: (0, 1),
            share: progress.moves,
            nodes: progress.nodes,
            elapsed: progress.elapsed,
            hash_full: progress.table.fullness(),
        }));
        if let Some(kept) = keeper.keep_if_due(progress.table) {
            listener(&SolveNews::Checkpoint(kept));
        }
    });
    if let Some(kept) = keeper.keep(solver.table()) {
        listener(&SolveNews::Checkpoint(kept));
    }
    let outcome = |results: &Results<N>| Outcome::Results(results.iter().map(|&r| Value::from_score(r)).collect());
    let exact = |results: &Results<N>| Bounds { at_least: outcome(results), at_most: outcome(results) };
    let known = |mv: Move| solution.moves.iter().find(|(known, _)| *known == mv).map(|(_, results)| exact(results));
    let bounds = solution.results.as_ref().map_or_else(|| possible(position), exact);
    let best = solution.line.first().copied();
    let mut moves: Vec<(Move, Bounds)> = if request.all {
        let bounds_of = |mv: Move| known(mv).unwrap_or_else(|| possible(&position.after(mv)));
        position.moves().into_iter().map(|mv| (mv, bounds_of(mv))).collect()
    } else {
        best.and_then(|mv| Some((mv, known(mv)?))).into_iter().collect()
    };
    let own = |bounds: &Bounds| match &bounds.at_least {
        Outcome::Results(results) => results[position.last_turn().index()],
        Outcome::Margin(value) => *value,
        Outcome::Expected(_) | Outcome::AllExpected(_) => unreachable!("no chance has a say in the base game"),
    };
    moves
        .sort_by_key(|(mv, bounds)| (bounds.exact().is_none(), std::cmp::Reverse(own(bounds)), Some(*mv) != best, *mv));
    Ok(Solved { bounds, line: solution.line, moves, nodes: solution.nodes, huge_pages })
}

/// What everybody has for certain, and what everybody can get at most.
fn possible<const N: usize>(position: &Position<N>) -> Bounds {
    let (mut least, mut most) = ([0; N], [0; N]);
    for player in Player::first(N) {
        let penguins = position.penguins(player);
        let reach = position.layout().flood(penguins, position.free());
        least[player.index()] = position.score(player) + position.worth(penguins);
        most[player.index()] = least[player.index()] + position.worth(reach);
    }
    let outcome = |results: Results<N>| Outcome::Results(results.map(Value::from_score).to_vec());
    Bounds { at_least: outcome(least), at_most: outcome(most) }
}
