//! The match of a round of training against the evaluation before.

use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use floe_arena::match_run::{MatchError, MatchObserver, MatchRun};
use floe_arena::record::Record;
use floe_arena::report::MatchReport;
use floe_arena::scoreboard::Scoreboard;
use floe_arena::statistics::{Decision, EloScale, Sprt};
use floe_arena::store::{RecordFileProblem, StoreError};
use floe_engine::EngineSpec;
use floe_matches::{GivenPlayer, MatchOptions, MatchStarts, Players};
use floe_runs::{FileProblem, SeedOf};

use crate::learned_files::LearnedFiles;
use crate::training_error::TrainError;
use crate::training_options::{TrainingOptions, WAIT, Workers};
use crate::training_round::{TrainingObserver, TrainingStep};

/// Elo bounds of the sequential test by which a new evaluation is accepted.
const ELO: [f64; 2] = [0.0, 10.0];

/// End of the match of a round.
pub(crate) enum Matched {
    /// Played by this process, with this result.
    Here(Box<MatchReport>),
    /// Played by another process, which has written the round.
    Elsewhere,
    /// Not played, because the run was stopped.
    Stopped,
}

pub(crate) struct RoundMatch<'a> {
    pub(crate) options: &'a TrainingOptions,
    pub(crate) round: u32,
    pub(crate) directory: &'a Path,
    /// Engine with the evaluation before.
    pub(crate) before: &'a EngineSpec,
    /// Evaluation that the round has learned.
    pub(crate) learned: &'a LearnedFiles,
}

impl RoundMatch<'_> {
    /// Plays the match, or waits for the process that does.
    ///
    /// # Errors
    /// If the match cannot be played.
    pub(crate) fn play(
        self,
        workers: Workers<'_>,
        observer: &mut dyn TrainingObserver,
    ) -> Result<Matched, TrainError> {
        let RoundMatch {
            options,
            round,
            directory,
            before,
            learned,
        } = self;
        let TrainingOptions {
            set_up,
            seed,
            floes,
            engine,
            build,
            ..
        } = options;
        let Workers { concurrency, stop } = workers;
        let of_match = MatchOptions {
            floes: Some(*floes),
            ..MatchOptions::new(MatchStarts::new(set_up.clone(), None, false)?, build)
        };
        let starts = &of_match.starts;
        let new = learned.engine(engine);
        let given = [&new, before].map(|engine| GivenPlayer::Text(engine.to_string()));
        let players = Players::read(&given, starts.sides(), starts.rules(), None)
            .map_err(|error| TrainError::Other(error.to_string()))?;
        let config = of_match.config(
            players.names(),
            SeedOf::TrainingMatch(round).from_run(*seed),
        );
        let config = players.identified(config).map_err(TrainError::Other)?;
        let [none, gain] = ELO;
        let sprt = Sprt::new(EloScale::Logistic, none, gain).expect("the bounds are in order");
        let out = directory.join("match");
        let run = MatchRun {
            out: Some(&out),
            concurrency,
            sprt: Some(sprt),
            ..MatchRun::new(&config, stop)
        };
        let path = directory.join("round.json");
        let mut watch = Watch { round, observer };
        loop {
            match floe_matches::play(&run, starts, &players, &mut watch) {
                Ok(_) if stop.load(Relaxed) => return Ok(Matched::Stopped),
                Ok(board) => {
                    return Ok(Matched::Here(
                        MatchReport::new(&board.account, &config.engines).into(),
                    ));
                }
                Err(error) if is_match_locked(&error) => {
                    std::thread::sleep(WAIT);
                    if path.exists() {
                        return Ok(Matched::Elsewhere);
                    }
                    if stop.load(Relaxed) {
                        return Ok(Matched::Stopped);
                    }
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Whether the test accepted the first engine of a match.
pub(crate) fn is_accepted(report: &MatchReport) -> bool {
    let test = report.sprt.as_ref();
    test.is_some_and(|test| test.decision == Decision::AcceptH1)
}

struct Watch<'a> {
    round: u32,
    observer: &'a mut dyn TrainingObserver,
}

impl MatchObserver for Watch<'_> {
    fn begin(&mut self, _known: u64, total: u64) {
        self.observer.begin(self.round, TrainingStep::Match, total);
    }

    fn game(&mut self, _record: &Record, _board: &Scoreboard) {
        self.observer.game();
    }
}

/// Whether another process records the match.
fn is_match_locked(error: &MatchError) -> bool {
    let MatchError::Store(StoreError::File { problem, .. }) = error else {
        return false;
    };
    matches!(problem, RecordFileProblem::File(FileProblem::Locked))
}
