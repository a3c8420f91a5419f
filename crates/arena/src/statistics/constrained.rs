//! The likeliest distribution on given values that meets a condition (Van den Bergh 2020, "The maximum likelihood
//! estimate of a multinomial distribution with constrained expectation"; Owen 1988 for the general theory).

/// Probabilities on the five scores of a pair.
pub(crate) type Distribution = [f64; 5];

/// The scores of a pair.
pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Among the distributions with expectation `mean`, the one under which `observed` is likeliest.
///
/// Where p̂ was observed it is p̂ᵢ / (1 + x·(aᵢ − mean)), with the Lagrange multiplier x that gives it this
/// expectation. It exists for a mean inside (0, 1), if every probability that was observed is above zero.
pub(crate) fn with_mean(observed: &Distribution, mean: f64) -> Distribution {
    let values = SCORES.map(|score| score - mean);
    tilted(observed, &values).expect("a mean inside (0, 1) has scores on both sides")
}

/// Among the distributions whose mean exceeds ½ by `effect` standard deviations, the one under which `observed` is
/// likeliest.
///
/// The condition is linearised around a guess and solved as in [`with_mean`], until the guess stands still (Van den
/// Bergh 2020, "Normalized Elo", section 4.1). `None` if it does not: for effects far from any that a match
/// is about.
pub(crate) fn with_effect(observed: &Distribution, effect: f64) -> Option<Distribution> {
    let mut guess = [0.2; 5];
    for _ in 0..100 {
        let (mean, deviation) = mean_and_deviation(&guess);
        let slope = |score: f64| {
            let distance = (score - mean) / deviation;
            score - 0.5 - effect * deviation * (1.0 + distance * distance) / 2.0
        };
        let next = tilted(observed, &SCORES.map(slope))?;
        let step = next.iter().zip(guess).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        guess = next;
        if step < 1e-13 {
            return Some(guess);
        }
    }
    let (mean, deviation) = mean_and_deviation(&guess);
    ((mean - 0.5) / deviation - effect).abs().lt(&1e-7).then_some(guess)
}

fn mean_and_deviation(distribution: &Distribution) -> (f64, f64) {
    let mean: f64 = SCORES.iter().zip(distribution).map(|(score, p)| score * p).sum();
    let variance: f64 = SCORES.iter().zip(distribution).map(|(score, p)| p * (score - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

/// The distribution p̂ᵢ / (1 + x·vᵢ) under which the values v have expectation 0. `None` if they all have one sign.
fn tilted(observed: &Distribution, values: &Distribution) -> Option<Distribution> {
    let multiplier = multiplier(observed, values)?;
    let mut distribution = [0.0; 5];
    for (p, (observed, value)) in distribution.iter_mut().zip(observed.iter().zip(values)) {
        *p = observed / (1.0 + multiplier * value);
    }
    Some(distribution)
}

/// The root x of Σ p̂ᵢ·vᵢ / (1 + x·vᵢ) between the poles that belong to the greatest and the least value, where
/// the sum falls from +∞ to −∞. Newton's method, kept inside a bracket that halves where Newton would leave it.
fn multiplier(observed: &Distribution, values: &Distribution) -> Option<f64> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || greatest <= 0.0 {
        return None;
    }
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..200 {
        let (sum, slope) = secular(observed, values, x);
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - sum / slope;
        let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        if (next - x).abs() <= 1e-15 * x.abs() || next <= low || next >= high {
            return Some(x);
        }
        x = next;
    }
    Some(x)
}

/// Σ p̂ᵢ·vᵢ / (1 + x·vᵢ), and its slope, which is never above zero.
fn secular(observed: &Distribution, values: &Distribution, x: f64) -> (f64, f64) {
    observed.iter().zip(values).fold((0.0, 0.0), |(sum, slope), (p, value)| {
        let term = value / (1.0 + x * value);
        (sum + p * term, slope - p * term * term)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn observed(weights: [u32; 5]) -> Distribution {
        let weights = weights.map(|weight| f64::from(weight).max(1e-3));
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    }

    fn log_likelihood(observed: &Distribution, distribution: &Distribution) -> f64 {
        observed.iter().zip(distribution).map(|(share, p)| share * p.ln()).sum()
    }

    /// Moves a little along a direction that keeps the sum and the mean.
    fn nudged(distribution: &Distribution, [a, b, c]: [f64; 3]) -> Distribution {
        let scale = 1e-3 * distribution.iter().copied().fold(1.0, f64::min);
        let moves = [a, b - 2.0 * a, c - 2.0 * b + a, b - 2.0 * c, c];
        std::array::from_fn(|i| distribution[i] + scale * moves[i])
    }

    proptest! {
        #[test]
        fn mean_is_met_and_nothing_near_is_likelier(
            weights in prop::array::uniform5(0u32..2000),
            mean in 0.02..0.98,
            direction in prop::array::uniform3(-0.2..0.2),
        ) {
            let observed = observed(weights);
            let best = with_mean(&observed, mean);
            prop_assert!((best.iter().sum::<f64>() - 1.0).abs() < 1e-7);
            prop_assert!((mean_and_deviation(&best).0 - mean).abs() < 1e-7);
            let other = nudged(&best, direction);
            prop_assume!(other.iter().all(|&p| p > 0.0));
            prop_assert!(log_likelihood(&observed, &other) <= log_likelihood(&observed, &best) + 1e-9);
        }

        #[test]
        fn effect_is_met(weights in prop::array::uniform5(0u32..2000), effect in -0.82..0.82) {
            let observed = observed(weights);
            let best = with_effect(&observed, effect).unwrap();
            let (mean, deviation) = mean_and_deviation(&best);
            prop_assert!(best.iter().all(|&p| p > 0.0));
            prop_assert!((best.iter().sum::<f64>() - 1.0).abs() < 1e-7);
            prop_assert!(((mean - 0.5) / deviation - effect).abs() < 1e-6);
        }
    }
}
