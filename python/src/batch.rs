//! Many games at once, as arrays.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

use floe_engine::arrays::{
    ActionSpace, PlaneSet, PlaneShape, action_count, action_space, actions, after_action,
};
use floe_engine::options::StartOptions;
use floe_engine::{AnyGame, AnySetUp, GameRules, KnownGame, with_game};
use floe_game::{Game, Player, Turn, walk};
use numpy::{Element, IntoPyArray, PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::arguments::Given;
use crate::arrays::{self, target};
use crate::deal::{DealOptions, StartKeywords, keyword_error};
use crate::errors::{move_error, option_error};
use crate::pool::{interruptible, lock};
use crate::position::PyPosition;
use crate::rows::{Payoff, Rows, is_over, seat, write_values};

/// Games of the same rules and players, played in parallel by all cores.
#[pyclass(frozen, name = "Batch", module = "floe._floe")]
#[derive(Debug)]
pub(crate) struct PyBatch {
    starts: Starts,
    shape: PlaneShape,
    action_count: usize,
    games: Mutex<Vec<BatchGame>>,
}

/// Game of a batch, with random numbers of its own.
#[derive(Clone, Debug)]
pub(crate) struct BatchGame {
    pub(crate) game: AnyGame,
    /// Number of the world that decides the outcomes of chance.
    pub(crate) world: u64,
    pub(crate) rng: Xoshiro256PlusPlus,
}

/// Starts of games.
#[derive(Clone, Debug)]
pub(crate) enum Starts {
    /// Floes that are dealt.
    Dealt {
        /// Set-up of the deal.
        set_up: AnySetUp,
        /// Random moves after it.
        start: StartOptions,
    },
    /// Positions, of which one is drawn at random.
    Given(Vec<AnyGame>),
}

/// State of a game of a batch, with which it goes on elsewhere.
#[derive(Serialize, Deserialize)]
pub(crate) struct GameState {
    position: String,
    world: u64,
    rng: Xoshiro256PlusPlus,
}

impl GameState {
    /// The state of a game.
    pub(crate) fn of(game: &BatchGame) -> GameState {
        GameState {
            position: game.game.to_string(),
            world: game.world,
            rng: game.rng.clone(),
        }
    }

    /// The game with this state; `None` if its position cannot be read.
    pub(crate) fn game(self) -> Option<BatchGame> {
        let GameState {
            position,
            world,
            rng,
        } = self;
        Some(BatchGame {
            game: position.parse().ok()?,
            world,
            rng,
        })
    }
}

/// Places where the actions of each game begin and end, and all actions.
type ActionLists<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);

/// Number of games that a thread takes at a time.
pub(crate) const CHUNK: usize = 64;
/// Number of deals among which one must not be over.
const MAX_DEALS: usize = 1000;

/// Options of the starts of games.
#[derive(FromPyObject, Debug)]
#[pyo3(from_item_all)]
pub(crate) struct StartsKeywords {
    deal: DealOptions,
    start: StartKeywords,
    positions: Vec<PyPosition>,
}

/// Kind of a game: the shape of its arrays, its actions, rules and number of sides.
type GameKind = (PlaneShape, Option<*const ActionSpace>, GameRules, usize);

fn kind(game: &AnyGame) -> GameKind {
    let space = action_space(game).map(std::ptr::from_ref);
    (PlaneShape::of(game), space, game.rules(), game.sides())
}

impl Starts {
    /// Reads the starts of games: the given positions, or floes that are dealt.
    ///
    /// # Errors
    /// If the options do not fit each other, the positions are not of one game, or one is over.
    pub(crate) fn new(keywords: &StartsKeywords) -> PyResult<Starts> {
        let StartsKeywords {
            deal,
            start,
            positions,
        } = keywords;
        if positions.is_empty() {
            return Ok(Starts::Dealt {
                set_up: deal.set_up()?,
                start: start.options(),
            });
        }
        let given: Vec<AnyGame> = positions.iter().map(|position| position.0).collect();
        let first = kind(&given[0]);
        for (number, game) in given.iter().enumerate() {
            if kind(game) != first {
                let problem = "expected positions of one game, layout and number of players";
                return Err(option_error(format!(
                    "positions: {problem}; number {number} differs from the first one"
                )));
            }
            if is_over(game) {
                return Err(option_error(format!(
                    "positions: expected games that go on; number {number} is over"
                )));
            }
        }
        Ok(Starts::Given(given))
    }

