//! Positions and settings of all benchmarks.
//!
//! The positions are the same in every run and on every machine; several of every kind, because the
//! branch predictor would learn a single one.

use std::time::Duration;

use criterion::Criterion;
use floe_fish::{Dealing, Position, deal, place_at_random};
use floe_game::{Game, Sampled, walk};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// Dealt floe with all penguins placed: start of perft and playouts.
pub const OPENING: &str =
    "112221B1/23B111A111/21221A11/12313213/33B13221/A1B1121223/2121111/A12122323 A 0:0,0:0";

/// Number of positions of each kind.
pub const POSITIONS: usize = 16;

/// Phase of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// About half of the penguins are placed.
    Placement,
    /// All penguins are placed and none has moved.
    Opening,
    /// Game with at most 36 tiles left, those under penguins included.
    Middle,
    /// Game with at most 18 tiles left, those under penguins included.
    Late,
}

impl Phase {
    /// All phases, in the order of a game.
    pub const ALL: [Phase; 4] = [Phase::Placement, Phase::Opening, Phase::Middle, Phase::Late];

    /// Name in the names of benchmarks.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Placement => "placement",
            Phase::Opening => "opening",
            Phase::Middle => "middle",
            Phase::Late => "late",
        }
    }
}

/// [`POSITIONS`] positions of random games between `N` players that are not over.
pub fn positions<const N: usize>(phase: Phase) -> Vec<Position<N>> {
    (0..)
        .map(|seed| position(phase, seed))
        .filter(|position| !position.is_over())
        .take(POSITIONS)
        .collect()
}

/// Position of a random game with this seed, which may be over.
fn position<const N: usize>(phase: Phase, seed: u64) -> Position<N> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let dealt = deal(Dealing::Shuffled, seed);
    match phase {
        Phase::Placement => walk(&dealt, 4, rng),
        Phase::Opening => place_at_random(&dealt, rng),
        Phase::Middle => until(place_at_random(&dealt, rng), 36, rng),
        Phase::Late => until(place_at_random(&dealt, rng), 18, rng),
    }
}

/// First position with at most this number of tiles in a random game.
fn until<const N: usize>(
    mut position: Position<N>,
    tiles: u32,
    rng: &mut Xoshiro256PlusPlus,
) -> Position<N> {
    while position.tiles().len() > tiles {
        let Some(mv) = position.random_move(rng) else {
            break;
        };
        position.play(mv);
    }
    position
}

/// Settings of all benchmarks: short, so that the whole suite takes minutes.
pub fn short() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(40)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_of_their_phase<const N: usize>() {
        for phase in Phase::ALL {
            let positions = positions::<N>(phase);
            assert_eq!(positions.len(), POSITIONS);
            for position in positions {
                assert!(!position.is_over());
                assert_eq!(position.is_placement(), phase == Phase::Placement);
                let tiles = position.tiles().len();
                match phase {
                    Phase::Placement | Phase::Opening => assert_eq!(tiles, 60),
                    // A player who retires can take four tiles at once.
                    Phase::Middle => assert!((32..=36).contains(&tiles)),
                    Phase::Late => assert!(tiles <= 18),
                }
            }
        }
    }

    #[test]
    fn positions_are_of_their_phase() {
        are_of_their_phase::<2>();
        are_of_their_phase::<3>();
        are_of_their_phase::<4>();
    }

    #[test]
    fn the_opening_is_the_documented_one() {
        let opening: Position<2> = OPENING.parse().unwrap();
        assert_eq!(
            [1, 2, 3].map(|depth| floe_game::perft(&opening, depth)),
            [40, 2270, 85573]
        );
    }
}
