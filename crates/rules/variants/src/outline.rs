use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, PoisonError, RwLock};
use std::{fmt, ptr};

use floe_hex::{Direction, Geometry, Hex, HexSet, Layout, Rays, RingError, Row, Standard, Tally};

/// Contents of the hex in the middle of the outline `setup-2` (2.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Centre {
    /// The hex is water for the whole game.
    #[default]
    Water,
    /// The hex is open for the whole game: penguins can cross it and not stop on it.
    Open,
    /// The hex has a tile without fish.
    Zero,
    /// The hex has a tile that costs two fish.
    MinusTwo,
}

impl Centre {
    /// All contents that the hex in the middle can have.
    pub const ALL: [Centre; 4] = [Centre::Water, Centre::Open, Centre::Zero, Centre::MinusTwo];

    /// Token of the contents in positions: `.`, `o`, `0` or `m2`.
    pub const fn token(self) -> &'static str {
        match self {
            Centre::Water => ".",
            Centre::Open => "o",
            Centre::Zero => "0",
            Centre::MinusTwo => "m2",
        }
    }

    /// Number of fish on the tile in the middle, 0 or -2; `None` if there is no tile.
    pub const fn fish(self) -> Option<i32> {
        match self {
            Centre::Water | Centre::Open => None,
            Centre::Zero => Some(0),
            Centre::MinusTwo => Some(-2),
        }
    }
}

/// Outline of a floe, known at run time: the official one, a set-up of the rules (2.2, 2.3), or
/// custom rows (2.4).
#[derive(Clone, Copy)]
pub struct Outline(&'static OutlineData);

/// Tables of an outline.
struct OutlineData {
    name: Cow<'static, str>,
    geometry: Geometry,
    ring: Result<Geometry<u128>, RingError>,
    /// Whether the fast operations of [`Standard`] apply.
    is_standard: bool,
    /// Hexes that tiles are dealt on.
    dealt: HexSet,
    /// The special hex in the middle; `None` in outlines without one.
    centre: Option<Hex>,
}

const fn row(indent: u8, length: u8) -> Row {
    Row { indent, length }
}

static STANDARD: OutlineData = {
    let mut standard = OutlineData::new(Cow::Borrowed("standard"), Standard::ROWS);
    standard.is_standard = true;
    standard
};

static SETUP_1: OutlineData = {
    const CORNERS: u64 = 1 | 1 << 7 | 1 << 56 | 1 << 63;
    let rows = [
        row(0, 8),
        row(1, 8),
        row(0, 8),
        row(1, 8),
        row(0, 8),
        row(1, 8),
        row(0, 8),
        row(1, 8),
    ];
    let mut setup = OutlineData::new(Cow::Borrowed("setup-1"), &rows);
    setup.dealt = HexSet::from_bits(!CORNERS);
    setup
};

static SETUP_2: OutlineData = {
    const CENTRE: usize = 30;
    let half = [row(4, 5), row(3, 6), row(2, 7), row(1, 8)];
    let rows = [
        half[0],
        half[1],
        half[2],
        half[3],
        row(0, 9),
        half[3],
        half[2],
        half[1],
        half[0],
    ];
    let mut setup = OutlineData::new(Cow::Borrowed("setup-2"), &rows);
    setup.dealt = HexSet::from_bits(setup.dealt.to_bits() ^ 1 << CENTRE);
    setup.centre = Some(Hex::new(CENTRE));
    setup
};

/// Maximum number of custom outlines of a process; each takes 22 KB, which stay.
const MAX_KNOWN: usize = 1 << 14;

/// Tables of custom outlines by their names, each worked out on first use.
///
/// A position is a small value, copied at every move, and has no room for the tables of its
/// outline; and to work them out takes thousands of times as long as a move. So this is the memo of
/// a pure function from rows to tables: an entry is written once, and nothing but speed depends on
/// it. It is the only global of the workspace.
static KNOWN: LazyLock<RwLock<HashMap<String, &'static OutlineData>>> =
    LazyLock::new(RwLock::default);

impl OutlineData {
    const fn new(name: Cow<'static, str>, rows: &[Row]) -> OutlineData {
        let geometry = Geometry::new(rows);
        let dealt = geometry.hexes();
        let ring = Geometry::with_ring(rows);
        OutlineData {
            name,
            geometry,
            ring,
            is_standard: false,
            dealt,
            centre: None,
        }
    }
}

impl Outline {
    /// Outline of the official floe.
    pub const STANDARD: Outline = Outline(&STANDARD);

    /// Finds the outline with this name: `standard`, `setup-1`, `setup-2`, or
    /// `rows(INDENT:LENGTH,…)` with the indent in half hexes and the length of each row; `None` if
    /// the text is none of these.
    ///
    /// # Errors
    /// If the rows make no outline.
    pub fn by_name(name: &str) -> Option<Result<Outline, OutlineError>> {
        let named = [&STANDARD, &SETUP_1, &SETUP_2]
            .into_iter()
            .find(|data| data.name == name);
        if let Some(data) = named {
            return Some(Ok(Outline(data)));
        }
        let rows = name
            .strip_prefix("rows(")?
            .strip_suffix(')')
            .ok_or(OutlineError::Open);
        Some(
            rows.and_then(read_rows)
                .and_then(|rows| Outline::of_rows(&rows)),
        )
    }

    /// The outline with these rows, which must be valid.
    fn of_rows(rows: &[Row]) -> Result<Outline, OutlineError> {
        let texts: Vec<String> = rows
            .iter()
            .map(|row| format!("{}:{}", row.indent, row.length))
            .collect();
        let name = format!("rows({})", texts.join(","));
        if let Some(&known) = KNOWN
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&name)
        {
            return Ok(Outline(known));
        }
        let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_KNOWN && !known.contains_key(&name) {
            return Err(OutlineError::TooMany);
        }
        let make = || &*Box::leak(Box::new(OutlineData::new(name.clone().into(), rows)));
        Ok(Outline(known.entry(name.clone()).or_insert_with(make)))
    }

    /// Name of the outline as it stands before the rows of a position: `standard`, `setup-1`,
    /// `setup-2` or `rows(…)`.
    pub fn name(self) -> &'static str {
        &self.0.name
    }

    /// Whether this is the outline of the official floe.
    #[inline]
    pub fn is_standard(self) -> bool {
        self.0.is_standard
    }

    /// Hexes of the outline on which the deal lays tiles.
    pub fn dealt(self) -> HexSet {
        self.0.dealt
    }

    /// The special hex in the middle of `setup-2`; `None` for other outlines.
    #[inline]
    pub fn centre(self) -> Option<Hex> {
        self.0.centre
    }

    /// The geometry of the outline together with a ring of hexes around it.
    ///
    /// # Errors
    /// If the outline can have no ring.
    #[inline]
    pub fn ring(self) -> Result<&'static Geometry<u128>, RingError> {
        self.0.ring.as_ref().map_err(|&error| error)
    }
}

