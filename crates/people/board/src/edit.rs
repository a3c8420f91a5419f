//! Editor: a position text as cells, even while it is no position.

use std::collections::BTreeMap;
use std::fmt::Display;

use floe_angling::LakeDraft;
use floe_engine::{AnyGame, GameRules};
use floe_flip::CardDraft;
use floe_game::{DraftPlaces, DraftReading, Field, PositionError};
use floe_hex::Layout;
use floe_picture::{PictureOptions, SketchedCell, ViewingSide, sketch};
use floe_query::QueryError;
use floe_variants::{DraftCell, DraftTile, FloeDraft};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cards;
use crate::lake;
use crate::palette::{EditTool, TableStock, paint, stock, tools};
use crate::picture::{MAX_MARKS, ThemeName, at_most};
use crate::questions::{SPACES, TableQuestion, angling, flip, floe};
use crate::state::BoardState;

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
    /// Text that was expected, and the one that was found.
    #[serde(skip)]
    told: String,
}

/// State of a game with the name of its schema.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "schema")]
enum EditedState {
    #[serde(rename = "floe/board/1")]
    State(BoardState),
}

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
        let position = self.position.trim();
        // What was typed of the fields takes the place of those in the text.
        let typed = self.fields.as_ref().map(|fields| {
            let rows = position.split_whitespace().next().unwrap_or_default();
            [rows, fields].join(" ")
        });
        let text = typed.as_deref().unwrap_or(position);
        if is_lake(text) {
            let report = |text: &str| self.lake_of(text, &options);
            changed(
                text,
                LakeDraft::read,
                |draft| self.change_lake(draft),
                report,
            )
        } else if is_net(text) && has_long_fields(text) {
            EditedText::of_text(text)
        } else if is_net(text) {
            let change = |draft: &mut CardDraft| self.change_cards(draft);
            changed(text, CardDraft::read, change, EditedText::of_cards)
        } else {
            let report = |text: &str| EditedText::of_floe(text, &options);
            changed(
                text,
                FloeDraft::read,
                |draft| self.change_floe(draft),
                report,
            )
        }
    }

    /// Changes the cells and fields of a floe.
    fn change_floe(&self, draft: &mut FloeDraft) -> Option<String> {
        for (hex, token) in &self.cells {
            if let Some(cell) = draft.cell_mut(hex) {
                *cell = DraftCell::from(&**token);
            }
        }
        for (hex, tool) in &self.paint {
            paint(draft, hex, tool);
        }
        let rules = self.rules.iter().chain(self.answers.get("rules"));
        for rules in rules.filter_map(|rules| rules.parse::<GameRules>().ok()) {
            if let Some(rules) = rules.floe() {
                draft.set_rules(rules);
            }
        }
        for (name, value) in &self.answers {
            match name.as_str() {
                "rules" => {}
                SPACES if value == "." => {
                    draft.clear_players();
                    fill(draft, &DraftTile::Water);
                }
                SPACES => {}
                _ => {
                    let stock = stock(draft);
                    floe::answer(draft, name, value, stock.as_ref());
                }
            }
        }
        None
    }

    /// Changes tiles of a lake and what belongs to it.
    fn change_lake(&self, draft: &mut LakeDraft) -> Option<String> {
        let notice = match lake::is_laid_in_play(draft, &self.seat) {
            true => None,
            false => lake::paint(draft, &self.paint),
        };
        for (name, value) in &self.answers {
            lake::answer(draft, name, value);
        }
        notice
    }

    /// Reports on a text of a lake.
    fn lake_of(&self, text: &str, options: &PictureOptions) -> EditedText {
        let edited = EditedText::of_text(text);
        let Ok(reading) = LakeDraft::read(text) else {
            return edited;
        };
        let draft = &reading.draft;
        let cells = cells_of(&reading.places, |number| draft.space(number).to_string());
        let missing = lake::missing_of(draft, &self.seat);
        let is_sketched = edited.state.is_none() || missing.is_some();
        let mistake = edited
            .error
            .map(|error| error.in_place(&cells, |column| reading.places.field_at(column)));
        let to_lay = missing.map(|(message, number)| EditMistake {
            hex: Some(draft.space(number).to_string()),
            column: cells.get(number).map_or(1, |cell| cell.column),
            ..EditMistake::of_draft(message)
        });
        let tools = match lake::is_laid_in_play(draft, &self.seat) {
            true => Vec::new(),
            false => lake::tools(draft),
        };
        EditedText {
            cells,
            tools,
            questions: angling::questions(draft),
            guide: lake::guide(draft, &self.seat),
            error: to_lay.or(mistake),
            svg: is_sketched.then(|| lake::sketch(draft, options)).flatten(),
            ..edited
        }
    }

    /// Changes cards of a net and what belongs to it.
    fn change_cards(&self, draft: &mut CardDraft) -> Option<String> {
        let notice = match self.paint.is_empty() {
            true => None,
            false => cards::paint(draft, &self.paint),
        };
        for (name, value) in self.answers.iter().filter(|(name, _)| *name != "rules") {
            flip::answer(draft, name, value);
        }
        notice
    }
}

