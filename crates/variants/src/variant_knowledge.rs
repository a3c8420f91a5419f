use floe_fish::Value;
use floe_game::{Interval, POINT, Player, Score};
use floe_hex::{HexSet, Word};

use crate::variant_rules::{default_gain, side};
use crate::{Floe, VariantText};

/// Most features that a variant can have of its own.
pub const MAX_OWN_FEATURES: usize = 12;

/// Own features of a side in a variant, in 1/128.
pub type OwnFeatures = [Score; MAX_OWN_FEATURES];

/// The first features of a side are these counts.
pub(crate) fn counts<const M: usize>(counts: [u32; M]) -> OwnFeatures {
    let mut features = OwnFeatures::default();
    for (feature, count) in features.iter_mut().zip(counts) {
        *feature = POINT * count as Score;
    }
    features
}

/// The hexes of all sides but the one at `place`.
pub(crate) fn others<W: Word>(sides: &[HexSet<W>], place: usize) -> HexSet<W> {
    let others = sides.iter().enumerate().filter(|&(other, _)| other != place);
    others.fold(HexSet::EMPTY, |all, (_, &side)| all | side)
}

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

    /// The own features of the variant, which [`VariantInfo::features`](crate::VariantInfo::features) names, of each
    /// side, with [`POINT`] for a fish, a tile or a penguin. `sides` are the hexes of their penguins, the side to move
    /// first; the result has their order, and zeros after the last feature.
    #[inline]
    fn own_features<const N: usize>(
        &self,
        _floe: &Floe<Self::Word>,
        _sides: [HexSet<Self::Word>; N],
    ) -> [OwnFeatures; N] {
        [OwnFeatures::default(); N]
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

    /// Whether the rest of the game is one by the base rules if no two players reach a common tile, in which case each
    /// player takes what it can from its own.
    fn is_base_when_separated(&self, _floe: &Floe<Self::Word>) -> bool {
        false
    }

    /// Sentences in English that the variant adds to an explanation of the evaluation; none by default.
    fn notes(&self, _floe: &Floe<Self::Word>) -> Vec<String> {
        Vec::new()
    }
}
