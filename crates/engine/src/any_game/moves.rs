//! Moves of a position whose game is known only at run time.

use floe_fish::NoSuchMove;
use floe_game::{Chance, Game, NoListedMove, Notated, Player, Sampled, Veiled};
use rand::Rng;

use super::with_chance;
use crate::{Analysis, AnyGame, AnyMove, with_game};

/// Reason why a text is no legal move of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnyMoveError {
    /// Error of a game on a floe.
    #[error(transparent)]
    Floe(#[from] NoSuchMove),
    /// Error of a game without a floe.
    #[error(transparent)]
    Listed(#[from] NoListedMove),
}

/// Moves as values: a text is read once, and a move is written where it is printed.
impl AnyGame {
    /// Finds the legal move that a text names, with its outcome in games with chance. People may write it in any case,
    /// and without `-`.
    ///
    /// # Errors
    /// When the text names no legal move.
    pub fn find_move(&self, text: &str) -> Result<AnyMove, AnyMoveError> {
        with_game!(self, position => Ok(AnyMove::of(position, position.find_move(text)?)))
    }

    /// Finds the choice of the player to move that a text names, spelled as people type it. Without chance choices are
    /// the legal moves.
    ///
    /// # Errors
    /// When the text names no choice.
    pub fn find_choice(&self, text: &str) -> Result<AnyMove, AnyMoveError> {
        let of_chance = with_chance!(self, position => AnyMove::of(position, position.find_choice(text)?));
        of_chance.map_or_else(|| self.find_move(text), Ok)
    }

    /// Choices of the player to move, once each; none when the game is over.
    ///
    /// Without chance these are the legal moves; with chance they lack the outcome.
    pub fn all_choices(&self) -> Vec<AnyMove> {
        with_game!(self, position => position.choices().into_iter().map(|mv| AnyMove::of(position, mv)).collect())
    }

    /// The only choice in a step of a game without a floe; `None` if there are several or none, and on a floe.
    pub fn only_choice(&self) -> Option<AnyMove> {
        let choices = if self.rules().floe().is_none() { self.all_choices() } else { Vec::new() };
        if let [only] = choices[..] { Some(only) } else { None }
    }

    /// Writes a legal move, or a choice, in notation.
    pub fn move_text(&self, mv: AnyMove) -> String {
        with_game!(self, position => position.move_text(mv.in_game(position)))
    }

    /// Writes moves that follow each other, where choices may lack their outcomes.
    pub fn line_text(&self, line: &[AnyMove]) -> Vec<String> {
        with_game!(self, position => {
            let moves: Vec<_> = line.iter().map(|mv| mv.in_game(position)).collect();
            position.line_text(&moves)
        })
    }

    /// Writes the moves of an analysis of this position.
    pub fn in_notation(&self, analysis: &Analysis<AnyMove>) -> Analysis<String> {
        analysis.clone().map_lines(|moves| self.line_text(moves))
    }

    /// The position after a legal move, with its outcome in games with chance.
    #[must_use]
    pub fn after(&self, mv: AnyMove) -> AnyGame {
        with_game!(self, position => position.after(mv.in_game(position)).into())
    }

    /// A legal move as a player observes it: without what stays hidden from that player, and with all that it reveals.
    #[must_use]
    pub fn observed_by(&self, player: Player, mv: AnyMove) -> AnyMove {
        with_game!(self, position => AnyMove::of(position, position.observed(mv.in_game(position), player)))
    }

    /// The choice of which a legal move is an outcome: without what chance adds or the move reveals.
    #[must_use]
    pub fn choice_in(&self, mv: AnyMove) -> AnyMove {
        with_game!(self, position => AnyMove::of(position, position.choice_of(mv.in_game(position))))
    }

    /// Moves that can result from a choice, with their probabilities; without chance the choice itself.
    pub fn outcomes_of(&self, choice: AnyMove) -> Vec<(AnyMove, f64)> {
        let mut outcomes = Vec::new();
        with_game!(self, position => position.for_each_outcome(choice.in_game(position), |mv, probability| {
            outcomes.push((AnyMove::of(position, mv), probability));
        }));
        outcomes
    }

    /// Draws a legal move with its outcome; `None` when the game is over.
    pub fn random_move(&self, rng: &mut impl Rng) -> Option<AnyMove> {
        with_game!(self, position => position.random_move(rng).map(|mv| AnyMove::of(position, mv)))
    }

    /// The outcome of a choice in the world with this number, in which all of chance is decided from the beginning;
    /// without chance the choice itself.
    #[must_use]
    pub fn outcome_in(&self, choice: AnyMove, world: u64) -> AnyMove {
        with_game!(self, position => AnyMove::of(position, position.outcome_in(choice.in_game(position), world)))
    }
}

/// Moves as texts.
impl AnyGame {
    /// [All choices](Self::all_choices) in notation.
    pub fn choices(&self) -> Vec<String> {
        self.all_choices().into_iter().map(|mv| self.move_text(mv)).collect()
    }

    /// Plays a legal move, with its outcome in games with chance, and returns its notation with all that it reveals.
    /// The move may be written as people type it: in any case, and without `-`.
    ///
    /// # Errors
    /// When the move is not legal.
    pub fn play(&mut self, text: &str) -> Result<String, AnyMoveError> {
        let mv = self.observed_by(self.last_turn(), self.find_move(text)?);
        let text = self.move_text(mv);
        *self = self.after(mv);
        Ok(text)
    }

    /// Writes a legal move as a player observes it: without what stays hidden from that player.
    ///
    /// # Errors
    /// When the move is not legal.
    pub fn observed(&self, text: &str, player: Player) -> Result<String, AnyMoveError> {
        Ok(self.move_text(self.observed_by(player, self.find_move(text)?)))
    }

    /// Writes a choice of the player to move in notation, of any spelling that is read.
    ///
    /// # Errors
    /// When the choice is not legal.
    pub fn choice_text(&self, text: &str) -> Result<String, AnyMoveError> {
        Ok(self.move_text(self.find_choice(text)?))
    }

    /// Adds to a choice the outcome in the world with this number, in which all of chance is decided from the
    /// beginning.
    ///
    /// # Errors
    /// When the choice is not legal.
    pub fn settle(&self, choice: &str, world: u64) -> Result<String, AnyMoveError> {
        Ok(self.move_text(self.outcome_in(self.find_choice(choice)?, world)))
    }

    /// Moves that can result from a choice, with their probabilities.
    ///
    /// # Errors
    /// When the choice is not legal.
    pub fn outcomes(&self, choice: &str) -> Result<Vec<(String, f64)>, AnyMoveError> {
        let outcomes = self.outcomes_of(self.find_choice(choice)?).into_iter();
        Ok(outcomes.map(|(mv, probability)| (self.move_text(mv), probability)).collect())
    }

    /// The choice of which a move is an outcome, in notation: without what chance adds or the move reveals.
    ///
    /// # Errors
    /// When the move is not legal.
    pub fn choice_of(&self, mv: &str) -> Result<String, AnyMoveError> {
        Ok(self.move_text(self.choice_in(self.find_move(mv)?)))
    }
}
