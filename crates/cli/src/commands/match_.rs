use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::Result;
use clap::{Args, value_parser};
use floe_arena::clock::TimeControl;
use floe_arena::config::{MatchConfig, differences};
use floe_arena::match_run::MatchRun;
use floe_arena::report::{EngineStanding, FaultCount, MatchReport};
use floe_arena::schedule::Shard;
use floe_arena::scoreboard::Scoreboard;
use floe_arena::statistics::{Decision, EloScale, Estimate, Significance, Sprt, SprtReport, Standing, WinDrawLoss};
use floe_arena::store::{MergedShards, RecordFileProblem, StoreError};
use floe_engine::arena::{GivenError, GivenFloes, MatchFloes, PlayerError, Players};
use floe_engine::{AnyGame, EngineSpec, with_game};
use floe_fish::Dealing;
use floe_variants::{Rules, SetUp};
use serde::Serialize;

use crate::files;
use crate::interrupt::Interrupt;
use crate::output::{Answer, Output};
use crate::problem::{self, Status, Wrong};
use crate::progress::MatchReporter;
use crate::set_up::{OF_DEALING, SetUpArguments, as_said, not_so};
use crate::version;

/// Play engines against each other, and say what that proves
///
/// Every floe is played with all seats rotated: N floes are 2 N games for two players. With fewer engines than players the
/// first plays one seat and the others fill the rest in turn; with more, all meet. What has been played is kept with --out: the same
/// command goes on where it was.
#[derive(Args)]
#[command(
    name = "match",
    after_help = "\
An ENGINE is a name with options, such as alphabeta:depth=6, uct:time=50ms, default:nodes=10000,hash=64, or cmd:PROGRAM ARGS
for a program that speaks UGI (options after --). Without a limit and without --clock engines think 100ms a move.

Examples:
  floe match default:nodes=10000 greedy --floes 100
  floe match default uct --floes 1000 --sprt 0,10 --out mine
  floe match default uct --players 3 --floes 50
  floe match default uct --clock 60s+1s --floes 10

Exit status: 0 fine, 1 the test has rejected, 2 the call is wrong, 3 the test is still open."
)]
pub(crate) struct Match {
    /// The engines; the first is the one that the report is about
    #[arg(value_name = "ENGINE", required_unless_present = "merge")]
    engines: Vec<String>,

    /// How many floes to play on
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), required_unless_present_any = ["merge", "file"])]
    floes: Option<u64>,

    #[command(flatten)]
    set_up: SetUpArguments,

    /// What all floes and all chance follow from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Begin with the penguins placed at random
    #[arg(long)]
    placed: bool,

    /// Begin with the positions of a file, one a line, which say themselves by what rules and by how many they are played
    #[arg(long, value_name = "FLOES", conflicts_with = "placed", conflicts_with_all = OF_DEALING)]
    file: Option<PathBuf>,

    /// Play every floe in all orders of seats, not only rotated
    #[arg(long)]
    all_permutations: bool,

    /// With more engines than players: the first meets the others, and these not one another
    #[arg(long)]
    gauntlet: bool,

    /// The time that every player has for a game, and what every move adds: 60s+1s, or 60s. Whose time is up has lost
    #[arg(long, value_name = "D[+D]")]
    clock: Option<TimeControl>,

    /// Keep the games in this directory, and go on where they end
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// So many games at the same time [default: all cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    concurrency: Option<u32>,

    /// Stop as soon as it is decided whether the first engine is stronger by the first number of Elo or the second: 0,10 or 0,10,0.05,0.05
    /// with the probabilities of either error
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        value_delimiter = ',',
        allow_hyphen_values = true,
        num_args = 1
    )]
    sprt: Vec<f64>,

    /// The bounds of --sprt are normalised Elo
    #[arg(long, requires = "sprt")]
    normalized: bool,

    /// Play only a part of the games, I of K; whole blocks are dealt out in turn
    #[arg(long, value_name = "I/K", requires = "out")]
    shard: Option<Shard>,

    /// Play the shard whose number the scheduler tells: HQ_TASK_ID, SLURM_ARRAY_TASK_ID or PARALLEL_SEQ, from 1, or JOB_COMPLETION_INDEX, from 0
    #[arg(long, value_name = "K", requires = "out", conflicts_with = "shard")]
    shards: Option<u64>,

    /// Play nothing, tell what would be played
    #[arg(long)]
    plan: bool,

    /// Play nothing, report on the shards that are complete in these directories
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = ["out", "plan"])]
    merge: Vec<PathBuf>,

    /// Tell every game on standard error as a JSON object
    #[arg(long)]
    events: bool,
}

