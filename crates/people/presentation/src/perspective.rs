//! The perspective of a player on the values of a game.

use std::cmp::Ordering;

use floe_engine::{AnyGame, Units};
use floe_game::Player;

/// Perspective from which a value is put into words: the player to move, and the units of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    /// Player to move, to whom the value belongs.
    pub mover: Player,
    /// Whether A and C play as a team against B and D (rule 3.2).
    pub teams: bool,
    /// Units in which the game counts.
    pub units: Units,
}

impl Perspective {
    /// Perspective of the player to move in a position; when the game is over, of the player who
    /// moved last.
    pub fn of(position: &AnyGame) -> Perspective {
        let rules = position.rules();
        Perspective {
            mover: position.last_turn(),
            teams: rules.has_teams(),
            units: rules.units(),
        }
    }

    /// The side of a player in words: the player, or the two players of its team, `A and C`.
    pub fn side(self, player: Player) -> String {
        match (self.teams, player.index() & 1) {
            (false, _) => player.to_string(),
            (true, 0) => "A and C".to_owned(),
            (true, _) => "B and D".to_owned(),
        }
    }

    /// The side of a player in as few letters as possible: `A`, or for its team `AC`.
    pub(crate) fn letters(self, player: Player) -> String {
        match (self.teams, player.index() & 1) {
            (false, _) => player.to_string(),
            (true, 0) => "AC".to_owned(),
            (true, _) => "BD".to_owned(),
        }
    }

    /// Words for a proved outcome between two sides, where `Greater` is a win for the side to move:
    /// `a win for A`, `a draw`.
    pub fn outcome(self, order: Ordering) -> String {
        let other = Player::new(self.mover.index() ^ 1);
        match order {
            Ordering::Greater => format!("a win for {}", self.side(self.mover)),
            Ordering::Equal => "a draw".to_owned(),
            Ordering::Less => format!("a win for {}", self.side(other)),
        }
    }

    /// Victory of these players, one of each side, in words: `A wins`, `A and C win` for a team,
    /// `A, B and C share the victory`; without a winner, where all play together, `all have lost`.
    pub fn victory_in_words(self, winners: &[Player]) -> String {
        let sides: Vec<String> = winners.iter().map(|&winner| self.side(winner)).collect();
        match &sides[..] {
            [] => "all have lost".to_owned(),
            [winner] if winner.contains(' ') => format!("{winner} win"),
            [winner] => format!("{winner} wins"),
            [others @ .., last] => format!("{} and {last} share the victory", others.join(", ")),
        }
    }
}
