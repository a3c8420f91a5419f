//! Gone Fishing!, as a user plays it.

use serde_json::Value;

use crate::run::{Folder, floe, floe_with};

/// A position of the whole game, all tiles known to the reader.
const TRUTH: &str = "angling:443!r/1..2/rr!63/2d.r A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r";
/// The view that its angler has.
const VIEW: &str = "angling:??3!?/?..?/?r!??/??.? A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r";

#[test]
fn games_are_set_up_drawn_and_played() {
    let empty = floe("new --rules angling --seed 1").fine();
    assert!(
        empty.starts_with("angling:..../..../..../.... B 0,0 -,- 3.3.3.3 lh,yrs step=lay hand="),
        "{empty}"
    );
    let dealt = floe("new --rules angling --dealt --seed 1").fine();
    assert!(
        dealt.ends_with(" A 0,0 -,- 3.3.3.3 lh,yrs step=place dealt\n"),
        "{dealt}"
    );
    assert_eq!(floe("new --rules angling --dealt --seed 1").fine(), dealt);
    assert_ne!(floe("new --rules angling --dealt --seed 2").fine(), dealt);
    let small = [
        "new",
        "--rules",
        "angling",
        "--dealt",
        "--lake",
        "2x2",
        "--anglers",
        "1",
        "--no-specials",
        "--seed",
        "1",
    ];
    let small = floe(&small).fine();
    assert!(
        small.ends_with(" A 0,0 - 1.1 -,- step=place dealt lake=2x2 tiles=1.2.r.d\n"),
        "{small}"
    );
    let picture = floe!("show `{VIEW}`").fine();
    for part in [
        "20    ?     ?     3!    ?     7",
        "anglers      yellow on pier 9, 14 ahead",
        "unknown      1.2.2.3.4.4.6.r.r.r.d",
    ] {
        assert!(picture.contains(part), "{part}: {picture}");
    }
    assert_eq!(
        floe!("moves `{TRUTH}`").fine(),
        floe!("moves `{VIEW}`").fine()
    );
    let after = floe!("apply `{TRUTH}` y+2 Show:d4 catch:d4 end").fine();
    assert!(
        after.starts_with("angling:443!r/1..2/rr!63/2d.. A 6,0 y3+9,r13+4 1.2.2.3 "),
        "{after}"
    );
    assert_eq!(floe!("perft `{TRUTH}` 1 --json").object()["leaves"], 30);
    floe("rules angling").says("5.4 Round");
}

/// A view has no tile to show: the tile must be named, as records do.
#[test]
fn what_a_move_reveals_is_named_in_views() {
    let wrong = floe!("apply `{VIEW}` y+2 show:d4").wrong();
    assert!(
        wrong.contains("show:d4: expected =1 or =2 or =3 or =4 or =6 or =r"),
        "{wrong}"
    );
    floe!("apply `{VIEW}` y+2 show:d4=r no").says("/??.r! B ");
    floe!("apply `{TRUTH}` y+2 show:d4=2").refuses("show:d4=2: expected =r");
}

#[test]
fn options_have_their_rules() {
    for (options, why) in [
        (
            "--dealt",
            "--dealt: expected with --rules angling only; found base",
        ),
        (
            "--rules angling --players 3",
            "--players: expected 2; found 3",
        ),
        (
            "--rules angling --lake 5x5",
            "expected 2x2, 3x3 or 4x4; found '5x5'",
        ),
        (
            "--rules angling --lake-tiles 1.2",
            "--lake-tiles: expected 16, one for each space; found 2",
        ),
        (
            "--rules angling --lake-tiles 1.7",
            "expected tiles (1-6, r, d); found '7'",
        ),
        (
            "--rules angling --lake 2x2 --catch-tiles 1.1.1",
            "--catch-tiles: expected 0 to 3",
        ),
        (
            "--rules angling --layout setup-1",
            "--layout: expected with games on a floe only",
        ),
        (
            "--rules angling --species WD",
            "--species: expected with --rules flip and contest only",
        ),
    ] {
        floe!("new {options}").refuses(why);
    }
}

