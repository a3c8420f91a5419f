/// Why a text is not a position: where, what stood there, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: found {found}, expected {problem}")]
pub struct PositionError {
    /// The character of the line where it goes wrong, from 1.
    pub column: usize,
    /// What stands there.
    pub found: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What a reader expected and did not find.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// A field is missing.
    #[error("the field {0}")]
    MissingField(&'static str),
    /// There is a field too many, or one in the wrong place.
    #[error("the end of the line, or key=value")]
    ExtraField,
    /// The layout is unknown.
    #[error("the layout 'standard' (others are not built yet)")]
    Layout,
    /// No token begins like this.
    #[error("a tile 1 to 3, water '.', or a penguin A to D with the fish of its tile")]
    Token,
    /// Such a number of fish is not on any tile.
    #[error("a tile with 1, 2 or 3 fish")]
    Fish,
    /// A row ends too early or too late.
    #[error("row {row} to have {hexes} hexes")]
    RowLength {
        /// The row, from 1.
        row: usize,
        /// How many hexes the outline gives it.
        hexes: usize,
    },
    /// There are too few rows or too many.
    #[error("{0} rows")]
    RowCount(usize),
    /// There is no such player here.
    #[error("a player from A to {0}")]
    Player(Player),
    /// The letter of no player.
    #[error("the player to move, one letter from A to D")]
    Turn,
    /// Not a list of takings for two to four players.
    #[error("fish:tiles for each of two to four players, separated by commas")]
    Taken,
    /// Not a number, a negative one, or too large a one.
    #[error("a number from 0 to {0}")]
    Number(u32),
    /// The tiles taken cannot have carried the fish taken.
    #[error("fish that {tiles} tiles can carry, {tiles} to {}", 3 * tiles)]
    FishOfTiles {
        /// The tiles taken.
        tiles: u32,
    },
    /// More tiles than the outline has hexes.
    #[error("at most {hexes} tiles, on the floe ({floe}) and taken together")]
    TooManyTiles {
        /// How many hexes the outline has.
        hexes: u32,
        /// How many tiles are on the floe.
        floe: u32,
    },
    /// More penguins than the rules give a player.
    #[error("at most {each} penguins of {player}, on the floe ({floe}) and in hand together")]
    TooManyPenguins {
        /// Whose they are.
        player: Player,
        /// How many a player has.
        each: u8,
        /// How many are on the floe.
        floe: u32,
    },
    /// The hands are not one number for each player.
    #[error("'-', or the penguins in hand of each of {0} players, separated by commas")]
    Hand(usize),
    /// The hands cannot come about by placing in turn.
    #[error("hands that differ by one at most, the player to move and those after it having the more")]
    HandOrder,
    /// There is no place for all penguins in hand.
    #[error("at least {penguins} free one-fish tiles to place the penguins on, not {free}")]
    NoPlace {
        /// How many penguins are to be placed.
        penguins: u32,
        /// How many free one-fish tiles there are.
        free: u32,
    },
    /// A key that no rule here knows.
    #[error("no such key (the base game has none)")]
    Key,
    /// A rule that is not known.
    #[error("the base game, without 'rules=' (variants are not built yet)")]
    Rules,
}

use floe_game::Player;
