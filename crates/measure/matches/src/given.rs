use floe_engine::{AnyGame, GameRules, with_game};
use floe_fish::PositionError;
use floe_game::Game;
use floe_search::without_mark;
use floe_variants::Outline;

/// Properties that a position must have. `None` allows any.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExpectedGame {
    /// Rules that the game must have; `None` for any.
    pub rules: Option<GameRules>,
    /// Number of players that the game must have; `None` for any.
    pub players: Option<usize>,
    /// Outline that the floe must have; `None` for any. Games without a floe have no outline, and
    /// fit only `None`.
    pub outline: Option<Outline>,
}

/// Property of a position that is not the expected one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{property}: expected {expected}; found {found}")]
pub struct Mismatch {
    /// Name of the property: `rules`, `players` or `layout`.
    pub property: &'static str,
    /// Value that was expected, as text.
    pub expected: String,
    /// Value that the position has, as text.
    pub found: String,
}

impl ExpectedGame {
    /// Checks that a position has these properties.
    ///
    /// # Errors
    /// At the first property that it does not have.
    pub fn check(&self, position: &AnyGame) -> Result<(), Mismatch> {
        let name = |outline: Outline| outline.name().to_owned();
        let properties = [
            (
                "rules",
                self.rules.map(|rules| rules.to_string()),
                position.rules().to_string(),
            ),
            (
                "players",
                self.players.map(|players| players.to_string()),
                position.players().to_string(),
            ),
            (
                "layout",
                self.outline.map(name),
                position.outline().map_or("none".to_owned(), name),
            ),
        ];
        for (property, expected, found) in properties {
            if let Some(expected) = expected.filter(|expected| *expected != found) {
                return Err(Mismatch {
                    property,
                    expected,
                    found,
                });
            }
        }
        Ok(())
    }
}

/// Start positions of a match that are given, not dealt: at least one, all with the same rules and
/// number of players.
#[derive(Clone, Debug)]
pub struct GivenFloes(pub Vec<AnyGame>);

/// Mistake in a file of start positions. Numbers of lines count from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GivenError {
    /// The line with this number is not a position.
    #[error("line {0}: {1}")]
    Position(usize, PositionError),
    /// The line with this number is the view of a player, which does not say enough for the other
    /// players.
    #[error("line {0}: expected a position with all tiles; found the view of a player, with '?'")]
    View(usize),
    /// The position on the line with this number is not of the expected game.
    #[error("line {0}: {1}")]
    Unexpected(usize, Mismatch),
    /// The positions on two lines, by their numbers, are not of the same game. The second number is
    /// the line of the first position of the file.
    #[error("line {0}: {1}, unlike line {2}")]
    Unlike(usize, Mismatch, usize),
    /// The game is over in the position on the line with this number.
    #[error("line {0}: expected a position to play from; the game is over")]
    Over(usize),
    /// The file has no positions.
    #[error("expected at least one position; found none")]
    Empty,
}

impl GivenFloes {
    /// Parses start positions, one a line; empty lines and lines that begin with `#` are skipped.
    /// All must be of the `expected` game.
    ///
    /// # Errors
    /// When there is no position, or at the first line that is no position, is a view, is over, or
    /// is not of the expected game or of the first position's game.
    pub fn parse(text: &str, expected: ExpectedGame) -> Result<GivenFloes, GivenError> {
        let (mut like, mut positions): (Option<(usize, ExpectedGame)>, Vec<AnyGame>) =
            (None, Vec::new());
        let lines = (1..)
            .zip(without_mark(text).lines())
            .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        for (line, text) in lines {
            let position: AnyGame = text
                .parse()
                .map_err(|error| GivenError::Position(line, error))?;
            expected
                .check(&position)
                .map_err(|mismatch| GivenError::Unexpected(line, mismatch))?;
            if position.is_view() {
                return Err(GivenError::View(line));
            }
            if with_game!(&position, position => position.is_over()) {
                return Err(GivenError::Over(line));
            }
            let (first, like) = like.get_or_insert_with(|| {
                let rules = Some(position.rules());
                let players = Some(position.players());
                (
                    line,
                    ExpectedGame {
                        rules,
                        players,
                        outline: None,
                    },
                )
            });
            like.check(&position)
                .map_err(|mismatch| GivenError::Unlike(line, mismatch, *first))?;
            positions.push(position);
        }
        if positions.is_empty() {
            Err(GivenError::Empty)
        } else {
            Ok(GivenFloes(positions))
        }
    }
}
