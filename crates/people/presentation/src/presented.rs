//! The face of a game: what its moves are called, and how people compose them.

use floe_engine::EngineGame;
use floe_picture::Pictured;

use crate::{ChoicePart, ToldTurn};

/// Game that is shown to people: its moves in words, and the parts of which people compose them.
pub trait Presented: EngineGame + Pictured {
    /// Next step of the player to move, as an order in a sentence: `Play an action card.` Without
    /// meaning when the game is over.
    fn task(&self) -> &'static str;

    /// A legal choice or move in words: `c3 to f3, the whale swims east to d5`, `flip row 1`.
    fn words(&self, mv: Self::Move) -> String;

    /// The outcome of chance in a move, or the tile that the move reveals, in words. Empty, as by
    /// default, if there is neither.
    fn outcome_words(&self, _mv: Self::Move) -> String {
        String::new()
    }

    /// Parts of a legal choice, in the order in which its player chooses them; at least one. The
    /// parts of a choice never begin with all parts of another choice.
    fn parts(&self, choice: Self::Move) -> Vec<ChoicePart>;

    /// Parts of an outcome of chance, in the order in which a person at a real table names them.
    /// The parts of an outcome never begin with all parts of another outcome of the same choice. By
    /// default the only part is the outcome in words.
    fn outcome_parts(&self, mv: Self::Move) -> Vec<ChoicePart> {
        let choice = self.words(self.choice_of(mv));
        let question = format!("What came after \"{choice}\"?");
        let outcome = self.outcome_words(mv);
        vec![ChoicePart::new(
            question,
            Vec::new(),
            if outcome.is_empty() { choice } else { outcome },
        )]
    }

    /// Describes a turn. `line` holds its legal moves in order, the first of them from this
    /// position; a choice without an outcome is followed by its likeliest outcome. `None` in games
    /// whose turns are single moves.
    fn turn(&self, _line: &[Self::Move]) -> Option<ToldTurn> {
        None
    }

    /// A way to do what a choice announces, in a sentence, such as a way to free as many animals as
    /// a bid says. `None` for choices that announce nothing.
    fn way(&self, _choice: Self::Move) -> Option<String> {
        None
    }

    /// Reasons for the first move of a line from this position, or for the turn that it begins, in
    /// sentences: facts that the player to move can count on the table. Empty by default: on a
    /// floe, [`Seen::reasons`](crate::Seen::reasons) compares positions instead.
    fn reasons(&self, _line: &[Self::Move]) -> Vec<String> {
        Vec::new()
    }

    /// Result of the part of the game, such as a day, that a legal move ends, in sentences; `None`
    /// if the move ends none.
    fn interim_result(&self, _mv: Self::Move) -> Option<String> {
        None
    }

    /// Sentences on what a legal move does for others and for the scores; none for most moves.
    fn news(&self, _mv: Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// Notes on the position in sentences, on what is seen only by counting: in Fish 'n' Flip
    /// groups, columns and the pile. Empty by default.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }
}
