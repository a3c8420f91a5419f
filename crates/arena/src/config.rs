//! The configuration of a match.

use serde::{Deserialize, Serialize};

use crate::clock::TimeControl;
use crate::schedule::{Schedule, ScheduleError, Seating, TournamentFormat};

/// Everything that decides which games are played and how: the first line of a file of games.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct MatchConfig {
    /// The engines with all their limits.
    pub engines: Vec<String>,
    /// The number of players.
    pub players: usize,
    /// The name of the rules.
    pub rules: String,
    /// The layout; `None` for the standard one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<String>,
    /// The numbers of special tiles; `None` for the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<String>,
    /// The hidden whales; `None` for the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whales: Option<String>,
    /// The number of floes.
    pub floes: u64,
    /// The random seed of floes, engines and chance.
    pub seed: u64,
    /// Whether the penguins are placed at random before the first move.
    pub placed: bool,
    /// The first positions, if they are given rather than dealt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<String>,
    /// Whether only the first engine meets the others.
    pub gauntlet: bool,
    /// Whether a floe is played in all orders of seats rather than in rotation.
    pub all_permutations: bool,
    /// The time of every player for a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// The build of the program that plays.
    pub build: String,
}

impl MatchConfig {
    /// Returns the number of sides: players, or teams.
    pub fn sides(&self) -> usize {
        if self.rules.split('+').any(|name| name == "teams") { 2 } else { self.players }
    }

    /// Returns the games of the match.
    ///
    /// # Errors
    /// When the numbers of engines, players or floes allow no schedule.
    pub fn schedule(&self) -> Result<Schedule, ScheduleError> {
        let format = if self.gauntlet { TournamentFormat::Gauntlet } else { TournamentFormat::RoundRobin };
        let seating = if self.all_permutations { Seating::Permutations } else { Seating::Rotations };
        Schedule::new(self.engines.len(), self.sides(), self.floes, format, seating)
    }
}
