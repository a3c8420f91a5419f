use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use floe_variants::Rules;

use crate::inputs::{NetworkInputs, PENGUIN_INPUTS, POSITION_INPUTS, SIDE_INPUTS, penguin_inputs};
use crate::weights::{WeightsError, WeightsGame, read_game_line};

/// A network of two layers that corrects the weighted features of a side, for one number of
/// players.
///
/// The same [`UNITS`] units see every penguin, and are summed for each side. [`HIDDEN`] more units
/// see these sums, the inputs of all sides and the inputs of the position. The side that the
/// correction is for comes first, the others follow in turn order. Units are rectified linear.
/// Searches evaluate it in integers (`quantized.rs`).
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// Weights by which each input of a penguin, in the order of [`PENGUIN_INPUTS`], acts on each
    /// unit.
    pub penguin: Vec<[f32; UNITS]>,
    /// Biases of the units that see each penguin.
    pub penguin_bias: [f32; UNITS],
    /// Weights by which each unit of a side, summed over its penguins, acts on each hidden unit;
    /// sides in turn order from the side that the correction is for.
    pub units: Vec<[[f32; HIDDEN]; UNITS]>,
    /// Weights by which each input of a side, in the order of [`SIDE_INPUTS`], acts on each hidden
    /// unit; sides in turn order from the side that the correction is for.
    pub sides: Vec<[[f32; HIDDEN]; SIDE_INPUTS.len()]>,
    /// Weights by which each input of the position, in the order of [`POSITION_INPUTS`], acts on
    /// each hidden unit.
    pub all: [[f32; HIDDEN]; POSITION_INPUTS.len()],
    /// Biases of the hidden units, by the place in the turn order of the side that the correction
    /// is for; the side to move has place 0.
    pub hidden_bias: Vec<[f32; HIDDEN]>,
    /// Weights by which each hidden unit acts on the correction, in fish.
    pub out: [f32; HIDDEN],
    /// Bias of the correction, in fish.
    pub out_bias: f32,
}

/// Values of the units of a network for one position and for the side that is corrected, as
/// training needs them.
#[derive(Clone, PartialEq, Debug)]
pub struct Activations {
    /// Units of each penguin, before they are rectified, in the order of
    /// [`NetworkInputs::penguins`].
    pub penguins: Vec<[f32; UNITS]>,
    /// Units of each side: the units of its penguins, rectified and added up. Sides come in turn
    /// order from the side to move.
    pub units: Vec<[f32; UNITS]>,
    /// Hidden units, of which there are [`HIDDEN`], before they are rectified.
    pub hidden: [f32; HIDDEN],
    /// Correction of the evaluation of the side, in fish.
    pub correction: f32,
}

/// Numbers in files are integers, this many times as large.
const SCALE: f32 = 65536.0;
/// Maximum of a number in a file, which is 16 in units of the network; sums of larger ones could
/// exceed 32 bits.
const MAX_NUMBER: i32 = 1 << 20;
/// Number of units that see each penguin.
pub const UNITS: usize = 8;
/// Number of hidden units, which see the units and inputs of all sides.
pub const HIDDEN: usize = 32;

impl Network {
    /// A network for this number of players, all of whose numbers are zero, so that it corrects
    /// nothing.
    pub fn empty(players: usize) -> Network {
        Network {
            penguin: vec![[0.0; UNITS]; penguin_inputs(players)],
            penguin_bias: [0.0; UNITS],
            units: vec![[[0.0; HIDDEN]; UNITS]; players],
            sides: vec![[[0.0; HIDDEN]; SIDE_INPUTS.len()]; players],
            all: [[0.0; HIDDEN]; POSITION_INPUTS.len()],
            hidden_bias: vec![[0.0; HIDDEN]; turns(players)],
            out: [0.0; HIDDEN],
            out_bias: 0.0,
        }
    }

