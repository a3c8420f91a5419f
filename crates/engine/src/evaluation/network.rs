use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use floe_game::Score;

use super::sight::Sight;
use super::weights::WeightsError;

/// What the weights cannot see: a network of two layers, learned as a correction to what they say of two players.
///
/// All penguins are seen by the same eight units, which are added up for each side; thirty-two more see these sums and both sides.
/// Units are linear above zero, and zero below. Multiplications and additions come in one order, so that all machines agree.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// By what is seen of a penguin, for each unit.
    pub penguin: [[f32; Network::UNITS]; Sight::OF_PENGUINS.len()],
    /// What these begin with.
    pub penguin_bias: [f32; Network::UNITS],
    /// By unit of the penguins of the side to move, of the other side's, and by what is seen of the sides, for each unit.
    pub hidden: [[f32; Network::HIDDEN]; Network::INPUTS],
    /// What these begin with.
    pub hidden_bias: [f32; Network::HIDDEN],
    /// For each of these units: fish.
    pub out: [f32; Network::HIDDEN],
    /// What there is besides, in fish.
    pub out_bias: f32,
}

/// Numbers in files are so many times as large, and whole.
const FINENESS: f32 = 65536.0;

impl Network {
    /// Units that see a penguin.
    pub const UNITS: usize = 8;
    /// Units that see all of that.
    pub const HIDDEN: usize = 32;
    /// What those see.
    pub const INPUTS: usize = 2 * Network::UNITS + Sight::OF_SIDES.len();

    /// A network that corrects nothing.
    pub const EMPTY: Network = Network {
        penguin: [[0.0; Network::UNITS]; Sight::OF_PENGUINS.len()],
        penguin_bias: [0.0; Network::UNITS],
        hidden: [[0.0; Network::HIDDEN]; Network::INPUTS],
        hidden_bias: [0.0; Network::HIDDEN],
        out: [0.0; Network::HIDDEN],
        out_bias: 0.0,
    };

    /// The one that comes with floe, for two players.
    pub fn learned() -> &'static Network {
        static LEARNED: LazyLock<Network> = LazyLock::new(|| {
            include_str!("../../weights/2-network.txt").parse().expect("the network that comes with floe is sound")
        });
        &LEARNED
    }

    /// How much more the side to move gets than the weights say.
    #[inline]
    pub fn correction(&self, sight: &Sight) -> Score {
        let inputs = self.inputs(sight);
        let (mut sums, mut chunk) = ([0.0; LANES], 0);
        while chunk < Network::HIDDEN {
            let mut units: [f32; LANES] = lanes(&self.hidden_bias, chunk);
            for (input, weights) in inputs.iter().zip(&self.hidden) {
                add(&mut units, *input, &lanes(weights, chunk));
            }
            let out: [f32; LANES] = lanes(&self.out, chunk);
            for lane in 0..LANES {
                sums[lane] += above_zero(units[lane]) * out[lane];
            }
            chunk += LANES;
        }
        ((sums.iter().sum::<f32>() + self.out_bias) * 128.0) as Score
    }

    /// What the hidden units see.
    #[inline]
    fn inputs(&self, sight: &Sight) -> [f32; Network::INPUTS] {
        let mut inputs = [0.0; Network::INPUTS];
        let mut seen = [[0.0; Sight::PENGUINS]; Sight::OF_PENGUINS.len()];
        for (seen, counts) in seen.iter_mut().zip(&sight.penguins) {
            for penguin in 0..Sight::PENGUINS {
                seen[penguin] = counts[penguin] as f32;
            }
        }
        for side in 0..2 {
            let mut sums = [0.0; Network::UNITS];
            for penguin in 4 * side..4 * side + 4 {
                let mut units = self.penguin_bias;
                for (seen, weights) in seen.iter().zip(&self.penguin) {
                    add(&mut units, seen[penguin], weights);
                }
                for unit in 0..Network::UNITS {
                    sums[unit] += above_zero(units[unit]);
                }
            }
            inputs[side * Network::UNITS..][..Network::UNITS].copy_from_slice(&sums);
        }
        for (input, &seen) in inputs[2 * Network::UNITS..].iter_mut().zip(&sight.sides) {
            *input = seen as f32 * (1.0 / 128.0);
        }
        inputs
    }

    /// All numbers, row by row.
    pub fn rows_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let biases: [&mut [f32]; 4] =
            [&mut self.penguin_bias, &mut self.hidden_bias, &mut self.out, std::slice::from_mut(&mut self.out_bias)];
        let penguin = self.penguin.iter_mut().map(|row| &mut row[..]);
        biases.into_iter().chain(penguin).chain(self.hidden.iter_mut().map(|row| &mut row[..]))
    }

    /// What these rows are called in files.
    fn names() -> impl Iterator<Item = String> {
        let units = |side: &'static str| (1..=Network::UNITS).map(move |unit| format!("{side}-penguins-{unit}"));
        let biases = ["penguin", "hidden", "out", "out-bias"].map(str::to_owned);
        let penguin = Sight::OF_PENGUINS.map(|name| format!("penguin-{name}"));
        let sides = Sight::OF_SIDES.map(str::to_owned);
        biases.into_iter().chain(penguin).chain(units("mine")).chain(units("theirs")).chain(sides)
    }
}

/// Units that go side by side.
const LANES: usize = 16;

#[inline]
fn lanes(row: &[f32; Network::HIDDEN], chunk: usize) -> [f32; LANES] {
    row[chunk..chunk + LANES].try_into().expect("rows are whole chunks")
}

#[inline]
fn above_zero(unit: f32) -> f32 {
    if unit > 0.0 { unit } else { 0.0 }
}

#[inline]
fn add<const COUNT: usize>(units: &mut [f32; COUNT], input: f32, weights: &[f32; COUNT]) {
    for unit in 0..COUNT {
        units[unit] += input * weights[unit];
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, row) in Network::names().zip(self.clone().rows_mut()) {
            write!(f, "{name}")?;
            for number in row {
                write!(f, " {}", (*number * FINENESS).round() as i64)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl FromStr for Network {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Network, WeightsError> {
        let mut network = Network::EMPTY;
        let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
        let mut lines = lines.fuse();
        let mut end = 1;
        for (name, row) in Network::names().zip(network.rows_mut()) {
            let (line, found) = lines.next().map_or((end, ""), |(number, line)| (number + 1, line));
            end = line + 1;
            let expected = || format!("{name} and {} whole numbers", row.len());
            let wrong = WeightsError { line, found: found.to_owned(), expected: expected() };
            let mut words = found.split_whitespace();
            let numbers: Option<Vec<i32>> =
                if words.next() == Some(&name[..]) { words.map(|word| word.parse().ok()).collect() } else { None };
            let numbers = numbers.filter(|numbers| numbers.len() == row.len()).ok_or(wrong)?;
            for (number, slot) in numbers.into_iter().zip(row) {
                *slot = number as f32 / FINENESS;
            }
        }
        match lines.next() {
            None => Ok(network),
            Some((number, found)) => {
                Err(WeightsError { line: number + 1, found: found.to_owned(), expected: "nothing more".to_owned() })
            }
        }
    }
}
