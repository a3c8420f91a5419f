/// Plies by which to search a late move less deep: more the deeper the search and the later the move.
///
/// `1/2 + log2(depth) * log2(index + 1) / DIVISOR`, rounded down.
#[inline]
pub(crate) fn reduction(depth: i32, index: usize) -> i32 {
    if depth < 3 || index < 3 {
        return 0;
    }
    i32::from(TABLE[(depth as usize).min(SIZE - 1)][index.min(SIZE - 1)])
}

const SIZE: usize = 64;
/// Tuned in matches at 10,000 and 40,000 nodes a move: see `docs/experiments.md`.
const DIVISOR: f64 = 3.2;

static TABLE: [[u8; SIZE]; SIZE] = {
    let mut table = [[0; SIZE]; SIZE];
    let mut depth = 1;
    while depth < SIZE {
        let mut index = 0;
        while index < SIZE {
            table[depth][index] = (0.5 + log2(depth) * log2(index + 1) / DIVISOR) as u8;
            index += 1;
        }
        depth += 1;
    }
    table
};

/// Binary logarithm, linear between powers of two.
const fn log2(n: usize) -> f64 {
    let exponent = n.ilog2();
    exponent as f64 + n as f64 / (1_u64 << exponent) as f64 - 1.0
}