    /// The built-in network for this number of players, two to four; other numbers count as the
    /// nearest of these.
    pub fn learned(players: usize) -> &'static Network {
        static LEARNED: LazyLock<[Network; 3]> = LazyLock::new(|| {
            let texts = [
                include_str!("../weights/2-network.txt"),
                include_str!("../weights/3-network.txt"),
                include_str!("../weights/4-network.txt"),
            ];
            [2, 3, 4].map(|players| {
                let file: NetworkFile = texts[players - 2]
                    .parse()
                    .expect("the built-in networks are well-formed");
                file.network
            })
        });
        &LEARNED[players.clamp(2, 4) - 2]
    }

    /// Evaluates the correction of the weighted features of a side in floating point: the
    /// definition of what searches evaluate in integers. `me` is the place of the side in turn
    /// order, 0 for the side to move.
    ///
    /// # Panics
    /// If `me` is not below [`turns`] of the number of players.
    pub fn evaluate(&self, inputs: &NetworkInputs<f32>, me: usize) -> Activations {
        let players = self.players();
        let each = inputs.penguins.len() / self.players();
        let mut penguins = vec![self.penguin_bias; inputs.penguins.len()];
        let mut units = vec![[0.0; UNITS]; players];
        for (penguin, sums) in penguins.iter_mut().enumerate() {
            add_all(sums, &inputs.penguins[penguin], &self.penguin);
            units[penguin / each]
                .iter_mut()
                .zip(sums)
                .for_each(|(unit, sum)| *unit += sum.max(0.0));
        }
        let mut hidden = self.hidden_bias[me];
        for (place, rows) in self.units.iter().enumerate() {
            add_all(&mut hidden, &units[(me + place) % players], rows);
        }
        for (place, rows) in self.sides.iter().enumerate() {
            add_all(&mut hidden, &inputs.sides[(me + place) % players], rows);
        }
        add_all(&mut hidden, &inputs.all, &self.all);
        let out = hidden
            .iter()
            .zip(&self.out)
            .map(|(unit, weight)| unit.max(0.0) * weight);
        Activations {
            correction: self.out_bias + out.sum::<f32>(),
            penguins,
            units,
            hidden,
        }
    }

    /// Number of players that the network is for.
    pub fn players(&self) -> usize {
        self.units.len()
    }

    /// All numbers of the network, row by row, in the order of files.
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

    /// Names of these rows in files.
    fn names(players: usize) -> impl Iterator<Item = String> {
        let sides = ["mine", "theirs", "after", "last"]
            .into_iter()
            .take(players);
        let hidden = move |turn| {
            if players == 2 {
                "hidden".to_owned()
            } else {
                format!("hidden-turn-{turn}")
            }
        };
        std::iter::once("penguin".to_owned())
            .chain((1..=turns(players)).map(hidden))
            .chain(["out", "out-bias"].map(str::to_owned))
            .chain(
                PENGUIN_INPUTS[..penguin_inputs(players)]
                    .iter()
                    .map(|name| format!("penguin-{name}")),
            )
            .chain(
                sides.clone().flat_map(|side| {
                    (1..=UNITS).map(move |unit| format!("{side}-penguins-{unit}"))
                }),
            )
            .chain(sides.flat_map(|side| SIDE_INPUTS.map(|name| format!("{side}-{name}"))))
            .chain(POSITION_INPUTS.map(str::to_owned))
    }

    /// Reads a network for any number of players from the text of a file.
    ///
    /// # Errors
    /// If the text is not a network: the error for the number of players with which most lines
    /// could be read.
    pub fn read_any(text: &str) -> Result<Network, WeightsError> {
        let mut furthest: Option<WeightsError> = None;
        for players in 2..=4 {
            match Network::read(text, players) {
                Ok(network) => return Ok(network),
                Err(error)
                    if furthest
                        .as_ref()
                        .is_some_and(|other| other.line >= error.line) => {}
                Err(error) => furthest = Some(error),
            }
        }
        Err(furthest.expect("a number of players has been tried"))
    }

    /// Reads a network for this number of players from the text of a file.
    ///
    /// # Errors
    /// If the text is not such a network.
    pub fn read(text: &str, players: usize) -> Result<Network, WeightsError> {
        let mut network = Network::empty(players);
        let lines = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
        let mut lines = lines.fuse();
        let mut end = 1;
        for (name, row) in Network::names(players).zip(network.rows_mut()) {
            let (line, found) = lines
                .next()
                .map_or((end, ""), |(number, line)| (number + 1, line));
            end = line + 1;
            let mut words = found.split_whitespace();
            let numbers: Option<Vec<i32>> = if words.next() == Some(&name) {
                words.map(|word| word.parse().ok()).collect()
            } else {
                None
            };
            let numbers = numbers.filter(|numbers| {
                numbers
                    .iter()
                    .all(|number| number.unsigned_abs() <= MAX_NUMBER as u32)
            });
            let integers = if row.len() == 1 {
                "integer"
            } else {
                "integers"
            };
            let expected = || {
                format!(
                    "{name} and {} {integers} from -{MAX_NUMBER} to {MAX_NUMBER}",
                    row.len()
                )
            };
            let wrong = || WeightsError {
                line,
                found: found.to_owned(),
                expected: expected(),
            };
            let numbers = numbers
                .filter(|numbers| numbers.len() == row.len())
                .ok_or_else(wrong)?;
            for (number, slot) in numbers.into_iter().zip(row) {
                *slot = number as f32 / SCALE;
            }
        }
        lines.next().map_or(Ok(network), |(number, found)| {
            Err(WeightsError {
                line: number + 1,
                found: found.to_owned(),
                expected: "nothing more".to_owned(),
            })
        })
    }
}

