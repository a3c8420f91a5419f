//! **Survival** (3.5): short steps on ice that breaks elsewhere, and the last penguins win.

use floe_fish::Value;
use floe_game::Player;
use floe_hex::{Direction, HexSet, Layout};

use crate::Move;
use crate::floe::Floe;

/// Where a tile can break after a step onto `to`: free ones with as many fish, the one just left among them.
fn breakable(floe: &Floe, from: floe_hex::Hex, to: floe_hex::Hex) -> HexSet {
    let standing = (floe.occupied() - from.into()) | to.into();
    floe.tiles_of(floe.fish(to)) - standing
}

pub(crate) fn for_each_move(floe: &Floe, mut visit: impl FnMut(Move)) {
    let (geometry, free) = (floe.outline.geometry(), floe.free());
    for from in floe.own(floe.turn) {
        for (step, direction) in Direction::ALL.into_iter().enumerate() {
            let Some(to) = geometry.beside(from, direction).filter(|&to| free.contains(to)) else { continue };
            let tiles = breakable(floe, from, to);
            if tiles.is_empty() {
                visit(Move::Slide { from, to });
            }
            tiles.into_iter().for_each(|tile| visit(Move::Sink { from, step: step as u8, tile }));
        }
    }
}

pub(crate) fn count(floe: &Floe) -> u64 {
    let (geometry, free) = (floe.outline.geometry(), floe.free());
    let steps = |from| {
        (geometry.adjacent(from) & free).into_iter().map(move |to| u64::from(breakable(floe, from, to).len().max(1)))
    };
    floe.own(floe.turn).into_iter().flat_map(steps).sum()
}

pub(crate) fn play(floe: &mut Floe, idle: &mut u8, mv: Move) {
    let (from, to) = mv.ends(floe.outline.geometry());
    floe.walk(floe.turn, from, to);
    if let Move::Sink { tile, .. } = mv {
        floe.remove(tile.into());
        *idle = 0;
    } else {
        *idle += 1;
    }
    settle(floe, *idle, floe.next(floe.turn));
}

/// The penguins that cannot move leave; then it is the turn of the first player from `player` on who has any.
pub(crate) fn settle(floe: &mut Floe, idle: u8, player: Player) {
    let beside_free = floe.outline.neighbours(floe.free());
    floe.penguins.iter_mut().for_each(|own| *own &= beside_free);
    if is_over(floe, idle) {
        return;
    }
    let mut player = player;
    while floe.own(player).is_empty() {
        player = floe.next(player);
    }
    floe.turn = player;
}

pub(crate) fn is_over(floe: &Floe, idle: u8) -> bool {
    let left = floe.penguins.iter().filter(|own| !own.is_empty()).count();
    left <= 1 || usize::from(idle) >= left
}

/// The penguins that a player has left, and the fish where nobody else is: the fish stand in the place of tiles.
pub(crate) fn result(floe: &Floe, player: Player, is_over: bool) -> Value {
    let own = floe.own(player);
    let mut fish = 0;
    if is_over {
        let others = floe.occupied() - own;
        for area in floe.outline.areas(floe.tiles) {
            if !(area & own).is_empty() && (area & others).is_empty() {
                fish += floe.value(area).fish;
            }
        }
    }
    Value { fish: own.len() as i32, tiles: fish }
}
