use floe_engine::AnySetUp;
use floe_engine::options::UnusualSetUp;
use floe_game::POINT;
use floe_runs::hash;
use floe_selfplay::{
    GameFileError, GameFileProblem, LoggedGames, MergeError, Sample, SelfPlay, SelfPlayError,
    SelfPlayLog, SelfPlayRun, merge, read_games,
};

use super::prelude::*;
use crate::arguments::run_seed;
use crate::files::{evaluation_of, unreadable};
use crate::problem::{is_failure_of_file, is_failure_of_seal, of_analysis};
use crate::set_up::of_dealing;
use crate::shard::ShardArguments;

/// Generate training data by self-play
///
/// Writes each position searched, with its value and the result of its game, to a compact file.
/// Skips positions that the run has seen before. The same command writes the same bytes for any
/// number of parallel games, and resumes an interrupted run. With --shard it plays a part of the
/// run on this machine; --merge makes one file of all parts, the one that a single machine would
/// have written. 'floe docs selfplay' describes the file.
#[derive(Args)]
#[command(
    name = "selfplay",
    override_usage = "floe selfplay [OPTIONS] --games <N> --out <FILE> [ENGINE]\n       \
        floe selfplay [OPTIONS] --games <N> --shard <I/K> --out <DIR> [ENGINE]\n       \
        floe selfplay --merge <DIR>... --out <FILE>\n       \
        floe selfplay --read <FILE>",
    after_long_help = include_str!("../help/selfplay.txt")
)]
pub(crate) struct Selfplay {
    /// Engine with a limit of nodes or depth, or one that does not search
    #[arg(value_name = "ENGINE", default_value = "default:nodes=2000", value_parser = engine())]
    engine: EngineSpec,

    /// Number of games in the file at the end, with --shard in all shards together
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    #[arg(required_unless_present_any = ["read", "merge"])]
    games: Option<u64>,

    /// File to write or to resume; with --shard the directory of its file
    #[arg(long, value_name = "FILE", required_unless_present = "read")]
    out: Option<PathBuf>,

    /// Random seed of floes and chance [default: 1]
    #[arg(long, value_name = "SEED", value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// Maximum number of random moves at the start of a game, placements included, 0 to 60
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = number::<u32>(0..=60))]
    random_plies: u32,

    /// Games played in parallel, 1 to 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = count())]
    concurrency: Option<usize>,

    /// Print the samples of this file; play nothing
    ///
    /// Prints the position, the move, its value and the results of the game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "out", "merge"])]
    read: Option<PathBuf>,

    #[command(flatten)]
    progress: ProgressArguments,

    #[command(flatten)]
    set_up: SetUpArguments,

    #[command(flatten)]
    shard: ShardArguments,

    /// Merge the games of the complete shards in these directories into FILE; play nothing
    #[arg(long, value_name = "DIR", num_args = 1.., help_heading = "Shards", conflicts_with_all = of_dealing())]
    #[arg(conflicts_with_all = ["engine", "games", "seed", "random_plies", "concurrency", "shard", "shards"])]
    #[arg(conflicts_with_all = ["rules", "players", "layout"])]
    merge: Vec<PathBuf>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct SelfPlayReport {
    games: u64,
    /// Positions in the file.
    positions: u64,
    /// Positions skipped because they were seen before.
    duplicates: u64,
    bytes: u64,
    /// Time of this call.
    seconds: f64,
    /// Games played by this call.
    played: u64,
}

impl SelfPlayReport {
    /// Report on a file with these games, of which a call that began at `start` played `played`.
    fn new(
        logged: &LoggedGames,
        path: &Path,
        start: Instant,
        played: u64,
    ) -> std::io::Result<SelfPlayReport> {
        let LoggedGames {
            games,
            positions,
            duplicates,
            ..
        } = *logged;
        let bytes = std::fs::metadata(path)?.len();
        Ok(SelfPlayReport {
            games,
            positions,
            duplicates,
            bytes,
            seconds: start.elapsed().as_secs_f64(),
            played,
        })
    }
}

