//! The engine as another program meets it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};
use std::time::Instant;

use floe_engine::SearchParameter;

use crate::run::{PATIENCE, floe, floe_with, start};
use crate::{ENDGAME, EXAMPLE, OVER, THREE};

/// A program to talk to. It is expected to answer: a test that waits for nothing waits for ever.
struct Talk {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
}

impl Talk {
    fn start(arguments: &str) -> Talk {
        let mut child = start(&format!("ugi {arguments}"));
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Talk {
            child,
            stdin,
            stdout,
        }
    }

    fn say(&mut self, line: &str) -> &mut Talk {
        writeln!(self.stdin.as_mut().unwrap(), "{line}").unwrap();
        self
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "the end of all output");
        line.trim_end().to_owned()
    }

    /// All lines up to one that begins so.
    fn hear_until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = vec![self.hear()];
        while !lines.last().unwrap().starts_with(beginning) {
            lines.push(self.hear());
        }
        lines
    }

    fn best(&mut self, position: &str, go: &str) -> String {
        self.say(&format!("position {position}"))
            .say(&format!("go {go}"));
        self.hear_until("bestmove").pop().unwrap()["bestmove ".len()..].to_owned()
    }

    fn end(mut self) -> Option<i32> {
        drop(self.stdin.take());
        self.child.wait().unwrap().code()
    }
}

