//! Positions as arrays of numbers, for learners.

use floe_fish::Position;
use floe_game::{Game, Player, Veiled};
use floe_hex::{Geometry, HexSet, Layout, Standard, Word};
use floe_variants::{VariantPosition, VariantText};

use crate::{AnyGame, with_game};

/// Planes of a position: for every hex or space in reading order 0 or 1, a number or a code.
///
/// On a floe the planes are, in their order, the tiles with one, two and three fish, those under
/// penguins included; the free tiles; the penguins of each player, from the one that sees them on;
/// and outside the base game the hexes that can only be crossed, the hexes that are closed, and the
/// codes of special tiles.
pub trait Planes: Game {
    /// Number of planes.
    fn plane_count(&self) -> usize;

    /// Number of hexes of the outline and of the ring around it where tiles may float, or of
    /// spaces.
    fn hex_count(&self) -> usize;

    /// Row and column of every hex or space: of a hex its axial coordinates, of which the least
    /// column may be negative.
    fn coordinates(&self) -> Vec<(i32, i32)>;

    /// Writes all planes, one after the other, over zeros, as this player sees them.
    fn write_planes(&self, seat: Player, planes: &mut [u8]);

    /// Writes the fish and tiles that each player has taken and its penguins in hand, from this
    /// player on.
    fn write_counts(&self, seat: Player, counts: &mut [i16]);
}

/// Number of planes before those of the penguins.
const TILE_PLANES: usize = 4;
/// Number of planes after those of the penguins, outside the base game.
const VARIANT_PLANES: usize = 3;
/// Number of counts of a player.
pub const COUNTS: usize = 3;

/// Writes the counts of a player; scores are fish and tiles, or penguins and fish.
pub(super) fn write_counts<G: Game>(
    game: &G,
    mover: Player,
    hand: impl Fn(Player) -> u8,
    counts: &mut [i16],
) {
    for (player, counts) in mover
        .round(game.players())
        .zip(counts.chunks_exact_mut(COUNTS))
    {
        let score = floe_fish::Value::from_score(game.score(player));
        counts.copy_from_slice(&[
            score.fish as i16,
            score.tiles as i16,
            i16::from(hand(player)),
        ]);
    }
}

/// Writes the bits as bytes of 0 and 1, batched in words.
fn spread(bits: u64, bytes: &mut [u8]) {
    const EACH: u64 = 0x0101_0101_0101_0101;
    for (eight, bytes) in bits.to_le_bytes().into_iter().zip(bytes.chunks_mut(8)) {
        // In each byte its own bit, then that bit as 1.
        let own = (u64::from(eight) * EACH) & 0x8040_2010_0804_0201;
        let ones = ((own + 0x7f * EACH) >> 7) & EACH;
        bytes.copy_from_slice(&ones.to_le_bytes()[..bytes.len()]);
    }
}

/// Axial coordinates of all hexes, row and column.
fn axial<W: Word>(geometry: &Geometry<W>) -> Vec<(i32, i32)> {
    let of_hex = |hex| {
        let (x, row) = geometry.place(hex);
        (row, (x - row).div_euclid(2))
    };
    geometry.hexes().into_iter().map(of_hex).collect()
}

impl<const N: usize> Planes for Position<N> {
    fn plane_count(&self) -> usize {
        TILE_PLANES + N
    }

    fn hex_count(&self) -> usize {
        Standard.geometry().outline().len() as usize
    }

    fn coordinates(&self) -> Vec<(i32, i32)> {
        axial(Standard.geometry())
    }

    fn write_planes(&self, seat: Player, planes: &mut [u8]) {
        let mut rest = planes.chunks_exact_mut(self.hex_count());
        let mut write =
            |set: HexSet| spread(set.to_bits(), rest.next().expect("a plane for every set"));
        (1..=3).for_each(|fish| write(self.tiles_of(fish)));
        write(self.free());
        seat.round(N)
            .for_each(|player| write(self.penguins(player)));
    }

    fn write_counts(&self, seat: Player, counts: &mut [i16]) {
        write_counts(self, seat, |player| self.hand(player), counts);
    }
}

impl<V: VariantText> Planes for VariantPosition<V> {
    fn plane_count(&self) -> usize {
        TILE_PLANES + self.players() + VARIANT_PLANES
    }

    fn hex_count(&self) -> usize {
        self.geometry().hexes().len() as usize
    }

    fn coordinates(&self) -> Vec<(i32, i32)> {
        axial(self.geometry())
    }

    fn write_planes(&self, seat: Player, planes: &mut [u8]) {
        let all = self.geometry().hexes();
        let hexes = all.len() as usize;
        let players = self.players();
        let special = self.rules().variant.has_special_tiles;
        for (place, hex) in all.into_iter().enumerate() {
            let mut set = |plane: usize, value: u8| planes[plane * hexes + place] = value;
            if let fish @ 1..=3 = self.fish(hex) {
                set(fish as usize - 1, 1);
            }
            set(3, u8::from(self.free().contains(hex)));
            for (turn, player) in seat.round(players).enumerate() {
                set(
                    TILE_PLANES + turn,
                    u8::from(self.penguins(player).contains(hex)),
                );
            }
            let first = TILE_PLANES + players;
            set(first, u8::from(self.open().contains(hex)));
            set(first + 1, u8::from(self.closed().contains(hex)));
            if special {
                let (_, text) = self.drawn(hex);
                set(
                    first + 2,
                    text.bytes().find(u8::is_ascii_lowercase).unwrap_or(0),
                );
            }
        }
    }

    fn write_counts(&self, seat: Player, counts: &mut [i16]) {
        write_counts(self, seat, |player| self.hand(player), counts);
    }
}

/// Shape of the arrays of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaneShape {
    /// Number of planes of the position.
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

/// Form of planes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaneForm {
    /// A value for every hex or space, in reading order.
    Flat,
    /// A picture: a value for every cell of the grid, zero where there is no hex or space.
    Grid,
}

impl PlaneForm {
    /// The grid, or the flat form.
    pub fn of(is_grid: bool) -> PlaneForm {
        if is_grid {
            PlaneForm::Grid
        } else {
            PlaneForm::Flat
        }
    }
}

/// Planes of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaneSet {
    /// Planes of the position.
    Position,
    /// Planes of the position, then three constant ones for every player: its fish, tiles and
    /// penguins in hand. Where it has points below zero, which only games without penguins have,
    /// their number stands in the place of the penguins.
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

/// Writes all planes of a position over zeros, as a player sees them.
pub fn write_planes(game: &AnyGame, seat: Player, planes: &mut [u8]) {
    with_game!(game, position => position.view(seat).write_planes(seat, planes));
}

/// Writes the counts of all players of a position, from this one on.
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

    /// Writes the planes of a position, as a player sees them; `flat` is room that is reused.
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
