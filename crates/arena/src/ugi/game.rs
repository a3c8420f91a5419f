use std::fmt::Display;

use floe_game::{Game, Player, Turn};

use super::UgiError;
use super::protocol::unknown;

/// The games of an engine as the protocol sees them: positions and moves are texts.
pub trait UgiGames: Send + Sync + 'static {
    /// A position of any of the games.
    type Game: Copy + Send + Display + 'static;
    /// The reason why a text is no position or no legal move.
    type Error: Display;

    /// Returns the position that `startpos` means.
    fn start_position(&self) -> Self::Game;

    /// Returns the names of all rules, the base rules first, each with its usual number of players.
    fn rules(&self) -> Vec<(String, usize)>;

    /// Reads a position.
    ///
    /// # Errors
    /// When the text is no position.
    fn parse(&self, text: &str) -> Result<Self::Game, Self::Error>;

    /// Returns the turn, and the winners of a finished game.
    fn status(&self, game: &Self::Game) -> GameStatus;

    /// Returns all choices of the player to move.
    fn choices(&self, game: &Self::Game) -> Vec<String>;

    /// Completes a choice to a move by the chance events of the world with this number.
    ///
    /// # Errors
    /// When the choice is not legal.
    fn settle(&self, game: &Self::Game, choice: &str, world: u64) -> Result<String, Self::Error>;

    /// Makes a move.
    ///
    /// # Errors
    /// When the move is not legal.
    fn play(&self, game: &mut Self::Game, mv: &str) -> Result<(), Self::Error>;

    /// Plays random moves, at most this number of plies.
    fn random_game(&self, rules: &str, players: usize, seed: u64, plies: usize) -> RandomGame<Self::Game>;
}

/// A position and the moves that led to it.
#[derive(Clone, Debug)]
pub struct RandomGame<G> {
    /// The position before the first placement.
    pub floe: G,
    /// The moves since.
    pub moves: Vec<String>,
    /// The position after them.
    pub game: G,
}

/// The state of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameStatus {
    /// The turn.
    pub turn: Turn,
    /// The players with the best score, in turn order.
    pub leaders: Vec<Player>,
    /// Whether A and C play against B and D.
    pub teams: bool,
}

impl GameStatus {
    /// Returns the status of a position.
    pub fn new<G: Game>(game: &G, teams: bool) -> GameStatus {
        let best = Player::first(game.players()).map(|player| game.score(player)).max();
        let leaders = Player::first(game.players()).filter(|&player| Some(game.score(player)) == best).collect();
        GameStatus { turn: game.turn(), leaders, teams }
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.turn == Turn::Over
    }

    /// The result of a finished game; a team is named by its player who sits first.
    fn result(&self) -> String {
        match self.leaders[..] {
            [winner] => format!("p{}win", winner.index() + 1),
            [first, _] if self.teams => format!("p{}win", first.index() + 1),
            _ => "draw".to_owned(),
        }
    }
}

/// Answers a question about a position.
///
/// # Errors
/// When the question is unknown, or needs a position and there is none.
pub fn response<U: UgiGames>(games: &U, question: &str, game: Option<&U::Game>) -> Result<String, UgiError> {
    if question == "players" {
        return Ok("2 3 4".to_owned());
    }
    if question == "rules" {
        let names: Vec<String> = games.rules().into_iter().map(|(name, _)| name).collect();
        return Ok(names.join(" "));
    }
    let game = game.ok_or(UgiError::NoPosition)?;
    let status = games.status(game);
    Ok(match (question, status.turn) {
        ("p1turn", turn) => (turn == Turn::Of(Player::new(0))).to_string(),
        ("gameover", _) => status.is_over().to_string(),
        ("turn", Turn::Of(player)) => player.to_string(),
        ("turn", Turn::Over) | ("result", Turn::Of(_)) => "none".to_owned(),
        ("result", Turn::Over) => status.result(),
        ("position", _) => game.to_string(),
        _ => return Err(unknown("question", question, "p1turn, gameover, result, players, rules, turn, position")),
    })
}
