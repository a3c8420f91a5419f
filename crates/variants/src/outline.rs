use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use floe_hex::{Direction, Geometry, Hex, HexSet, Layout, Rays, Ring, Row, Standard, Tally};

/// What lies in the middle of `setup-2` (2.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Centre {
    /// Nothing, for the whole game.
    Water,
    /// Something to slide across and not to stop on, for the whole game.
    Open,
    /// A tile worth nothing.
    Zero,
    /// A tile that costs two fish.
    MinusTwo,
}

impl Centre {
    /// All kinds.
    pub const ALL: [Centre; 4] = [Centre::Water, Centre::Open, Centre::Zero, Centre::MinusTwo];

    /// As it is written in positions.
    pub const fn token(self) -> &'static str {
        match self {
            Centre::Water => ".",
            Centre::Open => "o",
            Centre::Zero => "0",
            Centre::MinusTwo => "m2",
        }
    }

    /// The fish of the tile, if it is one.
    pub const fn fish(self) -> Option<i32> {
        match self {
            Centre::Water | Centre::Open => None,
            Centre::Zero => Some(0),
            Centre::MinusTwo => Some(-2),
        }
    }
}

/// Any outline, known at run time: the official floe, the set-ups of the rules (2.2, 2.3), rows as somebody likes them (2.4).
#[derive(Clone, Copy)]
pub struct Outline(&'static Plan);

/// What an outline points to.
struct Plan {
    name: String,
    geometry: Geometry,
    /// Whether it is that of `Standard`, whose sets slide at once.
    is_standard: bool,
    /// The hexes that tiles are dealt on.
    dealt: HexSet,
    /// The hex in the middle that is unlike others.
    centre: Option<Hex>,
}

/// What a layout gets for nothing, by ray tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Tables(Outline);

impl Outline {
    /// The outline with this name: `standard`, `setup-1`, `setup-2`, or `rows(INDENT:LENGTH,…)`; none if there is none.
    ///
    /// # Errors
    /// What is wrong with rows.
    pub fn by_name(name: &str) -> Option<Result<Outline, OutlineError>> {
        match name {
            "standard" => Some(Ok(Outline::standard())),
            "setup-1" => Some(Outline::of_rows(name, &[(0, 8), (1, 8)].repeat(4))),
            "setup-2" => {
                let rows = (0..9u8).map(|row| (row.abs_diff(4), 9 - row.abs_diff(4)));
                Some(Outline::of_rows(name, &rows.collect::<Vec<_>>()))
            }
            _ => {
                let rows = name.strip_prefix("rows(")?.strip_suffix(')')?;
                Some(read_rows(rows).and_then(|rows| Outline::of_rows(&name_of(&rows), &rows)))
            }
        }
    }

    /// The official floe.
    pub fn standard() -> Outline {
        let rows: Vec<_> = Standard.geometry().rows().iter().map(|row| (row.indent, row.length)).collect();
        Outline::of_rows("standard", &rows).expect("it is an outline")
    }

    /// Every outline is made once and kept, so that it can be pointed to; there are never many.
    fn of_rows(name: &str, rows: &[(u8, u8)]) -> Result<Outline, OutlineError> {
        static KNOWN: Mutex<Vec<Outline>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&outline) = known.iter().find(|outline| outline.0.name == name) {
            return Ok(outline);
        }
        check(rows)?;
        let rows: Vec<Row> = rows.iter().map(|&(indent, length)| Row { indent, length }).collect();
        let geometry = Geometry::new(Box::leak(rows.into_boxed_slice()));
        let (mut dealt, mut centre) = (geometry.hexes(), None);
        match name {
            "setup-1" => dealt -= ["a1", "h1", "a8", "h8"].iter().filter_map(|name| geometry.hex(name)).collect(),
            "setup-2" => centre = geometry.hex("e5"),
            _ => {}
        }
        centre.into_iter().for_each(|hex| dealt.remove(hex));
        let plan = Plan { name: name.to_owned(), geometry, is_standard: name == "standard", dealt, centre };
        let outline = Outline(Box::leak(Box::new(plan)));
        known.push(outline);
        Ok(outline)
    }

    /// Whether it is the official floe.
    #[inline]
    pub fn is_standard(self) -> bool {
        self.0.is_standard
    }

    /// The hexes that tiles are dealt on.
    pub fn dealt(self) -> HexSet {
        self.0.dealt
    }

    /// The hex in the middle of `setup-2`.
    #[inline]
    pub fn centre(self) -> Option<Hex> {
        self.0.centre
    }
}

/// Why rows are no outline.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OutlineError {
    /// Not of the form that is expected.
    #[error("the indent in half hexes and the length of every row, as in rows(1:7,0:8,1:7)")]
    Form,
    /// A row has no hex, or nothing fits so far to the right.
    #[error("rows of 1 to 26 hexes, indented by at most 64 half hexes")]
    Row,
    /// Two rows do not interlock.
    #[error("indents of which every second one is odd, so that rows lie in each other's gaps")]
    Interlock,
    /// Too many hexes.
    #[error("an outline of at most 64 hexes, not {0}")]
    TooLarge(usize),
    /// A hex touches no other, or the outline falls apart.
    #[error("an outline that hangs together: row {0} touches nothing above it")]
    Apart(usize),
}

