//! Moves composed step by step, and what chance can bring.

use std::collections::HashMap;

use floe_engine::{AnyGame, AnyMove};
use floe_game::percent;
use floe_picture::PartMarks;
use floe_presentation::{ComposeNext, ComposeOption, ComposeStep, Seen};
use floe_query::{QueryError, QueryErrorKind, game_line};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::picture::{StepMarks, viewer};

/// Step in which a person goes on with a move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Step {
    /// Sentence that asks for the next part of the move.
    question: String,
    /// Parts that go on, once each.
    options: Vec<StepOption>,
}

/// Part that goes on with a move: it completes the move, or leads to another step.
#[derive(Serialize, JsonSchema)]
struct StepOption {
    /// Names of the spaces to click; options may share spaces, and one without spaces is chosen by
    /// its words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    spaces: Vec<String>,
    /// The part in words.
    words: String,
    /// Card or tile that the part is, as an element in SVG that uses the style and definitions of a
    /// picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    icon: Option<String>,
    /// Number of these cards or tiles that can still appear or be laid.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<usize>,
    /// Probability of an outcome of chance in words, given the parts before: `12 %`.
    #[serde(skip_serializing_if = "Option::is_none")]
    odds: Option<String>,
    /// Marks that show the part in a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    marks: Option<StepMarks>,
    /// Notation of the move that the part completes.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    /// The step that the part leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Box<Step>>,
}

impl Step {
    /// First step to compose one of these choices; `None` without any.
    pub(crate) fn first(seen: &Seen, choices: &[AnyMove]) -> Option<Step> {
        Some(Step::new(seen.position(), seen.compose(choices)?))
    }

    /// First step to name one of these outcomes with their probabilities; `None` without any.
    fn of_outcomes(seen: &Seen, outcomes: &[(AnyMove, f64)]) -> Option<Step> {
        let moves: Vec<AnyMove> = outcomes.iter().map(|&(mv, _)| mv).collect();
        let position = seen.position();
        let mut step = Step::new(position, seen.compose_outcomes(&moves)?);
        let texts = outcomes
            .iter()
            .map(|&(mv, probability)| (position.move_text(mv), probability));
        step.add_odds(&texts.collect());
        Some(step)
    }

    fn new(position: &AnyGame, step: ComposeStep) -> Step {
        let options = step
            .options
            .into_iter()
            .map(|option| StepOption::new(position, option))
            .collect();
        Step {
            question: step.question,
            options,
        }
    }

    /// Writes the probability of every option, given the parts before it: the sum of those of the
    /// moves to which it leads, as a share of the sum of all. Returns that sum.
    fn add_odds(&mut self, probabilities: &HashMap<String, f64>) -> f64 {
        let of_option = |option: &mut StepOption| {
            let own = option
                .mv
                .as_ref()
                .and_then(|mv| probabilities.get(mv))
                .copied()
                .unwrap_or(0.0);
            option
                .next
                .as_mut()
                .map_or(own, |next| next.add_odds(probabilities))
        };
        let all: Vec<f64> = self.options.iter_mut().map(of_option).collect();
        let sum = all.iter().sum();
        for (option, probability) in self.options.iter_mut().zip(all) {
            option.odds = Some(percent(probability / sum));
        }
        sum
    }
}

impl StepOption {
    fn new(position: &AnyGame, ComposeOption { part, next }: ComposeOption) -> StepOption {
        let marks = (part.marks != PartMarks::default()).then(|| StepMarks::from(part.marks));
        let icon = part.icon.map(|icon| icon.draw());
        let (mv, next) = match next {
            ComposeNext::Complete(choice) => (Some(position.move_text(choice)), None),
            ComposeNext::Step(step) => (None, Some(Box::new(Step::new(position, step)))),
        };
        StepOption {
            spaces: part.spaces,
            words: part.words,
            icon,
            left: part.left,
            odds: None,
            marks,
            mv,
            next,
        }
    }
}

/// Request for the outcomes that a choice can have.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct OutcomesRequest {
    position: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Choice after the moves.
    choice: String,
    /// Letter of the player who asks, and who learns no more than the rules let that player know.
    viewer: Option<char>,
}

/// Outcomes of a choice, `floe/outcomes/1`; one alone where nothing is left to chance.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Outcomes {
    /// Sentence that asks which outcome has come.
    question: String,
    /// Words for an outcome at random.
    at_random: &'static str,
    outcomes: Vec<Outcome>,
    /// Step in which a person names the outcome part by part: of a card its species, its colour,
    /// its side.
    step: Option<Step>,
}

/// Outcome of a choice: a move.
#[derive(Serialize, JsonSchema)]
struct Outcome {
    #[serde(rename = "move")]
    mv: String,
    /// The outcome of chance, in words.
    words: String,
    /// Probability, from 0 to 1.
    probability: f64,
    /// Probability in words: `12 %`.
    odds: String,
}

impl OutcomesRequest {
    /// Lists the outcomes of the choice, in the order of the game.
    pub(crate) fn answer(self) -> Result<Outcomes, QueryError> {
        let line = game_line(&self.position, &self.moves)?;
        let viewer = viewer(&line, self.viewer)?;
        let seen = Seen::by(line.end(), viewer);
        let position = seen.position();
        let choice = position.find_choice(&self.choice);
        let choice = choice
            .map_err(|error| QueryError::new(QueryErrorKind::Move, error).in_field("choice"))?;
        let outcomes = position.outcomes_at_table(choice);
        let step = Step::of_outcomes(&seen, &outcomes);
        let outcome = |(mv, probability)| Outcome {
            mv: position.move_text(mv),
            words: seen.outcome_words(mv),
            probability,
            odds: percent(probability),
        };
        Ok(Outcomes {
            question: format!("What came after \"{}\"?", seen.words(choice)),
            at_random: "at random",
            outcomes: outcomes.into_iter().map(outcome).collect(),
            step,
        })
    }
}
