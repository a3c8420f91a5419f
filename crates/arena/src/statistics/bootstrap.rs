use rand::SeedableRng;
use rand_distr::{Distribution, Exp1, Gamma};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::plackett_luce::{Choices, to_elo};
use super::{Comparison, Estimate, PlackettLuce};

/// Plackett–Luce ratings of engines in Elo points, with mean 0, and how uncertain they are.
///
/// To keep them finite, every two engines are given 2/k games won and as many lost against each other, k being
/// the number of engines. For two engines that is half a pair won and half a pair lost, so that the difference of the ratings is
/// the [`elo`](super::elo()) of the match.
///
/// The errors come from the Bayesian bootstrap (Rubin 1981) over blocks: the fit is repeated with every block
/// weighted by a random number of mean 1. The added games are weighted like the parts of a block that they are,
/// so an engine that has won everything still has an error.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    elo: Vec<f64>,
    /// One fit after the other.
    replicates: Vec<Vec<f64>>,
}

/// How a bootstrap is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BootstrapOptions {
    /// How often the fit is repeated. The ends of an interval are the 2.5 % quantiles of so many fits.
    pub replicates: usize,
    /// The same seed gives the same numbers.
    pub seed: u64,
}

impl Default for BootstrapOptions {
    fn default() -> Self {
        BootstrapOptions { replicates: 1000, seed: 0 }
    }
}

impl Ratings {
    /// The ratings of so many engines after these blocks of games.
    pub(super) fn fit(engines: usize, blocks: &[Vec<Comparison>], options: BootstrapOptions) -> Ratings {
        let evidence = Evidence::new(engines, blocks);
        let mut logs = vec![0.0; engines];
        evidence.maximise(&mut logs, 1e-10, |_, mass| mass);
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(options.seed);
        let replicates = (0..options.replicates)
            .map(|_| {
                let mut replicate = logs.clone();
                // Far less than what a replicate differs by.
                evidence.maximise(&mut replicate, 1e-6, |whole, mass| weight(whole, mass, rng));
                replicate.into_iter().map(to_elo).collect()
            })
            .collect();
        Ratings { elo: logs.into_iter().map(to_elo).collect(), replicates }
    }

    /// The rating of an engine; the error is half of its 95 % interval's length.
    ///
    /// # Panics
    /// If there is no such engine.
    pub fn rating(&self, engine: usize) -> Estimate {
        let error = half_length(self.replicates.iter().map(|replicate| replicate[engine]).collect());
        Estimate { value: self.elo[engine], error }
    }

    /// By how much one engine is rated above another. Its error is not the sum of theirs.
    ///
    /// # Panics
    /// If one of them does not exist.
    pub fn difference(&self, engine: usize, other: usize) -> Estimate {
        let differences = self.replicates.iter().map(|replicate| replicate[engine] - replicate[other]).collect();
        Estimate { value: self.elo[engine] - self.elo[other], error: half_length(differences) }
    }
}

/// The choices of every block, and of the games that were added.
struct Evidence {
    model: PlackettLuce,
    /// The choices of a block, whether it is a whole one, and how much of a block it is.
    blocks: Vec<(Choices, bool, f64)>,
    engines: usize,
}

impl Evidence {
    fn new(engines: usize, blocks: &[Vec<Comparison>]) -> Evidence {
        let mut model = PlackettLuce::new(engines);
        let mut all = Vec::new();
        for block in blocks {
            all.push((merged(block.iter().map(|comparison| model.choices(comparison))), true, 1.0));
        }
        for winner in 0..engines {
            for loser in (0..engines).filter(|&loser| loser != winner) {
                let won = model.choices(&Comparison::new(vec![vec![winner], vec![loser]]));
                // Of a block of two won games, so much that it makes 2/k games.
                all.push((merged([won.clone(), won]), false, 1.0 / engines as f64));
            }
        }
        Evidence { model, blocks: all, engines }
    }

    /// The likeliest logarithms of strengths, every block weighted by what `weigh` says of it.
    fn maximise(&self, logs: &mut [f64], tolerance: f64, mut weigh: impl FnMut(bool, f64) -> f64) {
        let mut chosen = vec![0.0; self.engines];
        let mut offered = vec![0.0; self.model.sets()];
        for (choices, whole, mass) in &self.blocks {
            choices.add_to(&mut chosen, &mut offered, weigh(*whole, *mass));
        }
        self.model.maximise(&chosen, &offered, logs, tolerance);
    }
}

fn merged(choices: impl IntoIterator<Item = Choices>) -> Choices {
    choices.into_iter().fold(Choices::default(), |mut sum, more| {
        sum.chosen.extend(more.chosen);
        sum.offered.extend(more.offered);
        sum
    })
}

/// A random weight whose mean is the mass of the block: exponential for a whole one, and the gamma distribution that
/// adds up to it for a part. Never so small that logarithms suffer.
fn weight(whole: bool, mass: f64, rng: &mut Xoshiro256PlusPlus) -> f64 {
    let weight: f64 =
        if whole { Exp1.sample(rng) } else { Gamma::new(mass, 1.0).expect("a mass above zero").sample(rng) };
    weight.max(1e-6)
}

/// Half the distance of the 2.5 % and the 97.5 % quantile; 0 for none.
fn half_length(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let Some(last) = numbers.len().checked_sub(1) else { return 0.0 };
    let quantile = |share: f64| numbers[(share * last as f64).round() as usize];
    (quantile(0.975) - quantile(0.025)) / 2.0
}
