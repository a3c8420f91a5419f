//! Reports of matches, ratings, tunings and trainings, and their numbers.

use std::fs;

use serde_json::Value;

use crate::TEACHING;
use crate::run::{Folder, floe};

/// Text without breaks of lines and repeated blanks.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// Between more than two sides a report says how often the first engine came first, and how often
/// equals do.
#[test]
fn first_places_have_an_error_and_a_fair_share() {
    for (players, fair) in [("3", "33 %"), ("4", "25 %")] {
        let call = format!(
            "match default:nodes=10 greedy --players `{players}` --floes 4 \
            --seed 1"
        );
        let text = flat(&floe(&call).fine());
        let line = text.split_once(" first ").unwrap().1;
        let words: Vec<&str> = line.split_whitespace().take(7).collect();
        assert_eq!(
            (words[1], words[3], words[4], words[5]),
            ("±", "%,", "equal", "players"),
            "{text}"
        );
        assert!(
            line.contains(&format!("equal players {fair}")) && !text.contains(" won, "),
            "{text}"
        );
        let json = floe!("{call} --json").object();
        let first = &json["standings"][0]["first"];
        let percent = |number: &Value| format!("{:.0}", 100.0 * number.as_f64().unwrap());
        assert_eq!(
            (words[0], words[2]),
            (&*percent(&first["value"]), &*percent(&first["error"]))
        );
    }
}

/// The mean over several opponents does not say that the first engine is stronger than one of them.
#[test]
fn only_a_match_of_two_engines_has_a_verdict() {
    let verdicts = |engines: &str, players: &str| {
        let options = format!("--floes 12 --seed 1 --players `{players}`");
        let text = floe!("match {engines} {options}").fine();
        let about_first = text.split("engine  ").next().unwrap().to_owned();
        ["stronger", "weaker", "needs more games"]
            .into_iter()
            .filter(|word| about_first.contains(word))
            .count()
            > 0
    };
    for players in ["2", "3", "4"] {
        assert!(verdicts("random random:seed=1", players));
        for ladder in [
            "greedy default:nodes=20 random",
            "default:nodes=20 greedy random",
        ] {
            assert!(!verdicts(ladder, players), "{ladder} {players}");
        }
    }
}

/// All printed means are the nearest numbers to exact ones: with all blocks of one size they are
/// fractions with a known denominator.
#[test]
fn means_are_exact() {
    for (players, engines, floes) in [
        (2, 2, 7),
        (3, 2, 7),
        (3, 3, 7),
        (4, 2, 7),
        (4, 3, 5),
        (4, 5, 3),
    ] {
        let names: Vec<String> = (0..engines)
            .map(|engine| format!("random:seed={engine}"))
            .collect();
        let names = names.join(" ");
        let report = floe!("match {names} --floes {floes} --seed 33 --players {players} --json");
        let report = report.object();
        let blocks = report["blocks"].as_u64().unwrap();
        // Half points, shares of places and seats of others, over games and seats of a block: a
        // multiple of all.
        let parts = (24 * 5040 * blocks * floes) as f64;
        let mut numbers = vec![&report["margin"], &report["plies"]["mean"]];
        for standing in report["standings"].as_array().unwrap() {
            numbers.extend([
                &standing["score"]["value"],
                &standing["first"]["value"],
                &standing["fish"],
            ]);
        }
        numbers.extend(
            report["seats"]
                .as_array()
                .unwrap()
                .iter()
                .map(|seat| &seat["value"]),
        );
        for number in numbers {
            let number = number.as_f64().unwrap();
            let nearest = (number * parts).round() / parts;
            // The reader of JSON may be off by a unit in the last place.
            let error = (nearest - number).abs();
            assert!(
                error <= f64::EPSILON * number.abs(),
                "{number}: {players} players, {engines} engines: {report}"
            );
        }
    }
}

