//! Matches between engines of floe, other programs, and functions of Python.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use floe_arena::clock::{TimeControl, TimeControlError};
use floe_arena::config::MatchConfig;
use floe_arena::contestant::{Choice, Contestant, GameHistory};
use floe_arena::fault::{Fault, PlayFailure};
use floe_arena::match_run::{MatchObserver, MatchRun};
use floe_arena::record::{MoveReport, Record};
use floe_arena::report::MatchReport;
use floe_arena::schedule::{Schedule, Shard, one_way};
use floe_arena::scoreboard::Scoreboard;
use floe_arena::statistics::{EloScale, Sprt};
use floe_arena::store::{Store, hash};
use floe_engine::options::{StartOptions, UnusualSetUp};
use floe_engine::{AnyGame, AnySetUp, EngineGame, EngineSpec, with_game};
use floe_matches::{ExpectedGame, GivenFloes, MatchFloes, Players};
use pyo3::prelude::*;

use crate::deal::{DealOptions, keyword_error};
use crate::errors::{PyEngineError, PyFileError, PyMoveError, exception, option_error};
use crate::limits::concurrency;
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
pub(crate) struct MatchOptions {
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

impl MatchOptions {
    fn test(&self) -> PyResult<Option<Sprt>> {
        let scale = if self.normalized { EloScale::Normalized } else { EloScale::Logistic };
        let sprt = match self.sprt[..] {
            [] => return Ok(None),
            [low, high] => Sprt::new(scale, low, high),
            [low, high, alpha, beta] => {
                Sprt::new(scale, low, high).and_then(|sprt| sprt.with_error_probabilities(alpha, beta))
            }
            _ => return Err(option_error("sprt: expected (elo0, elo1) or (elo0, elo1, alpha, beta)")),
        };
        sprt.map(Some).map_err(|error| option_error(format!("sprt: {error}")))
    }

    fn clock(&self) -> PyResult<Option<TimeControl>> {
        let clock = self.clock.as_deref().map(str::parse).transpose();
        clock.map_err(|error: TimeControlError| option_error(format!("clock: {error}")))
    }

    /// The seed given, that of the match recorded in the directory, or a new one.
    fn seed(&self) -> PyResult<u64> {
        if let Some(seed) = self.seed {
            return Ok(seed);
        }
        let recorded = self.out.as_deref().map(|directory| Store::recorded_match(directory, Shard::WHOLE)).transpose();
        let recorded = recorded.map_err(exception::<PyFileError>)?.flatten();
        Ok(recorded.map_or_else(|| RandomState::new().hash_one("floe match"), |config| config.seed))
    }

