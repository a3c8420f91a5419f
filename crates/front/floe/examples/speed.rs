//! Nodes of an alpha-beta search, of a proof and of perft, with the time of each on standard error:
//! to compare the speed of a program that uses the crate with that of `floe`.
//!
//! ```text
//! cargo run --release -p floe-fish-engine --example speed -- [DEPTH] [PLIES]
//! ```

use std::time::Instant;

use floe::{AnyGame, Engine, EngineSpec, Evaluation, Limits, SolveRequest, perft, solve};

/// Full floe of sixty tiles.
const OPENING: &str =
    "112221B1/23B111A111/21221A11/12313213/33B13221/A1B1121223/2121111/A12122323 A 0:0,0:0";
/// Position with 40 tiles left.
const ENDING: &str =
    "1B21.2.1/21.232.1/A2..A2.A21/31..11B11/..2.213/11.2B21.3/.12..A2B3/3.11.3.2 A 16:10,15:10";

/// Calls `work` and prints its time with this name.
fn timed<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    eprintln!("{name} {:.3} s", start.elapsed().as_secs_f64());
    result
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().unwrap_or("6".to_owned());
    let plies: u32 = arguments.next().map_or(Ok(4), |text| text.parse())?;
    if let Some(advice) = floe::PROCESSOR_ADVICE {
        eprintln!("{advice}");
    }
    let opening: AnyGame = OPENING.parse()?;
    let spec: EngineSpec = format!("alphabeta:depth={depth},hash=16").parse()?;
    let mut engine = Engine::from_spec(&spec, Evaluation::default());
    let analysis = timed("alphabeta", || {
        engine.analyze_any(&opening, &Limits::default(), |_| ())
    })?;
    println!("alphabeta {}", analysis.nodes);
    let ending: AnyGame = ENDING.parse()?;
    let request = SolveRequest {
        hash_mebibytes: 16,
        ..SolveRequest::default()
    };
    let proof = timed("solve", || solve(&ending, &request, |_| ()))?;
    println!("solve {}", proof.nodes);
    let leaves = timed("perft", || perft(&opening, plies));
    println!("perft {leaves}");
    Ok(())
}
