use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Part of a run for one machine: `I/K`, the I-th of K parts, counted from 1.
///
/// Numbered tasks are dealt in turn: the sizes of the parts differ by one at most, and every task
/// is in exactly one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shard {
    /// Number of shards.
    count: u64,
    /// Number of the shard, from 0.
    index: u64,
}

/// Mistake in a text or in numbers that are no [`Shard`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShardError {
    /// The text, given here, is not two numbers with a slash between them.
    #[error("expected a shard I/K such as 3/8; found '{0}'")]
    Form(String),
    /// A number out of range.
    #[error("expected a shard from 1 to {count}; found {index}")]
    Range {
        /// Number given, from 1.
        index: u64,
        /// Number of shards.
        count: u64,
    },
}

impl Shard {
    /// The whole run, as its only shard.
    pub const WHOLE: Shard = Shard { count: 1, index: 0 };

    /// Creates the shard with this number, from 1, of `count`.
    ///
    /// # Errors
    /// Unless `1 <= index <= count`.
    pub fn new(index: u64, count: u64) -> Result<Shard, ShardError> {
        if (1..=count).contains(&index) {
            Ok(Shard {
                count,
                index: index - 1,
            })
        } else {
            Err(ShardError::Range { index, count })
        }
    }

    /// All shards of a run that is split into `count` parts.
    pub fn all(count: u64) -> impl Iterator<Item = Shard> {
        (0..count).map(move |index| Shard { count, index })
    }

    /// Number of shards of the whole run.
    pub fn count(self) -> u64 {
        self.count
    }

    /// The task with this place in the shard; places and tasks are counted from 0.
    pub fn task(self, place: u64) -> u64 {
        self.index + place * self.count
    }

    /// Number of the tasks of this shard in a run of `all` tasks.
    pub fn tasks_of(self, all: u64) -> u64 {
        all.saturating_sub(self.index).div_ceil(self.count)
    }

    /// Tasks of this shard in a run of `all` tasks, ascending.
    pub fn tasks(self, all: u64) -> impl Iterator<Item = u64> + use<> {
        (0..self.tasks_of(all)).map(move |place| self.task(place))
    }

    /// File of this shard in a directory, with this extension: named `games` for the whole run,
    /// else `shard-I-of-K`.
    pub fn path(self, directory: &Path, extension: &str) -> PathBuf {
        if self == Shard::WHOLE {
            return directory.join(format!("games.{extension}"));
        }
        directory.join(format!(
            "shard-{}-of-{}.{extension}",
            self.index + 1,
            self.count
        ))
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let numbers = text
            .split_once('/')
            .and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
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

    #[test]
    fn shards_are_the_run() {
        for count in [1, 2, 5, 28, 40] {
            let mut tasks: Vec<u64> = Shard::all(count)
                .flat_map(|shard| shard.tasks(28))
                .collect();
            tasks.sort_unstable();
            assert_eq!(tasks, (0..28).collect::<Vec<_>>());
            assert!(
                Shard::all(count).all(|shard| shard.tasks(28).count() as u64 == shard.tasks_of(28))
            );
        }
    }

    #[test]
    fn shards_are_read_as_they_are_printed() {
        assert_eq!("3/8".parse::<Shard>().unwrap().to_string(), "3/8");
        assert_eq!("1/1".parse::<Shard>(), Ok(Shard::WHOLE));
        assert_eq!(
            "0/8".parse::<Shard>(),
            Err(ShardError::Range { index: 0, count: 8 })
        );
        assert_eq!(
            "9/8".parse::<Shard>(),
            Err(ShardError::Range { index: 9, count: 8 })
        );
        assert_eq!(
            "1/0".parse::<Shard>(),
            Err(ShardError::Range { index: 1, count: 0 })
        );
        assert_eq!("3".parse::<Shard>(), Err(ShardError::Form("3".to_owned())));
        assert!(matches!("a/3".parse::<Shard>(), Err(ShardError::Form(_))));
    }

    #[test]
    fn a_shard_has_a_file_of_its_own() {
        let directory = Path::new("out");
        assert_eq!(
            Shard::WHOLE.path(directory, "jsonl"),
            directory.join("games.jsonl")
        );
        assert_eq!(
            Shard::new(2, 6).unwrap().path(directory, "done"),
            directory.join("shard-2-of-6.done")
        );
    }
}
