//! Inputs of the network.

use floe_game::{POINT, Score};

use crate::features::{
    Features, IMMOBILE, KING_DISTANCE, MOBILITY, Number, NumberOf, SHARED, Set, TILES, add_moves,
    add_territory, of_others, once_and_more, territory,
};
use crate::terrain::NetworkTerrain;

/// Names of the inputs of the network for each penguin, in numbers of moves, tiles and fish.
pub const PENGUIN_INPUTS: [&str; 10] = [
    // Its moves.
    "moves",
    // Free tiles within one, two and three steps.
    "in-one",
    "in-two",
    "in-three",
    // Tiles that no other penguin slides to.
    "alone",
    // Tiles within four steps over tiles that no penguin of another side slides to.
    "room",
    // Fish on these, and on the tiles within one step.
    "room-fish",
    "fish-in-one",
    // Tiles within one step that a penguin of another side slides to.
    "wanted",
    // Runs of free tiles around it.
    "runs",
];

/// Number of inputs of each penguin, the first of [`PENGUIN_INPUTS`], that networks for this number
/// of players use: for two players the others cost time and gain little.
pub const fn penguin_inputs(players: usize) -> usize {
    if players == 2 {
        6
    } else {
        PENGUIN_INPUTS.len()
    }
}

/// Names of the inputs of the network for each side, in 1/128 fish; inputs that count tiles have
/// 128 for each tile. The first seven are [features](crate::FEATURE_NAMES). `near-tiles` counts the
/// tiles that the side is first to reach by steps, `beside` has the fish on those of them within
/// one step. `own` has the fish on the tiles that only this side can ever reach, and `own-tiles`
/// counts them.
pub const SIDE_INPUTS: [&str; 11] = [
    "first-in-one",
    "first-in-two",
    "first-in-more",
    "tiles",
    "near",
    "freedom",
    "stuck",
    "near-tiles",
    "beside",
    "own",
    "own-tiles",
];

/// Names of the inputs of the network for the whole position. The first two are in 1/128 fish;
/// `free` is 128 for each free tile, `free-squared` the square of their number, and `hands` 128 for
/// each penguin still to be placed.
pub const POSITION_INPUTS: [&str; 5] = [
    // Fish on tiles that several sides reach equally early: in one move, or later.
    "shared-in-one",
    "shared-later",
    "free",
    "free-squared",
    "hands",
];

/// Inputs of the network for a position. Sides come in turn order, the side to move first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkInputs<T = Score> {
    /// Inputs of each penguin, in the order of [`PENGUIN_INPUTS`]; penguins are grouped by side.
    /// Zero for absent penguins, and for inputs from the index [`penguin_inputs`] on.
    pub penguins: Vec<[T; PENGUIN_INPUTS.len()]>,
    /// Inputs of each side, in the order of [`SIDE_INPUTS`].
    pub sides: Vec<[T; SIDE_INPUTS.len()]>,
    /// Inputs of the whole position, in the order of [`POSITION_INPUTS`].
    pub all: [T; POSITION_INPUTS.len()],
}

impl NetworkInputs {
    /// The inputs in floating point. Inputs of sides and of the position are divided by 128, so
    /// that they count fish, tiles and penguins singly; inputs of penguins are unchanged.
    pub fn to_f32(&self) -> NetworkInputs<f32> {
        let fish = |input: Score| input as f32 / POINT as f32;
        NetworkInputs {
            penguins: self
                .penguins
                .iter()
                .map(|inputs| inputs.map(|input| input as f32))
                .collect(),
            sides: self.sides.iter().map(|inputs| inputs.map(fish)).collect(),
            all: self.all.map(fish),
        }
    }
}

/// Inputs of the network in pairs of 16 bits, for one position, or for a position in every lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairedInputs<T, const N: usize, const P: usize> {
    pub(super) penguins: [[T; PENGUIN_INPUTS.len() / 2]; P],
    pub(super) sides: [[T; SIDE_INPUTS.len().div_ceil(2)]; N],
    pub(super) all: [T; POSITION_INPUTS.len().div_ceil(2)],
}

/// Two inputs as one number.
#[inline]
fn pair<T: Number>(first: T, second: T) -> T {
    first & T::splat(0xffff) | second << 16
}

