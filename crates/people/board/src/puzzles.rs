//! Puzzles: positions with the proved value of every move.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use floe_engine::{AnyGame, AnyMove, Evaluation, GameLine, LineMove};
use floe_presentation::{MoveReason, Perspective, Seen, rules};
use floe_query::{QueryError, QueryErrorKind, game_line};
use floe_review::{
    Defence, Defender, PROOF_NODES, PuzzleDifficulty, PuzzleGoal, PuzzleNote, PuzzleTheme,
    prove_within,
};
use floe_review::{Exercise, Grade, Graded, GradedError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lesson::LessonRequest;

/// Request to read graded positions.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct PuzzlesRequest {
    #[serde(default)]
    text: String,
    /// Position to make a puzzle of, in place of the text: the values of its moves are proved.
    position: Option<String>,
    /// Moves of the answer to `position`, which are right where the values of its moves are not
    /// proved.
    #[serde(default)]
    answer: Vec<String>,
    /// Games whose commented positions are exercises, in place of the text; their moves are left
    /// out.
    #[serde(default)]
    lessons: Vec<LessonRequest>,
    /// Number of the day, counted from 1 January 1970 (UTC), which chooses the puzzle of the day;
    /// default 0.
    #[serde(default)]
    day: u32,
}

/// Graded positions of a text, `floe/puzzles/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Puzzles {
    /// Puzzles of the text, the easy ones of each set first.
    puzzles: Vec<ShownPuzzle>,
    /// Names of the levels of difficulty from 1 to 5.
    levels: [&'static str; 5],
    /// Index of the puzzle of the day among those with a rating; 0 without any.
    daily: usize,
}

/// Puzzle as the page shows it.
#[derive(Serialize, JsonSchema)]
struct ShownPuzzle {
    position: String,
    /// Rules in notation.
    rules: String,
    /// Name of the rules for people.
    rules_name: String,
    players: usize,
    /// Task of the player to move, in words.
    task: String,
    /// Goal that the moves of the puzzle must keep.
    goal: PuzzleGoal,
    /// Name of the set that the puzzle belongs to: that of the rules, `Studies` without a
    /// difficulty, or `Lesson`.
    set: String,
    /// Difficulty from 1 to 5, if the file names it.
    difficulty: Option<u8>,
    /// The difficulty in five stars; empty without one.
    stars: String,
    /// Elo rating of the puzzle as an opponent, if the file names its difficulty.
    rating: Option<u32>,
    /// Themes of the best move.
    themes: Vec<PuzzleTheme>,
    /// Comments of the file without those of the search for puzzles.
    lesson: String,
    /// Drawings on the position of an exercise.
    drawn: Vec<String>,
    /// Moves of the answer to an exercise, where they count in place of proved values; of a lesson
    /// those of its author.
    answer: Vec<String>,
    /// Remark of the author of an exercise behind its answer; empty for none.
    note: String,
    /// Moves with their values, best first; none of an exercise that has not been opened.
    moves: Vec<GradedMove>,
}

/// Move with its proved value.
#[derive(Serialize, JsonSchema)]
struct GradedMove {
    #[serde(rename = "move")]
    mv: String,
    /// The move in words.
    move_words: String,
    /// Value in notation; empty where none is proved.
    value: String,
    /// The end of the game that the value means, in words; empty where none is proved.
    words: String,
    /// Whether the move keeps the goal of the puzzle.
    is_right: bool,
}

impl GradedMove {
    fn all(graded: &Graded, goal: PuzzleGoal) -> Vec<GradedMove> {
        let one = |(mv, grade): &(AnyMove, Grade)| GradedMove {
            mv: graded.position.move_text(*mv),
            move_words: Seen::whole(&graded.position).words(*mv),
            value: grade.to_string(),
            words: graded.grade_in_words(grade),
            is_right: goal.is_kept_by(graded, *mv),
        };
        graded.moves.iter().map(one).collect()
    }
}

