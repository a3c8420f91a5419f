//! Each family of games as a [`KnownGame`].

use floe_angling::Angling;
use floe_fish::{Position, deal_with};
use floe_flip::{Contest, Flip};
use floe_game::Player;
use floe_variants::{Hidden, Special, Variant};

use crate::{AnyDealError, AnyGame, AnySetUp, GameRules, KnownGame};

/// Implements [`KnownGame`] for a kind of position with the same name as its variant of
/// [`AnyGame`], and the conversion to that; what differs from family to family follows.
macro_rules! known_game {
    ($kind:ident: $position:ty, $known:expr, { $($own:item)* }) => {
        impl From<$position> for AnyGame {
            fn from(position: $position) -> AnyGame {
                AnyGame::$kind(position)
            }
        }

        impl KnownGame for $position {
            fn from_any(game: &AnyGame) -> Option<$position> {
                match $known(game) {
                    AnyGame::$kind(position) => Some(position),
                    _ => None,
                }
            }

            $($own)*
        }
    };
}

/// Implements [`KnownGame`] for the base game on the official floe.
macro_rules! base_game {
    ($kind:ident, $players:literal) => {
        known_game!($kind: Position<$players>, AnyGame::clone, {
            fn deal(set_up: &AnySetUp, seed: u64) -> Result<Self, AnyDealError> {
                let set_up = set_up.floe()?;
                Ok(deal_with(set_up.dealing, set_up.penguins_each(), seed))
            }

            fn rules(&self) -> GameRules {
                GameRules::BASE
            }

            fn last_turn(&self) -> Player {
                Position::last_turn(self)
            }

            fn in_hand(&self) -> usize {
                Position::in_hand(self)
            }

            fn tiles_left(&self) -> u32 {
                self.tiles().len()
            }
        });
    };
}

/// Implements [`KnownGame`] for the variants.
macro_rules! variant_game {
    ($position:ident) => {
        known_game!($position: $position, AnyGame::as_variant, {
            fn deal(set_up: &AnySetUp, seed: u64) -> Result<Self, AnyDealError> {
                Ok(<$position>::deal(set_up.floe()?, seed)?)
            }

            fn rules(&self) -> GameRules {
                <$position>::rules(self).into()
            }

            fn last_turn(&self) -> Player {
                (**self).last_turn()
            }

            fn in_hand(&self) -> usize {
                (**self).in_hand()
            }

            fn tiles_left(&self) -> u32 {
                self.tiles.len()
            }
        });
    };
}

base_game!(Two, 2);
base_game!(Three, 3);
base_game!(Four, 4);
variant_game!(Variant);
variant_game!(Special);
variant_game!(Hidden);

known_game!(Flip: Flip, AnyGame::clone, {
    fn deal(set_up: &AnySetUp, seed: u64) -> Result<Flip, AnyDealError> {
        Ok(Flip::deal(set_up.flip()?, seed)?)
    }

    fn rules(&self) -> GameRules {
        GameRules::Flip
    }

    fn last_turn(&self) -> Player {
        Flip::last_turn(self)
    }
});

known_game!(Contest: Contest, AnyGame::clone, {
    fn deal(set_up: &AnySetUp, seed: u64) -> Result<Contest, AnyDealError> {
        Ok(Contest::deal(set_up.flip()?, seed)?)
    }

    fn rules(&self) -> GameRules {
        GameRules::Contest
    }

    fn last_turn(&self) -> Player {
        Contest::last_turn(self)
    }
});

known_game!(Angling: Angling, AnyGame::clone, {
    fn deal(set_up: &AnySetUp, seed: u64) -> Result<Angling, AnyDealError> {
        Ok(set_up.angling()?.deal(seed)?)
    }

    fn rules(&self) -> GameRules {
        GameRules::Angling
    }

    fn last_turn(&self) -> Player {
        Angling::last_turn(self)
    }

    fn is_view(&self) -> bool {
        self.has_unknown()
    }
});
