//! The rules of a game as blocks that a page shows.

use floe_engine::options::SetUpOptions;
use floe_engine::{AnyGame, GameRules, RandomStart};
use floe_picture::{Arrow, PictureOptions, SketchedCell, sketch};
use floe_presentation::{Seen, rules};
use floe_query::QueryError;
use floe_text::{MarkdownBlock, Run, RunStyle, read_markdown};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Columns of a row of a drawing before its first hex: `row 1    `.
const MARGIN: usize = 9;
/// Columns of half a hex in a drawing.
const HALF_HEX: usize = 3;
/// Seed of the deal that a picture shows.
const EXAMPLE_SEED: u64 = 1;
/// Moves after the placement that the picture shows: as many as the fish needs to lay its tiles,
/// and a few more.
const EXAMPLE_PLIES: u32 = 20;

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
    /// Blocks of the rules: the game in short with a picture, then all of them; after those of a
    /// variant come those of the game that it changes.
    blocks: Vec<RulesBlock>,
}

/// Block of rules, as an element of a page.
#[derive(PartialEq, Debug, Serialize, JsonSchema)]
struct RulesBlock {
    element: BlockElement,
    /// Text of the block.
    runs: Vec<TextRun>,
    /// Rows of a table, its heads first, or items of a list, one a row; each cell is a text.
    rows: Vec<Vec<Vec<TextRun>>>,
    /// Picture of a floe, which the text describes.
    svg: Option<String>,
}

/// Part of a text in one style. The text is plain, without any markup.
#[derive(PartialEq, Debug, Serialize, JsonSchema)]
struct TextRun {
    style: TextStyle,
    text: String,
}

/// Style of a part of a text, by the name of its element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum TextStyle {
    /// Plain text.
    Span,
    /// Stands out, such as the number and name of a rule.
    B,
    /// Emphasis.
    Em,
    /// Notation.
    Code,
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
    fn new(element: BlockElement, runs: Vec<TextRun>) -> RulesBlock {
        RulesBlock {
            element,
            runs,
            rows: Vec::new(),
            svg: None,
        }
    }

    fn of_text(element: BlockElement, text: &str) -> RulesBlock {
        RulesBlock::new(
            element,
            vec![TextRun {
                style: TextStyle::Span,
                text: text.to_owned(),
            }],
        )
    }

    fn of_rows(element: BlockElement, rows: Vec<Vec<Vec<TextRun>>>) -> RulesBlock {
        RulesBlock {
            rows,
            ..RulesBlock::new(element, Vec::new())
        }
    }

    fn picture(svg: String, text: &str) -> RulesBlock {
        RulesBlock {
            svg: Some(svg),
            ..RulesBlock::of_text(BlockElement::Img, text)
        }
    }
}

impl RulesRequest {
    /// Reads the rules as blocks.
    pub(crate) fn answer(self) -> Result<RulesPage, QueryError> {
        let name = self.rules.as_deref().unwrap_or("base");
        let wrong =
            |error| QueryError::of_field("rules", format!("expected {error}; found '{name}'"));
        let rules: GameRules = name.parse().map_err(wrong)?;
        let mut blocks = blocks(&rules::page_in_short(rules));
        blocks.extend(example(rules).map(|svg| RulesBlock::picture(svg, "The game under way.")));
        blocks.extend(self::blocks(&rules::page_in_full(rules)));
        if let Some(changed) = changed_game(rules) {
            // The competitive form is one of the rules of its game, too.
            let others = self::blocks(&rules::page_in_full(changed)).into_iter();
            let others: Vec<RulesBlock> = others.filter(|block| !blocks.contains(block)).collect();
            blocks.extend(others);
        }
        Ok(RulesPage {
            title: rules::title(rules),
            blocks,
        })
    }
}

/// The game whose other rules hold for a variant, too; `None` for a game that is no variant.
fn changed_game(rules: GameRules) -> Option<GameRules> {
    let changed = match rules {
        GameRules::Floe(_) => GameRules::BASE,
        GameRules::Contest => GameRules::Flip,
        _ => rules,
    };
    (changed != rules).then_some(changed)
}

