//! The default engine never gives away what it can prove, on positions whose every move has its
//! proved value.

use std::cmp::Ordering;

use floe_engine::{Engine, EngineSpec, Evaluation, GameValue, Objective, SolveRequest, solve_any};
use floe_review::{Grade, Graded};
use floe_search::Limits;

fn graded(tiles: u32) -> Vec<Graded> {
    let path = format!(
        "{}/../../../positions/exact/{tiles}.exact",
        env!("CARGO_MANIFEST_DIR")
    );
    Graded::parse(&std::fs::read_to_string(path).expect("the file is there"))
        .expect("the file is sound")
}

fn sign(grade: &Grade) -> Ordering {
    match grade {
        Grade::Sign(sign) => *sign,
        Grade::Exact(GameValue::Margin(value)) => value.sign(),
        Grade::Exact(_) => unreachable!("positions of two players"),
    }
}

/// An engine with enough nodes knows the value, and plays a move that is worth it.
#[test]
fn what_can_be_proved_in_time_is_played() {
    for graded in &graded(34)[..10] {
        let spec: EngineSpec = "default:nodes=400000,hash=8".parse().expect("an engine");
        let mut engine = Engine::from_spec(&spec, Evaluation::default());
        let limits = spec.limits();
        let analysis = engine
            .analyze_any(&graded.position, &limits, |_| ())
            .expect("it can be analysed");
        assert!(analysis.exact, "{graded}");
        assert_eq!(Grade::Exact(analysis.value), graded.moves[0].1, "{graded}");
        assert!(graded.is_best(analysis.lines[0].moves[0]), "{graded}");
    }
}

/// A win stays a win and a draw a draw with nodes for the proof of who wins, even if hardly enough,
/// and not of by how much.
#[test]
fn a_proved_win_is_not_given_away_for_fish() {
    const NODES: u64 = 5_000;
    let mut proved = 0;
    for graded in [36, 38, 40, 42].into_iter().flat_map(graded) {
        let request = SolveRequest {
            objective: Objective::WinDrawLoss,
            all: false,
            limits: Limits {
                nodes: Some(NODES * 4 / 5),
                ..Limits::default()
            },
            threads: 1,
            hash_mebibytes: 8,
            checkpoint: None,
        };
        let solved = solve_any(&graded.position, &request, |_| ()).expect("it can be solved");
        let GameValue::Margin(least) = solved.bounds.lower else {
            panic!("positions of two players")
        };
        let spec: EngineSpec = format!("default:nodes={NODES},hash=8")
            .parse()
            .expect("an engine");
        let mut engine = Engine::from_spec(&spec, Evaluation::default());
        let limits = spec.limits();
        let analysis = engine
            .analyze_any(&graded.position, &limits, |_| ())
            .expect("it can be analysed");
        if least.sign().is_ge() {
            proved += 1;
            let sign = sign(
                graded
                    .grade_of(analysis.lines[0].moves[0])
                    .expect("it is a legal move"),
            );
            assert!(sign >= least.sign().min(sign_of_best(&graded)), "{graded}");
        }
    }
    assert!(proved >= 5, "{proved} of them are proved with so few nodes");
}

fn sign_of_best(graded: &Graded) -> Ordering {
    sign(&graded.moves[0].1)
}
