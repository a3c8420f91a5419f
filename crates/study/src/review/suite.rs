//! Tests of an engine, or of the exact solver, on positions with known values.

use std::collections::HashMap;

use floe_engine::{
    Analysis, AnalysisError, Engine, EngineSpec, Evaluation, GameValue, Objective, SolveRequest, SolveResult, solve_any,
};
use floe_search::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Grade, Graded};

/// Engine to test.
#[derive(Clone, Debug)]
pub enum SuiteEngine<'a> {
    /// The exact solver.
    Solver(SolveRequest<'a>),
    /// An engine with its evaluation.
    Engine(EngineSpec, Evaluation),
}

/// Result of one position.
#[derive(Clone, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SuiteAttempt {
    /// The position.
    pub position: String,
    /// Move that the engine chose, in notation; `None` if it chose none.
    pub best: Option<String>,
    /// Value of the move, or the result proved, as text.
    #[serde(rename = "said")]
    pub value: String,
    /// Whether the move is a best one and, of the solver, the value proved and right.
    pub solved: bool,
    /// Whether the value is claimed to be exact.
    pub exact: bool,
    /// Whether a value claimed to be exact is wrong.
    pub wrong: bool,
    /// Error of the value, in fish.
    pub value_error: Option<f64>,
    /// Loss by the move, in fish.
    pub move_error: Option<f64>,
    /// Number of nodes that the engine searched.
    pub nodes: u64,
    /// Time that the engine took, in seconds.
    pub seconds: f64,
}

impl SuiteEngine<'_> {
    /// Searches a position, from the start of `limits` until they are stopped or the limits of the engine are reached.
    ///
    /// # Errors
    /// When the engine cannot analyse the position.
    pub fn attempt(&self, graded: &Graded, limits: Limits<'_>) -> Result<SuiteAttempt, AnalysisError> {
        let Limits { start, stop, .. } = limits;
        let attempt = match self {
            SuiteEngine::Solver(request) => {
                let request = SolveRequest { limits: Limits { start, stop, ..request.limits }, ..*request };
                of_solver(graded, request.objective, &solve_any(&graded.position, &request, |_| ())?)
            }
            SuiteEngine::Engine(spec, evaluation) => {
                let limits = Limits { start, stop, ..spec.limits() };
                let mut engine = Engine::from_spec(spec, evaluation.clone());
                let analysis = engine.analyze_any(&graded.position, &limits, |_| ())?;
                of_engine(graded, &graded.position.in_notation(&analysis))
            }
        };
        Ok(SuiteAttempt { seconds: start.elapsed().as_secs_f64(), ..attempt })
    }
}

fn of_solver(graded: &Graded, objective: Objective, solved: &SolveResult<String>) -> SuiteAttempt {
    let best = solved.line.first();
    let value = solved.bounds.value();
    let winner = GameValue::winner(&solved.bounds);
    let exact = match objective {
        Objective::Margin => value.is_some(),
        Objective::WinDrawLoss => winner.is_some(),
    };
    let agrees = match (graded.grade(), value) {
        (None, _) => true,
        (Some(Grade::Exact(known)), Some(found)) => known == found,
        (Some(known), _) => known.sign().is_none() || winner == known.sign(),
    };
    // A proof of who wins does not prove the fish, and its move may lose some.
    let good = best.is_none_or(|mv| match objective {
        Objective::Margin => graded.is_best(mv),
        Objective::WinDrawLoss => graded.grade_of(mv).map(Grade::sign) == graded.grade().map(Grade::sign),
    });
    let of_move = SuiteAttempt::of(graded, best);
    let grade = value.cloned().map(Grade::Exact).or(winner.map(Grade::Sign));
    SuiteAttempt {
        solved: exact && agrees && good,
        exact,
        wrong: exact && !(agrees && good),
        value: grade.map_or_else(|| "unknown".to_owned(), |grade| grade.to_string()),
        value_error: value.and_then(|found| value_error(graded, found)),
        move_error: of_move.move_error.filter(|_| objective == Objective::Margin),
        nodes: solved.nodes,
        ..of_move
    }
}

