//! Worlds: positions with all tiles that look to a player as a given one.

use floe_engine::{AnyGame, with_game};
use floe_game::Veiled;
use pyo3::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::position::PyPosition;

/// Draws a position that looks to a player as this one does: all of them are equally likely, this
/// one included. Where the player knows everything, it is this one.
#[pyfunction]
pub(crate) fn draw_world(
    position: &PyPosition,
    player: &Bound<'_, PyAny>,
    seed: u64,
) -> PyResult<PyPosition> {
    let seat = position.seat(player)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let world: AnyGame =
        with_game!(&position.0, position => position.view(seat).draw_world(&mut rng).into());
    Ok(PyPosition(world))
}
