//! Games shown move by move, and annotated.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::run::{Folder, floe, floe_with, objects, texts};
use crate::{EXAMPLE, THREE};

const GOLDEN: &str = include_str!("../../../../../positions/games/blunders.game");
const GOLDEN_SPECIAL: &str = include_str!("../../../../../positions/games/special-tiles.game");

/// The worked example of the rules to its end.
const MOVES: &str = "b4-d4 e4-e3 d4-c4 c4-b3 b3-c2";

/// The first line of a record.
const HEAD: &str = r#"{"schema":"floe-games-1","config":{"engines":["one","two"],"players":2,"rules":"base","floes":5,"seed":7,"placed":false,"gauntlet":false,"all_permutations":false,"clock":"60s","build":"test"}}"#;

/// A file of three games as a match writes it, the last line torn; the second was broken off.
fn records() -> String {
    let game = |number: u32, moves: &str, how: &str| {
        let block = number / 2;
        let seats = if number.is_multiple_of(2) {
            "[0,1]"
        } else {
            "[1,0]"
        };
        format!(
            r#"{{"game":{number},"block":{block},"floe":"{EXAMPLE}","seats":{seats},"moves":"{moves}","results":[{{"points":0,"tie_break":0}},{{"points":0,"tie_break":0}}],"termination":{how},"seed":7,"build":"test"}}"#
        )
    };
    let forfeit = r#"{"how":"forfeit","seat":1,"reason":"hung"}"#;
    [
        HEAD.to_owned(),
        game(4, MOVES, r#"{"how":"finished"}"#),
        game(2, "b4-d4", forfeit),
        game(3, "b4-d4 e4-e9", forfeit),
    ]
    .join("\n")
        + "\n"
}

#[test]
fn every_move_has_its_floe() {
    let said = floe_with("replay -", format!("{EXAMPLE}\n{MOVES}\n")).fine();
    assert_eq!(said.matches("\n1. A b4-d4\n\n").count(), 1);
    assert_eq!(said.matches("\n3. A d4-c4\n\n").count(), 1);
    let last = floe!("apply `{EXAMPLE}` b4-d4 e4-e3 d4-c4 c4-b3 b3-c2").fine();
    assert!(said.ends_with(&floe!("show `{}`", last.trim_end()).fine()));
    assert!(said.starts_with(&floe!("show `{EXAMPLE}`").fine()));
}

#[test]
fn programs_hear_of_every_move() {
    let plies =
        objects(&floe_with("replay - --json", format!("{EXAMPLE} # text\n1. b4-d4\n")).fine());
    let after = floe!("apply `{EXAMPLE}` b4-d4").fine();
    let expected = json!([{"schema": "floe/replay/1", "ply": 1, "player": "A", "move": "b4-d4", "position": EXAMPLE, "after": after.trim_end()}]);
    assert_eq!(Value::from(plies), expected);
}

#[test]
fn a_game_is_chosen_from_records() {
    let game = |number: &str| floe_with(&format!("replay - --game `{number}`"), records());
    assert!(game("4").fine().contains("\n5. A b3-c2\n"));
    assert!(
        game("2")
            .fine()
            .ends_with("the game was broken off: B has lost: hung\n")
    );
    assert!(
        game("9")
            .wrong()
            .contains("unknown game 9; number of games in the file: 3")
    );
    floe_with("replay -", records())
        .refuses("expected one game; found 3: choose one with --game N");
    let one: String = records()
        .lines()
        .take(2)
        .map(|line| format!("{line}\n"))
        .collect();
    floe_with("replay -", one).says("\n5. A b3-c2\n");
    floe_with("replay - --game 1", EXAMPLE)
        .refuses("unknown game 1; number of games in the file: 1");
}

/// Records become game files, which replay reads with headers and comments.
#[test]
fn records_become_game_files() {
    let folder = Folder::new();
    let file = folder.path().join("all.game");
    let file = file.to_str().unwrap();
    let searched = records().replacen(
        "\"results\"",
        "\"searches\":[{\"value\":\"+1:0\",\"depth\":3}],\"results\"",
        1,
    );
    let ran = floe_with(&format!("replay - --export `{file}`"), &searched);
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (Some(2), "2 games written\n")
    );
    assert!(
        ran.err.contains("line 4, column 145"),
        "the game with an illegal move is left out: {}",
        ran.err
    );
    let first = format!(
        "[Event \"floe match, seed 7\"]\n[Round \"4\"]\n[A \"one\"]\n[B \"two\"]\n[Rules \"base\"]\n\
        [TimeControl \"60s\"]\n[Result \"0:0,0:0\"]\n{EXAMPLE}\nb4-d4 # +1:0, depth 3\ne4-e3\nd4-c4\nc4-b3\nb3-c2\n"
    );
    let text = fs::read_to_string(file).unwrap();
    assert!(text.starts_with(&first), "{text}");
    assert!(
        text.contains("[Result \"1-0\"]\n[Termination \"B has lost: hung\"]\n"),
        "{text}"
    );
    // Reading and writing again changes nothing.
    assert_eq!(floe!("replay `{file}` --export -").fine(), text);
    let shown = floe!("replay `{file}` --game 0").fine();
    assert!(
        shown.starts_with("Event:       floe match, seed 7\n"),
        "{shown}"
    );
    assert!(shown.contains("\n1. A b4-d4\n+1:0, depth 3\n\n"), "{shown}");
    assert!(
        floe!("replay `{file}` --game 1")
            .fine()
            .ends_with("broken off: B has lost: hung\n")
    );
    floe!("replay `{file}`").refuses("expected one game; found 2: choose one with --game N");
    let plies = objects(&floe!("replay `{file}` --game 0 --json").fine());
    assert_eq!(
        (&plies[0]["comments"], &plies[1]["comments"]),
        (&json!(["+1:0, depth 3"]), &Value::Null)
    );
    let annotate = format!("replay `{file}` --game 0 --annotate --engine default:nodes=100");
    let annotated = floe(&annotate).fine();
    assert!(
        annotated.starts_with("[Event ") && annotated.contains("\n# +1:0, depth 3\n"),
        "{annotated}"
    );
    floe_with("replay -", annotated).fine();
}

