//! Files of self-play, as arrays.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use floe_engine::arrays::{COUNTS, Numbered, PlaneSet, PlaneShape, Planes, action_of_choice};
use floe_engine::options::UnusualSetUp;
use floe_engine::{EngineGame, EngineSpec, with_game};
use floe_fish::Value;
use floe_game::Player;
use floe_selfplay::{
    EncodedGame, GameFileError, SelfPlay, SelfPlayError, SelfPlayGame, SelfPlayLog, SelfPlayRun,
    read_encoded_games,
};
use numpy::{Element, IntoPyArray, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::build::BUILD;
use crate::deal::{DealOptions, keyword_error};
use crate::errors::{PyFileError, analysis_error, exception, option_error, spec_error};
use crate::limits::concurrency;
use crate::policies::Policies;
use crate::pool::interruptible;
use crate::worker;

pub(crate) fn file_error(error: impl std::fmt::Display) -> PyErr {
    exception::<PyFileError>(error)
}

/// A run of self-play.
#[derive(FromPyObject, Debug)]
#[pyo3(from_item_all)]
pub(crate) struct SelfPlayOptions {
    games: u64,
    engine: String,
    seed: u64,
    random_plies: u32,
    concurrency: Option<usize>,
}

/// Plays games of self-play into a file, or resumes it; returns the number of games and of
/// positions in the file.
#[pyfunction]
pub(crate) fn selfplay(
    py: Python<'_>,
    path: PathBuf,
    deal: DealOptions,
    options: SelfPlayOptions,
    progress: Option<Py<PyAny>>,
) -> PyResult<(u64, u64)> {
    let spec: EngineSpec = options.engine.parse().map_err(|error| spec_error(&error))?;
    let spec = spec.repeatable().map_err(keyword_error)?;
    let evaluation = spec
        .evaluation(|path| std::fs::read(path))
        .map_err(|error| spec_error(&error))?;
    let set_up = deal.set_up()?;
    let players = set_up.players();
    let unusual = UnusualSetUp::of(&set_up);
    let play = SelfPlay::new(set_up, options.seed, options.random_plies).map_err(keyword_error)?;
    let concurrency = concurrency(options.concurrency)?;
    let SelfPlayOptions {
        seed, random_plies, ..
    } = options;
    let about = format!(
        "engine={spec} players={players}{unusual} seed={seed} random-plies={random_plies} build={BUILD}"
    );
    let mut log = SelfPlayLog::open(&path, &play, &about).map_err(file_error)?;
    worker::run(
        py,
        |stop, sender| {
            let run = SelfPlayRun {
                play: &play,
                spec: &spec,
                evaluation,
                concurrency,
                stop,
            };
            // The receiver lives as long as the run.
            let recorded = run.record(options.games, &mut log, |games| {
                sender.send(games).unwrap_or_default()
            });
            recorded.map_err(|error| match error {
                SelfPlayError::Analysis(error) => analysis_error(&error),
                SelfPlayError::File(error) => file_error(error),
            })?;
            Ok((log.logged.games, log.logged.positions))
        },
        |py, games: u64| match &progress {
            None => Ok(()),
            Some(progress) => progress.call1(py, (games, options.games)).map(drop),
        },
    )?
}

/// Arrays of the positions of self-play, a row for each: of types that learners take, which have no
/// unsigned integers of more than a byte.
#[derive(Default)]
struct Columns {
    game: Vec<i64>,
    ply: Vec<i16>,
    turn: Vec<u8>,
    action: Vec<i64>,
    score: Vec<i32>,
    exact: Vec<bool>,
    depth: Vec<u8>,
    result: Vec<i32>,
    counts: Vec<i16>,
}

/// Rows of one game.
struct GameRows<'a> {
    game: &'a mut [i64],
    ply: &'a mut [i16],
    turn: &'a mut [u8],
    action: &'a mut [i64],
    score: &'a mut [i32],
    exact: &'a mut [bool],
    depth: &'a mut [u8],
    result: &'a mut [i32],
    planes: &'a mut [u8],
    counts: &'a mut [i16],
}

/// Numbers of values in a row.
#[derive(Clone, Copy)]
struct Widths {
    players: usize,
    hexes: usize,
    scores: usize,
    planes: usize,
}

