//! Results of whole outlines as lines of text, and their sums.

use std::fmt;
use std::str::FromStr;

use floe_fish::Value;

use super::{SmallOutline, SolvedFloe, SolvedOutline, solve_outline};

/// Numbers of penguins of each player for which every outline is solved.
pub const PENGUINS: [u32; 2] = [1, 2];

/// Results of an outline: a line of a file in `positions/solved`.
///
/// As text: the outline as a floe of one-fish tiles, then for one penguin and for two penguins of
/// each player the values of that floe, and the sums over the random floes:
///
/// ```
/// use floe_lab::small_floes::OutlineRecord;
///
/// let line = "rows(0:7):1111111 +1:+1 +1:+1 95 5 0 240 0 +1:+1 +1:+1 100 0 0 531 0";
/// let record: OutlineRecord = line.parse()?;
/// assert_eq!(record.by_penguins[0].random.won, 95);
/// assert_eq!(record.to_string(), line);
/// # Ok::<(), floe_lab::small_floes::OutlineRecordError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutlineRecord {
    /// The outline as text.
    pub outline: String,
    /// Results by the number of penguins, in the order of [`PENGUINS`].
    pub by_penguins: [FloesRecord; PENGUINS.len()],
}

/// Results of the floes on an outline, for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloesRecord {
    /// Values of the floe of one-fish tiles.
    pub ones: SolvedFloe,
    /// Sums over the random floes.
    pub random: FloeCounts,
}

/// Numbers of floes by their values for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FloeCounts {
    /// Number of floes that the first player wins.
    pub won: u64,
    /// Number of floes on which fish and tiles are equal.
    pub drawn: u64,
    /// Number of floes that the second player wins.
    pub lost: u64,
    /// Sum of the final margins of all floes, in fish.
    pub fish: i64,
    /// Number of floes on which the first player would do better if it might let the other player
    /// slide first.
    pub better_with_pass: u64,
}

impl FloeCounts {
    /// Adds a floe with these values.
    pub fn add(&mut self, floe: &SolvedFloe) {
        let zero = Value::default();
        self.won += u64::from(floe.margin > zero);
        self.drawn += u64::from(floe.margin == zero);
        self.lost += u64::from(floe.margin < zero);
        self.fish += i64::from(floe.margin.fish);
        self.better_with_pass += u64::from(floe.margin_with_pass > floe.margin);
    }

    /// Adds other floes.
    pub fn add_all(&mut self, other: &FloeCounts) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.fish += other.fish;
        self.better_with_pass += other.better_with_pass;
    }

    /// Number of all floes.
    pub fn floes(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

impl From<&SolvedOutline> for FloesRecord {
    fn from(solved: &SolvedOutline) -> FloesRecord {
        let mut random = FloeCounts::default();
        solved.random.iter().for_each(|floe| random.add(floe));
        FloesRecord {
            ones: solved.ones,
            random,
        }
    }
}

impl OutlineRecord {
    /// Solves all floes on an outline; `None` if they have too few one-fish tiles for two penguins
    /// of each player.
    ///
    /// # Panics
    /// If the outline has more than 12 hexes.
    pub fn solve(outline: &SmallOutline) -> Option<OutlineRecord> {
        let [one, two] =
            PENGUINS.map(|penguins| Some(FloesRecord::from(&solve_outline(outline, penguins)?)));
        Some(OutlineRecord {
            outline: outline.to_string(),
            by_penguins: [one?, two?],
        })
    }
}

impl fmt::Display for OutlineRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.outline)?;
        for FloesRecord { ones, random } in &self.by_penguins {
            write!(f, " {} {} {random}", ones.margin, ones.margin_with_pass)?;
        }
        Ok(())
    }
}

/// Writes floes won, drawn and lost, the sum of margins, and the floes that are better with the
/// right to pass.
impl fmt::Display for FloeCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FloeCounts {
            won,
            drawn,
            lost,
            fish,
            better_with_pass,
        } = self;
        write!(f, "{won} {drawn} {lost} {fish} {better_with_pass}")
    }
}

/// Reason why a line of results cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OutlineRecordError {
    /// The line ends where this field is expected.
    #[error("expected {0}; found the end of the line")]
    End(&'static str),
    /// A field has another form: what was expected, and what was found.
    #[error("expected {0}; found '{1}'")]
    Field(&'static str, String),
}

fn field<'a>(
    fields: &mut impl Iterator<Item = &'a str>,
    expected: &'static str,
) -> Result<&'a str, OutlineRecordError> {
    fields.next().ok_or(OutlineRecordError::End(expected))
}

pub(super) fn number<'a, T: FromStr>(
    fields: &mut impl Iterator<Item = &'a str>,
    expected: &'static str,
) -> Result<T, OutlineRecordError> {
    let text = field(fields, expected)?;
    text.parse()
        .map_err(|_| OutlineRecordError::Field(expected, text.to_owned()))
}

fn value<'a>(fields: &mut impl Iterator<Item = &'a str>) -> Result<Value, OutlineRecordError> {
    const EXPECTED: &str = "a value such as +3:-1";
    let text = field(fields, EXPECTED)?;
    let numbers = text
        .split_once(':')
        .and_then(|(fish, tiles)| Some((fish.parse().ok()?, tiles.parse().ok()?)));
    let (fish, tiles) =
        numbers.ok_or_else(|| OutlineRecordError::Field(EXPECTED, text.to_owned()))?;
    Ok(Value { fish, tiles })
}

impl FloeCounts {
    /// Reads the fields of a line that [`Display`](fmt::Display) writes.
    pub(super) fn read<'a>(
        fields: &mut impl Iterator<Item = &'a str>,
    ) -> Result<FloeCounts, OutlineRecordError> {
        Ok(FloeCounts {
            won: number(fields, "the number of floes won")?,
            drawn: number(fields, "the number of floes drawn")?,
            lost: number(fields, "the number of floes lost")?,
            fish: number(fields, "the sum of margins in fish")?,
            better_with_pass: number(fields, "the number of floes that a pass makes better")?,
        })
    }
}

impl FromStr for OutlineRecord {
    type Err = OutlineRecordError;

    fn from_str(line: &str) -> Result<OutlineRecord, OutlineRecordError> {
        let fields = &mut line.split(' ');
        let outline = field(fields, "an outline")?.to_owned();
        let one = FloesRecord::read(fields)?;
        let two = FloesRecord::read(fields)?;
        match fields.next() {
            Some(rest) => Err(OutlineRecordError::Field(
                "the end of the line",
                rest.to_owned(),
            )),
            None => Ok(OutlineRecord {
                outline,
                by_penguins: [one, two],
            }),
        }
    }
}

impl FloesRecord {
    fn read<'a>(
        fields: &mut impl Iterator<Item = &'a str>,
    ) -> Result<FloesRecord, OutlineRecordError> {
        let margin = value(fields)?;
        let margin_with_pass = value(fields)?;
        Ok(FloesRecord {
            ones: SolvedFloe {
                margin,
                margin_with_pass,
            },
            random: FloeCounts::read(fields)?,
        })
    }
}