/// The example in the documentation is a game file.
#[test]
fn the_documented_game_is_read() {
    let page = include_str!("../../../../../docs/notation.md")
        .split("\n## Game files\n")
        .nth(1)
        .unwrap();
    let example = page
        .split("```")
        .nth(1)
        .unwrap()
        .strip_prefix("text\n")
        .unwrap();
    let shown = floe_with("replay -", example).fine();
    assert!(
        shown.starts_with("Event:       Club evening\n") && shown.contains("\n3. A c5\na comment "),
        "{shown}"
    );
    assert!(shown.contains("\n  (c2\n  b3 # the variation "), "{shown}");
}

/// The worked example with variations, marks and notes.
const NOTED: &str = "b4-d4!? # [%clock 0:01:30]\n  (b4-b3 # lost\n  e4-d4 # [%draw e4-d4]\n    (e4-e3))\ne4-e3\nd4-c4 $1\n";

#[test]
fn variations_are_shown_and_kept() {
    let game = format!("{EXAMPLE}\n{NOTED}");
    assert_eq!(floe_with("replay - --export -", &game).fine(), game);
    let shown = floe_with("replay -", &game).fine();
    let first = "\n1. A b4-d4!?\n[%clock 0:01:30]\n  (b4-b3 # lost\n  e4-d4 # [%draw e4-d4]\n    (e4-e3))\n\n";
    assert!(
        shown.contains(first) && shown.contains("\n3. A d4-c4 $1\n"),
        "{shown}"
    );
    let plies = objects(&floe_with("replay - --json", &game).fine());
    assert_eq!(
        (plies.len(), &plies[0]["marks"], &plies[0]["clock"]),
        (3, &json!("!?"), &json!(90.0))
    );
    let variation = json!([
        {"parent": 0, "move": "b4-b3", "comments": ["lost"]},
        {"parent": 1, "move": "e4-d4", "arrows": ["e4-d4"]},
        {"parent": 1, "move": "e4-e3"},
    ]);
    assert_eq!(plies[0]["variations"], json!([variation]));
    // All readers of a list of moves take the main line.
    let moves = ["b4-d4", "e4-e3", "d4-c4"];
    let end = floe(&[&["apply", EXAMPLE][..], &moves].concat()).fine();
    assert_eq!(plies[2]["after"], end.trim_end());
    let proved = floe_with("replay - --prove 1m --json", &game).fine();
    let plain = floe_with(
        "replay - --prove 1m --json",
        format!("{EXAMPLE}\n{}\n", moves.join(" ")),
    )
    .fine();
    assert_eq!(proved, plain);
    let folder = Folder::new();
    let file = folder.write("saved.game", &game);
    let played = floe_with(&format!("play --file `{file}` --side AB"), "show\nquit\n").fine();
    assert!(
        played.contains(end.split_whitespace().next().unwrap()) || played.contains("B"),
        "{played}"
    );
    floe_with(&format!("play --file `{file}` --side AB"), "c4-b3\nquit\n");
    let saved = fs::read_to_string(&file).unwrap();
    assert!(saved.ends_with(&format!("{NOTED}c4-b3\n")), "{saved}");
}

