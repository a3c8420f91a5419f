//! Text → draft → position, as `docs/notation.md` defines the text.

use std::str::FromStr;

use floe_game::{
    DraftField, DraftPlaces, DraftReading, Field, KeyWords, Player, PositionError, Problem,
    read_turn, required_words,
};

use super::build::{
    EXPECTED_ACTION, EXPECTED_BELOW, EXPECTED_CARD, EXPECTED_FOUR, EXPECTED_HAND, EXPECTED_LAST,
    EXPECTED_NO_GAP, EXPECTED_POWERS, EXPECTED_SIZE, EXPECTED_USED, expected_bid, expected_marks,
    expected_next, marks_of,
};
use super::supply::{EXPECTED_COUNTS, animals_of, rest_of, waste_of};
use super::{
    CardDraft, CardForm, ContestForm, DraftCard, DraftHand, DraftPile, DraftSpecies, FlipForm,
};
use crate::card::{ActionCard, Animal, Card, Species, Waste};
use crate::contest::{ANIMALS, Contest, ContestStep, SIZE};
use crate::flip::{Flip, FlipStep};
use crate::piles::ActionCards;
use crate::space::{Space, column_letter};

/// Keys of the cooperative game in the order in which they are printed.
const FLIP_KEYS: [&str; 12] = [
    "step", "next", "deck", "below", "last", "power", "rays", "net", "animals", "actions",
    "discards", "out",
];
/// Fields of the cooperative game before its keys.
const FLIP_FIELDS: [&str; 4] = [
    "the columns",
    "the player to move",
    "the hands of the players",
    "the pile",
];
/// Keys of the competitive form in the order in which they are printed.
const CONTEST_KEYS: [&str; 15] = [
    "step", "powers", "cards", "points", "fines", "bid", "passed", "first", "deck", "out", "freed",
    "rays", "animals", "actions", "discards",
];
/// Fields of the competitive form before its keys.
const CONTEST_FIELDS: [&str; 4] = ["COLUMNS", "TURN", "-", "PILE"];
/// Key of the competitive form without value.
const RESHUFFLED: &str = "reshuffled";

const EXPECTED_POWER: &str = "the power of a species (W, S, O, T, D, J, R, K), or '-'";
const EXPECTED_ACTIONS: &str = "action cards with their numbers, as f3c1, or '-'";
const EXPECTED_SPECIES: &str =
    "every species of the game once, as W or, with its cards of each colour, as W2233";

type Read<T> = Result<T, PositionError>;
type CardReading<'a> = DraftReading<'a, CardDraft>;

impl FromStr for Flip {
    type Err = PositionError;

    fn from_str(line: &str) -> Read<Flip> {
        let form = CardForm::Flip(FlipForm::new());
        read(line, form)?.build(CardDraft::build_flip)
    }
}

impl FromStr for Contest {
    type Err = PositionError;

    fn from_str(line: &str) -> Read<Contest> {
        let form = CardForm::Contest(ContestForm::new());
        read(line, form)?.build(CardDraft::build_contest)
    }
}

impl CardDraft {
    /// Reads a draft of either form from a line, as far as it can be read.
    ///
    /// # Errors
    /// If the line has no columns of cards, lacks a field, or the size of its net is wrong.
    pub fn read(line: &str) -> Read<DraftReading<'_, CardDraft>> {
        let form = if line.trim_start().starts_with("contest:") {
            CardForm::Contest(ContestForm::new())
        } else {
            CardForm::Flip(FlipForm::new())
        };
        read(line, form)
    }
}

