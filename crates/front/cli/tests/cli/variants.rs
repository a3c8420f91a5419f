//! Every command on every variant, layout and number of players.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::run::{Folder, floe, floe_with, objects};

/// Games on a floe: rules, and numbers of players. `flip.rs` and `angling.rs` test the others.
pub(crate) fn all() -> Vec<(String, Vec<&'static str>)> {
    let told = floe("rules --json").object();
    let rules = told["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rules| rules.as_str().unwrap().to_owned());
    let rules = rules.filter(|rules| !["flip", "contest", "angling"].contains(&&**rules));
    rules
        .map(|rules| {
            if rules.contains("teams") {
                (rules, vec!["4"])
            } else {
                (rules, vec!["2", "3", "4"])
            }
        })
        .collect()
}

fn new(arguments: &str) -> String {
    let position = floe!("new --seed 5 {arguments}").fine();
    position.trim().to_owned()
}

#[test]
fn every_command_knows_every_variant() {
    for (rules, players) in all() {
        for players in players {
            let start = new(&format!("--rules `{rules}` --players `{players}`"));
            let placed = new(&format!(
                "--rules `{rules}` --players `{players}` --tiles 30"
            ));
            for position in [&start, &placed] {
                let found =
                    floe!("analyze `{position}` --nodes 300 --threads 1 --json --quiet").object();
                let best = found["best"].as_str().unwrap().to_owned();
                let moves = floe!("moves `{position}`").fine();
                assert!(
                    moves.lines().any(|mv| mv == best),
                    "{rules}: {best} in {position}"
                );
                let after = floe!("apply `{position}` `{best}`").fine();
                assert_eq!(floe_with("moves -", &after).status, Some(0));
                let count = floe!("perft `{position}` 1 --json").object();
                let leaves = count["leaves"].as_u64().unwrap();
                let choices = moves.lines().count() as u64;
                // Of some choices several things can come.
                assert!(
                    leaves == choices || rules == "hidden-whale" && leaves > choices,
                    "{rules}: {leaves}"
                );
                let picture = floe!("show `{position}`").fine();
                assert!(
                    rules == "base" || picture.contains(&format!("Rules {rules}")),
                    "{picture}"
                );
            }
        }
    }
}

/// A position with all that the variant adds.
#[test]
fn the_evaluation_explains_every_variant() {
    let mut noted: Vec<String> = Vec::new();
    for (rules, players) in all() {
        for players in &players {
            for tiles in ["60", "34"] {
                let position = new(&format!(
                    "--rules `{rules}` --players `{players}` --tiles \
                    `{tiles}`"
                ));
                let call = format!(
                    "analyze `{position}` --explain --nodes 100 --threads 1 \
                    --quiet"
                );
                let told = floe(&call).fine();
                assert!(
                    told.contains("a2  tile that A reaches first")
                        && told.contains("expected  moves  stuck"),
                    "{told}"
                );
                let why = &floe!("{call} --json").object()["why"]["now"];
                assert_eq!(
                    why["players"].as_array().unwrap().len().to_string(),
                    *players,
                    "{why}"
                );
                assert!(why["territory"].as_str().unwrap().len() >= 60, "{why}");
                let notes = why["notes"].as_array().into_iter().flatten();
                noted.extend(notes.map(|note| format!("{rules}: {}", note.as_str().unwrap())));
            }
        }
        let players = players.last().unwrap();
        let dealt = new(&format!("--rules {rules} --players {players}"));
        floe!("analyze `{dealt}` --explain --nodes 100 --quiet").says("after the best placement");
        let placed = new(&format!("--rules {rules} --players {players} --tiles 34"));
        let sides = &"ABCD"[..players.parse().unwrap()];
        floe_with(
            &format!("play `{placed}` --side {sides}"),
            "explain\nquit\n",
        )
        .says("expected  moves  stuck");
    }
    for note in [
        "push: A can push the penguins on",
        "whale: The whale is on",
        "hidden-whale: A whale hides below one of",
        "special-tiles: A can slide to special tiles:",
    ] {
        assert!(
            noted.iter().any(|noted| noted.starts_with(note)),
            "{note}: {noted:?}"
        );
    }
}

#[test]
fn matches_are_played_kept_and_replayed() {
    let folder = Folder::new();
    for (rules, players) in all() {
        let out = folder.file(&rules);
        let players = players.last().unwrap();
        let call = format!(
            "match default:nodes=50 greedy --floes 2 --rules `{rules}` \
            --players `{players}` --out `{out}` --json"
        );
        let report = floe(&call).object();
        assert!(report["games"].as_u64() >= Some(4), "{report}");
        assert_eq!(
            floe(&call).object()["results"],
            report["results"],
            "what is kept is not played again"
        );
        let games: PathBuf = fs::read_dir(out)
            .unwrap()
            .map(|e| e.unwrap().path())
            .find(|p| p.extension().is_some_and(|e| e == "jsonl"))
            .unwrap();
        let replayed = floe!("replay `{}` --game 0 --json", games.to_str().unwrap()).fine();
        assert!(replayed.lines().count() > 10, "{replayed}");
    }
}

/// The positions of a file set the rules; other options, or mixed positions, are refused with their
/// line.
#[test]
fn matches_begin_with_positions_of_any_variant() {
    let directory = Folder::new();
    let file = directory.file("floes.pos");
    let contest = |more: &str| floe!("match default:nodes=20 random --json --file `{file}` {more}");
    let placed = |rules: &str, more: &str| new(&format!("--rules `{rules}` --tiles 30 {more}"));
    for (rules, players) in all() {
        for players in players {
            let lines = [
                placed(&rules, &format!("--players `{players}`")),
                placed(&rules, &format!("--players `{players}` --layout setup-1")),
            ];
            fs::write(&file, lines.join("\n")).unwrap();
            let report = contest("").object();
            let sides = if rules.contains("teams") {
                "2"
            } else {
                players
            };
            assert_eq!(
                report["games"].as_u64().unwrap(),
                2 * sides.parse::<u64>().unwrap(),
                "{rules}: {report}"
            );
        }
    }
    fs::write(
        &file,
        [
            placed("whale", ""),
            "# and then".to_owned(),
            placed("push", ""),
        ]
        .join("\n"),
    )
    .unwrap();
    assert!(
        contest("")
            .wrong()
            .ends_with("line 3: rules: expected whale; found push, unlike line 1\n")
    );
    fs::write(
        &file,
        [
            String::new(),
            placed("group", ""),
            placed("group", "--players 3"),
        ]
        .join("\n"),
    )
    .unwrap();
    assert!(
        contest("")
            .wrong()
            .ends_with("line 3: players: expected 2; found 3, unlike line 2\n")
    );
    fs::write(&file, placed("survival", "")).unwrap();
    assert!(
        contest("--rules base")
            .wrong()
            .ends_with("line 1: --rules: expected base; found survival\n")
    );
    assert!(
        contest("--players 4")
            .wrong()
            .contains("--players: expected 4; found")
    );
    assert_eq!(contest("--rules survival --players 2").object()["games"], 2);
}

#[test]
fn other_programs_play_variants_too() {
    let program = format!("cmd:{} ugi -- nodes=20", env!("CARGO_BIN_EXE_floe"));
    for rules in ["whale", "hidden-whale", "push+teams", "group"] {
        let players = if rules.contains("teams") { "4" } else { "3" };
        let call = format!(
            "match random `{program}` --seed 1 --floes 1 --rules `{rules}` \
            --players `{players}` --json"
        );
        let report = floe(&call).object();
        assert!(report["games"].as_u64() >= Some(2), "{report}");
    }
}

#[test]
fn layouts_are_dealt_and_drawn() {
    for (layout, centre, hexes) in [
        ("setup-1", "water", 64),
        ("setup-2", "open", 61),
        ("setup-2", "m2", 61),
        ("rows(0:9,1:8,0:9)", "water", 26),
    ] {
        let position = new(&format!(
            "--layout `{layout}` --centre `{centre}` --rules survival"
        ));
        assert!(position.starts_with(&format!("{layout}:")), "{position}");
        let picture = floe!("show `{position}`").fine();
        assert!(picture.contains(layout));
        assert_eq!(centre == "open", picture.contains("o: open"));
        assert!(hexes > 20);
    }
    let refused = |arguments: &str| floe!("new {arguments}");
    assert_eq!(
        refused("--layout rows(0:3,1:2)").status,
        Some(2),
        "there is no room for eight penguins"
    );
    assert_eq!(refused("--layout setup-1 --centre open").status, Some(2));
    assert_eq!(refused("--rules teams --players 3").status, Some(2));
    assert_eq!(refused("--rules whale+group").status, Some(2));
    assert_eq!(refused("--layout setup-2 --balanced").status, Some(2));
    assert_eq!(
        refused("--rules whale --layout rows(0:5) --players 2").status,
        Some(2)
    );
}

#[test]
fn a_batch_may_mix_everything() {
    let lines = [
        new("--rules whale"),
        "nonsense rules=push".to_owned(),
        new(""),
        new("--rules group --layout setup-2"),
    ];
    let ran = floe_with("moves - --json", lines.join("\n") + "\n");
    assert_eq!(ran.status, Some(2));
    let answers: Vec<Value> = objects(&ran.out);
    assert_eq!(answers.len(), 4);
    assert!(answers[1]["error"].is_string() && answers[2]["moves"].as_array().unwrap().len() == 30);
}

#[test]
fn what_has_no_meaning_is_refused() {
    let whale = new("--rules whale");
    for (call, why) in [
        (format!("analyze `{whale}` --engine maxn"), "maxn"),
        (format!("solve `{whale}`"), "placed"),
        (format!("apply `{whale}` a1-a2"), "can place on"),
    ] {
        floe(&call).refuses(why);
    }
}

/// A checkpoint resumes a proof that a limit or a kill has ended.
#[test]
fn a_proof_goes_on_where_it_was() {
    let directory = Folder::new();
    for (rules, players) in [("push", "2"), ("special-tiles", "2")] {
        let call = format!("new --rules `{rules}` --players `{players}` --seed 3 --tiles 24");
        let position = floe(&call).fine();
        let position = position.trim();
        let file = directory.file(rules);
        let run = |options: &str| floe!("solve `{position}` --threads 1 --quiet --json {options}");
        let solve = |options: &str| run(options).object();
        let whole = solve("");
        let kept = format!("--checkpoint `{file}` --checkpoint-interval 10ms");
        let nodes = (whole["nodes"].as_u64().unwrap() / 2).to_string();
        run(&format!("{kept} --nodes `{nodes}`")).undecided();
        for _ in 0..2 {
            let resumed = solve(&kept);
            assert_eq!(
                (&resumed["exact"], &resumed["value"]),
                (&whole["exact"], &whole["value"]),
                "{position}"
            );
        }
        assert!(
            solve(&kept)["nodes"].as_u64().unwrap() < whole["nodes"].as_u64().unwrap() / 10 + 1000,
            "{position}"
        );
        let best = whole["best"].as_str().unwrap();
        let other = floe!("apply `{position}` `{best}`").fine();
        floe!("solve `{}` {kept}", other.trim()).refuses("expected a checkpoint of");
    }
    let three = floe("new --rules push --players 3 --seed 3 --tiles 18").fine();
    let folder = Folder::new();
    let file = folder.file("none");
    floe!("solve `{}` --checkpoint `{file}`", three.trim())
        .refuses("expected two sides without chance");
}

/// A proof that is broken off reports all that it has proved, here who wins, and each bound when it
/// is found.
#[test]
fn a_proof_that_is_broken_off_tells_what_is_proved() {
    let position = floe("new --rules push --seed 3 --tiles 32").fine();
    let ran = floe!(
        "solve `{}` --nodes 100000 --threads 1 --json",
        position.trim()
    );
    assert!(ran.err.contains(" to -"), "{}", ran.err);
    let solved = ran.undecided();
    assert_eq!(solved["exact"], false);
    assert!(solved["at_most"]["fish"].as_i64().unwrap() < 0, "{solved}");
    let asked = format!(
        "solve `{}` --objective wdl --threads 1 --quiet --json",
        position.trim()
    );
    assert!(floe(&asked).object()["at_most"]["fish"].as_i64().unwrap() < 0);
}

/// The positions of `positions/variants`: one move is best, and it is worth what stands there.
#[test]
fn the_best_moves_of_the_positions_are_proved() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../positions/variants");
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let rules = path.file_stem().unwrap().to_str().unwrap().to_owned();
        for block in fs::read_to_string(path).unwrap().split("\n\n").skip(1) {
            let lines: Vec<&str> = block
                .lines()
                .filter(|line| !line.starts_with('#'))
                .collect();
            let [position, best, second] = lines[..] else {
                panic!("{block}")
            };
            assert!(position.contains(&format!(" rules={rules}")), "{position}");
            let solved = floe!("solve `{position}` --all --quiet").fine();
            assert!(solved.contains(", exact: "), "{solved}");
            let moves: Vec<Vec<&str>> = solved
                .lines()
                .skip_while(|&line| line != "moves")
                .skip(1)
                .map(|line| line.split_whitespace().collect())
                .collect();
            assert_eq!(moves[0].join(" "), best, "{position}");
            // Any of several best moves may be reported.
            assert_eq!(
                moves[1].last(),
                second.split_whitespace().last().as_ref(),
                "{position}"
            );
            assert!(
                moves.iter().any(|mv| mv.join(" ") == second),
                "{position}: {second}"
            );
            assert_ne!(moves[0][1], moves[1][1], "{position}");
            *counts.entry(rules.clone()).or_default() += 1;
        }
    }
    for (rules, _) in all().iter().filter(|(rules, _)| rules != "base") {
        assert!(counts.get(rules) >= Some(&5), "{rules}: {counts:?}");
    }
}
