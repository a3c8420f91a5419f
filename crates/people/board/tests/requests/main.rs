//! Requests of pages, also of random bytes.

mod claims;
mod set_up;

use std::sync::atomic::AtomicBool;

use floe_board::BoardSession;
use floe_engine::{AnyGame, GameLine, GameRules, Units};
use floe_game::Player;
use floe_presentation::Seen;
use floe_query::QuerySettings;
use floe_variants::{VariantPosition, VariantText};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

fn answer(request: &Value) -> Value {
    let session = BoardSession::new(QuerySettings::default());
    serde_json::from_str(&session.answer(
        &request.to_string(),
        &AtomicBool::new(false),
        &mut |_| (),
    ))
    .unwrap()
}

/// Tiles are hidden from the angler in pictures and moves, and the fish sees them.
#[test]
fn a_viewer_sees_what_it_knows() {
    let start = "angling:../.. B 0,0 - 1.1 -,- step=lay lake=2x2 tiles=1.2.r.d";
    let moves = ["lay:d", "lay:1", "lay:r", "lay:2"];
    let of = |action: &str, viewer: &str| {
        let request = json!({"id": "1", "action": action, "position": start, "moves": moves, "viewer": viewer});
        answer(&request)["result"].clone()
    };
    assert_eq!(
        [&of("board", "A")["observed"], &of("board", "B")["observed"]],
        [&json!(["lay", "lay", "lay", "lay"]), &json!(moves)]
    );
    let [angler, fish] =
        ["A", "B"].map(|viewer| of("picture", viewer)["svg"].as_str().unwrap().to_owned());
    assert!(
        angler.contains(">angling:??/??") && fish.contains(">angling:d1/r2"),
        "{angler} {fish}"
    );
    let wrong = answer(&json!({"id": "1", "action": "board", "position": start, "viewer": "C"}));
    assert_eq!(wrong["error"]["field"], "viewer", "{wrong}");
}

/// One request gives the state of a game and the same picture that the action `picture` draws.
#[test]
fn a_state_has_its_picture_where_it_is_asked_for() {
    for rules in GameRules::all() {
        let deal = json!({"id": "1", "action": "deal", "rules": rules.to_string(), "seed": 1});
        let position = answer(&deal)["result"]["position"].clone();
        let marks = json!({"theme": "dark", "territory": true});
        let mut board = json!({"id": "1", "action": "board", "position": position, "automatic": true, "viewer": "A"});
        assert!(answer(&board)["result"].get("svg").is_none(), "{rules}");
        board["picture"] = marks.clone();
        let state = &answer(&board)["result"];
        let mut picture = marks;
        for (field, value) in [
            ("id", json!("1")),
            ("action", json!("picture")),
            ("viewer", json!("A")),
        ] {
            picture[field] = value;
        }
        picture["position"] = position;
        picture["moves"] = state["moves"].clone();
        assert_eq!(state["svg"], answer(&picture)["result"]["svg"], "{rules}");
    }
    let wrong = json!({"id": "1", "action": "board", "position": "", "picture": {"arrows": [{}]}});
    assert_eq!(answer(&wrong)["error"]["field"], "picture");
}

