//! Plays the games of a schedule.

mod play;
mod scoreboard;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use floe_game::{Chance, Game, Notated, Player};

use crate::clock::TimeControl;
use crate::contestant::Contestant;
use crate::fault::Fault;
use crate::record::{Record, SeatResult};
use crate::schedule::Schedule;
use crate::workers::for_each;
use play::GameRunner;

pub use scoreboard::{Account, Scoreboard};

/// What a match must know of the game that is played.
pub trait MatchRules<G: Game>: Sync {
    /// The position that the floe with this index begins with.
    fn floe(&self, index: u64) -> G;

    /// A position in its notation.
    fn position(&self, game: &G) -> String;

    /// What a player has made of a finished game.
    fn result(&self, game: &G, player: Player) -> SeatResult;
}

/// Makes the engine with this number. A seat whose engine has come to grief gets a new one.
pub type Maker<'a, G> = dyn Fn(usize) -> Result<Box<dyn Contestant<G>>, Fault> + Sync + 'a;

/// The games of a schedule, to be played.
pub struct Runner<'a, G: Game> {
    /// What there is to play.
    pub schedule: &'a Schedule,
    /// The game.
    pub rules: &'a dyn MatchRules<G>,
    /// The engines.
    pub maker: &'a Maker<'a, G>,
    /// What the floes and the engines' seeds follow from.
    pub seed: u64,
    /// The build, for the records.
    pub build: &'a str,
    /// The time that everybody has for a game, if that is limited.
    pub clock: Option<TimeControl>,
    /// So many games at the same time.
    pub concurrency: usize,
    /// Once this is set games are broken off, and nothing of them is kept.
    pub stop: &'a AtomicBool,
}

impl<G: Game> fmt::Debug for Runner<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner")
            .field("schedule", &self.schedule)
            .field("seed", &self.seed)
            .field("build", &self.build)
            .field("clock", &self.clock)
            .field("concurrency", &self.concurrency)
            .finish_non_exhaustive()
    }
}

impl<G: Notated + Chance + Sync> Runner<'_, G> {
    /// Plays these games of the schedule; `each` gets the record of every game that has ended, and says whether to go
    /// on. The records of two runs differ in their order only, where the engines' limits are nodes or depths.
    ///
    /// # Errors
    /// The first of `each`.
    pub fn play<E>(&self, games: &[u64], mut each: impl FnMut(Record) -> Result<bool, E>) -> Result<(), E> {
        let enough = AtomicBool::new(false);
        let stopped = || self.stop.load(Relaxed) || enough.load(Relaxed);
        let worker = || {
            let (mut runner, stopped) = (GameRunner::new(self), &stopped);
            move |index: u64| runner.play(&self.schedule.game(games[index as usize]), stopped)
        };
        for_each(0..games.len() as u64, self.concurrency.max(1), &enough, worker, |_, record| each(record))
    }
}
