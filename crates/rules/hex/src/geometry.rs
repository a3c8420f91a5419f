//! A ring around the outline. With special tiles, tiles may lie in the ring around an outline. Sets
//! and geometry are generic over words of 64 and 128 bits, and hexes with a ring are numbered so
//! that a step in one direction always adds the same number, where the numbers suffice: then whole
//! sets move at once. Reading, printing, drawing and dealing exist once for both.

use crate::{Direction, Hex, HexSet, Word};

/// One row of an outline: where it begins, and how many hexes it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Distance from the left edge of the floe to the left edge of the first hex, in half hexes.
    pub indent: u8,
    /// Number of hexes of the row.
    pub length: u8,
}

/// Rows of an outline, perhaps with a ring around it, and the indices of their hexes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    rows: [Row; Rows::MAX],
    /// The index of the first hex of each row.
    starts: [u8; Rows::MAX],
    len: usize,
    /// Number of rows that the ring adds above, and below: 0 or 1.
    pub(crate) ring: usize,
    /// Half hexes by which the first index of a row exceeds that of the row above, if it is the
    /// same for all rows: then a step in one direction always adds the same to the index. `None` if
    /// the hexes are numbered without gaps.
    stride: Option<i32>,
}

impl Rows {
    /// One hex in every row, and two more rows for the ring.
    const MAX: usize = 64 + 2;

    /// Numbers the hexes of these rows. A ring adds a hex on either side, and a row above and
    /// below; all rows begin two half hexes further to the right then.
    const fn new(outline: &[Row], ring: usize) -> Rows {
        let none = Row {
            indent: 0,
            length: 0,
        };
        let len = outline.len() + 2 * ring;
        let mut rows = Rows {
            rows: [none; Rows::MAX],
            starts: [0; Rows::MAX],
            len,
            ring,
            stride: None,
        };
        let mut row = 0;
        while row < len {
            rows.rows[row] = if ring == 0 {
                outline[row]
            } else if row == 0 {
                Rows::beyond(outline[0])
            } else if row == len - 1 {
                Rows::beyond(outline[row - 2])
            } else {
                Row {
                    length: outline[row - 1].length + 2,
                    ..outline[row - 1]
                }
            };
            assert!(
                row == 0 || (rows.rows[row].indent + rows.rows[row - 1].indent) % 2 == 1,
                "rows must interlock"
            );
            row += 1;
        }
        if ring > 0 {
            rows.stride = rows.fitting_stride();
        }
        let mut row = 0;
        let mut next = 0;
        while row < len {
            let indent = rows.rows[row].indent as i32 - rows.rows[0].indent as i32;
            rows.starts[row] = match rows.stride {
                Some(stride) => ((indent + stride * row as i32) / 2) as u8,
                None => next,
            };
            next = next.wrapping_add(rows.rows[row].length);
            row += 1;
        }
        rows
    }

    /// The row of the ring above or below a row of the outline.
    const fn beyond(row: Row) -> Row {
        Row {
            indent: row.indent + 1,
            length: row.length + 1,
        }
    }

    /// The least stride, if all hexes have indices with it.
    const fn fitting_stride(&self) -> Option<i32> {
        let mut stride = 1;
        let mut row = 1;
        while row < self.len {
            let apart = Rows::end(self.rows[row - 1]) - self.rows[row].indent as i32;
            stride = if apart > stride { apart } else { stride };
            row += 1;
        }
        // Odd, for rows interlock.
        let stride = stride | 1;
        let last = Rows::end(self.rows[self.len - 1]) - self.rows[0].indent as i32
            + stride * (self.len as i32 - 1);
        if (last + 1) / 2 <= Hex::MAX as i32 {
            Some(stride)
        } else {
            None
        }
    }

    const fn end(row: Row) -> i32 {
        row.indent as i32 + 2 * row.length as i32
    }

    const fn count(&self) -> usize {
        let mut row = 0;
        let mut count = 0;
        while row < self.len {
            count += self.rows[row].length as usize;
            row += 1;
        }
        count
    }

    /// Hexes of a row as bits, less `without` hexes at either end.
    const fn row(&self, row: usize, without: usize) -> u128 {
        let length = self.rows[row].length as usize - 2 * without;
        if length == 0 {
            0
        } else {
            u128::MAX >> (128 - length) << (self.starts[row] as usize + without)
        }
    }

