use std::sync::atomic::AtomicBool;

use floe_engine::{AnalysisError, Engine, EngineSpec, Evaluation};
use floe_runs::in_order;

use super::{GameFileError, SelfPlay, SelfPlayLog};

/// Self-play run that is to be played and recorded.
#[derive(Debug)]
pub struct SelfPlayRun<'a> {
    /// Set-up of the games, the seed of the run, and the random moves with which games begin.
    pub play: &'a SelfPlay,
    /// Engine that plays all moves. With a limit of nodes or depth and on one thread the run can be
    /// repeated.
    pub spec: &'a EngineSpec,
    /// Evaluation of the base game that the engine uses.
    pub evaluation: Evaluation,
    /// Number of games to play at the same time.
    pub concurrency: usize,
    /// Flag that stops the run when it is set; unfinished games are dropped.
    pub stop: &'a AtomicBool,
}

/// Reason why a self-play run ends before its last game.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// The engine cannot play the game, or there is no memory for its table.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// A game cannot be recorded.
    #[error(transparent)]
    File(#[from] GameFileError),
}

impl SelfPlayRun<'_> {
    /// Plays the games that the file lacks, and records them. The whole run has `games` games, of
    /// which the file of a shard has its share. Calls `each` after every game with the number of
    /// games in the file. If `stop` is set, drops the unfinished games and returns `Ok` with fewer
    /// games in the file. The bytes of the file do not depend on the number of games that are
    /// played at the same time.
    ///
    /// # Errors
    /// When a game cannot be played or recorded. The games before it are in the file.
    pub fn record(
        &self,
        games: u64,
        log: &mut SelfPlayLog,
        mut each: impl FnMut(u64),
    ) -> Result<(), SelfPlayError> {
        let shard = log.shard();
        let worker = || {
            let mut engine = Engine::from_spec(self.spec, self.evaluation.clone());
            let limits = self.spec.limits();
            move |place| {
                self.play
                    .play(&mut engine, &limits, shard.task(place), self.stop)
                    .transpose()
            }
        };
        let known = log.logged.games;
        // Games end in any order; appending them in order makes duplicates the same in every run.
        let wanted = shard.tasks_of(games).max(known);
        let recorded = in_order(known..wanted, self.concurrency, worker, |game| {
            log.append(game?)?;
            each(log.logged.games);
            Ok(())
        });
        log.sync()?;
        recorded
    }
}