/// Reason why the text `rows(…)` makes no outline, worded as what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OutlineError {
    /// The text has no closing parenthesis.
    #[error("')' at the end of the rows, as in rows(1:7,0:8,1:7)")]
    Open,
    /// The text between the parentheses is not a list of indents and lengths.
    #[error("the indent in half hexes and the length of every row, as in rows(1:7,0:8,1:7)")]
    Form,
    /// A row has no hex, is too long, or is indented too far.
    #[error("rows of 1 to 26 hexes, indented by at most 64 half hexes")]
    Row,
    /// Two neighbouring rows do not interlock, because their indents are both even or both odd.
    #[error("alternately even and odd indents, so that the rows interlock")]
    Interlock,
    /// The rows have this number of hexes, more than 64.
    #[error("an outline of at most 64 hexes; found {0}")]
    TooLarge(usize),
    /// The row with this number, from 1 at the top, touches no hex above it.
    #[error("connected rows; row {0} touches no hex above it")]
    Apart(usize),
    /// One more outline than a process can have.
    #[error("one of the first {MAX_KNOWN} outlines of this run of the program")]
    TooMany,
}

/// Reads a row: its indent and its length, `1:7`.
fn read_row(text: &str) -> Result<Row, OutlineError> {
    let (indent, length) = text.split_once(':').ok_or(OutlineError::Form)?;
    Ok(row(read_number(indent)?, read_number(length)?))
}

fn read_number(text: &str) -> Result<u8, OutlineError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|_| digits)
        .ok_or(OutlineError::Form)
}

