//! An engine, or the exact solver, on positions whose values are known.

use std::collections::HashMap;
use std::time::Duration;

use floe_search::{Limits, MAX_DEPTH, Options};
use serde::{Deserialize, Serialize};

use crate::{
    Analysis, AnalysisError, Engine, EngineSpec, Evaluation, GameValue, Grade, Graded, Objective, SolveRequest, Solved,
    solve_any,
};

/// An engine to be tested, and its limits for a position.
#[derive(Clone, Debug)]
pub struct SuiteEngine {
    /// `None` for the exact solver.
    pub engine: Option<EngineSpec>,
    /// Evaluation of the engine.
    pub evaluation: Evaluation,
    /// Objective of the solver.
    pub objective: Objective,
    /// Maximum time.
    pub time: Option<Duration>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Number of threads.
    pub threads: usize,
    /// Size of the table.
    pub hash_mebibytes: usize,
}

/// The result of one position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SuiteAttempt {
    /// The position.
    pub position: String,
    /// The move chosen.
    pub best: Option<String>,
    /// Its value, or the result proved, as text.
    pub said: String,
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
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
}

impl SuiteEngine {
    /// The name of the engine.
    pub fn name(&self) -> String {
        self.engine.as_ref().map_or_else(|| "solve".to_owned(), EngineSpec::to_string)
    }

    /// Searches a position. Of `limits` only what stops the search counts, and when it started.
    ///
    /// # Errors
    /// When the engine cannot analyse the position.
    pub fn attempt(&self, graded: &Graded, limits: Limits<'_>) -> Result<SuiteAttempt, AnalysisError> {
        let limits = Limits { time: self.time, nodes: self.nodes, ..limits };
        let start = limits.start;
        let attempt = match &self.engine {
            None => self.solve(graded, limits).map(|solved| of_solver(graded, self.objective, &solved)),
            Some(engine) => self.search(graded, engine, limits).map(|analysis| of_engine(graded, &analysis)),
        };
        Ok(SuiteAttempt { seconds: start.elapsed().as_secs_f64(), ..attempt? })
    }

    fn solve(&self, graded: &Graded, limits: Limits<'_>) -> Result<Solved<String>, AnalysisError> {
        let request = SolveRequest {
            objective: self.objective,
            all: false,
            limits,
            threads: self.threads,
            hash_mebibytes: self.hash_mebibytes,
            checkpoint: None,
        };
        solve_any(&graded.position, &request, |_| ())
    }

    fn search(
        &self,
        graded: &Graded,
        engine: &EngineSpec,
        limits: Limits<'_>,
    ) -> Result<Analysis<String>, AnalysisError> {
        let limits = Limits {
            depth: engine.depth.unwrap_or(MAX_DEPTH),
            nodes: limits.nodes.or(engine.nodes),
            time: limits.time.or(engine.time),
            ..limits
        };
        let options =
            Options { threads: self.threads, hash_mebibytes: self.hash_mebibytes, lines: 1, ..Options::default() };
        let mut engine = Engine::new(engine.method, options, 0).with_evaluation(self.evaluation.clone());
        engine.analyze_any(&graded.position, &limits, |_| ())
    }
}

fn of_solver(graded: &Graded, objective: Objective, solved: &Solved<String>) -> SuiteAttempt {
    let (best, value, winner) = (solved.line.first(), solved.bounds.value(), GameValue::winner(&solved.bounds));
    let exact = match objective {
        Objective::Margin => value.is_some(),
        Objective::WinDrawLoss => winner.is_some(),
    };
    let agrees = match (graded.grade(), value) {
        (None, _) => true,
        (Some(Grade::Exact(known)), Some(found)) => known == found,
        (Some(known), _) => known.sign().is_none() || winner == known.sign(),
    };
    // A proof of who wins says nothing about fish, nor does its move.
    let good = best.is_none_or(|mv| match objective {
        Objective::Margin => graded.is_best(mv),
        Objective::WinDrawLoss => graded.keeps_result(mv),
    });
    let of_move = SuiteAttempt::of(graded, best);
    let grade = value.cloned().map(Grade::Exact).or(winner.map(Grade::Sign));
    SuiteAttempt {
        solved: exact && agrees && good,
        exact,
        wrong: exact && !(agrees && good),
        said: grade.map_or_else(|| "unknown".to_owned(), |grade| grade.to_string()),
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
        said: analysis.value.to_string(),
        exact: analysis.exact,
        wrong: analysis.exact && (bad || off.is_some_and(|off| off != 0.0)),
        value_error: off,
        nodes: analysis.nodes,
        ..SuiteAttempt::of(graded, best)
    }
}