impl<const N: usize, const P: usize> From<PairedInputs<Score, N, P>> for NetworkInputs {
    fn from(inputs: PairedInputs<Score, N, P>) -> NetworkInputs {
        fn unpaired<const COUNT: usize>(pairs: &[Score]) -> [Score; COUNT] {
            let input = |index: usize| (pairs[index / 2] >> (16 * (index % 2))) as i16;
            std::array::from_fn(|index| input(index).into())
        }
        NetworkInputs {
            penguins: inputs
                .penguins
                .iter()
                .map(|pairs| unpaired(pairs))
                .collect(),
            sides: inputs.sides.iter().map(|pairs| unpaired(pairs)).collect(),
            all: unpaired(&inputs.all),
        }
    }
}

/// Features of `N` sides with up to `P` penguins in all, and the inputs of the network; `hands`
/// penguins are still to be placed.
#[inline]
pub(super) fn extract_inputs<const N: usize, const P: usize, T: NetworkTerrain>(
    terrain: &T,
    sides: [T::Set; N],
    hands: NumberOf<T>,
) -> ([Features<NumberOf<T>>; N], PairedInputs<NumberOf<T>, N, P>) {
    let nothing = T::Set::default();
    let zero = NumberOf::<T>::default();
    let one = NumberOf::<T>::splat(POINT);
    let mut inputs = PairedInputs {
        penguins: [Default::default(); P],
        sides: [Default::default(); N],
        all: Default::default(),
    };
    let (mut features, mut reached) = ([Features::default(); N], [nothing; N]);
    let (mut penguins, mut targets, mut moves, mut counts) =
        ([nothing; P], [nothing; P], [zero; P], [0; N]);
    terrain.for_each_penguin(&sides, |side, penguin, to| {
        let place = side * (P / N) + counts[side];
        counts[side] += 1;
        reached[side] = reached[side] | to;
        (penguins[place], targets[place], moves[place]) = (penguin, to, to.count());
        add_moves(moves[place], &mut features[side]);
    });
    let (_, contested) = once_and_more(&targets);
    let mut safe = [terrain.free(); P];
    for (penguin, safe) in safe.iter_mut().enumerate() {
        *safe = *safe - of_others(&reached, penguin / (P / N));
    }
    terrain.for_each_surroundings(&penguins, &safe, |penguin, [one, two, three, room]| {
        let pairs = &mut inputs.penguins[penguin];
        pairs[0] = pair(moves[penguin], one.count());
        pairs[1] = pair(two.count(), three.count());
        pairs[2] = pair((targets[penguin] - contested).count(), room.count());
        if penguin_inputs(N) == PENGUIN_INPUTS.len() {
            pairs[3] = pair(terrain.value(room) >> 7, terrain.value(one) >> 7);
            pairs[4] = pair(
                (one - safe[penguin]).count(),
                terrain.runs(penguins[penguin]),
            );
        }
    });
    let territory = territory(terrain, sides, &mut reached);
    add_territory(terrain, &sides, &territory, &mut features);
    flood(terrain, &mut reached);
    let mut shared = [zero; 2];
    for side in 0..N {
        let all = &features[side];
        let territory = &territory[side];
        let own = reached[side] - of_others(&reached, side);
        inputs.sides[side] = [
            pair(all[0], all[1]),
            pair(all[2], all[TILES]),
            pair(all[KING_DISTANCE], all[MOBILITY]),
            pair(all[IMMOBILE], one * territory.king.count()),
            pair(terrain.value(territory.adjacent), terrain.value(own)),
            pair(one * own.count(), zero),
        ];
        for (shared, feature) in shared.iter_mut().zip(SHARED) {
            *shared += all[feature];
        }
    }
    let free = terrain.free().count();
    inputs.all = [
        pair(shared[0], shared[1]),
        pair(one * free, free * free),
        pair(one * hands, zero),
    ];
    (features, inputs)
}

/// Extends what every side has reached to all that it can ever reach; stops where all sides reach
/// the same.
#[inline]
fn flood<const N: usize, T: NetworkTerrain>(terrain: &T, reached: &mut [T::Set; N]) {
    while reached[1..].iter().any(|&other| other != reached[0]) {
        let before = *reached;
        for own in reached.iter_mut() {
            *own = *own | terrain.neighbours(*own) & terrain.free();
        }
        if *reached == before {
            break;
        }
    }
}
