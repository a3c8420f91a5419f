//! Rounds of self-play, learning and a match against the evaluation before.
//!
//! All state is in files of one directory, and each file follows from those before it. So a run that was killed goes
//! on by the same call, and several processes, on one machine or many, share a run: each takes the parts of the games
//! that no other one plays, and what one of them has learned or played the others read.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use floe_arena::config::differences;
use floe_arena::match_run::{MatchError, MatchObserver, MatchRun};
use floe_arena::record::Record;
use floe_arena::report::MatchReport;
use floe_arena::scoreboard::Scoreboard;
use floe_arena::statistics::{Decision, EloScale, OrderTest, Sprt};
use floe_arena::store::{RecordFileProblem, StoreError};
use floe_engine::options::{OptionError, UnusualSetUp};
use floe_engine::{AnyGame, AnySetUp, EngineSpec, SpecError};
use floe_matches::{GivenPlayer, MatchOptions, MatchStarts, Players};
use floe_runs::{FileProblem, SealError, Shard, io_text, is_sealed, replace};
use floe_study::{
    GameFileError, GameFileProblem, MergeError, SelfPlay, SelfPlayError, SelfPlayLog, SelfPlayRun, merge,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::network::{NetworkTraining, learn_network};
use crate::observation::has_network;
use crate::weights::{LearnedPhase, learn_weights};
use crate::{LearnError, TrainingGames};

/// Time between two looks at what other processes do.
const WAIT: Duration = Duration::from_millis(300);
/// Probability with which an evaluation for more than two sides must be stronger.
const CONFIDENCE: f64 = 0.95;
/// Elo bounds of the sequential test between two sides.
const ELO: [f64; 2] = [0.0, 10.0];

/// Options of a run of training.
#[derive(Clone, Debug)]
pub struct TrainingOptions {
    /// Set-up of the games.
    pub set_up: AnySetUp,
    /// Engine that plays all games, with a limit of nodes or depth.
    pub engine: EngineSpec,
    /// Number of games of self-play in a round.
    pub games: u64,
    /// Number of parts in which these games are played.
    pub parts: u64,
    /// Greatest number of random moves at the start of a game.
    pub random_plies: u32,
    /// Random seed of the first round.
    pub seed: u64,
    /// Greatest number of floes of a match.
    pub floes: u64,
    /// Weight of the result of a game against the expectation of the search.
    pub result_share: f64,
    /// Training of the network; `None` for weights alone.
    pub network: Option<NetworkTraining>,
    /// Text that identifies the build.
    pub build: String,
}

/// Everything that decides what a run of training learns, but for the number of rounds; in the file `training.json`.
#[derive(Serialize)]
struct TrainingConfig {
    engine: String,
    game: String,
    players: usize,
    games: u64,
    parts: u64,
    random_plies: u32,
    seed: u64,
    floes: u64,
    result_share: f64,
    network: Option<NetworkTraining>,
    build: String,
}

/// A round of training that is over; in the file `round.json` of its directory.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TrainingRound {
    /// Number of the round, from 1.
    pub round: u32,
    /// Positions that the games of the round add.
    pub positions: u64,
    /// Errors of the weights, by phase.
    pub phases: Vec<LearnedPhase>,
    /// Root mean square of the error of weights and network on games kept aside, in fish; `None` without a network.
    pub network_error: Option<f64>,
    /// Games of the match against the evaluation before.
    pub match_games: u64,
    /// Elo difference to the evaluation before.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub elo_error: f64,
    /// Mean of the points of the new evaluation minus those of an opponent, a game.
    pub margin: f64,
    /// Whether the test accepted the new evaluation.
    pub accepted: bool,
    /// File of the weights, in the directory of the run.
    pub weights: PathBuf,
    /// File of the network, in the directory of the run; `None` without a network.
    pub network: Option<PathBuf>,
}

impl TrainingRound {
    /// Root mean square of the error of the evaluation on games kept aside, in fish: with the network if it has one,
    /// else in the last phase.
    pub fn error(&self) -> f64 {
        self.network_error.unwrap_or_else(|| self.phases.last().map_or(0.0, |phase| phase.error))
    }
}

/// End of the match of a round.
enum Matched {
    /// Played by this process, with this result.
    Here(Box<MatchReport>),
    /// Played by another process, which has written the round.
    Elsewhere,
    /// Not played, because the run was stopped.
    Stopped,
}

/// Part of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrainingStep {
    /// Games of self-play.
    Games,
    /// Learning from them.
    Learning,
    /// The match against the evaluation before.
    Match,
}