#[test]
fn variations_are_checked() {
    let game = format!("{EXAMPLE}\nb4-d4 e4-e3\n(e4-d4 d4-c4) d4-c4\n");
    let ran = floe_with("replay -", &game);
    assert_eq!(ran.status, Some(2));
    assert!(
        ran.err
            .starts_with("floe: line 3, column 2: move 2, 'e4-d4': "),
        "{}",
        ran.err
    );
    assert!(ran.out.contains("\n3. A d4-c4\n"), "{}", ran.out);
    let ran = floe_with(
        "replay - --export -",
        game + &format!("\n{EXAMPLE}\nb4-d4\n"),
    );
    assert_eq!(
        (ran.status, ran.out),
        (Some(2), format!("{EXAMPLE}\nb4-d4\n"))
    );
    let wrong = floe_with("replay -", format!("{EXAMPLE}\nb4-d4 (b4-b3\n")).wrong();
    assert!(
        wrong.starts_with("floe: line 2, column 7: expected ) at the end of the variation"),
        "{wrong}"
    );
}

/// A bad move gets its mark and the best line, which are not doubled, and notes of people stay.
#[test]
fn annotations_are_marks_and_variations() {
    let annotate = |text: &str| {
        let engine = "default:nodes=100000";
        floe_with(&format!("replay - --annotate --engine `{engine}`"), text).fine()
    };
    let annotated = annotate(&format!("{EXAMPLE}\nb4-b3 e4-d4\n"));
    assert!(
        annotated.contains("\nb4-b3?? # ")
            && annotated.contains("?? better b4-d4 [%value -6:0] [%review 100000 ?? "),
        "{annotated}"
    );
    assert!(
        annotated.contains("\n  (b4-d4 # best line\n  # [%value 0:+3]\n"),
        "{annotated}"
    );
    assert_eq!(annotate(&annotated), annotated);
    floe_with("replay -", &annotated).fine();
    let noted = annotate(&format!("{EXAMPLE}\nb4-b3! (b4-d4 # mine\n) e4-d4\n"));
    assert!(
        noted.contains("\nb4-b3!  # ") && noted.contains("\n  (b4-d4 # mine\n  )\n"),
        "{noted}"
    );
    assert!(!noted.contains("b4-d4 # best line"), "{noted}");
    assert_eq!(annotate(&noted), noted);
}

