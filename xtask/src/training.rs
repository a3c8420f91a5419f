//! Weights and networks of all games learned anew, by `floe train` as users run it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use serde_json::Value;

use crate::builds::build;
use crate::shell::{Workspace, read};

/// Folder of the weights that are built in.
const WEIGHTS: &str = "crates/play/evaluation/weights";
/// Seed of the floes that judge, other than the seed of the floes of the training.
const SEED_OF_JUDGEMENT: &str = "1001";
/// Nodes a move of the two matches that judge, and the number of their floes.
const JUDGEMENTS: [(u32, &str); 2] = [(1_000, "200"), (10_000, "60")];

/// Options of `cargo xtask train-all`.
#[derive(Args)]
pub(crate) struct TrainAllOptions {
    /// Weights to learn, such as whale-2; without any, all weights: those of two sides first.
    names: Vec<String>,
    /// Directory of the runs. The same call goes on with runs that were stopped.
    #[arg(long, value_name = "DIR", default_value = "runs/training")]
    out: PathBuf,
    /// Number of games of self-play in a round.
    #[arg(long, value_name = "N", default_value = "8000")]
    games: String,
    /// Number of rounds.
    #[arg(long, value_name = "N", default_value = "3")]
    rounds: String,
    /// Use this program instead of building it.
    #[arg(long, value_name = "FILE")]
    floe: Option<PathBuf>,
}

/// Learns weights game by game. A new evaluation that is stronger than the one built in, on floes
/// that the training has not seen, replaces its files.
pub(crate) fn train_all(workspace: &Workspace, options: &TrainAllOptions) -> Result<()> {
    let floe = match &options.floe {
        Some(program) => program.clone(),
        None => build(workspace, "release", &["--features", "full"])?,
    };
    let names = if options.names.is_empty() {
        names_of_weights(&workspace.root().join(WEIGHTS))?
    } else {
        options.names.clone()
    };
    for name in names {
        let training = Training {
            workspace,
            floe: &floe,
            folder: options.out.join(&name),
            name: &name,
        };
        println!("{}", training.renew(options)?);
    }
    Ok(())
}

/// Names of all weights, those of two sides first.
fn names_of_weights(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.file_name().to_string_lossy().into_owned();
        let weights = file.strip_suffix(".txt");
        names.extend(
            weights
                .filter(|name| !name.ends_with("-network"))
                .map(str::to_owned),
        );
    }
    let sides = |name: &str| {
        if name.contains("teams") {
            "2"
        } else {
            players(name)
        }
        .to_owned()
    };
    names.sort_by_cached_key(|name| (sides(name), name.clone()));
    Ok(names)
}

/// The number of players in the name of weights: `2` in `push+whale-2`.
fn players(name: &str) -> &str {
    name.rsplit_once('-').map_or(name, |(_, players)| players)
}

/// Training of the evaluation of one game.
struct Training<'a> {
    workspace: &'a Workspace,
    floe: &'a Path,
    folder: PathBuf,
    /// Name of its weights.
    name: &'a str,
}

impl Training<'_> {
    /// Trains, judges and replaces the evaluation; returns what came of it as a line.
    fn renew(&self, options: &TrainAllOptions) -> Result<String> {
        let name = self.name;
        let out = self.folder.join("train");
        let folder = out.to_str().context("the path is not UTF-8")?;
        let numbers = ["--games", &options.games, "--rounds", &options.rounds];
        let call = [&["train", "--out", folder, "--seed", "1"], &numbers[..]].concat();
        let report = self.ask(&call)?;
        let rounds = report["rounds"].as_array().context("no rounds")?;
        let accepted = rounds.iter().rfind(|round| round["accepted"] == true);
        let Some(accepted) = accepted else {
            return Ok(format!("{name}: no round was accepted"));
        };
        let mut told = format!("{name}:");
        let mut is_stronger = true;
        for (nodes, floes) in JUDGEMENTS {
            let (elo, error) = self.judge(&report["engine"], nodes, floes)?;
            told += &format!(" {elo:+.0} ± {error:.0} Elo at {nodes} nodes,");
            is_stronger &= elo > if nodes == JUDGEMENTS[0].0 { error } else { 0.0 };
        }
        if !is_stronger {
            return Ok(told + " refused");
        }
        let weights = self.workspace.root().join(WEIGHTS);
        for (kind, ending) in [("weights", ".txt"), ("network", "-network.txt")] {
            if let Some(file) = accepted[kind].as_str() {
                fs::copy(out.join(file), weights.join(format!("{name}{ending}")))?;
            }
        }
        Ok(told + " kept")
    }

    /// Elo of the trained engine over the built-in evaluation with this number of nodes a move, and
    /// half of its 95 % interval.
    fn judge(&self, engine: &Value, nodes: u32, floes: &str) -> Result<(f64, f64)> {
        let engine = engine.as_str().context("no engine")?;
        let (method, rest) = engine
            .split_once(':')
            .context("an engine without options")?;
        let options = rest
            .split(',')
            .filter(|option| !option.starts_with("nodes="));
        let options: Vec<&str> = options.collect();
        let usual = format!("{method}:nodes={nodes}");
        let trained = format!("{usual},{}", options.join(","));
        let folder = self.folder.join(format!("match-{nodes}"));
        let folder = folder.to_str().context("the path is not UTF-8")?;
        let report = self.ask(&[
            "match",
            &trained,
            &usual,
            "--floes",
            floes,
            "--seed",
            SEED_OF_JUDGEMENT,
            "--out",
            folder,
        ])?;
        let number = |field: &str| report[field].as_f64().context("no Elo");
        Ok((number("elo")?, number("error")?))
    }

    /// Result of a command of floe with the rules and players of this game.
    fn ask(&self, call: &[&str]) -> Result<Value> {
        let players = players(self.name);
        let rules = self.name.strip_suffix(players).unwrap_or_default();
        let rules = rules.strip_suffix('-').unwrap_or("base");
        let game = ["--rules", rules, "--players", players, "--json"];
        let command = self.workspace.program(self.floe, [call, &game].concat());
        Ok(serde_json::from_str(&read(command)?)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_two_sides_come_first() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .join(WEIGHTS);
        let names = names_of_weights(&folder).unwrap();
        assert_eq!(names[0], "2");
        assert_eq!(players(&names[0]), "2");
        assert_eq!(players("push+whale-3"), "3");
        let teams = names.iter().position(|name| name == "teams-4").unwrap();
        let three = names.iter().position(|name| name == "3").unwrap();
        assert!(teams < three);
        assert!(names.iter().all(|name| !name.ends_with("network")));
    }
}
