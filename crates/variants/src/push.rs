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
    let beside = floe.outline.neighbours(floe.own(player)) & enemies(floe, player);
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

/// How many lines of two moves there are; none where they must be counted one by one.
///
/// Slides by slides as in [`crate::plain::count_pairs`]. To the pushes that the next player has now, a slide adds those of the
/// penguin that comes beside one of its own with water behind, and those with the hex behind that has just become water; it
/// takes those of the penguin that has gone.
pub(crate) fn count_pairs(floe: &Floe) -> Option<u64> {
    let mut pairs = crate::plain::count_pairs(floe)?;
    let (mover, next) = (floe.turn, floe.next(floe.turn));
    let (geometry, ice, free) = (floe.outline.geometry(), floe.tiles | floe.open, floe.free());
    let (attackers, victims) = (floe.own(next), enemies(floe, next));
    let can_be_pushed = !floe.are_mates(mover, next);
    let mut pushes = 0;
    // By direction: where somebody beside an attacker has water or nothing behind, and where the attackers reach.
    let mut exposed = [HexSet::EMPTY; Direction::COUNT];
    for (exposed, direction) in exposed.iter_mut().zip(Direction::ALL) {
        let back = direction.opposite();
        let with_ground_behind = floe.outline.step(ice, back);
        *exposed = floe.outline.step(attackers, direction) - with_ground_behind;
        pushes += u64::from((*exposed & victims).len());
    }
    for from in floe.own(mover) {
        let to = geometry.slides(from, free);
        let slides = u64::from(to.len());
        let mut now = pushes;
        for (index, direction) in Direction::ALL.into_iter().enumerate() {
            let beside = geometry.beside(from, direction.opposite());
            let pushed_here = beside
                .and_then(|hex| geometry.beside(hex, direction.opposite()))
                .is_some_and(|hex| attackers.contains(hex));
            if can_be_pushed {
                now -= u64::from(exposed[index].contains(from) && victims.contains(from));
                pairs += u64::from((exposed[index] & to).len());
                // It has stepped towards an attacker, and the water is where it came from.
                pairs += u64::from(pushed_here && beside.is_some_and(|hex| to.contains(hex)));
            }
            now += u64::from(pushed_here && beside.is_some_and(|hex| victims.contains(hex)));
        }
        pairs += slides * now;
    }
    any_push(floe, mover, |from, to| {
        let mut after = *floe;
        play(&mut after, Move::Push { from, to });
        pairs += if after.is_deserted() { 0 } else { count(&after) };
        false
    });
    Some(pairs)
}

/// The penguins of all opponents of a player.
#[inline]
fn enemies(floe: &Floe, player: Player) -> HexSet {
    let others = floe.all_players().filter(|&other| !floe.are_mates(player, other));
    others.fold(HexSet::EMPTY, |all, other| all | floe.own(other))
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
