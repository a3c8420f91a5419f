//! Fish 'n' Flip, as a user plays it.

use crate::run::{Folder, floe, floe_with, objects, texts};

/// The last turn: the example of the rules.
const LAST: &str = "flip:D1<S1>/D2<S2>/K1<S3>/W1< A K:fr,-:c - last=1";
/// A round of the competitive form before the first bid.
const ROUND: &str = "contest:D1<D2>W1</D1>W2<W3</O1>T1<T2> A - D0022 powers=WD cards=cx points=5,3";

#[test]
fn games_are_dealt_drawn_and_played() {
    let dealt = floe("new --rules flip --seed 1").fine();
    assert!(
        dealt.starts_with("flip:") && dealt.contains(",p4 deck="),
        "{dealt}"
    );
    floe_with("show -", &dealt).says("left  40 animals, 12 of them in the net");
    let moves = floe!("moves `{LAST}`").fine();
    assert!(moves.lines().any(|mv| mv == "r:1"), "{moves}");
    let after = floe!("apply `{LAST}` r:1 draw:c +a1+c1* +a1").fine();
    assert_eq!(after.split(' ').next().unwrap(), "flip:///W1>", "{after}");
    assert!(
        floe_with("moves -", &after)
            .fine()
            .starts_with("The game is over: 1 animal left.")
    );
    floe!("apply `{LAST}` r:9").refuses("r:9 is not possible now");
    assert_eq!(floe!("perft `{LAST}` 1").fine().lines().count(), 1);
    let contest = floe("new --rules contest --players 3 --seed 3").fine();
    floe_with("show -", &contest).says("C  0 points");
}

#[test]
fn options_have_their_games() {
    for (options, why) in [
        (
            "--rules flip --placed",
            "--placed: expected with games on a floe only; found --rules flip",
        ),
        (
            "--rules flip --layout setup-1",
            "--layout: expected with games on a floe only",
        ),
        (
            "--rules flip --balanced",
            "--balanced: expected with games on a floe only",
        ),
        (
            "--rules contest --tiles 3",
            "--tiles: expected with games on a floe only",
        ),
        (
            "--rules contest --waste oil=1",
            "--waste: expected with --rules flip only; found contest",
        ),
        (
            "--species WD",
            "--species: expected with --rules flip and contest only; found base",
        ),
        (
            "--rules contest --players 1",
            "--players: expected 2 to 4; found 1",
        ),
        ("--players 1", "--players: expected 2 to 4; found 1"),
        (
            "--rules flip --species W,W",
            "--species: expected every species once; found whale twice",
        ),
        (
            "--rules flip --hand 12",
            "--hand: expected 1 to 10 action cards",
        ),
        (
            "--rules flip --waste oil=9",
            "expected at most 3 cards of oil; found 9",
        ),
        ("--rules flap", "(did you mean 'flip'?)"),
    ] {
        floe!("new {options}").refuses(why);
    }
    let study = "--species whale,dolphin --each 4 --columns 2 --height 4 --players 1";
    let dealt = floe!("new --rules flip --seed 1 {study}").fine();
    assert!(dealt.trim_end().ends_with(" net=2x4"));
}

#[test]
fn engines_find_the_best_turn() {
    for engine in ["default", "greedy", "thumb", "uct", "expectimax"] {
        let call = format!("analyze `{LAST}` --engine `{engine}` --nodes 2000 --json --quiet");
        assert_eq!(floe(&call).object()["best"], "r:1", "{engine}");
    }
    let analysis = floe!("analyze `{LAST}` --json --quiet").object();
    assert_eq!(
        (&analysis["exact"], &analysis["value"]["animals"]),
        (&true.into(), &1.into())
    );
    let solved = floe!("solve `{LAST}` --json --quiet").object();
    assert_eq!(
        (&solved["exact"], &solved["value"]["animals"]),
        (&true.into(), &1.into())
    );
    let text = floe!("analyze `{LAST}` --quiet").fine();
    assert!(
        text.contains("value  1.00, exact: about 1.0 animals left at the end on average"),
        "{text}"
    );
    assert_eq!(text.matches("\nturn   ").count(), 1, "{text}");
    floe!("analyze `{LAST}` --engine mcts").refuses("expected a game on a floe");
    floe!("analyze `{ROUND}` --engine thumb").refuses("expected rules flip");
    let round = floe!("analyze `{ROUND}` --json --quiet").object();
    assert!(
        round["best"].as_str().unwrap().starts_with("bid:"),
        "{round}"
    );
}

