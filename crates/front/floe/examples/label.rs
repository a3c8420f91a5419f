//! Positions with exact values, as CSV: the fish by which the player to move wins, 1/128 a tile.
//!
//! ```text
//! cargo run --release -p floe-fish-engine --example label -- NODES < POSITIONS > LABELS
//! ```

use std::error::Error;

use floe::{AnyGame, Limits, SolveRequest, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let nodes = std::env::args().nth(1).unwrap_or("1000000".to_owned());
    let nodes: u64 = nodes.parse()?;
    println!("position,at_least,at_most,best");
    for line in std::io::stdin().lines() {
        let line = line?;
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let game: AnyGame = line.parse()?;
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let request = SolveRequest {
            limits,
            ..SolveRequest::default()
        };
        let proof = solve(&game, &request, |_| ())?;
        let mover = game.last_turn().index();
        // The bounds meet unless the nodes were too few.
        let bounds = proof.bounds.map(|value| value.fish_of(mover));
        let best = proof.line.first().map(|&mv| game.move_text(mv));
        let best = best.unwrap_or_default();
        println!("\"{game}\",{},{},{best}", bounds.lower, bounds.upper);
    }
    Ok(())
}
