//! Places, neighbours and names of hexes.

use std::collections::BTreeMap;

use floe_hex::{Direction, Geometry, Hex, HexSet, Layout, Row, Standard};

use crate::naive;
use crate::outlines::{Ragged, first_hexes, on_every_outline};

fn hexes(geometry: &Geometry, names: &str) -> HexSet {
    names
        .split_whitespace()
        .map(|name| geometry.hex(name).expect(name))
        .collect()
}

fn places_are_read_row_by_row(geometry: &Geometry) {
    let mut index = 0;
    for (number, row) in geometry.rows().iter().enumerate() {
        let mut hexes = HexSet::EMPTY;
        for column in 0..row.length {
            let place = (i32::from(row.indent) + 2 * i32::from(column), number as i32);
            assert_eq!(geometry.place(Hex::new(index)), place);
            assert_eq!(geometry.at(place.0, place.1), Some(Hex::new(index)));
            assert_eq!(
                geometry.at(place.0 + 1, place.1),
                None,
                "hexes are two half hexes apart"
            );
            hexes.insert(Hex::new(index));
            index += 1;
        }
        assert_eq!(geometry.row(number), hexes);
        let left = i32::from(row.indent) - 2;
        let right = i32::from(row.indent) + 2 * i32::from(row.length);
        assert_eq!(
            [left, right].map(|x| geometry.at(x, number as i32)),
            [None, None],
            "beyond row {number}"
        );
    }
    assert_eq!(geometry.hexes(), first_hexes(index));
    for row in [-1, geometry.rows().len() as i32] {
        assert!(
            (-2..140).all(|x| geometry.at(x, row).is_none()),
            "row {row}"
        );
    }
}

fn rays_are_lines(geometry: &Geometry) {
    for hex in geometry.hexes() {
        let mut adjacent = HexSet::EMPTY;
        for direction in Direction::ALL {
            let line = naive::slide(geometry, hex, direction, geometry.hexes());
            assert_eq!(
                geometry.ray(hex, direction),
                line.iter().copied().collect(),
                "{hex:?} {direction:?}"
            );
            assert!(
                line.iter().all(|&to| (to > hex) == direction.is_forward()),
                "{hex:?} {direction:?}"
            );
            adjacent |= line.first().map_or(HexSet::EMPTY, |&next| next.into());
            let receives = naive::step(geometry, hex, direction.opposite()).is_some();
            assert_eq!(
                geometry.receivers(direction).contains(hex),
                receives,
                "{hex:?} {direction:?}"
            );
        }
        assert_eq!(geometry.adjacent(hex), adjacent, "{hex:?}");
        assert!(
            adjacent
                .into_iter()
                .all(|other| geometry.adjacent(other).contains(hex)),
            "touching is mutual"
        );
    }
}

fn names_are_read_back(geometry: &Geometry) {
    // A row of more than 26 hexes has more columns than there are letters.
    for hex in geometry
        .hexes()
        .into_iter()
        .filter(|&hex| geometry.rows().len() > 1 || hex.index() < 26)
    {
        assert_eq!(geometry.hex(&geometry.name(hex)), Some(hex));
    }
}

#[test]
fn every_outline_is_laid_out_right() {
    on_every_outline!(layout => {
        places_are_read_row_by_row(layout.geometry());
        rays_are_lines(layout.geometry());
        names_are_read_back(layout.geometry());
    });
}

#[test]
fn opposite_directions_lead_back() {
    for direction in Direction::ALL {
        assert_eq!(direction.opposite().opposite(), direction);
        assert_ne!(direction.opposite().is_forward(), direction.is_forward());
    }
}

