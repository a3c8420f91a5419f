//! All readers of text: marks of UTF-8 before it, and characters in it that a terminal would obey.

use serde_json::json;

use crate::run::{Folder, Ran, floe, floe_with, objects};
use crate::{ENDGAME, EXAMPLE};

/// Mark of UTF-8 that some editors put before a text.
const MARK: &str = "\u{feff}";

/// Clears the screen in three ways, and turns the text behind it around.
const EVIL: &str = "\u{1b}[31m\u{1b}]0;title\u{7}\u{9b}2J\u{202e}evil";

/// Records of a match of one game with this name of its first engine.
fn records(engine: &str) -> String {
    let config = json!({"all_permutations": false, "build": "test", "engines": [engine, "two"], "floes": 1,
        "gauntlet": false, "placed": false, "players": 2, "rules": "base", "seed": 7});
    let header = json!({"schema": "floe-games-1", "config": config});
    let points = json!({"points": 3, "tie_break": 0});
    let game = json!({"game": 0, "block": 0, "floe": EXAMPLE, "seats": [0, 1], "moves": "B4D4 e4-e3",
        "results": [points, points], "termination": {"how": "finished"}, "seed": 7, "build": "test"});
    format!("{header}\n{game}\n")
}

/// Folder with files of these names and contents.
fn folder(files: &[(&str, &str)]) -> (Folder, Vec<String>) {
    let folder = Folder::new();
    let write = |(name, text): &(&str, &str)| {
        let path = folder.write(name, text);
        path.clone()
    };
    let paths = files.iter().map(write).collect();
    (folder, paths)
}

#[test]
fn a_mark_before_text_is_no_text() {
    let graded = "......./......../......./..A11B1.../......./......../......./........ B 0:0,0:0\ne4-d4 +1:+1\n";
    let marked = |text: &str| format!("{MARK}{text}");
    let config = marked("[new]\nplayers = 3\n");
    let (_folder, paths) = folder(&[
        ("one.game", &marked(&format!("{EXAMPLE}\nb4-d4\n"))),
        ("games.jsonl", &marked(&records("one"))),
        ("floes.pos", &marked(ENDGAME)),
        ("some.exact", &marked(graded)),
        ("floe.toml", &config),
    ]);
    let [game, games, floes, suite, config] = &*paths else {
        panic!("{paths:?}")
    };
    let position = marked(EXAMPLE);
    for call in [
        &["moves", &position][..],
        &["moves", "--file", floes],
        &["replay", game],
        &["replay", games],
        &["replay", game, "--export", "-"],
        &["rate", games],
        &["rate", games, "--sql", "SELECT * FROM games"],
        &["match", "random", "greedy", "--file", floes],
        &["suite", suite, "--quiet", "--hash", "1"],
        &["new", "--config", config],
    ] {
        floe(call).fine();
    }
    assert_eq!(
        floe!("replay `{games}` --export -")
            .fine()
            .matches("\nb4-d4\n")
            .count(),
        1
    );
    let two = format!("{position}\n{position}\n");
    assert_eq!(floe_with("apply - b4-d4", two).fine().lines().count(), 2);
    let wrong = objects(&floe_with("moves - --json", format!("{MARK}x\n{MARK}x\n")).out);
    assert_eq!([&wrong[0]["column"], &wrong[1]["column"]], [1, 1]);
    let query =
        format!("{MARK}{{\"id\": \"1\", \"action\": \"moves\", \"position\": \"{position}\"}}\n");
    let replies = objects(&floe_with("query", query.repeat(2)).fine());
    assert_eq!(
        [&replies[0]["status"], &replies[1]["status"]],
        ["done", "done"]
    );
    let said = floe_with("ugi", format!("{MARK}ugi\n{MARK}isready\n")).fine();
    assert!(
        said.contains("ugiok\n") && said.contains("readyok\n"),
        "{said}"
    );
    floe_with(&format!("play --file `{game}` --side AB"), "quit\n").says("B");
}

/// Checks that a terminal obeys nothing in the output.
#[track_caller]
fn check(ran: &Ran) {
    for text in [&ran.out, &ran.err] {
        let obeyed = |c: char| {
            c.is_control() && !"\n\t".contains(c) || ('\u{202a}'..='\u{202e}').contains(&c)
        };
        assert!(!text.contains(obeyed), "{text:?}");
    }
}

