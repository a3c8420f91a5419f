use std::io::{self, IsTerminal, Stdout, Write};

use anstream::AutoStream;
use anstream::adapter::strip_str;
use clap::ColorChoice;
pub(crate) use floe_game::counted;
use floe_review::SuiteSummary;
use floe_search::{error_text, printable, printable_json};
use schemars::JsonSchema;
use serde::Serialize;

use crate::pager;
use crate::problem::{self, Status, Wrong};

/// A result: a JSON object for programs, and text for people.
#[derive(Serialize)]
pub(crate) struct Answer<T> {
    schema: &'static str,
    #[serde(flatten)]
    object: T,
    #[serde(skip)]
    text: String,
    /// Whether the text can have any number of lines, so that an empty line must end it in a batch.
    #[serde(skip)]
    is_block: bool,
    #[serde(skip)]
    paint: Paint,
}

/// Whether a text has colours and styles of a terminal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Paint {
    /// None: what looks like them is text of others, and is shown, not obeyed.
    Plain,
    /// Styles of floe itself: the text has nothing of others that is not [printable].
    Painted,
}

impl<T> Answer<T> {
    pub(crate) fn line(schema: &'static str, object: T, text: String) -> Answer<T> {
        Answer {
            schema,
            object,
            text,
            is_block: false,
            paint: Paint::Plain,
        }
    }

    /// Creates a result whose text can have any number of lines.
    pub(crate) fn block(schema: &'static str, object: T, text: String) -> Answer<T> {
        Answer {
            schema,
            object,
            text,
            is_block: true,
            paint: Paint::Plain,
        }
    }

    /// Creates a result whose text can have any number of lines, with colours of floe and nothing
    /// of others that is not printable.
    pub(crate) fn painted(schema: &'static str, object: T, text: String) -> Answer<T> {
        Answer {
            paint: Paint::Painted,
            ..Answer::block(schema, object, text)
        }
    }

    /// The result for programs.
    pub(crate) fn object(&self) -> &T {
        &self.object
    }

    /// The result without its text, if something else is printed in its place.
    pub(crate) fn without_text(self, is_printed: bool) -> Answer<T> {
        if is_printed {
            Answer {
                text: String::new(),
                ..self
            }
        } else {
            self
        }
    }
}

/// An error that takes the place of a result.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ErrorObject<'a> {
    error: &'a str,
    line: usize,
    column: Option<usize>,
}

pub(crate) struct InputLine {
    /// Line number, from 1.
    pub(crate) number: usize,
    /// Whether the line comes from standard input.
    pub(crate) is_in_batch: bool,
    /// The text, or why it cannot be read.
    pub(crate) text: Result<String, Wrong>,
}

/// Standard output for results.
pub(crate) struct Output {
    stream: AutoStream<Stdout>,
    json: bool,
}

impl Output {
    pub(crate) fn new(json: bool, color: ColorChoice) -> Output {
        let color = match color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        Output {
            stream: AutoStream::new(io::stdout(), color),
            json,
        }
    }

    /// Whether text for people is printed.
    pub(crate) fn is_for_people(&self) -> bool {
        !self.json
    }

    pub(crate) fn answer(&mut self, answer: &Answer<impl Serialize>) -> io::Result<()> {
        if self.json {
            self.object(answer)
        } else {
            self.write(&answer.text, answer.paint)
        }
    }

    /// Prints a result that people read page by page; on a terminal a program shows it if it is
    /// long.
    pub(crate) fn pages(&mut self, answer: &Answer<impl Serialize>) -> io::Result<()> {
        let is_coloured = self.stream.current_choice() != anstream::ColorChoice::Never;
        let text = if is_coloured {
            answer.text.clone()
        } else {
            strip_str(&answer.text).to_string()
        };
        if !self.json && pager::show(&text) {
            Ok(())
        } else {
            self.answer(answer)
        }
    }

    /// Prints text for people that is part of no result; prints nothing with `--json`.
    pub(crate) fn remark(&mut self, text: &str) -> io::Result<()> {
        if self.json {
            Ok(())
        } else {
            self.write(text, Paint::Plain)
        }
    }

    /// Prints text as [`remark`](Self::remark) does, with colours of floe and nothing of others
    /// that is not printable.
    pub(crate) fn painted_remark(&mut self, text: &str) -> io::Result<()> {
        if self.json {
            Ok(())
        } else {
            self.write(text, Paint::Painted)
        }
    }

    /// Prints data for programs, such as CSV, byte for byte; on a terminal as text that is
    /// printable.
    pub(crate) fn data(&mut self, text: &str) -> io::Result<()> {
        let is_shown = io::stdout().is_terminal();
        let text = if is_shown {
            printable(text)
        } else {
            text.into()
        };
        io::stdout().write_all(text.as_bytes())
    }

