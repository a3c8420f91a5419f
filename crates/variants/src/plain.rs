//! The base rules, on any outline, and what variants have of them.

use floe_fish::Value;
use floe_game::{Interval, Player, Score};
use floe_hex::{HexSet, Layout, Tally};

use crate::floe::mix;
use crate::variant_rules::sum;
use crate::{Floe, Kind, VariantMove, VariantRules};

/// The base rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plain;

impl VariantRules for Plain {
    type Word = u64;
    type Move = VariantMove;

    fn new(kind: Option<Kind>) -> Option<Plain> {
        kind.is_none().then_some(Plain)
    }

    fn kind(&self) -> Option<Kind> {
        None
    }

    #[inline]
    fn for_each_choice(&self, floe: &Floe, mut visit: impl FnMut(VariantMove)) {
        for from in floe.own(floe.turn) {
            for to in floe.slides(from) {
                visit(VariantMove::Slide { from, to });
            }
        }
    }

    #[inline]
    fn play(&mut self, floe: &mut Floe, mv: VariantMove) {
        slide(floe, mv);
        self.settle(floe, floe.next(floe.turn));
    }

    #[inline]
    fn count(&self, floe: &Floe) -> u64 {
        u64::from(floe.count_slides(floe.turn))
    }

    /// For the next player a slide changes one thing: the hex it ends on is blocked now. So the replies are those to the position as it
    /// stands, once for every slide, less those that each slide cuts off.
    #[inline]
    fn count_pairs(&self, floe: &Floe) -> Option<u64> {
        let (mover, next) = (floe.turn, floe.next(floe.turn));
        let (penguins, free) = (floe.own(next), floe.free());
        // With one way out at most a slide may shut the next player in, and the turn passes on.
        if floe.is_placement() || !floe.open.is_empty() || !(floe.neighbours(penguins) & free).is_several() {
            return None;
        }
        let slides = floe.outline.rays(floe.own(mover), free);
        let replies = floe.outline.rays(penguins, free);
        let lost = floe.outline.slides_lost(&replies, &Tally::of(&slides));
        Some(u64::from(slides.count()) * u64::from(replies.count()) - lost)
    }

    /// Everybody keeps what it stands on, and gets nowhere across others.
    fn prospects(&self, floe: &Floe, player: Player) -> Interval<Score> {
        let (own, penguins) = self.side(floe, player);
        if penguins == 0 && !floe.is_placement() {
            return Interval::exact(0);
        }
        let (standing, reach) = (floe.value(own), floe.outline.flood(own, floe.crossing()) & floe.free());
        let most = Value { fish: sum(floe, reach, 1), tiles: reach.len() as i32 };
        let least = Value { fish: sum(floe, reach, -1), tiles: 0 };
        Interval::new(standing.score() + least.score(), standing.score() + most.score())
    }

    #[inline]
    fn key(&self, floe: &Floe) -> u64 {
        mix(floe.key(), 1)
    }
}

/// Makes a slide: the player takes the tile that the penguin leaves (1.5).
#[inline]
pub(crate) fn slide(floe: &mut Floe, mv: VariantMove) {
    let VariantMove::Slide { from, to } = mv else { unreachable!("no move of this variant") };
    floe.take(floe.turn, from.into());
    floe.walk(floe.turn, from, to);
}

/// The penguins of all opponents of a player.
#[inline]
pub(crate) fn enemies(floe: &Floe, player: Player) -> HexSet {
    let others = floe.all_players().filter(|&other| !floe.are_mates(player, other));
    others.fold(HexSet::EMPTY, |all, other| all | floe.own(other))
}
