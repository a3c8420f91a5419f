//! Game files of a page.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use floe_engine::GameLine;
use floe_query::{QueryError, QueryErrorKind, position_after};
use floe_study::{GameHeaders, TextPlace, WrittenGame, WrittenMove, result_header};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::picture::at_most;

/// Maximum number of headers of a game.
const MAX_HEADERS: usize = 100;

/// Request to read a game file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadRequest {
    text: String,
}

/// Request to write a game as a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WriteRequest {
    position: String,
    moves: Vec<String>,
    /// Headers, name and value.
    #[serde(default)]
    headers: Vec<[String; 2]>,
}

impl ReadRequest {
    /// Lists the games of the text, until `stop` is set, with all moves in notation; a game with a mistake ends before
    /// it.
    pub(crate) fn answer(self, stop: &AtomicBool) -> Result<Value, QueryError> {
        let games = WrittenGame::parse_all(self.text.as_bytes()).into_iter();
        let games: Vec<Value> = games.take_while(|_| !stop.load(SeqCst)).map(read).collect();
        if let [only] = games.as_slice()
            && only["position"].is_null()
        {
            let message = only["error"].as_str().unwrap_or_default();
            return Err(QueryError {
                field: Some("text".to_owned()),
                ..QueryError::new(QueryErrorKind::Field, message)
            });
        }
        Ok(json!({"schema": "floe/games/1", "games": games}))
    }
}

fn read(game: Result<WrittenGame, floe_study::GameMistake>) -> Value {
    let game = match game {
        Ok(game) => game,
        Err(mistake) => return json!({"error": format!("line {}, {mistake}", mistake.place.line)}),
    };
    let mut position = game.position;
    let mut moves = Vec::new();
    let mut error = None;
    for (number, written) in (1..).zip(&game.moves) {
        match position.play(&written.text) {
            Ok(mv) => moves.push(mv),
            Err(why) => {
                let mistake = written.illegal(number, &why);
                error = Some(format!("line {}, {mistake}", mistake.place.line));
                break;
            }
        }
    }
    let headers: Vec<[&str; 2]> = game.headers.iter().map(|(name, value)| [name, value]).collect();
    json!({"position": game.position.to_string(), "moves": moves, "headers": headers, "error": error})
}

impl WriteRequest {
    /// Writes the game, with its rules and result.
    pub(crate) fn answer(self) -> Result<Value, QueryError> {
        let position = position_after(&self.position, &[])?;
        let line = GameLine::replay(position, &self.moves)?;
        let moves = line.notation();
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
        headers.set("Rules", &position.rules().to_string());
        headers.set("Result", &result_header(line.end()));
        let written = |text: String| WrittenMove { text, comments: Vec::new(), place: TextPlace::default() };
        let moves = moves.into_iter().map(written).collect();
        let game = WrittenGame { number: None, headers, comments: Vec::new(), position, moves };
        Ok(json!({"schema": "floe/game/1", "text": game.to_string()}))
    }
}
