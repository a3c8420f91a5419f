use floe_fish::Value;
use floe_game::{Interval, Player, Score};
use floe_hex::HexSet;

use crate::variant_rules::{default_gain, side};
use crate::{Floe, VariantText};

/// Knowledge of a variant beyond its rules: estimates and proven bounds. The default methods are those of the base
/// rules.
pub trait VariantKnowledge: VariantText {
    /// Immediate gain of a move, in 1/128 fish or in units of the variant, for move ordering and the greedy player.
    fn gain(&self, floe: &Floe<Self::Word>, mv: Self::Move) -> Score {
        default_gain(self, floe, mv)
    }

    /// Static evaluation of tiles for the player that reaches them, in 1/128 fish.
    #[inline]
    fn tile_eval(&self, floe: &Floe<Self::Word>, hexes: HexSet<Self::Word>) -> Score {
        self.value(floe, hexes).score()
    }

    /// Adapts the evaluation of what a side with these penguins still gets to the variant, in 1/128 fish.
    #[inline]
    fn adapt_eval(&self, _floe: &Floe<Self::Word>, _side: HexSet<Self::Word>, to_come: Score) -> Score {
        to_come
    }

    /// Static evaluation of what every side still gets where surviving penguins count, in 1/128 penguin and in the
    /// order of `sides`, which are the hexes of their penguins; `None` where fish count.
    #[inline]
    fn survival_eval<const N: usize>(
        &self,
        _floe: &Floe<Self::Word>,
        _sides: [HexSet<Self::Word>; N],
    ) -> Option<[Score; N]> {
        None
    }

    /// Penalty for threatened penguins of a player, in teams of its team, in 1/128 fish.
    #[inline]
    fn danger(&self, _floe: &Floe<Self::Word>, _player: Player) -> Score {
        0
    }

    /// Proven bounds of what a player, in teams its team, still gets.
    fn prospects(&self, floe: &Floe<Self::Word>, player: Player) -> Interval<Score> {
        let (own, penguins) = side(self, floe, player);
        if penguins == 0 && !floe.is_placement() {
            return Interval::exact(0);
        }
        let (least, most) = self.gain_bounds(floe, own, penguins);
        Interval::new(least.score(), most.score())
    }

    /// Least and most that a side with `penguins` penguins, on the hexes `own` and in hand, still gets.
    fn gain_bounds(&self, floe: &Floe<Self::Word>, _own: HexSet<Self::Word>, _penguins: i32) -> (Value, Value) {
        let least = Value { fish: floe.negative_fish(floe.tiles), tiles: 0 };
        (least, Value { fish: floe.positive_fish(floe.tiles), tiles: floe.tiles.len() as i32 })
    }

    /// Sentences that the variant adds to an explanation of the evaluation.
    fn notes(&self, _floe: &Floe<Self::Word>) -> Vec<String> {
        Vec::new()
    }
}
