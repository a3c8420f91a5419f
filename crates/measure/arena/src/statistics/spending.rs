use super::elo::{normal, normal_quantile};

/// Boundaries of a test that looks at its results several times, by the error-spending function of
/// Lan & DeMets (1983) of the kind of O'Brien & Fleming (1979): early looks spend next to nothing,
/// and the last one has almost the whole error.
///
/// The statistic is a Brownian motion in the share of the results that are known, and a boundary is
/// crossed in one direction. Where the results grow by less than that share says, looks depend on
/// one another more strongly, and the error is smaller (Slepian 1962).
#[derive(Clone, Debug)]
pub(crate) struct ErrorSpending {
    /// Probability that a boundary is crossed by chance at any look.
    error: f64,
    /// Part of `error` that the looks so far have spent.
    spent: f64,
    /// Share of the results that the last look has seen.
    share: f64,
    /// Boundary of the last look, in standard errors.
    boundary: f64,
    /// Points of the Brownian motion at the last look, with the probability of each that no
    /// boundary has been crossed.
    paths: Vec<(f64, f64)>,
}

/// Half the width of the range of a Brownian motion, in standard deviations, beyond which its
/// probability is below 1e-15.
const RANGE: f64 = 8.0;
/// Number of intervals of Simpson's rule in this range: boundaries are exact to three decimals.
const INTERVALS: u32 = 160;
/// Boundary that no result crosses, in standard errors.
const NEVER: f64 = 40.0;

impl ErrorSpending {
    /// Looks that cross a boundary by chance with this probability, at most ½, in one direction.
    pub(crate) fn new(error: f64) -> ErrorSpending {
        ErrorSpending {
            error,
            spent: 0.0,
            share: 0.0,
            boundary: NEVER,
            paths: vec![(0.0, 1.0)],
        }
    }

    /// The boundary, in standard errors, of a look at this share of the results, 0 to 1. A look
    /// that sees no more than the last one has its boundary.
    pub(crate) fn look(&mut self, share: f64) -> f64 {
        let share = share.min(1.0);
        let step = (share - self.share).sqrt();
        if step.is_nan() || step <= 0.0 {
            return self.boundary;
        }
        let quantile = normal_quantile(1.0 - self.error / 2.0);
        let spent = 2.0 * normal(-quantile / share.sqrt());
        let crossing = |level: f64| -> f64 {
            let paths = self.paths.iter();
            paths
                .map(|&(at, weight)| weight * normal((at - level) / step))
                .sum()
        };
        let deviation = share.sqrt();
        let (mut low, mut high) = (-NEVER * deviation, NEVER * deviation);
        for _ in 0..50 {
            let middle = f64::midpoint(low, high);
            if crossing(middle) > spent - self.spent {
                low = middle;
            } else {
                high = middle;
            }
        }
        self.paths = self.paths_below(high, step, deviation);
        self.spent = spent;
        self.share = share;
        self.boundary = high / deviation;
        self.boundary
    }

    /// The paths a step of this standard deviation later that are below a level: `deviation` is the
    /// standard deviation of all.
    fn paths_below(&self, level: f64, step: f64, deviation: f64) -> Vec<(f64, f64)> {
        let least = -RANGE * deviation;
        let width = (level.min(RANGE * deviation) - least) / f64::from(INTERVALS);
        let path = |index: u32| {
            let at = least + f64::from(index) * width;
            let density: f64 = self
                .paths
                .iter()
                .map(|&(from, weight)| weight * (-((at - from) / step).powi(2) / 2.0).exp())
                .sum();
            let of_simpson = match index {
                0 | INTERVALS => 1.0,
                _ if index % 2 == 1 => 4.0,
                _ => 2.0,
            };
            let scale = step * std::f64::consts::TAU.sqrt();
            (at, density / scale * of_simpson * width / 3.0)
        };
        (0..=INTERVALS).map(path).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The boundaries of five equal looks with a one-sided error of 2.5 % in the tables of Lan &
    /// DeMets's programs and of the package gsDesign (`sfLDOF`).
    #[test]
    fn boundaries_are_those_of_the_tables() {
        let mut spending = ErrorSpending::new(0.025);
        let published = [4.8769, 3.3569, 2.6803, 2.2898, 2.0310];
        for (look, boundary) in (1..).zip(published) {
            let ours = spending.look(f64::from(look) / 5.0);
            assert!((ours - boundary).abs() < 1e-3, "look {look}: {ours}");
        }
    }

    #[test]
    fn one_look_has_the_whole_error() {
        let boundary = ErrorSpending::new(0.05).look(1.0);
        assert!((boundary - 1.6449).abs() < 1e-4, "{boundary}");
    }

    /// A long match has forty looks, each at a quarter more games.
    #[test]
    fn many_looks_spend_no_more_than_all() {
        let mut spending = ErrorSpending::new(0.05);
        let mut share = 1e-4;
        let mut last = f64::INFINITY;
        while share < 1.0 {
            let boundary = spending.look(share);
            assert!(boundary <= last, "{share}: {boundary}");
            last = boundary;
            share *= 1.25;
        }
        let end = spending.look(1.0);
        assert_eq!(spending.look(1.0), end);
        let kept: f64 = spending.paths.iter().map(|path| path.1).sum();
        assert!((kept - 0.95).abs() < 1e-4, "{kept}");
        assert!(end < 1.85, "{end}");
    }
}
