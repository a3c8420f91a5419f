use floe_fish::{Move, Position};
use floe_game::{Chance, Game, Notated};
use floe_hex::Layout;
use floe_variants::AnyGame;

/// Makes the move that a text says.
///
/// # Errors
/// Why it is no legal move, and what could be done instead.
pub(crate) fn play(position: &mut AnyGame, text: &str) -> Result<(), String> {
    match position {
        AnyGame::Two(position) => play_in(position, text),
        AnyGame::Three(position) => play_in(position, text),
        AnyGame::Four(position) => play_in(position, text),
        AnyGame::Variant(position) => {
            position.play(position.find_move(text)?);
            Ok(())
        }
        AnyGame::Special(position) => {
            position.play(position.find_move(text)?);
            Ok(())
        }
        AnyGame::Hidden(position) => {
            position.play(position.find_move(text)?);
            Ok(())
        }
    }
}

/// What the choice that a text says comes to in the world with this number, as it is written; what it says, where chance has no say.
///
/// # Errors
/// Why it is no legal choice, and what could be chosen instead.
pub(crate) fn come_of(position: &AnyGame, text: &str, world: u64) -> Result<String, String> {
    let AnyGame::Hidden(position) = position else { return Ok(text.to_owned()) };
    Ok(position.move_text(position.outcome_in(position.find_choice(text)?, world)))
}

fn play_in<const N: usize>(position: &mut Position<N>, text: &str) -> Result<(), String> {
    let mv = Move::parse(text, position.layout().geometry()).map_err(|error| error.to_string())?;
    position.check(mv).map_err(|error| format!("{error}{}", choices(position, mv)))?;
    position.play(mv);
    Ok(())
}

/// What could be done instead: by the penguin that was named, or else by whom.
fn choices<const N: usize>(position: &Position<N>, mv: Move) -> String {
    let geometry = position.layout().geometry();
    let name = |hex| geometry.name(hex);
    let list = |hexes: Vec<String>| hexes.join(", ");
    let mover = position.last_turn();
    if position.is_over() {
        return String::new();
    }
    if position.is_placement() {
        let places = position.tiles_of(1) & position.free();
        return format!("; {mover} can place on {}", list(places.into_iter().map(name).collect()));
    }
    if let Move::Slide { from, .. } = mv
        && position.penguins(mover).contains(from)
    {
        let mut ends: Vec<String> = geometry.slides(from, position.free()).into_iter().map(name).collect();
        ends.sort();
        return match ends.len() {
            0 => format!("; the penguin on {} cannot move at all", name(from)),
            _ => format!("; the penguin on {} can go to {}", name(from), list(ends)),
        };
    }
    let movable = position.penguins(mover).into_iter().filter(|&hex| !geometry.slides(hex, position.free()).is_empty());
    format!("; {mover} can move the penguins on {}", list(movable.map(name).collect()))
}
