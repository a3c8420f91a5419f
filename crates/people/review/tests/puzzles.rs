//! The puzzles that floe ships: themes, difficulty, and lines that are proved to their ends.

use std::fs;

use floe_engine::AnyMove;
use floe_review::Graded;
use floe_review::{Defender, PuzzleGoal, PuzzleNote, PuzzleTheme, prove_all};

/// Nodes of each proof, and its table in MiB.
const NODES: u64 = 2_000_000;
const TABLE: usize = 1;

/// The puzzles of every file.
fn shipped_files() -> Vec<Vec<Graded>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../positions/puzzles");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
        .iter()
        .map(|file| Graded::parse(&fs::read_to_string(file).unwrap()).unwrap())
        .collect()
}

fn defender(graded: &Graded) -> Defender<'static> {
    let solver = graded.position.last_turn();
    let goal = PuzzleGoal::of(graded);
    Defender {
        solver,
        goal,
        world: 0,
        nodes: NODES,
        stop: None,
        hash_mebibytes: TABLE,
    }
}

/// Plays the line of a puzzle by its first right moves, checks every step, and returns the number
/// of right moves.
fn play(graded: &Graded) -> usize {
    let defender = defender(graded);
    let mut next = graded.clone();
    for number in 1.. {
        let choices = next.position.all_choices();
        let is_right = |mv: AnyMove| defender.goal.is_kept_by(&next, mv);
        let right: Vec<AnyMove> = choices.iter().copied().filter(|&mv| is_right(mv)).collect();
        assert!(
            !right.is_empty() && right.len() < choices.len(),
            "{}, move {number}",
            graded.position
        );
        let mut position = next
            .position
            .after(next.position.outcome_in(right[0], defender.world));
        let defence = defender.answer(&position).unwrap();
        for &answer in &defence.answers {
            // The others lose nothing by their answers.
            let proved = prove_all(&position, floe_search::Limits::default(), TABLE)
                .unwrap()
                .unwrap()
                .0;
            assert!(
                proved.is_best(position.choice_in(answer)),
                "{}, move {number}",
                graded.position
            );
            position = position.after(answer);
        }
        match defence.next {
            Some(graded) => next = graded,
            None => return number,
        }
        assert_eq!(next.position, position);
    }
    unreachable!("a game ends")
}

#[test]
fn every_line_ends_and_is_exact_at_every_step() {
    let puzzles = shipped_files().concat();
    assert_eq!(puzzles.len(), 420);
    let mut lengths = [0; 64];
    // Every file has some, easy and hard ones.
    for graded in puzzles.iter().step_by(sample()) {
        let length = play(graded);
        println!("{length} {}", graded.position);
        lengths[length] += 1;
    }
    let longest = lengths.iter().rposition(|&count| count > 0).unwrap();
    println!(
        "puzzles by the number of right moves: {:?}",
        &lengths[..=longest]
    );
    assert!(longest > 1, "{lengths:?}");
}

/// One of how many puzzles is played: `FLOE_ALL_PUZZLES=1` plays all.
fn sample() -> usize {
    if std::env::var_os("FLOE_ALL_PUZZLES").is_some() {
        1
    } else {
        7
    }
}

/// Difficulty of a puzzle, from its comments.
fn note(graded: &Graded) -> PuzzleNote {
    let note = graded
        .comments
        .iter()
        .find_map(|comment| PuzzleNote::read(comment));
    note.unwrap_or_else(|| panic!("no difficulty: {}", graded.position))
}

#[test]
fn every_puzzle_has_a_theme_and_a_difficulty_and_easy_ones_come_first() {
    let mut counts = [0; PuzzleTheme::ALL.len()];
    let files = shipped_files();
    for graded in files.iter().flatten() {
        let themes = PuzzleTheme::of(&graded.position, graded.moves[0].0);
        assert!(!themes.is_empty(), "{}", graded.position);
        for theme in themes {
            counts[theme as usize] += 1;
        }
    }
    for puzzles in files {
        let difficulties: Vec<u64> = puzzles
            .iter()
            .map(|graded| note(graded).difficulty.nodes)
            .collect();
        assert!(difficulties.is_sorted(), "{difficulties:?}");
    }
    println!("{counts:?}");
    assert!(counts.iter().all(|&count| count >= 5), "{counts:?}");
}
