//! Positions as arrays of numbers, for learners.

use floe_fish::Position;
use floe_game::{Game, Player};
use floe_hex::{Geometry, HexSet, Layout, Standard, Word};
use floe_variants::{VariantPosition, VariantText};

/// Planes of a position: for every hex or space in reading order 0 or 1, a number or a code.
///
/// On a floe the planes are, in their order, the tiles with one, two and three fish, tiles under
/// penguins included; the free tiles; and the penguins of each player, in turn order from the
/// player who sees them. Outside the base game follow the hexes that can only be crossed, the hexes
/// that are closed, and the codes of special tiles.
pub trait Planes: Game {
    /// Number of planes.
    fn plane_count(&self) -> usize;

    /// Number of hexes of the outline and of the ring around it where tiles may float, or of
    /// spaces.
    fn hex_count(&self) -> usize;

    /// Row and column of every hex or space, in reading order; of a hex they are its axial
    /// coordinates, whose columns may be negative.
    fn coordinates(&self) -> Vec<(i32, i32)>;

    /// Writes all planes of the position, one after the other, as `seat` sees them. Where something
    /// is hidden, the position must be the view of `seat`. `planes` must be all zero, and have
    /// [`hex_count`](Self::hex_count) values for every plane.
    ///
    /// # Panics
    /// If it is too short for a plane that is written.
    fn write_planes(&self, seat: Player, planes: &mut [u8]);

    /// Writes [`COUNTS`] counts of each player, in turn order from `seat`: the fish and the tiles
    /// that it has taken, and its penguins in hand.
    fn write_counts(&self, seat: Player, counts: &mut [i16]);
}

/// Number of planes before those of the penguins.
const TILE_PLANES: usize = 4;
/// Number of planes after those of the penguins, outside the base game.
const VARIANT_PLANES: usize = 3;
/// Number of counts of a player.
pub const COUNTS: usize = 3;

/// Writes the counts of a player; scores are fish and tiles, or penguins and fish.
pub(crate) fn write_counts<G: Game>(
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
