/// Mean, variance, skewness and kurtosis of an engine's score in blocks, which is 0 where it is
/// last in all games and 1 where it is first in all.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moments {
    /// Number of blocks, including what was added to keep numbers finite.
    pub blocks: f64,
    /// Number of games of a block.
    pub games: f64,
    /// Mean score of the engine in a game, 0 to 1.
    pub mean: f64,
    /// Variance of the score of one block.
    pub variance: f64,
    /// Skewness: the third moment of the standardised score of one block.
    pub skewness: f64,
    /// Kurtosis: the fourth moment of the standardised score of one block; 3 for a normal
    /// distribution.
    pub kurtosis: f64,
}

impl Moments {
    /// Returns the moments of pairs with 0, ½, 1, 1½ and 2 points. `weights` are the numbers of
    /// these pairs, which may be fractions. The moments are finite if at least two weights are
    /// above zero.
    pub fn of_pairs(weights: [f64; 5]) -> Moments {
        Moments::of_blocks(2, &weights)
    }

    /// Returns the moments of blocks of this number of games. `weights` are the numbers of blocks
    /// with each score, in equal steps from 0 to 1; they may be fractions. The moments are finite
    /// if at least two weights are above zero.
    pub fn of_blocks(games: u64, weights: &[f64]) -> Moments {
        let blocks: f64 = weights.iter().sum();
        let steps = (weights.len() - 1) as f64;
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            let weighted = weights.iter().zip(0u32..);
            weighted
                .map(|(weight, step)| weight * value(f64::from(step) / steps))
                .sum::<f64>()
                / blocks
        };
        let mean = mean_of(&|score| score);
        let [variance, third, fourth] =
            [2, 3, 4].map(|order| mean_of(&|score| (score - mean).powi(order)));
        Moments {
            blocks,
            games: games as f64,
            mean,
            variance,
            skewness: third / variance.powf(1.5),
            kurtosis: fourth / variance.powi(2),
        }
    }

    /// Returns the standard error of the mean score.
    pub fn standard_error(&self) -> f64 {
        (self.variance / self.blocks).sqrt()
    }

    /// Returns the excess of the mean score over ½, in standard deviations of one block.
    pub fn effect(&self) -> f64 {
        (self.mean - 0.5) / self.variance.sqrt()
    }
}
