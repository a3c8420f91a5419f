use floe_fish::Dealing;
use floe_hex::{MOST_COLUMNS, RingError};

use crate::{Centre, Outline, Rules, Specials, Whales};

/// Options of a deal of a game on a floe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SetUp {
    /// Rules of the game.
    pub rules: Rules,
    /// Number of players, 2 to 4.
    pub players: usize,
    /// Outline of the floe that the tiles are dealt on.
    pub outline: Outline,
    /// The hex in the middle, where the outline has a special one.
    pub centre: Centre,
    /// Way to deal the tiles.
    pub dealing: Dealing,
    /// Numbers of special tiles (3.7).
    pub special: Specials,
    /// The whales that hide (3.4).
    pub whales: Whales,
}

impl SetUp {
    /// Default options: the official floe, shuffled, with the special tiles and whales of the rules.
    pub fn usual(rules: Rules, players: usize) -> SetUp {
        SetUp { rules, players, whales: Whales::THREE, ..SetUp::default() }
    }

    /// Whether it is the base game on the official floe.
    pub fn is_base(&self) -> bool {
        self.rules == Rules::BASE && self.outline.is_standard()
    }
}

/// Error of options that allow no deal. Its text is what was expected, and what was found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealError {
    /// Teams without four players.
    #[error("4 in teams; found {0}")]
    Teams(usize),
    /// No tile for the whale to start on.
    #[error("a three-fish tile for the whale to start on; this floe has none")]
    Whale,
    /// No tile for a whale to hide below.
    #[error("a tile with {0} fish for a whale to hide below; this floe has none")]
    Hiding(i32),
    /// Too few tiles to place all penguins on (1.4): the numbers of penguins and of tiles.
    #[error("at least {0} tiles to place the penguins on; this floe has {1}")]
    Places(usize, usize),
    /// Too few tiles to replace by special ones.
    #[error("enough tiles with one and two fish to replace by special tiles; this floe has fewer")]
    Special,
    /// No ring of hexes around the outline.
    #[error("{}", why_no_ring(.0))]
    Ring(RingError),
    /// Rules of another type of position.
    #[error("rules of this type of position")]
    Kind,
    /// Balanced deal on an outline that has none.
    #[error("with the layouts standard and setup-1 only")]
    Balanced,
}

impl DealError {
    /// Name of the option to change.
    pub const fn option(&self) -> &'static str {
        match self {
            DealError::Teams(_) => "players",
            DealError::Kind => "rules",
            DealError::Balanced => "balanced",
            DealError::Whale
            | DealError::Hiding(_)
            | DealError::Places(..)
            | DealError::Special
            | DealError::Ring(_) => "layout",
        }
    }
}

fn why_no_ring(error: &RingError) -> String {
    match error {
        RingError::Wide => format!(
            "rows of at most {MOST_COLUMNS} hexes with special tiles, so that the hexes at its ends have letters"
        ),
        RingError::Large(hexes) => {
            format!("an outline of at most 128 hexes, those around it included; found {hexes}")
        }
    }
}
