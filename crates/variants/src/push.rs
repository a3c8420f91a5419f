//! **Push** (3.1): a penguin may push an opponent's that stands beside it into the water behind.

use floe_game::Player;
use floe_hex::{Direction, Hex, HexSet, Layout};

use crate::Move;
use crate::floe::Floe;

/// Calls `visit` with every push of a player, until it says that it has seen enough.
#[inline]
fn any_push(floe: &Floe, player: Player, mut visit: impl FnMut(Hex, Hex) -> bool) -> bool {
    let geometry = floe.outline.geometry();
    let ice = floe.tiles | floe.open;
    let others = floe.all_players().filter(|&other| !floe.are_mates(player, other));
    let victims = others.fold(HexSet::EMPTY, |all, other| all | floe.own(other));
    let beside = floe.outline.neighbours(floe.own(player)) & victims;
    beside.into_iter().any(|to| {
        Direction::ALL.into_iter().any(|direction| {
            let from = geometry.beside(to, direction.opposite()).filter(|&from| floe.own(player).contains(from));
            let has_water_behind = || geometry.beside(to, direction).is_none_or(|behind| !ice.contains(behind));
            from.is_some_and(|from| has_water_behind() && visit(from, to))
        })
    })
}

/// The penguins that a player could push, were it its turn.
pub(crate) fn victims(floe: &Floe, player: Player) -> HexSet {
    let mut victims = HexSet::EMPTY;
    any_push(floe, player, |_, to| {
        victims.insert(to);
        false
    });
    victims
}

pub(crate) fn for_each_move(floe: &Floe, mut visit: impl FnMut(Move)) {
    crate::plain::for_each_move(floe, &mut visit);
    any_push(floe, floe.turn, |from, to| {
        visit(Move::Push { from, to });
        false
    });
}

pub(crate) fn count(floe: &Floe) -> u64 {
    let mut pushes = 0;
    any_push(floe, floe.turn, |_, _| {
        pushes += 1;
        false
    });
    u64::from(floe.count_slides(floe.turn)) + pushes
}

#[inline]
pub(crate) fn can_move(floe: &Floe, player: Player) -> bool {
    floe.can_slide(player) || any_push(floe, player, |_, _| true)
}

#[inline]
pub(crate) fn play(floe: &mut Floe, mv: Move) {
    match mv {
        Move::Push { from, to } => {
            let owner = floe.owner(to).expect("somebody to push");
            floe.penguins[owner.index()].remove(to);
            floe.walk(floe.turn, from, to);
        }
        slide => crate::plain::slide(floe, slide),
    }
    floe.give_turn(floe.next(floe.turn), can_move);
}