/// Moves typed in upper case come out of every request in notation.
#[test]
fn moves_come_out_in_notation() {
    for rules in GameRules::all() {
        let name = rules.to_string();
        let dealt = answer(&json!({"id": "1", "action": "deal", "rules": name, "seed": 1}));
        let start = dealt["result"]["position"].clone();
        let board = |moves: &[String], choice: Option<String>| {
            let request = json!({"id": "1", "action": "board", "position": start, "moves": moves, "choice": choice});
            answer(&request)["result"].clone()
        };
        let mut state = board(&[], None);
        let (mut moves, mut typed): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for _ in 0..8 {
            let choice = state["legal"][0]["move"]
                .as_str()
                .unwrap_or_default()
                .to_uppercase();
            state = board(&moves, Some(choice));
            moves = state["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|mv| mv.as_str().unwrap().to_owned())
                .collect();
            typed.push(moves.last().unwrap().to_uppercase());
        }
        assert_eq!(board(&typed, None)["moves"], json!(moves), "{name}");
        let written =
            answer(&json!({"id": "1", "action": "write", "position": start, "moves": typed}));
        let text = written["result"]["text"].as_str().unwrap();
        assert!(
            text.ends_with(&format!("\n{}\n", moves.join("\n"))),
            "{name}: {text}"
        );
        let file = format!("\u{feff}{}\n{}", start.as_str().unwrap(), typed.join(" "));
        let read = answer(&json!({"id": "1", "action": "read", "text": file}));
        assert_eq!(read["result"]["games"][0]["moves"], json!(moves), "{name}");
    }
}

#[test]
fn whole_numbers_and_marks_are_read() {
    let session = BoardSession::new(QuerySettings::default());
    let answer = |line: &str| -> Value {
        serde_json::from_str(&session.answer(line, &AtomicBool::new(false), &mut |_| ())).unwrap()
    };
    let board = |world: &str| {
        let position =
            "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
        let request = format!(
            r#"{{"id": "1", "action": "board", "position": "{position}", "world": {world}}}"#
        );
        answer(&format!("\u{feff}{request}"))
    };
    for world in ["1e19", "7.0", "7"] {
        assert_eq!(board(world)["status"], "done", "{world}");
    }
    for world in ["7.5", "1e20", "-1.0"] {
        assert_eq!(board(world)["error"]["field"], "world", "{world}");
    }
    assert_eq!(answer("x")["error"]["column"], 1);
}

/// All of a reply but its moves is the same for lakes that the angler cannot distinguish.
#[test]
fn a_viewer_learns_no_more_than_the_rules_let_it_know() {
    let start = "angling:../.. B 0,0 - 1.1 -,- step=lay lake=2x2 tiles=1.2.r.d";
    let seen_by_angler = |laid: [&str; 4]| {
        let mut request = json!({"id": "1", "action": "board", "position": start, "moves": laid, "automatic": true});
        request["viewer"] = json!("A");
        request["picture"] = json!({});
        let mut reply = answer(&request)["result"].clone();
        reply["moves"].take();
        reply
    };
    let [one, other] = [
        ["lay:d", "lay:1", "lay:r", "lay:2"],
        ["lay:2", "lay:r", "lay:1", "lay:d"],
    ]
    .map(seen_by_angler);
    assert_eq!(one, other);
    assert_eq!(one["has_secrets"], true);
    assert!(
        one["position"]
            .as_str()
            .unwrap()
            .starts_with("angling:??/??"),
        "{one}"
    );
    // The first tile is as secret as the others.
    let empty = answer(
        &json!({"id": "1", "action": "board", "position": start, "moves": [], "viewer": "A"}),
    );
    assert_eq!(empty["result"]["has_secrets"], true);
    assert_eq!(empty["result"]["legal"], json!([]));
    // The fish is about to lay: its choices are its own, and so they are no secret to itself.
    let laying = |viewer: &str| {
        answer(
            &json!({"id": "1", "action": "board", "position": start, "moves": ["lay:d"], "viewer": viewer}),
        )
    };
    assert_eq!(laying("A")["result"]["legal"], json!([]));
    assert!(
        !laying("B")["result"]["legal"]
            .as_array()
            .unwrap()
            .is_empty()
    );
}

#[test]
fn hands_are_cards_with_pictures() {
    let flip = "flip:W1>D1<K4>/W3<J1vJ2v/J2vD2<K3>/J2vD4>D3> A W:rxy,K:ffe W2312,D2211,J2022,K3211,p4 deck=f2c2r1s2k2x2y1e1";
    let state = answer(&json!({"id": "1", "action": "board", "position": flip}));
    let names = |player: usize| -> Vec<String> {
        let cards = state["result"]["results"][player]["cards"].as_array();
        let cards = cards.unwrap().iter();
        assert!(
            cards
                .clone()
                .all(|card| card["icon"].as_str().unwrap().starts_with("<svg "))
        );
        cards
            .map(|card| card["words"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names(0).len(), 3);
    assert_eq!(names(1)[..2], ["flip one card", "flip one card"]);
}

#[test]
fn views_of_all_rules_are_positions_that_can_be_viewed_again() {
    for rules in GameRules::all() {
        let deal = json!({"id": "1", "action": "deal", "rules": rules.to_string(), "seed": 1});
        let position = answer(&deal)["result"]["position"].clone();
        let board = json!({"id": "1", "action": "board", "position": position, "automatic": true, "viewer": "A"});
        let view = answer(&board)["result"]["position"].clone();
        let again = answer(&json!({"id": "1", "action": "board", "position": view, "viewer": "A"}));
        assert_eq!(again["result"]["position"], view, "{rules}: {again}");
    }
}

#[test]
fn moves_of_a_game_file_are_counted_from_one() {
    let text =
        "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0\n1. c5-c1";
    let read = answer(&json!({"id": "1", "action": "read", "text": text}));
    let error = read["result"]["games"][0]["error"].as_str().unwrap();
    assert!(error.contains("move 1, 'c5-c1'"), "{error}");
}

/// Position with several moves that are followed by others.
const TREE_START: &str =
    "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";

#[test]
fn a_tree_is_written_and_read_again() {
    let nodes = json!([
        {"parent": 0, "move": "c5-d4", "marks": "!?", "comments": ["# {a} (b)", "c"], "arrows": ["c5-d4", "e4"]},
        {"parent": 0, "move": "c5-c4", "clock": 252.5, "value": "+2:0"},
        {"parent": 2, "move": "d5-d6"},
        {"parent": 1, "move": "d5-d6", "marks": "$1 ??"},
        {"parent": 1, "move": "d5-e4"},
    ]);
    let write = json!({"id": "1", "action": "write", "position": TREE_START, "headers": [["A", "Anna"]],
        "comments": ["of the game"], "nodes": nodes});
    let text = answer(&write)["result"]["text"]
        .as_str()
        .unwrap()
        .to_owned();
    let read = answer(&json!({"id": "1", "action": "read", "text": text}));
    let game = &read["result"]["games"][0];
    assert_eq!(game["error"], Value::Null, "{text}");
    assert_eq!(
        (&game["nodes"], &game["comments"]),
        (&nodes, &json!(["of the game"])),
        "{text}"
    );
    assert_eq!(game["moves"], json!(["c5-d4", "d5-d6"]));
    for (node, message) in [
        (
            json!({"parent": 6, "move": "d5-d6"}),
            "node 6: expected a parent from 0 to 5; found 6",
        ),
        (json!({"parent": 2, "move": "d5-d5"}), "node 6: 'd5-d5': "),
        (
            json!({"parent": 2, "move": "d5-d6", "marks": "!x"}),
            "node 6: expected marks",
        ),
        (
            json!({"parent": 2, "move": "d5-d6", "arrows": ["a1]"]}),
            "node 6: expected a drawing",
        ),
        (
            json!({"parent": 2, "move": "d5-d6", "clock": -1}),
            "node 6: expected the seconds of a clock",
        ),
        (
            json!({"parent": 2, "move": "d5-d6", "value": ""}),
            "node 6: expected a value",
        ),
    ] {
        let mut wrong = write.clone();
        wrong["nodes"].as_array_mut().unwrap().push(node);
        let refused = answer(&wrong);
        assert_eq!(refused["error"]["field"], "nodes", "{refused}");
        assert!(
            refused["error"]["message"]
                .as_str()
                .unwrap()
                .contains(message),
            "{message}: {refused}"
        );
    }
}

/// A file of which only a part has been read is not taken for the whole.
#[test]
fn a_text_that_is_read_in_part_is_cancelled() {
    let session = BoardSession::new(QuerySettings::default());
    let text = format!("{}\n\n", "./. A 0:0,0:0").repeat(1000);
    let request = json!({"id": "1", "action": "read", "text": text}).to_string();
    let reply: Value =
        serde_json::from_str(&session.answer(&request, &AtomicBool::new(true), &mut |_| ()))
            .unwrap();
    assert!(
        reply["status"] == "cancelled" || reply["status"] == "error",
        "{reply}"
    );
    assert_eq!(
        reply["result"]["games"].as_array().map_or(0, Vec::len),
        0,
        "{reply}"
    );
}

#[test]
fn an_illegal_move_costs_its_branch_only() {
    let text = format!("{TREE_START}\nc5-d4 (c5-c4 d5-d5 d5-d6) (c5-d4) d5-d6\n");
    let read = answer(&json!({"id": "1", "action": "read", "text": text}));
    let game = &read["result"]["games"][0];
    assert!(
        game["error"]
            .as_str()
            .unwrap()
            .starts_with("line 2, column 14: move 2, 'd5-d5': "),
        "{game}"
    );
    let moves: Vec<&Value> = game["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|node| &node["move"])
        .collect();
    assert_eq!(moves, ["c5-d4", "c5-c4", "c5-d4", "d5-d6"]);
    assert_eq!(game["moves"], json!(["c5-d4", "d5-d6"]));
}

#[test]
fn an_unknown_action_is_refused_with_all_that_a_page_has() {
    let refused = answer(&json!({"id": "1", "action": "bored"}));
    let message = refused["error"]["message"].as_str().unwrap();
    for action in ["catalog", "board", "review", "analyze", "version"] {
        assert!(message.contains(action), "{message}");
    }
    assert_eq!(
        (&refused["error"]["field"], &refused["id"]),
        (&json!("action"), &json!("1"))
    );
}

#[test]
fn requests_of_a_page_have_names_as_in_query_mode() {
    for action in [
        "catalog", "board", "deal", "picture", "explain", "rules", "edit", "puzzles", "read",
        "write", "review",
    ] {
        for (id, reply_id) in [
            (Value::Null, Value::Null),
            (json!(7), Value::Null),
            (json!(""), Value::Null),
        ] {
            let mut request = json!({"action": action, "id": id});
            if id.is_null() {
                request.as_object_mut().unwrap().remove("id");
            }
            let refused = answer(&request);
            assert_eq!(
                (&refused["error"]["field"], &refused["id"]),
                (&json!("id"), &reply_id),
                "{request}: {refused}"
            );
        }
    }
    assert_eq!(answer(&json!({"action": "version"}))["status"], "done");
}

#[test]
fn lists_are_as_long_as_a_board_is_large() {
    let position =
        "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
    let of = |action: &str, field: &str, one: Value, count: usize| {
        answer(
            &json!({"id": "1", "action": action, "position": position, "moves": [], field: vec![one; count]}),
        )
    };
    let arrow = json!({"move": "c5-d4"});
    let value = json!({"space": "d4", "text": "1"});
    for (action, field, one, most) in [
        ("picture", "arrows", arrow, 256),
        ("picture", "values", value, 256),
        ("write", "headers", json!(["a", "b"]), 100),
    ] {
        assert_eq!(
            of(action, field, one.clone(), most)["status"],
            "done",
            "{field}"
        );
        let error = &of(action, field, one, 15_000)["error"];
        let message = format!("expected at most {most} {field}; found 15000");
        assert_eq!(
            (&error["field"], &error["message"]),
            (&json!(field), &json!(message))
        );
    }
}

#[test]
fn a_panic_costs_one_request() {
    let session = BoardSession::new(QuerySettings::default());
    let position =
        "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
    let review = json!({"id": "1", "action": "review", "position": position, "moves": ["c5-d4"]})
        .to_string();
    let reply = session.answer(&review, &AtomicBool::new(false), &mut |_| {
        panic!("a provoked panic")
    });
    let reply: Value = serde_json::from_str(&reply).unwrap();
    assert_eq!(
        (&reply["id"], &reply["error"]["kind"]),
        (&json!("1"), &json!("internal")),
        "{reply}"
    );
    let message = reply["error"]["message"].as_str().unwrap();
    assert!(
        message.contains("requests/main.rs:") && message.contains("a provoked panic"),
        "{message}"
    );
    let reply = session.answer(&review, &AtomicBool::new(false), &mut |_| ());
    assert!(reply.contains("\"status\":\"done\""), "{reply}");
}

#[test]
fn queries_never_panic() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..2_000 {
        let mut bytes = vec![0; rng.random_range(0..32)];
        rng.fill_bytes(&mut bytes);
        claims::queries_never_panic(&bytes);
    }
}

/// The begin of a random game: its first position, and at most thirty moves.
fn random_game(rules: GameRules, rng: &mut Xoshiro256PlusPlus) -> (AnyGame, Vec<String>) {
    const MOVES: usize = 30;
    let mut line = GameLine::new(AnyGame::deal(&rules.usual(rules.usual_players()), 1).unwrap());
    line.play_at_random(MOVES, rng);
    (*line.start(), line.notation())
}

/// Hexes with penguins and their owners; none in the base game, where no move changes those of
/// others.
fn penguins(position: &AnyGame) -> Vec<(String, Player)> {
    match position {
        AnyGame::Variant(position) => penguins_of(position),
        AnyGame::Special(position) => penguins_of(position),
        AnyGame::Hidden(position) => penguins_of(position),
        _ => Vec::new(),
    }
}

fn penguins_of<V: VariantText>(position: &VariantPosition<V>) -> Vec<(String, Player)> {
    let named = |hex| position.geometry().name(hex);
    let of_player = |owner| {
        position
            .penguins(owner)
            .into_iter()
            .map(move |hex| (named(hex), owner))
    };
    Player::first(Player::MAX).flat_map(of_player).collect()
}

/// A penguin of another player stands where it stood, or its player has retired, or words say what
/// became of it. Where nothing is taken, no player retires.
#[test]
fn no_penguin_is_taken_or_moved_without_a_word() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(5);
    let mut struck = Vec::new();
    let rules_with_floes = GameRules::all().filter(|rules| rules.floe().is_some());
    for rules in rules_with_floes {
        for seed in 0..6 {
            let mut line =
                GameLine::new(AnyGame::deal(&rules.usual(rules.usual_players()), seed).unwrap());
            line.play_at_random(60, rng);
            for played in line.moves() {
                let after = penguins(played.after);
                let mut others = penguins(played.before)
                    .into_iter()
                    .filter(|&(_, owner)| owner != played.player());
                let retires = |owner| {
                    rules.units() == Units::Fish && after.iter().all(|&(_, other)| other != owner)
                };
                let is_struck = others.any(|at| !after.contains(&at) && !retires(at.1));
                let words = Seen::whole(played.before).strike_words(played.mv);
                let told = Seen::whole(played.before).told(played.mv);
                assert!(
                    !is_struck || words.is_some(),
                    "{rules}: {told:?} in {}",
                    played.before
                );
                let Some(words) = words else { continue };
                assert!(told.words().contains(&words), "{rules}: {told:?}");
                struck.push(rules.to_string());
            }
        }
    }
    for rules in ["push", "whale", "push+whale", "survival"] {
        assert!(
            struck.iter().any(|other| other == rules),
            "{rules}: no random game has a strike"
        );
    }
    let whale = "A1111B1B1./......../......./......../......./......../......./........ A 0:0,0:0 rules=whale whale=d1";
    let request =
        json!({"id": "1", "action": "explain", "position": whale, "line": ["a1-b1,whale:E"]});
    let reply = answer(&request);
    assert_eq!(
        reply["result"]["reasons"][0],
        json!("The whale swims east to e1 and takes B's penguin."),
        "{reply}"
    );
    let survival = "rows(1:4,0:5,1:4):1A123/B1.B11./..11 A 0:0,0:0 rules=survival";
    let request =
        json!({"id": "1", "action": "explain", "position": survival, "line": ["b1-a1,sink:d2"]});
    let words = "The tile on d2 sinks and strands B's penguin on a2, which leaves the floe.";
    assert_eq!(answer(&request)["result"]["reasons"][0], json!(words));
}

#[test]
fn observed_moves_of_cards_and_lakes_have_words() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    for rules in GameRules::all().filter(|rules| rules.floe().is_none()) {
        let (start, moves) = random_game(rules, rng);
        for viewer in [json!("A"), json!("B"), Value::Null] {
            let mut request = json!({"id": "1", "action": "board", "position": start.to_string(), "moves": moves});
            if viewer.is_string() {
                request["viewer"] = viewer.clone();
            }
            let result = &answer(&request)["result"];
            let words = result["move_words"].as_array().unwrap();
            assert_eq!(words.len(), moves.len(), "{rules}");
            assert!(
                words.iter().all(Value::is_string),
                "{rules}, viewer {viewer}: {result}"
            );
        }
    }
}

/// A choice has outcomes in words, whose probabilities add up to one, and each of them is a move of
/// the game.
#[test]
fn outcomes_of_a_choice_can_be_played() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
    let mut several = 0;
    for rules in GameRules::all() {
        let (start, moves) = random_game(rules, rng);
        let state = answer(
            &json!({"id": "1", "action": "board", "position": start.to_string(), "moves": moves}),
        );
        let Some(legal) = state["result"]["legal"]
            .as_array()
            .and_then(|legal| legal.last())
        else {
            continue;
        };
        let mut request =
            json!({"id": "1", "action": "outcomes", "position": start.to_string(), "moves": moves});
        request["choice"] = legal["move"].clone();
        let reply = answer(&request);
        let outcomes = reply["result"]["outcomes"]
            .as_array()
            .unwrap_or_else(|| panic!("{rules}: {reply}"));
        let sum: f64 = outcomes
            .iter()
            .map(|outcome| outcome["probability"].as_f64().unwrap())
            .sum();
        assert!((sum - 1.0).abs() < 1e-9, "{rules}: {reply}");
        several += usize::from(outcomes.len() > 1);
        for outcome in outcomes.iter().take(3) {
            let played: Vec<Value> = moves
                .iter()
                .map(|mv| json!(mv))
                .chain([outcome["move"].clone()])
                .collect();
            let after = answer(
                &json!({"id": "1", "action": "board", "position": start.to_string(), "moves": played}),
            );
            assert_eq!(after["status"], "done", "{rules}: {after}");
        }
    }
    assert!(several > 0);
    let start = AnyGame::deal(&GameRules::BASE.usual(2), 1)
        .unwrap()
        .to_string();
    let wrong =
        answer(&json!({"id": "1", "action": "outcomes", "position": start, "choice": "a1-a2"}));
    assert_eq!(wrong["error"]["field"], "choice", "{wrong}");
}