fn read(line: &str, form: CardForm) -> Read<CardReading<'_>> {
    let line = Field::of_line(line);
    let is_flip = matches!(form, CardForm::Flip(_));
    let fields = if is_flip { FLIP_FIELDS } else { CONTEST_FIELDS };
    let words = required_words(line, &fields)?;
    let keys = KeyWords::of(line, &words, fields.len());
    let (columns, rows) = if is_flip {
        read_size(&keys)?
    } else {
        (SIZE, SIZE)
    };
    let net = match words[0].split_once(':') {
        Some((name, columns)) if name.text() == form.name() => columns,
        _ => {
            let expected = format!("'{}:' before the columns of the net", form.name());
            return Err(words[0].expected(expected));
        }
    };
    let known: &[&'static str] = if is_flip { &FLIP_KEYS } else { &CONTEST_KEYS };
    let flags: &[&str] = if is_flip { &[] } else { &[RESHUFFLED] };
    let mut reading = DraftReading {
        draft: CardDraft::new(form, columns, rows),
        mistake: keys.check(known, flags).err(),
        places: DraftPlaces::of_line(line),
    };
    let names = ["turn", "hands", "pile"];
    for (name, &word) in names.into_iter().zip(&words[1..]) {
        reading.put(name, word);
    }
    for &name in known {
        if let Some(value) = keys.get(name) {
            reading.put(name, value);
        }
    }
    read_step(&mut reading, &keys);
    read_net(&mut reading, net);
    reading.draft.to_move = reading.keep(read_turn(words[1])).unwrap_or_default();
    reading.draft.pile = read_pile(&mut reading, words[3], "pile");
    read_cards(&mut reading, &keys);
    if is_flip {
        read_flip(&mut reading, words[2], &keys);
    } else {
        read_contest(&mut reading, words[2], &keys);
    }
    Ok(reading)
}

/// Reads the size of the net: `2x4`, columns and rows.
fn read_size(keys: &KeyWords<'_>) -> Read<(usize, usize)> {
    let Some(field) = keys.get("net") else {
        return Ok((Space::COLUMNS, Space::ROWS));
    };
    let numbers = field.text().split_once('x');
    let size =
        numbers.and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
    match size {
        Some(size @ (1..=Space::COLUMNS, 2..=Space::ROWS)) => Ok(size),
        _ => Err(field.expected(EXPECTED_SIZE)),
    }
}

/// Reads the step. With one that cannot be read, gaps and marks of cards are no mistakes.
fn read_step(reading: &mut CardReading<'_>, keys: &KeyWords<'_>) {
    let Some(field) = keys.get("step") else {
        return;
    };
    let expected = match &mut reading.draft.form {
        CardForm::Flip(form) => {
            let mut steps = FlipStep::ALL.into_iter();
            let step = steps.find(|step| step.name() == field.text());
            form.step = step.unwrap_or(FlipStep::Free);
            let expected = "the step of the turn: act, power, draw, free or lay";
            step.is_none().then_some(expected)
        }
        CardForm::Contest(form) => {
            let mut steps = ContestStep::ALL.into_iter();
            let step = steps.find(|step| step.name() == field.text());
            form.step = step.unwrap_or(ContestStep::Power);
            let expected = "the step of the round: lay, draw, bid, act, power, free or give";
            step.is_none().then_some(expected)
        }
    };
    if let Some(expected) = expected {
        reading.fault(field.expected(expected));
    }
}

fn read_net<'a>(reading: &mut CardReading<'a>, field: Field<'a>) {
    let columns = reading.draft.columns;
    let mut fields = field.split(|c| c == '/');
    for column in 0..columns {
        let Some(cards) = fields.next() else {
            let missing = format!("'/' and column {}", column_letter(column));
            return reading.fault(field.end().expected(missing));
        };
        read_column(reading, column, cards);
    }
    if let Some(extra) = fields.next() {
        reading.fault(extra.expected(format!("at most {columns} columns")));
    }
}

