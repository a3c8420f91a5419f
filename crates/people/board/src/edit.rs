//! Editor: a position text as cells, even while it is no position.

use std::collections::BTreeMap;

use floe_engine::{AnyGame, GameRules};
use floe_game::Player;
use floe_hex::{Layout, Row};
use floe_picture::{PictureOptions, SketchedCell, ViewingSide, sketch};
use floe_query::QueryError;
use floe_variants::Outline;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::palette::{
    EditTool, MAX_FIELDS, MAX_TOKENS, TableStock, painted, stock, tools, with_rules, with_whale,
};
use crate::picture::{MAX_MARKS, ThemeName, at_most};
use crate::questions::{FloeFields, SPACES, TableGame, TableQuestion};
use crate::state::BoardState;
use crate::table::Table;

/// Request to change cells and fields of a position text, and to check it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct EditRequest {
    /// Text to change, which may have mistakes.
    pub(crate) position: String,
    /// New tokens of hexes, by their names.
    #[serde(default)]
    cells: BTreeMap<String, String>,
    /// Tools to use on hexes, by their names.
    #[serde(default)]
    paint: BTreeMap<String, String>,
    /// Answers to questions of a reply, by their names; `blank` with the letter of a player begins
    /// an empty table, as that player sees it, and with `all` as players see it who share a screen.
    #[serde(default)]
    pub(crate) answers: BTreeMap<String, String>,
    /// Seed of an answer that deals at random; default 0.
    #[serde(default)]
    pub(crate) seed: u64,
    /// Letter of the player who is advised in a real game, and must know what that seat knows;
    /// `all` where players share a screen, empty for none.
    #[serde(default)]
    pub(crate) seat: String,
    /// Rules to give the position, with the keys that they need.
    rules: Option<String>,
    /// New text of all fields after the rows.
    fields: Option<String>,
    /// Colours of the sketch of a text with a mistake.
    #[serde(default)]
    theme: ThemeName,
    /// Whether to turn the sketch by half a circle.
    #[serde(default)]
    turned: bool,
    /// Whether to swap left and right in the sketch.
    #[serde(default)]
    mirrored: bool,
}

/// Cell of the floe with its token.
#[derive(Serialize, JsonSchema)]
struct EditedCell {
    hex: String,
    token: String,
    /// Columns from here to `end` are the token, in characters from 1.
    column: usize,
    #[serde(skip)]
    end: usize,
    /// Centre of the hex: in half hexes from the left, and in rows from the top.
    x: usize,
    y: usize,
}

/// Text after changes, with its cells, and its state if it is a position, `floe/edit/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct EditedText {
    pub(crate) position: String,
    /// Cells of the floe, or spaces of the net or the lake, which have no place.
    cells: Vec<EditedCell>,
    has_floe: bool,
    /// Text of all fields after the rows.
    fields: String,
    /// Tools for hexes.
    tools: Vec<EditTool>,
    /// Questions about what lies outside the spaces.
    questions: Vec<TableQuestion>,
    /// Sentence that says how hexes or spaces are laid.
    guide: &'static str,
    /// Tiles or cards compared with those of the game; null where they are not counted.
    stock: Option<TableStock>,
    /// Notes on what the rules do with the position as it was set up.
    notes: Vec<String>,
    /// Sentence about a card or tile that was not laid, or that replaces another one; null for
    /// none.
    notice: Option<String>,
    /// First mistake; null if the text is a position.
    error: Option<EditMistake>,
    /// Sketch of a text with a mistake, or one that the rules change at once.
    svg: Option<String>,
    /// State of the position.
    state: Option<EditedState>,
}

/// Mistake of a text.
#[derive(Serialize, JsonSchema)]
struct EditMistake {
    /// Place, what was expected and what was found.
    message: String,
    /// Column in characters, from 1.
    column: usize,
    /// Hex at this column.
    hex: Option<String>,
    /// Field at this column.
    field: Option<String>,
    /// Whether nothing is wrong, but something is still to be laid.
    is_draft: bool,
}