#[test]
fn a_terminal_obeys_no_text_of_others() {
    let game = format!("[Event \"{EVIL}\"]\n# {EVIL}\n{EXAMPLE}\nb4-d4 # {EVIL}\n");
    let name = format!("{EVIL}.game").replace('/', "");
    let header = json!({"schema": EVIL, "config": {}});
    let (folder, paths) = folder(&[
        (&name, &game),
        ("illegal.game", &format!("{EXAMPLE}\n{EVIL}\n")),
        ("games.jsonl", &records(EVIL)),
        ("other.jsonl", &format!("{header}\n")),
        ("some.exact", &format!("{EXAMPLE}\n{EVIL} +1:0\n")),
        ("value.exact", &format!("{EXAMPLE}\nb4-d4 {EVIL}\n")),
        ("key.toml", "\"\\u001B[31m\\u009B\\u202E\" = 1\n"),
        (
            "value.toml",
            "[play]\nside = \"\\u001B[31m\\u009B\\u202E\"\nlevel = \"\\u001B\\u202E\"\n",
        ),
        ("table.toml", "[\"\\u001B\\u202E\"]\n"),
    ]);
    let [named, illegal, games, other, exact, value, key, toml, table] = &*paths else {
        panic!("{paths:?}")
    };
    let missing = folder.path().join(format!("{EVIL} missing"));
    let missing = missing.to_str().unwrap();
    let quoted = format!("SELECT '{EVIL}' AS \"{EVIL}\"");
    let weights = format!("default:weights={missing}");
    for call in [
        &["replay", named][..],
        &["replay", named, "--json"],
        &["replay", named, "--annotate", "--engine", "greedy"],
        &["replay", named, "--prove", "1ms"],
        &["replay", illegal],
        &["replay", illegal, "--json"],
        &["replay", missing],
        &["puzzle", illegal],
        &["rate", games],
        &["rate", games, "--json"],
        &["rate", other],
        &["rate", missing],
        &["rate", games, "--sql", &quoted],
        &["rate", games, "--sql", &quoted, "--json"],
        &["rate", games, "--sql", EVIL],
        &["suite", exact, "--quiet"],
        &["suite", value, "--quiet"],
        &["suite", missing, "--quiet"],
        &["moves", "x", "--config", key],
        &["play", "--config", toml],
        &["moves", "x", "--config", table],
        &["rules", EVIL],
        &["docs", EVIL],
        &["new", "--rules", EVIL],
        &["new", "--seed", EVIL],
        &[EVIL],
        &["moves", EVIL],
        &["moves", EVIL, "--json"],
        &["show", "--file", missing],
        &["apply", EXAMPLE, EVIL],
        &["apply", EXAMPLE, EVIL, "--json"],
        &["analyze", EXAMPLE, "--engine", &weights],
        &["match", "random", EVIL],
        &["match", "random", "greedy", "--file", missing],
        &["selfplay", "--read", missing],
        &["play", "--file", illegal],
        &["play", "--side", EVIL],
    ] {
        check(&floe(call));
    }
    check(&floe_with(
        &format!("play --side AB `{EXAMPLE}`"),
        format!("{EVIL}\nsave {missing}/x\nlevel {EVIL}\nside {EVIL}\nquit\n"),
    ));
    check(&floe_with(
        "ugi",
        format!("position fen {EVIL}\nposition startpos moves {EVIL}\nsetoption name {EVIL}\n"),
    ));
    check(&floe_with(
        "query",
        format!("{{\"id\": \"\u{9b}\u{202e}\"}}\n{{\"id\": \"1\", \"{EVIL}\": 1}}\n"),
    ));
    check(&floe_with("moves -", format!("{EVIL}\n{EXAMPLE} {EVIL}\n")));
    // Colours of floe itself stay, and those of a file do not become any.
    let coloured = floe!("replay `{named}` --color always").fine();
    assert!(
        coloured.contains("\u{1b}[")
            && !coloured.contains("\u{1b}[31mevil")
            && !coloured.contains("\u{1b}]")
    );
    assert!(!coloured.contains(['\u{9b}', '\u{202e}']), "{coloured:?}");
}

