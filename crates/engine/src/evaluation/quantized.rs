//! A network in whole numbers, which is what searches ask.

use std::sync::{Arc, LazyLock};

use floe_game::{Player, Score};
use wide::{bytemuck::cast, i16x8, i16x16, i16x32, i32x8, i32x16};

use super::network::{HIDDEN, Network, UNITS, turns};
use super::sight::{OF_ALL, OF_PENGUINS, OF_SIDES, Sight, seen_of_penguins};

/// A [`Network`] whose numbers have 16 bits: it says the same but for what is rounded off, mostly a hundredth of a fish, and seldom a twentieth.
///
/// Processors multiply such numbers two by two and add up the pairs in one instruction, for eight units or more at a time. Whole numbers come to the
/// same in whatever order they are added up, and so on all machines, for one position and for several side by side.
#[derive(Debug)]
pub(super) struct Quantized {
    /// By pair of what is seen of a penguin, for each unit; nothing where a pair is not seen.
    penguin: [i16x16; OF_PENGUINS.len() / 2],
    penguin_bias: i32x8,
    /// By side, the one first whom the correction is for.
    sides: [OfSide; Player::MAX],
    /// By pair of what is seen of all together.
    all: [Halves; OF_ALL.len().div_ceil(2)],
    /// By how many move before the player.
    hidden_bias: [[i32x16; 2]; Player::MAX],
    out: [i32x16; 2],
    out_bias: i32,
}

/// What each half of the hidden units makes of a pair of inputs.
type Halves = [i16x32; 2];

/// What the hidden units make of a side.
#[derive(Clone, Copy, Debug)]
struct OfSide {
    /// Of what the units say of its penguins, by pair.
    units: [Halves; UNITS / 2],
    /// Of what is seen of it, by pair.
    seen: [Halves; OF_SIDES.len().div_ceil(2)],
}

/// Two inputs of 16 bits side by side.
pub(super) type Pair = i32;

/// What a network sees, by pairs; of one position, or something of several.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inputs<T, const N: usize, const P: usize> {
    /// By penguin.
    pub(super) penguins: [[T; OF_PENGUINS.len() / 2]; P],
    pub(super) sides: [[T; OF_SIDES.len().div_ceil(2)]; N],
    pub(super) all: [T; OF_ALL.len().div_ceil(2)],
}

/// Inputs are in the measure of scores, 128ths: so are the sums of units, once rounded.
const INPUT: u32 = 7;
/// Numbers of the network are in so small parts of two: from -8 to 8.
const WEIGHT: u32 = 12;
/// What goes from the hidden units to the end.
const HIDDEN_SUM: u32 = 8;

/// A whole number of so small parts of two.
#[inline]
fn rounded(number: f32, bits: u32) -> i32 {
    (f64::from(number) * f64::from(1 << bits)).round() as i32
}