/// State of a game with the name of its schema.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "schema")]
enum EditedState {
    #[serde(rename = "floe/board/1")]
    State(BoardState),
}

/// Text that is split into its rows and fields.
pub(crate) struct Edited {
    /// Layout with its colon; empty for the official floe.
    layout: String,
    cells: Vec<EditedCell>,
    /// Number of rows of which there are cells.
    rows: usize,
    /// Text of the rows from the first token or row on that no floe has.
    unread: String,
    fields: String,
}

/// Maximum length of a token in bytes, above that of a tile with all penguins.
const MAX_TOKEN: usize = 32;

impl EditedText {
    /// Takes back a choice of a question.
    pub(crate) fn withdraw(&mut self, question: &str, choice: &str) {
        let questions = self.questions.iter_mut().filter(|one| one.name == question);
        questions.for_each(|one| one.choices.retain(|other| other.value != choice));
    }
}

impl EditRequest {
    /// Checks that no more is changed than a table can have.
    pub(crate) fn check(&self) -> Result<(), QueryError> {
        at_most(MAX_MARKS, "cells", self.cells.len())?;
        at_most(MAX_MARKS, "paint", self.paint.len())?;
        at_most(MAX_MARKS, "answers", self.answers.len())
    }

    /// Changes the text, and returns it with its cells and its first mistake, if it has one.
    pub(crate) fn answer(&self) -> EditedText {
        let text = self.position.trim();
        let side = ViewingSide {
            is_turned: self.turned,
            is_mirrored: self.mirrored,
        };
        let options = PictureOptions {
            theme: self.theme.into(),
            board_only: true,
            side,
            ..PictureOptions::default()
        };
        if let Some(table) = Table::split(text) {
            return self.changed_table(table, &options);
        }
        let Some(mut edited) = Edited::split(text) else {
            return checked(text, Vec::new(), &options);
        };
        for cell in &mut edited.cells {
            if let Some(token) = self.cells.get(&cell.hex) {
                cell.token.clone_from(token);
            }
        }
        if let Some(fields) = &self.fields {
            edited.fields.clone_from(fields);
        }
        self.paint
            .iter()
            .for_each(|(hex, tool)| edited.paint(hex, tool));
        if let Some(rules) = &self.rules {
            edited.set_rules(rules);
        }
        self.answers
            .iter()
            .for_each(|(name, value)| edited.answer(name, value));
        let text = edited.join();
        let Some(edited) = Edited::split(&text) else {
            return checked(&text, Vec::new(), &options);
        };
        let tools = edited.tools();
        let stock = edited.stock();
        let questions = edited.questions();
        let fields = edited.fields.clone();
        EditedText {
            tools,
            stock,
            questions,
            fields,
            ..checked(&text, edited.cells, &options)
        }
    }

    /// Changes cards or tiles, and checks the text.
    fn changed_table(&self, mut table: Table, options: &PictureOptions) -> EditedText {
        if let Some(fields) = &self.fields {
            table.fields.clone_from(fields);
        }
        let is_painted = !self.paint.is_empty() && !table.is_laid_in_play(&self.seat);
        let notice = if is_painted {
            table.paint(&self.paint)
        } else {
            None
        };
        self.answers
            .iter()
            .for_each(|(name, value)| table.answer(name, value));
        let text = table.join();
        let tools = if table.is_laid_in_play(&self.seat) {
            Vec::new()
        } else {
            table.tools()
        };
        let questions = table.questions();
        let cells = table.spaces().into_iter();
        let cells = cells.map(|space| EditedCell {
            hex: space.name,
            token: space.token,
            column: space.column,
            end: space.end,
            x: 0,
            y: 0,
        });
        let mut checked = checked(&text, cells.collect(), options);
        checked.svg = None;
        let mut stock = table.stock();
        let filled = table
            .completed()
            .and_then(|filled| filled.join().parse::<AnyGame>().ok());
        if let Some(game) = filled
            && let Some(stock) = stock.take_if(|stock| !stock.is_complete)
        {
            checked.state = Some(EditedState::State(BoardState::new(&game, None)));
            let message = stock.words().to_owned();
            checked.error = Some(EditMistake {
                message,
                column: 1,
                hex: None,
                field: None,
                is_draft: true,
            });
        }
        if let Some((message, space)) = table.missing_of(&self.seat) {
            let hex = Some(space.name);
            checked.error = Some(EditMistake {
                message,
                column: space.column,
                hex,
                field: None,
                is_draft: true,
            });
        }
        if checked.state.is_none() || table.missing_of(&self.seat).is_some() {
            checked.svg = table.draft(options);
        }
        let guide = table.guide(&self.seat);
        EditedText {
            fields: table.fields,
            tools,
            questions,
            stock,
            guide,
            notice,
            has_floe: false,
            ..checked
        }
    }
}

