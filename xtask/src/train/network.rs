//! Teaches the network by gradient descent (Adam, Kingma & Ba 2015), one thread, from a fixed seed.

use floe_engine::{Network, Sight};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const PENGUINS: usize = Sight::PENGUINS;
const OF_PENGUINS: usize = Sight::OF_PENGUINS.len();
const OF_SIDES: usize = Sight::OF_SIDES.len();
const UNITS: usize = Network::UNITS;

/// A position as the network sees it, and what it should say, in fish.
pub(super) struct Example {
    penguins: [[f32; OF_PENGUINS]; PENGUINS],
    sides: [f32; OF_SIDES],
    target: f32,
}

/// What there is to learn from, and what is kept aside.
#[derive(Default)]
pub(super) struct Lessons {
    shown: Vec<Example>,
    aside: Vec<Example>,
}

impl Example {
    pub(super) fn new(sight: &Sight, target: f32) -> Example {
        let penguins = std::array::from_fn(|penguin| sight.penguins.map(|seen| seen[penguin] as f32));
        Example { penguins, sides: sight.sides.map(|seen| seen as f32 / 128.0), target }
    }
}

/// So many examples are looked at before the network changes.
const BATCH: usize = 256;
/// By how much it changes at first; by nothing in the end.
const RATE: f32 = 3e-3;
/// How long it remembers gradients, and their squares.
const MEMORY: [f32; 2] = [0.9, 0.999];
/// Errors count no more than this, in fish.
const MOST: f32 = 8.0;

impl Lessons {
    pub(super) fn add(&mut self, example: Example, is_aside: bool) {
        if is_aside { self.aside.push(example) } else { self.shown.push(example) }
    }

    /// The network, and how good it is.
    pub(super) fn teach(mut self, epochs: u32) -> (Network, String) {
        let scales = Scales::of(&self.shown);
        self.shown.iter_mut().for_each(|example| scales.apply(example));
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let mut pupil = Pupil::new(beginner(rng));
        let mut order: Vec<usize> = (0..self.shown.len()).collect();
        let batches = epochs as usize * order.len().div_ceil(BATCH);
        for _ in 0..epochs {
            for place in (1..order.len()).rev() {
                order.swap(place, rng.random_range(0..=place));
            }
            for batch in order.chunks(BATCH) {
                let left = 1.0 - pupil.steps as f32 / batches as f32;
                pupil.learn(batch.iter().map(|&index| &self.shown[index]), RATE * left);
            }
        }
        let network = scales.undo(&pupil.network);
        let mut activity = Activity::default();
        let mut off = |network: &Network| {
            let squares = self.aside.iter().map(|example| (activity.of(network, example) - example.target).powi(2));
            (squares.sum::<f32>() / self.aside.len().max(1) as f32).sqrt()
        };
        let (with, without) = (off(&network), off(&Network::EMPTY));
        let note = format!(
            "{} observations; off by {with:.3} fish on games kept aside, the weights alone by {without:.3}",
            self.shown.len()
        );
        (network, note)
    }
}

/// A network that has learned nothing.
fn beginner(rng: &mut Xoshiro256PlusPlus) -> Network {
    let mut network = Network::EMPTY;
    let mut fill = |row: &mut [f32], most: f32| row.fill_with(|| (rng.random::<f32>() * 2.0 - 1.0) * most);
    network.penguin.iter_mut().for_each(|row| fill(row, 0.6));
    fill(&mut network.penguin_bias, 0.5);
    network.hidden.iter_mut().for_each(|row| fill(row, 0.2));
    fill(&mut network.out, 0.2);
    network
}

/// The mean and the spread of every input: the network learns from numbers that lie around zero.
struct Scales {
    penguins: [(f32, f32); OF_PENGUINS],
    sides: [(f32, f32); OF_SIDES],
}

impl Scales {
    fn of(examples: &[Example]) -> Scales {
        let penguins = |input: usize| examples.iter().flat_map(move |example| example.penguins.map(|seen| seen[input]));
        let sides = |input: usize| examples.iter().map(move |example| example.sides[input]);
        Scales {
            penguins: std::array::from_fn(|input| scale(penguins(input))),
            sides: std::array::from_fn(|input| scale(sides(input))),
        }
    }

    fn apply(&self, example: &mut Example) {
        let scaled = |seen: &mut f32, &(mean, spread): &(f32, f32)| *seen = (*seen - mean) / spread;
        for penguin in &mut example.penguins {
            penguin.iter_mut().zip(&self.penguins).for_each(|(seen, scale)| scaled(seen, scale));
        }
        example.sides.iter_mut().zip(&self.sides).for_each(|(seen, scale)| scaled(seen, scale));
    }

