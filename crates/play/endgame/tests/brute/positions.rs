//! Random endings of several kinds.

use floe_fish::{Dealing, Description, Position, Value, deal, place_at_random};
use floe_game::{Game, Player, Sampled};
use floe_hex::{HexSet, Layout, Standard};
use rand::{Rng, RngExt};

/// Kind of ending that is wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    /// Number of free tiles.
    pub(crate) live: usize,
    /// Maximum number of penguins of a player.
    pub(crate) penguins: usize,
    /// Number of ten free tiles that lie anywhere, not next to others: they make areas, waiting
    /// moves and impure areas.
    pub(crate) scattered: u32,
}

/// An ending that no game needs to have led to: tiles that huddle together, penguins next to them.
pub(crate) fn study<const N: usize>(rng: &mut impl Rng, kind: Kind) -> Position<N> {
    let (free, penguins) = corner(rng, kind, Standard.geometry().hexes());
    in_turn(rng, free, penguins)
}

/// An ending twice, in the north and in the south, with water between.
pub(crate) fn study_apart<const N: usize>(rng: &mut impl Rng, kind: Kind) -> Position<N> {
    let all = Standard.geometry().hexes();
    let [north, south] = [0..26, 34..60].map(|half| {
        all.into_iter()
            .filter(|hex| half.contains(&hex.index()))
            .collect()
    });
    let (mut free, mut penguins) = corner::<N>(rng, kind, north);
    let (more_free, more_penguins) = corner::<N>(rng, kind, south);
    free |= more_free;
    for (own, more) in penguins.iter_mut().zip(more_penguins) {
        *own |= more;
    }
    in_turn(rng, free, penguins)
}

/// Any of some hexes; none if there is none.
fn any(rng: &mut impl Rng, set: HexSet) -> HexSet {
    set.nth(rng.random_range(0..set.len().max(1)))
        .into_iter()
        .collect()
}

/// Free tiles and penguins somewhere `within`.
fn corner<const N: usize>(rng: &mut impl Rng, kind: Kind, within: HexSet) -> (HexSet, [HexSet; N]) {
    let mut free = any(rng, within);
    while (free.len() as usize) < kind.live {
        let beside = (Standard.neighbours(free) & within) - free;
        let wanted = if rng.random_range(0..10) < kind.scattered {
            within - free
        } else {
            beside
        };
        free |= any(rng, wanted);
    }
    let mut penguins = [HexSet::EMPTY; N];
    let mut standing = HexSet::EMPTY;
    for own in &mut penguins {
        for _ in 0..rng.random_range(1..=kind.penguins) {
            let place = any(rng, (Standard.neighbours(free) & within) - free - standing);
            standing |= place;
            *own |= place;
        }
    }
    (free, penguins)
}

/// A random player is to move, and tiles have any number of fish.
fn in_turn<const N: usize>(rng: &mut impl Rng, free: HexSet, standing: [HexSet; N]) -> Position<N> {
    let mut penguins = [HexSet::EMPTY; Player::MAX];
    penguins[..N].copy_from_slice(&standing);
    let standing = standing
        .into_iter()
        .fold(HexSet::EMPTY, |all, own| all | own);
    let mut tiles = [HexSet::EMPTY; 3];
    for hex in free | standing {
        tiles[rng.random_range(0..3)].insert(hex);
    }
    let taken = [(20, 12), (21, 11), (19, 10), (20, 9)].map(|(fish, tiles)| Value { fish, tiles });
    let turn = Player::new(rng.random_range(0..N));
    Position::new(&Description {
        players: N,
        tiles,
        penguins,
        turn,
        taken,
        hand: [0; Player::MAX],
    })
}

/// A game played at random until at most `live` free tiles can still be reached.
pub(crate) fn played<const N: usize>(rng: &mut impl Rng, live: u32) -> Position<N> {
    let mut game = place_at_random(&deal(Dealing::Shuffled, rng.next_u64()), rng);
    let reachable = |game: &Position<N>| {
        Player::first(N)
            .fold(HexSet::EMPTY, |all, player| {
                all | Standard.flood(game.penguins(player), game.free())
            })
            .len()
    };
    while reachable(&game) > live {
        let mv = game.random_move(rng).expect("a player can still move");
        game.play(mv);
    }
    game
}
