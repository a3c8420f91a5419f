//! Files of self-play games; the format is specified in `docs/selfplay.md`.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use floe_runs::{AppendLog, FileProblem, SealError, SealedFile, Shard};

use super::codec::{Bytes, GameCodec, MAX_LENGTH};
use super::{SelfPlay, SelfPlayGame};

/// Reason why a file of self-play games cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct GameFileError {
    /// Path of the file.
    pub path: PathBuf,
    /// Problem with the file.
    pub problem: GameFileProblem,
}

/// Problem with a file of self-play games.
#[derive(Debug, thiserror::Error)]
pub enum GameFileProblem {
    /// The system refuses, or another program uses or changes the file.
    #[error(transparent)]
    File(#[from] FileProblem),
    /// The file does not hold self-play games, or those of another version of its format.
    #[error("expected a file written by this version of 'floe selfplay'")]
    Foreign,
    /// The games are of another run: the first text describes the run of the file, the second the
    /// run that was expected.
    #[error("games of another run; {}", differences(.0, .1).join("; "))]
    Other(String, String),
    /// The description of the run does not fit its checksum.
    #[error("the description of the run is damaged")]
    DamagedRun,
    /// A game does not fit its checksum, or is not the next one of the run. All games before it are
    /// whole.
    #[error("game {game} is damaged, at byte {byte}; the {game} games before it are whole")]
    Damaged {
        /// Number of the game, from 0: the number of whole games before it.
        game: u64,
        /// Place in the file where the game begins, in bytes from 0.
        byte: u64,
    },
}

/// Lists the differences between two descriptions of runs, words `key=value` of which the last,
/// `build`, contains blanks.
fn differences(found: &str, expected: &str) -> Vec<String> {
    let values = |text: &str| -> BTreeMap<String, String> {
        let (words, build) = text.split_once(" build=").unwrap_or((text, ""));
        let words = words.split(' ').filter_map(|word| word.split_once('='));
        words
            .chain([("build", build)])
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect()
    };
    let found = values(found);
    let expected = values(expected);
    let keys: BTreeSet<&String> = found.keys().chain(expected.keys()).collect();
    let different = keys
        .into_iter()
        .filter(|&key| found.get(key) != expected.get(key));
    different
        .map(|key| {
            let default = if key == "rules" { "base" } else { "default" };
            let [found, expected] =
                [&found, &expected].map(|values| values.get(key).map_or(default, String::as_str));
            format!("{key} is {found} there, not {expected}")
        })
        .collect()
}

impl From<io::Error> for GameFileProblem {
    fn from(error: io::Error) -> GameFileProblem {
        GameFileProblem::File(error.into())
    }
}

/// Extension of the file of a shard.
pub(super) const EXTENSION: &str = "floesp";

/// File to which the games of a self-play run, or of a shard of it, are written, in order. Of equal
/// searched positions in the file only the first is kept to learn from.
#[derive(Debug)]
pub struct SelfPlayLog {
    path: PathBuf,
    log: AppendLog,
    codec: GameCodec,
    shard: Shard,
    /// Numbers of games and positions in the file so far.
    pub logged: LoggedGames,
}

/// Numbers of games and positions in the file of a self-play run.
#[derive(Clone, Debug, Default)]
pub struct LoggedGames {
    /// Number of games in the file.
    pub games: u64,
    /// Number of searched positions that are kept to learn from.
    pub positions: u64,
    /// Number of searched positions that are not kept, because an earlier one of the run is the
    /// same.
    pub duplicates: u64,
    /// Keys of the positions kept.
    keys: HashSet<u64>,
}

impl SelfPlayLog {
    /// Opens or creates the file of a run. `about` describes on one line all that decides which
    /// games are played, and must be the same for every part of the run. A last game that was cut
    /// off while it was written is dropped.
    ///
    /// # Errors
    /// When the system refuses, or the file is in use, damaged, of an older version, or of another
    /// run. The file is then left as it is.
    pub fn open(path: &Path, run: &SelfPlay, about: &str) -> Result<SelfPlayLog, GameFileError> {
        SelfPlayLog::resume(
            path,
            GameCodec::of(&run.set_up, run.has_policies),
            Shard::WHOLE,
            about,
        )
        .map_err(of_file(path))
    }

