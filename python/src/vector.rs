//! Many games of one player against engines, stepped all at once: the native part of the vector
//! environment.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use floe_engine::arrays::{PlaneForm, PlaneFormat, PlaneSet, PlaneShape, action_count, fill_mask};
use floe_engine::options::{SearchDefaults, SearchOptions, SearchSettings};
use floe_engine::{Engine, EngineSpec, Evaluation};
use floe_game::Player;
use floe_search::Limits;
use numpy::PyArrayMethods;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rand::RngExt;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::arrays::{self, target};
use crate::batch::{BatchGame, GameState, Starts, StartsKeywords, illegal};
use crate::deal::keyword_error;
use crate::errors::{analysis_error, engine_error, move_error, option_error};
use crate::pool::{interruptible, lock};
use crate::position::PyPosition;
use crate::rows::Payoff;
use crate::search::evaluation;

/// Number of games that a thread takes at a time.
const CHUNK: usize = 16;
/// Number of games that are begun until one is not over before the agent moves.
const MAX_GAMES: usize = 1000;

/// Treatment of a game that has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AutoReset {
    /// The next step begins another game, and ignores its action.
    NextStep,
    /// The step that ends it begins another game.
    SameStep,
    /// The game stays until it is reset.
    Disabled,
}

/// Options of the environment.
#[derive(FromPyObject, Debug)]
#[pyo3(from_item_all)]
pub(crate) struct VectorOptions {
    opponent: String,
    seat: Option<usize>,
    margin: bool,
    grid: bool,
    autoreset: String,
    /// Reward of an illegal action, which ends the game; `None` if it is an error.
    penalty: Option<f64>,
}

/// One game of the environment.
#[derive(Debug)]
struct VectorGame {
    batch: BatchGame,
    seat: Player,
    engine: Engine,
    /// Seed with which the engine began the game.
    engine_seed: u64,
    /// Whether the game has ended, and no other one has begun.
    has_ended: bool,
}

/// State of a game of the environment, with which it goes on elsewhere. The engine goes on as after
/// the start of the game: without what it remembers, and with its random numbers from the first on.
#[derive(Serialize, Deserialize)]
struct VectorState {
    game: GameState,
    seat: usize,
    engine_seed: u64,
    has_ended: bool,
}

/// Call for one game among all.
#[derive(Clone, Copy)]
struct Call<'a> {
    /// Number of the game.
    number: usize,
    /// Flag that a signal sets.
    stop: &'a AtomicBool,
}

/// Arrays of a step, for one game.
struct StepRow<'a> {
    observation: &'a mut [u8],
    mask: &'a mut [i8],
    reward: &'a mut f64,
    terminated: &'a mut bool,
    last: Option<&'a mut [u8]>,
}

/// Games of one player against engines.
#[pyclass(frozen, name = "VectorGames", module = "floe._floe")]
#[derive(Debug)]
pub(crate) struct PyVectorGames {
    starts: Starts,
    shape: PlaneShape,
    action_count: usize,
    form: PlaneForm,
    reward: Payoff,
    autoreset: AutoReset,
    penalty: Option<f64>,
    fixed_seat: Option<Player>,
    settings: SearchSettings,
    evaluation: Evaluation,
    games: Mutex<Vec<VectorGame>>,
}

impl VectorGame {
    /// Begins the next game of the random stream, and plays up to the first turn of the agent. A
    /// game that is over before is dealt again.
    fn begin(&mut self, games: &PyVectorGames, stop: &AtomicBool) -> PyResult<()> {
        for _ in 0..MAX_GAMES {
            self.batch.deal(&games.starts);
            let drawn = self.batch.rng.random_range(0..games.shape.players);
            self.seat = games.fixed_seat.unwrap_or(Player::new(drawn));
            self.engine_seed = self.batch.rng.random();
            self.engine.new_game(self.engine_seed);
            self.play_opponents(games, stop)?;
            if !self.batch.is_over() {
                self.has_ended = false;
                return Ok(());
            }
        }
        Err(option_error(
            "tiles: expected deals in which the agent moves; in many of them the game was over before",
        ))
    }

