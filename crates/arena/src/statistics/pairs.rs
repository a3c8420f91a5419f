use std::ops::AddAssign;

use super::{Estimate, GameOutcome, Margins, MeanMargin, Pentanomial, WinDrawLoss, elo, normalized_elo, superiority};

/// One game of a pair, as the first engine sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairGame {
    /// How it ended.
    pub outcome: GameOutcome,
    /// What the first engine has more than the second, in the game's unit (fish). None where the game was not
    /// played out: a forfeit has a winner, but no margin.
    pub margin: Option<i64>,
}

impl PairGame {
    /// The same game as the second engine sees it.
    #[must_use]
    pub fn reversed(self) -> PairGame {
        PairGame { outcome: self.outcome.reversed(), margin: self.margin.map(|margin| -margin) }
    }
}

/// Two games on one floe between the same engines, seats swapped. Both as the first engine sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GamePair {
    /// The game in which the first engine has the first seat.
    pub first: PairGame,
    /// The game in which it has the second.
    pub second: PairGame,
}

impl GamePair {
    /// Twice the points of the first engine, 0 to 4.
    pub fn half_points(self) -> usize {
        self.first.outcome.half_points() + self.second.outcome.half_points()
    }

    /// The same pair with the engines' roles exchanged.
    #[must_use]
    pub fn reversed(self) -> GamePair {
        GamePair { first: self.second.reversed(), second: self.first.reversed() }
    }
}

/// All that is known of a match between two engines.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PairStatistics {
    pentanomial: Pentanomial,
    games: WinDrawLoss,
    first_seat: WinDrawLoss,
    margins: Margins,
    first_seat_margins: Margins,
}

impl PairStatistics {
    /// One more pair.
    pub fn record(&mut self, pair: GamePair) {
        self.pentanomial.record(pair.half_points());
        for outcome in [pair.first.outcome, pair.second.outcome] {
            self.games.record(outcome);
        }
        for outcome in [pair.first.outcome, pair.second.outcome.reversed()] {
            self.first_seat.record(outcome);
        }
        if let (Some(first), Some(second)) = (pair.first.margin, pair.second.margin) {
            self.margins.record(first + second);
            self.first_seat_margins.record(first - second);
        }
    }

    /// The points of pairs.
    pub fn pentanomial(&self) -> Pentanomial {
        self.pentanomial
    }

    /// The single games of all pairs.
    pub fn games(&self) -> WinDrawLoss {
        self.games
    }

    /// The single games as the first seat sees them: what beginning is worth.
    pub fn first_seat(&self) -> WinDrawLoss {
        self.first_seat
    }

    /// Elo of the first engine over the second, see [`elo`].
    pub fn elo(&self) -> Estimate {
        elo(&self.pentanomial.moments())
    }

    /// Normalised Elo of the first engine over the second, see [`normalized_elo`].
    pub fn normalized_elo(&self) -> Estimate {
        normalized_elo(&self.pentanomial.moments())
    }

    /// How probable it is that the first engine is stronger, see [`superiority`].
    pub fn superiority(&self) -> f64 {
        superiority(&self.pentanomial.moments())
    }

    /// The mean margin a game of the first engine, with the interval that follows from pairs.
    pub fn margin(&self) -> MeanMargin {
        self.margins.mean(2.0)
    }

    /// The mean margin a game of the first seat, with the interval that follows from pairs. Who sits there cancels
    /// out, because both engines do.
    pub fn first_seat_margin(&self) -> MeanMargin {
        self.first_seat_margins.mean(2.0)
    }

    /// The same match with the engines' roles exchanged.
    #[must_use]
    pub fn reversed(&self) -> PairStatistics {
        PairStatistics {
            pentanomial: self.pentanomial.reversed(),
            games: self.games.reversed(),
            first_seat: self.first_seat,
            margins: -self.margins,
            first_seat_margins: self.first_seat_margins,
        }
    }
}

impl AddAssign for PairStatistics {
    fn add_assign(&mut self, other: PairStatistics) {
        self.pentanomial += other.pentanomial;
        self.games += other.games;
        self.first_seat += other.first_seat;
        self.margins += other.margins;
        self.first_seat_margins += other.first_seat_margins;
    }
}
