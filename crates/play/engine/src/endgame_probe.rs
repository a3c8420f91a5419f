//! The engine plays what it proves. The default engine for two players first asks the exact solver
//! who wins: with a tenth of the time where that may succeed, with most of it where it is likely to
//! and the first tenth has not shown otherwise; then by how much, within half of the time.
//! Alpha-beta plays the rest. A move that alpha-beta prefers to a proved win must be proved to win
//! too.

use std::time::Duration;

use floe_endgame::{FinalScores, MaxNSolution, Objective, Solution, Solver, SolverOptions};
use floe_fish::{Move, Position};
use floe_game::{Game, Score};
use floe_search::{Limits, Line, Options, Payoffs, Report, prefers};
use floe_variants::{OnOfficialFloe, Variant, VariantMove};

use crate::{AnalysisError, SearchParameter, SearchParameters};

/// Proves results of endgames and moves that keep them. By default nothing is proved.
pub(crate) trait EndgameProbe<G: Game> {
    /// Proves who wins, within a share of the limits, if that may succeed; then the margin, within
    /// another share of them.
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

    /// Proves the final scores of more than two sides by max^n, within a share of the limits, if
    /// that is likely to succeed; `None` if it is not tried. The report has no lines if the proof
    /// is not found.
    ///
    /// # Errors
    /// When there is no memory for the table.
    fn prove_all(
        &mut self,
        _: &G,
        _: &Limits<'_>,
        _: &Options,
        _: &SearchParameters,
    ) -> Result<Option<Report<G::Move, Payoffs>>, AnalysisError> {
        Ok(None)
    }

    /// Proves, within a share of the limits, that a move wins for the player who makes it, or
    /// without `wins` that it does not lose. False also if the proof is not found within them.
    fn verify(&mut self, _: &G, _mv: G::Move, _wins: bool, _: &Limits<'_>, _share: f64) -> bool {
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
    /// Best play to the end of the game if the margin is proved, else moves that do not lose; empty
    /// if nothing is proved.
    pub line: Vec<M>,
    /// Final margin for the side to move, in 1/128 fish; `None` if only the winner is proved, or
    /// nothing.
    pub margin: Option<Score>,
    /// Whether the line is proved to win for the player to move; false also if nothing is proved.
    pub wins: bool,
    /// Nodes searched.
    pub nodes: u64,
}

impl<M> ProbeResult<M> {
    const fn nothing() -> ProbeResult<M> {
        ProbeResult {
            line: Vec::new(),
            margin: None,
            wins: false,
            nodes: 0,
        }
    }
}

/// Probe by the exact solver of the base game, used as soon as it may prove who wins, or with more
/// than two players is likely to prove what all get.
#[derive(Debug, Default)]
pub(crate) struct SolverProbe {
    solver: Option<Solver>,
}

impl SolverProbe {
    /// The solver with its table, which is created on first use.
    fn solver(&mut self, options: &Options) -> Result<&mut Solver, AnalysisError> {
        let solver = match self.solver.take() {
            Some(solver) => solver,
            None => {
                let threads = options.threads;
                let hash_mebibytes = options.hash_mebibytes;
                Solver::new(SolverOptions {
                    threads,
                    hash_mebibytes,
                    ..SolverOptions::default()
                })?
            }
        };
        Ok(self.solver.insert(solver))
    }
}

/// Tiles left at which a proof of who wins is worth a limit of [`SearchParameter::ProofNodes`]
/// nodes.
const TILES: u32 = 44;
/// Factor of the nodes for each further tile.
const GROWTH: f64 = 3.6;
/// Nodes a second, where only time is limited.
const NODES_PER_SECOND: f64 = 1.2e6;
/// Time for the solver where the search ends only when it is stopped.
const UNLIMITED_TIME: Duration = Duration::from_secs(2);
/// Share of the limits for the beginning of a proof, which shows what the rest would cost. The
/// search loses no more by proofs that fail there.
const TRIAL_SHARE: f64 = 0.1;
/// A proof is begun if the limits allow this part of the nodes that it is expected to need: hardly
/// any needs less.
const TRIAL_PART: f64 = 0.01;

impl EndgameProbe<Position<2>> for SolverProbe {
    fn probe(
        &mut self,
        position: &Position<2>,
        limits: &Limits<'_>,
        options: &Options,
        parameters: &SearchParameters,
    ) -> Result<ProbeResult<Move>, AnalysisError> {
        let needed = winner_nodes(position, parameters);
        let threads = options.threads;
        if position.in_hand() > 0
            || position.is_over()
            || !is_enough(needed * TRIAL_PART, limits, threads)
        {
            return Ok(ProbeResult::nothing());
        }
        let verification = parameters.fraction(SearchParameter::VerificationShare);
        let most = share(limits, parameters.fraction(SearchParameter::WinnerShare));
        let most = after_first_ply(position, most, limits, verification);
        let trial = share(&most, TRIAL_SHARE);
        let for_margin = share(limits, parameters.fraction(SearchParameter::MarginShare));
        let whole = Some(&most).filter(|_| is_enough(needed, limits, threads));
        if !is_worth_a_solver(whole.unwrap_or(&trial)) {
            return Ok(ProbeResult::nothing());
        }
        let solver = self.solver(options)?;
        let winner = prove_winner(solver, position, &trial, whole, threads);
        let is_decided = winner.is_decided();
        let wins = winner.bounds.lower > 0;
        let nodes = winner.nodes;
        let mut result = ProbeResult {
            line: winner.line,
            margin: None,
            wins,
            nodes,
        };
        if is_decided {
            let rest = for_margin
                .nodes
                .map(|most| most.saturating_sub(nodes).max(1));
            let limits = Limits {
                nodes: rest,
                ..for_margin
            };
            let solution = solver.solve(position, Objective::Margin, &limits, |_| ());
            result.nodes += solution.nodes;
            if solution.bounds.is_exact() && !solution.line.is_empty() {
                (result.line, result.margin) = (solution.line, Some(solution.bounds.lower));
            }
        }
        Ok(result)
    }

