use std::path::Path;
use std::sync::atomic::AtomicBool;

use floe_engine::{
    AnySetUp, Engine, EngineSpec, Evaluation, GameRules, Sample, SelfPlay, SelfPlayGame, SelfPlayLog, read_games,
};
use floe_search::Limits;

/// A game of the run with this index, between random players.
fn game(run: &SelfPlay, index: u64) -> SelfPlayGame {
    let spec: EngineSpec = "random:nodes=1".parse().unwrap();
    let mut engine = Engine::from_spec(&spec, Evaluation::default());
    run.play(&mut engine, &Limits::default(), index, &AtomicBool::new(false)).unwrap().unwrap()
}

fn read(file: &Path) -> Vec<SelfPlayGame> {
    let mut games = Vec::new();
    read_games(file, |game| games.push(game.clone())).unwrap();
    games
}

/// Plays every sample: its move leads to the next one.
fn check_samples(game: &SelfPlayGame) {
    let samples = game.samples();
    assert_eq!(samples.len(), game.plies.iter().filter(|ply| ply.kept).count());
    for (number, Sample { position, mv, results, .. }) in samples.iter().enumerate() {
        let mut after = *position;
        let played = after.play(mv).unwrap_or_else(|error| panic!("{position}: {error}"));
        assert_eq!(&played, mv, "{position}");
        assert_eq!(results.len(), position.players());
        if number + 1 == game.plies.len() {
            assert!(after.choices().is_empty(), "the last move ends the game");
        }
    }
}

/// What self-play writes is read back, resumed and given out as samples.
#[test]
fn games_are_read_back_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    for rules in GameRules::all() {
        let least = if rules.has_teams() { rules.usual_players() } else { rules.min_players() };
        for players in least..=rules.max_players() {
            let mut set_ups: Vec<AnySetUp> = vec![rules.usual(players)];
            if rules.has_hidden_tiles() {
                set_ups.push(
                    rules.usual(players).map_angling(|set_up| floe_angling::AnglingSetUp { is_dealt: true, ..set_up }),
                );
            }
            for set_up in set_ups {
                let run = SelfPlay::new(set_up, 3, 6).unwrap();
                let _ = std::fs::remove_file(&file);
                let mut log = SelfPlayLog::open(&file, &run, "a run").unwrap();
                log.append(game(&run, 0)).unwrap();
                log.sync().unwrap();
                drop(log);
                let mut log = SelfPlayLog::open(&file, &run, "a run").unwrap();
                assert_eq!(log.games, 1, "{rules}");
                log.append(game(&run, 1)).unwrap();
                log.sync().unwrap();
                let games = read(&file);
                assert_eq!(games.len(), 2, "{rules}");
                for (index, read) in games.iter().enumerate() {
                    let played = game(&run, index as u64);
                    assert_eq!((read.index, &read.start), (index as u64, &played.start));
                    let bits = |game: &SelfPlayGame| game.plies.iter().map(|ply| ply.bits).collect::<Vec<_>>();
                    assert_eq!(bits(read), bits(&played), "{rules}");
                    check_samples(read);
                }
            }
        }
    }
}
