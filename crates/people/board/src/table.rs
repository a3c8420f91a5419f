//! Editor of cards: the spaces of a position text, and tools that change them.

use std::collections::BTreeMap;

use floe_engine::{AnyGame, GameRules};
use floe_flip::{Animal, Animals, Waste};
use floe_game::Field;
use floe_picture::Icon;

use crate::palette::{EditTool, MAX_FIELDS, MAX_TOKENS, TableStock};
use crate::questions::{CardFields, Fields, TableGame, TableQuestion};

/// Text of a game without a floe, split into its spaces and fields.
#[derive(Clone)]
pub(crate) struct Table {
    /// Name of the game, as the text begins.
    game: String,
    /// Tokens of the columns of a net from below, or of the rows of a lake from the top.
    lines: Vec<Vec<String>>,
    /// Text of the spaces from the first token or line on that no table has.
    unread: String,
    pub(crate) fields: String,
}

/// Space of a net or a lake.
pub(crate) struct TableSpace {
    pub(crate) name: String,
    /// Token on the space; empty for a space of a net without a card.
    pub(crate) token: String,
    /// Columns from here to `end` of the text are the token, in characters from 1; 0 without a
    /// token.
    pub(crate) column: usize,
    pub(crate) end: usize,
}

/// Seat of all players, who share a screen.
pub(crate) const ALL: &str = "all";
/// Tool that empties a space.
pub(crate) const EMPTY: &str = ".";
/// Tool that turns a card over.
const TURN: &str = "turn";
/// Columns of the largest net, and rows of the largest lake.
const MAX_LINES: usize = 4;
/// Rows of a net, and those of the competitive form.
const ROWS: usize = 6;
const CONTEST_ROWS: usize = 3;

impl Table {
    /// Splits the text of a net or a lake; `None` for other games, and if its fields are longer
    /// than any. What the spaces have beyond those of the largest table is kept as it is.
    pub(crate) fn split(text: &str) -> Option<Table> {
        let (spaces, fields) = text
            .trim()
            .split_once([' ', '\t'])
            .unwrap_or((text.trim(), ""));
        let (game, lines) = spaces.split_once(':')?;
        if !["flip", "contest"].contains(&game) {
            return None;
        }
        if fields.len() > MAX_FIELDS {
            return None;
        }
        let mut unread = lines;
        let mut lines = Vec::new();
        loop {
            let line = unread.split('/').next().unwrap_or_default();
            let (tokens, length) = tokens(line);
            lines.push(tokens);
            unread = &unread[length..];
            match unread.strip_prefix('/').filter(|_| lines.len() < MAX_LINES) {
                Some(next) => unread = next,
                None => break,
            }
        }
        Some(Table {
            game: game.to_owned(),
            lines,
            unread: unread.to_owned(),
            fields: fields.trim().to_owned(),
        })
    }

    fn rows(&self) -> usize {
        let size = self
            .fields
            .split_whitespace()
            .find_map(|key| key.strip_prefix("net="));
        let rows = size.and_then(|size| size.split_once('x')?.1.parse().ok());
        rows.unwrap_or(if self.game == "flip" {
            ROWS
        } else {
            CONTEST_ROWS
        })
        .min(ROWS)
    }

    /// Spaces in the order of the text.
    pub(crate) fn spaces(&self) -> Vec<TableSpace> {
        let mut spaces = Vec::new();
        let mut start = self.game.chars().count() + 2;
        for (line, tokens) in self.lines.iter().enumerate() {
            for index in 0..self.rows().max(tokens.len()) {
                let name = format!("{}{}", char::from(b'a' + line as u8 % 26), index + 1);
                let token = tokens.get(index).cloned().unwrap_or_default();
                let end = start + token.chars().count();
                let column = if token.is_empty() { 0 } else { start };
                spaces.push(TableSpace {
                    name,
                    token,
                    column,
                    end,
                });
                start = end;
            }
            start += 1;
        }
        spaces
    }

    /// Name of the field after the spaces at this column of the text; `None` in the spaces.
    pub(crate) fn field_at(&self, column: usize) -> Option<&str> {
        let start = self.join().chars().count() - self.fields.chars().count() + 1;
        let line = Field::of_line(&self.fields);
        let names = ["turn", "hands", "pile"].map(Some).into_iter();
        let mut words = line.words().zip(names.chain(std::iter::repeat(None)));
        let at = column.checked_sub(start)? + 1;
        let (word, name) = words.find(|(word, _)| at <= word.columns().end)?;
        let key = word.text().split_once('=').map(|(key, _)| key);
        name.or(key)
    }