#[test]
fn a_person_sees_only_what_it_may() {
    let told = floe_with(
        &format!("play `{TRUTH}` --level 1 --seed 1"),
        "y+2\nno\nquit\n",
    )
    .fine();
    assert!(told.contains("20    ?     ?     3!    ?     7"), "{told}");
    assert!(told.contains("B plays show:"), "{told}");
    assert!(!told.contains("20    4 "), "{told}");
    let new = "play --rules angling --level 1 --seed 1";
    let told = floe_with(new, "y@3\nr@9\nquit\n").fine();
    assert!(
        told.contains("B plays lay\n") && !told.contains("lay:"),
        "{told}"
    );
    assert!(
        told.contains("A> angling:????/????/????/???? A 0,0 y3+0,r9+0"),
        "{told}"
    );
    floe_with(
        &format!("play `{TRUTH}` --side B --level 1 --seed 1"),
        "quit\n",
    )
    .says("20    4     4     3!    r     7");
}

/// The result of an analysis, without what is given.
fn found(position: &str, engine: &str) -> Value {
    let call = format!(
        "analyze `{position}` --engine `{engine}` --nodes 60 --threads 1 --json \
        --quiet"
    );
    let mut found = floe(&call).object();
    for key in ["position", "seconds"] {
        found.as_object_mut().unwrap().remove(key);
    }
    found
}

/// The truth behind the view of the angler makes no difference.
#[test]
fn engines_know_what_the_angler_knows() {
    let moves = floe!("moves `{VIEW}`").fine();
    for engine in ["random", "greedy", "thumb", "uct", "mcts", "default"] {
        let analysis = found(VIEW, engine);
        assert!(
            moves.lines().any(|mv| analysis["best"] == mv),
            "{engine}: {analysis}"
        );
        assert_eq!(analysis, found(TRUTH, engine), "{engine}");
    }
    let analysis = found(VIEW, "mcts");
    let shares = analysis["strategy"]
        .as_array()
        .unwrap()
        .iter()
        .map(|share| share["probability"].as_f64().unwrap());
    assert!((0.9..1.01).contains(&shares.sum::<f64>()), "{analysis}");
    assert_eq!(analysis["beliefs"][0]["space"], "a1");
    assert!((0.0..=1.0).contains(&analysis["win"].as_f64().unwrap()));
    let text = floe!("analyze `{VIEW}` --nodes 60 --explain --quiet").fine();
    assert!(
        text.contains("\nmixed ") && text.contains("likeliest tiles"),
        "{text}"
    );
    assert!(text.contains("push the yellow angler"), "{text}");
    floe!("analyze `{VIEW}` --engine alphabeta")
        .refuses("without chance; found 2 players, rules angling");
}

/// The worth of a special is the difference of two exact values here, with the point for one that
/// is not used.
#[test]
fn specials_have_a_worth() {
    let points = |specials: &str| {
        let position = format!("angling:??/?? A 0,0 y1+9 1.0 {specials} lake=2x2 tiles=6.1.r.d");
        let solved = floe!("solve `{position}` --json --quiet").object();
        let value = solved["at_most"]["points"].as_f64().unwrap();
        (position, value)
    };
    let (position, with) = points("l,y");
    let (_, without) = points("l,-");
    let analysis = floe!("analyze `{position}` --nodes 100000 --explain --json --quiet").object();
    let why = &analysis["why"]["specials"];
    assert_eq!(
        [&why[0]["special"], &why[1]["special"]],
        ["l", "y"],
        "{why}"
    );
    let worth = why[1]["points"].as_f64().unwrap();
    assert!(
        (worth - (without - with)).abs() < 0.02 && worth > 1.3,
        "{why} {with} {without}"
    );
}

/// Small days are solved: a lake where the angler does not know the tiles.
#[test]
fn small_days_are_solved_by_the_player() {
    let guess = "angling:12/rd A 0,0 y1+9 1.1 -,- dealt lake=2x2 tiles=1.2.r.d";
    let analysis = floe!("analyze `{guess}` --nodes 100000 --json --quiet").object();
    let points = analysis["value"]["points"].as_f64().unwrap();
    assert!((1.2..1.4).contains(&points), "{analysis}");
}

#[test]
fn matches_play_both_roles_and_record_what_was_revealed() {
    let folder = Folder::new();
    let out = folder.file("games");
    let call = format!(
        "match thumb random --rules angling --dealt --seed 1 --floes 2 --out \
        `{out}` --json"
    );
    let report = floe(&call).object();
    assert_eq!(report["games"], 4, "{report}");
    let games = floe!("replay `{out}/games.jsonl` --game 0 --json").fine();
    assert!(games.contains("show:") && games.contains('='), "{games}");
    // A match that is played already is not played again.
    assert_eq!(floe(&call).object()["games"], 4);
}

