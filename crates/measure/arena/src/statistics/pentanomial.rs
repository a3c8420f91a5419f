/// Numbers of pairs of games in which an engine scored 0, ½, 1, 1½ and 2 points (the pentanomial
/// counts).
///
/// The games of a pair share a floe, so their results depend on one another; the points of pairs do
/// not (Van den Bergh 2019).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pentanomial {
    /// Numbers of pairs in which the engine scored 0, ½, 1, 1½ and 2 points.
    pub counts: [u64; 5],
}

impl Pentanomial {
    /// Returns the number of all pairs together.
    pub fn pairs(self) -> u64 {
        self.counts.iter().sum()
    }

    /// Counts a pair in which the engine has scored this number of half points.
    ///
    /// # Panics
    /// If `half_points`, twice the points of the pair, is above 4.
    pub fn record(&mut self, half_points: usize) {
        self.counts[half_points] += 1;
    }

    /// Returns the moments of the score of the engine in a pair, after adding half a pair won and
    /// half a pair lost, which makes every estimate finite.
    pub fn moments(self) -> Moments {
        let mut weights = self.counts.map(|count| count as f64);
        weights[0] += 0.5;
        weights[4] += 0.5;
        Moments::of_pairs(weights)
    }
}

/// Mean, variance, skewness and kurtosis of an engine's score in pairs, which is 0 for both games
/// lost and 1 for both won.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moments {
    /// Number of pairs, including what was added to keep numbers finite.
    pub pairs: f64,
    /// Mean score of the engine in a game, 0 to 1.
    pub mean: f64,
    /// Variance of the score of one pair.
    pub variance: f64,
    /// Skewness: the third moment of the standardised score of one pair.
    pub skewness: f64,
    /// Kurtosis: the fourth moment of the standardised score of one pair; 3 for a normal
    /// distribution.
    pub kurtosis: f64,
}

fn weighted_mean(values: [f64; 5], weights: [f64; 5]) -> f64 {
    let sum: f64 = values
        .iter()
        .zip(weights)
        .map(|(value, weight)| value * weight)
        .sum();
    sum / weights.iter().sum::<f64>()
}

impl Moments {
    /// Returns the moments of pairs with 0, ½, 1, 1½ and 2 points, of which there are these numbers
    /// or fractions; finite if two of these are above zero.
    pub fn of_pairs(weights: [f64; 5]) -> Moments {
        let pairs: f64 = weights.iter().sum();
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let mean = weighted_mean(scores, weights);
        let moment = [2, 3, 4]
            .map(|order| weighted_mean(scores.map(|score| (score - mean).powi(order)), weights));
        let [variance, third, fourth] = moment;
        let skewness = third / variance.powf(1.5);
        let kurtosis = fourth / variance.powi(2);
        Moments {
            pairs,
            mean,
            variance,
            skewness,
            kurtosis,
        }
    }

    /// Returns the standard error of the mean score.
    pub fn standard_error(&self) -> f64 {
        (self.variance / self.pairs).sqrt()
    }

    /// Returns the excess of the mean score over ½, in standard deviations of one pair.
    pub fn effect(&self) -> f64 {
        (self.mean - 0.5) / self.variance.sqrt()
    }
}