#[test]
fn what_is_wrong_has_a_place() {
    let ran = floe_with(
        "replay -",
        format!("# a game\n{EXAMPLE}\nb4-d4  e4-e1 # no\n"),
    );
    assert_eq!(ran.status, Some(2));
    let expected = "floe: line 3, column 8: move 2, 'e4-e1': ";
    assert!(ran.err.starts_with(expected), "{}", ran.err);
    assert!(
        ran.err.ends_with("\n  b4-d4  e4-e1 # no\n         ^\n"),
        "{}",
        ran.err
    );
    assert!(ran.out.contains("1. A b4-d4"), "what comes before is shown");
    let ran = floe_with("replay - --json --game 3", records());
    let error = objects(&ran.out).pop().unwrap();
    assert_eq!((ran.status, &error["line"]), (Some(2), &json!(4)));
    let column = error["column"].as_u64().unwrap() as usize;
    assert!(
        records().lines().nth(3).unwrap()[column - 1..].starts_with("e4-e9\""),
        "{error}"
    );
    let ran = floe_with("replay -", "\n\n12 A\n");
    assert!(
        ran.wrong()
            .starts_with("floe: line 3, column 3: expected another hex")
    );
    assert!(
        floe_with("replay -", "")
            .wrong()
            .starts_with("floe: line 1, column 1: ")
    );
    floe_with("replay -", "{\n{}\n").refuses("expected a file of games");
    floe_with("replay -", "{").refuses("expected at least one game; found none");
    let ran = floe_with("replay - --json", b"\xff");
    let error = "column 1: expected text in UTF-8; found the byte 0xff";
    assert_eq!(ran.status, Some(2));
    assert_eq!(
        objects(&ran.out),
        [json!({"schema": "floe/error/1", "error": error, "line": 1, "column": 1})]
    );
    let ran = floe_with("replay -", [records().as_bytes(), b"{\xff}\n"].concat()).wrong();
    assert!(
        ran.starts_with("floe: line 5, column 2: expected text in UTF-8; found the byte 0xff\n"),
        "{ran}"
    );
    floe!("replay `{}`", env!("CARGO_MANIFEST_DIR")).refuses("there are no games");
    assert!(
        floe("replay /no/such/file")
            .wrong()
            .starts_with("floe: /no/such/file: ")
    );
}

#[test]
fn a_blunder_is_marked_and_the_better_move_told() {
    let lost = format!("{EXAMPLE}\nb4-b3 e4-d4");
    let annotate = [
        "replay",
        "-",
        "--json",
        "--annotate",
        "--engine",
        "default:nodes=100000",
    ];
    let plies = objects(&floe_with(&annotate, &lost).fine());
    let first = &plies[0]["annotation"];
    assert_eq!(
        first["before"],
        json!({"fish": 0, "tiles": 3, "exact": true})
    );
    assert_eq!(
        (&first["best"], &first["mark"]),
        (&json!("b4-d4"), &json!("blunder"))
    );
    let swing = |what: &str| {
        first["after"][what].as_i64().unwrap() - first["before"][what].as_i64().unwrap()
    };
    assert_eq!(
        first["swing"],
        json!({"fish": swing("fish"), "tiles": swing("tiles")})
    );
    assert!(swing("fish") <= 0 && first["after"]["exact"] == true);
    floe_with("replay - --annotate --engine default:nodes=100000", &lost)
        .says("?? better b4-d4 [%value ");
}

/// Proved results that were given away, by player or by engine.
#[test]
fn what_was_given_away_is_told() {
    let moves = floe!("solve `{EXAMPLE}` --all --json").fine();
    let worst = objects(&moves)[0]["moves"]
        .as_array()
        .unwrap()
        .last()
        .unwrap()["move"]
        .as_str()
        .unwrap()
        .to_owned();
    let said = floe_with("replay - --prove 1m --json", format!("{EXAMPLE}\n{worst}")).fine();
    let said = objects(&said);
    let dropped = json!({
        "schema": "floe/dropped/1", "ply": 1, "player": "A", "engine": "A", "position": EXAMPLE, "move": worst,
        "before": "win", "after": "loss", "best": said[0]["best"],
    });
    let tally =
        json!({"schema": "floe/proofs/1", "engine": "A", "proved": 1, "dropped": 1, "unclear": 0});
    assert_eq!(said, [dropped, tally]);
    assert_eq!(said[0]["best"], "b4-d4");
    let text = floe_with("replay - --prove 1m --game 4", records()).fine();
    assert_eq!(
        text,
        "one: 4 moves in positions proved to be won or drawn; 0 of them gave the result\n  away\n"
    );
    let wrong = floe_with("replay - --prove 1m --game 9", records()).wrong();
    assert!(
        wrong.contains("unknown game 9; number of games in the file: 3"),
        "{wrong}"
    );
    let all = floe_with("replay - --prove 1m", records() + "{}\n");
    assert_eq!(
        (all.status, all.out.as_str()),
        (
            Some(2),
            "one: 5 moves in positions proved to be won or drawn; 0 of them gave the result\n  away\n"
        )
    );
    assert!(
        all.err.contains("line 4, column 145") && all.err.contains("move 2, 'e4-e9'"),
        "{}",
        all.err
    );
    assert!(all.err.contains("line 5"), "{}", all.err);
    floe_with("replay - --prove 1m", THREE).refuses("between two sides");
}

