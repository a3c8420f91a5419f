use crate::{Direction, Hex, HexSet};

/// One row of an outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// How far the first hex is moved to the right, in half hexes.
    pub indent: u8,
    /// How many hexes the row has.
    pub length: u8,
}

/// What follows from an outline: who touches whom, and the rays that leave every hex.
///
/// Made once for an outline, at compile time where the outline is known then.
#[derive(Debug)]
pub struct Geometry {
    rows: &'static [Row],
    hexes: HexSet,
    adjacent: [HexSet; Hex::MAX],
    rays: [[HexSet; Direction::COUNT]; Hex::MAX],
    receivers: [HexSet; Direction::COUNT],
}

impl Geometry {
    /// Works out the geometry of the outline with these rows.
    ///
    /// # Panics
    /// If the rows have more than [`Hex::MAX`] hexes, or neighbouring rows are indented by the same parity
    /// of half hexes, so that their hexes would not lie in the gaps of each other.
    pub const fn new(rows: &'static [Row]) -> Geometry {
        let mut geometry = Geometry {
            rows,
            hexes: HexSet::EMPTY,
            adjacent: [HexSet::EMPTY; Hex::MAX],
            rays: [[HexSet::EMPTY; Direction::COUNT]; Hex::MAX],
            receivers: [HexSet::EMPTY; Direction::COUNT],
        };
        let mut count = 0;
        let mut row = 0;
        while row < rows.len() {
            assert!(row == 0 || (rows[row].indent + rows[row - 1].indent) % 2 == 1, "rows must interlock");
            count += rows[row].length as usize;
            row += 1;
        }
        geometry.hexes = HexSet::first_hexes(count);
        let mut index = 0;
        while index < count {
            let mut d = 0;
            while d < Direction::COUNT {
                geometry.trace(Hex::new(index), Direction::ALL[d]);
                d += 1;
            }
            index += 1;
        }
        geometry
    }

    /// Fills in the ray that leaves `from` in this direction.
    const fn trace(&mut self, from: Hex, direction: Direction) {
        let (right, down) = direction.offset();
        let (mut x, mut row) = self.place(from);
        loop {
            x += right;
            row += down;
            let Some(hex) = self.at(x, row) else { break };
            let ray = &mut self.rays[from.index()][direction as usize];
            if ray.is_empty() {
                self.adjacent[from.index()].insert(hex);
                self.receivers[direction as usize].insert(hex);
            }
            ray.insert(hex);
        }
    }

    /// Where a hex lies: half hexes from the left edge, and the row from 0.
    pub const fn place(&self, hex: Hex) -> (i32, i32) {
        let mut column = hex.index();
        let mut row = 0;
        while column >= self.rows[row].length as usize {
            column -= self.rows[row].length as usize;
            row += 1;
        }
        (self.rows[row].indent as i32 + 2 * column as i32, row as i32)
    }

    /// The hex that lies so many half hexes from the left edge in this row.
    pub const fn at(&self, x: i32, row: i32) -> Option<Hex> {
        if row < 0 || row >= self.rows.len() as i32 {
            return None;
        }
        let Row { indent, length } = self.rows[row as usize];
        let offset = x - indent as i32;
        if offset < 0 || offset % 2 != 0 || offset / 2 >= length as i32 {
            return None;
        }
        Some(Hex::new(self.row_start(row as usize) + (offset / 2) as usize))
    }

    const fn row_start(&self, row: usize) -> usize {
        let mut start = 0;
        let mut before = 0;
        while before < row {
            start += self.rows[before].length as usize;
            before += 1;
        }
        start
    }

    /// The rows from top to bottom.
    #[inline]
    pub const fn rows(&self) -> &'static [Row] {
        self.rows
    }

    /// All hexes of the outline.
    #[inline]
    pub const fn hexes(&self) -> HexSet {
        self.hexes
    }

    /// The hexes of one row, counted from 0.
    pub const fn row(&self, row: usize) -> HexSet {
        let start = self.row_start(row);
        let end = start + self.rows[row].length as usize;
        HexSet::from_bits(HexSet::first_hexes(end).to_bits() & !HexSet::first_hexes(start).to_bits())
    }

    /// The hexes that touch `hex`.
    #[inline]
    pub const fn adjacent(&self, hex: Hex) -> HexSet {
        self.adjacent[hex.index()]
    }

    /// The hex one step from `hex` in this direction, if the outline has it.
    #[inline]
    pub fn beside(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        (self.ray(hex, direction) & self.adjacent(hex)).first()
    }

    /// The hexes that a step in this direction can lead to.
    #[inline]
    pub const fn receivers(&self, direction: Direction) -> HexSet {
        self.receivers[direction as usize]
    }

    /// The hexes in a straight line from `hex`, itself left out, up to the edge of the outline.
    #[inline]
    pub const fn ray(&self, hex: Hex, direction: Direction) -> HexSet {
        self.rays[hex.index()][direction as usize]
    }

    /// The hexes of one ray up to the first one that is not in `free`.
    #[inline]
    pub const fn ray_in(&self, hex: Hex, direction: Direction, free: HexSet) -> HexSet {
        let ray = self.ray(hex, direction).0;
        let blockers = ray & !free.0;
        let open = if direction.is_forward() {
            // All below the lowest blocker.
            (blockers & blockers.wrapping_neg()).wrapping_sub(1)
        } else {
            // All above the highest blocker.
            match u64::MAX.checked_shr(blockers.leading_zeros()) {
                Some(below) => !below,
                None => u64::MAX,
            }
        };
        HexSet(ray & open)
    }

    /// Where something that stands on `hex` can slide to over `free` hexes.
    #[inline]
    pub fn slides(&self, hex: Hex, free: HexSet) -> HexSet {
        Direction::ALL.into_iter().fold(HexSet::EMPTY, |targets, d| targets | self.ray_in(hex, d, free))
    }
}
