//! Learns the evaluation from games of self-play: the weights by least squares, the network by gradient descent on the
//! residuals of the weights. The same games give the same numbers.

mod calibrate;
mod least_squares;
mod network;
mod observation;

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Parser;
use floe_evaluation::NetworkInputs;
use floe_study::{SelfPlayGame, read_games};

use observation::Observation;

/// One fish, in 1/128 fish.
const FISH: f64 = 128.0;
/// One game in this many belongs to the validation set: it measures the result, and nothing is learned from it.
const VALIDATION_INTERVAL: u64 = 10;

/// Learns weights (--out) or a network (--network) from games of self-play, or calibrates win probabilities
/// (--calibrate).
#[derive(Parser)]
struct Arguments {
    /// Files of self-play, all of the same number of players (`floe selfplay`).
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// File for the weights, for instance crates/evaluation/weights/2.txt.
    #[arg(long, required_unless_present_any = ["network", "calibrate"])]
    out: Option<PathBuf>,
    /// File for the network, learned on top of the built-in weights, for instance
    /// crates/evaluation/weights/2-network.txt.
    #[arg(long, conflicts_with = "out")]
    network: Option<PathBuf>,
    /// Fit the scale of the error of searches, and print the calibration of win probabilities.
    #[arg(long, conflicts_with_all = ["out", "network"])]
    calibrate: bool,
    /// Number of passes over all positions, for the network.
    #[arg(long, default_value_t = 12)]
    epochs: u32,
    /// Positions with fewer free tiles are late: the network learns from one in seven of them.
    #[arg(long, default_value_t = 0, conflicts_with = "out")]
    rare_below: u32,
    /// Weight of the result of a game against the search's expectation; proved values count alone.
    #[arg(long, default_value_t = 0.5)]
    result_share: f64,
    /// Comment for the head of the file, for instance a match that was won.
    #[arg(long)]
    note: Option<String>,
}

fn main() -> ExitCode {
    let Err(error) = learn(&Arguments::parse()) else { return ExitCode::SUCCESS };
    eprintln!("error: {error:#}");
    ExitCode::FAILURE
}

fn learn(arguments: &Arguments) -> Result<()> {
    if arguments.calibrate {
        print!("{}", calibrate::calibrate(&arguments.games)?);
        return Ok(());
    }
    let mut players = None;
    read_games(&arguments.games[0], |game| players = players.or(Some(game.start.players())))?;
    let players = players.context("there are no games to learn from")?;
    let (path, page) = match (&arguments.out, &arguments.network) {
        (Some(path), _) => (path, least_squares::learn(arguments, players)?),
        (None, Some(path)) => (path, network::learn(arguments, players)?),
        (None, None) => bail!("one of --out and --network is required"),
    };
    fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
    println!("wrote {}", path.display());
    Ok(())
}

impl Arguments {
    /// Reads all positions, in order, and returns the origin of the games as comments for the head of the file.
    fn read(
        &self,
        players: usize,
        mut add: impl FnMut(&SelfPlayGame, &[Observation], &NetworkInputs),
    ) -> Result<String> {
        let mut comments = String::new();
        for path in &self.games {
            let mut refusal = None;
            let run = read_games(path, |game| {
                for sample in game.samples() {
                    match Observation::of(&sample) {
                        None => refusal = Some("only games of the base game can be learned from"),
                        Some(_) if sample.results.len() != players => {
                            refusal = Some("the games are of different numbers of players");
                        }
                        Some((observations, inputs)) => add(game, &observations, &inputs),
                    }
                }
            })?;
            if let Some(refusal) = refusal {
                bail!("{}: {refusal}", path.display());
            }
            let _ = writeln!(comments, "#   {run}");
        }
        if let Some(note) = &self.note {
            let _ = writeln!(comments, "# {note}");
        }
        Ok(comments)
    }

    /// The value to learn for an observation, in fish.
    fn target(&self, observation: &Observation) -> f64 {
        let result_share = if observation.exact { 0.0 } else { self.result_share };
        let result = f64::from(observation.result);
        let searched = f64::from(observation.searched);
        (result_share * result + (1.0 - result_share) * searched) / FISH
    }
}

/// Whether a game belongs to the validation set.
fn is_validation(game: &SelfPlayGame) -> bool {
    game.index.is_multiple_of(VALIDATION_INTERVAL)
}
