use std::time::Instant;

use serde_json::{Value, json};

use crate::run::{PATIENCE, floe, texts};
use crate::{DEALT, ENDGAME, EXAMPLE, OVER, THREE};

fn analyze(position: &str, options: &str) -> Value {
    floe!("analyze --json --quiet `{position}` {options}").object()
}

#[test]
fn an_ending_is_exact() {
    for threads in ["1", "2"] {
        let object = analyze(ENDGAME, &format!("--threads `{threads}`"));
        assert_eq!(object["schema"], "floe/analyze/1");
        assert_eq!(object["position"], ENDGAME);
        assert_eq!(object["engine"], "default");
        assert_eq!(object["exact"], true);
        assert_eq!(object["value"], json!({"fish": 10, "tiles": 0}));
        assert_eq!(object["pv"][0], object["best"]);
        assert_eq!(
            object["moves"],
            json!([{"move": object["best"], "value": object["value"]}])
        );
        let line = json!({
            "move": object["best"],
            "value": object["value"],
            "short": "+10",
            "exact": true,
            "pv": object["pv"],
        });
        assert_eq!(object["lines"], json!([line]));
        assert!(object["depth"].as_u64().unwrap() > 0 && object["nodes"].as_u64().unwrap() > 0);
        assert!(object["seconds"].as_f64().unwrap() > 0.0);
    }
}

/// Playing the principal variation leads to the reported value.
#[test]
fn the_line_of_an_exact_value_ends_with_it() {
    let object = analyze(EXAMPLE, "");
    assert_eq!(object["value"], json!({"fish": 0, "tiles": 3}));
    assert_eq!(object["best"], "b4-d4");
    let mut arguments = vec!["apply", EXAMPLE];
    arguments.extend(texts(&object["pv"]));
    let end = floe(&arguments).fine();
    assert!(end.trim_end().ends_with("49:31,49:28"), "{end}");
}

#[test]
fn lines_are_the_best_moves_in_order() {
    let object = analyze(ENDGAME, "--lines 3");
    let lines = object["lines"].as_array().unwrap();
    let values: Vec<i64> = lines
        .iter()
        .map(|line| line["value"]["fish"].as_i64().unwrap())
        .collect();
    assert_eq!(values, [10, 7, 7]);
    assert_eq!(object["moves"].as_array().unwrap().len(), 3);
    assert_eq!(
        analyze(ENDGAME, "--lines 1000")["lines"]
            .as_array()
            .unwrap()
            .len(),
        5
    );
}

#[test]
fn more_players_have_a_result_each() {
    let object = analyze(THREE, "--engine maxn --depth 3");
    let value = object["value"].as_object().unwrap();
    assert_eq!(value.keys().collect::<Vec<_>>(), ["A", "B", "C"]);
    assert!(value["C"]["fish"].as_i64().unwrap() >= 21);
    assert!(value["A"]["tiles"].is_i64());
}

/// Result of `OVER`.
const RESULT: &str = "The game is over: A wins on tie-break, by 3 tiles (A 49 fish, 31 tiles; B 49\nfish, 28 tiles).\n";

#[test]
fn a_finished_game_has_a_result_and_no_best_move() {
    let object = analyze(OVER, "");
    assert_eq!(object["exact"], true);
    assert_eq!(
        object["value"],
        json!({"fish": 0, "tiles": -3}),
        "for B, whose turn was the last"
    );
    assert_eq!(object["best"], Value::Null);
    for nothing in ["pv", "moves", "lines"] {
        assert_eq!(object[nothing], json!([]));
    }
    let said = floe!("analyze `{OVER}`").fine();
    assert_eq!(said, RESULT);
    for call in [
        &format!("analyze `{OVER}` --explain"),
        &format!("solve `{OVER}`"),
        &format!("moves `{OVER}`"),
    ] {
        assert_eq!(floe(call).fine(), RESULT, "{call:?}");
    }
    assert!(
        floe!("show `{OVER}`")
            .fine()
            .ends_with(&format!("\n{RESULT}"))
    );
    let hidden = OVER.to_owned() + " rules=hidden-whale hidden=-";
    for command in ["analyze", "solve", "moves"] {
        assert_eq!(
            floe(&[command, &hidden]).fine(),
            RESULT,
            "results are certain"
        );
    }
}

