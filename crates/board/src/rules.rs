//! The rules of a game as blocks that a page shows.

use floe_engine::{AnyGame, GameRules};
use floe_picture::{PictureOptions, SketchedCell, sketch};
use floe_query::QueryError;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Columns of a row of a drawing before its first hex: `row 1    `.
const MARGIN: usize = 9;
/// Columns of half a hex in a drawing.
const HALF_HEX: usize = 3;

/// Request for the rules of a game in words.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct RulesRequest {
    /// Name of the rules; default: the base game.
    rules: Option<String>,
}

/// Rules of a game in words, with pictures, `floe/rules/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RulesPage {
    title: String,
    /// Blocks of the rules; after those of a variant come those of the base game.
    blocks: Vec<RulesBlock>,
}

/// Block of rules, as an element of a page. All texts are plain.
#[derive(PartialEq, Debug, Serialize, JsonSchema)]
struct RulesBlock {
    element: BlockElement,
    /// Beginning that stands out, such as the number and name of a rule; may be empty.
    lead: String,
    text: String,
    /// Rows of a table, its heads first, or items of a list, one a row.
    rows: Vec<Vec<String>>,
    /// Picture of a floe, whose position or drawing `text` is.
    svg: Option<String>,
}

/// Element of a page that shows a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum BlockElement {
    /// Heading.
    H3,
    /// Paragraph.
    P,
    /// List.
    Ul,
    Table,
    /// Drawing in characters.
    Pre,
    /// Picture.
    Img,
}

impl RulesBlock {
    fn new(element: BlockElement, text: String) -> RulesBlock {
        RulesBlock { element, lead: String::new(), text, rows: Vec::new(), svg: None }
    }

    fn of_rows(element: BlockElement, rows: Vec<Vec<String>>) -> RulesBlock {
        RulesBlock { rows, ..RulesBlock::new(element, String::new()) }
    }

    fn picture(svg: String, text: &str) -> RulesBlock {
        RulesBlock { svg: Some(svg), ..RulesBlock::new(BlockElement::Img, text.to_owned()) }
    }
}

impl RulesRequest {
    /// Reads the rules as blocks.
    pub(crate) fn answer(self) -> Result<RulesPage, QueryError> {
        let name = self.rules.as_deref().unwrap_or("base");
        let wrong = |error| QueryError::of_field("rules", format!("expected {error}; found '{name}'"));
        let rules: GameRules = name.parse().map_err(wrong)?;
        let mut blocks = blocks(&rules.page());
        if rules.floe().is_some() && rules != GameRules::BASE {
            blocks.extend(self::blocks(&GameRules::BASE.page()));
        }
        Ok(RulesPage { title: rules.title(), blocks })
    }
}

/// Reads Markdown as blocks; drawings of floes become pictures.
fn blocks(markdown: &str) -> Vec<RulesBlock> {
    let mut reader = Reader::default();
    Parser::new_ext(markdown, Options::ENABLE_TABLES).for_each(|event| reader.event(event));
    reader.blocks
}

/// Reader of Markdown.
#[derive(Default)]
struct Reader {
    blocks: Vec<RulesBlock>,
    /// Text since the last block, item or cell began.
    text: String,
    /// Text that stands out at the beginning of a paragraph.
    lead: String,
    items: Vec<Vec<String>>,
    rows: Vec<Vec<String>>,
    is_code: bool,
    is_item: bool,
}

impl Reader {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) | Event::Code(text) => self.text += &text,
            Event::SoftBreak | Event::HardBreak => self.text.push(' '),
            Event::Start(Tag::CodeBlock(_)) => self.is_code = true,
            Event::Start(Tag::Item) => self.is_item = true,
            Event::Start(Tag::TableHead | Tag::TableRow) => self.rows.push(Vec::new()),
            Event::End(tag) => self.end(tag),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong if self.lead.is_empty() && !self.is_item && self.rows.is_empty() => {
                self.lead = std::mem::take(&mut self.text);
            }
            TagEnd::Heading(_) => {
                let text = std::mem::take(&mut self.text);
                self.blocks.push(RulesBlock::new(BlockElement::H3, text));
            }
            TagEnd::Paragraph if !self.is_item => {
                let lead = std::mem::take(&mut self.lead);
                let text = std::mem::take(&mut self.text);
                self.blocks.push(RulesBlock { lead, ..RulesBlock::new(BlockElement::P, text) });
            }
            TagEnd::Item => {
                self.is_item = false;
                self.items.push(vec![std::mem::take(&mut self.text).trim().to_owned()]);
            }
            TagEnd::List(_) => {
                let items = std::mem::take(&mut self.items);
                self.blocks.push(RulesBlock::of_rows(BlockElement::Ul, items));
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.text);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => {
                let rows = std::mem::take(&mut self.rows);
                self.blocks.push(RulesBlock::of_rows(BlockElement::Table, rows));
            }
            TagEnd::CodeBlock => {
                self.is_code = false;
                let text = std::mem::take(&mut self.text);
                self.code(text.trim_end());
            }
            _ => {}
        }
    }

    /// Adds a drawing, as a picture where it can be read; the position of a picture replaces it.
    fn code(&mut self, text: &str) {
        if let Some(svg) = picture(text) {
            self.blocks.pop_if(|block| block.element == BlockElement::Img);
            self.blocks.push(RulesBlock::picture(svg, text));
        } else if let Some(cells) = drawn_cells(text) {
            let options = PictureOptions { board_only: true, ..PictureOptions::default() };
            self.blocks.push(RulesBlock::picture(sketch(&cells, &options), text));
        } else {
            self.blocks.push(RulesBlock::new(BlockElement::Pre, text.to_owned()));
        }
    }
}

