use std::collections::BTreeMap;
use std::io::{self, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use floe_engine::{AnalysisLine, GameValue, MeanValue, Perspective};
use floe_game::{Interval, Player};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::input::InputLine;
use crate::problem::{self, Wrong};

/// A result, in the forms it can be printed in: `Serialize` for programs, and text for people.
pub(crate) trait Answer: Serialize {
    /// The schema of the JSON object.
    const SCHEMA: &'static str;

    /// Lines of text for people; colours are taken off where they are not wanted.
    fn text(&self) -> String;

    /// Whether the text may have any number of lines, so that an empty one is to say where it ends in a batch.
    fn has_many_lines(&self) -> bool {
        true
    }
}

/// Where results go.
pub(crate) struct Output {
    stream: AutoStream<Stdout>,
    json: bool,
}

#[derive(Serialize)]
struct Object<'a, A> {
    schema: &'static str,
    #[serde(flatten)]
    answer: &'a A,
}

/// The object in the place of a result where there is none.
#[derive(Serialize)]
struct ErrorObject<'a> {
    schema: &'static str,
    error: &'a str,
    line: usize,
    column: Option<usize>,
}

impl Output {
    pub(crate) fn new(json: bool, color: ColorChoice) -> Output {
        Output { stream: AutoStream::new(io::stdout(), color), json }
    }

    /// Prints a result.
    pub(crate) fn answer<A: Answer>(&mut self, answer: &A) -> io::Result<()> {
        if self.json { self.object(&Object { schema: A::SCHEMA, answer }) } else { self.write(&answer.text()) }
    }

    /// Prints text for people that belongs to no result; programs are told nothing.
    pub(crate) fn remark(&mut self, text: &str) -> io::Result<()> {
        if self.json { Ok(()) } else { self.write(text) }
    }

    /// Prints a result for a line, as part of a batch where it is one.
    pub(crate) fn answer_to<A: Answer>(&mut self, line: &InputLine, answer: &A) -> io::Result<()> {
        self.answer(answer)?;
        let ends = line.of_batch && !self.json && answer.has_many_lines();
        if ends { self.write("\n") } else { Ok(()) }
    }

    /// Tells why there is no result for a line.
    pub(crate) fn refuse(&mut self, line: &InputLine, wrong: &Wrong) -> io::Result<()> {
        if self.json {
            let (error, line, column) = (wrong.message.as_str(), line.number, wrong.column);
            return self.object(&ErrorObject { schema: "floe/error/1", error, line, column });
        }
        let place = if line.of_batch { format!("line {}, ", line.number) } else { String::new() };
        let mut text = format!("{place}{}", wrong.message);
        if let (Some(column), Ok(line)) = (wrong.column, &line.text)
            && !line.is_empty()
        {
            text += &format!("\n{}", problem::pointer(line, column));
        }
        problem::complain(&text);
        Ok(())
    }

    fn object(&mut self, object: &impl Serialize) -> io::Result<()> {
        self.write(&(serde_json::to_string(object)? + "\n"))
    }

    /// Writes all at once, so that whoever waits for a result gets it.
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.stream.write_all(text.as_bytes())?;
        self.stream.flush()
    }
}

/// A value: `{"fish": 10, "tiles": 0}`, or that for every player.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum JsonValue {
    Margin(JsonPair),
    Results(BTreeMap<char, JsonPair>),
}

/// Fish and tiles, or penguins and fish (3.5). Whole numbers are written without decimals.
pub(crate) struct JsonPair {
    pub(crate) value: MeanValue,
    pub(crate) survival: bool,
}

impl JsonValue {
    pub(crate) fn new(value: &GameValue, view: Perspective) -> JsonValue {
        let pair = |value| JsonPair { value, survival: view.survival };
        let each = |values: &mut dyn Iterator<Item = MeanValue>| {
            JsonValue::Results(Player::first(Player::MAX).map(Player::letter).zip(values.map(pair)).collect())
        };
        match value {
            GameValue::Margin(value) => JsonValue::Margin(pair((*value).into())),
            GameValue::Expected(value) => JsonValue::Margin(pair(*value)),
            GameValue::Results(values) => each(&mut values.iter().map(|&value| value.into())),
            GameValue::AllExpected(values) => each(&mut values.iter().copied()),
        }
    }
}

impl Serialize for JsonPair {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = |hundredths: i32| -> serde_json::Value {
            if hundredths % 100 == 0 { (hundredths / 100).into() } else { (f64::from(hundredths) / 100.0).into() }
        };
        let (first, second) = if self.survival { ("penguins", "fish") } else { ("fish", "tiles") };
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry(first, &number(self.value.fish))?;
        map.serialize_entry(second, &number(self.value.tiles))?;
        map.end()
    }
}

/// A value where it is exact, else bounds.
#[derive(Serialize)]
pub(crate) struct JsonBounds {
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<JsonValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<JsonValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<JsonValue>,
}

impl JsonBounds {
    pub(crate) fn new(bounds: &Interval<GameValue>, view: Perspective) -> JsonBounds {
        let json = |value| Some(JsonValue::new(value, view));
        match bounds.value() {
            Some(value) => JsonBounds { exact: true, value: json(value), at_least: None, at_most: None },
            None => {
                JsonBounds { exact: false, value: None, at_least: json(&bounds.lower), at_most: json(&bounds.upper) }
            }
        }
    }
}

/// A move with its value, or with what else is known of it.
#[derive(Serialize)]
pub(crate) struct JsonMove<V> {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    #[serde(flatten)]
    pub(crate) known: V,
}

/// The value of a move.
#[derive(Serialize)]
pub(crate) struct JsonMoveValue {
    value: JsonValue,
}

/// The value of a move, and its principal variation.
#[derive(Serialize)]
pub(crate) struct JsonLine {
    value: JsonValue,
    exact: bool,
    pv: Vec<String>,
}

impl JsonMove<JsonMoveValue> {
    pub(crate) fn value(line: &AnalysisLine<String>, view: Perspective) -> JsonMove<JsonMoveValue> {
        JsonMove { mv: line.moves[0].clone(), known: JsonMoveValue { value: JsonValue::new(&line.value, view) } }
    }
}

impl JsonMove<JsonLine> {
    pub(crate) fn line(line: &AnalysisLine<String>, view: Perspective) -> JsonMove<JsonLine> {
        let value = JsonValue::new(&line.value, view);
        JsonMove { mv: line.moves[0].clone(), known: JsonLine { value, exact: line.exact, pv: line.moves.clone() } }
    }
}