/// Reports on a text: its cells, and its state if it is a position, else its mistake and a sketch.
fn checked(text: &str, cells: Vec<EditedCell>, options: &PictureOptions) -> EditedText {
    let game = text.parse::<AnyGame>();
    let error = game.as_ref().err().map(|error| {
        let has = |cell: &&EditedCell| {
            (cell.column..cell.end.max(cell.column + 1)).contains(&error.column)
        };
        let hex = cells.iter().find(has).map(|cell| cell.hex.clone());
        let field = field_at(text, error.column);
        let place = hex
            .clone()
            .or(field.map(str::to_owned))
            .unwrap_or_else(|| format!("column {}", error.column));
        let message = format!("{place}: expected {}; found {}", error.problem, error.found);
        EditMistake {
            message,
            column: error.column,
            hex,
            field: field.map(str::to_owned),
            is_draft: false,
        }
    });
    let notes = game
        .as_ref()
        .map_or(Vec::new(), |game| retired(&cells, game));
    let is_sketched = (error.is_some() || !notes.is_empty()) && !cells.is_empty();
    let svg = is_sketched.then(|| {
        sketch(
            &cells.iter().map(EditedCell::sketched).collect::<Vec<_>>(),
            options,
        )
    });
    let state = game
        .ok()
        .map(|game| EditedState::State(BoardState::new(&game, None)));
    EditedText {
        position: text.to_owned(),
        cells,
        has_floe: true,
        fields: String::new(),
        tools: Vec::new(),
        questions: Vec::new(),
        guide: "Choose a tile above the board, then the hexes on which it lies, or drag over them.",
        stock: None,
        notes,
        notice: None,
        error,
        svg,
        state,
    }
}

/// Sentences about penguins that leave the floe at once, because their player cannot move in its
/// turn.
fn retired(cells: &[EditedCell], game: &AnyGame) -> Vec<String> {
    let Some(settled) = Edited::split(&game.to_string()) else {
        return Vec::new();
    };
    let pairs = cells.iter().zip(&settled.cells);
    let gone = pairs.filter(|(typed, settled)| typed.has_penguin() && !settled.has_penguin());
    let gone: Vec<&str> = gone.map(|(typed, _)| typed.hex.as_str()).collect();
    match gone[..] {
        [] => Vec::new(),
        [hex] => vec![format!(
            "The penguin on {hex} cannot move: it leaves the floe when the game goes on."
        )],
        _ => {
            vec![format!(
                "The penguins on {} cannot move: they leave the floe when the game goes on.",
                gone.join(", ")
            )]
        }
    }
}

/// Name of the field of a position that this column is in, counted from 1: `turn`, `taken`, `hand`
/// or a key on a floe; `None` in the rows.
fn field_at(text: &str, column: usize) -> Option<&str> {
    let names = Table::split(text).map_or(&["turn", "taken"][..], |table| table.field_names());
    let mut start = 1;
    for (number, word) in text.split([' ', '\t']).enumerate() {
        let end = start + word.chars().count();
        if column <= end {
            let key = word.split_once('=').map(|(key, _)| key);
            return if number == 0 {
                None
            } else {
                names.get(number - 1).copied().or(key).or(Some("hand"))
            };
        }
        start = end + 1;
    }
    None
}

