use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use floe_hex::{Direction, Hex, HexSet, Layout, Row};

use super::places::{Place, Places};
use super::steps::Steps;
use crate::Outline;

/// An outline and the ring of hexes around it, where tiles may float (3.7).
#[derive(Clone, Copy)]
pub struct Board(&'static Chart);

/// What a board points to.
struct Chart {
    outline: Outline,
    rows: Vec<Line>,
    /// Where the hexes of the outline lie.
    place_of: Vec<Place>,
    hexes: Places,
    all: Places,
    centre: Option<Place>,
    /// The places where the board ends.
    rim: Places,
    adjacent: [Places; Place::MAX],
    rays: [[Places; Direction::COUNT]; Place::MAX],
    /// Where the places are numbered so that a step in one direction always adds the same.
    steps: Option<Steps>,
}

/// A row of a board.
#[derive(Clone, Copy)]
struct Line {
    /// Where its first place lies, in half hexes; it may be left of where the outline begins.
    left: i32,
    length: i32,
    /// The number of its first place.
    first: usize,
    /// Whether its first place lies left of column a.
    has_z: bool,
}

/// Why an outline can have no ring.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardError {
    /// There would be no letter for the hexes beside a row.
    #[error(
        "an outline with rows of at most {MOST_COLUMNS} hexes, for with special tiles the hexes beside a row need letters too"
    )]
    Wide,
    /// There are too many rows.
    #[error("an outline that has at most 128 hexes together with those around it, not {0}")]
    Large(usize),
}

const MOST_COLUMNS: u8 = 24;

impl Board {
    /// The board of an outline. Each is made once and kept.
    ///
    /// # Errors
    /// Why the outline can have no ring.
    pub fn of(outline: Outline) -> Result<Board, BoardError> {
        static KNOWN: Mutex<Vec<Board>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&board) = known.iter().find(|board| board.0.outline == outline) {
            return Ok(board);
        }
        let board = Board(Box::leak(Box::new(Chart::new(outline)?)));
        known.push(board);
        Ok(board)
    }

    /// The outline itself.
    #[inline]
    pub fn outline(self) -> Outline {
        self.0.outline
    }

    /// The places of the outline.
    #[inline]
    pub fn hexes(self) -> Places {
        self.0.hexes
    }

    /// The places of the outline and the ring.
    #[inline]
    pub fn all(self) -> Places {
        self.0.all
    }

    /// The places beside which the board ends.
    #[inline]
    pub fn rim(self) -> Places {
        self.0.rim
    }

    /// The middle of `setup-2`.
    #[inline]
    pub fn centre(self) -> Option<Place> {
        self.0.centre
    }

    /// Where a hex of the outline lies.
    #[inline]
    pub fn place(self, hex: Hex) -> Place {
        self.0.place_of[hex.index()]
    }

    /// Where hexes of the outline lie.
    pub fn places(self, hexes: HexSet) -> Places {
        hexes.into_iter().map(|hex| self.place(hex)).collect()
    }

    /// The places that touch `place`.
    #[inline]
    pub fn adjacent(self, place: Place) -> Places {
        self.0.adjacent[place.index()]
    }

    /// The places that touch one of `places`.
    #[inline]
    pub fn neighbours(self, places: Places) -> Places {
        if let Some(steps) = &self.0.steps {
            return steps.neighbours(places);
        }
        places.into_iter().fold(Places::EMPTY, |all, place| all | self.adjacent(place))
    }

    /// The places in a straight line from `place`, up to the edge of the board.
    #[inline]
    pub fn ray(self, place: Place, direction: Direction) -> Places {
        self.0.rays[place.index()][direction as usize]
    }

    /// Where something that stands on `place` can slide to over `open` places.
    #[inline]
    pub fn slides(self, place: Place, open: Places) -> Places {
        let rays = &self.0.rays[place.index()];
        Direction::ALL
            .into_iter()
            .fold(Places::EMPTY, |ends, d| ends | rays[d as usize].until_gap(open, d.is_forward()))
    }

    /// Where anything that stands on one of `places` can slide to over `open` places, those of `places` left out.
    #[inline]
    pub fn all_slides(self, places: Places, open: Places) -> Places {
        /// So few are faster one by one.
        const FEW: u32 = 3;
        match &self.0.steps {
            Some(steps) if places.len() > FEW => steps.slides(places, open),
            _ => places.into_iter().fold(Places::EMPTY, |ends, place| ends | self.slides(place, open)) - places,
        }
    }

    /// The places between two that lie in a straight line.
    pub fn between(self, from: Place, to: Place) -> Places {
        let way = Direction::ALL.into_iter().find(|&direction| self.ray(from, direction).contains(to));
        way.map_or(Places::EMPTY, |way| self.ray(from, way) - self.ray(to, way) - to.into())
    }

    /// How many rows there are, the two of the ring included.
    pub fn rows(self) -> usize {
        self.0.rows.len()
    }

    /// Half hexes before the first place of a row, counted from the one that lies furthest to the left.
    pub fn indent(self, row: usize) -> usize {
        let left = self.0.rows.iter().map(|row| row.left).min().unwrap_or_default();
        (self.0.rows[row].left - left) as usize
    }

    /// The places of a row in order.
    pub fn row(self, row: usize) -> impl Iterator<Item = Place> {
        let Line { first, length, .. } = self.0.rows[row];
        (first..first + length as usize).map(Place::new)
    }

    /// The letter of a column and the number of the row, that of the outline's first row being 1.
    pub fn name(self, place: Place) -> String {
        let row = self.0.rows.iter().rposition(|row| row.first <= place.index()).expect("a place lies in a row");
        let Line { first, has_z, .. } = self.0.rows[row];
        let letter = match (place.index() - first, has_z) {
            (0, true) => b'z',
            (column, true) => b'a' + (column - 1) as u8,
            (column, false) => b'a' + column as u8,
        };
        format!("{}{row}", letter as char)
    }

    /// The place with this name, if the board has it.
    pub fn find(self, name: &str) -> Option<Place> {
        self.0.all.into_iter().find(|&place| self.name(place) == name)
    }
}