/// A random game of all rules is reviewed, move by move, as the program annotates it.
#[test]
fn games_of_all_rules_are_reviewed() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    for rules in GameRules::all() {
        let (start, moves) = random_game(rules, rng);
        let request = json!({
            "id": "1", "action": "review", "position": start.to_string(), "moves": moves, "engine": "random:nodes=1",
        });
        let reviewed = &answer(&request)["result"]["moves"];
        assert_eq!(reviewed.as_array().unwrap().len(), moves.len(), "{rules}");
        for (one, mv) in reviewed.as_array().unwrap().iter().zip(&moves) {
            assert_eq!(one["move"], json!(mv));
            let unit = rules.units().name();
            assert!(
                ["before", "after", "swing"]
                    .iter()
                    .all(|value| one[value][unit].is_number()),
                "{one}"
            );
            // No parts of moves in notation: `,whale:E`.
            let best = one["best_words"].as_str().unwrap_or_default();
            let words = format!("{best} {}", one["words"].as_str().unwrap());
            let is_code =
                |word: &str| word.trim_end_matches(':').contains(':') && word.contains(',');
            assert!(!words.split(' ').any(is_code), "{one}");
        }
    }
}

/// The first line of an analysis begins with the move that the engine plays, for any number of
/// players.
#[test]
fn the_first_line_is_that_of_the_best_move() {
    let games = GameRules::all()
        .flat_map(|rules| (rules.min_players()..=rules.max_players()).map(move |n| (rules, n)));
    for (rules, players) in
        games.filter(|(rules, players)| !rules.has_teams() || *players == rules.usual_players())
    {
        let start = AnyGame::deal(&rules.usual(players), 7).unwrap();
        let mut line = GameLine::new(start);
        line.play_at_random(14, &mut Xoshiro256PlusPlus::seed_from_u64(3));
        let position = line.end().to_string();
        let query = json!({"id": "1", "action": "analyze", "position": position, "moves": [], "limits": {"nodes": 300}, "lines": 3, "words": true});
        let result = &answer(&query)["result"];
        let best = &result["best"];
        assert!(best.is_string(), "{position}: {result}");
        // A mixed strategy is drawn from.
        assert!(
            &result["lines"][0]["move"] == best || !result["mixed"].is_null(),
            "{position}: {result}"
        );
        assert_eq!(result["lines"][0]["pv"], result["pv"], "{position}");
    }
}

