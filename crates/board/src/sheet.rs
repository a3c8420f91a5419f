//! Sheets to print: puzzles, and lessons made of games with comments.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use floe_engine::AnyGame;
use floe_query::{QueryError, QueryErrorKind, game_line};
use floe_study::review::{PROOF_NODES, prove_within};
use floe_study::{Exercise, ExerciseSheet, SheetOrder};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::picture::at_most;
use crate::puzzles::PROOF_TABLE;

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
        let mut exercise = match &self.answer {
            Some(moves) => Exercise { answer: position.find_line(moves), ..unproved(position) },
            None => proved(&position, stop)?.unwrap_or_else(|| unproved(position)),
        };
        if let Some(title) = self.title {
            exercise.task = format!("{title}: {turn}");
        }
        if !self.note.is_empty() {
            exercise.result = self.note;
        }
        Ok(Exercise { level: self.level, remark: self.remark, ..exercise })
    }
}

/// Exercise of a position of which nothing is known.
fn unproved(position: AnyGame) -> Exercise {
    Exercise {
        position,
        task: position.caption().turn,
        level: None,
        remark: String::new(),
        answer: Vec::new(),
        result: String::new(),
    }
}

/// Exercise with the proved answer; `None` without a proof within the limits.
fn proved(position: &AnyGame, stop: &AtomicBool) -> Result<Option<Exercise>, QueryError> {
    let failed = |error| QueryError::new(QueryErrorKind::Engine, error);
    let graded = prove_within(position, PROOF_NODES, Some(stop), PROOF_TABLE).map_err(failed)?;
    let exercise = graded.map(|graded| Exercise::of_graded(&graded, PROOF_NODES, PROOF_TABLE));
    exercise.transpose().map_err(failed)
}