/// Every error shows signs that take no place, or that look like a blank.
#[test]
fn no_sign_of_an_error_is_invisible() {
    const UNSEEN: &str = "\u{200b}\u{feff}\u{200e}\u{200f}\u{2060}\u{ad}\u{a0}\u{3164}\u{e0041}";
    let word = format!("d4{UNSEEN}x");
    let game = format!("{EXAMPLE}\nb4-{word}\n");
    let config = format!("[new]\n\"{word}\" = 1\n");
    let (_folder, paths) = folder(&[
        ("illegal.game", &game),
        ("header.game", &format!("[{word}]\n{EXAMPLE}\n")),
        ("ended.game", &format!("{EXAMPLE}\nb4-d4 * {word}\n")),
        ("some.exact", &format!("{EXAMPLE}\n{word} +1:0\n")),
        ("value.exact", &format!("{EXAMPLE}\nb4-d4 {word}\n")),
        ("floe.toml", &config),
        ("weights.txt", &format!("{word}\n")),
        (
            "parameters.txt",
            &format!("{word}, int, 700, 100, 2000, 100, 0.01\n"),
        ),
    ]);
    let [
        illegal,
        header,
        ended,
        exact,
        value,
        config,
        weights,
        parameters,
    ] = &*paths
    else {
        panic!("{paths:?}")
    };
    let weights = format!("default:weights={weights}");
    let position = format!("{EXAMPLE} {word}");
    let calls = [
        &["replay", illegal][..],
        &["replay", header, "--export", "-"],
        &["replay", ended],
        &["replay", illegal, "--json"],
        &["puzzle", illegal],
        &["suite", exact, "--quiet"],
        &["suite", value, "--quiet"],
        &["new", "--config", config],
        &["new", "--rules", &word],
        &["new", "--layout", &word],
        &["analyze", EXAMPLE, "--engine", &word],
        &["analyze", EXAMPLE, "--engine", &weights],
        &["analyze", EXAMPLE, "--history", illegal],
        &[
            "tune",
            "uct:nodes=5",
            "--params",
            parameters,
            "--out",
            "none",
        ],
        &["moves", &position],
        &["moves", &position, "--json"],
        &["apply", EXAMPLE, &word],
        &["apply", EXAMPLE, &word, "--json"],
        &["play", "--file", illegal],
        &["rate", &word],
        &["docs", &word],
        &[&word],
    ];
    let said = |ran: Ran| ran.out + &ran.err;
    let mut errors: Vec<String> = calls.iter().map(|call| said(floe(call))).collect();
    let request = json!({"id": "1", "action": "moves", "position": EXAMPLE, "moves": [word]});
    errors.push(said(floe_with("query", format!("{request}\n"))));
    errors.push(said(floe_with(
        "ugi",
        format!("position fen {EXAMPLE} moves {word}\nquit\n"),
    )));
    errors.push(said(floe_with("moves -", format!("{position}\n"))));
    for (error, number) in errors.iter().zip(1..) {
        assert!(
            !error.contains(|c| UNSEEN.contains(c)),
            "{number}: {error:?}"
        );
        assert!(error.contains(r"\u{200b}"), "{number}: {error:?}");
    }
}

/// Moves that a word processor has spoilt are read wherever moves are.
#[test]
fn dashes_are_hyphens_in_all_moves() {
    for dash in ['–', '−', '\u{2011}'] {
        let mv = format!("b4{dash}d4");
        let (_folder, paths) = folder(&[
            ("one.game", &format!("{EXAMPLE}\n{mv}\n")),
            (
                "some.exact",
                &format!(
                    "......./......../......./..A11B1.../......./......../......./........ B 0:0,0:0\ne4{dash}d4 +1:+1\n"
                ),
            ),
        ]);
        let [game, exact] = &*paths else {
            panic!("{paths:?}")
        };
        assert!(
            floe!("replay `{game}` --export -")
                .fine()
                .ends_with("\nb4-d4\n")
        );
        floe!("suite `{exact}` --quiet --hash 1").fine();
        let applied = floe!("apply `{EXAMPLE}` b4-d4").fine();
        assert_eq!(floe!("apply `{EXAMPLE}` `{mv}`").fine(), applied);
        let request = json!({"id": "1", "action": "show", "position": EXAMPLE, "moves": [mv]});
        assert_eq!(
            objects(&floe_with("query", format!("{request}\n")).fine())[0]["status"],
            "done"
        );
        let said = floe_with("ugi", format!("position fen {EXAMPLE} moves {mv}\nquit\n")).fine();
        assert!(!said.contains("error"), "{said}");
        let played = floe_with(
            &format!("play --side AB `{EXAMPLE}`"),
            format!("{mv}\nquit\n"),
        )
        .fine();
        assert!(!played.contains("expected"), "{played}");
    }
}

