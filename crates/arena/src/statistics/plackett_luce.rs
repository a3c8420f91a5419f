use std::collections::HashMap;

/// How one game ended, for a rating: the engines from the first place to the last, those that share a place together.
///
/// An engine that has several seats stands there several times.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Comparison {
    places: Vec<Vec<usize>>,
}

impl Comparison {
    /// Engines by place, the best first.
    pub(crate) fn new(places: Vec<Vec<usize>>) -> Comparison {
        Comparison { places }
    }

    /// From the engine and the result of every seat; more is better.
    pub(crate) fn of_results(mut results: Vec<(usize, i64)>) -> Comparison {
        results.sort_by_key(|&(engine, result)| (std::cmp::Reverse(result), engine));
        let places = results.chunk_by(|a, b| a.1 == b.1).map(|tied| tied.iter().map(|seat| seat.0).collect()).collect();
        Comparison { places }
    }
}

/// The Plackett–Luce model (Luce 1959, Plackett 1975): every engine has a strength, the first place goes to one of
/// the engines with a chance in proportion to its strength, the second place to one of the rest, and so on.
///
/// For two players it is the model of Bradley & Terry (1952), which is that of Elo. A tie counts as all orders of the tied,
/// in equal shares: for two players half a win and half a loss, as in Elo.
///
/// What the model needs of the games is this: for each engine, how often it was the one chosen, and for each set of
/// engines, how often a choice was made among it.
#[derive(Clone, Debug)]
pub(crate) struct PlackettLuce {
    engines: usize,
    sets: Vec<Vec<usize>>,
    index: HashMap<Vec<usize>, usize>,
}

/// The choices in some games, weighted: what was chosen, and from what.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Choices {
    /// Engine, and the weight of the choices that fell on it.
    pub(crate) chosen: Vec<(usize, f64)>,
    /// Set of engines, by its index, and the weight of the choices from it.
    pub(crate) offered: Vec<(usize, f64)>,
}

impl PlackettLuce {
    /// The model for so many engines.
    pub(crate) fn new(engines: usize) -> PlackettLuce {
        PlackettLuce { engines, sets: Vec::new(), index: HashMap::new() }
    }

    pub(crate) fn sets(&self) -> usize {
        self.sets.len()
    }

    /// The choices that a comparison is made of.
    pub(crate) fn choices(&mut self, comparison: &Comparison) -> Choices {
        let mut choices = Choices::default();
        for (place, tied) in comparison.places.iter().enumerate() {
            let behind: Vec<usize> = comparison.places[place + 1..].concat();
            self.choose_tied(tied, &behind, &mut choices);
        }
        choices
    }

    /// All orders of the tied in equal shares: after some of them were chosen, every choice of those who remain is
    /// equally frequent.
    fn choose_tied(&mut self, tied: &[usize], behind: &[usize], choices: &mut Choices) {
        for subset in 1u32..1 << tied.len() {
            let remaining: Vec<usize> = (0..tied.len()).filter(|&i| subset >> i & 1 == 1).map(|i| tied[i]).collect();
            let share = 1.0 / binomial(tied.len(), remaining.len());
            let mut set = [&remaining, behind].concat();
            set.sort_unstable();
            if set.first() == set.last() {
                continue;
            }
            choices.chosen.extend(remaining.iter().map(|&engine| (engine, share / remaining.len() as f64)));
            let next = self.sets.len();
            let index = *self.index.entry(set.clone()).or_insert(next);
            if index == next {
                self.sets.push(set);
            }
            choices.offered.push((index, share));
        }
    }

    /// Climbs to the likeliest logarithms of strengths from where `logs` is (the MM algorithm, Hunter 2004), until no step
    /// is longer than `tolerance`. Every step makes the choices likelier.
    pub(crate) fn maximise(&self, chosen: &[f64], offered: &[f64], logs: &mut [f64], tolerance: f64) {
        let mut strengths: Vec<f64> = logs.iter().map(|log| log.exp()).collect();
        let mut denominators = vec![0.0; self.engines];
        for _ in 0..20_000 {
            denominators.fill(0.0);
            for (set, weight) in self.sets.iter().zip(offered) {
                let share = weight / set.iter().map(|&engine| strengths[engine]).sum::<f64>();
                set.iter().for_each(|&engine| denominators[engine] += share);
            }
            for engine in (0..self.engines).filter(|&engine| denominators[engine] > 0.0) {
                strengths[engine] = chosen[engine] / denominators[engine];
            }
            let step = recentre(&mut strengths, logs);
            if step < tolerance {
                break;
            }
        }
    }
}

/// Scales the strengths so that their logarithms have mean 0, and says how far the farthest moved.
fn recentre(strengths: &mut [f64], logs: &mut [f64]) -> f64 {
    let mean = strengths.iter().map(|strength| strength.ln()).sum::<f64>() / strengths.len() as f64;
    let mut step = 0.0f64;
    for (strength, log) in strengths.iter_mut().zip(logs) {
        let new = strength.ln() - mean;
        step = step.max((new - *log).abs());
        *log = new;
        *strength = new.exp();
    }
    step
}

impl Choices {
    /// Adds these choices, so many times.
    pub(crate) fn add_to(&self, chosen: &mut [f64], offered: &mut [f64], weight: f64) {
        self.chosen.iter().for_each(|&(engine, share)| chosen[engine] += weight * share);
        self.offered.iter().for_each(|&(set, share)| offered[set] += weight * share);
    }
}

/// Elo points of the logarithm of a strength: 400 points are a factor of ten.
pub(crate) fn to_elo(log_strength: f64) -> f64 {
    400.0 / std::f64::consts::LN_10 * log_strength
}

