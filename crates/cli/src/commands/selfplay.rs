use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use anyhow::Result;
use clap::{Args, value_parser};
use floe_arena::workers::in_order;
use floe_engine::{Engine, EngineSpec, GameFileProblem, SelfPlay, SelfPlayLog, read_games};
use floe_fish::Dealing;
use serde::Serialize;

use crate::files::evaluation_of;
use crate::interrupt::Interrupt;
use crate::output::{Answer, Output};
use crate::problem::{self, Status, Wrong, complain};
use crate::progress::games_bar;
use crate::resources::all_cores;
use crate::set_up::{SetUpArguments, not_so};
use crate::{version, words};

/// Let an engine play against itself, to learn from its games
///
/// Writes every position searched with its value and the result of its game to a compact file (docs/selfplay.md). A position
/// that the run has seen before is not kept again. The same command writes the same bytes, with any number of games at a time; killed at any
/// moment, it goes on where it was.
#[derive(Args)]
#[command(
    name = "selfplay",
    after_help = "\
Examples:
  floe selfplay --games 10000 --out games.floesp
  floe selfplay default:nodes=5000 --games 1000 --players 3 --out three.floesp
  floe selfplay --rules whale --games 1000 --out whale.floesp
  floe selfplay --read games.floesp | head"
)]
pub(crate) struct Selfplay {
    /// The engine, with a limit of nodes or depth
    #[arg(value_name = "ENGINE", default_value = "default:nodes=2000")]
    engine: EngineSpec,

    /// How many games to play
    #[arg(long, value_name = "N", required_unless_present = "read", value_parser = value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// The file to write
    #[arg(long, value_name = "FILE", required_unless_present = "read")]
    out: Option<PathBuf>,

    #[command(flatten)]
    set_up: SetUpArguments,

    /// What all floes and all chance follow from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// So many moves at the beginning of a game are random at most, placements among them
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = value_parser!(u32).range(..=60))]
    random_plies: u32,

    /// So many games at the same time [default: all cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    concurrency: Option<u32>,

    /// Play nothing, print the positions of a file: position, move, value and results
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "out"])]
    read: Option<PathBuf>,
}

/// The result of a run.
#[derive(Serialize)]
struct SelfPlayReport {
    games: u64,
    /// Positions kept, and positions searched that had been seen before.
    positions: u64,
    duplicates: u64,
    bytes: u64,
    /// Of this call.
    seconds: f64,
    played: u64,
}

impl Answer for SelfPlayReport {
    const SCHEMA: &'static str = "floe/selfplay/1";

    fn text(&self) -> String {
        let SelfPlayReport { games, positions, duplicates, bytes, seconds, played } = self;
        let each = *bytes as f64 / (*positions).max(1) as f64;
        format!(
            "{games} games, {positions} positions, {duplicates} seen before; {bytes} bytes, {each:.1} a position; {played} games in {}, {} games/s\n",
            words::seconds(*seconds),
            words::per_second(*played, *seconds)
        )
    }
}

impl Selfplay {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        if let Some(path) = &self.read {
            return read(path, output);
        }
        let (Some(games), Some(out)) = (self.games, &self.out) else {
            return Err(Wrong::new("--games and --out say what to play").into());
        };
        if self.engine.time.is_some() || self.engine.threads.is_some_and(|threads| threads > 1) {
            return Err(
                Wrong::new("self-play is the same every time: give nodes= or depth=, not time= or threads=").into()
            );
        }
        if self.engine.nodes.is_none() && self.engine.depth.is_none() {
            return Err(Wrong::new("the engine needs a limit: nodes= or depth=").into());
        }
        let set_up = self.set_up.set_up(Dealing::Shuffled)?;
        let run = SelfPlay::new(set_up, self.seed, self.random_plies).map_err(not_so(&set_up))?;
        let (spec, concurrency) = (self.spec(), self.concurrency.map_or_else(all_cores, |number| number as usize));
        let evaluation = evaluation_of(&spec)?;
        let interrupt = Interrupt::listen()?;
        let start = Instant::now();
        let mut log = SelfPlayLog::open(out, &run, &self.about()).map_err(|error| match error.problem {
            GameFileProblem::Locked => anyhow::Error::from(error),
            _ => Wrong::new(error).into(),
        })?;
        let known = log.games();
        let bar = games_bar(known, games);
        let worker = || {
            let (mut engine, limits) = (Engine::from_spec(&spec, evaluation.clone()), spec.limits());
            let (run, stop) = (&run, interrupt.flag());
            move |index| run.play(&mut engine, &limits, index, stop).transpose()
        };
        // Games are played in any order and kept in that of their numbers, so that what has been seen before is the same every time.
        let result: Result<()> = in_order(known..games, concurrency, worker, |game| {
            log.append(game.map_err(problem::of_analysis)?)?;
            bar.inc(1);
            Ok(())
        });
        bar.finish_and_clear();
        log.sync()?;
        result?;
        let played = log.games().saturating_sub(known);
        if interrupt.flag().load(Relaxed) {
            complain(&format!("stopped after {} games, which are kept; the same command goes on", log.games()));
            return Ok(Status::No);
        }
        output.answer(&SelfPlayReport {
            games: log.games(),
            positions: log.positions(),
            duplicates: log.duplicates(),
            bytes: std::fs::metadata(out)?.len(),
            seconds: start.elapsed().as_secs_f64(),
            played,
        })?;
        Ok(Status::Fine)
    }

    /// All that decides which games are played, and how.
    fn about(&self) -> String {
        format!(
            "engine={} players={}{} seed={} random-plies={} build={}",
            self.spec(),
            self.set_up.players(),
            self.set_up.unusual(),
            self.seed,
            self.random_plies,
            version::text()
        )
    }

    /// With a table that does not take longer to forget than to use.
    fn spec(&self) -> EngineSpec {
        EngineSpec { hash: self.engine.hash.or(Some(1)), threads: Some(1), ..self.engine.clone() }
    }
}

/// A position to learn from, as it is printed.
#[derive(Serialize)]
struct Shown {
    game: u64,
    position: String,
    #[serde(rename = "move")]
    mv: String,
    /// In fish, or in penguins in survival.
    value: Vec<f64>,
    exact: bool,
    depth: u8,
    results: Vec<String>,
}

impl Answer for Shown {
    const SCHEMA: &'static str = "floe/sample/1";

    fn text(&self) -> String {
        let value: Vec<String> = self.value.iter().map(|value| format!("{value:+.2}")).collect();
        let exact = if self.exact { "exact" } else { "" };
        format!("{}  {}  {} {exact}  {}\n", self.position, self.mv, value.join("/"), self.results.join("/"))
    }
}

fn read(path: &std::path::Path, output: &mut Output) -> Result<Status> {
    let mut result = Ok(());
    read_games(path, |game| {
        for sample in game.samples() {
            if result.is_ok() {
                result = output.answer(&Shown {
                    game: game.index,
                    position: sample.position.to_string(),
                    mv: sample.mv.clone(),
                    value: sample.searched.scores.iter().map(|&score| f64::from(score) / 128.0).collect(),
                    exact: sample.searched.exact,
                    depth: sample.searched.depth,
                    results: sample.results.iter().map(|value| value.plain()).collect(),
                });
            }
        }
    })
    .map_err(Wrong::new)?;
    result?;
    Ok(Status::Fine)
}