fn read_column<'a>(reading: &mut CardReading<'a>, column: usize, mut rest: Field<'a>) {
    let rows = reading.draft.rows;
    let mid_turn = reading.draft.form.mid_turn();
    for number in column * rows..(column + 1) * rows {
        if rest.is_empty() {
            return;
        }
        let begin = rest;
        if rest.peek() == Some('_') {
            rest.next();
            reading.places.put_space(number, begin.first());
            if rest.is_empty() && mid_turn.has_gaps {
                reading.fault(rest.expected("a card above the gap"));
            } else if !mid_turn.has_gaps {
                reading.fault(begin.first().expected(EXPECTED_NO_GAP));
            }
            continue;
        }
        let (card, mistake) = read_card(&mut rest, mid_turn.marks);
        if let Some(mistake) = mistake {
            reading.places.put_unread(number);
            reading.fault(mistake);
        }
        reading.draft.spaces[number] = card;
        reading.places.put_space(number, begin.until(rest));
    }
    if !rest.is_empty() {
        reading.fault(rest.expected(format!("at most {rows} cards in a column")));
    }
}

/// Takes a card and its marks, of which an animal has at most this number, off the front of a
/// column, or what is there instead.
fn read_card(rest: &mut Field<'_>, marks: usize) -> (DraftCard, Option<PositionError>) {
    let begin = *rest;
    let card = match read_face(rest) {
        Ok(card) => card,
        Err(mistake) => {
            while rest.peek().is_some_and(|c| !is_beginning(c)) {
                rest.next();
            }
            let text = begin.until(*rest).text().to_owned();
            return (DraftCard::Unknown(text), Some(mistake));
        }
    };
    let most = marks_of(card, marks);
    let mut mistake = None;
    let mut count = 0;
    while rest.peek() == Some('~') {
        if count == most {
            mistake = Some(rest.first().expected(expected_marks(most)));
        }
        rest.next();
        count += 1;
    }
    (DraftCard::Card(card, count), mistake)
}

/// Whether a card or a gap can begin with this character.
fn is_beginning(c: char) -> bool {
    c.is_ascii_uppercase() || c == '_' || Waste::from_letter(c).is_some()
}

/// Takes a card without its marks off the front of a column.
fn read_face(rest: &mut Field<'_>) -> Read<Card> {
    let place = rest.first();
    let letter = rest.next().unwrap_or(' ');
    if let Some(waste) = Waste::from_letter(letter) {
        return Ok(Card::Waste(waste));
    }
    let species = Species::from_letter(letter).ok_or_else(|| place.expected(EXPECTED_CARD))?;
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

/// Reads a card, also one that is in no game.
impl From<&str> for DraftCard {
    fn from(token: &str) -> DraftCard {
        let mut rest = Field::of_line(token);
        let (card, _) = read_card(&mut rest, 0);
        match card {
            card if rest.is_empty() => card,
            _ => DraftCard::Unknown(token.to_owned()),
        }
    }
}

/// Reads cards, `W2212,p3`, `rest` or `-`, which are a field of this name.
fn read_pile<'a>(reading: &mut CardReading<'a>, field: Field<'a>, name: &'static str) -> DraftPile {
    let mut pile = DraftPile::default();
    if field.text() == "-" {
        return pile;
    }
    let has_waste = matches!(reading.draft.form, CardForm::Flip(_));
    pile.has_rest = field.split(|c| c == ',').any(|part| part.text() == "rest");
    for part in field.split(|c| c == ',') {
        let mut rest = part;
        let letter = rest.next().unwrap_or(' ');
        if part.text() == "rest" {
            reading.places.push(rest_of(name), part);
        } else if let Some(waste) = Waste::from_letter(letter).filter(|_| has_waste) {
            reading.places.push(waste_of(name, waste), part);
            let count = reading.keep(rest.number("cards", 99)).unwrap_or(1) as u8;
            let told = pile.waste.get_or_insert_default();
            if count == 0 && !pile.has_rest || told[waste as usize] > 0 {
                let once = "every kind of waste once, with the number of its cards";
                reading.fault(part.expected(once));
            }
            told[waste as usize] = count;
        } else if let Some(species) = Species::from_letter(letter) {
            if pile.animals.kinds().any(|kind| kind.species == species) {
                reading.fault(part.expected("every species once"));
            }
            for (colour, count) in (0..).zip(read_counts(reading, rest, name, species)) {
                pile.animals.set(species, colour, count);
            }
        } else {
            let waste = if has_waste { ", waste as p3" } else { "" };
            reading.fault(part.expected(format!(
                "unseen cards as W2212: a species, its cards of each colour{waste}; 'rest' or '-'"
            )));
        }
    }
    pile
}