/// A deal names an option that its rules do not have; so do the other front ends.
#[test]
fn a_deal_has_the_options_of_its_rules() {
    for (field, value) in [
        ("layout", json!("setup-1")),
        ("balanced", json!(true)),
        ("centre", json!("open")),
    ] {
        for rules in GameRules::all() {
            let mut request =
                json!({"id": "1", "action": "deal", "rules": rules.to_string(), "seed": 1});
            request[field] = value.clone();
            let reply = answer(&request);
            if rules.floe().is_some() && field != "centre" {
                assert_eq!(reply["status"], "done", "{reply}");
                continue;
            }
            let expected = match rules.floe() {
                Some(_) => {
                    "expected with the layout setup-2 only; found layout standard".to_owned()
                }
                None => format!("expected with games on a floe only; found rules {rules}"),
            };
            assert_eq!(reply["error"]["field"], field, "{reply}");
            assert_eq!(reply["error"]["message"], expected);
        }
    }
}

/// A game gets the same review twice, with other threads and tables of the server.
#[test]
fn a_review_is_the_same_on_every_server() {
    let start = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
    let request = json!({
        "id": "1", "action": "review", "position": start, "moves": ["c5-c6", "d5-d6"], "strength": "quick",
    });
    let review = |threads, hash_mebibytes| {
        let session = BoardSession::new(QuerySettings {
            threads,
            hash_mebibytes,
            ..QuerySettings::default()
        });
        let reply = session.answer(&request.to_string(), &AtomicBool::new(false), &mut |_| ());
        serde_json::from_str::<Value>(&reply).unwrap()["result"].take()
    };
    let first = review(1, 1);
    assert_eq!(first, review(4, 64));
    assert_eq!(
        first["effort"],
        "10,000 nodes a position, more where a mark is close"
    );
    assert_eq!(first["summary"]["players"][0]["player"], "A");
    assert!(first["summary"]["worst"][0]["ply"].is_number(), "{first}");
    let bad = &first["moves"][0];
    assert!(
        bad["sign"] != "" && bad["reasons"][0].is_string(),
        "{first}"
    );
}

