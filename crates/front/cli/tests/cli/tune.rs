//! Tuning: the same values however it is played, killed, shared or resumed.

use std::fs;

use floe_engine::SearchParameter;
use serde_json::Value;

use crate::run::{Folder, floe};

/// Parameters of a tuning: one that decides games, and one that means nothing to the engine.
const PARAMETERS: &str =
    "depth, int, 1, 1, 3, 0.6, 0.2\nuct-exploration, int, 700, 100, 2000, 50, 0.01\n";

/// Calls a tuning in a directory, and returns its result.
fn tuned(directory: &Folder, options: &str) -> Value {
    let params = directory.write("params.txt", PARAMETERS);
    let out = directory.file("out");
    let call = format!("tune alphabeta:nodes=40 --params `{params}` --out `{out}` --json");
    serde_json::from_str(&floe!("{call} --floes 1 {options}").fine()).unwrap()
}

#[test]
fn a_tuning_moves_values_to_the_setting_that_wins() {
    for method in ["spsa", "clop"] {
        moves_to_the_setting_that_wins(method);
    }
}

fn moves_to_the_setting_that_wins(method: &str) {
    let directory = Folder::new();
    let page = directory.file("page.html");
    let options = format!("--rounds 16 --method {method} --html `{page}`");
    let result = tuned(&directory, &options);
    assert_eq!(
        (&result["rounds"], &result["of"], &result["games"]),
        (&16.into(), &16.into(), &32.into())
    );
    let depth = result["values"]["depth"].as_f64().unwrap();
    assert!(depth > 1.2, "a deeper search wins: {result}");
    let engine = result["engine"].as_str().unwrap();
    assert!(engine.starts_with("alphabeta:nodes=40,depth="), "{engine}");
    floe!(
        "analyze \
        `......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0` \
        --engine `{engine}`"
    )
    .fine();
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("depth by round") && page.contains(engine));
}

/// Also in parts, one after the other, and after a round was cut off.
#[test]
fn a_tuning_is_the_same_however_it_is_played() {
    for method in ["spsa", "clop"] {
        let tuned = |directory: &Folder, options: &str| {
            tuned(
                directory,
                &format!("{options} --rounds 6 --method {method}"),
            )
        };
        let whole = Folder::new();
        let all = tuned(&whole, "--concurrency 1");
        let again = Folder::new();
        assert_eq!(tuned(&again, "--concurrency 3"), all);
        let file = again.file("out/games.tuning");
        let text = fs::read(&file).unwrap();
        fs::write(&file, &text[..text.len() / 2]).unwrap();
        assert_eq!(tuned(&again, ""), all, "resumed");
        assert_eq!(fs::read(&file).unwrap(), text);
        let shared = Folder::new();
        let first = tuned(&shared, "--shard 1/2");
        assert_eq!(first["rounds"], 3);
        let both = tuned(&shared, "--shard 2/2");
        assert_eq!((&both["rounds"], &both["games"]), (&6.into(), &12.into()));
    }
}

#[test]
fn games_of_any_number_of_sides_are_tuned() {
    for options in ["--players 3", "--rules flip", "--rules angling"] {
        let directory = Folder::new();
        let line = "uct-exploration, int, 700, 100, 2000, 300, 0.1";
        let params = directory.write("params.txt", line);
        let out = directory.file("out");
        let call = format!("tune uct:nodes=5 --params `{params}` --out `{out}` --rounds 2");
        let text = floe!("{call} {options} --floes 1").fine();
        assert!(
            text.contains("uct-exploration") && text.contains("Test: floe match "),
            "{text}"
        );
    }
}

#[test]
fn mistakes_say_where_they_are() {
    let directory = Folder::new();
    let params = directory.file("params.txt");
    let out = directory.file("out");
    for (lines, engine, expected) in [
        ("# none", "uct", "expected NAME, int or float"),
        ("\ndepth, int, 1, 1", "uct", "line 2: expected NAME"),
        (
            "depht, int, 1, 1, 3, 1, 1",
            "uct",
            "unknown engine option 'depht'",
        ),
        (
            "depth, int, 1, 0, 3, 1, 1",
            "uct",
            "engine option depth=0: expected 1 to 99",
        ),
        (
            "depth, int, 1, 1, 3, 1, 1",
            "maxn",
            "expected three or four players",
        ),
        (
            "# a\ndepth, int, 1, 1, 3, 1, 1\nuct-exploration, float, 700, 100, 2000, 50, 0.01",
            "uct",
            "line 3: kind: expected int, for the option takes integers alone; found 'float'",
        ),
        (
            "hash, float, 1, 1, 2, 0.5, 0.01",
            "uct",
            "line 1: kind: expected int",
        ),
        (
            "depth, int, 1, 1, 3, 1, 1e300",
            "uct",
            "line 1: last rate: expected a number from -1e15 to 1e15; found '1e300'",
        ),
        (
            "depth, int, 1, 1, 3, 1, 1e4",
            "uct",
            "line 1: last rate: expected at most 1000; found '1e4'",
        ),
    ] {
        fs::write(&params, lines).unwrap();
        floe!("tune {engine} --params `{params}` --out `{out}` --rounds 1").refuses(expected);
    }
    assert!(!fs::exists(directory.file("out/games.tuning")).unwrap());
}

/// Rounds of two tunings in one directory would be added up.
#[test]
fn parts_of_another_tuning_are_refused() {
    let directory = Folder::new();
    tuned(&directory, "--rounds 2 --shard 1/2");
    let params = directory.file("params.txt");
    let out = directory.file("out");
    let call = format!("tune alphabeta:nodes=40 --params `{params}` --out `{out}`");
    let refused = floe!("{call} --floes 2 --rounds 2 --shard 2/2").wrong();
    assert!(
        refused.contains("shard-1-of-2.tuning") && refused.contains("floes"),
        "{refused}"
    );
}

/// The page of the documentation lists the parameters that users set, with their ranges.
#[test]
fn the_documentation_lists_every_option() {
    let page = include_str!("../../../../../docs/tuning.md");
    for parameter in SearchParameter::options() {
        let (least, most) = parameter.range();
        let row = format!(
            "| `{}` | {} | {least} | {most} |",
            parameter.name(),
            parameter.usual()
        );
        assert!(page.contains(&row), "{row}");
    }
}
