//! Files of self-play, as arrays.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use floe_engine::arrays::{COUNTS, Numbered, PlaneShape, Planes, action_of_choice};
use floe_engine::options::UnusualSetUp;
use floe_engine::{AnyGame, AnySetUp, EngineGame, EngineSpec, with_game};
use floe_selfplay::{
    EncodedGame, GameFileError, SelfPlay, SelfPlayError, SelfPlayGame, SelfPlayLog, SelfPlayRun,
    read_encoded_games,
};
use numpy::PyArrayMethods;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::arrays::target;
use crate::build::BUILD;
use crate::deal::{DealOptions, keyword_error};
use crate::errors::{analysis_error, engine_error, file_error, option_error};
use crate::limits::concurrency;
use crate::policies::Policies;
use crate::pool::interruptible;
use crate::rows::write_values;
use crate::search::evaluation;
use crate::worker;

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

/// Text of a run in its file, which only the same run resumes; `engine` says who plays.
pub(crate) fn run_text(
    engine: impl Display,
    set_up: &AnySetUp,
    seed: u64,
    random_plies: u32,
) -> String {
    let players = set_up.players();
    let unusual = UnusualSetUp::of(set_up);
    format!(
        "engine={engine} players={players}{unusual} seed={seed} random-plies={random_plies} build={BUILD}"
    )
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
    let given: EngineSpec = options.engine.parse().map_err(engine_error)?;
    let spec = given.repeatable().map_err(keyword_error)?;
    let evaluation = evaluation(&spec)?;
    let set_up = deal.set_up()?;
    let about = run_text(&spec, &set_up, options.seed, options.random_plies);
    let play = SelfPlay::new(set_up, options.seed, options.random_plies).map_err(keyword_error)?;
    let concurrency = concurrency(options.concurrency)?;
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
                SelfPlayError::Analysis(error) => analysis_error(error),
                SelfPlayError::File(error) => file_error(error),
            })?;
            Ok((log.logged.games, log.logged.positions))
        },
        |py, games: u64| worker::call(py, progress.as_ref(), (games, options.games)),
    )?
}

/// Numbers of values of a position.
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
        let planes = if has_planes { shape.planes } else { 0 };
        Ok(Widths {
            players: shape.players,
            hexes: shape.hexes,
            scores,
            planes,
        })
    }
}

/// Number of positions of a game that are kept.
fn kept(game: &SelfPlayGame) -> usize {
    let plies = game.plies.iter();
    plies
        .filter(|ply| ply.kept && ply.searched.is_some())
        .count()
}

/// Shape of the part of a column that a position has.
fn part_shape(widths: Widths, shape: impl Fn(Widths) -> Vec<usize>) -> Vec<usize> {
    shape(widths)
}

/// Defines the columns of the positions of self-play: the name of each, the type of its values, and
/// the shape of the part of a position.
macro_rules! columns {
    ($($name:ident: $value:ty, $shape:expr;)*) => {
        /// Rows of one game in all columns.
        struct GameRows<'a> {
            $($name: &'a mut [$value],)*
        }

        /// Arrays of the positions of games, a row for each, by the names of the columns.
        fn columns<'py>(
            py: Python<'py>,
            games: &[SelfPlayGame],
            widths: Widths,
        ) -> PyResult<Bound<'py, PyDict>> {
            let rows: usize = games.iter().map(kept).sum();
            let dict = PyDict::new(py);
            $(
                let shape = [vec![rows], part_shape(widths, $shape)].concat();
                let array = target::<$value>(py, &shape, None)?;
                dict.set_item(stringify!($name), &array)?;
                let mut $name = array.readwrite();
            )*
            $(let mut $name = $name.as_slice_mut()?;)*
            let mut parts = Vec::with_capacity(games.len());
            for game in games {
                $(
                    let width: usize = part_shape(widths, $shape).iter().product();
                    let $name = $name.split_off_mut(..kept(game) * width);
                )*
                parts.push(GameRows {
                    $($name: $name.expect("a row for every position"),)*
                });
            }
            interruptible(py, |stop| {
                let rows = games.par_iter().zip(parts);
                let unless_stopped = rows.filter(|_| !stop.load(Relaxed));
                unless_stopped.for_each(|(game, mut rows)| {
                    with_game!(&game.start, start => write_rows(start, game, widths, &mut rows));
                });
            })?;
            Ok(dict)
        }
    };
}

// Of types that learners take, which have no unsigned integers of more than a byte.
columns! {
    game: i64, |_| vec![];
    ply: i16, |_| vec![];
    turn: u8, |_| vec![];
    action: i64, |_| vec![];
    score: i32, |widths| if widths.scores == 1 { vec![] } else { vec![widths.scores] };
    exact: bool, |_| vec![];
    depth: u8, |_| vec![];
    result: i32, |widths| vec![widths.players, 2];
    planes: u8, |widths| vec![widths.planes, widths.hexes];
    counts: i16, |widths| vec![widths.players, COUNTS];
}

/// Part of a column that a row has.
fn part<T>(column: &mut [T], row: usize, width: usize) -> &mut [T] {
    &mut column[row * width..][..width]
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
    for (number, ply) in game.plies.iter().enumerate() {
        let mv = G::move_of_bits(ply.bits);
        if let Some(searched) = ply.searched.as_ref().filter(|_| ply.kept) {
            let seat = position.last_turn();
            let action = action_of_choice(&position, position.choice_of(mv));
            rows.game[row] = game.index as i64;
            rows.ply[row] = number as i16;
            rows.turn[row] = seat.index() as u8;
            rows.action[row] = action.map_or(-1, i64::from);
            part(rows.score, row, widths.scores).copy_from_slice(&searched.scores);
            rows.exact[row] = searched.exact;
            rows.depth[row] = searched.depth;
            if widths.planes > 0 {
                let planes = part(rows.planes, row, widths.planes * widths.hexes);
                position.view(seat).write_planes(seat, planes);
            }
            position.write_counts(seat, part(rows.counts, row, widths.players * COUNTS));
            row += 1;
        }
        position.play(mv);
    }
    let end: AnyGame = position.into();
    let results = rows.result.chunks_exact_mut(2 * widths.players);
    results.for_each(|result| write_values(&end, result));
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
    let columns = columns(py, &games, widths)?;
    if !has_planes {
        columns.del_item("planes")?;
    }
    if let Some(policies) = interruptible(py, |_| Policies::of(&games))? {
        policies.add_to(&columns)?;
    }
    Ok((columns, torn))
}
