//! The solver finds what brute force finds, with everything switched on and off.

mod literal;

use floe_endgame::{Features, Objective, Solver, SolverOptions};
use floe_fish::{Description, Position, Value};
use floe_game::{Game, Limits, Player, Score, TwoSided};
use floe_hex::{Hex, HexSet, Layout, Standard};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A random position with `live` free tiles, huddled together so that penguins meet, and some of them apart.
fn sparse(rng: &mut impl Rng, live: usize) -> Position<2> {
    let geometry = Standard.geometry();
    let all: Vec<Hex> = geometry.hexes().into_iter().collect();
    let mut free = HexSet::of(all[rng.random_range(0..60)]);
    while (free.len() as usize) < live {
        let beside = Standard.neighbours(free) - free;
        // Now and then somewhere else, which makes areas, waiting moves and impure ones among them.
        let next = if rng.random_range(0..6) == 0 { geometry.hexes() - free } else { beside };
        let hex = next.nth(rng.random_range(0..next.len())).unwrap();
        free.insert(hex);
    }
    let mut penguins = [HexSet::EMPTY; Player::MAX];
    let mut taken = HexSet::EMPTY;
    for side in &mut penguins[..2] {
        for _ in 0..rng.random_range(1..=4) {
            let near = Standard.neighbours(free) - free - taken;
            let Some(hex) = near.nth(rng.random_range(0..near.len().max(1))) else { continue };
            taken.insert(hex);
            side.insert(hex);
        }
    }
    let mut tiles = [HexSet::EMPTY; 3];
    for hex in free | penguins[0] | penguins[1] {
        tiles[rng.random_range(0..3)].insert(hex);
    }
    let description = Description {
        players: 2,
        tiles,
        penguins,
        turn: Player::new(rng.random_range(0..2)),
        taken: [Value { fish: 20, tiles: 12 }, Value { fish: 21, tiles: 11 }, Value::default(), Value::default()],
        hand: [0; Player::MAX],
    };
    Position::new(&description, Standard)
}

fn truth(position: &Position<2>) -> Score {
    let (fish, tiles) = literal::margin_to_come(position);
    let to_come = Value { fish: fish.into(), tiles: tiles.into() }.score();
    position.margin_of(position.side(position.last_turn())) + to_come
}

fn solve(position: &Position<2>, features: Features, threads: usize) -> Score {
    let options = SolverOptions { threads, hash_mebibytes: 1, features };
    let mut solver = Solver::new(options).unwrap();
    let solution = solver.solve(position, Objective::Margin, &Limits::default(), |_| ());
    assert!(solution.is_exact(), "{position:?}");
    check_line(position, &solution.line, solution.lower);
    solution.lower
}

/// A line is legal, goes to the end and comes to the value.
fn check_line(position: &Position<2>, line: &[floe_fish::Move], margin: Score) {
    let mut game = *position;
    for &mv in line {
        assert!(game.moves().contains(&mv), "{mv} in {line:?}\n{position:?}");
        game.play(mv);
    }
    assert!(game.is_over(), "the line {line:?} ends early\n{position:?}");
    assert_eq!(game.margin_of(position.side(position.last_turn())), margin, "{line:?}\n{position:?}");
}

fn switched_off() -> Vec<Features> {
    let all = Features::ALL;
    vec![
        all,
        Features { areas: false, ..all },
        Features { waiting: false, ..all },
        Features { incremental: false, ..all },
        Features { bounds: false, ..all },
        Features { table: false, ..all },
        Features { look_ahead: false, ..all },
        Features { ordering: false, ..all },
        Features::NONE,
    ]
}

#[test]
fn everything_on_is_brute_force() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    for round in 0..rounds() {
        let live = 1 + round % 9;
        let position = sparse(rng, live);
        assert_eq!(solve(&position, Features::ALL, 1), truth(&position), "{position:?}");
    }
}

#[test]
fn everything_off_in_turn_is_brute_force() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    for round in 0..rounds() / 25 {
        let position = sparse(rng, 1 + round % 8);
        let truth = truth(&position);
        for features in switched_off() {
            assert_eq!(solve(&position, features, 1), truth, "{features:?}\n{position:?}");
        }
        assert_eq!(solve(&position, Features::ALL, 3), truth, "{position:?}");
    }
}

fn rounds() -> usize {
    std::env::var("ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(10_000)
}
