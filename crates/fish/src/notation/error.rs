use std::borrow::Cow;

use floe_game::Player;

/// Reason why a text is not a position: the column, the text found there, and the text expected.
///
/// Of several errors it is the leftmost that the line up to there shows. Only the field TAKEN gives the number of players.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: expected {problem}; found {found}")]
pub struct PositionError {
    /// Column of the first wrong character, from 1.
    pub column: usize,
    /// The text at this column, in quotes and cut short, or "the end of the line".
    pub found: String,
    /// The text or the property that was expected.
    pub problem: Problem,
}

/// Text or property that a reader expected and did not find.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// A field that is missing.
    #[error("the field {0}")]
    MissingField(&'static str),
    /// The end of the line, instead of one more field.
    #[error("the end of the line")]
    ExtraField,
    /// A known layout.
    #[error("the layout 'standard', 'setup-1', 'setup-2' or 'rows(…)'")]
    Layout,
    /// Fish on a tile.
    #[error("the fish on a tile (1-3)")]
    Fish,
    /// A player up to this one.
    #[error("a player from A to {0}")]
    Player(Player),
    /// No more tiles than the outline has hexes.
    #[error("at most {hexes} tiles, on the floe ({floe}) and taken together")]
    TooManyTiles {
        /// The number of hexes.
        hexes: u32,
        /// The number of tiles on the floe.
        floe: u32,
    },
    /// No more penguins than a player has (1.2).
    #[error("at most {each} penguins of {player}, on the floe and in hand together")]
    TooManyPenguins {
        /// The owner.
        player: Player,
        /// The number of penguins of a player.
        each: u8,
    },
    /// A free tile for every penguin in hand (1.4).
    #[error("at least {penguins} free one-fish tiles for the penguins in hand, not {free}")]
    NoPlace {
        /// The number of penguins in hand.
        penguins: u32,
        /// The number of free one-fish tiles.
        free: u32,
    },
    /// Text or property that one reader alone expects.
    #[error("{0}")]
    Other(Cow<'static, str>),
}
