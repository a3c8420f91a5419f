//! Promises of self-play for the games of all rules.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use floe_engine::options::{AnglingOptions, SetUpOptions};
use floe_engine::{AnySetUp, Engine, EngineSpec, Evaluation, GameRules};
use floe_search::Limits;
use floe_selfplay::{Sample, SelfPlay, SelfPlayGame, SelfPlayLog, read_games};

fn engine(spec: &str) -> (Engine, Limits<'static>) {
    let spec: EngineSpec = spec.parse().unwrap();
    (
        Engine::from_spec(&spec, Evaluation::default()),
        spec.limits(),
    )
}

/// A game of the run with this index, between random players.
fn game(run: &SelfPlay, index: u64) -> SelfPlayGame {
    let (mut engine, _) = engine("random:nodes=1");
    run.play(
        &mut engine,
        &Limits::default(),
        index,
        &AtomicBool::new(false),
    )
    .unwrap()
    .unwrap()
}

fn read(file: &Path) -> Vec<SelfPlayGame> {
    let mut games = Vec::new();
    read_games(file, |game| games.push(game.clone())).unwrap();
    games
}

/// Plays every sample: its move leads to the next one.
fn check_samples(game: &SelfPlayGame) {
    let samples = game.samples();
    assert_eq!(
        samples.len(),
        game.plies.iter().filter(|ply| ply.kept).count()
    );
    for (
        number,
        Sample {
            position,
            mv,
            results,
            ..
        },
    ) in samples.iter().enumerate()
    {
        let mut after = *position;
        let played = after
            .play(mv)
            .unwrap_or_else(|error| panic!("{position}: {error}"));
        assert_eq!(&played, mv, "{position}");
        assert_eq!(results.len(), position.players());
        if number + 1 == game.plies.len() {
            assert!(after.choices().is_empty(), "the last move ends the game");
        }
    }
}

/// Files of self-play are read back, resumed and given out as samples.
#[test]
fn games_are_read_back_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    for rules in GameRules::all() {
        let least = if rules.has_teams() {
            rules.usual_players()
        } else {
            rules.min_players()
        };
        for players in least..=rules.max_players() {
            let mut set_ups: Vec<AnySetUp> = vec![rules.usual(players)];
            if rules.has_hidden_tiles() {
                let dealt = AnglingOptions {
                    dealt: true,
                    ..AnglingOptions::default()
                };
                let options = SetUpOptions {
                    rules: Some(rules),
                    angling: dealt,
                    ..SetUpOptions::default()
                };
                set_ups.push(options.resolve().unwrap());
            }
            for set_up in set_ups {
                let run = SelfPlay::new(set_up, 3, 6).unwrap();
                let _ = std::fs::remove_file(&file);
                let mut log = SelfPlayLog::open(&file, &run, "a run").unwrap();
                log.append(game(&run, 0)).unwrap();
                log.sync().unwrap();
                drop(log);
                let mut log = SelfPlayLog::open(&file, &run, "a run").unwrap();
                assert_eq!(log.logged.games, 1, "{rules}");
                log.append(game(&run, 1)).unwrap();
                log.sync().unwrap();
                let games = read(&file);
                assert_eq!(games.len(), 2, "{rules}");
                for (index, read) in games.iter().enumerate() {
                    let played = game(&run, index as u64);
                    assert_eq!((read.index, &read.start), (index as u64, &played.start));
                    let bits = |game: &SelfPlayGame| {
                        game.plies.iter().map(|ply| ply.bits).collect::<Vec<_>>()
                    };
                    assert_eq!(bits(read), bits(&played), "{rules}");
                    check_samples(read);
                }
            }
        }
    }
}

/// The time of one move is no limit of the next.
#[test]
fn every_move_of_self_play_has_its_time() {
    let run = SelfPlay::new(GameRules::BASE.usual(3), 1, 0).unwrap();
    let (mut of_two, limits) = engine("alphabeta:time=2ms,hash=1");
    assert!(
        run.play(&mut of_two, &limits, 0, &AtomicBool::new(false))
            .is_err(),
        "it is for two players"
    );
    let (mut engine, limits) = engine("paranoid:time=2ms,hash=1");
    let game = run
        .play(&mut engine, &limits, 0, &AtomicBool::new(false))
        .unwrap()
        .unwrap();
    let deep = game
        .plies
        .iter()
        .filter(|ply| {
            ply.searched
                .as_ref()
                .is_some_and(|searched| searched.depth > 0)
        })
        .count();
    assert!(
        deep > game.plies.len() / 2,
        "{deep} of {} moves were searched",
        game.plies.len()
    );
}