    /// Uses tools on spaces, by their names. All cards that are nowhere else are in the pile then.
    /// A card or tile of which none is left is not laid. Returns a sentence about one that was not
    /// laid, or that replaces another one.
    pub(crate) fn paint(&mut self, tools: &BTreeMap<String, String>) -> Option<String> {
        let mut known = self.tools();
        let spaces = self.spaces();
        let mut used = BTreeMap::new();
        let mut notice = None;
        for (name, tool) in tools {
            let lying = spaces
                .iter()
                .find(|space| space.name == *name)
                .map_or("", |space| &*space.token);
            let lies = known
                .iter_mut()
                .find(|one| kind(&one.tool) == kind(lying) && kind(tool) != kind(lying));
            let replaced = lies.map(|one| {
                one.left = one.left.map(|left| left + 1);
                one.name().to_owned()
            });
            let laid = known
                .iter_mut()
                .find(|one| one.tool == *tool && one.left.is_some() && kind(tool) != kind(lying));
            if let Some(laid) = laid {
                if laid.is_used_up() {
                    notice = Some(used_up(laid.name()));
                    continue;
                }
                laid.left = laid.left.map(|left| left - 1);
                let replaces = |old| {
                    format!(
                        "On {name} {} replaces {old}. To turn a card, choose it again.",
                        laid.name()
                    )
                };
                notice = replaced.map(replaces).or(notice);
            }
            used.insert(name.clone(), tool.clone());
        }
        let before = (self.lines.clone(), self.fields.clone());
        let was_drawn = self.is_drawn();
        self.change(
            |table| table.paint_spaces(&used),
            used.values().any(|tool| tool != TURN),
        );
        if was_drawn && !self.is_drawn() {
            (self.lines, self.fields) = before;
            return Some("This does not fit the game: what lay there stays.".to_owned());
        }
        notice
    }

    /// Whether the table is a position, once what is missing is added.
    fn is_drawn(&self) -> bool {
        self.is_position() || self.completed().is_some_and(|table| table.is_position())
    }

    fn is_position(&self) -> bool {
        self.join().parse::<AnyGame>().is_ok()
    }

    fn paint_spaces(&mut self, tools: &BTreeMap<String, String>) {
        let mut spaces = self.spaces().into_iter().peekable();
        for (number, tokens) in self.lines.iter_mut().enumerate() {
            let is_here = |space: &TableSpace| number == column(&space.name);
            let mut line = Vec::new();
            while let Some(space) = spaces.next_if(is_here) {
                line.push(match tools.get(&space.name) {
                    Some(tool) => painted(&space.token, tool),
                    None => space.token,
                });
            }
            // Cards fall to the lowest space of their column.
            line.retain(|token| !token.is_empty());
            *tokens = line;
        }
    }

    /// Changes the spaces; where cards come or go, those that lie nowhere are in the pile then.
    fn change(&mut self, change: impl FnOnce(&mut Table), moves_cards: bool) {
        let net = self.tokens();
        let before = self.cards(&net);
        let species = before.species();
        let waste = Waste::ALL.map(|waste| before.seen(waste) + before.waste_left(waste));
        change(self);
        if moves_cards {
            let net = self.tokens();
            let mut after = self.cards(&net);
            let left = Waste::ALL.map(|kind| waste[kind as usize].saturating_sub(after.seen(kind)));
            after.set_rest(&species, left);
            self.fields = after.fields.join();
        }
    }

    /// All tokens of the spaces.
    fn tokens(&self) -> String {
        self.lines.concat().concat()
    }

