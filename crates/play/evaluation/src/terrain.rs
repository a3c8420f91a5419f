//! Terrains of the base game and of variants on its outlines: the floe of one position, or of a
//! position in every lane.

use floe_fish::Position;
use floe_game::{POINT, Player, Score};
use floe_hex::{HexSet, HexSets, Layout, Paths, Standard};
use floe_variants::{MAX_TILE_RISKS, TileRisk};
use wide::{f32x8, i32x8};

use crate::features::{NumberOf, Set, Terrain};

/// Number of positions that are evaluated together in a batch, one in each lane of a vector.
pub const LANES: usize = HexSets::COUNT;

/// A terrain on which the inputs of the network are extracted.
pub(super) trait NetworkTerrain: Terrain {
    /// Visits the surroundings of every penguin: free tiles within one, two and three steps, and
    /// tiles within four steps that are safe.
    fn for_each_surroundings<const P: usize>(
        &self,
        penguins: &[Self::Set; P],
        safe: &[Self::Set; P],
        visit: impl FnMut(usize, [Self::Set; 4]),
    );

    /// Number of runs of free tiles around a penguin.
    fn runs(&self, penguin: Self::Set) -> NumberOf<Self>;
}

/// The floe of one position.
pub(crate) struct Floe<L, F> {
    layout: L,
    free: HexSet,
    paths: Paths,
    value: F,
}

impl<L: Layout, F: Fn(HexSet) -> Score> Floe<L, F> {
    /// The floe with these free tiles; `value` returns the value of tiles, in 1/128 fish.
    #[inline]
    pub(crate) fn new(layout: L, free: HexSet, value: F) -> Floe<L, F> {
        Floe {
            layout,
            free,
            paths: layout.paths(HexSets::splat(free)),
            value,
        }
    }
}

/// The floe of a position of the base game.
#[inline]
pub(super) fn floe_of<const N: usize>(
    position: &Position<N>,
) -> Floe<Standard, impl Fn(HexSet) -> Score> {
    Floe::new(Standard, position.free(), |tiles| position.value(tiles))
}

impl<L: Layout, F: Fn(HexSet) -> Score> Terrain for Floe<L, F> {
    type Set = HexSet;

    #[inline]
    fn free(&self) -> HexSet {
        self.free
    }

    #[inline]
    fn neighbours(&self, set: HexSet) -> HexSet {
        self.layout.neighbours(set)
    }

    #[inline]
    fn within_a_slide(&self, set: HexSet) -> HexSet {
        set | self.layout.slides(set, self.free)
    }

    #[inline]
    fn value(&self, set: HexSet) -> Score {
        (self.value)(set)
    }

    /// Eight penguins slide at once, one a lane.
    #[inline]
    fn for_each_penguin<const N: usize>(
        &self,
        sides: &[HexSet; N],
        mut visit: impl FnMut(usize, HexSet, HexSet),
    ) {
        let mut waiting =
            (0..N).flat_map(|side| sides[side].into_iter().map(move |hex| (side, hex)));
        loop {
            let (mut penguins, mut owners, mut count) = ([HexSet::EMPTY; LANES], [0; LANES], 0);
            for (side, hex) in waiting.by_ref().take(LANES) {
                (penguins[count], owners[count]) = (hex.into(), side);
                count += 1;
            }
            if count == 0 {
                break;
            }
            let targets = self
                .layout
                .within_a_slide(penguins.into(), &self.paths)
                .to_array();
            for lane in 0..count {
                visit(owners[lane], penguins[lane], targets[lane] & self.free);
            }
        }
    }
}

impl<F: Fn(HexSet) -> Score> NetworkTerrain for Floe<Standard, F> {
    #[inline]
    fn for_each_surroundings<const P: usize>(
        &self,
        penguins: &[HexSet; P],
        safe: &[HexSet; P],
        mut visit: impl FnMut(usize, [HexSet; 4]),
    ) {
        for first in (0..P).step_by(LANES) {
            let penguins = lanes(penguins, first);
            let safe = lanes(safe, first);
            let around =
                surroundings(penguins, HexSets::splat(self.free), safe).map(HexSets::to_array);
            for penguin in first..P.min(first + LANES) {
                visit(penguin, around.map(|sets| sets[penguin - first]));
            }
        }
    }

    #[inline]
    fn runs(&self, penguin: HexSet) -> Score {
        penguin.first().map_or(0, |hex| {
            Standard.neighbourhood(hex, self.free).runs() as Score
        })
    }
}

