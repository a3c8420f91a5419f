//! Rules and set-ups of all games.

use std::fmt;
use std::str::FromStr;

use floe_angling::{AnglingSetUp, AnglingSetUpError};
use floe_flip::{FlipDealError, FlipSetUp};
use floe_game::Player;
use floe_variants::{DealError, Rules, RulesError, SetUp, did_you_mean};

use crate::Units;

/// Rules of any game that floe plays. A text is parsed as their name: `base`, `push+whale`, `flip`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameRules {
    /// The base rules, or the rules of a variant, on a floe.
    Floe(Rules),
    /// Fish 'n' Flip, which all players play together.
    Flip,
    /// The competitive form of Fish 'n' Flip.
    Contest,
    /// Gone Fishing!.
    Angling,
}

/// Reason why a text names no rules. Its message says what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameRulesError {
    /// No rules have this name.
    #[error("one of the rules {}{}", GameRules::names(), did_you_mean(.0, GameRules::names().split(", ")))]
    Unknown(String),
    /// All names are known, but these rules cannot be combined.
    #[error(transparent)]
    Combination(RulesError),
}

impl GameRules {
    /// Rules of the base game.
    pub const BASE: GameRules = GameRules::Floe(Rules::BASE);

    /// Lists the rules of all games: the base rules, every variant, their combinations with teams,
    /// and the other games.
    pub fn all() -> impl Iterator<Item = GameRules> {
        Rules::all().map(GameRules::Floe).chain([
            GameRules::Flip,
            GameRules::Contest,
            GameRules::Angling,
        ])
    }

    /// Lists the names of all rules, separated by commas.
    fn names() -> String {
        GameRules::all()
            .map(|rules| rules.to_string())
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Rules of a game on a floe; `None` for games without a floe.
    pub const fn floe(self) -> Option<Rules> {
        match self {
            GameRules::Floe(rules) => Some(rules),
            GameRules::Flip | GameRules::Contest | GameRules::Angling => None,
        }
    }

    /// Whether chance decides the outcome of some moves.
    pub fn has_chance(self) -> bool {
        self.floe().is_none_or(|rules| rules.variant.has_chance)
    }

    /// Whether players A and C play as a team against B and D.
    pub fn has_teams(self) -> bool {
        self.floe().is_some_and(|rules| rules.teams)
    }

    /// Whether all players play together, as one side.
    pub const fn is_cooperative(self) -> bool {
        matches!(self, GameRules::Flip)
    }

    /// Units in which results are counted.
    pub fn units(self) -> Units {
        match self {
            GameRules::Floe(rules) if rules.variant.takes_tiles() => Units::Fish,
            GameRules::Floe(_) => Units::Penguins,
            GameRules::Flip => Units::Animals,
            GameRules::Contest | GameRules::Angling => Units::Points,
        }
    }

    /// Minimum number of players: 1 if all play together, else 2.
    pub const fn min_players(self) -> usize {
        if self.is_cooperative() { 1 } else { 2 }
    }

    /// Maximum number of players: 2 where tiles are hidden, else [`Player::MAX`].
    pub const fn max_players(self) -> usize {
        if self.has_hidden_tiles() {
            2
        } else {
            Player::MAX
        }
    }

    /// Whether a player does not know all tiles of the position.
    pub const fn has_hidden_tiles(self) -> bool {
        matches!(self, GameRules::Angling)
    }

    /// Number of players unless another is asked for: 4 with teams, else 2.
    pub fn usual_players(self) -> usize {
        if self.has_teams() { 4 } else { 2 }
    }

    /// Number of sides of a game with this number of players: of teams, or of players where each
    /// plays alone; 1 if all play together.
    pub fn sides(self, players: usize) -> usize {
        match self {
            GameRules::Flip => 1,
            _ if self.has_teams() => 2,
            _ => players,
        }
    }

    /// Set-up of a game for this number of players without further options. Gone Fishing! always
    /// has two players.
    pub fn usual(self, players: usize) -> AnySetUp {
        match self {
            GameRules::Floe(rules) => AnySetUp::Floe(SetUp::usual(rules, players)),
            GameRules::Flip => AnySetUp::Flip(FlipSetUp::usual(players, false)),
            GameRules::Contest => AnySetUp::Contest(FlipSetUp::usual(players, false)),
            GameRules::Angling => AnySetUp::Angling(AnglingSetUp::default()),
        }
    }
}

impl Default for GameRules {
    fn default() -> GameRules {
        GameRules::BASE
    }
}

impl From<Rules> for GameRules {
    fn from(rules: Rules) -> GameRules {
        GameRules::Floe(rules)
    }
}

impl FromStr for GameRules {
    type Err = GameRulesError;