/// A match that is killed while it writes goes on, and its games are those of a match that ran
/// through.
#[test]
fn killed_matches_resume_with_the_same_games() {
    let folder = Folder::new();
    let run = |name: &str| {
        let out = folder.file(name);
        let engines = "match mcts:nodes=20 uct:nodes=20 --rules angling --dealt --concurrency 1";
        floe!("{engines} --floes 2 --seed 5 --out `{out}` --json").object()
    };
    let moves = |name: &str| -> Vec<Value> {
        let games = folder.read(format!("{name}/games.jsonl"));
        let record = |line: &str| {
            serde_json::from_str::<Value>(line)
                .ok()
                .filter(|record| record["moves"].is_string())
        };
        games
            .lines()
            .filter_map(record)
            .map(|record| record["moves"].clone())
            .collect()
    };
    assert_eq!(run("whole")["games"], 4);
    run("cut");
    let file = folder.file("cut/games.jsonl");
    let games = std::fs::read(&file).unwrap();
    // Cut in the middle of the third game.
    let ends: Vec<usize> = (0..games.len())
        .filter(|&place| games[place] == b'\n')
        .collect();
    let cut = (ends[ends.len() - 3] + ends[ends.len() - 2]) / 2;
    std::fs::write(&file, &games[..cut]).unwrap();
    assert_eq!(run("cut")["games"], 4);
    assert_eq!((moves("cut"), moves("cut").len()), (moves("whole"), 4));
}

/// Options of a game hold on its second day.
#[test]
fn options_hold_on_both_days() {
    for (option, second_day) in [
        ("--no-specials", " 3.3.3.3 -,- day=2 "),
        ("--catch-tiles 2.1.0.3 --no-specials", " 2.1.0.3 -,- day=2 "),
    ] {
        let new = format!("new --rules angling --seed 4 --dealt {option}");
        let start = floe(&new).fine();
        let walks = format!("apply `{}` y@1 r@2 y+out r+out", start.trim());
        floe(&walks).says(second_day);
    }
}

/// The picture says all that a player needs to know.
#[test]
fn a_picture_says_what_can_be_played() {
    let laying =
        "angling:12../..../..../.... B 0,0 -,- 3.3.3.1 -,- step=lay no-specials catch=3.3.3.1";
    let sliding = "angling:443!r/1..2/rr!63/2d.r B 6,0 y3+6,r13+4 2.2.2.3 l,rs step=slide left=2 caught=1.5.r";
    let over = "angling:12/rd A -1,0 y1+out 1.1 -,s lake=2x2 tiles=1.2.r.d";
    for (position, part) in [
        (laying, "to lay       1.2.3.3.4.4.5.6.r.r.r.r.r.d"),
        (laying, "each day     catch tiles 3.3.3.1, no specials"),
        (sliding, "catch tiles  2 of 1, 2 of 2, 2 of 3, 3 of 4 left"),
        (sliding, "A may play   l look at a tile"),
        (
            sliding,
            "B may play   r push the red angler, s swap two tiles",
        ),
        (sliding, "turn         day 1, B, slide, 2 slides left"),
        (
            &*sliding.replace("left=2", "held"),
            "turn         day 1, B, slide, held: no tile may be moved",
        ),
        (over, "B has left   s swap two tiles"),
    ] {
        floe!("show `{position}`").says(part);
    }
}

/// The worth of a special is exact if the day is solved, also if no player has a choice that
/// matters.
#[test]
fn specials_have_an_exact_worth_on_solved_days() {
    for (position, special, points) in [
        (
            "angling:22!4!1!/r34!3!/51!6!r!/r!r!r!d! A 0,0 y4+17,r14+19 0.0.0.0 -,y",
            "y",
            1.0,
        ),
        (
            "angling:1!2!/r!d! A 0,0 y1+10 0.0 l,y lake=2x2 tiles=1.2.r.d",
            "y",
            1.0,
        ),
        (
            "angling:1!2!/r!d! A 0,0 y1+10 0.0 l,y lake=2x2 tiles=1.2.r.d",
            "l",
            0.0,
        ),
    ] {
        let found = floe!("analyze `{position}` --nodes 100 --explain --json --quiet").object();
        let specials = found["why"]["specials"].as_array().unwrap().clone();
        let worth = specials
            .iter()
            .find(|value| value["special"] == special)
            .unwrap();
        assert_eq!(
            worth["points"].as_f64(),
            Some(points),
            "{position}: {worth}"
        );
    }
}
