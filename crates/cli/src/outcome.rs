use floe_engine::AnyGame;
use floe_game::{Chance, Notated};

/// What the choice that a text says comes to in the world with this number, as it is written; what it says, where chance has no say.
///
/// # Errors
/// Why it is no legal choice, and what could be chosen instead.
pub(crate) fn come_of(position: &AnyGame, text: &str, world: u64) -> Result<String, String> {
    let AnyGame::Hidden(position) = position else { return Ok(text.to_owned()) };
    Ok(position.move_text(position.outcome_in(position.find_choice(text).map_err(|error| error.to_string())?, world)))
}
