//! Sheets to print: puzzles, and lessons made of games with comments.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use floe_engine::AnyGame;
use floe_query::{QueryError, QueryErrorKind, game_line};
use floe_study::review::{prove_within, puzzle_line};
use floe_study::{Exercise, ExerciseSheet, SheetOrder};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::picture::at_most;
use crate::puzzles::{PROOF_NODES, PROOF_TABLE};

/// Maximum number of exercises of a sheet: 20 pages.
const MAX_EXERCISES: usize = 120;

/// Request for a sheet with exercises.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct SheetRequest {
    /// Heading of every page.
    title: String,
    /// Order of the exercises; default `difficulty`, by their levels.
    #[serde(default)]
    order: SheetOrder,
    /// Seed of a random order; default 0.
    #[serde(default)]
    seed: u64,
    exercises: Vec<ExerciseRequest>,
}

/// Exercise of a sheet: the position after moves.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ExerciseRequest {
    position: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Name of the exercise, which stands before the player to move; default: the task of the puzzle.
    title: Option<String>,
    /// Level of difficulty from 1 to 5.
    level: Option<u8>,
    /// Remark above the picture.
    #[serde(default)]
    remark: String,
    /// Moves of the answer; default: best play as it is proved, up to the point where nothing can go wrong any more.
    answer: Option<Vec<String>>,
    /// Remark behind the moves of the answer; default: the result that is proved.
    #[serde(default)]
    note: String,
}

/// Sheet as a document in HTML with everything in it, `floe/sheet/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Sheet {
    html: String,
}

impl SheetRequest {
    /// Makes the sheet, with the exercises up to the one at which `stop` is set.
    pub(crate) fn answer(self, stop: &AtomicBool) -> Result<Sheet, QueryError> {
        at_most(MAX_EXERCISES, "exercises", self.exercises.len())?;
        let mut exercises = Vec::new();
        for exercise in self.exercises {
            if stop.load(SeqCst) {
                break;
            }
            exercises.push(exercise.read(stop)?);
        }
        self.order.arrange(&mut exercises, self.seed, |exercise| exercise.level);
        Ok(Sheet { html: ExerciseSheet { title: self.title, exercises }.html() })
    }
}

impl ExerciseRequest {
    fn read(self, stop: &AtomicBool) -> Result<Exercise, QueryError> {
        let line = game_line(&self.position, &self.moves)?;
        let position = *line.end();
        let turn = position.caption().turn;
        let named = self.title.map(|title| format!("{title}: {turn}"));
        let mut exercise = Exercise {
            position,
            task: turn,
            level: self.level,
            remark: self.remark,
            answer: Vec::new(),
            result: self.note,
        };
        match &self.answer {
            Some(moves) => exercise.answer = position.find_line(moves),
            None => prove(&position, &mut exercise, stop)?,
        }
        if let Some(task) = named {
            exercise.task = task;
        }
        Ok(exercise)
    }
}

/// Adds the task and the answer of a puzzle; without a proof within the limits there is none.
fn prove(position: &AnyGame, exercise: &mut Exercise, stop: &AtomicBool) -> Result<(), QueryError> {
    let failed = |error| QueryError::new(QueryErrorKind::Engine, error);
    let Some(graded) = prove_within(position, PROOF_NODES, Some(stop), PROOF_TABLE).map_err(failed)? else {
        return Ok(());
    };
    exercise.task = graded.task();
    exercise.answer = puzzle_line(&graded, PROOF_NODES, PROOF_TABLE).map_err(failed)?;
    exercise.result = graded.grade().map(|grade| format!("{}.", graded.grade_in_words(grade))).unwrap_or_default();
    Ok(())
}
