//! The crate plays as the rules are written: every position of random games and random endgames is
//! compared with the literal one.

use floe_fish::{Dealing, Position, deal};
use floe_game::{Game, Notated, perft};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::any::{AnyPosition, with_position};
use crate::claims::compare;
use crate::literal::Literal;
use crate::studies::{Bytes, study};

/// Plays to the end, comparing at every ply, and counts sequences of `depth` at every `often`th.
fn play_and_compare<const N: usize>(
    start: Position<N>,
    (depth, often): (u32, usize),
    rng: &mut impl Rng,
) {
    let mut position = start;
    let mut literal = Literal::read(&start.to_string());
    for ply in 0.. {
        compare(&position, &literal);
        if ply % often == 0 {
            assert_eq!(
                perft(&position, depth),
                literal.perft(depth),
                "perft {depth} of {position:?}"
            );
        }
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.random_range(0..moves.len())];
        let text = position.move_text(mv);
        let action = literal
            .actions()
            .into_iter()
            .find(|action| action.to_string() == text)
            .unwrap();
        position.play(mv);
        literal.act(action);
    }
}

fn whole_games<const N: usize>() {
    for seed in 0..20 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        play_and_compare::<N>(deal(Dealing::Shuffled, seed), (2, 7), rng);
    }
}

#[test]
fn games_of_two_are_played_alike() {
    whole_games::<2>();
}

#[test]
fn games_of_three_are_played_alike() {
    whole_games::<3>();
}

#[test]
fn games_of_four_are_played_alike() {
    whole_games::<4>();
}

#[test]
fn random_studies_are_played_alike() {
    for seed in 0..6000 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut bytes = [0; 90];
        rng.fill(&mut bytes[..]);
        let line = study(&mut Bytes(&bytes));
        let position: AnyPosition = line
            .parse()
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        with_position!(position, position => {
            let depth = if position.tiles().len() < 25 { 3 } else { 1 };
            compare(&position, &Literal::read(&line));
            play_and_compare(position, (depth, 5), rng);
        });
    }
}
