//! Output for people fits a terminal of 80 columns, which files and pipes count as.

use std::path::Path;

use crate::run::{Folder, Ran, floe, floe_with, pages};
use crate::{DEALT, ENDGAME, OVER, THREE};

/// Whether a line may be longer: positions, and lines of the protocol in its documentation. Only
/// the part of a line before notes for programs is for people.
fn may_be_long(line: &str, call: &str) -> bool {
    let begins = |word: &str| {
        ["rows(", "flip:", "contest:"]
            .iter()
            .any(|start| word.starts_with(start))
    };
    let is_position = |word: &str| word.matches('/').count() >= 5 || begins(word);
    line.split(' ').any(is_position)
        || matches!(call, "docs ugi" | "docs query") && line.starts_with("    ")
}

#[track_caller]
fn assert_fits(ran: &Ran, call: &str) {
    assert!(
        !ran.out.is_empty() || call.starts_with("new"),
        "{call}: {}",
        ran.err
    );
    for line in ran
        .out
        .lines()
        .chain(ran.err.lines())
        .filter(|line| !may_be_long(line, call))
    {
        let words = line.split_once(" [%").map_or(line, |(before, _)| before);
        // A combining accent takes no column.
        let columns = words
            .chars()
            .filter(|c| !('\u{300}'..='\u{36f}').contains(c))
            .count();
        assert!(columns <= 80, "{call}: {line}\n{}{}", ran.out, ran.err);
    }
}

#[test]
fn positions_and_searches_fit() {
    let four = floe("new --players 4 --seed 3 --placed --tiles 20").fine();
    let two = floe("new --seed 7 --placed").fine();
    let four = four.trim();
    let searches = [
        "show",
        "moves",
        "analyze --nodes 3000 --explain --lines 3",
        "solve --nodes 2000 --all",
        "solve --nodes 2000 --objective wdl",
        "perft 2 --divide",
    ];
    for position in [DEALT, ENDGAME, THREE, OVER, two.trim(), four] {
        for search in searches {
            let (command, options) = search.split_once(' ').unwrap_or((search, ""));
            if position != DEALT || command != "solve" {
                let call = format!("{command} `{position}` {options}");
                assert_fits(&floe(&call), &call);
            }
        }
    }
}

#[test]
fn variants_fit() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../positions/variants");
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let positions: Vec<&str> = text
            .lines()
            .filter(|line| line.contains(" rules="))
            .take(3)
            .collect();
        let input = positions.join("\n");
        for call in [
            "show -",
            "analyze - --nodes 300 --explain",
            "solve - --nodes 100",
        ] {
            assert_fits(&floe_with(call, &input), call);
        }
    }
}

#[test]
fn runs_of_games_fit() {
    let directory = Folder::new();
    let path = |name: &str| directory.file(name);
    let out = path("games");
    let samples = path("samples");
    let long = "default:nodes=20,seed=12345678901,hash=1";
    for call in [
        &format!("match greedy random --seed 1 --floes 2 --out `{out}` --sprt 0,10"),
        "match greedy random --seed 1 --floes 2 --plan",
        &format!("match `{long}` greedy random uct:nodes=20 --players 4 --seed 1 --floes 1"),
        &format!(
            "match `{long}` greedy random uct:nodes=20 brs:nodes=20 paranoid:nodes=20 \
            --seed 1 --floes 1"
        ),
        &format!("rate `{out}`"),
        &format!("rate `{out}` --sql `SELECT * FROM games`"),
        &format!("selfplay default:nodes=20 --games 2 --out `{samples}`"),
        "suite ../../../positions/exact/teaching.exact ../../../positions/exact/34.exact \
            --engine greedy",
        "replay ../../../positions/games/blunders.game --prove 100ms",
        "replay ../../../positions/games/push+teams.game --annotate --engine default:nodes=50",
    ] {
        assert_fits(&floe(call), call);
    }
}

#[test]
fn pages_fit() {
    assert_fits(&floe("rules"), "rules");
    for rules in floe("rules --json").object()["rules"].as_array().unwrap() {
        let call = format!("rules {}", rules.as_str().unwrap());
        assert_fits(&floe(&call), &call);
    }
    assert_fits(&floe("docs"), "docs");
    for page in pages() {
        let call = format!("docs {page}");
        assert_fits(&floe(&call), &call);
    }
}

/// A table that is too wide for the terminal wraps its long cells, not the number of a place.
#[test]
fn a_place_stands_beside_its_engine() {
    let engines = [1, 2, 3].map(|seed| format!("default:nodes=20,seed={seed}"));
    let engines = engines.join(" ");
    let ran = floe!("match {engines} --floes 1 --seed 1 --order 0.95");
    assert_eq!(ran.status, Some(3), "{}", ran.out);
    let alone = |line: &&str| line.trim().parse::<u32>().is_ok();
    assert_eq!(ran.out.lines().find(alone), None, "{}", ran.out);
}
