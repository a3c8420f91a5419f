//! Rounds of self-play, learning and a match against the evaluation before.
//!
//! All state is in files of one directory, and each file follows from those before it. So a run
//! that was killed goes on by the same call, and several processes share a run: each takes the
//! parts of the games that no other one plays, and reads what the others have learned or played.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use floe_arena::config::differences;
use floe_arena::report::MatchReport;
use floe_engine::options::UnusualSetUp;
use floe_engine::{AnyGame, AnySetUp, EngineSpec};
use floe_runs::{FileProblem, JsonSeed, SeedOf, Shard, hash, is_sealed, read};
use floe_selfplay::{
    GameFileError, GameFileProblem, MergeError, SelfPlay, SelfPlayError, SelfPlayLog, SelfPlayRun,
    merge,
};
use serde::Serialize;

use crate::TrainingGames;
use crate::learned_files::{LearnedFiles, at, create_json, learn, read_json, write_json};
use crate::network::NetworkTraining;
use crate::observation::has_network;
use crate::round_match::{Matched, RoundMatch, is_accepted};
use crate::training_error::TrainError;
use crate::training_options::{TrainingOptions, WAIT, Workers};
use crate::training_round::{TrainingObserver, TrainingRound, TrainingStep};

/// Everything that decides what a run of training learns, but for the number of rounds; in the file
/// `training.json`.
#[derive(Serialize)]
struct TrainingConfig {
    engine: String,
    game: String,
    players: usize,
    games: u64,
    parts: u64,
    random_plies: u32,
    seed: JsonSeed,
    floes: u64,
    result_share: f64,
    network: Option<NetworkTraining>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<String>,
    build: String,
}

/// Run of training in a directory.
#[derive(Debug)]
pub struct TrainingRun {
    directory: PathBuf,
    options: TrainingOptions,
}

impl TrainingRun {
    /// Begins a run in a directory, or opens the run that is there. Creates the directory if it is
    /// missing.
    ///
    /// # Errors
    /// If the game cannot be learned or dealt, the directory or a file of the engine cannot be
    /// used, or the directory holds a run with other settings.
    pub fn open(directory: &Path, options: TrainingOptions) -> Result<TrainingRun, TrainError> {
        let rules = options.set_up.rules();
        if rules.floe().is_none() {
            return Err(TrainError::NoFloe(rules.to_string()));
        }
        if options.network.is_some() && !can_have_network(&options.set_up) {
            return Err(TrainError::NoNetwork(
                UnusualSetUp::of(&options.set_up)
                    .to_string()
                    .trim()
                    .to_owned(),
            ));
        }
        SelfPlay::new(options.set_up.clone(), options.seed, options.random_plies)?;
        fs::create_dir_all(directory).map_err(at(directory))?;
        let run = TrainingRun {
            directory: directory.to_owned(),
            options,
        };
        let path = run.directory.join("training.json");
        // Of several processes that begin a run at the same moment, one writes the settings, and
        // all read them.
        let config = run.config()?;
        create_json(&path, &config)?;
        let there: serde_json::Value = serde_json::from_slice(&fs::read(&path).map_err(at(&path))?)
            .map_err(|error| TrainError::File {
                path: path.clone(),
                problem: format!("expected settings of 'floe train': {error}"),
            })?;
        let here = serde_json::to_value(&config).expect("settings have a form in JSON");
        let differences = differences(&there, &here);
        if !differences.is_empty() {
            return Err(TrainError::OtherRun { path, differences });
        }
        Ok(run)
    }

    fn config(&self) -> Result<TrainingConfig, TrainError> {
        let TrainingOptions {
            set_up,
            engine,
            games,
            parts,
            random_plies,
            seed,
            floes,
            ..
        } = &self.options;
        let of_file = |path: PathBuf| hash(&path).map_err(at(&path));
        Ok(TrainingConfig {
            engine: engine.to_string(),
            game: UnusualSetUp::of(set_up).to_string().trim().to_owned(),
            players: set_up.players(),
            games: *games,
            parts: *parts,
            random_plies: *random_plies,
            seed: JsonSeed(*seed),
            floes: *floes,
            result_share: self.options.result_share,
            network: self.options.network,
            files: engine.files(read).map(of_file).collect::<Result<_, _>>()?,
            build: self.options.build.clone(),
        })
    }

    /// Plays and learns until `rounds` rounds are over, `concurrency` games at a time, or until
    /// `stop` is set. Returns the rounds that are over, in order.
    ///
    /// # Errors
    /// If a step of a round fails; the same call goes on from there.
    pub fn play(
        &self,
        rounds: u32,
        concurrency: usize,
        stop: &AtomicBool,
        observer: &mut dyn TrainingObserver,
    ) -> Result<Vec<TrainingRound>, TrainError> {
        let workers = Workers { concurrency, stop };
        let mut over: Vec<TrainingRound> = Vec::new();
        for round in 1..=rounds {
            let path = self.round_path(round).join("round.json");
            if !path.exists() {
                let before = self.engine_after(&over);
                let Some(positions) = self.play_games(round, &before, workers, observer)? else {
                    break;
                };
                observer.begin(round, TrainingStep::Learning, 0);
                let learned = self.learn(round)?;
                let directory = self.round_path(round);
                let played = RoundMatch {
                    options: &self.options,
                    round,
                    directory: &directory,
                    before: &before,
                    learned: &learned,
                };
                match played.play(workers, observer)? {
                    Matched::Here(report) => {
                        write_json(&path, &self.over(round, positions, learned, &report))?;
                    }
                    Matched::Elsewhere => {}
                    Matched::Stopped => break,
                }
            }
            over.push(read_json(&path)?);
            observer.round(&over).map_err(TrainError::Other)?;
        }
        Ok(over)
    }

