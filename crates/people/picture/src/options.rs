use std::fmt::Display;

use floe_game::Player;

/// Colours of a picture: light, dark or either.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Light or dark, as the system of the viewer prefers.
    #[default]
    Auto,
    /// Dark ink on a light ground, also for print.
    Light,
    /// Light ink on a dark ground.
    Dark,
}

/// Side from which a picture shows the board, the front by default; labels and pieces are upright
/// from every side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ViewingSide {
    /// Whether the board is turned by half a circle: it is seen from the back.
    pub is_turned: bool,
    /// Whether left and right are swapped.
    pub is_mirrored: bool,
}

/// Options of a picture; by default it shows the position, its players and notes, and nothing more.
/// Names of spaces that the board does not have are ignored.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PictureOptions {
    /// Colours of the picture; [`Theme::Auto`] by default.
    pub theme: Theme,
    /// Title of the picture; `None`, the default, for the name of the game and the player to move.
    pub title: Option<String>,
    /// Whether to leave out everything but the board: players, scores and notes. False by default.
    pub board_only: bool,
    /// Place of the viewer at the board. Pictures of cards are always seen from the front, because
    /// the animals on the cards swim to one side.
    pub side: ViewingSide,
    /// Whether every space shows its name. False by default.
    pub names: bool,
    /// Move that led to the position, to be marked; `None`, the default, to mark none.
    pub last_move: Option<MoveMark>,
    /// Arrows for candidate moves, the arrow of the best move first; none by default.
    pub arrows: Vec<Arrow>,
    /// Arrows and marks that a person has drawn; they lie below the arrows of moves. None by
    /// default.
    pub drawn: Vec<MoveMark>,
    /// Texts to be written on spaces, such as the values of placements; none by default.
    pub values: Vec<SpaceValue>,
    /// Spaces to be tinted in the colours of players, more strongly where the claim is stronger;
    /// none by default.
    pub territory: Vec<SpaceShare>,
    /// Parts of a move that is being composed; none by default.
    pub parts: Vec<PartMarks>,
    /// Sets of spaces to outline, each as the names of its spaces; none by default.
    pub areas: Vec<Vec<String>>,
}

/// Spaces of the board that a move changes, by their names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveMark {
    /// Name of the space from which the move goes to another one; `None` for other moves, such as
    /// placements.
    pub from: Option<String>,
    /// Name of the space to which the move goes; without `from`, the names of all spaces that the
    /// move changes.
    pub to: Vec<String>,
    /// Marks of what else the move does: where a whale swims and whom it takes, which tile sinks.
    /// Of several arrows only the first shows its effects. A last move does not show what was lost,
    /// because those pieces are gone.
    pub effects: Vec<PartMarks>,
}

impl MoveMark {
    /// Mark of a move that changes places.
    pub(crate) fn places(places: impl IntoIterator<Item = impl Display>) -> MoveMark {
        MoveMark {
            to: places.into_iter().map(|place| place.to_string()).collect(),
            ..MoveMark::default()
        }
    }

    /// Mark of a drawing in notation: `b2-d4` is an arrow, `e5` a ring. A picture leaves out places
    /// that it does not have.
    pub fn of_drawing(text: &str) -> MoveMark {
        match text.split_once('-') {
            Some((from, to)) => MoveMark::from_to(from, to),
            None => MoveMark::places([text]),
        }
    }

    /// The mark as drawings in notation: an arrow to its first place, or a ring around each place,
    /// and arrows for what else moves.
    pub fn drawings(&self) -> Vec<String> {
        let mut drawings = match (&self.from, self.to.first()) {
            (Some(from), Some(to)) => vec![format!("{from}-{to}")],
            _ => self.to.clone(),
        };
        let ways = self
            .effects
            .iter()
            .filter_map(|effect| effect.arrow.as_ref());
        drawings.extend(ways.map(|SpaceWay { from, to }| format!("{from}-{to}")));
        drawings
    }

    /// Mark of a move from one place to another.
    pub fn from_to(from: impl Display, to: impl Display) -> MoveMark {
        MoveMark {
            from: Some(from.to_string()),
            to: vec![to.to_string()],
            effects: Vec::new(),
        }
    }
}

/// Marks of a part of a move, which is chosen step by step; by default none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PartMarks {
    /// Way of the piece that moves, which is shown as a ghost on its last space.
    pub ghost: Option<SpaceWay>,
    /// Way of something else that moves, which is shown as an arrow.
    pub arrow: Option<SpaceWay>,
    /// Names of spaces whose pieces are lost, which are struck out.
    pub lost: Vec<String>,
    /// Names of spaces that the part is about, which are outlined.
    pub outlined: Vec<String>,
}

/// Way from one space to another, by their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpaceWay {
    /// Name of the space where the way begins.
    pub from: String,
    /// Name of the space where it ends.
    pub to: String,
}

/// Arrow for a candidate move in a picture.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arrow {
    /// Spaces from which and to which the arrow points, or spaces to be marked if the move has no
    /// start.
    pub mark: MoveMark,
    /// Short text at the arrow, such as the value of the move.
    pub label: String,
}

/// Text on a space in a picture, such as the value of a placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpaceValue {
    /// Name of the space, such as `c3`.
    pub space: String,
    /// Short text to write on the space, such as `+3`.
    pub text: String,
    /// Whether this is one of the best values, which is shown more strongly.
    pub is_best: bool,
}

/// Claim of a player to a space, which is tinted in a picture.
#[derive(Clone, PartialEq, Debug)]
pub struct SpaceShare {
    /// Name of the space, such as `c3`.
    pub space: String,
    /// Player whose claim it is, in whose colour the space is tinted.
    pub player: Player,
    /// Strength of the claim, from 0 to 1.
    pub share: f64,
}