/// The variables by which schedulers tell the number of a shard, and the first number.
const SHARD_VARIABLES: [(&str, u64); 4] =
    [("HQ_TASK_ID", 1), ("SLURM_ARRAY_TASK_ID", 1), ("PARALLEL_SEQ", 1), ("JOB_COMPLETION_INDEX", 0)];

/// The games of a match, not yet played.
#[derive(Serialize)]
struct MatchPlan<'a> {
    #[serde(flatten)]
    config: &'a MatchConfig,
    games: u64,
    blocks: u64,
}

impl Answer for MatchPlan<'_> {
    const SCHEMA: &'static str = "floe/plan/1";

    fn text(&self) -> String {
        let MatchConfig { engines, players, floes, seed, .. } = self.config;
        format!(
            "{} games in {} blocks: {} with {players} players on {floes} floes, seed {seed}\n",
            self.games,
            self.blocks,
            engines.join(", ")
        )
    }
}

impl Match {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let sprt = self.test()?;
        if !self.merge.is_empty() {
            return self.merged(output, sprt);
        }
        let given = self.given()?;
        let set_up = self.set_up(given.as_ref())?;
        let sides = if set_up.rules.teams { 2 } else { set_up.players };
        check_test(sprt, sides, self.engines.len())?;
        let players = self.players(sides, set_up.rules, self.clock)?;
        let config = self.config(players.names(&self.engines), &set_up, given.as_ref());
        let schedule = config.schedule().map_err(Wrong::new)?;
        if self.plan {
            let (games, blocks) = (schedule.games(), schedule.blocks());
            output.answer(&MatchPlan { config: &config, games, blocks })?;
            return Ok(Status::Fine);
        }
        let shard = self.shard()?;
        // The test takes the pairs in order, of which a shard has not even the second: the merge decides it.
        let sprt = sprt.filter(|_| shard == Shard::WHOLE);
        let interrupt = Interrupt::listen()?;
        let run = MatchRun {
            config: &config,
            shard,
            out: self.out.as_deref(),
            concurrency: self.concurrency.map_or_else(crate::resources::all_cores, |threads| threads as usize),
            sprt,
            stop: interrupt.flag(),
        };
        let sample = match &given {
            Some(given) => *given.widest(),
            None => AnyGame::deal(&set_up, 0).map_err(not_so(&set_up))?,
        };
        let mut reporter = MatchReporter::new(&config.engines, self.events);
        let board = with_game!(sample, sample => {
            let floes = MatchFloes::new(&sample, &config, set_up);
            run.play(&floes, &|engine| players.make(engine), &mut reporter).map_err(of_store)
        })?;
        drop(reporter);
        if interrupt.flag().load(Relaxed) {
            say_how_to_go_on(board.games(), self.out.is_some());
            return Ok(Status::No);
        }
        report(output, &board, &config.engines)
    }

    fn players(&self, sides: usize, rules: Rules, clock: Option<TimeControl>) -> Result<Players> {
        let evaluation = |spec: &EngineSpec| spec.evaluation(|path| fs::read_to_string(path));
        Players::read(&self.engines, sides, rules, clock, evaluation).map_err(|error| match error {
            PlayerError::Start { .. } => error.into(),
            error => Wrong::new(error).into(),
        })
    }

    /// The positions to begin with, where they are given.
    fn given(&self) -> Result<Option<GivenFloes>> {
        let Some(path) = &self.file else { return Ok(None) };
        let name = path.display();
        let given = GivenFloes::parse(&files::read(path)?, self.set_up.expected()).map_err(|error| match error {
            GivenError::Unexpected { line, mismatch } => format!("{name}, line {line}: {}", as_said(&mismatch)),
            GivenError::Empty => format!("{error} in {name}"),
            error => format!("{name}, {error}"),
        });
        Ok(Some(given.map_err(Wrong::new)?))
    }

    /// What is dealt; of positions that are given, what they say.
    fn set_up(&self, given: Option<&GivenFloes>) -> Result<SetUp> {
        let set_up = self.set_up.set_up(Dealing::Shuffled)?;
        let like = |given: &GivenFloes| SetUp { rules: given.0[0].rules(), players: given.0[0].players(), ..set_up };
        Ok(given.map_or(set_up, like))
    }

    fn config(&self, engines: Vec<String>, set_up: &SetUp, given: Option<&GivenFloes>) -> MatchConfig {
        let positions: Vec<String> = given.iter().flat_map(|given| &given.0).map(AnyGame::to_string).collect();
        MatchConfig {
            engines,
            players: set_up.players,
            rules: set_up.rules.to_string(),
            layout: Some(self.set_up.layout()).filter(|layout| layout != "standard"),
            special: self.set_up.special(),
            whales: self.set_up.whales(),
            floes: self.floes.unwrap_or(positions.len() as u64),
            seed: self.seed,
            placed: self.placed,
            positions,
            gauntlet: self.gauntlet,
            all_permutations: self.all_permutations,
            clock: self.clock,
            build: version::text().to_owned(),
        }
    }

    fn test(&self) -> Result<Option<Sprt>> {
        let scale = if self.normalized { EloScale::Normalized } else { EloScale::Logistic };
        let sprt = match self.sprt[..] {
            [] => return Ok(None),
            [low, high] => Sprt::new(scale, low, high),
            [low, high, alpha, beta] => {
                Sprt::new(scale, low, high).and_then(|sprt| sprt.with_error_probabilities(alpha, beta))
            }
            _ => return Err(Wrong::new("--sprt takes two numbers, or four: ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA").into()),
        };
        Ok(Some(sprt.map_err(|error| Wrong::new(format!("--sprt: {error}")))?))
    }

    fn shard(&self) -> Result<Shard> {
        if let Some(shard) = self.shard {
            return Ok(shard);
        }
        let Some(count) = self.shards else { return Ok(Shard::WHOLE) };
        let variables = SHARD_VARIABLES.iter();
        let found = variables.filter_map(|(name, first)| Some((name, std::env::var(name).ok()?, first))).next();
        let Some((name, text, first)) = found else {
            return Err(Wrong::new("--shards: no scheduler tells the number of this shard").into());
        };
        let number: u64 = text.parse().map_err(|_| Wrong::new(format!("{name}={text} is no number")))?;
        let shard = Shard::new(number.saturating_add(1) - first, count);
        Ok(shard.map_err(|error| Wrong::new(format!("{name}={text}: {error}")))?)
    }

    fn merged(&self, output: &mut Output, sprt: Option<Sprt>) -> Result<Status> {
        let MergedShards { config, records } = MergedShards::read(&self.merge).map_err(Wrong::new)?;
        self.check_played(&config)?;
        check_test(sprt, config.sides(), config.engines.len())?;
        let mut board = Scoreboard::new(&config, sprt).map_err(Wrong::new)?;
        records.iter().for_each(|record| board.record(record));
        report(output, &board, &config.engines)
    }

    /// Refuses to merge another match than the one that is told beside: by its engines, or with its floes in full.
    fn check_played(&self, played: &MatchConfig) -> Result<()> {
        let mut asked = played.clone();
        if self.floes.is_some() || self.file.is_some() {
            let given = self.given()?;
            asked = self.config(played.engines.clone(), &self.set_up(given.as_ref())?, given.as_ref());
            asked.build.clone_from(&played.build);
        }
        if !self.engines.is_empty() {
            let (rules, clock): (Rules, _) = (played.rules.parse().unwrap_or_default(), played.clock);
            asked.engines = self.players(played.sides(), rules, clock)?.names(&self.engines);
        }
        let differences = differences(&serde_json::to_value(played)?, &serde_json::to_value(asked)?);
        if differences.is_empty() {
            return Ok(());
        }
        Err(Wrong::new(format!("another match was played there; {}", differences.join("; "))).into())
    }
}

