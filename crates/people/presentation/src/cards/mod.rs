//! The face of Fish 'n' Flip and its competitive form.

mod parts;
mod reasons;
mod words;

use floe_flip::{Contest, ContestStep, Flip, FlipMove, FlipStep};

use crate::{ChoicePart, Presented, ToldTurn};

pub(crate) use words::freeable_numbers;

/// Methods that are the same in both forms.
macro_rules! of_both_forms {
    () => {
        fn words(&self, mv: FlipMove) -> String {
            words::choice(self, mv)
        }

        fn outcome_words(&self, mv: FlipMove) -> String {
            parts::outcome(mv)
        }

        fn parts(&self, choice: FlipMove) -> Vec<ChoicePart> {
            parts::parts(self, choice)
        }

        fn outcome_parts(&self, mv: FlipMove) -> Vec<ChoicePart> {
            parts::outcome_parts(self, mv)
        }
    };
}

impl Presented for Flip {
    fn task(&self) -> &'static str {
        match self.step() {
            FlipStep::Act => "Play an action card.",
            FlipStep::Power => "Use a power, or none.",
            FlipStep::Draw => "Draw an action card.",
            FlipStep::Free => "Free animals, or go on.",
            FlipStep::Lay => "Lay the next card.",
        }
    }

    of_both_forms!();

    fn turn(&self, line: &[FlipMove]) -> Option<ToldTurn> {
        Some(words::turn(self, line))
    }

    fn reasons(&self, line: &[FlipMove]) -> Vec<String> {
        reasons::of_turn(self, line)
    }

    fn notes(&self) -> Vec<String> {
        words::notes(self)
    }
}

impl Presented for Contest {
    fn task(&self) -> &'static str {
        match self.step() {
            ContestStep::Lay => "Lay the next card.",
            ContestStep::Draw => "Draw an action card.",
            ContestStep::Bid => "Bid a number of animals, or pass.",
            ContestStep::Act => "Play an action card.",
            ContestStep::Power => "Use a power, or none.",
            ContestStep::Free => "Free animals, or go on.",
            ContestStep::Give => "Give away the animals beyond your bid.",
        }
    }

    of_both_forms!();

    fn way(&self, choice: FlipMove) -> Option<String> {
        if let FlipMove::Bid(number) = choice {
            Some(words::bid(self, number))
        } else {
            None
        }
    }

    fn reasons(&self, line: &[FlipMove]) -> Vec<String> {
        reasons::of_contest(self, line)
    }
}
