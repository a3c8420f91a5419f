//! Matches between engines of floe, other programs, and functions of Python.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use floe_arena::clock::{TimeControl, TimeControlError};
use floe_arena::config::MatchConfig;
use floe_arena::fault::Fault;
use floe_arena::match_run::{MatchObserver, MatchRun};
use floe_arena::record::Record;
use floe_arena::report::MatchReport;
use floe_arena::schedule::{Schedule, one_way};
use floe_arena::scoreboard::Scoreboard;
use floe_arena::statistics::{EloScale, Sprt, SprtError};
use floe_engine::{AnyGame, AnyMove, EngineGame, EngineSpec, GameRules, with_game};
use floe_matches::{
    ExpectedGame, FunctionPlayer, GivenFloes, MatchOptions, MatchStarts, Players, draw_seed, recorded_seed,
};
use floe_runs::Shard;
use pyo3::prelude::*;

use crate::action_space::Numbered;
use crate::actions::choice_of_action;
use crate::deal::{DealOptions, keyword_error};
use crate::errors::{PyEngineError, PyFileError, PyMoveError, exception, option_error};
use crate::limits::concurrency;
use crate::moves::PyMove;
use crate::position::PyPosition;
use crate::worker;

/// Player of a match.
#[derive(FromPyObject, Debug)]
pub(crate) enum GivenPlayer {
    /// Engine of floe, or `cmd:PROGRAM`.
    Engine(String),
    /// Function that receives a position and returns a move.
    Function(Py<PyAny>),
}

/// Games of a match, and the way in which they are played.
#[derive(FromPyObject, Debug)]
#[pyo3(from_item_all)]
pub(crate) struct MatchKeywords {
    names: Vec<String>,
    /// Hashes of functions; empty for engines.
    hashes: Vec<String>,
    floes: u64,
    seed: Option<u64>,
    placed: bool,
    positions: Vec<String>,
    gauntlet: bool,
    all_permutations: bool,
    concurrency: Option<usize>,
    out: Option<PathBuf>,
    sprt: Vec<f64>,
    normalized: bool,
    clock: Option<String>,
}

impl MatchKeywords {
    fn test(&self) -> PyResult<Option<Sprt>> {
        let scale = if self.normalized { EloScale::Normalized } else { EloScale::Logistic };
        Sprt::of_parameters(scale, &self.sprt).map_err(|error| match error {
            SprtError::Count(_) => option_error("sprt: expected (elo0, elo1) or (elo0, elo1, alpha, beta)"),
            error => option_error(format!("sprt: {error}")),
        })
    }

    fn clock(&self) -> PyResult<Option<TimeControl>> {
        let clock = self.clock.as_deref().map(str::parse).transpose();
        clock.map_err(|error: TimeControlError| option_error(format!("clock: {error}")))
    }

    /// Reads the positions to start from.
    fn given(&self) -> PyResult<Option<GivenFloes>> {
        if self.positions.is_empty() {
            return Ok(None);
        }
        let given = GivenFloes::parse(&self.positions.join("\n"), ExpectedGame::default());
        given.map(Some).map_err(option_error)
    }

    /// Returns what was meant by the keywords.
    fn meant(&self, deal: &DealOptions) -> PyResult<MatchOptions> {
        let given = self.given()?;
        let set_up = if given.is_some() { GameRules::BASE.usual(2) } else { deal.set_up()? };
        let starts = MatchStarts { set_up, given, placed: self.placed };
        starts.check().map_err(keyword_error)?;
        Ok(MatchOptions {
            starts,
            floes: Some(self.floes),
            gauntlet: self.gauntlet,
            all_permutations: self.all_permutations,
            clock: self.clock()?,
            build: format!("python {}", env!("CARGO_PKG_VERSION")),
        })
    }

    /// Returns the seed given, that of the match recorded in the directory, or a new one.
    fn seed(&self) -> PyResult<u64> {
        if let Some(seed) = self.seed {
            return Ok(seed);
        }
        let recorded = recorded_seed(self.out.as_deref(), Shard::WHOLE).map_err(exception::<PyFileError>)?;
        Ok(recorded.unwrap_or_else(draw_seed))
    }

    /// The players, of which functions report the first exception in `raised`.
    fn players(&self, players: Vec<GivenPlayer>, raised: &Raised) -> Vec<floe_matches::GivenPlayer> {
        let named = players.into_iter().zip(&self.names).zip(&self.hashes);
        let player = |((player, name), hash): ((GivenPlayer, &String), &String)| match player {
            GivenPlayer::Engine(text) => floe_matches::GivenPlayer::Text(text),
            GivenPlayer::Function(function) => {
                let raised = Arc::clone(raised);
                let player = PythonPlayer { function, name: name.clone(), hash: hash.clone(), raised };
                floe_matches::GivenPlayer::Function(Arc::new(player))
            }
        };
        named.map(player).collect()
    }
}

