//! Many games at once, as arrays.

use std::sync::{Mutex, MutexGuard, PoisonError};

use floe_engine::{AnyGame, AnySetUp, EngineGame, with_game};
use floe_fish::Value;
use floe_game::{Game, Player, Turn, walk};
use numpy::ndarray::{Dimension, IntoDimension};
use numpy::{Element, IntoPyArray, PyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::actions::{action_count, actions, after_action};
use crate::deal::{DealOptions, keyword_error};
use crate::errors::{PyMoveError, exception, guarded, option_error};
use crate::planes::{COUNTS, PlaneShape, write_counts_of, write_planes};
use crate::position::{PyPosition, returns};

/// Games of the same rules and players, played in parallel by all cores.
#[pyclass(frozen, name = "Batch", module = "floe._floe")]
#[derive(Debug)]
pub(crate) struct PyBatch {
    set_up: AnySetUp,
    placed: bool,
    shape: PlaneShape,
    action_count: usize,
    games: Mutex<Vec<BatchGame>>,
}

/// Game of a batch, with random numbers of its own.
#[derive(Clone, Debug)]
struct BatchGame {
    game: AnyGame,
    /// Number of the world that decides the outcomes of chance.
    world: u64,
    rng: Xoshiro256PlusPlus,
}

/// Places where the actions of each game begin and end, and all actions.
type ActionLists<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u32>>);

/// Largest number of actions of a mask.
const MAX_MASK: usize = 1 << 16;
/// Number of games that a thread takes at a time.
const CHUNK: usize = 64;

impl BatchGame {
    /// Deals the next game of a random stream.
    fn deal(&mut self, set_up: &AnySetUp, placed: bool) {
        self.world = self.rng.random();
        let seed = self.rng.random();
        self.game = AnyGame::deal(set_up, seed).expect("this set-up has been dealt before");
        if placed {
            let rng = &mut self.rng;
            self.game = with_game!(&self.game, position => walk(position, position.in_hand(), rng).into());
        }
    }

    fn is_over(&self) -> bool {
        with_game!(&self.game, position => position.is_over())
    }
}

impl PyBatch {
    fn games(&self) -> MutexGuard<'_, Vec<BatchGame>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Computes a value of every game, without the lock of the interpreter.
    fn map<T: Send>(&self, py: Python<'_>, value: impl Fn(&BatchGame) -> T + Send + Sync) -> PyResult<Vec<T>> {
        py.detach(|| guarded(|| self.games().par_iter().with_min_len(CHUNK).map(value).collect()))
    }