    fn round_path(&self, round: u32) -> PathBuf {
        self.directory.join(format!("round-{round}"))
    }

    /// The engine of the options with the evaluation of the last accepted round in `rounds`; if
    /// none was accepted, with its own evaluation.
    pub fn engine_after(&self, rounds: &[TrainingRound]) -> EngineSpec {
        let mut engine = self.options.engine.clone();
        if let Some(round) = rounds.iter().rfind(|round| round.accepted) {
            engine.weights = Some(self.directory.join(&round.weights));
            engine.network = round.network.as_ref().map(|path| self.directory.join(path));
        }
        engine
    }

    /// Plays the games of a round, with other processes that do, and merges them; returns the
    /// number of positions to learn from, or `None` if the run was stopped.
    fn play_games(
        &self,
        round: u32,
        engine: &EngineSpec,
        workers: Workers<'_>,
        observer: &mut dyn TrainingObserver,
    ) -> Result<Option<u64>, TrainError> {
        let TrainingOptions {
            set_up,
            games,
            random_plies,
            seed,
            ..
        } = &self.options;
        let directory = self.round_path(round).join("games");
        fs::create_dir_all(&directory).map_err(at(&directory))?;
        observer.begin(round, TrainingStep::Games, *games);
        let play = SelfPlay::new(
            set_up.clone(),
            SeedOf::TrainingGames(round).from_run(*seed),
            *random_plies,
        )?;
        let evaluation = engine.evaluation(|path| fs::read(path))?;
        let Workers { concurrency, stop } = workers;
        let run = SelfPlayRun {
            play: &play,
            spec: engine,
            evaluation,
            concurrency,
            stop,
        };
        loop {
            if let Some(positions) = self.merged(round, &directory)? {
                return Ok(Some(positions));
            }
            let has_played = self.play_parts(round, &directory, &run, observer)?;
            if stop.load(Relaxed) {
                return Ok(None);
            }
            if !has_played {
                std::thread::sleep(WAIT);
            }
        }
    }

    /// Plays the parts of the games of a round that no other process plays; false if there are
    /// none.
    fn play_parts(
        &self,
        round: u32,
        directory: &Path,
        run: &SelfPlayRun<'_>,
        observer: &mut dyn TrainingObserver,
    ) -> Result<bool, TrainError> {
        let TrainingOptions {
            games,
            parts,
            build,
            ..
        } = &self.options;
        let mut has_played = false;
        for shard in Shard::all(*parts).filter(|&part| !is_sealed(part, directory)) {
            let mut log =
                match SelfPlayLog::open_shard(directory, shard, run.play, &self.about(round)) {
                    Ok(log) => log,
                    Err(error) if is_locked(&error) => continue,
                    Err(error) => return Err(SelfPlayError::File(error).into()),
                };
            has_played = true;
            run.record(*games, &mut log, |_| observer.game())?;
            if run.stop.load(Relaxed) {
                break;
            }
            log.seal(build)?;
        }
        Ok(has_played)
    }

    /// Merges the parts of the games of a round; returns the number of positions to learn from, or
    /// `None` if a part is not complete, or another process merges them.
    fn merged(&self, round: u32, directory: &Path) -> Result<Option<u64>, TrainError> {
        if !Shard::all(self.options.parts).all(|part| is_sealed(part, directory)) {
            return Ok(None);
        }
        match merge(&[directory.to_owned()], &self.games_of(round)) {
            Ok(logged) => Ok(Some(logged.positions)),
            Err(MergeError::File(error)) if is_locked(&error) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Describes the games of a round by all that decides them. The files of the evaluation follow
    /// from the rounds before, and their paths differ between machines.
    fn about(&self, round: u32) -> String {
        let TrainingOptions {
            set_up,
            engine,
            random_plies,
            seed,
            build,
            ..
        } = &self.options;
        format!(
            "engine={engine} players={}{} seed={seed} round={round} random-plies={random_plies} build={build}",
            set_up.players(),
            UnusualSetUp::of(set_up)
        )
    }

    fn games_of(&self, round: u32) -> PathBuf {
        self.round_path(round).join("games.floesp")
    }

    fn learn(&self, round: u32) -> Result<LearnedFiles, TrainError> {
        let files = (round.saturating_sub(1).max(1)..=round)
            .map(|round| self.games_of(round))
            .collect();
        let games = TrainingGames {
            files,
            result_share: self.options.result_share,
        };
        learn(&games, self.options.network, &self.round_path(round))
    }

    /// A round that is over, by what was learned and the report on its match.
    fn over(
        &self,
        round: u32,
        positions: u64,
        learned: LearnedFiles,
        report: &MatchReport,
    ) -> TrainingRound {
        let LearnedFiles {
            phases,
            network_error,
            weights,
            network,
        } = learned;
        let in_run = |path: PathBuf| {
            path.strip_prefix(&self.directory)
                .map_or(path.clone(), Path::to_owned)
        };
        TrainingRound {
            round,
            positions,
            phases,
            network_error,
            match_games: report.games,
            elo: report.elo,
            elo_error: report.error,
            margin: report.margin,
            accepted: is_accepted(report),
            floes_to_go: report.sprt.and_then(|test| test.blocks_to_go),
            weights: in_run(weights),
            network: network.map(in_run),
        }
    }
}

/// Whether a network can be learned for games with this set-up: on the official floe, without
/// special tiles.
pub fn can_have_network(set_up: &AnySetUp) -> bool {
    AnyGame::deal(set_up, 0).is_ok_and(|game| has_network(&game))
}

/// Whether another process uses a file of games.
fn is_locked(error: &GameFileError) -> bool {
    matches!(error.problem, GameFileProblem::File(FileProblem::Locked))
}
