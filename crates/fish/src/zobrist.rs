//! Random numbers for keys (Zobrist 1970).

use floe_game::Player;
use floe_hex::Hex;

/// A floe has no more; the tables are as long as hexes have numbers, so that no access is checked.
const HEXES: usize = 64;
const PENGUINS: usize = 4;

struct Numbers {
    tiles: [[u64; Hex::MAX]; 2],
    penguins: [[u64; Hex::MAX]; Player::MAX],
    turn: [u64; Player::MAX],
    hand: [[u64; PENGUINS + 1]; Player::MAX],
}

static NUMBERS: Numbers = {
    let mut state = 0x00f1_0e00;
    let mut numbers = Numbers {
        tiles: [[0; Hex::MAX]; 2],
        penguins: [[0; Hex::MAX]; Player::MAX],
        turn: [0; Player::MAX],
        hand: [[0; PENGUINS + 1]; Player::MAX],
    };
    let mut i = 0;
    while i < HEXES {
        let mut plane = 0;
        while plane < 2 {
            numbers.tiles[plane][i] = split_mix(&mut state);
            plane += 1;
        }
        let mut player = 0;
        while player < Player::MAX {
            numbers.penguins[player][i] = split_mix(&mut state);
            player += 1;
        }
        i += 1;
    }
    let mut player = 0;
    while player < Player::MAX {
        numbers.turn[player] = split_mix(&mut state);
        let mut left = 1;
        while left <= PENGUINS {
            numbers.hand[player][left] = split_mix(&mut state);
            left += 1;
        }
        player += 1;
    }
    numbers
};

/// Steele, Lea & Flood 2014.
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = *state;
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A tile with `fish` fish on it, 1 to 3.
#[inline]
pub(crate) fn tile(hex: Hex, fish: u32) -> u64 {
    let [ones, twos] = [NUMBERS.tiles[0][hex.index()], NUMBERS.tiles[1][hex.index()]];
    (ones & u64::from(fish & 1).wrapping_neg()) ^ (twos & u64::from(fish >> 1 & 1).wrapping_neg())
}

#[inline]
pub(crate) fn penguin(player: Player, hex: Hex) -> u64 {
    NUMBERS.penguins[player.index()][hex.index()]
}

#[inline]
pub(crate) fn turn(player: Player) -> u64 {
    NUMBERS.turn[player.index()]
}

/// `left` penguins still to be placed.
#[inline]
pub(crate) fn hand(player: Player, left: u8) -> u64 {
    NUMBERS.hand[player.index()][usize::from(left)]
}

#[cfg(test)]
mod tests {
    /// The first numbers from state 0, as others publish them for this generator.
    #[test]
    fn split_mix_is_the_one_that_is_known() {
        let mut state = 0;
        let numbers = [(); 3].map(|()| super::split_mix(&mut state));
        assert_eq!(numbers, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
    }
}