/// A hint of every game has three steps, and a bad move is refuted.
#[test]
fn moves_of_all_rules_are_refuted_and_hinted_at() {
    for rules in GameRules::all() {
        let start = AnyGame::deal(&rules.usual(rules.usual_players()), 3).unwrap();
        let [start, choice] = [start.to_string(), start.choices()[0].clone()];
        let hint =
            answer(&json!({"id": "1", "action": "hint", "position": start, "line": [choice]}));
        let steps = hint["result"]["steps"]
            .as_array()
            .unwrap_or_else(|| panic!("{rules}: {hint}"));
        assert!(
            steps.len() == 3 && steps.iter().all(|step| step != ""),
            "{rules}: {hint}"
        );
        assert_eq!(hint["result"]["move"], choice);
    }
    // A move whose notation is a code is named in words, and the best one is called so.
    let whale = "1...A11./.1..3.3./1.....3/.....1.3/.2.B2.../2.23.A2../11....3/31...3.. B 31:20,29:18 rules=push+whale whale=b1";
    let refute = |mv: &Value| {
        answer(&json!({"id": "1", "action": "refute", "position": whale, "move": mv}))["result"]
            .clone()
    };
    let analysis = answer(&json!({"id": "1", "action": "board", "position": whale}));
    let any = &refute(&analysis["result"]["legal"][0]["move"]);
    let best = &refute(&any["judgement"]["best"]);
    assert!(
        best["words"]
            .as_str()
            .unwrap()
            .ends_with("is the best move."),
        "{best}"
    );
    assert!(
        !best["words"].as_str().unwrap().contains(",whale:"),
        "{best}"
    );
    let start = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
    let refute =
        |mv| answer(&json!({"id": "1", "action": "refute", "position": start, "move": mv}));
    let bad = &refute("c5-c4")["result"];
    assert!(
        bad["is_good"] == false && bad["words"].as_str().unwrap().contains("c5-c4 loses"),
        "{bad}"
    );
    assert_eq!(bad["line"][0]["move"], "c5-c4");
    assert_eq!(refute("c5-d4")["result"]["is_good"], true);
    assert_eq!(refute("a1-a2")["error"]["field"], "move");
    let hint = |line: Value| {
        answer(&json!({"id": "1", "action": "hint", "position": start, "line": line}))
    };
    let found = hint(json!([]));
    assert_eq!(found["result"]["steps"][0], "Look at the penguin on c5.");
    assert_eq!(found["result"]["spaces"], json!(["c5"]));
    assert_eq!(hint(json!(["a1-a2"]))["error"]["field"], "line");
}