/// Observer of a run of training.
pub trait TrainingObserver {
    /// Receives the beginning of a step, with the number of games that it may play; 0 without games.
    fn begin(&mut self, round: u32, step: TrainingStep, games: u64);
    /// Receives that a game of the step has ended.
    fn game(&mut self);
    /// Receives all rounds after each that ends.
    ///
    /// # Errors
    /// As text, if the observer cannot go on; the run then ends.
    fn round(&mut self, rounds: &[TrainingRound]) -> Result<(), String>;
}

/// Reason why a run of training ends before its last round.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The game cannot be learned: only games on a floe can.
    #[error("expected rules on a floe; found {0}")]
    NoFloe(String),
    /// No game can be dealt, or the engine has no limit that can be repeated.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The engine has weights or a network that cannot be read.
    #[error(transparent)]
    Engine(#[from] SpecError),
    /// A network cannot be learned for these rules.
    #[error("networks are learned on the official floe, without special tiles; found {0}")]
    NoNetwork(String),
    /// A file cannot be used.
    #[error("{}: {problem}", path.display())]
    File {
        /// Path of the file.
        path: PathBuf,
        /// Reason why it cannot be used.
        problem: String,
    },
    /// The directory holds another run.
    #[error("{}: another run of training; {}; repeat its settings, or use another directory", path.display(), differences.join("; "))]
    OtherRun {
        /// Path of the file of settings.
        path: PathBuf,
        /// Differences of the settings.
        differences: Vec<String>,
    },
    /// Games cannot be played or recorded.
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    /// Parts of the games cannot be merged.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// A part is not sealed as it should be.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// Nothing can be learned from the games.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// The match cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The players of the match cannot be made, or the observer ended the run; the text says why.
    #[error("{0}")]
    Other(String),
}

/// Threads of this process that play games, and the flag that stops them.
#[derive(Clone, Copy)]
struct Workers<'a> {
    concurrency: usize,
    stop: &'a AtomicBool,
}

/// Run of training in a directory.
#[derive(Debug)]
pub struct TrainingRun {
    directory: PathBuf,
    options: TrainingOptions,
}

