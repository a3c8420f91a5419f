use floe_game::{Player, Sampled, walk};
use floe_hex::{Geometry, Hex, HexSet, Layout, Standard};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Description, Position, Value};

/// How the tiles are dealt (1.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dealing {
    /// Shuffled.
    #[default]
    Shuffled,
    /// Shuffled until no two three-fish tiles touch and every pair of rows holds 22 to 28 fish.
    Balanced,
}

/// How many penguins each player has (1.2).
///
/// # Panics
/// If the game is not for two to four players.
pub const fn penguins_each(players: usize) -> u8 {
    match players {
        2 => 4,
        3 => 3,
        4 => 2,
        _ => panic!("the game is for two to four players"),
    }
}

/// A dealt floe before the first placement. The same seed deals the same floe, whatever the number of players.
///
/// As [`deal_tiles`], it does not end where no deal is balanced.
///
/// # Panics
/// If the game is not for two to four players, or there are fewer one-fish tiles than penguins (1.4).
pub fn deal<const N: usize>(dealing: Dealing, seed: u64) -> Position<N> {
    let tiles = deal_tiles(Standard.geometry(), Standard.geometry().hexes(), dealing, seed);
    let (each, mut hand) = (penguins_each(N), [0; Player::MAX]);
    assert!(tiles[0].len() as usize >= N * usize::from(each), "a one-fish tile for every penguin");
    hand[..N].fill(each);
    let description = Description {
        players: N,
        tiles,
        penguins: [HexSet::EMPTY; Player::MAX],
        turn: Player::new(0),
        taken: [Value::default(); Player::MAX],
        hand,
    };
    Position::new(&description)
}

/// The hexes with one, two and three fish, dealt onto some hexes of an outline.
///
/// It does not end where no deal is balanced: only outlines of eight rows and 60 tiles are sure to have one.
pub fn deal_tiles(geometry: &Geometry, hexes: HexSet, dealing: Dealing, seed: u64) -> [HexSet; 3] {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        let tiles = shuffled(hexes, rng);
        if dealing == Dealing::Shuffled || is_balanced(geometry, tiles) {
            return tiles;
        }
    }
}

/// The position after every penguin still in hand has been placed at random.
pub fn place_at_random<const N: usize>(position: &Position<N>, rng: &mut impl Rng) -> Position<N>
where
    Position<N>: Sampled,
{
    walk(position, position.in_hand(), rng)
}

/// The hexes with one, two and three fish.
fn shuffled(hexes: HexSet, rng: &mut impl Rng) -> [HexSet; 3] {
    let mut hexes: Vec<Hex> = hexes.into_iter().collect();
    hexes.shuffle(rng);
    let (threes, rest) = hexes.split_at(hexes.len() / 6);
    let (twos, ones) = rest.split_at(hexes.len() / 3);
    [ones, twos, threes].map(|hexes| hexes.iter().copied().collect())
}

fn is_balanced(geometry: &Geometry, [ones, twos, threes]: [HexSet; 3]) -> bool {
    let touch = threes.into_iter().any(|hex| !(geometry.adjacent(hex) & threes).is_empty());
    let fish = |row| {
        let row = geometry.row(row);
        (ones & row).len() + 2 * (twos & row).len() + 3 * (threes & row).len()
    };
    let pairs = geometry.rows().len() / 2;
    !touch && (0..pairs).all(|pair| (22..=28).contains(&(fish(2 * pair) + fish(2 * pair + 1))))
}
