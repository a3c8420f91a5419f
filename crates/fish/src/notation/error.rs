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
    /// More hexes in a row.
    #[error("another hex, since row {row} has {hexes}")]
    ShortRow {
        /// The row, from 1.
        row: usize,
        /// The number of hexes in it.
        hexes: usize,
    },
    /// The end of a row.
    #[error("the end of row {row} after {hexes} hexes")]
    LongRow {
        /// The row, from 1.
        row: usize,
        /// The number of hexes in it.
        hexes: usize,
    },
    /// More rows.
    #[error("'/' and row {row} of {rows}")]
    TooFewRows {
        /// The first missing row, from 1.
        row: usize,
        /// The number of rows.
        rows: usize,
    },
    /// The end of the field after this number of rows.
    #[error("at most {0} rows")]
    TooManyRows(usize),
    /// A player up to this one.
    #[error("a player from A to {0}")]
    Player(Player),
    /// Fish and tiles of this number of players.
    #[error("fish:tiles for each of {0} players")]
    Players(usize),
    /// A number in a range.
    #[error("a number of {what} from 0 to {max}")]
    Number {
        /// The things that it counts.
        what: &'static str,
        /// The maximum.
        max: u32,
    },
    /// Fish that the tiles taken can carry.
    #[error("{least} to {most} fish for {tiles} {}", if *.tiles == 1 { "tile" } else { "tiles" })]
    FishOfTiles {
        /// The minimum of fish.
        least: i32,
        /// The maximum of fish.
        most: i32,
        /// The tiles taken.
        tiles: u32,
    },
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
    /// The penguins in hand of this number of players.
    #[error("'-', or the penguins in hand of each of {0} players, separated by commas")]
    Hand(usize),
    /// A free tile for every penguin in hand (1.4).
    #[error("at least {penguins} free one-fish tiles for the penguins in hand, not {free}")]
    NoPlace {
        /// The number of penguins in hand.
        penguins: u32,
        /// The number of free one-fish tiles.
        free: u32,
    },
    /// Any other text or property.
    #[error("{0}")]
    Other(Cow<'static, str>),
}
