//! Evaluation of positions by a function of Python, and searches that it guides.

use floe_engine::arrays::{
    ActionSpace, PlaneForm, PlaneFormat, PlaneSet, PlaneShape, action_space, fill_mask,
};
use floe_engine::{AnyGame, GuidedGame, UnguidedError};
use numpy::{PyArrayDescrMethods, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::arrays::{as_array, target, type_name, values_of};
use crate::errors::{guarded, option_error};
use crate::pool::on_all_cores;

/// Number of games that a thread takes at a time.
const CHUNK: usize = 8;
/// Distance from the range of values that is taken for an error of rounding.
const ROUNDING: f32 = 1e-3;

/// Function `(planes, mask) -> (priors, values)` of Python, with the form of its arrays.
#[derive(Debug)]
pub(crate) struct Evaluator {
    function: Py<PyAny>,
    shape: PlaneShape,
    set: PlaneSet,
    form: PlaneForm,
    space: &'static ActionSpace,
    sides: usize,
}

/// Form of the planes for an evaluator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneOptions {
    /// Whether the counts of the players follow as constant planes.
    pub(crate) counts: bool,
    /// Whether planes are pictures.
    pub(crate) grid: bool,
}

/// Evaluations of positions, a row for each.
#[derive(Debug)]
struct Evaluations {
    /// Weights of all actions.
    priors: Vec<f32>,
    /// Payoffs of all players, from the player to move on.
    values: Vec<f32>,
}

/// Exception for rules without such a search.
pub(crate) fn unguided(error: UnguidedError) -> PyErr {
    option_error(format!("batch: {error}"))
}

impl Evaluator {
    /// Evaluates positions of the game of `sample` by `function`.
    pub(crate) fn new(
        function: Py<PyAny>,
        sample: &AnyGame,
        options: PlaneOptions,
    ) -> PyResult<Evaluator> {
        let space = action_space(sample).ok_or_else(|| {
            let rules = sample.rules();
            option_error(format!(
                "batch: expected rules whose moves have numbers of their own; found rules {rules}"
            ))
        })?;
        let set = if options.counts {
            PlaneSet::Observation
        } else {
            PlaneSet::Position
        };
        let form = PlaneForm::of(options.grid);
        Ok(Evaluator {
            function,
            shape: PlaneShape::of(sample),
            set,
            form,
            space,
            sides: sample.sides(),
        })
    }

    /// Searches games until all visits are done: once a round, the leaves of all searches are
    /// evaluated in one call.
    pub(crate) fn search(&self, py: Python<'_>, searches: &mut [GuidedGame]) -> PyResult<()> {
        loop {
            py.check_signals()?;
            let leaves: Vec<Option<AnyGame>> = py.detach(|| {
                guarded(|| {
                    on_all_cores(|| {
                        searches
                            .par_iter_mut()
                            .with_min_len(CHUNK)
                            .map(GuidedGame::next_leaf)
                            .collect()
                    })
                })
            })?;
            let asked: Vec<AnyGame> = leaves.iter().copied().flatten().collect();
            if asked.is_empty() {
                return Ok(());
            }
            let evaluations = self.evaluate(py, &asked)?;
            let waiting: Vec<&mut GuidedGame> = searches
                .iter_mut()
                .zip(&leaves)
                .filter_map(|(search, leaf)| leaf.map(|_| search))
                .collect();
            py.detach(|| guarded(|| on_all_cores(|| self.hand_out(&evaluations, waiting))))?;
        }
    }

    /// Gives each search the evaluation of its leaf.
    fn hand_out(&self, evaluations: &Evaluations, waiting: Vec<&mut GuidedGame>) {
        let priors = evaluations.priors.par_chunks_exact(self.space.count());
        let values = evaluations.values.par_chunks_exact(self.shape.players);
        waiting
            .into_par_iter()
            .zip(priors)
            .zip(values)
            .with_min_len(CHUNK)
            .for_each(|((search, priors), values)| {
                search.receive(&|bits| priors[self.space.number(bits) as usize], values);
            });
    }

