use std::fs;

use floe_arena::clock::TimeControl;
use floe_arena::config::{MatchConfig, differences};
use floe_arena::match_run::{MatchError, MatchRun};
use floe_arena::report::MatchReport;
use floe_arena::report_text::{report_text, shown_names};
use floe_arena::schedule::Schedule;
use floe_arena::scoreboard::Scoreboard;
use floe_arena::statistics::{Decision, EloScale, OrderTest, Sprt, SprtError};
use floe_arena::store::{RecordFileProblem, RecordedMatch, Store, StoreError};
use floe_arena::ugi::DialogueLog;
use floe_engine::GameRules;
use floe_matches::{
    GivenError, GivenFloes, GivenPlayer, Highlights, MatchOptions, MatchStarts, Players, draw_seed,
    recorded_seed,
};
use floe_reports::{add_match, match_facts};
use floe_runs::{Shard, io_text};

use super::prelude::*;
use super::supervise::supervisor;
use crate::arguments::engine_text;
use crate::export::{ExportArgument, ExportFormat, ExportTable, fields};
use crate::html_report;
use crate::interrupt::resuming;
use crate::problem::{complain, is_failure_of_file, is_failure_of_seal};
use crate::progress::MatchReporter;
use crate::set_up::of_dealing;
use crate::shard::ShardArguments;

/// Play a match between engines and report the result
///
/// Plays each floe once for every rotation of the seats, so N floes are 2 N games for two players.
/// With more engines than seats, every choice of engines that fills the seats plays. With fewer,
/// the first engine takes one seat and the others fill the rest in turn. With --out, the same
/// command resumes an interrupted match.
///
/// An engine that crashes, hangs or plays an illegal move forfeits the game.
#[derive(Args)]
#[command(
    name = "match",
    override_usage = "floe match [OPTIONS] --floes <N> <ENGINE> <ENGINE>...\n       \
        floe match [OPTIONS] --file <FILE> <ENGINE> <ENGINE>...\n       \
        floe match [OPTIONS] --merge <DIR>...",
    after_long_help = concat!(include_str!("../help/engines.txt"), "\n", include_str!("../help/match.txt"))
)]
pub(crate) struct Match {
    /// Engines; the report is about the first
    #[arg(value_name = "ENGINE", required_unless_present = "merge", value_parser = engine_text(&[]))]
    engines: Vec<String>,

    /// Number of floes, each played once for every rotation of the seats [default with --sprt:
    /// 100000]
    ///
    /// The aliases count floes, too: --games 50 plays 100 games for two players.
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    #[arg(required_unless_present_any = ["merge", "file", "sprt"], visible_aliases = ["rounds", "games"])]
    floes: Option<u64>,

    /// Random seed of floes and chance [default: the seed of the match in --out, or a new one]
    ///
    /// The same seed plays the same match. An engine could guess a simple seed and predict chance;
    /// see 'floe docs matches'.
    #[arg(long, value_name = "SEED", value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// Start with all penguins placed at random
    #[arg(long)]
    placed: bool,

    /// Start from the positions in this file, one per line
    ///
    /// The positions set the rules and the number of players.
    #[arg(long, value_name = "FILE", conflicts_with = "placed", conflicts_with_all = of_dealing(), alias = "openings")]
    file: Option<PathBuf>,

    /// Play all orders of the seats, not only the rotations
    #[arg(long)]
    all_permutations: bool,

    /// Play only the first engine against the others
    ///
    /// Without this, all engines meet if there are more of them than seats.
    #[arg(long)]
    gauntlet: bool,

    /// Time per player and game, and increment per move: 60s or 60s+1s
    ///
    /// A player whose time runs out loses the game.
    #[arg(long, value_name = "TIME[+TIME]", alias = "tc")]
    clock: Option<TimeControl>,

    /// Record the games in this directory, or resume the match in it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// After the match, write its games to this file as a game file
    #[arg(long, value_name = "FILE", requires = "out", conflicts_with_all = ["shard", "shards", "plan"])]
    game_file: Option<PathBuf>,

    #[command(flatten)]
    export: ExportArgument,

    /// Write a report with charts and boards to this file, as a page of HTML
    #[arg(long, value_name = "FILE", conflicts_with_all = ["shard", "shards", "plan"])]
    html: Option<PathBuf>,

    /// Write the dialogue with other programs to this file
    #[arg(long, value_name = "FILE", conflicts_with = "merge")]
    log: Option<PathBuf>,

    /// Games played in parallel, 1 to 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = count())]
    concurrency: Option<usize>,

    /// Print what would be played; play nothing
    #[arg(long)]
    plan: bool,