/// Request for the best defence after moves of a puzzle, and for the result of the last one.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct DefenceRequest {
    position: String,
    /// Moves of the puzzle so far, the last of them by the player who solves it.
    moves: Vec<String>,
    goal: PuzzleGoal,
    /// Whether the last move keeps the goal.
    is_right: bool,
    /// Moves of an exercise after these, in place of a proof.
    answer: Option<Vec<String>>,
    /// Number of the world, which decides chance; default 0.
    #[serde(default)]
    world: u64,
}

/// Best defence after a move of a puzzle, `floe/defence/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PuzzleDefence {
    /// The move, the first answer and, at the end of the line or after a wrong move, the result, in
    /// sentences.
    words: String,
    /// The result in sentences at the end of the line and after a wrong move; null before.
    result: Option<String>,
    /// Best moves of the others until the player who solves the puzzle is to move again.
    answers: Vec<String>,
    /// Task of the player after the answers, in words; null at the end of the line.
    task: Option<String>,
    /// Moves after the answers with their proved values, best first; none at the end of the line:
    /// when the game is over, every move keeps the goal, or a proof would take too long.
    moves: Vec<GradedMove>,
}

/// Table of such a proof in MiB.
pub(crate) const PROOF_TABLE: usize = 4;

impl DefenceRequest {
    /// Answers the last move, until `stop` is set.
    pub(crate) fn answer(
        &self,
        evaluation: &Evaluation,
        stop: &AtomicBool,
    ) -> Result<PuzzleDefence, QueryError> {
        let line = game_line(&self.position, &self.moves)?;
        let last = line.moves().next_back();
        let last = last.ok_or_else(|| {
            QueryError::of_field("moves", "expected at least one move".to_owned())
        })?;
        if let Some(answer) = &self.answer {
            return Ok(PuzzleDefence::of_answer(
                &last,
                self.is_right,
                answer,
                evaluation,
            ));
        }
        let defender = Defender {
            solver: last.player(),
            goal: self.goal,
            world: self.world,
            nodes: PROOF_NODES,
            stop: Some(stop),
            hash_mebibytes: PROOF_TABLE,
        };
        let defence = defender
            .answer(last.after)
            .map_err(|error| QueryError::new(QueryErrorKind::Engine, error))?;
        let result = self.result(&last, &defence);
        Ok(PuzzleDefence {
            words: self.words(&last, &defence, result.as_deref(), evaluation),
            result,
            answers: last.after.line_text(&defence.answers),
            task: defence.next.as_ref().map(|graded| self.goal.task(graded)),
            moves: defence
                .next
                .map_or_else(Vec::new, |graded| GradedMove::all(&graded, self.goal)),
        })
    }

    /// The result in a sentence, of a right move at the end of the line only.
    fn result(&self, last: &LineMove<'_>, defence: &Defence) -> Option<String> {
        if self.is_right && defence.next.is_some() {
            return None;
        }
        let value = defence
            .value
            .as_ref()
            .map(|value| Perspective::of(last.after).in_words(value, true));
        value
            .map(|words| format!("{words}."))
            .or_else(|| Seen::whole(last.after).result())
    }

    /// The move and its result in sentences.
    fn words(
        &self,
        last: &LineMove<'_>,
        defence: &Defence,
        result: Option<&str>,
        evaluation: &Evaluation,
    ) -> String {
        let mv = Seen::whole(last.before).words(last.before.choice_in(last.mv));
        let verdict = match (self.is_right, self.goal) {
            (true, _) => "is right",
            (false, PuzzleGoal::Win) => "does not win",
            (false, PuzzleGoal::Draw) => "does not even draw",
            (false, PuzzleGoal::Best) => "is not the best move",
        };
        let mut sentences = vec![format!("{mv} {verdict}.")];
        if self.is_right {
            sentences.extend(reason(last.before, last.mv, evaluation));
        }
        if let Some(&answer) = defence.answers.first() {
            let player = last.after.last_turn();
            let words = Seen::whole(last.after).words(last.after.choice_in(answer));
            sentences.push(format!("{player} answers {words}."));
            if !self.is_right {
                sentences.extend(reason(last.after, answer, evaluation));
            }
        }
        sentences.extend(result.map(str::to_owned));
        sentences.join(" ")
    }
}

