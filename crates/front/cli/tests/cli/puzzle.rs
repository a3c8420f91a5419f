use std::fs;

use serde_json::Value;

use crate::TEACHING;
use crate::run::{Folder, floe, objects};

/// The puzzles that a call prints as JSON, and the same ones as text.
fn puzzles(arguments: &str) -> (Vec<Value>, String) {
    let call = format!("puzzle --progress 0s --nodes 5k --hash 1 {arguments}");
    let json = floe!("{call} --json").fine();
    (objects(&json), floe(&call).fine())
}

#[test]
fn puzzles_have_one_winning_move_and_are_proved() {
    let directory = Folder::new();
    let [list, page, pictures] = ["p.exact", "p.html", "svg"].map(|name| directory.file(name));
    let (objects, text) = puzzles(&format!("--count 3 --sheet `{page}` --svg `{pictures}`"));
    assert_eq!(objects.len(), 3);
    for puzzle in &objects {
        let values = puzzle["values"].as_array().unwrap();
        let wins = |index: usize| {
            values[index]["value"].as_str().unwrap().starts_with('+')
                || values[index]["value"].as_str().unwrap().starts_with("0:+")
        };
        assert!(wins(0) && !wins(1), "{puzzle}");
        assert_eq!(puzzle["solution"], values[0]["move"]);
        assert!((2..=5).contains(&puzzle["difficulty"].as_u64().unwrap()));
        assert!(text.contains(puzzle["position"].as_str().unwrap()));
    }
    fs::write(&list, &text).unwrap();
    let suite = floe!("suite `{list}` --json --quiet --hash 1").object();
    assert_eq!((&suite["solved"], &suite["wrong"]), (&3.into(), &0.into()));
    let page = fs::read_to_string(page).unwrap();
    assert!(
        page.contains("<svg ") && page.contains(": answers<") && !page.contains("src="),
        "{page}"
    );
    assert_eq!(fs::read_dir(pictures).unwrap().count(), 3);
}

#[test]
fn a_lead_counts_in_fish_for_any_number_of_players() {
    let (objects, _) = puzzles("--count 1 --lead 3 --players 3 --difficulty 1");
    assert!(
        objects
            .iter()
            .all(|puzzle| puzzle["lead"].as_f64().unwrap() >= 3.0),
        "{objects:?}"
    );
}

#[test]
fn games_of_files_are_looked_through() {
    let directory = Folder::new();
    let out = directory.path().to_str().unwrap();
    floe!("match greedy random --seed 1 --floes 1 --out `{out}`").fine();
    let record = format!("{out}/games.jsonl");
    let found = floe!("puzzle `{record}` --json --progress 0s --difficulty 1 --count 50");
    assert!(
        found.status == Some(1) && !found.out.is_empty(),
        "{}",
        found.err
    );
    assert!(found.err.contains("only; try"), "{}", found.err);
}

#[test]
fn wrong_files_are_named() {
    floe("puzzle missing.jsonl").refuses("missing.jsonl");
    let directory = Folder::new();
    let game = directory.path().join("a.game");
    fs::write(&game, "\n  hello\n").unwrap();
    floe!("puzzle `{}`", game.to_str().unwrap())
        .refuses("a.game: line 2, column 3: expected a tile");
}

/// One player frees animals, so the best move is the one after which fewest are left.
#[test]
fn a_puzzle_of_one_player_is_read_by_suite() {
    let directory = Folder::new();
    let [game, list] = ["flip.game", "flip.exact"].map(|name| directory.file(name));
    let start = "flip:pR1>R4<p/T3<T2<~~T4<R1<R3<~/pS2<~R1>~~R3>~~/pS1>R2> A T:ffk,R:fry - step=free deck=s1k1x2e1 last=2 \
                 power=used";
    fs::write(&game, format!("{start}\n1. +b1\n")).unwrap();
    let (objects, text) = puzzles(&format!("{game} --count 1 --difficulty 1"));
    assert_eq!(
        (objects.len(), &objects[0]["solution"]),
        (1, &"+b1".into()),
        "{objects:?}"
    );
    assert!(text.contains("one move is best, by 1 animal"), "{text}");
    fs::write(&list, &text).unwrap();
    let suite = floe!("suite `{list}` --json --quiet --hash 1").object();
    assert_eq!(
        (&suite["solved"], &suite["wrong"]),
        (&1.into(), &0.into()),
        "{suite}"
    );
}

#[test]
fn the_puzzles_of_the_source_tree_are_proved() {
    let files = fs::read_dir("../../../positions/puzzles")
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files: Vec<String> = files
        .map(|path| path.to_str().unwrap().to_owned())
        .collect();
    let call: Vec<&str> = ["suite", "--json", "--quiet", "--hash", "16"]
        .into_iter()
        .chain(files.iter().map(|file| &file[..]))
        .collect();
    let suite = floe(&call).object();
    assert_eq!(
        (&suite["solved"], &suite["wrong"]),
        (&suite["positions"], &0.into())
    );
    for file in &suite["files"].as_array().unwrap()[..] {
        let least = if file["file"].as_str().unwrap().contains("base") {
            200
        } else {
            20
        };
        assert!(file["positions"].as_u64().unwrap() >= least, "{file}");
    }
}

