//! Trains the network by gradient descent (Adam, Kingma & Ba 2015), on one thread, from a fixed
//! seed.

use floe_evaluation::{
    Activations, HIDDEN, Network, NetworkFile, NetworkInputs, PENGUIN_INPUTS, POSITION_INPUTS,
    SIDE_INPUTS, UNITS, Weights, add_scaled, turns,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::{FISH, LearnError, TrainingGames, is_validation};
use crate::observation::Observation;

/// One late position in this many is learned from, where late positions are to be rare.
const LATE_INTERVAL: u64 = 7;
const BATCH: usize = 256;
const LEARNING_RATE: f32 = 3e-3;
/// Decay rates of the first and second moments of the gradient.
const BETAS: [f32; 2] = [0.9, 0.999];
/// Least spread of an input when inputs are normalised: one that varies less would get large
/// weights.
const LEAST_SPREAD: f64 = 0.1;
/// Largest number of a network: searches evaluate with weights from -8 to 8.
const LARGEST: f32 = 7.99;
/// Larger errors are clipped, in fish.
const MAX_ERROR: f32 = 8.0;

/// Options of the training of a network.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct NetworkTraining {
    /// Number of passes over all positions that the network learns from.
    pub epochs: u32,
    /// Number of free tiles below which a position is late: the network learns from one in seven of
    /// the late positions, and from all others.
    pub rare_below: u32,
}

pub(crate) struct LearnedNetwork {
    /// The file of the network, with its origin in comments.
    pub(crate) text: String,
    /// Root mean square of the error on games kept aside, in fish.
    pub(crate) error: f64,
}

/// Trains a network on what weights leave over.
///
/// # Errors
/// If the files cannot be read, are of different games, or of one for which networks see nothing.
pub(crate) fn learn_network(
    games: &TrainingGames,
    weights: &Weights,
    training: NetworkTraining,
) -> Result<LearnedNetwork, LearnError> {
    let game = games.game()?;
    let sides = game.sides();
    let mut dataset = Dataset::new(sides);
    let mut late = 0_u64;
    let mut has_inputs = true;
    let comments = games.read(game, |played, observations, inputs| {
        let Some(inputs) = inputs else {
            has_inputs = false;
            return;
        };
        let is_late = observations[0].free < training.rare_below;
        late += u64::from(is_late);
        if is_late && !late.is_multiple_of(LATE_INTERVAL) {
            return;
        }
        let residual = |observation: &Observation| {
            (games.target(observation) - f64::from(observation.estimate(weights)) / FISH) as f32
        };
        let example = Example {
            inputs: inputs.to_f32(),
            targets: observations.iter().map(residual).collect(),
        };
        dataset.add(example, is_validation(played));
    })?;
    if !has_inputs {
        return Err(LearnError::NoNetwork(game.to_string()));
    }
    let observations = dataset.training.len() * turns(sides);
    let of_weights = dataset.validation_error(&Network::empty(sides));
    let (network, error) = dataset.train(training.epochs);
    let NetworkTraining { epochs, rare_below } = training;
    let note = format!(
        "{observations} observations; validation error {error:.3} fish, of the weights alone {of_weights:.3}"
    );
    let text = format!(
        "# Learned on top of weights with {} for results, {epochs} epochs, late positions below {rare_below} from\n\
         {comments}# {note}\n# All numbers are 65536 times as large.\n{}",
        games.result_share,
        NetworkFile { game, network }
    );
    Ok(LearnedNetwork {
        text,
        error: error.into(),
    })
}

/// A position as the network sees it, and the target of every side that it learns to correct, in
/// fish.
struct Example {
    inputs: NetworkInputs<f32>,
    targets: Vec<f32>,
}

impl Example {
    /// Activations of a network, and the error of its correction, for every side with a target.
    fn errors(&self, network: &Network) -> impl Iterator<Item = (Activations, f32)> {
        self.targets
            .iter()
            .take(turns(network.players()))
            .enumerate()
            .map(move |(side, target)| {
                let activations = network.evaluate(&self.inputs, side);
                let error = activations.correction - target;
                (activations, error)
            })
    }