    /// Hexes of all rows as bits, less `without` rows above and below, and hexes at the ends of
    /// each.
    const fn all(&self, without: usize) -> u128 {
        let mut row = without;
        let mut bits = 0;
        while row < self.len - without {
            bits |= self.row(row, without);
            row += 1;
        }
        bits
    }

    const fn place(&self, hex: usize) -> (i32, i32) {
        let mut row = self.len - 1;
        while self.starts[row] as usize > hex {
            row -= 1;
        }
        (
            self.rows[row].indent as i32 + 2 * (hex as i32 - self.starts[row] as i32),
            row as i32,
        )
    }

    const fn at(&self, x: i32, row: i32) -> Option<usize> {
        if row < 0 || row >= self.len as i32 {
            return None;
        }
        let Row { indent, length } = self.rows[row as usize];
        let offset = x - indent as i32;
        if offset < 0 || offset % 2 != 0 || offset / 2 >= length as i32 {
            return None;
        }
        Some(self.starts[row as usize] as usize + (offset / 2) as usize)
    }

    /// The hexes in a straight line from one hex, as bits.
    const fn ray(&self, from: usize, direction: Direction) -> u128 {
        let (right, down) = direction.offset();
        let (mut x, mut row) = self.place(from);
        let mut ray = 0;
        loop {
            x += right;
            row += down;
            let Some(hex) = self.at(x, row) else {
                return ray;
            };
            ray |= 1 << hex;
        }
    }
}

/// Tables that follow from an outline, the shape of a floe: the hexes adjacent to every hex, and
/// the rays that leave it.
///
/// Hexes are numbered row by row, without gaps. With a ring around the outline there may be gaps
/// between rows, so that a step in one direction always adds the same to the index, if indices
/// below [`Hex::MAX`] suffice: then whole sets move at once.
#[derive(Debug)]
pub struct Geometry<W: Word = u64> {
    pub(crate) rows: Rows,
    outline: HexSet<W>,
    hexes: HexSet<W>,
    adjacent: [HexSet<W>; Hex::MAX],
    rays: [[HexSet<W>; Direction::COUNT]; Hex::MAX],
    receivers: [HexSet<W>; Direction::COUNT],
    steps: Option<Steps>,
}

/// Shifts that move whole sets, if the layout allows it.
#[derive(Clone, Copy, Debug)]
struct Steps {
    /// Change of the index by one step in each forward direction; the opposite directions undo it.
    forward: [usize; Direction::COUNT / 2],
    /// Number of times that the length of slides doubles until they reach the end of every line.
    doublings: u32,
}

/// Reason why an outline can have no ring of hexes around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RingError {
    /// A row has more than [`MOST_COLUMNS`] hexes, so that the hexes of the ring at its ends would
    /// have no letter.
    Wide,
    /// The outline with its ring has this many hexes, more than [`Hex::MAX`].
    Large(usize),
}

/// Maximum length of a row, in hexes, of an outline that can have a ring: every column, and one
/// more on either side, gets a letter.
pub const MOST_COLUMNS: u8 = 24;

macro_rules! tabulate {
    ($word:ty) => {
        const fn tabulate(rows: Rows) -> Geometry<$word> {
            let hexes = rows.all(0);
            let mut geometry = Geometry {
                outline: HexSet(rows.all(rows.ring) as $word),
                hexes: HexSet(hexes as $word),
                adjacent: [HexSet(0); Hex::MAX],
                rays: [[HexSet(0); Direction::COUNT]; Hex::MAX],
                receivers: [HexSet(0); Direction::COUNT],
                steps: None,
                rows,
            };
            let mut hex = 0;
            let mut longest = 0;
            while hex < Hex::MAX {
                let mut d = 0;
                while hexes >> hex & 1 != 0 && d < Direction::COUNT {
                    let ray = rows.ray(hex, Direction::ALL[d]);
                    let nearest = match Direction::ALL[d].is_forward() {
                        _ if ray == 0 => 0,
                        true => ray & ray.wrapping_neg(),
                        false => 1 << ray.ilog2(),
                    };
                    geometry.adjacent[hex].0 |= nearest as $word;
                    geometry.receivers[d].0 |= nearest as $word;
                    geometry.rays[hex][d].0 = ray as $word;
                    longest = if ray.count_ones() > longest {
                        ray.count_ones()
                    } else {
                        longest
                    };
                    d += 1;
                }
                hex += 1;
            }
            if let Some(stride) = rows.stride {
                let forward = [1, (stride as usize).div_ceil(2), stride as usize / 2];
                geometry.steps = Some(Steps {
                    forward,
                    doublings: u32::BITS - longest.leading_zeros(),
                });
            }
            geometry
        }
    };
}

