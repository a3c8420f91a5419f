//! Tests of an engine, or of the exact solver, on positions with known values.

use std::collections::HashMap;

use floe_engine::{
    Analysis, AnalysisError, AnyMove, Engine, EngineSpec, Evaluation, GameValue, Objective,
    SolveRequest, SolveResult, solve_any,
};
use floe_search::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Grade, Graded};

/// Engine or solver to test on positions with known values.
#[derive(Clone, Debug)]
pub enum SuiteEngine<'a> {
    /// The exact solver, with this request for each position.
    Solver(SolveRequest<'a>),
    /// An engine with this evaluation of the base game, new for each position.
    Engine(EngineSpec, Evaluation),
}

/// Finding of the engine or solver in one position.
#[derive(Clone, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SuiteAttempt {
    /// The position in notation.
    pub position: String,
    /// Move that was found to be best, in notation; `None` if none was found.
    pub best: Option<String>,
    /// Value that was found for the player to move, as text: `+3:-1`, `win`, or `unknown`.
    #[serde(rename = "said")]
    pub value: String,
    /// Whether the move is a best one; for the solver, also whether the value is proved and right.
    pub solved: bool,
    /// Whether the value is claimed to be proved.
    pub exact: bool,
    /// Whether the value or the move is claimed to be proved, but is wrong.
    pub wrong: bool,
    /// Absolute difference between the value that was found and the known one, in points (fish on a
    /// floe); `None` if it is not known.
    pub value_error: Option<f64>,
    /// Loss by the move against the best one, in points (fish on a floe); `None` if it is not
    /// known.
    pub move_error: Option<f64>,
    /// Number of nodes searched, as the engine or solver counts them.
    pub nodes: u64,
    /// Time taken, in seconds.
    pub seconds: f64,
}

impl SuiteEngine<'_> {
    /// Searches a position, within the limits of the engine or request. Of `limits` only the start
    /// of the time and the stop flag are used.
    ///
    /// # Errors
    /// When the engine cannot play the game, or there is no memory for its table.
    pub fn attempt(
        &self,
        graded: &Graded,
        limits: Limits<'_>,
    ) -> Result<SuiteAttempt, AnalysisError> {
        let Limits { start, stop, .. } = limits;
        let attempt = match self {
            SuiteEngine::Solver(request) => {
                let request = SolveRequest {
                    limits: Limits {
                        start,
                        stop,
                        ..request.limits
                    },
                    ..*request
                };
                of_solver(
                    graded,
                    request.objective,
                    &solve_any(&graded.position, &request, |_| ())?,
                )
            }
            SuiteEngine::Engine(spec, evaluation) => {
                let limits = Limits {
                    start,
                    stop,
                    ..spec.limits()
                };
                let mut engine = Engine::from_spec(spec, evaluation.clone());
                let analysis = engine.analyze_any(&graded.position, &limits, |_| ())?;
                of_engine(graded, &analysis)
            }
        };
        Ok(SuiteAttempt {
            seconds: start.elapsed().as_secs_f64(),
            ..attempt
        })
    }
}

fn of_solver(graded: &Graded, objective: Objective, solved: &SolveResult<AnyMove>) -> SuiteAttempt {
    let best = solved.line.first().copied();
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
        _ if graded.is_open(mv) => true,
        Objective::Margin => graded.is_best(mv),
        Objective::WinDrawLoss => {
            graded.grade_of(mv).map(Grade::sign) == graded.grade().map(Grade::sign)
        }
    });
    let of_move = SuiteAttempt::of(graded, best);
    let grade = value.cloned().map(Grade::Exact).or(winner.map(Grade::Sign));
    SuiteAttempt {
        solved: exact && agrees && good,
        exact,
        wrong: exact && !(agrees && good),
        value: grade.map_or_else(|| "unknown".to_owned(), |grade| grade.to_string()),
        value_error: value.and_then(|found| value_error(graded, found)),
        move_error: of_move
            .move_error
            .filter(|_| objective == Objective::Margin),
        nodes: solved.nodes,
        ..of_move
    }
}

fn of_engine(graded: &Graded, analysis: &Analysis<AnyMove>) -> SuiteAttempt {
    let best = analysis.lines.first().map(|line| line.moves[0]);
    let off = value_error(graded, &analysis.value);
    let bad = best.is_some_and(|mv| !graded.is_best(mv) && !graded.is_open(mv));
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
    fn of(graded: &Graded, best: Option<AnyMove>) -> SuiteAttempt {
        SuiteAttempt {
            position: graded.position.to_string(),
            best: best.map(|mv| graded.position.move_text(mv)),
            solved: best.is_none_or(|mv| graded.is_best(mv)),
            move_error: best.and_then(|mv| graded.loss_of(mv)),
            ..SuiteAttempt::default()
        }
    }
}

