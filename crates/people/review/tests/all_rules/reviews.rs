use std::thread;

use floe_engine::{AnyGame, EngineSpec, Evaluation, GameLine};
use floe_review::{Annotation, Annotator, GameReview, Refutation, ReviewStrength, ReviewSummary};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::starts;

/// A few moves from late in a random game of every set of rules and number of players; one of those
/// with many outcomes.
fn fragments(seed: u64) -> Vec<GameLine> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let fragment = |start: &AnyGame| {
        let mut line = GameLine::new(*start);
        line.play_at_random(usize::MAX, rng);
        let moves = line.moves().len();
        let from = moves - moves / 3;
        let length = if start.has_chance() { 1 } else { 3 };
        let mut fragment = GameLine::new(line.positions()[from]);
        for played in line.moves().skip(from).take(length) {
            fragment.play_move(played.mv);
        }
        fragment
    };
    starts().iter().map(fragment).collect()
}

/// The engine of a quick review with few of its nodes, so that tests do not take long.
fn engine(line: &GameLine) -> EngineSpec {
    let spec = ReviewStrength::Quick.engine(line.start());
    EngineSpec {
        nodes: spec.nodes.map(|nodes| nodes / 500),
        ..spec
    }
}

/// All that a review says of a game.
fn review(line: &GameLine) -> String {
    let mut annotator = Annotator::new(
        &engine(line),
        Evaluation::default(),
        &GameLine::new(*line.start()),
    )
    .unwrap();
    let mut summary = ReviewSummary::default();
    let mut said = String::new();
    for played in line.moves() {
        let annotation = annotator.next(played.mv).unwrap();
        summary.add(played.before, &played.text(), &annotation);
        said += &format!("{annotation:?}\n");
    }
    format!("{said}{:?}\n{:?}", summary.players(), summary.worst())
}

/// A game gets the same annotations, marks and accuracies twice, also while other threads take the
/// processor.
#[test]
fn the_same_game_gets_the_same_marks() {
    let lines = fragments(4);
    let alone: Vec<String> = lines.iter().map(review).collect();
    thread::scope(|scope| {
        let reviews = || lines.iter().map(review).collect::<Vec<String>>();
        let threads = [(); 2].map(|()| scope.spawn(reviews));
        for busy in threads.map(|thread| thread.join().unwrap()) {
            for ((line, alone), busy) in lines.iter().zip(&alone).zip(&busy) {
                assert_eq!(alone, busy, "{}", line.start());
            }
        }
    });
}

/// Notes on the moves make the same review again, whole or in part, without a search.
#[test]
fn a_review_is_made_again_of_its_notes() {
    for line in fragments(7) {
        let engine = engine(&line);
        let evaluation = Evaluation::default();
        let review = |known: &[Option<String>], is_recalled| {
            let mut said = Vec::new();
            let mut accuracies = Vec::new();
            let mut notes = Vec::new();
            let review = GameReview {
                engine: &engine,
                evaluation: &evaluation,
                stop: None,
                known,
                is_recalled,
            };
            let summary = review.run(&line, |played, annotation, note| {
                let words = annotation.in_words(played.before, &played.text());
                accuracies.push(annotation.accuracy());
                let Annotation {
                    best,
                    line,
                    mark,
                    reasons,
                    is_forced,
                    ..
                } = annotation;
                let best_line = mark.map(|_| line);
                said.push(format!(
                    "{words} {best:?} {best_line:?} {mark:?} {reasons:?} {is_forced}"
                ));
                notes.push(Some(note.to_string()));
            });
            let units = line.start().rules().units();
            let summary = summary.unwrap();
            let words: Vec<String> = summary
                .players()
                .iter()
                .map(|player| player.in_words(units))
                .collect();
            (said, words, notes, accuracies)
        };
        let (said, words, notes, accuracies) = review(&[], false);
        let again = review(&notes, true);
        assert_eq!(
            (again.0, again.1, again.2),
            (said.clone(), words, notes.clone()),
            "{}",
            line.start()
        );
        // Notes hold probabilities with six digits.
        for (first, again) in accuracies.iter().zip(&again.3) {
            let (Some(first), Some(again)) = (first, again) else {
                assert_eq!(first, again);
                continue;
            };
            assert!(
                (first - again).abs() < 0.01,
                "{first} {again} {}",
                line.start()
            );
        }
        let first = notes.len().min(1);
        assert_eq!(
            review(&notes[..first], true).0,
            said[..first],
            "{}",
            line.start()
        );
        assert_eq!(
            review(&notes[..first], false).0.len(),
            said.len(),
            "{}",
            line.start()
        );
    }
}