impl EditedCell {
    fn has_penguin(&self) -> bool {
        self.token.contains(|c: char| c.is_ascii_uppercase())
    }

    fn sketched(&self) -> SketchedCell {
        SketchedCell {
            name: self.hex.clone(),
            place: (self.x as i32, self.y as i32),
            token: self.token.clone(),
        }
    }
}

impl Edited {
    /// Splits the text of a game on a floe; `None` if its layout is not known, or its fields are
    /// longer than any. What the rows have beyond those of the layout is kept as it is, and has no
    /// cells.
    pub(crate) fn split(text: &str) -> Option<Edited> {
        let (rows, fields) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        if fields.len() > MAX_FIELDS {
            return None;
        }
        let (layout, rows) = match rows.rsplit_once(':') {
            Some((layout, rows)) => (format!("{layout}:"), rows),
            None => (String::new(), rows),
        };
        let name = layout.strip_suffix(':').unwrap_or("standard");
        let outline = Outline::by_name(name)?.ok()?;
        let shapes: Vec<Row> = outline.geometry().rows().to_vec();
        let mut cells = Vec::new();
        let mut column = layout.chars().count() + 1;
        let mut unread = rows;
        let mut rows = 0;
        for (y, shape) in shapes.iter().enumerate() {
            let row = unread.split('/').next().unwrap_or_default();
            let (tokens, length) = tokens(row);
            for (x, token) in tokens.into_iter().enumerate() {
                let end = column + token.chars().count();
                let letter = char::from(b'a' + x as u8);
                let hex = format!("{letter}{}", y + 1);
                cells.push(EditedCell {
                    hex,
                    token,
                    column,
                    end,
                    x: usize::from(shape.indent) + 2 * x,
                    y,
                });
                column = end;
            }
            column += 1;
            rows = y + 1;
            unread = &unread[length..];
            match unread.strip_prefix('/').filter(|_| rows < shapes.len()) {
                Some(next) => unread = next,
                None => break,
            }
        }
        Some(Edited {
            layout,
            cells,
            rows,
            unread: unread.to_owned(),
            fields: fields.trim().to_owned(),
        })
    }

    /// Uses a tool on a hex.
    fn paint(&mut self, hex: &str, tool: &str) {
        if Player::first(Player::MAX).any(|player| player.to_string() == tool) {
            // Penguins come from the hands: a floe that is set up by hand has none left there.
            self.change_fields(|fields| fields.set_hand(&[]));
        }
        if tool == "whale" {
            self.fields = with_whale(&self.fields, hex);
        } else if let Some(cell) = self.cells.iter_mut().find(|cell| cell.hex == hex) {
            cell.token = painted(&cell.token, tool, &self.fields);
        }
    }

    /// Tools for the hexes.
    fn tools(&self) -> Vec<EditTool> {
        let players = self
            .fields
            .split_whitespace()
            .nth(1)
            .map_or(2, |taken| taken.split(',').count());
        tools(&self.fields, players.clamp(2, 4), &self.layout)
    }

    /// Tiles compared with those of the game; `None` on a floe that is not made of all of them.
    fn stock(&self) -> Option<TableStock> {
        let outline =
            Outline::by_name(self.layout.strip_suffix(':').unwrap_or("standard"))?.ok()?;
        let is_whole = outline.dealt().len() == 60;
        if is_whole {
            stock(
                self.cells.iter().map(|cell| cell.token.as_str()),
                &self.fields,
            )
        } else {
            None
        }
    }

    /// Changes the fields after the rows.
    fn change_fields(&mut self, change: impl FnOnce(&mut FloeFields)) {
        let mut fields = FloeFields::new(&self.fields);
        change(&mut fields);
        self.fields = fields.0.join();
    }

    fn questions(&self) -> Vec<TableQuestion> {
        FloeFields::new(&self.fields).questions(self.layout_name(), self.stock().as_ref())
    }

