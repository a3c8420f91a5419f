//! Every rule of section 5 of `docs/rules.md`, on small examples.

use std::collections::BTreeSet;

use floe_angling::{Angler, Angling, AnglingSetUp, AnglingSpecials, LakeTile, TileCounts};
use floe_game::{Game, POINT, Player, Turn, TwoSided, Veiled, perft};

fn angling(text: &str) -> Angling {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The text of the position after some moves.
fn after(text: &str, moves: &[&str]) -> String {
    played(text, moves).to_string()
}

fn played(text: &str, moves: &[&str]) -> Angling {
    moves.iter().fold(angling(text), |position, mv| {
        position.after(
            position
                .find_move(mv)
                .unwrap_or_else(|error| panic!("{position}: {error}")),
        )
    })
}

/// The moves that begin with a text, sorted and joined.
fn moves(position: &str, start: &str) -> String {
    let texts = angling(position)
        .moves()
        .into_iter()
        .map(|mv| mv.to_string());
    let sorted: BTreeSet<String> = texts.filter(|text| text.starts_with(start)).collect();
    sorted.into_iter().collect::<Vec<_>>().join(" ")
}

const TILES: &str = "tiles=1.2.3.4.5.r.d";

#[test]
fn lake_5_1() {
    let start = AnglingSetUp::default().start().unwrap();
    assert_eq!((start.size(), start.piers()), (4, 20));
    // Empty spaces of a line count: d4 is at distance 4 from pier 1, also alone in the line.
    let line: Vec<String> = start.line(0).iter().map(ToString::to_string).collect();
    assert_eq!(line, ["a1", "b2", "c3", "d4"]);
    let far = "angling:..../..../..../12d5! A 7,0 y18+3 0.0.0.1 -,- step=catch active=y shown=d4 caught=3.4.r tiles=1.2.3.4.5.r.d";
    assert_eq!(moves(far, "catch"), "catch:d4");
}

#[test]
fn tiles_and_specials_5_2() {
    let start = AnglingSetUp::default().start().unwrap();
    assert_eq!(
        TileCounts::STANDARD.to_string(),
        "1.1.2.2.3.3.4.4.5.6.r.r.r.r.r.d"
    );
    assert_eq!(
        (TileCounts::STANDARD.len(), TileCounts::STANDARD.value()),
        (16, 31)
    );
    assert_eq!(
        [LakeTile::RUBBISH, LakeTile::DIVER].map(LakeTile::value),
        [0, 0]
    );
    assert_eq!(
        [1, 2, 3, 4].map(|distance| start.catch_tiles(distance)),
        [3; 4]
    );
    assert_eq!(start.specials(), AnglingSpecials::ALL);
    assert_eq!(AnglingSpecials::ALL.to_string(), "lh,yrs");
}

/// The angler follows tiles with his eyes, and knows contents that were shown, caught or looked at.
#[test]
fn knowledge_5_2() {
    let start = format!(
        "angling:12../3..4/..5./r..d B 0,0 y1+0,r2+0 3.3.3.3 lh,yrs step=show active=y {TILES}"
    );
    let text = after(&start, &["show:a1", "look:d4", "b1-b4"]);
    assert_eq!(
        text,
        format!(
            "angling:1!.../3..4/..5./r2.d! B 0,0 y1+0,r2+0 3.3.3.3 h,yrs step=slide left=2 {TILES}"
        )
    );
    // Known tiles stay known where they slide and swap.
    let text = after(&text, &["d4-c4", "swap:a1:b4"]);
    assert_eq!(
        text,
        format!("angling:2.../3..4/..5./r1!d!. A 0,0 y1+0,r2+0 3.3.3.3 h,yr {TILES}")
    );
    assert_eq!(
        angling(&text).view(Player::new(0)).to_string(),
        format!("angling:?.../?..?/..?./?1!d!. A 0,0 y1+0,r2+0 3.3.3.3 h,yr {TILES}")
    );
    assert_eq!(
        angling(&text).view(Player::new(1)),
        angling(&text),
        "the fish knows everything"
    );
}

#[test]
fn set_up_5_3() {
    let mut game = AnglingSetUp::default().start().unwrap();
    assert_eq!(
        game.turn(),
        Turn::Of(Player::new(1)),
        "the fish lays the tiles"
    );
    for letter in "1122334456rrrrrd".chars() {
        game.play(game.find_move(&format!("lay:{letter}")).unwrap());
    }
    assert_eq!(
        game.to_string(),
        "angling:1122/3344/56rr/rrrd A 0,0 -,- 3.3.3.3 lh,yrs step=place"
    );
    assert_eq!(game.view(Player::new(0)).unknown(), game.area(), "hidden");
    assert_eq!(game.moves().len(), 20);
    let game = game.after(game.find_move("y@3").unwrap());
    assert_eq!(
        (game.moves().len(), game.find_move("r@3").is_err()),
        (19, true),
        "two different piers"
    );
    let game = game.after(game.find_move("r@4").unwrap());
    assert_eq!(
        game.to_string(),
        "angling:1122/3344/56rr/rrrd A 0,0 y3+0,r4+0 3.3.3.3 lh,yrs"
    );
    // Later they share a pier, and pass each other.
    assert_eq!(
        [1, 2].map(|by| played(&game.to_string(), &[&format!("y+{by}")]).pier(Angler::Yellow)),
        [Some(3), Some(4)]
    );
}

#[test]
fn walking_5_4() {
    let start = format!("angling:12../3..4/..5./r..d A 0,0 y1+17,r2+0 3.3.3.3 -,- {TILES}");
    assert_eq!(moves(&start, "y"), "y+1 y+2 y+out");
    assert_eq!(
        angling(&start).moves().len(),
        3 + 20,
        "at least one pier, of one of the anglers"
    );
    assert!(after(&start, &["r+5"]).contains("B 0,0 y1+17,r2+5 3.3.3.3 -,- step=show active=r"));
    // The angler that goes out does not fish.
    assert!(after(&start, &["y+out"]).contains("B 0,0 y1+out,r2+0 3.3.3.3 -,- step=slide"));
}

#[test]
fn showing_5_4() {
    // Any tile of the line, but the diver only if it is alone.
    let start =
        "angling:1d../3!.../..5./r..4 B 0,0 y1+1 3.3.3.3 -,- step=show active=y tiles=1.3.4.5.r.d";
    assert_eq!(moves(start, ""), "show:a1 show:a2 show:a4");
    assert_eq!(moves(&start.replace("y1+1", "y1+2"), ""), "show:b1");
    assert_eq!(moves(&start.replace("y1+1", "y1+19"), ""), "show:a1");
    // With an empty line, showing and catching fall away.
    let empty = "angling:1d../3!.../..../r..4 A 0,0 y1+6 3.3.3.3 -,- tiles=1.3.4.r.d";
    assert!(
        after(empty, &["y+2"]).contains("step=slide"),
        "{}",
        after(empty, &["y+2"])
    );
}

#[test]
fn catching_5_4() {
    let start = "angling:1d../3!.../..5./r!..4 A 0,0 y1+1 3.0.1.3 lh,- step=catch active=y shown=a4 tiles=1.3.4.5.r.d";
    // The shown tile or another one, at a distance with a catch tile; or a special; or nothing.
    assert_eq!(
        moves(start, ""),
        "catch:a1 catch:a4 hold look:a1 look:a2 look:a4 look:b1 look:c3 look:d4 no"
    );
    assert_eq!(
        after(start, &["catch:a4"]),
        "angling:1d../3!.../..5./...4 B 0,0 y1+5 3.0.1.2 lh,- step=slide caught=r tiles=1.3.4.5.r.d",
        "the catch tile is spent, the angler moves on by four piers, and nothing special follows"
    );
    assert!(after(start, &["catch:a1=1"]).contains(" B 1,0 y1+2 2.0.1.3 lh,- step=slide caught=1"));
    // The diver goes back; catch tile and piers are spent. Its space is known.
    let diver = start.replace("1d../3!.../", "d3../1!.../");
    assert_eq!(
        after(&diver, &["catch:a1"]),
        "angling:d!3../1!.../..5./r!..4 B 0,0 y1+2 2.0.1.3 lh,- step=slide tiles=1.3.4.5.r.d"
    );
    // Without a catch tile and specials nothing can be chosen.
    let none =
        "angling:1d../3!.../..5./r!..4 B 0,0 y1+1 0.0.1.0 -,- step=show active=y tiles=1.3.4.5.r.d";
    assert!(after(none, &["show:a1"]).contains("step=slide"));
}

#[test]
fn specials_of_the_angler_5_4() {
    let start = "angling:1d../3!.../..5./r!..4 A 0,0 y1+1 3.0.1.3 lh,s step=catch active=y shown=a4 tiles=1.3.4.5.r.d";
    assert_eq!(
        after(start, &["look:c3=5"]),
        "angling:1d../3!.../..5!./r!..4 B 0,0 y1+1 3.0.1.3 h,s step=slide tiles=1.3.4.5.r.d"
    );
    // No tile may be moved in this round, not even by the swap; then the special is spent.
    let held = after(&start.replace(",s", ",ys"), &["hold"]);
    assert_eq!(
        (
            moves(&held, "").as_str(),
            moves(&after(&held, &["end"]), "h").as_str()
        ),
        ("end push:y", "")
    );
    assert!(
        after(start, &["hold"]).contains("A 0,0 y1+1 3.0.1.3 l,s tiles"),
        "the fish can do nothing"
    );
    // Also where showing and catching fall away: an empty line, or an angler that goes out.
    let empty = "angling:1d../3!.../..../r..4 A 0,0 y1+6,r2+3 3.3.3.3 lh,- tiles=1.3.4.r.d";
    for walk in ["y+2", "y+out"] {
        let text = after(empty, &[walk]);
        assert_eq!(
            moves(&text, ""),
            "hold look:a1 look:a2 look:a4 look:b1 look:d4 no",
            "{text}"
        );
    }
}

#[test]
fn tile_moves_and_specials_of_the_fish_5_4() {
    let start =
        "angling:1d../3.../..5./r..4 B 0,0 y1+1,r5+out 3.0.1.3 -,yrs step=slide tiles=1.3.4.5.r.d";
    assert_eq!(moves(start, "c3"), "c3-a3 c3-b3 c3-c1 c3-c2 c3-c4 c3-d3");
    assert_eq!(moves(start, "a1"), "", "blocked");
    // At most three; after them a special, and only one.
    let three = after(start, &["c3-c1", "c1-c2", "d4-d1"]);
    assert_eq!(
        (
            moves(&three, "a"),
            moves(&three, "push"),
            moves(&three, "swap").len()
        ),
        ("".into(), "push:y".into(), 15 * 11 - 1)
    );
    assert_eq!(
        after(&three, &["swap:a1:d1"]),
        "angling:4d.1/3.5./..../r... A 0,0 y1+1,r5+out 3.0.1.3 -,yr tiles=1.3.4.5.r.d"
    );
    // An angler that is pushed does not fish there, and one that is out cannot be pushed.
    assert!(after(start, &["push:y"]).contains("A 0,0 y1+2,r5+out 3.0.1.3 -,rs tiles"));
    assert_eq!(moves(start, "push"), "push:y");
}

/// The example of the rules.
#[test]
fn a_round_5_4() {
    let start = "angling:..rd/..../..5./12.. A 0,0 y3+0,r9+0 3.3.3.3 -,- tiles=1.2.5.r.d";
    assert_eq!(
        after(
            start,
            &["y+1", "show:c1=r", "catch:c3=5", "d1-d2", "c1-c3", "end"]
        ),
        "angling:..../...d/..r!./12.. A 5,0 y3+4,r9+0 3.3.2.3 -,- caught=5 tiles=1.2.5.r.d"
    );
}

#[test]
fn end_of_the_day_5_5() {
    // A start is reached by walking, by a catch, or by a push.
    let start = "angling:1d../3.../..5./r..4 A 0,0 y2+17,r5+out 3.3.3.3 -,s tiles=1.3.4.5.r.d";
    let end = played(start, &["y+out"]);
    assert_eq!(
        end.to_string(),
        "angling:1d../3.../..5./r..4 A -1,0 y2+out,r5+out 3.3.3.3 -,s tiles=1.3.4.5.r.d"
    );
    assert!(
        end.is_over(),
        "at once, and a special left costs the angler a point"
    );
    assert_eq!(end.score(Player::new(0)), -POINT);
    let end = played(start, &["y+2", "show:a1", "catch:a1"]);
    assert!(end.is_over() && end.points(Player::new(0)) == 0, "{end}");
    let pushed =
        "angling:1d../3.../..5./r..4 B 0,0 y2+19,r5+out 3.3.3.3 -,y step=slide tiles=1.3.4.5.r.d";
    assert!(played(pushed, &["push:y"]).is_over());
    // Not before both anglers are out.
    assert!(!played(&start.replace("r5+out", "r5+2"), &["y+out"]).is_over());
}

#[test]
fn second_day_and_tie_5_5() {
    let start = "angling:443!r/1..2/rr!63/2d.r A 6,0 y3+19,r13+out 2.2.2.3 -,r caught=1.5.r";
    let second = after(start, &["y+out"]);
    let hand = "hand=1.1.2.2.3.3.4.4.5.6.r.r.r.r.r.d";
    assert_eq!(
        second,
        format!("angling:..../..../..../.... A 5,0 -,- 3.3.3.3 lh,yrs day=2 step=lay {hand}")
    );
    // A tie goes to the first angler; otherwise the higher score wins.
    let margin = |points: &str, red: &str| {
        let text = format!(
            "angling:443!r/1..2/rr!63/2d.r B {points},6 y3+19,r13+{red} 2.2.2.3 -,- day=2 caught=1.5.r"
        );
        played(&text, &["y+out"]).margin()
    };
    assert_eq!(
        (margin("6", "out"), margin("7", "out"), margin("5", "out")),
        (1, POINT + 1, 1 - POINT)
    );
    assert_eq!(margin("-3", "out"), 1 - 9 * POINT, "points may be negative");
}

#[test]
fn options_5_6() {
    let tiles: TileCounts = "12rd".chars().filter_map(LakeTile::from_letter).collect();
    let small = AnglingSetUp {
        size: 2,
        tiles,
        catch: [1, 1, 0, 0],
        anglers: 1,
        has_specials: false,
        is_dealt: true,
    };
    assert_eq!(small.start().unwrap().piers(), 12);
    let three = AnglingSetUp {
        size: 3,
        tiles: "123456rrd"
            .chars()
            .filter_map(LakeTile::from_letter)
            .collect(),
        anglers: 2,
        has_specials: true,
        ..small
    };
    assert_eq!(
        (
            three.start().unwrap().piers(),
            three.start().unwrap().specials()
        ),
        (16, AnglingSpecials::ALL)
    );
    let error = |set_up: AnglingSetUp| {
        let error = set_up.start().unwrap_err();
        format!("{}: expected {error}", error.option())
    };
    assert_eq!(
        error(AnglingSetUp {
            size: 5,
            ..small.clone()
        }),
        "lake: expected 2x2, 3x3 or 4x4; found 5x5"
    );
    assert_eq!(
        error(AnglingSetUp {
            size: 3,
            ..small.clone()
        }),
        "lake-tiles: expected 9, one for each space; found 4"
    );
    let divers = "12dd".chars().filter_map(LakeTile::from_letter).collect();
    assert_eq!(
        error(AnglingSetUp {
            tiles: divers,
            ..small.clone()
        }),
        "lake-tiles: expected one diver at most; found 2"
    );
    let catch = error(AnglingSetUp {
        catch: [1, 1, 1, 0],
        ..small.clone()
    });
    assert_eq!(
        catch,
        "catch-tiles: expected 0 to 3 of a distance, and none beyond the lake; found 1"
    );
    assert_eq!(
        error(AnglingSetUp {
            anglers: 3,
            ..small
        }),
        "anglers: expected 1 or 2; found 3"
    );
    assert_eq!(
        small.start().unwrap().to_string(),
        "angling:../.. B 0,0 - 1.1 -,- step=lay hand=1.2.r.d dealt lake=2x2 tiles=1.2.r.d"
    );
    // A study has one day.
    assert!(
        played(
            "angling:12/rd A 0,0 y1+11 1.1 -,- lake=2x2 tiles=1.2.r.d",
            &["y+out"]
        )
        .is_over()
    );
}

/// Options hold for both days; the position records them where they differ from the usual.
#[test]
fn options_of_both_days_5_6() {
    let whole = AnglingSetUp::default();
    let hand = "hand=1.1.2.2.3.3.4.4.5.6.r.r.r.r.r.d";
    let rounds = ["y@1", "r@2", "y+out", "r+out"];
    for (set_up, specials, keys) in [
        (whole.clone(), "lh,yrs", ""),
        (
            AnglingSetUp {
                has_specials: false,
                ..whole.clone()
            },
            "-,-",
            " no-specials",
        ),
        (
            AnglingSetUp {
                catch: [2, 1, 0, 3],
                ..whole.clone()
            },
            "lh,yrs",
            " catch=2.1.0.3",
        ),
        (
            AnglingSetUp {
                catch: [0; 4],
                has_specials: false,
                ..whole
            },
            "-,-",
            " no-specials catch=0.0.0.0",
        ),
    ] {
        let catch = set_up.catch.map(|count| count.to_string()).join(".");
        let start = AnglingSetUp {
            is_dealt: true,
            ..set_up
        }
        .deal(4)
        .unwrap();
        let mut game = angling(&start.to_string());
        while game.day() == 1 {
            let mv = rounds.iter().find_map(|text| game.find_move(text).ok());
            game.play(
                mv.unwrap_or_else(|| game.find_move("no").or(game.find_move("end")).unwrap()),
            );
        }
        let points = game.points(Player::new(0));
        let second = format!(
            "angling:..../..../..../.... A {points},0 -,- {catch} {specials} day=2 step=lay {hand} dealt{keys}"
        );
        assert_eq!(game.to_string(), second);
        assert_eq!(angling(&second), game);
    }
    // A position without the keys has the usual second day, as ever.
    let old = "angling:443!r/1..2/rr!63/2d.r A 6,0 y3+19,r13+out 0.2.2.3 -,- caught=1.5.r";
    assert!(after(old, &["y+out"]).contains(" 3.3.3.3 lh,yrs day=2 "));
    // At most one diver.
    let divers = "angling:dd/12 A 0,0 - 1.1 -,- step=place lake=2x2 tiles=1.2.d.d";
    assert_eq!(
        divers.parse::<Angling>().unwrap_err().to_string(),
        "column 63: expected at most 1 of the tile 'd'; found 'd'"
    );
}

/// A view has choices only, without the contents that they would reveal.
#[test]
fn perft_of_a_view_5_6() {
    let view = angling("angling:?./.? A 1,0 y1+9 1.1 l,- lake=2x2 tiles=1.2.r.d caught=1.r");
    assert_eq!(
        [1, 2].map(|depth| perft(&view, depth)),
        [3, 2],
        "three walks, and one tile to show after two of them"
    );
    assert_eq!(
        perft(&view, 3),
        2 * 4,
        "catch, look at one of two tiles, or none"
    );
}
