//! Search of a batch of games, guided by a function of Python.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use floe_engine::arrays::action_space;
use floe_engine::{AnyGame, GuidedGame, GuidedPayoff, UnguidedError};
use floe_search::{GuidedOptions, RootNoise};
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::target;
use crate::batch::PyBatch;
use crate::errors::guarded;
use crate::evaluation::{Evaluator, PlaneOptions, unguided};

/// Options of a search.
#[derive(FromPyObject, Clone, Copy, PartialEq, Debug)]
#[pyo3(from_item_all)]
pub(crate) struct GuidedKeywords {
    simulations: u32,
    exploration: f32,
    noise: Option<(f32, f32)>,
    considered: Option<u32>,
    margin: Option<f64>,
    seed: u64,
    counts: bool,
    grid: bool,
}

impl GuidedKeywords {
    /// Prepares the search of the game with this number.
    pub(crate) fn search(&self, game: &AnyGame, number: u64) -> Result<GuidedGame, UnguidedError> {
        let options = GuidedOptions {
            simulations: self.simulations,
            // Payoffs from -1 to 1 lie twice as far apart as win probabilities.
            exploration: self.exploration / 2.0,
            noise: self.noise.map(|(share, concentration)| RootNoise {
                share,
                concentration,
            }),
            considered: self.considered,
            seed: self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            ..GuidedOptions::default()
        };
        GuidedGame::new(
            game,
            options,
            self.margin
                .map_or(GuidedPayoff::Returns, GuidedPayoff::Margins),
        )
    }

    /// Number of points that count as 1 in values: by default as much as a whole win.
    pub(crate) fn unit(&self) -> f64 {
        self.margin.unwrap_or(1.0)
    }

    /// Whether policies are improved ones rather than shares of visits.
    pub(crate) fn is_improved(&self) -> bool {
        self.considered.is_some()
    }

    pub(crate) fn planes(&self) -> PlaneOptions {
        PlaneOptions {
            counts: self.counts,
            grid: self.grid,
        }
    }
}

/// Search of all games of a batch at once.
#[pyclass(frozen, name = "Search", module = "floe._floe")]
#[derive(Debug)]
pub(crate) struct PySearch {
    keywords: GuidedKeywords,
    /// Number of games searched, which numbers the next ones.
    searched: AtomicU64,
}

#[pymethods]
impl PySearch {
    #[new]
    fn new(keywords: GuidedKeywords) -> PySearch {
        PySearch {
            keywords,
            searched: AtomicU64::new(0),
        }
    }

    /// Number of games searched so far, on which the noise of the next ones depends.
    #[getter]
    fn searched(&self) -> u64 {
        self.searched.load(Relaxed)
    }

    #[setter]
    fn set_searched(&self, searched: u64) {
        self.searched.store(searched, Relaxed);
    }

    /// Refuses a batch that cannot be searched.
    fn check(&self, batch: &PyBatch) -> PyResult<()> {
        let game = batch.sample()?;
        self.keywords.search(&game, 0).map(drop).map_err(unguided)
    }

    /// Searches all games of a batch; returns arrays by name.
    fn run<'py>(
        &self,
        py: Python<'py>,
        batch: &PyBatch,
        evaluator: Py<PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let sample = batch.sample()?;
        let evaluator = Evaluator::new(evaluator, &sample, self.keywords.planes())?;
        let games: Vec<AnyGame> = batch.positions();
        let first = self.searched.fetch_add(games.len() as u64, Relaxed);
        let searches = py.detach(|| {
            guarded(|| {
                let numbered = games.iter().zip(first..);
                numbered
                    .map(|(game, number)| self.keywords.search(game, number))
                    .collect()
            })
        })?;
        let searches: Result<Vec<GuidedGame>, _> = searches;
        let mut searches = searches.map_err(unguided)?;
        evaluator.search(py, &mut searches)?;
        results(py, &sample, &searches)
    }
}

/// Arrays of the results of searches of games like `sample`.
fn results<'py>(
    py: Python<'py>,
    sample: &AnyGame,
    searches: &[GuidedGame],
) -> PyResult<Bound<'py, PyDict>> {
    let space = action_space(sample).expect("a search needs numbers of moves");
    let shape = [searches.len(), space.count()];
    let visits = target::<i32>(py, &shape, None)?;
    let policy = target::<f32>(py, &shape, None)?;
    {
        let mut visited = visits.readwrite();
        let mut preferred = policy.readwrite();
        let rows = visited.as_slice_mut()?.chunks_exact_mut(space.count());
        let rows = rows.zip(preferred.as_slice_mut()?.chunks_exact_mut(space.count()));
        for (search, (visits, policy)) in searches.iter().zip(rows) {
            for mv in search.moves() {
                let action = space.number(mv.bits) as usize;
                visits[action] = mv.visits as i32;
                policy[action] = mv.policy;
            }
        }
    }
    let action = |search: &GuidedGame| {
        search
            .best()
            .map_or(-1, |bits| i64::from(space.number(bits)))
    };
    let actions: Vec<i64> = searches.iter().map(action).collect();
    let values: Vec<f64> = searches.iter().flat_map(GuidedGame::values).collect();
    let exact: Vec<bool> = searches.iter().map(GuidedGame::is_proved).collect();
    let dict = PyDict::new(py);
    dict.set_item("visits", visits)?;
    dict.set_item("policy", policy)?;
    dict.set_item("actions", actions.into_pyarray(py))?;
    dict.set_item(
        "values",
        values
            .into_pyarray(py)
            .reshape([searches.len(), sample.players()])?,
    )?;
    dict.set_item("exact", exact.into_pyarray(py))?;
    Ok(dict)
}
