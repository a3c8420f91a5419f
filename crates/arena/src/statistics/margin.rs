use super::estimate::student_95;

/// The mean of whole numbers, with its 95 % confidence interval (Student 1908).
///
/// The sums are exact, so their order does not change a result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Margins {
    units: u64,
    sum: i128,
    squares: u128,
}

/// A mean, and half the width of its interval once there is one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeanMargin {
    /// The mean; 0 while there is nothing to take it of.
    pub value: f64,
    /// The half width of the 95 % interval; none for fewer than two units.
    pub error: Option<f64>,
}

impl Margins {
    /// One more number.
    pub(crate) fn record(&mut self, margin: i64) {
        self.units += 1;
        self.sum += i128::from(margin);
        self.squares += u128::from(margin.unsigned_abs()).pow(2);
    }

    /// The mean of the numbers, each divided by `parts` before: margins of pairs have two games.
    ///
    /// The variance is taken as no smaller than 1/12, the least that rounding to whole numbers hides (Sheppard 1898): a
    /// few numbers that happen to be equal do not make a mean certain.
    pub(crate) fn mean(self, parts: f64) -> MeanMargin {
        if self.units == 0 {
            return MeanMargin { value: 0.0, error: None };
        }
        let units = self.units as f64;
        let value = self.sum as f64 / units / parts;
        let error =
            student_95(self.units).map(|quantile| quantile * (self.variance().max(1.0 / 12.0) / units).sqrt() / parts);
        MeanMargin { value, error }
    }

    /// The sample variance, for two numbers at least.
    fn variance(self) -> f64 {
        let units = i128::from(self.units);
        // n Σx² − (Σx)² is exact in integers, where floating point would lose it to cancellation.
        let scaled = units * self.squares as i128 - self.sum * self.sum;
        scaled as f64 / (units as f64 * (units - 1) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn margins(numbers: &[i64]) -> Margins {
        let mut margins = Margins::default();
        numbers.iter().for_each(|&number| margins.record(number));
        margins
    }

    /// 1 to 5: mean 3, sample variance 2.5, standard error √0.5, t(4) = 2.776445.
    #[test]
    fn interval_of_a_worked_example() {
        let mean = margins(&[1, 2, 3, 4, 5]).mean(1.0);
        assert_eq!(mean.value, 3.0);
        assert!((mean.error.unwrap() - 2.776_445 * 0.5f64.sqrt()).abs() < 1e-5);
        let halves = margins(&[1, 2, 3, 4, 5]).mean(2.0);
        assert_eq!(halves.value, 1.5);
        assert!((halves.error.unwrap() * 2.0 - mean.error.unwrap()).abs() < 1e-12);
    }

    #[test]
    fn nothing_and_one_number_have_no_interval() {
        assert_eq!(margins(&[]).mean(1.0), MeanMargin { value: 0.0, error: None });
        assert_eq!(margins(&[7]).mean(1.0), MeanMargin { value: 7.0, error: None });
    }

    #[test]
    fn equal_numbers_are_not_certain() {
        assert!(margins(&[4, 4]).mean(1.0).error.unwrap() > 2.0);
        assert!(margins(&[0; 100]).mean(1.0).error.unwrap() > 0.0);
        assert!(margins(&[4; 100]).mean(1.0).error.unwrap() < 4.0);
    }

    #[test]
    fn order_changes_nothing() {
        assert_eq!(margins(&[5, -3, 1_000_000, -8, 0]), margins(&[0, 1_000_000, -8, 5, -3]));
    }
}
