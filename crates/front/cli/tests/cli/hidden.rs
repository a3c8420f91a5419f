//! Hidden whales, as a user meets them.

use serde_json::json;

use crate::run::{Folder, floe, floe_with, objects};

/// A moves from a three-fish tile, one of two that may hide the whale.
const LEAVES: &str = "A31...../......../......./......../..3B1.../......../......./........ A 30:20,30:20 rules=hidden-whale hidden=3";

#[test]
fn whales_are_told_by_their_chances() {
    let position = floe("new --rules hidden-whale --seed 7 --whales 3,2").fine();
    assert!(
        position.ends_with("rules=hidden-whale hidden=3,2\n"),
        "{position}"
    );
    let picture = floe!("show `{}`", position.trim()).fine();
    assert!(
        picture.contains(
            "A whale hides below one of 10 three-fish tiles, each with a chance of 1 in 10."
        ),
        "{picture}"
    );
    assert!(
        picture.contains(
            "A whale hides below one of 20 two-fish tiles, each with a chance of 1 in 20."
        ),
        "{picture}"
    );
    let usual = floe("new --rules hidden-whale --seed 7").fine();
    assert_eq!(usual, position.replace("3,2\n", "3\n"));
    let last = LEAVES.replace("..3B1", "...B1");
    floe!("show `{last}`").says("A whale hides below the last three-fish tile.");
    floe!("show `{}`", LEAVES.replace("hidden=3", "hidden=-")).says("No whale is hidden any more.");
    floe("new --whales 3,2").refuses("--whales: expected with --rules hidden-whale only");
    floe("new --rules hidden-whale --whales 2").wrong();
}

#[test]
fn what_has_come_of_a_choice_is_written() {
    assert_eq!(floe!("moves `{LEAVES}`").fine(), "a1-b1\n");
    assert_eq!(floe!("perft `{LEAVES}` 1 --json").object()["leaves"], 2);
    let taken = floe!("apply `{LEAVES}` a1-b1").fine();
    assert!(taken.starts_with(".A1"), "{taken}");
    assert!(
        taken.contains(" B 33:21,30:20 rules=hidden-whale hidden=3"),
        "{taken}"
    );
    let lost = floe!("apply `{LEAVES}` a1-b1,whale").fine();
    assert!(lost.starts_with(".1."), "{lost}");
    assert!(
        lost.contains(" B 30:20,30:20 rules=hidden-whale hidden=-"),
        "{lost}"
    );
    floe!("apply `{LEAVES}` a1-b1,spent:3")
        .refuses("the choice cannot have this outcome, but a1-b1, a1-b1,whale");
    let certain = LEAVES.replace("..3B1", "..1B1");
    floe!("apply `{certain}` a1-b1")
        .refuses("the choice cannot have this outcome, but a1-b1,whale");
}

#[test]
fn values_are_expectations() {
    // Both get four fish on two tiles, but with a chance of 1 in 3 A gets nothing; a third tile is
    // out of reach.
    let position = LEAVES.replace("........ A", ".......3 A");
    let solved = floe!("solve `{position}` --json --quiet").object();
    assert_eq!(
        (&solved["exact"], &solved["best"]),
        (&json!(true), &json!("a1-b1"))
    );
    assert_eq!(solved["value"], json!({"fish": -1.33, "tiles": -0.67}));
    let analyzed = floe!("analyze `{position}` --json --quiet").object();
    assert_eq!(analyzed["value"], solved["value"]);
    floe!("solve `{position}` --quiet")
        .says("value  -1.33:-0.67, exact: B leads by about 1.3 fish on average");
    floe!("analyze `{LEAVES}` --engine alphabeta")
        .refuses("'alphabeta': expected two players or two teams, without chance");
    let base = floe("new --seed 1").fine();
    floe!("analyze `{}` --engine expectimax", base.trim())
        .refuses("expected two players with chance");
}

#[test]
fn chance_answers_at_the_board() {
    let call = format!("play `{LEAVES}` --side AB --seed");
    let mut ends = Vec::new();
    for seed in ["1", "2", "3", "4", "5", "6", "7", "8"] {
        let played = floe_with(&format!("{call} {seed}"), "a1-b1,whale\na1-b1\nquit\n").fine();
        assert!(
            played.contains("it is not legal"),
            "a choice does not name its outcome: {played}"
        );
        ends.push(played.contains("a1-b1,whale\n"));
    }
    assert!(ends.contains(&true) && ends.contains(&false), "{ends:?}");
}

#[test]
fn seats_rotate_in_the_same_world() {
    let folder = Folder::new();
    let out = folder.path().join("match");
    let directory = out.to_str().unwrap();
    let call = format!(
        "match random random --rules hidden-whale --seed 1 --floes 12 --out \
        `{directory}` --json"
    );
    floe(&call).fine();
    let text = std::fs::read_to_string(out.join("games.jsonl")).unwrap();
    let games: Vec<_> = objects(&text).into_iter().skip(1).collect();
    assert!(
        games
            .iter()
            .any(|game| game["moves"].as_str().unwrap().contains(",whale")),
        "{text}"
    );
    // In one world the whale of a floe is below one tile.
    for floe in games.iter().map(|game| game["floe"].as_str().unwrap()) {
        let of_floe = games.iter().filter(|game| game["floe"] == floe);
        let mut found: Vec<&str> = of_floe
            .flat_map(|game| game["moves"].as_str().unwrap().split(' '))
            .filter_map(|mv| {
                mv.split_once(",whale")
                    .map(|(choice, _)| choice.split('-').next().unwrap())
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        assert!(found.len() <= 1, "{found:?} {floe}");
    }
}