/// Absolute error of a value for the player to move, in fish; `None` unless the value is known.
fn value_error(graded: &Graded, found: &GameValue) -> Option<f64> {
    let Some(Grade::Exact(known)) = graded.grade() else {
        return None;
    };
    let mover = graded.position.last_turn().index();
    Some((known.fish_of(mover) - found.fish_of(mover)).abs())
}

/// Report of a test run over all files.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SuiteReport {
    /// Name of the engine or solver that was tested.
    pub engine: String,
    /// Summary of all positions of the run.
    #[serde(flatten)]
    pub summary: SuiteSummary,
    /// Summary of the positions of each file, in the order of the files.
    pub files: Vec<SuiteSummary>,
    /// Comparison with an older run; `None` without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<SuiteComparison>,
    /// Findings in all positions, in the order of the files.
    pub attempts: Vec<SuiteAttempt>,
}

/// The part of an older [`SuiteReport`] that a new run is compared with.
#[derive(Clone, Debug, Deserialize)]
pub struct SuiteRecord {
    attempts: Vec<SuiteAttempt>,
}

impl SuiteReport {
    /// Summaries of the files, and of all together if there are several.
    pub fn summaries(&self) -> impl Iterator<Item = &SuiteSummary> {
        let all = (self.files.len() > 1).then_some(&self.summary);
        self.files.iter().chain(all)
    }

    /// Makes the report from the path and the attempts of each file; `record` is the older run to
    /// compare with, if there is one.
    pub fn new(
        engine: String,
        files: Vec<(String, Vec<SuiteAttempt>)>,
        record: Option<&SuiteRecord>,
    ) -> SuiteReport {
        let summary = |(file, attempts): &(String, Vec<_>)| SuiteSummary::of(Some(file), attempts);
        let summaries = files.iter().map(summary).collect();
        let attempts: Vec<SuiteAttempt> = files
            .into_iter()
            .flat_map(|(_, attempts)| attempts)
            .collect();
        SuiteReport {
            engine,
            summary: SuiteSummary::of(None, &attempts),
            files: summaries,
            comparison: record.map(|record| SuiteComparison::new(&attempts, &record.attempts)),
            attempts,
        }
    }
}

/// Summary of the attempts at several positions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SuiteSummary {
    /// Path of the file that holds the positions; `None` in the summary of all files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Number of positions that were [solved](SuiteAttempt::solved).
    pub solved: usize,
    /// Number of positions attempted.
    pub positions: usize,
    /// Number of values claimed to be proved.
    pub exact: usize,
    /// Number of attempts that claim a proof, but are wrong.
    pub wrong: usize,
    /// Number of nodes searched in all positions together.
    pub nodes: u64,
    /// Time taken for all positions together, in seconds.
    pub seconds: f64,
    /// Distribution of the number of nodes per position.
    pub nodes_each: Spread,
    /// Distribution of the seconds per position.
    pub seconds_each: Spread,
    /// Mean absolute error of the values, over the positions where it is known, in points (fish on
    /// a floe); `None` if it is known for none.
    pub value_error: Option<f64>,
    /// Regret of the moves that were found; `None` if it is known in no position.
    pub regret: Option<Regret>,
}

/// Mean loss of moves against best moves, over the positions where the loss is known.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Regret {
    /// Number of positions where the loss is known.
    pub positions: usize,
    /// Mean loss, in points (fish on a floe), with tiles as 1/128 of a fish; where all play
    /// together, in animals left.
    pub mean: f64,
    /// Standard error of the mean; `None` with one position.
    pub standard_error: Option<f64>,
    /// Share of the positions where a best move was found.
    pub best: f64,
}

impl Regret {
    /// Regret of moves with these losses; `None` without any.
    pub fn of(losses: &[f64]) -> Option<Regret> {
        let mean = mean(losses.iter().copied())?;
        let count = losses.len() as f64;
        let squares: f64 = losses.iter().map(|loss| (loss - mean).powi(2)).sum();
        Some(Regret {
            positions: losses.len(),
            mean,
            standard_error: (losses.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt()),
            best: losses.iter().filter(|&&loss| loss == 0.0).count() as f64 / count,
        })
    }
}

/// Least nodes and seconds of an attempt in geometric means: without a search there are none.
const LEAST_NODES: f64 = 1.0;
const LEAST_SECONDS: f64 = 1e-6;

/// Distribution of non-negative numbers; all zero without numbers.
#[derive(Clone, Copy, Default, Debug, Serialize, JsonSchema)]
pub struct Spread {
    /// Geometric mean. Numbers of nodes below 1 count as 1, and times below a microsecond as one
    /// microsecond.
    pub geometric_mean: f64,
    /// Median: the least of the numbers that at least half of them do not exceed.
    pub median: f64,
    /// 90 % quantile: the least of the numbers that at least 90 % of them do not exceed.
    pub p90: f64,
    /// Greatest of the numbers.
    pub most: f64,
}