/// Picture of a game under way, with one of its moves; always the same one.
fn example(rules: GameRules) -> Option<String> {
    let dealt = SetUpOptions {
        rules: Some(rules),
        ..SetUpOptions::default()
    }
    .deal(EXAMPLE_SEED)
    .ok()?;
    let start = RandomStart {
        placed: true,
        plies: EXAMPLE_PLIES,
        tiles: None,
    };
    let position = start.play(&dealt, EXAMPLE_SEED);
    let marks = position
        .all_choices()
        .into_iter()
        .map(|choice| Seen::whole(&position).mark_of(choice));
    let mark = marks
        .filter(|mark| mark.from.is_some())
        .max_by_key(|mark| mark.to.clone());
    let arrows = mark
        .map(|mark| Arrow {
            mark,
            label: String::new(),
        })
        .into_iter()
        .collect();
    Some(Seen::whole(&position).picture(&PictureOptions {
        board_only: true,
        arrows,
        ..PictureOptions::default()
    }))
}

/// Reads Markdown as blocks; drawings of floes become pictures.
fn blocks(markdown: &str) -> Vec<RulesBlock> {
    let mut blocks = Vec::new();
    for block in read_markdown(markdown) {
        match block {
            MarkdownBlock::Heading(_, runs) => {
                blocks.push(RulesBlock::new(BlockElement::H3, text_runs(&runs)));
            }
            MarkdownBlock::Paragraph(runs) | MarkdownBlock::Text(runs) => {
                blocks.push(RulesBlock::new(BlockElement::P, text_runs(&runs)));
            }
            MarkdownBlock::List(_, items) => {
                let items = items.iter().map(|item| vec![item_runs(item)]);
                blocks.push(RulesBlock::of_rows(BlockElement::Ul, items.collect()));
            }
            MarkdownBlock::Table(_, rows) => {
                let cells = |row: Vec<Vec<Run>>| row.iter().map(|cell| text_runs(cell)).collect();
                let rows = rows.into_iter().map(cells).collect();
                blocks.push(RulesBlock::of_rows(BlockElement::Table, rows));
            }
            MarkdownBlock::Code(code) => add_code(&mut blocks, code.trim_end()),
        }
    }
    blocks
}

/// Text of an item of a list.
fn item_runs(item: &[MarkdownBlock]) -> Vec<TextRun> {
    let mut runs = Vec::new();
    for block in item {
        if let MarkdownBlock::Paragraph(text) | MarkdownBlock::Text(text) = block {
            runs.extend(text_runs(text));
        }
    }
    runs
}

/// Text without its links.
fn text_runs(runs: &[Run]) -> Vec<TextRun> {
    let mut texts: Vec<TextRun> = Vec::new();
    for run in runs {
        let style = match run.style {
            _ if run.is_code => TextStyle::Code,
            RunStyle::Plain => TextStyle::Span,
            RunStyle::Strong => TextStyle::B,
            RunStyle::Emphasis => TextStyle::Em,
        };
        match texts.last_mut().filter(|last| last.style == style) {
            Some(last) => last.text += &run.text,
            None => texts.push(TextRun {
                style,
                text: run.text.clone(),
            }),
        }
    }
    texts
}

/// Adds a drawing, as a picture where it can be read; the position of a picture replaces it.
fn add_code(blocks: &mut Vec<RulesBlock>, text: &str) {
    if let Some(svg) = picture(text) {
        blocks.pop_if(|block| block.element == BlockElement::Img);
        blocks.push(RulesBlock::picture(svg, text));
    } else if let Some(cells) = drawn_cells(text) {
        let options = PictureOptions {
            board_only: true,
            ..PictureOptions::default()
        };
        blocks.push(RulesBlock::picture(sketch(&cells, &options), text));
    } else {
        blocks.push(RulesBlock::of_text(BlockElement::Pre, text));
    }
}

/// Picture of a position text; `None` for other texts.
fn picture(text: &str) -> Option<String> {
    let position: AnyGame = text.parse().ok()?;
    Some(Seen::whole(&position).picture(&PictureOptions {
        board_only: true,
        ..PictureOptions::default()
    }))
}