/// Whether the fields after the spaces are longer than those of any position. Their letters are
/// questions and choices, each many times as long.
fn has_long_fields(text: &str) -> bool {
    const MAX_FIELDS: usize = 1 << 10;
    let fields = text.trim().split_once([' ', '\t']);
    fields.is_some_and(|(_, fields)| fields.len() > MAX_FIELDS)
}

/// Reader of a draft.
type Reader<D> = for<'a> fn(&'a str) -> Result<DraftReading<'a, D>, PositionError>;

/// Changes the draft of a text, which gives a sentence for people, and reports on the new text.
fn changed<D: Clone + PartialEq + Display>(
    text: &str,
    read: Reader<D>,
    change: impl FnOnce(&mut D) -> Option<String>,
    report: impl FnOnce(&str) -> EditedText,
) -> EditedText {
    let Ok(reading) = read(text) else {
        return EditedText::of_text(text);
    };
    let mut draft = reading.draft.clone();
    let notice = change(&mut draft);
    let new = (draft != reading.draft).then(|| draft.to_string());
    EditedText {
        notice,
        ..report(new.as_deref().unwrap_or(text))
    }
}

/// Whether this is the text of a net of cards.
pub(crate) fn is_net(text: &str) -> bool {
    text.starts_with("flip:") || text.starts_with("contest:")
}

/// Whether this is the text of a lake.
pub(crate) fn is_lake(text: &str) -> bool {
    text.starts_with("angling:")
}

impl EditMistake {
    /// Mistake at its column.
    fn new(error: &PositionError) -> EditMistake {
        EditMistake {
            message: format!(
                "column {}: expected {}; found {}",
                error.column, error.problem, error.found
            ),
            column: error.column,
            hex: None,
            field: None,
            is_draft: false,
            told: format!("expected {}; found {}", error.problem, error.found),
        }
    }

    /// Request for something that is still to be laid, in words.
    fn of_draft(message: String) -> EditMistake {
        EditMistake {
            message,
            column: 1,
            hex: None,
            field: None,
            is_draft: true,
            told: String::new(),
        }
    }

    /// The mistake with the cell and the field in which it is, which name its place.
    fn in_place<'a>(
        self,
        cells: &[EditedCell],
        field_at: impl Fn(usize) -> Option<&'a str>,
    ) -> EditMistake {
        let has = |cell: &&EditedCell| {
            (cell.column..cell.end.max(cell.column + 1)).contains(&self.column)
        };
        let hex = cells.iter().find(has).map(|cell| cell.hex.clone());
        let field = field_at(self.column).map(str::to_owned);
        let message = match hex.as_ref().or(field.as_ref()) {
            Some(place) => format!("{place}: {}", self.told),
            None => self.message,
        };
        EditMistake {
            message,
            hex,
            field,
            ..self
        }
    }
}

impl EditedText {
    /// Reports on a text: its state if it is a position, else its mistake.
    fn of_text(text: &str) -> EditedText {
        let game = text.parse::<AnyGame>();
        let fields = text
            .split_once([' ', '\t'])
            .map_or("", |(_, fields)| fields);
        EditedText {
            position: text.to_owned(),
            cells: Vec::new(),
            has_floe: !is_lake(text) && !is_net(text),
            fields: fields.trim().to_owned(),
            tools: Vec::new(),
            questions: Vec::new(),
            guide: "Choose a tile above the board, then the hexes on which it lies, or drag over them.",
            stock: None,
            notes: Vec::new(),
            notice: None,
            error: game.as_ref().err().map(EditMistake::new),
            svg: None,
            state: game
                .ok()
                .map(|game| EditedState::State(BoardState::new(&game, None))),
        }
    }

    /// Reports on a text of a net of cards: all its spaces, and what is still to be set.
    fn of_cards(text: &str) -> EditedText {
        let edited = EditedText::of_text(text);
        let Ok(reading) = CardDraft::read(text) else {
            return edited;
        };
        let draft = &reading.draft;
        let place = |number: usize| reading.places.spaces().get(number).copied();
        let cells = (0..draft.spaces.len())
            .map(|number| EditedCell::new(draft.space(number).to_string(), place(number)));
        let cells: Vec<EditedCell> = cells.collect();
        let error = edited
            .error
            .map(|error| error.in_place(&cells, |column| reading.places.field_at(column)));
        let edited = EditedText {
            cells,
            tools: cards::tools(draft),
            questions: flip::questions(draft),
            guide: cards::guide(draft),
            error,
            ..edited
        };
        let stock = TableStock::of_missing(&flip::missing(draft));
        let filled = flip::completed(draft).filter(|_| !stock.is_complete);
        match filled.and_then(|filled| AnyGame::try_from(&filled).ok()) {
            Some(game) => EditedText {
                state: Some(EditedState::State(BoardState::new(&game, None))),
                error: Some(EditMistake::of_draft(stock.words().to_owned())),
                ..edited
            },
            None => EditedText {
                stock: Some(stock),
                ..edited
            },
        }
    }

