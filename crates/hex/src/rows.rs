use crate::{Direction, Hex};

/// One row of an outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// How far the first hex is moved to the right, in half hexes.
    pub indent: u8,
    /// How many hexes the row has.
    pub length: u8,
}

/// The rows of an outline, perhaps with a ring around it, and the numbers of their hexes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    rows: [Row; Rows::MAX],
    /// The number of the first hex of each row.
    starts: [u8; Rows::MAX],
    len: usize,
    has_ring: bool,
    /// Half hexes that every row begins after the one above, were all written in one line, so that a step in one direction always leads
    /// as far; none where hexes are simply numbered one after another.
    stride: Option<i32>,
}

impl Rows {
    /// One hex in every row, and two rows more for the ring.
    const MAX: usize = 64 + 2;
    const NONE: Rows = Rows {
        rows: [Row { indent: 0, length: 0 }; Rows::MAX],
        starts: [0; Rows::MAX],
        len: 0,
        has_ring: false,
        stride: None,
    };

    pub(crate) const fn new(outline: &[Row]) -> Rows {
        let mut rows = Rows::NONE;
        while rows.len < outline.len() {
            let row = outline[rows.len];
            assert!(rows.len == 0 || (row.indent + outline[rows.len - 1].indent) % 2 == 1, "rows must interlock");
            rows.push(row);
        }
        rows.number()
    }

    /// The rows of the outline with a hex more on either side, and one row above and one below. All begin two half hexes further to
    /// the right.
    pub(crate) const fn with_ring(outline: &[Row]) -> Rows {
        let mut rows = Rows { has_ring: true, ..Rows::NONE };
        rows.push(Rows::beyond(outline[0]));
        let mut row = 0;
        while row < outline.len() {
            rows.push(Row { indent: outline[row].indent, length: outline[row].length + 2 });
            row += 1;
        }
        rows.push(Rows::beyond(outline[outline.len() - 1]));
        rows.stride = rows.fitting_stride();
        rows.number()
    }

    /// The row of the ring above or below a row of the outline.
    const fn beyond(row: Row) -> Row {
        Row { indent: row.indent + 1, length: row.length + 1 }
    }

    const fn push(&mut self, row: Row) {
        self.rows[self.len] = row;
        self.len += 1;
    }

    const fn end(row: Row) -> i32 {
        row.indent as i32 + 2 * row.length as i32
    }

    /// The stride, if all hexes have numbers with it.
    const fn fitting_stride(&self) -> Option<i32> {
        let (mut stride, mut row) = (1, 1);
        while row < self.len {
            let apart = Rows::end(self.rows[row - 1]) - self.rows[row].indent as i32;
            stride = if apart > stride { apart } else { stride };
            row += 1;
        }
        // Odd, for rows interlock.
        let stride = stride | 1;
        let last = Rows::end(self.rows[self.len - 1]) - self.rows[0].indent as i32 + stride * (self.len as i32 - 1);
        if (last + 1) / 2 <= Hex::MAX as i32 { Some(stride) } else { None }
    }

    /// Gives the first hexes of rows their numbers.
    const fn number(mut self) -> Rows {
        let (mut row, mut next) = (0, 0);
        while row < self.len {
            let indent = self.rows[row].indent as i32 - self.rows[0].indent as i32;
            self.starts[row] = match self.stride {
                Some(stride) => ((indent + stride * row as i32) / 2) as u8,
                None => next as u8,
            };
            next += self.rows[row].length as usize;
            row += 1;
        }
        self
    }

    #[inline]
    pub(crate) const fn list(&self) -> &[Row] {
        self.rows.split_at(self.len).0
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// The number of rows that the ring adds above, and below.
    pub(crate) const fn ring(&self) -> usize {
        self.has_ring as usize
    }

    pub(crate) const fn has_ring(&self) -> bool {
        self.has_ring
    }

    pub(crate) const fn stride(&self) -> Option<i32> {
        self.stride
    }

    /// The number of the first hex of a row.
    pub(crate) const fn start(&self, row: usize) -> usize {
        self.starts[row] as usize
    }

    /// How many hexes there are.
    pub(crate) const fn count(&self) -> usize {
        let (mut row, mut count) = (0, 0);
        while row < self.len {
            count += self.rows[row].length as usize;
            row += 1;
        }
        count
    }

    /// The hexes of a row, a bit for each.
    pub(crate) const fn row(&self, row: usize) -> u128 {
        Rows::bits(self.start(row), self.rows[row].length as usize)
    }

    /// The hexes of the outline itself.
    pub(crate) const fn outline(&self) -> u128 {
        let ring = self.ring();
        let (mut row, mut bits) = (ring, 0);
        while row < self.len - ring {
            bits |= Rows::bits(self.start(row) + ring, self.rows[row].length as usize - 2 * ring);
            row += 1;
        }
        bits
    }

    const fn bits(start: usize, length: usize) -> u128 {
        if length == 0 { 0 } else { u128::MAX >> (128 - length) << start }
    }

    /// Where a hex lies: half hexes from the left edge, and the row from 0.
    pub(crate) const fn place(&self, hex: usize) -> (i32, i32) {
        let mut row = self.len - 1;
        while self.start(row) > hex {
            row -= 1;
        }
        (self.rows[row].indent as i32 + 2 * (hex - self.start(row)) as i32, row as i32)
    }

    /// The hex that lies so many half hexes from the left edge in this row.
    pub(crate) const fn at(&self, x: i32, row: i32) -> Option<usize> {
        if row < 0 || row >= self.len as i32 {
            return None;
        }
        let Row { indent, length } = self.rows[row as usize];
        let offset = x - indent as i32;
        if offset < 0 || offset % 2 != 0 || offset / 2 >= length as i32 {
            return None;
        }
        Some(self.start(row as usize) + (offset / 2) as usize)
    }

    /// The hexes in a straight line from one hex, a bit for each.
    pub(crate) const fn ray(&self, from: usize, direction: Direction) -> u128 {
        let (right, down) = direction.offset();
        let (mut x, mut row) = self.place(from);
        let mut ray = 0;
        loop {
            x += right;
            row += down;
            let Some(hex) = self.at(x, row) else { return ray };
            ray |= 1 << hex;
        }
    }
}