#[test]
fn graded_positions_are_measured_again_chosen_ordered_and_printed_on_sheets() {
    let directory = Folder::new();
    let page = directory.file("sheet.html");
    let read = |options: &str| {
        let call = format!("puzzle --graded `{TEACHING}` --progress 0s --json {options}");
        let lines = floe(&call).fine();
        lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect::<Vec<Value>>()
    };
    let all = read(&format!("--sheet `{page}` --title `Class <4b>`"));
    assert_eq!(all.len(), 8);
    assert!(all.is_sorted_by_key(|puzzle| puzzle["search_nodes"].as_u64().unwrap()));
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.contains("Class &lt;4b&gt;: answers") && html.contains("A: c5 to d4."));
    assert_eq!(html.matches("class=\"sheet\"").count(), 3);
    assert_eq!(
        read("--order random --seed 3"),
        read("--order random --seed 3")
    );
    assert_eq!(read("--order file --count 1")[0]["solution"], "c5-d4");
    let split = read("--theme split");
    assert!(!split.is_empty() && split.iter().all(|puzzle| puzzle["themes"][0] == "split"));
    assert!(read("--rules push").is_empty() && read("--players 2") == read(""));
}

#[test]
fn difficulties_have_a_minimum_and_a_maximum() {
    let levels = |options: &str| {
        let call = format!("puzzle --graded `{TEACHING}` --progress 0s --json {options}");
        let level = |line: &str| {
            let puzzle = serde_json::from_str::<Value>(line).unwrap();
            (
                puzzle["difficulty"].as_u64().unwrap(),
                puzzle["difficulty_words"].as_str().unwrap().to_owned(),
            )
        };
        floe(&call).fine().lines().map(level).collect::<Vec<_>>()
    };
    let all = levels("");
    let mut parts = Vec::new();
    for level in ["1", "2", "3", "4", "5"] {
        let part = levels(&format!(
            "--difficulty `{level}` --max-difficulty `{level}`"
        ));
        assert!(
            part.iter().all(|(found, _)| found.to_string() == level),
            "{part:?}"
        );
        parts.extend(part);
    }
    assert_eq!(parts, all);
    assert_eq!(all[0], (1, "very easy".to_owned()));
    floe("puzzle --difficulty 4 --max-difficulty 2")
        .refuses("--difficulty: expected a minimum of at most the maximum, 2; found 4");
    // The usual minimum gives way.
    let directory = Folder::new();
    let game = directory.write("a.game", "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0\n1. c5-d4\n");
    assert_ne!(floe!("puzzle `{game}` --max-difficulty 1").status, Some(2));
}

/// Sheet that a call makes of the positions for teaching.
fn sheet(options: &str) -> String {
    let directory = Folder::new();
    let page = directory.file("sheet.html");
    let call = format!("puzzle --graded `{TEACHING}` --progress 0s --count 2 --sheet `{page}`");
    let made = floe!("{call} {options}");
    assert!(made.err.contains(&format!(
        "2 puzzles → {page}: open it in a browser and print"
    )));
    made.fine();
    fs::read_to_string(page).unwrap()
}

#[test]
fn names_lines_and_answers_of_a_sheet_are_chosen() {
    let parts = |html: &str| {
        let body = html.split_once("<body>").unwrap().1;
        [
            "class=\"blank",
            "class=\"ruled",
            ": answers<",
            "class=\"solution",
        ]
        .map(|part| body.contains(part))
    };
    assert_eq!(parts(&sheet("")), [true, true, true, false]);
    assert_eq!(
        parts(&sheet("--no-names --no-lines --answers none")),
        [false; 4]
    );
    let below = sheet("--answers below");
    assert_eq!(parts(&below), [true, false, false, true]);
    assert!(
        below.contains("<span class=\"turn\">A: c5 to d4.</span> <span class=\"turn\">B:"),
        "{below}"
    );
    // Printers leave backgrounds out.
    assert!(!below.contains("gradient"));
}

#[test]
fn lessons_are_made_of_commented_positions() {
    let directory = Folder::new();
    let [game, page] = ["a.game", "a.html"].map(|name| directory.file(name));
    let start = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
    fs::write(
        &game,
        format!(
            "[A \"Anna\"]\n{start}\n1. c5-c6 {{Who <waits>? [%draw d5-d6]}} d5-d6 {{B does.}}\n"
        ),
    )
    .unwrap();
    let exercise = floe!("puzzle --lesson `{game}` --sheet `{page}` --json").object();
    assert_eq!(exercise["task"], "Anna – B: B to move");
    assert_eq!(
        (&exercise["remark"], &exercise["answer"][0]),
        (&"Who <waits>?".into(), &"d5-d6".into())
    );
    let html = fs::read_to_string(&page).unwrap();
    assert!(
        html.contains("<h1>Lesson</h1>")
            && html.contains("Who &lt;waits&gt;?")
            && html.contains("B does.")
    );
    assert!(html.contains("fp-tip fp-drawn"), "drawings are printed");
    fs::write(&game, format!("{start}\n1. c5-c6\n")).unwrap();
    floe!("puzzle --lesson `{game}` --sheet `{page}`")
        .refuses("expected FILEs with comments on positions");
    floe!("puzzle --lesson `{game}`").refuses("--sheet");
}
