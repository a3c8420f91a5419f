//! Matches between engines of floe, other programs, and functions of Python.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use floe_arena::clock::{TimeControl, TimeControlError};
use floe_arena::config::MatchConfig;
use floe_arena::fault::Fault;
use floe_arena::match_run::{MatchObserver, MatchRun};
use floe_arena::record::Record;
use floe_arena::schedule::{Schedule, one_way};
use floe_arena::scoreboard::Scoreboard;
use floe_arena::statistics::OrderTest;
use floe_arena::store::{RecordedMatch, Store};
use floe_engine::arrays::{Numbered, choice_of_action};
use floe_engine::{AnyGame, AnyMove, EngineGame, GameRules, with_game};
use floe_matches::{
    ExpectedGame, FunctionPlayer, GivenFloes, Highlights, MatchOptions, MatchStarts, Players,
    draw_seed, recorded_seed,
};
use floe_reports::match_facts;
use floe_runs::Shard;
use pyo3::prelude::*;

use crate::build::BUILD;
use crate::deal::{DealOptions, keyword_error};
use crate::errors::{engine_error, file_error, move_error, option_error};
use crate::limits::concurrency;
use crate::match_report::{Reported, reported, sequential_test};
use crate::moves::PyMove;
use crate::pool::lock;
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
    shard: Option<(u64, u64)>,
    out: Option<PathBuf>,
    sprt: Vec<f64>,
    normalized: bool,
    order: Option<f64>,
    clock: Option<String>,
}

impl MatchKeywords {
    fn shard(&self) -> PyResult<Shard> {
        let Some((index, count)) = self.shard else {
            return Ok(Shard::WHOLE);
        };
        Shard::new(index, count).map_err(|error| option_error(format!("shard: {error}")))
    }

    fn clock(&self) -> PyResult<Option<TimeControl>> {
        let clock = self.clock.as_deref().map(str::parse).transpose();
        clock.map_err(|error: TimeControlError| option_error(format!("clock: {error}")))
    }

    /// Returns the test of the order of all players.
    fn order(&self) -> PyResult<Option<OrderTest>> {
        let Some(confidence) = self.order else {
            return Ok(None);
        };
        if !self.sprt.is_empty() || self.gauntlet || self.shard.is_some() {
            return Err(option_error(
                "order: expected without sprt, gauntlet and shard",
            ));
        }
        let test =
            OrderTest::new(confidence).map_err(|error| option_error(format!("order: {error}")))?;
        Ok(Some(test))
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
        let set_up = if given.is_some() {
            GameRules::BASE.usual(2)
        } else {
            deal.set_up()?
        };
        let starts = MatchStarts::new(set_up, given, self.placed).map_err(keyword_error)?;
        Ok(MatchOptions {
            floes: Some(self.floes),
            gauntlet: self.gauntlet,
            all_permutations: self.all_permutations,
            clock: self.clock()?,
            ..MatchOptions::new(starts, BUILD)
        })
    }

    /// Returns the seed given, that of the match recorded in the directory, or a new one.
    fn seed(&self, shard: Shard) -> PyResult<u64> {
        if let Some(seed) = self.seed {
            return Ok(seed);
        }
        let recorded = recorded_seed(self.out.as_deref(), shard).map_err(file_error)?;
        Ok(recorded.unwrap_or_else(draw_seed))
    }

    /// Mistakes in the recorded games of a whole match.
    fn highlights(&self, shard: Shard) -> PyResult<Highlights> {
        let Some(out) = self.out.as_deref().filter(|_| shard == Shard::WHOLE) else {
            return Ok(Highlights::default());
        };
        let recorded = RecordedMatch::read(&Store::path(out, Shard::WHOLE));
        let recorded = recorded.map_err(file_error)?;
        Ok(Highlights::of(&recorded.records))
    }

    /// The players, of which functions report the first exception in `raised`.
    fn players(
        &self,
        players: Vec<GivenPlayer>,
        raised: &Raised,
    ) -> Vec<floe_matches::GivenPlayer> {
        let player = |(index, player): (usize, GivenPlayer)| match player {
            GivenPlayer::Engine(text) => floe_matches::GivenPlayer::Text(text),
            GivenPlayer::Function(function) => {
                floe_matches::GivenPlayer::Function(Arc::new(PythonPlayer {
                    function,
                    number: index + 1,
                    name: self.names[index].clone(),
                    hash: self.hashes[index].clone(),
                    raised: Arc::clone(raised),
                }))
            }
        };
        players.into_iter().enumerate().map(player).collect()
    }
}

