//! Games as SQL tables.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use floe_runs::{link_target, replace};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, MAIN_DB, params};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::record::{Record, Termination};
use crate::statistics::rank_scores;
use crate::store::StoreError;
use crate::store::pool::{RecordFile, engine_names};

/// Index of recorded games: tables of matches, games, seats and searches, in SQLite.
///
/// | table | columns |
/// | --- | --- |
/// | `matches` | `match`, `path`, `bytes`, `players`, `config` |
/// | `engines` | `match`, `engine`, `name` |
/// | `games` | `match`, `game`, `block`, `floe`, `moves`, `plies`, `termination`, `reason`, `seed`, `build` |
/// | `seats` | `match`, `game`, `seat`, `engine`, `name`, `fish`, `tiles`, `score`, `place` |
/// | `searches` | `match`, `game`, `ply`, `seat`, `move`, `value`, `depth`, `nodes`, `milliseconds` |
///
/// `match` and `ply` count from 1; `game`, `block`, `engine` and `seat`, which begins with player
/// A, from 0. `fish` and `tiles` are the points and the tie-break of a
/// [`SeatResult`](crate::record::SeatResult). The score is by rank: 1 for the first place, 0 for
/// the last, the mean of the places for a shared place; `place` counts from 1, and those who share
/// one have the same. `seed` is text, for integers of SQL end at 2^63. What an engine did not
/// report is null, and games whose engines reported nothing have no searches.
#[derive(Debug)]
pub struct GameIndex {
    connection: Connection,
    path: Option<PathBuf>,
    is_rebuilt: bool,
}

/// Reason why an index cannot be made or queried.
#[derive(Debug, thiserror::Error)]
pub enum GameIndexError {
    /// SQLite reports this error.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// The file of the index cannot be read or emptied.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A file of games cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file is a database with other tables than those of an index, and stays unchanged.
    #[error("expected an index of games; this is another database, and stays unchanged")]
    Foreign,
    /// The statement returns no rows, or would change something.
    #[error("expected a query such as SELECT …; the tables are read-only")]
    NoQuery,
}

impl GameIndexError {
    /// Whether the system is at fault, such as by a full disk, and not the file that the caller
    /// named.
    pub fn is_failure(&self) -> bool {
        use rusqlite::ErrorCode::{DiskFull, OutOfMemory, SystemIoFailure};
        match self {
            GameIndexError::Io(error) => {
                matches!(
                    error.kind(),
                    io::ErrorKind::StorageFull | io::ErrorKind::FileTooLarge
                )
            }
            GameIndexError::Sqlite(error) => {
                matches!(
                    error.sqlite_error_code(),
                    Some(DiskFull | OutOfMemory | SystemIoFailure)
                )
            }
            _ => false,
        }
    }
}

/// Rows that a query returns, with the names of their columns.
#[derive(Clone, PartialEq, Debug)]
pub struct QueryResult {
    /// Names of the columns, in order.
    pub columns: Vec<String>,
    /// Rows in the order of the query, each with a value for every column: null, a number or text.
    pub rows: Vec<Vec<Value>>,
}

/// Function that returns the seat of the player who made each move of a game, from 0, in order;
/// fewer seats if it cannot read a move.
pub type Movers = dyn Fn(&Record) -> Vec<usize>;

/// The version of the tables; raise it when they change.
const VERSION: u8 = 3;

/// The application number that marks a database as an index: `floe`.
const APPLICATION: i64 = 0x666c_6f65;

/// The names of all tables, in alphabetical order.
const NAMES: &str = "engines games matches searches seats";

const TABLES: &str = "
    CREATE TABLE matches (match INTEGER PRIMARY KEY, path TEXT, bytes INTEGER, players INTEGER, config TEXT);
    CREATE TABLE engines (match INTEGER, engine INTEGER, name TEXT);
    CREATE TABLE games (match INTEGER, game INTEGER, block INTEGER, floe TEXT, moves TEXT, plies INTEGER,
        termination TEXT, reason TEXT, seed TEXT, build TEXT, PRIMARY KEY (match, game)) WITHOUT ROWID;
    CREATE TABLE seats (match INTEGER, game INTEGER, seat INTEGER, engine INTEGER, name TEXT, fish INTEGER,
        tiles INTEGER, score REAL, place INTEGER, PRIMARY KEY (match, game, seat)) WITHOUT ROWID;
    CREATE TABLE searches (match INTEGER, game INTEGER, ply INTEGER, seat INTEGER, move TEXT, value TEXT, depth INTEGER,
        nodes INTEGER, milliseconds REAL, PRIMARY KEY (match, game, ply)) WITHOUT ROWID;
";

