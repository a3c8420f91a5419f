//! Random walks.

use floe_game::toy::Ends;
use floe_game::{Game, Sampled, walk};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

#[test]
fn walks_stop_where_the_game_does() {
    let game = Ends::<2>::new(&[3, 1, 4, 1, 5]);
    for plies in 0..8 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(plies as u64);
        let end = walk(&game, plies, rng);
        assert_eq!(end.is_over(), plies >= 5);
    }
}

#[test]
fn a_playout_is_a_long_walk() {
    let game = Ends::<3>::new(&[3, 1, 4, 1, 5, 9, 2, 6]);
    for seed in 0..50 {
        let rng = || Xoshiro256PlusPlus::seed_from_u64(seed);
        assert_eq!(game.playout(&mut rng()), walk(&game, 100, &mut rng()));
        assert_eq!(
            walk(&game, 3, &mut rng()),
            walk(&game, 3, &mut rng()),
            "the same seed, the same walk"
        );
    }
}
