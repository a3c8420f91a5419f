//! Moves of a position whose game is known only at run time.

use floe_fish::NoSuchMove;
use floe_game::{Chance, Game, NoListedMove, Notated, Player, Sampled, Veiled};
use floe_search::with_hyphens;
use rand::Rng;

use super::with_chance;
use crate::{AnyGame, AnyMove, with_game};

/// Reason why a text is no legal move of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnyMoveError {
    /// The text names no legal move of a game on a floe.
    #[error(transparent)]
    Floe(#[from] NoSuchMove),
    /// The text names no legal move or choice of a game without a floe.
    #[error(transparent)]
    Listed(#[from] NoListedMove),
}

/// Moves as values: a text is read once, and a move is written where it is printed.
impl AnyGame {
    /// Finds the legal move that a text names, in games with chance together with its outcome. The
    /// text may be in any case. It may lack its hyphens, or have dashes in their place.
    ///
    /// # Errors
    /// When the text names no legal move.
    pub fn find_move(&self, text: &str) -> Result<AnyMove, AnyMoveError> {
        let text = &*with_hyphens(text);
        with_game!(self, position => Ok(AnyMove::of(position, position.find_move(text)?)))
    }

    /// Finds the choice of the player to move that a text names: the move without its outcome in
    /// games with chance, else the legal move. The text may be in any case. It may lack its
    /// hyphens, or have dashes in their place.
    ///
    /// # Errors
    /// When the text names no legal choice.
    pub fn find_choice(&self, text: &str) -> Result<AnyMove, AnyMoveError> {
        let text = &*with_hyphens(text);
        let of_chance =
            with_chance!(self, position => AnyMove::of(position, position.find_choice(text)?));
        of_chance.map_or_else(|| self.find_move(text), Ok)
    }

    /// Choices of the player to move, once each; none when the game is over.
    ///
    /// Without chance these are the legal moves; with chance they are moves without their outcomes.
    pub fn all_choices(&self) -> Vec<AnyMove> {
        with_game!(self, position => position.choices().into_iter().map(|mv| AnyMove::of(position, mv)).collect())
    }

    /// Finds the legal moves or choices that texts name, one after the other from this position.
    /// The line ends before the first text that names none. It holds a choice as it is named, and
    /// the next text is read after the likeliest outcome of the choice.
    pub fn find_line(&self, texts: &[String]) -> Vec<AnyMove> {
        let mut position = *self;
        let mut line = Vec::new();
        for text in texts {
            let (mv, outcome) = match (position.find_move(text), position.find_choice(text)) {
                (Ok(mv), _) => (mv, mv),
                (_, Ok(choice)) => (choice, position.likeliest_outcome(choice)),
                _ => break,
            };
            line.push(mv);
            position = position.after(outcome);
        }
        line
    }

    /// `mv` itself if it is legal as it stands, else, as a choice, its likeliest outcome. Without
    /// chance this is always `mv`.
    #[must_use]
    pub fn with_likeliest_outcome(&self, mv: AnyMove) -> AnyMove {
        if self.find_move(&self.move_text(mv)).is_ok() {
            mv
        } else {
            self.likeliest_outcome(mv)
        }
    }

    /// The likeliest outcome of a choice; without chance it is the choice itself.
    #[must_use]
    pub fn likeliest_outcome(&self, choice: AnyMove) -> AnyMove {
        with_game!(self, position => AnyMove::of(position, position.likeliest_outcome(choice.in_game(position))))
    }

    /// Writes a legal move, or a choice, of this position in notation.
    pub fn move_text(&self, mv: AnyMove) -> String {
        with_game!(self, position => position.move_text(mv.in_game(position)))
    }

    /// Writes moves that follow each other from this position in notation. Choices may lack their
    /// outcomes.
    pub fn line_text(&self, line: &[AnyMove]) -> Vec<String> {
        with_game!(self, position => {
            let moves: Vec<_> = line.iter().map(|mv| mv.in_game(position)).collect();
            position.line_text(&moves)
        })
    }

    /// The position after a legal move. In games with chance the move must have its outcome.
    #[must_use]
    pub fn after(&self, mv: AnyMove) -> AnyGame {
        with_game!(self, position => position.after(mv.in_game(position)).into())
    }

    /// A legal move as this player observes it: without what stays hidden from that player, and
    /// with all that the move reveals.
    #[must_use]
    pub fn observed_by(&self, player: Player, mv: AnyMove) -> AnyMove {
        with_game!(self, position => AnyMove::of(position, position.observed(mv.in_game(position), player)))
    }

    /// The choice of which a legal move is an outcome: the move without what chance adds or what it
    /// reveals. Without chance it is the move itself.
    #[must_use]
    pub fn choice_in(&self, mv: AnyMove) -> AnyMove {
        with_game!(self, position => AnyMove::of(position, position.choice_of(mv.in_game(position))))
    }

    /// Moves that can result from a choice, once each, with probabilities that add up to 1. Without
    /// chance this is the choice alone.
    pub fn outcomes_of(&self, choice: AnyMove) -> Vec<(AnyMove, f64)> {
        let mut outcomes = Vec::new();
        with_game!(self, position => position.for_each_outcome(choice.in_game(position), |mv, probability| {
            outcomes.push((AnyMove::of(position, mv), probability));
        }));
        outcomes
    }

    /// Moves that can result from a choice at a real table, with probabilities that add up to 1.
    /// They are its [outcomes](Self::outcomes_of), with one exception. In a view that does not know
    /// the tile that the choice reveals, there is a move for each kind that the tile can have. Its
    /// probability is the share of the kind in all unseen tiles of these kinds.
    pub fn outcomes_at_table(&self, choice: AnyMove) -> Vec<(AnyMove, f64)> {
        match self {
            AnyGame::Angling(lake) if lake.has_unknown() => {
                let moves = lake.revelations(choice.in_game(lake)).into_iter();
                moves
                    .map(|(mv, probability)| (AnyMove::of(lake, mv), probability))
                    .collect()
            }
            _ => self.outcomes_of(choice),
        }
    }

    /// Draws a legal move, in games with chance together with its outcome. All legal moves have the
    /// same probability. `None` when the game is over.
    pub fn random_move(&self, rng: &mut impl Rng) -> Option<AnyMove> {
        with_game!(self, position => position.random_move(rng).map(|mv| AnyMove::of(position, mv)))
    }

    /// The outcome that a choice has in the world with this number: a number fixes all of chance
    /// for a whole game. Without chance it is the choice itself.
    #[must_use]
    pub fn outcome_in(&self, choice: AnyMove, world: u64) -> AnyMove {
        with_game!(self, position => AnyMove::of(position, position.outcome_in(choice.in_game(position), world)))
    }
}

/// Moves as texts.
impl AnyGame {
    /// Notations of [all choices](Self::all_choices) of the player to move; none when the game is
    /// over.
    pub fn choices(&self) -> Vec<String> {
        self.all_choices()
            .into_iter()
            .map(|mv| self.move_text(mv))
            .collect()
    }

    /// Changes the position by the legal move that a text names, as [`find_move`](Self::find_move)
    /// reads it. Returns the notation of the move with all that it reveals to its player.
    ///
    /// # Errors
    /// When the text names no legal move; the position is then unchanged.
    pub fn play(&mut self, text: &str) -> Result<String, AnyMoveError> {
        let mv = self.observed_by(self.last_turn(), self.find_move(text)?);
        let text = self.move_text(mv);
        *self = self.after(mv);
        Ok(text)
    }

    /// Rewrites the text of a legal move as this player observes the move: without what stays
    /// hidden from that player.
    ///
    /// # Errors
    /// When the text names no legal move.
    pub fn observed(&self, text: &str, player: Player) -> Result<String, AnyMoveError> {
        Ok(self.move_text(self.observed_by(player, self.find_move(text)?)))
    }

    /// Adds to the text of a choice its outcome in the world with this number, as
    /// [`outcome_in`](Self::outcome_in); the result is a move in notation.
    ///
    /// # Errors
    /// When the text names no legal choice.
    pub fn settle(&self, choice: &str, world: u64) -> Result<String, AnyMoveError> {
        Ok(self.move_text(self.outcome_in(self.find_choice(choice)?, world)))
    }

    /// Notations of the moves that can result from a choice, with their probabilities, as
    /// [`outcomes_of`](Self::outcomes_of).
    ///
    /// # Errors
    /// When the text names no legal choice.
    pub fn outcomes(&self, choice: &str) -> Result<Vec<(String, f64)>, AnyMoveError> {
        let outcomes = self.outcomes_of(self.find_choice(choice)?).into_iter();
        Ok(outcomes
            .map(|(mv, probability)| (self.move_text(mv), probability))
            .collect())
    }

    /// Removes from the text of a legal move what chance adds or what the move reveals; the result
    /// is a choice in notation.
    ///
    /// # Errors
    /// When the text names no legal move.
    pub fn choice_of(&self, mv: &str) -> Result<String, AnyMoveError> {
        Ok(self.move_text(self.choice_in(self.find_move(mv)?)))
    }
}
