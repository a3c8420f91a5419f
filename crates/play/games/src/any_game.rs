mod draft;
mod moves;
mod notation;
mod position_type;
mod random_start;
mod set_up;

use floe_angling::Angling;
use floe_fish::Position;
use floe_flip::{Contest, Flip};
use floe_game::{Game, Player, Veiled};
use floe_variants::{Hidden, Outline, Special, Variant};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{KnownGame, with_type};

pub use moves::AnyMoveError;
pub use position_type::{PositionType, positions};
pub use random_start::RandomStart;
pub use set_up::{AnyDealError, AnySetUp, GameRules, GameRulesError};

/// Position of any game that floe plays, where the game is known only at run time.
///
/// Moves are [`AnyMove`](crate::AnyMove)s, which [`AnyGame::find_move`] reads and
/// [`AnyGame::move_text`] writes. [`with_game!`](crate::with_game) gives access to all else that a
/// [`Game`] can do. Texts in the notation of any game are parsed.
///
/// ```
/// use floe_game::{Game, Sampled};
/// use floe_games::{AnyGame, with_game};
/// use rand::SeedableRng;
///
/// let text = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
/// let mut game: AnyGame = text.parse()?;
/// assert_eq!(game.choices(), ["c5-c4", "c5-d4", "c5-c6", "c5-d6"]);
/// game.play("c5-d4")?;
/// let rng = &mut rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
/// let end: AnyGame = with_game!(game, position => position.playout(rng).into());
/// assert!(with_game!(end, position => position.is_over()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnyGame {
    /// The base game on the official floe, for two players.
    Two(Position<2>),
    /// The base game on the official floe, for three players.
    Three(Position<3>),
    /// The base game on the official floe, for four players.
    Four(Position<4>),
    /// A variant on a floe that is not special-tiles or hidden-whale, on any layout, or the base
    /// game on another layout.
    Variant(Variant),
    /// The variant special-tiles.
    Special(Special),
    /// The variant hidden-whale.
    Hidden(Hidden),
    /// Fish 'n' Flip, which all players play together.
    Flip(Flip),
    /// The competitive form of Fish 'n' Flip.
    Contest(Contest),
    /// Gone Fishing!, or the view of it that one player has.
    Angling(Angling),
}

/// Evaluates an expression with `$position` bound to the position in an [`AnyGame`], whose type
/// differs from game to game. The expression must have one type for all of them.
#[macro_export]
macro_rules! with_game {
    ($any:expr, $position:ident => $body:expr) => {
        match $any {
            $crate::AnyGame::Two($position) => $body,
            $crate::AnyGame::Three($position) => $body,
            $crate::AnyGame::Four($position) => $body,
            $crate::AnyGame::Variant($position) => $body,
            $crate::AnyGame::Special($position) => $body,
            $crate::AnyGame::Hidden($position) => $body,
            $crate::AnyGame::Flip($position) => $body,
            $crate::AnyGame::Contest($position) => $body,
            $crate::AnyGame::Angling($position) => $body,
        }
    };
}

/// Evaluates an expression with `$position` bound to the
/// [`VariantPosition`](floe_variants::VariantPosition) of a game on a floe; `None` for others.
#[macro_export]
macro_rules! with_variant {
    ($any:expr, $position:ident => $body:expr) => {
        match $any.as_variant() {
            $crate::AnyGame::Variant($position) => Some($body),
            $crate::AnyGame::Special($position) => Some($body),
            $crate::AnyGame::Hidden($position) => Some($body),
            _ => None,
        }
    };
}

/// Evaluates an expression with `$position` bound to a position with chance; `None` for other
/// games.
macro_rules! with_chance {
    ($any:expr, $position:ident => $body:expr) => {
        match $any {
            AnyGame::Hidden($position) => Some($body),
            AnyGame::Flip($position) => Some($body),
            AnyGame::Contest($position) => Some($body),
            AnyGame::Angling($position) => Some($body),
            _ => None,
        }
    };
}

pub(crate) use with_chance;

impl AnyGame {
    /// Deals the start of a game: the position before the first move. A seed deals the same floe
    /// under all rules and for all numbers of players.
    ///
    /// # Errors
    /// When no game can be dealt with this set-up.
    ///
    /// # Panics
    /// If a game on a floe is not for two to four players.
    pub fn deal(set_up: &AnySetUp, seed: u64) -> Result<AnyGame, AnyDealError> {
        with_type!(set_up.position_type(), G => Ok(<G as KnownGame>::deal(set_up, seed)?.into()))
    }

    /// Whether this is the base game on the official floe.
    pub fn is_base(&self) -> bool {
        matches!(self, AnyGame::Two(_) | AnyGame::Three(_) | AnyGame::Four(_))
    }

    /// Rules of the game.
    pub fn rules(&self) -> GameRules {
        with_game!(self, position => KnownGame::rules(position))
    }

    /// Whether chance decides the outcome of moves in this game.
    pub fn has_chance(&self) -> bool {
        self.rules().has_chance()
    }

    /// Outline of the floe; `None` for games without a floe.
    pub fn outline(&self) -> Option<Outline> {
        with_variant!(self, position => position.outline)
    }

    /// Number of players, including those who have left the game.
    pub fn players(&self) -> usize {
        with_game!(self, position => position.players())
    }

    /// The position as this player knows it: without what is hidden from that player.
    #[must_use]
    pub fn view(&self, player: Player) -> AnyGame {
        with_game!(self, position => position.view(player).into())
    }

    /// Draws `count` whole positions that this player cannot distinguish from this one. Each call
    /// for a position draws the same ones. If nothing is hidden from the player, the position
    /// itself is the only one, whatever the `count`.
    pub fn worlds(&self, player: Player, count: usize) -> Vec<AnyGame> {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(0);
        with_game!(self, position => {
            let view = position.view(player);
            if view == *position {
                return vec![*self];
            }
            (0..count).map(|_| view.draw_world(rng).into()).collect()
        })
    }

    /// Whether this is the [view](Self::view) of a player who does not know all that is hidden,
    /// rather than a whole position.
    pub fn is_view(&self) -> bool {
        with_game!(self, position => KnownGame::is_view(position))
    }

    /// Number of tiles on the floe, those under penguins included; zero in games without a floe.
    pub fn tiles_left(&self) -> u32 {
        with_game!(self, position => KnownGame::tiles_left(position))
    }

    /// Number of hexes of the floe, with and without tiles; zero in games without a floe.
    pub fn hexes(&self) -> u32 {
        with_variant!(self, position => position.geometry().hexes().len()).unwrap_or_default()
    }

    /// Player to move; when the game is over, the player who moved last.
    pub fn last_turn(&self) -> Player {
        with_game!(self, position => position.last_turn())
    }

    /// Number of sides: of teams, or of players where each plays alone; 1 if all play together.
    pub fn sides(&self) -> usize {
        with_game!(self, position => position.sides())
    }

    /// Index from 0 of the side that a player belongs to: the player itself, its team, or 0 where
    /// all play together.
    pub fn side_of(&self, player: Player) -> usize {
        player.index() % self.sides()
    }

    /// The position as a position of a variant: the base game is the variant with the base rules on
    /// the official floe.
    #[must_use]
    pub fn as_variant(&self) -> AnyGame {
        match *self {
            AnyGame::Two(position) => AnyGame::Variant(position.into()),
            AnyGame::Three(position) => AnyGame::Variant(position.into()),
            AnyGame::Four(position) => AnyGame::Variant(position.into()),
            other => other,
        }
    }
}
