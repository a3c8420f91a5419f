//! Pictures of positions with marks.

use floe_engine::Evaluation;
use floe_picture::{Arrow, MoveMark, PictureOptions, SpaceValue, Theme};
use floe_query::{QueryError, position_after};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::state::viewed;

/// Maximum number of arrows, and of values: more than a board has spaces.
const MAX_MARKS: usize = 256;

/// Request for the picture of the position after moves.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PictureRequest {
    position: String,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    theme: ThemeName,
    /// Legal moves to draw as arrows; others are left out.
    #[serde(default)]
    arrows: Vec<ArrowRequest>,
    #[serde(default)]
    values: Vec<ValueRequest>,
    /// Whether to draw who reaches a hex first.
    #[serde(default)]
    territory: bool,
    /// Letter of the player whose view is drawn.
    viewer: Option<char>,
}

#[derive(Clone, Copy, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ThemeName {
    #[default]
    Auto,
    Light,
    Dark,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Theme {
        match name {
            ThemeName::Auto => Theme::Auto,
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArrowRequest {
    #[serde(rename = "move")]
    mv: String,
    #[serde(default)]
    label: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueRequest {
    space: String,
    text: String,
    #[serde(default)]
    is_best: bool,
}

impl PictureRequest {
    /// Draws the position, with its last move and the marks.
    pub(crate) fn answer(self, evaluation: &Evaluation) -> Result<Value, QueryError> {
        at_most(MAX_MARKS, "arrows", self.arrows.len())?;
        at_most(MAX_MARKS, "values", self.values.len())?;
        let position = viewed(position_after(&self.position, &self.moves)?, self.viewer)?;
        let last_move = match self.moves.split_last() {
            Some((last, before)) => position_after(&self.position, before)?.move_mark(last).ok(),
            None => None,
        };
        let arrow = |arrow: ArrowRequest| {
            position.move_mark(&arrow.mv).ok().map(|mark: MoveMark| Arrow { mark, label: arrow.label })
        };
        let value = |value: ValueRequest| SpaceValue { space: value.space, text: value.text, is_best: value.is_best };
        let options = PictureOptions {
            theme: self.theme.into(),
            // The page shows the players itself.
            board_only: true,
            last_move,
            arrows: self.arrows.into_iter().filter_map(arrow).collect(),
            values: self.values.into_iter().map(value).collect(),
            territory: if self.territory { position.territory(evaluation) } else { Vec::new() },
            ..PictureOptions::default()
        };
        Ok(json!({"schema": "floe/picture/1", "svg": position.picture(&options)}))
    }
}

/// Refuses a list with too many entries.
pub(crate) fn at_most(most: usize, field: &str, found: usize) -> Result<(), QueryError> {
    if found <= most {
        return Ok(());
    }
    Err(QueryError::of_field(field, format!("expected at most {most} {field}; found {found}")))
}
