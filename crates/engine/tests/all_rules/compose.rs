use std::collections::HashSet;

use floe_engine::{AnyGame, AnyMove, ComposeNext, ComposeStep, GameLine};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::{random_game, starts};

/// Checks a step and all that follow, and returns the choices that they lead to.
fn choices_of(position: &AnyGame, step: &ComposeStep) -> Vec<AnyMove> {
    assert!(step.question.ends_with(['.', '?']), "{position}: {}", step.question);
    let mut keys = HashSet::new();
    let mut choices = Vec::new();
    for option in &step.options {
        let part = &option.part;
        assert_eq!(part.question, step.question, "{position}");
        assert!(!part.spaces.is_empty() || !part.words.is_empty(), "{position}: {part:?}");
        assert!(keys.insert((&part.spaces, &part.words)), "{position}: {part:?}");
        match &option.next {
            ComposeNext::Complete(choice) => choices.push(*choice),
            ComposeNext::Step(next) => choices.extend(choices_of(position, next)),
        }
    }
    // Options that share a space are distinguished by their words.
    for (index, option) in step.options.iter().enumerate() {
        let shares = |other: &Vec<String>| other.iter().any(|space| option.part.spaces.contains(space));
        let other = step.options[..index].iter().find(|other| shares(&other.part.spaces));
        let is_distinguished = other.is_none_or(|other| !option.part.words.is_empty() && !other.part.words.is_empty());
        assert!(is_distinguished, "{position}: {:?}", option.part);
    }
    choices
}

/// Every legal choice of every game is composed step by step in exactly one way, and has words of its own.
#[test]
fn every_choice_is_composed_in_one_way() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(8);
    for start in starts() {
        let texts: Vec<String> = random_game(&start, rng).0.into_iter().map(|(_, mv)| mv).collect();
        for played in GameLine::replay(start, texts).unwrap().moves().step_by(3) {
            let position = played.before;
            let choices = position.all_choices();
            let step = position.compose(&choices).unwrap();
            let mut composed = choices_of(position, &step);
            let number = composed.len();
            composed.sort_by_key(|&choice| position.move_text(choice));
            composed.dedup();
            assert_eq!((composed.len(), number), (choices.len(), choices.len()), "{position}");
            let words: HashSet<String> = choices.iter().map(|&choice| position.choice_words(choice)).collect();
            assert!(words.len() == choices.len() && !words.contains(""), "{position}");
            assert_eq!(position.compose(&[]), None);
        }
    }
}

/// Outcomes of chance have words of their own.
#[test]
fn outcomes_are_distinguished_by_words() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(9);
    let mut distinguished = 0;
    for start in starts() {
        for (position, _) in random_game(&start, rng).0.into_iter().step_by(5) {
            for choice in position.all_choices() {
                let outcomes = position.outcomes_of(choice);
                let words: HashSet<String> = outcomes.iter().map(|&(mv, _)| position.outcome_words(mv)).collect();
                assert_eq!(words.len(), outcomes.len(), "{position}: {}", position.move_text(choice));
                assert!(outcomes.len() == 1 || !words.contains(""), "{position}");
                assert_named_in_one_way(&position, &outcomes);
                distinguished += usize::from(outcomes.len() > 1);
            }
        }
    }
    assert!(distinguished > 0);
}

/// Checks that a person can name each outcome, part by part, in exactly one way.
fn assert_named_in_one_way(position: &AnyGame, outcomes: &[(AnyMove, f64)]) {
    let moves: Vec<AnyMove> = outcomes.iter().map(|&(mv, _)| mv).collect();
    let step = position.compose_outcomes(&moves).unwrap();
    if moves.len() == 1 {
        return;
    }
    let text = |mv: &AnyMove| position.move_text(*mv);
    let mut named: Vec<String> = choices_of(position, &step).iter().map(text).collect();
    let mut expected: Vec<String> = moves.iter().map(text).collect();
    named.sort();
    expected.sort();
    assert_eq!(named, expected, "{position}");
}

/// Cards are named by species, colour and side, and the numbers that are left add up.
#[test]
fn cards_that_come_are_named_part_by_part() {
    for name in ["flip", "contest"] {
        let start = starts().into_iter().find(|start| start.rules().to_string() == name).unwrap();
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(10);
        let games = random_game(&start, rng).0;
        let laying = games.iter().map(|(position, _)| position).filter(|position| {
            let choices = position.all_choices();
            choices.len() == 1 && position.choice_words(choices[0]) == "lay the next card"
        });
        let mut asked = 0;
        for position in laying {
            let outcomes: Vec<AnyMove> =
                position.outcomes_of(position.all_choices()[0]).into_iter().map(|(mv, _)| mv).collect();
            let step = position.compose_outcomes(&outcomes).unwrap();
            assert!(step.question.starts_with("Card ") && step.question.contains(" of "), "{}", step.question);
            for option in &step.options {
                let ComposeNext::Step(colours) = &option.next else { continue };
                let left: usize = colours.options.iter().filter_map(|colour| colour.part.left).sum();
                assert_eq!(Some(left), option.part.left, "{position}: {}", option.part.words);
                assert!(option.part.icon.is_some() && colours.options.iter().all(|colour| colour.part.icon.is_some()));
            }
            asked += 1;
        }
        assert!(asked > 0, "{name}");
    }
}

/// Every state of every game says whose turn it is and what that player does, in words without codes.
#[test]
fn every_turn_has_a_sentence() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(11);
    for start in starts() {
        let (line, _) = random_game(&start, rng);
        for (position, _) in line {
            let words = position.turn_sentence();
            let (turn, task) = words.split_once(": your turn. ").unwrap_or_else(|| panic!("{position}: {words}"));
            assert_eq!(turn, position.last_turn().to_string(), "{position}");
            assert!(task.ends_with('.') && task.starts_with(char::is_uppercase) && task.contains(' '), "{words}");
        }
    }
}