    /// Opens or creates the file of a shard of a run in a directory, as [`open`](SelfPlayLog::open)
    /// does, and creates the directory if it is missing.
    ///
    /// # Errors
    /// As [`open`](SelfPlayLog::open), and when the directory cannot be created.
    pub fn open_shard(
        directory: &Path,
        shard: Shard,
        run: &SelfPlay,
        about: &str,
    ) -> Result<SelfPlayLog, GameFileError> {
        fs::create_dir_all(directory).map_err(of_file(directory))?;
        let path = shard.path(directory, EXTENSION);
        SelfPlayLog::resume(
            &path,
            GameCodec::of(&run.set_up, run.has_policies),
            shard,
            about,
        )
        .map_err(of_file(&path))
    }

    pub(super) fn resume(
        path: &Path,
        codec: GameCodec,
        shard: Shard,
        about: &str,
    ) -> Result<SelfPlayLog, GameFileProblem> {
        let settings = RunSettings {
            shard,
            about: about.to_owned(),
        };
        let header = codec.encode_run(&settings.to_string());
        let mut logged = LoggedGames::default();
        let mut log = AppendLog::open(path, |file| match is_new(file, &header)? {
            true => Ok(0),
            false => logged.read(file, codec, &settings),
        })?;
        if log.length() == 0 {
            log.append(&header)?;
        }
        Ok(SelfPlayLog {
            path: path.to_owned(),
            log,
            codec,
            shard,
            logged,
        })
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The shard whose games are in the file.
    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// Seals the file of a shard as complete, for [`merge`](super::merge). The caller makes sure
    /// that it holds all games of the shard. `build` is the build that has played them.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn seal(&self, build: &str) -> Result<(), SealError> {
        SealedFile {
            path: self.path.clone(),
            shard: self.shard,
            games: self.logged.games,
        }
        .seal(build)
    }

    /// Appends the next game of the run or the shard. Its positions that are in the file already
    /// are marked as not kept.
    ///
    /// # Errors
    /// When the system refuses, or another program has removed the file or changed its length.
    ///
    /// # Panics
    /// If the game is not the next one of the run or the shard.
    pub fn append(&mut self, mut game: SelfPlayGame) -> Result<(), GameFileError> {
        assert_eq!(
            game.index,
            self.shard.task(self.logged.games),
            "games come in order"
        );
        let keys = game.keys();
        for (ply, key) in game.plies.iter_mut().zip(keys) {
            ply.kept = ply.searched.is_some() && self.logged.keys.insert(key);
        }
        let bytes = self.codec.encode_framed(&game, self.log.length());
        self.log.append(&bytes).map_err(of_file(&self.path))?;
        self.logged.count(&game);
        Ok(())
    }

    /// Waits until all games are stored on the disk.
    ///
    /// # Errors
    /// When the system refuses, or another program has changed the length of the file or removed
    /// it.
    pub fn sync(&mut self) -> Result<(), GameFileError> {
        self.log.sync().map_err(of_file(&self.path))
    }
}

impl LoggedGames {
    /// Reads the games of a file, which must be of the run with this description; returns the
    /// length of its header and all whole games, in bytes.
    fn read(
        &mut self,
        mut file: &File,
        codec: GameCodec,
        settings: &RunSettings,
    ) -> Result<u64, GameFileProblem> {
        file.rewind()?;
        let mut reader = Reader::open(BufReader::new(file))?;
        if reader.settings != *settings {
            return Err(GameFileProblem::Other(
                reader.settings.to_string(),
                settings.to_string(),
            ));
        }
        if reader.codec != codec {
            return Err(GameFileProblem::Foreign);
        }
        while let Some(game) = reader.game()? {
            let kept = game
                .plies
                .iter()
                .zip(game.keys())
                .filter(|(ply, _)| ply.kept);
            self.keys.extend(kept.map(|(_, key)| key));
            self.count(&game);
        }
        Ok(reader.offset)
    }

    fn count(&mut self, game: &SelfPlayGame) {
        self.games += 1;
        for ply in game.plies.iter().filter(|ply| ply.searched.is_some()) {
            *(if ply.kept {
                &mut self.positions
            } else {
                &mut self.duplicates
            }) += 1;
        }
    }
}

/// Shard and description of a run, as they stand in the header of a file: `shard=2/5 ` and the
/// description, or the description alone for the whole run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RunSettings {
    pub(super) shard: Shard,
    pub(super) about: String,
}

const SHARD: &str = "shard=";

impl RunSettings {
    fn parse(text: String) -> Option<RunSettings> {
        let Some(rest) = text.strip_prefix(SHARD) else {
            return Some(RunSettings {
                shard: Shard::WHOLE,
                about: text,
            });
        };
        let (shard, about) = rest.split_once(' ')?;
        Some(RunSettings {
            shard: shard.parse().ok()?,
            about: about.to_owned(),
        })
    }
}

