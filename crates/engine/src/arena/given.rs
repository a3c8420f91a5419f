use floe_fish::PositionError;
use floe_hex::Layout;
use floe_variants::{Outline, Rules};

use crate::AnyGame;

/// The game that is expected, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExpectedGame {
    /// The rules.
    pub rules: Option<Rules>,
    /// The number of players.
    pub players: Option<usize>,
    /// The outline of the floe.
    pub outline: Option<Outline>,
}

/// The difference of a position from the game expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Mismatch {
    /// Other rules.
    #[error("the rules are {found}, expected {expected}")]
    Rules {
        /// Those of the position.
        found: Rules,
        /// Those expected.
        expected: Rules,
    },
    /// Another number of players.
    #[error("there are {found} players, expected {expected}")]
    Players {
        /// That of the position.
        found: usize,
        /// The one expected.
        expected: usize,
    },
    /// Another outline.
    #[error("the layout is {}, expected {}", found.name(), expected.name())]
    Outline {
        /// That of the position.
        found: Outline,
        /// The one expected.
        expected: Outline,
    },
}

impl ExpectedGame {
    /// Checks that a position is of this game.
    ///
    /// # Errors
    /// The first difference.
    pub fn check(&self, position: &AnyGame) -> Result<(), Mismatch> {
        let (rules, players, outline) = (position.rules(), position.players(), position.outline());
        if let Some(expected) = self.rules.filter(|&expected| expected != rules) {
            return Err(Mismatch::Rules { found: rules, expected });
        }
        if let Some(expected) = self.players.filter(|&expected| expected != players) {
            return Err(Mismatch::Players { found: players, expected });
        }
        match self.outline.filter(|&expected| expected != outline) {
            Some(expected) => Err(Mismatch::Outline { found: outline, expected }),
            None => Ok(()),
        }
    }
}

/// Given positions to begin with, all of the same rules and number of players.
#[derive(Clone, Debug)]
pub struct GivenFloes {
    /// The rules.
    pub rules: Rules,
    /// The number of players.
    pub players: usize,
    /// The positions.
    pub positions: Vec<AnyGame>,
}

/// The reason why a text holds no such positions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GivenError {
    /// A line is no position.
    #[error("line {line}: {error}")]
    Position {
        /// The line, from 1.
        line: usize,
        /// The mistake in it.
        error: PositionError,
    },
    /// A position is not of the game expected.
    #[error("line {line}: {mismatch}")]
    Unexpected {
        /// The line, from 1.
        line: usize,
        /// The difference.
        mismatch: Mismatch,
    },
    /// A position is not of the game of the first one.
    #[error("line {line}: {mismatch} as in line {first}")]
    Unlike {
        /// The line, from 1.
        line: usize,
        /// The line of the first position.
        first: usize,
        /// The difference.
        mismatch: Mismatch,
    },
    /// No line holds a position.
    #[error("there is no position")]
    Empty,
}

impl GivenFloes {
    /// Reads positions of the game expected, one a line; `#` begins a comment.
    ///
    /// # Errors
    /// When there is none, or one cannot be read, is not of the game expected or not like the first.
    pub fn parse(text: &str, expected: ExpectedGame) -> Result<GivenFloes, GivenError> {
        let (mut like, mut positions): (Option<(usize, ExpectedGame)>, Vec<AnyGame>) = (None, Vec::new());
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        for (line, text) in lines {
            let position: AnyGame = text.trim().parse().map_err(|error| GivenError::Position { line, error })?;
            expected.check(&position).map_err(|mismatch| GivenError::Unexpected { line, mismatch })?;
            let (first, like) = like.get_or_insert_with(|| {
                let (rules, players) = (Some(position.rules()), Some(position.players()));
                (line, ExpectedGame { rules, players, outline: None })
            });
            like.check(&position).map_err(|mismatch| GivenError::Unlike { line, first: *first, mismatch })?;
            positions.push(position);
        }
        let first = positions.first().ok_or(GivenError::Empty)?;
        Ok(GivenFloes { rules: first.rules(), players: first.players(), positions })
    }

    /// A position whose type can hold all of them.
    pub fn widest(&self) -> &AnyGame {
        self.positions.iter().find(|position| !position.is_base()).unwrap_or(&self.positions[0])
    }
}
