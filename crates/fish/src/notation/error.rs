use floe_game::Player;

/// Expected text of a field ROWS with an unknown layout.
pub const EXPECTED_LAYOUT: &str = "the layout 'standard', 'setup-1', 'setup-2' or 'rows(…)'";
/// Expected text of a missing field ROWS.
pub const EXPECTED_ROWS: &str = "the rows of the floe";
/// Expected text of a field TURN.
pub const EXPECTED_TURN: &str = "the player to move (A-D)";
/// Expected text of a missing field TAKEN.
pub const EXPECTED_TAKEN: &str = "the fish and tiles that each player has taken, such as 0:0,0:0";
/// Expected text of a tile.
pub const EXPECTED_FISH: &str = "the fish on a tile (1-3)";

/// Expected number of tiles on an outline with `hexes` hexes and `floe` tiles on the floe.
pub fn at_most_tiles(hexes: u32, floe: u32) -> String {
    format!("at most {hexes} tiles, on the floe ({floe}) and taken together")
}

/// Expected number of penguins of a player that has `each` of them (1.2).
pub fn at_most_penguins(player: Player, each: u8) -> String {
    format!("at most {each} penguins of {player}, on the floe and in hand together")
}

/// Expected number of places for the penguins in hand, with only `free` one-fish tiles (1.4).
pub fn enough_places(penguins: u32, free: u32) -> String {
    format!("at least {penguins} free one-fish tiles for the penguins in hand, not {free}")
}