    /// Print games and standings on standard error as JSON objects
    #[arg(long)]
    events: bool,

    #[command(flatten)]
    progress: ProgressArguments,

    #[command(flatten)]
    set_up: SetUpArguments,

    /// Stop once it is clear whether the first engine is stronger, as in 0,10
    ///
    /// The sequential probability ratio test accepts if the first engine is stronger by ELO1 rather
    /// than by ELO0, and rejects otherwise: for any number of players, and against all other
    /// engines together. ALPHA and BETA are the probabilities of a wrong accept and a wrong reject,
    /// 0.05 by default.
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        value_delimiter = ',',
        allow_hyphen_values = true,
        num_args = 1,
        value_parser = elo,
        help_heading = "Test"
    )]
    sprt: Vec<f64>,

    /// Give the bounds of --sprt in normalised Elo
    ///
    /// Normalised Elo is the difference in standard deviations of the result of a game. A test with
    /// these bounds takes about the same number of games, whether few games are drawn or many.
    #[arg(long, requires = "sprt", help_heading = "Test")]
    normalized: bool,

    /// Stop once the order of all engines is clear with this probability, as in 0.95
    ///
    /// Games go where they say most: after the first round, line-ups play on only while it is open
    /// which of two engines next to each other is stronger.
    #[arg(
        long,
        value_name = "PROBABILITY",
        value_parser = order,
        conflicts_with_all = ["sprt", "gauntlet", "shard", "shards", "merge"],
        help_heading = "Test"
    )]
    order: Option<OrderTest>,

    #[command(flatten)]
    shard: ShardArguments,

    /// Report on the complete shards in these directories; play nothing
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = ["out", "plan"], help_heading = "Shards")]
    merge: Vec<PathBuf>,
}

/// A match that is not played.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MatchPlan<'a> {
    #[serde(flatten)]
    config: &'a MatchConfig,
    games: u64,
    blocks: u64,
}

