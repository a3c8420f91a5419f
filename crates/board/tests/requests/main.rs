//! Requests of pages, also of random bytes.

mod claims;

use std::sync::atomic::AtomicBool;

use floe_board::BoardSession;
use floe_engine::query::QuerySettings;
use floe_engine::{AnyGame, GameRules};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

fn answer(request: &Value) -> Value {
    let session = BoardSession::new(QuerySettings::default());
    serde_json::from_str(&session.answer(&request.to_string(), &AtomicBool::new(false), &mut |_| ())).unwrap()
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
    let [angler, fish] = ["A", "B"].map(|viewer| of("picture", viewer)["svg"].as_str().unwrap().to_owned());
    assert!(angler.contains(">angling:??/??") && fish.contains(">angling:d1/r2"), "{angler} {fish}");
    let wrong = answer(&json!({"id": "1", "action": "board", "position": start, "viewer": "C"}));
    assert_eq!(wrong["error"]["field"], "viewer", "{wrong}");
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

/// A random game of all rules is reviewed, move by move, as the program annotates it.
#[test]
fn games_of_all_rules_are_reviewed() {
    const MOVES: usize = 30;
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    for rules in GameRules::all() {
        let start = AnyGame::deal(&rules.usual(rules.usual_players()), 1).unwrap();
        let (mut position, mut moves) = (start, Vec::new());
        for world in 0..MOVES {
            let choices = position.choices();
            if choices.is_empty() {
                break;
            }
            let mv = position.settle(&choices[rng.random_range(0..choices.len())], world as u64).unwrap();
            moves.push(position.play(&mv).unwrap());
        }
        let request = json!({
            "id": "1", "action": "review", "position": start.to_string(), "moves": moves, "engine": "random:nodes=1",
        });
        let reviewed = &answer(&request)["result"]["moves"];
        assert_eq!(reviewed.as_array().unwrap().len(), moves.len(), "{rules}");
        for (one, mv) in reviewed.as_array().unwrap().iter().zip(&moves) {
            assert_eq!(one["move"], json!(mv));
            let unit = rules.units().name();
            assert!(["before", "after", "swing"].iter().all(|value| one[value][unit].is_number()), "{one}");
        }
    }
}
