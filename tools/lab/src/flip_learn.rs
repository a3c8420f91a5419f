//! Learns the weights of [`FlipEstimate`] by least squares.
//!
//! In every round the estimate of the round before plays games, the first one rules of thumb
//! (policy iteration with a linear value function: Bertsekas and Tsitsiklis 1996), for one to four
//! players at both levels. One turn of a game begins with one of the best sixteen choices at
//! random; from there on the end of every turn is a sample, whose target is the number of animals
//! left at the end of the game.

use std::cmp::Reverse;

use floe_flip::{Flip, FlipEstimate, FlipMove, FlipPolicy, FlipSetUp, FlipStep, Net, TurnEnd};
use floe_game::{Chance, Game, Score};
use nalgebra::{DMatrix, DVector};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const WEIGHTS: usize = FlipEstimate::WEIGHTS;
const STAGES: usize = FlipEstimate::STAGES;

/// Number of turns of which one is the first sample of a game.
const TURNS: u64 = 11;
/// Number of choices among which that turn begins.
const CHOICES: usize = 16;
/// Squared weights of a stage cost this much, in squared animals; so weights of rare terms stay
/// small.
const RIDGE: f64 = 10.0;
/// First seed of the games; those below are left for measuring.
const FIRST_SEED: u64 = 1_000_000;
/// Games of a measurement.
const MEASURED: u64 = 10_000;

/// Player by rules of thumb, or by an estimate.
struct Policy(Option<FlipEstimate>);

impl Policy {
    fn choose(&self, flip: &Flip) -> FlipMove {
        let choice = match &self.0 {
            Some(estimate) => estimate.choose(flip),
            None => FlipPolicy::Thumb.choose(flip),
        };
        choice.expect("the game is not over")
    }

    fn value(&self, flip: &Flip, choice: FlipMove) -> Score {
        match &self.0 {
            Some(estimate) => estimate.value(flip, choice),
            None => FlipPolicy::Thumb.value(flip, choice),
        }
    }

    /// One of the best choices at random.
    fn explore(&self, flip: &Flip, rng: &mut Xoshiro256PlusPlus) -> FlipMove {
        let mut choices = flip.choices().to_vec();
        choices.sort_by_cached_key(|&choice| Reverse(self.value(flip, choice)));
        choices[rng.random_range(0..choices.len().min(CHOICES))]
    }

    /// Plays a game in the world of its seed. From the turn `first` on, `visit` gets the end of
    /// every turn.
    fn play(
        &self,
        set_up: &FlipSetUp,
        seed: u64,
        first: u64,
        visit: &mut impl FnMut(TurnEnd, &Net),
    ) -> Flip {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(!seed);
        let mut flip = Flip::deal(set_up, seed).expect("the usual game");
        let mut turn = 0;
        let mut end = None;
        while !flip.is_over() {
            if matches!(flip.step(), FlipStep::Act | FlipStep::Lay)
                && let Some(end) = end.take()
            {
                visit(end, flip.net());
            }
            if flip.step() != FlipStep::Act {
                flip.play(flip.outcome_in(self.choose(&flip), seed));
                continue;
            }
            let choice = if turn == first {
                self.explore(&flip, rng)
            } else {
                self.choose(&flip)
            };
            end = (turn >= first).then(|| TurnEnd::after(&flip, choice.card()));
            turn += 1;
            flip.play(choice);
        }
        flip
    }

    fn measure(&self) {
        for (players, is_difficult) in [(2, false), (1, false), (4, true)] {
            let set_up = FlipSetUp::usual(players, is_difficult);
            let ends = (0..MEASURED).map(|seed| self.play(&set_up, seed, u64::MAX, &mut |_, _| ()));
            let left: usize = ends.map(|end| end.animals_left()).sum();
            let left = left as f64 / MEASURED as f64;
            eprintln!("{players} players, difficult {is_difficult}: {left:.2} left");
        }
    }
}

struct Equations {
    /// Lower triangle of the sums of products of two terms.
    products: DMatrix<f64>,
    /// Sums of products of a term and the target.
    targets: DVector<f64>,
}

impl Equations {
    fn new() -> Equations {
        let products = DMatrix::from_diagonal_element(WEIGHTS, WEIGHTS, RIDGE);
        Equations {
            products,
            targets: DVector::zeros(WEIGHTS),
        }
    }

    fn add(&mut self, terms: &[i32; WEIGHTS], target: f64) {
        let terms: Vec<(usize, f64)> = (0..WEIGHTS)
            .zip(terms.map(f64::from))
            .filter(|&(_, term)| term != 0.0)
            .collect();
        for (nth, &(column, term)) in terms.iter().enumerate() {
            self.targets[column] += term * target;
            terms[nth..]
                .iter()
                .for_each(|&(row, factor)| self.products[(row, column)] += term * factor);
        }
    }

    fn solve(self) -> [f64; WEIGHTS] {
        // The decomposition reads the lower triangle only.
        let factors = self
            .products
            .cholesky()
            .expect("the ridge makes the matrix positive definite");
        let weights = factors.solve(&self.targets);
        std::array::from_fn(|index| weights[index])
    }
}

fn learn(policy: &Policy, seeds: std::ops::Range<u64>) -> FlipEstimate {
    let mut equations: Vec<Equations> = (0..STAGES).map(|_| Equations::new()).collect();
    let mut ends = Vec::new();
    for seed in seeds {
        let set_up = FlipSetUp::usual(1 + seed as usize % 4, seed / 4 % 2 == 0);
        let end = policy.play(&set_up, seed, seed / 8 % TURNS, &mut |end, net| {
            ends.push((end, *net));
        });
        let left = end.animals_left() as f64;
        for (end, net) in ends.drain(..) {
            if let Some(stage) = end.stage() {
                equations[stage].add(&end.terms(&net), left);
            }
        }
    }
    let mut weights = [[0.0; WEIGHTS]; STAGES];
    weights
        .iter_mut()
        .zip(equations)
        .for_each(|(stage, equations)| *stage = equations.solve());
    FlipEstimate::new(&weights)
}

/// Learns in rounds of games and prints the weights as the program reads them.
pub(crate) fn print_weights(rounds: u64, games: u64) {
    let mut policy = Policy(None);
    policy.measure();
    for round in 0..rounds {
        let first = FIRST_SEED + round * games;
        policy = Policy(Some(learn(&policy, first..first + games)));
        eprintln!("round {round}");
        policy.measure();
    }
    println!(
        "# Weights of the estimate at the end of a turn, in 1/1024 animals, a line for each number of refills to come."
    );
    println!("# cargo run --release -p floe-lab -- flip-learn {rounds} {games}");
    print!("{}", policy.0.expect("one round at least"));
}
