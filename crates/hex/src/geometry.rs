use crate::rows::Rows;
use crate::{Direction, Hex, HexSet, Row, Word};

/// What follows from an outline: who touches whom, and the rays that leave every hex.
///
/// Made once for an outline, at compile time where the outline is known then. Hexes are numbered row by row. With a ring around the
/// outline they are numbered so that a step in one direction always adds the same, where the numbers suffice: then whole sets move at once.
#[derive(Debug)]
pub struct Geometry<W: Word = u64> {
    pub(crate) rows: Rows,
    /// The hexes of the outline, those of the ring left out.
    outline: HexSet<W>,
    hexes: HexSet<W>,
    adjacent: [HexSet<W>; Hex::MAX],
    rays: [[HexSet<W>; Direction::COUNT]; Hex::MAX],
    receivers: [HexSet<W>; Direction::COUNT],
    steps: Option<Steps>,
}

/// How whole sets move, where they can.
#[derive(Clone, Copy, Debug)]
struct Steps {
    /// What a step adds to the place of a hex, by direction.
    shift: [i32; Direction::COUNT],
    /// So often the length of slides must be doubled to reach the end of every line.
    doublings: u32,
}

/// Why an outline can have no ring of hexes around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RingError {
    /// There would be no letter for the hexes beside a row of more than [`MOST_COLUMNS`] hexes.
    Wide,
    /// The outline has so many hexes with its ring, more than [`Hex::MAX`].
    Large(usize),
}

/// The length of the longest rows that can have a hex on either side.
pub const MOST_COLUMNS: u8 = 24;

macro_rules! tabulate {
    ($word:ty) => {
        /// Works out what follows from rows.
        const fn tabulate(rows: Rows) -> Geometry<$word> {
            let mut geometry = Geometry {
                outline: HexSet(rows.outline() as $word),
                hexes: HexSet(0),
                adjacent: [HexSet(0); Hex::MAX],
                rays: [[HexSet(0); Direction::COUNT]; Hex::MAX],
                receivers: [HexSet(0); Direction::COUNT],
                steps: None,
                rows,
            };
            let (mut row, mut longest) = (0, 0);
            while row < rows.len() {
                geometry.hexes.0 |= rows.row(row) as $word;
                let mut hex = rows.start(row);
                while hex < rows.start(row) + rows.list()[row].length as usize {
                    let mut d = 0;
                    while d < Direction::COUNT {
                        let ray = rows.ray(hex, Direction::ALL[d]);
                        let nearest = match Direction::ALL[d].is_forward() {
                            _ if ray == 0 => 0,
                            true => ray & ray.wrapping_neg(),
                            false => 1 << ray.ilog2(),
                        };
                        geometry.adjacent[hex].0 |= nearest as $word;
                        geometry.receivers[d].0 |= nearest as $word;
                        geometry.rays[hex][d].0 = ray as $word;
                        longest = if ray.count_ones() > longest { ray.count_ones() } else { longest };
                        d += 1;
                    }
                    hex += 1;
                }
                row += 1;
            }
            if let Some(stride) = rows.stride() {
                let [right, left] = [(stride + 1) / 2, stride / 2];
                let shift = [1, right, left, -1, -right, -left];
                geometry.steps = Some(Steps { shift, doublings: u32::BITS - longest.leading_zeros() });
            }
            geometry
        }
    };
}

impl Geometry {
    tabulate!(u64);

    /// Works out the geometry of the outline with these rows.
    ///
    /// # Panics
    /// If the rows have more than 64 hexes, or neighbouring rows are indented by the same parity of half hexes, so that their hexes
    /// would not lie in the gaps of each other.
    pub const fn new(rows: &[Row]) -> Geometry {
        let rows = Rows::new(rows);
        assert!(rows.count() <= 64, "an outline has at most 64 hexes");
        Geometry::<u64>::tabulate(rows)
    }
}

impl Geometry<u128> {
    tabulate!(u128);

    /// Works out the geometry of the outline with these rows and a ring of hexes around it.
    ///
    /// # Errors
    /// If the outline can have no ring.
    ///
    /// # Panics
    /// As [`Geometry::new`].
    pub const fn with_ring(rows: &[Row]) -> Result<Geometry<u128>, RingError> {
        let mut row = 0;
        while row < rows.len() {
            if rows[row].length > MOST_COLUMNS {
                return Err(RingError::Wide);
            }
            row += 1;
        }
        let rows = Rows::with_ring(rows);
        if rows.count() > Hex::MAX { Err(RingError::Large(rows.count())) } else { Ok(Geometry::<u128>::tabulate(rows)) }
    }
}

impl<W: Word> Geometry<W> {
    /// Where a hex lies: half hexes from the left edge, and the row from 0.
    pub const fn place(&self, hex: Hex) -> (i32, i32) {
        self.rows.place(hex.index())
    }

