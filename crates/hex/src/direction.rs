/// One of the six directions in which hexes touch.
///
/// The first three lead to hexes that come later in reading order, the last three to earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Right, in the same row.
    E,
    /// Down and to the right.
    SE,
    /// Down and to the left.
    SW,
    /// Left, in the same row.
    W,
    /// Up and to the left.
    NW,
    /// Up and to the right.
    NE,
}

impl Direction {
    /// Number of directions: six.
    pub const COUNT: usize = 6;

    /// All directions, clockwise from the right.
    pub const ALL: [Direction; Direction::COUNT] =
        [Direction::E, Direction::SE, Direction::SW, Direction::W, Direction::NW, Direction::NE];

    /// The opposite direction.
    #[inline]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 3) % Direction::COUNT]
    }

    /// Whether a step this way leads to a hex later in reading order.
    #[inline]
    pub const fn is_forward(self) -> bool {
        (self as usize) < 3
    }

    /// Change of place by one step in this direction: half hexes to the right, and rows down; negative to the left and
    /// up.
    pub const fn offset(self) -> (i32, i32) {
        [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)][self as usize]
    }
}
