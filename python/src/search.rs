//! Analysis and proofs.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::Sender;

use floe_engine::options::{SearchDefaults, SearchOptions, SearchSettings};
use floe_engine::{
    AnalysisError, AnyGame, AnyMove, Checkpoint, Engine, EngineSpec, Evaluation, Method, Objective,
    SolveEvent, SolveRequest, solve_any,
};
use floe_query::json::{AnalysisReport, SolveReport};
use floe_search::Limits;
use pyo3::prelude::*;

use crate::build::BUILD;
use crate::deal::keyword_error;
use crate::errors::{analysis_error, engine_error, file_error, guarded, option_error};
use crate::limits::{GivenLimits, Time, all_cores};
use crate::pool::lock;
use crate::position::PyPosition;
use crate::worker;

/// Means of an engine.
#[derive(FromPyObject, Debug)]
#[pyo3(from_item_all)]
pub(crate) struct EngineOptions {
    lines: usize,
    threads: Option<usize>,
    hash: Option<usize>,
    seed: Option<u64>,
}

/// Settings of an analysis on this machine.
pub(crate) fn analysis_settings(options: &SearchOptions) -> PyResult<SearchSettings> {
    let defaults = SearchDefaults {
        threads: Some(all_cores()),
        ..SearchDefaults::ANALYSIS
    };
    options.resolve(&defaults).map_err(keyword_error)
}

/// Reads the evaluation that an engine names.
pub(crate) fn evaluation(spec: &EngineSpec) -> PyResult<Evaluation> {
    spec.evaluation(|path| std::fs::read(path))
        .map_err(engine_error)
}

/// Number of nodes up to which a move is searched on the thread of the caller: Ctrl-C waits for it.
const FEW_NODES: u64 = 1000;

/// Engine that keeps its tables from one position to the next.
#[pyclass(frozen, name = "Engine", module = "floe._floe", subclass)]
#[derive(Debug)]
pub(crate) struct PyEngine {
    spec: EngineSpec,
    engine: Mutex<Engine>,
}

#[pymethods]
impl PyEngine {
    #[new]
    fn new(spec: &str, options: EngineOptions) -> PyResult<PyEngine> {
        let spec: EngineSpec = spec.parse().map_err(engine_error)?;
        let EngineOptions {
            lines,
            threads,
            hash,
            seed,
        } = options;
        let options = SearchOptions {
            lines: Some(lines),
            threads,
            hash_mebibytes: hash,
            seed,
            ..SearchOptions::of(spec)
        };
        let settings = analysis_settings(&options)?;
        let spec = options.engine;
        Ok(PyEngine {
            engine: Mutex::new(settings.engine(evaluation(&spec)?)),
            spec,
        })
    }

    /// Name of the engine with its options.
    #[getter]
    fn name(&self) -> String {
        self.spec.to_string()
    }

    /// Whether each move ends by itself: its depth, nodes or time are limited, or the method does
    /// not search.
    #[getter]
    fn ends(&self) -> bool {
        self.spec.is_limited() || !self.spec.method.searches()
    }

    fn new_game(&self, py: Python<'_>, seed: u64) {
        py.detach(|| lock(&self.engine).new_game(seed));
    }

    fn analyze<'py>(
        &self,
        py: Python<'py>,
        position: &PyPosition,
        limits: GivenLimits,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let PyPosition(game) = position;
        let spec = &self.spec;
        let options = limits.of(SearchOptions::of(spec.clone()))?;
        let settings = analysis_settings(&options)?;
        let is_observed = progress.is_some();
        let searched = worker::run(
            py,
            |stop, sender| {
                let mut engine = lock(&self.engine);
                let limits = Limits {
                    stop: Some(stop),
                    ..settings.limits()
                };
                let analysis = engine.analyze_any(game, &limits, |progress| {
                    if is_observed {
                        let seconds = progress.elapsed.as_secs_f64();
                        // The receiver lives as long as the search.
                        let _ = sender.send(AnalysisReport::new(
                            game,
                            spec,
                            &progress.analysis(),
                            seconds,
                        ));
                    }
                })?;
                Ok(AnalysisReport::new(
                    game,
                    spec,
                    &analysis,
                    limits.start.elapsed().as_secs_f64(),
                ))
            },
            |py, report| reported(py, progress.as_ref(), &report),
        )?;
        let report = searched.map_err(analysis_error)?;
        Ok(pythonize::pythonize(py, &report)?)
    }

    /// The best move of a position, without its value; `None` when the game is over.
    fn choose(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        limits: GivenLimits,
    ) -> PyResult<Option<String>> {
        let PyPosition(game) = position;
        let options = limits.of(SearchOptions::of(self.spec.clone()))?;
        let settings = analysis_settings(&options)?;
        let is_short = matches!(
            self.spec.method,
            Method::Greedy | Method::Random | Method::Thumb
        ) || settings.spec.nodes.is_some_and(|nodes| nodes <= FEW_NODES);
        let chosen = match is_short {
            true => py.detach(|| guarded(|| self.choice(game, settings.limits())))?,
            false => worker::run(
                py,
                |stop, _sender: &Sender<()>| {
                    self.choice(
                        game,
                        Limits {
                            stop: Some(stop),
                            ..settings.limits()
                        },
                    )
                },
                |_, ()| Ok(()),
            )?,
        };
        Ok(chosen.map_err(analysis_error)?.map(|mv| game.move_text(mv)))
    }
}