#[test]
fn limits_hold() {
    let start = Instant::now();
    let object = analyze(DEALT, "--time 300ms");
    assert!(
        start.elapsed() < PATIENCE,
        "the search would not end without a limit"
    );
    assert_eq!(object["exact"], false);
    assert_eq!(object["value"]["tiles"], 0);
    assert_eq!(analyze(DEALT, "--depth 2")["depth"], 2);
    assert!(
        analyze(DEALT, "--nodes 5000 --threads 1")["nodes"]
            .as_u64()
            .unwrap()
            < 10_000
    );
    assert!(analyze(DEALT, "--time 0s")["best"].is_string());
}

#[test]
fn one_thread_does_the_same_again() {
    let search = || {
        let mut object = analyze(DEALT, "--threads 1 --nodes 20000");
        object["seconds"].take();
        object
    };
    assert_eq!(search(), search());
}

#[test]
fn options_of_the_engine_count_and_those_beside_it_count_more() {
    assert_eq!(
        analyze(DEALT, "--engine alphabeta:depth=3,threads=1,hash=1")["depth"],
        3
    );
    let object = analyze(DEALT, "--engine alphabeta:depth=3 --depth 2");
    assert_eq!(
        (&object["depth"], &object["engine"]),
        (&json!(2), &json!("alphabeta:depth=3"))
    );
}

#[test]
fn people_are_told_in_words() {
    let text = floe!("analyze `{ENDGAME}` --quiet").fine();
    assert!(
        text.starts_with("best   d8-e8\nvalue  +10:0, exact: A wins by 10 fish\nline   d8-e8 "),
        "{text}"
    );
    floe!("analyze `{ENDGAME}` --quiet --lines 2").says("\n   1.    +10:0 exact  d8-e8 ");
    let text = floe!("analyze `{DEALT}` --quiet --depth 1").fine();
    assert!(
        text.contains(", not exact: A leads by about ") && text.contains(" % to win"),
        "{text}"
    );
}

#[test]
fn every_depth_is_told_on_standard_error() {
    let ran = floe!("analyze `{DEALT}` --depth 3 --threads 1");
    let depths: Vec<&str> = ran
        .err
        .lines()
        .map(|line| line.split_whitespace().nth(1).unwrap())
        .collect();
    assert_eq!(depths, ["1", "2", "3"], "{}", ran.err);
    assert!(
        ran.err
            .lines()
            .all(|line| line.contains(" nodes ") && line.contains("/s  hash "))
    );
    assert_eq!(floe!("analyze `{DEALT}` --depth 3 --quiet").err, "");
}

#[test]
fn wrong_calls_are_refused() {
    for (options, said) in [
        ("--depth 1000000", "expected 1 to 99"),
        ("--depth 0", "expected 1 to 99"),
        (
            "--time 5",
            "expected a unit after the number, such as 5s or 5ms",
        ),
        ("--time -1s", "expected a duration such as 500ms, 1.5s"),
        ("--depth -1", "expected 1 to 99"),
        ("--time 1w", "expected a duration such as 500ms, 1.5s"),
        ("--nodes 0", "expected an integer from 1"),
        ("--lines 0", "expected an integer from 1"),
        ("--threads 0", "expected 1 to 1024"),
        ("--hash 1000000000", "larger than the memory"),
        ("--engine alphabeta:hash=16000000", "larger than the memory"),
        ("--engine stockfish", "unknown engine 'stockfish'"),
        (
            "--engine cmd:stockfish",
            "programs (cmd:) play in 'floe match' only",
        ),
        (
            "--engine alfabeta",
            "unknown engine 'alfabeta' (did you mean 'alphabeta'?); known: default, alphabeta",
        ),
        (
            "--engine alphabeta:speed=1",
            "unknown engine option 'speed' (did you mean 'seed'?); known: depth",
        ),
        (
            "--engine alphabeta:network=nowhere.txt",
            "engine option network=nowhere.txt: no such file",
        ),
        ("--engine alphabeta:depth=0", "depth=0: expected 1 to 99"),
        ("--fast", "unexpected argument '--fast'"),
    ] {
        floe!("analyze `{ENDGAME}` {options}").refuses(said);
    }
    floe!("analyze `{THREE}` --engine alphabeta").refuses(
        "engine 'alphabeta': expected two players or two teams, without chance; found 3 players",
    );
}

