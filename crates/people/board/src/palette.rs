//! Tools of the editor of a floe: what they make of a hex, and how many tiles the box still holds.

use floe_fish::Value;
use floe_game::{Player, counted};
use floe_hex::Layout;
use floe_picture::Icon;
use floe_variants::{DraftCell, DraftTile, FloeDraft, SpecialTile};
use schemars::JsonSchema;
use serde::Serialize;

/// Tool that empties a space.
pub(crate) const EMPTY: &str = ".";
/// Name of the tool, and of the key, for the whale.
const WHALE: &str = "whale";

/// Tool that changes a hex of a floe.
#[derive(Serialize, JsonSchema)]
pub(crate) struct EditTool {
    /// Name of the tool in requests.
    pub(crate) tool: String,
    words: String,
    /// Key that chooses the tool; null for none.
    key: Option<char>,
    /// Card, tile or hex of the tool, as an element in SVG that uses the style and definitions of a
    /// picture; null for other tools.
    icon: Option<String>,
    /// Number of these cards or tiles that lie nowhere yet; null where they are not counted.
    pub(crate) left: Option<usize>,
}

/// Tiles or cards on a table, compared with those of the game.
#[derive(PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct TableStock {
    /// Sentence about what is still to be set.
    words: String,
    /// Whether nothing is: on a floe all tiles of the game lie there or are taken, with all their
    /// fish.
    pub(crate) is_complete: bool,
    /// Fish and tiles that each player would have if it had taken all tiles that are missing, as
    /// `fish:tiles`; empty if none is.
    with_rest: Vec<String>,
    /// The numbers of `with_rest`.
    #[serde(skip)]
    rest: Vec<Value>,
}

impl TableStock {
    /// Stock in which these parts of a table are missing, such as `3 action cards of A`.
    pub(crate) fn of_missing(missing: &[String]) -> TableStock {
        let is_complete = missing.is_empty();
        let words = if is_complete {
            "All is set.".to_owned()
        } else {
            format!("Still to set: {}.", missing.join(", "))
        };
        TableStock {
            words,
            is_complete,
            with_rest: Vec::new(),
            rest: Vec::new(),
        }
    }

    /// Sentence about what is still to be set.
    pub(crate) fn words(&self) -> &str {
        &self.words
    }

    /// Whether tiles are missing, which players may have taken.
    pub(crate) fn has_rest(&self) -> bool {
        !self.with_rest.is_empty()
    }

    /// Fish and tiles of a player if it had taken all that are missing.
    pub(crate) fn rest_to(&self, player: Player) -> Value {
        self.rest.get(player.index()).copied().unwrap_or_default()
    }
}

impl EditTool {
    /// Tool that its name chooses as a key, if that is one character.
    pub(crate) fn new(tool: &str, words: &str) -> EditTool {
        let mut characters = tool.chars();
        let key = characters
            .next()
            .filter(|_| characters.next().is_none() && tool != "?");
        EditTool {
            tool: tool.to_owned(),
            words: words.to_owned(),
            key,
            icon: None,
            left: None,
        }
    }

    /// The tool with a picture of what it lays.
    pub(crate) fn with_icon(self, icon: &Icon) -> EditTool {
        EditTool {
            icon: Some(icon.draw()),
            ..self
        }
    }

    /// The tool with the number of cards or tiles that are left, which its words name, too.
    pub(crate) fn with_left(self, left: usize) -> EditTool {
        EditTool {
            words: format!("{} ({left} left)", self.words),
            left: Some(left),
            ..self
        }
    }

    /// Tool of a floe, with a picture of its hex.
    fn of_hex(tool: &str, token: &str, words: &str) -> EditTool {
        EditTool::new(tool, words).with_icon(&Icon::Hex(token.to_owned()))
    }

    /// The tool with another key.
    pub(crate) fn with_key(self, key: char) -> EditTool {
        EditTool {
            key: Some(key),
            ..self
        }
    }
}

/// Sentence about a card or tile of which none is left.
pub(crate) fn used_up(name: &str) -> String {
    format!("No {name} is left: all of the game lie on the table.")
}

