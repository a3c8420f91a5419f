use crate::{Hex, HexSet, Rays};

/// How often each hex is counted, up to seven times, as the three digits of a binary number for all hexes at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally(pub(crate) [HexSet; 3]);

impl Tally {
    /// Every hex of the set once.
    #[inline]
    pub fn once(set: HexSet) -> Tally {
        Tally([set, HexSet::EMPTY, HexSet::EMPTY])
    }

    /// In how many of the six sets each hex is.
    #[inline]
    pub fn of(rays: &Rays) -> Tally {
        let [a, b, c, d, e, f, ..] = rays.0;
        let (first, first_carry) = add(a, b, c);
        let (second, second_carry) = add(d, e, f);
        let (ones, carry) = (first ^ second, first & second);
        let (twos, fours) = add(first_carry, second_carry, carry);
        Tally([ones, twos, fours])
    }

    /// How often `hex` is counted.
    #[inline]
    pub fn get(&self, hex: Hex) -> u32 {
        (0..).zip(self.0).map(|(digit, plane)| u32::from(plane.contains(hex)) << digit).sum()
    }
}

/// Adds three bits for every hex: the sum's low digit and its high one.
#[inline]
fn add(a: HexSet, b: HexSet, c: HexSet) -> (HexSet, HexSet) {
    (a ^ b ^ c, a & b | (a ^ b) & c)
}
