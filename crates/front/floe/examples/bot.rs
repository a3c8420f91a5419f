//! Bot for my own server: it reads positions, one a line, and answers each with a move in time.
//!
//! ```text
//! cargo run --release -p floe-fish-engine --example bot -- MILLISECONDS < POSITIONS
//! ```

use std::error::Error;
use std::time::Duration;

use floe::{AnyGame, Engine, Limits, Method, Options};

/// Move, or why there is none.
type Answer = Result<String, Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    let milliseconds = std::env::args().nth(1).unwrap_or("1000".to_owned());
    let time = Duration::from_millis(milliseconds.parse()?);
    let mut engine = Engine::new(Method::Default, Options::default(), 0);
    for line in std::io::stdin().lines() {
        let line = line?;
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        // A line that is no position costs an answer, not the bot.
        match answer(&mut engine, &line, time) {
            Ok(mv) => println!("{mv}"),
            Err(error) => println!("error: {error}"),
        }
    }
    Ok(())
}

/// Best move of the position in a line, found within this time.
fn answer(engine: &mut Engine, line: &str, time: Duration) -> Answer {
    let game: AnyGame = line.parse()?;
    let limits = Limits {
        time: Some(time),
        ..Limits::default()
    };
    let best = engine.choose_any(&game, &limits)?;
    let best = best.ok_or("the game is over")?;
    Ok(game.move_text(best))
}
