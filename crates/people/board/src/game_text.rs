//! Game files of a page.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use floe_gamefile::{GameHeaders, GameMistake, WrittenGame};
use floe_presentation::game_outcome;
use floe_query::{MoveNode, QueryError, game_line};
use floe_review::game_page;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::picture::at_most;

/// Request to read a game file.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct ReadRequest {
    text: String,
}

/// Request to write a game as a file, or as a page. The moves are a list or the nodes of a tree.
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
    /// Drawings on the first position: arrows such as `b2-d4`, and hexes such as `e5`.
    #[serde(default)]
    arrows: Vec<String>,
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
        /// Drawings on the first position.
        arrows: Vec<String>,
        /// Moves of the main line and of all variations in notation, without illegal ones and what
        /// follows them.
        nodes: Vec<MoveNode>,
        /// Outcome of the game in words; null while it lasts.
        outcome: Option<String>,
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

/// A game as a page of HTML, which holds all that it shows, `floe/page/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GamePage {
    html: String,
}

impl ReadRequest {
    /// Lists the games of the text, until `stop` is set, with all moves in notation; a game with a
    /// mistake ends before it.
    pub(crate) fn answer(self, stop: &AtomicBool) -> Result<ReadGames, QueryError> {
        let games = WrittenGame::parse_until(self.text.as_bytes(), stop).into_iter();
        let games: Vec<ReadGame> = games
            .take_while(|_| !stop.load(SeqCst))
            .map(ReadGame::new)
            .collect();
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
            Err(mistake) => {
                return ReadGame::Mistake {
                    error: with_line(&mistake),
                };
            }
        };
        let mistake = game.check().err();
        let moves = game.line_up_to_mistake().notation();
        let outcome = game_outcome(&game);
        let game = game.legal_part();
        ReadGame::Game {
            position: game.position.to_string(),
            moves,
            outcome,
            headers: game
                .headers
                .iter()
                .map(|(name, value)| [name.to_owned(), value.to_owned()])
                .collect(),
            nodes: MoveNode::all_of(&game.tree),
            arrows: game.arrows().to_vec(),
            comments: game.comments,
            error: mistake.map(|mistake| with_line(&mistake)),
        }
    }
}

fn with_line(mistake: &GameMistake) -> String {
    format!("line {}, {mistake}", mistake.place.line)
}

impl WriteRequest {
    /// Writes the game, with its rules and result, as a game file.
    pub(crate) fn answer(self) -> Result<GameText, QueryError> {
        Ok(GameText {
            text: self.game()?.to_string(),
        })
    }

    /// Writes the game as a page of HTML.
    pub(crate) fn page(self) -> Result<GamePage, QueryError> {
        Ok(GamePage {
            html: game_page(&self.game()?),
        })
    }

    fn game(self) -> Result<WrittenGame, QueryError> {
        let line = game_line(&self.position, &self.moves)?;
        let mut game = match &self.nodes[..] {
            [] => WrittenGame::of_line(&line),
            nodes if self.moves.is_empty() => MoveNode::game_of(nodes, *line.start())
                .map_err(|error| QueryError::of_field("nodes", error))?,
            _ => {
                return Err(QueryError::of_field(
                    "nodes",
                    "expected either moves or nodes; found both",
                ));
            }
        };
        game.headers = self.game_headers()?;
        self.comments
            .iter()
            .for_each(|comment| game.add_comment(comment));
        let drawn = self
            .arrows
            .iter()
            .try_for_each(|arrow| game.add_arrow(arrow));
        drawn.map_err(|error| QueryError::of_field("arrows", error))?;
        game.headers
            .set("Rules", &game.position.rules().to_string());
        game.update_result();
        Ok(game)
    }

    fn game_headers(&self) -> Result<GameHeaders, QueryError> {
        at_most(GameHeaders::MAX, "headers", self.headers.len())?;
        let mut headers = GameHeaders::default();
        for [name, value] in &self.headers {
            if !GameHeaders::is_name(name) {
                let problem =
                    format!("expected names of letters, digits, '_' and '-'; found '{name}'");
                return Err(QueryError::of_field("headers", problem));
            }
            headers.set(name, value);
        }
        Ok(headers)
    }
}
