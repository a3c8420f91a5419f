//! Parts of the notation that both forms of the game have in common.

use floe_game::{Field, PositionError};

use crate::card::{ActionCard, Animal, Card, Species, Waste};
use crate::net::Net;
use crate::piles::{ActionCards, Animals, Pile};
use crate::space::{Space, column_letter};

/// Cards of the game that a text has not named yet.
#[derive(Debug)]
pub(crate) struct Supply {
    animals: Animals,
    waste: [u8; 3],
    has_waste: bool,
    actions: ActionCards,
}

impl Supply {
    /// All cards of the game (4.1, 4.2).
    pub(crate) fn new(has_waste: bool) -> Supply {
        let mut animals = Animals::default();
        Species::ALL.into_iter().for_each(|species| animals.add_all(Animals::of_species(species, species.cards())));
        Supply { animals, waste: Waste::ALL.map(Waste::cards), has_waste, actions: ActionCards::ALL }
    }

    /// Action cards not named yet.
    pub(crate) const fn actions(&self) -> ActionCards {
        self.actions
    }

    /// Takes `count` cards of a species and colour, named at `field`.
    pub(crate) fn take_animals(
        &mut self,
        kind: (Species, u8),
        count: u8,
        field: Field<'_>,
    ) -> Result<(), PositionError> {
        let (species, colour) = kind;
        if count > self.animals.count(species, colour) {
            let (most, name) = (Species::coloured(colour, species.cards()), species.name());
            return Err(field.expected(format!(
                "at most {most} {name} cards of colour {} among the {} of the game",
                colour + 1,
                species.cards()
            )));
        }
        (0..count).for_each(|_| self.animals.remove(species, colour));
        Ok(())
    }

    /// Takes `count` cards of waste, named at `field`.
    pub(crate) fn take_waste(&mut self, waste: Waste, count: u8, field: Field<'_>) -> Result<(), PositionError> {
        if !self.has_waste {
            return Err(field.expected("an animal: the competitive form has no waste"));
        }
        let left = &mut self.waste[waste as usize];
        *left = left.checked_sub(count).ok_or_else(|| {
            field.expected(format!("at most {} cards of {}, in the net and in the pile", waste.cards(), waste.name()))
        })?;
        Ok(())
    }

    fn take(&mut self, card: Card, field: Field<'_>) -> Result<(), PositionError> {
        match card {
            Card::Animal(animal) => self.take_animals((animal.species, animal.colour), 1, field),
            Card::Waste(waste) => self.take_waste(waste, 1, field),
        }
    }

    /// Takes an action card, named at `field`.
    pub(crate) fn take_action(&mut self, card: ActionCard, field: Field<'_>) -> Result<(), PositionError> {
        if self.actions.count(card) == 0 {
            let (most, letter) = (ActionCards::ALL.count(card), card.letter());
            return Err(field.expected(format!("at most {most} action cards '{letter}', in the hands and in the deck")));
        }
        self.actions.remove(card);
        Ok(())
    }
}

/// Marks and gaps that a net may have at a step of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MidTurn {
    /// Whether cards may have gaps below them.
    pub(crate) has_gaps: bool,
    /// Maximum number of marks `~` of an animal.
    pub(crate) marks: usize,
}

/// Reads the columns of a net, whose size is that of `net`.
pub(crate) fn read_net(
    field: Field<'_>,
    net: &mut Net,
    mid_turn: MidTurn,
    supply: &mut Supply,
) -> Result<(), PositionError> {
    let (columns, rows) = (net.columns(), net.rows());
    let mut fields = field.split(|c| c == '/');
    for column in 0..columns {
        let column_field =
            fields.next().ok_or_else(|| field.end().expected(format!("'/' and column {}", column_letter(column))))?;
        let mut rest = column_field;
        for row in 0.. {
            if rest.is_empty() {
                break;
            }
            if row == rows {
                return Err(rest.expected(format!("at most {rows} cards in a column")));
            }
            let token = rest;
            if rest.peek() == Some('_') {
                let place = rest.first();
                rest.next();
                if !mid_turn.has_gaps || rest.is_empty() {
                    let why =
                        if mid_turn.has_gaps { "a card above the gap" } else { "a card: no gap is left at this step" };
                    return Err(if rest.is_empty() && mid_turn.has_gaps { rest } else { place }.expected(why));
                }
                continue;
            }
            let (space, card) = (Space::new(column, row), read_card(&mut rest)?);
            supply.take(card, token.until(rest))?;
            net.put(space, card);
            read_marks(&mut rest, net, space, mid_turn)?;
        }
    }
    fields.next().map_or(Ok(()), |extra| Err(extra.expected(format!("at most {columns} columns"))))
}