    fn from_str(text: &str) -> Result<GameRules, GameRulesError> {
        match text {
            "flip" => Ok(GameRules::Flip),
            "contest" => Ok(GameRules::Contest),
            "angling" => Ok(GameRules::Angling),
            _ => text
                .parse()
                .map(GameRules::Floe)
                .map_err(|error| match error {
                    RulesError::Unknown(name) => GameRulesError::Unknown(name),
                    error @ RulesError::Combination => GameRulesError::Combination(error),
                }),
        }
    }
}

impl fmt::Display for GameRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameRules::Floe(rules) => rules.fmt(f),
            GameRules::Flip => f.pad("flip"),
            GameRules::Contest => f.pad("contest"),
            GameRules::Angling => f.pad("angling"),
        }
    }
}

/// Set-up of any game: all that a deal needs except the seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnySetUp {
    /// A game on a floe.
    Floe(SetUp),
    /// Fish 'n' Flip, which all players play together.
    Flip(FlipSetUp),
    /// The competitive form of Fish 'n' Flip.
    Contest(FlipSetUp),
    /// Gone Fishing!.
    Angling(AnglingSetUp),
}

/// Reason why no game can be dealt with a set-up. Its message says what was expected and what was
/// found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnyDealError {
    /// The set-up of a game on a floe is at fault.
    #[error(transparent)]
    Floe(#[from] DealError),
    /// The set-up of Fish 'n' Flip is at fault, in either form.
    #[error(transparent)]
    Flip(#[from] FlipDealError),
    /// The set-up of Gone Fishing! is at fault.
    #[error(transparent)]
    Angling(#[from] AnglingSetUpError),
}

impl AnyDealError {
    /// Canonical name of the option of the set-up to change, in lower case with hyphens:
    /// `lake-tiles`.
    pub const fn option(&self) -> &'static str {
        match self {
            AnyDealError::Floe(error) => error.option(),
            AnyDealError::Flip(error) => error.option(),
            AnyDealError::Angling(error) => error.option(),
        }
    }
}

impl AnySetUp {
    /// Rules of the game that this set-up deals.
    pub fn rules(&self) -> GameRules {
        match self {
            AnySetUp::Floe(set_up) => set_up.rules.into(),
            AnySetUp::Flip(_) => GameRules::Flip,
            AnySetUp::Contest(_) => GameRules::Contest,
            AnySetUp::Angling(_) => GameRules::Angling,
        }
    }

    /// Number of players of the game that this set-up deals.
    pub fn players(&self) -> usize {
        match self {
            AnySetUp::Floe(set_up) => set_up.players,
            AnySetUp::Flip(set_up) | AnySetUp::Contest(set_up) => set_up.players,
            AnySetUp::Angling(_) => 2,
        }
    }

    /// Number of sides, as [`GameRules::sides`].
    pub fn sides(&self) -> usize {
        self.rules().sides(self.players())
    }

    /// Whether this is a set-up of the base game on the official floe.
    pub fn is_base(&self) -> bool {
        matches!(self, AnySetUp::Floe(set_up) if set_up.is_base())
    }

    /// The set-up if it is for a game on a floe.
    ///
    /// # Errors
    /// [`DealError::Kind`] if this is the set-up of another game.
    pub fn floe(&self) -> Result<&SetUp, DealError> {
        match self {
            AnySetUp::Floe(set_up) => Ok(set_up),
            AnySetUp::Flip(_) | AnySetUp::Contest(_) | AnySetUp::Angling(_) => Err(DealError::Kind),
        }
    }

    /// The set-up if it is for Fish 'n' Flip, in either form.
    ///
    /// # Errors
    /// [`DealError::Kind`] if this is the set-up of another game.
    pub fn flip(&self) -> Result<&FlipSetUp, DealError> {
        match self {
            AnySetUp::Floe(_) | AnySetUp::Angling(_) => Err(DealError::Kind),
            AnySetUp::Flip(set_up) | AnySetUp::Contest(set_up) => Ok(set_up),
        }
    }

    /// The set-up if it is for Gone Fishing!.
    ///
    /// # Errors
    /// [`DealError::Kind`] if this is the set-up of another game.
    pub fn angling(&self) -> Result<&AnglingSetUp, DealError> {
        if let AnySetUp::Angling(set_up) = self {
            Ok(set_up)
        } else {
            Err(DealError::Kind)
        }
    }
}

impl From<SetUp> for AnySetUp {
    fn from(set_up: SetUp) -> AnySetUp {
        AnySetUp::Floe(set_up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rules_can_be_read_and_dealt() {
        for rules in GameRules::all() {
            assert_eq!(rules.to_string().parse(), Ok(rules));
            let set_up = rules.usual(rules.usual_players());
            assert_eq!(
                (set_up.rules(), set_up.players()),
                (rules, rules.usual_players())
            );
            let game = crate::AnyGame::deal(&set_up, 1).unwrap();
            assert_eq!((game.rules(), game.sides()), (rules, set_up.sides()));
            assert_eq!(game.to_string().parse(), Ok(game));
        }
    }

    #[test]
    fn unknown_rules_name_the_known_ones() {
        let error = "flap".parse::<GameRules>().unwrap_err().to_string();
        assert!(
            error.contains("special-tiles, ") && error.ends_with("angling (did you mean 'flip'?)"),
            "{error}"
        );
    }
}
