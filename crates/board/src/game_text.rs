//! Game files of a page.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use floe_engine::GameLine;
use floe_query::{QueryError, game_line};
use floe_study::{GameHeaders, GameMistake, TextPlace, WrittenGame, WrittenMove, result_header};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::picture::at_most;

/// Maximum number of headers of a game.
const MAX_HEADERS: usize = 100;

/// Request to read a game file.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct ReadRequest {
    text: String,
}

/// Request to write a game as a file.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct WriteRequest {
    position: String,
    moves: Vec<String>,
    /// Headers, name and value.
    #[serde(default)]
    headers: Vec<[String; 2]>,
}

/// Games of a text, `floe/games/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReadGames {
    games: Vec<ReadGame>,
}

/// Game of a text, or the mistake in place of one.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum ReadGame {
    Game {
        /// Position before the first move.
        position: String,
        /// Moves in notation, up to the first mistake.
        moves: Vec<String>,
        /// Headers, name and value.
        headers: Vec<[String; 2]>,
        /// First illegal move, with its line; null if all are legal.
        error: Option<String>,
    },
    Mistake {
        /// Reason why this is no game, with the line.
        error: String,
    },
}

/// A game as a file, `floe/game/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GameText {
    text: String,
}

impl ReadRequest {
    /// Lists the games of the text, until `stop` is set, with all moves in notation; a game with a mistake ends before
    /// it.
    pub(crate) fn answer(self, stop: &AtomicBool) -> Result<ReadGames, QueryError> {
        let games = WrittenGame::parse_all(self.text.as_bytes()).into_iter();
        let games: Vec<ReadGame> = games.take_while(|_| !stop.load(SeqCst)).map(ReadGame::new).collect();
        if let [ReadGame::Mistake { error }] = &games[..] {
            return Err(QueryError::of_field("text", error));
        }
        Ok(ReadGames { games })
    }
}

impl ReadGame {
    fn new(game: Result<WrittenGame, GameMistake>) -> ReadGame {
        let game = match game {
            Ok(game) => game,
            Err(mistake) => return ReadGame::Mistake { error: with_line(&mistake) },
        };
        let mut line = GameLine::new(game.position);
        let mistake = (1..)
            .zip(&game.moves)
            .find_map(|(number, written)| line.play(&written.text).err().map(|why| written.illegal(number, &why)));
        ReadGame::Game {
            position: game.position.to_string(),
            moves: line.notation(),
            headers: game.headers.iter().map(|(name, value)| [name.to_owned(), value.to_owned()]).collect(),
            error: mistake.map(|mistake| with_line(&mistake)),
        }
    }
}

fn with_line(mistake: &GameMistake) -> String {
    format!("line {}, {mistake}", mistake.place.line)
}

impl WriteRequest {
    /// Writes the game, with its rules and result.
    pub(crate) fn answer(self) -> Result<GameText, QueryError> {
        let line = game_line(&self.position, &self.moves)?;
        at_most(MAX_HEADERS, "headers", self.headers.len())?;
        let mut headers = GameHeaders::default();
        for [name, value] in &self.headers {
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            if name.is_empty() || !name.chars().all(is_name) {
                let problem = format!("expected names of letters, digits, '_' and '-'; found '{name}'");
                return Err(QueryError::of_field("headers", problem));
            }
            headers.set(name, value);
        }
        headers.set("Rules", &line.start().rules().to_string());
        headers.set("Result", &result_header(line.end()));
        let written = |text: String| WrittenMove { text, comments: Vec::new(), place: TextPlace::default() };
        let moves = line.notation().into_iter().map(written).collect();
        let game = WrittenGame { number: None, headers, comments: Vec::new(), position: *line.start(), moves };
        Ok(GameText { text: game.to_string() })
    }
}
