//! Experiments on *Fish 'n' Flip*.

mod bracket;
mod games;
mod learn;

use std::ops::Range;

use clap::{Args, Subcommand, ValueEnum};
use floe_flip::{Flip, FlipSetUp};

use crate::seat::{Fallible, Seat};

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Level {
    Normal,
    Difficult,
}

/// The usual game for a number of players at a level.
#[derive(Clone, Copy, Args, Debug)]
pub(crate) struct UsualGame {
    players: usize,
    level: Level,
}

impl UsualGame {
    fn set_up(self) -> FlipSetUp {
        FlipSetUp::usual(self.players, self.level == Level::Difficult)
    }
}

/// Games of one set-up, by their seeds.
#[derive(Args, Debug)]
pub(crate) struct Deals {
    #[command(flatten)]
    game: UsualGame,
    /// First seed.
    first: u64,
    games: u64,
}

impl Deals {
    fn seeds(&self) -> Range<u64> {
        self.first..self.first + self.games
    }

    fn deal(&self, seed: u64) -> Fallible<Flip> {
        Ok(Flip::deal(&self.game.set_up(), seed)?)
    }
}

#[derive(Subcommand, Debug)]
pub(crate) enum FlipExperiment {
    /// Play games with a player, and report the animals left and the games lost.
    Games {
        engine: String,
        #[command(flatten)]
        deals: Deals,
    },
    /// Play games with knowledge of their piles by a beam search: no player without that knowledge
    /// can expect to leave fewer animals than the best such search.
    Hindsight(Deals),
    /// Compare the forecast of an engine with the ends of games.
    Calibrate { engine: String, positions: u64 },
    /// Compare a player with exact values and their bounds, with one refill to come.
    Bracket {
        engine: String,
        #[command(flatten)]
        game: UsualGame,
        positions: usize,
    },
    /// Learn the weights of the estimate, and print them for crates/rules/flip/src/estimate.txt.
    Learn {
        #[arg(default_value_t = 2)]
        rounds: u64,
        #[arg(default_value_t = 100_000)]
        games: u64,
    },
}

impl FlipExperiment {
    pub(crate) fn run(&self) -> Fallible<()> {
        match self {
            FlipExperiment::Games { engine, deals } => games::play(engine, deals),
            FlipExperiment::Hindsight(deals) => games::play_with_hindsight(deals),
            FlipExperiment::Calibrate { engine, positions } => {
                games::calibrate(&mut Seat::new(engine)?, *positions)
            }
            FlipExperiment::Bracket {
                engine,
                game,
                positions,
            } => bracket::compare(engine, &game.set_up(), *positions),
            FlipExperiment::Learn { rounds, games } => {
                learn::print_weights(*rounds, *games);
                Ok(())
            }
        }
    }
}
