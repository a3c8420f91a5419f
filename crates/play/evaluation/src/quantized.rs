//! The network in 16-bit integers, as searches evaluate it.

use std::sync::{Arc, LazyLock};

use floe_game::{Player, Score};
use wide::{bytemuck::cast, i16x8, i16x16, i16x32, i32x8, i32x16};

use crate::built_in;
use crate::inputs::{PENGUIN_INPUTS, POSITION_INPUTS, PairedInputs, SIDE_INPUTS, penguin_inputs};
use crate::network::{HIDDEN, Network, NetworkFile, UNITS, turns};
use crate::weights::WeightsGame;

/// A [`Network`] with weights of 16 bits, which changes its output mostly by 1/100 fish, seldom by
/// 1/20. Processors multiply such numbers in pairs and add the pairs in one instruction; integer
/// sums are the same on all machines.
#[derive(Debug)]
pub(super) struct Quantized {
    /// Weights by pair of inputs of a penguin; zero where a pair is not used.
    penguin: [i16x16; PENGUIN_INPUTS.len() / 2],
    penguin_bias: i32x8,
    /// Weights by side, starting with the side that the output is for.
    sides: [SideWeights; Player::MAX],
    /// Weights by pair of inputs of the position.
    all: [PairWeights; POSITION_INPUTS.len().div_ceil(2)],
    /// Biases by place in turn order of the side that the output is for.
    hidden_bias: [[i32x16; 2]; Player::MAX],
    out: [i32x16; 2],
    out_bias: i32,
}

/// Weights of a pair of inputs for each half of the hidden units.
type PairWeights = [i16x32; 2];

/// Weights of a side.
#[derive(Clone, Copy, Debug)]
struct SideWeights {
    /// Weights by pair of units that see its penguins.
    units: [PairWeights; UNITS / 2],
    /// Weights by pair of its inputs.
    inputs: [PairWeights; SIDE_INPUTS.len().div_ceil(2)],
}

/// Fractional bits of inputs and of the sums of units: 1/128.
const INPUT_BITS: u32 = 7;
/// Fractional bits of weights: they range from -8 to 8.
const WEIGHT_BITS: u32 = 12;
/// Fractional bits of the outputs of hidden units.
const HIDDEN_BITS: u32 = 8;

/// The number as an integer with this many fractional bits.
#[inline]
fn rounded(number: f32, bits: u32) -> i32 {
    (f64::from(number) * f64::from(1 << bits)).round() as i32
}