/// The error of the margin follows from the means of blocks, whatever the number of opponents.
#[test]
fn margins_follow_from_blocks() {
    for (players, engines) in [("2", 3), ("3", 2), ("3", 3), ("4", 3), ("4", 5)] {
        let folder = Folder::new();
        let out = folder.file("out");
        let names = [
            "greedy",
            "random",
            "uct:nodes=10",
            "random:seed=1",
            "default:nodes=3",
        ];
        let options = format!("--floes 6 --seed 3 --players `{players}` --out `{out}` --json");
        let names = names[..engines].join(" ");
        let report = floe!("match {names} {options}").object();
        let sql = "SELECT block, avg(own - others) AS margin FROM (SELECT block, game, \
                   avg(CASE WHEN engine = 0 THEN fish END) AS own, avg(CASE WHEN engine <> 0 THEN fish END) AS others \
                   FROM seats JOIN games USING (match, game) GROUP BY block, game) \
                   WHERE own IS NOT NULL GROUP BY block";
        let rows = floe!("rate `{out}` --sql `{sql}` --json").object();
        let margins = rows["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row[1].as_f64().unwrap());
        let margins: Vec<f64> = margins.collect();
        let count = margins.len() as f64;
        let mean = margins.iter().sum::<f64>() / count;
        let variance = margins
            .iter()
            .map(|margin| (margin - mean).powi(2))
            .sum::<f64>()
            / (count - 1.0);
        let normal = 1.96 * (variance / count).sqrt();
        let error = report["margin_error"].as_f64().unwrap();
        assert!(
            (report["margin"].as_f64().unwrap() - mean).abs() < 1e-9,
            "{report}"
        );
        // Student's quantile is larger, by 31 % for six blocks.
        assert!(
            error >= normal && error < 1.32 * normal,
            "{players}, {engines}: {error} for {normal}"
        );
        if players != "2" {
            // Half a block won and half a block lost are added to the blocks of the first engine.
            let score = report["standings"][0]["score"]["value"].as_f64().unwrap();
            let moderated = (score * count + 0.5) / (count + 1.0);
            let elo = 400.0 * (moderated / (1.0 - moderated)).log10();
            assert!(
                (report["elo"].as_f64().unwrap() - elo).abs() < 1e-9,
                "{report}"
            );
        }
    }
}

/// Ratings are compared within a table only.
#[test]
fn engines_that_never_met_have_tables_of_their_own() {
    let folder = Folder::new();
    let outs = ["one", "two"].map(|name| folder.file(name));
    floe(&[
        "match",
        "alphabeta:depth=2",
        "random",
        "--seed",
        "1",
        "--floes",
        "4",
        "--out",
        &outs[0],
    ])
    .fine();
    floe(&[
        "match",
        "greedy",
        "uct:nodes=5",
        "--seed",
        "1",
        "--floes",
        "4",
        "--out",
        &outs[1],
    ])
    .fine();
    let page = folder.path().join("page.html");
    let text = floe(&["rate", &outs[0], &outs[1], "--html", page.to_str().unwrap()]).fine();
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("engine ") && line.contains("rating"))
            .count(),
        2,
        "{text}"
    );
    let page = fs::read_to_string(page).unwrap();
    assert_eq!(page.matches("<th>rating</th>").count(), 2);
    let report = floe(&["rate", &outs[0], &outs[1], "--json"]).object();
    for group in report["groups"].as_array().unwrap() {
        let rating = |engine: &Value| {
            &report["standings"][engine.as_u64().unwrap() as usize]["rating"]["value"]
        };
        let sum: f64 = group
            .as_array()
            .unwrap()
            .iter()
            .map(|engine| rating(engine).as_f64().unwrap())
            .sum();
        assert!(sum.abs() < 1e-6, "{report}");
    }
    assert_eq!(report["groups"].as_array().unwrap().len(), 2);
}

#[test]
fn many_repeated_games_are_warned_of() {
    let warning = "of the games repeat others";
    let alike = "match default:nodes=20 default:nodes=12 --floes 30 --seed 1";
    assert!(flat(&floe(alike).fine()).contains(warning));
    let different = "match random random:seed=1 --floes 30 --seed 1";
    assert!(!flat(&floe(different).fine()).contains(warning));
}