impl Chart {
    fn new(outline: Outline) -> Result<Chart, BoardError> {
        let rows = lines(outline.geometry().rows())?;
        let count = rows.iter().map(|row| row.length).sum::<i32>() as usize;
        if count > Place::MAX {
            return Err(BoardError::Large(count));
        }
        let stride = stride(&rows);
        let rows = number(rows, stride);
        let places = rows.iter().flat_map(|row| (row.first..row.first + row.length as usize).map(Place::new));
        let mut chart = Chart {
            outline,
            all: places.collect(),
            rows,
            place_of: Vec::new(),
            hexes: Places::EMPTY,
            centre: None,
            rim: Places::EMPTY,
            adjacent: [Places::EMPTY; Place::MAX],
            rays: [[Places::EMPTY; Direction::COUNT]; Place::MAX],
            steps: None,
        };
        let geometry = outline.geometry();
        let at = |hex| {
            let (x, row) = geometry.place(hex);
            chart.at(x, row + 1).expect("the outline is on the board")
        };
        chart.place_of = geometry.hexes().into_iter().map(at).collect();
        chart.hexes = chart.place_of.iter().copied().collect();
        chart.centre = outline.centre().map(|hex| chart.place_of[hex.index()]);
        chart.all.into_iter().for_each(|place| chart.trace(place));
        chart.steps = stride.map(|stride| Steps::new(chart.all, &chart.rays, stride));
        Ok(chart)
    }

    /// The place that lies there: half hexes from where the outline begins, and the row with the ring's as 0.
    fn at(&self, x: i32, row: i32) -> Option<Place> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        let offset = x - row.left;
        let is_in = offset >= 0 && offset % 2 == 0 && offset / 2 < row.length;
        is_in.then(|| Place::new(row.first + (offset / 2) as usize))
    }

    /// Fills in the rays that leave a place.
    fn trace(&mut self, from: Place) {
        let row = self.rows.iter().rposition(|row| row.first <= from.index()).expect("a place lies in a row");
        let start = (self.rows[row].left + 2 * (from.index() - self.rows[row].first) as i32, row as i32);
        for direction in Direction::ALL {
            let (right, down) = direction.offset();
            let (mut x, mut row) = (start.0 + right, start.1 + down);
            if self.at(x, row).is_none() {
                self.rim.insert(from);
            }
            while let Some(place) = self.at(x, row) {
                let ray = &mut self.rays[from.index()][direction as usize];
                if ray.is_empty() {
                    self.adjacent[from.index()].insert(place);
                }
                ray.insert(place);
                (x, row) = (x + right, row + down);
            }
        }
    }
}

/// The rows of a board: those of the outline with a place more on either side, and one above and one below.
fn lines(rows: &[Row]) -> Result<Vec<Line>, BoardError> {
    if rows.iter().any(|row| row.length > MOST_COLUMNS) {
        return Err(BoardError::Wide);
    }
    let span = |row: &Row| (i32::from(row.indent), i32::from(row.length));
    let outer = |row: &Row| (span(row).0 - 1, span(row).1 + 1, false);
    let inner = rows.iter().map(|row| (span(row).0 - 2, span(row).1 + 2, true));
    let (top, bottom) = (rows.first().map(outer), rows.last().map(outer));
    let line = |(left, length, has_z)| Line { left, length, first: 0, has_z };
    Ok(top.into_iter().chain(inner).chain(bottom).map(line).collect())
}