/// The graph of a game shows its values and marks.
#[test]
fn a_game_has_a_graph() {
    let start = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
    let reply = answer(&json!({
        "id": "1", "action": "graph", "position": start, "moves": ["c5-c6", "d5-d6"], "values": ["-1:0", "+1:0"],
        "marks": ["?", ""], "ply": 1,
    }));
    let svg = reply["result"]["svg"].as_str().unwrap();
    assert!(
        svg.contains("A ahead, in fish") && svg.contains(">?<"),
        "{svg}"
    );
}

/// A tile that is hidden from the player who follows a game is asked for when it is shown, and the
/// game goes on.
#[test]
fn a_tile_that_was_hidden_is_asked_for() {
    let lake = "angling:????/????/????/???? B 0,0 y1+1,r2+0 3.3.3.3 lh,yrs step=show active=y";
    let ask = json!({"id": "1", "action": "outcomes", "position": lake, "choice": "show:a1", "viewer": "A"});
    let reply = answer(&ask);
    let outcomes = reply["result"]["outcomes"].as_array().unwrap();
    assert!(outcomes.len() > 1, "{reply}");
    let sum: f64 = outcomes
        .iter()
        .map(|outcome| outcome["probability"].as_f64().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-9, "{reply}");
    for outcome in outcomes {
        assert_ne!(outcome["words"], "", "{reply}");
        let played = json!({"id": "1", "action": "board", "position": lake, "moves": [outcome["move"]], "viewer": "A"});
        let state = answer(&played);
        assert!(
            !state["result"]["legal"].as_array().unwrap().is_empty(),
            "{state}"
        );
    }
}

