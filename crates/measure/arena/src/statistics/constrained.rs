//! Maximum likelihood under a constraint on the mean or on the effect (Van den Bergh 2020, "The
//! maximum likelihood estimate of a multinomial distribution with constrained expectation").

pub(crate) type Distribution = [f64; 5];

pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The distribution with expectation `mean` under which `observed` is likeliest.
///
/// It is p̂ᵢ / (1 + x·(aᵢ − mean)), with the Lagrange multiplier x that gives it this expectation.
/// It exists for a mean inside (0, 1), if every probability that was observed is above zero.
pub(crate) fn with_mean(observed: &Distribution, mean: f64) -> Distribution {
    let values = SCORES.map(|score| score - mean);
    tilted(observed, &values).expect("a mean inside (0, 1) has scores on both sides")
}

/// The distribution whose mean exceeds ½ by `effect` standard deviations under which `observed` is
/// likeliest.
///
/// The constraint is linearised around an estimate and solved as in [`with_mean`], until the
/// estimate converges (Van den Bergh 2020, "Normalized Elo", section 4.1). `None` if it does not:
/// for effects far beyond those of a match.
pub(crate) fn with_effect(observed: &Distribution, effect: f64) -> Option<Distribution> {
    let mut estimate = [0.2; 5];
    for _ in 0..100 {
        let (mean, deviation) = mean_and_deviation(&estimate);
        let slope = |score: f64| {
            let distance = (score - mean) / deviation;
            score - 0.5 - effect * deviation * (1.0 + distance * distance) / 2.0
        };
        let next = tilted(observed, &SCORES.map(slope))?;
        let step = next
            .iter()
            .zip(estimate)
            .map(|(new, old)| (new - old).abs())
            .fold(0.0, f64::max);
        estimate = next;
        if step < 1e-11 {
            return Some(estimate);
        }
    }
    let (mean, deviation) = mean_and_deviation(&estimate);
    ((mean - 0.5) / deviation - effect)
        .abs()
        .lt(&1e-7)
        .then_some(estimate)
}

fn mean_and_deviation(distribution: &Distribution) -> (f64, f64) {
    let mean: f64 = SCORES
        .iter()
        .zip(distribution)
        .map(|(score, p)| score * p)
        .sum();
    let variance: f64 = SCORES
        .iter()
        .zip(distribution)
        .map(|(score, p)| p * (score - mean).powi(2))
        .sum();
    (mean, variance.sqrt())
}

/// The distribution p̂ᵢ / (1 + x·vᵢ) under which the values v have expectation 0. `None` if the
/// values all have one sign.
///
/// x is the root of Σ p̂ᵢ·vᵢ / (1 + x·vᵢ) between the poles at −1 / v of the greatest and of the
/// least value, where the sum falls from +∞ to −∞. The unknown is the distance to a pole, to which
/// very rare scores put the root close.
fn tilted(observed: &Distribution, values: &Distribution) -> Option<Distribution> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || greatest <= 0.0 {
        return None;
    }
    let mean: f64 = observed
        .iter()
        .zip(values)
        .map(|(p, value)| p * value)
        .sum();
    let pole = if mean > 0.0 { least } else { greatest };
    let at_pole = values.map(|value| 1.0 - value / pole);
    let distance = root(1.0 / pole, |distance| {
        secular(observed, values, &at_pole, distance)
    });
    Some(std::array::from_fn(|i| {
        observed[i] / (at_pole[i] + distance * values[i])
    }))
}

/// Σ p̂ᵢ·vᵢ / (1 + x·vᵢ) and its slope, at this distance from the pole.
fn secular(
    observed: &Distribution,
    values: &Distribution,
    at_pole: &Distribution,
    distance: f64,
) -> (f64, f64) {
    (0..5).fold((0.0, 0.0), |(sum, slope), i| {
        let term = values[i] / (at_pole[i] + distance * values[i]);
        (sum + observed[i] * term, slope - observed[i] * term * term)
    })
}

/// The root between 0 and `far` of a function that falls, is infinite at 0 and returns its slope
/// too: Newton's method from `far`, with bisection when it would leave the bracket.
fn root(far: f64, function: impl Fn(f64) -> (f64, f64)) -> f64 {
    let (mut near, mut far, mut at) = (0.0, far, far);
    for _ in 0..200 {
        let (value, slope) = function(at);
        if value == 0.0 {
            return at;
        }
        if value * far > 0.0 {
            near = at;
        } else {
            far = at;
        }
        let newton = at - value / slope;
        let inside = (newton - near) * (far - newton) > 0.0;
        let next = if inside {
            newton
        } else {
            f64::midpoint(near, far)
        };
        if (next - at).abs() <= 1e-15 * at.abs() {
            return at;
        }
        at = next;
    }
    at
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
        observed
            .iter()
            .zip(distribution)
            .map(|(share, p)| share * p.ln())
            .sum()
    }

    /// The result of [`with_mean`], by bisection between the poles.
    fn with_mean_by_bisection(observed: &Distribution, mean: f64) -> Distribution {
        let mut low = -1.0 / (1.0 - mean);
        let mut high = 1.0 / mean;
        let at = |x: f64, i: usize| observed[i] / (1.0 + x * (SCORES[i] - mean));
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            let expectation: f64 = (0..5).map(|i| at(middle, i) * (SCORES[i] - mean)).sum();
            if expectation > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        std::array::from_fn(|i| at(f64::midpoint(low, high), i))
    }

    /// Moves a little along a direction that keeps the sum and the mean.
    fn nudged(distribution: &Distribution, [a, b, c]: [f64; 3]) -> Distribution {
        let scale = 1e-3 * distribution.iter().copied().fold(1.0, f64::min);
        let moves = [a, b - 2.0 * a, c - 2.0 * b + a, b - 2.0 * c, c];
        std::array::from_fn(|i| distribution[i] + scale * moves[i])
    }

    /// Engines that always play alike have pairs of one kind only; then the rest is as rare as can
    /// be.
    #[test]
    fn pairs_of_one_kind() {
        for weight in [1.0, 1e3, 1e6, 1e9, 1e12] {
            for kind in 0..5 {
                let mut weights = [1e-3; 5];
                weights[kind] = weight;
                let observed = weights.map(|part| part / weights.iter().sum::<f64>());
                for effect in [-0.8144, -0.3, 0.0, 0.01, 0.5, 0.8144] {
                    let (mean, deviation) =
                        mean_and_deviation(&with_effect(&observed, effect).unwrap());
                    assert!(
                        ((mean - 0.5) / deviation - effect).abs() < 1e-7,
                        "{weights:?} {effect}"
                    );
                }
                for mean in [0.01, 0.5, 0.7, 0.99] {
                    assert!(
                        (mean_and_deviation(&with_mean(&observed, mean)).0 - mean).abs() < 1e-9
                    );
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// Few pairs and a mean of ½ are where Newton's method is most easily led astray.
        #[test]
        fn newton_is_bisection(
            weights in prop::array::uniform5(prop_oneof![0u32..3, 0u32..100, 0u32..3000]),
            mean in prop_oneof![Just(0.5), 0.05..0.95],
        ) {
            let observed = observed(weights);
            let fast = with_mean(&observed, mean);
            let naive = with_mean_by_bisection(&observed, mean);
            for (fast, naive) in fast.iter().zip(naive) {
                prop_assert!((fast - naive).abs() < 1e-7, "{} {}", fast, naive);
            }
        }
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
