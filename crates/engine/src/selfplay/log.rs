use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

use super::{GameFile, GameFileError, SelfPlay, SelfPlayed};

/// A file of games under way, which keeps no position twice.
#[derive(Debug)]
pub struct SelfPlayLog {
    file: GameFile,
    seen: HashSet<u64>,
    positions: u64,
    duplicates: u64,
    synced: Instant,
}

/// How often the games are forced to the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

impl SelfPlayLog {
    /// Opens a file, or begins one; `about` names all that decides which games are played.
    ///
    /// # Errors
    /// When the file is in use, of another run, or no file of games.
    pub fn open(path: &Path, run: &SelfPlay, about: &str) -> Result<SelfPlayLog, GameFileError> {
        let (mut seen, mut positions, mut duplicates) = (HashSet::new(), 0, 0);
        let file = GameFile::open(path, run, about, |game| {
            seen.extend(game.kept_keys());
            positions += game.kept() as u64;
            duplicates += searched(game) - game.kept() as u64;
        })?;
        Ok(SelfPlayLog { file, seen, positions, duplicates, synced: Instant::now() })
    }

    /// Writes a game, without the positions that are known.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn append(&mut self, mut game: SelfPlayed) -> Result<(), GameFileError> {
        game.keep_new(|key| self.seen.insert(key));
        self.positions += game.kept() as u64;
        self.duplicates += searched(&game) - game.kept() as u64;
        self.file.append(&game)?;
        if self.synced.elapsed() >= SYNC_INTERVAL {
            self.sync()?;
        }
        Ok(())
    }

    /// Forces all games to the disk.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn sync(&mut self) -> Result<(), GameFileError> {
        self.synced = Instant::now();
        self.file.sync()
    }

    /// Games written.
    pub fn games(&self) -> u64 {
        self.file.next()
    }

    /// Positions kept.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Positions searched that were known.
    pub fn duplicates(&self) -> u64 {
        self.duplicates
    }
}

fn searched(game: &SelfPlayed) -> u64 {
    game.plies.iter().filter(|ply| ply.searched.is_some()).count() as u64
}
