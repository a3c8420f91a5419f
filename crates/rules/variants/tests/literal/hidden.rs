//! 3.4 hidden-whale: a tile has a whale on its back, and no player knows which. So every tile is
//! tried: what is seen if it is that one?

use super::Literal;
use super::floe::{Ground, Hex};
use std::collections::{BTreeMap, BTreeSet};

/// A whale, by the fish of its tile, and where it is.
type Whale = (i32, Hex);

pub(crate) fn choices(position: &Literal) -> Vec<String> {
    if position.placing() {
        position.placements()
    } else {
        position.slide_turns()
    }
}

/// Every choice with all its outcomes.
pub(crate) fn turns(position: &Literal) -> Vec<String> {
    choices(position)
        .iter()
        .flat_map(|choice| outcomes(position, choice).into_keys())
        .collect()
}

/// Outcomes that can be seen after a choice, each with its share of the worlds.
pub(crate) fn outcomes(position: &Literal, choice: &str) -> BTreeMap<String, f64> {
    if position.hand.iter().sum::<usize>() > 1 {
        // No player retires, and nothing is left, before all penguins are placed.
        return BTreeMap::from([(choice.to_string(), 1.0)]);
    }
    let worlds = worlds(position);
    let mut seen = BTreeMap::new();
    for world in &worlds {
        *seen.entry(happens(position, world, choice)).or_insert(0.0) += 1.0 / worlds.len() as f64;
    }
    seen
}

/// Everywhere the whales may be.
fn worlds(position: &Literal) -> Vec<Vec<Whale>> {
    let mut worlds = vec![Vec::new()];
    for &fish in &position.hidden {
        let tiles = position
            .ground
            .iter()
            .filter(|&(_, &ground)| ground == Ground::Tile(fish));
        let tiles: Vec<Hex> = tiles.map(|(&hex, _)| hex).collect();
        let with = |world: &Vec<Whale>, hex: Hex| [&world[..], &[(fish, hex)]].concat();
        worlds = worlds
            .iter()
            .flat_map(|world| tiles.iter().map(|&hex| with(world, hex)))
            .collect();
    }
    worlds
}

/// The choice as it is written when this world has answered it.
fn happens(position: &Literal, world: &[Whale], choice: &str) -> String {
    let mut after = position.clone();
    let from = (!position.placing()).then(|| position.outline.hex_pair(choice).0);
    let found = world.iter().find(|&&(_, hex)| Some(hex) == from);
    choose(&mut after, choice, found.is_some());
    let before: BTreeSet<Hex> = tiles(&after);
    after.turn = after.next(after.turn);
    after.settle();
    let gone: BTreeSet<Hex> = before.difference(&tiles(&after)).copied().collect();
    let mut text = choice.to_string();
    if found.is_some() {
        text += ",whale";
    }
    for fish in [3, 2] {
        if world
            .iter()
            .any(|&(of, hex)| of == fish && gone.contains(&hex))
        {
            text += &format!(",spent:{fish}");
        }
    }
    text
}

fn tiles(position: &Literal) -> BTreeSet<Hex> {
    let tiles = position
        .ground
        .iter()
        .filter(|(_, ground)| matches!(ground, Ground::Tile(_)));
    tiles.map(|(&hex, _)| hex).collect()
}

/// A placement, or a move: if the tile left was the whale's it is discarded and the penguin is out
/// of the game.
fn choose(position: &mut Literal, choice: &str, is_whale: bool) {
    if position.placing() {
        position.place(position.outline.hex(choice));
        return;
    }
    let (from, _, to) = position.outline.hex_pair(choice);
    if is_whale {
        let fish = position.fish(from);
        position.hidden.retain(|&of| of != fish);
        position.lift(from, position.turn);
        position.ground.insert(from, Ground::Water);
    } else {
        position.slide(from, to);
    }
}

pub(crate) fn play(position: &mut Literal, mv: &str) {
    let mut parts = mv.split(',');
    let choice = parts.next().expect("a choice").to_string();
    let parts: Vec<&str> = parts.collect();
    choose(position, &choice, parts.contains(&"whale"));
    for part in parts.iter().filter_map(|part| part.strip_prefix("spent:")) {
        position.hidden.retain(|fish| fish.to_string() != part);
    }
    position.turn = position.next(position.turn);
    position.settle();
}

/// A whale that no tile can hide is none.
pub(crate) fn forget_lost_whales(position: &mut Literal) {
    let ground: Vec<Ground> = position.ground.values().copied().collect();
    position
        .hidden
        .retain(|&fish| ground.contains(&Ground::Tile(fish)));
}
