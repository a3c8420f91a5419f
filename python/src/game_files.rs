//! Game files and match records.

use std::fmt::Display;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use floe_arena::record::{Record, Termination};
use floe_arena::store::RecordedMatch;
use floe_matches::read_written_games;
use floe_study::{GameMistake, WrittenGame};
use pyo3::prelude::*;

use crate::errors::{PyFileError, exception, guarded};
use crate::position::PyPosition;

/// The exception for an error in a file.
fn error_in(path: &Path, error: impl Display) -> PyErr {
    exception::<PyFileError>(format!("{}: {error}", path.display()))
}

/// Facts of a game that its match knows.
#[derive(IntoPyObject)]
struct Fixture {
    block: u64,
    seed: u64,
    /// Indices of the players on the seats.
    seats: Vec<usize>,
    /// Index of the seat that has forfeited the game.
    forfeit: Option<usize>,
}

impl Fixture {
    fn of(record: Record) -> Fixture {
        let forfeit = match record.termination {
            Termination::Forfeit { seat, .. } => Some(seat),
            Termination::Finished => None,
        };
        Fixture { block: record.block, seed: record.seed, seats: record.seats, forfeit }
    }
}

/// Game of a file.
#[derive(IntoPyObject)]
struct GameParts {
    number: Option<u64>,
    headers: Vec<(String, String)>,
    start: PyPosition,
    moves: Vec<String>,
    comments: Vec<Vec<String>>,
    /// `None` in a game file.
    fixture: Option<Fixture>,
}

impl GameParts {
    fn of(game: WrittenGame, fixture: Option<Fixture>) -> GameParts {
        let headers = game.headers.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let main_line = game.main_line().map(|written| (written.text.clone(), written.comments().to_vec()));
        let (moves, comments) = main_line.unzip();
        GameParts { number: game.number, headers, start: PyPosition(game.position), moves, comments, fixture }
    }
}

/// Reads the games of a game file or of match records.
#[pyfunction]
pub(crate) fn read_games(py: Python<'_>, path: PathBuf) -> PyResult<Vec<impl IntoPyObject<'_>>> {
    py.detach(|| guarded(|| read(&path))?)
}

fn read(path: &Path) -> PyResult<Vec<GameParts>> {
    let file = File::open(path).map_err(|error| error_in(path, floe_runs::io_text(&error)))?;
    let games = read_written_games(BufReader::new(file), None).map_err(|error| error_in(path, error))?;
    // A game file is no match.
    let records = RecordedMatch::read(path).map_or_else(|_| Vec::new(), |recorded| recorded.records);
    let mut fixtures = records.into_iter().map(Fixture::of);
    let read = |game: Result<WrittenGame, GameMistake>| {
        let game = game.map_err(|mistake| error_in(path, format!("line {}, {mistake}", mistake.place.line)))?;
        Ok(GameParts::of(game, fixtures.next()))
    };
    games.into_iter().map(read).collect()
}
