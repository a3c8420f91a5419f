//! The configuration of a match.

use serde::{Deserialize, Serialize};

use crate::clock::TimeControl;
use crate::schedule::{Schedule, ScheduleError, Seating, TournamentFormat};

/// All that decides which games are played and how: the first line of a file of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchConfig {
    /// The engines with all their limits.
    pub engines: Vec<String>,
    /// The number of players.
    pub players: usize,
    /// The name of the rules.
    pub rules: String,
    /// The layout, unless it is the standard one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<String>,
    /// The numbers of special tiles, unless they are as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<String>,
    /// The whales that hide, unless they are as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whales: Option<String>,
    /// The number of floes.
    pub floes: u64,
    /// The seed of all floes and of all chance.
    pub seed: u64,
    /// Whether the penguins have been placed at random before the first move.
    pub placed: bool,
    /// The positions to begin with, where they are given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<String>,
    /// Whether the first engine meets all others and these not one another.
    pub gauntlet: bool,
    /// Whether a floe is played in all orders of seats.
    pub all_permutations: bool,
    /// The time that every player has for a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// The build that plays.
    pub build: String,
}

impl MatchConfig {
    /// The number of sides: players, or teams.
    pub fn sides(&self) -> usize {
        if self.rules.split('+').any(|name| name == "teams") { 2 } else { self.players }
    }

    /// The games of the match.
    ///
    /// # Errors
    /// When there is no such schedule.
    pub fn schedule(&self) -> Result<Schedule, ScheduleError> {
        let format = if self.gauntlet { TournamentFormat::Gauntlet } else { TournamentFormat::RoundRobin };
        let seating = if self.all_permutations { Seating::Permutations } else { Seating::Rotations };
        Schedule::new(self.engines.len(), self.sides(), self.floes, format, seating)
    }
}
