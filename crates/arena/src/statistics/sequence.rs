use std::collections::BTreeMap;

use super::{Decision, Pentanomial, Sprt};

/// A sequential test whose pairs may come in any order, and that decides as if they came in the order of the schedule.
///
/// Concurrent games end out of order, the short ones first. A test that looked at whatever has ended would
/// favour results that come quickly, and would stop elsewhere in every run. This one looks at a pair only when all
/// before it are known: the decision is a function of the schedule and the results.
#[derive(Clone, Debug)]
pub struct Sequence {
    sprt: Sprt,
    counted: Pentanomial,
    waiting: BTreeMap<u64, usize>,
    decided: Option<(u64, Decision)>,
}

impl Sequence {
    /// A test that has seen nothing.
    pub fn new(sprt: Sprt) -> Sequence {
        Sequence { sprt, counted: Pentanomial::default(), waiting: BTreeMap::new(), decided: None }
    }

    /// The pair with this index in the schedule, from 0, brought `half_points`, 0 to 4.
    ///
    /// Pairs behind the decision change nothing, nor does a pair that is already known.
    pub fn record(&mut self, index: u64, half_points: usize) {
        if index < self.counted.pairs() {
            return;
        }
        self.waiting.entry(index).or_insert(half_points);
        while self.decided.is_none()
            && let Some(half_points) = self.waiting.remove(&self.counted.pairs())
        {
            self.counted.record(half_points);
            let decision = self.sprt.report(self.counted).decision;
            if decision != Decision::Open {
                self.decided = Some((self.counted.pairs(), decision));
            }
        }
    }

    /// The pairs without a gap before them, up to the decision: what the test has looked at.
    pub fn counted(&self) -> Pentanomial {
        self.counted
    }

    /// The decision, and after how many pairs it fell.
    pub fn decided(&self) -> Option<(u64, Decision)> {
        self.decided
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::statistics::EloScale;

    #[test]
    fn order_of_arrival_changes_nothing() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let sprt = Sprt::new(EloScale::Normalized, 0.0, 40.0).unwrap();
        let mut pairs: Vec<(u64, usize)> =
            (0..400).map(|index| (index, rng.random_range(0..5usize).max(rng.random_range(0..4)))).collect();
        let run = |pairs: &[(u64, usize)]| {
            let mut sequence = Sequence::new(sprt);
            pairs.iter().for_each(|&(index, half_points)| sequence.record(index, half_points));
            (sequence.decided(), sequence.counted())
        };
        let in_order = run(&pairs);
        assert_eq!(in_order.0.unwrap().1, Decision::AcceptH1);
        for _ in 0..10 {
            pairs.shuffle(rng);
            assert_eq!(run(&pairs), in_order);
        }
    }

    #[test]
    fn a_gap_is_waited_for() {
        let mut sequence = Sequence::new(Sprt::new(EloScale::Logistic, 0.0, 5.0).unwrap());
        sequence.record(1, 4);
        assert_eq!(sequence.counted().pairs(), 0);
        sequence.record(0, 2);
        sequence.record(0, 4);
        assert_eq!(sequence.counted().counts(), [0, 0, 1, 0, 1]);
    }
}
