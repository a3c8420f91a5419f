//! A layout is a type. The position of the base game uses `Standard`, the official floe, which has
//! size zero: its rows alternate between seven and eight hexes, so that a step in any direction is
//! one rotation of a 64-bit word, and the slides of all penguins in all six directions are three
//! doublings in vector lanes. Other layouts get the same operations from ray tables, by default
//! methods of the trait `Layout`.

use crate::{
    Direction, Geometry, Hex, HexSet, HexSets, Layout, Neighbourhood, Paths, Rays, Row, Tally,
};

/// The official floe: 60 hexes in eight rows of seven and eight in turn, the rows of seven indented
/// by half a hex.
///
/// Because the rows alternate, a step in one direction always adds the same number to the index of
/// a hex. So one rotation moves a whole set, and slides are a parallel-prefix fill (Kogge & Stone
/// 1973) of all six directions in the lanes of a SIMD vector.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Standard;

const SEVEN: Row = Row {
    indent: 1,
    length: 7,
};
const EIGHT: Row = Row {
    indent: 0,
    length: 8,
};
static GEOMETRY: Geometry = Geometry::new(Standard::ROWS);

impl Standard {
    /// The eight rows from top to bottom.
    pub const ROWS: &[Row] = &[SEVEN, EIGHT, SEVEN, EIGHT, SEVEN, EIGHT, SEVEN, EIGHT];
}

type Lanes = [u64; Rays::LANES];

/// Left rotation of a set for one step, in bits.
const STEP: [u32; Rays::LANES] = [1, 8, 7, 64 - 1, 64 - 8, 64 - 7, 0, 0];

/// Left shift of a set for one step, in bits; the mask for the edges removes the bits in which it
/// differs from the rotation.
const SHIFT: [i32; Direction::COUNT] = [1, 8, 7, -1, -8, -7];

/// Masks of the hexes that a step can reach: they remove the bits that the rotation carries over an
/// edge.
const RECEIVERS: Lanes = {
    let mut lanes = [0; Rays::LANES];
    let mut d = 0;
    while d < Direction::COUNT {
        lanes[d] = GEOMETRY.receivers(Direction::ALL[d]).to_bits();
        d += 1;
    }
    lanes
};

/// Directions whose steps share one mask: up and down to either side. Their masks differ in the
/// first and the last row only, and no shift reaches those from outside the floe.
const SHARED_RECEIVERS: [(&[usize], u64); 4] = [
    (&[0], RECEIVERS[0]),
    (&[3], RECEIVERS[3]),
    (&[1, 5], RECEIVERS[1] | RECEIVERS[5]),
    (&[2, 4], RECEIVERS[2] | RECEIVERS[4]),
];

#[expect(
    clippy::needless_range_loop,
    reason = "loops over lanes become vector instructions"
)]
impl Layout for Standard {
    #[inline]
    fn geometry(self) -> &'static Geometry {
        &GEOMETRY
    }

    #[inline]
    fn step(self, set: HexSet, direction: Direction) -> HexSet {
        let lane = direction as usize;
        HexSet(set.0.rotate_left(STEP[lane]) & RECEIVERS[lane])
    }

    #[inline]
    fn neighbours(self, set: HexSet) -> HexSet {
        let mut all = 0;
        for lane in 0..Direction::COUNT {
            all |= set.0.rotate_left(STEP[lane]) & RECEIVERS[lane];
        }
        HexSet(all)
    }

    #[inline]
    fn neighbours_of_each(self, sets: HexSets) -> HexSets {
        let mut all = HexSets::EMPTY;
        for (lanes, receivers) in SHARED_RECEIVERS {
            let mut some = HexSets::EMPTY;
            for &lane in lanes {
                some |= sets.shift(SHIFT[lane]);
            }
            all |= some & HexSets::splat(HexSet(receivers));
        }
        all
    }

    #[inline]
    fn neighbourhood(self, hex: Hex, set: HexSet) -> Neighbourhood {
        // The bits of the six neighbours after the rotation, and those that they get, in the order
        // of `Direction::ALL`:
        //
        //       NW 0   NE 1               NW 4   NE 5
        //    W 7    hex    E 9    ->   W 3    hex    E 0
        //      SW 15   SE 16              SW 2   SE 1
        let around = (set & GEOMETRY.adjacent(hex))
            .0
            .rotate_right((hex.index() as u32).wrapping_sub(8) & 63);
        let bits = around >> 9 & 1
            | around >> 15 & 2
            | around >> 13 & 4
            | around >> 4 & 8
            | around << 4 & 0x30;
        Neighbourhood(bits as u8)
    }

    #[inline]
    fn rays(self, set: HexSet, free: HexSet) -> Rays {
        let mut reached = [set.0; Rays::LANES];
        let mut open = [0; Rays::LANES];
        for lane in 0..Rays::LANES {
            open[lane] = free.0 & RECEIVERS[lane];
        }
        // No line is longer than eight hexes: 1 + 2 + 4 steps reach its end.
        for doubling in 0..3 {
            for lane in 0..Rays::LANES {
                let shift = STEP[lane] << doubling;
                reached[lane] |= open[lane] & reached[lane].rotate_left(shift);
                open[lane] &= open[lane].rotate_left(shift);
            }
        }
        let mut rays = Rays::default();
        for lane in 0..Rays::LANES {
            rays.0[lane] = HexSet(reached[lane] & !set.0);
        }
        rays
    }

    #[inline]
    fn paths(self, free: HexSets) -> Paths {
        let mut runs = [[HexSets::EMPTY; 3]; Direction::COUNT];
        for lane in 0..Direction::COUNT {
            let mut open = free & HexSets::splat(HexSet(RECEIVERS[lane]));
            for doubling in 0..3 {
                runs[lane][doubling] = open;
                open &= open.shift(SHIFT[lane] << doubling);
            }
        }
        Paths { free, runs }
    }

    #[inline]
    fn within_a_slide(self, sets: HexSets, paths: &Paths) -> HexSets {
        let mut all = HexSets::EMPTY;
        for lane in 0..Direction::COUNT {
            let mut reached = sets;
            for doubling in 0..3 {
                reached |= paths.runs[lane][doubling] & reached.shift(SHIFT[lane] << doubling);
            }
            all |= reached;
        }
        all
    }

    #[inline]
    fn slides_lost(self, rays: &Rays, hexes: &Tally) -> u64 {
        let mut long_enough = rays.0;
        let mut lost = [[0; Rays::LANES]; 3];
        for _ in 0..7 {
            for lane in 0..Rays::LANES {
                for digit in 0..3 {
                    lost[digit][lane] += u64::from((long_enough[lane] & hexes.0[digit]).len());
                }
                // A step reached every hex of a ray, so that the step back stays on the floe and
                // needs no mask.
                long_enough[lane] &=
                    rays.0[lane] & HexSet(long_enough[lane].0.rotate_right(STEP[lane]));
            }
        }
        let [ones, twos, fours] = lost.map(|lanes| lanes.iter().sum::<u64>());
        ones + 2 * twos + 4 * fours
    }
}
