use std::collections::HashMap;

use rand::SeedableRng;
use rand_distr::{Distribution, Exp1, Gamma};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Estimate;
use super::elo::small_sample;

/// Plackett–Luce ratings of engines in Elo points, and their uncertainty. Ratings can be compared
/// within a group of engines that games connect, and their mean in a group is 0.
///
/// To keep them finite, every two engines of a group of k are given 2/k games won and 2/k games
/// lost against each other: for two engines the difference of the ratings is the
/// [`elo`](super::elo()) of the match.
///
/// The errors come from the Bayesian bootstrap (Rubin 1981) over blocks: the fit is repeated, each
/// time with a random weight of mean 1 for every block; the added games count as parts of blocks.
/// The intervals are widened for few blocks, because the bootstrap takes their spread for the true
/// one.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    elo: Vec<f64>,
    replicates: Vec<Vec<f64>>,
    /// Number of blocks in which each engine has played.
    blocks: Vec<u64>,
    groups: Vec<Vec<usize>>,
}

/// Parameters of the bootstrap by which the errors of ratings are estimated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BootstrapOptions {
    /// Number of repeated fits, whose 2.5 % and 97.5 % quantiles are the ends of an interval.
    pub replicates: usize,
    /// Seed of the random weights of blocks.
    pub seed: u64,
}

impl Ratings {
    pub(super) fn fit(
        engines: usize,
        blocks: &[Vec<Comparison>],
        options: BootstrapOptions,
    ) -> Ratings {
        let groups = groups(engines, blocks);
        let mut model = PlackettLuce::new(engines, groups.clone());
        let mut evidence: Vec<(Choices, f64)> = blocks
            .iter()
            .map(|block| (model.choices(block), 1.0))
            .collect();
        for group in &groups {
            for &winner in group {
                for &loser in group.iter().filter(|&&loser| loser != winner) {
                    let won = vec![vec![winner], vec![loser]];
                    // A block of two won games, weighted to 2/k games.
                    evidence.push((model.choices(&[won.clone(), won]), 1.0 / group.len() as f64));
                }
            }
        }
        let mut logs = vec![0.0; engines];
        model.maximise(
            evidence.iter().map(|(choices, mass)| (choices, *mass)),
            &mut logs,
            1e-10,
        );
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(options.seed);
        let replicates = (0..options.replicates)
            .map(|_| {
                let mut replicate = logs.clone();
                let weighted = evidence
                    .iter()
                    .map(|(choices, mass)| (choices, random_weight(*mass, rng)));
                // The tolerance is far less than the differences between replicates.
                model.maximise(weighted, &mut replicate, 1e-6);
                replicate.into_iter().map(to_elo).collect()
            })
            .collect();
        let has_played = |block: &[Comparison], engine| {
            block.iter().flatten().flatten().any(|&seat| seat == engine)
        };
        let blocks_of = |engine| {
            blocks
                .iter()
                .filter(|block| has_played(block, engine))
                .count() as u64
        };
        let blocks = (0..engines).map(blocks_of).collect();
        Ratings {
            elo: logs.into_iter().map(to_elo).collect(),
            replicates,
            blocks,
            groups,
        }
    }

    /// Returns the groups of engines that games connect, by their indices, each ascending. Engines
    /// without games are in the first group.
    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// Returns the rating in Elo points of the engine with this index, from 0, with its 95 %
    /// interval; the mean of its group is 0.
    ///
    /// # Panics
    /// If there is no such engine.
    pub fn rating(&self, engine: usize) -> Estimate {
        let error = half_width(
            self.replicates
                .iter()
                .map(|replicate| replicate[engine])
                .collect(),
        );
        Estimate {
            value: self.elo[engine],
            error: error * small_sample(self.blocks[engine]),
        }
    }

    /// Returns the rating of the engine with the index `engine`, from 0, less the rating of
    /// `other`, in Elo points. Its error is not the sum of their errors.
    ///
    /// # Panics
    /// If one of them does not exist.
    pub fn difference(&self, engine: usize, other: usize) -> Estimate {
        let Estimate { value, error } = self.bootstrap_difference(engine, other);
        let blocks = self.blocks[engine].min(self.blocks[other]);
        Estimate {
            value,
            error: error * small_sample(blocks),
        }
    }

    /// Returns the probability, 0 to 1, that the engine with the index `engine`, from 0, is
    /// stronger than `other`, if nothing was known before. Student's distribution gives it, for the
    /// number of blocks of the engine that has played fewer; ½ if that number is below 2.
    ///
    /// # Panics
    /// If one of them does not exist.
    pub fn superiority(&self, engine: usize, other: usize) -> f64 {
        let blocks = self.blocks[engine].min(self.blocks[other]);
        self.bootstrap_difference(engine, other).superiority(blocks)
    }

