use std::fmt;

use floe_game::Player;

use crate::SpecialTile;

/// Hex of a [draft](crate::FloeDraft): its tile, and the penguins on it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DraftCell {
    /// Owners of the penguins, in the order of the text.
    pub penguins: Vec<Player>,
    /// The tile, or what is there instead.
    pub tile: DraftTile,
}

/// Tile of a hex of a draft, or what is there instead.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum DraftTile {
    /// Water.
    #[default]
    Water,
    /// The open middle of an outline (2.3).
    Open,
    /// An ordinary tile with this number of fish; one in the middle may have none or fewer (2.3).
    Fish(i32),
    /// A special tile with this number of fish; a broken one has none (3.7).
    Special(SpecialTile, i32),
    /// A text that is no tile; empty where the row ends.
    Unknown(String),
}

impl DraftTile {
    /// Number of fish on the tile; 0 where there is none.
    pub const fn fish(&self) -> i32 {
        match self {
            DraftTile::Fish(fish) | DraftTile::Special(_, fish) => *fish,
            _ => 0,
        }
    }

    /// Whether this is a broken tile, with either side up.
    pub const fn is_broken(&self) -> bool {
        matches!(
            self,
            DraftTile::Special(SpecialTile::Broken | SpecialTile::Cracked, _)
        )
    }

    /// Number of fish printed on the tile: of a broken tile 1, on the side that lies face down; 0
    /// where there is no tile.
    pub const fn printed_fish(&self) -> i32 {
        if self.is_broken() { 1 } else { self.fish() }
    }
}

impl fmt::Display for DraftTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DraftTile::Water => f.write_str("."),
            DraftTile::Open => f.write_str("o"),
            DraftTile::Fish(fish @ ..0) => write!(f, "m{}", -fish),
            DraftTile::Fish(fish) => write!(f, "{fish}"),
            DraftTile::Special(kind, fish) => {
                let digit = match kind {
                    SpecialTile::Broken => 2,
                    SpecialTile::Cracked => 1,
                    _ => *fish,
                };
                write!(f, "{}{digit}", kind.letter())
            }
            DraftTile::Unknown(text) => f.write_str(text),
        }
    }
}

/// Token of a hex in the notation of positions: `2`, `B2`, `(AAB)3`, `t1`, `.`.
impl fmt::Display for DraftCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.penguins.iter().map(|player| player.letter()).collect();
        if self.penguins.len() > 1 {
            write!(f, "({letters}){}", self.tile)
        } else {
            write!(f, "{letters}{}", self.tile)
        }
    }
}
