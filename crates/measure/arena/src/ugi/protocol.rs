//! Arguments of commands to an engine, and its replies.

use std::fmt;
use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

use floe_game::Player;

use crate::clock::Clocks;
use crate::record::MoveReport;

/// Reason why an engine cannot carry out a command of UGI.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UgiError {
    /// The command lacks its first argument, which this text describes.
    #[error("expected {0}")]
    Syntax(&'static str),
    /// The command names an option, a limit of `go`, or a question that is unknown.
    #[error("unknown {kind} '{name}'; known: {known}")]
    Unknown {
        /// Kind of name: `option`, `limit` or `question`.
        kind: &'static str,
        /// Name given in the command.
        name: String,
        /// All names that are known, separated by commas.
        known: String,
    },
    /// The command gives an option or a limit a wrong value.
    #[error("{place}: expected {expected}; found '{found}'")]
    Value {
        /// Option or limit that has the value.
        place: String,
        /// Values that are allowed, in words.
        expected: String,
        /// Value given in the command.
        found: String,
    },
    /// The command has a move that cannot be made in the position.
    #[error("move {number}, '{text}': {reason}")]
    Move {
        /// Number of the move in the command, from 1.
        number: usize,
        /// The move, as it was given.
        text: String,
        /// Reason why the move cannot be made.
        reason: String,
    },
    /// The command has a position or value that is refused, for this reason.
    #[error("{0}")]
    Refused(String),
    /// The command needs a position, and the last one was refused.
    #[error("no position: expected a legal position command first")]
    NoPosition,
    /// The command asks for a search of a game that is over.
    #[error("the game is over")]
    Over,
    /// The command must wait until the search that is running ends.
    #[error("still searching; allowed now: isready, stop, quit")]
    Searching,
}

impl UgiError {
    /// Describes that `name` is an unknown option, limit of `go` or question, as `kind` says;
    /// `known` are all names of this kind.
    pub fn unknown(kind: &'static str, name: &str, known: &str) -> UgiError {
        UgiError::Unknown {
            kind,
            name: name.to_owned(),
            known: known.to_owned(),
        }
    }
}

/// Limits of a search, as the command `go` gives them; without any the engine decides.
///
/// `Display` writes each with a blank before it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GoLimits {
    /// Maximum number of nodes, as the engine counts them; `None` for no limit.
    pub nodes: Option<u64>,
    /// Maximum depth in plies; `None` for no limit.
    pub depth: Option<u32>,
    /// Maximum time of the search, written in milliseconds; `None` for no limit.
    pub move_time: Option<Duration>,
    /// Time left on the clock of each player, by [`Player::index`]; `None` without a clock.
    pub clocks: [Option<Duration>; Player::MAX],
    /// Time that the clock of each player gains with each of its moves, by [`Player::index`]; zero
    /// without a clock.
    pub increments: [Duration; Player::MAX],
    /// Whether to search until the command `stop`, if no other limit is given.
    pub infinite: bool,
}

