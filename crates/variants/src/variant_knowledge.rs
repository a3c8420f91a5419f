use floe_fish::Value;
use floe_game::{Interval, Player, Score};
use floe_hex::HexSet;

use crate::variant_rules::{default_gain, side};
use crate::{Floe, VariantText};

/// Knowledge of a variant beyond its rules: estimates and proven bounds, for searches and explanations. The default
/// methods are those of the base rules.
pub trait VariantKnowledge: VariantText {
    /// Rank of `mv` by what it seems to gain the player to move at once, for move ordering and the player `greedy`:
    /// higher is better, and only moves in one position can be compared. By default it is the value of the free tiles
    /// around the hex of a placement, or four times that of the tile where a move ends, in 1/128 fish.
    fn gain(&self, floe: &Floe<Self::Word>, mv: Self::Move) -> Score {
        default_gain(self, floe, mv)
    }

    /// Static evaluation of the tiles on `hexes` for a player that reaches them, in 1/128 fish.
    #[inline]
    fn tile_eval(&self, floe: &Floe<Self::Word>, hexes: HexSet<Self::Word>) -> Score {
        self.value(floe, hexes).score()
    }

    /// Adapts `to_come`, the estimate of what the side with penguins on the hexes `side` still gets by the base rules,
    /// to the variant; both in 1/128 fish.
    #[inline]
    fn adapt_eval(&self, _floe: &Floe<Self::Word>, _side: HexSet<Self::Word>, to_come: Score) -> Score {
        to_come
    }

    /// Static evaluation, where surviving penguins count, of what each of the sides still gets, in 1/128 penguin.
    /// `sides` are the hexes of their penguins, and the result has their order. `None` where fish count.
    #[inline]
    fn survival_eval<const N: usize>(
        &self,
        _floe: &Floe<Self::Word>,
        _sides: [HexSet<Self::Word>; N],
    ) -> Option<[Score; N]> {
        None
    }

    /// Estimate of what threatened penguins cost `player`, in teams its team, in 1/128 fish: 0 or more.
    #[inline]
    fn danger(&self, _floe: &Floe<Self::Word>, _player: Player) -> Score {
        0
    }

    /// Proven bounds of the change of the score of `player`, in teams of its team, from now to the end of the game, in
    /// the unit of [`score`](crate::VariantRules::score); 0 when the game is over.
    fn prospects(&self, floe: &Floe<Self::Word>, player: Player) -> Interval<Score> {
        let (own, penguins) = side(self, floe, player);
        if penguins == 0 && !floe.is_placement() {
            return Interval::exact(0);
        }
        let mates = floe.all_players().filter(|&mate| floe.are_mates(player, mate));
        let in_hand: i32 = mates.map(|mate| i32::from(floe.hand[mate.index()])).sum();
        let (least, most) = self.gain_bounds(floe, own, penguins + in_hand);
        Interval::new(least.score(), most.score())
    }

    /// Least and most fish and tiles that a side can still get: its `penguins` penguins are on the hexes `own` or in
    /// hand.
    fn gain_bounds(&self, floe: &Floe<Self::Word>, _own: HexSet<Self::Word>, _penguins: i32) -> (Value, Value) {
        let least = Value { fish: floe.negative_fish(floe.tiles), tiles: 0 };
        (least, Value { fish: floe.positive_fish(floe.tiles), tiles: floe.tiles.len() as i32 })
    }

    /// Sentences in English that the variant adds to an explanation of the evaluation; none by default.
    fn notes(&self, _floe: &Floe<Self::Word>) -> Vec<String> {
        Vec::new()
    }
}