    fn verify(
        &mut self,
        position: &Position<2>,
        mv: Move,
        wins: bool,
        limits: &Limits<'_>,
        share: f64,
    ) -> bool {
        let Some(solver) = &mut self.solver else {
            return false;
        };
        let child = position.after(mv);
        let limits = Limits {
            time: limits
                .usual_time()
                .map(|time| limits.start.elapsed() + time.mul_f64(share)),
            nodes: limits.share_of_nodes(share),
            ..*limits
        };
        let bounds = solver
            .solve(&child, Objective::WinDrawLoss, &limits, |_| ())
            .bounds;
        let is_turned = child.last_turn() != position.last_turn();
        let least = if is_turned {
            -bounds.upper
        } else {
            bounds.lower
        };
        if wins { least > 0 } else { least >= 0 }
    }
}

/// Tiles left at which half of the proofs of what three and four players get take at most as many
/// nodes as [`SearchParameter::ResultsNodes`] usually is.
const RESULTS_TILES: [u32; 2] = [32, 34];

macro_rules! prove_all {
    ($players:literal) => {
        impl EndgameProbe<Position<$players>> for SolverProbe {
            fn prove_all(
                &mut self,
                position: &Position<$players>,
                limits: &Limits<'_>,
                options: &Options,
                parameters: &SearchParameters,
            ) -> Result<Option<Report<Move, Payoffs>>, AnalysisError> {
                let later = position.tiles().len() as i32 - RESULTS_TILES[$players - 3] as i32;
                // With ten times the nodes tree search hardly plays better where proofs are tried.
                let most = share(limits, parameters.fraction(SearchParameter::ResultsShare));
                let nodes =
                    f64::from(parameters.value(SearchParameter::ResultsNodes)) * GROWTH.powi(later);
                let is_tried = position.in_hand() == 0
                    && !position.is_over()
                    && is_enough(nodes, &most, options.threads);
                if !is_tried || !is_worth_a_solver(&most) {
                    return Ok(None);
                }
                let every_move = options.lines > 1;
                let solution =
                    self.solver(options)?
                        .solve_max_n(position, every_move, &most, |_| ());
                Ok(Some(report(position, solution, options.lines)))
            }
        }
    };
}

prove_all!(3);
prove_all!(4);

/// The best moves of a proof; without lines if it was not found. Only the best move has a line to
/// the end of the game.
fn report<const N: usize>(
    position: &Position<N>,
    solution: MaxNSolution<N>,
    count: usize,
) -> Report<Move, Payoffs> {
    let MaxNSolution {
        results,
        line,
        moves,
        nodes,
    } = solution;
    let Some(&best) = line.first().filter(|_| results.is_some()) else {
        return Report {
            lines: Vec::new(),
            depth: 0,
            nodes,
        };
    };
    let payoffs = |scores: FinalScores<N>| {
        let mut payoffs = Payoffs::default();
        payoffs[..N].copy_from_slice(&scores);
        payoffs
    };
    let depth = line.len() as u32;
    let line_of = |mv| if mv == best { line.clone() } else { vec![mv] };
    let mut lines: Vec<Line<Move, Payoffs>> = moves
        .into_iter()
        .map(|(mv, scores)| Line {
            value: payoffs(scores),
            exact: true,
            visits: None,
            moves: line_of(mv),
        })
        .collect();
    let mover = position.last_turn();
    lines.sort_by(|a, b| {
        let is_worse = prefers(mover, mover, N, &b.value, &a.value);
        let is_better = prefers(mover, mover, N, &a.value, &b.value);
        is_worse
            .cmp(&is_better)
            .then_with(|| (b.moves[0] == best).cmp(&(a.moves[0] == best)))
    });
    lines.truncate(count);
    Report {
        lines,
        depth,
        nodes,
    }
}

/// Probe of the base rules on other layouts, by the solver on the official floe.
#[derive(Debug, Default)]
pub(crate) struct MovedProbe(SolverProbe);

impl MovedProbe {
    fn prove_moved<const N: usize>(
        &mut self,
        position: &Variant,
        limits: &Limits<'_>,
        options: &Options,
        parameters: &SearchParameters,
    ) -> Result<Option<Report<VariantMove, Payoffs>>, AnalysisError>
    where
        SolverProbe: EndgameProbe<Position<N>>,
    {
        let Some(moved) = OnOfficialFloe::<N>::of(position) else {
            return Ok(None);
        };
        let report = self
            .0
            .prove_all(&moved.position, limits, options, parameters)?;
        Ok(report.map(|report| report.map_moves(|mv| moved.move_back(mv))))
    }
}

impl EndgameProbe<Variant> for MovedProbe {
    fn probe(
        &mut self,
        position: &Variant,
        limits: &Limits<'_>,
        options: &Options,
        parameters: &SearchParameters,
    ) -> Result<ProbeResult<VariantMove>, AnalysisError> {
        let Some(moved) = OnOfficialFloe::<2>::of(position) else {
            return Ok(ProbeResult::nothing());
        };
        let parameters = &on_small_floe(parameters);
        let ProbeResult {
            line,
            margin,
            wins,
            nodes,
        } = self.0.probe(&moved.position, limits, options, parameters)?;
        let line = line.into_iter().map(|mv| moved.move_back(mv)).collect();
        Ok(ProbeResult {
            line,
            margin,
            wins,
            nodes,
        })
    }

