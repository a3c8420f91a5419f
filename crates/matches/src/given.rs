use floe_engine::{AnyGame, GameRules, with_game};
use floe_fish::PositionError;
use floe_game::Game;
use floe_search::without_mark;
use floe_variants::Outline;

/// Properties that a game must have; `None` allows any.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExpectedGame {
    /// The rules.
    pub rules: Option<GameRules>,
    /// Number of players.
    pub players: Option<usize>,
    /// Outline of the floe.
    pub outline: Option<Outline>,
}

/// Property of a position that differs from the expected game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{property}: expected {expected}; found {found}")]
pub struct Mismatch {
    /// The property: `rules`, `players` or `layout`.
    pub property: &'static str,
    /// The value expected.
    pub expected: String,
    /// The value found.
    pub found: String,
}

impl ExpectedGame {
    /// Checks that a position has these properties.
    ///
    /// # Errors
    /// The first difference.
    pub fn check(&self, position: &AnyGame) -> Result<(), Mismatch> {
        let name = |outline: Outline| outline.name().to_owned();
        let properties = [
            ("rules", self.rules.map(|rules| rules.to_string()), position.rules().to_string()),
            ("players", self.players.map(|players| players.to_string()), position.players().to_string()),
            ("layout", self.outline.map(name), position.outline().map_or("none".to_owned(), name)),
        ];
        for (property, expected, found) in properties {
            if let Some(expected) = expected.filter(|expected| *expected != found) {
                return Err(Mismatch { property, expected, found });
            }
        }
        Ok(())
    }
}

/// Given start positions of a match, all with the same rules and number of players; at least one.
#[derive(Clone, Debug)]
pub struct GivenFloes(pub Vec<AnyGame>);

/// Mistake in a file of start positions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GivenError {
    /// The line with this number, from 1, is not a position.
    #[error("line {0}: {1}")]
    Position(usize, PositionError),
    /// The position on this line is the view of a player, who cannot play for both.
    #[error("line {0}: expected a position with all tiles; found the view of a player, with '?'")]
    View(usize),
    /// The position on this line differs from the expected game.
    #[error("line {0}: {1}")]
    Unexpected(usize, Mismatch),
    /// The position on this line differs from the first one, on the last-named line.
    #[error("line {0}: {1}, unlike line {2}")]
    Unlike(usize, Mismatch, usize),
    /// The game on the line with this number is over.
    #[error("line {0}: expected a position to play from; the game is over")]
    Over(usize),
    /// File without positions.
    #[error("expected at least one position; found none")]
    Empty,
}

impl GivenFloes {
    /// Parses positions, one a line; `#` begins a comment.
    ///
    /// # Errors
    /// When there is no position, or a mistake in one, or one is a view, over, not of the expected game, or not like
    /// the first.
    pub fn parse(text: &str, expected: ExpectedGame) -> Result<GivenFloes, GivenError> {
        let (mut like, mut positions): (Option<(usize, ExpectedGame)>, Vec<AnyGame>) = (None, Vec::new());
        let lines =
            (1..).zip(without_mark(text).lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        for (line, text) in lines {
            let position: AnyGame = text.parse().map_err(|error| GivenError::Position(line, error))?;
            expected.check(&position).map_err(|mismatch| GivenError::Unexpected(line, mismatch))?;
            if position.is_view() {
                return Err(GivenError::View(line));
            }
            if with_game!(&position, position => position.is_over()) {
                return Err(GivenError::Over(line));
            }
            let (first, like) = like.get_or_insert_with(|| {
                let rules = Some(position.rules());
                let players = Some(position.players());
                (line, ExpectedGame { rules, players, outline: None })
            });
            like.check(&position).map_err(|mismatch| GivenError::Unlike(line, mismatch, *first))?;
            positions.push(position);
        }
        if positions.is_empty() { Err(GivenError::Empty) } else { Ok(GivenFloes(positions)) }
    }
}
