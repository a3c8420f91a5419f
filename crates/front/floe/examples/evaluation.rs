//! My own evaluation in alpha-beta: the margin so far, and a fifth of a fish for every slide.
//!
//! ```text
//! cargo run --release -p floe-fish-engine --example evaluation -- "POSITION" DEPTH
//! ```

use std::error::Error;

use floe::fish::Position;
use floe::game::{Notated, POINT, Player, Score, TwoSided};
use floe::hex::{Layout, Standard};
use floe::search::{AlphaBeta, NoOracle};
use floe::{Limits, Options};

/// Estimated final margin for the side to move, in 1/128 fish.
fn mobility(game: &Position<2>) -> Score {
    let mover = game.last_turn();
    let other = Player::new(1 - mover.index());
    let lead = slides(game, mover) - slides(game, other);
    game.margin_of(game.side_to_move()) + lead * POINT / 5
}

/// Number of slides that the penguins of a player have.
fn slides(game: &Position<2>, player: Player) -> Score {
    let rays = Standard.rays(game.penguins(player), game.free());
    rays.count() as Score
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [position, depth] = &arguments[..] else {
        return Err("expected a position in quotes and a depth in plies".into());
    };
    let game: Position<2> = position.parse()?;
    let limits = Limits {
        depth: depth.parse()?,
        ..Limits::default()
    };
    let mut search = AlphaBeta::new(mobility, NoOracle, Options::default())?;
    search.search(&game, &limits, |progress| {
        let best = &progress.report.lines[0];
        let fish = f64::from(best.value) / f64::from(POINT);
        let line = game.line_text(&best.moves).join(" ");
        println!("depth {}: {fish:+.1} fish, {line}", progress.report.depth);
    });
    Ok(())
}
