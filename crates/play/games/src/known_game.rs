use std::fmt::Display;
use std::str::FromStr;

use floe_fish::PositionError;
use floe_game::{Chance, Keyed, Notated, Player, Sampled, Score, Veiled};

use crate::{AnyDealError, AnyGame, AnySetUp, GameRules};

/// Game that floe knows: the traits of a game, with what front ends and engines need besides.
pub trait KnownGame:
    Keyed
    + Chance
    + Sampled
    + Notated
    + Veiled
    + PartialEq
    + Display
    + FromStr<Err = PositionError>
    + Into<AnyGame>
    + Send
    + Sync
    + 'static
{
    /// Deals a position before the first move. A seed deals the same floe under all rules and for
    /// all numbers of players.
    ///
    /// # Errors
    /// When no game can be dealt with this set-up, or when it is the set-up of another game.
    fn deal(set_up: &AnySetUp, seed: u64) -> Result<Self, AnyDealError>;

    /// The position in this type. `Variant` also holds positions of the base game. `None` if this
    /// type cannot hold the position.
    fn from_any(game: &AnyGame) -> Option<Self>;

    /// Rules of the game.
    fn rules(&self) -> GameRules;

    /// The player to move; when the game is over, the player who moved last.
    fn last_turn(&self) -> Player;

    /// Number of penguins that all players together have still to place; zero in games without a
    /// floe.
    fn in_hand(&self) -> usize {
        0
    }

    /// Number of tiles on the floe, those under penguins included; zero in games without a floe.
    fn tiles_left(&self) -> u32 {
        0
    }

    /// Whether this is the view of a player who does not know all that is hidden, rather than a
    /// whole position.
    fn is_view(&self) -> bool {
        false
    }

    /// Number of sides: of teams, or of players where each plays alone; 1 if all play together.
    fn sides(&self) -> usize {
        KnownGame::rules(self).sides(self.players())
    }

    /// Converts the scores of all players, in turn order from A, to scores of the sides. One side:
    /// its score alone. Two sides: only the margin for the side to move, or for the side that moved
    /// last when the game is over. More sides: the scores of all players.
    fn side_scores(&self, payoffs: &[Score]) -> Vec<Score> {
        let mover = self.last_turn().index();
        match self.sides() {
            1 => vec![payoffs[mover]],
            2 => vec![payoffs[mover] - payoffs[mover ^ 1]],
            _ => payoffs[..self.players()].to_vec(),
        }
    }
}
