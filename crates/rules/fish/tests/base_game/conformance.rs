//! The base game keeps what a game promises, for 2, 3 and 4 players, from the first placement on.

use floe_fish::{Dealing, Position, deal};
use floe_game::conformance;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn conforms<const N: usize>(players: &str)
where
    Position<N>: std::str::FromStr,
{
    for seed in 0..4 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let start: Position<N> = deal(Dealing::Shuffled, seed);
        println!("{players} players, seed {seed}");
        conformance::check(&start, 10, rng);
    }
}

#[test]
fn games_of_two_conform() {
    conforms::<2>("two");
}

#[test]
fn games_of_three_conform() {
    conforms::<3>("three");
}

#[test]
fn games_of_four_conform() {
    conforms::<4>("four");
}