/// A game of any rules that a player loses before its last move keeps its result and its drawings
/// through a file.
#[test]
fn a_game_that_was_given_up_is_written_and_read_with_its_result() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(9);
    for rules in GameRules::all() {
        let (start, _) = random_game(rules, rng);
        let position = start.to_string();
        for reason in ["gave-up", "out-of-time"] {
            let mut request = json!({"id": "1", "action": "forfeit", "position": position, "player": "A", "reason": reason});
            let end = answer(&request)["result"].clone();
            assert!(
                end["words"].as_str().unwrap().starts_with("A "),
                "{rules}: {end}"
            );
            let headers = [
                json!(["Result", end["result"]]),
                json!(["Termination", end["words"]]),
            ];
            let write = json!({
                "id": "1", "action": "write", "position": position, "headers": headers, "arrows": ["b2-d4"],
            });
            let text = answer(&write)["result"]["text"].clone();
            let games =
                answer(&json!({"id": "1", "action": "read", "text": text}))["result"]["games"]
                    .clone();
            let read = games[0]["headers"].as_array().unwrap();
            assert!(
                headers.iter().all(|header| read.contains(header)),
                "{rules}: {text}"
            );
            assert_eq!(games[0]["arrows"], json!(["b2-d4"]), "{rules}");
            request["player"] = json!("E");
            assert_eq!(answer(&request)["error"]["field"], "player");
        }
    }
}