    fn layout_name(&self) -> &str {
        self.layout.strip_suffix(':').unwrap_or("standard")
    }

    /// The game that the floe is for.
    pub(crate) fn game(&self) -> TableGame {
        let fields = FloeFields::new(&self.fields);
        TableGame {
            rules: fields.rules(),
            players: fields.players(),
            layout: self.layout_name().to_owned(),
        }
    }

    /// Answers a question about the floe.
    fn answer(&mut self, name: &str, value: &str) {
        match name {
            "rules" => self.set_rules(value),
            SPACES if value == "." => {
                self.change_fields(FloeFields::clear);
                self.fill(value);
            }
            SPACES => {}
            _ => {
                let stock = self.stock();
                self.change_fields(|fields| fields.answer(name, value, stock.as_ref()));
            }
        }
    }

    /// Gives the floe other rules, with the keys that they need.
    fn set_rules(&mut self, rules: &str) {
        let Ok(rules) = rules.parse::<GameRules>() else {
            return;
        };
        if rules.has_teams() && FloeFields::new(&self.fields).players() != rules.usual_players() {
            self.change_fields(|fields| fields.set_players(rules.usual_players()));
        }
        // A whale begins below a free tile of three fish.
        let mut free: Vec<&EditedCell> = self
            .cells
            .iter()
            .filter(|cell| !cell.has_penguin())
            .collect();
        free.sort_by_key(|cell| std::cmp::Reverse(cell.token.parse().unwrap_or(0)));
        let names: Vec<String> = free.into_iter().map(|cell| cell.hex.clone()).collect();
        self.fields = with_rules(
            &self.fields,
            rules,
            &names,
            self.cells.iter().map(|cell| cell.token.as_str()),
        );
    }

    /// Puts the same token on all hexes on which tiles are dealt.
    pub(crate) fn fill(&mut self, token: &str) {
        let Some(Ok(outline)) = Outline::by_name(self.layout_name()) else {
            return;
        };
        let dealt: Vec<String> = outline
            .dealt()
            .into_iter()
            .map(|hex| outline.geometry().name(hex))
            .collect();
        for cell in self
            .cells
            .iter_mut()
            .filter(|cell| dealt.contains(&cell.hex))
        {
            token.clone_into(&mut cell.token);
        }
    }

    pub(crate) fn join(&self) -> String {
        let mut text = self.layout.clone();
        let mut y = 0;
        for cell in &self.cells {
            text.extend(std::iter::repeat_n('/', cell.y - y));
            y = cell.y;
            text += &cell.token;
        }
        text.extend(std::iter::repeat_n('/', self.rows.saturating_sub(y + 1)));
        format!("{text}{} {}", self.unread, self.fields)
    }
}