fn check_test(sprt: Option<Sprt>, sides: usize, engines: usize) -> Result<()> {
    if sprt.is_some() && (sides, engines) != (2, 2) {
        return Err(Wrong::new("--sprt is for two engines and two players").into());
    }
    Ok(())
}

fn report(output: &mut Output, board: &Scoreboard, names: &[String]) -> Result<Status> {
    let report = MatchReport::new(&board.account, names);
    output.answer(&report)?;
    Ok(match report.sprt.map(|test| test.decision) {
        None | Some(Decision::AcceptH1) => Status::Fine,
        Some(Decision::AcceptH0) => Status::No,
        Some(Decision::Open) => Status::Open,
    })
}

/// The end of a call whose games cannot be kept: it has failed, or names the games of another match.
fn of_store(error: StoreError) -> anyhow::Error {
    match error {
        StoreError::File { problem: RecordFileProblem::Io(_) | RecordFileProblem::Locked, .. } => error.into(),
        error => Wrong::new(error).into(),
    }
}

/// The text that a match ends with after Ctrl-C.
fn say_how_to_go_on(played: u64, is_kept: bool) {
    if !is_kept {
        problem::complain(&format!("stopped after {played} games; nothing was kept, for that takes --out DIR"));
        return;
    }
    let quoted = |text: String| if text.contains([' ', '\'', '"']) { format!("{text:?}") } else { text };
    let call: Vec<String> = std::env::args().map(quoted).collect();
    problem::complain(&format!("stopped after {played} games, which are kept; to go on: {}", call.join(" ")));
}

