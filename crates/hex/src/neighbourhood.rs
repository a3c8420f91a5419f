/// The neighbours of a hex that belong to a set: one bit for each direction, clockwise.
///
/// If they form one run around the hex, they stay connected when the hex is removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Neighbourhood(pub(crate) u8);

impl Neighbourhood {
    /// Number of runs that the neighbours in the set form around the hex; 0 if all six belong to the set.
    ///
    /// ```
    /// use floe_hex::{Hex, HexSet, Layout, Standard};
    ///
    /// let middle = Hex::new(26);
    /// let around = Standard.neighbours(middle.into());
    /// let first = around.first().unwrap();
    /// assert_eq!(Standard.neighbourhood(middle, around).runs(), 0);
    /// assert_eq!(Standard.neighbourhood(middle, around - first.into()).runs(), 1);
    /// assert_eq!(Standard.neighbourhood(middle, around - Standard.neighbours(first.into())).runs(), 2);
    /// ```
    #[inline]
    pub const fn runs(self) -> u32 {
        let clockwise = (self.0 << 1 | self.0 >> 5) & 0b11_1111;
        (self.0 & !clockwise).count_ones()
    }

    /// Whether the neighbours in the set form several runs around the hex.
    #[inline]
    pub const fn is_split(self) -> bool {
        self.runs() > 1
    }
}