    /// The difference of two ratings with the error of the bootstrap alone.
    fn bootstrap_difference(&self, engine: usize, other: usize) -> Estimate {
        let differences = self
            .replicates
            .iter()
            .map(|replicate| replicate[engine] - replicate[other])
            .collect();
        Estimate {
            value: self.elo[engine] - self.elo[other],
            error: half_width(differences),
        }
    }
}

/// Groups of engines that games connect, each ascending, by their first engines; engines without
/// games are in the first.
fn groups(engines: usize, blocks: &[Vec<Comparison>]) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..engines).collect();
    let mut has_played = vec![false; engines];
    for game in blocks.iter().flatten() {
        let mut players = game.iter().flatten().copied();
        let Some(first) = players.next() else {
            continue;
        };
        has_played[first] = true;
        for player in players {
            has_played[player] = true;
            merge(&mut group, first, player);
        }
    }
    let first = has_played
        .iter()
        .position(|&has_played| has_played)
        .unwrap_or(0);
    (0..engines)
        .filter(|&engine| !has_played[engine])
        .for_each(|engine| merge(&mut group, first, engine));
    let members = |id: usize| {
        (0..engines)
            .filter(|&engine| group[engine] == id)
            .collect::<Vec<usize>>()
    };
    let mut groups: Vec<Vec<usize>> = (0..engines)
        .map(members)
        .filter(|group| !group.is_empty())
        .collect();
    groups.sort();
    groups
}

fn merge(group: &mut [usize], one: usize, other: usize) {
    let kept = group[one];
    let merged = group[other];
    if kept != merged {
        group
            .iter_mut()
            .filter(|group| **group == merged)
            .for_each(|group| *group = kept);
    }
}

/// A random weight with this mean: exponential for a whole block, and the gamma distribution that
/// adds up to it for a part. At least 1e-6, for the sake of logarithms.
fn random_weight(mass: f64, rng: &mut Xoshiro256PlusPlus) -> f64 {
    let weight: f64 = if mass < 1.0 {
        Gamma::new(mass, 1.0)
            .expect("the mass is above zero")
            .sample(rng)
    } else {
        Exp1.sample(rng)
    };
    weight.max(1e-6)
}

/// Half the distance between the 2.5 % and the 97.5 % quantile; 0 without numbers.
fn half_width(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let Some(last) = numbers.len().checked_sub(1) else {
        return 0.0;
    };
    // Of n numbers n + 1 gaps are equally likely to hold the next one.
    let rank = |share: f64| (share * (last + 2) as f64).round() as usize;
    let [low, high] = [0.025, 0.975].map(|share| numbers[rank(share).saturating_sub(1).min(last)]);
    (high - low) / 2.0
}

/// The engines of a game by place, the best first; engines that share a place stand together.
///
/// An engine with several seats occurs several times.
pub(crate) type Comparison = Vec<Vec<usize>>;

/// Orders the engines of a game by the results of their seats; more is better.
pub(crate) fn comparison(mut results: Vec<(usize, i64)>) -> Comparison {
    results.sort_by_key(|&(engine, result)| (std::cmp::Reverse(result), engine));
    results
        .chunk_by(|a, b| a.1 == b.1)
        .map(|tied| tied.iter().map(|seat| seat.0).collect())
        .collect()
}

/// The Plackett–Luce model (Luce 1959, Plackett 1975): every engine has a strength, the first place
/// goes to one of the engines with a probability in proportion to its strength, the second place to
/// one of the rest, and so on. For two players it is the model of Bradley & Terry (1952), which is
/// that of Elo. A tie counts as all orders of the tied in equal shares.
///
/// The model needs for each engine the number of times it was chosen, and for each set of engines
/// the number of choices among it.
#[derive(Debug)]
struct PlackettLuce {
    engines: usize,
    /// Groups of engines, in each of which the mean of the logarithms of strengths is 0.
    groups: Vec<Vec<usize>>,
    sets: Vec<Vec<usize>>,
    index: HashMap<Vec<usize>, usize>,
}

#[derive(Default, Debug)]
struct Choices {
    /// Engines, and the weights of the choices that fell on them.
    chosen: Vec<(usize, f64)>,
    offered: Vec<(usize, f64)>,
}

impl PlackettLuce {
    fn new(engines: usize, groups: Vec<Vec<usize>>) -> PlackettLuce {
        PlackettLuce {
            engines,
            groups,
            sets: Vec::new(),
            index: HashMap::new(),
        }
    }