impl SuiteAttempt {
    /// The attempt as far as the move alone decides it.
    fn of(graded: &Graded, best: Option<&String>) -> SuiteAttempt {
        SuiteAttempt {
            position: graded.position.to_string(),
            best: best.cloned(),
            said: String::new(),
            solved: best.is_none_or(|mv| graded.is_best(mv)),
            exact: false,
            wrong: false,
            value_error: None,
            move_error: best.and_then(|mv| graded.loss_of(mv)),
            nodes: 0,
            seconds: 0.0,
        }
    }
}

/// How far a value is from the one that is known, for the player to move (fish).
fn value_error(graded: &Graded, found: &GameValue) -> Option<f64> {
    let Some(Grade::Exact(known)) = graded.grade() else { return None };
    let mover = graded.position.last_turn().index();
    Some((known.fish_of(mover) - found.fish_of(mover)).abs())
}

/// The results of a run.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteReport {
    /// The engine.
    pub engine: String,
    /// All positions.
    #[serde(flatten)]
    pub summary: SuiteSummary,
    /// The positions of each file.
    pub files: Vec<FileSummary>,
    /// The comparison with an older run, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<SuiteComparison>,
    /// Every position.
    pub attempts: Vec<SuiteAttempt>,
}

/// The results of the positions of a file.
#[derive(Clone, Debug, Serialize)]
pub struct FileSummary {
    /// The file.
    pub file: String,
    /// Its positions.
    #[serde(flatten)]
    pub summary: SuiteSummary,
}

/// The part of an older [`SuiteReport`] that a new one is compared with.
#[derive(Clone, Debug, Deserialize)]
pub struct SuiteRecord {
    attempts: Vec<SuiteAttempt>,
}

impl SuiteReport {
    /// Reports on the attempts of each file, compared with an older run if there is one.
    pub fn new(engine: String, files: Vec<(String, Vec<SuiteAttempt>)>, record: Option<&SuiteRecord>) -> SuiteReport {
        let summary = |(file, attempts): &(String, Vec<_>)| FileSummary {
            file: file.clone(),
            summary: SuiteSummary::of(attempts),
        };
        let summaries = files.iter().map(summary).collect();
        let attempts: Vec<SuiteAttempt> = files.into_iter().flat_map(|(_, attempts)| attempts).collect();
        SuiteReport {
            engine,
            summary: SuiteSummary::of(&attempts),
            files: summaries,
            comparison: record.map(|record| SuiteComparison::new(&attempts, &record.attempts)),
            attempts,
        }
    }
}

/// The attempts at several positions together.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteSummary {
    /// Positions solved.
    pub solved: usize,
    /// All positions.
    pub positions: usize,
    /// Values claimed to be exact.
    pub exact: usize,
    /// Values claimed to be exact that are wrong.
    pub wrong: usize,
    /// Nodes of all positions.
    pub nodes: u64,
    /// Time of all positions.
    pub seconds: f64,
    /// Nodes a position.
    pub nodes_each: Spread,
    /// Seconds a position.
    pub seconds_each: Spread,
    /// Mean error of the values that are known, in fish.
    pub value_error: Option<f64>,
    /// Mean loss by the moves where it is known, in fish.
    pub move_error: Option<f64>,
}

/// The least an attempt counts where logarithms are taken: one that needs no search has no nodes.
const LEAST_NODES: f64 = 1.0;
const LEAST_SECONDS: f64 = 1e-6;

/// The distribution of numbers that are never negative.
#[derive(Clone, Copy, Default, Debug, Serialize)]
pub struct Spread {
    /// Their geometric mean.
    pub geometric_mean: f64,
    /// Their median.
    pub median: f64,
    /// Their 90 % quantile.
    pub p90: f64,
    /// Their maximum.
    pub most: f64,
}

