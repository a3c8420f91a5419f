/// One of the six directions in which hexes touch.
///
/// The first three lead to hexes that come later in reading order, the last three to earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// To the right in the same row.
    E,
    /// Down and to the right.
    SE,
    /// Down and to the left.
    SW,
    /// To the left in the same row.
    W,
    /// Up and to the left.
    NW,
    /// Up and to the right.
    NE,
}

impl Direction {
    /// How many directions there are.
    pub const COUNT: usize = 6;

    /// All directions, clockwise from the right.
    pub const ALL: [Direction; Direction::COUNT] =
        [Direction::E, Direction::SE, Direction::SW, Direction::W, Direction::NW, Direction::NE];

    /// The direction that leads back.
    #[inline]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 3) % Direction::COUNT]
    }

    /// Whether a step this way leads to a hex later in reading order.
    #[inline]
    pub const fn is_forward(self) -> bool {
        (self as usize) < 3
    }

    /// What a step changes: half hexes to the right, and rows down.
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Direction::E => (2, 0),
            Direction::SE => (1, 1),
            Direction::SW => (-1, 1),
            Direction::W => (-2, 0),
            Direction::NW => (-1, -1),
            Direction::NE => (1, -1),
        }
    }
}
