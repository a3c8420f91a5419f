//! Game files and match records.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use floe_arena::record::Record;
use floe_arena::store::RecordedMatch;
use floe_gamefile::{GameHeaders, GameMistake, WrittenGame};
use floe_matches::read_written_games;
use floe_query::{MoveNode, MoveNodeError};
use floe_runs::{io_text, link_target, replace};
use pyo3::prelude::*;
use serde::Serialize;

use crate::errors::{file_error, guarded, move_error, option_error};
use crate::position::PyPosition;

/// The exception for an error in a file.
fn error_in(path: &Path, error: impl Display) -> PyErr {
    file_error(format!("{}: {error}", path.display()))
}

/// Game of a file, with the attributes of `floe.Game`.
#[derive(IntoPyObject)]
struct GameParts {
    number: Option<u64>,
    headers: Vec<(String, String)>,
    start: PyPosition,
    moves: Vec<String>,
    comments: Vec<Vec<String>>,
    game_comments: Vec<String>,
    arrows: Vec<String>,
    #[pyo3(into_py_with = as_json::<Vec<MoveNode>>)]
    nodes: Vec<MoveNode>,
    /// Seat that has lost before the last move, as the headers say.
    forfeit: Option<usize>,
    /// Number of the block in its match; `None` in a game file.
    block: Option<u64>,
    seed: Option<u64>,
    seats: Option<Vec<usize>>,
}

/// A value as its JSON has it.
fn as_json<'py, T: Serialize + Clone>(
    value: Cow<'_, T>,
    py: Python<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize::pythonize(py, &*value)?)
}

/// Reads the moves of a tree.
fn nodes(dicts: &Bound<'_, PyAny>) -> PyResult<Vec<MoveNode>> {
    Ok(pythonize::depythonize(dicts)?)
}

/// Game to be written.
#[derive(FromPyObject)]
pub(crate) struct NewGame {
    #[pyo3(item)]
    start: PyPosition,
    #[pyo3(item)]
    headers: Vec<(String, String)>,
    #[pyo3(item)]
    game_comments: Vec<String>,
    #[pyo3(item)]
    arrows: Vec<String>,
    #[pyo3(item, from_py_with = nodes)]
    nodes: Vec<MoveNode>,
}

impl NewGame {
    fn written(self) -> PyResult<WrittenGame> {
        let game = MoveNode::game_of(&self.nodes, self.start.0);
        let mut game = game.map_err(|error| match error {
            MoveNodeError::Illegal { .. } => move_error(error),
            _ => option_error(format!("games: {error}")),
        })?;
        for (name, value) in &self.headers {
            if !GameHeaders::is_name(name) {
                let problem = format!(
                    "games: expected names of headers of letters, digits, '_' and '-'; found '{name}'"
                );
                return Err(option_error(problem));
            }
            game.headers.set(name, value);
        }
        self.game_comments
            .iter()
            .for_each(|comment| game.add_comment(comment));
        let drawn = self
            .arrows
            .iter()
            .try_for_each(|arrow| game.add_arrow(arrow));
        drawn.map_err(|error| option_error(format!("games: {error}")))?;
        Ok(game)
    }
}

impl GameParts {
    fn of(game: WrittenGame, record: Option<Record>) -> GameParts {
        let headers = game
            .headers
            .iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let main_line = game
            .main_line()
            .map(|written| (written.text.clone(), written.comments().to_vec()));
        let (moves, comments) = main_line.unzip();
        GameParts {
            number: game.number,
            headers,
            start: PyPosition(game.position),
            moves,
            comments,
            nodes: MoveNode::all_of(&game.tree),
            arrows: game.arrows().to_vec(),
            forfeit: game.forfeit().map(|player| game.position.side_of(player)),
            game_comments: game.comments,
            block: record.as_ref().map(|record| record.block),
            seed: record.as_ref().map(|record| record.seed),
            seats: record.map(|record| record.seats),
        }
    }
}

/// Reads the games of a game file or of match records.
#[pyfunction]
pub(crate) fn read_games(py: Python<'_>, path: PathBuf) -> PyResult<Vec<impl IntoPyObject<'_>>> {
    py.detach(|| guarded(|| read(&path))?)
}

/// Writes games to a game file, all of them or none.
#[pyfunction]
pub(crate) fn write_games(py: Python<'_>, path: PathBuf, games: Vec<NewGame>) -> PyResult<()> {
    let write = || {
        let games: Vec<WrittenGame> = games
            .into_iter()
            .map(NewGame::written)
            .collect::<PyResult<_>>()?;
        let texts: Vec<String> = games.iter().map(WrittenGame::to_string).collect();
        let written = replace(&link_target(&path), texts.join("\n").as_bytes());
        written.map_err(|error| error_in(&path, io_text(&error)))
    };
    py.detach(|| guarded(write)?)
}

fn read(path: &Path) -> PyResult<Vec<GameParts>> {
    let file = File::open(path).map_err(|error| error_in(path, io_text(&error)))?;
    let games =
        read_written_games(BufReader::new(file), None).map_err(|error| error_in(path, error))?;
    // A game file is no match.
    let records =
        RecordedMatch::read(path).map_or_else(|_| Vec::new(), |recorded| recorded.records);
    let mut records = records.into_iter();
    let read = |game: Result<WrittenGame, GameMistake>| {
        let game = game
            .map_err(|mistake| error_in(path, format!("line {}, {mistake}", mistake.place.line)))?;
        Ok(GameParts::of(game, records.next()))
    };
    games.into_iter().map(read).collect()
}