impl GameIndex {
    /// Creates an empty index in memory.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn in_memory() -> Result<GameIndex, GameIndexError> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch(&format!("{TABLES} PRAGMA application_id = {APPLICATION};"))?;
        Ok(GameIndex {
            connection,
            path: None,
            is_rebuilt: false,
        })
    }

    /// Opens the index in a file, or creates one. An index of another version, or one that was
    /// changed or cut off since it was written, counts as empty until [`update`](GameIndex::update)
    /// replaces it, and [`is_rebuilt`](GameIndex::is_rebuilt) returns true then.
    ///
    /// # Errors
    /// When SQLite refuses, or the file is another database.
    pub fn open(path: &Path) -> Result<GameIndex, GameIndexError> {
        let mut empty = GameIndex {
            path: Some(path.to_owned()),
            ..GameIndex::in_memory()?
        };
        if fs::metadata(path).map_or(true, |file| file.len() == 0) {
            empty.write()?;
            return Ok(empty);
        }
        match state_of(path) {
            Ok((connection, FileState::Whole)) => Ok(GameIndex {
                connection,
                ..empty
            }),
            Ok((_, FileState::Incomplete)) => Ok(empty),
            Ok((_, FileState::Changed)) => Ok(GameIndex {
                is_rebuilt: true,
                ..empty
            }),
            Err(GameIndexError::Sqlite(error)) if is_damage(&error) && is_marked(path)? => {
                Ok(GameIndex {
                    is_rebuilt: true,
                    ..empty
                })
            }
            Err(error) => Err(error),
        }
    }

    /// Whether the file held tables that were not as they had been written, so that
    /// [`update`](Self::update) must fill them again.
    pub fn is_rebuilt(&self) -> bool {
        self.is_rebuilt
    }

    /// Returns the paths of the files of games in the index, with their lengths in bytes when they
    /// were read.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn files(&self) -> Result<Vec<(String, u64)>, GameIndexError> {
        let mut statement = self
            .connection
            .prepare("SELECT path, bytes FROM matches ORDER BY match")?;
        let files =
            statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?;
        Ok(files.collect::<Result<_, _>>()?)
    }

    /// Fills the index with the games of `files`, unless it has exactly these already. `movers`
    /// lists the seats that made the moves of a game, in order; a seat is null where it is missing.
    ///
    /// The file of the index is replaced as a whole: of several processes that update it the last
    /// one wins.
    ///
    /// # Errors
    /// When a file cannot be read or written, or SQLite refuses.
    pub fn update(
        self,
        files: &[RecordFile],
        movers: &Movers,
    ) -> Result<GameIndex, GameIndexError> {
        let now: Vec<(String, u64)> = files
            .iter()
            .map(|file| (file.path.display().to_string(), file.bytes))
            .collect();
        if self.files()? == now {
            return Ok(self);
        }
        // Before the file is replaced, no connection to it is left.
        let GameIndex {
            connection,
            path,
            is_rebuilt,
        } = self;
        drop(connection);
        let mut filled = GameIndex {
            path,
            is_rebuilt,
            ..GameIndex::in_memory()?
        };
        for (file, engines) in files.iter().zip(engine_names(files)) {
            filled.insert(file, &engines, movers)?;
        }
        filled.write()?;
        Ok(filled)
    }

    /// Replaces the file of the index, if it has one, by these tables.
    fn write(&mut self) -> Result<(), GameIndexError> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        Ok(write_sealed(
            path,
            self.connection.serialize(MAIN_DB)?.to_vec(),
        )?)
    }

    fn insert(
        &mut self,
        file: &RecordFile,
        engines: &[String],
        movers: &Movers,
    ) -> Result<(), GameIndexError> {
        let transaction = self.connection.transaction()?;
        let config = serde_json::to_string(&file.config)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        let path = file.path.display().to_string();
        let bytes = file.bytes as i64;
        let players = file.config.players as i64;
        transaction.execute(
            "INSERT INTO matches (path, bytes, players, config) VALUES (?, ?, ?, ?)",
            params![path, bytes, players, config],
        )?;
        let number = transaction.last_insert_rowid();
        for (engine, name) in (0_i64..).zip(engines) {
            transaction.execute(
                "INSERT INTO engines VALUES (?, ?, ?)",
                params![number, engine, name],
            )?;
        }
        let mut write = writer(&transaction, number, engines, movers)?;
        let mut result = Ok(());
        file.for_each_record(|record| {
            if result.is_ok() {
                result = write(&record);
            }
        })?;
        result?;
        drop(write);
        Ok(transaction.commit()?)
    }

    /// Runs an SQL query that changes nothing, in the index or elsewhere.
    ///
    /// # Errors
    /// When SQLite refuses it, it returns no rows, or it would change something.
    pub fn query(&self, sql: &str) -> Result<QueryResult, GameIndexError> {
        let mut statement = self.connection.prepare(sql)?;
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        // ATTACH, which can create a file, counts as read-only, but returns no rows.
        if columns.is_empty() || !statement.readonly() {
            return Err(GameIndexError::NoQuery);
        }
        let rows = statement.query_map([], |row| {
            (0..columns.len())
                .map(|column| row.get_ref(column).map(cell))
                .collect::<Result<Vec<Value>, _>>()
        })?;
        let rows = rows.collect::<Result<_, _>>()?;
        Ok(QueryResult { columns, rows })
    }
}

fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    matches!(
        error.sqlite_error_code(),
        Some(DatabaseCorrupt | NotADatabase)
    )
}

/// Whether a file has the mark of an index, or is too short for a database: what is left of an
/// index that was cut off (<https://www.sqlite.org/fileformat.html>, section 1.3).
fn is_marked(path: &Path) -> io::Result<bool> {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    let mut header = Vec::new();
    File::open(path)?
        .take(HEADER_BYTES as u64)
        .read_to_end(&mut header)?;
    let is_database = header
        .iter()
        .zip(MAGIC)
        .all(|(found, expected)| found == expected);
    let mark = header.get(68..72).map_or(APPLICATION, |mark| {
        mark.iter()
            .fold(0, |mark, byte| mark << 8 | i64::from(*byte))
    });
    Ok(is_database && mark == APPLICATION)
}

enum FileState {
    /// Unchanged since it was written.
    Whole,
    /// Not completed, or of the first version, which had no checksum.
    Incomplete,
    /// Changed since it was written, or of another version.
    Changed,
}

/// Opens a database, and finds out its state as an index.
///
/// # Errors
/// When SQLite refuses, or it is another database.
fn state_of(path: &Path) -> Result<(Connection, FileState), GameIndexError> {
    let connection = Connection::open(path)?;
    // The file may be of another hand: nothing in it runs by itself, and damage is found when a
    // page is read.
    connection.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")?;
    let application: i64 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let names = "SELECT coalesce(group_concat(name, ' '), '') FROM
        (SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name)";
    let names: String = connection.query_row(names, [], |row| row.get(0))?;
    let others =
        "SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' AND type <> 'table'";
    let others: i64 = connection.query_row(others, [], |row| row.get(0))?;
    let state = match (application, version, names.as_str()) {
        (APPLICATION, checksum, NAMES)
            if others == 0 && checksum == checksum_of(&fs::read(path)?) =>
        {
            FileState::Whole
        }
        (0, 0, "") | (0, 1, NAMES) | (APPLICATION, 0 | 1, _) => FileState::Incomplete,
        (APPLICATION, ..) => FileState::Changed,
        _ => return Err(GameIndexError::Foreign),
    };
    Ok((connection, state))
}

/// Replaces the file of an index by these bytes of a database, with their checksum, and removes
/// what an unfinished change of an older build has left next to it.
fn write_sealed(path: &Path, mut bytes: Vec<u8>) -> io::Result<()> {
    let checksum = checksum_of(&bytes) as i32;
    bytes[USER_VERSION].copy_from_slice(&checksum.to_be_bytes());
    let path = link_target(path);
    for end in ["-journal", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        match fs::remove_file(name) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    replace(&path, &bytes)
}

const HEADER_BYTES: usize = 100;
/// The place of the number of `PRAGMA user_version` in the header.
const USER_VERSION: Range<usize> = 60..64;

/// The checksum of an index and of the version of the tables, as `PRAGMA user_version` can hold it;
/// never 0, nor 1 except by chance. Fields of the header that writing it changes are left out
/// (<https://www.sqlite.org/fileformat.html>, section 1.3).
fn checksum_of(bytes: &[u8]) -> i64 {
    let (header, rest) = bytes.split_at(bytes.len().min(HEADER_BYTES));
    let mut header = header.to_vec();
    for field in [24..28, USER_VERSION, 92..100] {
        header
            .get_mut(field)
            .into_iter()
            .for_each(|bytes| bytes.fill(0));
    }
    let digest = Sha256::new_with_prefix([VERSION])
        .chain_update(header)
        .chain_update(rest)
        .finalize();
    let number = i32::from_le_bytes(digest[..4].try_into().expect("a digest is longer"));
    i64::from(number | 1)
}

fn cell(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            String::from_utf8_lossy(bytes).into_owned().into()
        }
    }
}

