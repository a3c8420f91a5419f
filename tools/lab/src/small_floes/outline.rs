//! Outlines of small floes: all connected sets of hexes.

use std::collections::BTreeSet;
use std::fmt;

use floe_hex::{Direction, Geometry, Hex, HexSet, Row};

/// Connected set of hexes, in one of its twelve orientations.
///
/// As text it is a floe of one-fish tiles as positions are written, with water in the gaps of its
/// rows: `rows(0:3,1:1):1.1/1`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SmallOutline {
    /// Places of the hexes in reading order; the first row and the least distance from the left are
    /// 0.
    places: Vec<Place>,
}

/// Place of a hex: its row from the top, and its distance from the left in half hexes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Place {
    row: i8,
    x: i8,
}

impl Place {
    fn adjacent(self) -> impl Iterator<Item = Place> {
        Direction::ALL.into_iter().map(move |direction| {
            let (x, row) = direction.offset();
            Place {
                row: self.row + row as i8,
                x: self.x + x as i8,
            }
        })
    }

    /// The place after a turn by 60° around the place 0, 0; the sum of `row` and `x` must be even.
    fn turned(self) -> Place {
        // In axial coordinates, with q = (x - row) / 2 and r = row, a turn makes (-r, q + r) of (q,
        // r).
        let q = (self.x - self.row) / 2;
        Place {
            row: q + self.row,
            x: q - self.row,
        }
    }

    /// The place on the other side of a vertical line through the place 0, 0.
    fn mirrored(self) -> Place {
        Place {
            row: self.row,
            x: -self.x,
        }
    }
}

impl SmallOutline {
    /// Lists every outline of this number of hexes, up to turns and reflections: the free
    /// polyhexes. Each has the orientation with the fewest rows, and of those the first in reading
    /// order; the list is sorted.
    ///
    /// # Panics
    /// If `hexes` is not 1 to 12.
    pub fn all(hexes: usize) -> Vec<SmallOutline> {
        assert!((1..=12).contains(&hexes), "outlines of 1 to 12 hexes");
        let mut outlines = BTreeSet::from([SmallOutline {
            places: vec![Place { row: 0, x: 0 }],
        }]);
        for _ in 1..hexes {
            outlines = outlines.iter().flat_map(SmallOutline::enlarged).collect();
        }
        outlines.into_iter().collect()
    }

    fn enlarged(&self) -> BTreeSet<SmallOutline> {
        let around: BTreeSet<Place> = self
            .places
            .iter()
            .flat_map(|place| place.adjacent())
            .collect();
        let new = around
            .into_iter()
            .filter(|place| !self.places.contains(place));
        new.map(|place| {
            SmallOutline::canonical(self.places.iter().copied().chain([place]).collect())
        })
        .collect()
    }

    /// The outline of these places, or of any others that turns and reflections make of them.
    fn canonical(mut places: Vec<Place>) -> SmallOutline {
        let odd = (places[0].row + places[0].x) & 1;
        places.iter_mut().for_each(|place| place.x += odd);
        let mut orientations = Vec::new();
        for _ in 0..6 {
            places = places.into_iter().map(Place::turned).collect();
            orientations.push(SmallOutline::moved(places.iter().copied()));
            orientations.push(SmallOutline::moved(
                places.iter().map(|place| place.mirrored()),
            ));
        }
        orientations
            .into_iter()
            .min_by_key(|outline| (outline.rows(), outline.places.clone()))
            .expect("twelve of them")
    }

    /// The outline of these places, moved to the upper left corner.
    fn moved(places: impl Iterator<Item = Place> + Clone) -> SmallOutline {
        let top = places
            .clone()
            .map(|place| place.row)
            .min()
            .expect("a place");
        let left = places.clone().map(|place| place.x).min().expect("a place");
        let mut places: Vec<Place> = places
            .map(|place| Place {
                row: place.row - top,
                x: place.x - left,
            })
            .collect();
        places.sort_unstable();
        SmallOutline { places }
    }