    /// Plays up to the next turn of the agent, unless the flag is set.
    fn play_opponents(&mut self, games: &PyVectorGames, stop: &AtomicBool) -> PyResult<()> {
        let limits = || Limits {
            stop: Some(stop),
            ..games.settings.limits()
        };
        while !self.batch.is_over() && self.batch.game.last_turn() != self.seat {
            let game = &self.batch.game;
            let choice = self
                .engine
                .choose_any(game, &limits())
                .map_err(analysis_error)?;
            if stop.load(Relaxed) {
                // The signal that has set the flag is raised in place of this.
                return Err(PyKeyboardInterrupt::new_err(()));
            }
            let choice = choice.expect("the game is not over");
            self.batch.game = game.after(game.outcome_in(choice, self.batch.world));
        }
        Ok(())
    }

    /// Takes the step of an action.
    fn step(
        &mut self,
        games: &PyVectorGames,
        action: i64,
        call: &Call<'_>,
        row: &mut StepRow<'_>,
    ) -> PyResult<()> {
        let Call { number, stop } = *call;
        *row.reward = 0.0;
        *row.terminated = false;
        if self.has_ended {
            return match games.autoreset {
                AutoReset::NextStep => self.begin(games, stop),
                _ => Err(move_error(format!(
                    "game {number}: expected a reset; the game is over"
                ))),
            };
        }
        match (self.batch.after(action), games.penalty) {
            (Some(after), _) => {
                self.batch.game = after;
                self.play_opponents(games, stop)?;
                if let Some(payoffs) = games.reward.of(&self.batch.game) {
                    *row.reward = payoffs[self.seat.index()];
                    *row.terminated = true;
                }
            }
            (None, Some(penalty)) => {
                *row.reward = penalty;
                *row.terminated = true;
            }
            (None, None) => return Err(illegal(number, action)),
        }
        self.has_ended = *row.terminated;
        if self.has_ended && games.autoreset == AutoReset::SameStep {
            if let Some(last) = row.last.as_mut() {
                games.observe(self, &mut Vec::new(), last);
            }
            self.begin(games, stop)?;
        }
        Ok(())
    }
}

impl PyVectorGames {
    /// Writes the observation of the agent of a game.
    fn observe(&self, game: &VectorGame, flat: &mut Vec<u8>, row: &mut [u8]) {
        let format = PlaneFormat {
            shape: &self.shape,
            set: PlaneSet::Observation,
            form: self.form,
        };
        format.write(&game.batch.game, game.seat, flat, row);
    }

    /// Writes which actions the agent of a game has, as one of two values; none when the game has
    /// ended.
    fn write_mask<T: Copy>(game: &VectorGame, values: [T; 2], row: &mut [T]) {
        match game.has_ended {
            true => row.fill(values[0]),
            false => fill_mask(&game.batch.game, values, row),
        }
    }

    fn write_row(&self, game: &VectorGame, flat: &mut Vec<u8>, row: &mut StepRow<'_>) {
        self.observe(game, flat, row.observation);
        PyVectorGames::write_mask(game, [0, 1], row.mask);
    }

    /// Refuses actions of which one is not legal.
    fn check(&self, actions: &[i64]) -> PyResult<()> {
        let games = lock(&self.games);
        for (number, (game, &action)) in games.iter().zip(actions).enumerate() {
            if !game.has_ended && game.batch.after(action).is_none() {
                return Err(illegal(number, action));
            }
        }
        Ok(())
    }

    /// Number of games.
    fn count(&self) -> usize {
        lock(&self.games).len()
    }

    fn row_shape(&self) -> Vec<usize> {
        self.shape.dimensions(PlaneSet::Observation, self.form)
    }

    fn game(&self, seed: u64, number: usize) -> VectorGame {
        let mut batch = BatchGame::new(&self.starts, seed, number);
        let engine = self.settings.engine(self.evaluation.clone());
        let seat = Player::new(batch.rng.random_range(0..self.shape.players));
        VectorGame {
            batch,
            seat,
            engine,
            engine_seed: 0,
            has_ended: true,
        }
    }