    /// A game that starts so.
    pub(crate) fn sample(&self, seed: u64) -> PyResult<AnyGame> {
        match self {
            Starts::Dealt { set_up, start } => {
                let dealt =
                    AnyGame::deal(set_up, seed).map_err(|error| keyword_error(error.into()))?;
                start.play(&dealt, seed).map_err(keyword_error)?;
                Ok(dealt)
            }
            Starts::Given(positions) => Ok(positions[0]),
        }
    }

    /// The next game of a random stream.
    fn draw(&self, rng: &mut Xoshiro256PlusPlus) -> AnyGame {
        match self {
            Starts::Dealt { set_up, start } => {
                let seed = rng.random();
                let game = AnyGame::deal(set_up, seed).expect("this set-up has been dealt before");
                if start.plies.is_some() || start.tiles.is_some() {
                    return start
                        .play(&game, seed)
                        .expect("these moves have been played before");
                }
                match start.placed {
                    true => {
                        with_game!(&game, position => walk(position, position.in_hand(), rng).into())
                    }
                    false => game,
                }
            }
            Starts::Given(positions) => positions[rng.random_range(0..positions.len())],
        }
    }
}

impl BatchGame {
    /// The first game of a random stream; every number has its own.
    pub(crate) fn new(starts: &Starts, seed: u64, number: usize) -> BatchGame {
        let rng = Xoshiro256PlusPlus::seed_from_u64(
            seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        );
        let mut game = BatchGame {
            game: AnyGame::Two(floe_fish::deal(Default::default(), 0)),
            world: 0,
            rng,
        };
        game.deal(starts);
        game
    }

    /// Deals the next game of the random stream: one that is not over, if there is any among many.
    pub(crate) fn deal(&mut self, starts: &Starts) {
        for _ in 0..MAX_DEALS {
            self.world = self.rng.random();
            self.game = starts.draw(&mut self.rng);
            if !self.is_over() {
                return;
            }
        }
    }

    /// Position after an action, with its outcome in the world of the game; `None` if it is not
    /// legal.
    pub(crate) fn after(&self, action: i64) -> Option<AnyGame> {
        after_action(&self.game, u32::try_from(action).ok()?, self.world)
    }

    pub(crate) fn is_over(&self) -> bool {
        is_over(&self.game)
    }
}

/// Error of an action of the game with this number.
pub(crate) fn illegal(number: usize, action: i64) -> PyErr {
    move_error(format!(
        "game {number}: expected one of the legal actions; found {action}"
    ))
}

impl PyBatch {
    /// A game that a batch may start with.
    ///
    /// # Errors
    /// If none can be dealt.
    pub(crate) fn sample(&self) -> PyResult<AnyGame> {
        self.starts.sample(0)
    }

    /// Positions of all games.
    pub(crate) fn positions(&self) -> Vec<AnyGame> {
        self.games().iter().map(|game| game.game).collect()
    }

    fn games(&self) -> MutexGuard<'_, Vec<BatchGame>> {
        lock(&self.games)
    }

    /// Calls a function with all games and with a flag that a signal sets, on all cores and without
    /// the lock of the interpreter.
    fn with_games<T: Send>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut Vec<BatchGame>, &AtomicBool) -> T + Send,
    ) -> PyResult<T> {
        interruptible(py, |stop| call(&mut self.games(), stop))
    }

    /// Payoffs of all players of every game, zeros while it lasts.
    fn payoffs<'py>(
        &self,
        py: Python<'py>,
        payoff: Payoff,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        self.fill(py, &[self.shape.players], None, |game, _, part| {
            if let Some(payoffs) = payoff.of(game) {
                part.copy_from_slice(&payoffs);
            }
        })
    }

    /// Computes a value of every game.
    fn map<T: Send>(
        &self,
        py: Python<'_>,
        value: impl Fn(&BatchGame) -> T + Send + Sync,
    ) -> PyResult<Vec<T>> {
        self.with_games(py, |games, _| {
            games.par_iter().with_min_len(CHUNK).map(value).collect()
        })
    }

    /// The player with this letter; `None` without one, for the player to move in each game.
    fn seat(&self, player: Given<'_, '_>) -> PyResult<Option<Player>> {
        let seat = |letter| seat(letter, self.shape.players, "games");
        player.map(seat).transpose()
    }
}

