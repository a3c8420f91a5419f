//! Every reader takes memory and processor time in proportion to its text, however the text repeats
//! itself.
#![cfg(all(unix, feature = "board"))]

mod measure;

use std::sync::atomic::AtomicBool;

use floe_arena::tuning::TunedParameter;
use floe_board::BoardSession;
use floe_engine::{AnyGame, EngineSpec, GameLine, GameRules};
use floe_gamefile::WrittenGame;
use floe_query::{QuerySettings, serve};
use floe_review::{Graded, lesson_of};
use serde_json::{Value, json};

use measure::Reader;

const FLOE: &str =
    "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4";
const SMALL: &str =
    "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";

/// Text with this number of parts.
type MadeText = Box<dyn Fn(usize) -> String>;

/// Text `start`, `part` many times, and `end`.
fn repeated(start: &str, part: &str, end: &str) -> impl Fn(usize) -> String + use<> {
    let texts = [start, part, end].map(str::to_owned);
    move |count| {
        let [start, part, end] = &texts;
        start.clone() + &part.repeat(count) + end
    }
}

/// Text of numbered parts, of which `{}` is the number.
fn numbered(start: &str, part: &str, end: &str) -> impl Fn(usize) -> String + use<> {
    let texts = [start, part, end].map(str::to_owned);
    move |count| {
        let [start, part, end] = &texts;
        let parts = (0..count).map(|number| part.replace("{}", &number.to_string()));
        start.clone() + &parts.collect::<String>() + end
    }
}

/// Position texts of all rules.
fn positions() -> Vec<String> {
    let studies = [
        "angling:12/rd A 0,0 y1+9 1.1 -,- dealt lake=2x2 tiles=1.2.r.d",
        "rows(1:4,0:5,1:4):1A123/B112.1/1111 A 0:0,0:0",
    ];
    let dealt = GameRules::all().map(|rules| {
        AnyGame::deal(&rules.usual(rules.usual_players()), 7)
            .unwrap()
            .to_string()
    });
    dealt.chain(studies.map(str::to_owned)).collect()
}

/// Texts of a position in which something is repeated: each word with each sign between its copies,
/// and keys that all differ.
fn spoiled(position: &str) -> Vec<(String, MadeText)> {
    let words: Vec<&str> = position.split(' ').collect();
    let mut texts: Vec<(String, MadeText)> = Vec::new();
    for place in 0..words.len() {
        let before = words[..place]
            .iter()
            .map(|word| format!("{word} "))
            .collect::<String>();
        let after = words[place + 1..]
            .iter()
            .map(|word| format!(" {word}"))
            .collect::<String>();
        // The first letter or number, which may stand for many, and the last part.
        let last = words[place]
            .rsplit(['/', ',', ':', '=', '+'])
            .next()
            .unwrap_or_default();
        for separator in ["", "/", ",", ".", "=", "~"] {
            let start = format!("{before}{}", words[place]);
            let name = format!("'{last}' after '{separator}' in word {place} of {position}");
            texts.push((
                name,
                Box::new(repeated(&start, &format!("{separator}{last}"), &after)),
            ));
        }
    }
    texts.push((
        format!("keys of {position}"),
        Box::new(numbered(position, " k{}=1", "")),
    ));
    texts.push((
        format!("flags of {position}"),
        Box::new(numbered(position, " k{}", "")),
    ));
    texts
}

fn session() -> BoardSession {
    BoardSession::new(QuerySettings {
        hash_mebibytes: 1,
        ..QuerySettings::default()
    })
}

fn answer(request: &Value) -> String {
    session().answer(&request.to_string(), &AtomicBool::new(false), &mut |_| ())
}

