use std::collections::HashSet;

use floe_engine::{AnyGame, AnyMove, GameLine, GameRules};
use floe_presentation::{ComposeNext, ComposeStep, Seen};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::{random_game, starts};

/// Checks a step and all that follow, and returns the choices that they lead to.
fn choices_of(position: &AnyGame, step: &ComposeStep) -> Vec<AnyMove> {
    assert!(
        step.question.ends_with(['.', '?']),
        "{position}: {}",
        step.question
    );
    let mut keys = HashSet::new();
    let mut choices = Vec::new();
    for option in &step.options {
        let part = &option.part;
        assert_eq!(part.question, step.question, "{position}");
        assert!(!part.words.trim().is_empty(), "{position}: {part:?}");
        assert!(
            keys.insert((&part.spaces, &part.words)),
            "{position}: {part:?}"
        );
        match &option.next {
            ComposeNext::Complete(choice) => choices.push(*choice),
            ComposeNext::Step(next) => choices.extend(choices_of(position, next)),
        }
    }
    choices
}

/// Every legal choice of every game is composed step by step in exactly one way, and has words of
/// its own.
#[test]
fn every_choice_is_composed_in_one_way() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(8);
    for start in starts() {
        let texts: Vec<String> = random_game(&start, rng)
            .0
            .into_iter()
            .map(|(_, mv)| mv)
            .collect();
        for played in GameLine::replay(start, texts).unwrap().moves().step_by(3) {
            let position = played.before;
            let choices = position.all_choices();
            let step = Seen::whole(position).compose(&choices).unwrap();
            let mut composed = choices_of(position, &step);
            let number = composed.len();
            composed.sort_by_key(|&choice| position.move_text(choice));
            composed.dedup();
            assert_eq!(
                (composed.len(), number),
                (choices.len(), choices.len()),
                "{position}"
            );
            let words: HashSet<String> = choices
                .iter()
                .map(|&choice| Seen::whole(position).words(choice))
                .collect();
            assert!(
                words.len() == choices.len() && !words.contains(""),
                "{position}"
            );
            assert_eq!(Seen::whole(position).compose(&[]), None);
        }
    }
}

/// A space that no choice goes on with is answered by a reason, under all rules and at every step.
#[test]
fn a_wrong_space_is_answered_by_a_reason() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(11);
    let all = starts();
    assert!(GameRules::all().all(|rules| all.iter().any(|start| start.rules() == rules)));
    let mut later = HashSet::new();
    let spaces: Vec<String> = ('a'..='i')
        .flat_map(|column| (1..=9).map(move |row| format!("{column}{row}")))
        .collect();
    for start in all {
        for (position, _) in random_game(&start, rng).0.into_iter().step_by(7) {
            let step = Seen::whole(&position)
                .compose(&position.all_choices())
                .unwrap();
            for (chosen, next) in asked(&step, rng) {
                for space in spaces.iter().filter(|space| !next.contains(*space)) {
                    let words = Seen::whole(&position).refusal(&chosen, space);
                    assert!(
                        words.ends_with('.') && words.contains(' '),
                        "{position}: {chosen:?} {space}: {words}"
                    );
                    // Where hexes can be chosen, the reason is about the hex.
                    let is_about = !next.is_empty() && !words.contains("is a button");
                    assert!(
                        chosen.len() < 2 || next.is_empty() || is_about,
                        "{position}: {chosen:?} {space}: {words}"
                    );
                    later.extend(
                        (chosen.len() > 1 && !next.is_empty()).then(|| start.rules().to_string()),
                    );
                }
            }
        }
    }
    for rules in ["whale", "push+whale", "survival", "special-tiles"] {
        assert!(
            later.contains(rules),
            "{rules}: no step after the hex where a penguin stops"
        );
    }
}

/// Spaces chosen before each step of some choices, with those that go on with it.
fn asked(first: &ComposeStep, rng: &mut impl Rng) -> Vec<(Vec<String>, HashSet<String>)> {
    let mut asked = Vec::new();
    for _ in 0..3 {
        let mut chosen = Vec::new();
        let mut step = Some(first);
        while let Some(here) = step {
            let next = here
                .options
                .iter()
                .flat_map(|option| option.part.spaces.clone())
                .collect();
            asked.push((chosen.clone(), next));
            let option = here.options.choose(rng).unwrap();
            chosen.extend(option.part.spaces.first().cloned());
            step = match &option.next {
                ComposeNext::Step(next) => Some(next),
                ComposeNext::Complete(_) => None,
            };
        }
    }
    asked
}