    fn choices(&mut self, games: &[Comparison]) -> Choices {
        let mut choices = Choices::default();
        for game in games {
            for (place, tied) in game.iter().enumerate() {
                self.choose_tied(tied, &game[place + 1..].concat(), &mut choices);
            }
        }
        choices
    }

    /// Adds all orders of the tied in equal shares: after some of them were chosen, every choice
    /// among the remaining ones is equally frequent.
    fn choose_tied(&mut self, tied: &[usize], behind: &[usize], choices: &mut Choices) {
        for subset in 1u32..1 << tied.len() {
            let remaining: Vec<usize> = (0..tied.len())
                .filter(|&i| subset >> i & 1 == 1)
                .map(|i| tied[i])
                .collect();
            let share = 1.0 / binomial(tied.len(), remaining.len());
            let mut set = [&remaining, behind].concat();
            set.sort_unstable();
            if set.first() == set.last() {
                continue;
            }
            choices.chosen.extend(
                remaining
                    .iter()
                    .map(|&engine| (engine, share / remaining.len() as f64)),
            );
            let next = self.sets.len();
            let index = *self.index.entry(set.clone()).or_insert(next);
            if index == next {
                self.sets.push(set);
            }
            choices.offered.push((index, share));
        }
    }

    /// Climbs from `logs` to the likeliest logarithms of strengths for weighted choices (the MM
    /// algorithm, Hunter 2004), until no step is longer than `tolerance`. Every step makes the
    /// choices likelier.
    fn maximise<'a>(
        &self,
        weighted: impl Iterator<Item = (&'a Choices, f64)>,
        logs: &mut [f64],
        tolerance: f64,
    ) {
        let (mut chosen, mut offered) = (vec![0.0; self.engines], vec![0.0; self.sets.len()]);
        for (choices, weight) in weighted {
            choices
                .chosen
                .iter()
                .for_each(|&(engine, share)| chosen[engine] += weight * share);
            choices
                .offered
                .iter()
                .for_each(|&(set, share)| offered[set] += weight * share);
        }
        let mut strengths: Vec<f64> = logs.iter().map(|log| log.exp()).collect();
        let mut denominators = vec![0.0; self.engines];
        for _ in 0..20_000 {
            denominators.fill(0.0);
            for (set, weight) in self.sets.iter().zip(&offered) {
                let share = weight / set.iter().map(|&engine| strengths[engine]).sum::<f64>();
                set.iter().for_each(|&engine| denominators[engine] += share);
            }
            for engine in (0..self.engines).filter(|&engine| denominators[engine] > 0.0) {
                strengths[engine] = chosen[engine] / denominators[engine];
            }
            if self.recentre(&mut strengths, logs) < tolerance {
                break;
            }
        }
    }

    /// Scales the strengths so that their logarithms have mean 0 in every group, and returns the
    /// longest step of a logarithm.
    fn recentre(&self, strengths: &mut [f64], logs: &mut [f64]) -> f64 {
        let mut step = 0.0f64;
        for group in &self.groups {
            let mean = group
                .iter()
                .map(|&engine| strengths[engine].ln())
                .sum::<f64>()
                / group.len() as f64;
            for &engine in group {
                let new = strengths[engine].ln() - mean;
                step = step.max((new - logs[engine]).abs());
                logs[engine] = new;
                strengths[engine] = new.exp();
            }
        }
        step
    }
}

/// The logarithm of a strength in Elo points: 400 points are a factor of ten.
fn to_elo(log_strength: f64) -> f64 {
    400.0 / std::f64::consts::LN_10 * log_strength
}

fn binomial(n: usize, k: usize) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

#[cfg(test)]
mod tests {
    use std::slice;

    use proptest::prelude::*;

    use super::*;

    /// The likeliest strengths in Elo points, with mean 0, for these comparisons and their weights.
    fn weighted_fit(model: &mut PlackettLuce, comparisons: &[(Comparison, f64)]) -> Vec<f64> {
        let choices: Vec<_> = comparisons
            .iter()
            .map(|(game, weight)| (model.choices(slice::from_ref(game)), *weight))
            .collect();
        let mut logs = vec![0.0; model.engines];
        model.maximise(
            choices.iter().map(|(choices, weight)| (choices, *weight)),
            &mut logs,
            1e-12,
        );
        logs.into_iter().map(to_elo).collect()
    }

    fn fit(engines: usize, places: &[&[&[usize]]]) -> Vec<f64> {
        let comparisons: Vec<_> = places
            .iter()
            .map(|game| (game.iter().map(|tied| tied.to_vec()).collect(), 1.0))
            .collect();
        weighted_fit(
            &mut PlackettLuce::new(engines, vec![(0..engines).collect()]),
            &comparisons,
        )
    }