impl Selfplay {
    pub(crate) fn check(&self) -> Result<(), Wrong> {
        if self.read.is_none() && self.merge.is_empty() {
            self.set_up.resolve()?;
        }
        Ok(())
    }

    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        if let Some(path) = &self.read {
            return read(path, output);
        }
        let Some(out) = &self.out else {
            return Err(Wrong::new("expected --out").into());
        };
        if !self.merge.is_empty() {
            return self.merged(out, output);
        }
        let Some(games) = self.games else {
            return Err(Wrong::new("expected --games").into());
        };
        let shard = self.shard.resolve()?;
        let spec = self
            .engine
            .repeatable()
            .map_err(|error| Wrong::new(format!("ENGINE: {}", error.problem())))?;
        let set_up = self.set_up.resolve()?;
        let seed = run_seed(self.seed);
        let play = SelfPlay::new(set_up.clone(), seed, self.random_plies).map_err(Wrong::from)?;
        let concurrency = self.concurrency.unwrap_or_else(all_cores);
        let evaluation = evaluation_of(&spec)?;
        let interrupt = Interrupt::listen()?;
        let start = Instant::now();
        let about = self.about(&spec, &set_up, seed)?;
        let opened = match shard {
            None => SelfPlayLog::open(out, &play, &about),
            Some(shard) => SelfPlayLog::open_shard(out, shard, &play, &about),
        };
        let mut log = opened.map_err(of_game_file)?;
        let known = log.logged.games;
        let wanted = log.shard().tasks_of(games);
        let run = SelfPlayRun {
            play: &play,
            spec: &spec,
            evaluation,
            concurrency,
            stop: &interrupt.stop,
        };
        let progress = self.progress.start("game", known, wanted);
        let recorded = run.record(games, &mut log, |_| progress.advance());
        drop(progress);
        recorded.map_err(|error| match error {
            SelfPlayError::Analysis(error) => of_analysis(error),
            SelfPlayError::File(error) => error.into(),
        })?;
        if shard.is_some() && log.logged.games >= wanted {
            log.seal(build())?;
        }
        let played = log.logged.games.saturating_sub(known);
        let report = SelfPlayReport::new(&log.logged, log.path(), start, played)?;
        let text = text(&report);
        output.answer(&Answer::block("floe/selfplay/1", report, text))?;
        Ok(interrupt.or_resumed())
    }

    fn merged(&self, out: &Path, output: &mut Output) -> Result<Status> {
        let start = Instant::now();
        let logged = merge(&self.merge, out).map_err(of_merge)?;
        let report = SelfPlayReport::new(&logged, out, start, 0)?;
        let text = text(&report);
        output.answer(&Answer::block("floe/selfplay/1", report, text))?;
        Ok(Status::Fine)
    }

    /// Describes the run by everything that affects its games.
    fn about(&self, spec: &EngineSpec, set_up: &AnySetUp, seed: u64) -> Result<String> {
        let of_file = |path: PathBuf| hash(&path).map_err(unreadable(&path));
        let hashes: Vec<String> = spec
            .files(floe_runs::read)
            .map(of_file)
            .collect::<Result<_, _>>()?;
        let files = if hashes.is_empty() {
            String::new()
        } else {
            format!(" files={}", hashes.join(","))
        };
        Ok(format!(
            "engine={spec} players={}{} seed={seed} random-plies={}{files} build={}",
            set_up.players(),
            UnusualSetUp::of(set_up),
            self.random_plies,
            build()
        ))
    }
}

/// Converts an error of the file of games: the call names a wrong one, unless it is in use or the
/// system fails.
pub(super) fn of_game_file(error: GameFileError) -> anyhow::Error {
    match &error.problem {
        GameFileProblem::File(problem) if is_failure_of_file(problem) => error.into(),
        _ => Wrong::new(error).into(),
    }
}

/// Converts an error of shards: the call names them, unless the system fails.
fn of_merge(error: MergeError) -> anyhow::Error {
    match error {
        MergeError::File(error) => of_game_file(error),
        MergeError::Seal(seal) if is_failure_of_seal(&seal) => seal.into(),
        error => Wrong::new(format!("--merge: {error}")).into(),
    }
}

fn text(report: &SelfPlayReport) -> String {
    const LABEL: usize = 11;
    let SelfPlayReport {
        games,
        positions,
        duplicates,
        bytes,
        played,
        ..
    } = *report;
    let time = seconds(report.seconds);
    let rate = per_second(played, report.seconds);
    let of_each = bytes as f64 / positions.max(1) as f64;
    let now = match played {
        0 => "none of them played now".to_owned(),
        _ => format!("{played} of them played now in {time}, {rate} games/s"),
    };
    labelled("games", LABEL, &format!("{games} in the file; {now}"))
        + &labelled(
            "positions",
            LABEL,
            &format!("{positions} in the file; {duplicates} left out, seen before"),
        )
        + &labelled(
            "size",
            LABEL,
            &format!("{bytes} bytes, {of_each:.1} bytes per position"),
        )
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct JsonSample {
    game: u64,
    position: String,
    #[serde(rename = "move")]
    mv: String,
    /// Fish, or penguins in survival.
    value: Vec<f64>,
    exact: bool,
    depth: u8,
    results: Vec<String>,
}

fn read(path: &Path, output: &mut Output) -> Result<Status> {
    let mut result = Ok(());
    let mut is_first = true;
    read_games(path, |game| {
        for sample in game.samples() {
            if std::mem::take(&mut is_first) {
                result = output.remark(
                    "# position  move  value of the search  (exact)  results of the game\n",
                );
            }
            if result.is_ok() {
                result = output.answer(&sample_answer(game.index, &sample));
            }
        }
    })
    .map_err(Wrong::new)?;
    result?;
    Ok(Status::Fine)
}

fn sample_answer(game: u64, sample: &Sample) -> Answer<JsonSample> {
    let position = sample.position.to_string();
    let mv = sample.mv.clone();
    let searched = &sample.searched;
    let value: Vec<f64> = searched
        .scores
        .iter()
        .map(|&score| f64::from(score) / f64::from(POINT))
        .collect();
    let results: Vec<String> = sample.results.iter().map(|value| value.plain()).collect();
    let values: Vec<String> = value.iter().map(|value| format!("{value:+.2}")).collect();
    let exact = if searched.exact { "exact" } else { "" };
    let text = format!(
        "{position}  {mv}  {} {exact}  {}\n",
        values.join("/"),
        results.join("/")
    );
    let exact = searched.exact;
    let depth = searched.depth;
    Answer::line(
        "floe/sample/1",
        JsonSample {
            game,
            position,
            mv,
            value,
            exact,
            depth,
            results,
        },
        text,
    )
}
