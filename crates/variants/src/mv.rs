use floe_hex::{Direction, Geometry, Hex};

use crate::variant_rules::FloeMove;

/// Move of every variant but special tiles; where chance decides an outcome, the choice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum VariantMove {
    /// Places a penguin on a tile (1.4): `c3`.
    Place(Hex),
    /// Moves a penguin (1.5): `c3-f3`.
    Slide {
        /// Start of the penguin.
        from: Hex,
        /// End of the move.
        to: Hex,
    },
    /// Pushes a penguin into the water (3.1): `c3xd3`.
    Push {
        /// Start of the pusher.
        from: Hex,
        /// Hex of the other penguin, where the pusher ends.
        to: Hex,
    },
    /// Moves all own penguins of a tile (3.6): `c3=f3`.
    SlideAll {
        /// Start of the penguins.
        from: Hex,
        /// End of the move.
        to: Hex,
    },
    /// Moves a penguin, after which the whale swims (3.3): `c3-f3,whale:NE`.
    Whale {
        /// Start of the penguin.
        from: Hex,
        /// End of the move.
        to: Hex,
        /// Direction of the whale, an index of [`Direction::ALL`].
        swim: u8,
    },
    /// Moves a penguin by one hex and removes a tile (3.5): `c3-d3,sink:f5`.
    Sink {
        /// Start of the penguin.
        from: Hex,
        /// Direction of the step, an index of [`Direction::ALL`].
        step: u8,
        /// The tile that is removed.
        tile: Hex,
    },
}

/// Number of pairs of hexes; slides, pushes, moves of several and those with each direction of a whale take one range of this size each.
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
        if let VariantMove::Place(hex) = self { Some(hex) } else { None }
    }

    fn endpoints(self, geometry: &Geometry) -> (Hex, Hex) {
        match self {
            VariantMove::Place(hex) => (hex, hex),
            VariantMove::Slide { from, to }
            | VariantMove::Push { from, to }
            | VariantMove::SlideAll { from, to }
            | VariantMove::Whale { from, to, .. } => (from, to),
            VariantMove::Sink { from, step, .. } => {
                (from, geometry.neighbour(from, Direction::ALL[usize::from(step)]).expect("a step onto the floe"))
            }
        }
    }

    #[inline]
    fn bits(self) -> u32 {
        1 + match self {
            VariantMove::Place(hex) => pair(hex, hex),
            VariantMove::Slide { from, to } => pair(from, to),
            VariantMove::Push { from, to } => PAIRS + pair(from, to),
            VariantMove::SlideAll { from, to } => 2 * PAIRS + pair(from, to),
            VariantMove::Whale { from, to, swim } => (3 + u32::from(swim)) * PAIRS + pair(from, to),
            VariantMove::Sink { from, step, tile } => {
                SINKS + ((from.index() * Direction::COUNT + usize::from(step)) * 64 + tile.index()) as u32
            }
        }
    }

    #[inline]
    fn of_bits(bits: u32) -> VariantMove {
        let bits = bits - 1;
        if bits >= SINKS {
            let rest = (bits - SINKS) as usize;
            let (way, tile) = (rest / 64, Hex::new(rest % 64));
            return VariantMove::Sink {
                from: Hex::new(way / Direction::COUNT),
                step: (way % Direction::COUNT) as u8,
                tile,
            };
        }
        let pair = (bits % PAIRS) as usize;
        let (from, to) = (Hex::new(pair / 64), Hex::new(pair % 64));
        match bits / PAIRS {
            0 if from.index() == to.index() => VariantMove::Place(to),
            0 => VariantMove::Slide { from, to },
            1 => VariantMove::Push { from, to },
            2 => VariantMove::SlideAll { from, to },
            swim => VariantMove::Whale { from, to, swim: (swim - 3) as u8 },
        }
    }

    fn text(self, geometry: &Geometry) -> String {
        let (from, to) = self.endpoints(geometry);
        let (from, to) = (geometry.name(from), geometry.name(to));
        match self {
            VariantMove::Place(_) => to,
            VariantMove::Slide { .. } => format!("{from}-{to}"),
            VariantMove::Push { .. } => format!("{from}x{to}"),
            VariantMove::SlideAll { .. } => format!("{from}={to}"),
            VariantMove::Whale { swim, .. } => format!("{from}-{to},whale:{:?}", Direction::ALL[usize::from(swim)]),
            VariantMove::Sink { tile, .. } => format!("{from}-{to},sink:{}", geometry.name(tile)),
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
