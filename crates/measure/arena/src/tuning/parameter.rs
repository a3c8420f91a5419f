use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Number of an engine that is tuned: an option of its text, or of a program over UGI.
///
/// ```
/// use floe_arena::tuning::TunedParameter;
///
/// let tuned: TunedParameter = "puct-exploration, int, 500, 100, 2000, 50, 0.002".parse()?;
/// assert_eq!(tuned.name, "puct-exploration");
/// assert_eq!((tuned.start, tuned.least, tuned.most), (500.0, 100.0, 2000.0));
/// # Ok::<(), floe_arena::tuning::TunedParameterError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TunedParameter {
    /// Name of the option.
    pub name: String,
    /// Kind of number that the option takes.
    pub kind: NumberKind,
    /// Value before the first game.
    pub start: f64,
    /// Least value.
    pub least: f64,
    /// Greatest value.
    pub most: f64,
    /// Distance of each of the two values that play each other in the last games from the value
    /// between them; `C_end` of OpenBench. In earlier games the distance is greater.
    pub last_distance: f64,
    /// Rate of learning in the last games, `R_end` of OpenBench: the value moves by this share of
    /// the distance for each game by which one of the two values leads the other.
    pub last_rate: f64,
}

/// Kind of the values of a tuned parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NumberKind {
    /// Integers: a value between two integers is rounded at random so that the mean is right.
    Int,
    /// Any number.
    Float,
}

/// Reason why a line is no parameter.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TunedParameterError {
    /// The line has this number of fields, not seven.
    #[error(
        "expected NAME, int or float, START, LEAST, MOST, LAST DISTANCE, LAST RATE; found {0} fields"
    )]
    Fields(usize),
    /// A field is not as expected.
    #[error("{field}: expected {expected}; found '{found}'")]
    Field {
        /// Name of the field.
        field: &'static str,
        /// Texts that are allowed in the field, in words.
        expected: &'static str,
        /// The field as it was given.
        found: String,
    },
}

impl TunedParameterError {
    /// Refuses a field, which may be as `expected` says.
    fn of_field<T>(
        field: &'static str,
        expected: &'static str,
        found: &str,
    ) -> Result<T, TunedParameterError> {
        Err(TunedParameterError::Field {
            field,
            expected,
            found: found.to_owned(),
        })
    }
}

/// Largest absolute value of a number: integers up to it are exact.
const MOST: f64 = 1e15;
/// Largest rate: far more than moves a value from end to end of its range.
const MOST_RATE: f64 = 1000.0;
/// Difference of two numbers that are next to each other as [`TunedParameter::text`] writes them.
const LEAST_STEP: f64 = 1e-6;

/// Names of the fields after the name and the kind, in order.
const NUMBERS: [&str; 5] = [
    "start",
    "least value",
    "greatest value",
    "last distance",
    "last rate",
];

impl FromStr for TunedParameter {
    type Err = TunedParameterError;

    fn from_str(line: &str) -> Result<TunedParameter, TunedParameterError> {
        let count = line.split(',').count();
        if count != 2 + NUMBERS.len() {
            return Err(TunedParameterError::Fields(count));
        }
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let &[name, kind, ref numbers @ ..] = fields.as_slice() else {
            return Err(TunedParameterError::Fields(fields.len()));
        };
        let &[start, least, most, last_distance, last_rate] = numbers else {
            return Err(TunedParameterError::Fields(fields.len()));
        };
        if name.is_empty() || name.contains('=') {
            return TunedParameterError::of_field("name", "the name of an option", name);
        }
        let kind = match kind {
            "int" => NumberKind::Int,
            "float" => NumberKind::Float,
            _ => return TunedParameterError::of_field("kind", "int or float", kind),
        };
        let mut values = [0.0; 5];
        for ((value, field), text) in
            values
                .iter_mut()
                .zip(NUMBERS)
                .zip([start, least, most, last_distance, last_rate])
        {
            let expected = match text.parse::<f64>() {
                Ok(number) if (-MOST..=MOST).contains(&number) => {
                    *value = number;
                    continue;
                }
                Ok(number) if number.is_finite() => "a number from -1e15 to 1e15",
                _ => "a number",
            };
            return TunedParameterError::of_field(field, expected, text);
        }
        let [first, lowest, highest, distance, rate] = values;
        let parameter = TunedParameter {
            name: name.to_owned(),
            kind,
            start: first,
            least: lowest,
            most: highest,
            last_distance: distance,
            last_rate: rate,
        };
        let is_integer = kind == NumberKind::Int;
        let has_fraction = values[..3].iter().any(|value| value.fract() != 0.0);
        let is_seen = parameter.differ(lowest, lowest + distance)
            && parameter.differ(highest - distance, highest);
        let greatest = ("greatest value", most);
        let step = ("last distance", last_distance);
        let share = ("last rate", last_rate);
        let mistakes = [
            (lowest >= highest, greatest, "more than the least value"),
            (
                !(lowest..=highest).contains(&first),
                ("start", start),
                "a number from the least value to the greatest",
            ),
            (
                is_integer && has_fraction,
                ("kind", "int"),
                "float, for a value is no integer",
            ),
            // Integers closer than one would often be the same.
            (
                is_integer && distance < 0.5,
                step,
                "at least 0.5 for an integer",
            ),
            (distance <= 0.0, step, "a number above 0"),
            (
                distance > highest - lowest,
                step,
                "at most the width of the range",
            ),
            (rate <= 0.0, share, "a number above 0"),
            (rate > MOST_RATE, share, "at most 1000"),
            (
                !is_integer && (distance < LEAST_STEP || !is_seen),
                step,
                "so much that two values differ in their text, at least 0.000001",
            ),
        ];
        match mistakes.iter().find(|(is_wrong, ..)| *is_wrong) {
            Some((_, (field, found), expected)) => {
                TunedParameterError::of_field(field, expected, found)
            }
            None => Ok(parameter),
        }
    }
}

