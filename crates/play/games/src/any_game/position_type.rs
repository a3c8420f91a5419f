//! Types of positions, found at run time.

use crate::{AnyGame, AnySetUp};

/// Type of the positions of a game, named as the variant of [`AnyGame`] that holds them.
/// [`with_type!`](crate::with_type) turns the name into the type itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionType {
    /// Positions of the base game for two players.
    Two,
    /// Positions of the base game for three players.
    Three,
    /// Positions of the base game for four players.
    Four,
    /// Positions of other variants, and of other layouts, as [`AnyGame::Variant`].
    Variant,
    /// Positions of special-tiles.
    Special,
    /// Positions of hidden-whale.
    Hidden,
    /// Positions of Fish 'n' Flip.
    Flip,
    /// Positions of the competitive form of Fish 'n' Flip.
    Contest,
    /// Positions of Gone Fishing!.
    Angling,
}

/// Types of positions, under their names in [`PositionType`].
pub mod positions {
    pub use floe_angling::Angling;
    pub use floe_flip::{Contest, Flip};
    pub use floe_variants::{Hidden, Special, Variant};

    /// Position of the base game for two players.
    pub type Two = floe_fish::Position<2>;
    /// Position of the base game for three players.
    pub type Three = floe_fish::Position<3>;
    /// Position of the base game for four players.
    pub type Four = floe_fish::Position<4>;
}

/// Evaluates an expression with `$game` bound to the type of position that a [`PositionType`]
/// names.
#[macro_export]
macro_rules! with_type {
    ($any:expr, $game:ident => $body:expr) => {
        $crate::with_type!(@rows $any, $game => $body; Two Three Four Variant Special Hidden Flip Contest Angling)
    };
    (@rows $any:expr, $game:ident => $body:expr; $($kind:ident)*) => {
        match $any {
            $($crate::PositionType::$kind => {
                type $game = $crate::positions::$kind;
                $body
            })*
        }
    };
}

impl AnySetUp {
    /// Type of the positions that this set-up deals.
    ///
    /// # Panics
    /// If the set-up is for the base game, but not for two to four players.
    pub fn position_type(&self) -> PositionType {
        let floe = match self {
            AnySetUp::Floe(floe) => floe,
            AnySetUp::Flip(_) => return PositionType::Flip,
            AnySetUp::Contest(_) => return PositionType::Contest,
            AnySetUp::Angling(_) => return PositionType::Angling,
        };
        match floe.players {
            _ if floe.rules.variant.has_chance => PositionType::Hidden,
            _ if floe.rules.variant.has_special_tiles => PositionType::Special,
            _ if !floe.is_base() => PositionType::Variant,
            2 => PositionType::Two,
            3 => PositionType::Three,
            4 => PositionType::Four,
            _ => panic!("the game is for two to four players"),
        }
    }
}

impl AnyGame {
    /// Type of this position.
    pub fn position_type(&self) -> PositionType {
        match self {
            AnyGame::Two(_) => PositionType::Two,
            AnyGame::Three(_) => PositionType::Three,
            AnyGame::Four(_) => PositionType::Four,
            AnyGame::Variant(_) => PositionType::Variant,
            AnyGame::Special(_) => PositionType::Special,
            AnyGame::Hidden(_) => PositionType::Hidden,
            AnyGame::Flip(_) => PositionType::Flip,
            AnyGame::Contest(_) => PositionType::Contest,
            AnyGame::Angling(_) => PositionType::Angling,
        }
    }
}
