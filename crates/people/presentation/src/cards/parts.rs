//! Moves of Fish 'n' Flip composed step by step, and what chance has brought.

use floe_flip::{Animal, Card, FlipMove, Species};
use floe_picture::{Icon, PartMarks, Pictured, colour_name};

use super::words::{Cards, choice, named_card};
use crate::ChoicePart;

/// Parts of a choice: of an action the card that is played, then the cards of the net that it
/// changes.
pub(super) fn parts(position: &(impl Cards + Pictured), mv: FlipMove) -> Vec<ChoicePart> {
    let words = choice(position, mv);
    let mark = position.move_mark(mv);
    let spaces: Vec<String> = mark.from.into_iter().chain(mark.to).collect();
    let Some(card) = mv.card() else {
        return other_parts(position, mv, spaces, words);
    };
    const ACTION: &str = "Which action card do you play?";
    if let FlipMove::Discard(_) = mv {
        return vec![ChoicePart::new(ACTION, Vec::new(), words)];
    }
    let target = match mv {
        FlipMove::FlipOne(_) => "Which card do you flip?",
        FlipMove::FlipColumn(_) => "Which column do you flip?",
        FlipMove::FlipRow(_) => "Which row do you flip?",
        FlipMove::FlipSquare(_) => "Which square of four do you flip?",
        FlipMove::FlipColour(_) => "Which colour do you flip?",
        FlipMove::Switch(..) | FlipMove::SwitchFlip(..) => "Which two neighbours change places?",
        _ => "Which animal do you free?",
    };
    let played =
        ChoicePart::new(ACTION, Vec::new(), card.name().to_owned()).with_icon(Icon::Action(card));
    vec![played, outlined(target, spaces, words)]
}

/// Parts of a choice that plays no action card.
fn other_parts(
    position: &impl Cards,
    mv: FlipMove,
    mut spaces: Vec<String>,
    words: String,
) -> Vec<ChoicePart> {
    const POWER: &str = "Which animal uses its power?";
    match mv {
        FlipMove::Power(space, Some(_)) => {
            let other = spaces.split_off(1);
            let animal = named_card(position.table(), space);
            vec![
                ChoicePart::new(POWER, spaces, animal),
                outlined("Which card does it flip?", other, words),
            ]
        }
        FlipMove::Power(_, None) | FlipMove::Go => vec![outlined(POWER, spaces, words)],
        FlipMove::Free(_) | FlipMove::Done => {
            vec![outlined("Which animals do you free?", spaces, words)]
        }
        FlipMove::Bid(_) | FlipMove::Pass => vec![ChoicePart::new(
            "How many animals do you bid?",
            spaces,
            words,
        )],
        FlipMove::Give(_) => vec![ChoicePart::new(
            "Who gets the animals beyond the bid?",
            spaces,
            words,
        )],
        FlipMove::Draw(_) => vec![ChoicePart::new("An action card is drawn.", spaces, words)],
        _ => vec![ChoicePart::new("The next card is laid.", spaces, words)],
    }
}

/// Part that outlines its spaces.
fn outlined(question: &str, spaces: Vec<String>, words: String) -> ChoicePart {
    let marks = PartMarks {
        outlined: spaces.clone(),
        ..PartMarks::default()
    };
    ChoicePart {
        marks,
        ..ChoicePart::new(question, spaces, words)
    }
}

/// The card that chance has drawn or laid, in words; empty for moves without chance.
pub(super) fn outcome(mv: FlipMove) -> String {
    match mv {
        FlipMove::Draw(Some(card)) => card.name().to_owned(),
        FlipMove::Lay(Some(Card::Waste(waste))) => waste.name().to_owned(),
        FlipMove::Lay(Some(Card::Animal(animal))) => animal_in_words(animal),
        _ => String::new(),
    }
}

/// Parts of a card that chance has drawn or laid: of an animal its species, its colour, and the
/// side that is up.
pub(super) fn outcome_parts(position: &impl Cards, mv: FlipMove) -> Vec<ChoicePart> {
    let pile = position.draw_pile();
    match mv {
        FlipMove::Draw(Some(card)) => {
            let left = usize::from(position.action_deck().count(card));
            let words = card.name().to_owned();
            vec![ChoicePart::of_outcome(
                "Which action card is drawn?",
                words,
                Icon::Action(card),
                left,
            )]
        }
        FlipMove::Lay(Some(Card::Waste(waste))) => {
            let below = pile.below.iter().filter(|&other| other == waste).count();
            let left = usize::from(pile.waste[waste as usize]) + below;
            vec![ChoicePart::of_outcome(
                &about_card(position, "which one is it?"),
                waste.name().to_owned(),
                Icon::Waste(waste),
                left,
            )]
        }
        FlipMove::Lay(Some(Card::Animal(animal))) => {
            let Animal {
                species, colour, ..
            } = animal;
            let left = |colour| usize::from(pile.animals.count(species, colour));
            let all = (0..4).map(left).sum();
            let front = Animal {
                is_forward: true,
                ..animal
            };
            vec![
                ChoicePart::of_outcome(
                    &about_card(position, "which one is it?"),
                    species.name().to_owned(),
                    Icon::Species(species),
                    all,
                ),
                ChoicePart::of_outcome(
                    &about_card(
                        position,
                        &format!("which colour is the {}?", species.name()),
                    ),
                    colour_name(colour).to_owned(),
                    Icon::Animal(front),
                    left(colour),
                ),
                ChoicePart::new(
                    about_card(
                        position,
                        &format!("which way does the {} swim?", species.name()),
                    ),
                    Vec::new(),
                    side(animal).to_owned(),
                )
                .with_icon(Icon::Animal(animal)),
            ]
        }
        _ => vec![ChoicePart::new(
            "What came?",
            Vec::new(),
            choice(position, position.choice_of(mv)),
        )],
    }
}

/// Question about the next card that is laid, which it names.
fn about_card(position: &impl Cards, question: &str) -> String {
    format!("{}: {question}", position.next_card())
}

/// Side of an animal that is up: `to the left`.
fn side(animal: Animal) -> &'static str {
    match (animal.species, animal.is_forward) {
        (Species::Jellyfish, true) => "up",
        (Species::Jellyfish, false) => "down",
        (_, true) => "to the right",
        (_, false) => "to the left",
    }
}

/// Colour, species and side of an animal: `blue dolphin, to the left`.
fn animal_in_words(animal: Animal) -> String {
    format!(
        "{} {}, {}",
        colour_name(animal.colour),
        animal.species.name(),
        side(animal)
    )
}
