//! Games of self-play in a file: the format is told in `docs/selfplay.md`.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use floe_fish::{AnyPosition, Move, Position, with_position};
use floe_game::{Game, Score};

use super::{Ply, Searched, SelfPlayed};

/// What a file begins with.
const MAGIC: &[u8; 8] = b"FLOESP1\n";
/// No game is nearly as long, nor what is said of a run.
const MAX_LENGTH: u32 = 1 << 16;

const KEPT: u8 = 1;
const SEARCHED: u8 = 2;
const EXACT: u8 = 4;

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
    next: u64,
}

impl GameFile {
    /// Opens a file, or begins one; `about` says in a line how the games are made. Every game that is there goes through `each`; what
    /// was cut off at the end is dropped.
    ///
    /// # Errors
    /// When the system refuses, the file is something else or of another run, or damaged. Nothing is changed then.
    pub fn open(path: &Path, about: &str, each: impl FnMut(&SelfPlayed)) -> Result<GameFile, GameFileError> {
        let failed = |error| GameFileError::Io { path: path.to_owned(), error };
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(GameFileError::Locked { path: path.to_owned() }),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let whole = MAGIC.len() as u64 + 4 + about.len() as u64;
        let (mut next, mut length) = (0, whole);
        if file.metadata().map_err(failed)?.len() >= whole {
            let mut each = each;
            let mut reader = Reader { path, reader: BufReader::new(&file), offset: 0 };
            let found = reader.header()?;
            if found != about {
                let (found, expected) = (found, about.to_owned());
                return Err(GameFileError::Other { path: path.to_owned(), found, expected });
            }
            while let Some(game) = reader.game()? {
                next = game.index + 1;
                each(&game);
            }
            length = reader.offset;
        } else {
            file.set_len(0).map_err(failed)?;
            file.write_all(&[&MAGIC[..], &(about.len() as u32).to_le_bytes(), about.as_bytes()].concat())
                .map_err(failed)?;
        }
        file.set_len(length).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(GameFile { path: path.to_owned(), file: BufWriter::new(file), next })
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
        let body = encode(game);
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
    let mut reader = Reader { path, reader: BufReader::new(file), offset: 0 };
    let about = reader.header()?;
    while let Some(game) = reader.game()? {
        each(&game);
    }
    Ok(about)
}

struct Reader<'a, R> {
    path: &'a Path,
    reader: R,
    /// The length of all that is whole.
    offset: u64,
}

impl<R: Read> Reader<'_, R> {
    fn header(&mut self) -> Result<String, GameFileError> {
        let foreign = || GameFileError::Foreign { path: self.path.to_owned() };
        let magic = take(&mut self.reader, MAGIC.len()).map_err(|error| self.failed(error))?;
        if magic.as_deref() != Some(&MAGIC[..]) {
            return Err(foreign());
        }
        let length = take(&mut self.reader, 4).map_err(|error| self.failed(error))?.and_then(|bytes| word(&bytes, 0));
        let length = length.filter(|&length| length < MAX_LENGTH).ok_or_else(foreign)?;
        let about = take(&mut self.reader, length as usize).map_err(|error| self.failed(error))?;
        let about = about.and_then(|bytes| String::from_utf8(bytes).ok()).ok_or_else(foreign)?;
        self.offset = MAGIC.len() as u64 + 4 + u64::from(length);
        Ok(about)
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
        let game = decode(&body).ok_or_else(damaged)?;
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

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn encode(game: &SelfPlayed) -> Vec<u8> {
    let start = game.start.to_string();
    let mut bytes = Vec::new();
    bytes.extend(game.index.to_le_bytes());
    bytes.push(start.len() as u8);
    bytes.extend(start.as_bytes());
    bytes.push(game.plies.len() as u8);
    for ply in &game.plies {
        bytes.extend(ply.mv.bits().to_le_bytes());
        let Some(Searched { scores, exact, depth }) = &ply.searched else {
            bytes.push(0);
            continue;
        };
        let kept = if ply.kept { KEPT } else { 0 };
        bytes.push(SEARCHED | kept | if *exact { EXACT } else { 0 });
        bytes.push(*depth);
        let narrow = |&score: &Score| score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        bytes.extend(scores.iter().map(narrow).flat_map(i16::to_le_bytes));
    }
    bytes
}

fn decode(bytes: &[u8]) -> Option<SelfPlayed> {
    let mut bytes = Bytes(bytes);
    let index = u64::from_le_bytes(bytes.take()?);
    let [length] = bytes.take()?;
    let start: AnyPosition = std::str::from_utf8(bytes.slice(length.into())?).ok()?.parse().ok()?;
    let plies = with_position!(&start, start => decode_plies(*start, &mut bytes))?;
    bytes.0.is_empty().then_some(SelfPlayed { index, start, plies })
}

fn decode_plies<const N: usize>(mut position: Position<N>, bytes: &mut Bytes<'_>) -> Option<Vec<Ply>> {
    let [count] = bytes.take()?;
    let mut plies = Vec::with_capacity(count.into());
    for _ in 0..count {
        let bits = u16::from_le_bytes(bytes.take()?);
        let mv: Move = position.moves().into_iter().find(|mv| mv.bits() == bits)?;
        let [flags] = bytes.take()?;
        let searched = if flags & SEARCHED == 0 {
            None
        } else {
            let [depth] = bytes.take()?;
            let count = if N == 2 { 1 } else { N };
            let scores = (0..count).map(|_| Some(i16::from_le_bytes(bytes.take()?).into())).collect::<Option<_>>()?;
            Some(Searched { scores, exact: flags & EXACT != 0, depth })
        };
        plies.push(Ply { mv, kept: flags & KEPT != 0 && searched.is_some(), searched });
        position.play(mv);
    }
    position.is_over().then_some(plies)
}

struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn slice(&mut self, length: usize) -> Option<&'a [u8]> {
        let (first, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(first)
    }

    fn take<const L: usize>(&mut self) -> Option<[u8; L]> {
        self.slice(L)?.try_into().ok()
    }
}
