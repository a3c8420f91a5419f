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
    let (outline, mover, next) = (floe.outline, floe.turn, floe.next(floe.turn));
    let (own, free, ice) = (floe.own(mover), floe.free(), floe.tiles | floe.open);
    let (attackers, victims) = (floe.own(next), enemies(floe, next));
    let can_be_pushed = !floe.are_mates(mover, next);
    let slides = outline.rays(own, free);
    let slides_of = |from: Hex| u64::from(outline.geometry().slides(from, free).len());
    for direction in Direction::ALL {
        let back = direction.opposite();
        let beside = outline.step(attackers, direction);
        // Beside an attacker, with water or nothing behind.
        let exposed = beside - outline.step(ice, back);
        if !exposed.is_empty() {
            pairs += u64::from(slides.count()) * u64::from((exposed & victims).len());
            if can_be_pushed {
                pairs += Direction::ALL.iter().map(|&lane| u64::from((slides[lane] & exposed).len())).sum::<u64>();
                pairs -= (exposed & own).into_iter().map(slides_of).sum::<u64>();
            }
        }
        // Two hexes from an attacker: where it stood is water when it has gone, and that is behind the hex between.
        let leaving = outline.step(beside, direction) & own;
        if !leaving.is_empty() {
            let between = outline.step(leaving, back);
            if can_be_pushed {
                pairs += u64::from((between & free).len());
            }
            pairs += (outline.step(between & victims, direction) & leaving).into_iter().map(slides_of).sum::<u64>();
        }
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
