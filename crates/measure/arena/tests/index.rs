//! The index of games changes no other database.

use std::fs;
use std::path::Path;

use floe_arena::config::MatchConfig;
use floe_arena::index::{GameIndex, GameIndexError};
use floe_arena::store::Store;
use floe_arena::store::pool::RecordFile;
use rusqlite::Connection;
use serde_json::Value;

#[test]
fn the_tables_of_others_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.db");
    let count = || {
        Connection::open(&path)
            .unwrap()
            .query_row("SELECT count(*) FROM games", [], |row| row.get(0))
    };
    Connection::open(&path)
        .unwrap()
        .execute_batch("CREATE TABLE games (x); INSERT INTO games VALUES (7);")
        .unwrap();
    // Neither by its tables nor by its version alone is a database an index.
    for version in [0, 1] {
        Connection::open(&path)
            .unwrap()
            .execute_batch(&format!("PRAGMA user_version = {version}"))
            .unwrap();
        assert!(matches!(
            GameIndex::open(&path).err(),
            Some(GameIndexError::Foreign)
        ));
        assert_eq!(count(), Ok(1));
    }
    fs::write(&path, "no database at all").unwrap();
    assert!(matches!(
        GameIndex::open(&path).err(),
        Some(GameIndexError::Sqlite(_))
    ));
    assert_eq!(fs::read_to_string(&path).unwrap(), "no database at all");
}

#[test]
fn an_index_is_recognised_and_an_empty_file_becomes_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.db");
    fs::write(&path, "").unwrap();
    for _ in 0..2 {
        assert_eq!(GameIndex::open(&path).unwrap().files().unwrap(), []);
    }
    // The first version had no application number.
    let sql = "PRAGMA application_id = 0; PRAGMA user_version = 1; INSERT INTO matches (path, bytes) VALUES ('old', 1)";
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    assert_eq!(GameIndex::open(&path).unwrap().files().unwrap(), []);
}

/// The file of a match of the engines `a` and `b` in a folder.
fn match_without_games(folder: &Path) -> Vec<RecordFile> {
    let games = folder.join("games.jsonl");
    let config = MatchConfig {
        engines: vec!["a".to_owned(), "b".to_owned()],
        players: 2,
        ..MatchConfig::default()
    };
    drop(Store::open(&games, &config, |_: Value| ()).unwrap());
    RecordFile::find(&[games]).unwrap()
}

#[test]
fn a_changed_index_is_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.db");
    let files = match_without_games(folder.path());
    let open = || {
        let index = GameIndex::open(&path).unwrap();
        let is_rebuilt = index.is_rebuilt();
        let index = index.update(&files, &|_| Vec::new()).unwrap();
        (
            is_rebuilt,
            index
                .query("SELECT group_concat(name) FROM engines")
                .unwrap()
                .rows[0][0]
                .clone(),
        )
    };
    for _ in 0..3 {
        assert_eq!(open(), (false, "a,b".into()));
    }
    Connection::open(&path)
        .unwrap()
        .execute_batch("UPDATE engines SET name = 'c'")
        .unwrap();
    assert_eq!(open(), (true, "a,b".into()));
    assert_eq!(open(), (false, "a,b".into()));
    let mut bytes = fs::read(&path).unwrap();
    let name = bytes
        .windows(10)
        .position(|found| found == b"\"engines\":")
        .unwrap();
    bytes[name + 1] = b'x';
    fs::write(&path, bytes).unwrap();
    assert_eq!(open(), (true, "a,b".into()));
}

/// An index that was cut off anywhere is rebuilt; what belongs to others is not.
#[test]
fn a_cut_index_is_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.db");
    let files = match_without_games(folder.path());
    let open = || {
        let index = GameIndex::open(&path)
            .unwrap()
            .update(&files, &|_| Vec::new())
            .unwrap();
        index
            .query("SELECT group_concat(name) FROM engines")
            .unwrap()
            .rows[0][0]
            .clone()
    };
    assert_eq!(open(), "a,b");
    let whole = fs::read(&path).unwrap();
    let pages = (0..=whole.len())
        .step_by(512)
        .flat_map(|page| [page, page + 1, page + 300]);
    for cut in [1, 15, 16, 17, 50, 71, 72, 99, 100]
        .into_iter()
        .chain(pages)
        .filter(|&cut| cut <= whole.len())
    {
        fs::write(&path, &whole[..cut]).unwrap();
        assert_eq!(open(), "a,b", "cut at {cut}");
        assert_eq!(fs::read(&path).unwrap().len(), whole.len(), "cut at {cut}");
    }
    let other = [&whole[..68], b"mine", &whole[72..5000]].concat();
    fs::write(&path, &other).unwrap();
    assert!(GameIndex::open(&path).is_err());
    assert_eq!(fs::read(&path).unwrap(), other);
}

#[test]
fn a_query_returns_rows_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.db");
    let name = other.to_str().unwrap();
    let index = GameIndex::in_memory().unwrap();
    let writing = [
        format!("ATTACH '{name}' AS other"),
        format!("VACUUM INTO '{name}'"),
        "DELETE FROM games RETURNING 1".into(),
    ];
    for query in [
        "",
        " ",
        "-- nothing",
        "DELETE FROM games",
        "PRAGMA user_version = 2",
    ] {
        assert!(
            matches!(index.query(query), Err(GameIndexError::NoQuery)),
            "{query}"
        );
    }
    for query in &writing {
        assert!(
            matches!(index.query(query), Err(GameIndexError::NoQuery)),
            "{query}"
        );
    }
    assert!(!other.exists());
    let result = index
        .query("WITH one AS (SELECT count(*) AS games FROM games) SELECT * FROM one")
        .unwrap();
    assert_eq!(
        (&result.columns[..], &result.rows[..]),
        (&["games".to_owned()][..], &[vec![0.into()]][..])
    );
    assert!(matches!(
        index.query("SELECT nothing"),
        Err(GameIndexError::Sqlite(_))
    ));
}
