//! Accuracy of moves.

/// Accuracy of a move in percent, from the probabilities of winning before and after it: 100 for a
/// move that loses none, 0 for one that gives away a sure win.
///
/// The formula is that of lichess (<https://lichess.org/page/accuracy>), with probabilities in
/// percent: `103.1668 * exp(-0.04354 * (before - after)) - 3.1669`.
pub(super) fn accuracy(before: f64, after: f64) -> f64 {
    let lost = 100.0 * (before - after).max(0.0);
    (103.1668 * (-0.04354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The formula at points that lichess shows.
    #[test]
    fn accuracy_falls_with_the_probability_that_is_lost() {
        assert_eq!(accuracy(0.5, 0.7), accuracy(0.5, 0.5));
        assert!((accuracy(0.5, 0.5) - 100.0).abs() < 0.001);
        assert!(
            (accuracy(0.6, 0.5) - 63.58).abs() < 0.05,
            "{}",
            accuracy(0.6, 0.5)
        );
        assert_eq!(accuracy(1.0, 0.0), 0.0);
    }
}