impl Widths {
    /// Widths of the rows of these games, which must be of one kind.
    fn of(games: &[SelfPlayGame], has_planes: bool) -> PyResult<Widths> {
        let Some(first) = games.first() else {
            return Ok(Widths {
                players: 0,
                hexes: 0,
                scores: 1,
                planes: 0,
            });
        };
        let shape = PlaneShape::of(&first.start);
        let sides = first.start.sides();
        if games
            .iter()
            .any(|game| PlaneShape::of(&game.start) != shape || game.start.sides() != sides)
        {
            return Err(option_error(
                "paths: expected files of the same rules and players",
            ));
        }
        let scores = if sides <= 2 { 1 } else { shape.players };
        let planes = if has_planes {
            shape.values(PlaneSet::Position)
        } else {
            0
        };
        Ok(Widths {
            players: shape.players,
            hexes: shape.hexes,
            scores,
            planes,
        })
    }
}

/// Takes the first values off a slice.
fn take<'a, T>(slice: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    slice
        .split_off_mut(..count)
        .expect("a row for every position")
}

fn kept(game: &SelfPlayGame) -> usize {
    game.plies
        .iter()
        .filter(|ply| ply.kept && ply.searched.is_some())
        .count()
}

impl Columns {
    fn new(rows: usize, widths: Widths) -> Columns {
        let players = widths.players;
        Columns {
            game: vec![0; rows],
            ply: vec![0; rows],
            turn: vec![0; rows],
            action: vec![0; rows],
            score: vec![0; rows * widths.scores],
            exact: vec![false; rows],
            depth: vec![0; rows],
            result: vec![0; rows * players * 2],
            counts: vec![0; rows * players * COUNTS],
        }
    }

    /// Splits the columns and the planes into the rows of each game.
    fn split<'a>(
        &'a mut self,
        planes: &'a mut [u8],
        games: &[SelfPlayGame],
        widths: Widths,
    ) -> Vec<GameRows<'a>> {
        let players = widths.players;
        let mut rest = GameRows {
            game: &mut self.game,
            ply: &mut self.ply,
            turn: &mut self.turn,
            action: &mut self.action,
            score: &mut self.score,
            exact: &mut self.exact,
            depth: &mut self.depth,
            result: &mut self.result,
            planes,
            counts: &mut self.counts,
        };
        let rows = |game: &SelfPlayGame| {
            let rows = kept(game);
            GameRows {
                game: take(&mut rest.game, rows),
                ply: take(&mut rest.ply, rows),
                turn: take(&mut rest.turn, rows),
                action: take(&mut rest.action, rows),
                score: take(&mut rest.score, rows * widths.scores),
                exact: take(&mut rest.exact, rows),
                depth: take(&mut rest.depth, rows),
                result: take(&mut rest.result, rows * players * 2),
                planes: take(&mut rest.planes, rows * widths.planes),
                counts: take(&mut rest.counts, rows * players * COUNTS),
            }
        };
        games.iter().map(rows).collect()
    }

    fn into_dict<'py>(
        self,
        py: Python<'py>,
        planes: Option<Bound<'py, PyArray3<u8>>>,
        widths: Widths,
    ) -> PyResult<Bound<'py, PyDict>> {
        let rows = self.ply.len();
        let dict = PyDict::new(py);
        dict.set_item("game", self.game.into_pyarray(py))?;
        dict.set_item("ply", self.ply.into_pyarray(py))?;
        dict.set_item("turn", self.turn.into_pyarray(py))?;
        dict.set_item("action", self.action.into_pyarray(py))?;
        match widths.scores {
            1 => dict.set_item("score", self.score.into_pyarray(py))?,
            scores => dict.set_item("score", reshaped(py, self.score, [rows, scores])?)?,
        }
        dict.set_item("exact", self.exact.into_pyarray(py))?;
        dict.set_item("depth", self.depth.into_pyarray(py))?;
        dict.set_item(
            "result",
            reshaped(py, self.result, [rows, widths.players, 2])?,
        )?;
        if let Some(planes) = planes {
            dict.set_item("planes", planes)?;
        }
        dict.set_item(
            "counts",
            reshaped(py, self.counts, [rows, widths.players, COUNTS])?,
        )?;
        Ok(dict)
    }
}

