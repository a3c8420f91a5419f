use std::collections::{BTreeMap, HashMap};

/// What a report says of the games besides who won: how long they were, how they ended, which were played twice.
#[derive(Clone, Default, Debug)]
pub struct Overview {
    lengths: Lengths,
    terminations: BTreeMap<String, u64>,
    seen: HashMap<u64, u64>,
}

/// How long games were.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Lengths {
    games: u64,
    plies: u64,
    shortest: u32,
    longest: u32,
}

impl Overview {
    /// One more game: its plies, the name of how it ended, and a hash of the floe and all moves.
    pub fn record(&mut self, plies: u32, termination: &str, fingerprint: u64) {
        self.lengths.record(plies);
        // Names are few; only a new one is worth a copy.
        if let Some(count) = self.terminations.get_mut(termination) {
            *count += 1;
        } else {
            self.terminations.insert(termination.to_owned(), 1);
        }
        *self.seen.entry(fingerprint).or_default() += 1;
    }

    /// Adds the games of another match.
    pub fn absorb(&mut self, other: &Overview) {
        self.lengths.absorb(other.lengths);
        for (name, count) in &other.terminations {
            *self.terminations.entry(name.clone()).or_default() += count;
        }
        for (&fingerprint, count) in &other.seen {
            *self.seen.entry(fingerprint).or_default() += count;
        }
    }

    /// How long games were.
    pub fn lengths(&self) -> Lengths {
        self.lengths
    }

    /// How games ended, by name, with their number.
    pub fn terminations(&self) -> impl Iterator<Item = (&str, u64)> {
        self.terminations.iter().map(|(name, &count)| (name.as_str(), count))
    }

    /// Games that had been played before, move by move, on the same floe. They say nothing new, so the errors
    /// of a match with many of them are too small.
    pub fn duplicates(&self) -> u64 {
        self.lengths.games - self.seen.len() as u64
    }
}

impl Lengths {
    fn record(&mut self, plies: u32) {
        self.shortest = if self.games == 0 { plies } else { self.shortest.min(plies) };
        self.longest = self.longest.max(plies);
        self.games += 1;
        self.plies += u64::from(plies);
    }

    fn absorb(&mut self, other: Lengths) {
        if other.games > 0 {
            self.shortest = if self.games == 0 { other.shortest } else { self.shortest.min(other.shortest) };
        }
        self.longest = self.longest.max(other.longest);
        self.games += other.games;
        self.plies += other.plies;
    }

    /// All games.
    pub fn games(self) -> u64 {
        self.games
    }

    /// The mean length in plies; 0 for no game.
    pub fn mean(self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }

    /// The plies of the shortest game; 0 for none.
    pub fn shortest(self) -> u32 {
        self.shortest
    }

    /// The plies of the longest game; 0 for none.
    pub fn longest(self) -> u32 {
        self.longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted() {
        let mut overview = Overview::default();
        assert_eq!((overview.lengths().mean(), overview.duplicates()), (0.0, 0));
        overview.record(40, "finished", 1);
        overview.record(50, "finished", 2);
        overview.record(3, "crashed", 3);
        overview.record(50, "finished", 2);
        let lengths = overview.lengths();
        assert_eq!((lengths.games(), lengths.shortest(), lengths.longest()), (4, 3, 50));
        assert_eq!(lengths.mean(), 35.75);
        assert_eq!(overview.terminations().collect::<Vec<_>>(), [("crashed", 1), ("finished", 3)]);
        assert_eq!(overview.duplicates(), 1);
        let mut both = Overview::default();
        both.absorb(&Overview::default());
        both.absorb(&overview);
        both.absorb(&overview);
        assert_eq!((both.lengths().games(), both.lengths().shortest(), both.duplicates()), (8, 3, 5));
    }
}
