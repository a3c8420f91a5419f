use std::cell::RefCell;

use floe_engine::options::UnusualSetUp;
use floe_reports::Fact;
use floe_selfplay::{MergeError, SelfPlayError};
use floe_training::{
    LearnError, LearnedFiles, LearnedPhase, NetworkTraining, TrainError, TrainingGames,
    TrainingObserver, TrainingOptions, TrainingRound, TrainingRun, TrainingStep, calibrate,
    can_have_network, learn,
};

use super::match_::{of_match, test_call};
use super::prelude::*;
use super::selfplay::of_game_file;
use crate::arguments::{USUAL_SEED, run_seed};
use crate::html_report::{self, ROUND, round_row};
use crate::problem::{is_failure_of_seal, of_analysis};
use crate::run_progress::RunProgress;
use crate::set_up::of_dealing;
use crate::text::{CellAlignment, Table};

/// Learn the evaluation of a game on a floe from games of an engine against itself
///
/// Plays rounds: games of self-play, weights (on the official floe also a network) learned from
/// them, and a match against the evaluation before, which decides whether the new one is used from
/// then on. The same command resumes an interrupted run, and several of them at a time, also on
/// other machines, share its work in the directory.
#[derive(Args)]
#[command(
    override_usage = "floe train [OPTIONS] --out <DIR> [ENGINE]\n       \
        floe train [OPTIONS] --from <FILE>... --out <DIR>\n       \
        floe train --calibrate <FILE>...",
    after_long_help = include_str!("../help/train.txt")
)]
pub(crate) struct Train {
    /// Engine with a limit of nodes or depth, or one that does not search
    #[arg(value_name = "ENGINE", default_value = "default:nodes=300", value_parser = engine())]
    engine: EngineSpec,

    /// Directory of the run, to begin or to resume
    #[arg(long, value_name = "DIR", required_unless_present = "calibrate")]
    out: Option<PathBuf>,

    /// Number of rounds
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u32>(1..=1000))]
    rounds: u32,

    /// Number of games of self-play in a round
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = number::<u64>(20..=u64::MAX))]
    games: u64,

    /// Number of parts of these games; each process takes one part at a time
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = number::<u64>(1..=100_000))]
    parts: u64,

    /// Maximum number of floes of a match, each played once for every rotation of the seats
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u64>(1..=1_000_000))]
    floes: u64,

    /// Random seed of floes and chance [default: 1]
    #[arg(long, value_name = "SEED", value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// Maximum number of random moves at the start of a game, placements included, 0 to 60
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = number::<u32>(0..=60))]
    random_plies: u32,

    /// Weight of the result of a game against the expectation of the search, 0 to 1
    ///
    /// Values that the search has proved count alone.
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share)]
    result_share: f64,

    /// Number of passes over all positions for the network; 0 for weights alone [default: 12 where
    /// there can be one]
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=10_000))]
    epochs: Option<u32>,

    /// The network learns from one in seven of the positions with fewer free tiles than this
    #[arg(long, value_name = "TILES", default_value_t = 0, value_parser = number::<u32>(0..=64))]
    rare_below: u32,

    /// Learn from these files of self-play, write weights.txt and network.txt, and play nothing
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = of_dealing())]
    #[arg(conflicts_with_all = ["rules", "players", "layout", "engine", "rounds", "games", "parts", "floes", "html"])]
    from: Vec<PathBuf>,

    /// Print how well win probabilities agree with the results of these files of self-play; learn
    /// nothing
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["from", "out", "html"])]
    calibrate: Vec<PathBuf>,

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
}

const EPOCHS: u32 = 12;

/// Result of a run of training.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TrainReport {
    /// Rounds that are over, in order.
    rounds: Vec<TrainingRound>,
    /// Engine with the last evaluation that was accepted, as text.
    engine: String,
}

/// Result of learning from given games.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LearnedReport {
    /// Errors of the weights, by phase.
    phases: Vec<LearnedPhase>,
    /// Root mean square of the error of weights and network on games kept aside, in fish; `null`
    /// without a network.
    network_error: Option<f64>,
    /// Engine with the evaluation that was learned, as text.
    engine: String,
}