impl SuiteSummary {
    fn of(attempts: &[SuiteAttempt]) -> SuiteSummary {
        let count = |which: fn(&SuiteAttempt) -> bool| attempts.iter().filter(|&attempt| which(attempt)).count();
        let each =
            |number: fn(&SuiteAttempt) -> f64, least: f64| Spread::of(attempts.iter().map(number).collect(), least);
        let mean = |number: fn(&SuiteAttempt) -> Option<f64>| {
            let known: Vec<f64> = attempts.iter().filter_map(number).collect();
            (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
        };
        SuiteSummary {
            solved: count(|attempt| attempt.solved),
            positions: attempts.len(),
            exact: count(|attempt| attempt.exact),
            wrong: count(|attempt| attempt.wrong),
            nodes: attempts.iter().map(|attempt| attempt.nodes).sum(),
            seconds: attempts.iter().map(|attempt| attempt.seconds).sum(),
            nodes_each: each(|attempt| attempt.nodes as f64, LEAST_NODES),
            seconds_each: each(|attempt| attempt.seconds, LEAST_SECONDS),
            value_error: mean(|attempt| attempt.value_error),
            move_error: mean(|attempt| attempt.move_error),
        }
    }
}

impl Spread {
    /// In the geometric mean whatever is less counts as `least`.
    fn of(mut values: Vec<f64>, least: f64) -> Spread {
        if values.is_empty() {
            return Spread::default();
        }
        values.sort_by(f64::total_cmp);
        let at = |part: f64| values[((values.len() as f64 * part).ceil() as usize).clamp(1, values.len()) - 1];
        let logarithms: f64 = values.iter().map(|value| value.max(least).ln()).sum();
        let geometric_mean = (logarithms / values.len() as f64).exp();
        Spread { geometric_mean, median: at(0.5), p90: at(0.9), most: at(1.0) }
    }
}

/// A run beside an older one, over the positions that both have.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteComparison {
    /// Positions that both have.
    pub positions: usize,
    /// Geometric mean of nodes now over nodes then, where both have solved the position.
    pub nodes: f64,
    /// Likewise of the time.
    pub seconds: f64,
    /// Positions that are solved now and were not then.
    pub gained: Vec<String>,
    /// Positions that were solved then and are not now.
    pub lost: Vec<String>,
}

impl SuiteComparison {
    fn new(now: &[SuiteAttempt], then: &[SuiteAttempt]) -> SuiteComparison {
        let then: HashMap<&str, &SuiteAttempt> =
            then.iter().map(|attempt| (attempt.position.as_str(), attempt)).collect();
        let pairs: Vec<(&SuiteAttempt, &SuiteAttempt)> =
            now.iter().filter_map(|attempt| Some((attempt, *then.get(attempt.position.as_str())?))).collect();
        let ratio = |number: fn(&SuiteAttempt) -> f64, least: f64| {
            let both = pairs.iter().filter(|(now, then)| now.solved && then.solved);
            let logarithms: Vec<f64> =
                both.map(|(now, then)| (number(now).max(least) / number(then).max(least)).ln()).collect();
            (logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64).exp()
        };
        let which = |solved_now: bool| -> Vec<String> {
            let changed =
                |(now, then): &&(&SuiteAttempt, &SuiteAttempt)| now.solved == solved_now && then.solved != solved_now;
            pairs.iter().filter(changed).map(|(now, _)| now.position.clone()).collect()
        };
        SuiteComparison {
            positions: pairs.len(),
            nodes: ratio(|attempt| attempt.nodes as f64, LEAST_NODES),
            seconds: ratio(|attempt| attempt.seconds, LEAST_SECONDS),
            gained: which(true),
            lost: which(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_told_by_ranks() {
        let spread = Spread::of(vec![100.0, 1.0, 10.0], LEAST_NODES);
        assert!((spread.geometric_mean - 10.0).abs() < 1e-9);
        assert_eq!((spread.median, spread.p90, spread.most), (10.0, 100.0, 100.0));
        assert_eq!(Spread::of(Vec::new(), LEAST_NODES).most, 0.0);
        let spread = Spread::of(vec![0.0, 100.0, 10.0], LEAST_NODES);
        assert!((spread.geometric_mean - 10.0).abs() < 1e-9, "no node counts as one");
    }
}
