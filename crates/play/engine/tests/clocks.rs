//! Searches with a soft limit take no time where they need none.

use std::time::Duration;

use floe_engine::{Clock, Engine, EngineGame, EngineSpec, Evaluation, Method, SearchParameters};
use floe_fish::Position;
use floe_game::Game;
use floe_search::Limits;

/// A can only go to b1, and from there to where B is.
const ONE_MOVE: &str =
    "A11...../..222222/2222222/22322222/2232B222/22222222/2222222/22222222 A 0:0,0:0";

#[test]
fn the_only_move_is_played_at_once() {
    let position: Position<2> = ONE_MOVE.parse().unwrap();
    assert_eq!(position.moves().len(), 1);
    let clock = Clock {
        left: Duration::from_secs(3600),
        increment: Duration::ZERO,
    };
    for method in Method::ALL
        .into_iter()
        .filter(|method| !matches!(method, Method::MaxN | Method::Expectimax | Method::Thumb))
    {
        let mut engine = Engine::from_spec(
            &EngineSpec {
                method,
                ..EngineSpec::default()
            },
            Evaluation::default(),
        );
        let limits = clock.limit(
            Limits::default(),
            position.moves_to_come(),
            &SearchParameters::default(),
        );
        let analysis = engine.analyze(&position, &limits, |_| ()).unwrap();
        assert_eq!(
            analysis.lines[0].moves[0].to_string(),
            "a1-b1",
            "{}",
            method.name()
        );
        assert!(
            analysis.nodes <= 1,
            "{}: {} nodes",
            method.name(),
            analysis.nodes
        );
    }
}

/// Every engine plays on when its time is up before it has begun.
#[test]
fn there_is_a_move_without_any_time() {
    let start = "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4";
    for text in [start, &ONE_MOVE.replace("A11.", "A111")] {
        let position: Position<2> = text.parse().unwrap();
        for method in Method::ALL
            .into_iter()
            .filter(|method| !matches!(method, Method::MaxN | Method::Expectimax | Method::Thumb))
        {
            let mut engine = Engine::from_spec(
                &EngineSpec {
                    method,
                    ..EngineSpec::default()
                },
                Evaluation::default(),
            );
            let clock = Clock {
                left: Duration::ZERO,
                increment: Duration::ZERO,
            };
            let limits = clock.limit(
                Limits::default(),
                position.moves_to_come(),
                &SearchParameters::default(),
            );
            let analysis = engine.analyze(&position, &limits, |_| ()).unwrap();
            assert!(!analysis.lines[0].moves.is_empty(), "{}", method.name());
        }
    }
}