/// Losses, marks and accuracies of moves agree, and so do the summaries of players.
#[test]
fn reviews_of_all_rules_hold_together() {
    let mut bad = 0;
    for line in fragments(5) {
        let mut annotator = Annotator::new(
            &engine(&line),
            Evaluation::default(),
            &GameLine::new(*line.start()),
        )
        .unwrap();
        let mut summary = ReviewSummary::default();
        for played in line.moves() {
            let position = played.before;
            let annotation = annotator.next(played.mv).unwrap();
            summary.add(position, &played.text(), &annotation);
            assert!(annotation.loss() >= 0, "{position}: {annotation:?}");
            assert_eq!(
                annotation.is_forced,
                position.all_choices().len() == 1,
                "{position}"
            );
            assert_eq!(
                annotation.reasons.is_empty(),
                annotation.mark.is_none(),
                "{position}: {annotation:?}"
            );
            let is_known = position.rules().floe().is_some();
            assert_eq!(
                annotation.accuracy().is_some(),
                is_known,
                "{position}: {annotation:?}"
            );
            assert!(
                annotation
                    .accuracy()
                    .is_none_or(|percent| (0.0..=100.0).contains(&percent)),
                "{annotation:?}"
            );
            for reviewed in [annotation.before, annotation.after] {
                assert!(
                    reviewed
                        .win_probability
                        .is_none_or(|wins| (0.0..=1.0).contains(&wins)),
                    "{reviewed:?}"
                );
            }
            bad += usize::from(annotation.mark.is_some());
        }
        let units = line.start().rules().units();
        for review in summary.players() {
            assert!(
                review
                    .in_words(units)
                    .starts_with(&format!("{}: ", review.player))
            );
            assert!(review.mean_loss >= 0 && review.marks.iter().sum::<usize>() <= review.choices);
        }
        let losses: Vec<i32> = summary.worst().iter().map(|judged| judged.loss).collect();
        assert!(
            losses.is_sorted_by(|one, next| one >= next) && losses.len() <= 5,
            "{losses:?}"
        );
    }
    assert!(bad > 0, "random moves are bad");
}

/// A move of every game is refuted by moves that can be played, with words and values.
#[test]
fn moves_of_all_rules_are_refuted() {
    for line in fragments(6) {
        let Some(played) = line.moves().next() else {
            continue;
        };
        let mut annotator = Annotator::new(
            &engine(&line),
            Evaluation::default(),
            &GameLine::new(*line.start()),
        )
        .unwrap();
        // Of a choice without its outcome, the likeliest one is played.
        let mut reported = Vec::new();
        let mut report =
            |partial: &Refutation| reported.push((partial.words.clone(), partial.moves.len()));
        let refutation = annotator
            .refute(played.before.choice_in(played.mv), &mut report)
            .unwrap();
        let expected = (0..=refutation.moves.len()).map(|moves| (refutation.words.clone(), moves));
        assert!(
            reported.into_iter().eq(expected),
            "the judgement is known first, then move after move"
        );
        let texts = refutation.moves.iter().map(|mv| &mv.text);
        let replayed = GameLine::replay(*line.start(), texts).unwrap();
        assert!((1..=6).contains(&replayed.moves().len()), "{replayed:?}");
        assert!(refutation.words.ends_with('.'), "{}", refutation.words);
        for (mv, played) in refutation.moves.iter().zip(replayed.moves()) {
            assert_eq!(mv.player, played.player());
            assert!(
                !mv.words.is_empty() && !mv.value.is_empty() && !mv.value_words.is_empty(),
                "{mv:?}"
            );
        }
    }
}

#[test]
fn a_refutation_says_what_is_lost_and_how() {
    let start: AnyGame =
        ".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... A 36:19,32:19"
            .parse()
            .unwrap();
    let spec: EngineSpec = "default:nodes=100000".parse().unwrap();
    let refuted = |mv: &str| {
        let mut annotator =
            Annotator::new(&spec, Evaluation::default(), &GameLine::new(start)).unwrap();
        annotator
            .refute(start.find_choice(mv).unwrap(), &mut |_| ())
            .unwrap()
    };
    let best = Annotator::new(&spec, Evaluation::default(), &GameLine::new(start))
        .unwrap()
        .last
        .1
        .lines[0]
        .moves[0];
    let best = start.move_text(best);
    assert_eq!(refuted(&best).words, format!("{best} is the best move."));
    let worst = start
        .choices()
        .into_iter()
        .map(|mv| refuted(&mv))
        .max_by_key(|found| found.annotation.loss());
    let words = worst.unwrap().words;
    assert!(
        words.contains(" loses ") && words.contains(" fish") && words.contains(" B answers "),
        "{words}"
    );
}
