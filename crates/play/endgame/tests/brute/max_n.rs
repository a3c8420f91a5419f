//! Three and four players: max^n finds what brute force finds, at every number of threads.

use floe_endgame::{IndependentAreas, Solver, SolverOptions};
use floe_fish::{Position, Value};
use floe_game::{Game, Player, Score};
use floe_search::Limits;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::literal;
use crate::positions::{Kind, played, study};

fn check<const N: usize>(position: &Position<N>) {
    let truth: Vec<Score> = literal::results(position)
        .into_iter()
        .map(|(fish, tiles)| Value { fish, tiles }.score())
        .collect();
    for threads in [1, 3] {
        let options = SolverOptions {
            threads,
            hash_mebibytes: 1,
            ..SolverOptions::default()
        };
        let solver = || Solver::new(options).expect("there is a MiB of memory");
        let solution = solver().solve_max_n(position, true, &Limits::default(), |_| ());
        let results = solution.results.expect("there is no limit");
        assert_eq!(results.to_vec(), truth, "{threads} threads\n{position:?}");
        assert_eq!(solution.moves.len(), position.moves().len());
        let best = solver().solve_max_n(position, false, &Limits::default(), |_| ());
        assert_eq!(
            best.results, solution.results,
            "{threads} threads\n{position:?}"
        );
        assert!(
            best.moves.iter().all(|mv| solution.moves.contains(mv)),
            "{position:?}"
        );
        let end = solution.line.iter().fold(*position, |game, &mv| {
            assert!(game.moves().contains(&mv), "{mv}\n{game:?}");
            game.after(mv)
        });
        assert!(end.is_over(), "{position:?}");
        assert!(
            Player::first(N).all(|player| end.score(player) == results[player.index()]),
            "{position:?}"
        );
    }
    if let Some(results) = IndependentAreas::default().results(position) {
        assert_eq!(results.to_vec(), truth, "{position:?}");
    }
}

fn check_many<const N: usize>(rounds: usize, seed: u64) {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    for round in 0..rounds {
        let kind = Kind {
            live: 1 + round % 10,
            penguins: 1 + round % 3,
            scattered: round as u32 % 6,
        };
        check(&if round % 4 == 0 {
            played::<N>(rng, kind.live as u32)
        } else {
            study::<N>(rng, kind)
        });
    }
}

#[test]
fn three_players_are_brute_force() {
    check_many::<3>(1000, 1);
}

#[test]
fn four_players_are_brute_force() {
    check_many::<4>(1000, 2);
}