/// Up to [`LANES`] of the sets, from `first` on, one a lane.
#[inline]
fn lanes(sets: &[HexSet], first: usize) -> HexSets {
    let mut lanes = [HexSet::EMPTY; LANES];
    let count = LANES.min(sets.len() - first);
    lanes[..count].copy_from_slice(&sets[first..first + count]);
    HexSets::from(lanes)
}

/// The floes of up to [`LANES`] positions, one a lane.
pub(super) struct Batch<const N: usize> {
    pub(super) count: usize,
    free: HexSets,
    paths: Paths,
    /// The penguins of every side, the side to move first.
    pub(super) sides: [HexSets; N],
    /// Tiles with an odd number of fish.
    odd: HexSets,
    /// Tiles with two or three fish.
    high: HexSets,
    /// Number of penguins still to be placed.
    pub(super) hands: i32x8,
    /// Risks of tiles; none in most games.
    risks: [Option<RiskLanes>; MAX_TILE_RISKS],
}

/// A position on the official floe as batches see it, between `N` sides.
#[derive(Clone, Copy, Debug)]
pub struct FloeLane<const N: usize> {
    /// Tiles that penguins can cross and stop on.
    pub(super) free: HexSet,
    /// The penguins of every side, the side to move first.
    pub(super) sides: [HexSet; N],
    /// Tiles with an odd number of fish, and tiles with two or three fish; also tiles that are not
    /// free.
    pub(super) odd_and_high: [HexSet; 2],
    /// Number of penguins still to be placed.
    pub(super) hands: Score,
}

impl<const N: usize> FloeLane<N> {
    /// A position of the base game, with the penguins of its sides.
    #[inline]
    pub(super) fn of<const M: usize>(position: &Position<M>, sides: [HexSet; N]) -> FloeLane<N> {
        let three = position.tiles_of(3);
        let odd_and_high = [position.tiles_of(1) | three, position.tiles_of(2) | three];
        FloeLane {
            free: position.free(),
            sides,
            odd_and_high,
            hands: hands(position),
        }
    }
}

/// A [`TileRisk`] in every lane.
#[derive(Clone, Copy)]
struct RiskLanes {
    tiles: HexSets,
    /// Number of these tiles, at least 1.
    count: f32x8,
    cost: i32x8,
}

impl RiskLanes {
    /// [`TileRisk::expected`] in every lane. Quotients are far enough from the next integer for 24
    /// bits.
    #[inline]
    fn expected(&self, set: HexSets) -> i32x8 {
        let costs = (self.tiles & set).count() * self.cost;
        (f32x8::from_i32x8(costs) / self.count).trunc_int()
    }
}

impl<const N: usize> Batch<N> {
    /// The batch of up to [`LANES`] positions.
    #[inline]
    pub(super) fn new(positions: impl Iterator<Item = FloeLane<N>>) -> Batch<N> {
        let nothing = [HexSet::EMPTY; LANES];
        let (mut of_sides, mut free, mut odd, mut high) = ([nothing; N], nothing, nothing, nothing);
        let (mut hand, mut count) = ([0; LANES], 0);
        for (lane, position) in positions.take(LANES).enumerate() {
            for (of_side, side) in of_sides.iter_mut().zip(position.sides) {
                of_side[lane] = side;
            }
            free[lane] = position.free;
            [odd[lane], high[lane]] = position.odd_and_high;
            hand[lane] = position.hands;
            count = lane + 1;
        }
        let mut sides = [HexSets::EMPTY; N];
        for side in 0..N {
            sides[side] = of_sides[side].into();
        }
        let free = HexSets::from(free);
        let paths = Standard.paths(free);
        let risks = [None; MAX_TILE_RISKS];
        Batch {
            count,
            free,
            paths,
            sides,
            odd: odd.into(),
            high: high.into(),
            hands: hand.into(),
            risks,
        }
    }

    /// Adds the risks of the tiles of each position of the batch.
    #[inline]
    pub(super) fn add_risks(&mut self, risks: &[[TileRisk; MAX_TILE_RISKS]; LANES]) {
        for kind in 0..MAX_TILE_RISKS {
            let (mut tiles, mut count, mut cost) =
                ([HexSet::EMPTY; LANES], [1.0; LANES], [0; LANES]);
            let mut all = HexSet::EMPTY;
            for (lane, risks) in risks.iter().enumerate() {
                let risk = risks[kind];
                (tiles[lane], cost[lane]) = (risk.tiles, risk.cost);
                count[lane] = risk.tiles.len().max(1) as f32;
                all |= risk.tiles;
            }
            let lanes = RiskLanes {
                tiles: tiles.into(),
                count: count.into(),
                cost: cost.into(),
            };
            self.risks[kind] = (!all.is_empty()).then_some(lanes);
        }
    }
}

