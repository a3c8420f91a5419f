//! Hints in three steps: where to look, the move, and why.

use crate::{AnyGame, AnyMove, Evaluation};

/// Hint for the player to move, in three texts, each of which reveals more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// Place to look at, in a sentence: a penguin, a row of the floe, an action card, or a few moves.
    pub place: String,
    /// The move, in a sentence.
    pub advice: String,
    /// Reasons for the move, in sentences; at least one.
    pub reasons: Vec<String>,
    /// The move, without its outcome.
    pub choice: AnyMove,
}

/// Number of choices among which the first text leaves the best one, where it has nothing else to name.
const FEW: usize = 3;

impl AnyGame {
    /// The hint that leads to the first move of a line from this position, which an engine prefers. It reveals no more
    /// than the player to move knows. `evaluation` is that of the base game. `None` for an empty line.
    pub fn hint(&self, line: &[AnyMove], evaluation: &Evaluation) -> Option<Hint> {
        let known = self.view(self.last_turn());
        let choice = known.choice_in(*line.first()?);
        Some(Hint {
            place: known.place_of(choice),
            advice: format!("Best is: {}.", known.choice_words(choice)),
            reasons: known.reasons(line, evaluation),
            choice,
        })
    }

    /// Place to look at for a choice, in a sentence that does not name it.
    fn place_of(&self, choice: AnyMove) -> String {
        let parts = self.parts(choice);
        let is_on_floe = self.rules().floe().is_some();
        match (&parts[0].spaces[..], &parts[..]) {
            ([from], [_, _, ..]) if is_on_floe => format!("Look at the penguin on {from}."),
            ([hex], [_]) if is_on_floe => {
                let row = hex.trim_start_matches(|c: char| c.is_ascii_alphabetic());
                format!("Look at the hexes of row {row}.")
            }
            (spaces, [first, _, ..]) => {
                let words = if first.words.is_empty() { spaces.join(", ") } else { first.words.clone() };
                format!("{} Try: {words}.", first.question)
            }
            _ => self.few_choices(choice, &parts[0].question),
        }
    }

    /// A few choices with this one among them, in a sentence after the question that all answer.
    fn few_choices(&self, choice: AnyMove, question: &str) -> String {
        let choices = self.all_choices();
        let index = choices.iter().position(|&other| other == choice).unwrap_or_default();
        let few = choices.chunks(FEW).nth(index / FEW).unwrap_or_default();
        let words: Vec<String> = few.iter().map(|&other| self.choice_words(other)).collect();
        match &words[..] {
            [_] if choices.len() > 1 => format!("{question} It is the last one of the list of moves."),
            [only] => format!("There is no other move than: {only}."),
            [first @ .., last] => format!("{question} One of these: {} or {last}.", first.join("; ")),
            [] => question.to_owned(),
        }
    }
}