    /// Adds the gradient of half the squared error for the side `me`.
    fn backpropagate(
        &self,
        network: &Network,
        me: usize,
        activations: &Activations,
        error: f32,
        gradient: &mut Network,
    ) {
        let inputs = &self.inputs;
        let players = network.players();
        gradient.out_bias += error;
        let delta = |unit: usize| {
            if activations.hidden[unit] > 0.0 {
                error * network.out[unit]
            } else {
                0.0
            }
        };
        let hidden: [f32; HIDDEN] = std::array::from_fn(delta);
        add_scaled(
            &mut gradient.out,
            error,
            &activations.hidden.map(|unit| unit.max(0.0)),
        );
        add_scaled(&mut gradient.hidden_bias[me], 1.0, &hidden);
        for place in 0..players {
            let side = (me + place) % players;
            add_to_each(
                &mut gradient.units[place],
                &activations.units[side],
                &hidden,
            );
            add_to_each(&mut gradient.sides[place], &inputs.sides[side], &hidden);
        }
        add_to_each(&mut gradient.all, &inputs.all, &hidden);
        let sum = |row: &[f32; HIDDEN]| {
            row.iter()
                .zip(&hidden)
                .map(|(weight, delta)| weight * delta)
                .sum::<f32>()
        };
        let sums: Vec<[f32; UNITS]> = network
            .units
            .iter()
            .map(|rows| rows.each_ref().map(sum))
            .collect();
        for (penguin, units) in activations.penguins.iter().enumerate() {
            let side = penguin * players / inputs.penguins.len();
            let sums = &sums[(side + players - me) % players];
            let deltas: [f32; UNITS] =
                std::array::from_fn(|unit| if units[unit] > 0.0 { sums[unit] } else { 0.0 });
            add_scaled(&mut gradient.penguin_bias, 1.0, &deltas);
            add_to_each(&mut gradient.penguin, &inputs.penguins[penguin], &deltas);
        }
    }
}

struct Dataset {
    players: usize,
    training: Vec<Example>,
    validation: Vec<Example>,
}

impl Dataset {
    fn new(players: usize) -> Dataset {
        Dataset {
            players,
            training: Vec::new(),
            validation: Vec::new(),
        }
    }

    fn add(&mut self, example: Example, is_validation: bool) {
        if is_validation {
            &mut self.validation
        } else {
            &mut self.training
        }
        .push(example);
    }

    fn train(mut self, epochs: u32) -> (Network, f32) {
        let scales = Scales::of(&self.training);
        self.training
            .iter_mut()
            .for_each(|example| scales.apply(&mut example.inputs));
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let mut trainer = Trainer::new(random_network(self.players, rng));
        let mut order: Vec<usize> = (0..self.training.len()).collect();
        let batches = epochs as usize * order.len().div_ceil(BATCH);
        for _ in 0..epochs {
            for place in (1..order.len()).rev() {
                order.swap(place, rng.random_range(0..=place));
            }
            for batch in order.chunks(BATCH) {
                let left = 1.0 - trainer.steps as f32 / batches as f32;
                trainer.step(
                    batch.iter().map(|&index| &self.training[index]),
                    LEARNING_RATE * left,
                );
            }
        }
        let mut network = scales.undo(&trainer.network);
        network
            .rows_mut()
            .flatten()
            .for_each(|number| *number = number.clamp(-LARGEST, LARGEST));
        let error = self.validation_error(&network);
        (network, error)
    }

    fn validation_error(&self, network: &Network) -> f32 {
        let errors = self
            .validation
            .iter()
            .flat_map(|example| example.errors(network));
        let (count, squares) = errors.fold((0, 0.0), |(count, squares), (_, error)| {
            (count + 1, squares + error.powi(2))
        });
        (squares / count.max(1) as f32).sqrt()
    }
}

