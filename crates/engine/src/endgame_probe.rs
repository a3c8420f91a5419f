use std::time::Duration;

use floe_endgame::{Objective, Solver, SolverOptions};
use floe_fish::{Move, Position};
use floe_game::{Game, Score};
use floe_search::{Limits, Options};

use crate::games::EngineGame;
use crate::{Analysis, AnalysisError, AnalysisLine, GameValue};

/// Plays endgames by proof. As it stands it proves nothing.
pub trait EndgameProbe<G: EngineGame> {
    /// Proves who wins, with most of the limits, if that may well be enough; and by how much, while half of them is left.
    ///
    /// # Errors
    /// When there is no memory for the table.
    fn probe(&mut self, _: &G, _: &Limits<'_>, _: &Options) -> Result<ProbeResult<G::Move>, AnalysisError> {
        Ok(ProbeResult::Open { nodes: 0 })
    }

    /// Whether a move is proved, with a tenth of the limits more, to keep the result that another move keeps.
    fn verify(&mut self, _: &G, _: ProvedMove<G::Move>, _: G::Move, _: &Limits<'_>) -> bool {
        false
    }
}

/// Proves nothing.
#[derive(Debug, Default)]
pub struct NoProbe;

impl<G: EngineGame> EndgameProbe<G> for NoProbe {}

/// Result of a probe.
#[derive(Debug)]
pub enum ProbeResult<M> {
    /// Nothing.
    Open {
        /// Nodes searched.
        nodes: u64,
    },
    /// The value, and a move that is worth it.
    Exact(Analysis<M>),
    /// A move that does not lose; by how much it may win is not known.
    Proved(ProvedMove<M>),
}

/// A move that is proved not to lose.
#[derive(Clone, Copy, Debug)]
pub struct ProvedMove<M> {
    /// The move.
    pub mv: M,
    /// Whether it even wins.
    pub wins: bool,
    /// Nodes searched for the proof.
    pub nodes: u64,
}

/// Asks the exact solver, as soon as it is likely to find out in time who wins.
#[derive(Debug, Default)]
pub struct SolverProbe {
    solver: Option<Solver>,
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

impl EndgameProbe<Position<2>> for SolverProbe {
    fn probe(
        &mut self,
        position: &Position<2>,
        limits: &Limits<'_>,
        options: &Options,
    ) -> Result<ProbeResult<Move>, AnalysisError> {
        if position.is_placement() || position.is_over() || !is_likely(position, limits, options.threads) {
            return Ok(ProbeResult::Open { nodes: 0 });
        }
        if self.solver.is_none() {
            let (threads, hash_mebibytes) = (options.threads, options.hash_mebibytes);
            self.solver = Some(Solver::new(SolverOptions { threads, hash_mebibytes, ..SolverOptions::default() })?);
        }
        let solver = self.solver.as_mut().expect("it has just been made");
        let (most, half) = (part(limits, MOST), part(limits, 0.5));
        let winner = solver.solve(position, Objective::WinDrawLoss, &most, |_| ());
        let mut spent = winner.nodes;
        if winner.is_decided() {
            let nodes = half.nodes.map(|nodes| nodes.saturating_sub(spent).max(1));
            let solution = solver.solve(position, Objective::Margin, &Limits { nodes, ..half }, |_| ());
            spent += solution.nodes;
            if solution.bounds.is_exact() && !solution.line.is_empty() {
                return Ok(ProbeResult::Exact(proved(solution.bounds.lower, solution.line, spent)));
            }
        }
        Ok(match winner.line.first() {
            Some(&mv) => ProbeResult::Proved(ProvedMove { mv, wins: winner.bounds.lower > 0, nodes: spent }),
            None => ProbeResult::Open { nodes: spent },
        })
    }

    fn verify(&mut self, position: &Position<2>, proved: ProvedMove<Move>, mv: Move, limits: &Limits<'_>) -> bool {
        let (Some(solver), child) = (&mut self.solver, position.after(mv)) else { return false };
        let tenth = Limits {
            time: limits.usual_time().map(|time| limits.start.elapsed() + time / 10),
            nodes: limits.nodes.map(|nodes| nodes.div_ceil(10)),
            ..*limits
        };
        let solution = solver.solve(&child, Objective::WinDrawLoss, &tenth, |_| ());
        let turned = child.last_turn() != position.last_turn();
        let least = if turned { -solution.bounds.upper } else { solution.bounds.lower };
        if proved.wins { least > 0 } else { least >= 0 }
    }
}

/// Whether it will probably be proved in time who wins.
fn is_likely(position: &Position<2>, limits: &Limits<'_>, threads: usize) -> bool {
    let nodes = NODES * GROWTH.powi(position.tiles().len() as i32 - TILES as i32);
    let in_time = limits.usual_time().map(|time| time.saturating_sub(limits.start.elapsed()).as_secs_f64() * RATE);
    let allowed = limits.nodes.map(|nodes| nodes as f64);
    let to_spend = in_time.into_iter().chain(allowed).reduce(f64::min);
    let to_spend = to_spend.unwrap_or(UNASKED.as_secs_f64() * RATE);
    nodes < to_spend * threads as f64
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

fn proved(margin: Score, moves: Vec<Move>, nodes: u64) -> Analysis<Move> {
    let (scores, depth) = (vec![margin], moves.len() as u32);
    let line = AnalysisLine { value: GameValue::of_scores(&scores, true), scores, exact: true, moves };
    Analysis { value: line.value.clone(), exact: true, lines: vec![line], depth, nodes }
}