/// Every command that reads games keeps those without a mistake, and names the others.
#[test]
fn a_mistake_costs_one_game_in_every_command() {
    let good = |name: &str| format!("[Event \"{name}\"]\n# {name}\n{ENDGAME}\nb1-a1\n\n");

    let legal = floe!("moves `{ENDGAME}`")
        .fine()
        .split_whitespace()
        .next()
        .unwrap()
        .to_owned();
    let good = |name: &str| good(name).replace("b1-a1", &legal);
    for bad in [
        format!("[Event \"two\"]\n{ENDGAME}\n{legal} {{never closed\n\n"),
        format!("[Event two]\n{ENDGAME}\n{legal}\n\n"),
        format!("[Event \"two\"]\n{ENDGAME}\nz9-z8\n\n"),
        format!("[Event \"two\"]\n{ENDGAME}\n{legal} (z9-z8)\n\n"),
        format!("[Event \"two\"]\n{ENDGAME} x\n{legal}\n\n"),
    ] {
        let (directory, paths) = folder(&[("three.game", &(good("one") + &bad + &good("three")))]);
        let file = &*paths[0];
        let sheet = directory.path().join("sheet.html");
        let sheet = sheet.to_str().unwrap();
        let exported = floe!("replay `{file}` --export -");
        assert_eq!(exported.status, Some(2), "{bad}");
        assert_eq!(
            exported.out.matches("[Event").count(),
            2,
            "{bad}{}",
            exported.out
        );
        assert!(exported.err.contains("line "), "{}", exported.err);
        let lesson = floe!("puzzle `{file}` --lesson --sheet `{sheet}` --json --hash 1");
        assert_eq!(
            (lesson.status, objects(&lesson.out).len()),
            (Some(2), 2),
            "{bad}{}",
            lesson.err
        );
        assert!(lesson.err.contains("three.game: line "), "{}", lesson.err);
        let puzzles = floe!("puzzle `{file}` --nodes 1000 --hash 1 --progress 0s");
        assert_eq!(puzzles.status, Some(2), "{bad}{}", puzzles.err);
        assert!(
            puzzles.err.contains("three.game: line ") && puzzles.err.contains("found "),
            "{}",
            puzzles.err
        );
        let proved = floe!("replay `{file}` --prove 1ms --hash 1");
        // A proof takes the main line alone.
        assert_eq!(
            proved.status,
            Some(if bad.contains('(') { 0 } else { 2 }),
            "{bad}{}",
            proved.err
        );
    }
}

/// Programs that floe runs say what they like.
#[cfg(unix)]
#[test]
fn a_terminal_obeys_no_other_program() {
    let evil = "printf \"\\033[31m\\302\\2332J\\342\\200\\256\"";
    let (_folder, paths) = folder(&[("floes.pos", ENDGAME)]);
    for script in [
        format!("while read -r line; do {evil} >&2; exit 3; done"),
        format!(
            "while read -r line; do case $line in ugi) printf 'id name '; {evil}; echo; echo ugiok;; isready) echo readyok;; go*) printf 'bestmove '; {evil}; echo;; esac; done"
        ),
    ] {
        check(&floe!("ugi --check sh -c `{script}`"));
        check(&floe!("ugi --json --check sh -c `{script}`"));
        let engine = format!("cmd:sh -c '{}'", script.replace('\'', "'\\''"));
        for events in [&[][..], &["--events"]] {
            check(&floe(
                &[&["match", &engine, "random", "--file", &paths[0]], events].concat(),
            ));
        }
    }
}

/// Data goes to other programs as it is, and to a terminal as it can be shown.
#[cfg(unix)]
#[test]
fn data_is_cleaned_on_a_terminal_only() {
    let (_folder, paths) = folder(&[("games.jsonl", &records("one"))]);
    let query = format!("SELECT '{EVIL}' AS word");
    let call = ["rate", &*paths[0], "--sql", &query, "--export", "csv"];
    floe(&call).says(EVIL);
    let shown = crate::terminal::output_on_a_terminal(&call);
    assert!(
        shown.contains("word")
            && shown.contains("evil")
            && !shown.contains(['\u{1b}', '\u{9b}', '\u{202e}']),
        "{shown:?}"
    );
}

/// A file that has been annotated is annotated anew, not twice.
#[test]
fn annotating_twice_doubles_nothing() {
    for game in [
        format!("{EXAMPLE}\nb4-d4! e4-e3 # a comment\nd4-c4 c4-b3 b3-c2\n"),
        format!("[Termination \"A has left\"]\n# of the game\n{EXAMPLE}\nb4-d4\n"),
        format!("{EXAMPLE}\n"),
    ] {
        let annotate = |text: &str| floe_with("replay - --annotate --engine greedy", text).fine();
        let once = annotate(&game);
        assert_eq!(annotate(&once), once, "{game}");
        assert_eq!(annotate(&once.replace('\n', "\r\n")), once, "{game}");
    }
}
