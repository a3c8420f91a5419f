//! The outlines that the tests try.

use floe_hex::{Geometry, Hex, HexSet, Layout, Row, Standard};
use proptest::prelude::*;

/// The official floe with what a layout gets for nothing: no operation is overridden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Plain;

impl Layout for Plain {
    fn geometry(self) -> &'static Geometry {
        Standard.geometry()
    }
}

/// The regular hexagon of side five: 61 hexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Hexagon;

static HEXAGON: Geometry = Geometry::new(&rows([
    (4, 5),
    (3, 6),
    (2, 7),
    (1, 8),
    (0, 9),
    (1, 8),
    (2, 7),
    (3, 6),
    (4, 5),
]));

impl Layout for Hexagon {
    fn geometry(self) -> &'static Geometry {
        &HEXAGON
    }
}

/// All 64 places in rows of very different lengths, some of which hardly meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Ragged;

static RAGGED: Geometry = Geometry::new(&rows([
    (3, 9),
    (0, 12),
    (9, 2),
    (2, 16),
    (31, 1),
    (0, 14),
    (3, 10),
]));

impl Layout for Ragged {
    fn geometry(self) -> &'static Geometry {
        &RAGGED
    }
}

/// All 64 places in one row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Line;

static LINE: Geometry = Geometry::new(&rows([(0, 64)]));

impl Layout for Line {
    fn geometry(self) -> &'static Geometry {
        &LINE
    }
}

const fn rows<const N: usize>(rows: [(u8, u8); N]) -> [Row; N] {
    let mut outline = [Row {
        indent: 0,
        length: 0,
    }; N];
    let mut row = 0;
    while row < N {
        outline[row] = Row {
            indent: rows[row].0,
            length: rows[row].1,
        };
        row += 1;
    }
    outline
}

/// Checks the same claim on every outline.
macro_rules! on_every_outline {
    ($layout:ident => $claim:expr) => {{
        use crate::outlines::{Hexagon, Line, Plain, Ragged};
        {
            let $layout = floe_hex::Standard;
            $claim
        }
        {
            let $layout = Plain;
            $claim
        }
        {
            let $layout = Hexagon;
            $claim
        }
        {
            let $layout = Ragged;
            $claim
        }
        {
            let $layout = Line;
            $claim
        }
    }};
}
pub(crate) use on_every_outline;

/// The first `count` hexes in reading order.
pub(crate) fn first_hexes(count: usize) -> HexSet {
    (0..count).map(Hex::new).collect()
}

/// Sets with each of the 64 places or without it, both equally likely.
fn half() -> impl Strategy<Value = HexSet> {
    any::<u64>().prop_map(HexSet::from_bits)
}

/// Sets of one of the 64 places.
fn one() -> impl Strategy<Value = HexSet> {
    (0..64usize).prop_map(|index| HexSet::from(Hex::new(index)))
}

/// Sets of any of the 64 places: few hexes, half of them, most of them, or all.
pub(crate) fn any_set() -> impl Strategy<Value = HexSet> {
    prop_oneof![
        half(),
        (half(), half()).prop_map(|(a, b)| a & b),
        (half(), half(), half()).prop_map(|(a, b, c)| a & b & c),
        (half(), half()).prop_map(|(a, b)| a | b),
        (half(), half(), half()).prop_map(|(a, b, c)| a | b | c),
        (one(), one(), one()).prop_map(|(a, b, c)| a | b | c),
        Just(HexSet::EMPTY),
        Just(first_hexes(64)),
    ]
}
