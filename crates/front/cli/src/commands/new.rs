use std::hash::{BuildHasher, RandomState};

use floe_engine::options::{SetUpOptions, StartOptions};

use super::prelude::*;

/// Deal a floe and print its position
///
/// The same seed and options give the same position in every version. Without --seed, draws a seed
/// and prints it on standard error.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/new.txt"))]
pub(crate) struct New {
    /// Seed of all random choices [default: a new one each time]
    #[arg(long, value_name = "SEED", value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// Place all penguins at random
    #[arg(long)]
    placed: bool,

    /// Place all penguins, then play N random moves, fewer if the game ends
    #[arg(long, value_name = "N", conflicts_with = "tiles", value_parser = number::<u32>(0..=u64::from(u32::MAX)))]
    plies: Option<u32>,

    /// Place all penguins, then play random moves until N tiles are left, or fewer
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=u64::from(u32::MAX)))]
    tiles: Option<u32>,

    /// Spread the fish evenly over the floe
    ///
    /// No two tiles with three fish touch, and rows 1 and 2, 3 and 4, and so on hold 22 to 28 fish
    /// a pair (rule 1.3).
    #[arg(long)]
    balanced: bool,

    #[command(flatten)]
    set_up: SetUpArguments,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Dealt {
    position: String,
    #[serde(with = "floe_runs::json_seed")]
    #[schemars(with = "floe_runs::JsonSeed")]
    seed: u64,
}

impl New {
    pub(crate) fn check(&self) -> Result<(), Wrong> {
        let set_up = self.set_up.options();
        self.start().check(set_up.rules.unwrap_or_default())?;
        SetUpOptions {
            balanced: self.balanced,
            ..set_up
        }
        .resolve()?;
        Ok(())
    }

    fn start(&self) -> StartOptions {
        StartOptions {
            placed: self.placed,
            plies: self.plies,
            tiles: self.tiles,
        }
    }

    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let seed = self.seed.unwrap_or_else(draw_seed);
        let options = SetUpOptions {
            balanced: self.balanced,
            ..self.set_up.options()
        };
        let dealt = options.deal(seed).map_err(Wrong::from)?;
        let position = self.start().play(&dealt, seed).map_err(Wrong::from)?;
        if self.seed.is_none() {
            problem::say(&format!("seed {seed}"));
        }
        let text = format!("{position}\n");
        output.answer(&Answer::line(
            "floe/new/1",
            Dealt {
                position: position.to_string(),
                seed,
            },
            text,
        ))?;
        Ok(Status::Fine)
    }
}

/// Draws a seed of at most nine digits, short enough to type.
pub(super) fn draw_seed() -> u64 {
    RandomState::new().hash_one("floe") % 1_000_000_000
}
