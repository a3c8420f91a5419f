//! Text that fits the terminal.

use std::io::{self, IsTerminal};

use terminal_size::{Width, terminal_size_of};

pub(crate) use floe_text::{CellAlignment, Table, names_and_numbers, wrapped_to};

/// Width of output to files and pipes, in columns.
const USUAL_WIDTH: usize = 80;
/// Widest paragraph on a terminal, in columns: longer lines are hard to read.
const WIDEST: usize = 100;

pub(crate) fn width() -> usize {
    let stdout = io::stdout();
    let width = terminal_size_of(&stdout).filter(|_| stdout.is_terminal());
    width.map_or(USUAL_WIDTH, |(Width(columns), _)| {
        usize::from(columns).clamp(40, WIDEST)
    })
}

/// Returns the width of progress lines on standard error, in columns.
pub(crate) fn progress_width() -> usize {
    let stderr = io::stderr();
    let width = terminal_size_of(&stderr).filter(|_| stderr.is_terminal());
    width.map_or(USUAL_WIDTH, |(Width(columns), _)| {
        usize::from(columns).max(40)
    })
}

/// Wraps a paragraph between words, and indents its lines after the first by `indent` columns.
pub(crate) fn wrapped(paragraph: &str, indent: usize) -> String {
    wrapped_to(width(), paragraph, ["", &" ".repeat(indent)])
}

/// Writes a text to the right of its label, which takes `label_width` columns.
pub(crate) fn labelled(label: &str, label_width: usize, text: &str) -> String {
    floe_text::labelled_to(width(), label, label_width, text)
}

/// Shortens a line to a width, and marks the omission.
pub(crate) fn shortened(line: &str, width: usize) -> String {
    if textwrap::core::display_width(line) <= width {
        return line.trim_end().to_owned();
    }
    let kept: String = line.chars().take(width.saturating_sub(1)).collect();
    kept.trim_end().to_owned() + "…"
}
