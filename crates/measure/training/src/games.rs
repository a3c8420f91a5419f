use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use floe_evaluation::{NetworkInputs, WeightsGame};
use floe_selfplay::{GameFileError, SelfPlayGame, first_game, read_games};

use crate::observation::{Observation, has_network};

/// One fish, in 1/128 fish.
pub(crate) const FISH: f64 = 128.0;
/// One game in this many belongs to the validation set: it measures the result, and nothing is
/// learned from it.
const VALIDATION_INTERVAL: u64 = 10;

/// Games to learn from, and the value that is learned from them.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingGames {
    /// Files of self-play, all of one game.
    pub files: Vec<PathBuf>,
    /// Weight of the game's result in the value to learn, 0 to 1; the value that the search found
    /// has the rest. A proved value is learned as it is.
    pub result_share: f64,
}

/// Reason why nothing can be learned from games.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// A file cannot be read, or is damaged.
    #[error(transparent)]
    File(#[from] GameFileError),
    /// The file has no games on a floe.
    #[error("{}: expected games on a floe", .0.display())]
    NoFloe(PathBuf),
    /// The files have no games.
    #[error("expected games to learn from; found none")]
    NoGames,
    /// The games are not all of one game.
    #[error("{}: expected games of {expected}; found {found}", path.display())]
    OtherGame {
        /// Path of the file.
        path: PathBuf,
        /// The game of the first file, in words.
        expected: String,
        /// The game that was found, in words.
        found: String,
    },
    /// The equations for the weights of a phase, named here, have no solution.
    #[error("the games do not determine the weights of {0}")]
    Undetermined(&'static str),
    /// A network is to be learned, and the games, described here, give a network nothing to see.
    #[error("networks are learned on the official floe, without special tiles; found games of {0}")]
    NoNetwork(String),
}

impl TrainingGames {
    /// Game of the first file: its rules and number of players.
    ///
    /// # Errors
    /// If there is no file, or the first file cannot be read, has no game, or has games without a
    /// floe.
    pub fn game(&self) -> Result<WeightsGame, LearnError> {
        let path = self.files.first().ok_or(LearnError::NoGames)?;
        game_of(&self.first()?).ok_or_else(|| LearnError::NoFloe(path.clone()))
    }

    /// Whether a network can be learned from the games, as
    /// [`can_have_network`](crate::can_have_network) says.
    ///
    /// # Errors
    /// If there is no file, or the first file cannot be read or has no game.
    pub fn can_have_network(&self) -> Result<bool, LearnError> {
        Ok(has_network(&self.first()?.start))
    }

    fn first(&self) -> Result<SelfPlayGame, LearnError> {
        let path = self.files.first().ok_or(LearnError::NoGames)?;
        first_game(path)?.ok_or(LearnError::NoGames)
    }

    /// Calls `add` with all positions, in order; returns the origin of the games as comments for
    /// the head of a file.
    pub(crate) fn read(
        &self,
        expected: WeightsGame,
        mut add: impl FnMut(&SelfPlayGame, &[Observation], Option<&NetworkInputs>),
    ) -> Result<String, LearnError> {
        let mut comments = String::new();
        for path in &self.files {
            let mut found = None;
            let run = read_games(path, |game| {
                let of = game_of(game);
                if of != Some(expected) {
                    found = found.or(Some(of));
                    return;
                }
                for sample in game.samples() {
                    if let Some((observations, inputs)) = Observation::of(&sample) {
                        add(game, &observations, inputs.as_ref());
                    }
                }
            })?;
            match found {
                None => {}
                Some(None) => return Err(LearnError::NoFloe(path.clone())),
                Some(Some(found)) => return Err(other_game(path, expected, found)),
            }
            let _ = writeln!(comments, "#   {run}");
        }
        Ok(comments)
    }

    /// The value to learn for an observation, in fish.
    pub(crate) fn target(&self, observation: &Observation) -> f64 {
        let result_share = if observation.exact {
            0.0
        } else {
            self.result_share
        };
        let result = f64::from(observation.result);
        let searched = f64::from(observation.searched);
        (result_share * result + (1.0 - result_share) * searched) / FISH
    }
}

fn other_game(path: &Path, expected: WeightsGame, found: WeightsGame) -> LearnError {
    LearnError::OtherGame {
        path: path.to_owned(),
        expected: expected.to_string(),
        found: found.to_string(),
    }
}

/// The game of a game of self-play; `None` without a floe.
fn game_of(game: &SelfPlayGame) -> Option<WeightsGame> {
    let rules = game.start.rules().floe()?;
    Some(WeightsGame {
        rules,
        players: Some(game.start.players()),
    })
}

pub(crate) fn is_validation(game: &SelfPlayGame) -> bool {
    game.index.is_multiple_of(VALIDATION_INTERVAL)
}
