//! Trains the network by gradient descent (Adam, Kingma & Ba 2015), on one thread, from a fixed seed.

use anyhow::Result;
use floe_engine::network::{
    HIDDEN, Network, NetworkInputs, PENGUIN_INPUTS, POSITION_INPUTS, SIDE_INPUTS, UNITS, turns,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Arguments, FISH, is_validation};

/// One late position in this many is learned from, where late positions are to be rare.
const LATE_INTERVAL: u64 = 7;
/// Examples between two changes of the network.
const BATCH: usize = 256;
/// The learning rate at the start; it falls to zero on a straight line.
const LEARNING_RATE: f32 = 3e-3;
/// Decay rates of the first and second moments of the gradient.
const BETAS: [f32; 2] = [0.9, 0.999];
/// Larger errors are clipped, in fish.
const MAX_ERROR: f32 = 8.0;

/// Trains a network on the residuals of the weights and returns the contents of its file.
pub(crate) fn learn<const N: usize, const P: usize>(arguments: &Arguments) -> Result<String> {
    let (mut dataset, mut late) = (Dataset::<N, P>::default(), 0_u64);
    let comments = arguments.read(N, |game, observations, inputs| {
        let is_late = observations[0].free < arguments.rare_below;
        late += u64::from(is_late);
        if is_late && !late.is_multiple_of(LATE_INTERVAL) {
            return;
        }
        let residual = |observation| (arguments.target(observation) - f64::from(observation.static_eval) / FISH) as f32;
        let mut targets = [0.0; N];
        targets.iter_mut().zip(observations).for_each(|(target, observation)| *target = residual(observation));
        dataset.add(Example::new(inputs, targets), is_validation(game));
    })?;
    let Arguments { result_share, rare_below, epochs, .. } = arguments;
    let (network, note) = dataset.train(*epochs);
    println!("network: {note}");
    Ok(format!(
        "# Learned by floe-train --network --result-share {result_share} --rare-below {rare_below} --epochs {epochs} on top of {N}.txt from\n\
         {comments}# {note}\n# All numbers are 65536 times as large.\n{network}\n"
    ))
}

/// A position as the network sees it, and the target of every side, in fish.
struct Example<const N: usize, const P: usize> {
    penguins: [[f32; PENGUIN_INPUTS.len()]; P],
    sides: [[f32; SIDE_INPUTS.len()]; N],
    all: [f32; POSITION_INPUTS.len()],
    targets: [f32; N],
}

impl<const N: usize, const P: usize> Example<N, P> {
    fn new(inputs: &NetworkInputs, targets: [f32; N]) -> Example<N, P> {
        let fish = |input: i32| input as f32 / 128.0;
        Example {
            penguins: std::array::from_fn(|penguin| inputs.penguins[penguin].map(|input| input as f32)),
            sides: std::array::from_fn(|side| inputs.sides[side].map(fish)),
            all: inputs.all.map(fish),
            targets,
        }
    }
}

/// Examples to learn from, and those of the validation set.
struct Dataset<const N: usize, const P: usize> {
    training: Vec<Example<N, P>>,
    validation: Vec<Example<N, P>>,
}

impl<const N: usize, const P: usize> Default for Dataset<N, P> {
    fn default() -> Dataset<N, P> {
        Dataset { training: Vec::new(), validation: Vec::new() }
    }
}

impl<const N: usize, const P: usize> Dataset<N, P> {
    fn add(&mut self, example: Example<N, P>, is_validation: bool) {
        if is_validation { &mut self.validation } else { &mut self.training }.push(example);
    }

    /// Trains a network; returns it with its validation error.
    fn train(mut self, epochs: u32) -> (Network, String) {
        let scales = Scales::of(&self.training);
        self.training.iter_mut().for_each(|example| scales.apply(example));
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let mut trainer = Trainer::new(random_network(N, rng));
        let mut order: Vec<usize> = (0..self.training.len()).collect();
        let batches = epochs as usize * order.len().div_ceil(BATCH);
        for _ in 0..epochs {
            for place in (1..order.len()).rev() {
                order.swap(place, rng.random_range(0..=place));
            }
            for batch in order.chunks(BATCH) {
                let left = 1.0 - trainer.steps as f32 / batches as f32;
                trainer.step(batch.iter().map(|&index| &self.training[index]), LEARNING_RATE * left);
            }
        }
        let network = scales.undo(&trainer.network);
        let note = format!(
            "{} observations; validation error {:.3} fish, of the weights alone {:.3}",
            self.training.len() * turns(N),
            self.validation_error(&network),
            self.validation_error(&Network::empty(N))
        );
        (network, note)
    }