    fn rows(&self) -> i8 {
        self.places
            .iter()
            .map(|place| place.row + 1)
            .max()
            .expect("a place")
    }

    /// Number of hexes.
    pub fn hexes(&self) -> usize {
        self.places.len()
    }

    /// First and last place of every row, as distances from the left in half hexes.
    fn ends(&self) -> Vec<(i8, i8)> {
        (0..self.rows()).map(|row| self.ends_of(row)).collect()
    }

    /// First and last place of a row, as distances from the left in half hexes.
    fn ends_of(&self, row: i8) -> (i8, i8) {
        let places = self
            .places
            .iter()
            .filter(|place| place.row == row)
            .map(|place| place.x);
        places
            .clone()
            .min()
            .zip(places.max())
            .expect("a connected outline skips no row")
    }

    /// Geometry of the rows, gaps included, and the hexes of the outline in it.
    ///
    /// # Panics
    /// If the rows have more than 64 hexes.
    pub(super) fn geometry(&self) -> (Geometry, HexSet) {
        let rows: Vec<Row> = self.ends().into_iter().map(row_between).collect();
        let geometry = Geometry::new(&rows);
        let is_own = |hex: &Hex| {
            let (x, row) = geometry.place(*hex);
            self.places.contains(&Place {
                row: row as i8,
                x: x as i8,
            })
        };
        let hexes = geometry.hexes().into_iter().filter(is_own).collect();
        (geometry, hexes)
    }

    /// Writes the rows of a floe on this outline; `fish` holds the fish of every hex in reading
    /// order.
    ///
    /// # Panics
    /// If there is a number of fish too few.
    pub fn floe(&self, fish: &[u32]) -> String {
        let ends = self.ends();
        let rows: Vec<String> = ends
            .iter()
            .map(|(first, last)| format!("{first}:{}", (last - first) / 2 + 1))
            .collect();
        let mut fish = fish.iter();
        let mut token = |place: Place| match self.places.contains(&place) {
            true => fish.next().expect("fish for every hex").to_string(),
            false => ".".to_owned(),
        };
        let row = |(row, &(first, last)): (usize, &(i8, i8))| -> String {
            (first..=last)
                .step_by(2)
                .map(|x| token(Place { row: row as i8, x }))
                .collect()
        };
        let tiles: Vec<String> = ends.iter().enumerate().map(row).collect();
        format!("rows({}):{}", rows.join(","), tiles.join("/"))
    }
}

impl fmt::Display for SmallOutline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.floe(&vec![1; self.hexes()]))
    }
}

/// The row from one place to another, given by their distances from the left in half hexes.
fn row_between((first, last): (i8, i8)) -> Row {
    Row {
        indent: first as u8,
        length: ((last - first) / 2 + 1) as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of free polyhexes: sequence A000228 of the On-Line Encyclopedia of Integer
    /// Sequences.
    #[test]
    fn outlines_are_as_many_as_polyhexes() {
        let counts = (1..=7).map(|hexes| SmallOutline::all(hexes).len());
        assert!(counts.eq([1, 1, 3, 7, 22, 82, 333]));
    }

    #[test]
    fn a_turn_is_one_of_six() {
        let place = Place { row: 1, x: 5 };
        let turned = |times| (0..times).fold(place, |place, _| place.turned());
        assert!((1..6).all(|times| turned(times) != place));
        assert_eq!(turned(6), place);
        assert!(place.adjacent().all(|near| {
            place
                .turned()
                .adjacent()
                .any(|turned| turned == near.turned())
        }));
    }

    #[test]
    fn outlines_are_written_as_floes() {
        let texts: Vec<String> = SmallOutline::all(3)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            texts,
            ["rows(0:3):111", "rows(0:2,1:1):11/1", "rows(0:2,3:1):11/1"]
        );
        let with_gap = SmallOutline::all(5)
            .into_iter()
            .find(|outline| outline.to_string().contains('.'))
            .unwrap();
        let (geometry, hexes) = with_gap.geometry();
        assert_eq!((geometry.hexes().len() > 5, hexes.len()), (true, 5));
    }
}