    fn prove_all(
        &mut self,
        position: &Variant,
        limits: &Limits<'_>,
        options: &Options,
        parameters: &SearchParameters,
    ) -> Result<Option<Report<VariantMove, Payoffs>>, AnalysisError> {
        match position.players() {
            3 => self.prove_moved::<3>(position, limits, options, parameters),
            4 => self.prove_moved::<4>(position, limits, options, parameters),
            _ => Ok(None),
        }
    }

    fn verify(
        &mut self,
        position: &Variant,
        mv: VariantMove,
        wins: bool,
        limits: &Limits<'_>,
        share: f64,
    ) -> bool {
        let moved = OnOfficialFloe::<2>::of(position);
        let base = moved.and_then(|moved| {
            let mv = moved
                .position
                .moves()
                .into_iter()
                .find(|&base| moved.move_back(base) == mv)?;
            Some((moved.position, mv))
        });
        base.is_some_and(|(position, mv)| self.0.verify(&position, mv, wins, limits, share))
    }
}

/// Share of the limits for proofs on small floes, in thousandths. Their tiles form one area: with
/// 19 tiles a proof takes as long as with 34 tiles of a whole floe, which fall apart
/// (`docs/strength.md`).
const SMALL_FLOE_SHARE: u32 = 100;

/// The parameters with smaller shares for proofs, where these are not given.
fn on_small_floe(parameters: &SearchParameters) -> SearchParameters {
    let mut parameters = parameters.clone();
    for share in [SearchParameter::WinnerShare, SearchParameter::MarginShare] {
        parameters.set_usual(share, SMALL_FLOE_SHARE);
    }
    parameters
}

/// Nodes from which a proof of who wins is likely to succeed.
fn winner_nodes(position: &Position<2>, parameters: &SearchParameters) -> f64 {
    let nodes = f64::from(parameters.value(SearchParameter::ProofNodes));
    nodes * GROWTH.powi(position.tiles().len() as i32 - TILES as i32)
}

/// Nodes from which a proof estimates its work.
const LEAST_SHOWN: f64 = 1000.0;

/// Proves who wins within the limits `trial`, and goes on within `most`, if these are given and
/// allow what is then expected to be left.
fn prove_winner(
    solver: &mut Solver,
    position: &Position<2>,
    trial: &Limits<'_>,
    most: Option<&Limits<'_>>,
    threads: usize,
) -> Solution {
    let mut prove = |limits| solver.solve(position, Objective::WinDrawLoss, limits, |_| ());
    let Some(most) = most else {
        return prove(trial);
    };
    if !is_enough(LEAST_SHOWN, trial, threads) {
        return prove(most);
    }
    let begun = prove(trial);
    let left = begun.work.map_or(0.0, |work| work.expected_nodes_left());
    let rest = most.after(begun.nodes);
    if begun.is_decided() || !is_enough(left, &rest, threads) {
        return begun;
    }
    let mut ended = prove(&rest);
    ended.nodes += begun.nodes;
    ended
}

/// Whether the limits allow this number of nodes.
fn is_enough(needed: f64, limits: &Limits<'_>, threads: usize) -> bool {
    needed < limits.in_nodes(NODES_PER_SECOND, UNLIMITED_TIME) * threads as f64
}

/// Fewest nodes with which a proof is tried: with less, setting up the solver takes longer than the
/// whole search.
const LEAST_NODES: u64 = 20;

/// Whether a proof with these limits is worth the time to set up the solver.
fn is_worth_a_solver(limits: &Limits<'_>) -> bool {
    limits.nodes.is_none_or(|nodes| nodes >= LEAST_NODES)
}

/// Nodes of alpha-beta for its first ply, beyond one for each move.
const FIRST_PLY: u64 = 4;

/// The limits `most` of a proof, lowered so that alpha-beta completes its first ply within
/// `limits`, less the share for verification.
fn after_first_ply<'a, const N: usize>(
    position: &Position<N>,
    most: Limits<'a>,
    limits: &Limits<'_>,
    verification: f64,
) -> Limits<'a> {
    let first_ply = FIRST_PLY + position.moves().len() as u64;
    let reserved = first_ply + limits.share_of_nodes(verification).unwrap_or_default();
    let left = limits
        .nodes
        .map_or(u64::MAX, |nodes| nodes.saturating_sub(reserved));
    Limits {
        nodes: most.nodes.map(|nodes| nodes.min(left)),
        ..most
    }
}

/// A share of the nodes and of the time that is left.
fn share<'a>(limits: &Limits<'a>, share: f64) -> Limits<'a> {
    let elapsed = limits.start.elapsed();
    let of_time = |time: Duration| elapsed + time.saturating_sub(elapsed).mul_f64(share);
    Limits {
        time: limits
            .usual_time()
            .map(of_time)
            .or_else(|| limits.nodes.is_none().then_some(elapsed + UNLIMITED_TIME)),
        nodes: limits.share_of_nodes(share),
        ..*limits
    }
}