fn read_rows(text: &str) -> Result<Vec<Row>, OutlineError> {
    let rows: Vec<Row> = text.split(',').map(read_row).collect::<Result<_, _>>()?;
    if rows
        .iter()
        .any(|row| !(1..=26).contains(&row.length) || row.indent > 64)
    {
        return Err(OutlineError::Row);
    }
    if rows
        .windows(2)
        .any(|pair| (pair[0].indent + pair[1].indent) % 2 == 0)
    {
        return Err(OutlineError::Interlock);
    }
    let hexes: usize = rows.iter().map(|row| usize::from(row.length)).sum();
    if hexes > 64 {
        return Err(OutlineError::TooLarge(hexes));
    }
    match rows
        .windows(2)
        .position(|pair| !are_adjacent(&pair[0], &pair[1]))
    {
        Some(row) => Err(OutlineError::Apart(row + 2)),
        None => Ok(rows),
    }
}

/// Whether two rows, one below the other, touch: each begins before the end of the other, in half
/// hexes.
fn are_adjacent(a: &Row, b: &Row) -> bool {
    let [end_of_a, end_of_b] = [a, b].map(|row| i32::from(row.indent) + 2 * i32::from(row.length));
    i32::from(a.indent) < end_of_b && i32::from(b.indent) < end_of_a
}

impl PartialEq for Outline {
    #[inline]
    fn eq(&self, other: &Outline) -> bool {
        ptr::eq(self.0, other.0)
    }
}

impl Eq for Outline {}

impl Hash for Outline {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

impl fmt::Debug for Outline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name)
    }
}

impl Default for Outline {
    fn default() -> Outline {
        Outline::STANDARD
    }
}

/// Uses the fast operations of the official floe where they apply, and tables elsewhere.
impl Layout for Outline {
    #[inline]
    fn geometry(self) -> &'static Geometry {
        &self.0.geometry
    }

    #[inline]
    fn step(self, set: HexSet, direction: Direction) -> HexSet {
        if self.0.is_standard {
            Standard.step(set, direction)
        } else {
            self.geometry().step(set, direction)
        }
    }

    #[inline]
    fn neighbours(self, set: HexSet) -> HexSet {
        if self.0.is_standard {
            Standard.neighbours(set)
        } else {
            self.geometry().neighbours(set)
        }
    }

    #[inline]
    fn rays(self, set: HexSet, free: HexSet) -> Rays {
        if self.0.is_standard {
            Standard.rays(set, free)
        } else {
            self.geometry().rays(set, free)
        }
    }

    #[inline]
    fn slides_lost(self, rays: &Rays, hexes: &Tally) -> u64 {
        if self.0.is_standard {
            Standard.slides_lost(rays, hexes)
        } else {
            self.geometry().slides_lost(rays, hexes)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_are_those_of_the_rules() {
        let named = |name| Outline::by_name(name).unwrap().unwrap();
        assert_eq!(named("standard").dealt().len(), 60);
        assert_eq!(
            (
                named("setup-1").geometry().hexes().len(),
                named("setup-1").dealt().len()
            ),
            (64, 60)
        );
        assert_eq!(
            (
                named("setup-2").geometry().hexes().len(),
                named("setup-2").dealt().len()
            ),
            (61, 60)
        );
        // The middle of a hexagon has all six neighbours at every distance up to four.
        let geometry = named("setup-2").geometry();
        let centre = named("setup-2").centre().unwrap();
        assert!(
            Direction::ALL
                .iter()
                .all(|&direction| geometry.ray(centre, direction).len() == 4)
        );
        assert_eq!(named("rows(1:7,0:8,1:7)"), named("rows(1:7,0:8,1:7)"));
    }

    #[test]
    fn wrong_rows_are_refused() {
        let wrong = |name: &str| Outline::by_name(name).unwrap().unwrap_err();
        assert_eq!(wrong("rows(1:7,0:8"), OutlineError::Open);
        assert_eq!(wrong("rows(1:7,0)"), OutlineError::Form);
        assert_eq!(wrong("rows(1:7,0:0)"), OutlineError::Row);
        assert_eq!(wrong("rows(1:7,3:8)"), OutlineError::Interlock);
        assert_eq!(wrong("rows(0:26,1:26,0:13)"), OutlineError::TooLarge(65));
        assert_eq!(wrong("rows(0:2,5:2)"), OutlineError::Apart(2));
        assert!(Outline::by_name("setup-3").is_none());
    }
}