/// Rule 1.1: eight rows of seven and eight in turn hold 60 hexes.
#[test]
fn the_official_floe_is_that_of_the_rules() {
    let geometry = Standard.geometry();
    assert_eq!(
        geometry
            .rows()
            .iter()
            .map(|row| row.length)
            .collect::<Vec<_>>(),
        [7, 8, 7, 8, 7, 8, 7, 8]
    );
    assert_eq!(geometry.hexes().len(), 60);
    let touching: u32 = geometry
        .hexes()
        .into_iter()
        .map(|hex| geometry.adjacent(hex).len())
        .sum();
    assert_eq!(touching, 2 * 150, "150 pairs of hexes touch");
    let [a1, b1, a2, b2] = ["a1", "b1", "a2", "b2"].map(|name| geometry.hex(name).unwrap());
    assert_eq!(naive::step(geometry, a1, Direction::E), Some(b1));
    assert_eq!(naive::step(geometry, a1, Direction::SW), Some(a2));
    assert_eq!(naive::step(geometry, a1, Direction::SE), Some(b2));
    assert_eq!(geometry.adjacent(a1), hexes(geometry, "b1 a2 b2"));
    assert_eq!(
        geometry.adjacent(geometry.hex("d4").unwrap()),
        hexes(geometry, "c4 e4 c3 d3 c5 d5")
    );
    assert_eq!(
        geometry.adjacent(geometry.hex("h8").unwrap()),
        hexes(geometry, "g8 g7")
    );
}

/// Number of lines of each length, in the direction that leads along them.
fn lines(direction: Direction) -> BTreeMap<u32, usize> {
    let geometry = Standard.geometry();
    let mut lines = BTreeMap::new();
    for hex in geometry.hexes() {
        if naive::step(geometry, hex, direction.opposite()).is_none() {
            *lines
                .entry(1 + geometry.ray(hex, direction).len())
                .or_default() += 1;
        }
    }
    lines
}

#[test]
fn lines_of_the_official_floe_have_their_lengths() {
    let diagonals = BTreeMap::from([
        (1, 1),
        (2, 1),
        (3, 1),
        (4, 1),
        (5, 1),
        (6, 1),
        (7, 1),
        (8, 4),
    ]);
    for direction in [Direction::SE, Direction::SW, Direction::NW, Direction::NE] {
        assert_eq!(lines(direction), diagonals, "{direction:?}");
    }
    for direction in [Direction::E, Direction::W] {
        assert_eq!(
            lines(direction),
            BTreeMap::from([(7, 4), (8, 4)]),
            "{direction:?}"
        );
    }
}

#[test]
fn an_outline_uses_the_last_place_too() {
    let geometry = Ragged.geometry();
    let last = geometry.hexes().last().unwrap();
    assert_eq!((last.index(), geometry.name(last)), (63, "j7".to_owned()));
    assert_eq!(geometry.ray(last, Direction::W).len(), 9);
    assert_eq!(
        geometry
            .ray_in(
                last,
                Direction::W,
                geometry.hexes() - HexSet::from(Hex::new(60))
            )
            .len(),
        2
    );
    assert_eq!(
        geometry
            .ray_in(Hex::new(54), Direction::E, geometry.hexes() - last.into())
            .len(),
        8
    );
}

#[test]
fn what_is_not_a_name() {
    let not_names = [
        "",
        "a",
        "1",
        "a0",
        "a9",
        "h1",
        "i2",
        "z2",
        "A1",
        "a01",
        "a+1",
        "a-1",
        "a1 ",
        " a1",
        "1a",
        "aa1",
        "a1a",
        "é1",
        "aé",
        "a99999999999999999999",
        "{1",
        "`1",
    ];
    for text in not_names {
        assert_eq!(Standard.geometry().hex(text), None, "'{text}'");
    }
    assert_eq!(Standard.geometry().hex("g1"), Some(Hex::new(6)));
    assert_eq!(Standard.geometry().hex("h2"), Some(Hex::new(14)));
    assert_eq!(Standard.geometry().hex("h8"), Some(Hex::new(59)));
}

#[test]
#[should_panic(expected = "at most 64 hexes")]
fn an_outline_of_65_hexes_is_refused() {
    const ROWS: &[Row] = &[
        Row {
            indent: 0,
            length: 33,
        },
        Row {
            indent: 1,
            length: 32,
        },
    ];
    let _ = Geometry::new(ROWS);
}

#[test]
#[should_panic(expected = "rows must interlock")]
fn rows_one_above_the_other_are_refused() {
    const ROWS: &[Row] = &[
        Row {
            indent: 0,
            length: 7,
        },
        Row {
            indent: 2,
            length: 7,
        },
    ];
    let _ = Geometry::new(ROWS);
}
