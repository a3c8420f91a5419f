//! The base rules, on any outline.

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
