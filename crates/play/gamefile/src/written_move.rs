//! Moves as they stand in game files, with all that is noted on them.

use std::fmt::Display;
use std::time::Duration;

use floe_search::{is_printable, with_hyphens};

use crate::{GameMistake, TextPlace};

/// Move as it stands in a game file, with what is noted on it: a game that is written and read
/// again is the same.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct WrittenMove {
    /// The move in notation; as the file has it if this move or an earlier move of its line is
    /// illegal.
    pub text: String,
    /// Place of the move in the file; the default for a move that was not read from a file.
    pub place: TextPlace,
    marks: String,
    comments: Vec<String>,
    arrows: Vec<String>,
    clock: Option<Duration>,
    value: Option<String>,
    review: Option<String>,
}

/// Note that no game file can hold.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum NoteError {
    /// Text that is not a list of marks.
    #[error("expected marks such as !, ?? or $1; found '{0}'")]
    Marks(String),
    /// Text that is not a drawing.
    #[error("expected a drawing such as b2-d4 or e5; found '{0}'")]
    Arrow(String),
    /// Text that is not the note of a review.
    #[error("expected the note of a review, without brackets; found '{0}'")]
    Review(String),
    /// Text that is not a value.
    #[error("expected a value such as +2:0, without brackets; found '{0}'")]
    Value(String),
    /// Seconds that are not the time of a clock: negative, no number, or above 2^32 - 1.
    #[error("expected the seconds of a clock, 0 to {max}; found {0}", max = MAX_CLOCK.as_secs())]
    Clock(f64),
}

/// Longest time of a clock in a game file.
const MAX_CLOCK: Duration = Duration::from_secs(u32::MAX as u64);

/// Number in the first unit of a value in notation: 3 of `+3:-1` and of `+3=`; `None` if it has
/// none.
pub fn first_number(value: &str) -> Option<f64> {
    let number: f64 = value.split([':', ',', '=']).next()?.trim().parse().ok()?;
    number.is_finite().then_some(number)
}

impl WrittenMove {
    /// Move with this text at this place of a file, without notes.
    pub fn new(text: impl Into<String>, place: TextPlace) -> WrittenMove {
        WrittenMove {
            text: text.into(),
            place,
            ..WrittenMove::default()
        }
    }

    /// Marks of the move: signs such as `!?`, and numbers such as `$1`, with a blank between two;
    /// empty without marks.
    pub fn marks(&self) -> &str {
        &self.marks
    }

    /// Comments on the move: texts of one line each.
    pub fn comments(&self) -> &[String] {
        &self.comments
    }

    /// Drawings on the position after the move: moves or arrows such as `b2-d4`, and single hexes.
    pub fn arrows(&self) -> &[String] {
        &self.arrows
    }

    /// Time left to the player after the move, to the millisecond; `None` if it was not noted.
    pub fn clock(&self) -> Option<Duration> {
        self.clock
    }

    /// Time left to the player after the move, in seconds; `None` if it was not noted.
    pub fn clock_in_seconds(&self) -> Option<f64> {
        self.clock.map(|clock| clock.as_millis() as f64 / 1000.0)
    }

    /// Value of the move in notation, for the player who moved; `None` if it was not noted.
    pub fn value(&self) -> Option<&str> {
        self.value.as_deref()
    }

    /// Adds a comment. Characters that are not printable on one line become spaces; commands at its
    /// beginning and its end, such as `[%clock 0:04:12]`, become the notes that they stand for; an
    /// empty comment is dropped.
    pub fn add_comment(&mut self, text: &str) {
        let text = plain_comment(text);
        let rest = without_commands(&text, |name, arguments| self.obey(name, arguments));
        if !rest.is_empty() {
            self.comments.push(rest.to_owned());
        }
    }

    /// Keeps the comments for which `is_kept` holds.
    pub fn retain_comments(&mut self, mut is_kept: impl FnMut(&str) -> bool) {
        self.comments.retain(|comment| is_kept(comment));
    }

    /// Adds marks, separated by blanks, after those that the move has.
    ///
    /// # Errors
    /// When the text holds anything but signs of `!` and `?` and numbers such as `$1`; the marks
    /// are then unchanged.
    pub fn add_marks(&mut self, text: &str) -> Result<(), NoteError> {
        let marks: Vec<&str> = text.split_whitespace().collect();
        if !marks
            .iter()
            .all(|mark| is_sign(mark) || is_numbered_mark(mark))
        {
            return Err(NoteError::Marks(text.to_owned()));
        }
        for mark in marks {
            if !self.marks.is_empty() {
                self.marks.push(' ');
            }
            self.marks.push_str(mark);
        }
        Ok(())
    }

    /// Removes all marks.
    pub fn clear_marks(&mut self) {
        self.marks.clear();
    }