impl Rows for PyBatch {
    fn plane_shape(&self) -> PlaneShape {
        self.shape.clone()
    }

    fn action_count(&self) -> usize {
        self.action_count
    }

    fn fill<'py, T: Element + Send>(
        &self,
        py: Python<'py>,
        part: &[usize],
        out: Given<'_, 'py>,
        write: impl Fn(&AnyGame, &mut Vec<u8>, &mut [T]) + Send + Sync,
    ) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
        let array = target::<T>(py, &[&[self.__len__()], part].concat(), out)?;
        let width = part.iter().product::<usize>();
        if width == 0 {
            return Ok(array);
        }
        let mut filled = array.readwrite();
        let values = filled.as_slice_mut()?;
        self.with_games(py, |games, stop| {
            let parts = values.par_chunks_exact_mut(width).with_min_len(CHUNK);
            parts
                .zip(games.par_iter())
                .for_each_init(Vec::new, |room, (part, game)| {
                    if !stop.load(Relaxed) {
                        write(&game.game, room, part);
                    }
                });
        })?;
        drop(filled);
        Ok(array)
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    fn new(py: Python<'_>, count: usize, seed: u64, starts: StartsKeywords) -> PyResult<PyBatch> {
        let starts = Starts::new(&starts)?;
        let sample = starts.sample(seed)?;
        if BatchGame::new(&starts, seed, 0).is_over() {
            return Err(option_error(
                "tiles: expected a deal that leaves moves to play; every one is over",
            ));
        }
        let room = Vec::<BatchGame>::new().try_reserve_exact(count);
        room.map_err(|_| PyMemoryError::new_err(format!("no memory for {count} games")))?;
        let first_of = |number: usize| match &starts {
            // As many games as positions, or each of them as often as another.
            Starts::Given(positions) => Some(positions[number % positions.len()]),
            Starts::Dealt { .. } => None,
        };
        let new_game = |number: usize| {
            let mut game = BatchGame::new(&starts, seed, number);
            game.game = first_of(number).unwrap_or(game.game);
            game
        };
        let games: Option<Vec<BatchGame>> = interruptible(py, |stop| {
            let unless_stopped = |number| (!stop.load(Relaxed)).then(|| new_game(number));
            (0..count)
                .into_par_iter()
                .with_min_len(CHUNK)
                .map(unless_stopped)
                .collect()
        })?;
        let games = games.expect("a signal that stops is raised");
        let shape = PlaneShape::of(&sample);
        let action_count = action_count(&sample);
        Ok(PyBatch {
            starts,
            shape,
            action_count,
            games: Mutex::new(games),
        })
    }

    /// A batch that goes on alike.
    fn copy(&self) -> PyBatch {
        PyBatch {
            starts: self.starts.clone(),
            shape: self.shape.clone(),
            action_count: self.action_count,
            games: Mutex::new(self.games().clone()),
        }
    }

    /// State of all games, for [`PyBatch::set_state`].
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let state = self.map(py, GameState::of)?;
        Ok(pythonize::pythonize(py, &state)?)
    }

    /// Replaces all games by those of a state of a batch with the same options.
    fn set_state(&self, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let states: Result<Vec<GameState>, _> = pythonize::depythonize(state);
        let games = states
            .ok()
            .and_then(|states| states.into_iter().map(GameState::game).collect());
        let games: Option<Vec<BatchGame>> = games;
        *self.games() = games.ok_or_else(|| {
            option_error("state: expected the state of a batch with the same options")
        })?;
        Ok(())
    }

    fn __len__(&self) -> usize {
        self.games().len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<PyPosition> {
        let games = self.games();
        let place = if index < 0 {
            index + games.len() as isize
        } else {
            index
        };
        let game = usize::try_from(place)
            .ok()
            .and_then(|place| games.get(place));
        let game = game.map(|game| PyPosition(game.game));
        game.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("game out of range"))
    }

    #[getter]
    fn action_count(&self) -> usize {
        self.action_count
    }

    #[getter]
    fn players(&self) -> usize {
        self.shape.players
    }

    #[getter]
    fn rules(&self) -> String {
        match &self.starts {
            Starts::Dealt { set_up, .. } => set_up.rules().to_string(),
            Starts::Given(positions) => positions[0].rules().to_string(),
        }
    }

    fn play(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = arrays::actions(actions, self.__len__())?;
        let illegal_place = self.with_games(py, |games, _| {
            let after = |(game, &action): (&BatchGame, &i64)| match game.is_over() {
                true => Some(game.game),
                false => game.after(action),
            };
            let played: Vec<Option<AnyGame>> = games
                .par_iter()
                .with_min_len(CHUNK)
                .zip(&actions)
                .map(after)
                .collect();
            let illegal = played.iter().position(Option::is_none);
            if illegal.is_some() {
                return illegal;
            }
            games
                .iter_mut()
                .zip(played.into_iter().flatten())
                .for_each(|(game, after)| game.game = after);
            None
        })?;
        illegal_place.map_or(Ok(()), |number| Err(illegal(number, actions[number])))
    }

    fn play_random(&self, py: Python<'_>, plies: usize) -> PyResult<()> {
        self.with_games(py, |games, stop| {
            games
                .par_iter_mut()
                .with_min_len(CHUNK)
                .filter(|_| !stop.load(Relaxed))
                .for_each(|game| {
                    let rng = &mut game.rng;
                    game.game =
                        with_game!(&game.game, position => walk(position, plies, rng).into());
                });
        })
    }

    fn restart<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let restarted: Vec<bool> = self.with_games(py, |games, stop| {
            let restart = |game: &mut BatchGame| {
                let is_restarted = game.is_over() && !stop.load(Relaxed);
                if is_restarted {
                    game.deal(&self.starts);
                }
                is_restarted
            };
            games
                .par_iter_mut()
                .with_min_len(CHUNK)
                .map(restart)
                .collect()
        })?;
        Ok(restarted.into_pyarray(py))
    }

    #[getter]
    fn is_over<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(self.map(py, BatchGame::is_over)?.into_pyarray(py))
    }

    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let turn = |game: &BatchGame| {
            with_game!(&game.game, position => match position.turn() {
                Turn::Of(player) => player.index() as i8,
                Turn::Over => -1,
            })
        };
        Ok(self.map(py, turn)?.into_pyarray(py))
    }

    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        self.payoffs(py, Payoff::Returns)
    }

    #[getter]
    fn margins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        self.payoffs(py, Payoff::Margins)
    }

    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<i32>>> {
        self.fill(py, &[self.shape.players, 2], None, |game, _, part| {
            write_values(game, part);
        })
    }

    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<ActionLists<'py>> {
        let rows = self.map(py, |game| actions(&game.game))?;
        let mut offsets = vec![0_i64];
        offsets.extend(rows.iter().scan(0, |end, row| {
            *end += row.len() as i64;
            Some(*end)
        }));
        let actions: Vec<i64> = rows.into_iter().flatten().map(i64::from).collect();
        Ok((offsets.into_pyarray(py), actions.into_pyarray(py)))
    }

    #[pyo3(signature = (out = None))]
    fn legal_mask<'py>(&self, py: Python<'py>, out: Given<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
        self.mask(py, out)
    }

    #[pyo3(signature = (player, grid, out))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        player: Given<'_, 'py>,
        grid: bool,
        out: Given<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.plane_array(py, PlaneSet::Position, grid, self.seat(player)?, out)
    }

    #[pyo3(signature = (player, grid, out))]
    fn observations<'py>(
        &self,
        py: Python<'py>,
        player: Given<'_, 'py>,
        grid: bool,
        out: Given<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.plane_array(py, PlaneSet::Observation, grid, self.seat(player)?, out)
    }

    #[pyo3(signature = (player, out))]
    fn counts<'py>(
        &self,
        py: Python<'py>,
        player: Given<'_, 'py>,
        out: Given<'_, 'py>,
    ) -> PyResult<Bound<'py, PyArrayDyn<i16>>> {
        self.count_array(py, self.seat(player)?, out)
    }
}
