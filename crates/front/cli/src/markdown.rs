//! Pages of the documentation, rendered for a terminal.

use anstyle::Style;
use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::text::{CellAlignment, Table, width, wrapped_to};

/// Renders Markdown: headings, paragraphs, lists, tables and blocks of code. Links become plain
/// text.
///
/// `page_of` names the page of `floe docs` that a link leads to.
pub(crate) fn rendered(markdown: &str, page_of: impl Fn(&str) -> Option<String>) -> String {
    let mut renderer = Renderer {
        page_of,
        text: String::new(),
        inline: String::new(),
        lists: Vec::new(),
        indents: Vec::new(),
        marker: None,
        link: None,
        table: None,
        is_code: false,
    };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        renderer.event(event);
    }
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
    /// Text of the paragraph, heading, item or cell that is being read.
    inline: String,
    /// Number of the next item of each open list; `None` for bullets.
    lists: Vec<Option<u64>>,
    /// Width of the marker of each open item.
    indents: Vec<usize>,
    /// Marker of an item without text so far.
    marker: Option<String>,
    /// Target of the link that is being read, and where its text begins.
    link: Option<(String, usize)>,
    table: Option<TableCells>,
    is_code: bool,
}

/// Cells of the table that is being read, heads first.
struct TableCells {
    alignment: Vec<Alignment>,
    rows: Vec<Vec<String>>,
}

impl<F: Fn(&str) -> Option<String>> Renderer<F> {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.is_code => self.code(&text),
            Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) | Event::Html(text) => {
                self.inline.push_str(&text);
            }
            Event::SoftBreak | Event::HardBreak => self.inline.push(' '),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::List(first) => {
                self.block("");
                self.lists.push(first);
            }
            Tag::Item => {
                let marker = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_owned(),
                };
                self.indents.push(marker.len());
                self.marker = Some(marker);
            }
            Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
                self.block("");
                self.is_code = true;
            }
            Tag::Table(alignment) => {
                self.table = Some(TableCells {
                    alignment,
                    rows: Vec::new(),
                })
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(table) = &mut self.table {
                    table.rows.push(Vec::new());
                }
            }
            Tag::Link { dest_url, .. } => {
                self.link = Some((dest_url.to_string(), self.inline.len()))
            }
            Tag::Strong => self.style(format_args!("{STRONG}")),
            Tag::Emphasis => self.style(format_args!("{EMPHASIS}")),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => self.heading(level),
            TagEnd::Paragraph => self.block("\n"),
            TagEnd::Item => {
                self.block("");
                self.indents.pop();
                self.marker = None;
            }
            TagEnd::List(_) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.blank_line();
                }
            }
            TagEnd::CodeBlock => {
                self.is_code = false;
                self.blank_line();
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.inline);
                if let Some(row) = self.table.as_mut().and_then(|table| table.rows.last_mut()) {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.table(),
            TagEnd::Link => self.link(),
            TagEnd::Strong => self.style(format_args!("{STRONG:#}")),
            TagEnd::Emphasis => self.style(format_args!("{EMPHASIS:#}")),
            _ => {}
        }
    }

    /// Adds the codes of a style, except in tables, whose cells are measured without them.
    fn style(&mut self, codes: std::fmt::Arguments<'_>) {
        if self.table.is_none() {
            self.inline += &codes.to_string();
        }
    }

    /// Writes the text read so far as a paragraph, and `after` below it.
    fn block(&mut self, after: &str) {
        let inline = std::mem::take(&mut self.inline);
        if inline.trim().is_empty() {
            return;
        }
        let others = " ".repeat(self.indents.iter().sum());
        let marker = self.marker.take().unwrap_or_default();
        let first = others[marker.len()..].to_owned() + &marker;
        self.text += &wrapped_to(width(), &inline, [&first, &others]);
        self.text += after;
    }

    fn blank_line(&mut self) {
        if !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    fn heading(&mut self, level: HeadingLevel) {
        let heading = std::mem::take(&mut self.inline);
        let line = match level {
            HeadingLevel::H1 => "=",
            HeadingLevel::H2 => "-",
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
    }

    fn table(&mut self) {
        let Some(TableCells {
            alignment,
            mut rows,
        }) = self.table.take()
        else {
            return;
        };
        let heads = rows.remove(0);
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        let mut table = Table::new(width(), &heads, |column| match alignment[column] {
            Alignment::Right => CellAlignment::Right,
            Alignment::Center => CellAlignment::Center,
            Alignment::Left | Alignment::None => CellAlignment::Left,
        });
        rows.into_iter().for_each(|row| table.row(row));
        self.text += &format!("{table}\n");
    }

    /// Replaces a link to a page by the command that prints it, and adds the address of other
    /// sites.
    fn link(&mut self) {
        let Some((target, start)) = self.link.take() else {
            return;
        };
        if target.starts_with("http") {
            self.inline += &format!(" ({target})");
        } else if let Some(page) = (self.page_of)(&target)
            && self.inline[start..].ends_with(".md")
        {
            self.inline.truncate(start);
            self.inline += &format!("'floe docs {page}'");
        }
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
