use floe_fish::Value;
use floe_game::{Game, Player, Score};
use floe_hex::HexSet;
use floe_search::{Eval, EvalAll, Expect, Payoffs, Shares};
use floe_variants::{Hidden, Move, Risk};

use super::outlook::{Sight, VariantOutlook, gain};

/// What a position with hidden whales promises: what it would without, less what whales are likely to cost.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HiddenOutlook {
    plain: VariantOutlook,
}

/// A floe as it is seen by those who know of whales.
struct Wary<'a>(&'a Hidden);

/// What a penguin that steps onto a tile would still have got, where nothing is known of it.
const A_PENGUIN: Score = 256;

/// For every whale the tiles that may hide it, what one of them is worth, and how many they are.
fn dangers(position: &Hidden) -> impl Iterator<Item = (HexSet, Score, Score)> {
    position.whales().iter().map(|fish| {
        let suspects = position.suspects(fish);
        (suspects, Value { fish, tiles: 1 }.score(), (suspects.len() as Score).max(1))
    })
}

impl Sight for Wary<'_> {
    #[inline]
    fn worth(&self, hexes: HexSet) -> Score {
        let lost = |(suspects, worth, count): (HexSet, Score, Score)| {
            (suspects & hexes).len() as Score * (worth + A_PENGUIN) / count
        };
        self.0.value(hexes).score() - dangers(self.0).map(lost).sum::<Score>()
    }

    /// Whoever stands on a whale loses that tile, and all that the penguin would still have taken.
    #[inline]
    fn expected(&self, side: HexSet, to_come: Score) -> Score {
        let each = to_come / (side.len() as Score).max(1);
        let lost = |(suspects, worth, count): (HexSet, Score, Score)| {
            (suspects & side).len() as Score * (each - A_PENGUIN).max(-worth) / count
        };
        to_come - dangers(self.0).map(lost).sum::<Score>()
    }
}

impl HiddenOutlook {
    fn results(&self, position: &Hidden) -> Payoffs {
        self.plain.results(&position.bare(), &Wary(position))
    }
}

/// What a choice takes at once, less what it risks.
pub(super) fn hidden_gain(position: &Hidden, risk: Risk) -> Score {
    let gained = gain(&position.bare(), risk.choice);
    let Move::Slide { from, .. } = risk.choice else { return gained };
    let lost = dangers(position).filter(|(suspects, ..)| suspects.contains(from));
    gained - lost.map(|(_, worth, count)| 4 * (worth + A_PENGUIN) / count).sum::<Score>()
}

impl Eval<Hidden> for HiddenOutlook {
    #[inline]
    fn evaluate(&self, position: &Hidden) -> Score {
        let results = self.results(position);
        let mover = position.last_turn().index();
        results[mover] - results[mover ^ 1]
    }

    #[inline]
    fn promise(&self, position: &Hidden, risk: Risk) -> Score {
        hidden_gain(position, risk).min(1000)
    }
}

impl EvalAll<Hidden> for HiddenOutlook {
    fn evaluate_all(&self, position: &Hidden) -> Payoffs {
        if position.is_over() {
            let mut payoffs = Payoffs::default();
            Player::first(position.players()).for_each(|player| payoffs[player.index()] = position.score(player));
            return payoffs;
        }
        self.results(position)
    }
}

impl Expect<Hidden> for HiddenOutlook {
    fn shares(&self, position: &Hidden) -> Shares {
        self.plain.shares_of(&position.bare(), &self.evaluate_all(position))
    }
}
