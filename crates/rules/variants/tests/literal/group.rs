//! 3.6 group: penguins may gather on a tile, which is taken when the last of them leave.

use super::Literal;
use super::floe::Hex;

/// One penguin, or all own penguins of a tile, which is another move only where there are several.
pub(crate) fn turns(position: &Literal) -> Vec<String> {
    let mut turns = Vec::new();
    for from in position.hexes_of(position.turn) {
        for to in position.targets(from) {
            turns.push(position.outline.pair_name(from, '-', to));
            if position.count(from, position.turn) > 1 {
                turns.push(position.outline.pair_name(from, '=', to));
            }
        }
    }
    turns
}

/// The tile is taken only when the move leaves it empty, and scores its fish times the penguins
/// that left.
pub(crate) fn play(position: &mut Literal, from: Hex, to: Hex, all: bool) {
    let player = position.turn;
    let moving = if all { position.count(from, player) } else { 1 };
    for _ in 0..moving {
        position.lift(from, player);
        position.put(to, player);
    }
    if position.penguins.contains_key(&from) {
        position.idle += 1;
    } else {
        position.take(from, player, moving);
        position.idle = 0;
    }
}

/// All retire when twice as many turns in a row as players still in the game have taken no tile,
/// beginning with the player to move.
pub(crate) fn all_retire_when_idle(position: &mut Literal) {
    if position.idle < 2 * position.players_with_penguins() || position.penguins.is_empty() {
        return;
    }
    let mut player = position.turn;
    while !position.penguins.is_empty() {
        if position.has_penguins(player) {
            position.retire(player);
            position.turn = player;
        }
        player = position.next(player);
    }
}
