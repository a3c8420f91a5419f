//! Records as tables that answer questions in SQL.
//!
//! The records stay the truth: an index is made of them, and made again when they have grown.

use std::path::Path;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Statement, params};
use serde_json::Value;

use crate::record::{Record, Termination};
use crate::statistics::rank_scores;

/// Tables of matches, games, seats and searches, in SQLite.
///
/// | table | columns |
/// | --- | --- |
/// | `matches` | `match`, `path`, `bytes`, `players`, `config` |
/// | `engines` | `match`, `engine`, `name` |
/// | `games` | `match`, `game`, `block`, `floe`, `moves`, `plies`, `termination`, `reason`, `seed`, `build` |
/// | `seats` | `match`, `game`, `seat`, `engine`, `name`, `fish`, `tiles`, `score` |
/// | `searches` | `match`, `game`, `ply`, `move`, `value`, `depth`, `nodes`, `milliseconds` |
///
/// The score is that by rank: 1 for the first place, 0 for the last, shared places share.
#[derive(Debug)]
pub struct GameIndex {
    connection: Connection,
}

/// What an index could not do.
#[derive(Debug, thiserror::Error)]
pub enum GameIndexError {
    /// SQLite refuses.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// The tables in the file are somebody else's.
    #[error("this database is no index of games, and is left as it is")]
    Foreign,
    /// What is asked brings no rows, or would change something.
    #[error("expected a question such as SELECT …, for the tables are readonly")]
    NoQuestion,
}

/// What a file of games is about.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// Where it is.
    pub path: &'a str,
    /// How long it is.
    pub bytes: u64,
    /// The number of players.
    pub players: usize,
    /// The names of the engines, in the order of the records' numbers.
    pub engines: &'a [String],
    /// The configuration, as JSON.
    pub config: &'a str,
}

/// What a question has brought.
#[derive(Clone, PartialEq, Debug)]
pub struct QueryResult {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows: null, numbers and text.
    pub rows: Vec<Vec<Value>>,
}

/// Raise it when the tables change.
const VERSION: i64 = 1;

/// What says in the head of a file that it is an index: `floe`.
const APPLICATION: i64 = 0x666c_6f65;

/// All tables, in alphabetical order.
const NAMES: &str = "engines games matches searches seats";

const TABLES: &str = "
    CREATE TABLE matches (match INTEGER PRIMARY KEY, path TEXT, bytes INTEGER, players INTEGER, config TEXT);
    CREATE TABLE engines (match INTEGER, engine INTEGER, name TEXT);
    CREATE TABLE games (match INTEGER, game INTEGER, block INTEGER, floe TEXT, moves TEXT, plies INTEGER, termination TEXT,
        reason TEXT, seed TEXT, build TEXT, PRIMARY KEY (match, game)) WITHOUT ROWID;
    CREATE TABLE seats (match INTEGER, game INTEGER, seat INTEGER, engine INTEGER, name TEXT, fish INTEGER, tiles INTEGER,
        score REAL, PRIMARY KEY (match, game, seat)) WITHOUT ROWID;
    CREATE TABLE searches (match INTEGER, game INTEGER, ply INTEGER, move TEXT, value TEXT, depth INTEGER, nodes INTEGER,
        milliseconds REAL, PRIMARY KEY (match, game, ply)) WITHOUT ROWID;
";

