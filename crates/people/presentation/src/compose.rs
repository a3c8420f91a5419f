//! Moves composed step by step, as a person chooses them on a board.

use floe_engine::{AnyMove, with_game};

use crate::{ChoicePart, Presented, Seen};

/// Step in which a person goes on with a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComposeStep {
    /// Sentence that asks for the next part.
    pub question: String,
    /// Parts that can come next, once each, in the order of the choices.
    pub options: Vec<ComposeOption>,
}

/// Part that goes on with a choice in a [`ComposeStep`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComposeOption {
    /// The part. Its question is the question of the step.
    pub part: ChoicePart,
    /// The move or the step to which the part leads.
    pub next: ComposeNext,
}

/// Move or step that follows a part of a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ComposeNext {
    /// The choice is complete.
    Complete(AnyMove),
    /// Another part is asked for.
    Step(ComposeStep),
}

impl Seen {
    /// First step in which a person at a real table names one of these outcomes of a choice; `None`
    /// if there are none.
    pub fn compose_outcomes(&self, outcomes: &[AnyMove]) -> Option<ComposeStep> {
        composed(
            outcomes,
            |mv| with_game!(self.position(), position => Presented::outcome_parts(position, mv.in_game(position))),
        )
    }

    /// First step in which a player composes one of these legal choices; `None` if there are none.
    pub fn compose(&self, choices: &[AnyMove]) -> Option<ComposeStep> {
        composed(choices, |choice| self.parts(choice))
    }

    /// Parts of a legal choice, in the order in which its player chooses them; at least one.
    pub(crate) fn parts(&self, choice: AnyMove) -> Vec<ChoicePart> {
        with_game!(self.position(), position => Presented::parts(position, choice.in_game(position)))
    }
}

/// First step in which a person composes one of some moves with these parts; `None` without any.
fn composed(
    moves: &[AnyMove],
    parts_of: impl Fn(AnyMove) -> Vec<ChoicePart>,
) -> Option<ComposeStep> {
    let composed = moves.iter().map(|&choice| Composed {
        parts: parts_of(choice),
        choice,
    });
    step(composed.collect(), 0)
}

/// Choice with its parts.
struct Composed {
    parts: Vec<ChoicePart>,
    choice: AnyMove,
}

/// The step that asks for the part with this index of choices with the same parts before it.
fn step(choices: Vec<Composed>, index: usize) -> Option<ComposeStep> {
    let question = choices.first()?.parts[index].question.clone();
    let mut groups: Vec<Vec<Composed>> = Vec::new();
    for choice in choices {
        match groups
            .iter_mut()
            .find(|group| group[0].parts[index] == choice.parts[index])
        {
            Some(group) => group.push(choice),
            None => groups.push(vec![choice]),
        }
    }
    let options = groups
        .into_iter()
        .map(|group| option(group, index))
        .collect();
    Some(ComposeStep { question, options })
}

/// The option of choices whose parts up to this index are the same.
fn option(group: Vec<Composed>, index: usize) -> ComposeOption {
    let part = group[0].parts[index].clone();
    let choice = group[0].choice;
    let is_complete = group[0].parts.len() == index + 1;
    let next = if is_complete {
        None
    } else {
        step(group, index + 1)
    };
    ComposeOption {
        part,
        next: next.map_or(ComposeNext::Complete(choice), ComposeNext::Step),
    }
}