/// Splits a row into tokens; a letter without a digit is a token, too. Returns them with the number
/// of bytes that they are: the row may be longer than any of a floe.
fn tokens(row: &str) -> (Vec<String>, usize) {
    let mut tokens = Vec::new();
    let mut token = String::new();
    let mut is_open = false;
    for (index, c) in row.char_indices() {
        if tokens.len() == MAX_TOKENS || token.len() > MAX_TOKEN {
            return (tokens, index - token.len());
        }
        token.push(c);
        is_open = (is_open || c == '(') && c != ')';
        let is_start = is_open || c == ')' || c.is_ascii_alphabetic() && token != "o";
        if !is_start {
            tokens.push(std::mem::take(&mut token));
        }
    }
    if !token.is_empty() {
        tokens.push(token);
    }
    (tokens, row.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(position: &str) -> EditRequest {
        EditRequest {
            position: position.to_owned(),
            cells: BTreeMap::new(),
            paint: BTreeMap::new(),
            answers: BTreeMap::new(),
            seed: 0,
            seat: String::new(),
            rules: None,
            fields: None,
            theme: ThemeName::Auto,
            turned: false,
            mirrored: false,
        }
    }

    fn edit(position: &str, cells: &[(&str, &str)]) -> EditedText {
        let cells = cells
            .iter()
            .map(|&(hex, token)| (hex.to_owned(), token.to_owned()))
            .collect();
        EditRequest {
            cells,
            ..request(position)
        }
        .answer()
    }

    #[test]
    fn rows_are_split_into_tokens() {
        let tokens = |row| tokens(row).0;
        assert_eq!(tokens("A11o2B1."), ["A1", "1", "o", "2", "B1", "."]);
        assert_eq!(tokens("(AAB)3Am2b2m2"), ["(AAB)3", "Am2", "b2", "m2"]);
        assert_eq!(tokens("1B"), ["1", "B"]);
    }

    /// Rows and tokens that no floe has are kept as they were typed, and have no cells.
    #[test]
    fn cells_are_those_of_the_layout() {
        let floe = "......./......../......./..212.../..A1B1.../..22..../......./........";
        let fields = "A 0:0,0:0";
        for (rows, cells, rest) in [
            (floe, 60, "/1/A1//"),
            (floe, 60, "/"),
            ("rows(1:4,0:5,1:4):1A123/B113.1/1111", 13, "/1/1"),
            (
                "rows(1:4,0:5,1:4):1A123/B113.1/11111111111111111111111111",
                35,
                "11",
            ),
            ("1111", 4, "(AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA)1/2"),
        ] {
            let text = format!("{rows}{rest} {fields}");
            let edited = edit(&text, &[]);
            assert_eq!((edited.cells.len(), &edited.position), (cells, &text));
            assert!(edited.error.is_some() && edited.svg.is_some(), "{text}");
        }
        let far = edit(
            &format!("{floe}{} {fields}", "/1".repeat(100_000)),
            &[("a1", "3")],
        );
        assert_eq!((far.cells.len(), &far.position[..2]), (60, "3."));
        assert!(
            edit(&format!("{floe} A {}", "0:0,".repeat(1000)), &[])
                .cells
                .is_empty()
        );
    }

    #[test]
    fn a_mistake_has_its_hex() {
        let position = "rows(1:4,0:5,1:4):.A1B21/.1B3A2./.... A 4:3,8:4 rules=push";
        let fine = edit(position, &[]);
        assert!(fine.position == position && fine.error.is_none());
        let wrong = edit(position, &[("c2", "C3")]);
        assert_eq!(
            wrong.position,
            "rows(1:4,0:5,1:4):.A1B21/.1C3A2./.... A 4:3,8:4 rules=push"
        );
        assert_eq!(wrong.error.unwrap().hex.as_deref(), Some("c2"));
        let wrong = edit(position, &[("a1", "A3"), ("a3", "7")]);
        assert_eq!(wrong.error.unwrap().hex.as_deref(), Some("a3"));
    }

    #[test]
    fn a_mistake_outside_the_rows_names_its_field() {
        let wrong = edit(
            "rows(1:4,0:5,1:4):.A1B21/.1B3A2./.... A 4:3,8 rules=push",
            &[],
        );
        let error = wrong.error.unwrap();
        assert_eq!((error.hex, error.field.as_deref()), (None, Some("taken")));
        assert!(
            error.message.starts_with("taken: expected "),
            "{}",
            error.message
        );
        assert!(wrong.svg.unwrap().contains("data-hex=\"a3\""));
        let unknown = edit(
            "rows(1:4,0:5,1:4):.A1B21/.1B3A2./.... A 4:3,8:4 rules=pull",
            &[],
        );
        assert_eq!(unknown.error.unwrap().field.as_deref(), Some("rules"));
    }

    #[test]
    fn every_cell_keeps_its_name() {
        let cells = edit(
            "setup-2:...../....../......./......../..A11o2B1../......../......./....../..... A 36:19,32:19",
            &[],
        );
        let centre = cells.cells.iter().find(|cell| cell.token == "o").unwrap();
        assert_eq!((&*centre.hex, centre.x, centre.y), ("e5", 8, 4));
    }

    /// A penguin that is set before the tiles around it stays where it was set.
    #[test]
    fn penguins_are_set_before_tiles() {
        let water = "rows(1:4,0:5,1:4):..../...../.... A 0:0,0:0";
        let paint = BTreeMap::from([("c2".to_owned(), "A".to_owned())]);
        let one = EditRequest {
            paint,
            ..request(water)
        }
        .answer();
        assert_eq!(one.position, "rows(1:4,0:5,1:4):..../..A1../.... A 0:0,0:0");
        assert_eq!(
            one.notes,
            ["The penguin on c2 cannot move: it leaves the floe when the game goes on."]
        );
        assert!(one.error.is_none() && one.svg.unwrap().contains("floe-penguin"));
        let paint = BTreeMap::from([
            ("b2".to_owned(), "2".to_owned()),
            ("d2".to_owned(), "B".to_owned()),
        ]);
        let more = EditRequest {
            paint,
            ..request(&one.position)
        }
        .answer();
        assert_eq!(
            more.position,
            "rows(1:4,0:5,1:4):..../.2A1B1./.... A 0:0,0:0"
        );
    }

    #[test]
    fn a_floe_that_is_cleared_leaves_nothing_to_its_players() {
        for rules in GameRules::all().filter(|rules| rules.floe().is_some()) {
            let dealt = AnyGame::deal(&rules.usual(rules.usual_players()), 1).unwrap();
            let start = floe_engine::RandomStart {
                placed: true,
                plies: 21,
                tiles: None,
            };
            let position = start.play(&dealt, 1).to_string();
            let answers = BTreeMap::from([(SPACES.to_owned(), ".".to_owned())]);
            let edited = Edited::split(
                &EditRequest {
                    answers,
                    ..request(&position)
                }
                .answer()
                .position,
            )
            .unwrap();
            assert!(edited.cells.iter().all(|cell| cell.token == "."), "{rules}");
            let nothing = vec!["0:0"; dealt.players()].join(",");
            let fields: Vec<&str> = edited
                .fields
                .split(' ')
                .filter(|field| !field.contains('='))
                .collect();
            assert_eq!(fields, ["A", &nothing], "{rules}");
            assert!(
                !edited.fields.contains("took=") || edited.fields.contains("took=0.0.0,0.0.0"),
                "{rules}"
            );
        }
    }

    /// Tiles that were taken stay those of their players.
    #[test]
    fn rules_change_in_the_middle_of_a_game() {
        let start = floe_engine::RandomStart {
            placed: true,
            plies: 21,
            tiles: None,
        };
        for seed in 1..5 {
            let dealt = AnyGame::deal(&GameRules::BASE.usual(2), seed).unwrap();
            let position = start.play(&dealt, seed).to_string();
            for rules in
                GameRules::all().filter(|rules| rules.floe().is_some() && !rules.has_teams())
            {
                let edited = EditRequest {
                    rules: Some(rules.to_string()),
                    ..request(&position)
                }
                .answer();
                assert!(
                    edited.error.is_none(),
                    "{rules}, {position}: {}",
                    edited.error.unwrap().message
                );
            }
        }
    }

    #[test]
    fn rules_bring_their_keys() {
        let floe = "rows(1:4,0:5,1:4):1A123/B113.1/1111 A 0:0,0:0";
        for (rules, expected) in [
            ("whale", "A 0:0,0:0 rules=whale whale=d1"),
            ("hidden-whale", "A 0:0,0:0 rules=hidden-whale hidden=3"),
            (
                "special-tiles",
                "A 0:0,0:0 rules=special-tiles took=0.0.0,0.0.0",
            ),
            ("base", "A 0:0,0:0"),
        ] {
            let edited = EditRequest {
                rules: Some(rules.to_owned()),
                ..request(floe)
            }
            .answer();
            assert_eq!(edited.fields, expected);
            assert!(edited.error.is_none(), "{}", edited.error.unwrap().message);
        }
    }
}
