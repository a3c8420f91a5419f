use std::time::Duration;

use floe_endgame::{Objective, Solver, SolverOptions};
use floe_fish::{Move, Position};
use floe_game::{Game, Score};
use floe_search::{Limits, Options};

use crate::analysis::{AnalysisLine, outcome};
use crate::{Analysis, AnalysisError};

/// Plays endings by proof: the exact solver, as soon as it is likely to find out in time who wins.
pub(crate) struct Finisher {
    options: Options,
    solver: Option<Solver>,
}

/// What could be proved of a position.
pub(crate) enum Finish {
    /// Nothing, after so many nodes.
    Open(u64),
    /// What it is worth, and a move that is worth it.
    Exact(Analysis),
    /// It need not be lost; by how much it can be won is not known.
    Safe(Safe),
}

/// A move that is proved not to lose.
#[derive(Clone, Copy)]
pub(crate) struct Safe {
    pub(crate) mv: Move,
    /// Whether it even wins.
    pub(crate) wins: bool,
    /// What it took to prove that.
    pub(crate) nodes: u64,
}

/// Tiles left at which it takes about [`NODES`] nodes to prove who wins.
const TILES: u32 = 44;
/// Nodes to prove who wins with so many tiles left, more than that in half of all games.
const NODES: f64 = 7e4;
/// How many times as many nodes a tile more takes.
const GROWTH: f64 = 3.6;
/// Nodes a second, where only time is limited.
const RATE: f64 = 1.2e6;
/// How much of what there is to spend the solver may take to find out who wins.
const MOST: f64 = 0.9;
/// How long the solver may try where nothing is limited but by whoever stops the search.
const UNASKED: Duration = Duration::from_secs(2);

impl Finisher {
    pub(crate) fn new(options: Options) -> Finisher {
        Finisher { options, solver: None }
    }

    pub(crate) fn clear(&mut self) {
        self.solver = None;
    }

    /// Proves who wins, with most of what there is to spend, if that may well be enough; and by how much, while half of it is left.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub(crate) fn finish(&mut self, position: &Position<2>, limits: &Limits<'_>) -> Result<Finish, AnalysisError> {
        if position.is_placement() || position.is_over() || !self.is_likely(position, limits) {
            return Ok(Finish::Open(0));
        }
        if self.solver.is_none() {
            let options = SolverOptions {
                threads: self.options.threads,
                hash_mebibytes: self.options.hash_mebibytes,
                ..SolverOptions::default()
            };
            self.solver = Some(Solver::new(options)?);
        }
        let solver = self.solver.as_mut().expect("it has just been made");
        let (most, half) = (part(limits, MOST), part(limits, 0.5));
        let outcome = solver.solve(position, Objective::WinDrawLoss, &most, |_| ());
        let mut spent = outcome.nodes;
        if outcome.is_decided() {
            let nodes = half.nodes.map(|nodes| nodes.saturating_sub(spent).max(1));
            let solution = solver.solve(position, Objective::Margin, &Limits { nodes, ..half }, |_| ());
            spent += solution.nodes;
            if solution.bounds.is_exact() && !solution.line.is_empty() {
                return Ok(Finish::Exact(proved(solution.bounds.lower, solution.line, spent)));
            }
        }
        Ok(match outcome.line.first() {
            Some(&mv) => Finish::Safe(Safe { mv, wins: outcome.bounds.lower > 0, nodes: spent }),
            None => Finish::Open(spent),
        })
    }

    /// Whether it can be proved, with a tenth more, that a move of a game that need not be lost does not lose it, or win it no more.
    pub(crate) fn keeps(&mut self, position: &Position<2>, safe: Safe, mv: Move, limits: &Limits<'_>) -> bool {
        let (Some(solver), child) = (&mut self.solver, position.after(mv)) else { return false };
        let tenth = Limits {
            time: limits.usual_time().map(|time| limits.start.elapsed() + time / 10),
            nodes: limits.nodes.map(|nodes| nodes.div_ceil(10)),
            ..*limits
        };
        let solution = solver.solve(&child, Objective::WinDrawLoss, &tenth, |_| ());
        let turned = child.last_turn() != position.last_turn();
        let least = if turned { -solution.bounds.upper } else { solution.bounds.lower };
        if safe.wins { least > 0 } else { least >= 0 }
    }

    fn is_likely(&self, position: &Position<2>, limits: &Limits<'_>) -> bool {
        let nodes = NODES * GROWTH.powi(position.tiles().len() as i32 - TILES as i32);
        let in_time = limits.usual_time().map(|time| time.saturating_sub(limits.start.elapsed()).as_secs_f64() * RATE);
        let allowed = limits.nodes.map(|nodes| nodes as f64);
        let to_spend = in_time.into_iter().chain(allowed).reduce(f64::min);
        let to_spend = to_spend.unwrap_or(UNASKED.as_secs_f64() * RATE);
        nodes < to_spend * self.options.threads as f64
    }
}

/// What is left until so much of what there is to spend is gone.
fn part<'a>(limits: &Limits<'a>, part: f64) -> Limits<'a> {
    let gone = limits.start.elapsed();
    let of_time = |time: Duration| gone + time.saturating_sub(gone).mul_f64(part);
    Limits {
        time: limits.usual_time().map(of_time).or_else(|| limits.nodes.is_none().then_some(gone + UNASKED)),
        nodes: limits.nodes.map(|nodes| (nodes as f64 * part).ceil() as u64),
        ..*limits
    }
}

fn proved(margin: Score, moves: Vec<Move>, nodes: u64) -> Analysis {
    let (scores, depth) = (vec![margin], moves.len() as u32);
    let line = AnalysisLine { outcome: outcome(&scores, true), scores, exact: true, moves };
    Analysis { outcome: line.outcome.clone(), exact: true, lines: vec![line], depth, nodes }
}