    /// Adds a drawing on the position after the move.
    ///
    /// # Errors
    /// When the text is empty, or holds blanks, brackets, braces or characters that are not ASCII.
    pub fn add_arrow(&mut self, text: &str) -> Result<(), NoteError> {
        if !is_drawing(text) {
            return Err(NoteError::Arrow(text.to_owned()));
        }
        self.arrows.push(text.to_owned());
        Ok(())
    }

    /// Sets the time left to the player after the move, in seconds; it is rounded to milliseconds.
    ///
    /// # Errors
    /// When the time is negative, no number, or above 2^32 - 1 seconds.
    pub fn set_clock(&mut self, seconds: f64) -> Result<(), NoteError> {
        let read = Duration::try_from_secs_f64(seconds)
            .ok()
            .filter(|clock| *clock <= MAX_CLOCK);
        let clock = read.ok_or(NoteError::Clock(seconds))?;
        let milliseconds = (clock.as_secs_f64() * 1000.0).round() as u64;
        self.clock = Some(Duration::from_millis(milliseconds));
        Ok(())
    }

    /// Sets the value of the move, in notation and for the player who moved.
    ///
    /// # Errors
    /// When the text is empty or has brackets.
    pub fn set_value(&mut self, text: &str) -> Result<(), NoteError> {
        let value = argument(text).ok_or_else(|| NoteError::Value(text.to_owned()))?;
        self.value = Some(value);
        Ok(())
    }

    /// Removes the value.
    pub fn clear_value(&mut self) {
        self.value = None;
    }

    /// Note of a review as text; `None` without one. A text that another program has written need
    /// not be a `ReviewNote`.
    pub fn review(&self) -> Option<&str> {
        self.review.as_deref()
    }

    /// Sets the note of a review.
    ///
    /// # Errors
    /// When the text is empty or has brackets.
    pub fn set_review(&mut self, text: &str) -> Result<(), NoteError> {
        let review = argument(text).ok_or_else(|| NoteError::Review(text.to_owned()))?;
        self.review = Some(review);
        Ok(())
    }

    /// Removes the note of a review.
    pub fn clear_review(&mut self) {
        self.review = None;
    }

    /// Mistake of this move, which is illegal because of `why`. The number `ply` of the move in its
    /// line, from 1, stands in the message.
    pub fn illegal(&self, ply: usize, why: &impl Display) -> GameMistake {
        GameMistake::new(&self.place, format!("move {ply}, '{}': {why}", self.text))
    }

    /// The move with its marks, as files have it: `c5!?` or `c5 $1`.
    pub fn text_with_marks(&self) -> String {
        let text = &self.text;
        let marks = &self.marks;
        let blank = if marks.starts_with('$') { " " } else { "" };
        format!("{text}{blank}{marks}")
    }

    /// Texts of the comments that a file has on the move: its comments, and the commands for its
    /// other notes.
    pub fn written_comments(&self) -> impl Iterator<Item = String> {
        self.comments.iter().cloned().chain(self.commands())
    }

    /// Commands of a comment for all notes that have no sign of their own; `None` if there are
    /// none.
    fn commands(&self) -> Option<String> {
        let value = self.value.iter().map(|value| format!("[%value {value}]"));
        let clock = self
            .clock
            .iter()
            .map(|clock| format!("[%clock {}]", clock_text(*clock)));
        let arrows = Some(&self.arrows).filter(|arrows| !arrows.is_empty());
        let arrows = arrows
            .into_iter()
            .map(|arrows| format!("[%draw {}]", arrows.join(" ")));
        let review = self
            .review
            .iter()
            .map(|review| format!("[%review {review}]"));
        let commands: Vec<String> = value.chain(clock).chain(arrows).chain(review).collect();
        (!commands.is_empty()).then(|| commands.join(" "))
    }

    /// Notes what a command such as `[%draw b2-d4 e5]` stands for, which has this name and these
    /// arguments; returns false if it is no command.
    fn obey(&mut self, name: &str, arguments: &str) -> bool {
        match name {
            "draw" | "cal" | "csl" => match drawings(name, arguments) {
                Some(drawn) => {
                    self.arrows.extend(drawn);
                    true
                }
                None => false,
            },
            // The name in game files of chess.
            "clock" | "clk" => {
                clock_seconds(arguments.trim()).is_some_and(|clock| self.set_clock(clock).is_ok())
            }
            "value" => self.set_value(arguments).is_ok(),
            "review" => self.set_review(arguments).is_ok(),
            _ => false,
        }
    }
}

/// The comment without the commands at its beginning and its end that `obey` accepts: it is given
/// the name and the arguments of each.
pub(crate) fn without_commands(text: &str, mut obey: impl FnMut(&str, &str) -> bool) -> &str {
    let mut obeyed = |command: &str| {
        let inner = command.trim_start_matches("[%").trim_end_matches(']');
        inner
            .split_once(' ')
            .is_some_and(|(name, arguments)| obey(name, arguments))
    };
    let mut rest = text;
    while let Some((command, after)) = first_command(rest)
        && obeyed(command)
    {
        rest = after.trim_start();
    }
    while let Some((before, command)) = last_command(rest)
        && obeyed(command)
    {
        rest = before.trim_end();
    }
    rest
}

