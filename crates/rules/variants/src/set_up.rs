use floe_fish::{Dealing, penguins_each};
use floe_hex::{MOST_COLUMNS, RingError};

use crate::{Centre, Outline, Rules, Specials, Whales};

/// Options for the deal of a game on a floe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SetUp {
    /// Rules of the game; the base rules by default.
    pub rules: Rules,
    /// Number of players, 2 to 4; [`SetUp::usual`] sets it, and the default of 0 allows no deal.
    pub players: usize,
    /// Outline of the floe that the tiles are dealt on; the official floe by default.
    pub outline: Outline,
    /// Contents of the special hex in the middle of the outline `setup-2` (2.3); water by default.
    pub centre: Centre,
    /// Method of dealing the tiles; [`Dealing::Shuffled`] by default.
    pub dealing: Dealing,
    /// Number of penguins of each player; `None` for the number in the rules (1.2).
    pub penguins: Option<u8>,
    /// Numbers of special tiles of each kind, for rules that have them (3.7).
    pub special: Specials,
    /// The whales that hide, for rules that have them (3.4); none by default.
    pub whales: Whales,
}

impl SetUp {
    /// Usual options for these rules and number of players: the official floe, shuffled, with the
    /// usual special tiles, and a whale below a three-fish tile.
    pub fn usual(rules: Rules, players: usize) -> SetUp {
        SetUp {
            rules,
            players,
            whales: Whales::THREE,
            ..SetUp::default()
        }
    }

    /// Number of penguins of each player.
    ///
    /// # Panics
    /// If there are not two to four players.
    pub fn penguins_each(&self) -> u8 {
        self.penguins.unwrap_or(penguins_each(self.players))
    }

    /// Whether the options are for the base game on the official floe.
    pub fn is_base(&self) -> bool {
        self.rules == Rules::BASE && self.outline.is_standard()
    }
}

/// Reason why options allow no deal, worded as what was expected and what was found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealError {
    /// The rules are for teams, and there are this number of players instead of four.
    #[error("4 in teams; found {0}")]
    Teams(usize),
    /// The floe has no three-fish tile for the roaming whale to start on (3.3).
    #[error("a three-fish tile for the whale to start on; this floe has none")]
    Whale,
    /// The floe has no tile with this number of fish, below which a whale is to hide (3.4).
    #[error("a tile with {0} fish for a whale to hide below; this floe has none")]
    Hiding(i32),
    /// The floe has fewer tiles to place penguins on than there are penguins (1.4): the number of
    /// penguins, then the number of such tiles.
    #[error("at least {0} tiles to place the penguins on; this floe has {1}")]
    Places(usize, usize),
    /// The floe has too few tiles to replace by special ones (3.7).
    #[error("enough tiles with one and two fish to replace by special tiles; this floe has fewer")]
    Special,
    /// The outline can have no ring of hexes around it, which special tiles need.
    #[error("{}", why_no_ring(.0))]
    Ring(RingError),
    /// The rules need another type of position than the type that is to be dealt.
    #[error("rules of this type of position")]
    Kind,
    /// A balanced deal is wanted for an outline that has none.
    #[error("with the layouts standard and setup-1 only")]
    Balanced,
}

impl DealError {
    /// Name of the option that is wrong, in its canonical spelling, such as `layout`.
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
