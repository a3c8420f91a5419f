//! Graded positions of all rules and numbers of players, by which engines are measured.

use std::fs;

use floe_engine::{EngineSpec, Evaluation, GameRules, SolveRequest};
use floe_search::Limits;
use floe_study::Graded;
use floe_study::review::{Regret, SuiteEngine, prove_all};

use crate::games::starts;

/// Table of a proof in MiB, with which the positions were made.
const TABLE: usize = 64;

/// The graded positions of these rules.
fn shipped(rules: GameRules, players: usize) -> Vec<Graded> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../positions/regret");
    let path = format!("{folder}/{rules}-{players}.exact");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    Graded::parse(&text).unwrap()
}

/// Nodes that the proof of a position took, by its comment: `seed 1: 262606 nodes`.
fn nodes(graded: &Graded) -> u64 {
    let comment = graded.comments.last().and_then(|comment| comment.strip_suffix(" nodes"));
    comment.and_then(|comment| comment.rsplit_once(' ')).and_then(|(_, nodes)| nodes.parse().ok()).unwrap()
}

/// Regret of an engine or solver in these positions.
fn regret(engine: &SuiteEngine<'_>, positions: &[Graded]) -> Regret {
    let attempts = positions.iter().map(|graded| engine.attempt(graded, Limits::default()).unwrap());
    let losses: Vec<f64> = attempts.map(|attempt| attempt.move_error.unwrap()).collect();
    Regret::of(&losses).unwrap()
}

#[test]
fn every_game_has_graded_positions() {
    for start in &starts() {
        let name = format!("{}-{}", start.rules(), start.players());
        let positions = shipped(start.rules(), start.players());
        assert!(positions.len() >= 15, "{name}: {} positions", positions.len());
        for graded in &positions {
            assert_eq!((graded.position.rules(), graded.position.players()), (start.rules(), start.players()));
            assert_eq!(graded.moves.len(), graded.position.all_choices().len(), "{}", graded.position);
        }
        let random: EngineSpec = "random".parse().unwrap();
        let random = SuiteEngine::Engine(random, Evaluation::default());
        assert!(regret(&random, &positions).mean > 0.0, "{name}");
        // Proving all of them takes as long as making them did.
        let easiest = positions.iter().min_by_key(|graded| nodes(graded)).unwrap();
        let proved = prove_all(&easiest.position, Limits::default(), TABLE).unwrap();
        let (proved, _) = proved.unwrap_or_else(|| panic!("{name}: not proved: {}", easiest.position));
        for (mv, grade) in &proved.moves {
            assert_eq!(easiest.grade_of(*mv), Some(grade), "{name}: {}", easiest.position);
        }
        let solver = SuiteEngine::Solver(SolveRequest { hash_mebibytes: TABLE, ..SolveRequest::default() });
        assert_eq!(regret(&solver, std::slice::from_ref(easiest)).mean, 0.0, "{name}: {}", easiest.position);
    }
}