/// Reply of an engine, read as far as it matters to a program that uses the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UgiReply<'a> {
    /// `id name NAME`: the name of the engine, with its version.
    Name(&'a str),
    /// `option name NAME …`: an option that the engine offers, by its name alone.
    Option(&'a str),
    /// `ugiok`: the engine has ended its introduction.
    UgiOk,
    /// `readyok`: the engine has carried out all commands before `isready`.
    ReadyOk,
    /// `response …`: the answer of the engine to a query, without the keyword.
    Response(&'a str),
    /// `info …`: a report of the engine on its running search.
    Info(SearchInfo),
    /// `bestmove …`: the move that the engine has chosen, as text; empty if it is missing.
    BestMove(&'a str),
    /// `error …`: a message of the engine, without the keyword.
    Error(&'a str),
    /// Any other line, which is ignored.
    Other,
}

/// State of a search, as an `info` line of an engine gives it; every part may be missing.
///
/// `Display` writes the whole line, with the speed if nodes and time are known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchInfo {
    /// Depth of the search in plies; `None` if not given.
    pub depth: Option<u32>,
    /// Number of nodes searched since the command `go`; `None` if not given.
    pub nodes: Option<u64>,
    /// Time since the command `go`; `None` if not given.
    pub time: Option<Duration>,
    /// Share of the transposition table in use, in thousandths; `None` if not given.
    pub hash_full: Option<u32>,
    /// Value of the position searched, seen from the player to move, in the notation of values;
    /// `None` if not given.
    pub score: Option<String>,
    /// Whether the engine claims that its score is proved.
    pub exact: bool,
    /// Principal variation: the best moves of all players from the position searched, in notation.
    pub pv: Vec<String>,
}

const LIMITS: &str = "nodes, depth, movetime, p1time, p1inc (to p4time, p4inc), infinite";

/// Splits a text into its first word and the rest, without blanks around them.
pub fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace)
        .map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

impl GoLimits {
    /// The limits with the clocks of the first `players` players added.
    #[must_use]
    pub fn with_clocks(mut self, clocks: &Clocks, players: usize) -> GoLimits {
        for player in Player::first(players) {
            self.clocks[player.index()] = Some(clocks.left(player));
            self.increments[player.index()] = clocks.increment();
        }
        self
    }

    /// Whether only the command `stop` ends a search for `mover`, the player to move.
    pub fn is_endless(&self, mover: Player) -> bool {
        let timed = self.move_time.is_some() || self.clocks[mover.index()].is_some();
        self.infinite && !timed && self.nodes.is_none() && self.depth.is_none()
    }
}

impl FromStr for GoLimits {
    type Err = UgiError;

    fn from_str(text: &str) -> Result<GoLimits, UgiError> {
        let mut go = GoLimits::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            let value = words.next().unwrap_or_default();
            match word {
                "nodes" => go.nodes = Some(read_limit(word, value, "a number")?),
                "depth" => {
                    go.depth = Some(
                        u32::try_from(read_limit::<u64>(word, value, "a number")?)
                            .unwrap_or(u32::MAX),
                    );
                }
                "movetime" => {
                    go.move_time =
                        Some(Duration::from_millis(read_limit(word, value, "a number")?));
                }
                _ => match clock(word) {
                    Some((player, "time")) => go.clocks[player] = Some(read_clock(word, value)?),
                    Some((player, _)) => go.increments[player] = read_clock(word, value)?,
                    None => return Err(UgiError::unknown("limit", word, LIMITS)),
                },
            }
        }
        Ok(go)
    }
}

/// Reads the value of the limit `word`.
fn read_limit<T: FromStr>(word: &str, value: &str, expected: &str) -> Result<T, UgiError> {
    value.parse().map_err(|_| UgiError::Value {
        place: format!("go {word}"),
        expected: expected.to_owned(),
        found: value.to_owned(),
    })
}

fn read_clock(word: &str, value: &str) -> Result<Duration, UgiError> {
    let milliseconds: i64 = read_limit(word, value, "milliseconds")?;
    Ok(Duration::from_millis(milliseconds.max(0).unsigned_abs()))
}

/// Reads `p1time` and the like: the index of the player, from 0, and `time` or `inc`; `None` for
/// other words.
fn clock(word: &str) -> Option<(usize, &str)> {
    let rest = word.strip_prefix('p')?;
    let player = (1..=Player::MAX).find(|player| rest.starts_with(&player.to_string()))?;
    Some((player - 1, &rest[1..])).filter(|(_, what)| ["time", "inc"].contains(what))
}

fn write_number(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    number: Option<impl fmt::Display>,
) -> fmt::Result {
    number.map_or(Ok(()), |number| write!(f, " {name} {number}"))
}

impl fmt::Display for GoLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_number(f, "nodes", self.nodes)?;
        write_number(f, "depth", self.depth)?;
        write_number(f, "movetime", self.move_time.map(|time| time.as_millis()))?;
        for (number, (left, increment)) in (1..).zip(self.clocks.iter().zip(self.increments)) {
            if let Some(left) = left {
                write!(
                    f,
                    " p{number}time {} p{number}inc {}",
                    left.as_millis(),
                    increment.as_millis()
                )?;
            }
        }
        f.write_str(if self.infinite { " infinite" } else { "" })
    }
}