/// Cells of a drawing of a floe, whose lines are such as `row 2    .     A2    1`; `None` for other
/// drawings, such as those of the names of hexes.
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
                cells.push(SketchedCell {
                    name,
                    place: (place.0 as i32, place.1 as i32),
                    token,
                });
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
        RulesRequest {
            rules: Some(rules.to_string()),
        }
        .answer()
        .unwrap()
    }

    /// All texts of a block, with their styles.
    fn runs(block: &RulesBlock) -> impl Iterator<Item = &TextRun> {
        block
            .runs
            .iter()
            .chain(block.rows.iter().flatten().flatten())
    }

    #[test]
    fn every_game_begins_in_short_with_a_picture() {
        for rules in GameRules::all() {
            let RulesPage { blocks, .. } = page(rules);
            let elements: Vec<BlockElement> =
                blocks.iter().map(|block| block.element).take(4).collect();
            assert_eq!(
                elements,
                [
                    BlockElement::H3,
                    BlockElement::Ul,
                    BlockElement::Img,
                    BlockElement::H3
                ],
                "{rules}"
            );
            assert_eq!(blocks[1].rows.len(), 6, "{rules}");
            assert!(
                blocks[2]
                    .svg
                    .as_ref()
                    .is_some_and(|svg| svg.contains("data-hex")),
                "{rules}"
            );
        }
    }

    /// Marks of Markdown stand in notation only, which has signs of its own.
    #[test]
    fn no_markup_is_left_in_the_text() {
        for rules in GameRules::all() {
            for block in page(rules)
                .blocks
                .iter()
                .filter(|block| block.svg.is_none() && block.element != BlockElement::Pre)
            {
                let texts = runs(block).filter(|run| run.style != TextStyle::Code);
                for TextRun { text, .. } in texts {
                    assert!(
                        !text.contains(['*', '`', '|', '#', '[', ']', '<', '>', '_']),
                        "{rules}: {text}"
                    );
                }
            }
        }
    }

    /// Bold text is a name, not the sentence before it.
    #[test]
    fn bold_text_is_short_and_where_it_belongs() {
        for rules in GameRules::all() {
            for block in &page(rules).blocks {
                let bold = runs(block).filter(|run| run.style == TextStyle::B);
                bold.for_each(|run| {
                    assert!(run.text.split(' ').count() <= 6, "{rules}: {}", run.text);
                });
            }
        }
        let found = blocks("Some *word* first. **Ruling**: `+a1*` then.");
        let texts: Vec<(TextStyle, &str)> = found[0]
            .runs
            .iter()
            .map(|run| (run.style, run.text.as_str()))
            .collect();
        let expected = [
            (TextStyle::Span, "Some "),
            (TextStyle::Em, "word"),
            (TextStyle::Span, " first. "),
            (TextStyle::B, "Ruling"),
            (TextStyle::Span, ": "),
            (TextStyle::Code, "+a1*"),
            (TextStyle::Span, " then."),
        ];
        assert_eq!(texts, expected);
    }

    /// The drawing that a position line repeats is shown once, as a picture.
    #[test]
    fn positions_replace_their_drawings() {
        let drawing = "row 1       .     A1    B2    1\nrow 2    .     1     B3    A2    .";
        let position = "rows(1:4,0:5,1:4):.A1B21/.1B3A2./.... A 4:3,8:4 rules=push";
        let markdown = format!("row\n\n```text\n{drawing}\n```\n\n```text\n{position}\n```\n");
        let found = blocks(&markdown);
        assert_eq!(found.len(), 2);
        assert!(found[1].svg.is_some() && found[1].runs[0].text.starts_with("rows("));
        let names = "row 1       a1    b1\nrow 2    a2    b2    c2";
        assert_eq!(
            blocks(&format!("```text\n{names}\n```")),
            [RulesBlock::of_text(BlockElement::Pre, names)]
        );
        let cells = drawn_cells("row 1       2     .\nrow 2    .     A2    1").unwrap();
        let places: Vec<(i32, i32)> = cells.iter().map(|cell| cell.place).collect();
        assert_eq!(places, [(1, 0), (3, 0), (0, 1), (2, 1), (4, 1)]);
    }
}