    /// The network that says of inputs as they are what this one says of inputs that were scaled.
    fn undo(&self, network: &Network) -> Network {
        let mut network = network.clone();
        for (row, &scale) in network.penguin.iter_mut().zip(&self.penguins) {
            unscale(row, scale, &mut network.penguin_bias);
        }
        for (row, &scale) in network.hidden[2 * UNITS..].iter_mut().zip(&self.sides) {
            unscale(row, scale, &mut network.hidden_bias);
        }
        network
    }
}

fn scale(values: impl Iterator<Item = f32>) -> (f32, f32) {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for value in values.map(f64::from) {
        count += 1.0;
        sum += value;
        squares += value * value;
    }
    let mean: f64 = sum / f64::max(count, 1.0);
    let spread = (squares / f64::max(count, 1.0) - mean * mean).max(1e-4).sqrt();
    (mean as f32, spread as f32)
}

fn unscale(row: &mut [f32], (mean, spread): (f32, f32), bias: &mut [f32]) {
    for (weight, bias) in row.iter_mut().zip(bias) {
        *weight /= spread;
        *bias -= *weight * mean;
    }
}

/// What the units of a network say of an example.
struct Activity {
    penguins: [[f32; UNITS]; PENGUINS],
    inputs: [f32; Network::INPUTS],
    hidden: [f32; Network::HIDDEN],
}

impl Default for Activity {
    fn default() -> Activity {
        Activity { penguins: [[0.0; UNITS]; PENGUINS], inputs: [0.0; Network::INPUTS], hidden: [0.0; Network::HIDDEN] }
    }
}

/// Where the units of the penguins of a side are among the inputs.
fn side_of(penguin: usize) -> usize {
    penguin / (PENGUINS / 2) * UNITS
}

impl Activity {
    /// What the network says.
    fn of(&mut self, network: &Network, example: &Example) -> f32 {
        self.inputs[..2 * UNITS].fill(0.0);
        for (penguin, units) in self.penguins.iter_mut().enumerate() {
            *units = network.penguin_bias;
            for (seen, weights) in example.penguins[penguin].iter().zip(&network.penguin) {
                add(units, *seen, weights);
            }
            for (input, unit) in self.inputs[side_of(penguin)..].iter_mut().zip(units) {
                *input += unit.max(0.0);
            }
        }
        self.inputs[2 * UNITS..].copy_from_slice(&example.sides);
        self.hidden = network.hidden_bias;
        for (input, weights) in self.inputs.iter().zip(&network.hidden) {
            add(&mut self.hidden, *input, weights);
        }
        let out = self.hidden.iter().zip(&network.out).map(|(unit, weight)| unit.max(0.0) * weight);
        network.out_bias + out.sum::<f32>()
    }

    /// Adds to the gradient what this example has to say, of which the network was off by so much.
    fn blame(&self, network: &Network, example: &Example, error: f32, gradient: &mut Network) {
        gradient.out_bias += error;
        let active = |unit: usize| self.hidden[unit] > 0.0;
        let hidden: [f32; Network::HIDDEN] =
            std::array::from_fn(|unit| if active(unit) { error * network.out[unit] } else { 0.0 });
        add(&mut gradient.out, error, &self.hidden.map(|unit| unit.max(0.0)));
        add(&mut gradient.hidden_bias, 1.0, &hidden);
        for (input, row) in self.inputs.iter().zip(&mut gradient.hidden) {
            add(row, *input, &hidden);
        }
        let mut sums = [0.0; 2 * UNITS];
        for (sum, weights) in sums.iter_mut().zip(&network.hidden) {
            *sum = weights.iter().zip(&hidden).map(|(weight, blame)| weight * blame).sum();
        }
        for (penguin, units) in self.penguins.iter().enumerate() {
            let sums = &sums[side_of(penguin)..];
            let blame: [f32; UNITS] = std::array::from_fn(|unit| if units[unit] > 0.0 { sums[unit] } else { 0.0 });
            add(&mut gradient.penguin_bias, 1.0, &blame);
            for (seen, row) in example.penguins[penguin].iter().zip(&mut gradient.penguin) {
                add(row, *seen, &blame);
            }
        }
    }
}

#[inline]
fn add<const COUNT: usize>(units: &mut [f32; COUNT], input: f32, weights: &[f32; COUNT]) {
    for unit in 0..COUNT {
        units[unit] += input * weights[unit];
    }
}

