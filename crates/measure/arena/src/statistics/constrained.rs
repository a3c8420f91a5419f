//! Maximum likelihood under a constraint on the mean or on the effect (Van den Bergh 2020, "The
//! maximum likelihood estimate of a multinomial distribution with constrained expectation").
//!
//! A distribution has a probability for each of some scores in equal steps from 0 to 1.

/// The score with this index of `count` scores.
fn score(index: usize, count: usize) -> f64 {
    index as f64 / (count - 1) as f64
}

/// Values of all scores of a distribution.
fn values(distribution: &[f64], value: impl Fn(f64) -> f64) -> Vec<f64> {
    let count = distribution.len();
    (0..count).map(|index| value(score(index, count))).collect()
}

/// The distribution with expectation `mean` under which `observed` is likeliest.
///
/// It is p̂ᵢ / (1 + x·(aᵢ − mean)), with the Lagrange multiplier x that gives it this expectation.
/// It exists for a mean inside (0, 1), if every probability that was observed is above zero.
pub(crate) fn with_mean(observed: &[f64], mean: f64) -> Vec<f64> {
    let distances = values(observed, |score| score - mean);
    tilted(observed, &distances).expect("a mean inside (0, 1) has scores on both sides")
}

/// The distribution whose mean exceeds ½ by `effect` standard deviations under which `observed` is
/// likeliest.
///
/// The constraint is linearised around an estimate and solved as in [`with_mean`], until the
/// estimate converges (Van den Bergh 2020, "Normalized Elo", section 4.1). For effects far beyond
/// those of a match, where it does not, the distribution is one of those of [`with_mean`].
pub(crate) fn with_effect(observed: &[f64], effect: f64) -> Vec<f64> {
    let uniform = vec![1.0 / observed.len() as f64; observed.len()];
    converged(observed, effect, uniform).unwrap_or_else(|| with_mean_of_effect(observed, effect))
}

fn converged(observed: &[f64], effect: f64, mut estimate: Vec<f64>) -> Option<Vec<f64>> {
    for _ in 0..100 {
        let (mean, deviation) = mean_and_deviation(&estimate);
        let slope = |score: f64| {
            let distance = (score - mean) / deviation;
            score - 0.5 - effect * deviation * (1.0 + distance * distance) / 2.0
        };
        let next = tilted(observed, &values(observed, slope))?;
        let step = next
            .iter()
            .zip(&estimate)
            .map(|(new, old)| (new - old).abs())
            .fold(0.0, f64::max);
        estimate = next;
        if step < 1e-11 {
            return Some(estimate);
        }
    }
    ((effect_of(&estimate) - effect).abs() < 1e-7).then_some(estimate)
}

/// The distribution of [`with_mean`] with this effect, by bisection: the effect grows with the
/// mean, without end.
fn with_mean_of_effect(observed: &[f64], effect: f64) -> Vec<f64> {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if effect_of(&with_mean(observed, middle)) < effect {
            low = middle;
        } else {
            high = middle;
        }
    }
    with_mean(observed, f64::midpoint(low, high))
}

/// The excess of the mean over ½, in standard deviations.
fn effect_of(distribution: &[f64]) -> f64 {
    let (mean, deviation) = mean_and_deviation(distribution);
    (mean - 0.5) / deviation
}

fn mean_and_deviation(distribution: &[f64]) -> (f64, f64) {
    let mean_of = |of_scores: &[f64]| -> f64 {
        let weighted = of_scores.iter().zip(distribution);
        weighted.map(|(value, p)| value * p).sum()
    };
    let mean = mean_of(&values(distribution, |score| score));
    let variance = mean_of(&values(distribution, |score| (score - mean).powi(2)));
    (mean, variance.sqrt())
}

/// The distribution p̂ᵢ / (1 + x·vᵢ) under which the values v have expectation 0. `None` if the
/// values all have one sign.
///
/// x is the root of Σ p̂ᵢ·vᵢ / (1 + x·vᵢ) between the poles at −1 / v of the greatest and of the
/// least value, where the sum falls from +∞ to −∞. The unknown is the distance to a pole, to which
/// very rare scores put the root close.
fn tilted(observed: &[f64], values: &[f64]) -> Option<Vec<f64>> {
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
    let at_pole: Vec<f64> = values.iter().map(|value| 1.0 - value / pole).collect();
    let distance = root(1.0 / pole, |distance| {
        secular(observed, values, &at_pole, distance)
    });
    let at = |index: usize| observed[index] / (at_pole[index] + distance * values[index]);
    Some((0..observed.len()).map(at).collect())
}

