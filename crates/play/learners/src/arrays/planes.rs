//! Arrays of positions of any game.

use floe_game::{Game, Player, Veiled};
use floe_games::{AnyGame, with_game};

use crate::{COUNTS, Planes};

/// Shape of the arrays of a position, the same for all positions of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaneShape {
    /// Number of planes of the position, without the counts of the players.
    pub planes: usize,
    /// Number of hexes or spaces.
    pub hexes: usize,
    /// Number of players.
    pub players: usize,
    /// Rows and columns of the grid.
    pub grid: [usize; 2],
    /// Cell of the grid, by rows, of every hex or space.
    cells: Vec<usize>,
}

/// Form of planes: a number for each hex, or a grid of rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaneForm {
    /// A value for every hex or space, in reading order.
    Flat,
    /// A picture: a value for every cell of the grid, zero where there is no hex or space.
    Grid,
}

impl PlaneForm {
    /// The grid if `is_grid`, otherwise the flat form.
    pub fn of(is_grid: bool) -> PlaneForm {
        if is_grid {
            PlaneForm::Grid
        } else {
            PlaneForm::Flat
        }
    }
}

/// Planes that an array holds: of the position alone, or with the counts of the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaneSet {
    /// Planes of the position.
    Position,
    /// Planes of the position, then three constant planes for every player, from the player who
    /// sees the position on: its fish, tiles and penguins in hand, at most 255 of each. Points
    /// below zero, which only games without penguins have, count in place of the penguins.
    Observation,
}

impl PlaneShape {
    /// Shape of the arrays of a position.
    pub fn of(game: &AnyGame) -> PlaneShape {
        with_game!(game, position => {
            let places = position.coordinates();
            let least_column = places.iter().map(|&(_, column)| column).min().unwrap_or_default();
            let place = |&(row, column): &(i32, i32)| (row as usize, (column - least_column) as usize);
            let places: Vec<(usize, usize)> = places.iter().map(place).collect();
            let rows = places.iter().map(|&(row, _)| row + 1).max().unwrap_or_default();
            let columns = places.iter().map(|&(_, column)| column + 1).max().unwrap_or_default();
            PlaneShape {
                planes: position.plane_count(),
                hexes: position.hex_count(),
                players: position.players(),
                grid: [rows, columns],
                cells: places.into_iter().map(|(row, column)| columns * row + column).collect(),
            }
        })
    }

    /// Row and column of every hex or space on the grid.
    pub fn coordinates(&self) -> impl ExactSizeIterator<Item = [usize; 2]> {
        self.cells
            .iter()
            .map(|&cell| [cell / self.grid[1], cell % self.grid[1]])
    }

    /// Number of planes of a set.
    pub fn count(&self, set: PlaneSet) -> usize {
        match set {
            PlaneSet::Position => self.planes,
            PlaneSet::Observation => self.planes + COUNTS * self.players,
        }
    }

    /// Number of values of the planes of a set, in the flat form.
    pub fn values(&self, set: PlaneSet) -> usize {
        self.count(set) * self.hexes
    }

    /// Shape of an array of the planes of a set.
    pub fn dimensions(&self, set: PlaneSet, form: PlaneForm) -> Vec<usize> {
        match form {
            PlaneForm::Flat => vec![self.count(set), self.hexes],
            PlaneForm::Grid => vec![self.count(set), self.grid[0], self.grid[1]],
        }
    }
}

/// Writes all planes of a position, one after the other, as `seat` sees them. `planes` must be all
/// zero, and as long as [`PlaneShape::values`] says of [`PlaneSet::Position`].
///
/// # Panics
/// If it is too short for a plane that is written.
pub fn write_planes(game: &AnyGame, seat: Player, planes: &mut [u8]) {
    with_game!(game, position => position.view(seat).write_planes(seat, planes));
}

/// Writes [`COUNTS`] counts of every player: fish and tiles taken, and penguins in hand. `seat`
/// comes first, the others follow in turn order.
pub fn write_counts_of(game: &AnyGame, seat: Player, counts: &mut [i16]) {
    with_game!(game, position => position.write_counts(seat, counts));
}

/// Values of the constant planes of a player with these counts, at most 255 each.
fn constant_planes(counts: &[i16]) -> [u8; COUNTS] {
    let below_zero = -counts[0].min(0);
    [counts[0], counts[1], counts[2] + below_zero].map(|count| count.clamp(0, 255) as u8)
}

/// Value of a plane in an array.
pub trait PlaneValue: Copy + Default + From<u8> {}

impl PlaneValue for u8 {}
impl PlaneValue for f32 {}

/// Planes of one set and form, for many positions of one game.
#[derive(Clone, Copy, Debug)]
pub struct PlaneFormat<'a> {
    /// Shape of the arrays of the game.
    pub shape: &'a PlaneShape,
    /// Planes of the array.
    pub set: PlaneSet,
    /// Form of the planes.
    pub form: PlaneForm,
}

impl PlaneFormat<'_> {
    /// Shape of an array of the planes of a position.
    pub fn dimensions(&self) -> Vec<usize> {
        self.shape.dimensions(self.set, self.form)
    }

    /// Writes the planes of a position, as `seat` sees them. `out` has the shape of
    /// [`dimensions`](Self::dimensions), outermost side first. `flat` is room that later calls use
    /// again.
    pub fn write<T: PlaneValue>(
        &self,
        game: &AnyGame,
        seat: Player,
        flat: &mut Vec<u8>,
        out: &mut [T],
    ) {
        flat.clear();
        flat.resize(self.shape.values(self.set), 0);
        let hexes = self.shape.hexes;
        let (planes, constants) = flat.split_at_mut(self.shape.values(PlaneSet::Position));
        write_planes(game, seat, planes);
        if self.set == PlaneSet::Observation {
            let mut counts = [0; COUNTS * Player::MAX];
            let counts = &mut counts[..COUNTS * self.shape.players];
            write_counts_of(game, seat, counts);
            for (planes, counts) in constants
                .chunks_exact_mut(COUNTS * hexes)
                .zip(counts.chunks_exact(COUNTS))
            {
                let values = constant_planes(counts);
                planes
                    .chunks_exact_mut(hexes)
                    .zip(values)
                    .for_each(|(plane, value)| plane.fill(value));
            }
        }
        if self.form == PlaneForm::Flat {
            out.iter_mut()
                .zip(flat.iter())
                .for_each(|(out, &value)| *out = value.into());
            return;
        }
        out.fill(T::default());
        let cells = self.shape.grid[0] * self.shape.grid[1];
        for (grid, plane) in out.chunks_exact_mut(cells).zip(flat.chunks_exact(hexes)) {
            for (&cell, &value) in self.shape.cells.iter().zip(plane) {
                grid[cell] = value.into();
            }
        }
    }
}
