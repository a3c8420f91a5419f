//! Every part of floe agrees on whether a position is over.

use floe_engine::{AnyGame, Engine, GameLine, with_game};
use floe_game::Game;
use floe_presentation::Seen;
use floe_search::Limits;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::{random_game, starts};

/// Texts made of each position of a game.
const MUTATIONS: usize = 30;
/// Positions of a game whose texts are changed.
const POSITIONS: usize = 12;

/// Checks that the turn, the moves, the choices, the picture, a list of moves and an engine agree
/// on whether a position is over.
fn check(position: &AnyGame, text: &str) {
    check_without_search(position, text);
    let is_over = with_game!(position, position => position.is_over());
    let mut engine = Engine::from_spec(&"greedy".parse().unwrap(), Default::default());
    let limits = Limits {
        nodes: Some(1),
        ..Limits::default()
    };
    if let Ok(analysis) = engine.analyze_any(position, &limits, |_| ()) {
        assert_eq!(
            analysis.lines.iter().all(|line| line.moves.is_empty()),
            is_over,
            "analysis of '{text}'"
        );
    }
}

/// Checks all but the engine, which takes longest.
fn check_without_search(position: &AnyGame, text: &str) {
    let is_over = with_game!(position, position => position.is_over());
    let moves = with_game!(position, position => position.moves().len());
    assert_eq!(moves == 0, is_over, "moves of '{text}'");
    let choices = position.all_choices();
    assert_eq!(choices.is_empty(), is_over, "choices of '{text}'");
    assert_eq!(
        Seen::whole(position).result().is_some(),
        is_over,
        "result of '{text}'"
    );
    for &choice in &choices {
        let outcomes = position.outcomes_of(choice);
        assert!(
            !outcomes.is_empty(),
            "'{}' has no outcome in '{text}'",
            position.move_text(choice)
        );
        let (mv, _) = outcomes[outcomes.len() / 2];
        let mut line = GameLine::new(*position);
        let mv = position.move_text(mv);
        assert!(
            line.play(&mv).is_ok() || position.is_view(),
            "'{mv}' in '{text}': {:?}",
            line.play(&mv).err()
        );
    }
}

/// The text after a few edits: characters and words of it and of another text, put in, put in place
/// of others, or left out.
fn mutated(text: &str, other: &str, rng: &mut impl RngExt) -> String {
    let mut text = text.to_owned();
    for _ in 0..rng.random_range(1..=3) {
        let words: Vec<&str> = text.split(' ').collect();
        let others: Vec<&str> = other.split(' ').collect();
        text = match rng.random_range(0..4) {
            0 => {
                let place = rng.random_range(0..words.len());
                let word = if rng.random() {
                    others.get(place)
                } else {
                    others.choose(rng)
                };
                let mut words = words.clone();
                words[place] = word.copied().unwrap_or("-");
                words.join(" ")
            }
            1 => {
                let place = rng.random_range(0..words.len());
                let kept = words
                    .iter()
                    .enumerate()
                    .filter(|&(index, _)| index != place);
                kept.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
            }
            2 => [&words[..], &[*others.choose(rng).unwrap()]]
                .concat()
                .join(" "),
            _ => {
                let mut characters: Vec<char> = text.chars().collect();
                let letters: Vec<char> = other.chars().chain("-.0123ABab=".chars()).collect();
                let place = rng.random_range(0..characters.len());
                characters[place] = *letters.choose(rng).unwrap();
                characters.into_iter().collect()
            }
        };
    }
    text
}

#[test]
fn all_agree_on_whether_a_game_is_over() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let mut accepted = 0;
    for start in starts() {
        let (game, end) = random_game(&start, rng);
        let positions: Vec<AnyGame> = game
            .iter()
            .map(|(position, _)| *position)
            .chain([end])
            .collect();
        check(&end, &end.to_string());
        for _ in 0..POSITIONS {
            let position = positions.choose(rng).unwrap();
            check(position, &position.to_string());
            for _ in 0..MUTATIONS {
                let other = positions.choose(rng).unwrap();
                let text = mutated(&position.to_string(), &other.to_string(), rng);
                if let Ok(position) = text.parse::<AnyGame>() {
                    accepted += 1;
                    let check = if accepted % 8 == 0 {
                        check
                    } else {
                        check_without_search
                    };
                    check(&position, &text);
                }
            }
        }
    }
    assert!(accepted > 1000, "{accepted} texts were positions");
}

/// Texts of cards that nothing can be drawn from, which the edits of the test above seldom make.
#[test]
fn a_net_without_a_free_space_is_not_laid() {
    let full = "contest:K2>S4<R1>/W1>S1>K3>/R3>R4<S3< A - - step=lay powers=SK points=0,0 fines=1,1 first=A \
                deck=f4c1r2s3k2x3y1 out=S1000,O0111,J1001,K1101 reshuffled";
    let error = full.parse::<AnyGame>().unwrap_err();
    assert_eq!(
        (error.column, error.to_string().contains("free space")),
        (50, true),
        "{error}"
    );
}