impl TrainingRun {
    /// Begins a run in a directory, or opens the one that is there.
    ///
    /// # Errors
    /// If the game cannot be learned, the directory cannot be used, or holds another run.
    pub fn open(directory: &Path, options: TrainingOptions) -> Result<TrainingRun, TrainError> {
        let rules = options.set_up.rules();
        if rules.floe().is_none() {
            return Err(TrainError::NoFloe(rules.to_string()));
        }
        if options.network.is_some() && !can_have_network(&options.set_up) {
            return Err(TrainError::NoNetwork(UnusualSetUp::of(&options.set_up).to_string().trim().to_owned()));
        }
        SelfPlay::new(options.set_up.clone(), options.seed, options.random_plies)?;
        fs::create_dir_all(directory).map_err(at(directory))?;
        let run = TrainingRun { directory: directory.to_owned(), options };
        let path = run.directory.join("training.json");
        match fs::read(&path) {
            Ok(bytes) => {
                let there: serde_json::Value = serde_json::from_slice(&bytes).map_err(|error| TrainError::File {
                    path: path.clone(),
                    problem: format!("expected settings of 'floe train': {error}"),
                })?;
                let here = serde_json::to_value(run.config()).expect("settings have a form in JSON");
                let differences = differences(&there, &here);
                if !differences.is_empty() {
                    return Err(TrainError::OtherRun { path, differences });
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => write_json(&path, &run.config())?,
            Err(error) => return Err(at(&path)(error)),
        }
        Ok(run)
    }

    fn config(&self) -> TrainingConfig {
        let TrainingOptions { set_up, engine, games, parts, random_plies, seed, floes, .. } = &self.options;
        TrainingConfig {
            engine: engine.to_string(),
            game: UnusualSetUp::of(set_up).to_string().trim().to_owned(),
            players: set_up.players(),
            games: *games,
            parts: *parts,
            random_plies: *random_plies,
            seed: *seed,
            floes: *floes,
            result_share: self.options.result_share,
            network: self.options.network,
            build: self.options.build.clone(),
        }
    }

    /// Plays and learns until `rounds` rounds are over; returns those that are. If `stop` is set, returns earlier.
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
                let Some(positions) = self.play_games(round, &before, workers, observer)? else { break };
                observer.begin(round, TrainingStep::Learning, 0);
                let learned = self.learn(round)?;
                match self.play_match(round, &before, &learned, workers, observer)? {
                    Matched::Here(report) => write_json(&path, &self.over(round, positions, learned, &report))?,
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

    /// The engine with the last evaluation that was accepted, or as it was given.
    pub fn engine_after(&self, rounds: &[TrainingRound]) -> EngineSpec {
        let mut engine = self.options.engine.clone();
        if let Some(round) = rounds.iter().rfind(|round| round.accepted) {
            engine.weights = Some(self.directory.join(&round.weights));
            engine.network = round.network.as_ref().map(|path| self.directory.join(path));
        }
        engine
    }

    /// Plays the games of a round, with other processes that do, and merges them; returns the number of positions to
    /// learn from, or `None` if the run was stopped.
    fn play_games(
        &self,
        round: u32,
        engine: &EngineSpec,
        workers: Workers<'_>,
        observer: &mut dyn TrainingObserver,
    ) -> Result<Option<u64>, TrainError> {
        let TrainingOptions { set_up, games, random_plies, seed, .. } = &self.options;
        let directory = self.round_path(round).join("games");
        fs::create_dir_all(&directory).map_err(at(&directory))?;
        observer.begin(round, TrainingStep::Games, *games);
        let play = SelfPlay::new(set_up.clone(), seed.wrapping_add(round.into()), *random_plies)?;
        let evaluation = engine.evaluation(|path| fs::read(path))?;
        let Workers { concurrency, stop } = workers;
        let run = SelfPlayRun { play: &play, spec: engine, evaluation, concurrency, stop };
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

    /// Plays the parts of the games of a round that no other process plays; false if there are none.
    fn play_parts(
        &self,
        round: u32,
        directory: &Path,
        run: &SelfPlayRun<'_>,
        observer: &mut dyn TrainingObserver,
    ) -> Result<bool, TrainError> {
        let TrainingOptions { games, parts, build, .. } = &self.options;
        let mut has_played = false;
        for shard in Shard::all(*parts).filter(|&part| !is_sealed(part, directory)) {
            let mut log = match SelfPlayLog::open_shard(directory, shard, run.play, &self.about(round)) {
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

    /// Merges the parts of the games of a round; returns the number of positions to learn from, or `None` if a part is
    /// not complete, or another process merges them.
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

    /// Describes the games of a round by all that decides them. The files of the evaluation follow from the rounds
    /// before, and their paths differ between machines.
    fn about(&self, round: u32) -> String {
        let TrainingOptions { set_up, engine, random_plies, seed, build, .. } = &self.options;
        format!(
            "engine={engine} players={}{} seed={seed} round={round} random-plies={random_plies} build={build}",
            set_up.players(),
            UnusualSetUp::of(set_up)
        )
    }

    fn games_of(&self, round: u32) -> PathBuf {
        self.round_path(round).join("games.floesp")
    }

    /// Learns from the games of a round and of the one before, and writes what was learned.
    fn learn(&self, round: u32) -> Result<LearnedFiles, TrainError> {
        let files = (round.saturating_sub(1).max(1)..=round).map(|round| self.games_of(round)).collect();
        let games = TrainingGames { files, result_share: self.options.result_share };
        learn(&games, self.options.network, &self.round_path(round))
    }

    /// A round that is over, by what was learned and the report on its match.
    fn over(&self, round: u32, positions: u64, learned: LearnedFiles, report: &MatchReport) -> TrainingRound {
        let LearnedFiles { phases, network_error, weights, network } = learned;
        let in_run = |path: PathBuf| path.strip_prefix(&self.directory).map_or(path.clone(), Path::to_owned);
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
            weights: in_run(weights),
            network: network.map(in_run),
        }
    }

    /// Plays the match of a round against the evaluation before, or waits for the process that does.
    fn play_match(
        &self,
        round: u32,
        before: &EngineSpec,
        learned: &LearnedFiles,
        workers: Workers<'_>,
        observer: &mut dyn TrainingObserver,
    ) -> Result<Matched, TrainError> {
        let TrainingOptions { set_up, seed, floes, engine, build, .. } = &self.options;
        let Workers { concurrency, stop } = workers;
        let starts = MatchStarts { set_up: set_up.clone(), given: None, placed: false };
        let options = MatchOptions {
            starts: starts.clone(),
            floes: Some(*floes),
            gauntlet: false,
            all_permutations: false,
            clock: None,
            build: build.clone(),
        };
        let new = learned.engine(engine);
        let given = [&new, before].map(|engine| GivenPlayer::Text(engine.to_string()));
        let evaluation = |spec: &EngineSpec| spec.evaluation(|path| fs::read(path));
        let players = Players::read(&given, starts.sides(), starts.rules(), None, evaluation)
            .map_err(|error| TrainError::Other(error.to_string()))?;
        let mut config = options.config(players.names(), seed.wrapping_add(round.into()));
        config.hashes = players.hashes().map_err(|error| TrainError::Other(error.to_string()))?;
        let (sprt, order) = test_of(starts.sides());
        let directory = self.round_path(round).join("match");
        let run =
            MatchRun { config: &config, shard: Shard::WHOLE, out: Some(&directory), concurrency, sprt, order, stop };
        let path = self.round_path(round).join("round.json");
        let mut watch = Watch { round, observer };
        loop {
            match floe_matches::play(&run, &starts, &players, &mut watch) {
                Ok(_) if stop.load(Relaxed) => return Ok(Matched::Stopped),
                Ok(board) => return Ok(Matched::Here(MatchReport::new(&board.account, &config.engines).into())),
                Err(error) if is_match_locked(&error) => {
                    std::thread::sleep(WAIT);
                    if path.exists() {
                        return Ok(Matched::Elsewhere);
                    }
                    if stop.load(Relaxed) {
                        return Ok(Matched::Stopped);
                    }
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Evaluation that was learned from games, in files.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnedFiles {
    /// Errors of the weights, by phase.
    pub phases: Vec<LearnedPhase>,
    /// Root mean square of the error of weights and network on games kept aside, in fish; `None` without a network.
    pub network_error: Option<f64>,
    /// File of the weights.
    pub weights: PathBuf,
    /// File of the network; `None` without one.
    pub network: Option<PathBuf>,
}

impl LearnedFiles {
    /// The engine with this evaluation.
    pub fn engine(&self, engine: &EngineSpec) -> EngineSpec {
        EngineSpec { weights: Some(self.weights.clone()), network: self.network.clone(), ..engine.clone() }
    }
}

/// Learns weights from games, and a network if its training is given, and writes them into a directory, as
/// `weights.txt` and `network.txt`.
///
/// # Errors
/// If nothing can be learned from the games, or a file cannot be written.
pub fn learn(
    games: &TrainingGames,
    network: Option<NetworkTraining>,
    directory: &Path,
) -> Result<LearnedFiles, TrainError> {
    let learned = learn_weights(games)?;
    let weights = directory.join("weights.txt");
    write(&weights, learned.text.as_bytes())?;
    let mut files = LearnedFiles { phases: learned.phases, network_error: None, weights, network: None };
    if let Some(training) = network {
        let learned = learn_network(games, &learned.weights, training)?;
        let path = directory.join("network.txt");
        write(&path, learned.text.as_bytes())?;
        files.network_error = Some(learned.error);
        files.network = Some(path);
    }
    Ok(files)
}

/// Whether a network can be learned for games with this set-up: on the official floe, without special tiles.
pub fn can_have_network(set_up: &AnySetUp) -> bool {
    AnyGame::deal(set_up, 0).is_ok_and(|game| has_network(&game))
}

/// The test that ends a match between this number of sides: between two the sequential test, between more that of the
/// order.
fn test_of(sides: usize) -> (Option<Sprt>, Option<OrderTest>) {
    if sides > 2 {
        return (None, Some(OrderTest::new(CONFIDENCE).expect("a probability")));
    }
    let [none, gain] = ELO;
    (Some(Sprt::new(EloScale::Logistic, none, gain).expect("the bounds are in order")), None)
}

/// Whether a test accepted the first engine of a match.
fn is_accepted(report: &MatchReport) -> bool {
    match (&report.sprt, &report.order) {
        (Some(test), _) => test.decision == Decision::AcceptH1,
        (None, Some(order)) => order.is_settled() && order.order.first() == Some(&0),
        (None, None) => false,
    }
}

/// Passes the games of a match on.
struct Watch<'a> {
    round: u32,
    observer: &'a mut dyn TrainingObserver,
}

impl MatchObserver for Watch<'_> {
    fn begin(&mut self, _known: u64, total: u64) {
        self.observer.begin(self.round, TrainingStep::Match, total);
    }

    fn game(&mut self, _record: &Record, _board: &Scoreboard) {
        self.observer.game();
    }
}

/// Whether another process uses a file of games.
fn is_locked(error: &GameFileError) -> bool {
    matches!(error.problem, GameFileProblem::File(FileProblem::Locked))
}

/// Whether another process records the match.
fn is_match_locked(error: &MatchError) -> bool {
    let MatchError::Store(StoreError::File { problem, .. }) = error else { return false };
    matches!(problem, RecordFileProblem::File(FileProblem::Locked))
}

fn at(path: &Path) -> impl Fn(std::io::Error) -> TrainError {
    let path = path.to_owned();
    move |error| TrainError::File { path: path.clone(), problem: io_text(&error) }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).map_err(at(directory))?;
    }
    replace(path, bytes).map_err(at(path))
}

fn write_json(path: &Path, value: &impl Serialize) -> Result<(), TrainError> {
    let text = serde_json::to_string_pretty(value).expect("it has a form in JSON") + "\n";
    write(path, text.as_bytes())
}

fn read_json(path: &Path) -> Result<TrainingRound, TrainError> {
    let bytes = fs::read(path).map_err(at(path))?;
    serde_json::from_slice(&bytes).map_err(|error| TrainError::File {
        path: path.to_owned(),
        problem: format!("expected a round of training: {error}"),
    })
}
