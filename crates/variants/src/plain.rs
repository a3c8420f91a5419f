//! The base rules, on any outline.

use floe_hex::{Layout, Tally};

use crate::Move;
use crate::floe::Floe;

#[inline]
pub(crate) fn for_each_move(floe: &Floe, mut visit: impl FnMut(Move)) {
    for from in floe.own(floe.turn) {
        for to in floe.slides(from) {
            visit(Move::Slide { from, to });
        }
    }
}

/// How many lines of two slides there are, all counted at once; none where they must be counted one by one.
///
/// For the next player a slide changes one thing: the hex it ends on is blocked now. So the replies are those to the position as it
/// stands, once for every slide, less those that each slide cuts off.
#[inline]
pub(crate) fn count_pairs(floe: &Floe) -> Option<u64> {
    let (mover, next) = (floe.turn, floe.next(floe.turn));
    let (penguins, free) = (floe.own(next), floe.free());
    // With one way out at most a slide may shut the next player in, and the turn passes on.
    if floe.is_placement() || !floe.open.is_empty() || !(floe.outline.neighbours(penguins) & free).is_several() {
        return None;
    }
    let slides = floe.outline.rays(floe.own(mover), free);
    let replies = floe.outline.rays(penguins, free);
    let lost = floe.outline.slides_lost(&replies, &Tally::of(&slides));
    Some(u64::from(slides.count()) * u64::from(replies.count()) - lost)
}

/// Takes the tile that a penguin leaves (1.5).
#[inline]
pub(crate) fn slide(floe: &mut Floe, mv: Move) {
    let Move::Slide { from, to } = mv else { unreachable!("no move of this variant") };
    floe.take(floe.turn, from.into());
    floe.walk(floe.turn, from, to);
}

#[inline]
pub(crate) fn play(floe: &mut Floe, mv: Move) {
    slide(floe, mv);
    floe.give_turn(floe.next(floe.turn), Floe::can_slide);
}
