use std::fmt::Display;

use floe_game::Player;

/// Colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Light or dark, as the viewer prefers.
    #[default]
    Auto,
    /// Dark on light, also for print.
    Light,
    /// Light on dark.
    Dark,
}

/// Options of a picture.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PictureOptions {
    /// Colours: light, dark, or as the reader's system asks for.
    pub theme: Theme,
    /// Title; without one the picture names the game and the player to move.
    pub title: Option<String>,
    /// Whether to leave out everything but the board: players, scores and notes.
    pub board_only: bool,
    /// Whether every space shows its name.
    pub names: bool,
    /// Move that led to the position, to be marked; `None` marks none.
    pub last_move: Option<MoveMark>,
    /// Candidate moves, the best one first.
    pub arrows: Vec<Arrow>,
    /// Texts to be written on spaces, such as the values of placements.
    pub values: Vec<SpaceValue>,
    /// Spaces to be tinted in the colours of players, more strongly where the claim is stronger.
    pub territory: Vec<SpaceShare>,
    /// Sets of spaces to outline, by their names.
    pub areas: Vec<Vec<String>>,
}

/// Spaces that a move changes, by their names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveMark {
    /// Start of a move from space to space; `None` for others, such as placements.
    pub from: Option<String>,
    /// Destination, or all spaces that the move changes.
    pub to: Vec<String>,
}

impl MoveMark {
    /// Mark of a move that changes places.
    pub(crate) fn places(places: impl IntoIterator<Item = impl Display>) -> MoveMark {
        MoveMark { from: None, to: places.into_iter().map(|place| place.to_string()).collect() }
    }

    /// Mark of a move from one place to another.
    pub(crate) fn from_to(from: impl Display, to: impl Display) -> MoveMark {
        MoveMark { from: Some(from.to_string()), to: vec![to.to_string()] }
    }
}

/// Candidate move in a picture.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arrow {
    /// Spaces from which and to which the arrow points.
    pub mark: MoveMark,
    /// Short text on the arrow, such as a value.
    pub label: String,
}

/// Value of a space in a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpaceValue {
    /// Name of the space.
    pub space: String,
    /// Short text, such as `+3`.
    pub text: String,
    /// Whether it is one of the best values.
    pub is_best: bool,
}

/// Share of a player in a space.
#[derive(Clone, PartialEq, Debug)]
pub struct SpaceShare {
    /// Name of the space.
    pub space: String,
    /// Player that the space belongs to, in whose colour it is tinted.
    pub player: Player,
    /// Strength of the claim, 0 to 1.
    pub share: f64,
}