/// Takes the marks of a card off the front of a column.
fn read_marks(rest: &mut Field<'_>, net: &mut Net, space: Space, mid_turn: MidTurn) -> Result<(), PositionError> {
    let most = if net.all_waste().contains(space) { 0 } else { mid_turn.marks };
    let mut marks = 0;
    while rest.peek() == Some('~') {
        if marks == most {
            return Err(rest.first().expected(match most {
                0 => "a card without mark: only animals have moved, and only during a turn".to_owned(),
                _ => format!("at most {most} marks '~'"),
            }));
        }
        rest.next();
        marks += 1;
    }
    if marks > 0 {
        net.mark(space.into(), marks > 1);
    }
    if marks > 2 {
        net.mark_used(space);
    }
    Ok(())
}

/// Takes a card off the front of a column.
fn read_card(rest: &mut Field<'_>) -> Result<Card, PositionError> {
    let place = rest.first();
    let letter = rest.next().unwrap_or(' ');
    if let Some(waste) = Waste::from_letter(letter) {
        return Ok(Card::Waste(waste));
    }
    let species = Species::from_letter(letter)
        .ok_or_else(|| place.expected("a card: an animal (W, S, O, T, D, J, R, K) or waste (p, m, o)"))?;
    let place = rest.first();
    let colour = match rest.next() {
        Some(digit @ '1'..='4') => digit as u8 - b'1',
        _ => return Err(place.expected("the colour of the card (1-4)")),
    };
    let place = rest.first();
    let is_forward = match (rest.next(), species == Species::Jellyfish) {
        (Some('>'), false) | (Some('^'), true) => true,
        (Some('<'), false) | (Some('v'), true) => false,
        (_, true) => return Err(place.expected("the direction of a jellyfish (^ or v)")),
        (_, false) => return Err(place.expected("the direction of the animal (< or >)")),
    };
    Ok(Card::Animal(Animal { species, colour, is_forward }))
}

/// Reads unseen cards, `W2212,p3` or `-`, as a pile.
pub(crate) fn read_pile(field: Field<'_>, supply: &mut Supply) -> Result<Pile, PositionError> {
    let mut pile = Pile::default();
    if field.text() == "-" {
        return Ok(pile);
    }
    for part in field.split(|c| c == ',') {
        let mut rest = part;
        let letter = rest.next().unwrap_or(' ');
        if let Some(waste) = Waste::from_letter(letter).filter(|_| supply.has_waste) {
            let count = rest.number("cards", u32::from(waste.cards()))? as u8;
            if count == 0 || pile.waste[waste as usize] > 0 {
                return Err(part.expected("every kind of waste once, with the number of its cards"));
            }
            supply.take_waste(waste, count, part)?;
            pile.waste[waste as usize] = count;
            continue;
        }
        let Some(species) = Species::from_letter(letter) else {
            let waste = if supply.has_waste { ", waste as p3" } else { "" };
            return Err(
                part.expected(format!("unseen cards as W2212: a species, its cards of each colour{waste}; or '-'"))
            );
        };
        if pile.animals.kinds().any(|kind| kind.species == species) {
            return Err(part.expected("every species once"));
        }
        for colour in 0..4 {
            let place = rest.first();
            let Some(count @ '0'..='3') = rest.next() else {
                return Err(place.expected(format!("the number of cards of colour {} (0-3)", colour + 1)));
            };
            let count = count as u8 - b'0';
            supply.take_animals((species, colour), count, place)?;
            (0..count).for_each(|_| pile.animals.add(species, colour));
        }
        if !rest.is_empty() {
            return Err(rest.expected("',' or the end of the pile"));
        }
    }
    Ok(pile)
}

/// Reads the letters of action cards, `fcx`.
pub(crate) fn read_hand(mut field: Field<'_>, supply: &mut Supply) -> Result<ActionCards, PositionError> {
    let mut hand = ActionCards::NONE;
    while !field.is_empty() {
        let place = field.first();
        let card = field.next().and_then(ActionCard::from_letter);
        let card = card.ok_or_else(|| place.expected("an action card (f, c, r, s, k, x, y, e)"))?;
        supply.take_action(card, place)?;
        hand.add(card);
    }
    Ok(hand)
}

/// Reads the deck, `f3c1` or `-`; all cards not named yet if it is missing.
pub(crate) fn read_deck(field: Option<Field<'_>>, supply: &mut Supply) -> Result<ActionCards, PositionError> {
    let Some(mut field) = field else { return Ok(supply.actions()) };
    let mut deck = ActionCards::NONE;
    if field.text() == "-" {
        return Ok(deck);
    }
    let wrong = |place: Field<'_>| place.expected("action cards with their numbers, as f3c1, or '-'");
    if field.is_empty() {
        return Err(wrong(field));
    }
    while !field.is_empty() {
        let start = field;
        let card = field.next().and_then(ActionCard::from_letter).ok_or_else(|| wrong(start.first()))?;
        let place = field.first();
        let Some(count @ '1'..='4') = field.next() else { return Err(wrong(place)) };
        for _ in 0..count as u8 - b'0' {
            supply.take_action(card, start.until(field))?;
            deck.add(card);
        }
    }
    Ok(deck)
}