/// Plays a match, or a shard of it, and reports on its games.
#[pyfunction]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    players: Vec<GivenPlayer>,
    deal: DealOptions,
    options: MatchKeywords,
    progress: Option<Py<PyAny>>,
) -> PyResult<Reported<'py>> {
    let meant = options.meant(&deal)?;
    let starts = &meant.starts;
    let sprt = sequential_test(&options.sprt, options.normalized)?;
    let shard = options.shard()?;
    let order = options.order()?;
    // The test takes blocks in order, so only the merge of all shards can decide it.
    let sprt = sprt.filter(|_| shard == Shard::WHOLE);
    let concurrency = concurrency(options.concurrency)?;
    let raised = Raised::default();
    let given = options.players(players, &raised);
    let players = Players::read(&given, starts.sides(), starts.rules(), meant.clock);
    let mut players = players.map_err(engine_error)?;
    let config = meant.config(players.names(), options.seed(shard)?);
    let config = players.identified(config).map_err(file_error)?;
    Schedule::new(&config).map_err(option_error)?;
    let board = worker::run(
        py,
        |stop, sender| {
            players.start_programs(None, stop).map_err(engine_error)?;
            let config = MatchConfig {
                programs: players.programs(),
                ..config.clone()
            };
            let run = MatchRun {
                shard,
                out: options.out.as_deref(),
                concurrency,
                sprt,
                order,
                ..MatchRun::new(&config, stop)
            };
            // The receiver lives as long as the match.
            let report = |games| sender.send(games).unwrap_or_default();
            let mut observer = Observer { total: 0, report };
            floe_matches::play(&run, starts, &players, &mut observer).map_err(file_error)
        },
        |py, games: (u64, u64)| worker::call(py, progress.as_ref(), games),
    )?;
    if let Some(error) = lock(&raised).take() {
        return Err(error);
    }
    let highlights = options.highlights(shard)?;
    let facts = match_facts(&config, BUILD);
    reported(py, (&board?.account, &config.engines), &highlights, facts)
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
    /// Number of the player in the match, from 1.
    number: usize,
    name: String,
    hash: String,
    raised: Raised,
}

impl PythonPlayer {
    /// Names the player, the game and the position of a mistake.
    fn place(&self, view: &AnyGame, game: u64) -> String {
        format!(
            "player {} ({}), game {game}, position {view}",
            self.number, self.name
        )
    }

    /// Calls Python; an exception ends the match.
    fn call<T>(
        &self,
        stop: &AtomicBool,
        call: impl FnOnce(Python<'_>) -> PyResult<T>,
    ) -> Result<T, Fault> {
        Python::attach(call).map_err(|error| {
            let fault = Fault::Crashed(error.to_string());
            lock(&self.raised).get_or_insert(error);
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

    fn choose(&self, view: &AnyGame, game: u64, stop: &AtomicBool) -> Result<AnyMove, Fault> {
        self.call(stop, |py| {
            let answer = self.function.call1(py, (PyPosition(*view),));
            let answer =
                answer.inspect_err(|error| add_note(py, error, &self.place(view, game)))?;
            let choice = with_game!(view, view => choice_of(view, answer.bind(py)));
            choice.ok_or_else(|| {
                let is_move = is_move(answer.bind(py));
                let expected = if is_move {
                    "one of the legal moves"
                } else {
                    "a move"
                };
                move_error(format!(
                    "{}: expected {expected}; found {answer}",
                    self.place(view, game)
                ))
            })
        })
    }
}

/// Adds a note to an exception, where this version of Python has notes: from 3.11 on.
fn add_note(py: Python<'_>, error: &PyErr, note: &str) {
    // An exception without notes says what went wrong all the same.
    let _ = error.value(py).call_method1("add_note", (note,));
}

/// Whether an answer has the form of a move: a text, a `Move` or a number.
fn is_move(answer: &Bound<'_, PyAny>) -> bool {
    answer.cast::<PyMove>().is_ok()
        || answer.extract::<String>().is_ok()
        || answer.extract::<i64>().is_ok()
}

/// Finds the choice that a function names, by its notation or its action; `None` if there is none.
fn choice_of<G: EngineGame + Numbered>(view: &G, answer: &Bound<'_, PyAny>) -> Option<AnyMove> {
    let named = answer
        .cast::<PyMove>()
        .map(|mv| mv.get().written())
        .or_else(|_| answer.extract::<String>());
    let found = match named {
        Ok(text) => view
            .choices()
            .into_iter()
            .find(|&choice| view.move_text(choice) == text),
        Err(_) => choice_of_action(view, answer.extract().ok()?),
    };
    found.map(|choice| AnyMove::of(view, choice))
}
