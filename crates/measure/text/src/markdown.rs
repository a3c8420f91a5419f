//! Markdown as blocks, for terminals and for pages.

use pulldown_cmark::{Alignment, Event, Options, Parser, Tag, TagEnd};

use crate::CellAlignment;

/// Block of a Markdown document: a heading, a paragraph, a list, a table or code.
#[derive(Clone, PartialEq, Debug)]
pub enum MarkdownBlock {
    /// Heading with its level, 1 for a title.
    Heading(u8, Vec<Run>),
    /// Paragraph.
    Paragraph(Vec<Run>),
    /// Text directly in a list item, outside of any paragraph, as in lists without
    /// empty lines between their items.
    Text(Vec<Run>),
    /// List: the number of its first item, `None` for bullets, and the blocks of each item.
    List(Option<u64>, Vec<Vec<MarkdownBlock>>),
    /// Table: the alignment of each column, and rows of cells, heads first.
    Table(Vec<CellAlignment>, Vec<Vec<Vec<Run>>>),
    /// Code, or a drawing.
    Code(String),
}

/// Part of a text in one style, without any markup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Style of the text. Code has the style of the words around it.
    pub style: RunStyle,
    /// Whether the text is notation or code.
    pub is_code: bool,
    /// Target of the link that the text belongs to; `None` outside of links.
    pub link: Option<String>,
    /// Plain text, of which line breaks have become blanks.
    pub text: String,
}

/// Style of a [`Run`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RunStyle {
    /// Plain text.
    #[default]
    Plain,
    /// Stands out.
    Strong,
    /// Emphasis.
    Emphasis,
}

/// Reads Markdown with tables. Blocks of HTML and the targets of pictures are left out; HTML within
/// a line and the texts of pictures stay as text.
pub fn read_markdown(text: &str) -> Vec<MarkdownBlock> {
    let mut reader = Reader {
        open: vec![Vec::new()],
        ..Reader::default()
    };
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        reader.event(event);
    }
    reader.open.swap_remove(0)
}

/// List that is being read: the number of its first item, and its items.
type OpenList = (Option<u64>, Vec<Vec<MarkdownBlock>>);

#[derive(Default)]
struct Reader {
    /// Blocks of the document, then of each item that is being read.
    open: Vec<Vec<MarkdownBlock>>,
    lists: Vec<OpenList>,
    /// Text since the last block or cell began.
    runs: Vec<Run>,
    style: RunStyle,
    link: Option<String>,
    alignment: Vec<CellAlignment>,
    rows: Vec<Vec<Vec<Run>>>,
}

impl Reader {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::InlineHtml(text) => self.add(false, &text),
            Event::Code(text) => self.add(true, &text),
            Event::SoftBreak | Event::HardBreak => self.add(false, " "),
            _ => {}
        }
    }

    fn add(&mut self, is_code: bool, text: &str) {
        let run = Run {
            style: self.style,
            is_code,
            link: self.link.clone(),
            text: String::new(),
        };
        let is_alike = |last: &Run| {
            (last.style, last.is_code, &last.link) == (run.style, run.is_code, &run.link)
        };
        if !self.runs.last().is_some_and(is_alike) {
            self.runs.push(run);
        }
        if let Some(last) = self.runs.last_mut() {
            last.text += text;
        }
    }

    fn push(&mut self, block: MarkdownBlock) {
        if let Some(blocks) = self.open.last_mut() {
            blocks.push(block);
        }
    }

    /// Takes the text since the last block or cell began.
    fn take(&mut self) -> Vec<Run> {
        std::mem::take(&mut self.runs)
    }

    fn end_text(&mut self) {
        let runs = self.take();
        if runs.iter().any(|run| !run.text.trim().is_empty()) {
            self.push(MarkdownBlock::Text(runs));
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::List(first) => {
                self.end_text();
                self.lists.push((first, Vec::new()));
            }
            Tag::Item => self.open.push(Vec::new()),
            Tag::CodeBlock(_) => self.end_text(),
            Tag::Table(alignment) => {
                self.alignment = alignment.into_iter().map(cell_alignment).collect();
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            Tag::Link { dest_url, .. } => self.link = Some(dest_url.into_string()),
            Tag::Strong => self.style = RunStyle::Strong,
            Tag::Emphasis => self.style = RunStyle::Emphasis,
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                let runs = self.take();
                self.push(MarkdownBlock::Heading(level as u8, runs));
            }
            TagEnd::Paragraph => {
                let runs = self.take();
                self.push(MarkdownBlock::Paragraph(runs));
            }
            TagEnd::Item => {
                self.end_text();
                let item = self.open.pop().unwrap_or_default();
                if let Some((_, items)) = self.lists.last_mut() {
                    items.push(item);
                }
            }
            TagEnd::List(_) => {
                if let Some((first, items)) = self.lists.pop() {
                    self.push(MarkdownBlock::List(first, items));
                }
            }
            TagEnd::CodeBlock => {
                let code = self.take().into_iter().map(|run| run.text).collect();
                self.push(MarkdownBlock::Code(code));
            }
            TagEnd::TableCell => {
                let cell = self.take();
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => {
                let alignment = std::mem::take(&mut self.alignment);
                let rows = std::mem::take(&mut self.rows);
                self.push(MarkdownBlock::Table(alignment, rows));
            }
            TagEnd::Link => self.link = None,
            TagEnd::Strong | TagEnd::Emphasis => self.style = RunStyle::Plain,
            _ => {}
        }
    }
}

fn cell_alignment(alignment: Alignment) -> CellAlignment {
    match alignment {
        Alignment::Right => CellAlignment::Right,
        Alignment::Center => CellAlignment::Center,
        Alignment::Left | Alignment::None => CellAlignment::Left,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Run {
        Run {
            style: RunStyle::Plain,
            is_code: false,
            link: None,
            text: text.to_owned(),
        }
    }

    #[test]
    fn items_hold_blocks_and_texts_hold_styles() {
        let read = read_markdown(
            "# A\n\n1. one\n   - two\n\n**b** `c` [d](e.md)\n\n<!-- f -->\n\n```text\ng\n```\n",
        );
        let inner = MarkdownBlock::List(None, vec![vec![MarkdownBlock::Text(vec![plain("two")])]]);
        let item = vec![MarkdownBlock::Text(vec![plain("one")]), inner];
        let strong = Run {
            style: RunStyle::Strong,
            ..plain("b")
        };
        let code = Run {
            is_code: true,
            ..plain("c")
        };
        let link = Run {
            link: Some("e.md".to_owned()),
            ..plain("d")
        };
        let expected = [
            MarkdownBlock::Heading(1, vec![plain("A")]),
            MarkdownBlock::List(Some(1), vec![item]),
            MarkdownBlock::Paragraph(vec![strong, plain(" "), code, plain(" "), link]),
            MarkdownBlock::Code("g\n".to_owned()),
        ];
        assert_eq!(read, expected);
    }
}
