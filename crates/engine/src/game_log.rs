use std::fmt;

use floe_fish::NoSuchMove;

use crate::AnyGame;

/// Game under way, with its positions, so that moves can be undone.
#[derive(Clone, Debug)]
pub struct GameLog {
    /// Positions before every move.
    history: Vec<AnyGame>,
    moves: Vec<String>,
    position: AnyGame,
    /// World that decides chance.
    world: u64,
}

impl GameLog {
    /// Begins a game with this position, in the world with this number, which decides chance.
    pub fn new(position: AnyGame, world: u64) -> GameLog {
        GameLog { history: Vec::new(), moves: Vec::new(), position, world }
    }

    /// The current position.
    pub fn position(&self) -> &AnyGame {
        &self.position
    }

    /// Plays a choice of the player to move, and returns the move with its outcome.
    ///
    /// # Errors
    /// When the choice is not legal.
    pub fn choose(&mut self, choice: &str) -> Result<String, NoSuchMove> {
        let mv = self.position.settle(choice, self.world)?;
        self.play(&mv)?;
        Ok(mv)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When the move is not legal.
    pub fn play(&mut self, mv: &str) -> Result<(), NoSuchMove> {
        let before = self.position;
        self.position.play(mv)?;
        self.history.push(before);
        self.moves.push(mv.to_owned());
        Ok(())
    }

    /// Undoes moves back to the last earlier wanted position; returns whether there is one.
    pub fn undo_to(&mut self, is_wanted: impl Fn(&AnyGame) -> bool) -> bool {
        let Some(index) = self.history.iter().rposition(is_wanted) else { return false };
        self.position = self.history[index];
        self.history.truncate(index);
        self.moves.truncate(index);
        true
    }
}

/// Writes the first position, and below it the moves, one a line.
impl fmt::Display for GameLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}", self.history.first().unwrap_or(&self.position), self.moves.join("\n"))
    }
}
