//! Tools of the editor of a floe: what they make of a hex, and how many tiles the box still holds.

use floe_engine::GameRules;
use floe_game::{Player, counted};
use floe_picture::Icon;
use floe_variants::{Rules, VariantInfo};
use schemars::JsonSchema;
use serde::Serialize;

/// Maximum number of bytes of all fields after the rows, far above that of any position.
pub(crate) const MAX_FIELDS: usize = 1 << 10;
/// Maximum number of tokens that are read of a row: as many letters as name its hexes.
pub(crate) const MAX_TOKENS: usize = 26;
/// Tiles of the game with one, two and three fish.
const STOCK: [u32; 3] = [30, 20, 10];
/// Number of all tiles of the game.
const ALL: u32 = 60;

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
    pub(crate) fn rest_to(&self, player: usize) -> [i32; 2] {
        self.with_rest.get(player).map_or([0; 2], |entry| {
            fish_and_tiles(entry).map(|number| number as i32)
        })
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

    /// Whether this tool lays a card or tile of which none is left.
    pub(crate) fn is_used_up(&self) -> bool {
        self.left == Some(0)
    }

    /// Name of what the tool lays.
    pub(crate) fn name(&self) -> &str {
        self.words
            .split_once(" (")
            .map_or(&*self.words, |(name, _)| name)
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

/// Lists the tools for a floe with these keys after its rows, such as `rules=push`, and this number
/// of players.
pub(crate) fn tools(fields: &str, players: usize, layout: &str) -> Vec<EditTool> {
    let rules = rules_of(fields);
    let plain = [
        ("1", "1 fish"),
        ("2", "2 fish"),
        ("3", "3 fish"),
        (".", "Water"),
    ];
    let mut tools: Vec<EditTool> = plain
        .map(|(token, words)| EditTool::of_hex(token, token, words))
        .into();
    tools.extend(Player::first(players).map(|player| {
        EditTool::of_hex(
            &player.to_string(),
            &format!("{player}1"),
            &format!("Penguin {player}"),
        )
    }));
    if rules.is_some_and(|rules| rules.keys.contains(&"whale")) {
        tools.push(
            EditTool::new("whale", "Whale")
                .with_icon(&Icon::Whale)
                .with_key('w'),
        );
    }
    if rules.is_some_and(|rules| rules.has_special_tiles) {
        let special = [("t", "Teleport"), ("x", "Exchange"), ("r", "Reversal")];
        tools.extend(
            special.map(|(name, words)| EditTool::of_hex(name, &format!("{name}1"), words)),
        );
        // The key f turns the board.
        tools.push(EditTool::of_hex("f", "f1", "Floating").with_key('l'));
        tools.push(EditTool::of_hex("b2", "b2", "Broken").with_key('b'));
        tools.push(EditTool::of_hex("b1", "b1", "Broken, crossed once").with_key('n'));
    }
    if layout == "setup-2:" {
        let centres = [("o", "Open centre"), ("0", "Centre without fish")];
        tools.extend(centres.map(|(token, words)| EditTool::of_hex(token, token, words)));
        tools.push(EditTool::of_hex("m2", "m2", "Centre that costs 2").with_key('m'));
    }
    tools
}

/// The variant whose rules the keys of a position name; `None` if there is none.
fn rules_of(fields: &str) -> Option<&'static VariantInfo> {
    let name = fields
        .split_whitespace()
        .find_map(|key| key.strip_prefix("rules="))?;
    Some(name.parse::<Rules>().ok()?.variant)
}

/// The token of a hex after a tool was used on it. A penguin stands on the tile that is there, or
/// on a new one with one fish; by rules where penguins share tiles it joins those that stand there.
pub(crate) fn painted(token: &str, tool: &str, fields: &str) -> String {
    let penguins: String = token.chars().filter(char::is_ascii_uppercase).collect();
    let tile = token.trim_start_matches(|c: char| c.is_ascii_uppercase() || "()".contains(c));
    let fish = tile.trim_start_matches(|c: char| c.is_ascii_lowercase() && c != 'm');
    let has_fish = fish.ends_with(|c: char| c.is_ascii_digit()) && !tile.starts_with('b');
    let fish = if has_fish { fish } else { "1" };
    match tool {
        "A" | "B" | "C" | "D"
            if rules_of(fields).is_some_and(|rules| rules.shares_tiles) && !penguins.is_empty() =>
        {
            format!("({penguins}{tool}){fish}")
        }
        "A" | "B" | "C" | "D" | "t" | "x" | "r" | "f" => format!("{tool}{fish}"),
        _ => tool.to_owned(),
    }
}

/// Fields with the whale on this hex.
pub(crate) fn with_whale(fields: &str, hex: &str) -> String {
    let moved = |key: &str| {
        if key.starts_with("whale=") {
            format!("whale={hex}")
        } else {
            key.to_owned()
        }
    };
    fields
        .split_whitespace()
        .map(moved)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Fields with the keys of other rules on a floe with these tokens; `threes` are the names of the
/// hexes with a free tile, most fish first.
pub(crate) fn with_rules<'a>(
    fields: &str,
    rules: GameRules,
    threes: &[String],
    tokens: impl Iterator<Item = &'a str>,
) -> String {
    let own = |word: &&str| !word.contains('=');
    let mut words: Vec<String> = fields
        .split_whitespace()
        .filter(own)
        .map(str::to_owned)
        .collect();
    let Some(rules) = rules.floe() else {
        return fields.to_owned();
    };
    if rules != Rules::BASE {
        words.push(format!("rules={rules}"));
    }
    let taken: Vec<[i64; 2]> = words
        .get(1)
        .map_or("0:0,0:0", String::as_str)
        .split(',')
        .take(Player::MAX)
        .map(fish_and_tiles)
        .collect();
    if let Some(nothing) = words.get_mut(1).filter(|_| !rules.variant.takes_tiles()) {
        *nothing = vec!["0:0"; taken.len()].join(",");
    }
    let counts = tiles_by_fish(tokens);
    let left = [0, 1, 2].map(|index| i64::from(STOCK[index]) - counts[index]);
    for key in rules.variant.keys {
        match *key {
            "whale" => words.extend(threes.first().map(|hex| format!("whale={hex}"))),
            "hidden" => words.push("hidden=3".to_owned()),
            "took" => {
                let took = took(&taken, left).or_else(|| took(&taken, [i64::from(ALL); 3]));
                let took = took.unwrap_or_else(|| vec![[0; 3]; taken.len()]);
                let took: Vec<String> = took
                    .iter()
                    .map(|[one, two, three]| format!("{one}.{two}.{three}"))
                    .collect();
                words.push(format!("took={}", took.join(",")));
            }
            _ => {}
        }
    }
    words.join(" ")
}

/// Tiles with one, two and three fish that each player may have taken, whose sums of fish and tiles
/// are these, out of those that are left; `None` if there are no such tiles.
fn took(taken: &[[i64; 2]], left: [i64; 3]) -> Option<Vec<[i64; 3]>> {
    let Some((&[fish, tiles], others)) = taken.split_first() else {
        return Some(Vec::new());
    };
    (0..=left[2].max(0)).find_map(|threes| {
        let twos = fish - tiles - 2 * threes;
        let own = [tiles - twos - threes, twos, threes];
        let rest = [0, 1, 2].map(|index| left[index] - own[index]);
        if own.iter().chain(&rest).any(|&count| count < 0) {
            return None;
        }
        Some([vec![own], took(others, rest)?].concat())
    })
}

/// Number of tiles on a floe with one, two and three fish, by the tokens of its hexes.
fn tiles_by_fish<'a>(tokens: impl Iterator<Item = &'a str>) -> [i64; 3] {
    let mut counts = [0; 3];
    for token in tokens.filter(|token| !token.starts_with('m')) {
        let digit = token.chars().next_back().and_then(|c| c.to_digit(10));
        // The side of a broken tile is no fish: it is one with one fish, turned over.
        let fish = if token.contains('b') { Some(1) } else { digit };
        if let Some(fish @ 1..=3) = fish {
            counts[fish as usize - 1] += 1;
        }
    }
    counts
}