impl Train {
    pub(crate) fn check(&self) -> Result<(), Wrong> {
        if self.from.is_empty() && self.calibrate.is_empty() {
            self.set_up.resolve()?;
        }
        Ok(())
    }

    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        if !self.calibrate.is_empty() {
            let text = calibrate(&self.calibrate).map_err(Wrong::new)?;
            output.remark(&text)?;
            return Ok(Status::Fine);
        }
        let Some(out) = &self.out else {
            return Err(Wrong::new("expected --out").into());
        };
        if !self.from.is_empty() {
            return self.learn_from(out, output);
        }
        let options = self.options()?;
        if let Some(path) = &self.html {
            WrittenLater::open(path)?.expect_file()?;
        }
        let run = TrainingRun::open(out, options).map_err(of_training)?;
        let interrupt = Interrupt::listen()?;
        let mut watch = Watch {
            train: self,
            bar: RefCell::new(None),
        };
        let rounds = run
            .play(
                self.rounds,
                self.concurrency.unwrap_or_else(all_cores),
                &interrupt.stop,
                &mut watch,
            )
            .map_err(of_training)?;
        drop(watch);
        let engine = run.engine_after(&rounds).to_string();
        let text = self.text(&rounds, &engine);
        output.answer(&Answer::block(
            "floe/train/1",
            TrainReport { rounds, engine },
            text,
        ))?;
        Ok(interrupt.or_resumed())
    }

    fn options(&self) -> Result<TrainingOptions> {
        let engine = self
            .engine
            .repeatable()
            .map_err(|error| Wrong::new(format!("ENGINE: {}", error.problem())))?;
        let set_up = self.set_up.resolve()?;
        let usual_epochs = if can_have_network(&set_up) { EPOCHS } else { 0 };
        Ok(TrainingOptions {
            engine,
            games: self.games,
            parts: self.parts,
            random_plies: self.random_plies,
            seed: run_seed(self.seed),
            floes: self.floes,
            result_share: self.result_share,
            network: self.network(usual_epochs),
            build: build().to_owned(),
            set_up,
        })
    }

    fn network(&self, usual_epochs: u32) -> Option<NetworkTraining> {
        let epochs = self.epochs.unwrap_or(usual_epochs);
        (epochs > 0).then_some(NetworkTraining {
            epochs,
            rare_below: self.rare_below,
        })
    }

    fn learn_from(&self, out: &Path, output: &mut Output) -> Result<Status> {
        let games = TrainingGames {
            files: self.from.clone(),
            result_share: self.result_share,
        };
        let usual_epochs = if games.can_have_network().map_err(Wrong::new)? {
            EPOCHS
        } else {
            0
        };
        let learned = learn(&games, self.network(usual_epochs), out).map_err(of_training)?;
        let fish = |error: f64| format!("{error:.2}");
        let mut table = Table::new(width(), &["placement", "slides", "with network"], |_| {
            CellAlignment::Right
        });
        let mut row: Vec<String> = learned
            .phases
            .iter()
            .map(|phase| fish(phase.error))
            .collect();
        row.push(learned.network_error.map_or("-".to_owned(), fish));
        table.row(row);
        let engine = learned.engine(&self.engine).to_string();
        let text = format!("Errors on games kept aside, in fish:\n{table}\nEngine: {engine}\n");
        let LearnedFiles {
            phases,
            network_error,
            ..
        } = learned;
        let report = LearnedReport {
            phases,
            network_error,
            engine,
        };
        output.answer(&Answer::block("floe/learned/1", report, text))?;
        Ok(Status::Fine)
    }

    fn text(&self, rounds: &[TrainingRound], engine: &str) -> String {
        let mut table = Table::new(width(), &ROUND, |_| CellAlignment::Right);
        for round in rounds {
            table.row(round_row(round));
        }
        let of = counted(u64::from(self.rounds), "round");
        let test = match rounds.iter().any(|round| round.accepted) {
            true => format!(
                "Engine: {engine}\nTest: {}",
                test_call(engine, &self.engine.to_string(), &self.set_up.words())
            ),
            false => format!("No round was accepted: the engine stays {engine}"),
        };
        format!("{} of {of}\n\n{table}\n{test}\n", rounds.len())
    }

    fn write_page(&self, rounds: &[TrainingRound]) -> Result<()> {
        let (Some(path), Some(out)) = (&self.html, &self.out) else {
            return Ok(());
        };
        WrittenLater::open(path)?.write(&html_report::training_page(rounds, out, &self.facts()?)?)
    }

    fn facts(&self) -> Result<Vec<Fact>> {
        let set_up = self.set_up.resolve()?;
        let UnusualSetUp {
            layout,
            special,
            whales,
            ..
        } = UnusualSetUp::of(&set_up);
        Ok(vec![
            ("rules", set_up.rules().to_string()),
            ("players", set_up.players().to_string()),
            ("layout", layout.unwrap_or_default()),
            ("special tiles", special.unwrap_or_default()),
            ("whales", whales.unwrap_or_default()),
            ("engine and limits", self.engine.to_string()),
            ("rounds", self.rounds.to_string()),
            ("games of self-play in a round", self.games.to_string()),
            ("floes of a match, at most", self.floes.to_string()),
            ("random moves, at most", self.random_plies.to_string()),
            ("weight of the result", self.result_share.to_string()),
            ("seed", self.seed.unwrap_or(USUAL_SEED).to_string()),
        ])
    }
}

struct Watch<'a> {
    train: &'a Train,
    bar: RefCell<Option<RunProgress>>,
}

impl TrainingObserver for Watch<'_> {
    fn begin(&mut self, round: u32, step: TrainingStep, games: u64) {
        *self.bar.borrow_mut() = None;
        let step = match step {
            TrainingStep::Games => "self-play",
            TrainingStep::Learning => return,
            TrainingStep::Match => "match, at most",
        };
        let bar = self.train.progress.start("game", 0, games);
        bar.set_message(format!("round {round}: {step}"));
        *self.bar.borrow_mut() = Some(bar);
    }

    fn game(&mut self) {
        if let Some(bar) = &*self.bar.borrow() {
            bar.advance();
        }
    }

    fn round(&mut self, rounds: &[TrainingRound]) -> Result<(), String> {
        *self.bar.borrow_mut() = None;
        self.train
            .write_page(rounds)
            .map_err(|error| format!("{error:#}"))
    }
}

/// A share from 0 to 1.
fn share(text: &str) -> Result<f64, Wrong> {
    let share = text
        .parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| Wrong::new("expected a number from 0 to 1"))
}

/// Sorts an error of training: a failure of the system, or a wrong call.
fn of_training(error: TrainError) -> anyhow::Error {
    match error {
        TrainError::SelfPlay(SelfPlayError::Analysis(error)) => of_analysis(error),
        TrainError::SelfPlay(SelfPlayError::File(error))
        | TrainError::Merge(MergeError::File(error))
        | TrainError::Learn(LearnError::File(error)) => of_game_file(error),
        TrainError::Seal(seal) | TrainError::Merge(MergeError::Seal(seal))
            if is_failure_of_seal(&seal) =>
        {
            seal.into()
        }
        TrainError::Match(error) => of_match(error),
        TrainError::Option(error) => Wrong::from(error).into(),
        TrainError::File { .. } | TrainError::Other(_) => error.into(),
        error => Wrong::new(error).into(),
    }
}
