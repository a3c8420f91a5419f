//! Pages of the documentation, rendered for a terminal.

use anstyle::Style;
use floe_text::{MarkdownBlock, Run, RunStyle, read_markdown};

use crate::text::{CellAlignment, Table, width, wrapped_to};

/// Renders Markdown: headings, paragraphs, lists, tables and blocks of code. Links become plain
/// text.
///
/// `page_of` names the page of `floe docs` that a link leads to.
pub(crate) fn rendered(markdown: &str, page_of: impl Fn(&str) -> Option<String>) -> String {
    let mut renderer = Renderer {
        page_of,
        text: String::new(),
        indents: Vec::new(),
        marker: None,
    };
    renderer.blocks(&read_markdown(markdown));
    renderer.text.trim_start_matches('\n').to_owned()
}

/// Style of headings and of strong text.
const STRONG: Style = Style::new().bold();
const EMPHASIS: Style = Style::new().italic();
/// Indent of blocks of code, in columns.
const CODE_INDENT: usize = 4;

struct Renderer<F> {
    page_of: F,
    text: String,
    /// Width of the marker of each open item.
    indents: Vec<usize>,
    /// Marker of an item without text so far.
    marker: Option<String>,
}

impl<F: Fn(&str) -> Option<String>> Renderer<F> {
    fn blocks(&mut self, blocks: &[MarkdownBlock]) {
        for block in blocks {
            match block {
                MarkdownBlock::Heading(level, runs) => self.heading(*level, &self.inline(runs)),
                MarkdownBlock::Paragraph(runs) => self.paragraph(&self.inline(runs), "\n"),
                MarkdownBlock::Text(runs) => self.paragraph(&self.inline(runs), ""),
                MarkdownBlock::List(first, items) => self.list(*first, items),
                MarkdownBlock::Table(alignment, rows) => self.table(alignment, rows),
                MarkdownBlock::Code(code) => self.code(code),
            }
        }
    }

    /// Text with the codes of its styles.
    fn inline(&self, runs: &[Run]) -> String {
        self.linked(runs, |run| match run.style {
            RunStyle::Plain => run.text.clone(),
            RunStyle::Strong => format!("{STRONG}{}{STRONG:#}", run.text),
            RunStyle::Emphasis => format!("{EMPHASIS}{}{EMPHASIS:#}", run.text),
        })
    }

    /// Text whose links to pages are replaced by the commands that print them, and whose links to
    /// other sites have their addresses behind them.
    fn linked(&self, runs: &[Run], text_of: impl Fn(&Run) -> String) -> String {
        let mut line = String::new();
        for part in runs.chunk_by(|one, other| one.link == other.link) {
            let text: String = part.iter().map(&text_of).collect();
            let target = part[0].link.as_deref().unwrap_or_default();
            line += &match (self.page_of)(target) {
                _ if target.starts_with("http") => format!("{text} ({target})"),
                Some(page) if text.ends_with(".md") => format!("'floe docs {page}'"),
                _ => text,
            };
        }
        line
    }

    /// Writes a paragraph, and `after` below it.
    fn paragraph(&mut self, inline: &str, after: &str) {
        if inline.trim().is_empty() {
            return;
        }
        let others = " ".repeat(self.indents.iter().sum());
        let marker = self.marker.take().unwrap_or_default();
        let first = others[marker.len()..].to_owned() + &marker;
        self.text += &wrapped_to(width(), inline, [&first, &others]);
        self.text += after;
    }

    fn list(&mut self, first: Option<u64>, items: &[Vec<MarkdownBlock>]) {
        for (index, item) in (0..).zip(items) {
            let marker = first.map_or("- ".to_owned(), |first| format!("{}. ", first + index));
            self.indents.push(marker.len());
            self.marker = Some(marker);
            self.blocks(item);
            self.indents.pop();
            self.marker = None;
        }
        if self.indents.is_empty() {
            self.blank_line();
        }
    }

    fn blank_line(&mut self) {
        if !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    fn heading(&mut self, level: u8, heading: &str) {
        let line = match level {
            1 => "=",
            2 => "-",
            _ => "",
        };
        self.blank_line();
        self.text += &format!("{STRONG}{heading}{STRONG:#}\n");
        if !line.is_empty() {
            self.text += &(line.repeat(heading.chars().count().min(width())) + "\n");
        }
        self.text.push('\n');
    }

    fn code(&mut self, code: &str) {
        let indent = " ".repeat(self.indents.iter().sum::<usize>() + CODE_INDENT);
        for line in code.lines() {
            self.text += &(format!("{indent}{line}").trim_end().to_owned() + "\n");
        }
        self.blank_line();
    }

    /// Writes a table, whose cells are measured without the codes of styles.
    fn table(&mut self, alignment: &[CellAlignment], rows: &[Vec<Vec<Run>>]) {
        let cell = |runs: &Vec<Run>| self.linked(runs, |run| run.text.clone());
        let mut rows = rows.iter().map(|row| row.iter().map(cell).collect());
        let heads: Vec<String> = rows.next().unwrap_or_default();
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        let mut table = Table::new(width(), &heads, |column| alignment[column]);
        rows.for_each(|row| table.row(row));
        self.text += &format!("{table}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(markdown: &str) -> String {
        let rendered = rendered(markdown, |target| {
            target.strip_suffix(".md").map(str::to_owned)
        });
        anstream::adapter::strip_str(&rendered).to_string()
    }

    #[test]
    fn blocks_are_laid_out() {
        let page = "# Title\n\nSome *text* with `code`\nand [a link](x.md#y), [x.md](x.md), [site](https://a.b).\n\n\
            ## Part\n\n- one\n  more\n- two\n\n1. first\n2. second\n\n```text\na  b\n```\n\n| a | b |\n| --- | --- |\n| 1 | `2` |\n";
        let expected = "Title\n=====\n\nSome text with code and a link, 'floe docs x', site (https://a.b).\n\n\
            Part\n----\n\n- one more\n- two\n\n1. first\n2. second\n\n    a  b\n\na  b\n1  2\n\n";
        assert_eq!(plain(page), expected);
    }

    #[test]
    fn paragraphs_and_cells_wrap() {
        let word = "word ".repeat(40);
        let page = format!("{word}\n\n- {word}\n\n| head |\n| --- |\n| {word} |\n");
        assert!(
            plain(&page).lines().all(|line| line.chars().count() <= 80),
            "{}",
            plain(&page)
        );
        assert!(plain(&page).contains("\n  word"), "{}", plain(&page));
    }
}