    /// Root mean square of the error over the validation set.
    fn validation_error(&self, network: &Network) -> f32 {
        let (mut squares, mut activations) = (0.0, Activations::default());
        for example in &self.validation {
            for side in 0..turns(N) {
                squares += (activations.of(network, example, side) - example.targets[side]).powi(2);
            }
        }
        (squares / (self.validation.len() * turns(N)).max(1) as f32).sqrt()
    }
}

/// A network with random numbers.
fn random_network(players: usize, rng: &mut Xoshiro256PlusPlus) -> Network {
    let mut network = Network::empty(players);
    let mut fill = |row: &mut [f32], most: f32| row.fill_with(|| (rng.random::<f32>() * 2.0 - 1.0) * most);
    network.penguin.iter_mut().for_each(|row| fill(row, 0.6));
    fill(&mut network.penguin_bias, 0.5);
    network.units.as_flattened_mut().iter_mut().for_each(|row| fill(row, 0.2));
    network.sides.as_flattened_mut().iter_mut().for_each(|row| fill(row, 0.2));
    network.all.iter_mut().for_each(|row| fill(row, 0.2));
    fill(&mut network.out, 0.2);
    network
}

/// Mean and standard deviation of every input: the network learns from normalised inputs.
struct Scales {
    penguins: [(f32, f32); PENGUIN_INPUTS.len()],
    sides: [(f32, f32); SIDE_INPUTS.len()],
    all: [(f32, f32); POSITION_INPUTS.len()],
}

impl Scales {
    fn of<const N: usize, const P: usize>(examples: &[Example<N, P>]) -> Scales {
        let penguins =
            |input: usize| examples.iter().flat_map(move |example| example.penguins.map(|inputs| inputs[input]));
        let sides = |input: usize| examples.iter().flat_map(move |example| example.sides.map(|inputs| inputs[input]));
        let all = |input: usize| examples.iter().map(move |example| example.all[input]);
        Scales {
            penguins: std::array::from_fn(|input| scale(penguins(input))),
            sides: std::array::from_fn(|input| scale(sides(input))),
            all: std::array::from_fn(|input| scale(all(input))),
        }
    }

    fn apply<const N: usize, const P: usize>(&self, example: &mut Example<N, P>) {
        let scaled = |input: &mut f32, &(mean, spread): &(f32, f32)| *input = (*input - mean) / spread;
        for penguin in &mut example.penguins {
            penguin.iter_mut().zip(&self.penguins).for_each(|(input, scale)| scaled(input, scale));
        }
        for side in &mut example.sides {
            side.iter_mut().zip(&self.sides).for_each(|(input, scale)| scaled(input, scale));
        }
        example.all.iter_mut().zip(&self.all).for_each(|(input, scale)| scaled(input, scale));
    }

