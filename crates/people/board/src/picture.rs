//! Pictures of positions with marks.

use floe_engine::{AnyGame, Evaluation, GameLine};
use floe_game::Player;
use floe_picture::{
    Arrow, MoveMark, PartMarks, PictureOptions, SpaceValue, SpaceWay, Theme, ViewingSide,
};
use floe_presentation::Seen;
use floe_query::{QueryError, game_line};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Maximum number of arrows, of values and of drawings: more than a board has spaces.
pub(crate) const MAX_MARKS: usize = 256;

/// Defines a type with these fields before those of [`PictureMarks`].
macro_rules! with_marks {
    ($(#[$attribute:meta])* struct $name:ident { $($own:tt)* }) => {
        #[derive(Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        $(#[$attribute])*
        pub(crate) struct $name {
            $($own)*
            /// Colours.
            #[serde(default)]
            theme: ThemeName,
            /// Legal moves to draw as arrows; others are left out.
            #[serde(default)]
            arrows: Vec<ArrowRequest>,
            /// Texts to write on spaces.
            #[serde(default)]
            values: Vec<ValueRequest>,
            /// Parts of a move that is being composed.
            #[serde(default)]
            parts: Vec<StepMarks>,
            /// Whether to draw who reaches a hex first.
            #[serde(default)]
            territory: bool,
            /// Letter of a player whose hexes alone are drawn in place of those of all; default:
            /// none.
            territory_of: Option<char>,
            /// Arrows and marks that a person has drawn: `b2-d4`, `e5`.
            #[serde(default)]
            drawn: Vec<String>,
            /// Whether to turn the board by half a circle.
            #[serde(default)]
            turned: bool,
            /// Whether to swap left and right.
            #[serde(default)]
            mirrored: bool,
        }
    };
}

with_marks! {
    /// Request for the picture of the position after moves.
    #[schemars(inline)]
    struct PictureRequest {
        position: String,
        #[serde(default)]
        moves: Vec<String>,
        /// Letter of the player whose view is drawn.
        viewer: Option<char>,
    }
}

with_marks! {
    /// Colours of a picture, and what it shows as well as the position: the last fields of a
    /// [`PictureRequest`], in which serde cannot flatten them and still refuse unknown fields.
    struct PictureMarks {}
}

/// Picture of a position in SVG, `floe/picture/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BoardPicture {
    svg: String,
}

/// Colours of a picture; `auto` follows the system.
#[derive(Clone, Copy, Deserialize, JsonSchema, Default)]
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

/// Arrow for a move, with a short text.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ArrowRequest {
    /// Move in notation.
    #[serde(rename = "move")]
    mv: String,
    #[serde(default)]
    label: String,
    /// Whether the move is a bad one, which is drawn thin, and struck out where it ends, with its
    /// text there.
    #[serde(default)]
    is_bad: bool,
}

/// Short text on a space.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ValueRequest {
    space: String,
    text: String,
    #[serde(default)]
    is_best: bool,
}

/// Marks of a part of a move, as a picture draws them.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepMarks {
    /// Spaces from which and to which a piece moves, which is shown as a ghost there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ghost: Option<[String; 2]>,
    /// Spaces from which and to which an arrow points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    arrow: Option<[String; 2]>,
    /// Spaces whose pieces are struck out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lost: Vec<String>,
    /// Spaces to outline.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    outlined: Vec<String>,
}

impl StepMarks {
    /// Number of spaces that are struck out or outlined.
    pub(crate) fn len(&self) -> usize {
        self.lost.len() + self.outlined.len()
    }
}

impl From<PartMarks> for StepMarks {
    fn from(marks: PartMarks) -> StepMarks {
        let pair = |way: SpaceWay| [way.from, way.to];
        StepMarks {
            ghost: marks.ghost.map(pair),
            arrow: marks.arrow.map(pair),
            lost: marks.lost,
            outlined: marks.outlined,
        }
    }
}

impl From<StepMarks> for PartMarks {
    fn from(marks: StepMarks) -> PartMarks {
        let way = |[from, to]: [String; 2]| SpaceWay { from, to };
        PartMarks {
            ghost: marks.ghost.map(way),
            arrow: marks.arrow.map(way),
            lost: marks.lost,
            outlined: marks.outlined,
        }
    }
}

impl PictureRequest {
    /// Draws the position, with its last move and the marks.
    pub(crate) fn answer(self, evaluation: &Evaluation) -> Result<BoardPicture, QueryError> {
        let marks = PictureMarks {
            theme: self.theme,
            arrows: self.arrows,
            values: self.values,
            parts: self.parts,
            territory: self.territory,
            territory_of: self.territory_of,
            drawn: self.drawn,
            turned: self.turned,
            mirrored: self.mirrored,
        };
        marks.check("")?;
        let line = game_line(&self.position, &self.moves)?;
        let viewer = viewer(&line, self.viewer)?;
        Ok(BoardPicture {
            svg: marks.draw(&line, viewer, evaluation),
        })
    }
}