impl fmt::Display for RunSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RunSettings { shard, about } = self;
        if *shard == Shard::WHOLE {
            f.write_str(about)
        } else {
            write!(f, "{SHARD}{shard} {about}")
        }
    }
}

pub(super) fn of_file<E: Into<GameFileProblem>>(path: &Path) -> impl Fn(E) -> GameFileError {
    move |problem| GameFileError {
        path: path.to_owned(),
        problem: problem.into(),
    }
}

/// Reads a file of self-play games, calls `visit` with every whole game in order, and returns the
/// description of the run.
///
/// ```no_run
/// floe_selfplay::read_games("games.floesp".as_ref(), |game| {
///     for sample in game.samples() {
///         println!("{} {:?}", sample.position, sample.searched.scores);
///     }
/// })?;
/// # Ok::<(), floe_selfplay::GameFileError>(())
/// ```
///
/// # Errors
/// When the system refuses, or the file is not of self-play, or damaged before its end.
pub fn read_games(
    path: &Path,
    mut visit: impl FnMut(&SelfPlayGame),
) -> Result<String, GameFileError> {
    let read = read_encoded_games(path, |game| {
        visit(&game.decode()?);
        Ok(())
    });
    read.map(|read| read.about)
}

/// First game of a file of self-play games; `None` if it has none.
///
/// # Errors
/// When the system refuses, or the file is not of self-play, or its first game is damaged.
pub fn first_game(path: &Path) -> Result<Option<SelfPlayGame>, GameFileError> {
    SelfPlayReader::of_path(path)
        .and_then(|mut reader| reader.game())
        .map_err(of_file(path))
}

/// Description of the run in a self-play file, and size of a game that was cut off at its end.
#[derive(Clone, Debug)]
pub struct WholeGames {
    /// Description of the run.
    pub about: String,
    /// Number of bytes after the last whole game: of a game that was cut off while it was written,
    /// or is being written.
    pub torn_bytes: u64,
}

/// Reads a file of self-play games as [`read_games`] does, but calls `visit` with games that are
/// not yet decoded.
///
/// # Errors
/// When the system refuses, when the file does not hold self-play games, when the head of a game is
/// damaged, or when `visit` returns an error.
pub fn read_encoded_games(
    path: &Path,
    mut visit: impl FnMut(EncodedGame) -> Result<(), GameFileProblem>,
) -> Result<WholeGames, GameFileError> {
    let mut read = || -> Result<WholeGames, GameFileProblem> {
        let mut reader = Reader::of_path(path)?;
        while let Some(game) = reader.encoded_game()? {
            visit(game)?;
        }
        let torn_bytes = path.metadata()?.len().saturating_sub(reader.offset);
        Ok(WholeGames {
            about: reader.settings.to_string(),
            torn_bytes,
        })
    };
    read().map_err(of_file(path))
}

/// Game of a file of self-play as bytes, which any thread can decode.
#[derive(Clone, Debug)]
pub struct EncodedGame {
    codec: GameCodec,
    body: Vec<u8>,
    checksum: u32,
    index: u64,
    /// Number of the game in the file, from 0.
    game: u64,
    byte: u64,
}

impl EncodedGame {
    /// Decodes the game.
    ///
    /// # Errors
    /// If the game is damaged, or is not the next game of its run.
    pub fn decode(&self) -> Result<SelfPlayGame, GameFileProblem> {
        let is_whole = crc32fast::hash(&self.body) == self.checksum;
        let game = is_whole.then(|| self.codec.decode(&self.body)).flatten();
        let damaged = GameFileProblem::Damaged {
            game: self.game,
            byte: self.byte,
        };
        game.filter(|game| game.index == self.index).ok_or(damaged)
    }
}

/// Whether a file is empty or holds only a part of its header.
fn is_new(file: &File, header: &[u8]) -> io::Result<bool> {
    let mut found = Vec::new();
    file.take(header.len() as u64).read_to_end(&mut found)?;
    Ok(found.len() < header.len() && header.starts_with(&found))
}

pub(super) type SelfPlayReader = Reader<BufReader<File>>;

pub(super) struct Reader<R> {
    reader: R,
    pub(super) codec: GameCodec,
    pub(super) settings: RunSettings,
    /// Length of the header and all whole games, in bytes.
    offset: u64,
    games: u64,
}

impl SelfPlayReader {
    pub(super) fn of_path(path: &Path) -> Result<SelfPlayReader, GameFileProblem> {
        Reader::open(BufReader::new(File::open(path)?))
    }
}

