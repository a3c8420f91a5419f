/// How many plies less a late move is searched: the deeper the search and the later the move, the more.
///
/// Measured on the bench positions at fixed depth and in games at fixed nodes; see `benches/record/`.
#[inline]
pub(super) fn reduction(depth: i32, index: usize) -> i32 {
    if depth < 3 || index < 3 {
        return 0;
    }
    i32::from(TABLE[(depth as usize).min(SIZE - 1)][index.min(SIZE - 1)])
}

const SIZE: usize = 64;

/// `1/2 + ln(depth) * ln(index + 1) / 2.2`, rounded down; logarithms in 1/64, made by counting halvings.
static TABLE: [[u8; SIZE]; SIZE] = {
    let mut table = [[0; SIZE]; SIZE];
    let mut depth = 1;
    while depth < SIZE {
        let mut index = 0;
        while index < SIZE {
            let product = LN_64[depth] as u32 * LN_64[index] as u32;
            table[depth][index] = ((2048 + product * 10 / 22) / 4096) as u8;
            index += 1;
        }
        depth += 1;
    }
    table
};

/// `64 * ln(n + 1)` by summing `1 / k`, corrected to the midpoints.
const LN_64: [u16; SIZE] = {
    let mut table = [0; SIZE];
    let mut n = 1;
    let mut sum = 0;
    while n < SIZE {
        // ln((2n+1)/(2n-1)) is about 1/n.
        sum += 64 * 1024 * 2 / (2 * n as u32 + 1);
        table[n] = (sum / 1024) as u16;
        n += 1;
    }
    table
};
