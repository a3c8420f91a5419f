//! Files of self-play games; the format is specified in `docs/selfplay.md`.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::codec::{Bytes, GameCodec};
use super::{SelfPlay, SelfPlayGame};

/// Bytes above which the length of a game or of the description of a run is damaged.
const MAX_LENGTH: u32 = 1 << 16;

/// Failure to use a file of self-play.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct GameFileError {
    /// The file.
    pub path: PathBuf,
    /// The problem with it.
    pub problem: GameFileProblem,
}

/// Problem with a file of self-play.
#[derive(Debug, thiserror::Error)]
pub enum GameFileProblem {
    /// The system reports an error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is not of self-play, or of another version.
    #[error("expected a file of self-play of this version")]
    Foreign,
    /// The games are of another run than this one; both are described.
    #[error("games of another run: expected '{1}'; found '{0}'")]
    Other(String, String),
    /// Another process writes to the file.
    #[error("another process is writing games to this file")]
    Locked,
    /// The game at this byte differs from its checksum.
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

/// File that the games of a run are written to. It keeps every position once.
#[derive(Debug)]
pub struct SelfPlayLog {
    path: PathBuf,
    file: BufWriter<File>,
    codec: GameCodec,
    /// Number of games in the file.
    pub games: u64,
    known: HashSet<u64>,
    /// Number of positions kept.
    pub positions: u64,
    /// Number of positions searched again, and not kept.
    pub duplicates: u64,
    synced: Instant,
}

/// Interval between syncs to the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

impl SelfPlayLog {
    /// Opens or creates the file of a run, whose one-line description `about` decides which games are played. Drops a game that was cut
    /// off at the end.
    ///
    /// # Errors
    /// When the system refuses, or the file is in use, damaged, or not of this run. The file is left as it is.
    pub fn open(path: &Path, run: &SelfPlay, about: &str) -> Result<SelfPlayLog, GameFileError> {
        SelfPlayLog::resume(path, run, about).map_err(of_file(path))
    }

    fn resume(path: &Path, run: &SelfPlay, about: &str) -> Result<SelfPlayLog, GameFileProblem> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        file.try_lock()?;
        let codec = GameCodec::of(&run.set_up);
        let header = [&codec.magic[..], &(about.len() as u32).to_le_bytes(), about.as_bytes()].concat();
        let is_new = is_new(&file, &header)?;
        let mut log = SelfPlayLog {
            path: path.to_owned(),
            file: BufWriter::new(file.try_clone()?),
            codec,
            games: 0,
            known: HashSet::new(),
            positions: 0,
            duplicates: 0,
            synced: Instant::now(),
        };
        let mut length = header.len() as u64;
        file.rewind()?;
        if is_new {
            file.set_len(0)?;
            file.write_all(&header)?;
        } else {
            let mut reader = Reader::open(BufReader::new(&file))?;
            if reader.about != about {
                return Err(GameFileProblem::Other(reader.about, about.to_owned()));
            }
            while let Some(game) = reader.game()? {
                let kept = game.plies.iter().zip(game.keys()).filter(|(ply, _)| ply.kept);
                log.known.extend(kept.map(|(_, key)| key));
                log.count(&game);
            }
            length = reader.offset;
        }
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        Ok(log)
    }

    fn count(&mut self, game: &SelfPlayGame) {
        self.games = game.index + 1;
        for ply in game.plies.iter().filter(|ply| ply.searched.is_some()) {
            *(if ply.kept { &mut self.positions } else { &mut self.duplicates }) += 1;
        }
    }

    /// Appends the next game, without positions seen before.
    ///
    /// # Errors
    /// When the system refuses.
    ///
    /// # Panics
    /// If it is not the next game.
    pub fn append(&mut self, mut game: SelfPlayGame) -> Result<(), GameFileError> {
        assert_eq!(game.index, self.games, "games come in order");
        let keys = game.keys();
        for (ply, key) in game.plies.iter_mut().zip(keys) {
            ply.kept = ply.searched.is_some() && self.known.insert(key);
        }
        let body = self.codec.encode(&game);
        let (length, checksum) = (body.len() as u32, crc32fast::hash(&body));
        let bytes = [&length.to_le_bytes()[..], &checksum.to_le_bytes(), &body].concat();
        self.file.write_all(&bytes).map_err(of_file(&self.path))?;
        self.count(&game);
        if self.synced.elapsed() >= SYNC_INTERVAL { self.sync() } else { Ok(()) }
    }

    /// Syncs all games to the disk.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn sync(&mut self) -> Result<(), GameFileError> {
        self.synced = Instant::now();
        self.file.flush().and_then(|()| self.file.get_ref().sync_data()).map_err(of_file(&self.path))
    }
}

fn of_file<E: Into<GameFileProblem>>(path: &Path) -> impl Fn(E) -> GameFileError {
    move |problem| GameFileError { path: path.to_owned(), problem: problem.into() }
}

/// Reads a file of self-play, passes every whole game to `visit`, and returns the description of the run.
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
/// When the system refuses, or the file is not of self-play, or damaged before its end.
pub fn read_games(path: &Path, mut visit: impl FnMut(&SelfPlayGame)) -> Result<String, GameFileError> {
    let mut read = || -> Result<String, GameFileProblem> {
        let mut reader = Reader::open(BufReader::new(File::open(path)?))?;
        while let Some(game) = reader.game()? {
            visit(&game);
        }
        Ok(reader.about)
    };
    read().map_err(of_file(path))
}

/// Whether a file is empty or holds only a part of its header.
fn is_new(file: &File, header: &[u8]) -> io::Result<bool> {
    let mut found = Vec::new();
    file.take(header.len() as u64).read_to_end(&mut found)?;
    Ok(found.len() < header.len() && header.starts_with(&found))
}

struct Reader<R> {
    reader: R,
    codec: GameCodec,
    /// Description of the run.
    about: String,
    /// Length of the header and all whole games, in bytes.
    offset: u64,
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    fn open(mut reader: R) -> Result<Reader<R>, GameFileProblem> {
        let mut next = |length| take(&mut reader, length)?.ok_or(GameFileProblem::Foreign);
        let codec = GameCodec::by_magic(&next(8)?).ok_or(GameFileProblem::Foreign)?;
        let length = Bytes(&next(4)?).unsigned(4).filter(|&length| length < MAX_LENGTH);
        let length = length.ok_or(GameFileProblem::Foreign)?;
        let about = String::from_utf8(next(length as usize)?).map_err(|_| GameFileProblem::Foreign)?;
        Ok(Reader { reader, codec, about, offset: 12 + u64::from(length) })
    }

    /// Reads the next game; returns `None` at the end, or where the last game was cut off.
    fn game(&mut self) -> Result<Option<SelfPlayGame>, GameFileProblem> {
        let damaged = GameFileProblem::Damaged(self.offset);
        let Some(head) = take(&mut self.reader, 8)? else { return Ok(None) };
        let mut head = Bytes(&head);
        let Some(length) = head.unsigned(4).filter(|&length| length < MAX_LENGTH) else { return Err(damaged) };
        let Some(body) = take(&mut self.reader, length as usize)? else { return Ok(None) };
        if Some(crc32fast::hash(&body)) != head.unsigned(4) {
            return Err(damaged);
        }
        let game = self.codec.decode(&body).ok_or(damaged)?;
        self.offset += 8 + u64::from(length);
        Ok(Some(game))
    }
}

/// Reads this number of bytes; returns `None` if there are fewer.
fn take(reader: &mut impl Read, length: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = vec![0; length];
    match reader.read_exact(&mut bytes) {
        Ok(()) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}