impl PictureMarks {
    /// Refuses lists that are too long, of the object with this name and a dot.
    pub(crate) fn check(&self, object: &str) -> Result<(), QueryError> {
        at_most(MAX_MARKS, &format!("{object}arrows"), self.arrows.len())?;
        at_most(MAX_MARKS, &format!("{object}values"), self.values.len())?;
        at_most(MAX_MARKS, &format!("{object}parts"), self.parts.len())?;
        at_most(MAX_MARKS, &format!("{object}drawn"), self.drawn.len())?;
        self.parts
            .iter()
            .try_for_each(|part| at_most(MAX_MARKS, &format!("{object}parts"), part.len()))
    }

    /// Draws the last position of a line as a player knows it, or all of it, with its last move and
    /// these marks.
    pub(crate) fn draw(
        self,
        line: &GameLine,
        viewer: Option<Player>,
        evaluation: &Evaluation,
    ) -> String {
        let seen = Seen::by(line.end(), viewer);
        let (bad, good): (Vec<_>, Vec<_>) = self.arrows.into_iter().partition(|arrow| arrow.is_bad);
        let struck = bad
            .iter()
            .filter_map(|arrow| Some(struck_out(seen.move_mark(&arrow.mv).ok()?)));
        let parts = struck
            .chain(self.parts.into_iter().map(PartMarks::from))
            .collect();
        let arrow = |arrow: ArrowRequest| {
            let mark = seen.move_mark(&arrow.mv).ok()?;
            Some(Arrow {
                mark,
                label: arrow.label,
            })
        };
        let value = |value: ValueRequest| SpaceValue {
            space: value.space,
            text: value.text,
            is_best: value.is_best,
        };
        // What a bad move is worth stands where it ends.
        let worth = |arrow: &ArrowRequest| {
            let end = seen.move_mark(&arrow.mv).ok()?.to.pop()?;
            (!arrow.label.is_empty()).then(|| SpaceValue {
                space: end,
                text: arrow.label.clone(),
                is_best: false,
            })
        };
        let values = self.values.into_iter().map(value);
        let is_drawn = self.territory || self.territory_of.is_some();
        let mut territory = if is_drawn {
            seen.territory(evaluation)
        } else {
            Vec::new()
        };
        if let Some(letter) = self.territory_of {
            territory.retain(|share| share.player.letter() == letter);
        }
        seen.picture(&PictureOptions {
            theme: self.theme.into(),
            // The page shows the players itself.
            board_only: true,
            // Moves name the spaces of a lake, at whose edge piers stand.
            names: matches!(seen.position(), AnyGame::Angling(_)),
            side: ViewingSide {
                is_turned: self.turned,
                is_mirrored: self.mirrored,
            },
            last_move: line
                .moves()
                .next_back()
                .map(|last| Seen::by(last.before, viewer).mark_of(last.mv)),
            arrows: good.into_iter().filter_map(arrow).collect(),
            values: values.chain(bad.iter().filter_map(worth)).collect(),
            parts,
            territory,
            drawn: self
                .drawn
                .iter()
                .map(|text| MoveMark::of_drawing(text))
                .collect(),
            ..PictureOptions::default()
        })
    }
}

/// Marks of a bad move: a thin arrow, and a stroke through the space where it ends.
fn struck_out(MoveMark { from, to, .. }: MoveMark) -> PartMarks {
    let way = from
        .zip(to.first().cloned())
        .map(|(from, to)| SpaceWay { from, to });
    PartMarks {
        arrow: way,
        lost: to,
        ..PartMarks::default()
    }
}

/// Player with this letter in the game of a line, who sees a reply; `None` without a letter.
///
/// # Errors
/// When the game has no such player.
pub(crate) fn viewer(line: &GameLine, letter: Option<char>) -> Result<Option<Player>, QueryError> {
    let Some(letter) = letter else {
        return Ok(None);
    };
    let found = Player::first(line.start().players()).find(|player| player.letter() == letter);
    let wrong = || {
        QueryError::of_field(
            "viewer",
            format!("expected a player of the game; found '{letter}'"),
        )
    };
    found.map(Some).ok_or_else(wrong)
}

/// Refuses a list with too many entries.
pub(crate) fn at_most(most: usize, field: &str, found: usize) -> Result<(), QueryError> {
    if found <= most {
        return Ok(());
    }
    Err(QueryError::of_field(
        field,
        format!("expected at most {most} {field}; found {found}"),
    ))
}
