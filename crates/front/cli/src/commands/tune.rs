use std::collections::BTreeMap;

use clap::builder::TypedValueParser;
use floe_arena::clock::TimeControl;
use floe_arena::match_run::MatchRun;
use floe_arena::scoreboard::Account;
use floe_arena::tuning::{
    NumberKind, TunedParameter, Tuning, TuningConfig, TuningMethod, TuningProgress, TuningRound,
};
use floe_matches::{MatchOptions, MatchStarts, Players};
use floe_runs::Shard;
use floe_text::report_of;

use super::match_::{of_match, players, test_call};
use super::prelude::*;
use super::supervise::supervisor;
use crate::arguments::{engine_text, one_of, run_seed};
use crate::html_report;
use crate::shard::ShardArguments;

/// Tune numbers of an engine by games against itself
///
/// Plays rounds by SPSA, as OpenBench and fishtest do, or by CLOP, and prints the values found. Any
/// option of an engine that is a number can be tuned, also of another program. The same command
/// resumes an interrupted tuning.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/tune.txt"))]
pub(crate) struct Tune {
    /// Engine, without the options to tune
    #[arg(value_name = "ENGINE", value_parser = engine_text(&[]))]
    engine: String,

    /// File of parameters, one a line
    #[arg(long, value_name = "FILE")]
    params: PathBuf,

    /// Record the rounds in this directory, or resume the tuning in it
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Method: spsa climbs from the start, clop looks over the whole range
    #[arg(long, value_name = "METHOD", default_value = "spsa", value_parser = tuning_method())]
    method: TuningMethod,

    /// Number of rounds
    #[arg(long, value_name = "N", default_value = "1000", value_parser = number::<u64>(1..=u64::MAX))]
    rounds: u64,

    /// Floes of a round, each played once for every rotation of the seats
    #[arg(long, value_name = "N", default_value = "8", value_parser = number::<u64>(1..=1_000_000))]
    floes: u64,

    /// Random seed of coins, floes and chance [default: 1]
    #[arg(long, value_name = "SEED", value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// Start with all penguins placed at random
    #[arg(long)]
    placed: bool,

    /// Time per player and game, and increment per move: 60s or 60s+1s
    #[arg(long, value_name = "TIME[+TIME]", alias = "tc")]
    clock: Option<TimeControl>,

    /// Write a report with charts to this file after every round, as a page of HTML
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Games played in parallel, 1 to 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = count())]
    concurrency: Option<usize>,

    #[command(flatten)]
    progress: ProgressArguments,

    #[command(flatten)]
    set_up: SetUpArguments,

    #[command(flatten)]
    shard: ShardArguments,
}

/// Least time between two writings of the page.
const PAGE_INTERVAL: Duration = Duration::from_secs(2);