impl<'a> UgiReply<'a> {
    /// Reads a line that an engine has written; unknown parts of it are ignored.
    pub fn parse(line: &'a str) -> UgiReply<'a> {
        let (word, rest) = first_word(line);
        match (word, first_word(rest)) {
            // The name of an option may contain blanks and ends before its type.
            ("option", ("name", rest)) => {
                UgiReply::Option(rest.split(" type ").next().unwrap_or(rest).trim_end())
            }
            ("id", ("name", name)) => UgiReply::Name(name),
            ("ugiok", _) => UgiReply::UgiOk,
            ("readyok", _) => UgiReply::ReadyOk,
            ("response", _) => UgiReply::Response(rest),
            ("info", _) => UgiReply::Info(SearchInfo::parse(rest)),
            ("bestmove", (mv, _)) => UgiReply::BestMove(mv),
            ("error", _) => UgiReply::Error(rest),
            _ => UgiReply::Other,
        }
    }
}

impl SearchInfo {
    fn parse(text: &str) -> SearchInfo {
        fn number<T: FromStr>(words: &mut SplitWhitespace<'_>) -> Option<T> {
            words.next().and_then(|word| word.parse().ok())
        }
        let mut info = SearchInfo::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(&mut words),
                "nodes" => info.nodes = number(&mut words),
                "time" => info.time = number(&mut words).map(Duration::from_millis),
                "hashfull" => info.hash_full = number(&mut words),
                "score" => {
                    info.score = words
                        .next()
                        .filter(|word| word.contains(':'))
                        .map(str::to_owned);
                }
                "exact" => info.exact = true,
                "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
                "string" => break,
                _ => {}
            }
        }
        info
    }

    /// Overwrites the parts of a report that this line has.
    pub(super) fn add_to(&self, report: &mut MoveReport) {
        report.depth = self.depth.or(report.depth);
        report.nodes = self.nodes.or(report.nodes);
        report.value = self.score.clone().or(report.value.take());
    }
}

