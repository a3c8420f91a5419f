use std::str::FromStr;
use std::time::Duration;

use floe_game::Player;

/// What a line orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Order<'a> {
    Ugi,
    IsReady,
    NewGame,
    SetOption { name: String, value: String },
    Position { start: Start<'a>, moves: Vec<&'a str> },
    Go(Go),
    Query(&'a str),
    Stop,
    Quit,
}

/// Where a position begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start<'a> {
    Startpos,
    Fen(&'a str),
    /// Neither.
    Unknown,
}

/// The limits of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Go {
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    pub(super) move_time: Option<Duration>,
    /// What is left on the clock of each player.
    pub(super) clocks: [Option<Duration>; Player::MAX],
    /// What each clock gains with a move.
    pub(super) increments: [Duration; Player::MAX],
    pub(super) infinite: bool,
}

impl<'a> Order<'a> {
    /// Reads a line; one that begins with an unknown word orders nothing.
    ///
    /// # Errors
    /// What is wrong with the rest of a line whose first word is known.
    pub(super) fn parse(line: &'a str) -> Result<Option<Order<'a>>, String> {
        let (word, rest) = first_word(line);
        Ok(Some(match word {
            "ugi" => Order::Ugi,
            "isready" => Order::IsReady,
            "uginewgame" => Order::NewGame,
            "setoption" => set_option(rest)?,
            "position" => position(rest),
            "go" => Order::Go(rest.parse()?),
            "query" => Order::Query(rest),
            "stop" => Order::Stop,
            "quit" => Order::Quit,
            _ => return Ok(None),
        }))
    }
}

/// The first word, and what follows it, without the blanks around.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

/// `name NAME value VALUE`; both may have blanks in them.
fn set_option(text: &str) -> Result<Order<'_>, String> {
    let ("name", rest) = first_word(text) else { return Err("expected setoption name NAME value VALUE".to_owned()) };
    let words: Vec<&str> = rest.split_whitespace().collect();
    let end = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    let value = words.get(end + 1..).unwrap_or_default().join(" ");
    Ok(Order::SetOption { name: words[..end].join(" "), value })
}

/// `startpos` or `fen POSITION`, then perhaps `moves M…`.
fn position(text: &str) -> Order<'_> {
    let (kind, rest) = first_word(text);
    let (before, moves) = split_at_moves(rest);
    let start = match kind {
        "startpos" if before.is_empty() => Start::Startpos,
        "fen" => Start::Fen(before),
        _ => Start::Unknown,
    };
    Order::Position { start, moves: moves.split_whitespace().collect() }
}

/// What stands before and after the word `moves`.
fn split_at_moves(text: &str) -> (&str, &str) {
    let mut rest = text;
    while !rest.is_empty() {
        let before = &text[..text.len() - rest.len()];
        match first_word(rest) {
            ("moves", moves) => return (before.trim_end(), moves),
            (_, after) => rest = &text[text.trim_end().len() - after.len()..],
        }
    }
    (text, "")
}

impl FromStr for Go {
    type Err = String;

    fn from_str(text: &str) -> Result<Go, String> {
        let mut go = Go::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            let value = words.next().unwrap_or_default();
            let number = || value.parse::<u64>().map_err(|_| format!("go {word}: expected a number, found '{value}'"));
            match word {
                "nodes" => go.nodes = Some(number()?),
                "depth" => go.depth = Some(u32::try_from(number()?).unwrap_or(u32::MAX)),
                "movetime" => go.move_time = Some(Duration::from_millis(number()?)),
                _ => match clock(word) {
                    Some((player, "time")) => go.clocks[player] = Some(milliseconds(word, value)?),
                    Some((player, _)) => go.increments[player] = milliseconds(word, value)?,
                    None => return Err(format!("go has no limit '{word}'")),
                },
            }
        }
        Ok(go)
    }
}

/// The player, from 0, and whether `time` or `inc` is told of the clock, of `p1time` and the like.
fn clock(word: &str) -> Option<(usize, &str)> {
    let rest = word.strip_prefix('p')?;
    let player = (1..=Player::MAX).find(|player| rest.starts_with(&player.to_string()))?;
    Some((player - 1, &rest[1..])).filter(|(_, what)| ["time", "inc"].contains(what))
}

/// A clock may be told to be below zero: it has run out.
fn milliseconds(word: &str, value: &str) -> Result<Duration, String> {
    let number: i64 = value.parse().map_err(|_| format!("go {word}: expected milliseconds, found '{value}'"))?;
    Ok(Duration::from_millis(number.max(0).unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Go {
        text.parse().unwrap()
    }

    #[test]
    fn positions_end_before_moves() {
        let read = |line| Order::parse(line).unwrap().unwrap();
        let fen = Start::Fen("1/2 A 0:0,0:0 4,4");
        assert_eq!(
            read("position fen 1/2 A 0:0,0:0 4,4  moves a1  b2 "),
            Order::Position { start: fen, moves: vec!["a1", "b2"] }
        );
        assert_eq!(read(" position\tfen 1/2 A 0:0,0:0 4,4 "), Order::Position { start: fen, moves: vec![] });
        assert_eq!(read("position startpos moves a1"), Order::Position { start: Start::Startpos, moves: vec!["a1"] });
        assert_eq!(read("position startpos moves"), Order::Position { start: Start::Startpos, moves: vec![] });
        assert_eq!(read("position fen moves"), Order::Position { start: Start::Fen(""), moves: vec![] });
        for unknown in ["position 1/2 A", "position", "position startpos a1"] {
            assert_eq!(read(unknown), Order::Position { start: Start::Unknown, moves: vec![] });
        }
    }

    #[test]
    fn limits_are_read() {
        assert_eq!(go("nodes 5 depth 7"), Go { nodes: Some(5), depth: Some(7), ..Go::default() });
        assert_eq!(go("infinite"), Go { infinite: true, ..Go::default() });
        let clocks = go("p1time 1000 p2time -3 p2inc 10");
        let ms = Duration::from_millis;
        assert_eq!(clocks.clocks, [Some(ms(1000)), Some(ms(0)), None, None]);
        assert_eq!(clocks.increments[1], ms(10));
        for wrong in ["nodes", "nodes x", "nodes -1", "p5time 3", "ptime 3", "p1tim 3", "fast", "é 1", "pé 1"] {
            assert!(wrong.parse::<Go>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn options_have_names_of_several_words() {
        let option = |name: &str, value: &str| Order::SetOption { name: name.to_owned(), value: value.to_owned() };
        assert_eq!(Order::parse("setoption name Hash value 64"), Ok(Some(option("Hash", "64"))));
        assert_eq!(Order::parse("setoption name Clear  Hash"), Ok(Some(option("Clear Hash", ""))));
        assert_eq!(Order::parse("setoption name a b value c d"), Ok(Some(option("a b", "c d"))));
        assert!(Order::parse("setoption Hash 64").is_err());
    }

    #[test]
    fn what_is_unknown_orders_nothing() {
        for line in ["", "   ", "hello", "UGI", "\u{0}", "bestmove a1", "go\u{e9}"] {
            assert_eq!(Order::parse(line), Ok(None), "{line:?}");
        }
    }
}
