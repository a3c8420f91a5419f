//! Every search keeps its share of memory, and gives it back.
#![cfg(target_os = "linux")]

#[path = "../all_rules/games.rs"]
mod games;

use std::fs;

use floe_engine::{AnyGame, Engine, Method, SolveRequest, solve_any};
use floe_search::{Limits, Options};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use games::{random_game, starts};

/// Memory apart from tables of a mebibyte, in KiB: evaluations, stacks, and what the allocator
/// keeps.
const ALLOWED: u64 = 32 << 10;
/// Nodes of a search, and of one of worlds: enough for a tree without a limit to exceed its share.
const NODES: u64 = 1_000;
const NODES_OF_WORLDS: u64 = 12_000;

/// A figure of this process in KiB: `VmRSS`, its memory, or `VmHWM`, the largest since
/// [`forget_peak`].
fn kibibytes(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix(name))
        .unwrap();
    line.trim_start_matches(':')
        .trim()
        .trim_end_matches(" kB")
        .parse()
        .unwrap()
}

fn forget_peak() {
    fs::write("/proc/self/clear_refs", "5").unwrap();
}

/// A late position of a game of all rules, and the start where tiles are hidden; for the usual
/// numbers of players, and for three of the base game and hidden-whale.
fn positions() -> Vec<AnyGame> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let has_three = ["base", "hidden-whale"];
    let is_wanted = |start: &AnyGame| match start.players() {
        3 => has_three.contains(&&*start.rules().to_string()),
        players => players <= 2 || start.rules().has_teams(),
    };
    let games = starts().into_iter().filter(is_wanted);
    games
        .flat_map(|start| {
            let (game, _) = random_game(&start, rng);
            let late = game[game.len() * 2 / 3].0;
            if start.rules().has_hidden_tiles() {
                vec![start, late]
            } else {
                vec![late]
            }
        })
        .collect()
}

#[test]
fn every_search_keeps_its_share_and_gives_it_back() {
    let base = kibibytes("VmRSS");
    let options = Options {
        hash_mebibytes: 1,
        threads: 1,
        ..Options::default()
    };
    let check = |what: &str, position: &AnyGame| {
        let taken = kibibytes("VmHWM").saturating_sub(base);
        assert!(taken <= 1024 + ALLOWED, "{what}: {taken} KiB on {position}");
    };
    for position in positions() {
        let nodes = if position.rules().has_hidden_tiles() {
            NODES_OF_WORLDS
        } else {
            NODES
        };
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        for method in Method::ALL {
            if method
                .unmet_need(position.rules(), position.sides())
                .is_some()
            {
                continue;
            }
            forget_peak();
            Engine::new(method, options, 1)
                .analyze_any(&position, &limits, |_| ())
                .unwrap();
            check(method.name(), &position);
        }
        forget_peak();
        let request = SolveRequest {
            limits,
            hash_mebibytes: 1,
            all: true,
            ..SolveRequest::default()
        };
        let _ = solve_any(&position, &request, |_| ());
        check("solve", &position);
    }
    let left = kibibytes("VmRSS").saturating_sub(base);
    assert!(left <= ALLOWED, "{left} KiB are left");
}