impl fmt::Display for SearchInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        let speed =
            |(nodes, time): (u64, Duration)| (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
        write_number(f, "depth", self.depth)?;
        write_number(f, "nodes", self.nodes)?;
        write_number(f, "time", self.time.map(|time| time.as_millis()))?;
        write_number(f, "nps", self.nodes.zip(self.time).map(speed))?;
        write_number(f, "hashfull", self.hash_full)?;
        write_number(f, "score", self.score.as_ref())?;
        f.write_str(if self.exact && self.score.is_some() {
            " exact"
        } else {
            ""
        })?;
        if self.pv.is_empty() {
            Ok(())
        } else {
            write!(f, " pv {}", self.pv.join(" "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> GoLimits {
        text.parse().unwrap()
    }

    #[test]
    fn limits_are_read() {
        assert_eq!(
            go("nodes 5 depth 7"),
            GoLimits {
                nodes: Some(5),
                depth: Some(7),
                ..GoLimits::default()
            }
        );
        assert_eq!(
            go("infinite"),
            GoLimits {
                infinite: true,
                ..GoLimits::default()
            }
        );
        let clocks = go("p1time 1000 p2time -3 p2inc 10");
        let ms = Duration::from_millis;
        assert_eq!(clocks.clocks, [Some(ms(1000)), Some(ms(0)), None, None]);
        assert_eq!(clocks.increments[1], ms(10));
        for wrong in [
            "nodes", "nodes x", "nodes -1", "p5time 3", "ptime 3", "p1tim 3", "fast", "é 1", "pé 1",
        ] {
            assert!(wrong.parse::<GoLimits>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn limits_are_written() {
        let written = |limits: GoLimits| format!("go{limits}");
        assert_eq!(written(GoLimits::default()), "go");
        let move_time = Some(Duration::from_millis(50));
        let all = GoLimits {
            nodes: Some(7),
            depth: Some(3),
            move_time,
            ..GoLimits::default()
        };
        assert_eq!(written(all), "go nodes 7 depth 3 movetime 50");
        let clocks = Clocks::new("100ms+10ms".parse().unwrap());
        let clocked = GoLimits::default().with_clocks(&clocks, 3);
        assert_eq!(
            written(clocked),
            "go p1time 100 p1inc 10 p2time 100 p2inc 10 p3time 100 p3inc 10"
        );
        for limits in [all, clocked, go("infinite")] {
            assert_eq!(limits.to_string().parse(), Ok(limits));
        }
    }

    #[test]
    fn only_a_limit_ends_a_search() {
        let [a, b] = [0, 1].map(Player::new);
        assert!(
            go("infinite").is_endless(a)
                && !go("infinite nodes 3").is_endless(a)
                && !go("").is_endless(a)
        );
        assert!(go("infinite p2time 9").is_endless(a) && !go("infinite p2time 9").is_endless(b));
    }

    #[test]
    fn lines_are_understood() {
        assert_eq!(
            UgiReply::parse("id name The Fish 2.0"),
            UgiReply::Name("The Fish 2.0")
        );
        assert_eq!(UgiReply::parse("id author a person"), UgiReply::Other);
        assert_eq!(
            UgiReply::parse("option name Clear Hash type button"),
            UgiReply::Option("Clear Hash")
        );
        assert_eq!(UgiReply::parse("  readyok "), UgiReply::ReadyOk);
        assert_eq!(
            UgiReply::parse("bestmove a1-b1 ponder c2"),
            UgiReply::BestMove("a1-b1")
        );
        assert_eq!(UgiReply::parse("bestmove"), UgiReply::BestMove(""));
        assert_eq!(
            UgiReply::parse("response 2 3 4"),
            UgiReply::Response("2 3 4")
        );
        for other in ["", "hello", "bestmoves a1", "ugiok!"] {
            assert_eq!(UgiReply::parse(other), UgiReply::Other);
        }
    }

    #[test]
    fn info_lines_may_be_partial() {
        let line =
            "info depth 8 seldepth 9 nodes 112 time 38 score -1:0 exact pv c5-d4 d5-d6 nodes 7";
        let UgiReply::Info(info) = UgiReply::parse(line) else {
            panic!()
        };
        let expected = SearchInfo {
            depth: Some(8),
            nodes: Some(112),
            time: Some(Duration::from_millis(38)),
            hash_full: None,
            score: Some("-1:0".to_owned()),
            exact: true,
            pv: ["c5-d4", "d5-d6", "nodes", "7"].map(str::to_owned).to_vec(),
        };
        assert_eq!(info, expected);
        let written =
            "info depth 8 nodes 112 time 38 nps 2947 score -1:0 exact pv c5-d4 d5-d6 nodes 7";
        assert_eq!(
            (info.to_string().as_str(), UgiReply::parse(written)),
            (written, UgiReply::Info(expected))
        );
        let mut report = MoveReport::default();
        info.add_to(&mut report);
        let UgiReply::Info(last) =
            UgiReply::parse("info nodes 200 score cp 30 depth x string depth 9")
        else {
            panic!()
        };
        last.add_to(&mut report);
        assert_eq!(
            (report.depth, report.nodes, report.value.as_deref()),
            (Some(8), Some(200), Some("-1:0"))
        );
    }
}
