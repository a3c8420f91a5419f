use std::ops::AddAssign;

use serde::Serialize;

/// How a game of two ended for one of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameOutcome {
    /// It lost.
    Loss,
    /// Neither won.
    Draw,
    /// It won.
    Win,
}

impl GameOutcome {
    /// Twice the points: 0, 1 or 2.
    pub const fn half_points(self) -> usize {
        self as usize
    }

    /// The same game for the other one.
    #[must_use]
    pub const fn reversed(self) -> GameOutcome {
        match self {
            GameOutcome::Loss => GameOutcome::Win,
            GameOutcome::Draw => GameOutcome::Draw,
            GameOutcome::Win => GameOutcome::Loss,
        }
    }
}

/// The numbers of games won, drawn and lost (the trinomial counts).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct WinDrawLoss {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl WinDrawLoss {
    /// Counts one more game.
    pub fn record(&mut self, outcome: GameOutcome) {
        match outcome {
            GameOutcome::Loss => self.losses += 1,
            GameOutcome::Draw => self.draws += 1,
            GameOutcome::Win => self.wins += 1,
        }
    }

    /// All games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The mean points a game, 0 to 1: a win is 1, a draw ½. It is ½ while there is no game.
    pub fn score(self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The share of games drawn, 0 to 1.
    pub fn draw_ratio(self) -> f64 {
        self.draws as f64 / self.games().max(1) as f64
    }

    /// The same games as the other one counts them.
    #[must_use]
    pub fn reversed(self) -> WinDrawLoss {
        WinDrawLoss { wins: self.losses, losses: self.wins, ..self }
    }
}

impl AddAssign for WinDrawLoss {
    fn add_assign(&mut self, other: WinDrawLoss) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}