/// The first reason for a move in a sentence, beyond what it plays; `None` where it changes little.
fn reason(position: &AnyGame, mv: AnyMove, evaluation: &Evaluation) -> Option<String> {
    let seen = Seen::whole(position);
    let reasons = seen.move_reasons(mv, evaluation);
    let is_notable = reasons
        .iter()
        .any(|reason| !matches!(reason, MoveReason::Little { .. }));
    let mut sentences = seen.reasons(&[mv], evaluation).into_iter();
    sentences.find(|sentence| is_notable && !sentence.starts_with("It plays: "))
}

/// Refusal to make a puzzle of a position.
fn no_puzzle(problem: &str) -> QueryError {
    QueryError::of_field("position", problem.to_owned())
}

/// Name of the set of positions without a difficulty, which teach something.
const STUDIES: &str = "Studies";

impl PuzzlesRequest {
    /// Lists the positions with the values of their moves, until `stop` is set.
    pub(crate) fn answer(self, stop: &AtomicBool) -> Result<Puzzles, QueryError> {
        let mut puzzles = Vec::new();
        let mut lines_before = 0;
        if let Some(position) = &self.position {
            puzzles.push(ShownPuzzle::proved(position, &self.answer, stop)?);
        } else if !self.lessons.is_empty() {
            puzzles = puzzles_of(self.lessons)?;
        }
        if !puzzles.is_empty() {
            return Ok(Puzzles {
                daily: 0,
                levels: PuzzleDifficulty::LEVELS,
                puzzles,
            });
        }
        for part in parts(&self.text) {
            if stop.load(SeqCst) {
                break;
            }
            let graded = Graded::parse(part).map_err(|error| {
                let error = GradedError {
                    line: lines_before + error.line,
                    ..error
                };
                QueryError::new(QueryErrorKind::Position, error).in_field("text")
            })?;
            // A position in which all moves are as good is none.
            let shown = graded.iter().map(ShownPuzzle::new);
            puzzles
                .extend(shown.filter(|puzzle| puzzle.moves.iter().any(|graded| !graded.is_right)));
            lines_before += part.lines().count();
        }
        // Easy ones of a set first.
        let mut sets: HashMap<String, usize> = HashMap::new();
        for (place, puzzle) in puzzles.iter().enumerate() {
            sets.entry(puzzle.set.clone()).or_insert(place);
        }
        puzzles.sort_by_key(|puzzle| (sets[&puzzle.set], puzzle.rating));
        if puzzles.is_empty() && !stop.load(SeqCst) {
            return Err(QueryError::of_field(
                "text",
                "expected at least one position with a best move".to_owned(),
            ));
        }
        Ok(Puzzles {
            daily: daily(&puzzles, self.day),
            levels: PuzzleDifficulty::LEVELS,
            puzzles,
        })
    }
}

/// Step from the puzzle of a day to that of the next: a prime number, so that all have their turn.
const DAILY_STEP: usize = 83;

/// Index of the puzzle of a day: of those with a rating, every day another one.
fn daily(puzzles: &[ShownPuzzle], day: u32) -> usize {
    let rated = (0..puzzles.len()).filter(|&index| puzzles[index].rating.is_some());
    let rated: Vec<usize> = rated.collect();
    let turn = (day as usize)
        .wrapping_mul(DAILY_STEP)
        .checked_rem(rated.len());
    turn.map_or(0, |turn| rated[turn])
}

