//! Game files of a page.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use floe_engine::AnyMoveError;
use floe_query::{QueryError, game_line};
use floe_study::{
    GameHeaders, GameMistake, GameTree, NoteError, TextPlace, WrittenGame, WrittenMove, plain_comment, result_header,
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

/// Move of a game with variations, and what is noted on it; what is empty may be missing.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveNode {
    /// Number of the node that the move follows, counted from 1; 0 for the position before the first move. Of several
    /// nodes with one parent the first is the main continuation, the others are variations.
    parent: usize,
    /// The move in notation.
    #[serde(rename = "move")]
    mv: String,
    /// Marks such as `!?` and `$1`, separated by blanks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    marks: String,
    /// Comments on the position after the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    /// Drawings on the position after the move: moves or arrows such as `b2-d4`, and hexes such as `e5`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    arrows: Vec<String>,
    /// Seconds left to the player after the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<f64>,
    /// Value in notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<String>,
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
            nodes: game.tree.iter().map(|(number, written)| MoveNode::new(game.tree.parent(number), written)).collect(),
            comments: game.comments,
            error: mistake.map(|mistake| with_line(&mistake)),
        }
    }
}

impl MoveNode {
    fn new(parent: usize, written: &WrittenMove) -> MoveNode {
        MoveNode {
            parent,
            mv: written.text.clone(),
            marks: written.marks().to_owned(),
            comments: written.comments().to_vec(),
            arrows: written.arrows().to_vec(),
            clock: written.clock().map(|clock| clock.as_millis() as f64 / 1000.0),
            value: written.value().map(str::to_owned),
        }
    }

    fn written(&self) -> Result<WrittenMove, NoteError> {
        let mut written = WrittenMove::new(self.mv.as_str(), TextPlace::default());
        written.add_marks(&self.marks)?;
        self.comments.iter().for_each(|comment| written.add_comment(comment));
        self.arrows.iter().try_for_each(|arrow| written.add_arrow(arrow))?;
        self.clock.map_or(Ok(()), |seconds| written.set_clock(seconds))?;
        self.value.as_deref().map_or(Ok(()), |value| written.set_value(value))?;
        Ok(written)
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
            nodes if self.moves.is_empty() => tree_of(nodes)?,
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

/// Error of the node with this number, from 1.
fn of_node(number: usize, problem: impl Display) -> QueryError {
    QueryError::of_field("nodes", format!("node {number}: {problem}"))
}

/// Reads a tree of moves, which may be illegal.
fn tree_of(nodes: &[MoveNode]) -> Result<GameTree, QueryError> {
    let mut tree = GameTree::default();
    for (number, node) in (1..).zip(nodes) {
        if node.parent >= number {
            let problem = format!("expected a parent from 0 to {}; found {}", number - 1, node.parent);
            return Err(of_node(number, problem));
        }
        tree.push(node.parent, node.written().map_err(|error| of_node(number, error))?);
    }
    Ok(tree)
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
    first.map_or(Ok(()), |(number, why)| Err(of_node(number, format!("'{}': {why}", text(number)))))
}
