//! What all benchmarks share: the positions they run on, and for how long they measure.
//!
//! The positions are the same in every run and on every machine. There are several of every kind, because with only
//! one the processor learns it by heart and the figures flatter.

use std::time::Duration;

use criterion::Criterion;
use floe_fish::{Dealing, Position, deal, place_at_random};
use floe_game::{Game, Sampled, walk};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// A dealt floe with all penguins placed: where perft and playouts begin, and what the figures in the record are about.
pub const OPENING: &str = "112221B1/23B111A111/21221A11/12313213/33B13221/A1B1121223/2121111/A12122323 A 0:0,0:0";

/// How many positions of each kind there are.
pub const POSITIONS: usize = 16;

/// How far a game has gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// About half of the penguins are placed.
    Placement,
    /// All penguins are placed and none has moved.
    Opening,
    /// At most 36 tiles are left.
    Middle,
    /// At most 18 tiles are left.
    Late,
}

impl Phase {
    /// All phases, as they come in a game.
    pub const ALL: [Phase; 4] = [Phase::Placement, Phase::Opening, Phase::Middle, Phase::Late];

    /// The name in the names of benchmarks.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Placement => "placement",
            Phase::Opening => "opening",
            Phase::Middle => "middle",
            Phase::Late => "late",
        }
    }
}

/// Positions of a random game between `N` players, [`POSITIONS`] of them, none of them over.
pub fn positions<const N: usize>(phase: Phase) -> Vec<Position<N>> {
    (0..).map(|seed| position(phase, seed)).filter(|position| !position.is_over()).take(POSITIONS).collect()
}

/// One position of a random game; the same for the same seed. It can be one where the game is over.
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

/// The first position with at most so many tiles in a random game from here.
fn until<const N: usize>(mut position: Position<N>, tiles: u32, rng: &mut Xoshiro256PlusPlus) -> Position<N> {
    while position.tiles().len() > tiles {
        let Some(mv) = position.random_move(rng) else { break };
        position.play(mv);
    }
    position
}

/// How every benchmark is measured: short, so that the whole suite takes minutes.
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
                    // A player who retires takes up to four tiles at once.
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
        assert_eq!([1, 2, 3].map(|depth| floe_game::perft(&opening, depth)), [40, 2270, 85573]);
    }
}