    /// Converts a network for normalised inputs into one for the inputs as they are.
    fn undo(&self, network: &Network) -> Network {
        let mut network = network.clone();
        for (row, &scale) in network.penguin.iter_mut().zip(&self.penguins) {
            unscale(row, scale, &mut [&mut network.penguin_bias]);
        }
        let mut biases: Vec<_> = network.hidden_bias.iter_mut().collect();
        for side in &mut network.sides {
            side.iter_mut().zip(&self.sides).for_each(|(row, &scale)| unscale(row, scale, &mut biases));
        }
        network.all.iter_mut().zip(&self.all).for_each(|(row, &scale)| unscale(row, scale, &mut biases));
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

fn unscale<const COUNT: usize>(row: &mut [f32; COUNT], (mean, spread): (f32, f32), biases: &mut [&mut [f32; COUNT]]) {
    for unit in 0..COUNT {
        row[unit] /= spread;
        biases.iter_mut().for_each(|bias| bias[unit] -= row[unit] * mean);
    }
}

/// Outputs of the units of a network, for one example.
struct Activations<const N: usize, const P: usize> {
    penguins: [[f32; UNITS]; P],
    units: [[f32; UNITS]; N],
    hidden: [f32; HIDDEN],
}

impl<const N: usize, const P: usize> Default for Activations<N, P> {
    fn default() -> Activations<N, P> {
        Activations { penguins: [[0.0; UNITS]; P], units: [[0.0; UNITS]; N], hidden: [0.0; HIDDEN] }
    }
}

impl<const N: usize, const P: usize> Activations<N, P> {
    /// Output of the network for a side.
    fn of(&mut self, network: &Network, example: &Example<N, P>, me: usize) -> f32 {
        self.units = [[0.0; UNITS]; N];
        for (penguin, units) in self.penguins.iter_mut().enumerate() {
            *units = network.penguin_bias;
            for (input, weights) in example.penguins[penguin].iter().zip(&network.penguin) {
                add(units, *input, weights);
            }
            for (sum, unit) in self.units[penguin / (P / N)].iter_mut().zip(units) {
                *sum += unit.max(0.0);
            }
        }
        self.hidden = network.hidden_bias[me];
        for (side, rows) in network.units.iter().enumerate() {
            add_all(&mut self.hidden, &self.units[(me + side) % N], rows);
        }
        for (side, rows) in network.sides.iter().enumerate() {
            add_all(&mut self.hidden, &example.sides[(me + side) % N], rows);
        }
        add_all(&mut self.hidden, &example.all, &network.all);
        let out = self.hidden.iter().zip(&network.out).map(|(unit, weight)| unit.max(0.0) * weight);
        network.out_bias + out.sum::<f32>()
    }

    /// Adds the gradient of half the squared error for one example and side.
    fn backpropagate(&self, network: &Network, example: &Example<N, P>, me: usize, error: f32, gradient: &mut Network) {
        gradient.out_bias += error;
        let active = |unit: usize| self.hidden[unit] > 0.0;
        let hidden: [f32; HIDDEN] =
            std::array::from_fn(|unit| if active(unit) { error * network.out[unit] } else { 0.0 });
        add(&mut gradient.out, error, &self.hidden.map(|unit| unit.max(0.0)));
        add(&mut gradient.hidden_bias[me], 1.0, &hidden);
        for side in 0..N {
            let of = (me + side) % N;
            self.units[of].iter().zip(&mut gradient.units[side]).for_each(|(unit, row)| add(row, *unit, &hidden));
            example.sides[of].iter().zip(&mut gradient.sides[side]).for_each(|(input, row)| add(row, *input, &hidden));
        }
        example.all.iter().zip(&mut gradient.all).for_each(|(input, row)| add(row, *input, &hidden));
        let input_delta =
            |row: &[f32; HIDDEN]| row.iter().zip(&hidden).map(|(weight, delta)| weight * delta).sum::<f32>();
        let sums: [[f32; UNITS]; N] = std::array::from_fn(|side| network.units[side].each_ref().map(input_delta));
        for (penguin, units) in self.penguins.iter().enumerate() {
            let sums = &sums[(penguin / (P / N) + N - me) % N];
            let deltas: [f32; UNITS] = std::array::from_fn(|unit| if units[unit] > 0.0 { sums[unit] } else { 0.0 });
            add(&mut gradient.penguin_bias, 1.0, &deltas);
            for (input, row) in example.penguins[penguin].iter().zip(&mut gradient.penguin) {
                add(row, *input, &deltas);
            }
        }
    }
}

#[inline]
fn add_all<const COUNT: usize>(units: &mut [f32; COUNT], inputs: &[f32], rows: &[[f32; COUNT]]) {
    inputs.iter().zip(rows).for_each(|(input, weights)| add(units, *input, weights));
}

#[inline]
fn add<const COUNT: usize>(units: &mut [f32; COUNT], input: f32, weights: &[f32; COUNT]) {
    for unit in 0..COUNT {
        units[unit] += input * weights[unit];
    }
}

/// The network in training, with the moments of its gradient.
struct Trainer<const N: usize, const P: usize> {
    network: Network,
    means: Network,
    squares: Network,
    activations: Activations<N, P>,
    steps: i32,
}

impl<const N: usize, const P: usize> Trainer<N, P> {
    fn new(network: Network) -> Trainer<N, P> {
        Trainer {
            network,
            means: Network::empty(N),
            squares: Network::empty(N),
            activations: Activations::default(),
            steps: 0,
        }
    }

    fn step<'a>(&mut self, batch: impl ExactSizeIterator<Item = &'a Example<N, P>>, rate: f32) {
        let (mut gradient, share) = (Network::empty(N), 1.0 / (batch.len() * turns(N)) as f32);
        for example in batch {
            for side in 0..turns(N) {
                let output = self.activations.of(&self.network, example, side);
                let error = (output - example.targets[side]).clamp(-MAX_ERROR, MAX_ERROR);
                self.activations.backpropagate(&self.network, example, side, error * share, &mut gradient);
            }
        }
        self.steps += 1;
        let bias = BETAS.map(|beta| 1.0 - beta.powi(self.steps));
        let rows = self.network.rows_mut().zip(gradient.rows_mut());
        for ((row, gradient), (means, squares)) in rows.zip(self.means.rows_mut().zip(self.squares.rows_mut())) {
            for place in 0..row.len() {
                let (slope, mean, square) = (gradient[place], &mut means[place], &mut squares[place]);
                *mean += (1.0 - BETAS[0]) * (slope - *mean);
                *square += (1.0 - BETAS[1]) * (slope * slope - *square);
                row[place] -= rate * (*mean / bias[0]) / ((*square / bias[1]).sqrt() + 1e-8);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(seed: u64) -> NetworkInputs {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut inputs = NetworkInputs {
            penguins: vec![Default::default(); 9],
            sides: vec![Default::default(); 3],
            all: [0; POSITION_INPUTS.len()],
        };
        inputs.penguins.as_flattened_mut().fill_with(|| rng.random_range(0..20));
        inputs.sides.as_flattened_mut().fill_with(|| rng.random_range(-2000..2000));
        inputs.all.fill_with(|| rng.random_range(-2000..2000));
        inputs
    }

    fn examples() -> Vec<Example<3, 9>> {
        let targets = |inputs: &NetworkInputs| [0, 1, 2].map(|side| inputs.sides[side][0] as f32 / 128.0);
        (0..40).map(inputs).map(|inputs| Example::new(&inputs, targets(&inputs))).collect()
    }

    /// Training and engine agree, also when the inputs are normalised and the network is converted back.
    #[test]
    fn the_engine_evaluates_the_trained_network() {
        let mut training = examples();
        let scales = Scales::of(&training);
        training.iter_mut().for_each(|example| scales.apply(example));
        let network = random_network(3, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        let (undone, mut activations) = (scales.undo(&network), Activations::default());
        for (seed, example) in training.iter().enumerate() {
            let found = undone.corrections(&inputs(seed as u64));
            for (side, found) in found.into_iter().enumerate() {
                let expected = activations.of(&network, example, side) * 128.0;
                assert!((expected - found).abs() < 2.0, "{expected} {found}");
            }
        }
    }

    /// The gradient is the change of the error per change of a number.
    #[test]
    fn backpropagation_is_the_slope_of_the_error() {
        let mut training = examples();
        let scales = Scales::of(&training);
        training.iter_mut().for_each(|example| scales.apply(example));
        let mut network = random_network(3, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        let (mut activations, mut gradient) = (Activations::default(), Network::empty(3));
        let example = &training[7];
        let error = activations.of(&network, example, 1) - example.targets[1];
        activations.backpropagate(&network, example, 1, error, &mut gradient);
        const STEP: f32 = 1e-3;
        let slopes: Vec<Vec<f32>> = gradient.rows_mut().map(|row| row.to_vec()).collect();
        for (number, row) in slopes.iter().enumerate() {
            let mut loss = |step: f32| {
                network.rows_mut().nth(number).unwrap()[0] += step;
                (activations.of(&network, example, 1) - example.targets[1]).powi(2) / 2.0
            };
            let (up, down) = (loss(STEP), loss(-2.0 * STEP));
            loss(STEP);
            let slope = (up - down) / (2.0 * STEP);
            assert!((slope - row[0]).abs() < 0.02 * (1.0 + row[0].abs()), "row {number}: {slope} {}", row[0]);
        }
    }

    #[test]
    fn the_error_falls() {
        let mut dataset = Dataset::default();
        (0..20).flat_map(|_| examples()).for_each(|example| dataset.add(example, false));
        examples().into_iter().for_each(|example| dataset.add(example, true));
        let (network, note) = dataset.train(60);
        let off = |example: &Example<3, 9>, network: &Network| {
            let error = |side| Activations::default().of(network, example, side) - example.targets[side];
            (0..3).map(|side| error(side).abs()).sum::<f32>()
        };
        let sum = |network: &Network| examples().iter().map(|example| off(example, network)).sum::<f32>();
        assert!(sum(&network) < sum(&Network::empty(3)) / 4.0, "{note}");
    }
}