/// Number of sides that a network for this number of players corrects. With two sides it is one,
/// since the gain of one side is the loss of the other.
pub const fn turns(players: usize) -> usize {
    if players == 2 { 1 } else { players }
}

fn add_all<const COUNT: usize>(units: &mut [f32; COUNT], inputs: &[f32], rows: &[[f32; COUNT]]) {
    inputs
        .iter()
        .zip(rows)
        .for_each(|(&input, weights)| add_scaled(units, input, weights));
}

/// Adds `input` times `weights`, one row of weights, to `units`.
pub fn add_scaled<const COUNT: usize>(
    units: &mut [f32; COUNT],
    input: f32,
    weights: &[f32; COUNT],
) {
    for unit in 0..COUNT {
        units[unit] += input * weights[unit];
    }
}

/// A network with the game that it is for.
///
/// As text, lines `rules NAME` and `players N`, and then the network. Without these lines it is for
/// the base rules, and for the number of players that its lines show.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkFile {
    /// The game, with its number of players.
    pub game: WeightsGame,
    /// The network, for the sides of the game.
    pub network: Network,
}

impl FromStr for NetworkFile {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<NetworkFile, WeightsError> {
        let mut game = WeightsGame {
            rules: Rules::BASE,
            players: None,
        };
        // Lines of the head become comments, so that errors keep their numbers.
        let mut rest = String::new();
        for (number, line) in (1..).zip(text.lines()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let read = read_game_line(&words, &mut game);
            let read = read.transpose().map_err(|expected| WeightsError {
                line: number,
                found: line.to_owned(),
                expected,
            })?;
            rest += if read.is_some() { "#" } else { line };
            rest.push('\n');
        }
        let network = match game.players {
            Some(_) => Network::read(&rest, game.sides())?,
            None => Network::read_any(&rest)?,
        };
        game.players = game.players.or(Some(network.players()));
        Ok(NetworkFile { game, network })
    }
}

impl fmt::Display for NetworkFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rules {}", self.game.rules)?;
        if let Some(players) = self.game.players {
            writeln!(f, "players {players}")?;
        }
        write!(f, "{}", self.network)
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, row) in Network::names(self.players()).zip(self.clone().rows_mut()) {
            write!(f, "{name}")?;
            for number in row {
                write!(f, " {}", (*number * SCALE).round() as i64)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