    /// Calls a function with every game and its row, on all cores, until a signal such as Ctrl-C.
    fn for_each_row(
        &self,
        py: Python<'_>,
        rows: &mut [StepRow<'_>],
        call: impl Fn(&Call<'_>, &mut VectorGame, &mut StepRow<'_>) -> PyResult<()> + Send + Sync,
    ) -> PyResult<()> {
        interruptible(py, |stop| {
            let mut games = lock(&self.games);
            let each = games
                .par_iter_mut()
                .zip(rows.par_iter_mut())
                .enumerate()
                .with_min_len(CHUNK);
            each.try_for_each_init(Vec::new, |flat, (number, (game, row))| {
                call(&Call { number, stop }, game, row)?;
                self.write_row(game, flat, row);
                Ok(())
            })
        })?
    }

    /// Calls a function for every game, and fills new arrays: observations, masks, rewards, ends,
    /// and with [`AutoReset::SameStep`] the last observations of games that have ended.
    fn fill<'py>(
        &self,
        py: Python<'py>,
        call: impl Fn(&Call<'_>, &mut VectorGame, &mut StepRow<'_>) -> PyResult<()> + Send + Sync,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let count = self.count();
        let part = self.row_shape();
        let width = part.iter().product::<usize>();
        let with_last = usize::from(self.autoreset == AutoReset::SameStep);
        let observations = target::<u8>(py, &[&[count], &part[..]].concat(), None)?;
        let masks = target::<i8>(py, &[count, self.action_count], None)?;
        let rewards = target::<f64>(py, &[count], None)?;
        let terminated = target::<bool>(py, &[count], None)?;
        let last = target::<u8>(py, &[&[with_last * count], &part[..]].concat(), None)?;
        {
            let mut observed = observations.readwrite();
            let mut masked = masks.readwrite();
            let mut rewarded = rewards.readwrite();
            let mut ended = terminated.readwrite();
            let mut final_ones = last.readwrite();
            let mut lasts = final_ones.as_slice_mut()?.chunks_exact_mut(width);
            let mask_rows = masked.as_slice_mut()?.chunks_exact_mut(self.action_count);
            let ends = rewarded
                .as_slice_mut()?
                .iter_mut()
                .zip(ended.as_slice_mut()?);
            let observation_rows = observed.as_slice_mut()?.chunks_exact_mut(width);
            let parts = observation_rows.zip(mask_rows).zip(ends);
            let step_row = |((observation, mask), (reward, terminated))| StepRow {
                observation,
                mask,
                reward,
                terminated,
                last: lasts.next(),
            };
            let mut rows: Vec<StepRow<'_>> = parts.map(step_row).collect();
            self.for_each_row(py, &mut rows, call)?;
        }
        PyTuple::new(
            py,
            [
                observations.into_any(),
                masks.into_any(),
                rewards.into_any(),
                terminated.into_any(),
                last.into_any(),
            ],
        )
    }
}

#[pymethods]
impl PyVectorGames {
    #[new]
    fn new(
        count: usize,
        starts: StartsKeywords,
        options: VectorOptions,
    ) -> PyResult<PyVectorGames> {
        let starts = Starts::new(&starts)?;
        let sample = starts.sample(0)?;
        let shape = PlaneShape::of(&sample);
        let spec: EngineSpec = options.opponent.parse().map_err(engine_error)?;
        let evaluation = evaluation(&spec)?;
        // Many engines at once, each with a table of its own.
        let defaults = SearchDefaults {
            threads: Some(1),
            hash_mebibytes: Some(1),
            ..SearchDefaults::ANALYSIS
        };
        let settings = SearchOptions::of(spec)
            .resolve(&defaults)
            .map_err(keyword_error)?;
        let fixed_seat = options.seat.map(Player::new);
        let autoreset = match options.autoreset.as_str() {
            "next-step" => AutoReset::NextStep,
            "same-step" => AutoReset::SameStep,
            _ => AutoReset::Disabled,
        };
        let mut games = PyVectorGames {
            starts,
            action_count: action_count(&sample),
            shape,
            form: PlaneForm::of(options.grid),
            reward: if options.margin {
                Payoff::Margins
            } else {
                Payoff::Returns
            },
            autoreset,
            penalty: options.penalty,
            fixed_seat,
            settings,
            evaluation,
            games: Mutex::new(Vec::new()),
        };
        let new: Vec<VectorGame> = (0..count).map(|number| games.game(0, number)).collect();
        games.games = Mutex::new(new);
        Ok(games)
    }