fn of_engine(graded: &Graded, analysis: &Analysis<String>) -> SuiteAttempt {
    let best = analysis.lines.first().map(|line| &line.moves[0]);
    let off = value_error(graded, &analysis.value);
    let bad = best.is_some_and(|mv| !graded.is_best(mv));
    SuiteAttempt {
        value: analysis.value.to_string(),
        exact: analysis.exact,
        wrong: analysis.exact && (bad || off.is_some_and(|off| off != 0.0)),
        value_error: off,
        nodes: analysis.nodes,
        ..SuiteAttempt::of(graded, best)
    }
}

impl SuiteAttempt {
    /// The attempt as far as it follows from the move alone.
    fn of(graded: &Graded, best: Option<&String>) -> SuiteAttempt {
        SuiteAttempt {
            position: graded.position.to_string(),
            best: best.cloned(),
            solved: best.is_none_or(|mv| graded.is_best(mv)),
            move_error: best.and_then(|mv| graded.loss_of(mv)),
            ..SuiteAttempt::default()
        }
    }
}

/// Absolute error of a value for the player to move, in fish; `None` unless the value is known.
fn value_error(graded: &Graded, found: &GameValue) -> Option<f64> {
    let Some(Grade::Exact(known)) = graded.grade() else { return None };
    let mover = graded.position.last_turn().index();
    Some((known.fish_of(mover) - found.fish_of(mover)).abs())
}

/// Results of a run.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SuiteReport {
    /// Name of the engine.
    pub engine: String,
    /// Summary of all positions.
    #[serde(flatten)]
    pub summary: SuiteSummary,
    /// Summaries of the files.
    pub files: Vec<SuiteSummary>,
    /// Comparison with an older run, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<SuiteComparison>,
    /// Results of all positions.
    pub attempts: Vec<SuiteAttempt>,
}

/// Part of an older [`SuiteReport`] that a new one is compared with.
#[derive(Clone, Debug, Deserialize)]
pub struct SuiteRecord {
    attempts: Vec<SuiteAttempt>,
}

impl SuiteReport {
    /// Summarises the attempts of each file, and compares them with an older run if there is one.
    pub fn new(engine: String, files: Vec<(String, Vec<SuiteAttempt>)>, record: Option<&SuiteRecord>) -> SuiteReport {
        let summary = |(file, attempts): &(String, Vec<_>)| SuiteSummary::of(Some(file), attempts);
        let summaries = files.iter().map(summary).collect();
        let attempts: Vec<SuiteAttempt> = files.into_iter().flat_map(|(_, attempts)| attempts).collect();
        SuiteReport {
            engine,
            summary: SuiteSummary::of(None, &attempts),
            files: summaries,
            comparison: record.map(|record| SuiteComparison::new(&attempts, &record.attempts)),
            attempts,
        }
    }
}

/// Summary of several positions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SuiteSummary {
    /// Path of the file with these positions, if all are of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Number of positions solved.
    pub solved: usize,
    /// Number of positions.
    pub positions: usize,
    /// Number of values claimed to be exact.
    pub exact: usize,
    /// Number of values claimed to be exact that are wrong.
    pub wrong: usize,
    /// Nodes of all positions.
    pub nodes: u64,
    /// Time of all positions.
    pub seconds: f64,
    /// Distribution of the nodes of a position.
    pub nodes_each: Spread,
    /// Distribution of the seconds of a position.
    pub seconds_each: Spread,
    /// Mean error of the values where it is known, in fish.
    pub value_error: Option<f64>,
    /// Mean loss by the moves where it is known, in fish.
    pub move_error: Option<f64>,
}

/// Least nodes and seconds of an attempt in geometric means: without a search there are none.
const LEAST_NODES: f64 = 1.0;
const LEAST_SECONDS: f64 = 1e-6;

/// Distribution of non-negative numbers.
#[derive(Clone, Copy, Default, Debug, Serialize, JsonSchema)]
pub struct Spread {
    /// Geometric mean.
    pub geometric_mean: f64,
    /// Median.
    pub median: f64,
    /// 90 % quantile.
    pub p90: f64,
    /// Greatest of the numbers.
    pub most: f64,
}

