use std::fmt;

use floe_fish::NoSuchMove;

use crate::AnyGame;

/// Game under way, with its positions, so that moves can be undone.
#[derive(Clone, Debug)]
pub struct GameLog {
    /// The first position, and those after every move.
    positions: Vec<AnyGame>,
    moves: Vec<String>,
    /// World that decides chance.
    world: u64,
}

impl GameLog {
    /// Begins a game with this position, in the world with this number, which decides chance.
    pub fn new(position: AnyGame, world: u64) -> GameLog {
        GameLog { positions: vec![position], moves: Vec::new(), world }
    }

    /// The current position.
    pub fn position(&self) -> &AnyGame {
        &self.positions[self.moves.len()]
    }

    /// Plays a choice of the player to move, and returns the move with its outcome.
    ///
    /// # Errors
    /// When the choice is not legal.
    pub fn choose(&mut self, choice: &str) -> Result<String, NoSuchMove> {
        let mv = self.position().settle(choice, self.world)?;
        self.play(&mv)
    }

    /// Plays a move, and returns its notation.
    ///
    /// # Errors
    /// When the move is not legal.
    pub fn play(&mut self, mv: &str) -> Result<String, NoSuchMove> {
        let mut position = *self.position();
        let mv = position.play(mv)?;
        self.positions.push(position);
        self.moves.push(mv.clone());
        Ok(mv)
    }

    /// Undoes moves back to the last earlier wanted position; returns whether there is one.
    pub fn undo_to(&mut self, is_wanted: impl Fn(&AnyGame) -> bool) -> bool {
        let Some(index) = self.positions[..self.moves.len()].iter().rposition(is_wanted) else { return false };
        self.positions.truncate(index + 1);
        self.moves.truncate(index);
        true
    }
}

/// Writes the first position, and below it the moves, one a line.
impl fmt::Display for GameLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}", self.positions[0], self.moves.join("\n"))
    }
}
