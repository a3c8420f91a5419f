//! Parts of the notation that both forms of the game have in common.

use floe_game::{Field, KeyWords, PositionError};

use crate::card::{ActionCard, Animal, Card, Species, Waste};
use crate::net::Net;
use crate::piles::{ActionCards, Animals, Pile};
use crate::space::{Space, column_letter};

/// Cards of the game, and those that a text has not named yet.
#[derive(Debug)]
pub(crate) struct Supply {
    /// Animals of the game.
    game: Animals,
    animals: Animals,
    waste: [u8; 3],
    has_waste: bool,
    /// Action cards of the game.
    deck: ActionCards,
    actions: ActionCards,
    /// Species that the text names, by their numbers: those of the game, as far as it is known.
    species: [bool; Species::ALL.len()],
}

impl Supply {
    /// All cards of the game (4.1, 4.2), as `animals=` and `actions=` declare them where they
    /// differ.
    pub(crate) fn new(keys: &KeyWords<'_>, has_waste: bool) -> Result<Supply, PositionError> {
        let (mut game, mut species) = (Animals::usual(), [false; Species::ALL.len()]);
        if let Some(field) = keys.get("animals") {
            read_declared(field, &mut game, &mut species)?;
        }
        let deck = keys.get("actions").map_or(Ok(ActionCards::ALL), |field| {
            read_actions(field, |_, _| Ok(()))
        })?;
        Ok(Supply {
            game,
            animals: game,
            waste: Waste::ALL.map(Waste::cards),
            has_waste,
            deck,
            actions: deck,
            species,
        })
    }

    /// Action cards of the game.
    pub(crate) const fn deck(&self) -> ActionCards {
        self.deck
    }

    /// Action cards not named yet.
    pub(crate) const fn actions(&self) -> ActionCards {
        self.actions
    }

    /// Names a species as one of the game.
    pub(crate) fn name(&mut self, species: Species) {
        self.species[species as usize] = true;
    }

    /// Number of cards of a kind that have been named.
    fn named(&self, species: Species, colour: u8) -> u8 {
        self.game.count(species, colour) - self.animals.count(species, colour)
    }

    /// Takes `count` cards of a species and colour, named at `field`.
    pub(crate) fn take_animals(
        &mut self,
        kind: (Species, u8),
        count: u8,
        field: Field<'_>,
    ) -> Result<(), PositionError> {
        let (species, colour) = kind;
        self.name(species);
        if count > self.animals.count(species, colour) {
            let most = self.game.count(species, colour);
            let name = species.name();
            let cards: u8 = (0..4).map(|colour| self.game.count(species, colour)).sum();
            return Err(field.expected(format!(
                "at most {most} {name} cards of colour {} among the {cards} of the game",
                colour + 1,
            )));
        }
        (0..count).for_each(|_| self.animals.remove(species, colour));
        Ok(())
    }

    /// All animals that are not named yet, of the species that are; not of those whose numbers
    /// `named` has.
    pub(crate) fn rest_of_animals(&self, named: &Pile) -> Animals {
        let mut rest = Animals::default();
        for kind in self.animals.kinds() {
            let is_told = named
                .animals
                .kinds()
                .any(|told| told.species == kind.species);
            if self.species[kind.species as usize] && !is_told {
                (0..kind.count).for_each(|_| rest.add(kind.species, kind.colour));
            }
        }
        rest
    }

    /// Plastic cards that are not named yet: of four, or of six where there are more.
    pub(crate) fn rest_of_plastic(&self) -> u8 {
        let left = self.waste[Waste::Plastic as usize];
        left.checked_sub(2).unwrap_or(left)
    }