#[test]
fn positions_and_moves_of_all_games_are_read_in_linear_time() {
    for position in positions() {
        for (name, text) in spoiled(&position) {
            Reader::new(&name, 1500, text).check(|text| drop(text.parse::<AnyGame>()));
        }
        let start: AnyGame = position.parse().unwrap();
        let moves = start.choices();
        for mv in moves
            .iter()
            .take(1)
            .map(String::as_str)
            .chain(["c", "+a1", "-", "=", "–", "\u{200b}"])
        {
            let name = format!("a move of '{mv}' in {position}");
            Reader::new(&name, 1500, repeated("", mv, "")).check(|text| {
                let _ = start.find_move(text);
                let _ = start.find_choice(text);
            });
            let name = format!("moves of '{mv}' in {position}");
            Reader::new(&name, 1500, repeated("", &format!("{mv} "), "")).check(|text| {
                let _ = GameLine::replay(start, text.split_whitespace());
            });
        }
    }
}

// Two tests, so that two cores share the work.
#[test]
fn the_editor_gives_no_more_than_a_table_of_tiles_has() {
    for kind in [
        "rules=whale",
        "rules=special-tiles",
        "rules=hidden-whale",
        "rules=group",
    ] {
        check_editor(&position_of(kind));
    }
    check_editor(FLOE);
}

#[test]
fn the_editor_gives_no_more_than_a_table_of_cards_has() {
    for kind in ["flip:", "contest:", "angling:"] {
        check_editor(&position_of(kind));
    }
}

/// A position whose text has this part.
fn position_of(kind: &str) -> String {
    let mut all = positions().into_iter();
    all.find(|position| position.contains(kind))
        .unwrap_or_else(|| panic!("no position has {kind}"))
}

/// Checks what the editor answers to texts of which this position is the beginning.
fn check_editor(position: &str) {
    for (name, text) in spoiled(position) {
        let edit = |text: &str| answer(&json!({"id": "1", "action": "edit", "position": text}));
        let usual = edit(position).len();
        let long = text(40_000);
        let reply = edit(&long);
        let most = usual + 4 * long.len() + (4 << 20);
        assert!(
            reply.len() <= most,
            "{} bytes for {} of {name}",
            reply.len(),
            long.len()
        );
        assert!(
            reply.contains("\"status\":\"done\""),
            "{name}: {}",
            &reply[..reply.len().min(200)]
        );
        Reader::new(&name, 1500, text).check(|text| drop(edit(text)));
    }
    for field in ["cells", "paint", "answers"] {
        let name = format!("{field} of {position}");
        let request = |count: usize| {
            let entries = (0..count)
                .map(|number| (format!("a{number}"), json!("1")))
                .collect();
            json!({"id": "1", "action": "edit", "position": position, field: Value::Object(entries)}).to_string()
        };
        Reader::new(&name, 1500, request)
            .check(|text| drop(session().answer(text, &AtomicBool::new(false), &mut |_| ())));
    }
}