/// Values of more than two players are those of the mover.
#[test]
fn more_players_have_values_of_their_own() {
    let moves = floe!("moves `{THREE}`").fine();
    let game = format!("{THREE}\n{}", moves.lines().next().unwrap());
    let plies = objects(
        &floe_with(
            "replay - --json --annotate --engine default:nodes=2000",
            &game,
        )
        .fine(),
    );
    assert_eq!(plies[0]["player"], "C");
    assert!(plies[0]["annotation"]["after"]["fish"].as_i64().unwrap() >= 21);
    floe_with("replay - --annotate --engine alphabeta", &game)
        .refuses("expected two players or two teams");
}

/// Proofs of the golden games hold still, and files that are written can be read.
#[test]
fn the_golden_games_are_annotated_rightly() {
    for (game, length, proven_from, end) in [
        (GOLDEN, 50, 36, "B wins by 3 fish"),
        (GOLDEN_SPECIAL, 54, 33, "B wins on tie-break, by 2 tiles"),
    ] {
        let plies = objects(&floe_with("replay - --json", game).fine());
        assert_eq!(plies.len(), length);
        let moves: Vec<&str> = plies[proven_from..]
            .iter()
            .map(|ply| ply["move"].as_str().unwrap())
            .collect();
        let ending = format!(
            "{}\n{}\n",
            plies[proven_from]["position"].as_str().unwrap(),
            moves.join("\n")
        );
        let said = floe_with(
            "replay - --annotate --engine default:nodes=10000000",
            ending,
        )
        .fine();
        let golden: Vec<&str> = game
            .lines()
            .filter(|line| line.contains(" -> "))
            .skip(proven_from)
            .collect();
        let now: Vec<&str> = said.lines().filter(|line| line.contains(" -> ")).collect();
        assert_eq!(golden.len(), now.len());
        for (golden, now) in golden.iter().zip(now) {
            assert_eq!(values(golden), values(now), "{golden}\n{now}");
        }
        assert!(
            said.contains(&format!("\n# The game is over: {end} (")),
            "{said}"
        );
    }
}

/// The games of the variants can be played to their ends.
#[test]
fn the_games_of_the_variants_are_replayed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../positions/games");
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        floe!("replay `{}`", path.to_str().unwrap()).says("\nThe game is over: ");
    }
}

/// The move, its values, and the mark; any of several best moves may be shown.
fn values(line: &str) -> Vec<&str> {
    let told = line.split(" [%").next().unwrap();
    let words: Vec<&str> = told
        .split_whitespace()
        .filter(|word| !word.starts_with('#'))
        .collect();
    let arrow = words.iter().position(|&word| word == "->").unwrap();
    // The mark stands behind the move, too.
    let mv = words[0].trim_end_matches(['!', '?']);
    [&[mv], &words[arrow - 1..words.len().min(arrow + 3)]].concat()
}

