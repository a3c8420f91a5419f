use std::fmt;
use std::str::FromStr;

use super::Schedule;

/// A part of a schedule for one machine: `I/K`, the I-th of K parts, counted from 1.
///
/// Whole blocks are dealt in turn: a block is never split, the lengths of the parts differ by one block at most, and every
/// block is in exactly one part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shard {
    /// The number of the shard, from 0.
    index: u64,
    count: u64,
}

/// The mistake in a text or in numbers that are no [`Shard`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShardError {
    /// Not two numbers with a slash.
    #[error("expected a shard I/K such as 3/8, found '{0}'")]
    Form(String),
    /// A number out of range.
    #[error("expected a shard from 1 to {count}, found {index}")]
    Range {
        /// The number given, from 1.
        index: u64,
        /// The number of shards.
        count: u64,
    },
}

impl Shard {
    /// The whole schedule.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// Creates the shard with this number, from 1, of `count`.
    ///
    /// # Errors
    /// Unless `1 <= index <= count`.
    pub fn new(index: u64, count: u64) -> Result<Shard, ShardError> {
        if (1..=count).contains(&index) {
            Ok(Shard { index: index - 1, count })
        } else {
            Err(ShardError::Range { index, count })
        }
    }

    /// Returns its blocks of a schedule, ascending.
    pub fn blocks(self, schedule: &Schedule) -> impl Iterator<Item = u64> + use<> {
        let (first, step) = (self.index, usize::try_from(self.count).unwrap_or(usize::MAX));
        (first..schedule.blocks()).step_by(step)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let numbers = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        let (index, count) = numbers.ok_or_else(|| ShardError::Form(text.to_owned()))?;
        Shard::new(index, count)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Seating, TournamentFormat};

    #[test]
    fn shards_are_the_schedule() {
        let schedule = Schedule::new(4, 3, 7, TournamentFormat::RoundRobin, Seating::Rotations).unwrap();
        for count in [1, 2, 5, 28, 40] {
            let shards: Vec<Shard> = (1..=count).map(|index| Shard::new(index, count).unwrap()).collect();
            let mut blocks: Vec<u64> = shards.iter().flat_map(|shard| shard.blocks(&schedule)).collect();
            blocks.sort_unstable();
            assert_eq!(blocks, (0..schedule.blocks()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn text_and_back() {
        assert_eq!("3/8".parse::<Shard>().unwrap().to_string(), "3/8");
        assert_eq!("1/1".parse::<Shard>(), Ok(Shard::WHOLE));
        assert_eq!("0/8".parse::<Shard>(), Err(ShardError::Range { index: 0, count: 8 }));
        assert_eq!("9/8".parse::<Shard>(), Err(ShardError::Range { index: 9, count: 8 }));
        assert_eq!("1/0".parse::<Shard>(), Err(ShardError::Range { index: 1, count: 0 }));
        assert_eq!("3".parse::<Shard>(), Err(ShardError::Form("3".to_owned())));
        assert!(matches!("a/3".parse::<Shard>(), Err(ShardError::Form(_))));
    }
}
