//! Self-play by searches that a function of Python guides.

use std::collections::BTreeMap;
use std::path::PathBuf;

use floe_engine::{AnyGame, GuidedGame};
use floe_game::{POINT, Score};
use floe_search::GuidedMove;
use floe_selfplay::{OpenGame, PolicyMove, SearchResult, SelfPlay, SelfPlayGame, SelfPlayLog};
use pyo3::prelude::*;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::deal::{DealOptions, keyword_error};
use crate::errors::file_error;
use crate::evaluation::{Evaluator, unguided};
use crate::guided_search::GuidedKeywords;
use crate::records::run_text;
use crate::worker;

/// A run of self-play guided by an evaluator.
#[derive(FromPyObject, Debug)]
#[pyo3(from_item_all)]
pub(crate) struct GuidedSelfPlayOptions {
    games: u64,
    name: String,
    /// Hash of the evaluator.
    hash: String,
    settings: String,
    seed: u64,
    random_plies: u32,
    sampled_plies: usize,
    concurrency: usize,
    search: GuidedKeywords,
    evaluator: Py<PyAny>,
}

/// Plays games of self-play into a file with policies, or resumes it; returns the number of games
/// and of positions in the file.
#[pyfunction]
pub(crate) fn guided_selfplay(
    py: Python<'_>,
    path: PathBuf,
    deal: DealOptions,
    options: GuidedSelfPlayOptions,
    progress: Option<Py<PyAny>>,
) -> PyResult<(u64, u64)> {
    let set_up = deal.set_up()?;
    let GuidedSelfPlayOptions {
        name,
        hash,
        settings,
        seed,
        random_plies,
        ..
    } = &options;
    let engine = format!("{name} evaluator={hash} search={settings}");
    let about = run_text(engine, &set_up, *seed, *random_plies);
    let play = SelfPlay::new(set_up, *seed, *random_plies)
        .map_err(keyword_error)?
        .with_policies();
    let sample = *play.open(0).position();
    options.search.search(&sample, 0).map_err(unguided)?;
    let evaluator = Evaluator::new(
        options.evaluator.clone_ref(py),
        &sample,
        options.search.planes(),
    )?;
    let mut log = SelfPlayLog::open(&path, &play, &about).map_err(file_error)?;
    let mut next = log.logged.games;
    let mut open: Vec<OpenGame> = Vec::new();
    let mut finished: BTreeMap<u64, SelfPlayGame> = BTreeMap::new();
    loop {
        while open.len() < options.concurrency && next < options.games {
            open.push(play.open(next));
            next += 1;
        }
        let over = open
            .extract_if(.., |game| game.is_over())
            .map(OpenGame::finish);
        finished.extend(over.map(|game| (game.index, game)));
        // Games end in any order, and are appended in theirs.
        while let Some(game) = finished.remove(&log.logged.games) {
            log.append(game).map_err(file_error)?;
            worker::call(py, progress.as_ref(), (log.logged.games, options.games))?;
        }
        if open.is_empty() && next >= options.games {
            break;
        }
        play_move(py, &mut open, &evaluator, &options)?;
    }
    log.sync().map_err(file_error)?;
    Ok((log.logged.games, log.logged.positions))
}

/// Searches all games and plays a move in each.
fn play_move(
    py: Python<'_>,
    games: &mut [OpenGame],
    evaluator: &Evaluator,
    options: &GuidedSelfPlayOptions,
) -> PyResult<()> {
    let mut searches = Vec::new();
    for game in &mut *games {
        let seed = game.rng.random();
        searches.push(
            options
                .search
                .search(game.position(), seed)
                .map_err(unguided)?,
        );
    }
    evaluator.search(py, &mut searches)?;
    for (game, search) in games.iter_mut().zip(&searches) {
        let moves = search.moves();
        let best = search.best().expect("the game goes on");
        let is_sampled = game.searched() < options.sampled_plies;
        let choice = if is_sampled {
            draw(&moves, &mut game.rng).unwrap_or(best)
        } else {
            best
        };
        let found = searched(game.position(), search, &moves, options);
        game.play(choice, found);
    }
    Ok(())
}

/// Result of a search for the file.
fn searched(
    position: &AnyGame,
    search: &GuidedGame,
    moves: &[GuidedMove],
    options: &GuidedSelfPlayOptions,
) -> SearchResult {
    let mut scores: Vec<Score> = search
        .values()
        .iter()
        .map(|value| (value * options.search.unit() * f64::from(POINT)).round() as Score)
        .collect();
    match position.sides() {
        2 => scores.truncate(1),
        _ => scores.rotate_right(position.last_turn().index()),
    }
    SearchResult {
        scores,
        exact: search.is_proved(),
        depth: 0,
        policy: weights(moves, options.search.is_improved()),
    }
}

/// Policy as weights: visits, or shares of an improved policy.
fn weights(moves: &[GuidedMove], is_improved: bool) -> Vec<PolicyMove> {
    let most = f64::from(u16::MAX);
    let visits: u32 = moves.iter().map(|mv| mv.visits).sum();
    // Visits are kept as they are where they fit.
    let unit = if is_improved || visits > u32::from(u16::MAX) {
        most
    } else {
        f64::from(visits)
    };
    // A move that was searched stays, however small its share is: it may be the one that is played.
    let weight = |mv: &GuidedMove| {
        ((f64::from(mv.policy) * unit).round() as u16).max(u16::from(mv.visits > 0))
    };
    let weighed = moves.iter().map(|mv| PolicyMove {
        bits: mv.bits,
        weight: weight(mv),
    });
    weighed.filter(|mv| mv.weight > 0).collect()
}

/// Draws a move by its share in the policy.
fn draw(moves: &[GuidedMove], rng: &mut Xoshiro256PlusPlus) -> Option<u32> {
    let mut left = rng.random::<f32>();
    for mv in moves {
        left -= mv.policy;
        if left < 0.0 {
            return Some(mv.bits);
        }
    }
    None
}
