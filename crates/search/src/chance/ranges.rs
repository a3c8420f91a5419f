use floe_game::{Chance, Player};

use super::Mean;
use super::definition::{ROUNDING, is_preferred};

/// An expectation is at least the first and at most the second.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Range {
    /// It is at least this.
    pub low: Mean,
    /// It is at most this.
    pub high: Mean,
}

impl Range {
    /// Just this.
    pub const fn exact(mean: Mean) -> Range {
        Range { low: mean, high: mean }
    }

    /// Whether there is nothing between, but for rounding.
    pub fn is_exact(&self) -> bool {
        self.high.score - self.low.score < ROUNDING
    }

    /// Whether both are exact, and the same but for rounding.
    pub fn is_same(&self, other: &Range) -> bool {
        self.hull(*other).is_exact()
    }

    pub(super) fn turned(self) -> Range {
        Range { low: self.high.turned(), high: self.low.turned() }
    }

    pub(super) fn plus(self, other: Range, times: f64) -> Range {
        Range { low: self.low.plus(other.low, times), high: self.high.plus(other.high, times) }
    }

    /// What both say.
    pub(super) fn and(self, other: Range) -> Range {
        Range { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// What a player has who may choose between the two.
    #[must_use]
    pub fn or(self, other: Range) -> Range {
        Range { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    /// What holds for either.
    fn hull(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
}

/// What is known of everybody.
pub(super) type Ranges = [Range; Player::MAX];

/// What comes of a choice of `player` of which this is known, by the rule of [`expectimax_all`](super::expectimax_all).
///
/// What it gets itself is the most of all choices. The others get what they get by one that may be the one chosen.
pub(super) fn chosen<G: Chance>(game: &G, player: Player, root: Player, choices: &[Ranges]) -> Ranges {
    let own = player.index();
    let most = choices.iter().map(|ranges| ranges[own]).reduce(Range::or).expect("somebody can choose");
    let known = |ranges: &Ranges| ranges.iter().all(Range::is_exact).then(|| ranges.map(|range| range.low));
    let is_preferred = |a: &[Mean; Player::MAX], b: &[Mean; Player::MAX]| is_preferred(game, player, root, a, b);
    let mut best: Option<[Mean; Player::MAX]> = None;
    for means in choices.iter().filter_map(known) {
        if best.as_ref().is_none_or(|best| is_preferred(&means, best)) {
            best = Some(means);
        }
    }
    let may_be_chosen = |ranges: &&Ranges| {
        let is_worse = |means| best.as_ref().is_some_and(|best| is_preferred(best, &means));
        ranges[own].high.score > most.low.score - ROUNDING && !known(ranges).is_some_and(is_worse)
    };
    let hull = |a: Ranges, b: Ranges| std::array::from_fn(|p| a[p].hull(b[p]));
    let mut all = choices.iter().filter(may_be_chosen).copied().reduce(hull).expect("the best choice may be chosen");
    all[own] = most;
    all
}
