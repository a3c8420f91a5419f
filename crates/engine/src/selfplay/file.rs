//! Games of self-play in a file: the format is told in `docs/selfplay.md`.

use std::collections::HashSet;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::code::{Code, word};
use super::{SelfPlay, SelfPlayed};

/// No game is nearly as long, nor what is said of a run.
const MAX_LENGTH: u32 = 1 << 16;

/// The reason why a file of self-play cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct GameFileError {
    /// The file.
    pub path: PathBuf,
    /// The problem with it.
    pub problem: GameFileProblem,
}

/// A problem with a file of self-play.
#[derive(Debug, thiserror::Error)]
pub enum GameFileProblem {
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("this is no file of self-play, or of another version")]
    Foreign,
    /// It is of another run than the one expected.
    #[error("games of another run: found {found}, expected {expected}")]
    Other {
        /// The description of the run there.
        found: String,
        /// The description of this run.
        expected: String,
    },
    /// Somebody else is writing games there.
    #[error("another process is writing games to this file")]
    Locked,
    /// The game at this byte is not as it was written.
    #[error("the game at byte {0} is damaged")]
    Damaged(u64),
}

impl From<TryLockError> for GameFileProblem {
    fn from(error: TryLockError) -> GameFileProblem {
        match error {
            TryLockError::WouldBlock => GameFileProblem::Locked,
            TryLockError::Error(error) => error.into(),
        }
    }
}

/// A file of games under way, which keeps no position twice.
pub struct SelfPlayLog {
    path: PathBuf,
    file: BufWriter<File>,
    code: Code,
    games: u64,
    seen: HashSet<u64>,
    positions: u64,
    duplicates: u64,
    synced: Instant,
}

impl fmt::Debug for SelfPlayLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SelfPlayLog").field("path", &self.path).field("games", &self.games).finish_non_exhaustive()
    }
}

/// How often the games are forced to the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

impl SelfPlayLog {
    /// Opens a file for the games of a run, or begins one; `about` names in a line all that decides which games are played. What was
    /// cut off at the end is dropped.
    ///
    /// # Errors
    /// When the system refuses, the file is in use, something else, of another run, or damaged. Nothing is changed then.
    pub fn open(path: &Path, run: &SelfPlay, about: &str) -> Result<SelfPlayLog, GameFileError> {
        SelfPlayLog::resume(path, run, about).map_err(of_file(path))
    }