impl Geometry {
    tabulate!(u64);

    /// Computes the geometry of the outline with these rows.
    ///
    /// # Panics
    /// If the rows have more than 64 hexes, or if the indents of two neighbouring rows are both
    /// even or both odd, so that their hexes do not interlock.
    pub const fn new(rows: &[Row]) -> Geometry {
        let rows = Rows::new(rows, 0);
        assert!(rows.count() <= 64, "an outline has at most 64 hexes");
        Geometry::<u64>::tabulate(rows)
    }
}

impl Geometry<u128> {
    tabulate!(u128);

    /// Computes the geometry of the outline with these rows, and of a ring around it: a row above
    /// the first and a row below the last, each one hex longer than that row, and one more hex at
    /// both ends of every row.
    ///
    /// # Errors
    /// If the outline can have no ring. An outline of more than 64 hexes is allowed if it has room
    /// for one.
    ///
    /// # Panics
    /// If `outline` has no rows or more than 64, or if the indents of two neighbouring rows are
    /// both even or both odd.
    pub const fn with_ring(outline: &[Row]) -> Result<Geometry<u128>, RingError> {
        let mut row = 0;
        while row < outline.len() {
            if outline[row].length > MOST_COLUMNS {
                return Err(RingError::Wide);
            }
            row += 1;
        }
        let rows = Rows::new(outline, 1);
        let count = rows.count();
        if count > Hex::MAX {
            Err(RingError::Large(count))
        } else {
            Ok(Geometry::<u128>::tabulate(rows))
        }
    }
}

impl<W: Word> Geometry<W> {
    /// Position of `hex`, which must belong to the geometry: the distance of its left edge from the
    /// left end of a row without indent, in half hexes, and the index of its row, from 0. With a
    /// ring, row 0 lies above the outline, and every row begins with a hex of the ring.
    pub const fn place(&self, hex: Hex) -> (i32, i32) {
        self.rows.place(hex.index())
    }

    /// The hex in the position that [`place`](Geometry::place) gives: `x` half hexes from the left,
    /// in the row with this index; `None` if there is no hex.
    pub fn at(&self, x: i32, row: i32) -> Option<Hex> {
        self.rows.at(x, row).map(Hex::new)
    }

    /// The rows from top to bottom, rows of the ring included.
    #[inline]
    pub const fn rows(&self) -> &[Row] {
        self.rows.rows.split_at(self.rows.len).0
    }