    fn config(&self, engines: Vec<String>, set_up: &AnySetUp) -> MatchConfig {
        MatchConfig {
            engines,
            players: set_up.players(),
            rules: set_up.rules().to_string(),
            layout: UnusualSetUp::of(set_up).layout,
            together: set_up.sides() == 1,
            floes: self.floes,
            placed: self.placed,
            positions: self.positions.clone(),
            gauntlet: self.gauntlet,
            all_permutations: self.all_permutations,
            build: format!("python {}", env!("CARGO_PKG_VERSION")),
            ..MatchConfig::default()
        }
    }
}

/// Plays a match and reports on it.
#[pyfunction]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    players: Vec<GivenPlayer>,
    deal: DealOptions,
    options: MatchOptions,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let given = match &options.positions[..] {
        [] => None,
        texts => Some(GivenFloes::parse(&texts.join("\n"), ExpectedGame::default()).map_err(option_error)?),
    };
    let set_up = match &given {
        Some(given) => given.0[0].rules().usual(given.0[0].players()),
        None => deal.set_up()?,
    };
    let start = StartOptions { placed: options.placed, ..StartOptions::default() };
    start.check(set_up.rules()).map_err(keyword_error)?;
    let sprt = options.test()?;
    if sprt.is_some() && (set_up.sides() > 2 || players.len() != 2) {
        return Err(option_error("sprt: expected two engines and two players"));
    }
    let concurrency = concurrency(options.concurrency)?;
    let texts: Vec<String> = players.iter().filter_map(GivenPlayer::text).map(str::to_owned).collect();
    let evaluation = |spec: &EngineSpec| spec.evaluation(|path| std::fs::read_to_string(path));
    let clock = options.clock()?;
    let engine_error = exception::<PyEngineError>;
    let mut engines = Players::read(&texts, set_up.sides(), set_up.rules(), clock, evaluation).map_err(engine_error)?;
    let mut engine_names = engines.names(&texts).into_iter();
    let name = |(player, name): (&GivenPlayer, &String)| match player {
        GivenPlayer::Engine(_) => engine_names.next().unwrap_or_else(|| name.clone()),
        GivenPlayer::Function(_) => name.clone(),
    };
    let names: Vec<String> = players.iter().zip(&options.names).map(name).collect();
    let mut engine_hashes = engines.hashes(hash).map_err(exception::<PyFileError>)?.into_iter();
    let hash = |(player, hash): (&GivenPlayer, &String)| match player {
        GivenPlayer::Engine(_) => engine_hashes.next().unwrap_or_default(),
        GivenPlayer::Function(_) => hash.clone(),
    };
    let hashes: Vec<String> = players.iter().zip(&options.hashes).map(hash).collect();
    let hashes = if hashes.iter().all(String::is_empty) { Vec::new() } else { hashes };
    let seed = options.seed()?;
    let config = MatchConfig { clock, seed, hashes, ..options.config(names, &set_up) };
    Schedule::new(&config).map_err(option_error)?;
    let sample = match &given {
        // The type of a variant can hold positions of the base game, too.
        Some(GivenFloes(given)) => *given.iter().find(|position| !position.is_base()).unwrap_or(&given[0]),
        None => AnyGame::deal(&set_up, 0).map_err(|error| keyword_error(error.into()))?,
    };
    let raised = Mutex::new(None);
    let players = &players;
    let board = worker::run(
        py,
        |stop, sender| {
            engines.start_programs(&texts, None, stop).map_err(engine_error)?;
            let out = options.out.as_deref();
            let shard = Shard::WHOLE;
            let run = MatchRun { config: &config, shard, out, concurrency, sprt, stop };
            // The receiver lives as long as the match.
            let report = |games| sender.send(games).unwrap_or_default();
            let mut observer = Observer { total: 0, report };
            let board = with_game!(sample, sample => {
                let floes = MatchFloes::new(&sample, &config, set_up);
                run.play(&floes, &|player| players[player].make(player, players, &engines, &raised, stop), &mut observer)
            });
            board.map_err(exception::<PyFileError>)
        },
        |py, (games, total): (u64, u64)| match &progress {
            None => Ok(()),
            Some(progress) => progress.call1(py, (games, total)).map(drop),
        },
    )?;
    if let Some(error) = raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
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
type Raised = Mutex<Option<PyErr>>;

impl GivenPlayer {
    /// Specification of an engine; `None` for functions.
    fn text(&self) -> Option<&str> {
        match self {
            GivenPlayer::Engine(text) => Some(text),
            GivenPlayer::Function(_) => None,
        }
    }

    /// Makes the player with this number.
    fn make<'a, G: EngineGame>(
        &'a self,
        number: usize,
        players: &[GivenPlayer],
        engines: &Players,
        raised: &'a Raised,
        stop: &'a AtomicBool,
    ) -> Result<Box<dyn Contestant<G> + 'a>, PlayFailure> {
        match self {
            GivenPlayer::Engine(_) => {
                let engine = players[..number].iter().filter(|player| player.text().is_some()).count();
                engines.make(engine, stop)
            }
            GivenPlayer::Function(function) => Ok(Box::new(FunctionPlayer { function, raised, stop })),
        }
    }
}

/// Function of Python as a player.
struct FunctionPlayer<'a> {
    function: &'a Py<PyAny>,
    raised: &'a Raised,
    stop: &'a AtomicBool,
}

impl FunctionPlayer<'_> {
    /// Calls Python; an exception ends the match.
    fn call<T>(&self, call: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, Fault> {
        Python::attach(call).map_err(|error| {
            let fault = Fault::Crashed(error.to_string());
            self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            self.stop.store(true, Relaxed);
            fault
        })
    }
}

impl<G: EngineGame> Contestant<G> for FunctionPlayer<'_> {
    fn new_game(&mut self, seed: u64) -> Result<(), PlayFailure> {
        let new_game = self.call(|py| match self.function.getattr(py, "new_game") {
            Ok(new_game) => new_game.call1(py, (one_way(seed),)).map(drop),
            Err(_) => Ok(()),
        });
        Ok(new_game?)
    }

    fn choose(&mut self, game: &G, _history: GameHistory<'_, G>) -> Result<Choice<G::Move>, PlayFailure> {
        let mv = self.call(|py| {
            // A function sees what its player sees.
            let view = game.view(game.last_turn());
            let answer = self.function.call1(py, (PyPosition(view.into()),))?;
            let choices = game.choices();
            let found = match answer.extract::<String>(py) {
                Ok(text) => choices.into_iter().find(|&choice| game.move_text(choice) == text),
                Err(_) => {
                    let action: u32 = answer.extract(py)?;
                    choices.into_iter().find(|&choice| G::move_bits(choice) == action)
                }
            };
            found.ok_or_else(|| exception::<PyMoveError>(format!("expected one of the legal moves; found {answer}")))
        })?;
        Ok(Choice { mv, search: MoveReport::default() })
    }
}
