use std::hash::{BuildHasher, RandomState};

use anyhow::Result;
use clap::Args;
use floe_engine::{EngineGame, with_game};
use floe_fish::Dealing;
use floe_game::Chance;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Serialize;

use crate::arguments::number;
use crate::output::{Answer, Output};
use crate::problem::{self, Status, Wrong};
use crate::set_up::SetUpArguments;

/// Deal a floe and print its position
///
/// The same seed and options give the same position in every version. Without --seed, draws a seed and prints it on
/// standard error.
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
    /// No two tiles with three fish touch, and rows 1 and 2, 3 and 4, and so on hold 22 to 28 fish a pair (rule 1.3).
    #[arg(long)]
    balanced: bool,

    #[command(flatten)]
    set_up: SetUpArguments,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Dealt {
    position: String,
    seed: u64,
}

impl New {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let seed = self.seed.unwrap_or_else(draw_seed);
        let dealing = if self.balanced { Dealing::Balanced } else { Dealing::Shuffled };
        self.set_up.expect_floe("--placed", self.placed)?;
        self.set_up.expect_floe("--tiles", self.tiles.is_some())?;
        let mut position = self.set_up.deal(dealing, seed)?;
        with_game!(&mut position, position => self.play_on(position, seed))?;
        if self.seed.is_none() {
            problem::say(&format!("seed {seed}"));
        }
        let text = format!("{position}\n");
        output.answer(&Answer::line("floe/new/1", Dealt { position: position.to_string(), seed }, text))?;
        Ok(Status::Fine)
    }

    /// Plays the random moves that are asked for.
    fn play_on<G: EngineGame>(&self, position: &mut G, seed: u64) -> Result<(), Wrong> {
        let most = position.tiles_left();
        if let Some(tiles) = self.tiles.filter(|&tiles| tiles > most) {
            return Err(Wrong::new(format!("--tiles: expected 0 to {most}; found {tiles}")));
        }
        // A stream of its own, so that the deal does not depend on the moves.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        rng.jump();
        if self.placed || self.plies.is_some() || self.tiles.is_some() {
            (0..position.in_hand()).for_each(|_| play_at_random(position, seed, &mut rng));
        }
        for _ in 0..self.plies.unwrap_or(0) {
            if position.is_over() {
                break;
            }
            play_at_random(position, seed, &mut rng);
        }
        while self.tiles.is_some_and(|most| position.tiles_left() > most) && !position.is_over() {
            play_at_random(position, seed, &mut rng);
        }
        Ok(())
    }
}

/// Plays a move drawn from the sorted list of all moves; the seed decides the outcome of chance.
///
/// The method stays this plain, so that seeds keep their meaning when faster ones change.
fn play_at_random<G: Chance>(position: &mut G, seed: u64, rng: &mut Xoshiro256PlusPlus) {
    let mut choices = position.choices();
    choices.sort();
    let choice = choices[rng.random_range(0..choices.len())];
    position.play(position.outcome_in(choice, seed));
}

/// Draws a seed of at most nine digits, short enough to type.
pub(super) fn draw_seed() -> u64 {
    RandomState::new().hash_one("floe") % 1_000_000_000
}