#[test]
fn engines_that_throw_dice_take_their_seed() {
    let said = |seed: u32| {
        let engine = format!("uct:nodes=200,seed={seed}");
        let object = floe!("analyze `{EXAMPLE}` --engine `{engine}` --json --lines 9").object();
        object["lines"].clone()
    };
    assert_eq!(said(1), said(1));
    assert_ne!(said(1), said(2));
}

#[test]
fn the_evaluation_explains_itself() {
    let told = floe!("analyze `{ENDGAME}` --explain --depth 3 --quiet").fine();
    for word in [
        "depth  best moves",
        "a2  tile that A reaches first",
        "expected  moves  stuck",
        "\nstuck     hexes of its",
    ] {
        assert!(told.contains(word), "{word}: {told}");
    }
    let why = &floe!("analyze `{ENDGAME}` --explain --depth 3 --quiet --json").object()["why"];
    assert_eq!(why["now"]["players"][0]["has"], 36 + 7);
    assert_eq!(why["now"]["territory"].as_str().map(str::len), Some(60));
    assert!(floe!("analyze `{ENDGAME}` --depth 3 --quiet --json").object()["why"].is_null());
}

/// The results so far are exact, not estimated.
#[test]
fn a_finished_game_is_explained_by_its_results() {
    for rules in [
        "base",
        "push",
        "whale",
        "hidden-whale",
        "survival",
        "group",
        "special-tiles",
    ] {
        for players in ["2", "3"] {
            let over =
                floe!("new --rules `{rules}` --players `{players}` --seed 1 --tiles 0").fine();
            let found = floe!("analyze `{}` --explain --quiet --json", over.trim()).object();
            assert!(found["best"].is_null(), "{over}");
            for player in found["why"]["now"]["players"].as_array().unwrap() {
                assert_eq!(player["expected"], player["has"], "{over}{player}");
            }
        }
    }
}

/// A player whose penguins are all gone keeps what it has, before any search.
#[test]
fn without_penguins_nothing_more_is_expected() {
    for deal in [
        "--rules hidden-whale --seed 2 --tiles 20",
        "--tiles 14 --seed 13",
    ] {
        let position = floe!("new {deal}").fine();
        let text = floe!(
            "analyze `{}` --explain --nodes 10 --quiet --json",
            position.trim()
        )
        .object();
        let players = text["why"]["now"]["players"].as_array().unwrap();
        let is_out = |player: &&Value| {
            player["moves"] == 0 && player["stuck"].as_array().unwrap().is_empty()
        };
        let out: Vec<&Value> = players.iter().filter(is_out).collect();
        assert!(!out.is_empty(), "{position}");
        assert!(
            out.iter().all(|player| player["expected"] == player["has"]),
            "{position}{players:?}"
        );
    }
}

#[test]
fn engines_without_search_report_no_value() {
    for engine in ["greedy", "random"] {
        let text = floe!("analyze `{DEALT}` --engine `{engine}` --quiet").fine();
        assert!(
            text.ends_with(&format!("value  not searched by the engine {engine}\n")),
            "{text}"
        );
    }
}

/// A placement is explained by what it claims.
#[test]
fn a_placement_is_explained_by_what_it_claims() {
    floe!("analyze `{DEALT}` --explain --nodes 2000 --quiet").says("after the best placement");
}
