use std::time::Duration;

use floe_endgame::{Objective, Solver, SolverOptions};
use floe_fish::{Move, Position};
use floe_game::{Game, Score};
use floe_search::{Limits, Options};

use crate::{AnalysisError, SearchParameter, SearchParameters};

/// Proves results of endgames and moves that keep them. By default nothing is proved.
pub(crate) trait EndgameProbe<G: Game> {
    /// Proves who wins, within most of the limits, if that is likely to succeed; then the margin, within half of them.
    ///
    /// # Errors
    /// When there is no memory for the table.
    fn probe(
        &mut self,
        _: &G,
        _: &Limits<'_>,
        _: &Options,
        _: &SearchParameters,
    ) -> Result<ProbeResult<G::Move>, AnalysisError> {
        Ok(ProbeResult::nothing())
    }

    /// Proves, within a tenth of the limits, that a move wins for the player who makes it, or without `wins` that it
    /// does not lose. False also if the proof is not found within them.
    fn verify(&mut self, _: &G, _mv: G::Move, _wins: bool, _: &Limits<'_>) -> bool {
        false
    }
}

/// Probe of games without an exact solver.
#[derive(Debug, Default)]
pub(crate) struct NoProbe;

impl<G: Game> EndgameProbe<G> for NoProbe {}

/// Result that the exact solver proved about a position within its budget.
#[derive(Debug)]
pub(crate) struct ProbeResult<M> {
    /// Best play to the end of the game if the margin is proved, else moves that do not lose; empty if nothing is
    /// proved.
    pub line: Vec<M>,
    /// Final margin for the side to move, in 1/128 fish; `None` if only the winner is proved, or nothing.
    pub margin: Option<Score>,
    /// Whether the line is proved to win for the player to move; false also if nothing is proved.
    pub wins: bool,
    /// Nodes searched.
    pub nodes: u64,
}

impl<M> ProbeResult<M> {
    const fn nothing() -> ProbeResult<M> {
        ProbeResult { line: Vec::new(), margin: None, wins: false, nodes: 0 }
    }
}

/// Probe by the exact solver of two players, used as soon as it is likely to prove who wins.
#[derive(Debug, Default)]
pub(crate) struct SolverProbe {
    solver: Option<Solver>,
}

/// Tiles left at which a proof of who wins is worth a limit of [`SearchParameter::ProofNodes`] nodes.
const TILES: u32 = 44;
/// Factor of the nodes for each further tile.
const GROWTH: f64 = 3.6;
/// Nodes a second, where only time is limited.
const NODES_PER_SECOND: f64 = 1.2e6;
/// Time for the solver where the search ends only when it is stopped.
const UNLIMITED_TIME: Duration = Duration::from_secs(2);

impl EndgameProbe<Position<2>> for SolverProbe {
    fn probe(
        &mut self,
        position: &Position<2>,
        limits: &Limits<'_>,
        options: &Options,
        parameters: &SearchParameters,
    ) -> Result<ProbeResult<Move>, AnalysisError> {
        if position.in_hand() > 0 || position.is_over() || !is_likely(position, limits, options.threads, parameters) {
            return Ok(ProbeResult::nothing());
        }
        let solver = match self.solver.take() {
            Some(solver) => solver,
            None => {
                let threads = options.threads;
                let hash_mebibytes = options.hash_mebibytes;
                Solver::new(SolverOptions { threads, hash_mebibytes, ..SolverOptions::default() })?
            }
        };
        let solver = self.solver.insert(solver);
        let most = share(limits, parameters.fraction(SearchParameter::WinnerShare));
        let half = share(limits, 0.5);
        let winner = solver.solve(position, Objective::WinDrawLoss, &most, |_| ());
        let is_decided = winner.is_decided();
        let wins = winner.bounds.lower > 0;
        let nodes = winner.nodes;
        let mut result = ProbeResult { line: winner.line, margin: None, wins, nodes };
        if is_decided {
            let rest = half.nodes.map(|most| most.saturating_sub(nodes).max(1));
            let solution = solver.solve(position, Objective::Margin, &Limits { nodes: rest, ..half }, |_| ());
            result.nodes += solution.nodes;
            if solution.bounds.is_exact() && !solution.line.is_empty() {
                (result.line, result.margin) = (solution.line, Some(solution.bounds.lower));
            }
        }
        Ok(result)
    }

    fn verify(&mut self, position: &Position<2>, mv: Move, wins: bool, limits: &Limits<'_>) -> bool {
        let Some(solver) = &mut self.solver else { return false };
        let child = position.after(mv);
        let tenth = Limits {
            time: limits.usual_time().map(|time| limits.start.elapsed() + time / 10),
            nodes: limits.nodes.map(|nodes| nodes.div_ceil(10)),
            ..*limits
        };
        let bounds = solver.solve(&child, Objective::WinDrawLoss, &tenth, |_| ()).bounds;
        let is_turned = child.last_turn() != position.last_turn();
        let least = if is_turned { -bounds.upper } else { bounds.lower };
        if wins { least > 0 } else { least >= 0 }
    }
}

/// Whether the limits probably suffice to prove who wins.
fn is_likely(position: &Position<2>, limits: &Limits<'_>, threads: usize, parameters: &SearchParameters) -> bool {
    let nodes = f64::from(parameters.value(SearchParameter::ProofNodes));
    let needed = nodes * GROWTH.powi(position.tiles().len() as i32 - TILES as i32);
    let time = limits.usual_time().map(|time| time.saturating_sub(limits.start.elapsed()));
    let in_time = time.map(|time| time.as_secs_f64() * NODES_PER_SECOND);
    let allowed = in_time.into_iter().chain(limits.nodes.map(|nodes| nodes as f64)).reduce(f64::min);
    needed < allowed.unwrap_or(UNLIMITED_TIME.as_secs_f64() * NODES_PER_SECOND) * threads as f64
}

/// A share of the nodes and of the time that is left.
fn share<'a>(limits: &Limits<'a>, share: f64) -> Limits<'a> {
    let elapsed = limits.start.elapsed();
    let of_time = |time: Duration| elapsed + time.saturating_sub(elapsed).mul_f64(share);
    Limits {
        time: limits.usual_time().map(of_time).or_else(|| limits.nodes.is_none().then_some(elapsed + UNLIMITED_TIME)),
        nodes: limits.nodes.map(|nodes| (nodes as f64 * share).ceil() as u64),
        ..*limits
    }
}
