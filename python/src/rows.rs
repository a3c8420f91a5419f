//! Arrays of positions of one game: of a single position, or with a row for each of many.

use floe_engine::arrays::{
    COUNTS, PlaneForm, PlaneFormat, PlaneSet, PlaneShape, PlaneValue, fill_mask, write_counts_of,
};
use floe_engine::{AnyGame, with_game};
use floe_fish::Value;
use floe_game::{Game, Player, Score};
use numpy::{Element, PyArrayDyn};
use pyo3::prelude::*;

use crate::arguments::Given;
use crate::arrays::holds;
use crate::errors::option_error;

/// Positions of one game, from which arrays are made.
pub(crate) trait Rows {
    /// Shape of the planes of each position.
    fn plane_shape(&self) -> PlaneShape;

    /// Number of actions of the game.
    fn action_count(&self) -> usize;

    /// Fills an array, for every position a part of this shape. `write` gets the position, room for
    /// planes, and the values of its part.
    fn fill<'py, T: Element + Send>(
        &self,
        py: Python<'py>,
        part: &[usize],
        out: Given<'_, 'py>,
        write: impl Fn(&AnyGame, &mut Vec<u8>, &mut [T]) + Send + Sync,
    ) -> PyResult<Bound<'py, PyArrayDyn<T>>>;

    /// Planes, seen from a player, or from the player to move: of `uint8`, or of `float32` in a
    /// given array.
    fn plane_array<'py>(
        &self,
        py: Python<'py>,
        set: PlaneSet,
        is_grid: bool,
        player: Option<Player>,
        out: Given<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let shape = self.plane_shape();
        let format = PlaneFormat {
            shape: &shape,
            set,
            form: PlaneForm::of(is_grid),
        };
        if holds::<f32>(out) {
            self.planes_of::<f32>(py, format, player, out)
        } else {
            self.planes_of::<u8>(py, format, player, out)
        }
    }

    /// Planes of one type.
    fn planes_of<'py, T: PlaneValue + Element + Send>(
        &self,
        py: Python<'py>,
        format: PlaneFormat<'_>,
        player: Option<Player>,
        out: Given<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let filled = self.fill(
            py,
            &format.dimensions(),
            out,
            |game, room, part: &mut [T]| {
                format.write(game, player.unwrap_or(game.last_turn()), room, part);
            },
        );
        Ok(filled?.into_any())
    }

    /// Mask of the legal actions: of `bool`, or of bytes in a given array.
    fn mask<'py>(&self, py: Python<'py>, out: Given<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
        if holds::<i8>(out) {
            self.mask_of(py, [0_i8, 1], out)
        } else if holds::<u8>(out) {
            self.mask_of(py, [0_u8, 1], out)
        } else {
            self.mask_of(py, [false, true], out)
        }
    }

    /// Mask of these two values.
    fn mask_of<'py, T: Element + Send + Sync + Copy>(
        &self,
        py: Python<'py>,
        values: [T; 2],
        out: Given<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let filled = self.fill(py, &[self.action_count()], out, |game, _, part| {
            fill_mask(game, values, part);
        });
        Ok(filled?.into_any())
    }

    /// Fish and tiles taken and penguins in hand of all players, from one of them, or from the
    /// player to move on.
    fn count_array<'py>(
        &self,
        py: Python<'py>,
        player: Option<Player>,
        out: Given<'_, 'py>,
    ) -> PyResult<Bound<'py, PyArrayDyn<i16>>> {
        let part = [self.plane_shape().players, COUNTS];
        self.fill(py, &part, out, |game, _, part| {
            write_counts_of(game, player.unwrap_or(game.last_turn()), part);
        })
    }
}

/// The player with this letter; `of` names what the players play.
///
/// # Errors
/// If there is none among this number of players.
pub(crate) fn seat(letter: &Bound<'_, PyAny>, players: usize, of: &str) -> PyResult<Player> {
    let given: Option<char> = letter.extract().ok();
    let seat = Player::first(players).find(|seat| Some(seat.letter()) == given);
    seat.ok_or_else(|| {
        let found = letter
            .extract::<String>()
            .map_or_else(|_| letter.to_string(), |text| format!("'{text}'"));
        option_error(format!(
            "player: expected a player of the {of}; found {found}"
        ))
    })
}

/// Scores of all players.
pub(crate) fn scores(game: &AnyGame) -> Vec<Score> {
    with_game!(game, position => {
        Player::first(position.players()).map(|player| position.score(player)).collect()
    })
}

/// Writes the scores of all players as pairs of fish and tiles.
pub(crate) fn write_values(game: &AnyGame, pairs: &mut [i32]) {
    for (score, pair) in scores(game).into_iter().zip(pairs.chunks_exact_mut(2)) {
        let Value { fish, tiles } = Value::from_score(score);
        pair.copy_from_slice(&[fish, tiles]);
    }
}

/// Payoff of the players at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Payoff {
    /// The [returns](floe_engine::returns).
    Returns,
    /// The [margins](floe_engine::margins).
    Margins,
}

impl Payoff {
    /// Payoffs of all players of a game; `None` while it lasts.
    pub(crate) fn of(self, game: &AnyGame) -> Option<Vec<f64>> {
        let payoffs = match self {
            Payoff::Returns => floe_engine::returns,
            Payoff::Margins => floe_engine::margins,
        };
        is_over(game).then(|| payoffs(&scores(game), game.sides()))
    }
}

/// Whether a game is over.
pub(crate) fn is_over(game: &AnyGame) -> bool {
    with_game!(game, position => position.is_over())
}
