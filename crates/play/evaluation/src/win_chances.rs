//! Win probabilities from expected results.

use floe_game::Score;
use floe_search::WinProbabilities;
use wide::f32x8;

use crate::LANES;

/// Share of the win probabilities that goes by fish alone; tuned in `lab/experiments.csv`.
const FISH_SHARE: f32 = 0.2;
/// Range of leads over which the share by fish rises from 0 to 1, in 1/128 fish: from -10 to +10
/// fish.
const FULL_LEAD: f32 = 2560.0;

/// A number for every player, in every lane.
pub type PlayerLanes<const N: usize> = [f32x8; N];

/// Win probability of every player, in the order of `results`, the final scores in 1/128 fish. Tied
/// winners share the win. A part of each probability goes by the lead in fish alone: it rises from
/// 0 to 1 while the lead of the player over the mean of the others rises from -10 to 10 fish.
pub fn final_win_chances<const N: usize>(results: &[Score; N]) -> WinProbabilities {
    let mut shares = [f32x8::ZERO; N];
    let most = results.iter().max().expect("a game has players");
    let winners = results.iter().filter(|&result| result == most).count() as f32;
    for (share, result) in shares.iter_mut().zip(results) {
        *share = f32x8::splat(if result == most { 1.0 / winners } else { 0.0 });
    }
    with_fish(shares, &results.map(|result| f32x8::splat(result as f32)))[0]
}

/// Win probability of every player, in the order of `results`, the expected final scores in 1/128
/// fish. Their errors have a logistic distribution of this scale, above zero, in 1/128 fish. A part
/// of each probability goes by the lead in fish alone: it rises from 0 to 1 while the expected lead
/// of the player over the mean of the others rises from -10 to 10 fish.
#[inline]
pub fn win_probabilities<const N: usize>(results: &[Score; N], scale: f32) -> WinProbabilities {
    win_probabilities_batch(
        results.map(|result| f32x8::splat(result as f32)),
        [scale; LANES],
    )[0]
}

/// [`win_probabilities`] in every lane, with a scale for each.
#[inline]
pub fn win_probabilities_batch<const N: usize>(
    results: PlayerLanes<N>,
    scales: [f32; LANES],
) -> [WinProbabilities; LANES] {
    let mut most = results[0];
    let scales = f32x8::from(scales);
    for result in results {
        most = most.fast_max(result);
    }
    let mut shares = results;
    for share in &mut shares {
        *share = exp((*share - most) / scales);
    }
    let all = sum(&shares);
    for share in &mut shares {
        *share /= all;
    }
    with_fish(shares, &results)
}

/// Adds the share that goes by fish: by the lead of every player over the mean of the others.
#[inline]
fn with_fish<const N: usize>(
    mut shares: PlayerLanes<N>,
    results: &PlayerLanes<N>,
) -> [WinProbabilities; LANES] {
    let all = sum(results);
    for (share, &own) in shares.iter_mut().zip(results) {
        let ahead = own - (all - own) / f32x8::splat((N - 1) as f32);
        let by_fish = f32x8::splat(0.5) + ahead / f32x8::splat(FULL_LEAD);
        *share += f32x8::splat(FISH_SHARE)
            * (by_fish.fast_max(f32x8::ZERO).fast_min(f32x8::ONE) - *share);
    }
    let mut lanes = [WinProbabilities::default(); LANES];
    for (player, share) in shares.iter().enumerate() {
        for (shares, &share) in lanes.iter_mut().zip(share.as_array()) {
            shares[player] = share;
        }
    }
    lanes
}

#[inline]
fn sum<const N: usize>(numbers: &PlayerLanes<N>) -> f32x8 {
    numbers
        .iter()
        .fold(f32x8::ZERO, |sum, &number| sum + number)
}

/// Exponential function of numbers up to zero, the same on all machines, with a relative error
/// below 2.5e-7.
#[inline]
fn exp(exponents: f32x8) -> f32x8 {
    // So large that adding it rounds to integers. Below -87 the result is next to zero.
    const ROUNDING: f32 = 12_582_912.0;
    let exponents = exponents.fast_max(f32x8::splat(-87.0));
    let twos = exponents * f32x8::splat(std::f32::consts::LOG2_E) + f32x8::splat(ROUNDING);
    let whole = twos - f32x8::splat(ROUNDING);
    // ln(2) in two parts, for precision.
    let rest =
        exponents - whole * f32x8::splat(0.693_359_4) + whole * f32x8::splat(0.000_212_194_44);
    let mut series = f32x8::splat(1.0 / 720.0);
    for term in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        series = series * rest + f32x8::splat(term);
    }
    // The integer in the lowest bits moves to the exponent of a float.
    let mut powers = twos.to_array();
    for power in &mut powers {
        *power = f32::from_bits((power.to_bits() << 23).wrapping_add(127 << 23));
    }
    series * f32x8::from(powers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_the_exponential_function() {
        for step in 0..80_000 {
            let exponent = -(step as f32) / 1000.0;
            let found = exp(f32x8::splat(exponent)).to_array()[0];
            let truth = f64::from(exponent).exp();
            assert!(
                (f64::from(found) / truth - 1.0).abs() < 2.5e-7,
                "{exponent}: {found} {truth}"
            );
        }
    }
}