/// Drawings that a command stands for: `[%draw b2-d4 e5]`, or as game files of chess have them
/// `[%cal Gb2d4]` and `[%csl Ge5]`, whose colours are left out. `None` if it is no such command, or
/// if one of them is no drawing.
pub(crate) fn drawings(name: &str, arguments: &str) -> Option<Vec<String>> {
    let drawn: Vec<String> = match name {
        "draw" => arguments
            .split_whitespace()
            .map(|text| with_hyphens(text).into_owned())
            .collect(),
        "cal" => arguments
            .split(',')
            .map(|text| coloured(text, 2))
            .collect::<Option<_>>()?,
        "csl" => arguments
            .split(',')
            .map(|text| coloured(text, 1))
            .collect::<Option<_>>()?,
        _ => return None,
    };
    (!drawn.is_empty() && drawn.iter().all(|text| is_drawing(text))).then_some(drawn)
}

/// Hexes of a drawing behind the letter of its colour, with hyphens: `b2-d4` of `Gb2d4`; `None` if
/// there are not `count`.
fn coloured(text: &str, count: usize) -> Option<String> {
    let mut rest = text.trim().strip_prefix(|c: char| c.is_ascii_uppercase())?;
    let mut hexes = Vec::new();
    while let Some(numbered) = rest.strip_prefix(|c: char| c.is_ascii_lowercase()) {
        let after = numbered.trim_start_matches(|c: char| c.is_ascii_digit());
        let hex = &rest[..rest.len() - after.len()];
        if hex.len() == 1 {
            return None;
        }
        hexes.push(hex);
        rest = after;
    }
    (rest.is_empty() && hexes.len() == count).then(|| hexes.join("-"))
}

/// Whether a text is a drawing that a game file can hold: one word of ASCII without brackets and
/// braces.
pub(crate) fn is_drawing(text: &str) -> bool {
    let is_drawn = |c: char| c.is_ascii_graphic() && !matches!(c, '[' | ']' | '{' | '}');
    !text.is_empty() && text.chars().all(is_drawn)
}

/// Argument of a command: a text with single blanks; `None` if it is empty or has brackets.
fn argument(text: &str) -> Option<String> {
    let argument = plain(text).split_whitespace().collect::<Vec<_>>().join(" ");
    (!argument.is_empty() && !argument.contains(['[', ']'])).then_some(argument)
}

/// Splits the command that a text begins with from the rest of the text.
fn first_command(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.starts_with("[%").then(|| text.find(']'))??;
    Some(text.split_at(end + 1))
}

/// Splits the command that a text ends with from the text before it.
fn last_command(text: &str) -> Option<(&str, &str)> {
    let start = text.ends_with(']').then(|| text.rfind("[%"))??;
    let has_one_end = text[start..].find(']') == Some(text.len() - start - 1);
    has_one_end.then(|| text.split_at(start))
}

/// Formats the time of a clock as hours, minutes and seconds: `0:04:12`, with milliseconds if they
/// are not 0.
fn clock_text(clock: Duration) -> String {
    let seconds = clock.as_secs();
    let whole = format!(
        "{}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    );
    match clock.subsec_millis() {
        0 => whole,
        milliseconds => format!("{whole}.{milliseconds:03}"),
    }
}

/// Reads the time of a clock, `0:04:12` or `4:12.5`, in seconds.
fn clock_seconds(text: &str) -> Option<f64> {
    let parts: Vec<&str> = text.split(':').collect();
    let [whole @ .., seconds] = &parts[..] else {
        return None;
    };
    let is_time = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    if !(1..=2).contains(&whole.len()) || !parts.iter().all(|part| is_time(part)) {
        return None;
    }
    let minutes = whole.iter().try_fold(0, |sum: u64, part| {
        sum.checked_mul(60)?.checked_add(part.parse().ok()?)
    })?;
    Some(minutes as f64 * 60.0 + seconds.parse::<f64>().ok()?)
}

/// Whether a word is a mark of a move by signs: `!?`.
fn is_sign(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| matches!(byte, b'!' | b'?'))
}

/// Whether a word is a mark of a move by its number in game files of chess: `$1`.
pub(crate) fn is_numbered_mark(word: &str) -> bool {
    word.strip_prefix('$').is_some_and(is_number)
}

/// Whether a word is a number of digits alone.
pub(crate) fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Replaces by spaces what is not printable on one line.
pub(crate) fn plain(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_control() || !is_printable(c) {
                ' '
            } else {
                c
            }
        })
        .collect()
}

/// The text of a comment as files give it back: on one line, and without blanks at its end.
pub(crate) fn plain_comment(text: &str) -> String {
    let mut text = plain(text);
    text.truncate(text.trim_end().len());
    text
}