    fn close(ours: &[f64], expected: &[f64]) {
        for (ours, expected) in ours.iter().zip(expected) {
            assert!((ours - expected).abs() < 0.01, "{ours} is not {expected}");
        }
    }

    /// The test cases of choix (Maystre 2015-2022), in logarithms of strength there.
    #[test]
    fn strengths_are_those_of_choix() {
        close(
            &fit(
                3,
                &[
                    &[&[0], &[1], &[2]],
                    &[&[1], &[2], &[0]],
                    &[&[2], &[0], &[1]],
                ],
            ),
            &[0.0, 0.0, 0.0],
        );
        let partial = fit(
            4,
            &[&[&[0], &[1], &[2]], &[&[3], &[2], &[0]], &[&[1], &[3]]],
        );
        close(
            &partial,
            &[-0.443_281_17, 0.695_062_19, -0.670_614_42, 0.418_833_4].map(to_elo),
        );
        let pairwise = fit(
            3,
            &[&[&[0], &[1]], &[&[0], &[1]], &[&[1], &[2]], &[&[2], &[0]]],
        );
        let logs = [1.435_860_88f64, 0.620_350_49, 0.943_788_63].map(f64::ln);
        let mean = logs.iter().sum::<f64>() / 3.0;
        close(&pairwise, &logs.map(|log| to_elo(log - mean)));
    }

    /// The model's difference of two players is the Elo of the score, ties included.
    #[test]
    fn two_players_are_elo() {
        let games: Vec<&[&[usize]]> = vec![
            &[&[0], &[1]],
            &[&[0], &[1]],
            &[&[0, 1]],
            &[&[1], &[0]],
            &[&[0], &[1]],
        ];
        let ratings = fit(2, &games);
        close(
            &[ratings[0] - ratings[1]],
            &[crate::statistics::elo_of_score(3.5 / 5.0)],
        );
    }

    /// A tie of three in a game of four is the mean of its six orders, written out.
    #[test]
    fn a_tie_is_the_mean_of_its_orders() {
        let others = [[0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1], [1, 2, 3, 0]];
        let ordered =
            |order: &[usize]| -> Comparison { order.iter().map(|&engine| vec![engine]).collect() };
        for (place, tied) in [(0, [0, 1, 2]), (1, [1, 2, 3])] {
            let mut with_tie: Vec<_> = others.iter().map(|order| (ordered(order), 1.0)).collect();
            let mut written_out = with_tie.clone();
            let rest = (0..4).find(|engine| !tied.contains(engine)).unwrap();
            let places = if place == 0 {
                vec![tied.to_vec(), vec![rest]]
            } else {
                vec![vec![rest], tied.to_vec()]
            };
            with_tie.push((places, 1.0));
            for [a, b, c] in [
                [0, 1, 2],
                [0, 2, 1],
                [1, 0, 2],
                [1, 2, 0],
                [2, 0, 1],
                [2, 1, 0],
            ] {
                let mut order = vec![tied[a], tied[b], tied[c]];
                order.insert(if place == 0 { 3 } else { 0 }, rest);
                written_out.push((ordered(&order), 1.0 / 6.0));
            }
            let fit = |comparisons| {
                weighted_fit(
                    &mut PlackettLuce::new(4, vec![(0..4).collect()]),
                    comparisons,
                )
            };
            close(&fit(&with_tie), &fit(&written_out));
        }
    }

    proptest! {
        /// At the maximum every engine was chosen as often as the model expects (the score
        /// equations).
        #[test]
        fn engines_are_chosen_as_often_as_expected(orders in prop::collection::vec(prop::sample::select(permutations()), 5..40)) {
            let mut model = PlackettLuce::new(3, vec![(0..3).collect()]);
            let mut comparisons: Vec<_> = orders.iter().map(|order| (comparison(order.clone()), 1.0)).collect();
            comparisons.extend(permutations().into_iter().map(|order| (comparison(order), 0.1)));
            let elo = weighted_fit(&mut model, &comparisons);
            let strengths: Vec<f64> = elo.iter().map(|elo| 10f64.powf(elo / 400.0)).collect();
            let mut chosen = [0.0; 3];
            let mut expected = [0.0; 3];
            for (game, weight) in &comparisons {
                let choices = model.choices(slice::from_ref(game));
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
        (0..27)
            .map(|code| vec![(0, code % 3), (1, code / 3 % 3), (2, code / 9)])
            .collect()
    }
}
