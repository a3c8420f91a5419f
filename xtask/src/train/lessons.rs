//! Teaches the network by gradient descent (Adam, Kingma & Ba 2015), one thread, from a fixed seed.

use floe_engine::network::{HIDDEN, Network, OF_ALL, OF_PENGUINS, OF_SIDES, Seen, UNITS, turns};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A position as the network sees it, and what it should say of every side, in fish.
pub(super) struct Example<const N: usize, const P: usize> {
    penguins: [[f32; OF_PENGUINS.len()]; P],
    sides: [[f32; OF_SIDES.len()]; N],
    all: [f32; OF_ALL.len()],
    targets: [f32; N],
}

/// What there is to learn from, and what is kept aside.
pub(super) struct Lessons<const N: usize, const P: usize> {
    shown: Vec<Example<N, P>>,
    aside: Vec<Example<N, P>>,
}

impl<const N: usize, const P: usize> Default for Lessons<N, P> {
    fn default() -> Lessons<N, P> {
        Lessons { shown: Vec::new(), aside: Vec::new() }
    }
}

impl<const N: usize, const P: usize> Example<N, P> {
    pub(super) fn new(seen: &Seen, targets: [f32; N]) -> Example<N, P> {
        let fish = |&seen: &i32| seen as f32 / 128.0;
        Example {
            penguins: std::array::from_fn(|penguin| seen.penguins[penguin].map(|seen| seen as f32)),
            sides: std::array::from_fn(|side| seen.sides[side].each_ref().map(fish)),
            all: seen.all.each_ref().map(fish),
            targets,
        }
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

impl<const N: usize, const P: usize> Lessons<N, P> {
    pub(super) fn add(&mut self, example: Example<N, P>, is_aside: bool) {
        if is_aside { self.aside.push(example) } else { self.shown.push(example) }
    }

    /// The network, and how good it is.
    pub(super) fn teach(mut self, epochs: u32) -> (Network, String) {
        let scales = Scales::of(&self.shown);
        self.shown.iter_mut().for_each(|example| scales.apply(example));
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let mut pupil = Pupil::new(beginner(N, rng));
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
            let (mut squares, mut count) = (0.0, 0);
            for example in &self.aside {
                for side in 0..turns(N) {
                    squares += (activity.of(network, example, side) - example.targets[side]).powi(2);
                    count += 1;
                }
            }
            (squares / count.max(1) as f32).sqrt()
        };
        let (with, without) = (off(&network), off(&Network::empty(N)));
        let note = format!(
            "{} observations; off by {with:.3} fish on games kept aside, the weights alone by {without:.3}",
            self.shown.len() * turns(N)
        );
        (network, note)
    }
}

/// A network that has learned nothing.
fn beginner(players: usize, rng: &mut Xoshiro256PlusPlus) -> Network {
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

/// The mean and the spread of every input: the network learns from numbers that lie around zero.
struct Scales {
    penguins: [(f32, f32); OF_PENGUINS.len()],
    sides: [(f32, f32); OF_SIDES.len()],
    all: [(f32, f32); OF_ALL.len()],
}

impl Scales {
    fn of<const N: usize, const P: usize>(examples: &[Example<N, P>]) -> Scales {
        let penguins = |input: usize| examples.iter().flat_map(move |example| example.penguins.map(|seen| seen[input]));
        let sides = |input: usize| examples.iter().flat_map(move |example| example.sides.map(|seen| seen[input]));
        let all = |input: usize| examples.iter().map(move |example| example.all[input]);
        Scales {
            penguins: std::array::from_fn(|input| scale(penguins(input))),
            sides: std::array::from_fn(|input| scale(sides(input))),
            all: std::array::from_fn(|input| scale(all(input))),
        }
    }

    fn apply<const N: usize, const P: usize>(&self, example: &mut Example<N, P>) {
        let scaled = |seen: &mut f32, &(mean, spread): &(f32, f32)| *seen = (*seen - mean) / spread;
        for penguin in &mut example.penguins {
            penguin.iter_mut().zip(&self.penguins).for_each(|(seen, scale)| scaled(seen, scale));
        }
        for side in &mut example.sides {
            side.iter_mut().zip(&self.sides).for_each(|(seen, scale)| scaled(seen, scale));
        }
        example.all.iter_mut().zip(&self.all).for_each(|(seen, scale)| scaled(seen, scale));
    }

    /// The network that says of inputs as they are what this one says of inputs that were scaled.
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

/// What the units of a network say of an example.
struct Activity<const N: usize, const P: usize> {
    penguins: [[f32; UNITS]; P],
    units: [[f32; UNITS]; N],
    hidden: [f32; HIDDEN],
}

impl<const N: usize, const P: usize> Default for Activity<N, P> {
    fn default() -> Activity<N, P> {
        Activity { penguins: [[0.0; UNITS]; P], units: [[0.0; UNITS]; N], hidden: [0.0; HIDDEN] }
    }
}

impl<const N: usize, const P: usize> Activity<N, P> {
    /// What the network says of this side.
    fn of(&mut self, network: &Network, example: &Example<N, P>, me: usize) -> f32 {
        self.units = [[0.0; UNITS]; N];
        for (penguin, units) in self.penguins.iter_mut().enumerate() {
            *units = network.penguin_bias;
            for (seen, weights) in example.penguins[penguin].iter().zip(&network.penguin) {
                add(units, *seen, weights);
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

    /// Adds to the gradient what this example has to say of the side, of which the network was off by so much.
    fn blame(&self, network: &Network, example: &Example<N, P>, me: usize, error: f32, gradient: &mut Network) {
        gradient.out_bias += error;
        let active = |unit: usize| self.hidden[unit] > 0.0;
        let hidden: [f32; HIDDEN] =
            std::array::from_fn(|unit| if active(unit) { error * network.out[unit] } else { 0.0 });
        add(&mut gradient.out, error, &self.hidden.map(|unit| unit.max(0.0)));
        add(&mut gradient.hidden_bias[me], 1.0, &hidden);
        for side in 0..N {
            let of = (me + side) % N;
            self.units[of].iter().zip(&mut gradient.units[side]).for_each(|(unit, row)| add(row, *unit, &hidden));
            example.sides[of].iter().zip(&mut gradient.sides[side]).for_each(|(seen, row)| add(row, *seen, &hidden));
        }
        example.all.iter().zip(&mut gradient.all).for_each(|(seen, row)| add(row, *seen, &hidden));
        let blamed = |row: &[f32; HIDDEN]| row.iter().zip(&hidden).map(|(weight, blame)| weight * blame).sum::<f32>();
        let sums: [[f32; UNITS]; N] = std::array::from_fn(|side| network.units[side].each_ref().map(blamed));
        for (penguin, units) in self.penguins.iter().enumerate() {
            let sums = &sums[(penguin / (P / N) + N - me) % N];
            let blame: [f32; UNITS] = std::array::from_fn(|unit| if units[unit] > 0.0 { sums[unit] } else { 0.0 });
            add(&mut gradient.penguin_bias, 1.0, &blame);
            for (seen, row) in example.penguins[penguin].iter().zip(&mut gradient.penguin) {
                add(row, *seen, &blame);
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

/// A network that learns, with what it remembers of gradients and of their squares.
struct Pupil<const N: usize, const P: usize> {
    network: Network,
    means: Network,
    squares: Network,
    activity: Activity<N, P>,
    steps: i32,
}

impl<const N: usize, const P: usize> Pupil<N, P> {
    fn new(network: Network) -> Pupil<N, P> {
        Pupil { network, means: Network::empty(N), squares: Network::empty(N), activity: Activity::default(), steps: 0 }
    }

    fn learn<'a>(&mut self, batch: impl ExactSizeIterator<Item = &'a Example<N, P>>, rate: f32) {
        let (mut gradient, share) = (Network::empty(N), 1.0 / (batch.len() * turns(N)) as f32);
        for example in batch {
            for side in 0..turns(N) {
                let said = self.activity.of(&self.network, example, side);
                let error = (said - example.targets[side]).clamp(-MOST, MOST);
                self.activity.blame(&self.network, example, side, error * share, &mut gradient);
            }
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
    use floe_engine::network::Sight;

    use super::*;

    fn sight(seed: u64) -> Sight<3, 9> {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut sight = Sight::default();
        sight.penguins.as_flattened_mut().fill_with(|| rng.random_range(0..20));
        sight.sides.as_flattened_mut().fill_with(|| rng.random_range(-2000..2000));
        sight.all.fill_with(|| rng.random_range(-2000..2000));
        sight
    }

    fn examples() -> Vec<Example<3, 9>> {
        let targets = |sight: &Sight<3, 9>| sight.sides.map(|side| side[0] as f32 / 128.0);
        (0..40).map(|seed| Example::new(&sight(seed).into(), targets(&sight(seed)))).collect()
    }

    /// The pupil and the engine agree, also when the numbers have been scaled and the network with them.
    #[test]
    fn a_network_says_what_it_was_taught_to_say() {
        let mut shown = examples();
        let scales = Scales::of(&shown);
        shown.iter_mut().for_each(|example| scales.apply(example));
        let network = beginner(3, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        let (undone, mut activity) = (scales.undo(&network), Activity::default());
        for (seed, example) in shown.iter().enumerate() {
            let said = undone.corrections(&sight(seed as u64));
            for side in 0..3 {
                let (taught, said) = (activity.of(&network, example, side) * 128.0, said[side]);
                assert!((taught - said).abs() < 2.0, "{taught} {said}");
            }
        }
    }

    /// The gradient tells by how much the error changes when a number does.
    #[test]
    fn blame_is_the_slope_of_the_error() {
        let mut shown = examples();
        let scales = Scales::of(&shown);
        shown.iter_mut().for_each(|example| scales.apply(example));
        let mut network = beginner(3, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        let (mut activity, mut gradient) = (Activity::default(), Network::empty(3));
        let example = &shown[7];
        let error = activity.of(&network, example, 1) - example.targets[1];
        activity.blame(&network, example, 1, error, &mut gradient);
        const STEP: f32 = 1e-3;
        let slopes: Vec<Vec<f32>> = gradient.rows_mut().map(|row| row.to_vec()).collect();
        for (number, row) in slopes.iter().enumerate() {
            let mut loss = |step: f32| {
                network.rows_mut().nth(number).unwrap()[0] += step;
                (activity.of(&network, example, 1) - example.targets[1]).powi(2) / 2.0
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
        let off = |example: &Example<3, 9>, network: &Network| {
            let error = |side| Activity::default().of(network, example, side) - example.targets[side];
            (0..3).map(|side| error(side).abs()).sum::<f32>()
        };
        let sum = |network: &Network| examples().iter().map(|example| off(example, network)).sum::<f32>();
        assert!(sum(&network) < sum(&Network::empty(3)) / 4.0, "{note}");
    }
}
