//! Lessons: exercises made of the commented positions of a game.

use floe_engine::{AnyGame, AnyMove, with_game};
use floe_game::Game;

use crate::Exercise;
use floe_gamefile::WrittenGame;
use floe_presentation::Seen;

/// Moves of an answer.
const ANSWER: usize = 3;

#[derive(Clone, Copy)]
struct Played {
    mv: AnyMove,
    after: AnyGame,
    /// Number of the main continuation; 0 for none.
    next: usize,
}

/// Exercises of a game, one for every position with a comment where the game is not over, the
/// earliest first. The comments on the position are the remark of the exercise, its drawings are
/// shown, and up to three main moves that follow it are the answer. A comment on the last move of a
/// line stands behind the answer of the position before it, if that position has a comment, too.
/// `title` names the exercises; if it is empty, their numbers do.
pub fn lesson_of(game: &WrittenGame, title: &str) -> Vec<Exercise> {
    let mut played: Vec<Option<Played>> = vec![None; game.tree.len() + 1];
    let mut tasks = vec![(0, 0)];
    let mut first = 0;
    game.play_all(|number, result| {
        let Ok(line_move) = result else { return };
        let ply = line_move.number;
        tasks.push((ply, number));
        played[number] = Some(Played {
            mv: line_move.mv,
            after: *line_move.after,
            next: 0,
        });
        // Main continuations come first.
        match played[game.tree.parent(number)].as_mut() {
            Some(parent) if parent.next == 0 => parent.next = number,
            None if first == 0 => first = number,
            _ => {}
        }
    });
    tasks.sort_by_key(|&(ply, _)| ply);
    let numbers = tasks.into_iter().map(|(_, number)| number);
    let lines = Lines {
        game,
        played,
        first,
    };
    numbers
        .filter(|&number| lines.is_task(number))
        .map(|number| lines.exercise(number, title))
        .collect()
}

/// Moves of a game by their numbers in the tree; 0 stands for the position before the first one.
struct Lines<'a> {
    game: &'a WrittenGame,
    played: Vec<Option<Played>>,
    /// Number of the first main move; 0 for none.
    first: usize,
}

impl Lines<'_> {
    fn comments(&self, number: usize) -> &[String] {
        if number == 0 {
            &self.game.comments
        } else {
            self.game.tree.get(number).comments()
        }
    }

    fn arrows(&self, number: usize) -> &[String] {
        if number == 0 {
            self.game.arrows()
        } else {
            self.game.tree.get(number).arrows()
        }
    }

    fn next(&self, number: usize) -> usize {
        self.played[number].map_or(self.first, |played| played.next)
    }

    fn position(&self, number: usize) -> AnyGame {
        self.played[number].map_or(self.game.position, |played| played.after)
    }

    fn is_task(&self, number: usize) -> bool {
        let is_of_answer =
            || self.next(number) == 0 && !self.comments(self.game.tree.parent(number)).is_empty();
        let is_over = with_game!(&self.position(number), position => position.is_over());
        !is_over && !self.comments(number).is_empty() && (number == 0 || !is_of_answer())
    }

    fn exercise(&self, number: usize, title: &str) -> Exercise {
        let position = self.position(number);
        let mut answer = Vec::new();
        let mut at = self.next(number);
        let mut notes = Vec::new();
        while at != 0 && answer.len() < ANSWER {
            answer.extend(self.played[at].map(|played| played.mv));
            if self.next(at) == 0 {
                notes.extend_from_slice(self.comments(at));
            }
            at = self.next(at);
        }
        let turn = Seen::whole(&position).caption().turn;
        Exercise {
            position,
            task: if title.is_empty() {
                turn
            } else {
                format!("{title}: {turn}")
            },
            is_unnamed: title.is_empty(),
            level: None,
            remark: self.comments(number).join("\n"),
            drawings: self.arrows(number).to_vec(),
            answer,
            result: notes.join("\n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ExerciseSheet, SheetAnswers, SheetLayout};

    const ZUGZWANG: &str =
        "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";

    fn lesson(moves: &str) -> Vec<(String, String, usize, String)> {
        let text = format!("# Who waits?\n{ZUGZWANG}\n{moves}\n");
        let game = WrittenGame::parse_all(text.as_bytes()).remove(0).unwrap();
        let exercises = lesson_of(&game, "Study").into_iter();
        exercises
            .map(|exercise| {
                (
                    exercise.task,
                    exercise.remark,
                    exercise.answer.len(),
                    exercise.result,
                )
            })
            .collect()
    }

    fn exercise(
        player: char,
        remark: &str,
        moves: usize,
        result: &str,
    ) -> (String, String, usize, String) {
        (
            format!("Study: {player} to move"),
            remark.to_owned(),
            moves,
            result.to_owned(),
        )
    }

    fn sheet(exercises: Vec<Exercise>) -> String {
        let layout = SheetLayout {
            title: String::new(),
            has_names: false,
            has_lines: false,
            answers: SheetAnswers::End,
        };
        ExerciseSheet { layout, exercises }.html()
    }

    #[test]
    fn every_commented_position_is_an_exercise_with_the_moves_after_it() {
        assert_eq!(lesson("1. c5-d4"), [exercise('A', "Who waits?", 1, "")]);
        let line = lesson("c5-c6 {Now B.} (c5-d4 {The move.}) d5-d6 {The end.}");
        assert_eq!(
            line,
            [
                exercise('A', "Who waits?", 2, "The end."),
                exercise('B', "Now B.", 1, "The end.")
            ]
        );
        let over = lesson("c5-c6 d5-d6 {Think!}");
        assert_eq!(
            over,
            [exercise('A', "Who waits?", 2, "Think!")],
            "a game that is over asks nothing"
        );
    }

    #[test]
    fn drawings_are_printed_with_the_task() {
        let text =
            format!("# Who waits? [%draw b5-d5 c5]\n{ZUGZWANG}\nc5-d4 {{And now? [%draw d5]}}\n");
        let game = WrittenGame::parse_all(text.as_bytes()).remove(0).unwrap();
        let exercises = lesson_of(&game, "");
        let drawings: Vec<&[String]> = exercises
            .iter()
            .map(|exercise| &exercise.drawings[..])
            .collect();
        assert_eq!(drawings, [["b5-d5".to_owned(), "c5".to_owned()].as_slice()]);
        let html = sheet(exercises);
        assert_eq!(
            html.matches("fp-tip fp-drawn").count(),
            1,
            "the arrow is on the task, not on the answer"
        );
    }

    #[test]
    fn an_answer_that_is_not_known_is_said_not_to_be_proved() {
        let text = format!("# Who waits?\n{ZUGZWANG}\n");
        let game = WrittenGame::parse_all(text.as_bytes()).remove(0).unwrap();
        assert!(sheet(lesson_of(&game, "")).contains("Not proved"));
    }

    #[test]
    fn an_exercise_without_a_title_is_called_by_its_number() {
        let text = format!("# Who waits?\n{ZUGZWANG}\nc5-d4\n");
        let game = WrittenGame::parse_all(text.as_bytes()).remove(0).unwrap();
        let heading = |title| lesson_of(&game, title)[0].heading(2);
        assert_eq!(
            [heading(""), heading("Study")],
            ["Exercise 2: A to move", "2. Study: A to move"]
        );
    }
}