/// Half hexes that every row begins after the one above, were all written in one line, so that a step in one direction always leads as
/// far; none where not all places have numbers then.
fn stride(rows: &[Line]) -> Option<i32> {
    let end = |row: &Line| row.left + 2 * row.length;
    let apart = rows.windows(2).map(|pair| end(&pair[0]) - pair[1].left).max()?;
    // Odd, for rows interlock.
    let stride = apart.max(1) | 1;
    let (first, last) = (rows.first()?, rows.last()?);
    let length = (end(last) - first.left + stride * (rows.len() as i32 - 1) + 1) / 2;
    (length <= Place::MAX as i32).then_some(stride)
}

/// Gives the first places of rows their numbers.
fn number(mut rows: Vec<Line>, stride: Option<i32>) -> Vec<Line> {
    let left = rows[0].left;
    let mut next = 0;
    for (index, row) in (0..).zip(&mut rows) {
        row.first = stride.map_or(next, |stride| ((row.left - left + stride * index) / 2) as usize);
        next += row.length as usize;
    }
    rows
}

impl PartialEq for Board {
    #[inline]
    fn eq(&self, other: &Board) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.outline.hash(state);
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} with its ring", self.0.outline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(name: &str) -> Board {
        Board::of(Outline::by_name(name).unwrap().unwrap()).unwrap()
    }

    fn names(board: Board, places: Places) -> Vec<String> {
        places.into_iter().map(|place| board.name(place)).collect()
    }

    #[test]
    fn the_ring_is_named_as_the_notation_says() {
        let board = board("rows(1:2,0:3)");
        assert_eq!(names(board, board.all() - board.hexes()).join(" "), "a0 b0 c0 z1 c1 z2 d2 a3 b3 c3 d3");
        assert_eq!(names(board, board.adjacent(board.find("a1").unwrap())).join(" "), "a0 b0 z1 b1 a2 b2");
        assert_eq!(names(board, board.adjacent(board.find("a2").unwrap())).join(" "), "z1 a1 z2 b2 a3 b3");
        assert!(board.all().into_iter().all(|place| board.find(&board.name(place)) == Some(place)));
    }

    #[test]
    fn every_place_of_the_ring_touches_the_outline() {
        for name in ["standard", "setup-1", "setup-2", "rows(5:1,0:6,3:3,2:9)"] {
            let board = board(name);
            let ring = board.all() - board.hexes();
            assert!(ring.into_iter().all(|place| !(board.adjacent(place) & board.hexes()).is_empty()), "{name}");
            let geometry = board.outline().geometry();
            for hex in geometry.hexes() {
                assert_eq!(board.name(board.place(hex)), geometry.name(hex));
                let touching = board.places(geometry.adjacent(hex));
                assert_eq!(board.adjacent(board.place(hex)) & board.hexes(), touching, "{name} {hex:?}");
            }
        }
    }

    #[test]
    fn sets_move_as_their_places_do() {
        let mut key = 1u64;
        let mut draw = |all: Places| -> Places {
            all.into_iter()
                .filter(|_| {
                    key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) ^ 0x5bf0_3635;
                    !key.is_multiple_of(4)
                })
                .collect()
        };
        for (name, regular) in
            [("standard", true), ("setup-1", true), ("setup-2", true), ("rows(30:2,1:16,30:2,1:16,30:2,1:16)", false)]
        {
            let board = board(name);
            assert_eq!(board.0.steps.is_some(), regular, "{name}");
            for _ in 0..50 {
                let (set, open) = (draw(board.all()) - draw(board.all()), draw(board.all()));
                let each =
                    |of: &dyn Fn(Place) -> Places| set.into_iter().fold(Places::EMPTY, |all, place| all | of(place));
                assert_eq!(board.all_slides(set, open), each(&|place| board.slides(place, open)) - set, "{name}");
                assert_eq!(board.neighbours(set), each(&|place| board.adjacent(place)), "{name}");
            }
        }
    }

    #[test]
    fn some_outlines_have_no_ring() {
        let wrong = |name: &str| Board::of(Outline::by_name(name).unwrap().unwrap()).unwrap_err();
        assert_eq!(wrong("rows(0:25)"), BoardError::Wide);
        let tall: Vec<String> = (0..50).map(|row| format!("{}:1", row % 2)).collect();
        assert_eq!(wrong(&format!("rows({})", tall.join(","))), BoardError::Large(154));
    }
}
