/// Mean, variance, skewness and kurtosis of the score of pairs, 0 (both games lost) to 1 (both won).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moments {
    /// How many pairs there are; whatever was added to keep numbers finite counts too.
    pub pairs: f64,
    /// The mean score.
    pub mean: f64,
    /// The variance of the score of one pair.
    pub variance: f64,
    /// The third moment of the standardised score.
    pub skewness: f64,
    /// The fourth moment of the standardised score: 3 for a normal distribution.
    pub kurtosis: f64,
}

impl Moments {
    /// The moments of pairs of which so many brought 0, ½, 1, 1½ and 2 points.
    ///
    /// They are finite where two of the weights are above zero; [`Pentanomial::moments`](super::Pentanomial) sees
    /// to that.
    pub fn of_pairs(weights: [f64; 5]) -> Moments {
        let pairs: f64 = weights.iter().sum();
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let mean_of = |value: &dyn Fn(f64) -> f64| -> f64 {
            scores.iter().zip(weights).map(|(&score, weight)| value(score) * weight).sum::<f64>() / pairs
        };
        let mean = mean_of(&|score| score);
        let variance = mean_of(&|score| (score - mean).powi(2));
        let skewness = mean_of(&|score| (score - mean).powi(3)) / variance.powf(1.5);
        let kurtosis = mean_of(&|score| (score - mean).powi(4)) / variance.powi(2);
        Moments { pairs, mean, variance, skewness, kurtosis }
    }

    /// The standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        (self.variance / self.pairs).sqrt()
    }

    /// How far the mean lies above ½, in standard deviations of one pair.
    pub fn effect(&self) -> f64 {
        (self.mean - 0.5) / self.variance.sqrt()
    }
}
