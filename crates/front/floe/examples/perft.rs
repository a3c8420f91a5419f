//! Perft of my position: the number of move sequences after every move, to test a move generator.
//!
//! ```text
//! cargo run --release -p floe-fish-engine --example perft -- "POSITION" PLIES
//! ```

use std::error::Error;

use floe::{AnyGame, perft};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [position, plies] = &arguments[..] else {
        return Err("expected a position in quotes and a number of plies".into());
    };
    let game: AnyGame = position.parse()?;
    let plies: u32 = plies.parse()?;
    let rest = plies.checked_sub(1).ok_or("expected at least one ply")?;
    let mut total = 0;
    for choice in game.all_choices() {
        // Without chance a move has one outcome: itself.
        for (mv, _) in game.outcomes_of(choice) {
            let leaves = perft(&game.after(mv), rest);
            println!("{} {leaves}", game.move_text(mv));
            total += leaves;
        }
    }
    println!("total {total}");
    Ok(())
}
