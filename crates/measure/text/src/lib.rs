//! Text in columns: paragraphs, labelled lines and tables of a given width; and the reader of
//! Markdown.

mod markdown;

use std::fmt;

use comfy_table::{ColumnConstraint, ContentArrangement, Table as Grid, Width as GridWidth};
use textwrap::{Options, WordSplitter};

pub use comfy_table::CellAlignment;
pub use markdown::{MarkdownBlock, Run, RunStyle, read_markdown};

/// Wraps a paragraph into lines of at most `width` columns, each with a line feed at its end. The
/// first line begins with the indent `first`, every other line with `others`. Words stay whole: a
/// word that is too long makes its line longer.
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

/// Table without ruled lines; two blanks separate its columns. Cells wrap where the table would be
/// wider than its maximum width. `Display` writes the heads and the rows, each line with a line
/// feed at its end.
#[derive(Debug)]
pub struct Table {
    grid: Grid,
    width: usize,
    longest_words: Vec<usize>,
}

impl Table {
    /// Creates a table of at most `width` columns of text, with these heads and no rows.
    /// `alignment` returns the alignment of the table's column with an index from 0.
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

    /// Adds a row. If the longest words of all columns fit side by side, no word breaks.
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

const PADDING: usize = 2;

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

/// Block of a report. Blocks become a text, by [`report_of`], or a page of HTML.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReportBlock {
    /// Beginning of a part of the report. A page shows the heading, unless it is empty; a text
    /// shows a blank line.
    Section(&'static str),
    /// Paragraph whose lines all begin at the margin.
    Paragraph(String),
    /// Statement whose lines after the first are indented.
    Line(String),
    /// Texts, each to the right of its label.
    Labelled(Vec<(String, String)>),
    /// Table of names and numbers. No cell wraps at a [`NO_BREAK`], which a text shows as a blank.
    Table {
        /// Heads of the columns.
        heads: Vec<String>,
        /// Cells of each row, as many as heads.
        rows: Vec<Vec<String>>,
    },
}

/// Blank at which no cell of a table wraps.
pub const NO_BREAK: char = '\u{a0}';
const LABEL: usize = 18;

/// Writes a report in lines of at most `width` columns, each with a line feed at its end.
pub fn report_of(blocks: &[ReportBlock], width: usize) -> String {
    blocks.iter().map(|block| block.text(width)).collect()
}

impl ReportBlock {
    /// Creates a table with these heads.
    pub fn table(heads: &[&str], rows: Vec<Vec<String>>) -> ReportBlock {
        let heads = heads.iter().map(|&head| head.to_owned()).collect();
        ReportBlock::Table { heads, rows }
    }

    fn text(&self, width: usize) -> String {
        match self {
            ReportBlock::Section(_) => "\n".to_owned(),
            ReportBlock::Paragraph(text) => wrapped_to(width, text, ["", ""]),
            ReportBlock::Line(text) => wrapped_to(width, text, ["", "  "]),
            ReportBlock::Labelled(lines) => lines
                .iter()
                .map(|(label, text)| labelled_to(width, label, LABEL, text))
                .collect(),
            ReportBlock::Table { heads, rows } => {
                let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
                let mut table = Table::new(width, &heads, names_and_numbers);
                for row in rows {
                    table.row(row.clone());
                }
                table.to_string().replace(NO_BREAK, " ")
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_its_blocks_in_order() {
        let rows = vec![vec![format!("1{NO_BREAK}one"), "+5".to_owned()]];
        let report = [
            ReportBlock::Line("a long statement of words".to_owned()),
            ReportBlock::Section("Engines"),
            ReportBlock::table(&["engine", "rating"], rows),
            ReportBlock::Labelled(vec![("length".to_owned(), "9".to_owned())]),
            ReportBlock::Paragraph("a paragraph of many words".to_owned()),
        ];
        assert_eq!(
            report_of(&report, 20),
            "a long statement of\n  words\n\nengine  rating\n1 one       +5\n\
             length            9\na paragraph of many\nwords\n"
        );
    }
}
