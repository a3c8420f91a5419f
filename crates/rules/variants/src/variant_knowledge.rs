use floe_fish::Value;
use floe_game::{Interval, POINT, Player, Score};
use floe_hex::{HexSet, Word};

use crate::variant_rules::{default_gain, side};
use crate::{Floe, VariantText};

/// Maximum number of features that a variant adds to the features of all floes.
pub const MAX_OWN_FEATURES: usize = 12;

/// Own features of one side in a variant, in 1/128 and in the order of
/// [`VariantInfo::features`](crate::VariantInfo::features), with zeros after the last one.
pub type OwnFeatures = [Score; MAX_OWN_FEATURES];

/// The first features of a side are these counts.
#[inline(always)]
pub(crate) fn counts<const M: usize>(counts: [u32; M]) -> OwnFeatures {
    let mut features = OwnFeatures::default();
    for feature in 0..M {
        features[feature] = POINT * counts[feature] as Score;
    }
    features
}

/// The hexes of all sides but the one at `place`.
#[inline(always)]
pub(crate) fn others<W: Word, const N: usize>(sides: &[HexSet<W>; N], place: usize) -> HexSet<W> {
    let mut all = HexSet::EMPTY;
    for (other, &side) in sides.iter().enumerate() {
        if other != place {
            all |= side;
        }
    }
    all
}

/// Tiles of which exactly one, each with the same probability, costs the player that leaves it. The
/// default has no tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TileRisk<W: Word = u64> {
    /// The tiles, those under penguins included.
    pub tiles: HexSet<W>,
    /// Cost of leaving that tile, in 1/128 fish; from 0 to 1000.
    pub cost: Score,
}

impl<W: Word> TileRisk<W> {
    /// Expected cost of leaving all tiles on `hexes`, in 1/128 fish, rounded down.
    #[inline]
    pub fn expected(&self, hexes: HexSet<W>) -> Score {
        (self.tiles & hexes).len() as Score * self.cost / (self.tiles.len() as Score).max(1)
    }
}

/// Maximum number of [risks](TileRisk) that a variant names in a position.
pub const MAX_TILE_RISKS: usize = 2;

/// Knowledge of a variant beyond its rules: estimates and proven bounds, for searches and
/// explanations. The default methods answer for the base rules.
pub trait VariantKnowledge: VariantText {
    /// Rank of `mv` by what it seems to gain the player to move at once, for move ordering and the
    /// player `greedy`: higher is better, and only moves in one position can be compared. By
    /// default it is the value of the free tiles around the hex of a placement, and for other moves
    /// four times the value of the tile where the move ends, in 1/128 fish.
    fn gain(&self, floe: &Floe<Self::Word>, mv: Self::Move) -> Score {
        default_gain(self, floe, mv)
    }

    /// Risks of the tiles of the floe, by which [`tile_eval`](VariantKnowledge::tile_eval) counts
    /// tiles less. Entries without tiles are no risks.
    #[inline]
    fn tile_risks(&self, _floe: &Floe<Self::Word>) -> [TileRisk<Self::Word>; MAX_TILE_RISKS] {
        [TileRisk::default(); MAX_TILE_RISKS]
    }

    /// Static evaluation of the tiles on `hexes` for a player that reaches them, in 1/128 fish:
    /// their value less the expected costs of all [risks](VariantKnowledge::tile_risks).
    #[inline]
    fn tile_eval(&self, floe: &Floe<Self::Word>, hexes: HexSet<Self::Word>) -> Score {
        let mut score = self.value(floe, hexes).score();
        for risk in self.tile_risks(floe) {
            if !risk.tiles.is_empty() {
                score -= risk.expected(hexes);
            }
        }
        score
    }

    /// The own features of each side. `sides` are the hexes of the penguins of each side, the side
    /// to move first; the result has the same order. A fish, a tile or a penguin counts [`POINT`].
    #[inline]
    fn own_features<const N: usize>(
        &self,
        _floe: &Floe<Self::Word>,
        _sides: [HexSet<Self::Word>; N],
    ) -> [OwnFeatures; N] {
        [OwnFeatures::default(); N]
    }

    /// The [own features](VariantKnowledge::own_features) of each side, for callers that know
    /// `reach`: the free tiles that the penguins of each side can slide to.
    #[inline]
    fn own_features_by_reach<const N: usize>(
        &self,
        floe: &Floe<Self::Word>,
        sides: [HexSet<Self::Word>; N],
        _reach: [HexSet<Self::Word>; N],
    ) -> [OwnFeatures; N] {
        self.own_features(floe, sides)
    }

    /// Proven bounds of the change of the score of `player`, in teams of the score of its team,
    /// from now to the end of the game, in the unit of [`score`](crate::VariantRules::score). They
    /// contain 0 when the game is over.
    fn prospects(&self, floe: &Floe<Self::Word>, player: Player) -> Interval<Score> {
        let (own, penguins) = side(self, floe, player);
        if penguins == 0 && !floe.is_placement() {
            return Interval::exact(0);
        }
        let in_hand: i32 = floe
            .mates(player)
            .map(|mate| i32::from(floe.hand[mate.index()]))
            .sum();
        let (least, most) = self.gain_bounds(floe, own, penguins + in_hand);
        Interval::new(least.score(), most.score())
    }

    /// Least and most fish and tiles that a side can still get, in this order. The side has
    /// `penguins` penguins, which are on the hexes `own` or in hand.
    fn gain_bounds(
        &self,
        floe: &Floe<Self::Word>,
        _own: HexSet<Self::Word>,
        _penguins: i32,
    ) -> (Value, Value) {
        let least = Value {
            fish: floe.negative_fish(floe.tiles),
            tiles: 0,
        };
        (
            least,
            Value {
                fish: floe.positive_fish(floe.tiles),
                tiles: floe.tiles.len() as i32,
            },
        )
    }

    /// Whether, where no two players can reach a common tile, the rest of the game is the same as
    /// by the base rules, so that each player takes what it can from the tiles that it reaches.
    /// False by default.
    fn is_base_when_separated(&self, _floe: &Floe<Self::Word>) -> bool {
        false
    }

    /// Sentences in English that the variant adds to an explanation of the evaluation; none by
    /// default.
    fn notes(&self, _floe: &Floe<Self::Word>) -> Vec<String> {
        Vec::new()
    }
}