fn random_network(players: usize, rng: &mut Xoshiro256PlusPlus) -> Network {
    let mut network = Network::empty(players);
    let mut fill =
        |row: &mut [f32], most: f32| row.fill_with(|| (rng.random::<f32>() * 2.0 - 1.0) * most);
    network.penguin.iter_mut().for_each(|row| fill(row, 0.6));
    fill(&mut network.penguin_bias, 0.5);
    network
        .units
        .as_flattened_mut()
        .iter_mut()
        .for_each(|row| fill(row, 0.2));
    network
        .sides
        .as_flattened_mut()
        .iter_mut()
        .for_each(|row| fill(row, 0.2));
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
    fn of(examples: &[Example]) -> Scales {
        let inputs = examples.iter().map(|example| &example.inputs);
        let penguins = inputs.clone().flat_map(|inputs| &inputs.penguins);
        let sides = inputs.clone().flat_map(|inputs| &inputs.sides);
        Scales {
            penguins: std::array::from_fn(|input| scale(penguins.clone().map(|seen| seen[input]))),
            sides: std::array::from_fn(|input| scale(sides.clone().map(|seen| seen[input]))),
            all: std::array::from_fn(|input| scale(inputs.clone().map(|inputs| inputs.all[input]))),
        }
    }

    fn apply(&self, inputs: &mut NetworkInputs<f32>) {
        fn normalise(inputs: &mut [f32], scales: &[(f32, f32)]) {
            inputs
                .iter_mut()
                .zip(scales)
                .for_each(|(input, &(mean, spread))| *input = (*input - mean) / spread);
        }
        inputs
            .penguins
            .iter_mut()
            .for_each(|inputs| normalise(inputs, &self.penguins));
        inputs
            .sides
            .iter_mut()
            .for_each(|inputs| normalise(inputs, &self.sides));
        normalise(&mut inputs.all, &self.all);
    }

    /// Converts a network for normalised inputs into one for the inputs as they are.
    fn undo(&self, network: &Network) -> Network {
        let mut network = network.clone();
        for (row, &scale) in network.penguin.iter_mut().zip(&self.penguins) {
            unscale(row, scale, &mut [&mut network.penguin_bias]);
        }
        let mut biases: Vec<_> = network.hidden_bias.iter_mut().collect();
        for side in &mut network.sides {
            side.iter_mut()
                .zip(&self.sides)
                .for_each(|(row, &scale)| unscale(row, scale, &mut biases));
        }
        network
            .all
            .iter_mut()
            .zip(&self.all)
            .for_each(|(row, &scale)| unscale(row, scale, &mut biases));
        network
    }
}

fn scale(values: impl Iterator<Item = f32>) -> (f32, f32) {
    let mut count = 0.0;
    let mut sum = 0.0;
    let mut squares = 0.0;
    for value in values.map(f64::from) {
        count += 1.0;
        sum += value;
        squares += value * value;
    }
    let mean: f64 = sum / f64::max(count, 1.0);
    let spread = (squares / f64::max(count, 1.0) - mean * mean)
        .sqrt()
        .max(LEAST_SPREAD);
    (mean as f32, spread as f32)
}

fn unscale<const COUNT: usize>(
    row: &mut [f32; COUNT],
    (mean, spread): (f32, f32),
    biases: &mut [&mut [f32; COUNT]],
) {
    for unit in 0..COUNT {
        row[unit] /= spread;
        biases
            .iter_mut()
            .for_each(|bias| bias[unit] -= row[unit] * mean);
    }
}

/// Adds a multiple of the deltas to each row of a gradient.
fn add_to_each<const COUNT: usize>(
    rows: &mut [[f32; COUNT]],
    inputs: &[f32],
    deltas: &[f32; COUNT],
) {
    rows.iter_mut()
        .zip(inputs)
        .for_each(|(row, &input)| add_scaled(row, input, deltas));
}

struct Trainer {
    network: Network,
    means: Network,
    squares: Network,
    steps: i32,
}

impl Trainer {
    fn new(network: Network) -> Trainer {
        let empty = Network::empty(network.players());
        Trainer {
            network,
            means: empty.clone(),
            squares: empty,
            steps: 0,
        }
    }

