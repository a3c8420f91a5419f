//! Every engine plays whole games with legal moves, and the same ones again from the same seed.

use std::time::Duration;

use floe_engine::{
    AnyGame, Clock, Engine, EngineSpec, Evaluation, Method, SearchParameter, SearchParameters,
    with_game,
};
use floe_evaluation::Network;
use floe_fish::{Dealing, Position, deal};
use floe_game::Game;
use floe_search::{Limits, Options};

use crate::games;

fn engine(spec: &str) -> (Engine, Limits<'static>) {
    let spec: EngineSpec = spec.parse().unwrap();
    (
        Engine::from_spec(&spec, Evaluation::default()),
        spec.limits(),
    )
}

fn game(spec: &str, start: AnyGame) -> AnyGame {
    let (engine, limits) = engine(spec);
    played(engine, limits, start)
}

/// Number of animals left after a game of an engine with itself.
fn played(mut engine: Engine, limits: Limits<'_>, start: AnyGame) -> AnyGame {
    let mut position = start;
    loop {
        let analysis = engine
            .analyze_any(&position, &limits.from_now(), |_| ())
            .unwrap();
        let Some(best) = analysis.lines.first() else {
            return position;
        };
        position = position.after(best.moves[0]);
    }
}

fn starts() -> [AnyGame; 3] {
    let seed = 5;
    let two: Position<2> = deal(Dealing::Shuffled, seed);
    let three: Position<3> = deal(Dealing::Shuffled, seed);
    let four: Position<4> = deal(Dealing::Shuffled, seed);
    [two.into(), three.into(), four.into()]
}

#[test]
fn every_engine_plays_to_the_end_and_does_so_again() {
    for start in starts() {
        let two = matches!(start, AnyGame::Two(_));
        for method in Method::ALL {
            let is_for_others = if two { Method::MaxN } else { Method::AlphaBeta };
            if [is_for_others, Method::Expectimax, Method::Thumb].contains(&method) {
                continue;
            }
            let spec = format!("{}:nodes=300,hash=1,seed=3", method.name());
            let end = game(&spec, start);
            with_game!(end, end => assert!(end.is_over()));
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
    assert!(
        error("stockfish").contains("alphabeta"),
        "{}",
        error("stockfish")
    );
    assert!(error("default:depth").contains("key=value"));
    assert!(error("default:depth=1000000").contains("1 to 99"));
    assert!(error("default:fish=3").contains("threads"));
    assert!(error("default:time=5").contains("such as 5s or 5ms"));
}

/// Players with numbers of their own: those of floe from files are floe, a network that corrects
/// nothing is none. It is what is expected, too.
#[test]
fn weights_and_networks_come_from_files() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let weights = write(
        "weights.txt",
        include_str!("../../../evaluation/weights/3.txt"),
    );
    for (players, start) in (2..).zip(starts()) {
        let network = write("network.txt", &Network::learned(players).to_string());
        let empty = write("empty.txt", &Network::empty(players).to_string());
        // How it plays, and what it reports to be expected.
        let told = |options: &str| {
            let spec: EngineSpec = format!("default:nodes=200,hash=1{options}")
                .parse()
                .unwrap();
            assert_eq!(spec.to_string().parse(), Ok(spec.clone()));
            let evaluation = spec.evaluation(|path| std::fs::read(path)).unwrap();
            let expected = floe_engine::expected_results(&start, &evaluation);
            (
                played(Engine::from_spec(&spec, evaluation), spec.limits(), start),
                expected,
            )
        };
        let (game, expected) = told("");
        assert_eq!(told(&format!(",network={network}")), (game, expected));
        assert_ne!(told(&format!(",network={empty}")).0, game);
        let other = told(&format!(",weights={weights}"));
        assert_eq!(
            (other.0 == game, other.1 == expected),
            (players == 3, players == 3)
        );
    }
}

#[test]
fn a_file_that_is_none_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let error = |option: &str, text: Option<&str>| {
        let path = directory.path().join("numbers.txt");
        if let Some(text) = text {
            std::fs::write(&path, text).unwrap();
        }
        let spec: EngineSpec = format!("default:{option}={}", path.display())
            .parse()
            .unwrap();
        spec.evaluation(|path| std::fs::read(path))
            .unwrap_err()
            .to_string()
    };
    let none = error("network", None);
    assert!(
        none.starts_with("engine option network=") && none.contains("numbers.txt"),
        "{none}"
    );
    let short: String = Network::empty(3)
        .to_string()
        .lines()
        .take(30)
        .map(|line| format!("{line}\n"))
        .collect();
    let short = error("network", Some(&short));
    assert!(
        short.contains("line 31") && short.contains("expected"),
        "{short}"
    );
    let wrong = error("weights", Some("slides\n\nfirst-in-one 1\n"));
    assert!(
        wrong.contains("line 3: expected ") && wrong.contains("; found 'first-in-one 1'"),
        "{wrong}"
    );
}