/// Texts of game files in which something is repeated.
fn game_files() -> Vec<(&'static str, MadeText)> {
    let above = format!("\n{SMALL}\n");
    let below =
        |part: &str| Box::new(repeated(&format!("{SMALL}\nc5-d4 "), part, "\n")) as MadeText;
    vec![
        ("headers", Box::new(numbered("", "[H{} \"x\"]\n", &above))),
        (
            "headers in a line",
            Box::new(numbered("", "[H{} \"x\"] ", &above)),
        ),
        (
            "equal headers",
            Box::new(repeated("", "[H \"x\"]\n", &above)),
        ),
        (
            "value of a header",
            Box::new(repeated("[H \"", "x\\\"", &format!("\"]{above}"))),
        ),
        (
            "comments of a game",
            Box::new(repeated("", "# x\n", &above)),
        ),
        (
            "drawings of a game",
            Box::new(repeated("# ", "[%draw c5] ", &above)),
        ),
        (
            "braces above a position",
            Box::new(repeated("", "{x} ", &above)),
        ),
        ("comments in a line", below("{x} ")),
        ("comments in lines", below("{x}\n")),
        ("a comment of many lines", below("{x\n\n# y\n")),
        ("a comment with empty lines", below("{ \n\n")),
        ("comments to the end of a line", below("# x\n")),
        ("variations", below("(c5-d6) ")),
        ("variations with comments", below("(c5-d6 {x} {y}) ")),
        ("variations in variations", below("(c5-d6 ")),
        ("variations in lines", below("(c5-d6 {x}\n{y})\n")),
        ("parentheses", below(") ")),
        ("moves", below("d5-d6 c5-d4 ")),
        ("a word", below("d5")),
        ("numbers of moves", below("1. ")),
        ("marks", below("! ")),
        ("numbered marks", below("$1 ")),
        ("signs of a mark", below("!")),
        ("results", below("* ")),
        (
            "drawings",
            Box::new(repeated(
                &format!("{SMALL}\nc5-d4 {{"),
                "[%draw c5] ",
                "}\n",
            )),
        ),
        (
            "drawings of chess",
            Box::new(repeated(
                &format!("{SMALL}\nc5-d4 {{[%cal Gc5d4"),
                ",Gc5d4",
                "]}\n",
            )),
        ),
        (
            "clocks",
            Box::new(repeated(
                &format!("{SMALL}\nc5-d4 {{"),
                "[%clk 0:00:01] ",
                "}\n",
            )),
        ),
        (
            "clocks behind a text",
            Box::new(repeated(
                &format!("{SMALL}\nc5-d4 {{x "),
                "[%clk 0:00:01] ",
                "}\n",
            )),
        ),
        (
            "brackets",
            Box::new(repeated(&format!("{SMALL}\nc5-d4 {{"), "[%x", "]}\n")),
        ),
        (
            "games",
            Box::new(repeated("", &format!("{SMALL}\nc5-d4 {{x}}\n\n"), "")),
        ),
        (
            "games with mistakes",
            Box::new(repeated("", &format!("[A]\n{SMALL}\nc5-d4 {{x\n\n"), "")),
        ),
        (
            "games of many outlines",
            Box::new(|count| {
                let game = |number: usize| {
                    let lengths = [0, 3, 6, 9].map(|shift| 1 + (number >> shift & 7));
                    let outline = format!(
                        "0:{},1:{},0:{},1:{}",
                        lengths[0], lengths[1], lengths[2], lengths[3]
                    );
                    let rows = lengths.map(|length| "1".repeat(length)).join("/");
                    format!("rows({outline}):{rows} A 0:0,0:0\n\n")
                };
                (0..count / 8).map(game).collect()
            }),
        ),
        ("blanks", below(" \t\u{a0}")),
        ("letters of several bytes", below("{é} ")),
    ]
}

#[test]
fn game_files_are_read_and_written_in_linear_time() {
    for (name, text) in game_files() {
        Reader::new(name, 2000, text).check(|text| {
            for game in WrittenGame::parse_all(text.as_bytes())
                .into_iter()
                .flatten()
            {
                let _ = game.check();
                drop(game.to_string());
                drop(lesson_of(&game, ""));
            }
        });
    }
}

#[test]
fn the_board_reads_and_writes_games_in_linear_time() {
    for (name, text) in game_files() {
        let request = move |count: usize| {
            json!({"id": "1", "action": "read", "text": text(count)}).to_string()
        };
        Reader::new(&format!("read {name}"), 1000, request).check(|request| {
            drop(session().answer(request, &AtomicBool::new(false), &mut |_| ()));
        });
    }
    let tree = |count: usize| {
        let variations = (1..count)
            .map(|_| json!({"parent": 0, "move": "c5-d6", "comments": ["x"], "arrows": ["c5"]}));
        json!(
            [json!({"parent": 0, "move": "c5-d4"})]
                .into_iter()
                .chain(variations)
                .collect::<Vec<_>>()
        )
    };
    for action in ["write", "page"] {
        let nodes = |count: usize| {
            json!({"id": "1", "action": action, "position": SMALL, "nodes": tree(count)})
                .to_string()
        };
        let comments = |count: usize| {
            json!({"id": "1", "action": action, "position": SMALL, "comments": vec!["x [%draw c5]"; count]}).to_string()
        };
        let requests: [(&str, &dyn Fn(usize) -> String); 2] =
            [("nodes", &nodes), ("comments", &comments)];
        for (name, request) in requests {
            Reader::new(&format!("{action} {name}"), 1000, request).check(|request| {
                drop(session().answer(request, &AtomicBool::new(false), &mut |_| ()));
            });
        }
    }
    let lesson = |count: usize| {
        let lesson =
            json!({"title": "", "position": SMALL, "comments": ["x"], "nodes": tree(count)});
        json!({"id": "1", "action": "puzzles", "lessons": [lesson]}).to_string()
    };
    Reader::new("a lesson", 1000, lesson)
        .check(|request| drop(session().answer(request, &AtomicBool::new(false), &mut |_| ())));
}