fn writer<'a>(
    connection: &'a Connection,
    number: i64,
    engines: &'a [String],
    movers: &'a Movers,
) -> rusqlite::Result<impl FnMut(&Record) -> rusqlite::Result<()> + use<'a>> {
    let mut games =
        connection.prepare("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
    let mut seats =
        connection.prepare("INSERT OR IGNORE INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
    let mut searches =
        connection.prepare("INSERT OR IGNORE INTO searches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
    Ok(move |record: &Record| {
        let Record {
            floe, moves, build, ..
        } = record;
        let game = record.game as i64;
        let block = record.block as i64;
        let seed = record.seed.to_string();
        let plies = moves.split_ascii_whitespace().count() as i64;
        let (how, reason) = match &record.termination {
            Termination::Finished => ("finished", None),
            Termination::Forfeit { fault, .. } => ("forfeit", Some(fault.reason())),
        };
        games.execute(params![
            number, game, block, floe, moves, plies, how, reason, seed, build
        ])?;
        let results: Vec<i64> = record
            .to_game()
            .seats
            .iter()
            .map(|seat| seat.result)
            .collect();
        let scores = rank_scores(&results);
        for (seat, (&engine, result)) in record.seats.iter().zip(&record.results).enumerate() {
            let name = engines.get(engine);
            let fish = result.points;
            let tiles = result.tie_break;
            let score = scores[seat];
            let place = 1 + results
                .iter()
                .filter(|&&other| other > results[seat])
                .count() as i64;
            let seat = seat as i64;
            let engine = engine as i64;
            seats.execute(params![
                number, game, seat, engine, name, fish, tiles, score, place
            ])?;
        }
        let movers = if record.searches.is_empty() {
            Vec::new()
        } else {
            movers(record)
        };
        for ((ply, mv), search) in (1_i64..)
            .zip(moves.split_ascii_whitespace())
            .zip(&record.searches)
        {
            let value = &search.value;
            let depth = search.depth;
            let time = search.milliseconds;
            let nodes = search.nodes.map(|nodes| nodes as i64);
            let seat = movers.get(ply as usize - 1).map(|&seat| seat as i64);
            searches.execute(params![
                number, game, ply, seat, mv, value, depth, nodes, time
            ])?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Opens an index and reads all of its tables; the number of files and of rows that they have.
    fn read(path: &Path) -> Result<usize, GameIndexError> {
        let index = GameIndex::open(path)?;
        let mut rows = index.files()?.len();
        for name in NAMES.split(' ') {
            rows += index.query(&format!("SELECT * FROM {name}"))?.rows.len();
        }
        Ok(rows)
    }

    /// A damaged index ends in an error, or is read as far as it goes or anew, also where its
    /// checksum is right.
    #[test]
    fn no_damage_of_an_index_ends_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("index.db");
        let mut index = GameIndex::open(&path).unwrap();
        for number in 0..200 {
            let games = "INSERT INTO games VALUES (?, ?, 0, 'x', 'y', 1, 'z', NULL, '7', 'b')";
            index
                .connection
                .execute(games, params![number / 50, number])
                .unwrap();
            let path = format!("games-{number}.jsonl");
            index
                .connection
                .execute(
                    "INSERT INTO matches (path, bytes) VALUES (?, ?)",
                    params![path, number],
                )
                .unwrap();
        }
        index.write().unwrap();
        drop(index);
        let good = fs::read(&path).unwrap();
        assert_eq!(read(&path).unwrap(), 600);
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        for round in 0..400 {
            let mut bytes = good.clone();
            for _ in 0..rng.random_range(1..4) {
                // Most of a page is content; what leads the program astray stands at its start, and
                // in the header.
                let page = rng.random_range(0..bytes.len() / 4096) * 4096;
                let end = if rng.random_bool(0.5) { 120 } else { 4096 };
                let place = page + rng.random_range(0..end);
                let length = rng.random_range(1..9_usize).min(bytes.len() - place);
                let value = [0, 0xff, 0x80, rng.random()][rng.random_range(0..4)];
                bytes[place..place + length].fill(value);
            }
            if round % 4 == 0 {
                bytes.truncate(rng.random_range(0..bytes.len()));
            }
            fs::write(&path, &bytes).unwrap();
            // As one would forge it.
            if round % 2 == 0 && bytes.len() > 100 {
                let checksum = checksum_of(&bytes) as i32;
                bytes[60..64].copy_from_slice(&checksum.to_be_bytes());
                fs::write(&path, &bytes).unwrap();
            }
            if let Ok(rows) = read(&path) {
                assert!(rows <= 1200, "round {round}: {rows} rows");
            }
        }
    }

    #[test]
    fn an_index_with_anything_but_its_tables_is_not_taken_for_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("index.db");
        let endless = "WITH RECURSIVE more(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM more) SELECT x FROM more";
        for sql in [
            format!("CREATE VIEW own AS {endless}"),
            format!("DROP TABLE searches; CREATE VIEW searches AS {endless}"),
        ] {
            let mut index = GameIndex::open(&path).unwrap();
            index.connection.execute_batch(&sql).unwrap();
            index.write().unwrap();
            drop(index);
            assert!(
                GameIndex::open(&path).is_ok_and(|index| index.is_rebuilt())
                    || read(&path).is_err(),
                "{sql}"
            );
            fs::remove_file(&path).unwrap();
        }
    }
}