/// The weight in 16 bits, saturated.
fn short(number: f32) -> i16 {
    rounded(number, WEIGHT_BITS).clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// Two rows of weights, interleaved unit by unit.
fn interleaved<const UNITS: usize, const BOTH: usize>(
    first: &[f32; UNITS],
    second: &[f32; UNITS],
) -> [i16; BOTH] {
    std::array::from_fn(|place| {
        short(if place % 2 == 0 {
            first[place / 2]
        } else {
            second[place / 2]
        })
    })
}

/// The rows of hidden units in pairs; the last of an odd number is paired with zeros.
fn pairs<const PAIRS: usize>(rows: &[[f32; HIDDEN]]) -> [PairWeights; PAIRS] {
    std::array::from_fn(|pair| {
        let second = rows.get(2 * pair + 1).unwrap_or(&[0.0; HIDDEN]);
        cast(interleaved::<HIDDEN, { 2 * HIDDEN }>(
            &rows[2 * pair],
            second,
        ))
    })
}

impl From<&Network> for Quantized {
    fn from(network: &Network) -> Quantized {
        let zero = [[0.0; HIDDEN]; SIDE_INPUTS.len()];
        let side = |place: usize| SideWeights {
            units: pairs(network.units.get(place).map_or(&zero[..UNITS], |rows| rows)),
            inputs: pairs(network.sides.get(place).unwrap_or(&zero)),
        };
        let bias = |place: usize| {
            let row = network.hidden_bias.get(place).unwrap_or(&[0.0; HIDDEN]);
            cast(row.map(|bias| rounded(bias, INPUT_BITS + WEIGHT_BITS)))
        };
        let mut penguin = [i16x16::ZERO; PENGUIN_INPUTS.len() / 2];
        for (pair, rows) in penguin.iter_mut().zip(network.penguin.chunks(2)) {
            *pair = interleaved(&rows[0], &rows[1]).into();
        }
        Quantized {
            penguin,
            penguin_bias: network
                .penguin_bias
                .map(|bias| rounded(bias, WEIGHT_BITS))
                .into(),
            sides: std::array::from_fn(side),
            all: pairs(&network.all),
            hidden_bias: std::array::from_fn(bias),
            out: cast(network.out.map(|out| i32::from(short(out)))),
            out_bias: rounded(network.out_bias, HIDDEN_BITS + WEIGHT_BITS),
        }
    }
}

impl Quantized {
    /// The built-in network for this number of players.
    pub(super) fn learned(players: usize) -> Arc<Quantized> {
        static LEARNED: LazyLock<[Arc<Quantized>; 3]> =
            LazyLock::new(|| [2, 3, 4].map(|players| Arc::new(Network::learned(players).into())));
        Arc::clone(&LEARNED[players.clamp(2, 4) - 2])
    }

    /// The built-in network of a variant; `None` if it has none.
    pub(super) fn learned_for(game: WeightsGame) -> Option<&'static Arc<Quantized>> {
        static LEARNED: LazyLock<Vec<(WeightsGame, Arc<Quantized>)>> = LazyLock::new(|| {
            let read = |text: &&str| {
                let file: NetworkFile =
                    text.parse().expect("the built-in networks are well-formed");
                (file.game, Arc::new((&file.network).into()))
            };
            built_in::NETWORKS.iter().map(read).collect()
        });
        LEARNED
            .iter()
            .find(|(known, _)| *known == game)
            .map(|(_, network)| network)
    }

    /// Corrections of the weighted features of every side, in 1/128 fish, the side to move first;
    /// of two sides only that of the first.
    ///
    /// `read` reads the inputs of one position.
    #[inline]
    pub(super) fn corrections<T, const N: usize, const P: usize>(
        &self,
        inputs: &PairedInputs<T, N, P>,
        read: impl Fn(&T) -> i32,
    ) -> [Score; N] {
        let units = self.units(inputs, &read);
        let mut corrections = [0; N];
        for (me, correction) in corrections.iter_mut().enumerate().take(turns(N)) {
            let mut hidden = self.hidden_bias[me];
            for place in 0..N {
                let side = (me + place) % N;
                let weights = &self.sides[place];
                for (&units, weights) in units[side].iter().zip(&weights.units) {
                    add(&mut hidden, units, weights);
                }
                for (inputs, weights) in inputs.sides[side].iter().zip(&weights.inputs) {
                    add(&mut hidden, read(inputs), weights);
                }
            }
            for (inputs, weights) in inputs.all.iter().zip(&self.all) {
                add(&mut hidden, read(inputs), weights);
            }
            *correction = self.output(hidden);
        }
        corrections
    }

    /// Sums of the units over the penguins of every side, in pairs.
    #[inline]
    fn units<T, const N: usize, const P: usize>(
        &self,
        inputs: &PairedInputs<T, N, P>,
        read: impl Fn(&T) -> i32,
    ) -> [[i32; UNITS / 2]; N] {
        let mut sums = [i32x8::ZERO; N];
        for (penguin, inputs) in inputs.penguins.iter().enumerate() {
            let mut units = self.penguin_bias;
            for (inputs, weights) in inputs.iter().zip(&self.penguin).take(penguin_inputs(N) / 2) {
                units += cast::<i32x8, i16x16>(i32x8::splat(read(inputs))).dot(*weights);
            }
            sums[penguin / (P / N)] += units.max(i32x8::ZERO);
        }
        const EXCESS: u32 = WEIGHT_BITS - INPUT_BITS;
        let mut units = [[0; UNITS / 2]; N];
        for (units, sums) in units.iter_mut().zip(sums) {
            *units = cast(i16x8::from_i32x8_saturate(
                (sums + i32x8::splat(1 << (EXCESS - 1))) >> EXCESS,
            ));
        }
        units
    }

    /// Output for these sums of the hidden units, in 1/128 fish.
    #[inline]
    fn output(&self, hidden: [i32x16; 2]) -> Score {
        const EXCESS: u32 = INPUT_BITS + WEIGHT_BITS - HIDDEN_BITS;
        let half = i32x16::splat(1 << (EXCESS - 1));
        let mut sums = i32x16::ZERO;
        for (hidden, &out) in hidden.into_iter().zip(&self.out) {
            sums += ((hidden.max(i32x16::ZERO) + half) >> EXCESS) * out;
        }
        let sum = sums.to_array().iter().sum::<i32>() + self.out_bias;
        const END: u32 = HIDDEN_BITS + WEIGHT_BITS - INPUT_BITS;
        (sum + (1 << (END - 1))) >> END
    }
}

/// Adds a pair of inputs, weighted, to the sums of the hidden units.
#[inline]
fn add(hidden: &mut [i32x16; 2], inputs: i32, weights: &PairWeights) {
    let inputs = cast::<i32x16, i16x32>(i32x16::splat(inputs));
    hidden[0] += inputs.dot(weights[0]);
    hidden[1] += inputs.dot(weights[1]);
}
