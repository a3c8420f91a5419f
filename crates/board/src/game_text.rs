//! Game files of a page.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use floe_engine::AnyMoveError;
use floe_query::{MoveNode, QueryError, game_line};
use floe_study::{
    GameHeaders, GameMistake, GameTree, TextPlace, WrittenGame, WrittenMove, plain_comment, result_header,
};
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

/// Request to write a game as a file. The moves are a list or the nodes of a tree.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct WriteRequest {
    position: String,
    /// Moves of a game without variations.
    #[serde(default)]
    moves: Vec<String>,
    /// Headers, name and value.
    #[serde(default)]
    headers: Vec<[String; 2]>,
    /// Comments on the whole game.
    #[serde(default)]
    comments: Vec<String>,
    /// Moves of a game with variations.
    #[serde(default)]
    nodes: Vec<MoveNode>,
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
        /// Moves of the main line in notation, up to the first mistake.
        moves: Vec<String>,
        /// Headers, name and value.
        headers: Vec<[String; 2]>,
        /// Comments on the whole game.
        comments: Vec<String>,
        /// Moves of the main line and of all variations in notation, without illegal ones and what follows them.
        nodes: Vec<MoveNode>,
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
        let mistake = game.check().err();
        let moves = game.line_up_to_mistake().notation();
        let game = game.legal_part();
        ReadGame::Game {
            position: game.position.to_string(),
            moves,
            headers: game.headers.iter().map(|(name, value)| [name.to_owned(), value.to_owned()]).collect(),
            nodes: MoveNode::all_of(&game.tree),
            comments: game.comments,
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
        let headers = self.game_headers()?;
        let comments = self.comments.iter().map(|comment| plain_comment(comment));
        let comments = comments.filter(|comment| !comment.is_empty()).collect();
        let tree = match &self.nodes[..] {
            [] => GameTree::of_line(line.notation().into_iter().map(|mv| WrittenMove::new(mv, TextPlace::default()))),
            nodes if self.moves.is_empty() => MoveNode::tree_of(nodes).map_err(of_node)?,
            _ => return Err(QueryError::of_field("nodes", "expected either moves or nodes; found both")),
        };
        let mut game = WrittenGame { number: None, headers, comments, position: *line.start(), tree }.with_notation();
        expect_legal(&game)?;
        game.headers.set("Rules", &game.position.rules().to_string());
        let result = result_header(game.line_up_to_mistake().end());
        game.headers.set("Result", &result);
        Ok(GameText { text: game.to_string() })
    }

    fn game_headers(&self) -> Result<GameHeaders, QueryError> {
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
        Ok(headers)
    }
}

/// Error of a node.
fn of_node(problem: impl Display) -> QueryError {
    QueryError::of_field("nodes", problem)
}

/// Checks that all moves of the tree of a request are legal.
fn expect_legal(game: &WrittenGame) -> Result<(), QueryError> {
    let mut first: Option<(usize, AnyMoveError)> = None;
    game.play_all(|number, played| {
        if let Err(illegal) = played
            && first.as_ref().is_none_or(|(other, _)| number < *other)
        {
            first = Some((number, illegal.why));
        }
    });
    let text = |number| &game.tree.get(number).text;
    first.map_or(Ok(()), |(number, why)| Err(of_node(format!("node {number}: '{}': {why}", text(number)))))
}
