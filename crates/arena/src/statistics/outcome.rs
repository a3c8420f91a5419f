use std::ops::{AddAssign, Index, IndexMut};

/// How a game of two ended for one of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// It lost.
    Loss,
    /// Neither won.
    Draw,
    /// It won.
    Win,
}

impl Outcome {
    /// Twice the points: 0, 1 or 2.
    pub const fn half_points(self) -> usize {
        self as usize
    }

    /// The same game for the other one.
    #[must_use]
    pub const fn reversed(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }
}

/// How many games were won, drawn and lost (the trinomial counts).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct WinDrawLoss {
    counts: [u64; 3],
}

impl WinDrawLoss {
    /// Games won.
    pub fn wins(self) -> u64 {
        self[Outcome::Win]
    }

    /// Games drawn.
    pub fn draws(self) -> u64 {
        self[Outcome::Draw]
    }

    /// Games lost.
    pub fn losses(self) -> u64 {
        self[Outcome::Loss]
    }

    /// All games.
    pub fn games(self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean points a game, 0 to 1: a win is 1, a draw ½. It is ½ while there is no game.
    pub fn score(self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins() as f64 + self.draws() as f64 / 2.0) / games as f64,
        }
    }

    /// The share of games drawn, 0 to 1.
    pub fn draw_ratio(self) -> f64 {
        self.draws() as f64 / self.games().max(1) as f64
    }

    /// The same games as the other one counts them.
    #[must_use]
    pub fn reversed(self) -> WinDrawLoss {
        let [losses, draws, wins] = self.counts;
        WinDrawLoss { counts: [wins, draws, losses] }
    }
}

impl Index<Outcome> for WinDrawLoss {
    type Output = u64;

    fn index(&self, outcome: Outcome) -> &u64 {
        &self.counts[outcome.half_points()]
    }
}

impl IndexMut<Outcome> for WinDrawLoss {
    fn index_mut(&mut self, outcome: Outcome) -> &mut u64 {
        &mut self.counts[outcome.half_points()]
    }
}

impl AddAssign for WinDrawLoss {
    fn add_assign(&mut self, other: WinDrawLoss) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }
}
