//! Game files: headers, a position and moves, with variations, marks and comments; any number of
//! games in a file.
//!
//! ```text
//! [Event "Club evening"]
//! [A "Anna"]
//! # Comments before the first move belong to the game,
//! 1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4
//! d4! # and all others to the move before them.
//! c2 {They may stand in braces, too.}
//! (c6 d5 {[%clock 0:04:12]}) # A variation replaces the move before it.
//! ```

use std::fmt::{self, Write};

use floe_engine::{AnyGame, GameLine, LineMove, MoveListError};
use floe_game::Player;

use crate::game_tree::Visit;
use crate::written_move::{drawings, is_drawing, plain, plain_comment, without_commands};
use crate::{GameMistake, GameTree, NoteError, TextPlace, WrittenMove};

/// Game as it stands in a game file. The position is legal, but its moves may be illegal.
#[derive(Clone, Debug)]
pub struct WrittenGame {
    /// Number of the game if its file holds several, from 0: in match records its index in the
    /// match, else its place in the file. `None` for a file of one game, and before the file is
    /// known.
    pub number: Option<u64>,
    /// Headers of the game, such as the names of its players.
    pub headers: GameHeaders,
    /// Comments on the whole game: those before its first move, in order.
    pub comments: Vec<String>,
    /// Drawings on the position before the first move: arrows such as `b2-d4`, and single hexes.
    arrows: Vec<String>,
    /// Position before the first move.
    pub position: AnyGame,
    /// Moves of the game, with variations. Readers that want a list of moves use
    /// [`main_line`](Self::main_line).
    pub tree: GameTree,
}

/// Headers of a game: names and values, in the order of the file. Each name occurs once.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameHeaders(Vec<(String, String)>);

impl WrittenGame {
    /// Game with the moves of a line, without headers and comments.
    pub fn of_line(line: &GameLine) -> WrittenGame {
        let moves = line
            .notation()
            .into_iter()
            .map(|mv| WrittenMove::new(mv, TextPlace::default()));
        let tree = GameTree::of_line(moves);
        WrittenGame::new(*line.start(), tree)
    }

    /// Game with these moves from a position, without headers and notes on the whole game.
    pub fn new(position: AnyGame, tree: GameTree) -> WrittenGame {
        WrittenGame {
            number: None,
            headers: GameHeaders::default(),
            comments: Vec::new(),
            arrows: Vec::new(),
            position,
            tree,
        }
    }

    /// Adds a comment on the whole game. Characters that are not printable on one line become
    /// spaces; commands at its beginning and its end that draw, such as `[%draw b2-d4]`, become
    /// drawings of the first position; an empty comment is dropped.
    pub fn add_comment(&mut self, text: &str) {
        let text = plain_comment(text);
        let rest = without_commands(&text, |name, arguments| {
            let drawn = drawings(name, arguments);
            let is_drawn = drawn.is_some();
            self.arrows.extend(drawn.into_iter().flatten());
            is_drawn
        });
        self.comments
            .extend(Some(rest.to_owned()).filter(|comment| !comment.is_empty()));
    }

    /// Drawings on the position before the first move: arrows such as `b2-d4`, and single hexes.
    pub fn arrows(&self) -> &[String] {
        &self.arrows
    }

    /// Adds a drawing on the position before the first move.
    ///
    /// # Errors
    /// When the text is empty, or holds blanks, brackets, braces or characters that are not ASCII.
    pub fn add_arrow(&mut self, text: &str) -> Result<(), NoteError> {
        if !is_drawing(text) {
            return Err(NoteError::Arrow(text.to_owned()));
        }
        self.arrows.push(text.to_owned());
        Ok(())
    }

    /// Texts of the comments that a file has above the position: those on the whole game, and the
    /// command for the drawings on its first position.
    pub fn written_comments(&self) -> impl Iterator<Item = String> {
        let drawn =
            Some(format!("[%draw {}]", self.arrows.join(" "))).filter(|_| !self.arrows.is_empty());
        self.comments.iter().cloned().chain(drawn)
    }

    /// Moves of the main line, in order.
    pub fn main_line(&self) -> impl Iterator<Item = &WrittenMove> {
        self.tree.main_line().map(|number| self.tree.get(number))
    }

    /// The game with its moves rewritten in notation. In each line, the first illegal move and all
    /// that follow it stay as they are.
    #[must_use]
    pub fn with_notation(mut self) -> WrittenGame {
        let mut texts = Vec::with_capacity(self.tree.len());
        self.play_all(|number, played| {
            if let Ok(played) = played {
                texts.push((number, played.text()));
            }
        });
        for (number, text) in texts {
            self.tree.get_mut(number).text = text;
        }
        self
    }

    /// Name of a player: the value of the header with the player's letter, or else the letter.
    pub fn player_name(&self, player: Player) -> String {
        let letter = player.to_string();
        self.headers.get(&letter).map_or(letter, str::to_owned)
    }