    /// Prints the result for a line of input.
    pub(crate) fn answer_to(
        &mut self,
        line: &InputLine,
        answer: &Answer<impl Serialize>,
    ) -> io::Result<()> {
        self.answer(answer)?;
        if line.is_in_batch && answer.is_block {
            self.remark("\n")
        } else {
            Ok(())
        }
    }

    /// Reports why there is no result for a line of input.
    pub(crate) fn refuse(&mut self, line: &InputLine, wrong: &Wrong) -> io::Result<()> {
        let Wrong {
            message,
            column,
            hint,
        } = wrong;
        if self.json {
            let object = ErrorObject {
                error: message,
                line: line.number,
                column: *column,
            };
            return self.object(&Answer::line("floe/error/1", object, String::new()));
        }
        let place = if line.is_in_batch {
            format!("line {}, ", line.number)
        } else {
            String::new()
        };
        let pointer = match (*column, &line.text) {
            (Some(column), Ok(line)) if !line.is_empty() => {
                format!("\n{}", problem::pointer(line, column))
            }
            _ => String::new(),
        };
        problem::complain(&format!("{place}{message}{pointer}"));
        if let Some(hint) = hint {
            problem::say(hint);
        }
        Ok(())
    }

    /// Reports with `--json` the error that ended a call about one file, in place of its result;
    /// returns the error itself for people, and if output fails.
    pub(crate) fn refuse_call(&mut self, error: anyhow::Error) -> anyhow::Result<Status> {
        if !self.json || error.is::<io::Error>() {
            return Err(error);
        }
        let status = if error.is::<Wrong>() {
            Status::Wrong
        } else {
            Status::No
        };
        let error = error_text(&problem::message(&error));
        let object = ErrorObject {
            error: &error,
            line: 1,
            column: None,
        };
        self.object(&Answer::line("floe/error/1", object, String::new()))?;
        Ok(status)
    }

    fn object(&mut self, object: &impl Serialize) -> io::Result<()> {
        self.write(
            &(printable_json(&serde_json::to_string(object)?) + "\n"),
            Paint::Plain,
        )
    }

    /// Writes and flushes text, so that a waiting reader gets it at once.
    fn write(&mut self, text: &str, paint: Paint) -> io::Result<()> {
        let text = if paint == Paint::Painted {
            text.into()
        } else {
            printable(text)
        };
        self.stream.write_all(text.as_bytes())?;
        self.stream.flush()
    }
}

/// Formats seconds: `0.0012 s`, `3.42 s`.
pub(crate) fn seconds(seconds: f64) -> String {
    if seconds < 0.1 {
        format!("{seconds:.4} s")
    } else {
        format!("{seconds:.2} s")
    }
}

/// Formats a rate per second: `0.25`, `412`, `3.42 M`.
pub(crate) fn per_second(count: u64, seconds: f64) -> String {
    metric(count as f64 / seconds.max(1e-9))
}

/// Formats the value error of a suite, its regret with the standard error, and the share of best
/// moves: `0.61`, `0.34`, `0.08`, `79 %`.
pub(crate) fn error_cells(summary: &SuiteSummary) -> [String; 4] {
    let SuiteSummary {
        value_error,
        regret,
        ..
    } = *summary;
    let best = regret.map_or("-".to_owned(), |regret| {
        format!("{:.0} %", 100.0 * regret.best)
    });
    let mean = regret.map(|regret| regret.mean);
    let standard_error = regret.and_then(|regret| regret.standard_error);
    [
        hundredths(value_error),
        hundredths(mean),
        hundredths(standard_error),
        best,
    ]
}

/// Formats a number with two decimals; a hyphen for none.
fn hundredths(number: Option<f64>) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:.2}"))
}

/// Formats a number with three digits and a metric prefix: `0`, `7`, `0.25`, `412`, `3.42 M`, `4.10
/// G`.
pub(crate) fn metric(number: f64) -> String {
    let (number, prefix) = match number {
        1e9.. => (number / 1e9, " G"),
        1e6.. => (number / 1e6, " M"),
        1e3.. => (number / 1e3, " k"),
        _ => (number, ""),
    };
    match number {
        _ if prefix.is_empty() && number.fract() == 0.0 => format!("{number:.0}"),
        100.0.. => format!("{number:.0}{prefix}"),
        10.0.. => format!("{number:.1}{prefix}"),
        _ => format!("{number:.2}{prefix}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_prefixes() {
        assert_eq!(per_second(0, 1.0), "0");
        assert_eq!(per_second(1, 4.0), "0.25");
        assert_eq!(per_second(500, 1.0), "500");
        assert_eq!(per_second(4_000_000_000, 1.0), "4.00 G");
        assert_eq!(per_second(3_420_000, 2.0), "1.71 M");
        assert_eq!(per_second(123_400, 1.0), "123 k");
    }
}