#[test]
fn a_line_is_written_step_by_step() {
    let text = "flip:D1<S1>/D2<S2>/K1<S3>/W1< A K:fr,-:c - last=1";
    let analysis = floe!("analyze `{text}` --json --quiet").object();
    let mut call = vec!["apply", text];
    call.extend(texts(&analysis["pv"]));
    assert!(floe(&call).fine().starts_with("flip:///W1>"), "{call:?}");
    let both = objects(&floe_with("moves - --json", format!("{LAST}\n{ROUND}\n")).fine());
    assert_eq!(both.len(), 2);
}

#[test]
fn analyses_forecast_and_explain() {
    let analysis = floe!("analyze `{LAST}` --json --quiet --explain").object();
    assert_eq!(analysis["turn"][0], "r:1");
    let words = analysis["words"].as_str().unwrap();
    assert!(
        words.starts_with("flip row 1, then free 2 dolphins") && words.contains("3 swordfish"),
        "{words}"
    );
    assert_eq!(
        (&analysis["value_error"], &analysis["lost"]),
        (&0.0.into(), &0.0.into())
    );
    assert_eq!(analysis["left"], serde_json::json!({"1": 1.0}));
    assert_eq!(
        analysis["why"]["notes"],
        serde_json::json!(["No group is one flip away.", "Turns left: 1."])
    );
    let dealt = floe("new --rules flip --seed 1").fine();
    let text = floe_with("analyze - --nodes 500 --quiet --explain", &dealt).fine();
    for part in [
        "turn   flip ",
        "% of ",
        "error ",
        "Groups one flip away: ",
        "The pile holds 32 cards: ",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let twice = || {
        floe_with("analyze - --nodes 500 --threads 1 --quiet --json", &dealt).object()["pv"].clone()
    };
    assert_eq!(twice(), twice());
}

/// Positions at all steps of games that engines of the rules of thumb play, near the end.
fn late_positions() -> Vec<String> {
    let study = "--species WDK --each 4 --columns 2 --height 4 --waste plastic=1";
    let mut positions = Vec::new();
    for seed in ["1", "2"] {
        let call = format!("new --rules flip --seed `{seed}` --players 2 {study}");
        let mut position = floe(&call).fine().trim_end().to_owned();
        while let Some(best) =
            floe!("analyze `{position}` --engine thumb --json --quiet").object()["pv"].get(0)
        {
            let best = best.as_str().unwrap();
            // Without an outcome of chance, the error lists those that are possible.
            let choice = floe!("apply `{position}` `{best}`");
            let possible = "possible: ";
            let after = match choice.err.split_once(possible) {
                Some((_, outcomes)) => floe!(
                    "apply `{position}` `{}`",
                    outcomes.split_whitespace().next().unwrap()
                ),
                None => choice,
            };
            position = after.fine().trim_end().to_owned();
            positions.push(position.clone());
        }
        positions.pop();
    }
    positions
}

#[test]
fn turns_can_be_played_and_numbers_left_agree_with_exact_values() {
    let positions: Vec<String> = late_positions().into_iter().step_by(3).collect();
    let input = positions.join("\n") + "\n";
    let analyses =
        objects(&floe_with("analyze - --nodes 1000 --threads 1 --json --quiet", &input).fine());
    let mut exact = 0;
    for (position, analysis) in positions.iter().zip(analyses) {
        let mut call = vec!["apply", position];
        call.extend(texts(&analysis["turn"]));
        floe(&call).fine();
        let left = analysis["left"].as_object().unwrap();
        let mean: f64 = left
            .iter()
            .map(|(left, share)| left.parse::<f64>().unwrap() * share.as_f64().unwrap())
            .sum();
        let value = analysis["value"]["animals"].as_f64().unwrap();
        assert!((mean - value).abs() < 0.0051, "{mean} of {analysis}");
        exact += usize::from(analysis["exact"] == true);
    }
    assert!(exact > 2, "{exact} exact values");
}

#[test]
fn numbers_left_are_drawn() {
    let dealt = floe("new --rules flip --seed 1").fine();
    let text = floe_with("analyze - --nodes 500 --quiet", &dealt).fine();
    let bars: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.starts_with("left "))
        .take_while(|line| line.contains('%'))
        .collect();
    assert!(
        (3..=12).contains(&bars.len()) && bars.iter().any(|bar| bar.ends_with("####")),
        "{text}"
    );
    assert!(
        text.lines()
            .all(|line| line.chars().count() <= 80 && !line.trim_start().starts_with('%')),
        "{text}"
    );
}