impl<R: Read> Reader<R> {
    fn open(mut reader: R) -> Result<Reader<R>, GameFileProblem> {
        let codec = GameCodec::by_magic(&take(&mut reader, 8)?).ok_or(GameFileProblem::Foreign)?;
        let about = read_about(&mut reader, codec)?.ok_or(GameFileProblem::DamagedRun)?;
        let offset = codec.encode_run(&about).len() as u64;
        let settings = RunSettings::parse(about).ok_or(GameFileProblem::Foreign)?;
        Ok(Reader {
            reader,
            codec,
            settings,
            offset,
            games: 0,
        })
    }

    /// Reads the next game; returns `None` at the end, or where the last game was cut off.
    fn game(&mut self) -> Result<Option<SelfPlayGame>, GameFileProblem> {
        self.encoded_game()?.map(|game| game.decode()).transpose()
    }

    /// Reads the next game without decoding it; `None` at the end, also where the last game was cut
    /// off.
    pub(super) fn encoded_game(&mut self) -> Result<Option<EncodedGame>, GameFileProblem> {
        let damaged = GameFileProblem::Damaged {
            game: self.games,
            byte: self.offset,
        };
        let head = take(&mut self.reader, self.codec.head_length())?;
        if head.len() < self.codec.head_length() {
            return Ok(None);
        }
        let Some((length, checksum)) = self.codec.decode_head(&head, self.offset) else {
            // A machine that fails may leave zeros where a game was to be written.
            return if is_zero(&head) && rest_is_zero(&mut self.reader)? {
                Ok(None)
            } else {
                Err(damaged)
            };
        };
        let body = take(&mut self.reader, length)?;
        if body.len() < length {
            // Without a checksum the length may be wrong, and other games may follow.
            let is_cut_off = self.codec.heads_are_checked || !self.holds_game(&body);
            return if is_cut_off { Ok(None) } else { Err(damaged) };
        }
        let index = self.settings.shard.task(self.games);
        let game = EncodedGame {
            codec: self.codec,
            body,
            checksum,
            index,
            game: self.games,
            byte: self.offset,
        };
        self.offset += (head.len() + length) as u64;
        self.games += 1;
        Ok(Some(game))
    }

    /// Whether there is a whole game of the old format anywhere in these bytes.
    fn holds_game(&self, bytes: &[u8]) -> bool {
        (0..bytes.len().saturating_sub(8)).any(|start| {
            let (head, rest) = bytes[start..].split_at(8);
            let game = self
                .codec
                .decode_head(head, 0)
                .and_then(|(length, sum)| Some((rest.get(..length)?, sum)));
            game.is_some_and(|(body, checksum)| {
                crc32fast::hash(body) == checksum && self.codec.decode(body).is_some()
            })
        })
    }
}

/// Reads the description of a run; returns `None` if it is damaged.
fn read_about(reader: &mut impl Read, codec: GameCodec) -> io::Result<Option<String>> {
    let Some(length) = Bytes(&take(reader, 4)?)
        .unsigned(4)
        .filter(|&length| length < MAX_LENGTH)
    else {
        return Ok(None);
    };
    let Ok(about) = String::from_utf8(take(reader, length as usize)?) else {
        return Ok(None);
    };
    let header = codec.encode_run(&about);
    let checksum = header.get(12 + length as usize..);
    let found = take(reader, checksum.map_or(0, <[u8]>::len))?;
    Ok(Some(about).filter(|_| checksum == Some(&found[..])))
}

fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| byte == 0)
}

fn rest_is_zero(reader: &mut impl Read) -> io::Result<bool> {
    let mut buffer = [0; 1 << 12];
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok(true),
            length if is_zero(&buffer[..length]) => {}
            _ => return Ok(false),
        }
    }
}

