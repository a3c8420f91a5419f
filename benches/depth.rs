//! Whole searches of the bench positions, one line each: depth within a second, and the gain by a
//! second thread.

use std::time::{Duration, Instant};

use floe_engine::{Analysis, AnyGame, AnyMove, Engine, Method};
use floe_search::{Limits, Options};

const POSITIONS: &str = include_str!("../positions/bench.pos");
const SECOND: Duration = Duration::from_secs(1);
/// A depth that takes one thread less than this says little about two.
const LEAST: Duration = Duration::from_millis(100);
/// The least size of the table in MiB, and how many sizes are tried.
const HASH: usize = 32;
const SIZES: usize = 5;

fn main() {
    println!(
        "{:>3} {:>5} {:>7} {:>10} {:>9} {:>9} {:>6}",
        "pos", "tiles", "players", "nodes/s", "depth/1s", "depths", "2 : 1"
    );
    let mut logarithms = Vec::new();
    let mut rates = Vec::new();
    for (number, line) in POSITIONS
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .enumerate()
    {
        let position: AnyGame = line.parse().expect("a bench position");
        let tiles = floe_engine::with_game!(&position, position => floe_engine::KnownGame::tiles_left(position));
        let players = position.players();
        let (one_second, took) = search(
            &position,
            1,
            HASH,
            Limits {
                time: Some(SECOND),
                ..Limits::default()
            },
        );
        let rate = one_second.nodes as f64 / took.as_secs_f64();
        let depth = one_second.depth.max(1);
        let ratios: Vec<f64> = (2..=depth)
            .filter_map(|depth| ratio(&position, depth))
            .map(f64::ln)
            .collect();
        let ratio = (!ratios.is_empty()).then(|| mean(&ratios));
        if took >= SECOND && players == 2 {
            rates.push(rate.ln());
        }
        logarithms.extend(ratio.map(f64::ln));
        let ratio = ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
        println!(
            "{number:>3} {tiles:>5} {players:>7} {rate:>10.0} {depth:>9} {:>9} {ratio:>6}",
            ratios.len()
        );
    }
    println!(
        "nodes/s of two-player searches, geometric mean: {:.0}",
        mean(&rates)
    );
    println!(
        "time of two threads to that of one, geometric mean: {:.3} over {}",
        mean(&logarithms),
        logarithms.len()
    );
}

/// Ratio of the time of two threads to that of one, to a fixed depth.
///
/// Tree sizes vary by a factor of two in both directions with the size of the table. So the ratio
/// of a depth is the geometric mean over several sizes, and the ratio of a position that over all
/// depths that take long enough.
fn ratio(position: &AnyGame, depth: u32) -> Option<f64> {
    let limits = Limits {
        depth,
        ..Limits::default()
    };
    if search(position, 1, HASH, limits).1 < LEAST {
        return None;
    }
    let sizes = (0..SIZES).map(|step| HASH + 4 * step);
    let logarithms: Vec<f64> = sizes
        .map(|mebibytes| {
            let [two, one] =
                [2, 1].map(|threads| search(position, threads, mebibytes, limits).1.as_secs_f64());
            (two / one).ln()
        })
        .collect();
    Some(mean(&logarithms))
}

/// The time is that of the search, with an engine that has its memory.
fn search(
    position: &AnyGame,
    threads: usize,
    hash_mebibytes: usize,
    limits: Limits<'_>,
) -> (Analysis<AnyMove>, Duration) {
    let method = if matches!(position, AnyGame::Two(_)) {
        Method::AlphaBeta
    } else {
        Method::Paranoid
    };
    let options = Options {
        threads,
        hash_mebibytes,
        ..Options::default()
    };
    let mut engine = Engine::new(method, options, 0);
    engine
        .analyze_any(
            position,
            &Limits {
                depth: 1,
                ..Limits::default()
            },
            |_| (),
        )
        .expect("there is memory for a table");
    engine.new_game(0);
    let start = Instant::now();
    let analysis = engine.analyze_any(position, &Limits { start, ..limits }, |_| ());
    (
        analysis.expect("there is memory for a table"),
        start.elapsed(),
    )
}

fn mean(logarithms: &[f64]) -> f64 {
    (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp()
}