fn reshaped<T: Element, const N: usize>(
    py: Python<'_>,
    values: Vec<T>,
    shape: [usize; N],
) -> PyResult<Bound<'_, PyAny>>
where
    [usize; N]: numpy::ndarray::IntoDimension,
{
    Ok(values.into_pyarray(py).reshape(shape)?.into_any())
}

/// Writes the rows of a game.
fn write_rows<G: EngineGame + Numbered + Planes>(
    start: &G,
    game: &SelfPlayGame,
    widths: Widths,
    rows: &mut GameRows<'_>,
) {
    let mut position = *start;
    let mut row = 0;
    let scores = widths.scores;
    let players = widths.players;
    for (number, ply) in game.plies.iter().enumerate() {
        let mv = G::move_of_bits(ply.bits);
        if let Some(searched) = ply.searched.as_ref().filter(|_| ply.kept) {
            rows.game[row] = game.index as i64;
            rows.ply[row] = number as i16;
            let seat = position.last_turn();
            rows.turn[row] = seat.index() as u8;
            rows.action[row] =
                action_of_choice(&position, position.choice_of(mv)).map_or(-1, i64::from);
            rows.score[row * scores..][..scores].copy_from_slice(&searched.scores);
            rows.exact[row] = searched.exact;
            rows.depth[row] = searched.depth;
            if widths.planes > 0 {
                position.view(seat).write_planes(
                    seat,
                    &mut rows.planes[row * widths.planes..][..widths.planes],
                );
            }
            position.write_counts(
                seat,
                &mut rows.counts[row * players * COUNTS..][..players * COUNTS],
            );
            row += 1;
        }
        position.play(mv);
    }
    for result in rows.result.chunks_exact_mut(2 * players) {
        for (player, pair) in Player::first(players).zip(result.chunks_exact_mut(2)) {
            let Value { fish, tiles } = Value::from_score(position.score(player));
            pair.copy_from_slice(&[fish, tiles]);
        }
    }
}

/// Reads a file of self-play, and decodes its games on all cores; returns the number of bytes after
/// them, too.
fn read_games_of(
    path: &Path,
    stop: &AtomicBool,
) -> Result<(Vec<SelfPlayGame>, u64), GameFileError> {
    let mut encoded = Vec::new();
    let read = read_encoded_games(path, |game| {
        encoded.push(game);
        Ok(())
    });
    let unless_stopped = encoded.par_iter().filter(|_| !stop.load(Relaxed));
    let games: Vec<_> = unless_stopped.map(EncodedGame::decode).collect();
    // A damaged game comes before what ended the reading.
    let games: Result<Vec<_>, _> = games.into_iter().collect();
    let games = games.map_err(|problem| GameFileError {
        path: path.to_owned(),
        problem,
    })?;
    read.map(|read| (games, read.torn_bytes))
}

/// Reads the positions of files of self-play as arrays; returns the numbers of bytes after the
/// whole games of each file, too.
#[pyfunction]
pub(crate) fn read_selfplay(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    has_planes: bool,
) -> PyResult<(Bound<'_, PyDict>, Vec<u64>)> {
    let read = interruptible(py, |stop| {
        let mut games = Vec::new();
        let mut torn = Vec::new();
        for path in &paths {
            let (whole, bytes) = read_games_of(path, stop).map_err(file_error)?;
            games.extend(whole);
            torn.push(bytes);
        }
        Widths::of(&games, has_planes).map(|widths| (games, torn, widths))
    });
    let (games, torn, widths) = read??;
    let rows = games.iter().map(kept).sum();
    let mut columns = Columns::new(rows, widths);
    let hexes = widths.hexes;
    // NumPy allocates the largest array, in large pages.
    let planes = PyArray3::zeros(py, [rows, widths.planes / hexes.max(1), hexes], false);
    {
        let mut filled = planes.readwrite();
        let filled = filled.as_slice_mut()?;
        interruptible(py, |stop| {
            let rows = columns.split(filled, &games, widths);
            games
                .par_iter()
                .zip(rows)
                .filter(|_| !stop.load(Relaxed))
                .for_each(|(game, mut rows)| {
                    with_game!(&game.start, start => write_rows(start, game, widths, &mut rows));
                });
        })?;
    }
    let columns = columns.into_dict(py, has_planes.then_some(planes), widths)?;
    if let Some(policies) = interruptible(py, |_| Policies::of(&games))? {
        policies.add_to(&columns)?;
    }
    Ok((columns, torn))
}
