use std::fmt;

use floe_engine::{AnyGame, AnyMoveError};

use crate::{GameHeaders, GameMistake, TextPlace, WrittenGame, WrittenMove};

/// Game under way, with its positions, so that moves can be undone.
#[derive(Clone, Debug)]
pub struct GameLog {
    /// The first position, and those after every move.
    positions: Vec<AnyGame>,
    written: WrittenGame,
    /// World that decides chance.
    world: u64,
}

impl GameLog {
    /// Begins a game with this position, in the world with this number, which decides chance.
    pub fn new(position: AnyGame, world: u64) -> GameLog {
        let headers = GameHeaders::default();
        let comments = Vec::new();
        let moves = Vec::new();
        let written = WrittenGame { number: None, headers, comments, position, moves };
        GameLog { positions: vec![position], written, world }
    }

    /// Continues a game; headers and comments stay.
    ///
    /// # Errors
    /// At the first illegal move.
    pub fn resume(written: WrittenGame, world: u64) -> Result<GameLog, GameMistake> {
        Ok(GameLog { positions: written.positions()?, written, world })
    }

    /// The current position.
    pub fn position(&self) -> &AnyGame {
        self.positions.last().expect("a game has a first position")
    }

    /// The headers, to be changed.
    pub fn headers(&mut self) -> &mut GameHeaders {
        &mut self.written.headers
    }

    /// Plays a choice of the player to move, and returns the move with its outcome.
    ///
    /// # Errors
    /// When the choice is not legal.
    pub fn choose(&mut self, choice: &str) -> Result<String, AnyMoveError> {
        let mv = self.position().settle(choice, self.world)?;
        let mut position = *self.position();
        let mv = position.play(&mv)?;
        self.positions.push(position);
        let text = mv.clone();
        let comments = Vec::new();
        let place = TextPlace::default();
        self.written.moves.push(WrittenMove { text, comments, place });
        Ok(mv)
    }

    /// Undoes moves back to the last earlier wanted position; returns whether there is one.
    pub fn undo_to(&mut self, is_wanted: impl Fn(&AnyGame) -> bool) -> bool {
        let moves = self.written.moves.len();
        let Some(index) = self.positions[..moves].iter().rposition(is_wanted) else { return false };
        self.positions.truncate(index + 1);
        self.written.moves.truncate(index);
        true
    }
}

/// Writes the game as a game file.
impl fmt::Display for GameLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.written.fmt(f)
    }
}
