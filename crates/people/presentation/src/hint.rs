//! Hints in three steps: where to look, the move, and why.

use floe_engine::{AnyMove, Evaluation};

use crate::{ChoicePart, Seen};

/// Hint for the player to move, in three texts, each of which reveals more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// Place to look at, in a sentence: a penguin, a row of the floe, an action card, or a few
    /// moves.
    pub place: String,
    /// Names of the spaces of the place, to be marked on the board. Empty where the choice is not
    /// about a place on the board; `place` says so then.
    pub spaces: Vec<String>,
    /// The move, in a sentence.
    pub advice: String,
    /// Reasons for the move, in sentences; at least one.
    pub reasons: Vec<String>,
    /// The move, without its outcome.
    pub choice: AnyMove,
}

/// Place to look at: a sentence, and the spaces that it is about.
struct HintPlace {
    words: String,
    spaces: Vec<String>,
}

/// Number of choices among which the first text leaves the best one, where it has nothing else to
/// name.
const FEW: usize = 3;

impl Seen {
    /// The hint that leads to the first move of a line from this position, which an engine prefers.
    /// `None` for an empty line.
    pub fn hint(&self, line: &[AnyMove], evaluation: &Evaluation) -> Option<Hint> {
        let choice = self.position().choice_in(*line.first()?);
        let HintPlace { words, spaces } = self.place_of(choice);
        Some(Hint {
            place: if spaces.is_empty() {
                format!("{words} It is not about a place on the board.")
            } else {
                words
            },
            spaces,
            advice: format!("Best is: {}.", self.words(choice)),
            reasons: self.reasons(line, evaluation),
            choice,
        })
    }

    /// Place to look at for a choice, which does not name it.
    fn place_of(&self, choice: AnyMove) -> HintPlace {
        let parts = self.parts(choice);
        let is_on_floe = self.is_on_floe();
        match (&parts[0].spaces[..], &parts[..]) {
            ([from], [_, _, ..]) if is_on_floe => HintPlace {
                words: format!("Look at the penguin on {from}."),
                spaces: vec![from.clone()],
            },
            ([hex], [_]) if is_on_floe => {
                let row = row_of(hex);
                let others = self
                    .position()
                    .all_choices()
                    .into_iter()
                    .flat_map(|other| spaces_of(&self.parts(other)));
                let spaces = others.filter(|other| row_of(other) == row).collect();
                HintPlace {
                    words: format!("Look at the hexes of row {row}."),
                    spaces,
                }
            }
            ([], [first, _, ..]) => {
                let choices = self.position().all_choices().into_iter();
                let alike: Vec<AnyMove> = choices
                    .filter(|&other| self.parts(other)[0].words == first.words)
                    .collect();
                let spaces = self.spaces_of_all(few_around(&alike, choice));
                let marked = if spaces.is_empty() {
                    ""
                } else {
                    " Look at the marked spaces."
                };
                HintPlace {
                    words: format!("{} Try: {}.{marked}", first.question, first.words),
                    spaces,
                }
            }
            (spaces, [first, _, ..]) => HintPlace {
                words: format!("{} Try: {}.", first.question, first.words),
                spaces: spaces.to_vec(),
            },
            _ => {
                let choices = self.position().all_choices();
                let few = few_around(&choices, choice);
                HintPlace {
                    words: self.few_in_words(few, &parts[0].question),
                    spaces: self.spaces_of_all(few),
                }
            }
        }
    }

    /// Spaces of these choices, once each.
    fn spaces_of_all(&self, choices: &[AnyMove]) -> Vec<String> {
        let mut spaces: Vec<String> = choices
            .iter()
            .flat_map(|&choice| spaces_of(&self.parts(choice)))
            .collect();
        spaces.sort();
        spaces.dedup();
        spaces
    }

    /// A few choices in a sentence after the question that all answer.
    fn few_in_words(&self, few: &[AnyMove], question: &str) -> String {
        let words: Vec<String> = few.iter().map(|&other| self.words(other)).collect();
        match &words[..] {
            [only] => format!("There is no other move than: {only}."),
            [first @ .., last] => {
                format!("{question} One of these: {} or {last}.", first.join("; "))
            }
            [] => question.to_owned(),
        }
    }
}

/// Neighbours in a list of choices, [`FEW`] or all, with this one among them.
fn few_around(choices: &[AnyMove], choice: AnyMove) -> &[AnyMove] {
    let index = choices
        .iter()
        .position(|&other| other == choice)
        .unwrap_or_default();
    let first = (index / FEW * FEW).min(choices.len().saturating_sub(FEW));
    &choices[first..choices.len().min(first + FEW)]
}

/// Spaces that stand for the parts of a choice, and those that its marks show.
fn spaces_of(parts: &[ChoicePart]) -> Vec<String> {
    parts
        .iter()
        .flat_map(|part| part.spaces.iter().chain(&part.marks.outlined))
        .cloned()
        .collect()
}

/// Row of a hex, as its name has it.
fn row_of(hex: &str) -> &str {
    hex.trim_start_matches(|c: char| c.is_ascii_alphabetic())
}
