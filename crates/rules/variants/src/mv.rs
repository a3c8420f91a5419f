use std::fmt::Debug;
use std::hash::Hash;

use floe_hex::{Direction, Geometry, Hex, Word};

/// Move of a variant, on hexes in sets of the word `W`.
pub trait FloeMove<W: Word>: Copy + Ord + Hash + Debug + Send + Sync {
    /// Number of bits that [`bits`](FloeMove::bits) needs: all its results are below `1 << BITS`.
    const BITS: u32;

    /// The move that places a penguin of the player to move on `hex`.
    fn placement(hex: Hex) -> Self;

    /// The hex on which the move places a penguin; `None` for other moves.
    fn placed(self) -> Option<Hex>;

    /// Hexes where the penguin that moves starts and stops, before any effect of a tile; for a
    /// placement both are its hex.
    ///
    /// # Panics
    /// If the move leaves the floe.
    fn endpoints(self, geometry: &Geometry<W>) -> (Hex, Hex);

    /// Number of the move, from 1, which no other move of this type has.
    fn bits(self) -> u32;

    /// The move whose number is `bits`, as [`bits`](FloeMove::bits) returns it.
    fn of_bits(bits: u32) -> Self;

    /// Three parts of a move that interact little, such as a slide, the tile that floats and the
    /// hex that it floats to: each as a number that no other part in its place has. `None`, the
    /// default, for other moves.
    #[inline]
    fn combined_parts(self) -> Option<[u32; 3]> {
        None
    }

    /// Notation of the move on floes of this geometry.
    fn text(self, geometry: &Geometry<W>) -> String;
}

/// Move of every variant but `special-tiles`; in `hidden-whale` the choice, without the outcome of
/// chance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum VariantMove {
    /// Places a penguin on the tile at this hex (1.4): `c3`.
    Place(Hex),
    /// Moves a penguin from the first hex to the second (1.5): `c3-f3`.
    Slide(Hex, Hex),
    /// Moves a penguin from the first hex to the second, and pushes the penguin there into the
    /// water (3.1): `c3xd3`.
    Push(Hex, Hex),
    /// Moves all own penguins on the tile at the first hex to the second (3.6): `c3=f3`.
    SlideAll(Hex, Hex),
    /// Moves a penguin from the first hex to the second, after which the whale swims in this
    /// direction (3.3): `c3-f3,whale:NE`.
    Whale(Hex, Hex, Direction),
    /// Moves a penguin from the first hex by one step in this direction, and removes the tile at
    /// the second hex (3.5): `c3-d3,sink:f5`.
    Sink(Hex, Direction, Hex),
}

/// Kind of a [`VariantMove`], by which learners number moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// [`VariantMove::Place`].
    Place,
    /// [`VariantMove::Slide`].
    Slide,
    /// [`VariantMove::Slide`] to the next hex.
    Step,
    /// [`VariantMove::Push`].
    Push,
    /// [`VariantMove::SlideAll`].
    SlideAll,
    /// [`VariantMove::Whale`].
    Whale,
    /// [`VariantMove::Sink`].
    Sink,
}

impl MoveKind {
    /// Name for programs, such as `slide-all`; a step is a slide.
    pub fn name(self) -> &'static str {
        match self {
            MoveKind::Place => "place",
            MoveKind::Slide | MoveKind::Step => "slide",
            MoveKind::Push => "push",
            MoveKind::SlideAll => "slide-all",
            MoveKind::Whale => "whale",
            MoveKind::Sink => "sink",
        }
    }

    /// All moves of this kind that some position on a floe of this geometry can have, in the order
    /// of their hexes.
    pub fn all(self, geometry: &Geometry) -> Vec<VariantMove> {
        let hexes = geometry.hexes().into_iter();
        match self {
            MoveKind::Place => hexes.map(VariantMove::Place).collect(),
            MoveKind::Slide => between(geometry.lines(), VariantMove::Slide),
            MoveKind::Step => between(geometry.steps(), VariantMove::Slide),
            MoveKind::Push => between(geometry.steps(), VariantMove::Push),
            MoveKind::SlideAll => between(geometry.lines(), VariantMove::SlideAll),
            MoveKind::Whale => {
                let swims =
                    |(from, to)| Direction::ALL.map(|swim| VariantMove::Whale(from, to, swim));
                geometry.lines().into_iter().flat_map(swims).collect()
            }
            MoveKind::Sink => geometry
                .steps()
                .into_iter()
                .flat_map(|(from, to)| sinks(geometry, from, to))
                .collect(),
        }
    }
}

