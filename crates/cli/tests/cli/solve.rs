use serde_json::{Value, json};

use crate::run::floe;
use crate::{DEALT, ENDGAME, EXAMPLE, OVER, THREE};

fn solve(position: &str, options: &[&str]) -> Value {
    let arguments: Vec<&str> = ["solve", "--json", "--quiet", position].iter().chain(options).copied().collect();
    floe(&arguments).object()
}

#[test]
fn an_ending_has_its_value_with_any_number_of_threads() {
    for threads in ["1", "2", "5"] {
        let object = solve(ENDGAME, &["--threads", threads]);
        assert_eq!(object["schema"], "floe/solve/1");
        assert_eq!(object["position"], ENDGAME);
        assert_eq!(object["exact"], true);
        assert_eq!(object["value"], json!({"fish": 10, "tiles": 0}));
        assert_eq!(object["pv"][0], object["best"]);
        assert!(object.get("at_least").is_none());
        assert!(object["nodes"].is_u64() && object["seconds"].is_f64());
    }
}

#[test]
fn the_line_ends_with_the_value() {
    let object = solve(EXAMPLE, &[]);
    assert_eq!(object["value"], json!({"fish": 0, "tiles": 3}));
    let mut arguments = vec!["apply", EXAMPLE];
    arguments.extend(object["pv"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()));
    let end = floe(&arguments).fine();
    assert!(end.trim_end().ends_with("49:31,49:28"), "{end}");
}

#[test]
fn every_move_has_its_value_best_first() {
    let object = solve(ENDGAME, &["--all"]);
    let moves = object["moves"].as_array().unwrap();
    let values: Vec<i64> = moves.iter().map(|mv| mv["value"]["fish"].as_i64().unwrap()).collect();
    assert_eq!(values, [10, 7, 7, 7, 5]);
    assert_eq!(moves[0]["move"], object["best"]);
    let text = floe(&["solve", "--quiet", "--all", ENDGAME]).fine();
    assert!(text.contains("A wins by 10 fish") && text.contains("c4-d4"), "{text}");
}

#[test]
fn what_is_not_proved_has_bounds() {
    let open = floe(&["new", "--seed", "7", "--placed"]).fine();
    let object = solve(open.trim_end(), &["--nodes", "1000"]);
    assert_eq!(object["exact"], false);
    assert_eq!(object["best"], Value::Null);
    assert!(object.get("value").is_none());
    assert!(object["at_least"]["fish"].as_i64().unwrap() < object["at_most"]["fish"].as_i64().unwrap());
}

#[test]
fn who_wins_may_be_enough() {
    let object = solve(ENDGAME, &["--objective", "wdl"]);
    let least = object.get("at_least").unwrap_or(&object["value"]);
    assert!(least["fish"].as_i64().unwrap() >= 0, "{object}");
}

#[test]
fn more_players_have_a_result_each() {
    let object = solve(THREE, &[]);
    assert_eq!(object["exact"], true);
    assert_eq!(object["value"].as_object().unwrap().keys().collect::<Vec<_>>(), ["A", "B", "C"]);
    assert_eq!(solve(THREE, &["--threads", "1"])["value"], solve(THREE, &["--threads", "3"])["value"]);
}

#[test]
fn a_finished_game_has_a_result_and_no_move() {
    let object = solve(OVER, &[]);
    assert_eq!(object["exact"], true);
    assert_eq!(object["value"], json!({"fish": 0, "tiles": -3}));
    assert_eq!((&object["best"], &object["pv"]), (&Value::Null, &json!([])));
}

#[test]
fn placing_is_not_solved() {
    let message = floe(&["solve", DEALT]).wrong();
    assert!(message.contains("all penguins are placed"), "{message}");
}
