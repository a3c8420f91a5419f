//! The examples and counter-examples of `docs/theory.md`.

use floe_endgame::{Objective, Solver, SolverFeatures, SolverOptions};
use floe_fish::{Description, Position, Value};
use floe_game::Player;
use floe_hex::{Hex, HexSet};
use floe_search::Limits;

fn hexes(indices: &[usize]) -> HexSet {
    indices.iter().copied().map(Hex::new).collect()
}

/// A to move, free tiles with these numbers of fish, every penguin on a tile with one.
fn position(mine: &[usize], theirs: &[usize], free: &[(usize, usize)]) -> Position<2> {
    let mut tiles = [hexes(mine) | hexes(theirs), HexSet::EMPTY, HexSet::EMPTY];
    for &(index, fish) in free {
        tiles[fish - 1].insert(Hex::new(index));
    }
    let mut penguins = [HexSet::EMPTY; Player::MAX];
    penguins[..2].copy_from_slice(&[hexes(mine), hexes(theirs)]);
    let description = Description {
        players: 2,
        tiles,
        penguins,
        turn: Player::new(0),
        taken: [Value::default(); Player::MAX],
        hand: [0; Player::MAX],
    };
    Position::new(&description)
}

fn value(position: &Position<2>, features: SolverFeatures) -> Value {
    let mut solver = Solver::new(SolverOptions {
        features,
        hash_mebibytes: 1,
        ..SolverOptions::default()
    })
    .unwrap();
    let solution = solver.solve(position, Objective::Margin, &Limits::default(), |_| ());
    assert!(solution.bounds.is_exact());
    Value::from_score(solution.bounds.lower)
}

fn is_worth(position: &Position<2>, fish: i32, tiles: i32) {
    for features in [
        SolverFeatures::ALL,
        SolverFeatures::NONE,
        SolverFeatures {
            waiting: false,
            ..SolverFeatures::ALL
        },
    ] {
        assert_eq!(
            value(position, features),
            Value { fish, tiles },
            "{features:?}\n{position:?}"
        );
    }
}

/// Five fish and two tiles, and three penguins' tiles against one.
#[test]
fn waiting_in_a_corner_is_worth_two_fish() {
    let free = [(6, 2), (8, 1), (15, 2), (22, 2), (24, 2), (31, 2)];
    is_worth(&position(&[14, 16, 30], &[23], &free), 5 + 2, 2 + 2);
}

/// Committing to the best line of the impure area is worth a tile less.
#[test]
fn an_impure_area_is_decided_late() {
    let free = [
        (3, 3),
        (10, 1),
        (13, 3),
        (18, 1),
        (19, 2),
        (28, 3),
        (38, 3),
        (52, 1),
        (53, 1),
    ];
    is_worth(&position(&[2, 45], &[6, 27], &free), 2, 3);
}

#[test]
fn what_is_taken_already_counts() {
    let text =
        "....A1.1/......../......./......../B1....../......../......./........ A 57:45,30:12";
    is_worth(&text.parse().unwrap(), 27, 33);
    let text =
        ".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... A 36:19,32:19";
    is_worth(&text.parse().unwrap(), 10, 0);
}

/// Alone either tile is A's; together A gets the one, and B the other.
#[test]
fn fights_apart_do_not_add_up() {
    let west = (16, 3);
    let east = (20, 2);
    is_worth(&position(&[15], &[17], &[west]), 3, 1);
    is_worth(&position(&[19], &[21], &[east]), 2, 1);
    is_worth(&position(&[15, 19], &[17, 21], &[west, east]), 1, 0);
}