    /// The fields of a net with these tokens.
    fn cards<'a>(&self, net: &'a str) -> CardFields<'a> {
        CardFields {
            fields: Fields::new(&self.fields),
            net,
            is_contest: self.game == "contest",
        }
    }

    pub(crate) fn questions(&self) -> Vec<TableQuestion> {
        self.cards(&self.tokens()).questions()
    }

    /// Answers a question about the table.
    pub(crate) fn answer(&mut self, name: &str, value: &str) {
        if name != "rules" {
            let net = self.tokens();
            let mut cards = self.cards(&net);
            cards.answer(name, value);
            self.fields = cards.fields.join();
        }
    }

    /// Takes away all cards of the net and of the hands, and all powers and species.
    pub(crate) fn clear(&mut self) {
        self.lines.iter_mut().for_each(Vec::clear);
        let mut cards = self.cards("");
        cards.clear();
        self.fields = cards.fields.join();
    }

    /// An empty net for the species of another one.
    pub(crate) fn with_species_of(mut self, other: &Table) -> Table {
        let net = other.tokens();
        let species = other.cards(&net).species();
        let mut cards = self.cards("");
        cards.set_rest(&species, cards.waste());
        self.fields = cards.fields.join();
        self
    }

    /// The table with species, powers and action cards where there are none yet, without which it
    /// is no position; `None` where nothing of these is missing.
    pub(crate) fn completed(&self) -> Option<Table> {
        let net = self.tokens();
        let mut cards = self.cards(&net);
        let is_completed = cards.complete();
        is_completed.then(|| Table {
            fields: cards.fields.join(),
            ..self.clone()
        })
    }

    /// Cards that are missing at the beginning of a game; `None` for a lake, whose tiles the fish
    /// alone knows.
    pub(crate) fn stock(&self) -> Option<TableStock> {
        let net = self.tokens();
        let laid = self.lines.iter().map(Vec::len).sum();
        Some(TableStock::of_missing(
            &self.cards(&net).missing(self.lines.len(), laid),
        ))
    }

    /// Sentence that says how cards are laid.
    pub(crate) fn guide(&self) -> &'static str {
        if self.cards(&self.tokens()).species().is_empty() {
            "First choose the species of the game: four in the usual one. Then lay its cards."
        } else {
            "Choose a card above the net, then the column in which it lies: cards fall to the lowest free space. Choose the \
             same space again to turn the card over; another card replaces it."
        }
    }

    /// The game that the table is for.
    pub(crate) fn game(&self) -> TableGame {
        TableGame {
            rules: self.game.parse().unwrap_or(GameRules::Flip),
            players: self.cards("").players(),
            layout: "standard".to_owned(),
        }
    }

    pub(crate) fn join(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(|line| line.concat()).collect();
        format!(
            "{}:{}{} {}",
            self.game,
            lines.join("/"),
            self.unread,
            self.fields
        )
    }

    /// Tools for the spaces of this game.
    pub(crate) fn tools(&self) -> Vec<EditTool> {
        let mut tools = self.card_tools();
        tools.push(EditTool::new(EMPTY, "Empty"));
        tools
    }

    /// Tools for cards, with the numbers of those that lie nowhere in the net.
    fn card_tools(&self) -> Vec<EditTool> {
        let net = self.tokens();
        let cards = self.cards(&net);
        let mut tools = Vec::new();
        for species in cards.species() {
            let all = Animals::of_species(species, species.cards());
            for (colour, number) in (0..4).zip(1..) {
                let seen = net
                    .matches(&format!("{}{number}", species.letter()))
                    .count();
                let all = cards
                    .declared(species, number)
                    .unwrap_or_else(|| usize::from(all.count(species, colour)));
                let left = all.saturating_sub(seen);
                let animal = Animal {
                    species,
                    colour,
                    is_forward: true,
                };
                let tool =
                    EditTool::new(&animal.to_string(), &format!("{} {number}", species.name()));
                tools.push(tool.with_icon(&Icon::Animal(animal)).with_left(left));
            }
        }
        if !cards.is_contest {
            tools.extend(Waste::ALL.into_iter().map(|waste| {
                let tool = EditTool::new(&waste.letter().to_string(), waste.name())
                    .with_icon(&Icon::Waste(waste));
                match cards.waste_left(waste) {
                    // Waste that the usual game has not can be laid without a number.
                    0 if cards.seen(waste) < usize::from(waste.cards()) => tool,
                    left => tool.with_left(left),
                }
            }));
        }
        tools.push(EditTool::new(TURN, "Turn over").with_key('t'));
        tools
    }
}

/// Sentence about a card or tile of which none is left.
pub(crate) fn used_up(name: &str) -> String {
    format!("No {name} is left: all of the game lie on the table.")
}

/// A card without its direction.
fn kind(token: &str) -> &str {
    token.trim_end_matches(['<', '>', '^', 'v'])
}

/// Column of a space by its name, from 0.
fn column(name: &str) -> usize {
    let letter = name.bytes().next().unwrap_or(b'a');
    usize::from(letter.saturating_sub(b'a'))
}

/// The token of a space after a tool was used on it; empty for a space without a card.
fn painted(token: &str, tool: &str) -> String {
    match tool {
        EMPTY => String::new(),
        TURN => token.chars().map(turned).collect(),
        // A card that is laid again is turned over.
        tool if token == tool => token.chars().map(turned).collect(),
        tool => tool.to_owned(),
    }
}

/// The direction of an animal on the other side of its card.
fn turned(c: char) -> char {
    match c {
        '<' => '>',
        '>' => '<',
        '^' => 'v',
        'v' => '^',
        c => c,
    }
}

