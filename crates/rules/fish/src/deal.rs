use floe_game::walk;
use floe_hex::{Geometry, Hex, HexSet, Layout, Standard};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Description, Position};

/// Method of dealing the tiles (rule 1.3 in `docs/rules.md`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dealing {
    /// The tiles lie in a random order.
    #[default]
    Shuffled,
    /// The tiles lie in a random order, drawn again until no two three-fish tiles touch and every
    /// pair of rows, from the top, holds 22 to 28 fish.
    Balanced,
}

/// Number of penguins that each player has at the start of a game for this number of players (1.2).
///
/// # Panics
/// If `players` is not 2 to 4.
pub const fn penguins_each(players: usize) -> u8 {
    match players {
        2 => 4,
        3 => 3,
        4 => 2,
        _ => panic!("the game is for two to four players"),
    }
}

/// Deals a new game on the official floe, before the first placement. The same method and seed give
/// the same tiles, for any number of players.
///
/// # Panics
/// If `N` is not 2 to 4.
pub fn deal<const N: usize>(dealing: Dealing, seed: u64) -> Position<N> {
    deal_with(dealing, penguins_each(N), seed)
}

/// Deals a floe for players with this number of penguins each, at most 4, before the first
/// placement.
///
/// # Panics
/// If `N` is above 4.
pub fn deal_with<const N: usize>(dealing: Dealing, penguins: u8, seed: u64) -> Position<N> {
    let tiles = deal_tiles(
        Standard.geometry(),
        Standard.geometry().hexes(),
        dealing,
        seed,
    );
    let mut description = Description {
        players: N,
        tiles,
        ..Description::default()
    };
    description.hand[..N].fill(penguins);
    Position::new(&description)
}

/// Deals tiles onto `hexes` of an outline: a sixth of them, rounded down, with three fish, a third,
/// rounded down, with two, the rest with one. Returns the hexes of the tiles with one, two and
/// three fish, in this order. The same method and seed give the same tiles.
///
/// [`Dealing::Balanced`] never returns if no deal is balanced; outlines of eight rows and 60 tiles
/// always have one.
pub fn deal_tiles(geometry: &Geometry, hexes: HexSet, dealing: Dealing, seed: u64) -> [HexSet; 3] {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        let tiles = shuffled(hexes, rng);
        if dealing == Dealing::Shuffled || is_balanced(geometry, tiles) {
            return tiles;
        }
    }
}

/// The position after all penguins in hand were placed in turn, each on a random free one-fish
/// tile.
pub fn place_at_random<const N: usize>(position: &Position<N>, rng: &mut impl Rng) -> Position<N> {
    walk(position, position.in_hand(), rng)
}

fn shuffled(hexes: HexSet, rng: &mut impl Rng) -> [HexSet; 3] {
    let mut hexes: Vec<Hex> = hexes.into_iter().collect();
    hexes.shuffle(rng);
    let (threes, rest) = hexes.split_at(hexes.len() / 6);
    let (twos, ones) = rest.split_at(hexes.len() / 3);
    [ones, twos, threes].map(|hexes| hexes.iter().copied().collect())
}

fn is_balanced(geometry: &Geometry, tiles: [HexSet; 3]) -> bool {
    let [_, _, threes] = tiles;
    let touch = threes
        .into_iter()
        .any(|hex| !(geometry.adjacent(hex) & threes).is_empty());
    let pairs = geometry.rows().len() / 2;
    let mut fish = (0..pairs)
        .map(|pair| count_fish(tiles, geometry.row(2 * pair) | geometry.row(2 * pair + 1)));
    !touch && fish.all(|fish| (22..=28).contains(&fish))
}

/// Number of fish on the tiles with one, two and three fish of these hexes.
fn count_fish([ones, twos, threes]: [HexSet; 3], hexes: HexSet) -> u32 {
    (ones & hexes).len() + 2 * (twos & hexes).len() + 3 * (threes & hexes).len()
}