impl Answer for MatchReport {
    const SCHEMA: &'static str = "floe/match/1";

    fn text(&self) -> String {
        let WinDrawLoss { wins, draws, losses } = self.results;
        let mut text = format!(
            "{} games in {} blocks; {}: {wins} won, {draws} drawn, {losses} lost\n",
            self.games, self.blocks, self.engines[0]
        );
        let verdict = match (Estimate { value: self.elo, error: self.error }).significance() {
            Significance::Open => "needs more games",
            _ if self.elo > 0.0 => "the first engine is stronger",
            _ => "the first engine is weaker",
        };
        text += &format!("Elo        {:+.1} ± {:.1}   {verdict}\n", self.elo, self.error);
        if let Some(pairs) = &self.pairs {
            let Estimate { value, error } = pairs.normalized_elo;
            text += &format!("nElo       {value:+.1} ± {error:.1}   superiority {:.1} %\n", 100.0 * pairs.superiority);
            text += &format!("pairs      {:?} with 0, ½, 1, 1½, 2 points\n", pairs.pentanomial);
        }
        let error = self.margin_error.map_or("needs more games".to_owned(), |error| format!("± {error:.2}"));
        text += &format!("margin     {:+.2} {error} fish a game\n", self.margin);
        if let Some(test) = &self.sprt {
            let SprtReport { pairs, llr, lower, upper, decision } = test;
            let decision = match decision {
                Decision::Open => "open",
                Decision::AcceptH1 => "accepted",
                Decision::AcceptH0 => "rejected",
            };
            text += &format!("SPRT       {decision} after {pairs} pairs; LLR {llr:.2} of {lower:.2} to {upper:.2}\n");
        }
        text += "\nrating       score       fish  1st  2nd  3rd  4th  engine\n";
        let mut standings: Vec<&EngineStanding> = self.standings.iter().collect();
        standings.sort_by(|a, b| b.rating.value.total_cmp(&a.rating.value));
        for EngineStanding { engine, standing, rating } in standings {
            let Standing { places: [a, b, c, d], score, points: fish, .. } = standing;
            text += &format!(
                "{:+5.0} ± {:<4.0} {:.3} ± {:.3} {fish:4.1} {a:4} {b:4} {c:4} {d:4}  {engine}\n",
                rating.value, rating.error, score.value, score.error
            );
        }
        if self.engines.len() > 2 {
            text += &cross_table(self);
        }
        let seats: Vec<String> =
            self.seats.iter().map(|seat| format!("{:.3} ± {:.3}", seat.value, seat.error)).collect();
        text += &format!("\nseats      {}\n", seats.join("   "));
        text += &format!(
            "plies      {:.1} ({} to {}), {} duplicate games\n",
            self.plies.mean, self.plies.shortest, self.plies.longest, self.duplicates
        );
        for FaultCount { engine, what, games } in &self.faults {
            text += &format!("fault      {engine} {what} in {games} games\n");
        }
        text
    }
}

fn cross_table(report: &MatchReport) -> String {
    let mut text = "\nbetter/level/worse against each other\n".to_owned();
    for (name, row) in report.engines.iter().zip(&report.cross_table) {
        let cell = |cell: &Option<[u64; 3]>| cell.map_or("-".to_owned(), |[w, d, l]| format!("{w}/{d}/{l}"));
        let cells: Vec<String> = row.iter().map(|result| format!("{:>14}", cell(result))).collect();
        text += &format!("{}  {name}\n", cells.join(" "));
    }
    text
}
