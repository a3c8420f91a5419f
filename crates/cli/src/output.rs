use std::io::{self, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use serde::Serialize;

use crate::input::Line;
use crate::problem::{self, Wrong};

/// When to use colours.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Color {
    Always,
    Never,
    Auto,
}

/// A result, in the forms it can be printed in: `Serialize` for programs, and text for people.
pub(crate) trait Answer: Serialize {
    /// What the JSON object says it is.
    const SCHEMA: &'static str;

    /// Lines of text for people; colours are taken off where they are not wanted.
    fn text(&self) -> String;

    /// Whether the text may have any number of lines, so that an empty one is to say where it ends in a batch.
    fn has_many_lines(&self) -> bool {
        false
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

/// What is printed in the place of a result where there is none.
#[derive(Serialize)]
struct ErrorObject<'a> {
    schema: &'static str,
    error: &'a str,
    line: usize,
    column: Option<usize>,
}

impl Output {
    pub(crate) fn new(json: bool, color: Color) -> Output {
        let choice = match color {
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
            Color::Auto => ColorChoice::Auto,
        };
        Output { stream: AutoStream::new(io::stdout(), choice), json }
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
    pub(crate) fn answer_to<A: Answer>(&mut self, line: &Line, answer: &A) -> io::Result<()> {
        self.answer(answer)?;
        let ends = line.of_batch && !self.json && answer.has_many_lines();
        if ends { self.write("\n") } else { Ok(()) }
    }

    /// Tells why there is no result for a line.
    pub(crate) fn refuse(&mut self, line: &Line, wrong: &Wrong) -> io::Result<()> {
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
