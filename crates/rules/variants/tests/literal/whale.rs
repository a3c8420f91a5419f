//! 3.3 whale: after moving a penguin the mover sends the whale along.

use super::Literal;
use super::floe::{self, Hex};

pub(crate) fn turns(position: &Literal) -> Vec<String> {
    let mut turns = Vec::new();
    for from in position.hexes_of(position.turn) {
        for to in position.targets(from) {
            let slide = position.outline.pair_name(from, '-', to);
            let mut after = position.clone();
            let fish = after.slide(from, to);
            turns.extend(with_directions(&after, &slide, fish));
        }
    }
    turns
}

/// A direction in which the whale cannot swim even one hex is not a choice; if none is left it
/// stays.
fn with_directions(after: &Literal, slide: &str, fish: i32) -> Vec<String> {
    let choices = (0..6).filter(|&direction| path_end(after, direction, fish).is_some());
    let name = |direction| format!("{slide},whale:{}", floe::direction_name(direction));
    let turns: Vec<String> = choices.map(name).collect();
    if turns.is_empty() {
        vec![slide.to_string()]
    } else {
        turns
    }
}

/// End of a whale that swims `fish` hexes; `None` if it cannot swim even one.
fn path_end(position: &Literal, direction: usize, fish: i32) -> Option<Hex> {
    let mut at = position.whale.expect("a whale");
    let mut end = None;
    for _ in 0..fish {
        // It swims below the ice: only the outline and penguins stop it.
        let Some(next) = position.outline.step(at, direction) else {
            return end;
        };
        at = next;
        if let Some(owners) = position.penguins.get(&at) {
            // A player's last penguin is never taken: the whale stops on the hex before it.
            let last = position.hexes_of(owners[0]).len() == 1;
            return if last { end } else { Some(at) };
        }
        end = Some(at);
    }
    end
}

/// The penguin on which the whale ends, of any colour, is out of the game. Its tile stays.
pub(crate) fn swim(position: &mut Literal, direction: usize, fish: i32) {
    let end = path_end(position, direction, fish).expect("a choice");
    position.penguins.remove(&end);
    position.whale = Some(end);
}