fn take(reader: &mut impl Read, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length);
    reader.take(length as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use floe_search::Limits;

    use super::*;
    use floe_engine::{Engine, EngineSpec, Evaluation};

    const ABOUT: &str = "a run";

    fn run() -> SelfPlay {
        SelfPlay::new(floe_engine::GameRules::BASE.usual(2), 1, 12).unwrap()
    }

    fn games() -> Vec<SelfPlayGame> {
        let spec: EngineSpec = "greedy".parse().unwrap();
        let mut engine = Engine::from_spec(&spec, Evaluation::default());
        let never = AtomicBool::new(false);
        (0..3)
            .map(|index| {
                run()
                    .play(&mut engine, &Limits::default(), index, &never)
                    .unwrap()
                    .unwrap()
            })
            .collect()
    }

    /// A file of three games, the places where its games begin, and the end.
    fn written(path: &Path) -> (Vec<u8>, Vec<usize>) {
        let mut log = SelfPlayLog::open(path, &run(), ABOUT).unwrap();
        let mut places = vec![log.log.length() as usize];
        for game in games() {
            log.append(game).unwrap();
            places.push(log.log.length() as usize);
        }
        log.sync().unwrap();
        (fs::read(path).unwrap(), places)
    }

    /// Number of games read, or the problem.
    fn read(path: &Path, bytes: &[u8]) -> Result<usize, GameFileProblem> {
        fs::write(path, bytes).unwrap();
        let mut games = 0;
        read_games(path, |_| games += 1).map_err(|error| error.problem)?;
        Ok(games)
    }

    /// The file as versions 1 and 2 wrote it, without checksums of heads.
    fn in_old_format(bytes: &[u8], places: &[usize]) -> (Vec<u8>, Vec<usize>) {
        let mut old = [b"FLOESP1\n", &bytes[8..places[0] - 4]].concat();
        let mut old_places = vec![old.len()];
        for game in places.windows(2) {
            old.extend([&bytes[game[0]..game[0] + 8], &bytes[game[0] + 12..game[1]]].concat());
            old_places.push(old.len());
        }
        (old, old_places)
    }

    #[test]
    fn every_damaged_byte_is_noticed() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        let other = directory.path().join("b");
        let (bytes, _) = written(&path);
        assert_eq!(read(&other, &bytes).unwrap(), 3);
        for place in 0..bytes.len() {
            for bit in [1, 128] {
                let mut damaged = bytes.clone();
                damaged[place] ^= bit;
                assert!(read(&other, &damaged).is_err(), "{place}");
            }
        }
    }

    #[test]
    fn a_damaged_file_keeps_its_length() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        let (bytes, places) = written(&path);
        for place in [places[1], places[1] + 2, places[1] + 9, places[2] - 1] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            fs::write(&path, &damaged).unwrap();
            let error = SelfPlayLog::open(&path, &run(), ABOUT).unwrap_err();
            assert!(
                matches!(error.problem, GameFileProblem::Damaged { game: 1, byte } if byte == places[1] as u64)
            );
            assert_eq!(fs::read(&path).unwrap(), damaged);
        }
        let without_second = [&bytes[..places[1]], &bytes[places[2]..]].concat();
        assert!(matches!(
            read(&path, &without_second),
            Err(GameFileProblem::Damaged { .. })
        ));
    }

    #[test]
    fn a_game_that_was_cut_off_is_dropped() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        let (bytes, places) = written(&path);
        for length in [
            places[2],
            places[2] + 1,
            places[2] + 11,
            places[2] + 12,
            places[3] - 1,
        ] {
            assert_eq!(read(&path, &bytes[..length]).unwrap(), 2);
            let mut log = SelfPlayLog::open(&path, &run(), ABOUT).unwrap();
            log.append(games().remove(2)).unwrap();
            log.sync().unwrap();
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        let zeros = [&bytes[..places[2]], &[0; 100]].concat();
        assert_eq!(read(&path, &zeros).unwrap(), 2);
    }

    #[test]
    fn files_of_old_versions_are_read_and_not_continued() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        let (bytes, places) = written(&path);
        let (old, places) = in_old_format(&bytes, &places);
        assert_eq!(read(&path, &old).unwrap(), 3);
        assert_eq!(read(&path, &old[..old.len() - 1]).unwrap(), 2);
        fs::write(&path, &old).unwrap();
        assert!(matches!(
            SelfPlayLog::open(&path, &run(), ABOUT).unwrap_err().problem,
            GameFileProblem::Foreign
        ));
        // A length that reaches beyond the end of the file hides whole games.
        let mut damaged = old.clone();
        damaged[places[0] + 1] ^= 128;
        assert!(matches!(
            read(&path, &damaged),
            Err(GameFileProblem::Damaged { .. })
        ));
    }

    #[test]
    fn a_file_that_another_program_changes_is_noticed() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        let mut log = SelfPlayLog::open(&path, &run(), ABOUT).unwrap();
        File::options()
            .write(true)
            .open(&path)
            .unwrap()
            .set_len(3)
            .unwrap();
        assert!(matches!(
            log.sync().unwrap_err().problem,
            GameFileProblem::File(FileProblem::Resized { found: 3, .. })
        ));
        fs::remove_file(&path).unwrap();
        assert!(matches!(
            log.sync().unwrap_err().problem,
            GameFileProblem::File(FileProblem::Resized { found: 0, .. })
        ));
    }
}