/// Collects the answers to these lines.
fn said(input: &str) -> Vec<String> {
    floe_with("ugi", input)
        .fine()
        .lines()
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_handshake_is_answered() {
    let said = said("ugi\nisready\nquit\nisready\n");
    assert!(said[0].starts_with("id name floe "));
    assert!(said[1].starts_with("id author "));
    assert_eq!(
        said[2],
        "option name Hash type spin default 16 min 1 max 16777216"
    );
    assert_eq!(
        said[3],
        "option name Threads type spin default 1 min 1 max 1024"
    );
    assert_eq!(
        said[4],
        "option name Seed type spin default 0 min 0 max 2147483647"
    );
    for (line, parameter) in said[5..].iter().zip(SearchParameter::options()) {
        let name = parameter.name();
        let usual = parameter.usual();
        let (least, most) = parameter.range();
        assert_eq!(
            line,
            &format!("option name {name} type spin default {usual} min {least} max {most}")
        );
    }
    let end = 5 + SearchParameter::options().len();
    assert_eq!(said[end..], ["ugiok", "readyok"]);
}

#[test]
fn an_ending_is_solved_and_told_as_exact() {
    let lines = said(&format!(
        "setoption name hash value 8\nposition fen {ENDGAME}\ngo nodes 1000000\n"
    ));
    let [.., info, best] = &lines[..] else {
        panic!("{lines:?}")
    };
    assert!(info.contains(" score +10:0 exact pv "), "{info}");
    let first = info
        .split(" pv ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    assert_eq!(best, &format!("bestmove {first}"));
}

#[test]
fn more_players_have_a_score_each() {
    let lines = said(&format!(
        "query players\nposition fen {THREE}\nquery turn\ngo depth 2\n"
    ));
    assert_eq!(lines[..2], ["response 2 3 4", "response C"]);
    let score = lines[2]
        .split(" score ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    assert_eq!(score.split(',').count(), 3, "{score}");
}

#[test]
fn moves_lead_to_the_position() {
    let after = floe!("apply `{EXAMPLE}` b4-d4 e4-e3").fine();
    let lines = said(&format!(
        "position fen {EXAMPLE} moves b4-d4 e4-e3\nquery position\nquery p1turn\n"
    ));
    assert_eq!(
        lines,
        [&format!("response {}", after.trim_end()), "response true"]
    );
}

#[test]
fn what_is_wrong_is_told_and_ends_nothing() {
    let lines = said(&format!(
        "hello\n\nposition\ngo nodes 5\nposition fen {EXAMPLE} moves b4-b4\nquery turn\nposition fen {EXAMPLE}\n\
         go nodes -1\ngo sideways\nsetoption Hash\nsetoption name Hash value 0\nsetoption name Contempt value 3\n\
         query weather\nstop\nposition fen {OVER}\ngo nodes 5\nquery result\nisready\n"
    ));
    let expected = [
        "error expected position startpos",
        "error no position: ",
        "bestmove none",
        "error move 1, 'b4-b4': a penguin moves at least one hex",
        "error no position: ",
        "error go nodes: expected a number; found '-1'",
        "error unknown limit 'sideways'; known: nodes",
        "error expected setoption name NAME value VALUE",
        "error option Hash: expected a number from 1 to ",
        "error unknown option 'Contempt'; known: Hash, Threads, Seed and the parameters that 'ugi' lists",
        "error unknown question 'weather'; known: p1turn",
        "error the game is over",
        "bestmove none",
        "response p1win",
        "readyok",
    ];
    assert_eq!(lines.len(), expected.len(), "{lines:#?}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line}");
    }
}

#[test]
fn lines_may_be_anything() {
    let mut input = b"\xff\xfe\nposition fen \x00\n".to_vec();
    input.extend(vec![b'x'; 1 << 18]);
    input.extend(b"\nisready\r\n");
    let ran = floe_with("ugi", input);
    assert!(ran.fine().ends_with("readyok\n"));
}

#[test]
fn a_search_hears_what_is_said_meanwhile() {
    let mut talk = Talk::start("");
    talk.say("position startpos")
        .say("go infinite")
        .hear_until("info depth 2");
    talk.say("isready").hear_until("readyok");
    talk.say("go nodes 5").hear_until("error still searching");
    talk.say("query turn").hear_until("error still searching");
    // Without it the search would not end.
    let last = talk.say("stop").hear_until("bestmove");
    assert!(last[last.len() - 2].starts_with("info depth "), "{last:?}");
    talk.say("stop").say("isready");
    assert_eq!(talk.hear(), "readyok", "there is one answer only");
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn stopped_at_once_there_is_a_legal_move() {
    let legal = floe!("moves `{EXAMPLE}`").fine();
    let mut talk = Talk::start("");
    for _ in 0..20 {
        talk.say(&format!("position fen {EXAMPLE}"))
            .say("go infinite")
            .say("stop");
        let best = talk.hear_until("bestmove").pop().unwrap();
        assert!(
            legal.lines().any(|mv| best == format!("bestmove {mv}")),
            "{best}"
        );
    }
}

#[test]
fn quit_during_a_search_says_the_move_and_ends() {
    let mut talk = Talk::start("");
    talk.say("go infinite").hear_until("info depth 1");
    talk.say("quit").hear_until("bestmove");
    assert_eq!(talk.child.wait().unwrap().code(), Some(0));
}

#[test]
fn at_the_end_of_input_an_endless_search_is_stopped() {
    let mut talk = Talk::start("");
    talk.say("go infinite").hear_until("info depth 1");
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn clocks_and_times_hold() {
    let mut talk = Talk::start("");
    talk.best("startpos", "nodes 10");
    // Times of an hour for the other player, or read in another unit, would be noticed.
    for go in [
        "movetime 500",
        "p1time 2000 p2time 3600000 p1inc 50 p2inc 3600000",
        "p1time 400 p2time 400",
    ] {
        let start = Instant::now();
        talk.best("startpos", go);
        assert!(start.elapsed() < PATIENCE, "{go}");
    }
}

#[test]
fn the_same_orders_have_the_same_answer() {
    let answers = || {
        let mut talk = Talk::start("");
        [(); 2].map(|()| talk.say("uginewgame").best("startpos", "nodes 3000"))
    };
    let [first, second] = answers();
    assert_eq!(first, second);
    assert_eq!(answers(), [first, second]);
}

#[test]
fn other_engines_can_be_had() {
    let mut talk = Talk::start("--engine greedy");
    assert!(talk.say("ugi").hear().ends_with(" greedy"));
    assert!(!talk.best("startpos", "").is_empty());
    let mut talk = Talk::start("--engine maxn");
    assert_eq!(talk.best("startpos", "nodes 5"), "none");
    floe("ugi --engine stockfish").refuses("unknown engine 'stockfish'");
}
