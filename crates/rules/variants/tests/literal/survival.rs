//! 3.5 survival: move one hex, sink a tile of the same number of fish, outlast the others.

use super::Literal;
use super::floe::{Ground, Hex};
use std::collections::BTreeSet;

pub(crate) fn turns(position: &Literal) -> Vec<String> {
    let mut turns = Vec::new();
    if over(position) {
        return turns;
    }
    for from in position.hexes_of(position.turn) {
        for to in free_neighbours(position, from) {
            let step = position.outline.pair_name(from, '-', to);
            turns.extend(with_sinking(position, from, to, &step));
        }
    }
    turns
}

/// Then the mover removes one empty tile with as many fish as the one moved onto, if there is any.
/// The one just left may be removed too.
fn with_sinking(position: &Literal, from: Hex, to: Hex, step: &str) -> Vec<String> {
    let mut after = position.clone();
    after.lift(from, position.turn);
    after.put(to, position.turn);
    let mut turns = Vec::new();
    for &hex in after.ground.keys() {
        if after.is_free(hex) && after.fish(hex) == after.fish(to) {
            turns.push(format!("{step},sink:{}", after.outline.name(hex)));
        }
    }
    if turns.is_empty() {
        vec![step.to_string()]
    } else {
        turns
    }
}

pub(crate) fn play(position: &mut Literal, from: Hex, to: Hex, sunk: Option<Hex>) {
    position.lift(from, position.turn);
    position.put(to, position.turn);
    match sunk {
        Some(hex) => {
            position.ground.insert(hex, Ground::Water);
            position.idle = 0;
        }
        None => position.idle += 1,
    }
}

fn free_neighbours(position: &Literal, hex: Hex) -> Vec<Hex> {
    let mut hexes = position.outline.neighbours(hex);
    hexes.retain(|&hex| position.is_free(hex));
    hexes
}

/// All penguins without a free neighbouring tile leave the floe together. Their tiles stay.
pub(crate) fn leave(position: &mut Literal) {
    let stuck: Vec<Hex> = position.penguins.keys().copied().collect();
    let stuck = stuck
        .into_iter()
        .filter(|&hex| free_neighbours(position, hex).is_empty());
    for hex in stuck.collect::<Vec<Hex>>() {
        position.penguins.remove(&hex);
    }
}

/// The game ends when all penguins left are one player's, and when as many turns in a row as the
/// number of players with penguins have removed no tile. Some player can always move: penguins that
/// cannot have left.
pub(crate) fn over(position: &Literal) -> bool {
    let players = position.players_with_penguins();
    players <= 1 || position.idle >= players
}

/// After the placement: stuck penguins leave, and players without penguins are skipped.
pub(crate) fn settle(position: &mut Literal) {
    leave(position);
    if over(position) {
        return;
    }
    while !position.has_penguins(position.turn) {
        position.turn = position.next(position.turn);
    }
}

/// Per player: penguins left, and the fish of the areas that hold penguins of that player alone.
pub(crate) fn results(position: &Literal) -> Vec<(i32, i32)> {
    let mut results = vec![(0, 0); position.taken.len()];
    for owners in position.penguins.values() {
        results[owners[0]].0 += 1;
    }
    for area in areas(position) {
        let owners = area.iter().filter_map(|hex| position.penguins.get(hex));
        let owners: BTreeSet<usize> = owners.flatten().copied().collect();
        if owners.len() == 1 {
            let fish: i32 = area.iter().map(|&hex| position.fish(hex)).sum();
            results[owners.into_iter().next().expect("one owner")].1 += fish;
        }
    }
    results
}

/// The connected areas of tiles; tiles under penguins connect too.
fn areas(position: &Literal) -> Vec<Vec<Hex>> {
    let is_tile = |hex: &Hex| matches!(position.ground[hex], Ground::Tile(_));
    let mut left: BTreeSet<Hex> = position.ground.keys().copied().filter(is_tile).collect();
    let mut areas = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut area = vec![first];
        let mut reached = vec![first];
        while let Some(hex) = reached.pop() {
            for neighbour in position.outline.neighbours(hex) {
                if left.remove(&neighbour) {
                    area.push(neighbour);
                    reached.push(neighbour);
                }
            }
        }
        areas.push(area);
    }
    areas
}