#[test]
fn graded_positions_are_read_in_linear_time() {
    let position =
        "......./......../......./..A11B1.../......./......../......./........ B 0:0,0:0";
    let parts = [
        ("positions", "", format!("{position}\ne4-d4 +1:+1\n\n")),
        ("comments", "", "# x\n".to_owned()),
        ("moves", position, "\ne4-d4 +1:+1".to_owned()),
        ("a value", position, "\ne4-d4 +1,".to_owned()),
        ("words", position, " x".to_owned()),
    ];
    for (name, start, part) in parts {
        Reader::new(name, 250, repeated(start, &part, "")).check(|text| drop(Graded::parse(text)));
        let text = repeated(start, &part, "");
        let request = move |count: usize| {
            json!({"id": "1", "action": "puzzles", "text": text(count)}).to_string()
        };
        Reader::new(&format!("puzzles, {name}"), 250, request).check(|request| {
            drop(session().answer(request, &AtomicBool::new(false), &mut |_| ()));
        });
    }
    // Two sets, so that the place of the second one is looked for behind all of the first.
    let note = "# A to move; only one move wins; difficulty 3, 2 traps, 100 nodes\n";
    let sets = |count: usize| {
        let first = format!("{position}\ne4-d4 +1:+1\n\n").repeat(count);
        let second = format!("{note}{position}\ne4-d4 +1:+1\n\n").repeat(count);
        json!({"id": "1", "action": "puzzles", "text": first + &second}).to_string()
    };
    Reader::new("sets of puzzles", 250, sets)
        .check(|request| drop(session().answer(request, &AtomicBool::new(false), &mut |_| ())));
}

#[test]
fn files_of_engines_are_read_in_linear_time() {
    let parts = [
        "slides\n",
        "# x\n",
        "slides\nterritory 1 2\n",
        "slides ",
        "9",
        ",",
        "x 1 2 3 4\n",
        "rules push\n",
    ];
    for part in parts {
        for kind in ["weights", "network"] {
            let spec: EngineSpec = format!("default:{kind}=x").parse().unwrap();
            Reader::new(&format!("{kind} of '{part}'"), 2000, repeated("", part, ""))
                .check(|text| drop(spec.evaluation(|_| Ok(text.as_bytes().to_vec()))));
        }
    }
    for part in ["x", ",", " ", "x, int, 700, 100, 2000, 100, 0.01\n", "9"] {
        let name = format!("a parameter of '{part}'");
        Reader::new(&name, 4000, repeated("x, int, 7", part, ""))
            .check(|text| drop(text.parse::<TunedParameter>()));
        Reader::new(
            &name,
            4000,
            repeated("", part, ", int, 700, 100, 2000, 100, 0.01"),
        )
        .check(|text| drop(text.parse::<TunedParameter>()));
    }
    for part in [":", ",", "=", "nodes=1,", "a", "mcts:"] {
        let name = format!("an engine of '{part}'");
        Reader::new(&name, 4000, repeated("default:", part, ""))
            .check(|text| drop(text.parse::<EngineSpec>()));
        Reader::new(&name, 4000, repeated("", part, ""))
            .check(|text| drop(text.parse::<EngineSpec>()));
    }
    for part in ["a", "+", "push", "push+"] {
        let name = format!("rules of '{part}'");
        Reader::new(&name, 4000, repeated("push", part, ""))
            .check(|text| drop(text.parse::<GameRules>()));
    }
}

