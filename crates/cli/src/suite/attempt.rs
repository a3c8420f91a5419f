use std::time::Duration;

use anyhow::Result;
use floe_engine::{
    Analysis, AnalysisError, Engine, EngineSpec, Evaluation, GameValue, Grade, Graded, Objective, SolveRequest, Solved,
    solve_any, with_game,
};
use floe_search::{Limits, MAX_DEPTH, Options};
use serde::{Deserialize, Serialize};

use crate::problem;

/// Who is put to the test, and with what.
pub(crate) struct Candidate {
    /// None for the exact solver.
    pub(crate) engine: Option<EngineSpec>,
    /// What the engine guesses by.
    pub(crate) evaluation: Evaluation,
    pub(crate) objective: Objective,
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) threads: usize,
    pub(crate) hash_mebibytes: usize,
}

/// What became of one position.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Attempt {
    pub(crate) position: String,
    /// The move that was chosen.
    pub(crate) best: Option<String>,
    /// What it was said to be worth, in words.
    pub(crate) said: String,
    /// Whether the move is a best one and, of the solver, the value proved and right.
    pub(crate) solved: bool,
    /// Whether a value was said to be exact.
    pub(crate) exact: bool,
    /// Whether what was said to be exact is not what the suite says.
    pub(crate) wrong: bool,
    /// How far the value was off (fish).
    pub(crate) value_error: Option<f64>,
    /// How much the move gives away (fish).
    pub(crate) move_error: Option<f64>,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

impl Candidate {
    pub(crate) fn name(&self) -> String {
        self.engine.as_ref().map_or_else(|| "solve".to_owned(), EngineSpec::to_string)
    }

    /// Lets the candidate think about a position; none after an interruption.
    pub(crate) fn attempt(&self, graded: &Graded, limits: Limits<'_>) -> Result<Attempt> {
        let limits = Limits { time: self.time, nodes: self.nodes, ..limits };
        let start = limits.start;
        let attempt = match &self.engine {
            None => self.solve(graded, limits).map(|solved| of_solver(graded, self.objective, &solved)),
            Some(engine) => self.search(graded, engine, limits).map(|analysis| of_engine(graded, &analysis)),
        };
        let attempt = attempt.map_err(problem::of_analysis)?;
        Ok(Attempt { seconds: start.elapsed().as_secs_f64(), ..attempt })
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

fn of_solver(graded: &Graded, objective: Objective, solved: &Solved<String>) -> Attempt {
    let best = solved.line.first();
    let exact = match objective {
        Objective::Margin => solved.bounds.value().is_some(),
        Objective::WinDrawLoss => GameValue::winner(&solved.bounds).is_some(),
    };
    let agrees = match (graded.grade(), solved.bounds.value()) {
        (None, _) => true,
        (Some(Grade::Exact(known)), Some(found)) => known == found,
        (Some(known), _) => known.sign().is_none() || GameValue::winner(&solved.bounds) == known.sign(),
    };
    // A proof of who wins says nothing about fish, nor does its move.
    let good = best.is_none_or(|mv| match objective {
        Objective::Margin => graded.is_best(mv),
        Objective::WinDrawLoss => graded.keeps_result(mv),
    });
    let of_move = Attempt::of(graded, best);
    let said = match solved.bounds.value() {
        Some(outcome) => outcome.to_string(),
        None => {
            GameValue::winner(&solved.bounds).map_or_else(|| "unknown".to_owned(), |sign| Grade::Sign(sign).to_string())
        }
    };
    Attempt {
        solved: exact && agrees && good,
        exact,
        wrong: exact && !(agrees && good),
        said,
        value_error: solved.bounds.value().and_then(|found| value_error(graded, found)),
        move_error: of_move.move_error.filter(|_| objective == Objective::Margin),
        nodes: solved.nodes,
        ..of_move
    }
}

fn of_engine(graded: &Graded, analysis: &Analysis<String>) -> Attempt {
    let best = analysis.lines.first().map(|line| &line.moves[0]);
    let off = value_error(graded, &analysis.value);
    let bad = best.is_some_and(|mv| !graded.is_best(mv));
    Attempt {
        said: analysis.value.to_string(),
        exact: analysis.exact,
        wrong: analysis.exact && (bad || off.is_some_and(|off| off != 0.0)),
        value_error: off,
        nodes: analysis.nodes,
        ..Attempt::of(graded, best)
    }
}

impl Attempt {
    /// What the move alone says.
    fn of(graded: &Graded, best: Option<&String>) -> Attempt {
        Attempt {
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
    let mover = with_game!(&graded.position, position => position.last_turn().index());
    Some((known.fish_of(mover) - found.fish_of(mover)).abs())
}