/// Lists the tools for a floe.
pub(crate) fn tools(draft: &FloeDraft) -> Vec<EditTool> {
    let plain = [
        ("1", "1 fish"),
        ("2", "2 fish"),
        ("3", "3 fish"),
        (".", "Water"),
    ];
    let mut tools: Vec<EditTool> = plain
        .map(|(token, words)| EditTool::of_hex(token, token, words))
        .into();
    let players = draft.players().clamp(2, Player::MAX);
    tools.extend(Player::first(players).map(|player| {
        EditTool::of_hex(
            &player.to_string(),
            &format!("{player}1"),
            &format!("Penguin {player}"),
        )
    }));
    if draft.has_key("whale") {
        let whale = EditTool::new(WHALE, "Whale");
        tools.push(whale.with_icon(&Icon::Whale).with_key('w'));
    }
    if draft.rules.variant.has_special_tiles {
        let special = [("t", "Teleport"), ("x", "Exchange"), ("r", "Reversal")];
        tools.extend(
            special.map(|(name, words)| EditTool::of_hex(name, &format!("{name}1"), words)),
        );
        // The key f turns the board.
        tools.push(EditTool::of_hex("f", "f1", "Floating").with_key('l'));
        tools.push(EditTool::of_hex("b2", "b2", "Broken").with_key('b'));
        tools.push(EditTool::of_hex("b1", "b1", "Broken, crossed once").with_key('n'));
    }
    if draft.outline.centre().is_some() {
        let centres = [("o", "Open centre"), ("0", "Centre without fish")];
        tools.extend(centres.map(|(token, words)| EditTool::of_hex(token, token, words)));
        tools.push(EditTool::of_hex("m2", "m2", "Centre that costs 2").with_key('m'));
    }
    tools
}

/// Uses a tool on a hex of a floe. A penguin stands on the tile that is there, or on a new one with
/// one fish; by rules where penguins share tiles it joins those that stand there. Penguins come
/// from the hands: a floe that is set up by hand has none left there.
pub(crate) fn paint(draft: &mut FloeDraft, hex: &str, tool: &str) {
    if tool == WHALE {
        let whale = draft.outline.geometry().hex(hex);
        draft.whale = whale.filter(|_| draft.has_key(WHALE)).or(draft.whale);
        return;
    }
    let penguin = Player::first(Player::MAX).find(|player| player.to_string() == tool);
    if penguin.is_some() {
        draft.hands.clear();
    }
    let shares_tiles = draft.rules.variant.shares_tiles;
    let Some(cell) = draft.cell_mut(hex) else {
        return;
    };
    let kind = match tool {
        "t" => Some(SpecialTile::Teleport),
        "x" => Some(SpecialTile::Exchange),
        "r" => Some(SpecialTile::Reversal),
        "f" => Some(SpecialTile::Floating),
        _ => None,
    };
    match (penguin, kind) {
        (Some(player), _) => {
            if !shares_tiles {
                cell.penguins.clear();
            }
            cell.penguins.push(player);
            cell.penguins.sort();
            let has_fish = matches!(cell.tile, DraftTile::Fish(_) | DraftTile::Special(..));
            if !has_fish || cell.tile.is_broken() {
                cell.tile = DraftTile::Fish(1);
            }
        }
        (None, Some(kind)) => {
            let fish = Some(cell.tile.fish()).filter(|fish| (1..=3).contains(fish));
            let tile = DraftTile::Special(kind, fish.unwrap_or(1));
            *cell = DraftCell {
                tile,
                ..DraftCell::default()
            };
        }
        (None, None) => *cell = DraftCell::from(tool),
    }
}

/// Compares the tiles of a floe with those of the game; `None` where they are not counted.
pub(crate) fn stock(draft: &FloeDraft) -> Option<TableStock> {
    let stock = draft.stock()?;
    let has_taken = draft.taken.iter().any(|taken| taken.tiles != 0);
    let is_complete = stock.tiles == 0 && stock.fish == 0;
    let tiles = counted(stock.tiles.unsigned_abs() as usize, "tile");
    let words = match stock.tiles {
        0 if is_complete => "All 60 tiles are set.".to_owned(),
        0 if !has_taken => still_to_set(&stock.left),
        0 => format!(
            "Still to settle: the fish taken are {} too {}.",
            stock.fish.abs(),
            if stock.fish < 0 { "many" } else { "few" }
        ),
        1.. => format!("Still to set: {tiles}."),
        _ => format!("{tiles} too many."),
    };
    let with_rest = |taken: &Value| Value {
        fish: (taken.fish + stock.fish).max(0),
        tiles: (taken.tiles + stock.tiles).max(0),
    };
    let rest = draft.taken.iter().filter(|_| stock.tiles > 0);
    Some(TableStock {
        words,
        is_complete,
        with_rest: rest.map(|taken| with_rest(taken).plain()).collect(),
        rest: draft.taken.iter().map(with_rest).collect(),
    })
}