/// Reads the cards of each colour of a species in a pile with this name. A species without cards
/// there is one of the game.
fn read_counts<'a>(
    reading: &mut CardReading<'a>,
    mut rest: Field<'a>,
    name: &'static str,
    species: Species,
) -> [u8; 4] {
    let mut counts = [0; 4];
    for (colour, count) in counts.iter_mut().enumerate() {
        let place = rest.first();
        let Some(digit @ '0'..='3') = rest.next() else {
            let number = format!("the number of cards of colour {} (0-3)", colour + 1);
            reading.fault(place.expected(number));
            return counts;
        };
        let field = animals_of(name, species).part(colour);
        reading.places.push(field, place);
        *count = digit as u8 - b'0';
    }
    if !rest.is_empty() {
        reading.fault(rest.expected("',' or the end of the pile"));
    }
    if counts == [0; 4] {
        let cards = None;
        reading.draft.species.push(DraftSpecies { species, cards });
    }
    counts
}

/// Reads letters, whose places are those of the fields that `field` names by their numbers.
fn read_letters<'a, T>(
    reading: &mut CardReading<'a>,
    mut rest: Field<'a>,
    field: impl Fn(usize) -> DraftField,
    of_letter: impl Fn(char) -> Option<T>,
    expected: &Problem,
) -> Vec<T> {
    let mut items = Vec::new();
    while !rest.is_empty() {
        let place = rest.first();
        match rest.next().and_then(&of_letter) {
            Some(item) => {
                reading.places.push(field(items.len()), place);
                items.push(item);
            }
            None => reading.fault(place.error(expected.clone())),
        }
    }
    items
}

fn read_hand<'a>(
    reading: &mut CardReading<'a>,
    field: Field<'a>,
    named: impl Fn(usize) -> DraftField,
) -> Vec<ActionCard> {
    let expected = Problem::Other(EXPECTED_ACTION.into());
    read_letters(reading, field, named, ActionCard::from_letter, &expected)
}

/// Reads the keys of both forms, which tell the cards of the game and its deck.
fn read_cards<'a>(reading: &mut CardReading<'a>, keys: &KeyWords<'a>) {
    if let Some(field) = keys.get("animals") {
        read_species(reading, field);
    }
    if let Some(field) = keys.get("actions") {
        reading.draft.actions = Some(read_actions(reading, field, "actions"));
    }
    if let Some(field) = keys.get("deck").filter(|field| field.text() != "rest") {
        reading.draft.deck = Some(read_actions(reading, field, "deck"));
    }
    if let Some(field) = keys.get("discards") {
        let named = |card| DraftField::named("discards").entry(card);
        reading.draft.discards = read_hand(reading, field, named);
    }
    if let Some(field) = keys.get("out") {
        reading.draft.out = read_pile(reading, field, "out");
    }
    if let Some(field) = keys.get("rays") {
        reading.draft.has_far_rays = field.text() == "far";
        if !reading.draft.has_far_rays {
            reading.fault(field.expected("'far'"));
        }
    }
}

