//! Every engine plays whole games with legal moves, and the same ones again from the same seed.

use std::sync::atomic::AtomicBool;

use floe_engine::{Engine, EngineSpec, Method, SelfPlay};
use floe_fish::{AnyPosition, Dealing, Position, deal, with_position};
use floe_game::{Game, Limits};
use floe_hex::Standard;
use floe_search::Options;
use floe_variants::{Rules, SetUp};

fn game(spec: &str, start: AnyPosition) -> AnyPosition {
    let spec: EngineSpec = spec.parse().unwrap();
    let (mut engine, limits) = Engine::from_spec(&spec);
    let mut position = start;
    loop {
        let analysis = engine.analyze(&position, &limits.from_now(), |_| ()).unwrap();
        let Some(best) = analysis.lines.first() else { return position };
        let mv = best.moves[0];
        position = with_position!(position, position => {
            assert!(position.moves().contains(&mv), "{spec} plays {mv}\n{position:?}");
            position.after(mv).into()
        });
    }
}

fn starts() -> [AnyPosition; 3] {
    let seed = 5;
    let two: Position<2> = deal(Standard, Dealing::Shuffled, seed);
    let three: Position<3> = deal(Standard, Dealing::Shuffled, seed);
    let four: Position<4> = deal(Standard, Dealing::Shuffled, seed);
    [two.into(), three.into(), four.into()]
}

#[test]
fn every_engine_plays_to_the_end_and_does_so_again() {
    for start in starts() {
        let two = matches!(start, AnyPosition::Two(_));
        for method in Method::ALL {
            let is_for_others = if two { Method::MaxN } else { Method::AlphaBeta };
            if [is_for_others, Method::Expectimax].contains(&method) {
                continue;
            }
            let spec = format!("{}:nodes=300,hash=1,seed=3", method.name());
            let end = game(&spec, start);
            with_position!(end, end => assert!(end.is_over()));
            assert_eq!(game(&spec, start), end, "{spec}");
        }
    }
}

#[test]
fn another_seed_is_another_game() {
    let [start, ..] = starts();
    assert_ne!(game("random:seed=1", start), game("random:seed=2", start));
}

#[test]
fn a_bad_name_or_option_says_what_there_is() {
    let error = |text: &str| text.parse::<EngineSpec>().unwrap_err().to_string();
    assert!(error("stockfish").contains("alphabeta"), "{}", error("stockfish"));
    assert!(error("default:depth").contains("key=value"));
    assert!(error("default:depth=1000000").contains("1 to 99"));
    assert!(error("default:fish=3").contains("threads"));
    assert!(error("default:time=5").contains("500ms"));
}

/// The time of one move is no limit of the next.
#[test]
fn every_move_of_self_play_has_its_time() {
    let run = SelfPlay::new(SetUp::usual(Rules::BASE, 3), 1, 0).unwrap();
    let (mut engine, limits) = Engine::from_spec(&"alphabeta:time=2ms,hash=1".parse().unwrap());
    assert!(run.play(&mut engine, &limits, 0, &AtomicBool::new(false)).is_err(), "it is for two players");
    let (mut engine, limits) = Engine::from_spec(&"paranoid:time=2ms,hash=1".parse().unwrap());
    let game = run.play(&mut engine, &limits, 0, &AtomicBool::new(false)).unwrap().unwrap();
    let deep = game.plies.iter().filter(|ply| ply.searched.as_ref().is_some_and(|searched| searched.depth > 0)).count();
    assert!(deep > game.plies.len() / 2, "{deep} of {} moves were searched", game.plies.len());
}

/// What is out of range is taken for the nearest that is not: there is a move all the same.
#[test]
fn no_lines_no_threads_and_no_depth_find_a_move() {
    let nothing = Options { threads: 0, lines: 0, hash_mebibytes: 0, ..Options::default() };
    for start in starts() {
        for method in Method::ALL {
            for limits in [Limits { depth: 0, ..Limits::default() }, Limits { nodes: Some(0), ..Limits::default() }] {
                let Ok(analysis) = Engine::new(method, nothing, 0).analyze(&start, &limits, |_| ()) else { continue };
                assert_eq!(analysis.lines.len(), 1, "{method:?}");
                assert!(!analysis.lines[0].moves.is_empty(), "{method:?}");
            }
        }
    }
}
