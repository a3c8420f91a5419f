//! The features, counted the slow and obvious way.

use std::collections::{HashMap, VecDeque};

use floe_fish::{Dealing, Position, Value, deal, place_at_random};
use floe_game::{Game, Player, Score, walk};
use floe_hex::{Direction, Hex, Layout, Standard};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

/// How many slides, or steps, away every free tile is that a player can reach.
fn distances<const N: usize>(position: &Position<N>, player: Player, reach: usize) -> HashMap<Hex, u32> {
    let mut known = HashMap::new();
    let mut waiting: VecDeque<(Hex, u32)> = position.penguins(player).into_iter().map(|hex| (hex, 0)).collect();
    while let Some((from, distance)) = waiting.pop_front() {
        for direction in Direction::ALL {
            let mut at = from;
            for _ in 0..reach {
                let Some(next) = Standard.step(at.into(), direction).first() else { break };
                if !position.free().contains(next) {
                    break;
                }
                at = next;
                known.entry(at).or_insert_with(|| {
                    waiting.push_back((at, distance + 1));
                    distance + 1
                });
            }
        }
    }
    known
}

fn index(name: &str) -> usize {
    NAMES.iter().position(|known| *known == name).expect("it is a feature")
}

fn slowly<const N: usize>(position: &Position<N>) -> [Features; N] {
    let mut features = [Features::default(); N];
    let order: Vec<Player> = position.last_turn().round(N).collect();
    let slides: Vec<_> = order.iter().map(|&player| distances(position, player, 8)).collect();
    let steps: Vec<_> = order.iter().map(|&player| distances(position, player, 1)).collect();
    for hex in position.free() {
        let worth = Value { fish: position.fish(hex) as i32, tiles: 1 }.score();
        let first = |ways: &[HashMap<Hex, u32>]| -> (u32, Vec<usize>) {
            let least = ways.iter().filter_map(|way| way.get(&hex)).min().copied().unwrap_or(0);
            (least, (0..N).filter(|&side| least > 0 && ways[side].get(&hex) == Some(&least)).collect())
        };
        let (distance, sides) = first(&slides);
        for (place, &side) in sides.iter().enumerate() {
            let name = match (sides.len(), place, distance) {
                (1, _, 1) => "first-in-one",
                (1, _, 2) => "first-in-two",
                (1, ..) => "first-in-more",
                (_, 0, 1) => "shared-in-one",
                (_, _, 1) => "awaited-in-one",
                (_, 0, _) => "shared-later",
                _ => "awaited-later",
            };
            features[side][index(name)] += worth;
            features[side][index("tiles")] += if sides.len() == 1 { 128 } else { 0 };
        }
        if let (_, [side]) = (first(&steps).0, &first(&steps).1[..]) {
            features[*side][index("near")] += worth;
        }
    }
    for (side, &player) in order.iter().enumerate() {
        for penguin in position.penguins(player) {
            let moves = Standard.geometry().slides(penguin, position.free()).len();
            // Between powers of two in a straight line.
            let (low, high) = (f64::from(moves + 1).log2().floor(), f64::from(moves + 1));
            let freedom = low + high / 2f64.powf(low) - 1.0;
            features[side][index("freedom")] += 2 * (64.0 * freedom).floor() as Score;
            features[side][index("stuck")] += if moves == 0 { 128 } else { 0 };
        }
    }
    features
}

fn agree<const N: usize>() {
    for seed in 0..200 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let position: Position<N> = place_at_random(&deal(Standard, Dealing::Shuffled, seed), rng);
        let position = walk(&position, seed as usize % 40, rng);
        if position.is_over() {
            continue;
        }
        let fast = features(Standard, sides(&position), position.free(), |hexes| position.worth(hexes));
        assert_eq!(fast, slowly(&position), "{NAMES:?}\n{position:?}");
    }
}

#[test]
fn features_are_what_they_are_called() {
    agree::<2>();
    agree::<3>();
    agree::<4>();
}

/// Of two players the one's gain is the other's loss, but for whose turn it is.
#[test]
fn results_of_two_players_are_what_the_evaluation_says() {
    let position: Position<2> = deal(Standard, Dealing::Shuffled, 1);
    let position = place_at_random(&position, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    let evaluation = Evaluation::default();
    let results = evaluation.results(&position);
    let mover = position.last_turn().index();
    assert_eq!(results[mover] - results[1 - mover], Eval::evaluate(&evaluation, &position));
}

#[test]
fn weights_that_cannot_be_read_say_where() {
    let error = |text: &str| text.parse::<Weights>().expect_err("it is no file of weights").to_string();
    assert!(error("near 1 2").starts_with("line 1: found 'near 1 2', expected placement or slides"));
    assert!(error("slides\nfish 1 2").contains("line 2: found 'fish 1 2', expected one of first-in-one"));
    assert!(error("slides\nnear 1 x").contains("expected a whole number"));
    assert!(error("slides\nnear 1").contains("expected a name and two numbers"));
    assert!(error("sliding").contains("expected one of placement, slides"));
}