/// Reads the species of the game, with their cards where they differ from the usual ones:
/// `W2233,S`.
fn read_species<'a>(reading: &mut CardReading<'a>, field: Field<'a>) {
    let mut told: Vec<DraftSpecies> = Vec::new();
    for part in field.split(|c| c == ',') {
        let mut rest = part;
        let species = rest.next().and_then(Species::from_letter);
        let is_new = |species: &Species| told.iter().all(|other| other.species != *species);
        let Some(species) = species.filter(is_new) else {
            reading.fault(part.expected(EXPECTED_SPECIES));
            continue;
        };
        let digits = rest.text().bytes().map(|digit| digit.wrapping_sub(b'0'));
        let counts: Vec<u8> = digits.collect();
        let cards = <[u8; 4]>::try_from(counts).ok();
        let cards = cards.filter(|cards| cards.iter().all(|&count| count <= 3));
        if cards.is_none() && !rest.is_empty() {
            reading.fault(rest.expected(EXPECTED_COUNTS));
        }
        told.push(DraftSpecies { species, cards });
    }
    reading.draft.species.extend(told);
}

/// Reads action cards with their numbers, `f3c1` or `-`, which are a field of this name.
fn read_actions<'a>(
    reading: &mut CardReading<'a>,
    field: Field<'a>,
    name: &'static str,
) -> ActionCards {
    let mut cards = ActionCards::NONE;
    if field.text() == "-" {
        return cards;
    }
    if field.is_empty() {
        reading.fault(field.expected(EXPECTED_ACTIONS));
    }
    let mut rest = field;
    while !rest.is_empty() {
        let begin = rest;
        let Some(card) = rest.next().and_then(ActionCard::from_letter) else {
            reading.fault(begin.first().expected(EXPECTED_ACTIONS));
            break;
        };
        let place = rest.first();
        let Some(count @ '1'..='9') = rest.next() else {
            reading.fault(place.expected(EXPECTED_ACTIONS));
            break;
        };
        let field = DraftField::named(name).entry(card as usize);
        reading.places.push(field, begin.until(rest));
        if cards.count(card) > 0 {
            let once = "every action card once, with its number";
            reading.fault(begin.until(rest).expected(once));
            break;
        }
        (b'0'..count as u8).for_each(|_| cards.add(card));
    }
    cards
}

/// Reads what only the cooperative game has.
fn read_flip<'a>(reading: &mut CardReading<'a>, hands: Field<'a>, keys: &KeyWords<'a>) {
    let mut form = FlipForm {
        hands: read_hands(reading, hands),
        ..FlipForm::new()
    };
    if let CardForm::Flip(read) = &reading.draft.form {
        form.step = read.step;
    }
    if let Some(field) = keys.get("next") {
        let columns = reading.draft.columns;
        let mut letters = 0..columns;
        form.next = letters.find(|&column| field.text() == column_letter(column).to_string());
        if form.next.is_none() {
            reading.fault(field.expected(expected_next(columns)));
        }
    }
    if let Some(field) = keys.get("below") {
        let named = |waste| DraftField::named("below").entry(waste);
        let expected = Problem::Other(EXPECTED_BELOW.into());
        form.below = read_letters(reading, field, named, Waste::from_letter, &expected);
    }
    if let Some(field) = keys.get("last") {
        let turns = field.text().parse().ok();
        form.last = reading.keep(turns.ok_or_else(|| field.expected(EXPECTED_LAST)));
    }
    if let Some(field) = keys.get("power") {
        form.is_power_used = field.text() == "used";
        if !form.is_power_used {
            reading.fault(field.expected(EXPECTED_USED));
        }
    }
    reading.draft.form = CardForm::Flip(form);
}

/// Reads the power and the action cards of every player: `D:fcx,W:rsk`.
fn read_hands<'a>(reading: &mut CardReading<'a>, field: Field<'a>) -> Vec<DraftHand> {
    let mut hands = Vec::new();
    for (player, entry) in field.split(|c| c == ',').enumerate() {
        if player == Player::MAX {
            reading.fault(entry.expected(EXPECTED_FOUR));
            break;
        }
        let place = DraftField::named("hands").entry(player);
        let mut hand = DraftHand::default();
        if let Some((power, cards)) = entry.split_once(':') {
            let mut letters = power.text().chars();
            let species = letters.next().and_then(Species::from_letter);
            hand.power = species.filter(|_| letters.next().is_none());
            if hand.power.is_none() && power.text() != "-" {
                reading.fault(power.expected(EXPECTED_POWER));
            }
            reading.places.push(place.clone().part(0), power);
            reading.places.push(place.clone().part(1), cards);
            hand.cards = read_hand(reading, cards, |card| place.clone().part(2 + card));
        } else {
            reading.fault(entry.expected(EXPECTED_HAND));
        }
        hands.push(hand);
    }
    hands
}