impl Match {
    pub(crate) fn check(&self, is_json: bool) -> Result<(), Wrong> {
        self.export.check(is_json)?;
        self.test()?;
        if self.html.is_some() && self.out.is_none() && self.merge.is_empty() {
            return Err(Wrong::new(
                "--html: expected with --out DIR, which records the games",
            ));
        }
        if !self.merge.is_empty() {
            return Ok(());
        }
        let is_part = self
            .shard
            .resolve()?
            .is_some_and(|shard| shard != Shard::WHOLE);
        if is_part && self.seed.is_none() {
            return Err(Wrong::new(
                "--seed: expected with --shard or --shards, for all shards share one",
            ));
        }
        if is_part && self.floes.is_none() && self.file.is_none() {
            return Err(Wrong::new("--shard: expected with --floes or --file"));
        }
        // The positions of a file set rules and players.
        if self.file.is_none() {
            MatchStarts::new(self.set_up.resolve()?, None, self.placed)?;
        }
        Ok(())
    }

    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let sprt = self.test()?;
        if !self.merge.is_empty() {
            return self.merged(output, sprt);
        }
        let options = self.options()?;
        let starts = &options.starts;
        let mut players = players(&self.engines, starts.sides(), starts.rules(), self.clock)?;
        let log = self.log.as_deref().map(begin_log).transpose()?;
        if let Some(log) = &log {
            players.log_programs(log);
        }
        let interrupt = Interrupt::listen()?;
        if let Err(error) = players.start_programs(supervisor(), &interrupt.stop) {
            return interrupt.status().map_or_else(|| Err(error.into()), Ok);
        }
        let shard = self.shard.resolve()?.unwrap_or(Shard::WHOLE);
        let config = players
            .identified(options.config(players.names(), 0))
            .map_err(Wrong::new)?;
        // Refuses a wrong number of engines before a seed is drawn.
        let schedule = Schedule::new(&config).map_err(Wrong::new)?;
        let config = MatchConfig {
            seed: self.seed(shard)?,
            ..config
        };
        if self.plan {
            let plan = MatchPlan {
                config: &config,
                games: schedule.games(),
                blocks: schedule.blocks(),
            };
            let text = plan_text(&plan);
            output.answer(&Answer::line("floe/plan/1", plan, text))?;
            return Ok(Status::Fine);
        }
        let game_file = self.game_file.as_deref();
        let game_file = game_file.map(WrittenLater::open).transpose()?;
        let html = self.html_file()?;
        let run = MatchRun {
            shard,
            out: self.out.as_deref(),
            concurrency: self.concurrency.unwrap_or_else(all_cores),
            // The test takes blocks in order, so only the merge of all shards can decide it.
            sprt: sprt.filter(|_| shard == Shard::WHOLE),
            order: self.order,
            ..MatchRun::new(&config, &interrupt.stop)
        };
        let mut reporter = MatchReporter::new(&config.engines, &self.progress, self.events);
        let board = floe_matches::play(&run, starts, &players, &mut reporter).map_err(of_match)?;
        drop(reporter);
        if let (Some(path), Some(error)) = (&self.log, log.and_then(|log| log.take_error())) {
            complain(&format!(
                "{}: the log ends early: {}",
                path.display(),
                io_text(&error)
            ));
        }
        if let Some(out) = self
            .out
            .as_deref()
            .filter(|_| game_file.is_some() || html.is_some())
        {
            let recorded = RecordedMatch::read(&Store::path(out, Shard::WHOLE))?;
            if let Some(file) = game_file {
                file.write(&floe_matches::export(&recorded)?)?;
            }
            write_page(html, &board, &recorded)?;
        }
        let status = report(output, &board, &config.engines, self.export.format)?;
        Ok(interrupt.or_stopped(status, || match self.out {
            Some(_) => resuming(),
            None => "with --out DIR the same command would have recorded the games and resumed"
                .to_owned(),
        }))
    }

    /// Reads the positions to start from.
    fn given(&self) -> Result<Option<GivenFloes>> {
        let Some(path) = &self.file else {
            return Ok(None);
        };
        let name = path.display();
        let given =
            GivenFloes::parse(&files::read(path)?, self.set_up.expected()).map_err(|error| {
                match error {
                    GivenError::Unexpected(line, mismatch) => {
                        format!("{name}, line {line}: --{mismatch}")
                    }
                    GivenError::Empty => format!("{error} in {name}"),
                    error => format!("{name}, {error}"),
                }
            });
        Ok(Some(given.map_err(Wrong::new)?))
    }

    fn options(&self) -> Result<MatchOptions> {
        let given = self.given()?;
        let starts = MatchStarts::new(self.set_up.resolve()?, given, self.placed);
        Ok(MatchOptions {
            floes: self.floes,
            gauntlet: self.gauntlet,
            all_permutations: self.all_permutations,
            clock: self.clock,
            ..MatchOptions::new(starts.map_err(Wrong::from)?, build())
        })
    }

    /// Returns the seed given, that of the match recorded in the directory, or a new one, which is
    /// reported.
    fn seed(&self, shard: Shard) -> Result<u64> {
        if let Some(seed) = self.seed {
            return Ok(seed);
        }
        let recorded =
            recorded_seed(self.out.as_deref(), shard).map_err(|error| of_match(error.into()))?;
        if let Some(seed) = recorded {
            return Ok(seed);
        }
        let seed = draw_seed();
        if !self.events && !self.plan {
            problem::say(&format!("seed {seed}"));
        }
        Ok(seed)
    }

    fn test(&self) -> Result<Option<Sprt>, Wrong> {
        let scale = if self.normalized {
            EloScale::Normalized
        } else {
            EloScale::Logistic
        };
        Sprt::of_parameters(scale, &self.sprt).map_err(|error| match error {
            SprtError::Count(_) => Wrong::new("--sprt: expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA"),
            error => Wrong::new(format!("--sprt: {error}")),
        })
    }

    fn merged(&self, output: &mut Output, sprt: Option<Sprt>) -> Result<Status> {
        let merged = RecordedMatch::merge(&self.merge)
            .map_err(|error| Wrong::new(format!("--merge: {error}")))?;
        let config = &merged.config;
        self.check_played(config)?;
        let mut board = Scoreboard::new(config, sprt).map_err(Wrong::new)?;
        merged
            .records
            .iter()
            .for_each(|record| board.record(record));
        write_page(self.html_file()?, &board, &merged)?;
        report(output, &board, &config.engines, self.export.format)
    }

    /// File of the page, which is made from the record of the games.
    fn html_file(&self) -> Result<Option<WrittenLater>, Wrong> {
        html_report::open(self.html.as_ref())
    }

    /// Checks that the match played is the one of the command line, as far as that gives engines,
    /// floes or positions.
    fn check_played(&self, played: &MatchConfig) -> Result<()> {
        let mut asked = played.clone();
        if self.floes.is_some() || self.file.is_some() {
            asked = self
                .options()?
                .config(played.engines.clone(), self.seed.unwrap_or(played.seed));
            asked.build.clone_from(&played.build);
            asked.hashes.clone_from(&played.hashes);
            asked.programs.clone_from(&played.programs);
        }
        if !self.engines.is_empty() {
            let (rules, clock): (GameRules, _) =
                (played.rules.parse().unwrap_or_default(), played.clock);
            asked.engines = players(&self.engines, played.sides(), rules, clock)?.names();
        }
        let differences = differences(
            &serde_json::to_value(played)?,
            &serde_json::to_value(asked)?,
        );
        if differences.is_empty() {
            return Ok(());
        }
        Err(Wrong::new(format!(
            "--merge: another match was played there; {}",
            differences.join("; ")
        ))
        .into())
    }
}

