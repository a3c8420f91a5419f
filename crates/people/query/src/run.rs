//! One query: its search or proof, and its results.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use floe_engine::{
    Analysis, AnalysisError, AnyMove, EngineSpec, Evaluation, Objective, SolveEvent, SolveRequest,
    solve_any,
};
use floe_search::Limits;

use super::reply::{QueryAnswer, QueryError, QueryErrorKind};
use super::request::{Query, Task};
use super::settings::QuerySettings;
use crate::json::{AnalysisReport, SolveReport};

/// Receives partial results.
pub(super) type PartialListener<'a> = &'a mut (dyn FnMut(QueryAnswer) + Send);

impl Query {
    /// Searches until a limit is reached or `stop` is set; partial results go to `listener` if the
    /// query asks for them.
    pub(super) fn run(
        &self,
        settings: &QuerySettings,
        stop: &AtomicBool,
        listener: PartialListener<'_>,
    ) -> Result<QueryAnswer, QueryError> {
        let found = match &self.task {
            Task::Analyze { engine } => self.analyze(engine, &settings.evaluation, stop, listener),
            Task::Solve { all, objective } => self.solve(*all, *objective, stop, listener),
        };
        found.map_err(|error| match error {
            AnalysisError::View(_) => {
                QueryError::new(QueryErrorKind::Position, error).in_field("position")
            }
            error => QueryError::new(QueryErrorKind::Engine, error),
        })
    }

    fn analyze(
        &self,
        engine: &EngineSpec,
        evaluation: &Evaluation,
        stop: &AtomicBool,
        listener: PartialListener<'_>,
    ) -> Result<QueryAnswer, AnalysisError> {
        let mut searcher = self.settings.engine(evaluation.clone());
        let limits = Limits {
            stop: Some(stop),
            ..self.settings.limits()
        };
        let analysis = searcher.analyze_line(&self.line, &limits, |progress| {
            if self.progress.is_some() {
                listener(self.report(engine, &progress.analysis(), progress.elapsed));
            }
        })?;
        Ok(self.report(engine, &analysis, limits.start.elapsed()))
    }

    /// Report on an analysis that took this time, with words if the query asks for them.
    fn report(
        &self,
        engine: &EngineSpec,
        analysis: &Analysis<AnyMove>,
        time: Duration,
    ) -> QueryAnswer {
        let position = self.line.end();
        let report = AnalysisReport::new(position, engine, analysis, time.as_secs_f64());
        QueryAnswer::Analysis(if self.has_words {
            report.with_words(position, analysis)
        } else {
            report
        })
    }

    fn solve(
        &self,
        all: bool,
        objective: Objective,
        stop: &AtomicBool,
        listener: PartialListener<'_>,
    ) -> Result<QueryAnswer, AnalysisError> {
        let position = self.line.end();
        let limits = Limits {
            stop: Some(stop),
            ..self.settings.limits()
        };
        let request = SolveRequest {
            objective,
            all,
            limits,
            ..self.settings.solve_request()
        };
        let mut bounds = None;
        let solved = solve_any(position, &request, |event| {
            let SolveEvent::Progress(progress) = event else {
                return;
            };
            if progress.mv.is_none() {
                bounds.clone_from(&progress.bounds);
            }
            if let (Some(_), Some(bounds)) = (self.progress, &bounds) {
                let report = SolveReport::partial(position, bounds.clone(), progress);
                listener(QueryAnswer::Solution(if self.has_words {
                    report.with_words(position, &[])
                } else {
                    report
                }));
            }
        })?;
        let seconds = limits.start.elapsed().as_secs_f64();
        let report = SolveReport::new(position, &solved, seconds);
        Ok(QueryAnswer::Solution(if self.has_words {
            report.with_words(position, &solved.moves)
        } else {
            report
        }))
    }
}