/// Reads what only the competitive form has.
fn read_contest<'a>(reading: &mut CardReading<'a>, hands: Field<'a>, keys: &KeyWords<'a>) {
    let mut form = ContestForm::new();
    if let CardForm::Contest(read) = &reading.draft.form {
        form.step = read.step;
    }
    if hands.text() != "-" {
        reading.fault(hands.expected("'-', since the action cards are open (cards=)"));
    }
    if let Some(field) = keys.get("powers") {
        let powers: Option<Vec<Species>> = field.text().chars().map(Species::from_letter).collect();
        let powers = powers.ok_or_else(|| field.expected(EXPECTED_POWERS));
        form.powers = reading.keep(powers).unwrap_or_default();
    }
    if let Some(field) = keys.get("cards") {
        let named = |card| DraftField::named("cards").entry(card);
        form.cards = read_hand(reading, field, named);
    }
    if let Some(field) = keys.get("points") {
        form.points = read_numbers(reading, field, "animals", 79);
    }
    if let Some(field) = keys.get("fines") {
        form.fines = read_numbers(reading, field, "waste cards", 99);
    }
    // A player is one of the game.
    let last = Player::new(form.points.len().clamp(1, Player::MAX) - 1);
    if let Some(field) = keys.get("first") {
        form.first = reading.keep(read_player(field, last));
    }
    if let Some(field) = keys.get("bid") {
        let letter = field.first();
        let mut number = field;
        number.next();
        let bid = DraftField::named("bid");
        reading.places.push(bid.clone().entry(0), letter);
        reading.places.push(bid.entry(1), number);
        let bidder = reading.keep(read_player(letter, last));
        let bid = (1..=ANIMALS).find(|bid| bid.to_string() == number.text());
        let bid = reading.keep(bid.ok_or_else(|| number.expected(expected_bid())));
        form.bid = bidder.zip(bid);
    }
    if let Some(field) = keys.get("passed") {
        let named = |player| DraftField::named("passed").entry(player);
        let expected = Problem::Player(last);
        form.passed = read_letters(reading, field, named, Player::from_letter, &expected);
    }
    if let Some(field) = keys.get("freed") {
        form.freed = read_pile(reading, field, "freed").animals;
    }
    for name in ["out", "freed"] {
        let mut parts = keys
            .get(name)
            .into_iter()
            .flat_map(|field| field.split(|c| c == ','));
        if let Some(rest) = parts.find(|part| part.text() == "rest") {
            let only = "animals as W2212: only the pile has the rest";
            reading.fault(rest.expected(only));
        }
    }
    form.is_reshuffled = keys.flag(RESHUFFLED).is_some();
    reading.draft.form = CardForm::Contest(form);
}

/// Reads a number of each player, with commas between them.
fn read_numbers<'a>(
    reading: &mut CardReading<'a>,
    field: Field<'a>,
    what: &'static str,
    most: u32,
) -> Vec<u8> {
    // One player too many is enough to be refused.
    let entries = field.split(|c| c == ',').take(Player::MAX + 1);
    let mut read = |entry: Field<'a>| reading.keep(entry.number(what, most)).unwrap_or(0);
    entries.map(|entry| read(entry) as u8).collect()
}

fn read_player(field: Field<'_>, last: Player) -> Read<Player> {
    let player = read_turn(field).ok().filter(|player| *player <= last);
    player.ok_or_else(|| field.error(Problem::Player(last)))
}
