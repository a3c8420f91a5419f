use serde::Serialize;

use super::Attempt;

/// What the attempts at some positions say together.
#[derive(Clone, Serialize)]
pub(crate) struct Summary {
    pub(crate) solved: usize,
    pub(crate) positions: usize,
    pub(crate) exact: usize,
    pub(crate) wrong: usize,
    /// All together.
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    pub(crate) nodes_each: Spread,
    pub(crate) seconds_each: Spread,
    /// Means over the positions where it is known (fish).
    pub(crate) value_error: Option<f64>,
    pub(crate) move_error: Option<f64>,
}

/// What an attempt counts for at least where logarithms are taken: one that needs no search has no nodes.
pub(super) const LEAST_NODES: f64 = 1.0;
pub(super) const LEAST_SECONDS: f64 = 1e-6;

/// How numbers are spread that are never negative.
#[derive(Clone, Copy, Default, Serialize)]
pub(crate) struct Spread {
    pub(crate) geometric_mean: f64,
    pub(crate) median: f64,
    pub(crate) p90: f64,
    pub(crate) most: f64,
}

impl Summary {
    pub(crate) fn of(attempts: &[Attempt]) -> Summary {
        let count = |which: fn(&Attempt) -> bool| attempts.iter().filter(|&attempt| which(attempt)).count();
        let each = |number: fn(&Attempt) -> f64, least: f64| Spread::of(attempts.iter().map(number).collect(), least);
        let mean = |number: fn(&Attempt) -> Option<f64>| {
            let known: Vec<f64> = attempts.iter().filter_map(number).collect();
            (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
        };
        Summary {
            solved: count(|attempt| attempt.solved),
            positions: attempts.len(),
            exact: count(|attempt| attempt.exact),
            wrong: count(|attempt| attempt.wrong),
            nodes: attempts.iter().map(|attempt| attempt.nodes).sum(),
            seconds: attempts.iter().map(|attempt| attempt.seconds).sum(),
            nodes_each: each(|attempt| attempt.nodes as f64, LEAST_NODES),
            seconds_each: each(|attempt| attempt.seconds, LEAST_SECONDS),
            value_error: mean(|attempt| attempt.value_error),
            move_error: mean(|attempt| attempt.move_error),
        }
    }

    /// The heads of the columns of [`Summary::row`].
    pub(crate) fn head() -> &'static str {
        "solved  exact wrong   nodes: mean   median      p90   seconds: mean   median      p90  Mnodes/s  errors: value   move"
    }

    pub(crate) fn row(&self) -> String {
        let Summary { solved, positions, exact, wrong, nodes_each: nodes, seconds_each: seconds, .. } = self;
        let fish = |error: Option<f64>| error.map_or("-".to_owned(), |error| format!("{error:.2}"));
        format!(
            "{:>6} {:>6} {wrong:>5} {:>13.3e} {:>8.2e} {:>8.2e} {:>15.4} {:>8.4} {:>8.4} {:>9.2} {:>14} {:>6}",
            format!("{solved}/{positions}"),
            exact,
            nodes.geometric_mean,
            nodes.median,
            nodes.p90,
            seconds.geometric_mean,
            seconds.median,
            seconds.p90,
            self.nodes as f64 / self.seconds.max(1e-9) / 1e6,
            fish(self.value_error),
            fish(self.move_error),
        )
    }
}

impl Spread {
    /// In the geometric mean whatever is less counts as `least`.
    fn of(mut values: Vec<f64>, least: f64) -> Spread {
        if values.is_empty() {
            return Spread::default();
        }
        values.sort_by(f64::total_cmp);
        let at = |part: f64| values[((values.len() as f64 * part).ceil() as usize).clamp(1, values.len()) - 1];
        let logarithms: f64 = values.iter().map(|value| value.max(least).ln()).sum();
        let geometric_mean = (logarithms / values.len() as f64).exp();
        Spread { geometric_mean, median: at(0.5), p90: at(0.9), most: at(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_told_by_ranks() {
        let spread = Spread::of(vec![100.0, 1.0, 10.0], LEAST_NODES);
        assert!((spread.geometric_mean - 10.0).abs() < 1e-9);
        assert_eq!((spread.median, spread.p90, spread.most), (10.0, 100.0, 100.0));
        assert_eq!(Spread::of(Vec::new(), LEAST_NODES).most, 0.0);
        let spread = Spread::of(vec![0.0, 100.0, 10.0], LEAST_NODES);
        assert!((spread.geometric_mean - 10.0).abs() < 1e-9, "no node counts as one");
    }
}