/// Counts the tiles on a floe of 60 dealt hexes by their tokens; `None` where players take no
/// tiles.
pub(crate) fn stock<'a>(tokens: impl Iterator<Item = &'a str>, fields: &str) -> Option<TableStock> {
    if rules_of(fields).is_some_and(|rules| !rules.takes_tiles()) {
        return None;
    }
    let counts = tiles_by_fish(tokens);
    let on_floe: i64 = counts.iter().sum();
    let taken: Vec<[i64; 2]> = fields
        .split_whitespace()
        .nth(1)?
        .split(',')
        .take(Player::MAX)
        .map(fish_and_tiles)
        .collect();
    let taken_tiles: i64 = taken.iter().map(|&[_, tiles]| tiles).sum();
    let taken_fish: i64 = taken.iter().map(|&[fish, _]| fish).sum();
    let left: Vec<i64> = STOCK
        .iter()
        .zip(counts)
        .map(|(&stock, count)| i64::from(stock) - count)
        .collect();
    let missing_tiles = i64::from(ALL) - on_floe - taken_tiles;
    let missing_fish = left[0] + 2 * left[1] + 3 * left[2] - taken_fish;
    let is_complete = missing_tiles == 0 && missing_fish == 0;
    let words = match missing_tiles {
        0 if is_complete => "All 60 tiles are set.".to_owned(),
        0 if taken_tiles == 0 => still_to_set(&left),
        0 => format!(
            "Still to settle: the fish taken are {} too {}.",
            missing_fish.abs(),
            more_or_less(-missing_fish)
        ),
        1.. => format!(
            "Still to set: {}.",
            counted(missing_tiles.unsigned_abs() as usize, "tile")
        ),
        _ => format!(
            "{} too many.",
            counted(missing_tiles.unsigned_abs() as usize, "tile")
        ),
    };
    let with_rest = |&[fish, tiles]: &[i64; 2]| {
        format!(
            "{}:{}",
            (fish + missing_fish).max(0),
            (tiles + missing_tiles).max(0)
        )
    };
    let with_rest = if missing_tiles > 0 {
        taken.iter().map(with_rest).collect()
    } else {
        Vec::new()
    };
    Some(TableStock {
        words,
        is_complete,
        with_rest,
    })
}

