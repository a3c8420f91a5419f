//! Training: the same numbers however a run is played, killed or shared, and bad input by name.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{Folder, end, floe, start};

const SMALL: &str = "mcts:nodes=3 --games 20 --floes 2 --parts 3 --rounds 2";

fn call(out: &str, options: &str) -> String {
    format!("train --json --progress 0s --out `{out}` {SMALL} {options}")
}

/// Trains in a directory; returns the result, without the directory in the name of the engine.
fn trained(directory: &Path, options: &str) -> Value {
    let out = directory.to_str().unwrap();
    let text = floe(&call(out, options)).fine();
    serde_json::from_str(&text.replace(out, "DIR")).unwrap()
}

fn read(directory: &Path, name: &str) -> Vec<u8> {
    fs::read(directory.join(name)).unwrap()
}

#[test]
fn a_run_is_the_same_however_it_is_played() {
    let whole = Folder::new();
    let page = whole.file("page.html");
    let options = "--rules push --players 3";
    let on_one = format!("{options} --concurrency 1 --html `{page}`");
    let all = trained(whole.path(), &on_one);
    assert_eq!(all["rounds"].as_array().unwrap().len(), 2);
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("Weights of round") && page.contains("pushable-now"));

    // Killed while it played the second round, and resumed.
    let killed = Folder::new();
    trained(killed.path(), options);
    for name in [
        "round-2/round.json",
        "round-2/weights.txt",
        "round-2/games.floesp",
        "round-2/games/shard-3-of-3.done",
    ] {
        fs::remove_file(killed.path().join(name)).unwrap();
    }
    let part = killed.file("round-2/games/shard-3-of-3.floesp");
    let bytes = fs::read(&part).unwrap();
    fs::write(&part, &bytes[..bytes.len() - 40]).unwrap();
    assert_eq!(trained(killed.path(), options), all);
    assert_eq!(
        read(killed.path(), "round-2/games.floesp"),
        read(whole.path(), "round-2/games.floesp")
    );

    // Shared by two processes.
    let shared = Folder::new();
    let out = shared.path().to_str().unwrap();
    let both = [0, 1].map(|_| start(&call(out, options)));
    for child in both {
        let text = end(child).fine().replace(out, "DIR");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), all);
    }
    for name in [
        "round-1/games.floesp",
        "round-1/weights.txt",
        "round-2/weights.txt",
    ] {
        assert_eq!(
            read(shared.path(), name),
            read(whole.path(), name),
            "{name}"
        );
    }
}

/// Also a network, from games that are there.
#[test]
fn given_games_are_learned_from() {
    let directory = Folder::new();
    let path = |name: &str| directory.file(name);
    let games = path("games.floesp");
    let out = path("mine");
    floe!("selfplay mcts:nodes=3 --games 20 --out `{games}`").fine();
    let learned = floe!("train --json --from `{games}` --out `{out}` --epochs 1").fine();
    let learned: Value = serde_json::from_str(&learned).unwrap();
    let error = learned["phases"][1]["error"].as_f64().unwrap();
    assert!(
        error < learned["phases"][1]["without_weights"].as_f64().unwrap(),
        "{learned}"
    );
    assert!(learned["network_error"].as_f64().is_some());
    let engine = learned["engine"]
        .as_str()
        .unwrap()
        .replace("nodes=300", "nodes=20");
    floe!("match `{engine}` greedy --seed 1 --floes 1").fine();
    floe!("train --calibrate `{games}`").says("fitted to");
}

#[test]
fn bad_input_is_named() {
    let directory = Folder::new();
    let out = directory.path().to_str().unwrap();
    let refused = |options: &str| floe(&call(out, options)).wrong();
    assert!(refused("--rules flip").contains("rules on a floe"));
    assert!(refused("--rules special-tiles --epochs 3").contains("without special tiles"));
    assert!(refused("--result-share 2").contains("0 to 1"));
    trained(directory.path(), "--rules survival");
    let other = refused("--rules survival --seed 7");
    assert!(
        other.contains("another run") && other.contains("seed is 1 there, not 7"),
        "{other}"
    );
    // Damaged games.
    fs::remove_file(directory.path().join("round-2/round.json")).unwrap();
    fs::remove_file(directory.path().join("round-2/games.floesp")).unwrap();
    let part = directory.file("round-2/games/shard-2-of-3.floesp");
    let mut bytes = fs::read(&part).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&part, bytes).unwrap();
    let damaged = refused("--rules survival");
    assert!(damaged.contains("shard-2-of-3.floesp"), "{damaged}");
    // Weights of another game, and such as are none.
    let weights = directory.file("round-1/weights.txt");
    let engine = format!("default:nodes=10,weights={weights}");
    let wrong = floe!("match `{engine}` greedy --seed 1 --floes 1 --rules push").wrong();
    assert!(
        wrong.contains("survival for 2 players") && wrong.contains("push for 2 players"),
        "{wrong}"
    );
    let text = fs::read_to_string(&weights)
        .unwrap()
        .replace("players 2\n", "");
    fs::write(&weights, text.replace("around-one", "around-four")).unwrap();
    let wrong = floe!("match `{engine}` greedy --seed 1 --floes 1 --rules survival").wrong();
    assert!(
        wrong.contains("around-one") && wrong.contains("around-four"),
        "{wrong}"
    );
}
