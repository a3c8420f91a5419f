use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

/// Lengths, terminations and duplicates of games.
#[derive(Clone, Default, Debug)]
pub struct Overview {
    games: u64,
    lengths: BTreeMap<u32, u64>,
    terminations: BTreeMap<&'static str, u64>,
    seen: HashSet<u64>,
}

/// The lengths of games, in plies.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize)]
pub struct Lengths {
    /// The mean.
    pub mean: f64,
    /// The fewest plies.
    pub shortest: u32,
    /// The most plies.
    pub longest: u32,
}

impl Overview {
    /// One more game: its plies, the name of how it ended, and a hash of the floe and all moves.
    pub fn record(&mut self, plies: u32, termination: &'static str, fingerprint: u64) {
        self.games += 1;
        *self.lengths.entry(plies).or_default() += 1;
        *self.terminations.entry(termination).or_default() += 1;
        self.seen.insert(fingerprint);
    }

    /// Adds the games of another match.
    pub fn absorb(&mut self, other: &Overview) {
        self.games += other.games;
        other.lengths.iter().for_each(|(&plies, count)| *self.lengths.entry(plies).or_default() += count);
        other.terminations.iter().for_each(|(&name, count)| *self.terminations.entry(name).or_default() += count);
        self.seen.extend(&other.seen);
    }

    /// The lengths of all games; 0 while there is none.
    pub fn lengths(&self) -> Lengths {
        let plies: u64 = self.lengths.iter().map(|(&plies, games)| u64::from(plies) * games).sum();
        let [shortest, longest] = [self.lengths.keys().next(), self.lengths.keys().next_back()];
        Lengths {
            mean: plies as f64 / self.games.max(1) as f64,
            shortest: shortest.copied().unwrap_or(0),
            longest: longest.copied().unwrap_or(0),
        }
    }

    /// How games ended, by name, with their number.
    pub fn terminations(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.terminations.iter().map(|(&name, &count)| (name, count))
    }

    /// Games that had been played before, move by move, on the same floe. They say nothing new, so the errors
    /// of a match with many of them are too small.
    pub fn duplicates(&self) -> u64 {
        self.games - self.seen.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted() {
        let mut overview = Overview::default();
        assert_eq!((overview.lengths().mean, overview.duplicates()), (0.0, 0));
        overview.record(40, "finished", 1);
        overview.record(50, "finished", 2);
        overview.record(3, "crashed", 3);
        overview.record(50, "finished", 2);
        let lengths = overview.lengths();
        assert_eq!((overview.games, lengths.shortest, lengths.longest), (4, 3, 50));
        assert_eq!(lengths.mean, 35.75);
        assert_eq!(overview.terminations().collect::<Vec<_>>(), [("crashed", 1), ("finished", 3)]);
        assert_eq!(overview.duplicates(), 1);
        let mut both = Overview::default();
        both.absorb(&Overview::default());
        both.absorb(&overview);
        both.absorb(&overview);
        assert_eq!((both.games, both.lengths().shortest, both.duplicates()), (8, 3, 5));
    }
}