impl SuiteSummary {
    fn of(file: Option<&String>, attempts: &[SuiteAttempt]) -> SuiteSummary {
        let nodes: Vec<f64> = attempts
            .iter()
            .map(|attempt| attempt.nodes as f64)
            .collect();
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
            regret: Regret::of(
                &attempts
                    .iter()
                    .filter_map(|attempt| attempt.move_error)
                    .collect::<Vec<_>>(),
            ),
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
        let [median, p90] = [0.5, 0.9]
            .map(|part| values[((count as f64 * part).ceil() as usize).clamp(1, count) - 1]);
        let logarithms: f64 = values.iter().map(|value| value.max(least).ln()).sum();
        let geometric_mean = (logarithms / count as f64).exp();
        Spread {
            geometric_mean,
            median,
            p90,
            most: values[count - 1],
        }
    }
}

/// Comparison of a run with an older one, on the positions that both have.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SuiteComparison {
    /// Number of positions that are in both runs.
    pub positions: usize,
    /// Geometric mean of the nodes of the new run divided by those of the old one, over positions
    /// that both have solved; 1 if there are none.
    pub nodes: f64,
    /// Geometric mean of the seconds of the new run divided by those of the old one, over positions
    /// that both have solved; 1 if there are none.
    pub seconds: f64,
    /// Positions that only the new run has solved, in notation.
    pub gained: Vec<String>,
    /// Positions that only the old run has solved, in notation.
    pub lost: Vec<String>,
}

impl SuiteComparison {
    fn new(now: &[SuiteAttempt], then: &[SuiteAttempt]) -> SuiteComparison {
        let then: HashMap<&str, &SuiteAttempt> = then
            .iter()
            .map(|attempt| (attempt.position.as_str(), attempt))
            .collect();
        let pairs: Vec<(&SuiteAttempt, &SuiteAttempt)> = now
            .iter()
            .filter_map(|attempt| Some((attempt, *then.get(attempt.position.as_str())?)))
            .collect();
        let both = pairs.iter().filter(|(now, then)| now.solved && then.solved);
        let nodes = both
            .clone()
            .map(|(now, then)| [now.nodes as f64, then.nodes as f64]);
        let seconds = both.map(|(now, then)| [now.seconds, then.seconds]);
        let gained = pairs
            .iter()
            .filter(|(now, then)| now.solved && !then.solved);
        let lost = pairs
            .iter()
            .filter(|(now, then)| then.solved && !now.solved);
        SuiteComparison {
            positions: pairs.len(),
            nodes: mean_ratio(nodes, LEAST_NODES),
            seconds: mean_ratio(seconds, LEAST_SECONDS),
            gained: gained.map(|(now, _)| now.position.clone()).collect(),
            lost: lost.map(|(now, _)| now.position.clone()).collect(),
        }
    }
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let numbers: Vec<f64> = numbers.collect();
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// Geometric mean of the ratios of pairs of numbers, first to second, each at least `least`; 1
/// without pairs.
fn mean_ratio(pairs: impl Iterator<Item = [f64; 2]>, least: f64) -> f64 {
    let logarithms: Vec<f64> = pairs
        .map(|[now, then]| (now.max(least) / then.max(least)).ln())
        .collect();
    (logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regret_is_a_mean_with_its_error() {
        let regret = Regret::of(&[0.0, 0.0, 3.0, 1.0]).unwrap();
        assert_eq!((regret.positions, regret.mean, regret.best), (4, 1.0, 0.5));
        assert!((regret.standard_error.unwrap() - 0.5_f64.sqrt()).abs() < 1e-12);
        assert_eq!(Regret::of(&[2.0]).unwrap().standard_error, None);
        assert_eq!(Regret::of(&[]), None);
    }

    #[test]
    fn several_files_have_a_summary_together() {
        let summaries = |files: &[&str]| {
            let files = files.iter().map(|&file| (file.to_owned(), Vec::new()));
            let report = SuiteReport::new("minimax".to_owned(), files.collect(), None);
            report.summaries().count()
        };
        assert_eq!([summaries(&["a"]), summaries(&["a", "b"])], [1, 3]);
    }

    #[test]
    fn a_spread_is_found_by_ranks() {
        let spread = Spread::of(vec![100.0, 1.0, 10.0], LEAST_NODES);
        assert!((spread.geometric_mean - 10.0).abs() < 1e-9);
        assert_eq!(
            (spread.median, spread.p90, spread.most),
            (10.0, 100.0, 100.0)
        );
        assert_eq!(Spread::of(Vec::new(), LEAST_NODES).most, 0.0);
        let spread = Spread::of(vec![0.0, 100.0, 10.0], LEAST_NODES);
        assert!(
            (spread.geometric_mean - 10.0).abs() < 1e-9,
            "no node counts as one"
        );
    }
}