fn read_rows(text: &str) -> Result<Vec<(u8, u8)>, OutlineError> {
    let row = |row: &str| {
        let (indent, length) = row.split_once(':').ok_or(OutlineError::Form)?;
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|_| digits).ok_or(OutlineError::Form)
        };
        Ok((number(indent)?, number(length)?))
    };
    text.split(',').map(row).collect()
}

fn name_of(rows: &[(u8, u8)]) -> String {
    let rows: Vec<String> = rows.iter().map(|(indent, length)| format!("{indent}:{length}")).collect();
    format!("rows({})", rows.join(","))
}

fn check(rows: &[(u8, u8)]) -> Result<(), OutlineError> {
    if rows.iter().any(|&(indent, length)| !(1..=26).contains(&length) || indent > 64) {
        return Err(OutlineError::Row);
    }
    if rows.windows(2).any(|pair| (pair[0].0 + pair[1].0) % 2 == 0) {
        return Err(OutlineError::Interlock);
    }
    let hexes: usize = rows.iter().map(|&(_, length)| usize::from(length)).sum();
    if hexes > Hex::MAX {
        return Err(OutlineError::TooLarge(hexes));
    }
    // In half hexes: two rows touch where one begins before the other has ended by more than a half.
    let span = |(indent, length): (u8, u8)| (i32::from(indent), i32::from(indent) + 2 * i32::from(length));
    let touch = |a: (i32, i32), b: (i32, i32)| a.0 < b.1 && b.0 < a.1;
    match rows.windows(2).position(|pair| !touch(span(pair[0]), span(pair[1]))) {
        Some(row) => Err(OutlineError::Apart(row + 2)),
        None => Ok(()),
    }
}

impl PartialEq for Outline {
    #[inline]
    fn eq(&self, other: &Outline) -> bool {
        std::ptr::eq(self.0, other.0)
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
        Outline::standard()
    }
}

impl Layout for Tables {
    fn name(self) -> &'static str {
        &self.0.0.name
    }

    #[inline]
    fn geometry(self) -> &'static Geometry {
        &self.0.0.geometry
    }
}

/// The official floe by its fast ways, others by tables.
impl Layout for Outline {
    fn name(self) -> &'static str {
        &self.0.name
    }

    #[inline]
    fn geometry(self) -> &'static Geometry {
        &self.0.geometry
    }

    #[inline]
    fn step(self, set: HexSet, direction: Direction) -> HexSet {
        if self.0.is_standard { Standard.step(set, direction) } else { Tables(self).step(set, direction) }
    }

    #[inline]
    fn neighbours(self, set: HexSet) -> HexSet {
        if self.0.is_standard { Standard.neighbours(set) } else { Tables(self).neighbours(set) }
    }

    #[inline]
    fn ring(self, hex: Hex, set: HexSet) -> Ring {
        if self.0.is_standard { Standard.ring(hex, set) } else { Tables(self).ring(hex, set) }
    }

    #[inline]
    fn rays(self, set: HexSet, free: HexSet) -> Rays {
        if self.0.is_standard { Standard.rays(set, free) } else { Tables(self).rays(set, free) }
    }

    #[inline]
    fn slides_lost(self, rays: &Rays, hexes: &Tally) -> u64 {
        if self.0.is_standard { Standard.slides_lost(rays, hexes) } else { Tables(self).slides_lost(rays, hexes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_are_those_of_the_rules() {
        let named = |name| Outline::by_name(name).unwrap().unwrap();
        assert_eq!(named("standard").dealt().len(), 60);
        assert_eq!((named("setup-1").geometry().hexes().len(), named("setup-1").dealt().len()), (64, 60));
        assert_eq!((named("setup-2").geometry().hexes().len(), named("setup-2").dealt().len()), (61, 60));
        // The middle of a hexagon has all six neighbours at every distance up to four.
        let (geometry, centre) = (named("setup-2").geometry(), named("setup-2").centre().unwrap());
        assert!(Direction::ALL.iter().all(|&direction| geometry.ray(centre, direction).len() == 4));
        assert_eq!(named("rows(1:7,0:8,1:7)"), named("rows(1:7,0:8,1:7)"));
    }

    #[test]
    fn rows_that_are_none_are_told_why() {
        let wrong = |name: &str| Outline::by_name(name).unwrap().unwrap_err();
        assert_eq!(wrong("rows(1:7,0)"), OutlineError::Form);
        assert_eq!(wrong("rows(1:7,0:0)"), OutlineError::Row);
        assert_eq!(wrong("rows(1:7,3:8)"), OutlineError::Interlock);
        assert_eq!(wrong("rows(0:26,1:26,0:13)"), OutlineError::TooLarge(65));
        assert_eq!(wrong("rows(0:2,5:2)"), OutlineError::Apart(2));
        assert!(Outline::by_name("setup-3").is_none());
    }
}