    /// The hexes of the row with this index, from 0, in the order of [`rows`](Geometry::rows).
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, row: usize) -> HexSet<W> {
        let first = usize::from(self.rows.starts[row]);
        let length = usize::from(self.rows()[row].length);
        (first..first + length).map(Hex::new).collect()
    }

    /// The hexes of each row of the outline, from top to bottom, the ring left out.
    pub fn outline_rows(&self) -> impl ExactSizeIterator<Item = HexSet<W>> {
        (self.rows.ring..self.rows.len - self.rows.ring).map(|row| self.row(row) & self.outline)
    }

    /// All hexes of the geometry, with the ring.
    #[inline]
    pub const fn hexes(&self) -> HexSet<W> {
        self.hexes
    }

    /// All hexes of the outline, without the ring.
    #[inline]
    pub const fn outline(&self) -> HexSet<W> {
        self.outline
    }

    /// The hexes of outline and ring that have fewer than six neighbours; hexes of the ring count
    /// as neighbours.
    #[inline]
    pub fn rim(&self) -> HexSet<W> {
        self.hexes
            - self
                .receivers
                .iter()
                .fold(self.hexes, |all, &receivers| all & receivers)
    }

    /// The hexes adjacent to `hex`, up to six.
    #[inline]
    pub const fn adjacent(&self, hex: Hex) -> HexSet<W> {
        self.adjacent[hex.index()]
    }

    /// The neighbour of `hex` in this direction; `None` at the edge.
    #[inline]
    pub fn neighbour(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        (self.ray(hex, direction) & self.adjacent(hex)).first()
    }

    /// The hexes that have a neighbour on the opposite side, so that a step in this direction can
    /// end on them.
    #[inline]
    pub const fn receivers(&self, direction: Direction) -> HexSet<W> {
        self.receivers[direction as usize]
    }

    /// All hexes in a straight line from `hex` to the edge in this direction, `hex` left out.
    #[inline]
    pub const fn ray(&self, hex: Hex, direction: Direction) -> HexSet<W> {
        self.rays[hex.index()][direction as usize]
    }

    /// All ordered pairs of hexes that a straight line of hexes joins, sorted by the first hex and
    /// then by the second.
    pub fn lines(&self) -> Vec<(Hex, Hex)> {
        self.pairs(|from| self.slides(from, self.hexes()))
    }

    /// All ordered pairs of adjacent hexes, sorted by the first hex and then by the second.
    pub fn steps(&self) -> Vec<(Hex, Hex)> {
        self.pairs(|from| self.adjacent(from))
    }

    /// All hexes with those that each leads to.
    fn pairs(&self, ends: impl Fn(Hex) -> HexSet<W>) -> Vec<(Hex, Hex)> {
        let from_hex = |from| ends(from).into_iter().map(move |to| (from, to));
        self.hexes().into_iter().flat_map(from_hex).collect()
    }

    /// The hexes in a straight line from `hex` in this direction, up to the first hex that is not
    /// in `free`; `hex` and this first hex are left out.
    #[inline]
    pub fn ray_in(&self, hex: Hex, direction: Direction, free: HexSet<W>) -> HexSet<W> {
        let ray = self.ray(hex, direction);
        let blockers = ray - free;
        ray & if direction.is_forward() {
            blockers.before_first()
        } else {
            blockers.after_last()
        }
    }

    /// Direction of the straight line from one hex to another, and the hexes on it, with `to` and
    /// without `from`; `None` if the two hexes are equal or not on one line.
    pub fn line(&self, from: Hex, to: Hex) -> Option<(Direction, HexSet<W>)> {
        let direction = Direction::ALL
            .into_iter()
            .find(|&direction| self.ray(from, direction).contains(to))?;
        Some((
            direction,
            self.ray(from, direction) - self.ray(to, direction),
        ))
    }

    /// The hexes on which a slide from `hex` can end, if it can pass and end on `free` hexes only.
    #[inline]
    pub fn slides(&self, hex: Hex, free: HexSet<W>) -> HexSet<W> {
        Direction::ALL
            .into_iter()
            .fold(HexSet::EMPTY, |targets, d| {
                targets | self.ray_in(hex, d, free)
            })
    }

    /// The hexes adjacent to at least one hex of `set`, hexes of `set` that touch each other
    /// included.
    #[inline]
    pub fn neighbours(&self, set: HexSet<W>) -> HexSet<W> {
        let Some(steps) = &self.steps else {
            return set
                .into_iter()
                .fold(HexSet::EMPTY, |all, hex| all | self.adjacent(hex));
        };
        let [right, down_right, down_left, left, up_left, up_right] = self.receivers;
        let lines = [(right, left), (down_right, up_left), (down_left, up_right)];
        steps
            .forward
            .iter()
            .zip(lines)
            .fold(HexSet::EMPTY, |all, (&step, (on, back))| {
                all | HexSet(set.0 << step) & on | HexSet(set.0 >> step) & back
            })
    }

    /// The hexes on which a slide from a hex of `set` can end, if it can pass and end on `free`
    /// hexes only; hexes of `set` are left out.
    ///
    /// Where whole sets move at once, this is a parallel-prefix fill (Kogge & Stone 1973) in every
    /// direction.
    #[inline]
    pub fn slides_of(&self, set: HexSet<W>, free: HexSet<W>) -> HexSet<W> {
        /// Up to this many hexes are faster one by one.
        const MAX_SINGLY: u32 = 3;
        let Some(steps) = self.steps.filter(|_| set.len() > MAX_SINGLY) else {
            return set
                .into_iter()
                .fold(HexSet::EMPTY, |ends, hex| ends | self.slides(hex, free))
                - set;
        };
        let mut ends = HexSet::EMPTY;
        for (line, &step) in steps.forward.iter().enumerate() {
            let mut on = set;
            let mut back = set;
            let mut open_on = free & self.receivers[line];
            let mut open_back = free & self.receivers[line + 3];
            for step in (0..steps.doublings)
                .map(|doubling| step << doubling)
                .take_while(|&step| step < W::BITS)
            {
                on |= open_on & HexSet(on.0 << step);
                open_on &= HexSet(open_on.0 << step);
                back |= open_back & HexSet(back.0 >> step);
                open_back &= HexSet(open_back.0 >> step);
            }
            ends |= on | back;
        }
        ends - set
    }
}
