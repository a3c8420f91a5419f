//! The base rules on any outline.

use floe_fish::Value;
use floe_hex::{HexSet, Layout, Tally};

use crate::floe::mix;
use crate::{Floe, VariantInfo, VariantKnowledge, VariantMove, VariantRules, VariantText};

/// The base rules, which have no state of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Plain;

impl VariantRules for Plain {
    type Word = u64;
    type Move = VariantMove;
    const INFO: &'static VariantInfo = &VariantInfo::BASE;

    #[inline]
    fn for_each_choice(&self, floe: &Floe, mut visit: impl FnMut(VariantMove)) {
        for from in floe.penguins(floe.turn) {
            for to in floe.slides(from) {
                visit(VariantMove::Slide(from, to));
            }
        }
    }

    #[inline]
    fn play(&mut self, floe: &mut Floe, mv: VariantMove) {
        slide(floe, mv);
        self.pass_turn(floe, floe.next(floe.turn));
    }

    #[inline]
    fn count(&self, floe: &Floe) -> u64 {
        u64::from(floe.count_slides(floe.turn))
    }

    /// A slide changes one thing for the next player: it blocks its last hex. So the replies are
    /// those to the current position, once for every slide, minus those that each slide cuts off.
    #[inline]
    fn count_pairs(&self, floe: &Floe) -> Option<u64> {
        let mover = floe.turn;
        let next = floe.next(floe.turn);
        let penguins = floe.penguins(next);
        let free = floe.free();
        // With one way out at most a slide may shut the next player in, and the turn passes on.
        if floe.is_placement()
            || !floe.open.is_empty()
            || !(floe.neighbours(penguins) & free).is_several()
        {
            return None;
        }
        let slides = floe.outline.rays(floe.penguins(mover), free);
        let replies = floe.outline.rays(penguins, free);
        let lost = floe.outline.slides_lost(&replies, &Tally::of(&slides));
        Some(u64::from(slides.count()) * u64::from(replies.count()) - lost)
    }

    #[inline]
    fn key(&self, floe: &Floe) -> u64 {
        mix(floe.key(), 1)
    }
}

impl VariantKnowledge for Plain {
    /// A side keeps the tiles under its penguins, and takes no others than those that they are
    /// connected to; while penguins are in hand those may be any.
    fn gain_bounds(&self, floe: &Floe, own: HexSet, _penguins: i32) -> (Value, Value) {
        let reach = if floe.is_placement() {
            floe.tiles
        } else {
            floe.outline.flood(own, floe.crossing()) & floe.free()
        };
        let standing = floe.value(own);
        let least = Value {
            fish: standing.fish + floe.negative_fish(reach),
            ..standing
        };
        let tiles = standing.tiles + reach.len() as i32;
        (
            least,
            Value {
                fish: standing.fish + floe.positive_fish(reach),
                tiles,
            },
        )
    }

    fn is_base_when_separated(&self, _floe: &Floe) -> bool {
        true
    }
}

impl VariantText for Plain {}

/// Makes a slide, the only move of the base rules.
#[inline]
pub(crate) fn slide(floe: &mut Floe, mv: VariantMove) {
    let VariantMove::Slide(from, to) = mv else {
        unreachable!("a slide")
    };
    floe.slide(from, to);
}
