use crate::record::Search;

/// What a line of a program says, as far as it matters to whoever gives orders.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer<'a> {
    /// `id name …`.
    Name(&'a str),
    /// `option name …`, the name.
    Option(&'a str),
    /// `ugiok`.
    UgiOk,
    /// `readyok`.
    ReadyOk,
    /// `response …`.
    Response(&'a str),
    /// `info …`.
    Info(Info<'a>),
    /// `bestmove …`; empty where the move is missing.
    BestMove(&'a str),
    /// `error …`.
    Error(&'a str),
    /// Anything else.
    Other,
}

/// What a program says of its search, as far as it says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Info<'a> {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// The value, as it is written.
    pub score: Option<&'a str>,
    /// Milliseconds.
    pub milliseconds: Option<u64>,
    /// The first move of the line that is expected.
    pub first_move: Option<&'a str>,
}

impl<'a> Answer<'a> {
    /// Reads a line. What cannot be understood is [`Answer::Other`], or left out.
    pub fn parse(line: &'a str) -> Answer<'a> {
        let (word, rest) = first_word(line);
        match word {
            "id" => after(rest, "name").map_or(Answer::Other, Answer::Name),
            "option" => after(rest, "name").map_or(Answer::Other, |rest| Answer::Option(before_type(rest))),
            "ugiok" => Answer::UgiOk,
            "readyok" => Answer::ReadyOk,
            "response" => Answer::Response(rest),
            "info" => Answer::Info(Info::parse(rest)),
            "bestmove" => Answer::BestMove(first_word(rest).0),
            "error" => Answer::Error(rest),
            _ => Answer::Other,
        }
    }
}

impl<'a> Info<'a> {
    fn parse(text: &'a str) -> Info<'a> {
        let mut info = Info::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = words.next().and_then(|word| word.parse().ok()),
                "nodes" => info.nodes = words.next().and_then(|word| word.parse().ok()),
                "time" => info.milliseconds = words.next().and_then(|word| word.parse().ok()),
                "score" => info.score = words.next().filter(|word| word.contains(':')),
                "pv" => {
                    info.first_move = words.next();
                    break;
                }
                "string" => break,
                _ => {}
            }
        }
        info
    }

    /// Puts what is new over what was said before.
    pub(super) fn add_to(&self, search: &mut Search) {
        search.depth = self.depth.or(search.depth);
        search.nodes = self.nodes.or(search.nodes);
        search.value = self.score.map(str::to_owned).or(search.value.take());
    }
}

fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

/// What follows this word, where the text begins with it.
fn after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (first, rest) = first_word(text);
    (first == word).then_some(rest)
}

/// The name of an option may have blanks in it, and ends before its type.
fn before_type(text: &str) -> &str {
    text.split(" type ").next().unwrap_or(text).trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        assert_eq!(Answer::parse("id name The Fish 2.0"), Answer::Name("The Fish 2.0"));
        assert_eq!(Answer::parse("id author somebody"), Answer::Other);
        assert_eq!(Answer::parse("option name Clear Hash type button"), Answer::Option("Clear Hash"));
        assert_eq!(Answer::parse("  readyok "), Answer::ReadyOk);
        assert_eq!(Answer::parse("bestmove a1-b1 ponder c2"), Answer::BestMove("a1-b1"));
        assert_eq!(Answer::parse("bestmove"), Answer::BestMove(""));
        assert_eq!(Answer::parse("response 2 3 4"), Answer::Response("2 3 4"));
        for other in ["", "hello", "bestmoves a1", "ugiok!"] {
            assert_eq!(Answer::parse(other), Answer::Other);
        }
    }

    #[test]
    fn searches_are_described_in_part_or_whole() {
        let line = "info depth 8 seldepth 9 nodes 112 time 38 score -1:0 exact pv c5-d4 d5-d6 nodes 7";
        let Answer::Info(info) = Answer::parse(line) else { panic!() };
        let expected = Info {
            depth: Some(8),
            nodes: Some(112),
            score: Some("-1:0"),
            milliseconds: Some(38),
            first_move: Some("c5-d4"),
        };
        assert_eq!(info, expected);
        let mut search = Search::default();
        info.add_to(&mut search);
        let Answer::Info(last) = Answer::parse("info nodes 200 score cp 30 depth x string depth 9") else { panic!() };
        last.add_to(&mut search);
        assert_eq!((search.depth, search.nodes, search.value.as_deref()), (Some(8), Some(200), Some("-1:0")));
    }
}
