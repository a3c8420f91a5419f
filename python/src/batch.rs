//! Many games at once, as arrays.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use floe_engine::arrays::{
    ActionSpace, COUNTS, PlaneForm, PlaneFormat, PlaneSet, PlaneShape, PlaneValue, action_count,
    action_space, actions, after_action, fill_mask, write_counts_of,
};
use floe_engine::options::StartOptions;
use floe_engine::{AnyGame, AnySetUp, EngineGame, GameRules, with_game};
use floe_fish::Value;
use floe_game::{Game, Player, Turn, walk};
use numpy::{Element, IntoPyArray, PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::arrays::{self, Out, holds, target};
use crate::deal::{DealOptions, StartKeywords, keyword_error};
use crate::errors::{PyMoveError, exception, option_error};
use crate::pool::interruptible;
use crate::position::{PyPosition, margins, returns};

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
            if with_game!(game, position => position.is_over()) {
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

    pub(crate) fn is_over(&self) -> bool {
        with_game!(&self.game, position => position.is_over())
    }
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
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Fills an array with a row for every game.
    fn rows<'py, T: Element + Send, S: Send>(
        &self,
        py: Python<'py>,
        row: &[usize],
        out: Out<'_, 'py>,
        room: impl Fn() -> S + Send + Sync,
        write: impl Fn(&BatchGame, &mut S, &mut [T]) + Send + Sync,
    ) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
        let shape: Vec<usize> = [self.__len__()]
            .into_iter()
            .chain(row.iter().copied())
            .collect();
        let array = target::<T>(py, &shape, out)?;
        let width = row.iter().product::<usize>();
        if width > 0 {
            let mut filled = array.readwrite();
            let values = filled.as_slice_mut()?;
            self.with_games(py, |games, stop| {
                let rows = values.par_chunks_exact_mut(width).with_min_len(CHUNK);
                rows.zip(games.par_iter())
                    .for_each_init(room, |room, (row, game)| {
                        if !stop.load(Relaxed) {
                            write(game, room, row);
                        }
                    });
            })?;
        }
        Ok(array)
    }

    fn plane_rows<'py, T: PlaneValue + Element + Send>(
        &self,
        py: Python<'py>,
        format: PlaneFormat<'_>,
        seat: Option<Player>,
        out: Out<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let write = |game: &BatchGame, flat: &mut Vec<u8>, row: &mut [T]| {
            format.write(&game.game, seat.unwrap_or(game.game.last_turn()), flat, row);
        };
        Ok(self
            .rows(py, &format.dimensions(), out, Vec::new, write)?
            .into_any())
    }

    fn plane_array<'py>(
        &self,
        py: Python<'py>,
        format: PlaneFormat<'_>,
        player: Option<&str>,
        out: Out<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat(player)?;
        match holds::<f32>(out) {
            true => self.plane_rows::<f32>(py, format, seat, out),
            false => self.plane_rows::<u8>(py, format, seat, out),
        }
    }

    fn format(&self, set: PlaneSet, is_grid: bool) -> PlaneFormat<'_> {
        PlaneFormat {
            shape: &self.shape,
            set,
            form: PlaneForm::of(is_grid),
        }
    }

    /// The player with this letter; `None` without one, for the player to move in each game.
    fn seat(&self, player: Option<&str>) -> PyResult<Option<Player>> {
        let Some(letter) = player else {
            return Ok(None);
        };
        let seat = Player::first(self.shape.players).find(|seat| seat.to_string() == letter);
        let problem = || {
            option_error(format!(
                "player: expected a player of the games; found '{letter}'"
            ))
        };
        seat.map(Some).ok_or_else(problem)
    }

    fn mask_rows<'py, T: Element + Send + Copy>(
        &self,
        py: Python<'py>,
        values: [T; 2],
        out: Out<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let write =
            |game: &BatchGame, (): &mut (), row: &mut [T]| fill_mask(&game.game, values, row);
        Ok(self
            .rows(py, &[self.action_count], out, || (), write)?
            .into_any())
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
        let illegal = self.with_games(py, |games, _| {
            let after = |(game, &action): (&BatchGame, &i64)| match game.is_over() {
                true => Some(game.game),
                false => after_action(&game.game, u32::try_from(action).ok()?, game.world),
            };
            let played: Vec<Option<AnyGame>> = games
                .par_iter()
                .with_min_len(CHUNK)
                .zip(&actions)
                .map(after)
                .collect();
            if let Some(illegal) = played.iter().position(Option::is_none) {
                return Some(illegal);
            }
            games
                .iter_mut()
                .zip(played.into_iter().flatten())
                .for_each(|(game, after)| game.game = after);
            None
        })?;
        illegal.map_or(Ok(()), |illegal| {
            let action = actions[illegal];
            let problem =
                format!("game {illegal}: expected one of the legal actions; found {action}");
            Err(exception::<PyMoveError>(problem))
        })
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
        let write = |game: &BatchGame, (): &mut (), row: &mut [f64]| {
            with_game!(&game.game, position => if position.is_over() { row.copy_from_slice(&returns(position)) });
        };
        self.rows(py, &[self.shape.players], None, || (), write)
    }

    #[getter]
    fn margins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let write = |game: &BatchGame, (): &mut (), row: &mut [f64]| {
            with_game!(&game.game, position => if position.is_over() { row.copy_from_slice(&margins(position)) });
        };
        self.rows(py, &[self.shape.players], None, || (), write)
    }

    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<i32>>> {
        let write = |game: &BatchGame, (): &mut (), row: &mut [i32]| {
            with_game!(&game.game, position => {
                for (player, pair) in Player::first(position.players()).zip(row.chunks_exact_mut(2)) {
                    let Value { fish, tiles } = Value::from_score(position.score(player));
                    pair.copy_from_slice(&[fish, tiles]);
                }
            });
        };
        self.rows(py, &[self.shape.players, 2], None, || (), write)
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
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match out.as_ref() {
            out if holds::<i8>(out) => self.mask_rows(py, [0_i8, 1], out),
            out if holds::<u8>(out) => self.mask_rows(py, [0_u8, 1], out),
            out => self.mask_rows(py, [false, true], out),
        }
    }

    #[pyo3(signature = (player, grid, out))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        player: Option<&str>,
        grid: bool,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.plane_array(
            py,
            self.format(PlaneSet::Position, grid),
            player,
            out.as_ref(),
        )
    }

    #[pyo3(signature = (player, grid, out))]
    fn observations<'py>(
        &self,
        py: Python<'py>,
        player: Option<&str>,
        grid: bool,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.plane_array(
            py,
            self.format(PlaneSet::Observation, grid),
            player,
            out.as_ref(),
        )
    }

    #[pyo3(signature = (player, out))]
    fn counts<'py>(
        &self,
        py: Python<'py>,
        player: Option<&str>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat(player)?;
        let write = |game: &BatchGame, (): &mut (), row: &mut [i16]| {
            write_counts_of(&game.game, seat.unwrap_or(game.game.last_turn()), row);
        };
        Ok(self
            .rows(
                py,
                &[self.shape.players, COUNTS],
                out.as_ref(),
                || (),
                write,
            )?
            .into_any())
    }
}