    /// The hex that lies so many half hexes from the left edge in this row.
    pub fn at(&self, x: i32, row: i32) -> Option<Hex> {
        self.rows.at(x, row).map(Hex::new)
    }

    /// The rows from top to bottom, those of the ring included.
    #[inline]
    pub const fn rows(&self) -> &[Row] {
        self.rows.list()
    }

    /// The hexes of one row, counted from 0.
    pub fn row(&self, row: usize) -> HexSet<W> {
        HexSet(W::truncate(self.rows.row(row)))
    }

    /// The rows of the outline itself, each with its hexes.
    pub fn outline_rows(&self) -> impl ExactSizeIterator<Item = HexSet<W>> {
        let ring = self.rows.ring();
        (ring..self.rows.len() - ring).map(|row| self.row(row) & self.outline)
    }

    /// All hexes, those of the ring included.
    #[inline]
    pub const fn hexes(&self) -> HexSet<W> {
        self.hexes
    }

    /// The hexes of the outline, those of the ring left out.
    #[inline]
    pub const fn outline(&self) -> HexSet<W> {
        self.outline
    }

    /// The hexes beside which the geometry ends.
    #[inline]
    pub fn rim(&self) -> HexSet<W> {
        self.hexes - self.receivers.iter().fold(self.hexes, |all, &receivers| all & receivers)
    }

    /// The hexes that touch `hex`.
    #[inline]
    pub const fn adjacent(&self, hex: Hex) -> HexSet<W> {
        self.adjacent[hex.index()]
    }

    /// The hex one step from `hex` in this direction, if there is one.
    #[inline]
    pub fn beside(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        (self.ray(hex, direction) & self.adjacent(hex)).first()
    }

    /// The hexes that a step in this direction can lead to.
    #[inline]
    pub const fn receivers(&self, direction: Direction) -> HexSet<W> {
        self.receivers[direction as usize]
    }

    /// The hexes in a straight line from `hex`, itself left out, up to the edge.
    #[inline]
    pub const fn ray(&self, hex: Hex, direction: Direction) -> HexSet<W> {
        self.rays[hex.index()][direction as usize]
    }

    /// The hexes of one ray up to the first one that is not in `free`.
    #[inline]
    pub fn ray_in(&self, hex: Hex, direction: Direction, free: HexSet<W>) -> HexSet<W> {
        let ray = self.ray(hex, direction);
        let blockers = (ray - free).0;
        ray & HexSet(if direction.is_forward() { blockers.below_lowest() } else { blockers.above_highest() })
    }

    /// The straight line from one hex to another, this one included, and its direction, if there is one.
    pub fn line(&self, from: Hex, to: Hex) -> Option<(Direction, HexSet<W>)> {
        let direction = Direction::ALL.into_iter().find(|&direction| self.ray(from, direction).contains(to))?;
        Some((direction, self.ray(from, direction) - self.ray(to, direction)))
    }

    /// Where something that stands on `hex` can slide to over `free` hexes.
    #[inline]
    pub fn slides(&self, hex: Hex, free: HexSet<W>) -> HexSet<W> {
        Direction::ALL.into_iter().fold(HexSet::EMPTY, |targets, d| targets | self.ray_in(hex, d, free))
    }

    /// The hexes that touch a hex of `set`.
    #[inline]
    pub fn neighbours(&self, set: HexSet<W>) -> HexSet<W> {
        let Some(steps) = &self.steps else {
            return set.into_iter().fold(HexSet::EMPTY, |all, hex| all | self.adjacent(hex));
        };
        let step = |d: usize| HexSet(set.0.shifted(steps.shift[d])) & self.receivers[d];
        (0..Direction::COUNT).fold(HexSet::EMPTY, |all, d| all | step(d))
    }

    /// Where anything that stands on a hex of `set` can slide to over `free` hexes, those of `set` left out: where sets move at once a
    /// parallel-prefix fill (Kogge & Stone 1973) in every direction.
    #[inline]
    pub fn slides_of(&self, set: HexSet<W>, free: HexSet<W>) -> HexSet<W> {
        /// So few are faster one by one.
        const FEW: u32 = 3;
        let Some(steps) = self.steps.filter(|_| set.len() > FEW) else {
            return set.into_iter().fold(HexSet::EMPTY, |ends, hex| ends | self.slides(hex, free)) - set;
        };
        let mut ends = HexSet::EMPTY;
        for (&shift, &receivers) in steps.shift.iter().zip(&self.receivers) {
            let (mut reached, mut open) = (set, free & receivers);
            for doubling in 0..steps.doublings {
                reached |= open & HexSet(reached.0.shifted(shift << doubling));
                open &= HexSet(open.0.shifted(shift << doubling));
            }
            ends |= reached;
        }
        ends - set
    }
}
