use std::fmt;
use std::sync::LazyLock;

use super::sight::{OF_ALL, OF_PENGUINS, OF_SIDES, Sight, seen_of_penguins};
use super::weights::WeightsError;

/// What the weights cannot see: a network of two layers, learned as a correction to what they say of some number of players.
///
/// All penguins are seen by the same eight units, which are added up for each side; thirty-two more see these sums and all sides, those of
/// the player first whom the correction is for.
/// Units are linear above zero, and zero below. Searches ask it in whole numbers (`quantized.rs`).
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// By what is seen of a penguin, for each unit.
    pub penguin: Vec<[f32; UNITS]>,
    /// What these begin with.
    pub penguin_bias: [f32; UNITS],
    /// By unit of the penguins of each side, for each hidden unit.
    pub units: Vec<[[f32; HIDDEN]; UNITS]>,
    /// By what is seen of each side, for each hidden unit.
    pub sides: Vec<[[f32; HIDDEN]; OF_SIDES.len()]>,
    /// By what is seen of all together, for each hidden unit.
    pub all: [[f32; HIDDEN]; OF_ALL.len()],
    /// What the hidden units begin with, by how many move before the player.
    pub hidden_bias: Vec<[f32; HIDDEN]>,
    /// For each hidden unit: fish.
    pub out: [f32; HIDDEN],
    /// What there is besides, in fish.
    pub out_bias: f32,
}

/// Numbers in files are so many times as large, and whole.
const FINENESS: f32 = 65536.0;
/// Units that see a penguin.
pub const UNITS: usize = 8;
/// Units that see all of that.
pub const HIDDEN: usize = 32;

impl Network {
    /// A network that corrects nothing, for so many players.
    pub fn empty(players: usize) -> Network {
        Network {
            penguin: vec![[0.0; UNITS]; seen_of_penguins(players)],
            penguin_bias: [0.0; UNITS],
            units: vec![[[0.0; HIDDEN]; UNITS]; players],
            sides: vec![[[0.0; HIDDEN]; OF_SIDES.len()]; players],
            all: [[0.0; HIDDEN]; OF_ALL.len()],
            hidden_bias: vec![[0.0; HIDDEN]; turns(players)],
            out: [0.0; HIDDEN],
            out_bias: 0.0,
        }
    }

    /// The one that comes with floe, for so many players.
    pub fn learned(players: usize) -> &'static Network {
        static LEARNED: LazyLock<[Network; 3]> = LazyLock::new(|| {
            let texts = [
                include_str!("../../weights/2-network.txt"),
                include_str!("../../weights/3-network.txt"),
                include_str!("../../weights/4-network.txt"),
            ];
            [2, 3, 4].map(|players| {
                Network::read(texts[players - 2], players).expect("the networks that come with floe are sound")
            })
        });
        &LEARNED[players.clamp(2, 4) - 2]
    }

    /// How much more every side gets than the weights say, in the measure of scores: what searches ask in whole numbers, number by number.
    pub fn corrections<const N: usize, const P: usize>(&self, sight: &Sight<N, P>) -> [f32; N] {
        let units = self.units_of(sight);
        std::array::from_fn(|me| {
            let mut hidden = self.hidden_bias[me % turns(N)];
            for place in 0..N {
                let side = (me + place) % N;
                for (&unit, weights) in units[side].iter().zip(&self.units[place]) {
                    add(&mut hidden, unit, weights);
                }
                for (&seen, weights) in sight.sides[side].iter().zip(&self.sides[place]) {
                    add(&mut hidden, seen as f32 / 128.0, weights);
                }
            }
            for (&seen, weights) in sight.all.iter().zip(&self.all) {
                add(&mut hidden, seen as f32 / 128.0, weights);
            }
            let out = hidden.iter().zip(&self.out).map(|(hidden, out)| hidden.max(0.0) * out);
            128.0 * (out.sum::<f32>() + self.out_bias)
        })
    }

    /// What the units say of the penguins of every side.
    fn units_of<const N: usize, const P: usize>(&self, sight: &Sight<N, P>) -> [[f32; UNITS]; N] {
        let mut sums = [[0.0; UNITS]; N];
        for penguin in 0..P {
            let mut units = self.penguin_bias;
            for (seen, weights) in sight.penguins.iter().zip(&self.penguin) {
                add(&mut units, seen[penguin] as f32, weights);
            }
            for (sum, unit) in sums[penguin / (P / N)].iter_mut().zip(units) {
                *sum += unit.max(0.0);
            }
        }
        sums
    }

    /// How many players it is for.
    pub fn players(&self) -> usize {
        self.units.len()
    }

    /// All numbers, row by row.
    pub fn rows_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        fn rows<const COUNT: usize>(rows: &mut [[f32; COUNT]]) -> impl Iterator<Item = &mut [f32]> {
            rows.iter_mut().map(|row| &mut row[..])
        }
        let out = [&mut self.out[..], std::slice::from_mut(&mut self.out_bias)];
        std::iter::once(&mut self.penguin_bias[..])
            .chain(rows(&mut self.hidden_bias))
            .chain(out)
            .chain(rows(&mut self.penguin))
            .chain(rows(self.units.as_flattened_mut()))
            .chain(rows(self.sides.as_flattened_mut()))
            .chain(rows(&mut self.all))
    }

    /// What these rows are called in files.
    fn names(players: usize) -> impl Iterator<Item = String> {
        let sides = move || ["mine", "theirs", "after", "last"].into_iter().take(players);
        let hidden = move |turn| if players == 2 { "hidden".to_owned() } else { format!("hidden-turn-{turn}") };
        std::iter::once("penguin".to_owned())
            .chain((1..=turns(players)).map(hidden))
            .chain(["out", "out-bias"].map(str::to_owned))
            .chain(OF_PENGUINS[..seen_of_penguins(players)].iter().map(|name| format!("penguin-{name}")))
            .chain(sides().flat_map(|side| (1..=UNITS).map(move |unit| format!("{side}-penguins-{unit}"))))
            .chain(sides().flat_map(|side| OF_SIDES.map(|name| format!("{side}-{name}"))))
            .chain(OF_ALL.map(str::to_owned))
    }
}

/// How many sides of so many are corrected: of two what the one gets more the other gets less.
pub const fn turns(players: usize) -> usize {
    if players == 2 { 1 } else { players }
}

fn add<const COUNT: usize>(units: &mut [f32; COUNT], input: f32, weights: &[f32; COUNT]) {
    for unit in 0..COUNT {
        units[unit] += input * weights[unit];
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, row) in Network::names(self.sides.len()).zip(self.clone().rows_mut()) {
            write!(f, "{name}")?;
            for number in row {
                write!(f, " {}", (*number * FINENESS).round() as i64)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Network {
    /// Reads a network for however many players.
    ///
    /// # Errors
    /// Where the text is something else.
    pub fn read_any(text: &str) -> Result<Network, WeightsError> {
        let read = |players| Network::read(text, players);
        // What is wrong is best told by whoever has come furthest.
        let further = |a: WeightsError, b: WeightsError| if b.line > a.line { b } else { a };
        read(2).or_else(|two| read(3).or_else(|three| read(4).map_err(|four| further(further(two, three), four))))
    }

    /// Reads the network for so many players.
    ///
    /// # Errors
    /// Where the text is something else.
    pub fn read(text: &str, players: usize) -> Result<Network, WeightsError> {
        let mut network = Network::empty(players);
        let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
        let mut lines = lines.fuse();
        let mut end = 1;
        for (name, row) in Network::names(players).zip(network.rows_mut()) {
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