/// Plays a match and reports on it.
#[pyfunction]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    players: Vec<GivenPlayer>,
    deal: DealOptions,
    options: MatchKeywords,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let meant = options.meant(&deal)?;
    let starts = &meant.starts;
    let sprt = options.test()?;
    if sprt.is_some() {
        Sprt::check_match(players.len(), starts.sides()).map_err(|error| option_error(format!("sprt: {error}")))?;
    }
    let concurrency = concurrency(options.concurrency)?;
    let raised = Raised::default();
    let given = options.players(players, &raised);
    let evaluation = |spec: &EngineSpec| spec.evaluation(|path| std::fs::read_to_string(path));
    let engine_error = exception::<PyEngineError>;
    let players = Players::read(&given, starts.sides(), starts.rules(), meant.clock, evaluation);
    let mut players = players.map_err(engine_error)?;
    let hashes = players.hashes().map_err(exception::<PyFileError>)?;
    let config = MatchConfig { hashes, ..meant.config(players.names(), options.seed()?) };
    Schedule::new(&config).map_err(option_error)?;
    let board = worker::run(
        py,
        |stop, sender| {
            players.start_programs(None, stop).map_err(engine_error)?;
            let out = options.out.as_deref();
            let run = MatchRun { config: &config, shard: Shard::WHOLE, out, concurrency, sprt, stop };
            // The receiver lives as long as the match.
            let report = |games| sender.send(games).unwrap_or_default();
            let mut observer = Observer { total: 0, report };
            floe_matches::play(&run, starts, &players, &mut observer).map_err(exception::<PyFileError>)
        },
        |py, (games, total): (u64, u64)| match &progress {
            None => Ok(()),
            Some(progress) => progress.call1(py, (games, total)).map(drop),
        },
    )?;
    if let Some(error) = raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    let report = MatchReport::new(&board?.account, &config.engines);
    Ok(pythonize::pythonize(py, &report)?)
}

/// Reports the number of games played and of all games.
struct Observer<F> {
    total: u64,
    report: F,
}

impl<F: FnMut((u64, u64))> MatchObserver for Observer<F> {
    fn begin(&mut self, _known: u64, total: u64) {
        self.total = total;
    }

    fn game(&mut self, _record: &Record, board: &Scoreboard) {
        (self.report)((board.games(), self.total));
    }
}

/// First exception that a function of Python raises.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// Function of Python as a player.
#[derive(Debug)]
struct PythonPlayer {
    function: Py<PyAny>,
    name: String,
    hash: String,
    raised: Raised,
}

impl PythonPlayer {
    /// Calls Python; an exception ends the match.
    fn call<T>(&self, stop: &AtomicBool, call: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, Fault> {
        Python::attach(call).map_err(|error| {
            let fault = Fault::Crashed(error.to_string());
            self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            stop.store(true, Relaxed);
            fault
        })
    }
}

impl FunctionPlayer for PythonPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn hash(&self) -> &str {
        &self.hash
    }

    fn new_game(&self, seed: u64, stop: &AtomicBool) -> Result<(), Fault> {
        self.call(stop, |py| match self.function.getattr(py, "new_game") {
            Ok(new_game) => new_game.call1(py, (one_way(seed),)).map(drop),
            Err(_) => Ok(()),
        })
    }

    fn choose(&self, view: &AnyGame, stop: &AtomicBool) -> Result<AnyMove, Fault> {
        self.call(stop, |py| {
            let answer = self.function.call1(py, (PyPosition(*view),))?;
            let choice = with_game!(view, view => choice_of(view, answer.bind(py)));
            choice.ok_or_else(|| {
                let name = &self.name;
                let problem =
                    format!("player {name}, position {view}: expected one of the legal moves; found {answer}");
                exception::<PyMoveError>(problem)
            })
        })
    }
}

/// Finds the choice that a function names, by its notation or its action; `None` if there is none.
fn choice_of<G: EngineGame + Numbered>(view: &G, answer: &Bound<'_, PyAny>) -> Option<AnyMove> {
    let named = answer.cast::<PyMove>().map(|mv| mv.get().written()).or_else(|_| answer.extract::<String>());
    let found = match named {
        Ok(text) => view.choices().into_iter().find(|&choice| view.move_text(choice) == text),
        Err(_) => choice_of_action(view, answer.extract().ok()?),
    };
    found.map(|choice| AnyMove::of(view, choice))
}
