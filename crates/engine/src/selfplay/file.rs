//! Games of self-play in a file: the format is told in `docs/selfplay.md`.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::code::{Code, word};
use super::{SelfPlay, SelfPlayed};

/// No game is nearly as long, nor what is said of a run.
const MAX_LENGTH: u32 = 1 << 16;

/// Why a file of self-play cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    /// The system refuses.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is something else.
    #[error("{}: this is no file of self-play, or of another version", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It is of another run.
    #[error("{}: games of another run: found {found}, expected {expected}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What is said of the run there.
        found: String,
        /// What should be.
        expected: String,
    },
    /// Somebody else is writing games there.
    #[error("{}: another process is writing games to this file", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// A game in the midst of the file is not as it was written.
    #[error("{}: the game at byte {offset} is damaged", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where it begins.
        offset: u64,
    },
}

/// A file of games that is open for more.
pub struct GameFile {
    path: PathBuf,
    file: BufWriter<File>,
    code: Code,
    next: u64,
}

impl fmt::Debug for GameFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameFile").field("path", &self.path).field("next", &self.next).finish_non_exhaustive()
    }
}

impl GameFile {
    /// Opens a file for the games of a run, or begins one; `about` says in a line how they are made. Every game that is there goes through
    /// `each`; what was cut off at the end is dropped.
    ///
    /// # Errors
    /// When the system refuses, the file is something else or of another run, or damaged. Nothing is changed then.
    pub fn open(
        path: &Path,
        run: &SelfPlay,
        about: &str,
        mut each: impl FnMut(&SelfPlayed),
    ) -> Result<GameFile, GameFileError> {
        let failed = |error| GameFileError::Io { path: path.to_owned(), error };
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(GameFileError::Locked { path: path.to_owned() }),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let code = Code::of(&run.set_up);
        let header = [&code.magic[..], &(about.len() as u32).to_le_bytes(), about.as_bytes()].concat();
        let (mut next, mut length) = (0, header.len() as u64);
        if is_begun(&file, &header).map_err(failed)? {
            file.set_len(0).map_err(failed)?;
            file.rewind().and_then(|()| file.write_all(&header)).map_err(failed)?;
        } else {
            file.rewind().map_err(failed)?;
            let mut reader = Reader::open(path, BufReader::new(&file))?;
            if reader.about != about {
                let (found, expected) = (reader.about, about.to_owned());
                return Err(GameFileError::Other { path: path.to_owned(), found, expected });
            }
            while let Some(game) = reader.game()? {
                next = game.index + 1;
                each(&game);
            }
            length = reader.offset;
        }
        file.set_len(length).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(GameFile { path: path.to_owned(), file: BufWriter::new(file), code, next })
    }

    /// The index of the game that comes next.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Appends the next game.
    ///
    /// # Errors
    /// When the system refuses.
    ///
    /// # Panics
    /// If another game comes next.
    pub fn append(&mut self, game: &SelfPlayed) -> Result<(), GameFileError> {
        assert_eq!(game.index, self.next, "games come in order");
        let body = self.code.encode(game);
        let mut bytes = Vec::with_capacity(body.len() + 8);
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(&body).to_le_bytes());
        bytes.extend(body);
        self.file.write_all(&bytes).map_err(|error| GameFileError::Io { path: self.path.clone(), error })?;
        self.next += 1;
        Ok(())
    }

    /// Forces to the disk what was appended.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn sync(&mut self) -> Result<(), GameFileError> {
        let sync = |file: &mut BufWriter<File>| file.flush().and_then(|()| file.get_ref().sync_data());
        sync(&mut self.file).map_err(|error| GameFileError::Io { path: self.path.clone(), error })
    }
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
pub fn read_games(path: &Path, mut each: impl FnMut(&SelfPlayed)) -> Result<String, GameFileError> {
    let file = File::open(path).map_err(|error| GameFileError::Io { path: path.to_owned(), error })?;
    let mut reader = Reader::open(path, BufReader::new(file))?;
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

struct Reader<'a, R> {
    path: &'a Path,
    reader: R,
    code: Code,
    /// What is said of the run.
    about: String,
    /// The length of all that is whole.
    offset: u64,
}

impl<'a, R: Read> Reader<'a, R> {
    /// Reads the header.
    fn open(path: &'a Path, mut reader: R) -> Result<Reader<'a, R>, GameFileError> {
        let foreign = || GameFileError::Foreign { path: path.to_owned() };
        let mut next = |length| {
            let taken =
                take(&mut reader, length).map_err(|error| GameFileError::Io { path: path.to_owned(), error })?;
            taken.ok_or_else(foreign)
        };
        let code = Code::by_magic(&next(8)?).ok_or_else(foreign)?;
        let length = word(&next(4)?, 0).filter(|&length| length < MAX_LENGTH).ok_or_else(foreign)?;
        let about = String::from_utf8(next(length as usize)?).map_err(|_| foreign())?;
        Ok(Reader { path, reader, code, about, offset: 12 + u64::from(length) })
    }

    /// The next game; none at the end, or where the last one was cut off.
    fn game(&mut self) -> Result<Option<SelfPlayed>, GameFileError> {
        let damaged = || GameFileError::Damaged { path: self.path.to_owned(), offset: self.offset };
        let Some(head) = take(&mut self.reader, 8).map_err(|error| self.failed(error))? else { return Ok(None) };
        let (length, checksum) = (word(&head, 0), word(&head, 4));
        let length = length.filter(|&length| length < MAX_LENGTH).ok_or_else(damaged)?;
        let Some(body) = take(&mut self.reader, length as usize).map_err(|error| self.failed(error))? else {
            return Ok(None);
        };
        if Some(crc32fast::hash(&body)) != checksum {
            return Err(damaged());
        }
        let game = self.code.decode(&body).ok_or_else(damaged)?;
        self.offset += 8 + u64::from(length);
        Ok(Some(game))
    }

    fn failed(&self, error: io::Error) -> GameFileError {
        GameFileError::Io { path: self.path.to_owned(), error }
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