    fn resume(path: &Path, run: &SelfPlay, about: &str) -> Result<SelfPlayLog, GameFileProblem> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        file.try_lock()?;
        let code = Code::of(&run.set_up);
        let header = [&code.magic[..], &(about.len() as u32).to_le_bytes(), about.as_bytes()].concat();
        let is_begun = is_begun(&file, &header)?;
        let mut log = SelfPlayLog {
            path: path.to_owned(),
            file: BufWriter::new(file.try_clone()?),
            code,
            games: 0,
            seen: HashSet::new(),
            positions: 0,
            duplicates: 0,
            synced: Instant::now(),
        };
        let mut length = header.len() as u64;
        file.rewind()?;
        if is_begun {
            file.set_len(0)?;
            file.write_all(&header)?;
        } else {
            let mut reader = Reader::open(BufReader::new(&file))?;
            if reader.about != about {
                return Err(GameFileProblem::Other { found: reader.about, expected: about.to_owned() });
            }
            while let Some(game) = reader.game()? {
                log.seen.extend(game.kept_keys());
                log.count(&game);
            }
            length = reader.offset;
        }
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        Ok(log)
    }

    fn count(&mut self, game: &SelfPlayed) {
        self.games = game.index + 1;
        self.positions += game.kept() as u64;
        self.duplicates += game.plies.iter().filter(|ply| ply.searched.is_some() && !ply.kept).count() as u64;
    }

    /// Appends the next game, without the positions that are known.
    ///
    /// # Errors
    /// When the system refuses.
    ///
    /// # Panics
    /// If another game comes next.
    pub fn append(&mut self, mut game: SelfPlayed) -> Result<(), GameFileError> {
        assert_eq!(game.index, self.games, "games come in order");
        game.keep_new(|key| self.seen.insert(key));
        let body = self.code.encode(&game);
        let mut bytes = Vec::with_capacity(body.len() + 8);
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(&body).to_le_bytes());
        bytes.extend(body);
        self.file.write_all(&bytes).map_err(of_file(&self.path))?;
        self.count(&game);
        if self.synced.elapsed() >= SYNC_INTERVAL { self.sync() } else { Ok(()) }
    }

    /// Forces all games to the disk.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn sync(&mut self) -> Result<(), GameFileError> {
        self.synced = Instant::now();
        self.file.flush().and_then(|()| self.file.get_ref().sync_data()).map_err(of_file(&self.path))
    }

    /// Games written.
    pub fn games(&self) -> u64 {
        self.games
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

fn of_file<E: Into<GameFileProblem>>(path: &Path) -> impl Fn(E) -> GameFileError {
    move |problem| GameFileError { path: path.to_owned(), problem: problem.into() }
}

/// Reads a file of self-play: every whole game goes through `each`. Returns what is said of the run.
///
/// ```no_run
/// floe_engine::read_games("games.floesp".as_ref(), |game| {
///     for sample in game.samples() {
///         println!("{} {:?}", sample.position, sample.searched.scores);
///     }
/// })?;
/// # Ok::<(), floe_engine::GameFileError>(())
/// ```
///
/// # Errors
/// When the system refuses, the file is something else, or damaged before its end.
pub fn read_games(path: &Path, each: impl FnMut(&SelfPlayed)) -> Result<String, GameFileError> {
    File::open(path).map_err(GameFileProblem::from).and_then(|file| read(file, each)).map_err(of_file(path))
}

fn read(file: File, mut each: impl FnMut(&SelfPlayed)) -> Result<String, GameFileProblem> {
    let mut reader = Reader::open(BufReader::new(file))?;
    while let Some(game) = reader.game()? {
        each(&game);
    }
    Ok(reader.about)
}

/// Whether a file holds no more than the beginning of its header: it is new, or writing that was cut off.
fn is_begun(file: &File, header: &[u8]) -> io::Result<bool> {
    let mut found = Vec::new();
    file.take(header.len() as u64).read_to_end(&mut found)?;
    Ok(found.len() < header.len() && header.starts_with(&found))
}

struct Reader<R> {
    reader: R,
    code: Code,
    /// The description of the run.
    about: String,
    /// The length of all that is whole.
    offset: u64,
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    fn open(mut reader: R) -> Result<Reader<R>, GameFileProblem> {
        let mut next = |length| take(&mut reader, length)?.ok_or(GameFileProblem::Foreign);
        let code = Code::by_magic(&next(8)?).ok_or(GameFileProblem::Foreign)?;
        let length = word(&next(4)?, 0).filter(|&length| length < MAX_LENGTH).ok_or(GameFileProblem::Foreign)?;
        let about = String::from_utf8(next(length as usize)?).map_err(|_| GameFileProblem::Foreign)?;
        Ok(Reader { reader, code, about, offset: 12 + u64::from(length) })
    }

    /// The next game; none at the end, or where the last one was cut off.
    fn game(&mut self) -> Result<Option<SelfPlayed>, GameFileProblem> {
        let damaged = GameFileProblem::Damaged(self.offset);
        let Some(head) = take(&mut self.reader, 8)? else { return Ok(None) };
        let Some(length) = word(&head, 0).filter(|&length| length < MAX_LENGTH) else { return Err(damaged) };
        let Some(body) = take(&mut self.reader, length as usize)? else { return Ok(None) };
        if Some(crc32fast::hash(&body)) != word(&head, 4) {
            return Err(damaged);
        }
        let game = self.code.decode(&body).ok_or(damaged)?;
        self.offset += 8 + u64::from(length);
        Ok(Some(game))
    }
}

/// So many bytes; none if there are fewer.
fn take(reader: &mut impl Read, length: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = vec![0; length];
    match reader.read_exact(&mut bytes) {
        Ok(()) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}
