use std::cmp::Ordering;

use serde::Serialize;

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
    /// Counts one more game, won where the own result is the greater.
    pub fn record(&mut self, own_to_other: Ordering) {
        match own_to_other {
            Ordering::Less => self.losses += 1,
            Ordering::Equal => self.draws += 1,
            Ordering::Greater => self.wins += 1,
        }
    }

    /// All games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }
}