/// Recorded games of all rules are annotated, with values in the units that count.
#[test]
fn games_of_all_rules_are_annotated() {
    let folder = Folder::new();
    let rules = floe("rules --json").object()["rules"].clone();
    for rules in texts(&rules).into_iter() {
        let out = folder.path().join(rules);
        let out = out.to_str().unwrap();
        let players: &[&str] = if rules.contains("teams") {
            &["--players", "4"]
        } else {
            &[]
        };
        floe(
            &[
                &[
                    "match", "random", "random", "--seed", "1", "--floes", "1", "--rules", rules,
                    "--out", out,
                ],
                players,
            ]
            .concat(),
        )
        .fine();
        let record = format!("{out}/games.jsonl");
        let annotate = format!("replay `{record}` --game 0 --annotate --engine random:nodes=1");
        let text = floe(&annotate).fine();
        let plies = objects(&floe!("{annotate} --json").fine());
        assert_eq!(text.matches(" -> ").count(), plies.len(), "{rules}");
        let units: &[&str] = match rules {
            "flip" => &["animals"],
            "contest" | "angling" => &["points"],
            _ if rules.contains("survival") => &["penguins", "fish"],
            _ => &["fish", "tiles"],
        };
        let after = |line: &str| Some(line.split_once(" -> ")?.1.split(' ').next()?.contains(':'));
        assert!(
            text.lines()
                .filter_map(after)
                .all(|is_pair| is_pair == (units.len() == 2)),
            "{rules}: {text}"
        );
        for ply in &plies {
            let annotation = &ply["annotation"];
            for (value, more) in [("before", 1), ("after", 1), ("swing", 0)] {
                let value = annotation[value].as_object().unwrap();
                assert_eq!(value.len(), units.len() + more, "{rules}: {annotation}");
                assert!(
                    units.iter().all(|unit| value[*unit].is_number()),
                    "{rules}: {annotation}"
                );
            }
        }
        if rules == "flip" {
            assert!(
                plies
                    .iter()
                    .all(|ply| ply["annotation"]["after"]["animals"].as_f64() >= Some(0.0)),
                "{text}"
            );
        }
    }
}

/// Without an engine, a game gets the same annotations of every strength twice; its players are
/// reviewed at the end.
#[test]
fn a_review_says_how_well_the_players_have_played() {
    let game = format!("[A \"Anna\"]\n[Date \"2026.11.27\"]\n{EXAMPLE}\nb4-b3 e4-d4\n");
    let annotate = ["replay", "-", "--annotate", "--strength", "quick"];
    let text = floe_with(&annotate, &game).fine();
    assert_eq!(floe_with(&annotate, &game).fine(), text);
    assert_eq!(
        floe_with(&annotate, &text).fine(),
        text,
        "an earlier review is replaced"
    );
    let engine = "# values by default:nodes=10000,threads=1,hash=16,seed=0\n";
    assert!(text.contains(engine), "{text}");
    assert!(
        text.contains("\n# review, A: accuracy ") && text.contains(", 1 blunder\n"),
        "{text}"
    );
    assert!(
        text.contains("\n# review, worst moves: 1. A b4-b3?? ("),
        "{text}"
    );
    let plies = objects(&floe_with(&[&annotate[..], &["--json"]].concat(), &game).fine());
    assert_eq!(plies[0].get("review"), None);
    assert_eq!(
        plies[0]["headers"],
        json!({"A": "Anna", "Date": "2026.11.27"})
    );
    assert_eq!(plies[1].get("headers"), None);
    let review = &plies[1]["review"];
    assert_eq!(
        (&review["worst"][0]["ply"], &review["worst"][0]["mark"]),
        (&json!(1), &json!("blunder")),
        "{review}"
    );
    assert!(
        review["players"][0]["mean_loss"].is_number()
            && review["players"][0]["accuracy"].is_number(),
        "{review}"
    );
    assert!(
        plies[0]["annotation"]["reasons"][0].is_string(),
        "{}",
        plies[0]
    );
    let wrong = floe_with(&[&annotate[..], &["--engine", "greedy"]].concat(), &game);
    assert_eq!(wrong.status, Some(2), "{}", wrong.err);
    assert_eq!(
        floe_with("replay - --strength quick", &game).status,
        Some(2)
    );
}