fn between(pairs: Vec<(Hex, Hex)>, mv: fn(Hex, Hex) -> VariantMove) -> Vec<VariantMove> {
    pairs.into_iter().map(|(from, to)| mv(from, to)).collect()
}

/// Moves of one step that remove a tile.
fn sinks(geometry: &Geometry, from: Hex, to: Hex) -> impl Iterator<Item = VariantMove> {
    let step = Direction::ALL
        .into_iter()
        .find(|&step| geometry.neighbour(from, step) == Some(to))
        .expect("a neighbour lies in some direction");
    let tiles = geometry.hexes().into_iter().filter(move |&tile| tile != to);
    tiles.map(move |tile| VariantMove::Sink(from, step, tile))
}

/// Number of pairs of hexes; slides, pushes, moves of several and those with each direction of a
/// whale take one range of this size each.
const PAIRS: u32 = 64 * 64;
/// Start of the range of moves that remove a tile.
const SINKS: u32 = 9 * PAIRS;

const fn pair(from: Hex, to: Hex) -> u32 {
    (from.index() * 64 + to.index()) as u32
}

impl FloeMove<u64> for VariantMove {
    const BITS: u32 = 16;

    #[inline]
    fn placement(hex: Hex) -> VariantMove {
        VariantMove::Place(hex)
    }

    #[inline]
    fn placed(self) -> Option<Hex> {
        if let VariantMove::Place(hex) = self {
            Some(hex)
        } else {
            None
        }
    }

    fn endpoints(self, geometry: &Geometry) -> (Hex, Hex) {
        match self {
            VariantMove::Place(hex) => (hex, hex),
            VariantMove::Slide(from, to)
            | VariantMove::Push(from, to)
            | VariantMove::SlideAll(from, to)
            | VariantMove::Whale(from, to, _) => (from, to),
            VariantMove::Sink(from, step, _) => (
                from,
                geometry
                    .neighbour(from, step)
                    .expect("a step onto the floe"),
            ),
        }
    }

    #[inline]
    fn bits(self) -> u32 {
        1 + match self {
            VariantMove::Place(hex) => pair(hex, hex),
            VariantMove::Slide(from, to) => pair(from, to),
            VariantMove::Push(from, to) => PAIRS + pair(from, to),
            VariantMove::SlideAll(from, to) => 2 * PAIRS + pair(from, to),
            VariantMove::Whale(from, to, swim) => (3 + swim as u32) * PAIRS + pair(from, to),
            VariantMove::Sink(from, step, tile) => {
                SINKS
                    + ((from.index() * Direction::COUNT + step as usize) * 64 + tile.index()) as u32
            }
        }
    }

    #[inline]
    fn of_bits(bits: u32) -> VariantMove {
        let bits = (bits - 1) as usize;
        let high = bits / 64;
        let to = Hex::new(bits % 64);
        if let Some(step) = high.checked_sub(SINKS as usize / 64) {
            return VariantMove::Sink(
                Hex::new(step / Direction::COUNT),
                Direction::ALL[step % Direction::COUNT],
                to,
            );
        }
        let from = Hex::new(high % 64);
        match high / 64 {
            0 if from == to => VariantMove::Place(to),
            0 => VariantMove::Slide(from, to),
            1 => VariantMove::Push(from, to),
            2 => VariantMove::SlideAll(from, to),
            range => VariantMove::Whale(from, to, Direction::ALL[range - 3]),
        }
    }

    fn text(self, geometry: &Geometry) -> String {
        let (from, to) = self.endpoints(geometry);
        let from = geometry.name(from);
        let to = geometry.name(to);
        match self {
            VariantMove::Place(_) => to,
            VariantMove::Slide(..) => format!("{from}-{to}"),
            VariantMove::Push(..) => format!("{from}x{to}"),
            VariantMove::SlideAll(..) => format!("{from}={to}"),
            VariantMove::Whale(_, _, swim) => format!("{from}-{to},whale:{swim:?}"),
            VariantMove::Sink(_, _, tile) => format!("{from}-{to},sink:{}", geometry.name(tile)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_tell_which_move_it_is() {
        assert!((1..=SINKS + 64 * 6 * 64).all(|bits| VariantMove::of_bits(bits).bits() == bits));
    }
}
