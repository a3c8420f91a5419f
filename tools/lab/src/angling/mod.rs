//! Experiments on *Gone Fishing!*: the strength of a player in hiding and inferring.

mod day;
mod games;
mod respond;
mod worlds;

use clap::{Args, Subcommand, ValueEnum};

use crate::seat::Fallible;

/// Knowledge that a player has of a day at its decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Memory {
    /// All moves, and what it kept from its decisions before: a player in a game.
    Game,
    /// All moves: a player that is asked anew for each, as in a query.
    Moves,
    /// The position alone.
    Nothing,
}

/// Days by the seeds of their tiles.
#[derive(Clone, Copy, Args, Debug)]
pub(crate) struct DealtDays {
    /// First seed.
    first: u64,
    days: u64,
}

impl DealtDays {
    fn seeds(self) -> std::ops::Range<u64> {
        self.first..self.first + self.days
    }
}

#[derive(Subcommand, Debug)]
pub(crate) enum AnglingExperiment {
    /// Find the exploitability of a player on a small lake.
    Exploit {
        memory: Memory,
        engine: String,
        position: String,
    },
    /// Find the gains of approximate best responses to a player on the full lake.
    Respond {
        engine: String,
        /// Nodes of the response for each decision.
        nodes: u64,
        #[command(flatten)]
        days: DealtDays,
    },
    /// Find the log loss of the beliefs of a player about the tiles of another one.
    Beliefs {
        engine: String,
        /// Engine of the fish.
        fish: String,
        #[command(flatten)]
        days: DealtDays,
    },
    /// Find the points of days of a player against itself.
    Days {
        engine: String,
        #[command(flatten)]
        days: DealtDays,
    },
}

impl AnglingExperiment {
    pub(crate) fn run(&self) -> Fallible<()> {
        match self {
            AnglingExperiment::Exploit {
                memory,
                engine,
                position,
            } => games::exploit(engine, position, *memory),
            AnglingExperiment::Respond {
                engine,
                nodes,
                days,
            } => games::respond(engine, *nodes, *days),
            AnglingExperiment::Beliefs { engine, fish, days } => {
                games::beliefs(engine, fish, *days)
            }
            AnglingExperiment::Days { engine, days } => games::days(engine, *days),
        }
    }
}
