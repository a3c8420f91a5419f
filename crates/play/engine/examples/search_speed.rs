//! Speed of short searches: nodes and searches per second of processor time, from the first
//! placement on and in the middle of games, and a checksum of the moves found.
//!
//! ```text
//! cargo run --release -p floe-engine --example search_speed -- ENGINE POSITIONS RULES:PLAYERS…
//! ```

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use floe_engine::{AnyGame, Engine, EngineSpec, Evaluation, GameRules, RandomStart};

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// Random moves before the positions of a game, from the end of the placement on; `None` for the
/// first placement.
const STAGES: [(&str, Option<u32>); 3] = [
    ("placement", None),
    ("opening", Some(0)),
    ("middle", Some(16)),
];

/// Processor time of this thread so far; Linux counts it for each thread.
fn processor_time() -> Fallible<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds = text.split_whitespace().next().ok_or("no processor time")?;
    Ok(Duration::from_nanos(nanoseconds.parse()?))
}

/// Searches `count` positions of a game at every stage, each as the first position of a new game.
fn measure(engine: &str, count: u64, game: &str) -> Fallible<()> {
    let (rules, players) = game.split_once(':').ok_or("expected RULES:PLAYERS")?;
    let rules: GameRules = rules.parse()?;
    let set_up = rules.usual(players.parse()?);
    let spec: EngineSpec = engine.parse()?;
    for (stage, plies) in STAGES {
        let mut player = Engine::from_spec(&spec, Evaluation::default());
        let mut hasher = DefaultHasher::new();
        let mut nodes = 0;
        let mut time = Duration::ZERO;
        for seed in 0..count {
            let dealt = AnyGame::deal(&set_up, seed)?;
            let start = RandomStart {
                placed: plies.is_some(),
                plies: plies.unwrap_or(0),
                tiles: None,
            };
            let position = start.play(&dealt, seed);
            player.new_game(seed);
            let before = processor_time()?;
            let analysis = player.analyze_any(&position, &spec.limits().from_now(), |_| ())?;
            time += processor_time()? - before;
            nodes += analysis.nodes;
            let lines = analysis
                .lines
                .iter()
                .map(|line| (position.line_text(&line.moves), &line.scores));
            lines.for_each(|line| line.hash(&mut hasher));
        }
        let seconds = time.as_secs_f64();
        println!(
            "{game:<18} {stage:<10} {:>9.0} nodes/s {:>7.0} searches/s  {:016x}",
            nodes as f64 / seconds,
            count as f64 / seconds,
            hasher.finish()
        );
    }
    Ok(())
}

fn main() -> Fallible<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [engine, count, games @ ..] = &arguments[..] else {
        return Err("expected ENGINE POSITIONS RULES:PLAYERS…".into());
    };
    games
        .iter()
        .try_for_each(|game| measure(engine, count.parse()?, game))
}
