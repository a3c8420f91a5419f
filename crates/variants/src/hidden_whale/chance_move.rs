use std::fmt;
use std::str::FromStr;

use floe_hex::{Geometry, Hex};

use crate::VariantMove;
use crate::variant_rules::FloeMove;

/// Set of whales that hide below tiles (3.4), each identified by the number of fish on its tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Whales(pub(super) u8);

impl Whales {
    /// No whale.
    pub const NONE: Whales = Whales(0);
    /// One below a three-fish tile.
    pub const THREE: Whales = Whales(1);
    /// One below a three-fish tile, one below a two-fish tile.
    pub const BOTH: Whales = Whales(3);

    const fn bit(fish: i32) -> u8 {
        match fish {
            3 => 1,
            2 => 2,
            _ => 0,
        }
    }

    /// Whether one of them hides below a tile with this number of fish.
    #[inline]
    pub const fn contains(self, fish: i32) -> bool {
        self.0 & Whales::bit(fish) != 0
    }

    /// Removes the whales below tiles with numbers of fish that `keep` refuses.
    #[inline]
    pub(crate) fn filter(self, keep: impl Fn(i32) -> bool) -> Whales {
        Whales(self.iter().filter(|&fish| keep(fish)).fold(0, |bits, fish| bits | Whales::bit(fish)))
    }

    /// Fish of their tiles, most first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = i32> + Clone {
        [3, 2].into_iter().filter(move |&fish| self.contains(fish))
    }

    /// All subsets.
    pub(crate) fn all_within(self) -> impl Iterator<Item = Whales> {
        (0..4).filter(move |bits| bits & !self.0 == 0).map(Whales)
    }
}

/// `3`, `3,2`, `2`, or `-` for none.
impl fmt::Display for Whales {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["-", "3", "2", "3,2"][usize::from(self.0)])
    }
}

/// Error of a text that names no whales.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("3, 2 or 3,2, the fish of the tiles that hide a whale, or - for no whale")]
pub struct WhalesError;

impl FromStr for Whales {
    type Err = WhalesError;

    fn from_str(text: &str) -> Result<Whales, WhalesError> {
        (0..4).map(Whales).find(|whales| whales.to_string() == text).ok_or(WhalesError)
    }
}

/// Choice with its outcome: `c3-f3`, `c3-f3,whale`, `c3-f3,whale,spent:2`. A choice alone has the default outcome.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ChanceMove {
    /// Choice of the player.
    pub choice: VariantMove,
    /// Whether a whale was below the tile that was left.
    pub whale: bool,
    /// The whales on tiles that retiring players took after it.
    pub spent: Whales,
}

impl From<VariantMove> for ChanceMove {
    #[inline]
    fn from(choice: VariantMove) -> ChanceMove {
        ChanceMove { choice, whale: false, spent: Whales::NONE }
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
        let (choice, outcome) = (VariantMove::of_bits((bits - 1) % CHOICES + 1), (bits - 1) / CHOICES);
        ChanceMove { choice, whale: outcome % 2 != 0, spent: Whales((outcome / 2) as u8) }
    }

    fn text(self, geometry: &Geometry) -> String {
        let whale = if self.whale { ",whale" } else { "" };
        let spent: String = self.spent.iter().map(|fish| format!(",spent:{fish}")).collect();
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

    #[test]
    fn whales_are_read_back() {
        for text in ["-", "3", "2", "3,2"] {
            assert_eq!(text.parse::<Whales>().unwrap().to_string(), text);
        }
        for text in ["", "4", "1", "2,3", "3,", "3,3"] {
            assert_eq!(text.parse::<Whales>(), Err(WhalesError));
        }
    }
}