/// Splits a text after empty lines that a position follows, perhaps with comments before it: so its
/// parts can be read one by one.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut end = 0;
    let mut after_empty_line = None;
    for line in text.split_inclusive('\n') {
        end += line.len();
        if line.trim().is_empty() {
            after_empty_line = Some(end);
        } else if !line.starts_with('#') {
            let split = after_empty_line.take().filter(|_| line.contains('/'));
            if let Some(split) = split {
                parts.push(&text[start..split]);
                start = split;
            }
        }
    }
    parts.push(&text[start..]);
    parts
}

impl ShownPuzzle {
    /// Puzzle made of a position, whose moves are proved until `stop` is set; where that takes too
    /// long, or all moves are as good, the moves of `answer` are right.
    fn proved(
        position: &str,
        answer: &[String],
        stop: &AtomicBool,
    ) -> Result<ShownPuzzle, QueryError> {
        let line = game_line(position, &[])?;
        let answered = ShownPuzzle::of_answer(line.start(), answer);
        let graded = prove_within(line.start(), PROOF_NODES, Some(stop), PROOF_TABLE);
        let graded = graded.map_err(|error| QueryError::new(QueryErrorKind::Engine, error))?;
        let Some(graded) = graded else {
            return answered.ok_or_else(|| {
                no_puzzle(
                    "this position is no puzzle: its values are not proved within 2,000,000 nodes",
                )
            });
        };
        let puzzle = ShownPuzzle::new(&graded);
        match puzzle.moves.iter().all(|graded| graded.is_right) {
            true => answered
                .ok_or_else(|| no_puzzle("this position is no puzzle: all moves are as good")),
            false => Ok(puzzle),
        }
    }

    fn new(graded: &Graded) -> ShownPuzzle {
        let note = graded
            .comments
            .iter()
            .find_map(|comment| PuzzleNote::read(comment));
        let lessons = graded
            .comments
            .iter()
            .filter(|comment| PuzzleNote::read(comment).is_none());
        let best = graded.moves.first();
        let themes = best.map_or_else(Vec::new, |&(best, _)| {
            PuzzleTheme::of(&graded.position, best)
        });
        let goal = PuzzleGoal::of(graded);
        ShownPuzzle {
            position: graded.position.to_string(),
            rules: graded.position.rules().to_string(),
            rules_name: rules::title(graded.position.rules()),
            players: graded.position.players(),
            task: graded.task(),
            goal,
            set: note.map_or_else(
                || STUDIES.to_owned(),
                |_| rules::title(graded.position.rules()),
            ),
            difficulty: note.map(|note| note.difficulty.level()),
            stars: note.map_or_else(String::new, |note| note.difficulty.stars()),
            rating: note.map(|note| note.difficulty.rating()),
            themes,
            lesson: lessons.map(String::as_str).collect::<Vec<_>>().join(" "),
            drawn: Vec::new(),
            answer: Vec::new(),
            note: String::new(),
            moves: GradedMove::all(graded, goal),
        }
    }
}

/// Exercises of lessons as puzzles, whose moves have no values yet.
fn puzzles_of(lessons: Vec<LessonRequest>) -> Result<Vec<ShownPuzzle>, QueryError> {
    let mut exercises: Vec<Exercise> = Vec::new();
    for lesson in lessons {
        exercises.extend(lesson.read()?);
    }
    if exercises.is_empty() {
        let problem =
            "expected a position with a comment, of which an exercise is made; found none";
        return Err(QueryError::of_field("lessons", problem));
    }
    Ok((1..)
        .zip(&exercises)
        .map(|(number, exercise)| ShownPuzzle::of_exercise(number, exercise))
        .collect())
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

    /// Puzzle in which the moves of an answer are right, and no values are known; `None` if they
    /// are not legal.
    fn of_answer(position: &AnyGame, answer: &[String]) -> Option<ShownPuzzle> {
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
            rules_name: rules::title(position.rules()),
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
            move_words: Seen::whole(position).words(choice),
            value: String::new(),
            words: String::new(),
            mv,
        }
    });
    let (mut right, others): (Vec<GradedMove>, Vec<GradedMove>) =
        moves.partition(|graded| graded.is_right);
    right.extend(others);
    right
}