/// Free tiles and penguins of a game between two players of the base game after the placement,
/// without the scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BareEnding {
    /// Free tiles.
    pub free: HexSet,
    /// Penguins of both players, at most four each; the penguins of the player to move first.
    pub penguins: [HexSet; 2],
}

impl Batch<2> {
    /// The batch of up to [`LANES`] endings on a floe: `odd` are its tiles with one or three fish,
    /// `high` those with two or three.
    #[inline]
    pub(super) fn of_endings(endings: &[BareEnding], odd: HexSet, high: HexSet) -> Batch<2> {
        let nothing = [HexSet::EMPTY; LANES];
        let mut free = nothing;
        let mut mine = nothing;
        let mut theirs = nothing;
        for (lane, ending) in endings.iter().enumerate().take(LANES) {
            free[lane] = ending.free;
            [mine[lane], theirs[lane]] = ending.penguins;
        }
        let free = HexSets::from(free);
        Batch {
            count: endings.len().min(LANES),
            free,
            paths: Standard.paths(free),
            sides: [mine.into(), theirs.into()],
            odd: HexSets::splat(odd),
            high: HexSets::splat(high),
            hands: i32x8::ZERO,
            risks: [None; MAX_TILE_RISKS],
        }
    }
}

impl<const N: usize> Terrain for Batch<N> {
    type Set = HexSets;

    #[inline]
    fn free(&self) -> HexSets {
        self.free
    }

    #[inline]
    fn neighbours(&self, set: HexSets) -> HexSets {
        Standard.neighbours_of_each(set)
    }

    #[inline]
    fn within_a_slide(&self, set: HexSets) -> HexSets {
        Standard.within_a_slide(set, &self.paths)
    }

    #[inline]
    fn value(&self, set: HexSets) -> i32x8 {
        let fish = (set & self.odd).count() + ((set & self.high).count() << 1);
        let mut value = (fish << POINT.ilog2()) + set.count();
        for risk in self.risks.iter().flatten() {
            value -= risk.expected(set);
        }
        value
    }

    #[inline]
    fn for_each_penguin<const M: usize>(
        &self,
        sides: &[HexSets; M],
        mut visit: impl FnMut(usize, HexSets, HexSets),
    ) {
        for (side, &penguins) in sides.iter().enumerate() {
            let mut rest = penguins;
            while !rest.is_empty() {
                let penguin = rest.first_of_each();
                rest -= penguin;
                visit(side, penguin, self.within_a_slide(penguin) & self.free);
            }
        }
    }
}

impl<const N: usize> NetworkTerrain for Batch<N> {
    #[inline]
    fn for_each_surroundings<const P: usize>(
        &self,
        penguins: &[HexSets; P],
        safe: &[HexSets; P],
        mut visit: impl FnMut(usize, [HexSets; 4]),
    ) {
        for penguin in 0..P {
            visit(
                penguin,
                surroundings(penguins[penguin], self.free, safe[penguin]),
            );
        }
    }

    fn runs(&self, penguin: HexSets) -> i32x8 {
        let penguins = penguin.to_array();
        let free = self.free.to_array();
        let runs = |lane: usize| {
            penguins[lane].first().map_or(0, |hex| {
                Standard.neighbourhood(hex, free[lane]).runs() as Score
            })
        };
        std::array::from_fn::<Score, LANES, _>(runs).into()
    }
}

/// Free tiles within one, two and three steps of penguins, and tiles within four steps that are
/// safe.
fn surroundings(penguins: HexSets, free: HexSets, safe: HexSets) -> [HexSets; 4] {
    let adjacent = Standard.neighbours_of_each(penguins);
    let one = adjacent & free;
    let two = one | Standard.neighbours_of_each(one) & free;
    let three = two | Standard.neighbours_of_each(two) & free;
    let mut room = adjacent & safe;
    for _ in 2..=4 {
        room |= Standard.neighbours_of_each(room) & safe;
    }
    [one, two, three, room]
}

/// The penguins of every player, those of the player to move first.
#[inline]
pub(super) fn sides<const N: usize>(position: &Position<N>) -> [HexSet; N] {
    let first = position.last_turn().index();
    std::array::from_fn(|place| position.penguins(Player::new((first + place) % N)))
}

/// Number of penguins still to be placed.
#[inline]
pub(super) fn hands<const N: usize>(position: &Position<N>) -> Score {
    Player::first(N)
        .map(|player| Score::from(position.hand(player)))
        .sum()
}
