//! The face of Gone Fishing!

mod parts;
mod reasons;
mod words;

use floe_angling::{Angling, AnglingMove, AnglingStep};

use crate::{ChoicePart, Presented};

impl Presented for Angling {
    fn task(&self) -> &'static str {
        match self.step() {
            AnglingStep::Lay => "Lay a tile face down.",
            AnglingStep::Place => "Put an angler on a pier.",
            AnglingStep::Walk => "Walk with an angler.",
            AnglingStep::Show => "Show a tile.",
            AnglingStep::Catch => "Catch a tile, or not.",
            AnglingStep::Slide => "Move a tile, or end the round.",
            AnglingStep::Over => "The game is over.",
        }
    }

    fn words(&self, mv: AnglingMove) -> String {
        words::choice(mv)
    }

    fn outcome_words(&self, mv: AnglingMove) -> String {
        parts::outcome(mv)
    }

    fn parts(&self, choice: AnglingMove) -> Vec<ChoicePart> {
        parts::parts(self, choice)
    }

    fn outcome_parts(&self, mv: AnglingMove) -> Vec<ChoicePart> {
        parts::outcome_parts(self, mv)
    }

    fn reasons(&self, line: &[AnglingMove]) -> Vec<String> {
        line.first()
            .map_or(Vec::new(), |&mv| reasons::of_move(self, mv))
    }

    fn interim_result(&self, mv: AnglingMove) -> Option<String> {
        self.end_of_day_in_words(mv)
    }

    fn news(&self, mv: AnglingMove) -> Vec<String> {
        let caught = self.catch_in_words(mv);
        caught.into_iter().chain(self.interim_result(mv)).collect()
    }
}
