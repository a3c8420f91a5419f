//! Lessons that are solved on the page: exercises with the answers of their author.

use floe_engine::{AnyGame, LineMove};
use floe_query::{QueryError, game_line};
use floe_study::Exercise;
use floe_study::review::PuzzleGoal;

use crate::puzzles::{GradedMove, PuzzleDefence, ShownPuzzle};
use crate::sheet::LessonRequest;

/// Exercises of lessons as puzzles, whose moves have no values yet.
pub(crate) fn puzzles_of(lessons: Vec<LessonRequest>) -> Result<Vec<ShownPuzzle>, QueryError> {
    let mut exercises: Vec<Exercise> = Vec::new();
    for lesson in lessons {
        exercises.extend(lesson.read()?);
    }
    if exercises.is_empty() {
        let problem = "expected a position with a comment, of which an exercise is made; found none";
        return Err(QueryError::of_field("lessons", problem));
    }
    Ok((1..).zip(&exercises).map(|(number, exercise)| ShownPuzzle::of_exercise(number, exercise)).collect())
}

impl ShownPuzzle {
    fn of_exercise(number: usize, exercise: &Exercise) -> ShownPuzzle {
        ShownPuzzle {
            task: exercise.heading(number),
            set: "Lesson".to_owned(),
            lesson: exercise.remark.clone(),
            drawn: exercise.drawings.clone(),
            answer: exercise.position.line_text(&exercise.answer),
            note: exercise.result.clone(),
            ..ShownPuzzle::unrated(&exercise.position)
        }
    }

    /// Puzzle in which the moves of an answer are right, and no values are known; `None` if they are not legal.
    pub(crate) fn of_answer(position: &AnyGame, answer: &[String]) -> Option<ShownPuzzle> {
        let line = position.find_line(answer);
        let first = line.first()?;
        let right = position.move_text(position.choice_in(*first));
        Some(ShownPuzzle {
            answer: position.line_text(&line),
            moves: unproved(position, &right),
            ..ShownPuzzle::unrated(position)
        })
    }

    fn unrated(position: &AnyGame) -> ShownPuzzle {
        ShownPuzzle {
            position: position.to_string(),
            rules: position.rules().to_string(),
            rules_name: position.rules().title(),
            players: position.players(),
            task: String::new(),
            goal: PuzzleGoal::Best,
            set: String::new(),
            difficulty: None,
            stars: String::new(),
            rating: None,
            themes: Vec::new(),
            lesson: String::new(),
            drawn: Vec::new(),
            answer: Vec::new(),
            note: String::new(),
            moves: Vec::new(),
        }
    }
}

/// All choices, of which the one with this text is right; their values are not known.
fn unproved(position: &AnyGame, right: &str) -> Vec<GradedMove> {
    let choices = position.all_choices().into_iter();
    let moves = choices.map(|choice| {
        let mv = position.move_text(choice);
        GradedMove {
            is_right: mv == right,
            move_words: position.choice_words(choice),
            value: String::new(),
            words: String::new(),
            mv,
        }
    });
    let (mut right, others): (Vec<GradedMove>, Vec<GradedMove>) = moves.partition(|graded| graded.is_right);
    right.extend(others);
    right
}

/// What follows a move of an exercise: `answer` are the moves of its author from there on. It ends before chance
/// decides, which need not go as the answer says.
pub(crate) fn defence(last: &LineMove<'_>, is_right: bool, answer: &[String]) -> PuzzleDefence {
    let mv = last.before.choice_words(last.before.choice_in(last.mv));
    let ended =
        |words: String| PuzzleDefence { words, result: None, answers: Vec::new(), task: None, moves: Vec::new() };
    if !is_right {
        return ended(format!("{mv} is not the answer of this lesson."));
    }
    let mut found = ended(format!("{mv} is right."));
    if last.before.has_chance() {
        return found;
    }
    let line = game_line(&last.after.to_string(), answer).ok();
    let side = last.before.side_of(last.player());
    for played in line.iter().flat_map(|line| line.moves()) {
        if played.before.side_of(played.player()) == side {
            found.task = Some(format!("{} to move: go on", played.player()));
            found.moves = unproved(played.before, &played.before.move_text(played.before.choice_in(played.mv)));
            return found;
        }
        found.words += &format!(" {} answers {}.", played.player(), played.before.choice_words(played.mv));
        found.answers.push(played.text());
    }
    // No move of the one who solves it follows: there is nothing to answer.
    found.answers.clear();
    ended(format!("{mv} is right."))
}