    /// Evaluates positions that go on.
    fn evaluate(&self, py: Python<'_>, leaves: &[AnyGame]) -> PyResult<Evaluations> {
        let format = PlaneFormat {
            shape: &self.shape,
            set: self.set,
            form: self.form,
        };
        let plane_shape: Vec<usize> = [leaves.len()]
            .into_iter()
            .chain(format.dimensions())
            .collect();
        let planes = target::<u8>(py, &plane_shape, None)?;
        let mask = target::<bool>(py, &[leaves.len(), self.space.count()], None)?;
        {
            let mut filled_planes = planes.readwrite();
            let mut filled_mask = mask.readwrite();
            let plane_rows = filled_planes
                .as_slice_mut()?
                .par_chunks_exact_mut(plane_shape[1..].iter().product());
            let mask_rows = filled_mask
                .as_slice_mut()?
                .par_chunks_exact_mut(self.space.count());
            let rows = leaves
                .par_iter()
                .zip(plane_rows)
                .zip(mask_rows)
                .with_min_len(CHUNK);
            py.detach(|| {
                guarded(|| {
                    on_all_cores(|| {
                        rows.for_each_init(Vec::new, |flat, ((leaf, planes), mask)| {
                            format.write(leaf, leaf.last_turn(), flat, planes);
                            fill_mask(leaf, [false, true], mask);
                        });
                    })
                })
            })?;
        }
        let found = self.function.bind(py).call1((planes, mask))?;
        let Ok((priors, values)) = found.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
            let found = type_name(&found);
            return Err(option_error(format!(
                "evaluator: expected a pair of arrays, priors and values; found {found}"
            )));
        };
        let priors = self.priors(&priors, leaves.len())?;
        Ok(Evaluations {
            priors,
            values: self.values(&values, leaves.len())?,
        })
    }

    /// Reads priors: weights of all actions, not negative.
    fn priors(&self, given: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<f32>> {
        let values = reals(given, "priors", &[&[count, self.space.count()]])?;
        check_range(
            "priors",
            &values,
            self.space.count(),
            "finite numbers from 0, probabilities and not logits",
            |prior| prior.is_finite() && prior >= 0.0,
        )?;
        Ok(values)
    }

    /// Reads values: payoffs of all players, or between two sides also of the player to move alone,
    /// in one column or without.
    fn values(&self, given: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<f32>> {
        let players = self.shape.players;
        let of_all = [count, players];
        let of_one = [count];
        let shapes: &[&[usize]] = if self.sides == 2 {
            &[&of_one, &of_all]
        } else {
            &[&of_all]
        };
        let values = reals(given, "values", shapes)?;
        let is_of_mover = values.len() == count;
        let width = if is_of_mover { 1 } else { players };
        check_range("values", &values, width, "numbers from -1 to 1", |value| {
            value.abs() <= 1.0 + ROUNDING
        })?;
        let clamped = values.into_iter().map(|value| value.clamp(-1.0, 1.0));
        if !is_of_mover {
            return Ok(clamped.collect());
        }
        // Sides take turns: the next player is of the other one.
        let of_players =
            |value: f32| (0..players).map(move |turn| if turn % 2 == 0 { value } else { -value });
        Ok(clamped.flat_map(of_players).collect())
    }
}

/// Refuses numbers out of range.
fn check_range(
    name: &str,
    values: &[f32],
    width: usize,
    expected: &str,
    is_fine: fn(f32) -> bool,
) -> PyResult<()> {
    match values.iter().position(|&value| !is_fine(value)) {
        None => Ok(()),
        Some(place) => {
            let row = place / width;
            let value = values[place];
            Err(option_error(format!(
                "{name}: expected {expected}; found {value} in row {row}"
            )))
        }
    }
}

/// Reads an array of real numbers of one of these shapes; a column fits in the place of a row.
fn reals(given: &Bound<'_, PyAny>, name: &str, shapes: &[&[usize]]) -> PyResult<Vec<f32>> {
    let array = as_array(given)?;
    let is_real = matches!(array.dtype().kind(), b'f' | b'i' | b'u' | b'b');
    let expected = format!("{name}: expected real numbers");
    values_of(&array, is_real, &expected, shapes)
}
