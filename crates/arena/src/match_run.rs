//! A match: its games are played, recorded and counted.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use floe_game::{Chance, Notated};

use crate::config::MatchConfig;
use crate::record::Record;
use crate::runner::{Maker, MatchRules, Runner, Scoreboard};
use crate::schedule::Shard;
use crate::statistics::Sprt;
use crate::store::{Seal, Store, StoreError};

/// A match that is about to be played.
#[derive(Clone, Copy, Debug)]
pub struct MatchRun<'a> {
    /// The match.
    pub config: &'a MatchConfig,
    /// The part of the schedule to play.
    pub shard: Shard,
    /// The directory where the games are kept, if they are.
    pub out: Option<&'a Path>,
    /// Games played in parallel.
    pub concurrency: usize,
    /// The sequential test that ends the match, if there is one.
    pub sprt: Option<Sprt>,
    /// Once this is set games are broken off, and nothing of them is kept.
    pub stop: &'a AtomicBool,
}

/// Observes a match.
pub trait MatchObserver {
    /// The match begins with this many games known, of so many in all.
    fn begin(&mut self, known: u64, total: u64);

    /// A game has ended.
    fn game(&mut self, record: &Record, board: &Scoreboard);
}

impl MatchRun<'_> {
    /// Plays the games that are not known yet, until the test is decided or the match is stopped. A shard that is complete is sealed.
    ///
    /// # Errors
    /// When there is no schedule, the games of another match are kept there, or they cannot be kept.
    pub fn play<G: Notated + Chance + Sync>(
        &self,
        rules: &dyn MatchRules<G>,
        maker: &Maker<'_, G>,
        observer: &mut dyn MatchObserver,
    ) -> Result<Scoreboard, StoreError> {
        let schedule = self.config.schedule()?;
        let mut board = Scoreboard::new(schedule.clone(), self.config.engines.len(), self.config.sides(), self.sprt);
        let mut store = self.out.map(|out| self.open(out, &mut board)).transpose()?;
        let all = self.shard.blocks(&schedule).flat_map(|block| schedule.block(block));
        let (known, games): (Vec<u64>, Vec<u64>) = all.partition(|&game| board.knows(game));
        let total = (known.len() + games.len()) as u64;
        observer.begin(known.len() as u64, total);
        if board.account().decided().is_none() {
            let runner = Runner {
                schedule: &schedule,
                rules,
                maker,
                seed: self.config.seed,
                build: &self.config.build,
                clock: self.config.clock,
                concurrency: self.concurrency,
                stop: self.stop,
            };
            runner.play(&games, |record| {
                if let Some(store) = &mut store {
                    store.append(&record)?;
                }
                board.record(&record);
                observer.game(&record, &board);
                Ok::<bool, StoreError>(board.account().decided().is_none())
            })?;
        }
        if let Some(store) = &mut store {
            store.sync()?;
        }
        let is_complete = board.games() >= total && !self.stop.load(Relaxed);
        if let Some(out) = self.out.filter(|_| is_complete) {
            Seal::write(out, self.shard, total, &self.config.build)?;
        }
        Ok(board)
    }

    fn open(&self, out: &Path, board: &mut Scoreboard) -> Result<Store, StoreError> {
        Store::open_shard(out, self.shard, self.config, |record: Record| board.record(&record))
    }
}