impl PyEngine {
    /// The best move of a position within limits.
    fn choice(&self, game: &AnyGame, limits: Limits<'_>) -> Result<Option<AnyMove>, AnalysisError> {
        lock(&self.engine).choose_any(game, &limits)
    }
}

/// Goal and means of a proof.
#[derive(FromPyObject, Debug)]
#[pyo3(from_item_all)]
pub(crate) struct SolveOptions {
    all: bool,
    objective: String,
    threads: Option<usize>,
    hash: usize,
    checkpoint: Option<PathBuf>,
    checkpoint_interval: Time,
}

/// Proves the value of a position.
#[pyfunction]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    position: &PyPosition,
    limits: GivenLimits,
    options: SolveOptions,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let PyPosition(game) = position;
    let search = limits.of(SearchOptions {
        threads: options.threads,
        hash_mebibytes: Some(options.hash),
        ..SearchOptions::default()
    })?;
    let defaults = SearchDefaults {
        threads: Some(all_cores()),
        ..SearchDefaults::default()
    };
    let settings = search.resolve(&defaults).map_err(keyword_error)?;
    let objective = match options.objective.as_str() {
        "margin" => Objective::Margin,
        "wdl" => Objective::WinDrawLoss,
        other => {
            return Err(option_error(format!(
                "objective: expected margin or wdl; found '{other}'"
            )));
        }
    };
    let about = format!("{game} {BUILD}");
    let open = |path| Checkpoint::open(path, &about).map_err(file_error);
    let checkpoint = options.checkpoint.as_deref().map(open).transpose()?;
    let interval = options.checkpoint_interval.read("checkpoint_interval")?;
    let is_observed = progress.is_some();
    let solved = worker::run(
        py,
        |stop, sender| {
            let limits = Limits {
                stop: Some(stop),
                ..settings.limits()
            };
            let checkpoint = checkpoint.as_ref().map(|checkpoint| (checkpoint, interval));
            let request = SolveRequest {
                objective,
                all: options.all,
                limits,
                checkpoint,
                ..settings.solve_request()
            };
            let solved = solve_any(game, &request, |event| {
                if let Some(report) = is_observed.then(|| progress_report(game, event)).flatten() {
                    // The receiver lives as long as the proof.
                    let _ = sender.send(report);
                }
            })?;
            Ok(SolveReport::new(
                game,
                &solved,
                limits.start.elapsed().as_secs_f64(),
            ))
        },
        |py, report| reported(py, progress.as_ref(), &report),
    )?;
    let report = solved.map_err(analysis_error)?;
    Ok(pythonize::pythonize(py, &report)?)
}

/// Report on a proof under way; `None` if the event says nothing about the position.
fn progress_report(game: &AnyGame, event: &SolveEvent<'_>) -> Option<SolveReport> {
    let SolveEvent::Progress(progress) = event else {
        return None;
    };
    let bounds = progress.bounds.clone().filter(|_| progress.mv.is_none())?;
    Some(SolveReport::partial(game, bounds, progress))
}

/// Calls a listener with a report.
pub(crate) fn reported(
    py: Python<'_>,
    listener: Option<&Py<PyAny>>,
    report: &impl serde::Serialize,
) -> PyResult<()> {
    worker::call(py, listener, (pythonize::pythonize(py, report)?,))
}