/// Sentence about the tiles of each number of fish that are missing where 60 lie on the floe: as
/// many have other fish.
fn still_to_set(left: &[i64]) -> String {
    let missing: i64 = left.iter().filter(|&&left| left > 0).sum();
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

/// Whether a number is too large or too small, in a word.
fn more_or_less(number: i64) -> &'static str {
    if number > 0 { "many" } else { "few" }
}

/// Numbers of an entry `fish:tiles`; 0 for those that are no numbers, or far too large.
fn fish_and_tiles(entry: &str) -> [i64; 2] {
    let (fish, tiles) = entry.split_once(':').unwrap_or((entry, "0"));
    [fish, tiles].map(|number| number.parse::<i16>().map_or(0, i64::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_keeps_the_tile_below_a_penguin() {
        for (token, tool, fields, expected) in [
            (".", "A", "A 0:0,0:0", "A1"),
            ("3", "B", "A 0:0,0:0", "B3"),
            ("A2", "B", "A 0:0,0:0", "B2"),
            ("A2", "A", "A 0:0,0:0 rules=group", "(AA)2"),
            ("(AB)3", "B", "A 0:0,0:0 rules=group", "(ABB)3"),
            ("m2", "A", "A 0:0,0:0", "Am2"),
            ("2", "t", "A 0:0,0:0 rules=special-tiles", "t2"),
            ("b2", "f", "A 0:0,0:0 rules=special-tiles", "f1"),
            ("A2", ".", "A 0:0,0:0", "."),
        ] {
            assert_eq!(
                painted(token, tool, fields),
                expected,
                "{token} {tool} {fields}"
            );
        }
    }

    #[test]
    fn missing_tiles_are_counted() {
        let tokens = |ones: usize, twos: usize, threes: usize| {
            [
                vec!["1"; ones],
                vec!["2"; twos],
                vec!["A3"; threes],
                vec![".", "o"],
            ]
            .concat()
        };
        let stock = |tokens: Vec<&str>, fields| stock(tokens.into_iter(), fields);
        let missing = stock(tokens(28, 18, 8), "A 0:0,0:0").unwrap();
        assert_eq!(
            (missing.words.as_str(), missing.is_complete),
            ("Still to set: 6 tiles.", false)
        );
        assert_eq!(missing.with_rest, ["12:6", "12:6"]);
        assert!(stock(tokens(28, 18, 8), "A 5:2,7:4").unwrap().is_complete);
        let settled = stock(tokens(28, 18, 8), "A 5:2,6:4").unwrap();
        assert_eq!(
            settled.words,
            "Still to settle: the fish taken are 1 too few."
        );
        assert_eq!(
            stock(tokens(31, 20, 10), "A 0:0,0:0").unwrap().words,
            "1 tile too many."
        );
        let new = stock(tokens(60, 0, 0), "A 0:0,0:0").unwrap();
        assert_eq!(
            new.words,
            "Still to set: 30 tiles, 20 with 2 fish and 10 with 3 fish."
        );
        assert!(!new.has_rest() && missing.has_rest());
        assert_eq!(
            stock(tokens(30, 20, 10), "A 0:0,0:0").unwrap().words,
            "All 60 tiles are set."
        );
        assert_eq!(stock(tokens(28, 18, 8), "A 0:0,0:0 rules=survival"), None);
    }
}