/// Splits a column of cards or a row of tiles into tokens: a card begins with a letter, and its
/// colour, direction and marks follow; a tile is a character, and `!` may follow. Returns them with
/// the number of bytes that they are: the line may be longer than any of a table.
fn tokens(line: &str) -> (Vec<String>, usize) {
    let is_net = line.contains(|c: char| "<>^~".contains(c) || c.is_ascii_uppercase());
    let mut tokens: Vec<String> = Vec::new();
    let mut is_whole = true;
    for (index, c) in line.char_indices() {
        let is_part = if is_net {
            !is_whole && !c.is_ascii_uppercase() || c == '~'
        } else {
            c == '!'
        };
        match tokens.last_mut().filter(|_| is_part) {
            Some(token) => token.push(c),
            None => tokens.push(c.to_string()),
        }
        if tokens.len() > MAX_TOKENS {
            tokens.pop();
            return (tokens, index);
        }
        // A card of an animal ends with its direction, waste is a letter.
        is_whole = !is_net || "<>^v~_".contains(c) || !is_part && !c.is_ascii_uppercase();
    }
    (tokens, line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(text: &str, tools: &[(&str, &str)]) -> String {
        let mut table = Table::split(text).unwrap();
        let _ = table.paint(
            &tools
                .iter()
                .map(|&(space, tool)| (space.to_owned(), tool.to_owned()))
                .collect(),
        );
        let text = table.join();
        assert!(
            text.parse::<AnyGame>().is_ok(),
            "{text}: {:?}",
            text.parse::<AnyGame>().err()
        );
        text
    }

    #[test]
    fn cards_are_laid_on_their_column() {
        let cards = "flip:W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2> A D:f,W:r W2212,S2212,D2212,K2122,p3 deck=f3c1r1s2k1x2y2e2";
        assert_eq!(Table::split(cards).unwrap().join(), cards);
        let laid = edit(
            cards,
            &[("a5", "W2>"), ("b3", "."), ("c1", "turn"), ("d2", "m")],
        );
        let expected =
            "flip:W1>D2<S3>W2>/K1<K2>/D1<D3<W2</S1<mS2> A D:f,W:r rest deck=f3c1r1s2k1x2y2e2";
        assert_eq!(laid, expected);
        let spaces = Table::split(cards).unwrap().spaces();
        assert_eq!([&*spaces[3].name, &*spaces[3].token], ["a4", ""]);
        assert_eq!(&cards[spaces[7].column - 1..spaces[7].end - 1], "K2>");
        assert!(Table::split(cards).unwrap().tools().len() > 16);
    }

    /// No more of a counted card or tile is laid than the game has, and each table stays one that
    /// is drawn.
    #[test]
    fn what_is_used_up_is_not_laid() {
        let cards = "flip:/// A -:,-: rest animals=W,D,T,K";
        let declared = "flip:/// A -:,-: rest animals=W3223,D,T,K".to_owned();
        let blank = |rules: GameRules| {
            let dealt = AnyGame::deal(&rules.usual(rules.usual_players()), 1)
                .unwrap()
                .to_string();
            let mut table = Table::split(&dealt)?;
            table.clear();
            Some(table.join())
        };
        let all = GameRules::all().filter_map(blank);
        for text in all.chain([cards.to_owned(), declared]) {
            let names: Vec<String> = Table::split(&text)
                .unwrap()
                .spaces()
                .into_iter()
                .map(|one| one.name)
                .collect();
            for tool in Table::split(&text).unwrap().tools() {
                let mut table = Table::split(&text).unwrap();
                for name in &names {
                    let left = table
                        .tools()
                        .into_iter()
                        .find(|one| one.tool == tool.tool)
                        .unwrap()
                        .left;
                    let notice = table.paint(&BTreeMap::from([(name.clone(), tool.tool.clone())]));
                    assert_eq!(
                        notice.is_some(),
                        left == Some(0),
                        "{text} {} {name}: {notice:?}",
                        tool.tool
                    );
                    assert!(tool.left.is_none() || table.is_drawn(), "{}", table.join());
                }
            }
        }
        let mut table = Table::split(cards).unwrap();
        assert_eq!(
            table.paint(&BTreeMap::from([("a1".to_owned(), "W1>".to_owned())])),
            None
        );
        let notice = table
            .paint(&BTreeMap::from([("a1".to_owned(), "D2>".to_owned())]))
            .unwrap();
        assert_eq!(
            notice,
            "On a1 dolphin 2 replaces whale 1. To turn a card, choose it again."
        );
    }

    /// Columns and cards that no net has are kept as they were typed, and have no spaces.
    #[test]
    fn spaces_are_those_of_the_largest_table() {
        for (text, spaces) in [
            ("flip:D1</D1</D1</D1</D1</D1< A D:f - -", 24),
            ("contest:/// A - - points=0,0", 12),
        ] {
            let table = Table::split(text).unwrap();
            assert_eq!(
                (table.spaces().len(), table.join()),
                (spaces, text.to_owned())
            );
        }
        let long = format!("flip:{} A D:f -", "D1<".repeat(100_000));
        let table = Table::split(&long).unwrap();
        assert_eq!((table.spaces().len(), table.join()), (MAX_TOKENS, long));
        let players = format!(
            "flip:/// A {} rest actions=f99999999999 deck=f1",
            ["D:f"; 50].join(",")
        );
        assert!(Table::split(&players).unwrap().questions().len() < 100);
    }
}
