use floe_arena::match_run::{MatchError, MatchObserver, MatchRun};
use floe_arena::scoreboard::Scoreboard;
use floe_engine::with_type;

use crate::floes::MatchFloes;
use crate::{MatchStarts, Players};

/// Plays the games of a match that are not recorded yet, and returns the scores of all games,
/// recorded ones included. `starts` must be the starts from which the configuration of the run was
/// made, and `players` must be the players that it names.
///
/// # Errors
/// When the match has no schedule, when the directory holds games of another match, when games
/// cannot be recorded, or when a limit of the system is reached.
pub fn play(
    run: &MatchRun<'_>,
    starts: &MatchStarts,
    players: &Players,
    observer: &mut dyn MatchObserver,
) -> Result<Scoreboard, MatchError> {
    with_type!(starts.position_type(), G => {
        let floes = MatchFloes::<G>::new(run.config.seed, starts);
        run.play(&floes, &|engine| players.make(engine, run.stop), observer)
    })
}
