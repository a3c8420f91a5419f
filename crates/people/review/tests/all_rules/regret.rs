//! Graded positions of all rules and numbers of players, by which engines are measured.

use std::fs;

use floe_engine::{EngineSpec, Evaluation, GameRules, SolveRequest};
use floe_review::Graded;
use floe_review::{Regret, SuiteEngine, prove_all};
use floe_search::Limits;

use crate::games::starts;

/// Table of a proof in MiB, with which the positions were made.
const TABLE: usize = 64;

/// Folder of the repository.
const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

fn read(path: &str) -> String {
    fs::read_to_string(format!("{REPOSITORY}/{path}"))
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The graded positions of these rules.
fn shipped(rules: GameRules, players: usize) -> Vec<Graded> {
    Graded::parse(&read(&format!("positions/regret/{rules}-{players}.exact"))).unwrap()
}

/// Nodes that the proof of a position took, by its comment: `seed 1: 262606 nodes`.
fn nodes(graded: &Graded) -> u64 {
    let comment = graded
        .comments
        .last()
        .and_then(|comment| comment.strip_suffix(" nodes"));
    comment
        .and_then(|comment| comment.rsplit_once(' '))
        .and_then(|(_, nodes)| nodes.parse().ok())
        .unwrap()
}

/// Regret of an engine or solver in these positions.
fn regret(engine: &SuiteEngine<'_>, positions: &[Graded]) -> Regret {
    let attempts = positions
        .iter()
        .map(|graded| engine.attempt(graded, Limits::default()).unwrap());
    let losses: Vec<f64> = attempts
        .map(|attempt| attempt.move_error.unwrap())
        .collect();
    Regret::of(&losses).unwrap()
}

#[test]
fn every_game_has_graded_positions() {
    for start in &starts() {
        let name = format!("{}-{}", start.rules(), start.players());
        let positions = shipped(start.rules(), start.players());
        assert!(
            positions.len() >= 15,
            "{name}: {} positions",
            positions.len()
        );
        for graded in &positions {
            assert_eq!(
                (graded.position.rules(), graded.position.players()),
                (start.rules(), start.players())
            );
            assert_eq!(
                graded.moves.len(),
                graded.position.all_choices().len(),
                "{}",
                graded.position
            );
        }
        let random: EngineSpec = "random".parse().unwrap();
        let random = SuiteEngine::Engine(random, Evaluation::default());
        assert!(regret(&random, &positions).mean > 0.0, "{name}");
        // Proving all of them takes as long as making them did.
        let easiest = positions.iter().min_by_key(|graded| nodes(graded)).unwrap();
        let proved = prove_all(&easiest.position, Limits::default(), TABLE).unwrap();
        let (proved, _) =
            proved.unwrap_or_else(|| panic!("{name}: not proved: {}", easiest.position));
        for (mv, grade) in &proved.moves {
            assert_eq!(
                easiest.grade_of(*mv),
                Some(grade),
                "{name}: {}",
                easiest.position
            );
        }
        let solver = SuiteEngine::Solver(SolveRequest {
            hash_mebibytes: TABLE,
            ..SolveRequest::default()
        });
        assert_eq!(
            regret(&solver, std::slice::from_ref(easiest)).mean,
            0.0,
            "{name}: {}",
            easiest.position
        );
    }
}

/// Every row of the table of small floes in `docs/strength.md` is what its engine loses today.
#[test]
fn the_table_of_small_floes_is_of_today() {
    let positions = Graded::parse(&read("positions/regret/small-2.exact")).unwrap();
    let document = read("docs/strength.md");
    let (_, section) = document
        .split_once("### Small floes")
        .expect("a section on small floes");
    let (section, _) = section.split_once("\n### ").expect("a section after it");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let mut count = 0;
    for row in rows {
        let engine = row.split('`').nth(1).unwrap();
        let spec: EngineSpec = engine.parse().unwrap();
        let Regret {
            mean,
            standard_error,
            best,
            ..
        } = regret(
            &SuiteEngine::Engine(spec, Evaluation::default()),
            &positions,
        );
        let found = format!(
            "| `{engine}` | {mean:.2} ± {:.2} | {:.0} % |",
            standard_error.unwrap(),
            100.0 * best
        );
        assert_eq!(
            row, found,
            "docs/strength.md: the figures have aged; put today's row in their place"
        );
        count += 1;
    }
    assert_eq!(count, 7, "rows of engines");
}
