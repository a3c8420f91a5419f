//! Text that fits the terminal: paragraphs, labelled lines and tables.

use std::io::{self, IsTerminal};

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table as Grid, Width as GridWidth};
use terminal_size::{Width, terminal_size_of};
use textwrap::{Options, WordSplitter};

/// Width of output to files and pipes, in columns.
const USUAL_WIDTH: usize = 80;
/// Widest paragraph on a terminal, in columns: longer lines are hard to read.
const WIDEST: usize = 100;

/// Returns the width of results, in columns.
pub(crate) fn width() -> usize {
    let stdout = io::stdout();
    let width = terminal_size_of(&stdout).filter(|_| stdout.is_terminal());
    width.map_or(USUAL_WIDTH, |(Width(columns), _)| usize::from(columns).clamp(40, WIDEST))
}

/// Returns the width of progress lines on standard error, in columns.
pub(crate) fn progress_width() -> usize {
    let stderr = io::stderr();
    let width = terminal_size_of(&stderr).filter(|_| stderr.is_terminal());
    width.map_or(USUAL_WIDTH, |(Width(columns), _)| usize::from(columns).max(40))
}

/// Wraps a paragraph between words, and indents its lines after the first by `indent` columns.
pub(crate) fn wrapped(paragraph: &str, indent: usize) -> String {
    wrapped_to(width(), paragraph, ["", &" ".repeat(indent)])
}

/// Wraps a paragraph to a width between words, with these indents of its first line and of the others.
pub(crate) fn wrapped_to(width: usize, paragraph: &str, [first, others]: [&str; 2]) -> String {
    let options = Options::new(width).initial_indent(first).subsequent_indent(others);
    let options = options.word_splitter(WordSplitter::NoHyphenation).break_words(false);
    textwrap::fill(paragraph, options) + "\n"
}

/// Writes a text to the right of its label, which takes `label_width` columns.
pub(crate) fn labelled(label: &str, label_width: usize, text: &str) -> String {
    wrapped(&format!("{label:label_width$}{text}"), label_width)
}

/// Shortens a line to a width, and marks the omission.
pub(crate) fn shortened(line: &str, width: usize) -> String {
    if textwrap::core::display_width(line) <= width {
        return line.trim_end().to_owned();
    }
    let kept: String = line.chars().take(width.saturating_sub(1)).collect();
    kept.trim_end().to_owned() + "…"
}

/// A table without lines, whose columns are two blanks apart. Long cells wrap where the table is too wide.
pub(crate) struct Table {
    grid: Grid,
    /// Length of the longest word of each column.
    longest_words: Vec<usize>,
}

impl Table {
    /// Creates a table with these column heads, aligned as given.
    pub(crate) fn new(heads: &[&str], alignment: impl Fn(usize) -> CellAlignment) -> Table {
        let mut grid = Grid::new();
        grid.load_style(comfy_table::presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
        grid.set_width(width() as u16).set_header(heads);
        for (index, column) in grid.column_iter_mut().enumerate() {
            column.set_padding((0, PADDING as u16)).set_cell_alignment(alignment(index));
        }
        Table { grid, longest_words: heads.iter().map(|head| longest_word(head)).collect() }
    }

    /// Adds a row. No word breaks, if the longest ones of all columns fit.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        for (longest, cell) in self.longest_words.iter_mut().zip(&cells) {
            *longest = longest_word(cell).max(*longest);
        }
        self.grid.add_row(cells);
        let fits = self.longest_words.iter().map(|longest| longest + PADDING).sum::<usize>() <= width();
        for (column, longest) in self.grid.column_iter_mut().zip(&self.longest_words) {
            column.remove_constraint();
            if fits {
                column.set_constraint(ColumnConstraint::LowerBoundary(GridWidth::Fixed((longest + PADDING) as u16)));
            }
        }
    }
}

/// Blanks between two columns.
const PADDING: usize = 2;

/// Returns the length of the longest word of a text.
fn longest_word(text: &str) -> usize {
    text.split(' ').map(textwrap::core::display_width).max().unwrap_or(0)
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.grid.lines().try_for_each(|line| writeln!(f, "{}", line.trim_end()))
    }
}

/// Alignment of the first column to the left and of the others, numbers, to the right.
pub(crate) fn names_and_numbers(column: usize) -> CellAlignment {
    if column == 0 { CellAlignment::Left } else { CellAlignment::Right }
}
