use std::hash::{BuildHasher, RandomState};

use anyhow::Result;
use clap::Args;
use floe_engine::{EngineGame, with_game};
use floe_fish::Dealing;
use floe_game::Chance;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

use crate::output::{Answer, Output};
use crate::problem::{self, Status};
use crate::set_up::SetUpArguments;

/// Deal a floe and print its position
///
/// The same seed with the same options gives the same position, for ever. Without --seed one is drawn, and told on
/// standard error, so that the floe can be had again.
#[derive(Args)]
#[command(after_help = "\
Examples:
  floe new                                   a floe before the first placement, for two players
  floe new --players 3 --balanced --seed 7   the threes apart, the fish spread evenly
  floe new --placed --seed 7                 the penguins placed at random
  floe new --tiles 30 --seed 7               halfway through a random game
  floe new --rules whale --players 3         a whale below the ice; floe help rules tells of all rules
  floe new --layout setup-2 --centre open    a hexagon with an open middle")]
pub(crate) struct New {
    /// What everything random here follows from
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    #[command(flatten)]
    set_up: SetUpArguments,

    /// Place all penguins at random
    #[arg(long)]
    placed: bool,

    /// Place all penguins, then play K random moves
    #[arg(long, value_name = "K", conflicts_with = "tiles")]
    plies: Option<u32>,

    /// Place all penguins, then play random moves until at most T tiles are left
    #[arg(long, value_name = "T")]
    tiles: Option<u32>,

    /// Deal until no two three-fish tiles touch and every pair of rows holds 22 to 28 fish
    #[arg(long)]
    balanced: bool,
}

#[derive(Serialize)]
struct Dealt {
    position: String,
    seed: u64,
}

impl Answer for Dealt {
    const SCHEMA: &'static str = "floe/new/1";

    fn text(&self) -> String {
        format!("{}\n", self.position)
    }
}

impl New {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let seed = self.seed.unwrap_or_else(|| {
            let seed = draw_seed();
            problem::say(&format!("seed {seed}"));
            seed
        });
        let dealing = if self.balanced { Dealing::Balanced } else { Dealing::Shuffled };
        let mut position = self.set_up.deal(dealing, seed)?;
        with_game!(&mut position, position => self.play_on(position, seed));
        output.answer(&Dealt { position: position.to_string(), seed })?;
        Ok(Status::Fine)
    }

    fn play_on<G: EngineGame>(&self, position: &mut G, seed: u64) {
        // Numbers of its own for what follows, so that a floe has the same deal however it is played on.
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
    }
}

/// Plays a move drawn from the list of all in order, the plainest way there is: the seeds of users must go on meaning
/// what they mean, whatever becomes of the fast ways.
///
/// What chance decides is settled by the seed.
fn play_at_random<G: Chance>(position: &mut G, seed: u64, rng: &mut Xoshiro256PlusPlus) {
    let mut choices = position.choices();
    choices.sort();
    let choice = choices[rng.random_range(0..choices.len())];
    position.play(position.outcome_in(choice, seed));
}

/// A seed that is short enough to be typed.
pub(super) fn draw_seed() -> u64 {
    RandomState::new().hash_one("floe") % 1_000_000_000
}