/// Picture of a position text; `None` for other texts.
fn picture(text: &str) -> Option<String> {
    let position: AnyGame = text.parse().ok()?;
    Some(position.picture(&PictureOptions { board_only: true, ..PictureOptions::default() }))
}

/// Cells of a drawing of a floe, whose lines are such as `row 2    .     A2    1`; `None` for other drawings, such as
/// those of the names of hexes.
fn drawn_cells(text: &str) -> Option<Vec<SketchedCell>> {
    let mut cells = Vec::new();
    for line in text.lines() {
        let (row, tokens) = line.strip_prefix("row ")?.split_once(' ')?;
        let row: usize = row.parse().ok()?;
        let mut column = line.len() - tokens.len();
        let mut letters = 'a'..='z';
        for token in tokens.split(' ') {
            if !token.is_empty() {
                let name = format!("{}{row}", letters.next()?);
                let place = (column.checked_sub(MARGIN)? / HALF_HEX, row - 1);
                let token = is_token(token).then(|| token.to_owned())?;
                cells.push(SketchedCell { name, place: (place.0 as i32, place.1 as i32), token });
            }
            column += token.len() + 1;
        }
    }
    (!cells.is_empty()).then_some(cells)
}

/// Whether a word of a drawing is the token of a hex, and not its name.
fn is_token(word: &str) -> bool {
    let tile = word.trim_start_matches(['(', ')', 'A', 'B', 'C', 'D']);
    let fish = tile.trim_start_matches(['t', 'x', 'r', 'f']);
    matches!(word, "." | "o") || ["b1", "b2"].contains(&tile) || matches!(fish, "1" | "2" | "3")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(rules: GameRules) -> RulesPage {
        RulesRequest { rules: Some(rules.to_string()) }.answer().unwrap()
    }

    #[test]
    fn every_game_has_words_and_floes_have_pictures() {
        for rules in GameRules::all() {
            let RulesPage { blocks, .. } = page(rules);
            let has = |is: fn(&RulesBlock) -> bool| blocks.iter().any(is);
            assert!(has(|block| block.element == BlockElement::P && block.lead.contains('.')), "{rules}");
            let is_pictured = has(|block| block.svg.is_some());
            assert!(is_pictured || rules.floe().is_none(), "{rules}");
        }
    }

    /// The drawing that a position line repeats is shown once, as a picture.
    #[test]
    fn positions_replace_their_drawings() {
        let drawing = "row 1       .     A1    B2    1\nrow 2    .     1     B3    A2    .";
        let position = "rows(1:4,0:5,1:4):.A1B21/.1B3A2./.... A 4:3,8:4 rules=push";
        let markdown = format!("row\n\n```text\n{drawing}\n```\n\n```text\n{position}\n```\n");
        let found = blocks(&markdown);
        assert_eq!(found.len(), 2);
        assert!(found[1].svg.is_some() && found[1].text.starts_with("rows("));
        let names = "row 1       a1    b1\nrow 2    a2    b2    c2";
        assert_eq!(blocks(&format!("```text\n{names}\n```")), [RulesBlock::new(BlockElement::Pre, names.to_owned())]);
        let cells = drawn_cells("row 1       2     .\nrow 2    .     A2    1").unwrap();
        let places: Vec<(i32, i32)> = cells.iter().map(|cell| cell.place).collect();
        assert_eq!(places, [(1, 0), (3, 0), (0, 1), (2, 1), (4, 1)]);
    }
}
