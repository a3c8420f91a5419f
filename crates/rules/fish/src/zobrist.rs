//! Random numbers for hash keys (Zobrist 1970).

use floe_game::Player;
use floe_hex::Hex;

/// Hexes of a floe; the tables have room for every index of a hex, so that no access is checked.
const HEXES: u64 = 64;
const PENGUINS: usize = 4;

/// Numbers for every hex: a tile with an odd number of fish, one with two or three, and a penguin
/// of each player.
static ON_HEX: [[u64; Hex::MAX]; 2 + Player::MAX] = numbers(0);
/// Numbers for every player: the turn, and 1 to 4 penguins in hand.
static OF_PLAYER: [[u64; Player::MAX]; 1 + PENGUINS] = numbers(HEXES * (2 + Player::MAX as u64));

/// A table of consecutive random numbers, column by column, from the one with this index.
const fn numbers<const ROWS: usize, const COLUMNS: usize>(first: u64) -> [[u64; COLUMNS]; ROWS] {
    let mut numbers = [[0; COLUMNS]; ROWS];
    let mut index = 0;
    while index < ROWS * COLUMNS {
        numbers[index % ROWS][index / ROWS] = split_mix(0x00f1_0e00, first + index as u64);
        index += 1;
    }
    numbers
}

/// The number with this index of the generator SplitMix (Steele, Lea & Flood 2014).
const fn split_mix(seed: u64, index: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(index + 1));
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Key of a tile with `fish` fish, 0 to 3; 0 for water.
#[inline]
pub(crate) fn tile(hex: Hex, fish: u32) -> u64 {
    let odd = ON_HEX[0][hex.index()];
    let high = ON_HEX[1][hex.index()];
    (odd & u64::from(fish & 1).wrapping_neg()) ^ (high & u64::from(fish >> 1 & 1).wrapping_neg())
}

/// Key of a player's penguin.
#[inline]
pub(crate) fn penguin(player: Player, hex: Hex) -> u64 {
    ON_HEX[2 + player.index()][hex.index()]
}

/// Key of a player's turn.
#[inline]
pub(crate) fn turn(player: Player) -> u64 {
    OF_PLAYER[0][player.index()]
}

/// Key of a player's penguins in hand, 0 to 4; 0 for none.
#[inline]
pub(crate) fn hand(player: Player, penguins: u8) -> u64 {
    if penguins == 0 {
        0
    } else {
        OF_PLAYER[usize::from(penguins)][player.index()]
    }
}

#[cfg(test)]
mod tests {
    /// The first numbers from seed 0, as published for this generator.
    #[test]
    fn split_mix_is_the_published_one() {
        let numbers = [0, 1, 2].map(|index| super::split_mix(0, index));
        assert_eq!(
            numbers,
            [
                0xe220_a839_7b1d_cdaf,
                0x6e78_9e6a_a1b9_65f4,
                0x06c4_5d18_8009_454f
            ]
        );
    }
}