    /// Makes an array with a row for every game, filled without the lock of the interpreter.
    ///
    /// NumPy allocates it, in large pages.
    fn rows<'py, T: Element + Send, D: Dimension>(
        &self,
        py: Python<'py>,
        shape: impl IntoDimension<Dim = D>,
        write: impl Fn(&BatchGame, &mut [T]) + Send + Sync,
    ) -> PyResult<Bound<'py, PyArray<T, D>>> {
        let array = PyArray::zeros(py, shape, false);
        {
            let mut filled = array.readwrite();
            let values = filled.as_slice_mut()?;
            py.detach(|| {
                guarded(|| {
                    let games = self.games();
                    let width = values.len() / games.len().max(1);
                    if width > 0 {
                        let rows = values.par_chunks_exact_mut(width).with_min_len(CHUNK);
                        rows.zip(games.par_iter()).for_each(|(row, game)| write(game, row));
                    }
                })
            })?;
        }
        Ok(array)
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    fn new(py: Python<'_>, count: usize, seed: u64, placed: bool, deal: DealOptions) -> PyResult<PyBatch> {
        let set_up = deal.set_up()?;
        let sample = AnyGame::deal(&set_up, seed).map_err(|error| keyword_error(error.into()))?;
        let games = py.detach(|| {
            guarded(|| {
                let game = |index: usize| {
                    // Every game has a random stream of its own.
                    let rng =
                        Xoshiro256PlusPlus::seed_from_u64(seed ^ (index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
                    let mut game = BatchGame { game: sample, world: 0, rng };
                    game.deal(&set_up, placed);
                    game
                };
                (0..count).into_par_iter().with_min_len(CHUNK).map(game).collect()
            })
        })?;
        let shape = PlaneShape::of(&sample);
        let action_count = action_count(&sample);
        Ok(PyBatch { set_up, placed, shape, action_count, games: Mutex::new(games) })
    }

    fn __len__(&self) -> usize {
        self.games().len()
    }

    fn __getitem__(&self, index: usize) -> PyResult<PyPosition> {
        let games = self.games();
        let game = games.get(index).map(|game| PyPosition(game.game));
        game.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("game out of range"))
    }

    #[getter]
    fn action_count(&self) -> usize {
        self.action_count
    }

    fn play(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, u32>) -> PyResult<()> {
        let actions = actions.as_slice()?;
        py.detach(|| {
            let mut games = self.games();
            if actions.len() != games.len() {
                return Err(option_error(format!("actions: expected {}; found {}", games.len(), actions.len())));
            }
            let after = |(game, &action): (&BatchGame, &u32)| match game.is_over() {
                true => Some(game.game),
                false => after_action(&game.game, action, game.world),
            };
            let played: Vec<Option<AnyGame>> =
                guarded(|| games.par_iter().with_min_len(CHUNK).zip(actions).map(after).collect())?;
            if let Some(illegal) = played.iter().position(Option::is_none) {
                let action = actions[illegal];
                return Err(exception::<PyMoveError>(format!(
                    "game {illegal}: expected one of the legal actions; found {action}"
                )));
            }
            games.iter_mut().zip(played.into_iter().flatten()).for_each(|(game, after)| game.game = after);
            Ok(())
        })
    }

    fn play_random(&self, py: Python<'_>, plies: usize) -> PyResult<()> {
        py.detach(|| {
            guarded(|| {
                self.games().par_iter_mut().with_min_len(CHUNK).for_each(|game| {
                    let rng = &mut game.rng;
                    game.game = with_game!(&game.game, position => walk(position, plies, rng).into());
                });
            })
        })
    }

    fn restart<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let restarted: Vec<bool> = py.detach(|| {
            guarded(|| {
                let restart = |game: &mut BatchGame| {
                    let is_over = game.is_over();
                    if is_over {
                        game.deal(&self.set_up, self.placed);
                    }
                    is_over
                };
                self.games().par_iter_mut().with_min_len(CHUNK).map(restart).collect()
            })
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
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let write = |game: &BatchGame, row: &mut [f64]| {
            with_game!(&game.game, position => if position.is_over() { row.copy_from_slice(&returns(position)) });
        };
        self.rows(py, [self.__len__(), self.shape.players], write)
    }

    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<i32>>> {
        let write = |game: &BatchGame, row: &mut [i32]| {
            with_game!(&game.game, position => {
                for (player, pair) in Player::first(position.players()).zip(row.chunks_exact_mut(2)) {
                    let Value { fish, tiles } = Value::from_score(position.score(player));
                    pair.copy_from_slice(&[fish, tiles]);
                }
            });
        };
        let players = self.shape.players;
        self.rows(py, [self.__len__(), players, 2], write)
    }

    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<ActionLists<'py>> {
        let rows = self.map(py, |game| actions(&game.game))?;
        let mut offsets = vec![0_i64];
        offsets.extend(rows.iter().scan(0, |end, row| {
            *end += row.len() as i64;
            Some(*end)
        }));
        Ok((offsets.into_pyarray(py), rows.concat().into_pyarray(py)))
    }

    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        if self.action_count > MAX_MASK {
            let actions = self.action_count;
            return Err(option_error(format!(
                "legal_mask: expected at most {MAX_MASK} actions; found {actions}: use legal_actions"
            )));
        }
        let write = |game: &BatchGame, row: &mut [bool]| {
            actions(&game.game).into_iter().for_each(|action| row[action as usize] = true);
        };
        self.rows(py, [self.__len__(), self.action_count], write)
    }

    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let write = |game: &BatchGame, row: &mut [u8]| write_planes(&game.game, game.game.last_turn(), row);
        let PlaneShape { planes, hexes, .. } = self.shape;
        self.rows(py, [self.__len__(), planes, hexes], write)
    }

    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<i16>>> {
        let write = |game: &BatchGame, row: &mut [i16]| write_counts_of(&game.game, game.game.last_turn(), row);
        let players = self.shape.players;
        self.rows(py, [self.__len__(), players, COUNTS], write)
    }
}
