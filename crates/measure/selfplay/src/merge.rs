use std::path::{Path, PathBuf};

use floe_runs::{SealError, SealedFile, Shard, seals_in};

use super::file::{EXTENSION, SelfPlayReader, of_file};
use super::{GameFileError, GameFileProblem, LoggedGames, SelfPlayLog};

/// The reason why shards cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A file is not sealed, or has changed since it was sealed.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] GameFileError),
    /// Two files hold the same shard.
    #[error("{}: shard {shard} is also {}", path.display(), first.display())]
    Twice {
        /// The shard.
        shard: Shard,
        /// Path of one file with the shard.
        first: PathBuf,
        /// Path of the other file with the shard.
        path: PathBuf,
    },
    /// Some shards of the run, listed here, are missing.
    #[error("expected all shards of the run; missing: {}", .0.iter().map(Shard::to_string).collect::<Vec<_>>().join(", "))]
    Missing(Vec<Shard>),
    /// A shard was played for fewer games than another.
    #[error("{}: expected {expected} games of shard {shard}, for a run of {games} games; found {found}", path.display())]
    Short {
        /// The file of the shard.
        path: PathBuf,
        /// The shard.
        shard: Shard,
        /// Least number of games of the run, by the games in the other shards.
        games: u64,
        /// Number of games that this shard has in a run of `games` games.
        expected: u64,
        /// Number of games in the file.
        found: u64,
    },
}

struct OpenShard {
    file: SealedFile,
    reader: SelfPlayReader,
}

impl OpenShard {
    fn open(seal: &Path) -> Result<OpenShard, MergeError> {
        let file = SealedFile::read(seal, EXTENSION)?;
        let reader = SelfPlayReader::of_path(&file.path).map_err(of_file(&file.path))?;
        if reader.settings.shard != file.shard {
            return Err(SealError::NoSeal(seal.to_owned()).into());
        }
        Ok(OpenShard { file, reader })
    }

    /// Number of games of a run that ends with the last game of this shard.
    fn games_at_least(&self) -> u64 {
        self.file
            .games
            .checked_sub(1)
            .map_or(0, |last| self.file.shard.task(last) + 1)
    }
}

/// Merges the sealed shards of a run, which are in these directories, into the file `out`, and
/// returns the numbers of games and positions in it. The file has the same bytes as the file of a
/// run without shards. If `out` holds the first games of the run already, the others are appended.
///
/// # Errors
/// When a directory has no sealed shard, a file has changed since it was sealed, or shards are of
/// different runs, given twice, missing or too short. No game is written then. Also as for
/// [`SelfPlayLog::open`], and when a game cannot be read or written.
pub fn merge(directories: &[PathBuf], out: &Path) -> Result<LoggedGames, MergeError> {
    let mut shards = Vec::new();
    for seal in seals_in(directories)? {
        shards.push(OpenShard::open(&seal)?);
    }
    shards.sort_by_key(|shard| shard.file.shard);
    check(&shards)?;
    let first = &shards[0].reader;
    let about = first.settings.about.clone();
    let mut log =
        SelfPlayLog::resume(out, first.codec, Shard::WHOLE, &about).map_err(of_file(out))?;
    let known = log.logged.games;
    let games: u64 = shards.iter().map(|shard| shard.file.games).sum();
    let count = shards.len() as u64;
    for index in 0..games {
        let OpenShard { file, reader } = &mut shards[(index % count) as usize];
        let encoded = reader.encoded_game().map_err(of_file(&file.path))?;
        let encoded = encoded.ok_or(SealError::Changed(file.path.clone()))?;
        if index >= known {
            log.append(encoded.decode().map_err(of_file(&file.path))?)?;
        }
    }
    log.sync()?;
    Ok(log.logged)
}

/// Checks that sorted shards are all shards of one run, with the games that they must have.
fn check(shards: &[OpenShard]) -> Result<(), MergeError> {
    let first = &shards[0];
    for shard in shards {
        let expected = &first.reader.settings;
        let found = &shard.reader.settings;
        let problem = if expected.about != found.about || first.reader.codec != shard.reader.codec {
            GameFileProblem::Other(found.about.clone(), expected.about.clone())
        } else if expected.shard.count() != found.shard.count() {
            GameFileProblem::Other(found.to_string(), expected.to_string())
        } else {
            continue;
        };
        return Err(of_file(&shard.file.path)(problem).into());
    }
    for pair in shards.windows(2) {
        let first = &pair[0].file;
        let second = &pair[1].file;
        if first.shard == second.shard {
            let shard = first.shard;
            return Err(MergeError::Twice {
                shard,
                first: first.path.clone(),
                path: second.path.clone(),
            });
        }
    }
    let is_there = |shard: &Shard| shards.iter().any(|open| open.file.shard == *shard);
    let missing: Vec<Shard> = Shard::all(first.file.shard.count())
        .filter(|shard| !is_there(shard))
        .collect();
    if !missing.is_empty() {
        return Err(MergeError::Missing(missing));
    }
    let games = shards
        .iter()
        .map(OpenShard::games_at_least)
        .max()
        .unwrap_or(0);
    for OpenShard { file, .. } in shards {
        let expected = file.shard.tasks_of(games);
        if file.games < expected {
            let found = file.games;
            return Err(MergeError::Short {
                path: file.path.clone(),
                shard: file.shard,
                games,
                expected,
                found,
            });
        }
    }
    Ok(())
}