/// Sentence about the tiles of each number of fish that are missing where 60 lie on the floe: as
/// many have other fish.
fn still_to_set(left: &[i32]) -> String {
    let missing: i32 = left.iter().filter(|&&left| left > 0).sum();
    let kinds = (1..)
        .zip(left)
        .filter(|&(_, &left)| left > 0)
        .map(|(fish, left)| format!("{left} with {fish} fish"));
    let kinds: Vec<String> = kinds.collect();
    format!(
        "Still to set: {}, {}.",
        counted(missing as usize, "tile"),
        kinds.join(" and ")
    )
}

#[cfg(test)]
mod tests {
    use floe_engine::{AnyGame, GameRules, RandomStart};

    use super::*;

    fn draft(text: &str) -> FloeDraft {
        FloeDraft::read(text).unwrap().draft
    }

    #[test]
    fn a_tool_keeps_the_tile_below_a_penguin() {
        for (token, tool, rules, expected) in [
            (".", "A", "", "A1"),
            ("3", "B", "", "B3"),
            ("A2", "B", "", "B2"),
            ("A2", "A", "rules=group", "(AA)2"),
            ("(AB)3", "B", "rules=group", "(ABB)3"),
            ("m2", "A", "", "Am2"),
            ("2", "t", "rules=special-tiles", "t2"),
            ("t2", "A", "rules=special-tiles", "At2"),
            ("b2", "f", "rules=special-tiles", "f1"),
            ("A2", ".", "", "."),
        ] {
            let mut floe = draft(&format!("rows(0:2):{token}1 A 0:0,0:0 {rules}"));
            paint(&mut floe, "a1", tool);
            assert_eq!(
                floe.cells[0].to_string(),
                expected,
                "{token} {tool} {rules}"
            );
        }
    }

    #[test]
    fn missing_tiles_are_counted() {
        let floe = |[ones, twos, threes]: [usize; 3], fields: &str| {
            let mut floe = draft(&format!("setup-2:... {fields}"));
            floe.cells.fill(DraftCell::default());
            let fish = [vec![1; ones], vec![2; twos], vec![3; threes]].concat();
            for (cell, fish) in floe.cells.iter_mut().zip(fish) {
                cell.tile = DraftTile::Fish(fish);
            }
            stock(&floe)
        };
        let missing = floe([28, 18, 8], "A 0:0,0:0").unwrap();
        assert_eq!(
            (missing.words.as_str(), missing.is_complete),
            ("Still to set: 6 tiles.", false)
        );
        assert_eq!(missing.with_rest, ["12:6", "12:6"]);
        assert!(floe([28, 18, 8], "A 5:2,7:4").unwrap().is_complete);
        let settled = floe([28, 18, 8], "A 5:2,6:4").unwrap();
        assert_eq!(
            settled.words,
            "Still to settle: the fish taken are 1 too few."
        );
        assert_eq!(
            floe([31, 20, 10], "A 0:0,0:0").unwrap().words,
            "1 tile too many."
        );
        let new = floe([60, 0, 0], "A 0:0,0:0").unwrap();
        assert_eq!(
            new.words,
            "Still to set: 30 tiles, 20 with 2 fish and 10 with 3 fish."
        );
        assert!(!new.has_rest() && missing.has_rest());
        assert_eq!(
            floe([30, 20, 10], "A 0:0,0:0").unwrap().words,
            "All 60 tiles are set."
        );
        assert_eq!(floe([28, 18, 8], "A 0:0,0:0 rules=survival"), None);
    }

    /// Every tool on every hex gives a game, or an error that names its field; the text of the
    /// draft says the same.
    #[test]
    fn a_tool_gives_a_game_or_names_a_field() {
        for rules in GameRules::all().filter(|rules| rules.floe().is_some()) {
            let dealt = AnyGame::deal(&rules.usual(rules.usual_players()), 5).unwrap();
            let start = RandomStart {
                placed: true,
                plies: 9,
                tiles: None,
            };
            let floe = start.play(&dealt, 5).draft().unwrap();
            for tool in tools(&floe) {
                for number in 0..floe.cells.len() {
                    let mut painted = floe.clone();
                    paint(&mut painted, &floe.name(number), &tool.tool);
                    let text = painted.to_string();
                    match AnyGame::try_from(&painted) {
                        Ok(game) => assert_eq!(text.parse(), Ok(game), "{text}"),
                        Err(error) => {
                            assert!(!error.field.name.is_empty(), "{text}");
                            let read = text.parse::<AnyGame>().unwrap_err();
                            assert_eq!(read.problem, error.expected, "{text}");
                        }
                    }
                }
            }
        }
    }
}