impl GameIndex {
    /// An index that is gone with the program.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn in_memory() -> Result<GameIndex, GameIndexError> {
        GameIndex { connection: Connection::open_in_memory()? }.emptied()
    }

    /// An index in a file, as it is, or a new one. One of an older version is made anew.
    ///
    /// # Errors
    /// When SQLite refuses: the file is something else, or cannot be written; when the database is somebody else's. Nothing is changed then.
    pub fn open(path: &Path) -> Result<GameIndex, GameIndexError> {
        let index = GameIndex { connection: Connection::open(path)? };
        let number = |name: &str| index.connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0));
        let names = "SELECT coalesce(group_concat(name, ' '), '') FROM (SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name)";
        let names: String = index.connection.query_row(names, [], |row| row.get(0))?;
        match (number("application_id")?, number("user_version")?, names.as_str()) {
            (APPLICATION, VERSION, _) => Ok(index),
            // It is new, or of the first version, which did not say whose it was.
            (APPLICATION, ..) | (0, 0, "") | (0, 1, NAMES) => index.emptied(),
            _ => Err(GameIndexError::Foreign),
        }
    }

    /// With no game in it.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn emptied(self) -> Result<GameIndex, GameIndexError> {
        let dropped: String = NAMES.split(' ').map(|name| format!("DROP TABLE IF EXISTS {name}; ")).collect();
        let marked = format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};");
        // All or nothing of it is done.
        self.connection.execute_batch(&format!("BEGIN; {dropped}{TABLES}{marked} COMMIT;"))?;
        Ok(self)
    }

    /// The files that are in it, with their lengths then.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn files(&self) -> Result<Vec<(String, u64)>, GameIndexError> {
        let mut statement = self.connection.prepare("SELECT path, bytes FROM matches ORDER BY match")?;
        let files = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?;
        Ok(files.collect::<Result<_, _>>()?)
    }

    /// Takes the games of a file, which `records` gives one after the other to what it is called with.
    ///
    /// # Errors
    /// Those of `records`, and when SQLite refuses. Nothing of the file is in the index then.
    pub fn insert<E: From<GameIndexError>>(
        &mut self,
        origin: &Origin<'_>,
        records: impl FnOnce(&mut dyn FnMut(&Record)) -> Result<(), E>,
    ) -> Result<(), E> {
        let transaction = self.connection.transaction().map_err(GameIndexError::from)?;
        {
            let mut writer = Writer::new(&transaction, origin)?;
            let mut failure = None;
            records(&mut |record| {
                if failure.is_none() {
                    failure = writer.write(record).err();
                }
            })?;
            failure.map_or(Ok(()), |error| Err(GameIndexError::from(error)))?;
        }
        Ok(transaction.commit().map_err(GameIndexError::from)?)
    }

    /// Answers a question in SQL that changes nothing, neither here nor elsewhere.
    ///
    /// # Errors
    /// When SQLite does not understand it, it brings no rows, or it would change something.
    pub fn ask(&self, question: &str) -> Result<QueryResult, GameIndexError> {
        let mut statement = self.connection.prepare(question)?;
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        // ATTACH, which can make a file, changes nothing here and brings no rows.
        if columns.is_empty() || !statement.readonly() {
            return Err(GameIndexError::NoQuestion);
        }
        let rows = statement.query_map([], |row| {
            (0..columns.len()).map(|column| row.get_ref(column).map(cell)).collect::<Result<Vec<Value>, _>>()
        })?;
        let rows = rows.collect::<Result<_, _>>()?;
        Ok(QueryResult { columns, rows })
    }
}

fn cell(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned().into(),
    }
}

/// Fills the tables with the games of one file.
struct Writer<'a> {
    number: i64,
    engines: &'a [String],
    game: Statement<'a>,
    seat: Statement<'a>,
    search: Statement<'a>,
}

impl<'a> Writer<'a> {
    fn new(connection: &'a Connection, origin: &Origin<'a>) -> Result<Writer<'a>, GameIndexError> {
        connection.execute(
            "INSERT INTO matches (path, bytes, players, config) VALUES (?, ?, ?, ?)",
            params![origin.path, origin.bytes as i64, origin.players as i64, origin.config],
        )?;
        let number = connection.last_insert_rowid();
        for (engine, name) in (0_i64..).zip(origin.engines) {
            connection.execute("INSERT INTO engines VALUES (?, ?, ?)", params![number, engine, name])?;
        }
        Ok(Writer {
            number,
            engines: origin.engines,
            game: connection.prepare("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?,
            seat: connection.prepare("INSERT OR IGNORE INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?)")?,
            search: connection.prepare("INSERT OR IGNORE INTO searches VALUES (?, ?, ?, ?, ?, ?, ?, ?)")?,
        })
    }

    fn write(&mut self, record: &Record) -> Result<(), rusqlite::Error> {
        let (number, game) = (self.number, record.game as i64);
        let plies = record.moves.split_ascii_whitespace().count() as i64;
        let (how, reason) = match &record.termination {
            Termination::Finished => ("finished", None),
            Termination::Forfeit { fault, .. } => ("forfeit", Some(fault.reason())),
        };
        let (block, seed) = (record.block as i64, record.seed.to_string());
        self.game.execute(params![
            number,
            game,
            block,
            record.floe,
            record.moves,
            plies,
            how,
            reason,
            seed,
            record.build
        ])?;
        let results: Vec<i64> = record.to_game().seats.iter().map(|seat| seat.result).collect();
        let scores = rank_scores(&results);
        for (seat, (&engine, result)) in record.seats.iter().zip(&record.results).enumerate() {
            let name = self.engines.get(engine);
            let (fish, tiles) = (result.points, result.tie_break);
            let (score, engine) = (scores[seat], engine as i64);
            self.seat.execute(params![number, game, seat as i64, engine, name, fish, tiles, score])?;
        }
        let moves = record.moves.split_ascii_whitespace();
        for ((ply, mv), search) in (1_i64..).zip(moves).zip(&record.searches) {
            let (value, depth) = (&search.value, search.depth);
            let (nodes, time) = (search.nodes.map(|nodes| nodes as i64), search.milliseconds);
            self.search.execute(params![number, game, ply, mv, value, depth, nodes, time])?;
        }
        Ok(())
    }
}
