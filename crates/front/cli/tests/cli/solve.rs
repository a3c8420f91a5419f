use serde_json::{Value, json};

use crate::run::{Folder, end, floe, floe_with, start, texts};
use crate::{DEALT, ENDGAME, EXAMPLE, OVER, THREE};

fn solve(position: &str, options: &str) -> Value {
    floe!("solve --json --quiet `{position}` {options}").object()
}

#[test]
fn an_ending_has_its_value_with_any_number_of_threads() {
    for threads in ["1", "2", "5"] {
        let object = solve(ENDGAME, &format!("--threads `{threads}`"));
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
    let object = solve(EXAMPLE, "");
    assert_eq!(object["value"], json!({"fish": 0, "tiles": 3}));
    let mut arguments = vec!["apply", EXAMPLE];
    arguments.extend(texts(&object["pv"]));
    let end = floe(&arguments).fine();
    assert!(end.trim_end().ends_with("49:31,49:28"), "{end}");
}

/// Progress shows the values of moves like the result: for the player to move.
#[test]
fn progress_has_the_view_of_the_result() {
    for position in [ENDGAME.to_owned(), format!("{ENDGAME} rules=push")] {
        let solved = floe!("solve `{position}` --all");
        let shown = |mv: &str| {
            solved
                .err
                .lines()
                .rfind(|line| line.contains(&format!(" {mv} ")))
                .map(str::to_owned)
        };
        let table = solved.out.split("moves\n").nth(1).unwrap();
        let moves: Vec<Vec<&str>> = table
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        let known = moves.iter().filter(|words| words.len() == 2);
        let told = known.filter_map(|words| Some((words[1], shown(words[0])?)));
        let told: Vec<(&str, String)> = told.filter(|(_, line)| line.contains(':')).collect();
        assert!(!told.is_empty(), "{}", solved.err);
        for (value, line) in told {
            let fish: i32 = value.split(':').next().unwrap().parse().unwrap();
            let bounds = line.split("  ").nth(1).unwrap();
            let ends = bounds
                .split(" to ")
                .map(|bound| bound.split(':').next().unwrap().parse::<i32>().unwrap());
            let ends: Vec<i32> = ends.collect();
            assert!(
                ends[0] <= fish && fish <= ends[ends.len() - 1],
                "{value}: {line}"
            );
        }
    }
}

#[test]
fn every_move_has_its_value_best_first() {
    let object = solve(ENDGAME, "--all");
    let moves = object["moves"].as_array().unwrap();
    let values: Vec<i64> = moves
        .iter()
        .map(|mv| mv["value"]["fish"].as_i64().unwrap())
        .collect();
    assert_eq!(values, [10, 7, 7, 7, 5]);
    assert_eq!(moves[0]["move"], object["best"]);
    let text = floe!("solve --quiet --all `{ENDGAME}`").fine();
    assert!(
        text.contains("A wins by 10 fish") && text.contains("c4-d4"),
        "{text}"
    );
}

#[test]
fn what_is_not_proved_has_bounds() {
    let open = floe("new --seed 7 --placed").fine();
    let object = floe!("solve --json --quiet `{}` --nodes 1000", open.trim_end()).undecided();
    assert_eq!(object["exact"], false);
    assert_eq!(object["best"], Value::Null);
    assert!(object.get("value").is_none());
    let [least, most] =
        ["at_least", "at_most"].map(|bound| object[bound]["fish"].as_i64().unwrap());
    assert!(least < most);
    let text = floe!("solve --quiet `{}` --nodes 1000", open.trim_end()).out;
    assert!(
        text.starts_with("best   none is proved\nvalue  not proved: "),
        "{text}"
    );
    assert!(
        text.contains(&format!("{least:+}:")) && text.contains(&format!("to {most:+}:")),
        "{text}"
    );
    let batch = floe_with("solve - --quiet --nodes 1000", format!("{open}{EXAMPLE}\n"));
    assert_eq!(batch.status, Some(3), "{}", batch.out);
    let batch = floe_with("solve - --quiet --nodes 1000", format!("{open}wrong\n"));
    assert_eq!(
        batch.status,
        Some(2),
        "a wrong line counts more: {}",
        batch.out
    );
}

#[test]
fn who_wins_may_be_enough() {
    let object = solve(ENDGAME, "--objective wdl");
    let least = object.get("at_least").unwrap_or(&object["value"]);
    assert!(least["fish"].as_i64().unwrap() >= 0, "{object}");
}

#[test]
fn more_players_have_a_result_each() {
    let object = solve(THREE, "");
    assert_eq!(object["exact"], true);
    assert_eq!(
        object["value"]
            .as_object()
            .unwrap()
            .keys()
            .collect::<Vec<_>>(),
        ["A", "B", "C"]
    );
    let ignored = floe!("solve --quiet `{THREE}` --objective wdl");
    assert!(
        ignored
            .err
            .contains("--objective wdl is for two players; with 3 all"),
        "{}",
        ignored.err
    );
    assert_eq!(ignored.status, Some(0));
    assert_eq!(
        solve(THREE, "--threads 1")["value"],
        solve(THREE, "--threads 3")["value"]
    );
}

#[test]
fn a_finished_game_has_a_result_and_no_move() {
    let object = solve(OVER, "");
    assert_eq!(object["exact"], true);
    assert_eq!(object["value"], json!({"fish": 0, "tiles": -3}));
    assert_eq!((&object["best"], &object["pv"]), (&Value::Null, &json!([])));
}

#[test]
fn placing_is_not_solved() {
    floe!("solve `{DEALT}`").refuses("all penguins are placed");
}

/// The proof of a position that takes a while is killed again and again, and still ends.
#[test]
fn a_proof_that_is_killed_goes_on_where_it_was() {
    let position = floe("new --seed 3 --placed --tiles 40").fine();
    let position = position.trim();
    let whole = solve(position, "--threads 1");
    let directory = Folder::new();
    let file = directory.path().join("proof");
    let file = file.to_str().unwrap();
    let arguments = format!(
        "solve `{position}` --checkpoint `{file}` --checkpoint-interval 1s \
        --threads 1"
    );
    for _ in 0..3 {
        let mut child = start(&arguments);
        std::thread::sleep(std::time::Duration::from_millis(1300));
        let _ = child.kill();
        end(child);
    }
    let limited = floe!("{arguments} --nodes 1000");
    assert!(matches!(limited.status, Some(0 | 3)), "{}", limited.err);
    let resumed = solve(position, &format!("--checkpoint `{file}` --threads 2"));
    assert_eq!(resumed["value"], whole["value"]);
    let again = solve(position, &format!("--checkpoint `{file}`"));
    assert_eq!(again["value"], whole["value"]);
    assert!(again["nodes"].as_u64().unwrap() < whole["nodes"].as_u64().unwrap() / 10 + 1000);
}

#[test]
fn a_checkpoint_that_cannot_be_saved_is_refused_before_the_search() {
    let directory = Folder::new();
    for path in [
        "/nowhere/proof",
        directory.path().to_str().unwrap(),
        "/dev/null/proof",
    ] {
        let wrong = floe!("solve `{ENDGAME}` --checkpoint `{path}`").wrong();
        assert!(
            wrong.starts_with(&format!("floe: {path}: ")) && !wrong.contains("nodes"),
            "{wrong}"
        );
    }
}

#[test]
fn one_process_at_a_time_uses_a_checkpoint() {
    let directory = Folder::new();
    let file = directory.file("proof");
    let lock = std::fs::File::create(directory.path().join("proof.lock")).unwrap();
    lock.lock().unwrap();
    let ran = floe!("solve `{ENDGAME}` --checkpoint `{file}`");
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.err.contains("another process is using this checkpoint"),
        "{}",
        ran.err
    );
}

#[test]
fn a_checkpoint_of_something_else_is_refused() {
    let directory = Folder::new();
    let file = directory.file("proof");
    let name = &file;
    for position in [ENDGAME, THREE] {
        let _ = std::fs::remove_file(&file);
        assert_eq!(
            solve(position, &format!("--checkpoint `{name}`"))["exact"],
            true
        );
        floe!("solve `{EXAMPLE}` --checkpoint `{name}`").refuses("expected a checkpoint of");
        let mut bytes = std::fs::read(&file).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(&file, bytes).unwrap();
        floe!("solve `{position}` --checkpoint `{name}`").refuses("damaged");
    }
    assert_eq!(floe!("solve - --checkpoint `{name}`").status, Some(2));
}