/// The reason names the obstacle, the owner or the line.
#[test]
fn reasons_are_those_of_the_rules() {
    let floe: AnyGame =
        "A1112.../......../......./......../......./......../......./.......B1 A 0:0,0:0"
            .parse()
            .unwrap();
    let refusal = |position: &AnyGame, chosen: &[&str], space: &str| {
        Seen::whole(position).refusal(
            &chosen
                .iter()
                .map(|&name| name.to_owned())
                .collect::<Vec<_>>(),
            space,
        )
    };
    for (chosen, space, expected) in [
        (
            &[][..],
            "b1",
            "No penguin stands on b1: choose a penguin of A first.",
        ),
        (
            &[][..],
            "h8",
            "The penguin on h8 belongs to B; it is the turn of A.",
        ),
        (
            &[][..],
            "c4",
            "The tile on c4 is gone: there is only water.",
        ),
        (&["a1"][..], "f1", "e1 is in the way: there is water."),
        (&["a1"][..], "h8", "A penguin of B stands on h8."),
        (
            &["a1"][..],
            "b2",
            "The tile on b2 is gone: there is only water.",
        ),
    ] {
        assert_eq!(refusal(&floe, chosen, space), expected);
    }
    let placing: AnyGame =
        "1112222/11111312/1221121/32222211/1113312/22221231/3311211/31111313 A 0:0,0:0 4,4"
            .parse()
            .unwrap();
    assert_eq!(
        refusal(&placing, &[], "d1"),
        "Penguins begin on tiles with one fish; d1 has 2."
    );
    let moving: AnyGame =
        "A1112222/11111312/1221121/32222211/1113312/22221231/3311211/311113B13 A 0:0,0:0"
            .parse()
            .unwrap();
    assert_eq!(
        refusal(&moving, &["a1"], "b5"),
        "b5 is not in a straight line from a1."
    );
    for (position, space, expected) in [
        (
            "1A323/B112.1/1111 A 0:0,0:0 rules=whale whale=c2",
            "a3",
            "The whale swims in a straight line, and a3 is in none with c2.",
        ),
        (
            "1A123/B112.1/1111 A 0:0,0:0 rules=survival",
            "d1",
            "A tile with 2 fish must sink, as many as on c1; d1 has 3.",
        ),
    ] {
        let position: AnyGame = format!("rows(1:4,0:5,1:4):{position}").parse().unwrap();
        assert_eq!(refusal(&position, &["b1", "c1"], space), expected);
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
                let words: HashSet<String> = outcomes
                    .iter()
                    .map(|&(mv, _)| Seen::whole(&position).outcome_words(mv))
                    .collect();
                assert_eq!(
                    words.len(),
                    outcomes.len(),
                    "{position}: {}",
                    position.move_text(choice)
                );
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
    let step = Seen::whole(position).compose_outcomes(&moves).unwrap();
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
        let start = starts()
            .into_iter()
            .find(|start| start.rules().to_string() == name)
            .unwrap();
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(10);
        let games = random_game(&start, rng).0;
        let laying = games
            .iter()
            .map(|(position, _)| position)
            .filter(|position| {
                let choices = position.all_choices();
                choices.len() == 1 && Seen::whole(position).words(choices[0]) == "lay the next card"
            });
        let mut asked = 0;
        for position in laying {
            let outcomes: Vec<AnyMove> = position
                .outcomes_of(position.all_choices()[0])
                .into_iter()
                .map(|(mv, _)| mv)
                .collect();
            let step = Seen::whole(position).compose_outcomes(&outcomes).unwrap();
            assert!(
                step.question.starts_with("Card ") && step.question.contains(" of "),
                "{}",
                step.question
            );
            for option in &step.options {
                let ComposeNext::Step(colours) = &option.next else {
                    continue;
                };
                let left: usize = colours
                    .options
                    .iter()
                    .filter_map(|colour| colour.part.left)
                    .sum();
                assert_eq!(
                    Some(left),
                    option.part.left,
                    "{position}: {}",
                    option.part.words
                );
                assert!(
                    option.part.icon.is_some()
                        && colours
                            .options
                            .iter()
                            .all(|colour| colour.part.icon.is_some())
                );
            }
            asked += 1;
        }
        assert!(asked > 0, "{name}");
    }
}

/// Every state of every game says whose turn it is and what that player does, in words without
/// codes.
#[test]
fn every_turn_has_a_sentence() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(11);
    for start in starts() {
        let (line, _) = random_game(&start, rng);
        for (position, _) in line {
            let words = Seen::whole(&position).turn_sentence();
            let (turn, task) = words
                .split_once(": your turn. ")
                .unwrap_or_else(|| panic!("{position}: {words}"));
            assert_eq!(turn, position.last_turn().to_string(), "{position}");
            assert!(
                task.ends_with('.') && task.starts_with(char::is_uppercase) && task.contains(' '),
                "{words}"
            );
        }
    }
}
