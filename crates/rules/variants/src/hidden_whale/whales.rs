use std::fmt;
use std::str::FromStr;

/// Set of whales that hide below tiles (3.4), each identified by the number of fish on its tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Whales(pub(super) u8);

impl Whales {
    /// The set without whales.
    pub const NONE: Whales = Whales(0);
    /// One whale, below a three-fish tile.
    pub const THREE: Whales = Whales(1);
    /// Two whales, one below a three-fish tile and one below a two-fish tile.
    pub const BOTH: Whales = Whales(3);

    const fn bit(fish: i32) -> u8 {
        match fish {
            3 => 1,
            2 => 2,
            _ => 0,
        }
    }

    /// Whether the set has the whale that hides below a tile with `fish` fish.
    #[inline]
    pub const fn contains(self, fish: i32) -> bool {
        self.0 & Whales::bit(fish) != 0
    }

    /// The set with the whale that hides below a tile with `fish` fish, or without it if it is in
    /// the set.
    #[must_use]
    pub const fn toggled(self, fish: i32) -> Whales {
        Whales(self.0 ^ Whales::bit(fish))
    }

    /// Removes the whales below tiles with numbers of fish that `keep` refuses.
    #[inline]
    pub(crate) fn filter(self, keep: impl Fn(i32) -> bool) -> Whales {
        Whales(
            self.iter()
                .filter(|&fish| keep(fish))
                .fold(0, |bits, fish| bits | Whales::bit(fish)),
        )
    }

    /// The whales of the set, each as the number of fish on the tile above it, the greatest first.
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

/// Error of a text that names no set of whales, worded as what was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("3, 2 or 3,2, the fish of the tiles that hide a whale, or - for no whale")]
pub struct WhalesError;

impl FromStr for Whales {
    type Err = WhalesError;

    fn from_str(text: &str) -> Result<Whales, WhalesError> {
        (0..4)
            .map(Whales)
            .find(|whales| whales.to_string() == text)
            .ok_or(WhalesError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
