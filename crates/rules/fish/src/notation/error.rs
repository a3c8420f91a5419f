use floe_game::Player;

/// Text that an error expects in place of an unknown layout before the rows of a position line.
pub const EXPECTED_LAYOUT: &str = "the layout 'standard', 'setup-1', 'setup-2' or 'rows(…)'";
/// Text that an error expects in place of a missing field ROWS of a position line.
pub const EXPECTED_ROWS: &str = "the rows of the floe";
/// Text that an error expects in place of a missing field TAKEN of a position line.
pub const EXPECTED_TAKEN: &str = "the fish and tiles that each player has taken, such as 0:0,0:0";
/// Text that an error expects in place of a wrong number of fish on a tile of a position line.
pub const EXPECTED_FISH: &str = "the fish on a tile (1-3)";

/// Text that follows "expected" in an error of a position line with too many tiles: the `floe`
/// tiles on the floe and the tiles that the players have taken are more than `hexes`, the number of
/// hexes of the outline.
pub fn at_most_tiles(hexes: u32, floe: u32) -> String {
    format!("at most {hexes} tiles, on the floe ({floe}) and taken together")
}

/// Text that follows "expected" in an error of a position line where `player` has more than `each`
/// penguins, on the floe and in hand together (1.2).
pub fn at_most_penguins(player: Player, each: u8) -> String {
    format!("at most {each} penguins of {player}, on the floe and in hand together")
}

/// Text that follows "expected" in an error of a position line where all players together have
/// `penguins` in hand, more than the `free` one-fish tiles without a penguin (1.4).
pub fn enough_places(penguins: u32, free: u32) -> String {
    format!("at least {penguins} free one-fish tiles for the penguins in hand, not {free}")
}
