use floe_game::Player;

/// Why a text is not a position: where, what stood there, and what was expected.
///
/// Of several errors it is the leftmost, as far as the line up to there can tell. How many players there are
/// is said by the field TAKEN only.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: found {found}, expected {problem}")]
pub struct PositionError {
    /// The character of the line where it goes wrong, from 1.
    pub column: usize,
    /// What stands there, in quotes and not too long of it, or "the end of the line".
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
    /// There is a field too many.
    #[error("the end of the line")]
    ExtraField,
    /// The layout is unknown.
    #[error("the layout 'standard', 'setup-1', 'setup-2' or 'rows(…)'")]
    Layout,
    /// Another layout, where positions on the official floe are read.
    #[error("the layout 'standard', the only one for this kind of position")]
    OtherLayout,
    /// No token begins like this.
    #[error("a tile 1 to 3, water '.', or a penguin A to D with the fish of its tile")]
    Token,
    /// Such a number of fish is not on any tile.
    #[error("the fish on a tile, 1 to 3")]
    Fish,
    /// A row ends too early.
    #[error("another of the {hexes} hexes of row {row}")]
    ShortRow {
        /// The row, from 1.
        row: usize,
        /// How many hexes the outline gives it.
        hexes: usize,
    },
    /// A row does not end where it should.
    #[error("the end of row {row} after {hexes} hexes")]
    LongRow {
        /// The row, from 1.
        row: usize,
        /// How many hexes the outline gives it.
        hexes: usize,
    },
    /// There are too few rows.
    #[error("'/' and row {row} of {rows}")]
    TooFewRows {
        /// The first row that is missing, from 1.
        row: usize,
        /// How many rows the outline has.
        rows: usize,
    },
    /// There are too many rows.
    #[error("no more than {0} rows")]
    TooManyRows(usize),
    /// There is no such player here.
    #[error("a player from A to {0}")]
    Player(Player),
    /// The letter of no player.
    #[error("the player to move, one letter from A to D")]
    Turn,
    /// Not what a player has taken.
    #[error("fish:tiles for each player, separated by commas")]
    Taken,
    /// There is one player only.
    #[error("',' and fish:tiles of another player, there being two at least")]
    TooFewPlayers,
    /// There are more than four players.
    #[error("four players at most")]
    TooManyPlayers,
    /// The position is for another number of players than was asked for.
    #[error("fish:tiles for each of {0} players")]
    Players(usize),
    /// Not a number, a negative one, or too large a one.
    #[error("a number of {what} from 0 to {max}")]
    Number {
        /// What it counts.
        what: &'static str,
        /// The largest that makes sense.
        max: u32,
    },
    /// The tiles taken cannot have carried the fish taken.
    #[error("{least} to {most} fish, the tiles being {tiles}")]
    FishOfTiles {
        /// The fewest fish that they can have carried.
        least: i32,
        /// The most fish that they can have carried.
        most: i32,
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
    /// More penguins than the rules give a player (1.2).
    #[error("at most {each} penguins of {player}, on the floe and in hand together")]
    TooManyPenguins {
        /// Whose they are.
        player: Player,
        /// How many a player has.
        each: u8,
    },
    /// The hands are not one number for each player.
    #[error("'-', or the penguins in hand of each of {0} players, separated by commas")]
    Hand(usize),
    /// The hands cannot come about by placing in turn.
    #[error("hands that differ by one at most, the player to move and those after it having the more")]
    HandOrder,
    /// There is no place for all penguins in hand (1.4).
    #[error("at least {penguins} free one-fish tiles to place the penguins on, not {free}")]
    NoPlace {
        /// How many penguins are to be placed.
        penguins: u32,
        /// How many free one-fish tiles there are.
        free: u32,
    },
    /// Something of a variant or a layout.
    #[error("{0}")]
    Variant(String),
    /// A key that no rule here knows.
    #[error("no key, for the base game has none")]
    Key,
    /// A rule that is not known.
    #[error("the base game, which is written without 'rules='")]
    Rules,
}
