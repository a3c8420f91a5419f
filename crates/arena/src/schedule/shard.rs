use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use super::Schedule;

/// A part of a schedule that one machine plays: `I/K`, the I-th of K parts, counted from 1.
///
/// Whole blocks are dealt out in turn, so a block is never split, the parts are equally long to within one block, and
/// together they are the schedule, each block once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shard {
    /// From 0.
    index: u64,
    count: u64,
}

/// Why something names no shard.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShardError {
    /// Not two numbers with a slash.
    #[error("a shard is written I/K, such as 3/8, not {0:?}")]
    Form(String),
    /// Not a number.
    #[error("a shard is written I/K with two numbers: {0}")]
    Number(#[from] ParseIntError),
    /// Outside.
    #[error("there is no shard {index} of {count}: they are counted from 1 to {count}")]
    Range {
        /// What was asked for, from 1.
        index: u64,
        /// How many there are.
        count: u64,
    },
}

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// The shard with this number, from 1, of so many.
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

    /// Its blocks in this schedule, ascending.
    pub fn blocks(self, schedule: &Schedule) -> impl Iterator<Item = u64> + use<> {
        let (first, step) = (self.index, usize::try_from(self.count).unwrap_or(usize::MAX));
        (first..schedule.blocks()).step_by(step)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let (index, count) = text.split_once('/').ok_or_else(|| ShardError::Form(text.to_owned()))?;
        Shard::new(index.parse()?, count.parse()?)
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
        assert!(matches!("a/3".parse::<Shard>(), Err(ShardError::Number(_))));
    }
}
