use std::fmt;

use floe_fish::NoSuchMove;

use crate::AnyGame;

/// A game under way, with all its positions, so that moves can be taken back.
#[derive(Clone, Debug)]
pub struct GameLog {
    /// The positions before every move.
    history: Vec<AnyGame>,
    moves: Vec<String>,
    position: AnyGame,
    /// Settles what chance will decide.
    world: u64,
}

impl GameLog {
    /// A game that begins with this position; chance decides as it does in the world with this number.
    pub fn new(position: AnyGame, world: u64) -> GameLog {
        GameLog { history: Vec::new(), moves: Vec::new(), position, world }
    }

    /// The position now.
    pub fn position(&self) -> &AnyGame {
        &self.position
    }

    /// Plays a choice of the player to move, and returns the move that came of it.
    ///
    /// # Errors
    /// Why it is no legal choice, and what could be chosen instead.
    pub fn choose(&mut self, choice: &str) -> Result<String, NoSuchMove> {
        let mv = self.position.settle(choice, self.world)?;
        self.play(&mv)?;
        Ok(mv)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Why it is no legal move, and what could be played instead.
    pub fn play(&mut self, mv: &str) -> Result<(), NoSuchMove> {
        let before = self.position;
        self.position.play(mv)?;
        self.history.push(before);
        self.moves.push(mv.to_owned());
        Ok(())
    }

    /// Goes back to the last earlier position for which this holds; whether there is one.
    pub fn undo_to(&mut self, is_wanted: impl Fn(&AnyGame) -> bool) -> bool {
        let Some(index) = self.history.iter().rposition(is_wanted) else { return false };
        self.position = self.history[index];
        self.history.truncate(index);
        self.moves.truncate(index);
        true
    }
}

/// The first position, and below it the moves, one a line.
impl fmt::Display for GameLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}", self.history.first().unwrap_or(&self.position), self.moves.join("\n"))
    }
}