impl PuzzleDefence {
    /// Answer to a move of an exercise: `answer` are the moves of its author from there on. It ends
    /// before chance decides, which need not go as the answer says.
    fn of_answer(
        last: &LineMove<'_>,
        is_right: bool,
        answer: &[String],
        evaluation: &Evaluation,
    ) -> PuzzleDefence {
        let mv = Seen::whole(last.before).words(last.before.choice_in(last.mv));
        if !is_right {
            return PuzzleDefence::at_the_end(format!("{mv} is not the answer of this lesson."));
        }
        let why = reason(last.before, last.mv, evaluation);
        let right = [format!("{mv} is right.")]
            .into_iter()
            .chain(why)
            .collect::<Vec<_>>()
            .join(" ");
        if last.before.has_chance() {
            return PuzzleDefence::at_the_end(right);
        }
        let mut found = PuzzleDefence::at_the_end(right.clone());
        let line = game_line(&last.after.to_string(), answer).ok();
        let side = last.before.side_of(last.player());
        for played in line.iter().flat_map(GameLine::moves) {
            if played.before.side_of(played.player()) == side {
                found.task = Some(format!("{} to move: go on", played.player()));
                found.moves = unproved(
                    played.before,
                    &played.before.move_text(played.before.choice_in(played.mv)),
                );
                return found;
            }
            found.words += &format!(
                " {} answers {}.",
                played.player(),
                Seen::whole(played.before).words(played.mv)
            );
            found.answers.push(played.text());
        }
        // No move of the one who solves it follows: there is nothing to answer.
        PuzzleDefence::at_the_end(right)
    }

    /// The last move of a line in words, after which no move is asked for.
    fn at_the_end(words: String) -> PuzzleDefence {
        PuzzleDefence {
            words,
            result: None,
            answers: Vec::new(),
            task: None,
            moves: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl PuzzlesRequest {
        fn of_text(text: &str) -> PuzzlesRequest {
            let text = text.to_owned();
            PuzzlesRequest {
                text,
                position: None,
                answer: Vec::new(),
                lessons: Vec::new(),
                day: 0,
            }
        }
    }

    #[test]
    fn comments_without_a_difficulty_teach() {
        let text = "# Old remark.\n\n# Zugzwang.\n......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0\nc5-d4 -1:0\nc5-c4 -1:-1\nc5-c6 -1:-1\nc5-d6 -1:-1\n";
        let go_on = AtomicBool::new(false);
        let shown = PuzzlesRequest::of_text(text).answer(&go_on).unwrap();
        let puzzle = &shown.puzzles[0];
        assert_eq!((&*puzzle.lesson, &*puzzle.rules), ("Zugzwang.", "base"));
        assert_eq!(
            (&*puzzle.task, &*puzzle.moves[0].words),
            ("Find the best move for A", "B wins by 1 fish")
        );
    }

    #[test]
    fn a_mistake_names_its_line_in_the_whole_text() {
        let position =
            "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
        let moves = "c5-d4 -1:0\nc5-c4 -1:-1\nc5-c6 -1:-1\nc5-d6 -1:-1\n";
        let text =
            format!("# One.\n{position}\n{moves}\n\n# Two.\n{position}\nc5-d4 -1:0\nc5-c3 0\n");
        let error = PuzzlesRequest::of_text(&text)
            .answer(&AtomicBool::new(false))
            .err()
            .unwrap();
        assert!(error.message.contains("line 12"), "{error}");
    }

    #[test]
    fn a_text_is_read_until_it_is_stopped() {
        let text = page_text();
        let read = |stop| {
            PuzzlesRequest::of_text(text)
                .answer(&AtomicBool::new(stop))
                .unwrap()
        };
        assert!(read(true).puzzles.is_empty());
        let all = Graded::parse(text).unwrap();
        assert_eq!(read(false).puzzles.len(), all.len());
    }

    fn page_text() -> &'static str {
        crate::page_file("/puzzles.exact").unwrap().content
    }
}