fn binomial(n: usize, k: usize) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The likeliest strengths in Elo points, with mean 0, for these comparisons and their weights.
    fn weighted_fit(model: &mut PlackettLuce, comparisons: &[(Comparison, f64)]) -> Vec<f64> {
        let choices: Vec<_> =
            comparisons.iter().map(|(comparison, weight)| (model.choices(comparison), weight)).collect();
        let (mut chosen, mut offered) = (vec![0.0; model.engines], vec![0.0; model.sets()]);
        for (choices, weight) in choices {
            choices.add_to(&mut chosen, &mut offered, *weight);
        }
        let mut logs = vec![0.0; model.engines];
        model.maximise(&chosen, &offered, &mut logs, 1e-12);
        logs.into_iter().map(to_elo).collect()
    }

    fn fit(engines: usize, places: &[&[&[usize]]]) -> Vec<f64> {
        let comparisons: Vec<_> =
            places.iter().map(|game| (Comparison::new(game.iter().map(|tied| tied.to_vec()).collect()), 1.0)).collect();
        weighted_fit(&mut PlackettLuce::new(engines), &comparisons)
    }

    fn close(ours: &[f64], expected: &[f64]) {
        for (ours, expected) in ours.iter().zip(expected) {
            assert!((ours - expected).abs() < 0.01, "{ours} is not {expected}");
        }
    }

    /// The test cases of choix (Maystre 2015-2022), in logarithms of strength there.
    #[test]
    fn strengths_of_choix() {
        close(&fit(3, &[&[&[0], &[1], &[2]], &[&[1], &[2], &[0]], &[&[2], &[0], &[1]]]), &[0.0, 0.0, 0.0]);
        let partial = fit(4, &[&[&[0], &[1], &[2]], &[&[3], &[2], &[0]], &[&[1], &[3]]]);
        close(&partial, &[-0.443_281_17, 0.695_062_19, -0.670_614_42, 0.418_833_4].map(to_elo));
        let pairwise = fit(3, &[&[&[0], &[1]], &[&[0], &[1]], &[&[1], &[2]], &[&[2], &[0]]]);
        let logs = [1.435_860_88f64, 0.620_350_49, 0.943_788_63].map(f64::ln);
        let mean = logs.iter().sum::<f64>() / 3.0;
        close(&pairwise, &logs.map(|log| to_elo(log - mean)));
    }

    /// For two players the model's difference is the Elo of the score, ties and all.
    #[test]
    fn two_players_are_elo() {
        let games: Vec<&[&[usize]]> = vec![&[&[0], &[1]], &[&[0], &[1]], &[&[0, 1]], &[&[1], &[0]], &[&[0], &[1]]];
        let ratings = fit(2, &games);
        close(&[ratings[0] - ratings[1]], &[crate::statistics::elo_of_score(3.5 / 5.0)]);
    }

    /// A tie of three in a game of four is the mean of its six orders, written out.
    #[test]
    fn a_tie_is_the_mean_of_its_orders() {
        let others = [[0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1], [1, 2, 3, 0]];
        let ordered = |order: &[usize]| Comparison::new(order.iter().map(|&engine| vec![engine]).collect());
        for (place, tied) in [(0, [0, 1, 2]), (1, [1, 2, 3])] {
            let mut with_tie: Vec<_> = others.iter().map(|order| (ordered(order), 1.0)).collect();
            let mut written_out = with_tie.clone();
            let rest = (0..4).find(|engine| !tied.contains(engine)).unwrap();
            let places = if place == 0 { vec![tied.to_vec(), vec![rest]] } else { vec![vec![rest], tied.to_vec()] };
            with_tie.push((Comparison::new(places), 1.0));
            for [a, b, c] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                let mut order = vec![tied[a], tied[b], tied[c]];
                order.insert(if place == 0 { 3 } else { 0 }, rest);
                written_out.push((ordered(&order), 1.0 / 6.0));
            }
            let fit = |comparisons| weighted_fit(&mut PlackettLuce::new(4), comparisons);
            close(&fit(&with_tie), &fit(&written_out));
        }
    }

    proptest! {
        /// At the maximum every engine was chosen as often as the model expects (the score equations).
        #[test]
        fn chosen_as_often_as_expected(orders in prop::collection::vec(prop::sample::select(permutations()), 5..40)) {
            let mut model = PlackettLuce::new(3);
            let mut comparisons: Vec<_> = orders.iter().map(|order| (Comparison::of_results(order.clone()), 1.0)).collect();
            comparisons.extend(permutations().into_iter().map(|order| (Comparison::of_results(order), 0.1)));
            let elo = weighted_fit(&mut model, &comparisons);
            let strengths: Vec<f64> = elo.iter().map(|elo| 10f64.powf(elo / 400.0)).collect();
            let mut chosen = [0.0; 3];
            let mut expected = [0.0; 3];
            for (comparison, weight) in &comparisons {
                let choices = model.choices(comparison);
                for (engine, share) in choices.chosen {
                    chosen[engine] += share * weight;
                }
                for (set, share) in choices.offered {
                    let sum: f64 = model.sets[set].iter().map(|&engine| strengths[engine]).sum();
                    model.sets[set].iter().for_each(|&engine| expected[engine] += share * weight * strengths[engine] / sum);
                }
            }
            for (chosen, expected) in chosen.iter().zip(expected) {
                prop_assert!((chosen - expected).abs() < 1e-6);
            }
        }
    }

    /// All results of three engines, ties included.
    fn permutations() -> Vec<Vec<(usize, i64)>> {
        (0..27).map(|code| vec![(0, code % 3), (1, code / 3 % 3), (2, code / 9)]).collect()
    }
}