fn begin_log(path: &Path) -> Result<DialogueLog, Wrong> {
    Ok(DialogueLog::new(
        fs::File::create(path).map_err(files::unreadable(path))?,
    ))
}

/// Reads engines and the files that they name, for games with these rules and this number of sides.
pub(super) fn players(
    engines: &[String],
    sides: usize,
    rules: GameRules,
    clock: Option<TimeControl>,
) -> Result<Players, Wrong> {
    let given: Vec<GivenPlayer> = engines.iter().cloned().map(GivenPlayer::Text).collect();
    Players::read(&given, sides, rules, clock).map_err(Wrong::new)
}

/// Call of a match that tests whether an engine is stronger than another one, in a game that these
/// options set up.
pub(super) fn test_call(engine: &str, other: &str, options: &[String]) -> String {
    let options = options.iter().map(String::as_str);
    shlex::try_join(
        ["floe", "match", engine, other]
            .into_iter()
            .chain(options)
            .chain(["--sprt", "0,10"]),
    )
    .unwrap_or_default()
}

fn write_page(
    file: Option<WrittenLater>,
    board: &Scoreboard,
    recorded: &RecordedMatch,
) -> Result<()> {
    let Some(file) = file else { return Ok(()) };
    let facts = match_facts(&recorded.config, build());
    let mut page = html_report::new_page("Match", &facts);
    let report = MatchReport::new(&board.account, &recorded.config.engines);
    let highlights = Highlights::of(&recorded.records);
    add_match(&mut page, &report, &board.account, &highlights);
    file.write(&page.finish())
}

/// Prints the report of a match, or with `export` its standings as a table.
fn report(
    output: &mut Output,
    board: &Scoreboard,
    names: &[String],
    export: Option<ExportFormat>,
) -> Result<Status> {
    let report = MatchReport::new(&board.account, names);
    let text = report_text(&report, width());
    let decision = report.sprt.map(|test| test.decision);
    let is_open = report
        .order
        .as_ref()
        .is_some_and(|order| !order.is_settled());
    if let Some(format) = export {
        let rows: Vec<_> = report.standings.iter().map(fields).collect();
        ExportTable::of_objects(&["engine"], &rows).print(format, output)?;
    } else {
        output.answer(&Answer::block("floe/match/1", report, text))?;
    }
    Ok(match decision {
        None if is_open => Status::Open,
        None | Some(Decision::AcceptH1) => Status::Fine,
        Some(Decision::AcceptH0) => Status::No,
        Some(Decision::Open) => Status::Open,
    })
}

/// Parses a bound or a probability of `--sprt`.
fn elo(text: &str) -> Result<f64, Wrong> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| Wrong::new("expected numbers separated by commas, as in 0,10"))
}

fn order(text: &str) -> Result<OrderTest, Wrong> {
    let confidence = text
        .parse()
        .map_err(|_| Wrong::new("expected a probability, as in 0.95"))?;
    OrderTest::new(confidence).map_err(Wrong::new)
}

/// Converts an error of the match: the run failed, or the call names the games of another match.
pub(super) fn of_match(error: MatchError) -> anyhow::Error {
    match &error {
        MatchError::Limit(_) => error.into(),
        MatchError::Store(StoreError::File {
            problem: RecordFileProblem::File(problem),
            ..
        }) if is_failure_of_file(problem) => error.into(),
        MatchError::Store(StoreError::Seal(seal)) if is_failure_of_seal(seal) => error.into(),
        MatchError::Store(_) => Wrong::new(error).into(),
    }
}

fn plan_text(plan: &MatchPlan<'_>) -> String {
    let MatchConfig {
        engines,
        players,
        floes,
        seed,
        ..
    } = plan.config;
    let [games, blocks, floes] = [
        (plan.games, "game"),
        (plan.blocks, "block"),
        (*floes, "floe"),
    ]
    .map(|(count, noun)| counted(count, noun));
    let engines = shown_names(engines).join(", ");
    wrapped(
        &format!("{games} in {blocks}: {engines} with {players} players on {floes}, seed {seed}"),
        2,
    )
}