/// A build without a runtime for ONNX says so; with one, `python/tests/test_onnx.py` plays by such
/// a file.
#[cfg(not(feature = "onnx"))]
#[test]
fn a_build_without_onnx_says_so() {
    let spec: EngineSpec = "mcts:onnx=mine.onnx".parse().unwrap();
    assert_eq!(spec.to_string(), "mcts:onnx=mine.onnx");
    let error = |found: std::io::Result<Vec<u8>>| {
        let found = std::cell::Cell::new(Some(found));
        spec.evaluation(|_| found.take().expect("one file"))
            .unwrap_err()
            .to_string()
    };
    let without = error(Ok(Vec::new()));
    assert!(
        without
            .starts_with("engine option onnx=mine.onnx: expected a build of floe with the feature"),
        "{without}"
    );
    let missing = error(Err(std::io::ErrorKind::NotFound.into()));
    assert!(
        missing.starts_with("engine option onnx=mine.onnx: "),
        "{missing}"
    );
    let method = "default:onnx=mine.onnx"
        .parse::<EngineSpec>()
        .unwrap_err()
        .to_string();
    assert_eq!(
        method,
        "engine option onnx=mine.onnx: expected the method mcts; found default"
    );
}

/// Options out of range are taken for the nearest in range: there is a move all the same.
#[test]
fn no_lines_no_threads_and_no_depth_find_a_move() {
    let nothing = Options {
        threads: 0,
        lines: 0,
        hash_mebibytes: 0,
        ..Options::default()
    };
    for start in starts() {
        for method in Method::ALL {
            for limits in [
                Limits {
                    depth: 0,
                    ..Limits::default()
                },
                Limits {
                    nodes: Some(0),
                    ..Limits::default()
                },
            ] {
                let Ok(analysis) =
                    Engine::new(method, nothing, 0).analyze_any(&start, &limits, |_| ())
                else {
                    continue;
                };
                assert_eq!(analysis.lines.len(), 1, "{method:?}");
                assert!(!analysis.lines[0].moves.is_empty(), "{method:?}");
            }
        }
    }
}

/// Engines play with the least and with the greatest value of every parameter.
#[test]
fn all_parameters_have_a_move_at_both_ends_of_their_ranges() {
    let starts = games::starts();
    let clock = Clock {
        left: Duration::from_millis(80),
        increment: Duration::ZERO,
    };
    for end in [|(least, _): (u32, u32)| least, |(_, most): (u32, u32)| most] {
        let mut parameters = SearchParameters::default();
        for &parameter in SearchParameter::options() {
            parameters.set(parameter, end(parameter.range()));
        }
        for (start, method) in starts
            .iter()
            .flat_map(|start| Method::ALL.map(|method| (start, method)))
        {
            let mut engine =
                Engine::new(method, Options::default(), 0).with_parameters(parameters.clone());
            let limits = clock.limit(
                Limits {
                    nodes: Some(30),
                    ..Limits::default()
                },
                3,
                &parameters,
            );
            if let Ok(analysis) = engine.analyze_any(start, &limits, |_| ()) {
                assert!(!analysis.lines[0].moves.is_empty(), "{method:?}");
            }
        }
    }
}

/// A constant may be named with its value, as records of a build for tuning name it.
#[test]
fn parameters_that_are_constants_are_read_and_refused_with_other_values() {
    let text = "alphabeta:nodes=9,aspiration=64";
    let spec: EngineSpec = text.parse().unwrap();
    let changed = "alphabeta:nodes=9,aspiration=80".parse::<EngineSpec>();
    if SearchParameter::Aspiration.is_option() {
        assert_eq!(spec.to_string(), text);
        assert!(changed.is_ok());
    } else {
        assert_eq!(spec.to_string(), "alphabeta:nodes=9");
        assert_eq!(
            changed.unwrap_err().to_string(),
            "engine option aspiration=80: expected 64; other values need a build with the feature 'tune' ('floe docs tuning')"
        );
    }
    let option = "uct:uct-exploration=450";
    assert_eq!(option.parse::<EngineSpec>().unwrap().to_string(), option);
}

/// A limit that interrupts a depth leaves a line that is as long as the last complete one, or as
/// the table knows.
#[test]
fn a_limit_keeps_the_last_complete_line() {
    for (position, nodes) in [
        (
            "222A1111/B11B12B1322/3112321/B11322321/A1331222/1A11212A13/1111211/22231113 A 0:0,0:0",
            3_000,
        ),
        (
            "1221122/111A11312/122B112B1/32222211/11133B12/22221231/33112A1B1/311A1A1313 A 0:0,0:0",
            12_000,
        ),
        (
            "2231112/12221212/2213B1A11/11122121/2A112A131/13B121323/A123B1131/1323B1121 A 0:0,0:0",
            19_000,
        ),
        (
            "2B11211B1/A13222B12B1/3211A1A12/12331233/31A13222/31122131/1121112/12212111 A 0:0,0:0",
            33_000,
        ),
    ] {
        let (mut engine, limits) = engine("alphabeta:threads=1,hash=16");
        let mut complete = Vec::new();
        let limits = Limits {
            nodes: Some(nodes),
            ..limits
        };
        let analysis = engine.analyze_any(&position.parse().unwrap(), &limits, |progress| {
            complete = progress.analysis().lines.remove(0).moves;
        });
        let line = analysis.unwrap().lines.remove(0).moves;
        assert!(
            line.len() >= complete.len(),
            "{position}: {complete:?} became {line:?}"
        );
    }
}