/// End of the range of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RangeEnd {
    /// The least value.
    Least,
    /// The greatest value.
    Greatest,
}

impl TunedParameter {
    /// Reads a file of parameters, one a line; empty lines and lines that begin with `#` are
    /// skipped.
    ///
    /// # Errors
    /// For the first line, numbered from 1, that is no parameter or has the name of an earlier one;
    /// with the number 0 if there is no parameter.
    pub fn read_all(text: &str) -> Result<Vec<TunedParameter>, (usize, TunedParameterError)> {
        let mut parameters: Vec<TunedParameter> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let parameter: TunedParameter = line.parse().map_err(|error| (number, error))?;
            if parameters
                .iter()
                .any(|earlier| earlier.name == parameter.name)
            {
                let expected = "a name that no earlier line has";
                return TunedParameterError::of_field("name", expected, &parameter.name)
                    .map_err(|mistake| (number, mistake));
            }
            parameters.push(parameter);
        }
        if parameters.is_empty() {
            return Err((0, TunedParameterError::Fields(0)));
        }
        Ok(parameters)
    }

    /// The nearest value that is in range.
    pub fn in_range(&self, value: f64) -> f64 {
        value.clamp(self.least, self.most)
    }

    /// A value in range as the option takes it: of an integer one of its two neighbours, the upper
    /// one if the fraction is above `share`, a number from 0 to less than 1. Values at least one
    /// apart stay apart.
    pub(super) fn rounded(&self, value: f64, share: f64) -> f64 {
        match self.kind {
            NumberKind::Int => (self.in_range(value) - share).ceil(),
            NumberKind::Float => self.in_range(value),
        }
    }

    /// The end of the range at which a value lies, as the option takes it; `None` inside.
    pub(super) fn end_at(&self, value: f64) -> Option<RangeEnd> {
        let text = self.text(value);
        let is_end = |end: f64| self.text(end) == text;
        if is_end(self.most) {
            return Some(RangeEnd::Greatest);
        }
        is_end(self.least).then_some(RangeEnd::Least)
    }

    /// A value in range next to this one: above it, or at the end of the range below it. Of any
    /// numbers, one as far from it as the last settings are.
    pub(super) fn neighbour(&self, value: f64) -> f64 {
        let step = if self.kind == NumberKind::Int {
            1.0
        } else {
            self.last_distance
        };
        if value + step <= self.most {
            value + step
        } else {
            value - step
        }
    }

    pub(super) fn differ(&self, one: f64, other: f64) -> bool {
        self.text(one) != self.text(other)
    }

    /// Value between `least` and `most` that is no integer.
    pub fn fraction(&self) -> f64 {
        let step = f64::min(1.0, self.most - self.least) / 2.0;
        let value = self.least.floor() + step;
        if value > self.least {
            value
        } else {
            value + step / 2.0
        }
    }

    /// Text of a value for the option: of integers the nearest one, of other numbers up to six
    /// decimals.
    pub fn text(&self, value: f64) -> String {
        match self.kind {
            NumberKind::Int => format!("{:.0}", value.round()),
            NumberKind::Float => format!("{}", (value * 1e6).round() / 1e6),
        }
    }
}
