use floe_hex::{Geometry, Hex};

use super::Whales;
use crate::{FloeMove, VariantMove};

/// Move of `hidden-whale`, a choice with its outcome: `c3-f3`, `c3-f3,whale`,
/// `c3-f3,whale,spent:2`. A choice alone is written as the move in which no whale is met.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ChanceMove {
    /// Move that the player chooses, without the outcome of chance.
    pub choice: VariantMove,
    /// Whether a whale was below the tile that the penguin left, so that the penguin and the tile
    /// are lost.
    pub whale: bool,
    /// The whales found below tiles that players took when they retired after the move.
    pub spent: Whales,
}

impl From<VariantMove> for ChanceMove {
    #[inline]
    fn from(choice: VariantMove) -> ChanceMove {
        ChanceMove {
            choice,
            whale: false,
            spent: Whales::NONE,
        }
    }
}

/// Number of placements and slides.
const CHOICES: u32 = 64 * 64;

impl FloeMove<u64> for ChanceMove {
    const BITS: u32 = 16;

    #[inline]
    fn placement(hex: Hex) -> ChanceMove {
        VariantMove::Place(hex).into()
    }

    #[inline]
    fn placed(self) -> Option<Hex> {
        self.choice.placed()
    }

    #[inline]
    fn endpoints(self, geometry: &Geometry) -> (Hex, Hex) {
        self.choice.endpoints(geometry)
    }

    #[inline]
    fn bits(self) -> u32 {
        self.choice.bits() + CHOICES * (u32::from(self.whale) + 2 * u32::from(self.spent.0))
    }

    #[inline]
    fn of_bits(bits: u32) -> ChanceMove {
        let choice = VariantMove::of_bits((bits - 1) % CHOICES + 1);
        let outcome = (bits - 1) / CHOICES;
        ChanceMove {
            choice,
            whale: outcome & 1 == 1,
            spent: Whales((outcome / 2) as u8),
        }
    }

    fn text(self, geometry: &Geometry) -> String {
        let whale = if self.whale { ",whale" } else { "" };
        let spent: String = self
            .spent
            .iter()
            .map(|fish| format!(",spent:{fish}"))
            .collect();
        self.choice.text(geometry) + whale + &spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_unique() {
        assert!((1..=8 * CHOICES).all(|bits| ChanceMove::of_bits(bits).bits() == bits));
    }
}