impl SuiteSummary {
    fn of(file: Option<&String>, attempts: &[SuiteAttempt]) -> SuiteSummary {
        let nodes: Vec<f64> = attempts.iter().map(|attempt| attempt.nodes as f64).collect();
        let seconds: Vec<f64> = attempts.iter().map(|attempt| attempt.seconds).collect();
        SuiteSummary {
            file: file.cloned(),
            solved: attempts.iter().filter(|attempt| attempt.solved).count(),
            positions: attempts.len(),
            exact: attempts.iter().filter(|attempt| attempt.exact).count(),
            wrong: attempts.iter().filter(|attempt| attempt.wrong).count(),
            nodes: attempts.iter().map(|attempt| attempt.nodes).sum(),
            seconds: seconds.iter().sum(),
            nodes_each: Spread::of(nodes, LEAST_NODES),
            seconds_each: Spread::of(seconds, LEAST_SECONDS),
            value_error: mean(attempts.iter().filter_map(|attempt| attempt.value_error)),
            move_error: mean(attempts.iter().filter_map(|attempt| attempt.move_error)),
        }
    }
}

impl Spread {
    /// Distribution of values; the geometric mean takes them for `least` at the least.
    fn of(mut values: Vec<f64>, least: f64) -> Spread {
        if values.is_empty() {
            return Spread::default();
        }
        values.sort_by(f64::total_cmp);
        let count = values.len();
        let [median, p90] = [0.5, 0.9].map(|part| values[((count as f64 * part).ceil() as usize).clamp(1, count) - 1]);
        let logarithms: f64 = values.iter().map(|value| value.max(least).ln()).sum();
        let geometric_mean = (logarithms / count as f64).exp();
        Spread { geometric_mean, median, p90, most: values[count - 1] }
    }
}

/// Comparison of a run with an older one, on the positions of both.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SuiteComparison {
    /// Number of positions that both runs have.
    pub positions: usize,
    /// Geometric mean of the ratio of nodes, new to old, where both have solved the position.
    pub nodes: f64,
    /// Geometric mean of the ratio of seconds, new to old, where both have solved the position.
    pub seconds: f64,
    /// Positions solved by the new run only.
    pub gained: Vec<String>,
    /// Positions solved by the old run only.
    pub lost: Vec<String>,
}

impl SuiteComparison {
    fn new(now: &[SuiteAttempt], then: &[SuiteAttempt]) -> SuiteComparison {
        let then: HashMap<&str, &SuiteAttempt> =
            then.iter().map(|attempt| (attempt.position.as_str(), attempt)).collect();
        let pairs: Vec<(&SuiteAttempt, &SuiteAttempt)> =
            now.iter().filter_map(|attempt| Some((attempt, *then.get(attempt.position.as_str())?))).collect();
        let both = pairs.iter().filter(|(now, then)| now.solved && then.solved);
        let nodes = both.clone().map(|(now, then)| [now.nodes as f64, then.nodes as f64]);
        let seconds = both.map(|(now, then)| [now.seconds, then.seconds]);
        let gained = pairs.iter().filter(|(now, then)| now.solved && !then.solved);
        let lost = pairs.iter().filter(|(now, then)| then.solved && !now.solved);
        SuiteComparison {
            positions: pairs.len(),
            nodes: mean_ratio(nodes, LEAST_NODES),
            seconds: mean_ratio(seconds, LEAST_SECONDS),
            gained: gained.map(|(now, _)| now.position.clone()).collect(),
            lost: lost.map(|(now, _)| now.position.clone()).collect(),
        }
    }
}

/// Mean of numbers; `None` without any.
fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let numbers: Vec<f64> = numbers.collect();
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// Geometric mean of the ratios of pairs of numbers, first to second, each at least `least`; 1 without pairs.
fn mean_ratio(pairs: impl Iterator<Item = [f64; 2]>, least: f64) -> f64 {
    let logarithms: Vec<f64> = pairs.map(|[now, then]| (now.max(least) / then.max(least)).ln()).collect();
    (logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_found_by_ranks() {
        let spread = Spread::of(vec![100.0, 1.0, 10.0], LEAST_NODES);
        assert!((spread.geometric_mean - 10.0).abs() < 1e-9);
        assert_eq!((spread.median, spread.p90, spread.most), (10.0, 100.0, 100.0));
        assert_eq!(Spread::of(Vec::new(), LEAST_NODES).most, 0.0);
        let spread = Spread::of(vec![0.0, 100.0, 10.0], LEAST_NODES);
        assert!((spread.geometric_mean - 10.0).abs() < 1e-9, "no node counts as one");
    }
}