/// The same with 16 bits; beyond what these can say the nearest that they can.
fn short(number: f32) -> i16 {
    rounded(number, WEIGHT).clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// Two rows unit by unit.
fn woven<const UNITS: usize, const BOTH: usize>(first: &[f32; UNITS], second: &[f32; UNITS]) -> [i16; BOTH] {
    std::array::from_fn(|place| short(if place % 2 == 0 { first[place / 2] } else { second[place / 2] }))
}

/// The rows of hidden units two by two; after the last of an odd number comes nothing.
fn pairs<const PAIRS: usize>(rows: &[[f32; HIDDEN]]) -> [Halves; PAIRS] {
    std::array::from_fn(|pair| {
        let second = rows.get(2 * pair + 1).unwrap_or(&[0.0; HIDDEN]);
        cast(woven::<HIDDEN, { 2 * HIDDEN }>(&rows[2 * pair], second))
    })
}

impl From<&Network> for Quantized {
    fn from(network: &Network) -> Quantized {
        let mut sides =
            [OfSide { units: pairs(&[[0.0; HIDDEN]; UNITS]), seen: pairs(&[[0.0; HIDDEN]; OF_SIDES.len()]) };
                Player::MAX];
        for (place, side) in sides.iter_mut().enumerate().take(network.sides.len()) {
            *side = OfSide { units: pairs(&network.units[place]), seen: pairs(&network.sides[place]) };
        }
        let mut hidden_bias = [[i32x16::ZERO; 2]; Player::MAX];
        for (bias, row) in hidden_bias.iter_mut().zip(&network.hidden_bias).take(turns(sides.len())) {
            *bias = cast(row.map(|bias| rounded(bias, INPUT + WEIGHT)));
        }
        let mut penguin = [i16x16::ZERO; OF_PENGUINS.len() / 2];
        for (pair, rows) in penguin.iter_mut().zip(network.penguin.chunks(2)) {
            *pair = woven(&rows[0], &rows[1]).into();
        }
        Quantized {
            penguin,
            penguin_bias: network.penguin_bias.map(|bias| rounded(bias, WEIGHT)).into(),
            sides,
            all: pairs(&network.all),
            hidden_bias,
            out: cast(network.out.map(|out| i32::from(short(out)))),
            out_bias: rounded(network.out_bias, HIDDEN_SUM + WEIGHT),
        }
    }
}

impl<const N: usize, const P: usize> From<&Sight<N, P>> for Inputs<Pair, N, P> {
    #[inline]
    fn from(sight: &Sight<N, P>) -> Inputs<Pair, N, P> {
        let mut penguins = [[0; OF_PENGUINS.len() / 2]; P];
        for (number, penguin) in penguins.iter_mut().enumerate() {
            for (pair, inputs) in penguin.iter_mut().enumerate().take(seen_of_penguins(N) / 2) {
                *inputs = paired(sight.penguins[2 * pair][number], sight.penguins[2 * pair + 1][number]);
            }
        }
        Inputs { penguins, sides: sight.sides.map(|side| in_pairs(&side)), all: in_pairs(&sight.all) }
    }
}

#[inline]
fn paired(first: i32, second: i32) -> Pair {
    first & 0xffff | second << 16
}

#[inline]
fn in_pairs<const PAIRS: usize>(inputs: &[i32]) -> [Pair; PAIRS] {
    std::array::from_fn(|pair| paired(inputs[2 * pair], inputs.get(2 * pair + 1).copied().unwrap_or(0)))
}

impl Quantized {
    /// The network that comes with floe for this number of players, shared by all who use it.
    pub(super) fn shared(players: usize) -> Arc<Quantized> {
        static LEARNED: LazyLock<[Arc<Quantized>; 3]> =
            LazyLock::new(|| [2, 3, 4].map(|players| Arc::new(Network::learned(players).into())));
        Arc::clone(&LEARNED[players.clamp(2, 4) - 2])
    }

    /// How much more every side gets than the weights say, as far as they are asked about, the side to move first.
    ///
    /// `read` tells inputs of the position in question.
    #[inline]
    pub(super) fn corrections<T, const N: usize, const P: usize, const ASKED: usize>(
        &self,
        inputs: &Inputs<T, N, P>,
        read: impl Fn(&T) -> Pair,
    ) -> [Score; ASKED] {
        let units = self.units(inputs, &read);
        let mut corrections = [0; ASKED];
        for (me, correction) in corrections.iter_mut().enumerate() {
            let mut hidden = self.hidden_bias[me];
            for place in 0..N {
                let (side, weights) = ((me + place) % N, &self.sides[place]);
                for (&units, weights) in units[side].iter().zip(&weights.units) {
                    add(&mut hidden, units, weights);
                }
                for (seen, weights) in inputs.sides[side].iter().zip(&weights.seen) {
                    add(&mut hidden, read(seen), weights);
                }
            }
            for (seen, weights) in inputs.all.iter().zip(&self.all) {
                add(&mut hidden, read(seen), weights);
            }
            *correction = self.out(hidden);
        }
        corrections
    }

    /// What the units say of the penguins of every side, by pairs.
    #[inline]
    fn units<T, const N: usize, const P: usize>(
        &self,
        inputs: &Inputs<T, N, P>,
        read: impl Fn(&T) -> Pair,
    ) -> [[Pair; UNITS / 2]; N] {
        let mut sums = [i32x8::ZERO; N];
        for (penguin, seen) in inputs.penguins.iter().enumerate() {
            let mut units = self.penguin_bias;
            for (seen, weights) in seen.iter().zip(&self.penguin).take(seen_of_penguins(N) / 2) {
                units += cast::<i32x8, i16x16>(i32x8::splat(read(seen))).dot(*weights);
            }
            sums[penguin / (P / N)] += units.max(i32x8::ZERO);
        }
        const FINER: u32 = WEIGHT - INPUT;
        let mut units = [[0; UNITS / 2]; N];
        for (units, sums) in units.iter_mut().zip(sums) {
            *units = cast(i16x8::from_i32x8_saturate((sums + i32x8::splat(1 << (FINER - 1))) >> FINER));
        }
        units
    }

    /// What follows from the sums of the hidden units.
    #[inline]
    fn out(&self, hidden: [i32x16; 2]) -> Score {
        const FINER: u32 = INPUT + WEIGHT - HIDDEN_SUM;
        let half = i32x16::splat(1 << (FINER - 1));
        let mut sums = i32x16::ZERO;
        for (hidden, &out) in hidden.into_iter().zip(&self.out) {
            sums += ((hidden.max(i32x16::ZERO) + half) >> FINER) * out;
        }
        let sum = sums.to_array().iter().sum::<i32>() + self.out_bias;
        const END: u32 = HIDDEN_SUM + WEIGHT - INPUT;
        (sum + (1 << (END - 1))) >> END
    }
}

/// Adds to the sums of the hidden units what they make of a pair of inputs.
#[inline]
fn add(hidden: &mut [i32x16; 2], inputs: Pair, weights: &Halves) {
    let inputs = cast::<i32x16, i16x32>(i32x16::splat(inputs));
    hidden[0] += inputs.dot(weights[0]);
    hidden[1] += inputs.dot(weights[1]);
}
