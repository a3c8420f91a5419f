use std::fmt;

use floe_engine::{AnyGame, AnyMove, AnyMoveError, GameLine, LineMove};

use crate::{GameHeaders, GameMistake, GameTree, TextPlace, WrittenGame, WrittenMove};

/// Game under way, kept as a game file. Its moves can be undone.
#[derive(Clone, Debug)]
pub struct GameLog {
    line: GameLine,
    written: WrittenGame,
    /// World that decides chance.
    world: u64,
}

impl GameLog {
    /// Begins a game with this position. All of chance is decided by the world with this number, as
    /// [`AnyGame::outcome_in`] says.
    pub fn new(position: AnyGame, world: u64) -> GameLog {
        let written = WrittenGame::new(position, GameTree::default());
        GameLog {
            line: GameLine::new(position),
            written,
            world,
        }
    }

    /// Continues a game from a file after the last move of its main line. Headers, comments and
    /// variations stay. From here on the world with this number decides all of chance, as
    /// [`AnyGame::outcome_in`] says.
    ///
    /// # Errors
    /// At the first illegal move.
    pub fn resume(written: WrittenGame, world: u64) -> Result<GameLog, GameMistake> {
        Ok(GameLog {
            line: written.line()?,
            written,
            world,
        })
    }

    /// Position after the last move.
    pub fn position(&self) -> &AnyGame {
        self.line.end()
    }

    /// All moves from the first position on.
    pub fn line(&self) -> &GameLine {
        &self.line
    }

    /// Headers of the game, to be read or changed.
    pub fn headers(&mut self) -> &mut GameHeaders {
        &mut self.written.headers
    }

    /// Plays the choice of the player to move that a text names, and returns the move with its
    /// outcome.
    ///
    /// # Errors
    /// When the text names no legal choice; the game is then unchanged.
    pub fn choose(&mut self, choice: &str) -> Result<LineMove<'_>, AnyMoveError> {
        let choice = self.line.end().find_choice(choice)?;
        Ok(self.play_move(self.line.end().outcome_in(choice, self.world)))
    }

    /// Sets the header `Result`, as [`WrittenGame::update_result`] does.
    pub fn update_result(&mut self) {
        self.written.update_result();
    }

    /// Plays a legal move, in games with chance together with its outcome, and returns it with all
    /// that it reveals. If the headers say that the game ended early, `Termination` and `Result`
    /// are removed, because the game goes on.
    pub fn play_move(&mut self, mv: AnyMove) -> LineMove<'_> {
        self.written.reopen();
        let played = self.line.play_move(mv);
        let text = played.text();
        let end = self.written.tree.main_end();
        self.written
            .tree
            .push(end, WrittenMove::new(text, TextPlace::default()));
        played
    }

    /// Undoes moves back to the last earlier position for which `is_wanted` holds, with all
    /// variations from there on, and returns true. If `is_wanted` holds for no earlier position, it
    /// undoes nothing and returns false.
    pub fn undo_to(&mut self, is_wanted: impl Fn(&AnyGame) -> bool) -> bool {
        let Some(wanted) = self.line.moves().rfind(|played| is_wanted(played.before)) else {
            return false;
        };
        let plies = wanted.number - 1;
        self.line.truncate(plies);
        let kept = plies
            .checked_sub(1)
            .and_then(|index| self.written.tree.main_line().nth(index));
        self.written.tree.truncate_after(kept.unwrap_or(0));
        true
    }
}

/// Writes the game as a game file: headers, comments, position, and the moves one a line.
impl fmt::Display for GameLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.written.fmt(f)
    }
}