    /// Reports on a text of a game on a floe: its cells, and its state if it is a position, else
    /// its mistake and a sketch.
    fn of_floe(text: &str, options: &PictureOptions) -> EditedText {
        let edited = EditedText::of_text(text);
        let Ok(reading) = FloeDraft::read(text) else {
            return edited;
        };
        let draft = &reading.draft;
        let mut cells = cells_of(&reading.places, |number| draft.name(number));
        let geometry = draft.outline.geometry();
        for cell in &mut cells {
            let hex = geometry.hex(&cell.hex);
            let place = hex.map_or((0, 0), |hex| geometry.place(hex));
            (cell.x, cell.y) = (place.0 as usize, place.1 as usize);
        }
        let error = edited
            .error
            .map(|error| error.in_place(&cells, |column| reading.places.field_at(column)));
        let settled = text.parse().ok().and_then(|game: AnyGame| game.draft());
        let notes = settled.map_or(Vec::new(), |settled| retired(draft, &settled));
        let is_sketched = (error.is_some() || !notes.is_empty()) && !cells.is_empty();
        let sketched: Vec<SketchedCell> = cells.iter().map(EditedCell::sketched).collect();
        let stock = stock(draft);
        EditedText {
            svg: is_sketched.then(|| sketch(&sketched, options)),
            cells,
            error,
            notes,
            tools: tools(draft),
            questions: floe::questions(draft, stock.as_ref()),
            stock,
            ..edited
        }
    }
}

/// Sentences about penguins that leave the floe at once, because their player cannot move in its
/// turn.
fn retired(draft: &FloeDraft, settled: &FloeDraft) -> Vec<String> {
    let pairs = draft.cells.iter().zip(&settled.cells).enumerate();
    let gone = pairs.filter(|(_, (typed, settled))| typed.penguins.len() > settled.penguins.len());
    let gone: Vec<String> = gone.map(|(number, _)| draft.name(number)).collect();
    match &gone[..] {
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

/// Puts the same tile on all hexes on which tiles are dealt.
pub(crate) fn fill(draft: &mut FloeDraft, tile: &DraftTile) {
    for hex in draft.outline.dealt() {
        draft.cells[hex.index()] = DraftCell {
            tile: tile.clone(),
            ..DraftCell::default()
        };
    }
}

/// Cells of a text in which spaces with these names have these places.
fn cells_of(places: &DraftPlaces<'_>, name: impl Fn(usize) -> String) -> Vec<EditedCell> {
    let spaces = places.spaces().iter().enumerate();
    let has_token = spaces.filter(|(_, place)| !place.is_empty());
    has_token
        .map(|(number, &place)| EditedCell::new(name(number), Some(place)))
        .collect()
}

impl EditedCell {
    /// Cell of the space with this name, and with the token at this place if it has one.
    fn new(hex: String, place: Option<Field<'_>>) -> EditedCell {
        let place = place.filter(|place| !place.is_empty());
        let columns = place.map_or(0..0, Field::columns);
        EditedCell {
            hex,
            token: place.map_or("", Field::text).to_owned(),
            column: columns.start,
            end: columns.end,
            x: 0,
            y: 0,
        }
    }

    fn sketched(&self) -> SketchedCell {
        SketchedCell {
            name: self.hex.clone(),
            place: (self.x as i32, self.y as i32),
            token: self.token.clone(),
        }
    }
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
        let tokens = |row: &str| {
            let text = format!("rows(0:6):{row} A 0:0,0:0");
            let cells = edit(&text, &[]).cells.into_iter();
            cells.map(|cell| cell.token).collect::<Vec<_>>()
        };
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
                13,
                "11",
            ),
            ("1111(AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA)1/2", 6, ""),
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
        let long = edit(&format!("{floe} A {}", "0:0,".repeat(100_000)), &[]);
        assert_eq!(long.error.unwrap().field.as_deref(), Some("taken"));
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
            let cleared = EditRequest {
                answers,
                ..request(&position)
            };
            let position = cleared.answer().position;
            let draft = FloeDraft::read(&position).unwrap().draft;
            let empty = FloeDraft::new(draft.outline, draft.rules, dealt.players());
            assert_eq!(draft.cells, empty.cells, "{rules}");
            assert_eq!(draft.taken, empty.taken, "{rules}");
            assert!(draft.hands.is_empty() && draft.idle == 0, "{rules}");
            assert!(draft.took.iter().all(|&took| took == [0; 3]), "{rules}");
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