    /// Shape of an observation.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.row_shape()
    }

    #[getter]
    fn action_count(&self) -> usize {
        self.action_count
    }

    /// State of all games, for [`PyVectorGames::set_state`].
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let games = lock(&self.games);
        let state = |game: &VectorGame| VectorState {
            game: GameState::of(&game.batch),
            seat: game.seat.index(),
            engine_seed: game.engine_seed,
            has_ended: game.has_ended,
        };
        let states: Vec<VectorState> = games.iter().map(state).collect();
        Ok(pythonize::pythonize(py, &states)?)
    }

    /// Replaces all games by those of a state of games with the same options.
    fn set_state(&self, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let states: Vec<VectorState> = pythonize::depythonize(state)?;
        let game = |VectorState {
                        game,
                        seat,
                        engine_seed,
                        has_ended,
                    }| {
            let mut engine = self.settings.engine(self.evaluation.clone());
            engine.new_game(engine_seed);
            let seat = Player::first(self.shape.players).nth(seat)?;
            Some(VectorGame {
                batch: GameState::game(game)?,
                seat,
                engine,
                engine_seed,
                has_ended,
            })
        };
        let games: Option<Vec<VectorGame>> = states.into_iter().map(game).collect();
        let games = games.ok_or_else(|| {
            option_error("state: expected the state of games with the same options")
        })?;
        *lock(&self.games) = games;
        Ok(())
    }

    /// Position of a game, as the agent sees it.
    fn position(&self, number: usize) -> PyPosition {
        let games = lock(&self.games);
        PyPosition(games[number].batch.game.view(games[number].seat))
    }

    /// Mask of the legal actions of every game.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let games = lock(&self.games);
        let masks = target::<bool>(py, &[games.len(), self.action_count], None)?;
        {
            let mut filled = masks.readwrite();
            let rows = filled.as_slice_mut()?.chunks_exact_mut(self.action_count);
            games
                .iter()
                .zip(rows)
                .for_each(|(game, row)| PyVectorGames::write_mask(game, [false, true], row));
        }
        Ok(masks.into_any())
    }

    /// Seat of the agent in every game.
    fn seats(&self) -> Vec<usize> {
        let games = lock(&self.games);
        games.iter().map(|game| game.seat.index()).collect()
    }

    /// Begins the games named by a mask, with the random streams of these seeds or on their own
    /// ones.
    fn reset<'py>(
        &self,
        py: Python<'py>,
        seeds: Option<Vec<Option<u64>>>,
        chosen: Option<Vec<bool>>,
        positions: Option<Vec<PyPosition>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        self.fill(py, |&Call { number, stop }, game, row| {
            *row.reward = 0.0;
            *row.terminated = false;
            if chosen.as_ref().is_some_and(|chosen| !chosen[number]) {
                return Ok(());
            }
            if let Some(seed) = seeds.as_ref().and_then(|seeds| seeds[number]) {
                *game = self.game(seed, 0);
            }
            game.begin(self, stop)?;
            if let Some(positions) = &positions {
                game.batch.game = positions[number % positions.len()].0;
                game.play_opponents(self, stop)?;
                game.has_ended = game.batch.is_over();
            }
            Ok(())
        })
    }

    /// Takes a step in every game.
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let count = self.count();
        let actions = arrays::actions(actions, count)?;
        if self.penalty.is_none() {
            py.detach(|| self.check(&actions))?;
        }
        self.fill(py, |call, game, row| {
            game.step(self, actions[call.number], call, row)
        })
    }
}