    /// Title of the game: the value of the header `Name`, or else the names of the players, as in
    /// `Anna – Ben`. `None` if no header names the game or a player.
    pub fn own_title(&self) -> Option<String> {
        self.headers
            .get("Name")
            .map(str::to_owned)
            .or_else(|| self.players_in_words())
    }

    /// Names of the players; `None` if no header names any.
    fn players_in_words(&self) -> Option<String> {
        let players = Player::first(self.position.players());
        let has_names = players
            .clone()
            .any(|player| self.headers.get(&player.to_string()).is_some());
        has_names.then(|| {
            players
                .map(|player| self.player_name(player))
                .collect::<Vec<_>>()
                .join(" – ")
        })
    }

    /// Plays the moves of the main line from the position.
    ///
    /// # Errors
    /// At the first illegal move.
    pub fn line(&self) -> Result<GameLine, GameMistake> {
        let mut line = GameLine::new(self.position);
        for (ply, written) in (1..).zip(self.main_line()) {
            line.play(&written.text)
                .map_err(|why| written.illegal(ply, &why))?;
        }
        Ok(line)
    }

    /// Plays the moves of the main line from the position, up to the first illegal one.
    pub fn line_up_to_mistake(&self) -> GameLine {
        let mut line = GameLine::new(self.position);
        for written in self.main_line() {
            if line.play(&written.text).is_err() {
                break;
            }
        }
        line
    }

    /// Plays all moves of the tree, depth first and main continuations before variations. Calls
    /// `visit` with the number of each move in the tree, and with the move as it is played, or the
    /// error of an illegal move. Moves that follow an illegal one are left out.
    pub fn play_all(&self, mut visit: impl FnMut(usize, Result<LineMove<'_>, MoveListError>)) {
        let mut line = GameLine::new(self.position);
        self.tree.visit(|Visit { number, ply }| {
            line.truncate(ply - 1);
            let text = &self.tree.get(number).text;
            let played = line.play(text).map_err(|why| MoveListError {
                number: ply,
                text: text.clone(),
                why,
            });
            let is_legal = played.is_ok();
            visit(number, played);
            is_legal
        });
    }

    /// Checks that all moves of the main line and of all variations are legal.
    ///
    /// # Errors
    /// At the illegal move that comes first in the file.
    pub fn check(&self) -> Result<(), GameMistake> {
        let mut mistakes = Vec::new();
        self.play_all(|number, played| {
            if let Err(illegal) = played {
                mistakes.push(self.tree.get(number).illegal(illegal.number, &illegal.why));
            }
        });
        // Of mistakes in one place the first counts.
        match mistakes
            .into_iter()
            .min_by_key(|mistake| (mistake.place.line, mistake.place.column))
        {
            Some(mistake) => Err(mistake),
            None => Ok(()),
        }
    }

    /// The game without its illegal moves and all that follows them.
    #[must_use]
    pub fn legal_part(mut self) -> WrittenGame {
        let mut is_legal = vec![false; self.tree.len() + 1];
        self.play_all(|number, played| is_legal[number] = played.is_ok());
        self.tree.retain(|number| is_legal[number]);
        self
    }
}

/// Writes the headers, the comments and the position, and below them the moves, one a line, with
/// their variations.
impl fmt::Display for WrittenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.headers)?;
        self.written_comments()
            .try_for_each(|comment| writeln!(f, "# {comment}"))?;
        writeln!(f, "{}", self.position)?;
        write!(f, "{}", self.tree)
    }
}

impl GameHeaders {
    /// Maximum number of headers of a game. Readers refuse more; [`set`](Self::set) does not.
    pub const MAX: usize = 100;

    /// Whether a text can be the name of a header: one or more ASCII letters, digits, `_` and `-`.
    pub fn is_name(name: &str) -> bool {
        !name.is_empty()
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
    }

    /// Value of the header with this name; `None` if the game has none.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|&(other, _)| other == name)
            .map(|(_, value)| value)
    }

    /// Sets the value of the header with this name, and adds a missing header as the last.
    /// Characters of the value that are not printable become spaces. The name is not checked:
    /// [`is_name`](Self::is_name) does that.
    pub fn set(&mut self, name: &str, value: &str) {
        let value = plain(value);
        match self.0.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    /// Removes the header with this name, if there is one.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(other, _)| other != name);
    }

    /// Names and values of all headers, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }

    /// Number of headers.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the game has no headers.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Writes the headers, one a line.
impl fmt::Display for GameHeaders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.iter() {
            write!(f, "[{name} \"")?;
            for c in value.chars() {
                if matches!(c, '"' | '\\') {
                    f.write_char('\\')?;
                }
                f.write_char(c)?;
            }
            f.write_str("\"]\n")?;
        }
        Ok(())
    }
}