    fn step<'a>(&mut self, batch: impl ExactSizeIterator<Item = &'a Example>, rate: f32) {
        let players = self.network.players();
        let mut gradient = Network::empty(players);
        let share = 1.0 / (batch.len() * turns(players)) as f32;
        for example in batch {
            for (side, (activations, error)) in example.errors(&self.network).enumerate() {
                let error = error.clamp(-MAX_ERROR, MAX_ERROR) * share;
                example.backpropagate(&self.network, side, &activations, error, &mut gradient);
            }
        }
        self.steps += 1;
        let bias = BETAS.map(|beta| 1.0 - beta.powi(self.steps));
        let rows = self.network.rows_mut().zip(gradient.rows_mut());
        for ((row, gradient), (means, squares)) in
            rows.zip(self.means.rows_mut().zip(self.squares.rows_mut()))
        {
            for place in 0..row.len() {
                let slope = gradient[place];
                let mean = &mut means[place];
                let square = &mut squares[place];
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
        inputs
            .penguins
            .as_flattened_mut()
            .fill_with(|| rng.random_range(0..20));
        inputs
            .sides
            .as_flattened_mut()
            .fill_with(|| rng.random_range(-2000..2000));
        inputs.all.fill_with(|| rng.random_range(-2000..2000));
        inputs
    }

    fn examples() -> Vec<Example> {
        let example = |seed| {
            let inputs = inputs(seed).to_f32();
            let targets = inputs.sides.iter().map(|inputs| inputs[0]).collect();
            Example { inputs, targets }
        };
        (0..40).map(example).collect()
    }

    /// Training and engine agree, also when the inputs are normalised and the network is converted
    /// back.
    #[test]
    fn the_engine_evaluates_the_trained_network() {
        let mut training = examples();
        let scales = Scales::of(&training);
        training
            .iter_mut()
            .for_each(|example| scales.apply(&mut example.inputs));
        let network = random_network(3, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        let undone = scales.undo(&network);
        for (seed, example) in training.iter().enumerate() {
            let inputs = inputs(seed as u64).to_f32();
            for side in 0..3 {
                let found = 128.0 * undone.evaluate(&inputs, side).correction;
                let expected = 128.0 * network.evaluate(&example.inputs, side).correction;
                assert!((expected - found).abs() < 2.0, "{expected} {found}");
            }
        }
    }

    /// The gradient is the change of the error per change of a number.
    #[test]
    fn backpropagation_is_the_slope_of_the_error() {
        let mut training = examples();
        let scales = Scales::of(&training);
        training
            .iter_mut()
            .for_each(|example| scales.apply(&mut example.inputs));
        let mut network = random_network(3, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        let example = &training[7];
        let mut gradient = Network::empty(3);
        let (activations, error) = example.errors(&network).nth(1).unwrap();
        example.backpropagate(&network, 1, &activations, error, &mut gradient);
        const STEP: f32 = 1e-3;
        let slopes: Vec<Vec<f32>> = gradient.rows_mut().map(|row| row.to_vec()).collect();
        for (number, row) in slopes.iter().enumerate() {
            let mut loss = |step: f32| {
                network.rows_mut().nth(number).unwrap()[0] += step;
                example.errors(&network).nth(1).unwrap().1.powi(2) / 2.0
            };
            let up = loss(STEP);
            let down = loss(-2.0 * STEP);
            loss(STEP);
            let slope = (up - down) / (2.0 * STEP);
            assert!(
                (slope - row[0]).abs() < 0.02 * (1.0 + row[0].abs()),
                "row {number}: {slope} {}",
                row[0]
            );
        }
    }

    #[test]
    fn the_error_falls() {
        let mut dataset = Dataset::new(3);
        (0..20)
            .flat_map(|_| examples())
            .for_each(|example| dataset.add(example, false));
        examples()
            .into_iter()
            .for_each(|example| dataset.add(example, true));
        let (network, error) = dataset.train(60);
        let off = |example: &Example, network: &Network| {
            example
                .errors(network)
                .map(|(_, error)| error.abs())
                .sum::<f32>()
        };
        let sum = |network: &Network| {
            examples()
                .iter()
                .map(|example| off(example, network))
                .sum::<f32>()
        };
        assert!(sum(&network) < sum(&Network::empty(3)) / 4.0, "{error}");
    }
}
