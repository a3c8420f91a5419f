//! Outlines with a ring of hexes around them.

use floe_hex::{Geometry, Hex, HexSet, RingError, Row};

const STANDARD: [(u8, u8); 8] = [(1, 7), (0, 8), (1, 7), (0, 8), (1, 7), (0, 8), (1, 7), (0, 8)];
const SETUP_1: [(u8, u8); 8] = [(0, 8), (1, 8), (0, 8), (1, 8), (0, 8), (1, 8), (0, 8), (1, 8)];
const HEXAGON: [(u8, u8); 9] = [(4, 5), (3, 6), (2, 7), (1, 8), (0, 9), (1, 8), (2, 7), (3, 6), (4, 5)];
const RAGGED: [(u8, u8); 4] = [(5, 1), (0, 6), (3, 3), (2, 9)];
/// Too irregular for numbers that let sets move at once.
const IRREGULAR: [(u8, u8); 6] = [(30, 2), (1, 16), (30, 2), (1, 16), (30, 2), (1, 16)];

fn rows(rows: &[(u8, u8)]) -> Vec<Row> {
    rows.iter().map(|&(indent, length)| Row { indent, length }).collect()
}

fn ring(outline: &[(u8, u8)]) -> Geometry<u128> {
    Geometry::with_ring(&rows(outline)).unwrap()
}

fn names(geometry: &Geometry<u128>, hexes: HexSet<u128>) -> String {
    hexes.into_iter().map(|hex| geometry.name(hex)).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_ring_is_named_as_the_notation_says() {
    let geometry = ring(&[(1, 2), (0, 3)]);
    assert_eq!(names(&geometry, geometry.hexes() - geometry.outline()), "a0 b0 c0 z1 c1 z2 d2 a3 b3 c3 d3");
    let around = |name| names(&geometry, geometry.adjacent(geometry.hex(name).unwrap()));
    assert_eq!(around("a1"), "a0 b0 z1 b1 a2 b2");
    assert_eq!(around("a2"), "z1 a1 z2 b2 a3 b3");
    assert!(geometry.hexes().into_iter().all(|hex| geometry.hex(&geometry.name(hex)) == Some(hex)));
    assert!(["z0", "y1", "d0", "z3", "a00", "a4"].iter().all(|name| geometry.hex(name).is_none()));
}

#[test]
fn every_hex_of_the_ring_touches_the_outline() {
    for outline in [&STANDARD[..], &SETUP_1, &HEXAGON, &RAGGED, &IRREGULAR] {
        let wide = ring(outline);
        let narrow = Geometry::new(&rows(outline));
        let edge = wide.hexes() - wide.outline();
        assert!(edge.into_iter().all(|hex| !(wide.adjacent(hex) & wide.outline()).is_empty()));
        assert_eq!(wide.rim(), wide.hexes().into_iter().filter(|&hex| wide.adjacent(hex).len() < 6).collect());
        let same = |hex: Hex| wide.hex(&narrow.name(hex)).expect("it is on the board");
        for hex in narrow.hexes() {
            let touching = narrow.adjacent(hex).into_iter().map(same).collect();
            assert_eq!(wide.adjacent(same(hex)) & wide.outline(), touching);
        }
        assert_eq!(wide.outline_rows().map(floe_hex::HexSet::len).sum::<u32>(), narrow.hexes().len());
    }
}

#[test]
fn sets_move_as_their_hexes_do() {
    let mut key = 1u64;
    let mut draw = |all: HexSet<u128>| -> HexSet<u128> {
        all.into_iter()
            .filter(|_| {
                key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) ^ 0x5bf0_3635;
                !key.is_multiple_of(4)
            })
            .collect()
    };
    for (outline, is_regular) in
        [(&STANDARD[..], true), (&SETUP_1, true), (&HEXAGON, true), (&RAGGED, true), (&IRREGULAR, false)]
    {
        let geometry = ring(outline);
        // Hexes are numbered one after another only where no numbers let sets move at once.
        assert_eq!(
            geometry.hexes().last().map(|hex| hex.index() as u32 + 1) > Some(geometry.hexes().len()),
            is_regular
        );
        for _ in 0..50 {
            let set = draw(geometry.hexes()) - draw(geometry.hexes());
            let free = draw(geometry.hexes());
            let each = |of: &dyn Fn(Hex) -> HexSet<u128>| set.into_iter().fold(HexSet::EMPTY, |all, hex| all | of(hex));
            assert_eq!(geometry.slides_of(set, free), each(&|hex| geometry.slides(hex, free)) - set);
            assert_eq!(geometry.neighbours(set), each(&|hex| geometry.adjacent(hex)));
        }
    }
}

#[test]
fn some_outlines_have_no_ring() {
    let wrong = |outline: &[(u8, u8)]| Geometry::with_ring(&rows(outline)).unwrap_err();
    assert_eq!(wrong(&[(0, 25)]), RingError::Wide);
    let tall: Vec<(u8, u8)> = (0..50).map(|row| (row % 2, 1)).collect();
    assert_eq!(wrong(&tall), RingError::Large(154));
}
