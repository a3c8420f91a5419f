//! Sheets to print: puzzles, and lessons made of games with comments.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use floe_presentation::Seen;
use floe_query::{QueryError, QueryErrorKind, game_line};
use floe_review::{DifficultyRange, PROOF_NODES, PuzzleTheme};
use floe_review::{Exercise, ExerciseChoice, ExerciseSheet, SheetAnswers, SheetLayout, SheetOrder};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lesson::LessonRequest;
use crate::picture::at_most;
use crate::puzzles::PROOF_TABLE;

/// Maximum number of exercises of a sheet: 20 pages.
const MAX_EXERCISES: usize = 120;

/// Maximum number of exercises or games to choose from.
const MAX_OFFERED: usize = 2000;

/// Request for a sheet with exercises, with the options of `floe puzzle --sheet`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct SheetRequest {
    /// Heading of every page.
    title: String,
    /// Whether every page has lines for a name and a date; default true.
    #[serde(default = "yes")]
    names: bool,
    /// Whether there are lines to write on; default true.
    #[serde(default = "yes")]
    lines: bool,
    /// Place of the answers; default `end`.
    #[serde(default)]
    answers: SheetAnswers,
    /// Minimum difficulty, 1 to 5; default 1.
    #[serde(default = "least")]
    difficulty: u8,
    /// Maximum difficulty, 1 to 5; default 5.
    #[serde(default = "most")]
    max_difficulty: u8,
    /// Theme that an exercise must have; default: any.
    theme: Option<PuzzleTheme>,
    /// Order of the exercises; default `difficulty`, by their levels.
    #[serde(default)]
    order: SheetOrder,
    /// Seed of a random order; default 0.
    #[serde(default)]
    seed: u64,
    /// Maximum number of exercises, at most 120; default: all.
    count: Option<usize>,
    #[serde(default)]
    exercises: Vec<ExerciseRequest>,
    /// Games whose commented positions are exercises, too.
    #[serde(default)]
    lessons: Vec<LessonRequest>,
}

fn yes() -> bool {
    true
}

fn least() -> u8 {
    1
}

fn most() -> u8 {
    5
}

/// Exercise of a sheet: the position after moves.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ExerciseRequest {
    position: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Name of the exercise, which stands before the player to move; default: the task of the
    /// puzzle.
    title: Option<String>,
    /// Level of difficulty from 1 to 5; an exercise without one is never too easy or too hard.
    level: Option<u8>,
    /// Themes of the exercise.
    #[serde(default)]
    themes: Vec<PuzzleTheme>,
    /// Remark above the picture.
    #[serde(default)]
    remark: String,
    /// Moves of the answer; default: best play as it is proved, up to the point where nothing can
    /// go wrong any more.
    answer: Option<Vec<String>>,
    /// Remark behind the moves of the answer; default: the result that is proved.
    #[serde(default)]
    note: String,
}

/// Sheet as a document in HTML with everything in it, `floe/sheet/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Sheet {
    html: String,
    /// Number of exercises on the sheet.
    count: usize,
}

/// Exercise with its themes.
struct Offered {
    exercise: Exercise,
    themes: Vec<PuzzleTheme>,
}

impl SheetRequest {
    /// Makes the sheet, with the exercises up to the one at which `stop` is set.
    pub(crate) fn answer(self, stop: &AtomicBool) -> Result<Sheet, QueryError> {
        let choice = self.choice()?;
        at_most(MAX_OFFERED, "exercises", self.exercises.len())?;
        at_most(MAX_OFFERED, "lessons", self.lessons.len())?;
        let mut offered = Vec::new();
        for exercise in self.exercises {
            offered.push(exercise.read()?);
        }
        for lesson in self.lessons {
            let exercises = lesson.read()?.into_iter();
            offered.extend(exercises.map(|exercise| Offered {
                exercise,
                themes: Vec::new(),
            }));
        }
        if offered.is_empty() {
            let problem =
                "expected a position with a comment, of which an exercise is made; found none";
            return Err(QueryError::of_field("lessons", problem));
        }
        choice.choose(
            &mut offered,
            |offered| offered.exercise.level,
            |offered, theme| offered.themes.contains(&theme),
        );
        if offered.is_empty() {
            return Err(QueryError::of_field(
                "difficulty",
                "expected puzzles of this difficulty and theme; found none",
            ));
        }
        at_most(MAX_EXERCISES, "exercises", offered.len())?;
        let mut exercises = Vec::new();
        for Offered { mut exercise, .. } in offered {
            if stop.load(SeqCst) {
                break;
            }
            let failed = |error| QueryError::new(QueryErrorKind::Engine, error);
            exercise
                .complete(PROOF_NODES, stop, PROOF_TABLE)
                .map_err(failed)?;
            exercises.push(exercise);
        }
        let layout = SheetLayout {
            title: self.title,
            has_names: self.names,
            has_lines: self.lines,
            answers: self.answers,
        };
        let count = exercises.len();
        Ok(Sheet {
            html: ExerciseSheet { layout, exercises }.html(),
            count,
        })
    }

    fn choice(&self) -> Result<ExerciseChoice, QueryError> {
        let difficulty = DifficultyRange::new(self.difficulty, self.max_difficulty);
        let count = self.count.unwrap_or(MAX_OFFERED);
        if count == 0 {
            return Err(QueryError::of_field(
                "count",
                "expected at least one exercise; found 0",
            ));
        }
        Ok(ExerciseChoice {
            difficulty: difficulty.map_err(|error| QueryError::of_field("difficulty", error))?,
            theme: self.theme,
            order: self.order,
            seed: self.seed,
            count,
        })
    }
}

impl ExerciseRequest {
    fn read(self) -> Result<Offered, QueryError> {
        let line = game_line(&self.position, &self.moves)?;
        let position = *line.end();
        let turn = Seen::whole(&position).caption().turn;
        let exercise = Exercise {
            position,
            task: self
                .title
                .map_or_else(String::new, |title| format!("{title}: {turn}")),
            is_unnamed: false,
            level: self.level,
            remark: self.remark,
            drawings: Vec::new(),
            answer: self
                .answer
                .map_or_else(Vec::new, |moves| position.find_line(&moves)),
            result: self.note,
        };
        Ok(Offered {
            exercise,
            themes: self.themes,
        })
    }
}
