/// Name and fixed properties of a variant.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct VariantInfo {
    /// Name in positions and options.
    pub name: &'static str,
    /// Whether it can be played in teams, too (3.8).
    pub has_teams: bool,
    /// Whether chance decides the outcome of moves: a whale hides.
    pub has_chance: bool,
    /// Whether the deal replaces some tiles by special ones (3.7).
    pub has_special_tiles: bool,
    /// Lines of `floe rules` about it.
    pub help: &'static str,
    /// Whether several penguins may share a tile.
    pub shares_tiles: bool,
    /// Error text about the field TAKEN where no tile is ever taken and penguins must survive.
    pub nothing_taken: Option<&'static str>,
    /// Tokens of a hex, in words, for errors.
    pub tokens: &'static str,
    /// Keys in positions, in addition to `rules`.
    pub keys: &'static [&'static str],
}

impl VariantInfo {
    /// Properties of the base rules.
    pub const BASE: VariantInfo = VariantInfo {
        name: "base",
        has_teams: true,
        has_chance: false,
        has_special_tiles: false,
        help: "",
        shares_tiles: false,
        nothing_taken: None,
        tokens: "a tile (1-3), water (.), or a penguin (A-D) with the fish of its tile",
        keys: &[],
    };

    /// Whether players take tiles; if not, penguins must survive.
    pub fn takes_tiles(&self) -> bool {
        self.nothing_taken.is_none()
    }
}