/// A network that learns, with what it remembers of gradients and of their squares.
struct Pupil {
    network: Network,
    means: Network,
    squares: Network,
    activity: Activity,
    steps: i32,
}

impl Pupil {
    fn new(network: Network) -> Pupil {
        Pupil { network, means: Network::EMPTY, squares: Network::EMPTY, activity: Activity::default(), steps: 0 }
    }

    fn learn<'a>(&mut self, batch: impl ExactSizeIterator<Item = &'a Example>, rate: f32) {
        let (mut gradient, share) = (Network::EMPTY, 1.0 / batch.len() as f32);
        for example in batch {
            let error = (self.activity.of(&self.network, example) - example.target).clamp(-MOST, MOST);
            self.activity.blame(&self.network, example, error * share, &mut gradient);
        }
        self.steps += 1;
        let known = MEMORY.map(|memory| 1.0 - memory.powi(self.steps));
        let rows = self.network.rows_mut().zip(gradient.rows_mut());
        for ((row, gradient), (means, squares)) in rows.zip(self.means.rows_mut().zip(self.squares.rows_mut())) {
            for place in 0..row.len() {
                let (slope, mean, square) = (gradient[place], &mut means[place], &mut squares[place]);
                *mean += (1.0 - MEMORY[0]) * (slope - *mean);
                *square += (1.0 - MEMORY[1]) * (slope * slope - *square);
                row[place] -= rate * (*mean / known[0]) / ((*square / known[1]).sqrt() + 1e-8);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sight(seed: u64) -> Sight {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut sight = Sight::default();
        sight.penguins.iter_mut().flatten().for_each(|seen| *seen = rng.random_range(0..20));
        sight.sides.iter_mut().for_each(|seen| *seen = rng.random_range(-2000..2000));
        sight
    }

    fn examples() -> Vec<Example> {
        (0..40).map(|seed| Example::new(&sight(seed), sight(seed).sides[0] as f32 / 128.0)).collect()
    }

    /// The pupil and the engine agree, also when the numbers have been scaled and the network with them.
    #[test]
    fn a_network_says_what_it_was_taught_to_say() {
        let mut shown = examples();
        let scales = Scales::of(&shown);
        shown.iter_mut().for_each(|example| scales.apply(example));
        let network = beginner(&mut Xoshiro256PlusPlus::seed_from_u64(1));
        let (undone, mut activity) = (scales.undo(&network), Activity::default());
        for (seed, example) in shown.iter().enumerate() {
            let taught = activity.of(&network, example) * 128.0;
            let said = undone.correction(&sight(seed as u64));
            assert!((taught - said as f32).abs() < 2.0, "{taught} {said}");
        }
    }

    /// The gradient tells by how much the error changes when a number does.
    #[test]
    fn blame_is_the_slope_of_the_error() {
        let mut shown = examples();
        let scales = Scales::of(&shown);
        shown.iter_mut().for_each(|example| scales.apply(example));
        let mut network = beginner(&mut Xoshiro256PlusPlus::seed_from_u64(1));
        let (mut activity, mut gradient) = (Activity::default(), Network::EMPTY);
        let example = &shown[7];
        let error = activity.of(&network, example) - example.target;
        activity.blame(&network, example, error, &mut gradient);
        const STEP: f32 = 1e-2;
        let slopes: Vec<Vec<f32>> = gradient.rows_mut().map(|row| row.to_vec()).collect();
        for (number, row) in slopes.iter().enumerate() {
            let mut loss = |step: f32| {
                network.rows_mut().nth(number).unwrap()[0] += step;
                (activity.of(&network, example) - example.target).powi(2) / 2.0
            };
            let (up, down) = (loss(STEP), loss(-2.0 * STEP));
            loss(STEP);
            let slope = (up - down) / (2.0 * STEP);
            assert!((slope - row[0]).abs() < 0.02 * (1.0 + row[0].abs()), "row {number}: {slope} {}", row[0]);
        }
    }

    #[test]
    fn lessons_are_learned() {
        let mut lessons = Lessons::default();
        (0..20).flat_map(|_| examples()).for_each(|example| lessons.add(example, false));
        examples().into_iter().for_each(|example| lessons.add(example, true));
        let (network, note) = lessons.teach(60);
        let off =
            |example: &Example, network: &Network| (Activity::default().of(network, example) - example.target).abs();
        let sum = |network: &Network| examples().iter().map(|example| off(example, network)).sum::<f32>();
        assert!(sum(&network) < sum(&Network::EMPTY) / 4.0, "{note}");
    }
}
