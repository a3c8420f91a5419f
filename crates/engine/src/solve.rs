use std::time::Duration;

use floe_endgame::{Objective, Solver, SolverOptions, SolverProgress};
use floe_fish::{AnyPosition, Move, Position, Value};
use floe_game::{Game, Player, Score};
use floe_hex::Layout;
use floe_search::{Limits, MaxN, Options, Payoffs};

use crate::analysis::{result, results};
use crate::{AnalysisError, Outcome, Territory};

/// What to prove, with what, and until when.
#[derive(Clone, Copy, Debug)]
pub struct SolveRequest<'a> {
    /// Exact values, or only who wins.
    pub objective: Objective,
    /// Whether to prove what every move is worth.
    pub all: bool,
    /// When to end; of the depth nothing is asked.
    pub limits: Limits<'a>,
    /// How many threads.
    pub threads: usize,
    /// The size of the table in MiB.
    pub hash_mebibytes: usize,
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
}

/// What has been proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// What the position is worth.
    pub bounds: Bounds,
    /// The line under best play to the end of the game; empty where the value is not known exactly, or the game over.
    pub line: Vec<Move>,
    /// What the moves are worth, best first: all of them where that was asked for, else the best one where it is known.
    pub moves: Vec<(Move, Bounds)>,
    /// Nodes searched.
    pub nodes: u64,
}

/// How far a proof has come.
#[derive(Clone, Debug)]
pub struct SolveProgress {
    /// What is proved of the position, or of the move under way.
    pub bounds: Option<Bounds>,
    /// The move under way, where every move is solved.
    pub mv: Option<Move>,
    /// How many moves are done, of how many.
    pub done: (usize, usize),
    /// Nodes searched for what is under way.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
}

/// Proves what a position is worth, and its moves.
///
/// With two players the value is the final margin. With more it is everybody's result under max^n with the tie rule
/// of the notation, which makes it unique.
///
/// # Errors
/// While penguins are still to be placed, or when there is no memory for the table.
pub fn solve(
    position: &AnyPosition,
    request: &SolveRequest<'_>,
    mut progress: impl FnMut(&SolveProgress),
) -> Result<Solved, AnalysisError> {
    match position {
        AnyPosition::Two(position) => solve_two(position, request, &mut progress),
        AnyPosition::Three(position) => solve_more(position, request, &mut progress),
        AnyPosition::Four(position) => solve_more(position, request, &mut progress),
    }
}

type Listener<'a> = &'a mut dyn FnMut(&SolveProgress);

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
    if position.is_over() {
        let bounds = Bounds { at_least: result(position), at_most: result(position) };
        return Ok(Solved { bounds, line: Vec::new(), moves: Vec::new(), nodes: 0 });
    }
    let options =
        SolverOptions { threads: request.threads, hash_mebibytes: request.hash_mebibytes, ..SolverOptions::default() };
    let mut proof = Proof { solver: Solver::new(options)?, request, listener, nodes: 0 };
    let (lower, upper, line) = proof.solve(position, None, (0, 1));
    let mut moves = Vec::new();
    if request.all {
        moves = proof.every_move(position);
    } else if let Some(&best) = line.first() {
        moves.push((best, (lower, upper)));
    }
    let bounds = |(lower, upper): (Score, Score)| Bounds { at_least: margin(lower), at_most: margin(upper) };
    let moves = moves.into_iter().map(|(mv, proved)| (mv, bounds(proved))).collect();
    Ok(Solved { bounds: bounds((lower, upper)), line, moves, nodes: proof.nodes })
}

struct Proof<'a, 'b> {
    solver: Solver,
    request: &'a SolveRequest<'a>,
    listener: Listener<'b>,
    nodes: u64,
}

impl Proof<'_, '_> {
    fn solve(&mut self, position: &Position<2>, mv: Option<Move>, done: (usize, usize)) -> (Score, Score, Vec<Move>) {
        let left = self.request.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes).max(1));
        let limits = Limits { nodes: left, ..self.request.limits };
        let listener = &mut self.listener;
        let solution = self.solver.solve(position, self.request.objective, &limits, |progress: &SolverProgress| {
            listener(&SolveProgress {
                bounds: Some(Bounds { at_least: margin(progress.lower), at_most: margin(progress.upper) }),
                mv,
                done,
                nodes: progress.nodes,
                elapsed: progress.elapsed,
                hash_full: progress.hash_full,
            });
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
    let lines = if request.all { usize::MAX } else { 1 };
    let options =
        Options { threads: request.threads, lines, hash_mebibytes: request.hash_mebibytes, ..Options::default() };
    let mut search = MaxN::new(Territory::default(), options)?;
    let report = search.search(position, &request.limits, |progress| {
        listener(&SolveProgress {
            bounds: None,
            mv: None,
            done: (progress.report.lines.iter().filter(|line| line.exact).count(), progress.report.lines.len()),
            nodes: progress.report.nodes,
            elapsed: progress.elapsed,
            hash_full: progress.hash_full,
        });
    });
    let whole = possible(position);
    let bounds = |value: &Payoffs, exact: bool| {
        let outcome = results::<N>(value, true);
        if exact { Bounds { at_least: outcome.clone(), at_most: outcome } } else { whole.clone() }
    };
    let first = report.lines.first();
    let over = Bounds { at_least: result(position), at_most: result(position) };
    let exact_line = first.filter(|line| line.exact);
    Ok(Solved {
        bounds: first.map_or(over, |line| bounds(&line.value, line.exact)),
        line: exact_line.map_or(Vec::new(), |line| line.moves.clone()),
        moves: report.lines.iter().map(|line| (line.moves[0], bounds(&line.value, line.exact))).collect(),
        nodes: report.nodes,
    })
}

/// What everybody has for certain, and what everybody can get at most.
fn possible<const N: usize>(position: &Position<N>) -> Bounds {
    let (mut least, mut most) = (Payoffs::default(), Payoffs::default());
    for player in Player::first(N) {
        let penguins = position.penguins(player);
        let reach = position.layout().flood(penguins, position.free());
        least[player.index()] = position.score(player) + position.worth(penguins);
        most[player.index()] = least[player.index()] + position.worth(reach);
    }
    Bounds { at_least: results::<N>(&least, true), at_most: results::<N>(&most, true) }
}