    /// Takes `count` cards of waste, named at `field`.
    pub(crate) fn take_waste(
        &mut self,
        waste: Waste,
        count: u8,
        field: Field<'_>,
    ) -> Result<(), PositionError> {
        if !self.has_waste {
            return Err(field.expected("an animal: the competitive form has no waste"));
        }
        let left = &mut self.waste[waste as usize];
        *left = left.checked_sub(count).ok_or_else(|| {
            field.expected(format!(
                "at most {} cards of {}, in the net and in the pile",
                waste.cards(),
                waste.name()
            ))
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
    pub(crate) fn take_action(
        &mut self,
        card: ActionCard,
        field: Field<'_>,
    ) -> Result<(), PositionError> {
        if self.actions.count(card) == 0 {
            let most = self.deck.count(card);
            let letter = card.letter();
            return Err(field.expected(format!(
                "at most {most} action cards '{letter}', in the hands and in the deck"
            )));
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
    let columns = net.columns();
    let rows = net.rows();
    let mut fields = field.split(|c| c == '/');
    for column in 0..columns {
        let column_field = fields.next().ok_or_else(|| {
            field
                .end()
                .expected(format!("'/' and column {}", column_letter(column)))
        })?;
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
                    let why = if mid_turn.has_gaps {
                        "a card above the gap"
                    } else {
                        "a card: no gap is left at this step"
                    };
                    return Err(if rest.is_empty() && mid_turn.has_gaps {
                        rest
                    } else {
                        place
                    }
                    .expected(why));
                }
                continue;
            }
            let space = Space::new(column, row);
            let card = read_card(&mut rest)?;
            supply.take(card, token.until(rest))?;
            net.put(space, card);
            read_marks(&mut rest, net, space, mid_turn)?;
        }
    }
    fields.next().map_or(Ok(()), |extra| {
        Err(extra.expected(format!("at most {columns} columns")))
    })
}

/// Takes the marks of a card off the front of a column.
fn read_marks(
    rest: &mut Field<'_>,
    net: &mut Net,
    space: Space,
    mid_turn: MidTurn,
) -> Result<(), PositionError> {
    let most = if net.all_waste().contains(space) {
        0
    } else {
        mid_turn.marks
    };
    let mut marks = 0;
    while rest.peek() == Some('~') {
        if marks == most {
            return Err(rest.first().expected(match most {
                0 => "a card without mark: only animals have moved, and only during a turn"
                    .to_owned(),
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
    let species = Species::from_letter(letter).ok_or_else(|| {
        place.expected("a card: an animal (W, S, O, T, D, J, R, K) or waste (p, m, o)")
    })?;
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
    Ok(Card::Animal(Animal {
        species,
        colour,
        is_forward,
    }))
}

/// Pile as it is written, with the place of the word `rest`: then it also has all cards that are
/// nowhere else.
pub(crate) struct WrittenPile<'a> {
    pub(crate) pile: Pile,
    pub(crate) rest: Option<Field<'a>>,
    /// Whether the number of its waste cards is written.
    pub(crate) has_waste_count: bool,
}

/// Reads unseen cards, `W2212,p3`, `rest` or `-`, as a pile. An error lists all kinds of which
/// there are too many.
pub(crate) fn read_pile<'a>(
    field: Field<'a>,
    supply: &mut Supply,
) -> Result<WrittenPile<'a>, PositionError> {
    let mut written = WrittenPile {
        pile: Pile::default(),
        rest: None,
        has_waste_count: false,
    };
    if field.text() == "-" {
        return Ok(written);
    }
    written.rest = field.split(|c| c == ',').find(|part| part.text() == "rest");
    let mut excess = Excess::default();
    for part in field
        .split(|c| c == ',')
        .filter(|part| part.text() != "rest")
    {
        let mut rest = part;
        let letter = rest.next().unwrap_or(' ');
        if let Some(waste) = Waste::from_letter(letter).filter(|_| supply.has_waste) {
            let count = rest.number("cards", 99)? as u8;
            if count == 0 && written.rest.is_none() || written.pile.waste[waste as usize] > 0 {
                return Err(part.expected("every kind of waste once, with the number of its cards"));
            }
            written.has_waste_count = true;
            excess.take_waste(waste, count, part, supply);
            written.pile.waste[waste as usize] = count;
            continue;
        }
        let Some(species) = Species::from_letter(letter) else {
            let waste = if supply.has_waste {
                ", waste as p3"
            } else {
                ""
            };
            return Err(part.expected(format!(
                "unseen cards as W2212: a species, its cards of each colour{waste}; 'rest' or '-'"
            )));
        };
        if written
            .pile
            .animals
            .kinds()
            .any(|kind| kind.species == species)
        {
            return Err(part.expected("every species once"));
        }
        for colour in 0..4 {
            let place = rest.first();
            let Some(count @ '0'..='3') = rest.next() else {
                return Err(place.expected(format!(
                    "the number of cards of colour {} (0-3)",
                    colour + 1
                )));
            };
            let count = count as u8 - b'0';
            excess.take_animals((species, colour), count, place, supply);
            (0..count).for_each(|_| written.pile.animals.add(species, colour));
        }
        if !rest.is_empty() {
            return Err(rest.expected("',' or the end of the pile"));
        }
    }
    excess.check(written)
}

/// Kinds of cards of which a pile has too many.
#[derive(Default)]
struct Excess<'a> {
    /// Place of the first of them.
    place: Option<Field<'a>>,
    kinds: Vec<String>,
}

impl<'a> Excess<'a> {
    fn push(&mut self, place: Field<'a>, kind: String) {
        self.place = self.place.or(Some(place));
        self.kinds.push(kind);
    }

    fn take_animals(
        &mut self,
        kind: (Species, u8),
        count: u8,
        place: Field<'a>,
        supply: &mut Supply,
    ) {
        let most = supply.game.count(kind.0, kind.1);
        let named = supply.named(kind.0, kind.1);
        if supply.take_animals(kind, count, place).is_err() {
            let name = kind.0.name();
            let colour = kind.1 + 1;
            self.push(
                place,
                format!(
                    "{most} {name} cards of colour {colour} ({} named)",
                    named + count
                ),
            );
        }
    }

    fn take_waste(&mut self, waste: Waste, count: u8, place: Field<'a>, supply: &mut Supply) {
        let named = waste.cards() - supply.waste[waste as usize];
        if supply.take_waste(waste, count, place).is_err() {
            self.push(
                place,
                format!(
                    "{} {} cards ({} named)",
                    waste.cards(),
                    waste.name(),
                    named + count
                ),
            );
        }
    }

    /// The pile, if nothing is too much.
    fn check(self, written: WrittenPile<'a>) -> Result<WrittenPile<'a>, PositionError> {
        match self.place {
            None => Ok(written),
            Some(place) => Err(place.expected(format!("at most {}", self.kinds.join(", ")))),
        }
    }
}

/// Reads the cards of species that differ from the usual ones, and those that the game has:
/// `W2233,S`.
fn read_declared(
    field: Field<'_>,
    game: &mut Animals,
    named: &mut [bool; Species::ALL.len()],
) -> Result<(), PositionError> {
    for part in field.split(|c| c == ',') {
        let mut rest = part;
        let species = rest
            .next()
            .and_then(Species::from_letter)
            .filter(|&species| !named[species as usize]);
        let species = species.ok_or_else(|| {
            part.expected(
                "every species of the game once, as W or, with its cards of each colour, as W2233",
            )
        })?;
        named[species as usize] = true;
        if rest.is_empty() {
            continue;
        }
        let counts: Vec<u8> = rest
            .text()
            .bytes()
            .map(|digit| digit.wrapping_sub(b'0'))
            .collect();
        if counts.len() != 4 || counts.iter().any(|&count| count > 3) {
            return Err(
                rest.expected("the number of cards of each colour, four digits from 0 to 3")
            );
        }
        for (colour, count) in (0..).zip(counts) {
            (0..game.count(species, colour)).for_each(|_| game.remove(species, colour));
            (0..count).for_each(|_| game.add(species, colour));
        }
    }
    Ok(())
}

/// Writes the species of which a position has more cards of a colour than the usual game, as
/// `animals=` declares them.
pub(crate) fn declared(animals: Animals) -> Option<String> {
    let mut declared = Animals::default();
    for species in Species::ALL {
        let usual = [0, 1, 2, 3].map(|colour| Species::coloured(colour, species.cards()));
        let counts = [0, 1, 2, 3].map(|colour| animals.count(species, colour));
        if counts
            .iter()
            .zip(&usual)
            .any(|(count, usual)| count > usual)
        {
            for (colour, (&count, &usual)) in (0..).zip(counts.iter().zip(&usual)) {
                (0..count.max(usual)).for_each(|_| declared.add(species, colour));
            }
        }
    }
    (!declared.is_empty()).then(|| declared.to_string())
}

/// Reads the letters of action cards, `fcx`.
pub(crate) fn read_hand(
    mut field: Field<'_>,
    supply: &mut Supply,
) -> Result<ActionCards, PositionError> {
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

/// The position, or of the errors of its step and of itself the leftmost.
pub(crate) fn leftmost<S, T>(
    step: Result<S, PositionError>,
    read: Result<T, PositionError>,
) -> Result<T, PositionError> {
    match (step.err(), read) {
        (Some(of_step), Err(error)) if error.column < of_step.column => Err(error),
        (Some(of_step), _) => Err(of_step),
        (None, read) => read,
    }
}

/// Reads whether rays have their other power: `rays=far`.
pub(crate) fn read_rays(keys: &KeyWords<'_>) -> Result<bool, PositionError> {
    match keys.get("rays") {
        Some(field) if field.text() != "far" => Err(field.expected("'far'")),
        far => Ok(far.is_some()),
    }
}

/// Reads the deck, `f3c1` or `-`; if it is missing or `rest`, all cards not named yet, without the
/// discards, `fc`, that are written.
pub(crate) fn read_deck(
    keys: &KeyWords<'_>,
    supply: &mut Supply,
) -> Result<ActionCards, PositionError> {
    if let Some(field) = keys.get("discards") {
        read_hand(field, supply)?;
    }
    match keys.get("deck") {
        Some(field) if field.text() != "rest" => {
            read_actions(field, |card, place| supply.take_action(card, place))
        }
        _ => Ok(supply.actions()),
    }
}

const EXPECTED_ACTIONS: &str = "action cards with their numbers, as f3c1, or '-'";

/// Reads action cards with their numbers, `f3c1` or `-`, and calls `take` with every card.
fn read_actions<'a>(
    mut field: Field<'a>,
    mut take: impl FnMut(ActionCard, Field<'a>) -> Result<(), PositionError>,
) -> Result<ActionCards, PositionError> {
    let mut cards = ActionCards::NONE;
    if field.text() == "-" {
        return Ok(cards);
    }
    if field.is_empty() {
        return Err(field.expected(EXPECTED_ACTIONS));
    }
    while !field.is_empty() {
        let start = field;
        let card = field.next().and_then(ActionCard::from_letter);
        let card = card.ok_or_else(|| start.first().expected(EXPECTED_ACTIONS))?;
        let place = field.first();
        let Some(count @ '1'..='9') = field.next() else {
            return Err(place.expected(EXPECTED_ACTIONS));
        };
        if cards.count(card) > 0 {
            return Err(start
                .until(field)
                .expected("every action card once, with its number"));
        }
        for _ in 0..count as u8 - b'0' {
            take(card, start.until(field))?;
            cards.add(card);
        }
    }
    Ok(cards)
}
