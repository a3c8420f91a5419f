use floe_fish::Value;
use floe_game::{Interval, Player, Score};
use floe_hex::HexSet;
use floe_search::Payoffs;
use floe_variants::{ChanceMove, Hidden, VariantMove};

use super::outlook::{Sight, gain, results};
use crate::Evaluation;
use crate::games::EvalFeatures;

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

/// What a position with hidden whales promises is what it would without, less what whales are likely to cost.
impl EvalFeatures for Hidden {
    #[inline]
    fn results(&self, base: &Evaluation) -> Payoffs {
        results(&self.bare(), &Wary(self), base)
    }

    /// What a choice takes at once, less what it risks.
    fn gain(&self, risk: ChanceMove) -> Score {
        let gained = gain(&self.bare(), risk.choice);
        let VariantMove::Slide { from, .. } = risk.choice else { return gained };
        let lost = dangers(self).filter(|(suspects, ..)| suspects.contains(from));
        gained - lost.map(|(_, worth, count)| 4 * (worth + A_PENGUIN) / count).sum::<Score>()
    }
    fn prospects(&self, player: Player) -> Interval<Score> {
        if self.penguins(player).is_empty() && !self.is_placement() {
            return Interval::exact(0);
        }
        let floe = self.bare();
        let sum =
            |sign: i32| -> i32 { self.tiles().into_iter().map(|hex| sign * (sign * floe.fish(hex)).max(0)).sum() };
        let most = Value { fish: sum(1), tiles: self.tiles().len() as i32 };
        Interval::new(Value { fish: sum(-1), tiles: 0 }.score(), most.score())
    }
}
