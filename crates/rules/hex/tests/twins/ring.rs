//! Outlines with a ring of hexes around them.

use floe_hex::{Geometry, Hex, HexSet, RingError, RingSets, Row};

const STANDARD: [(u8, u8); 8] = [
    (1, 7),
    (0, 8),
    (1, 7),
    (0, 8),
    (1, 7),
    (0, 8),
    (1, 7),
    (0, 8),
];
const SETUP_1: [(u8, u8); 8] = [
    (0, 8),
    (1, 8),
    (0, 8),
    (1, 8),
    (0, 8),
    (1, 8),
    (0, 8),
    (1, 8),
];
const HEXAGON: [(u8, u8); 9] = [
    (4, 5),
    (3, 6),
    (2, 7),
    (1, 8),
    (0, 9),
    (1, 8),
    (2, 7),
    (3, 6),
    (4, 5),
];
const RAGGED: [(u8, u8); 4] = [(5, 1), (0, 6), (3, 3), (2, 9)];
/// Too irregular for numbers that let sets move at once.
const IRREGULAR: [(u8, u8); 6] = [(30, 2), (1, 16), (30, 2), (1, 16), (30, 2), (1, 16)];

fn rows(rows: &[(u8, u8)]) -> Vec<Row> {
    rows.iter()
        .map(|&(indent, length)| Row { indent, length })
        .collect()
}

fn ring(outline: &[(u8, u8)]) -> Geometry<u128> {
    Geometry::with_ring(&rows(outline)).unwrap()
}

fn names(geometry: &Geometry<u128>, hexes: HexSet<u128>) -> String {
    hexes
        .into_iter()
        .map(|hex| geometry.name(hex))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn the_ring_is_named_as_the_notation_says() {
    let geometry = ring(&[(1, 2), (0, 3)]);
    assert_eq!(
        names(&geometry, geometry.hexes() - geometry.outline()),
        "a0 b0 c0 z1 c1 z2 d2 a3 b3 c3 d3"
    );
    let around = |name| names(&geometry, geometry.adjacent(geometry.hex(name).unwrap()));
    assert_eq!(around("a1"), "a0 b0 z1 b1 a2 b2");
    assert_eq!(around("a2"), "z1 a1 z2 b2 a3 b3");
    assert!(
        geometry
            .hexes()
            .into_iter()
            .all(|hex| geometry.hex(&geometry.name(hex)) == Some(hex))
    );
    assert!(
        ["z0", "y1", "d0", "z3", "a00", "a4"]
            .iter()
            .all(|name| geometry.hex(name).is_none())
    );
}

#[test]
fn every_hex_of_the_ring_touches_the_outline() {
    for outline in [&STANDARD[..], &SETUP_1, &HEXAGON, &RAGGED, &IRREGULAR] {
        let wide = ring(outline);
        let narrow = Geometry::new(&rows(outline));
        let edge = wide.hexes() - wide.outline();
        assert!(
            edge.into_iter()
                .all(|hex| !(wide.adjacent(hex) & wide.outline()).is_empty())
        );
        assert_eq!(
            wide.rim(),
            wide.hexes()
                .into_iter()
                .filter(|&hex| wide.adjacent(hex).len() < 6)
                .collect()
        );
        let same = |hex: Hex| wide.hex(&narrow.name(hex)).expect("it is on the board");
        for hex in narrow.hexes() {
            let touching = narrow.adjacent(hex).into_iter().map(same).collect();
            assert_eq!(wide.adjacent(same(hex)) & wide.outline(), touching);
        }
        assert_eq!(
            wide.outline_rows().map(floe_hex::HexSet::len).sum::<u32>(),
            narrow.hexes().len()
        );
    }
}

/// Three in four of the hexes, by a random number.
fn draw(key: &mut u64, all: HexSet<u128>) -> HexSet<u128> {
    all.into_iter()
        .filter(|_| {
            *key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) ^ 0x5bf0_3635;
            !key.is_multiple_of(4)
        })
        .collect()
}

#[test]
fn sets_move_as_their_hexes_do() {
    let key = &mut 1u64;
    for (outline, is_regular) in [
        (&STANDARD[..], true),
        (&SETUP_1, true),
        (&HEXAGON, true),
        (&RAGGED, true),
        (&IRREGULAR, false),
    ] {
        let geometry = ring(outline);
        // Hexes are numbered one after another only where no numbers let sets move at once.
        assert_eq!(
            geometry.hexes().last().map(|hex| hex.index() as u32 + 1)
                > Some(geometry.hexes().len()),
            is_regular
        );
        for _ in 0..50 {
            let set = draw(key, geometry.hexes()) - draw(key, geometry.hexes());
            let free = draw(key, geometry.hexes());
            let each = |of: &dyn Fn(Hex) -> HexSet<u128>| {
                set.into_iter()
                    .fold(HexSet::EMPTY, |all, hex| all | of(hex))
            };
            assert_eq!(
                geometry.slides_of(set, free),
                each(&|hex| geometry.slides(hex, free)) - set
            );
            assert_eq!(
                geometry.neighbours(set),
                each(&|hex| geometry.adjacent(hex))
            );
        }
    }
}

#[test]
fn eight_sets_move_as_each_does() {
    let geometry = RingSets::geometry();
    assert_eq!(geometry.rows(), ring(&STANDARD).rows());
    let key = &mut 1u64;
    for _ in 0..50 {
        let sets = [(); 8].map(|()| draw(key, geometry.hexes()) - draw(key, geometry.hexes()));
        let crossing = [(); 8].map(|()| draw(key, geometry.hexes()));
        let each = RingSets::from(sets);
        let paths = RingSets::paths(crossing.into());
        let slides = |lane: usize| sets[lane] | geometry.slides_of(sets[lane], crossing[lane]);
        assert_eq!(
            each.within_a_slide(&paths).to_array(),
            std::array::from_fn(slides)
        );
        assert_eq!(
            each.neighbours().to_array(),
            sets.map(|set| geometry.neighbours(set))
        );
        assert_eq!(each.len(), sets.map(|set| u64::from(set.len())));
        let first = |set: HexSet<u128>| set.first().map_or(HexSet::EMPTY, HexSet::from);
        assert_eq!(each.first_of_each().to_array(), sets.map(first));
        let one_empty = RingSets::from([
            HexSet::EMPTY,
            sets[1],
            sets[2],
            sets[3],
            sets[4],
            sets[5],
            sets[6],
            sets[7],
        ]);
        assert_eq!(one_empty.first_of_each().to_array()[0], HexSet::EMPTY);
        let other = RingSets::from(crossing);
        let both = |lane: usize| {
            [
                sets[lane] & crossing[lane],
                sets[lane] | crossing[lane],
                sets[lane] - crossing[lane],
            ]
        };
        let found = [each & other, each | other, each - other].map(RingSets::to_array);
        assert!((0..8).all(|lane| found.map(|sets| sets[lane]) == both(lane)));
        assert!((each - each).is_empty() && !each.is_empty());
        assert_eq!(RingSets::splat(sets[0]).to_array(), [sets[0]; 8]);
    }
}

#[test]
fn some_outlines_have_no_ring() {
    let wrong = |outline: &[(u8, u8)]| Geometry::with_ring(&rows(outline)).unwrap_err();
    assert_eq!(wrong(&[(0, 25)]), RingError::Wide);
    let tall: Vec<(u8, u8)> = (0..50).map(|row| (row % 2, 1)).collect();
    assert_eq!(wrong(&tall), RingError::Large(154));
}
