//! Editor of cards and lakes: the spaces of a position text, and tools that change them.

use std::collections::BTreeMap;

use floe_engine::AnyGame;

use crate::palette::EditTool;

/// Text of a game without a floe, split into its spaces and fields.
pub(crate) struct Table {
    /// Name of the game, as the text begins.
    game: String,
    /// Tokens of the columns of a net from below, or of the rows of a lake from the top.
    lines: Vec<Vec<String>>,
    pub(crate) fields: String,
}

/// Tool that empties a space.
const EMPTY: &str = ".";
/// Tool that turns a card over.
const TURN: &str = "turn";
/// Tool that shows the angler a tile, or hides it again.
const KNOWN: &str = "!";
/// Rows of a net, and those of the competitive form.
const ROWS: usize = 6;
const CONTEST_ROWS: usize = 3;

impl Table {
    /// Splits the text of a net or a lake; `None` for other games.
    pub(crate) fn split(text: &str) -> Option<Table> {
        let (spaces, fields) = text.trim().split_once([' ', '\t']).unwrap_or((text.trim(), ""));
        let (game, lines) = spaces.split_once(':')?;
        if !["flip", "contest", "angling"].contains(&game) {
            return None;
        }
        let lines = lines.split('/').map(tokens).collect();
        Some(Table { game: game.to_owned(), lines, fields: fields.trim().to_owned() })
    }

    fn is_lake(&self) -> bool {
        self.game == "angling"
    }

    fn rows(&self) -> usize {
        let size = self.fields.split_whitespace().find_map(|key| key.strip_prefix("net="));
        let rows = size.and_then(|size| size.split_once('x')?.1.parse().ok());
        rows.unwrap_or(if self.game == "flip" { ROWS } else { CONTEST_ROWS }).min(ROWS)
    }

    /// Names of the spaces with their tokens, which are empty for spaces of a net without a card.
    pub(crate) fn spaces(&self) -> Vec<(String, String)> {
        let mut spaces = Vec::new();
        for (line, tokens) in self.lines.iter().enumerate() {
            let length = if self.is_lake() { tokens.len() } else { self.rows() };
            for index in 0..length {
                let (column, row) = if self.is_lake() { (index, line) } else { (line, index) };
                let name = format!("{}{}", char::from(b'a' + column as u8 % 26), row + 1);
                spaces.push((name, tokens.get(index).cloned().unwrap_or_default()));
            }
        }
        spaces
    }

    /// Uses tools on spaces, by their names. All cards that are nowhere else are in the pile then.
    pub(crate) fn paint(&mut self, tools: &BTreeMap<String, String>) {
        let names: Vec<(String, String)> = self.spaces();
        let mut number = 0;
        let is_lake = self.is_lake();
        let rows = self.rows();
        for tokens in &mut self.lines {
            let length = if is_lake { tokens.len() } else { rows };
            let mut line: Vec<String> = tokens.clone();
            line.resize(length, String::new());
            for token in &mut line {
                if let Some(tool) = tools.get(&names[number].0) {
                    *token = painted(token, tool, is_lake);
                }
                number += 1;
            }
            // Cards fall to the lowest space of their column.
            line.retain(|token| !token.is_empty());
            *tokens = line;
        }
        if !is_lake && tools.values().any(|tool| tool != TURN) {
            self.fields = with_pile_of_rest(&self.fields);
        }
    }

    pub(crate) fn join(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(|line| line.concat()).collect();
        format!("{}:{} {}", self.game, lines.join("/"), self.fields)
    }

    /// Tools for the spaces of a position of this game.
    pub(crate) fn tools(&self, position: &AnyGame) -> Vec<EditTool> {
        let tokens = position.space_tokens().into_iter();
        let mut tools: Vec<EditTool> = tokens.map(|one| EditTool::new(&one.token, &one.words)).collect();
        if self.is_lake() {
            tools.push(EditTool::new(KNOWN, "Known to the angler"));
        } else {
            tools.push(EditTool::new(TURN, "Turn over"));
        }
        tools.push(EditTool::new(EMPTY, "Empty"));
        tools
    }
}

/// The token of a space after a tool was used on it; empty for a space of a net without a card.
fn painted(token: &str, tool: &str, is_lake: bool) -> String {
    match tool {
        EMPTY if !is_lake => String::new(),
        TURN => token.chars().map(turned).collect(),
        KNOWN => match token.strip_suffix('!') {
            Some(hidden) => hidden.to_owned(),
            None if token == EMPTY || token == "?" => token.to_owned(),
            None => format!("{token}!"),
        },
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

/// Fields with `rest` as the pile, which is the last word before the keys.
fn with_pile_of_rest(fields: &str) -> String {
    let mut words: Vec<&str> = fields.split_whitespace().collect();
    let keys = words.iter().position(|word| word.contains('=')).unwrap_or(words.len());
    if keys > 0 {
        words[keys - 1] = "rest";
    }
    words.join(" ")
}

/// Splits a column of cards or a row of tiles into tokens: a card begins with a letter, and its colour, direction and
/// marks follow; a tile is a character, and `!` may follow.
fn tokens(line: &str) -> Vec<String> {
    let is_net = line.contains(|c: char| "<>^~".contains(c) || c.is_ascii_uppercase());
    let mut tokens: Vec<String> = Vec::new();
    let mut is_whole = true;
    for c in line.chars() {
        let is_part = if is_net { !is_whole && !c.is_ascii_uppercase() || c == '~' } else { c == '!' };
        match tokens.last_mut().filter(|_| is_part) {
            Some(token) => token.push(c),
            None => tokens.push(c.to_string()),
        }
        // A card of an animal ends with its direction, waste is a letter.
        is_whole = !is_net || "<>^v~_".contains(c) || !is_part && !c.is_ascii_uppercase();
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(text: &str, tools: &[(&str, &str)]) -> String {
        let mut table = Table::split(text).unwrap();
        table.paint(&tools.iter().map(|&(space, tool)| (space.to_owned(), tool.to_owned())).collect());
        let text = table.join();
        assert!(text.parse::<AnyGame>().is_ok(), "{text}: {:?}", text.parse::<AnyGame>().err());
        text
    }

    #[test]
    fn cards_are_laid_on_their_column() {
        let cards =
            "flip:W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2> A D:f,W:r W2212,S2212,D2212,K2122,p3 deck=f3c1r1s2k1x2y2e2";
        assert_eq!(Table::split(cards).unwrap().join(), cards);
        let laid = edit(cards, &[("a5", "W2>"), ("b3", "."), ("c1", "turn"), ("d2", "m")]);
        let expected = "flip:W1>D2<S3>W2>/K1<K2>/D1<D3<W2</S1<mS2> A D:f,W:r rest deck=f3c1r1s2k1x2y2e2";
        assert_eq!(laid, expected);
        assert_eq!(Table::split(cards).unwrap().spaces()[3], ("a4".to_owned(), String::new()));
        let tools = Table::split(cards).unwrap().tools(&cards.parse().unwrap());
        assert!(tools.len() > 16);
    }

    #[test]
    fn tiles_are_laid_on_the_lake() {
        let lake = "angling:443!r/1..2/rr!63/2d.r A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r";
        assert_eq!(Table::split(lake).unwrap().join(), lake);
        let laid = edit(lake, &[("c1", "!"), ("a2", "."), ("c4", "1"), ("d4", "!")]);
        assert!(laid.starts_with("angling:443r/...2/rr!63/2d1r! A 6,0 "), "{laid}");
    }
}