#[test]
fn a_bid_is_explained_by_a_way_to_free_it() {
    let text = floe!("analyze `{ROUND}` --quiet").fine();
    assert!(
        text.contains("best   bid:") && text.contains("way    One way to free "),
        "{text}"
    );
    let reasons =
        floe!("analyze `{ROUND}` --quiet --json --explain").object()["why"]["reasons"].clone();
    assert!(
        reasons[1].as_str().unwrap().starts_with("One way to free "),
        "{reasons}"
    );
}

#[test]
fn the_last_round_of_two_players_is_proved() {
    let last =
        "contest:W1>~W2>~/W3</ A - - step=free powers=WD points=0,0 bid=A2 deck=- reshuffled";
    let solved = floe!("solve `{last}` --json --quiet").object();
    assert_eq!(
        (
            &solved["exact"],
            &solved["value"]["points"],
            &solved["best"]
        ),
        (&true.into(), &2.into(), &"+a1".into())
    );
    assert_eq!(
        floe!("analyze `{last}` --json --quiet").object()["exact"],
        true
    );
}

#[test]
fn what_can_be_freed_is_listed() {
    let solved = floe!("solve `{ROUND}` --json --quiet").undecided();
    let freed = solved["freed"].as_array().unwrap();
    assert!(freed.len() > 2, "{solved}");
    for way in freed {
        let text = floe!("apply `{ROUND}` bid:1 pass").fine();
        let mut call = vec!["apply", text.trim_end()];
        call.extend(texts(&way["way"]));
        floe(&call).fine();
    }
}

#[test]
fn every_engine_plays_every_deal() {
    let study = "--rules flip --species WDK --each 5 --players 1 --seed 3";
    let call = format!("match default:nodes=60 greedy random --floes 2 --json {study}");
    let report = floe(&call).object();
    assert_eq!(
        (
            &report["blocks"],
            report["together"].as_array().unwrap().len()
        ),
        (&2.into(), 3)
    );
    let call = format!("match thumb random --floes 3 --sprt 0,50 --json {study}");
    assert_eq!(floe(&call).undecided()["sprt"]["blocks"], 3);
    let folder = Folder::new();
    let out = folder.file("");
    floe!("match thumb random --floes 3 --out `{out}` {study}")
        .says("3 deals, each played by every engine on all seats");
    let games = folder.file("games.jsonl");
    floe!("replay `{games}` --game 0").says("over");
}

#[test]
fn a_person_plays_with_an_engine() {
    let call = format!("play `{LAST}` --side A --level 2");
    let text = floe_with(&call, "moves\nr:1\n+a1+c1*\nundo\n+a1+c1*\n+a1\n").fine();
    assert!(
        text.contains("draw:") && text.contains("The game is over: 1 animal left."),
        "{text}"
    );
    floe_with("play --rules flip --seed 1 --side none --level 2", "").says("The game is over: ");
}

#[test]
fn self_play_is_written_and_read() {
    let folder = Folder::new();
    for (rules, players) in [
        ("flip", "1"),
        ("flip", "2"),
        ("contest", "2"),
        ("contest", "3"),
    ] {
        let out = folder.file(format!("{rules}-{players}"));
        let call = format!(
            "selfplay default:nodes=20 --games 1 --rules `{rules}` --players \
            `{players}` --out `{out}`"
        );
        floe(&call).fine();
        let samples = objects(&floe!("selfplay --read `{out}` --json").fine());
        assert!(samples.len() > 30, "{rules}: {}", samples.len());
        for sample in samples.iter().step_by(20) {
            floe(&[
                "apply",
                sample["position"].as_str().unwrap(),
                sample["move"].as_str().unwrap(),
            ])
            .fine();
        }
    }
}
