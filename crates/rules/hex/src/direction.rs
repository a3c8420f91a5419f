/// One of the six directions in which hexes touch.
///
/// The first three lead to hexes that come later in reading order, the last three to earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Step to the right, in the same row.
    E,
    /// Step to the right, in the row below.
    SE,
    /// Step to the left, in the row below.
    SW,
    /// Step to the left, in the same row.
    W,
    /// Step to the left, in the row above.
    NW,
    /// Step to the right, in the row above.
    NE,
}

impl Direction {
    /// Number of directions: six.
    pub const COUNT: usize = 6;

    /// All directions, clockwise from the right.
    pub const ALL: [Direction; Direction::COUNT] = [
        Direction::E,
        Direction::SE,
        Direction::SW,
        Direction::W,
        Direction::NW,
        Direction::NE,
    ];

    /// The direction that leads back: west for east, and so on.
    #[inline]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 3) % Direction::COUNT]
    }

    /// Whether a step this way leads to a hex later in reading order.
    #[inline]
    pub const fn is_forward(self) -> bool {
        (self as usize) < 3
    }

    /// Change of place by one step in this direction: half hexes to the right, and rows down;
    /// negative to the left and up.
    pub const fn offset(self) -> (i32, i32) {
        [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)][self as usize]
    }
}
