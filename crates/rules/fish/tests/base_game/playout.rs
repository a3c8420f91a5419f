//! Fast random games are the slow ones.

use floe_fish::{Dealing, Position, deal};
use floe_game::{Game, Sampled};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::any::{AnyPosition, with_position};
use crate::studies::{Bytes, study};

/// Move by move.
fn naive<const N: usize>(position: &Position<N>, rng: &mut impl Rng) -> Position<N> {
    let mut position = *position;
    while let Some(mv) = position.random_move(rng) {
        position.play(mv);
    }
    position
}

/// Equal random numbers give equal ends, and as many of them are drawn.
fn same_game<const N: usize>(position: &Position<N>, rng: &Xoshiro256PlusPlus) {
    let mut fast = rng.clone();
    let mut slow = rng.clone();
    assert_eq!(
        position.playout(&mut fast),
        naive(position, &mut slow),
        "from {position:?}"
    );
    assert_eq!(fast.next_u64(), slow.next_u64(), "from {position:?}");
}

fn from_every_ply<const N: usize>() {
    for seed in 0..20 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position: Position<N> = deal(Dealing::Shuffled, seed);
        loop {
            same_game(&position, rng);
            let Some(mv) = position.random_move(rng) else {
                break;
            };
            position.play(mv);
        }
    }
}

#[test]
fn playouts_agree_from_every_ply_of_games() {
    from_every_ply::<2>();
    from_every_ply::<3>();
    from_every_ply::<4>();
}

#[test]
fn playouts_agree_from_studies() {
    for seed in 0..4000 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut bytes = [0; 90];
        rng.fill_bytes(&mut bytes);
        let position: AnyPosition = study(&mut Bytes(&bytes)).parse().unwrap();
        with_position!(position, position => same_game(&position, rng));
    }
}

/// Every legal move is drawn, each about as often as any other: chi-square with a bound far beyond
/// chance.
#[test]
fn moves_are_drawn_evenly() {
    for seed in 0..20 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let start: Position<2> = deal(Dealing::Shuffled, seed);
        let position = floe_game::walk(&start, 2 * seed as usize, rng);
        let mut counts: Vec<(_, u32)> = position.moves().into_iter().map(|mv| (mv, 0)).collect();
        let draws = 200 * counts.len();
        for _ in 0..draws {
            let drawn = position.random_move(rng).unwrap();
            counts.iter_mut().find(|(mv, _)| *mv == drawn).unwrap().1 += 1;
        }
        let chi_square: f64 = counts
            .iter()
            .map(|&(_, count)| (f64::from(count) - 200.0).powi(2) / 200.0)
            .sum();
        let freedom = (counts.len() - 1) as f64;
        assert!(
            chi_square < freedom + 6.0 * (2.0 * freedom).sqrt() + 6.0,
            "{chi_square} for {freedom}\n{position:?}"
        );
    }
}
