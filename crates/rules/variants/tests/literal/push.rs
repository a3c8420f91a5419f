//! 3.1 push: a penguin may push an adjacent penguin of an opponent into water or off the floe.

use super::Literal;
use super::floe::{Ground, Hex};

pub(crate) fn turns(position: &Literal) -> Vec<String> {
    let mut turns = Vec::new();
    for from in position.hexes_of(position.turn) {
        for direction in 0..6 {
            if let Some(to) = pushed(position, from, direction) {
                turns.push(position.outline.pair_name(from, 'x', to));
            }
        }
    }
    turns
}

/// The hex of the penguin that one on `from` can push in that direction.
fn pushed(position: &Literal, from: Hex, direction: usize) -> Option<Hex> {
    let to = position.outline.step(from, direction)?;
    let owner = position.penguins.get(&to)?[0];
    let behind_is_water = match position.outline.step(to, direction) {
        None => true,
        // The open centre is neither water nor off the floe.
        Some(behind) => position.ground[&behind] == Ground::Water,
    };
    // 3.8: where a whale roams too, a player's last penguin cannot be pushed either.
    let is_safe = position.has_rule("whale") && position.hexes_of(owner).len() == 1;
    (is_opponent(position, owner) && behind_is_water && !is_safe).then_some(to)
}

/// 3.2: A and C are a team, and B and D.
fn is_opponent(position: &Literal, owner: usize) -> bool {
    let teammate = position.has_rule("teams") && owner % 2 == position.turn % 2;
    owner != position.turn && !teammate
}

/// The pushed penguin is out of the game, the pusher stands where it stood, and no tile is taken.
pub(crate) fn play(position: &mut Literal, from: Hex, to: Hex) {
    let owner = position.penguins[&to][0];
    position.lift(to, owner);
    position.lift(from, position.turn);
    position.put(to, position.turn);
}