/// The level that a look needs stands beside the one that was asked for.
#[test]
fn an_open_order_says_what_it_needs() {
    let call = "match random random:seed=1 random:seed=2 --floes 5 --seed 2 --order 0.95";
    let ran = floe(call);
    assert_eq!(ran.status, Some(3), "{}", ran.out);
    let text = flat(&ran.out);
    let needed = floe!("{call} --json").undecided()["order"]["needed"]
        .as_f64()
        .unwrap();
    assert!((0.95..1.0).contains(&needed));
    let needs = format!("needs {:.1} %", 100.0 * needed);
    for part in [&*needs, "95 % that was asked for", "floes"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let sentences = ["At this rate a match of about", "More than a hundred times"];
    assert!(
        sentences.iter().any(|sentence| text.contains(sentence)),
        "{text}"
    );
}

/// Every page says what was run, how to run it again, with which build and when.
#[test]
fn pages_begin_with_what_was_run() {
    let folder = Folder::new();
    let path = |name: &str| folder.file(name);
    let [html, games, rounds, params] = ["page.html", "games", "rounds", "params.txt"].map(path);
    fs::write(&params, "uct-exploration, int, 700, 100, 2000, 60, 0.01").unwrap();
    let position =
        "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
    let proof = path("proof");
    floe!("solve `{position}` --split `{proof}` --quiet").fine();
    let game = "--rules push --players 3 --seed 77";
    let of_game = ["push", "3", "77"];
    let mut calls: Vec<(String, Vec<&str>)> = vec![
        (
            format!("match uct:nodes=5 greedy --floes 3 --out `{games}` {game}"),
            [&["uct:nodes=5"], &of_game[..]].concat(),
        ),
        (format!("rate `{games}`"), of_game.to_vec()),
        (
            format!(
                "tune uct:nodes=5 --params `{params}` --out `{rounds}` --rounds 2 --floes \
                1 {game}"
            ),
            [&["uct:nodes=5", "spsa"], &of_game[..]].concat(),
        ),
        (
            format!("suite `{TEACHING}` --engine random --quiet"),
            vec!["random", "teaching.exact"],
        ),
        (
            format!("solve --status `{proof}`"),
            vec!["base", "2 players"],
        ),
    ];
    let learned = path("learned");
    if cfg!(feature = "train") {
        let train = format!(
            "train mcts:nodes=3 --games 20 --floes 1 --rounds 1 --out \
            `{learned}`"
        );
        calls.push((
            format!("{train} {game}"),
            [&["mcts:nodes=3"], &of_game[..]].concat(),
        ));
    }
    for (call, expected) in calls {
        floe!("{call} --html `{html}`");
        let page = fs::read_to_string(&html).unwrap();
        let head = page.split_once("</table>").unwrap().0;
        let command = call.split(' ').next().unwrap();
        let rest = if command == "rate" {
            page.split("</table>").nth(1).unwrap()
        } else {
            ""
        };
        for name in ["build", "date", "call"] {
            assert!(
                head.contains(&format!("<td>{name}</td>")),
                "{call:?}: {name}"
            );
        }
        assert!(
            head.contains(command) && head.contains("--html"),
            "{call:?}"
        );
        for text in expected {
            assert!(
                head.contains(text) || rest.contains(text),
                "{call:?}: {text}"
            );
        }
        assert!(!page.contains("first move"), "{call:?}");
        fs::remove_file(&html).unwrap();
    }
}

/// Games of three and four players have places and a curve, too.
#[test]
fn pages_of_more_than_two_players_are_complete() {
    for players in ["3", "4"] {
        let folder = Folder::new();
        let [html, games] = ["page.html", "games"].map(|name| folder.file(name));
        let call = format!("match greedy random --floes 5 --seed 1 --players `{players}`");
        floe!("{call} --out `{games}` --html `{html}`").fine();
        let page = fs::read_to_string(html).unwrap();
        for part in [
            "Elo of the first engine by number of blocks",
            "<th>1st</th>",
            "<th>3rd</th>",
            "<th>first, %</th>",
        ] {
            assert!(page.contains(part), "{part}");
        }
    }
}

/// A tuning by CLOP gives an interval or says that there is none; longer runs go on.
#[test]
fn values_of_clop_have_intervals() {
    let folder = Folder::new();
    let path = |name: &str| folder.file(name);
    let [params, out, html] = ["params.txt", "out", "page.html"].map(path);
    let lines = "depth, int, 1, 1, 3, 0.6, 0.2\nuct-exploration, int, 700, 100, 2000, 50, 0.01";
    fs::write(&params, lines).unwrap();
    let tune = |rounds: &str, method: &str, options: &str| {
        let call = format!(
            "tune alphabeta:nodes=200 --params `{params}` --out `{out}` --floes \
            2"
        );
        floe!("{call} --rounds `{rounds}` --method `{method}` {options}")
    };
    let text = tune("4", "clop", "").fine();
    assert!(
        text.contains("95 % interval") && text.contains("not determined"),
        "{text}"
    );
    let text = tune("40", "clop", &format!("--html `{html}`")).fine();
    assert!(text.starts_with("40 rounds of 40"), "{text}");
    let json: Value = serde_json::from_str(&tune("40", "clop", "--json").fine()).unwrap();
    assert_eq!(json["intervals"]["uct-exploration"], Value::Null, "{json}");
    let page = fs::read_to_string(html).unwrap();
    assert!(
        page.contains("depth by round")
            && page.contains("not determined")
            && !page.contains("less its start"),
        "{page}"
    );
    tune("39", "clop", "").refuses("rounds is 40 there, not 39");
    // The steps of SPSA follow from the number of rounds.
    fs::remove_dir_all(&out).unwrap();
    tune("2", "spsa", "").fine();
    assert!(
        tune("4", "spsa", "")
            .wrong()
            .contains("rounds is 2 there, not 4")
    );
}

/// Values at an end of their range are named.
#[test]
fn values_at_an_end_of_their_range_are_named() {
    let folder = Folder::new();
    let path = |name: &str| folder.file(name);
    let [params, out] = ["params.txt", "out"].map(path);
    fs::write(&params, "depth, int, 2, 1, 2, 0.6, 0.5").unwrap();
    let call = format!("tune alphabeta:nodes=100 --params `{params}` --out `{out}` --floes 2");
    floe!("{call} --rounds 30").says("depth is at the greatest value: widen the range.");
}
