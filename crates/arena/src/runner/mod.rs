//! Plays the games of a schedule.

mod play;
mod scoreboard;

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

use floe_game::{Chance, Game, Notated, Player};

use crate::clock::TimeControl;
use crate::contestant::Contestant;
use crate::fault::Fault;
use crate::record::{Record, SeatResult};
use crate::schedule::Schedule;
use play::Table;

pub use scoreboard::{Account, Scoreboard};

/// What a match must know of the game that is played.
pub trait Rules<G: Game>: Sync {
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
    pub rules: &'a dyn Rules<G>,
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
        let next = AtomicUsize::new(0);
        let enough = AtomicBool::new(false);
        // Short, so that games are recorded as soon as they have ended and no queue piles up.
        let (sender, receiver) = mpsc::sync_channel(4 * self.concurrency.max(1));
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, games.len().max(1)) {
                let sender = sender.clone();
                let (next, enough) = (&next, &enough);
                scope.spawn(move || {
                    let mut table = Table::new(self);
                    let stopped = || self.stop.load(Relaxed) || enough.load(Relaxed);
                    while let Some(&game) = games.get(next.fetch_add(1, Relaxed)) {
                        let Some(record) = table.play(&self.schedule.game(game), &stopped) else { return };
                        if sender.send(record).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut result = Ok(());
            for record in receiver {
                match each(record) {
                    Ok(true) => continue,
                    Ok(false) => {}
                    Err(error) => result = Err(error),
                }
                enough.store(true, Relaxed);
                break;
            }
            result
        })
    }
}
