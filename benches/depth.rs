//! How deep a second goes, and what a second thread gains: whole searches on the bench positions, each told in a line.

use std::time::{Duration, Instant};

use floe_engine::{Analysis, Method, Request, analyze};
use floe_fish::AnyPosition;
use floe_search::{Limits, Options};

const POSITIONS: &str = include_str!("../positions/bench.pos");
const SECOND: Duration = Duration::from_secs(1);
/// A depth that takes one thread less than this says little about two.
const LEAST: Duration = Duration::from_millis(100);

fn main() {
    println!(
        "{:>3} {:>5} {:>7} {:>10} {:>9} {:>9} {:>6}",
        "pos", "tiles", "players", "nodes/s", "depth/1s", "depths", "2 : 1"
    );
    let mut logarithms = Vec::new();
    let mut rates = Vec::new();
    for (number, line) in POSITIONS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).enumerate() {
        let position: AnyPosition = line.parse().expect("a bench position");
        let tiles = floe_fish::with_position!(&position, position => position.tiles().len());
        let players = floe_fish::with_position!(&position, position => floe_game::Game::players(position));
        let (one_second, took) = search(&position, 1, Limits { time: Some(SECOND), ..Limits::default() });
        let rate = one_second.nodes as f64 / took.as_secs_f64();
        let depth = one_second.depth.max(1);
        let ratios: Vec<f64> = (2..=depth).filter_map(|depth| ratio(&position, depth)).map(f64::ln).collect();
        let ratio = (!ratios.is_empty()).then(|| mean(&ratios));
        if took >= SECOND && players == 2 {
            rates.push(rate.ln());
        }
        logarithms.extend(ratio.map(f64::ln));
        let ratio = ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
        println!("{number:>3} {tiles:>5} {players:>7} {rate:>10.0} {depth:>9} {:>9} {ratio:>6}", ratios.len());
    }
    println!("nodes/s of two-player searches, geometric mean: {:.0}", mean(&rates));
    println!("time of two threads to that of one, geometric mean: {:.3} over {}", mean(&logarithms), logarithms.len());
}

/// The time two threads take to a fixed depth, in parts of what one takes; the median of three, in turn.
///
/// How large a tree is depends on which move is tried first where, so that a single depth of a single position says
/// little; a position is told by the geometric mean of all depths that take long enough.
fn ratio(position: &AnyPosition, depth: u32) -> Option<f64> {
    let time = |threads| search(position, threads, Limits { depth, ..Limits::default() }).1;
    if time(1) < LEAST {
        return None;
    }
    let mut ratios: Vec<f64> = (0..3).map(|_| 1.0 / time(1).as_secs_f64() * time(2).as_secs_f64()).collect();
    ratios.sort_by(f64::total_cmp);
    Some(ratios[1])
}

fn search(position: &AnyPosition, threads: usize, limits: Limits<'_>) -> (Analysis, Duration) {
    let start = Instant::now();
    let method = if matches!(position, AnyPosition::Two(_)) { Method::AlphaBeta } else { Method::Paranoid };
    let options = Options { threads, hash_mebibytes: 64, ..Options::default() };
    let analysis = analyze(position, &Request { method, limits: Limits { start, ..limits }, options }, |_| ());
    (analysis.expect("there is memory for a table"), start.elapsed())
}

fn mean(logarithms: &[f64]) -> f64 {
    (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp()
}