/// Σ p̂ᵢ·vᵢ / (1 + x·vᵢ) and its slope, at this distance from the pole.
fn secular(observed: &[f64], values: &[f64], at_pole: &[f64], distance: f64) -> (f64, f64) {
    (0..observed.len()).fold((0.0, 0.0), |(sum, slope), i| {
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

    /// Numbers of scores: of pairs of two players, and of blocks of three and of four.
    fn kinds() -> impl Strategy<Value = usize> {
        prop_oneof![Just(3usize), Just(5), Just(13), Just(25)]
    }

    fn weights(few: u32, many: u32) -> impl Strategy<Value = Vec<u32>> {
        let weight = move || prop_oneof![0..few, 0..few.max(100), 0..many];
        kinds().prop_flat_map(move |kinds| prop::collection::vec(weight(), kinds))
    }

    fn observed(weights: &[u32]) -> Vec<f64> {
        let weights: Vec<f64> = weights
            .iter()
            .map(|&weight| f64::from(weight).max(1e-3))
            .collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    }

    fn log_likelihood(observed: &[f64], distribution: &[f64]) -> f64 {
        observed
            .iter()
            .zip(distribution)
            .map(|(share, p)| share * p.ln())
            .sum()
    }

    /// The result of [`with_mean`], by bisection between the poles.
    fn with_mean_by_bisection(observed: &[f64], mean: f64) -> Vec<f64> {
        let mut low = -1.0 / (1.0 - mean);
        let mut high = 1.0 / mean;
        let distances = values(observed, |score| score - mean);
        let at = |x: f64, i: usize| observed[i] / (1.0 + x * distances[i]);
        let all = 0..observed.len();
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            let expectation: f64 = all.clone().map(|i| at(middle, i) * distances[i]).sum();
            if expectation > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        all.map(|i| at(f64::midpoint(low, high), i)).collect()
    }

    /// Moves a little along a direction that keeps the sum and the mean: a second difference of
    /// these numbers.
    fn nudged(distribution: &[f64], directions: &[f64]) -> Vec<f64> {
        let scale = 1e-3 * distribution.iter().copied().fold(1.0, f64::min);
        let inner = distribution.len() - 2;
        let at = |index: Option<usize>| match index {
            Some(index) if index < inner => directions[index % directions.len()],
            _ => 0.0,
        };
        let moved = |(i, p): (usize, &f64)| {
            let step = at(Some(i)) - 2.0 * at(i.checked_sub(1)) + at(i.checked_sub(2));
            p + scale * step
        };
        distribution.iter().enumerate().map(moved).collect()
    }

    /// Engines that always play alike have blocks of one kind only; then the rest is as rare as can
    /// be.
    #[test]
    fn blocks_of_one_kind() {
        for count in [3, 5, 13, 25] {
            for (weight, kind) in [1.0, 1e3, 1e6, 1e9, 1e12]
                .into_iter()
                .flat_map(|weight| (0..count).map(move |kind| (weight, kind)))
            {
                let mut weights = vec![1e-3; count];
                weights[kind] = weight;
                let sum: f64 = weights.iter().sum();
                let observed: Vec<f64> = weights.iter().map(|part| part / sum).collect();
                for effect in [-0.8144, -0.3, 0.0, 0.01, 0.5, 0.8144] {
                    let best = with_effect(&observed, effect);
                    assert!(
                        (effect_of(&best) - effect).abs() < 1e-7,
                        "{weights:?} {effect}"
                    );
                }
                for mean in [0.01, 0.5, 0.7, 0.99] {
                    let best = with_mean(&observed, mean);
                    assert!((mean_and_deviation(&best).0 - mean).abs() < 1e-9);
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// Few blocks and a mean of ½ are where Newton's method is most easily led astray.
        #[test]
        fn newton_is_bisection(
            weights in weights(3, 3000),
            mean in prop_oneof![Just(0.5), 0.05..0.95],
        ) {
            let observed = observed(&weights);
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
            weights in weights(2000, 2000),
            mean in 0.02..0.98,
            directions in prop::array::uniform3(-0.2..0.2),
        ) {
            let observed = observed(&weights);
            let best = with_mean(&observed, mean);
            prop_assert!((best.iter().sum::<f64>() - 1.0).abs() < 1e-7);
            prop_assert!((mean_and_deviation(&best).0 - mean).abs() < 1e-7);
            let other = nudged(&best, &directions);
            prop_assert!((mean_and_deviation(&other).0 - mean).abs() < 1e-7);
            prop_assume!(other.iter().all(|&p| p > 0.0));
            prop_assert!(log_likelihood(&observed, &other) <= log_likelihood(&observed, &best) + 1e-9);
        }

        #[test]
        fn effect_is_met(weights in weights(2000, 2000), effect in prop_oneof![-0.82..0.82, -3.0..3.0]) {
            let best = with_effect(&observed(&weights), effect);
            prop_assert!(best.iter().all(|&p| p > 0.0));
            prop_assert!((best.iter().sum::<f64>() - 1.0).abs() < 1e-7);
            prop_assert!((effect_of(&best) - effect).abs() < 1e-6);
        }
    }
}
