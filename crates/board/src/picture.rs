//! Pictures of positions with marks.

use floe_engine::query::{QueryError, position_after};
use floe_engine::{AnyGame, Claim, Evaluation};
use floe_hex::Layout;
use floe_picture::{Arrow, MoveMark, PictureOptions, SpaceShare, SpaceValue, Theme};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::state::player;

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
enum ThemeName {
    #[default]
    Auto,
    Light,
    Dark,
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
        let mut position = position_after(&self.position, &self.moves)?;
        if let Some(viewer) = self.viewer {
            position = position.view(player(&position, viewer)?);
        }
        let last_move = match self.moves.split_last() {
            Some((last, before)) => position_after(&self.position, before)?.move_mark(last).ok(),
            None => None,
        };
        let arrow = |arrow: ArrowRequest| {
            position.move_mark(&arrow.mv).ok().map(|mark: MoveMark| Arrow { mark, label: arrow.label })
        };
        let value = |value: ValueRequest| SpaceValue { space: value.space, text: value.text, is_best: value.is_best };
        let options = PictureOptions {
            theme: match self.theme {
                ThemeName::Auto => Theme::Auto,
                ThemeName::Light => Theme::Light,
                ThemeName::Dark => Theme::Dark,
            },
            // The page shows the players of games on a floe itself; those of cards have hands.
            board_only: position.rules().floe().is_some(),
            last_move,
            arrows: self.arrows.into_iter().filter_map(arrow).collect(),
            values: self.values.into_iter().map(value).collect(),
            territory: if self.territory { territory(&position, evaluation) } else { Vec::new() },
            ..PictureOptions::default()
        };
        Ok(json!({"schema": "floe/picture/1", "svg": position.picture(&options)}))
    }
}

/// Hexes that one player reaches first.
fn territory(position: &AnyGame, evaluation: &Evaluation) -> Vec<SpaceShare> {
    let (Some(explanation), Some(outline)) = (position.explain(evaluation), position.outline()) else {
        return Vec::new();
    };
    let inner = outline.geometry();
    let mut names: Vec<String> = inner.hexes().into_iter().map(|hex| inner.name(hex)).collect();
    // With special tiles, hexes around the outline count, too.
    if names.len() < explanation.claims.len()
        && let Ok(ring) = outline.ring()
    {
        names = ring.hexes().into_iter().map(|hex| ring.name(hex)).collect();
    }
    let share = |(space, claim): (String, &Claim)| {
        let Claim::First(player) = *claim else { return None };
        Some(SpaceShare { space, player, share: 1.0 })
    };
    names.into_iter().zip(&explanation.claims).filter_map(share).collect()
}
