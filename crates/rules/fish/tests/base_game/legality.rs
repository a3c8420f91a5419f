//! Moves are legal if they are listed, and others are refused with a reason.

use floe_fish::{Dealing, Move, Position, deal};
use floe_game::{Game, Player};
use floe_hex::{Hex, Layout, Standard};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn every_move() -> Vec<Move> {
    let hexes = Standard.geometry().hexes();
    let slides = hexes
        .into_iter()
        .flat_map(|from| hexes.into_iter().map(move |to| Move::Slide { from, to }));
    hexes.into_iter().map(Move::Place).chain(slides).collect()
}

fn whole_game<const N: usize>(seed: u64) {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position: Position<N> = deal(Dealing::Shuffled, seed);
    loop {
        let moves = position.moves();
        for mv in every_move() {
            let checked = position.check(mv);
            assert_eq!(
                checked.is_ok(),
                moves.contains(&mv),
                "{mv}: {checked:?} in {position:?}"
            );
        }
        if moves.is_empty() {
            break;
        }
        position.play(moves[rng.random_range(0..moves.len())]);
    }
}

#[test]
fn legal_is_what_is_listed() {
    for seed in 0..10 {
        whole_game::<2>(seed);
        whole_game::<3>(seed);
        whole_game::<4>(seed);
    }
}

/// Reason why a move of a position is refused.
fn refused(position: &str, mv: &str) -> String {
    let position: Position<2> = position.parse().unwrap();
    position
        .check(Move::parse(mv, Standard.geometry()).unwrap())
        .unwrap_err()
        .to_string()
}

#[test]
fn a_refused_move_has_its_reason() {
    let dealt = "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4";
    assert_eq!(
        refused(dealt, "a1-b1"),
        "A has penguins to place, and a placement is one hex, such as c3"
    );
    assert_eq!(
        refused(dealt, "a2"),
        "the tile a2 has 2 fish, and penguins are placed on one-fish tiles"
    );
    let placing =
        "A1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 B 0:0,0:0 3,4";
    assert_eq!(refused(placing, "a1"), "a penguin of A stands on a1");
    let endgame =
        ".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... A 36:19,32:19";
    assert_eq!(
        refused(endgame, "c1"),
        "all penguins are placed, and a move is two hexes, such as c3-f3"
    );
    assert_eq!(
        refused(endgame, "a1-b1"),
        "there is no penguin of A on a1, but water"
    );
    assert_eq!(
        refused(endgame, "e1-d1"),
        "there is no penguin of A on e1, but a penguin of B"
    );
    assert_eq!(
        refused(endgame, "c1-d1"),
        "there is no penguin of A on c1, but a free tile"
    );
    assert_eq!(
        refused(endgame, "b1-b1"),
        "a penguin moves at least one hex"
    );
    assert_eq!(
        refused(endgame, "b1-b4"),
        "b1 and b4 are not in a straight line"
    );
    assert_eq!(
        refused(endgame, "b1-f1"),
        "the way is blocked on d1 by water"
    );
    assert_eq!(
        refused(endgame, "c4-a4"),
        "the way is blocked on b4 by water"
    );
    let over = "2....../......../......./......../......./......../......./........ B 49:31,49:28";
    assert_eq!(refused(over, "a1"), "the game is over");
}

/// Any hex can be asked for, also one that no floe of this outline has.
#[test]
fn hexes_beyond_the_outline_are_refused() {
    let position: Position<2> =
        ".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... A 36:19,32:19"
            .parse()
            .unwrap();
    let beyond = Hex::new(63);
    let from = position.penguins(Player::new(0)).first().unwrap();
    for mv in [
        Move::Place(beyond),
        Move::Slide {
            from: beyond,
            to: from,
        },
        Move::Slide { from, to: beyond },
    ] {
        assert!(position.check(mv).is_err(), "{mv}");
    }
    assert_eq!(Move::Slide { from, to: beyond }.to_string(), "b1-#63");
}