#[test]
fn requests_are_read_in_linear_time() {
    let settings = QuerySettings {
        hash_mebibytes: 1,
        ..QuerySettings::default()
    };
    let moves = json!({"id": "1", "action": "moves", "position": SMALL}).to_string() + "\n";
    let requests: [(&str, MadeText); 9] = [
        ("requests", Box::new(repeated("", &moves, ""))),
        (
            "ids",
            Box::new(numbered(
                "",
                "{\"id\": \"{}\", \"action\": \"version\"}\n",
                "",
            )),
        ),
        ("brackets", Box::new(repeated("", "[", ""))),
        ("objects", Box::new(repeated("", "{\"id\":", ""))),
        (
            "fields",
            Box::new(numbered("{\"id\": \"1\"", ", \"f{}\": 1", "}")),
        ),
        (
            "an unknown field",
            Box::new(repeated("{\"id\": \"1\", \"", "x", "\": 1}")),
        ),
        (
            "an action",
            Box::new(repeated("{\"id\": \"1\", \"action\": \"", "x", "\"}")),
        ),
        (
            "moves",
            Box::new(repeated(
                &format!(
                    "{{\"id\": \"1\", \"action\": \"moves\", \"position\": \"{FLOE}\", \"moves\": [\"c5\""
                ),
                ", \"c5\"",
                "]}",
            )),
        ),
        (
            "an engine",
            Box::new(repeated(
                &format!("{{\"id\": \"1\", \"position\": \"{FLOE}\", \"engine\": \""),
                "x",
                "\"}",
            )),
        ),
    ];
    for (name, text) in requests {
        Reader::new(name, 500, text).check(|text| {
            let lines = text
                .lines()
                .map(|line| Ok(Ok::<_, String>(line.to_owned())));
            serve(&settings, lines, std::io::sink(), &AtomicBool::new(false)).unwrap();
        });
    }
}

/// Readers of the program itself, which are processes of their own.
#[test]
fn the_program_reads_its_input_in_linear_time() {
    let ugi = [
        ("commands", repeated("ugi\n", "isready\n", "")),
        (
            "moves",
            repeated(&format!("position fen {SMALL} moves"), " c5-d4", "\n"),
        ),
        ("an option", repeated("setoption name ", "x", " value 1\n")),
        ("lines of any text", repeated("", "x y\n", "")),
    ];
    for (name, text) in ugi {
        Reader::new(&format!("ugi, {name}"), 2000, text).check_process(&["ugi"]);
    }
    for (name, text) in [
        ("positions", repeated("", &format!("{SMALL}\n"), "")),
        ("a long line", repeated("", "1/", "")),
        ("comments", repeated("", "# x\n", "")),
    ] {
        Reader::new(&format!("moves, {name}"), 500, text).check_process(&["moves", "-", "--json"]);
    }
    let long = [
        "headers",
        "comments in a line",
        "a comment of many lines",
        "variations with comments",
        "games",
    ];
    for (name, text) in game_files()
        .into_iter()
        .filter(|(name, _)| long.contains(name))
    {
        Reader::new(&format!("replay, {name}"), 2000, text)
            .check_process(&["replay", "-", "--export", "-"]);
    }
    for (name, text) in [
        ("comments", repeated("", "# x\n", "[new]\nplayers = 3\n")),
        ("a list", repeated("[new]\nplayers = [1", ", 1", "]\n")),
        ("tables", repeated("", "[new]\n", "")),
        ("a name", repeated("[new]\n", "x", " = 1\n")),
    ] {
        Reader::new(&format!("floe.toml, {name}"), 4000, text).check_process(&[
            "new",
            "--config",
            "/dev/stdin",
        ]);
    }
}
