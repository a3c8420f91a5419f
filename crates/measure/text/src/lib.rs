//! Text in columns: paragraphs, labelled lines and tables of a given width.

use std::fmt;

use comfy_table::{ColumnConstraint, ContentArrangement, Table as Grid, Width as GridWidth};
use textwrap::{Options, WordSplitter};

pub use comfy_table::CellAlignment;

/// Wraps a paragraph to a width in columns, between words, with these indents of its first line and
/// of the others.
pub fn wrapped_to(width: usize, paragraph: &str, [first, others]: [&str; 2]) -> String {
    let options = Options::new(width)
        .initial_indent(first)
        .subsequent_indent(others);
    let options = options
        .word_splitter(WordSplitter::NoHyphenation)
        .break_words(false);
    textwrap::fill(paragraph, options) + "\n"
}

/// Writes a text to the right of its label, which takes `label_width` columns, in lines of at most
/// `width` columns.
pub fn labelled_to(width: usize, label: &str, label_width: usize, text: &str) -> String {
    wrapped_to(
        width,
        &format!("{label:label_width$}{text}"),
        ["", &" ".repeat(label_width)],
    )
}

/// Table without lines, whose columns are two blanks apart. Long cells wrap where the table is too
/// wide.
#[derive(Debug)]
pub struct Table {
    grid: Grid,
    /// Width of the table in columns of text.
    width: usize,
    /// Length of the longest word of each column.
    longest_words: Vec<usize>,
}

impl Table {
    /// Creates a table of at most this width in columns of text, with these heads; `alignment` is
    /// that of the column with an index from 0.
    pub fn new(width: usize, heads: &[&str], alignment: impl Fn(usize) -> CellAlignment) -> Table {
        let mut grid = Grid::new();
        grid.load_style(comfy_table::presets::NOTHING)
            .set_content_arrangement(ContentArrangement::Dynamic);
        grid.set_width(width as u16).set_header(heads);
        for (index, column) in grid.column_iter_mut().enumerate() {
            column
                .set_padding((0, PADDING as u16))
                .set_cell_alignment(alignment(index));
        }
        Table {
            grid,
            width,
            longest_words: heads.iter().map(|head| longest_word(head)).collect(),
        }
    }

    /// Adds a row. No word breaks, if the longest ones of all columns fit.
    pub fn row(&mut self, cells: Vec<String>) {
        for (longest, cell) in self.longest_words.iter_mut().zip(&cells) {
            *longest = longest_word(cell).max(*longest);
        }
        self.grid.add_row(cells);
        let fits = self
            .longest_words
            .iter()
            .map(|longest| longest + PADDING)
            .sum::<usize>()
            <= self.width;
        for (column, longest) in self.grid.column_iter_mut().zip(&self.longest_words) {
            column.remove_constraint();
            if fits {
                column.set_constraint(ColumnConstraint::LowerBoundary(GridWidth::Fixed(
                    (longest + PADDING) as u16,
                )));
            }
        }
    }
}

/// Blanks between two columns.
const PADDING: usize = 2;

/// Returns the length of the longest word of a text.
fn longest_word(text: &str) -> usize {
    text.split(' ')
        .map(textwrap::core::display_width)
        .max()
        .unwrap_or(0)
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid
            .lines()
            .try_for_each(|line| writeln!(f, "{}", line.trim_end()))
    }
}

/// Returns the alignment of a column, by its index from 0, in a table of names and numbers: the
/// first column to the left, the others to the right.
pub fn names_and_numbers(column: usize) -> CellAlignment {
    if column == 0 {
        CellAlignment::Left
    } else {
        CellAlignment::Right
    }
}
