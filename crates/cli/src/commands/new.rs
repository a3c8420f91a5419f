use std::hash::{BuildHasher, RandomState};

use anyhow::Result;
use clap::{Args, value_parser};
use floe_fish::{AnyPosition, Dealing, Position, deal};
use floe_game::{Game, Player};
use floe_hex::Standard;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

use crate::output::{Answer, Output};
use crate::problem::{self, Status};

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
  floe new --tiles 30 --seed 7               halfway through a random game")]
pub(crate) struct New {
    /// What everything random here follows from
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// The number of players, 2 to 4
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = value_parser!(u8).range(2..=4))]
    players: u8,

    /// The layout of the floe: standard
    #[arg(long, value_name = "L", default_value = "standard", value_parser = layout)]
    layout: Standard,

    /// The rules: base
    #[arg(long, value_name = "R", default_value = "base", value_parser = base_rules)]
    rules: BaseRules,

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

fn layout(name: &str) -> Result<Standard, String> {
    if name == "standard" { Ok(Standard) } else { Err("the only layout built so far is 'standard'".to_owned()) }
}

/// The only rules there are.
#[derive(Clone, Copy)]
struct BaseRules;

fn base_rules(name: &str) -> Result<BaseRules, String> {
    if name == "base" { Ok(BaseRules) } else { Err("the only rules built so far are 'base'".to_owned()) }
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
        let BaseRules = self.rules;
        let seed = self.seed.unwrap_or_else(|| {
            let seed = draw_seed();
            problem::say(&format!("seed {seed}"));
            seed
        });
        let position = match self.players {
            2 => AnyPosition::from(self.set_up::<2>(seed)),
            3 => AnyPosition::from(self.set_up::<3>(seed)),
            _ => AnyPosition::from(self.set_up::<4>(seed)),
        };
        output.answer(&Dealt { position: position.to_string(), seed })?;
        Ok(Status::Fine)
    }

    fn set_up<const N: usize>(&self, seed: u64) -> Position<N> {
        let dealing = if self.balanced { Dealing::Balanced } else { Dealing::Shuffled };
        let mut position = deal::<N, Standard>(self.layout, dealing, seed);
        // Numbers of its own for what follows, so that a floe has the same deal however it is played on.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        rng.jump();
        if self.placed || self.plies.is_some() || self.tiles.is_some() {
            let in_hand = Player::first(N).map(|player| u32::from(position.hand(player))).sum();
            (0..in_hand).for_each(|_| play_at_random(&mut position, &mut rng));
        }
        for _ in 0..self.plies.unwrap_or(0) {
            if position.is_over() {
                break;
            }
            play_at_random(&mut position, &mut rng);
        }
        while self.tiles.is_some_and(|most| position.tiles().len() > most) && !position.is_over() {
            play_at_random(&mut position, &mut rng);
        }
        position
    }
}

/// Plays a move drawn from the list of all in order, the plainest way there is: the seeds of users must go on meaning
/// what they mean, whatever becomes of the fast ways.
fn play_at_random<const N: usize>(position: &mut Position<N>, rng: &mut Xoshiro256PlusPlus) {
    let mut moves = position.moves();
    moves.sort();
    position.play(moves[rng.random_range(0..moves.len())]);
}

/// A seed that is short enough to be typed.
pub(super) fn draw_seed() -> u64 {
    RandomState::new().hash_one("floe") % 1_000_000_000
}