impl Tune {
    pub(crate) fn check(&self) -> Result<(), Wrong> {
        self.starts()?;
        Ok(())
    }

    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let mut config = self.config()?;
        let starts = self.starts()?;
        self.check_extremes(&config, &starts)?;
        if let Some(path) = &self.html {
            WrittenLater::open(path)?.expect_file()?;
        }
        let shard = self.shard.resolve()?.unwrap_or(Shard::WHOLE);
        let interrupt = Interrupt::listen()?;
        let mut own = self.players(starting_engine(&config), &starts)?;
        if let Err(error) = own.start_programs(supervisor(), &interrupt.stop) {
            return interrupt.status().map_or_else(|| Err(error.into()), Ok);
        }
        config.games = own.identified(config.games).map_err(Wrong::new)?;
        let concurrency = self.concurrency.unwrap_or_else(all_cores);
        let mut tuning = Tuning::open(&config, &self.out, shard).map_err(of_store)?;
        let known = tuning.rounds().map_err(of_store)?;
        let bar = self
            .progress
            .start("round", known.len() as u64, config.rounds);
        let mut written = Instant::now();
        let played = tuning.play(
            |games| {
                let mut players =
                    players(&games.engines, starts.sides(), starts.rules(), games.clock)?;
                if let Err(error) = players.start_programs(supervisor(), &interrupt.stop) {
                    return interrupt
                        .status()
                        .map_or_else(|| Err(error.into()), |_| Ok(None));
                }
                let run = MatchRun {
                    concurrency,
                    ..MatchRun::new(games, &interrupt.stop)
                };
                let board =
                    floe_matches::play(&run, &starts, &players, &mut ()).map_err(of_match)?;
                Ok::<Option<Account>, anyhow::Error>(
                    interrupt.status().is_none().then_some(board.account),
                )
            },
            |state, rounds| {
                bar.advance();
                bar.set_message(values_text(state));
                if written.elapsed() >= PAGE_INTERVAL {
                    self.write_page(&config, state, rounds)?;
                    written = Instant::now();
                }
                Ok(())
            },
        );
        drop(bar);
        played?;
        let rounds = tuning.rounds().map_err(of_store)?;
        let state = config.progress(&rounds);
        self.write_page(&config, &state, &rounds)?;
        let text = self.report(&config, &state);
        output.answer(&Answer::block("floe/tune/1", state, text))?;
        Ok(interrupt.or_resumed())
    }

    /// Reads the parameters, and makes the configuration of the tuning.
    fn config(&self) -> Result<TuningConfig> {
        let parameters =
            TunedParameter::read_all(&files::read(&self.params)?).map_err(|(line, error)| {
                match line {
                    0 => files::wrong_in(&self.params, error),
                    line => files::wrong_in(&self.params, format!("line {line}: {error}")),
                }
            })?;
        let options = MatchOptions {
            floes: Some(self.floes),
            clock: self.clock,
            ..MatchOptions::new(self.starts()?, build())
        };
        let games = options.config(Vec::new(), run_seed(self.seed));
        Ok(TuningConfig {
            engine: self.engine.clone(),
            parameters,
            method: self.method,
            rounds: self.rounds,
            games,
        })
    }

    fn starts(&self) -> Result<MatchStarts, Wrong> {
        Ok(MatchStarts::new(self.set_up.resolve()?, None, self.placed)?)
    }

    fn players(&self, engine: String, starts: &MatchStarts) -> Result<Players, Wrong> {
        players(&[engine], starts.sides(), starts.rules(), self.clock)
    }

    /// Checks that the engine takes the first values, and the least and greatest ones.
    fn check_extremes(&self, config: &TuningConfig, starts: &MatchStarts) -> Result<()> {
        let extremes: [fn(&TunedParameter) -> f64; 3] =
            [|one| one.start, |one| one.least, |one| one.most];
        for extreme in extremes {
            let values = values_at(config, extreme);
            self.players(config.engine_with(&values), starts)?;
        }
        let floats = config
            .parameters
            .iter()
            .enumerate()
            .filter(|(_, one)| one.kind == NumberKind::Float);
        for (index, parameter) in floats {
            let mut values = values_at(config, extremes[0]);
            values[index] = parameter.fraction();
            if self.players(config.engine_with(&values), starts).is_err() {
                let line = line_of(&files::read(&self.params)?, &parameter.name);
                let mistake =
                    "kind: expected int, for the option takes integers alone; found 'float'";
                return Err(
                    files::wrong_in(&self.params, format!("line {line}: {mistake}")).into(),
                );
            }
        }
        Ok(())
    }

    fn report(&self, config: &TuningConfig, state: &TuningProgress) -> String {
        let report = report_of(&html_report::tuning_blocks(config, state), width());
        let engine = &state.engine;
        let test = match *engine == starting_engine(config) {
            true => "No value has changed.".to_owned(),
            false => format!("Test: {}", test_call(engine, &self.engine, &self.words())),
        };
        format!("{report}\nTuned: {engine}\n{test}\n")
    }

    /// Options of the game as words of a call of `floe match`.
    fn words(&self) -> Vec<String> {
        let placed = self.placed.then(|| "--placed".to_owned());
        let clock = self
            .clock
            .map(|clock| ["--clock".to_owned(), clock.to_string()]);
        self.set_up
            .words()
            .into_iter()
            .chain(placed)
            .chain(clock.into_iter().flatten())
            .collect()
    }

    fn write_page(
        &self,
        config: &TuningConfig,
        state: &TuningProgress,
        rounds: &BTreeMap<u64, TuningRound>,
    ) -> Result<()> {
        let Some(path) = &self.html else {
            return Ok(());
        };
        WrittenLater::open(path)?.write(&html_report::tuning_page(config, state, rounds))
    }
}

fn starting_engine(config: &TuningConfig) -> String {
    config.engine_with(&values_at(config, |one| one.start))
}

fn values_at(config: &TuningConfig, of: fn(&TunedParameter) -> f64) -> Vec<f64> {
    config.parameters.iter().map(of).collect()
}

fn tuning_method() -> impl TypedValueParser<Value = TuningMethod> {
    one_of([("spsa", TuningMethod::Spsa), ("clop", TuningMethod::Clop)])
}

/// Number, from 1, of the line of a parameter with this name in a file of parameters.
fn line_of(text: &str, name: &str) -> usize {
    let has_name = |line: &str| {
        line.split(',')
            .next()
            .is_some_and(|first| first.trim() == name)
    };
    1 + text.lines().position(has_name).unwrap_or(0)
}

/// Values of all parameters in one line: `a=3 b=0.25`.
fn values_text(state: &TuningProgress) -> String {
    let one = |(name, value): (&String, &f64)| format!("{name}={}", (value * 1e3).round() / 1e3);
    state
        .values
        .iter()
        .map(one)
        .collect::<Vec<String>>()
        .join(" ")
}

/// Sorts an error of recorded rounds: a failure of the system, or a wrong call.
fn of_store(error: floe_arena::store::StoreError) -> anyhow::Error {
    of_match(error.into())
}
