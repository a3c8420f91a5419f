//! Cards of a game, and those that a draft has not named yet.

use floe_game::{DraftError, DraftField, Problem};

use super::{CardDraft, CardForm, DraftPile};
use crate::card::{ActionCard, Card, Species, Waste};
use crate::piles::{ActionCards, Animals};

/// Cards of the game, and those that a draft has not named yet.
#[derive(Debug)]
pub(super) struct Supply {
    game: Animals,
    animals: Animals,
    waste: [u8; 3],
    has_waste: bool,
    deck: ActionCards,
    actions: ActionCards,
    /// Species that the draft names, by their numbers: those of the game, as far as it is known.
    species: [bool; Species::ALL.len()],
}

/// Text that an error expects in place of wrong numbers of cards of a species.
pub(super) const EXPECTED_COUNTS: &str =
    "the number of cards of each colour, four digits from 0 to 3";

impl Supply {
    /// All cards of the game (4.1, 4.2), as the draft declares them where they differ.
    pub(super) fn new(draft: &CardDraft) -> Result<Supply, DraftError> {
        let mut game = Animals::usual();
        let mut species = [false; Species::ALL.len()];
        for (number, told) in draft.species.iter().enumerate() {
            species[told.species as usize] = true;
            for (colour, count) in (0..).zip(told.cards.into_iter().flatten()) {
                if count > 3 {
                    let field = DraftField::named("animals").entry(number);
                    return Err(field.part(0).expected(EXPECTED_COUNTS));
                }
                game.set(told.species, colour, count);
            }
        }
        let deck = draft.all_actions();
        Ok(Supply {
            game,
            animals: game,
            waste: Waste::ALL.map(Waste::cards),
            has_waste: matches!(draft.form, CardForm::Flip(_)),
            deck,
            actions: deck,
            species,
        })
    }

    pub(super) const fn deck(&self) -> ActionCards {
        self.deck
    }

    /// Action cards not named yet.
    pub(super) const fn actions(&self) -> ActionCards {
        self.actions
    }

    /// Names a species as one of the game.
    pub(super) fn name(&mut self, species: Species) {
        self.species[species as usize] = true;
    }

    /// Takes a card of the net.
    pub(super) fn take(&mut self, card: Card) -> Result<(), Problem> {
        match card {
            Card::Waste(waste) => self.take_waste(waste, 1),
            Card::Animal(animal) => {
                let (species, colour) = (animal.species, animal.colour);
                let is_left = self.take_animals(species, colour, 1);
                is_left.ok_or_else(|| {
                    let most = self.game.count(species, colour);
                    let colours = [0, 1, 2, 3].map(|colour| self.game.count(species, colour));
                    let cards: u8 = colours.iter().sum();
                    let name = species.name();
                    other(format!(
                        "at most {most} {name} cards of colour {} among the {cards} of the game",
                        colour + 1,
                    ))
                })
            }
        }
    }

    /// Takes cards of a species and colour; `None` if there are too few, and none is taken.
    fn take_animals(&mut self, species: Species, colour: u8, count: u8) -> Option<()> {
        self.name(species);
        let left = self.animals.count(species, colour).checked_sub(count)?;
        self.animals.set(species, colour, left);
        Some(())
    }

    pub(super) fn take_waste(&mut self, waste: Waste, count: u8) -> Result<(), Problem> {
        if !self.has_waste {
            let none = "an animal: the competitive form has no waste";
            return Err(Problem::Other(none.into()));
        }
        let left = &mut self.waste[waste as usize];
        *left = left.checked_sub(count).ok_or_else(|| {
            let most = waste.cards();
            let name = waste.name();
            other(format!(
                "at most {most} cards of {name}, in the net and in the pile"
            ))
        })?;
        Ok(())
    }

    /// Takes all cards of a pile. The error lists all kinds of which there are too many.
    pub(super) fn take_pile(
        &mut self,
        name: &'static str,
        pile: &DraftPile,
    ) -> Result<(), DraftError> {
        let mut first = None;
        let mut excess = Vec::new();
        for kind in pile.animals.kinds() {
            if self
                .take_animals(kind.species, kind.colour, kind.count)
                .is_none()
            {
                let most = self.game.count(kind.species, kind.colour);
                let named = most - self.animals.count(kind.species, kind.colour) + kind.count;
                let name_of = kind.species.name();
                let colour = kind.colour + 1;
                excess.push(format!(
                    "{most} {name_of} cards of colour {colour} ({named} named)"
                ));
                first.get_or_insert(animals_of(name, kind.species).part(kind.colour.into()));
            }
        }
        for (waste, count) in Waste::ALL.into_iter().zip(pile.waste.unwrap_or_default()) {
            let left = self.waste[waste as usize];
            if count > 0 && self.take_waste(waste, count).is_err() {
                let most = waste.cards();
                let named = u16::from(most - left) + u16::from(count);
                excess.push(format!("{most} {} cards ({named} named)", waste.name()));
                first.get_or_insert(waste_of(name, waste));
            }
        }
        match first {
            Some(field) => Err(field.expected(format!("at most {}", excess.join(", ")))),
            None => Ok(()),
        }
    }

    /// The animals of a pile: those that it lists, and with its rest all that are not named yet, of
    /// the species that are and that it does not list.
    pub(super) fn animals_of(&self, pile: &DraftPile) -> Animals {
        let mut animals = pile.animals;
        if !pile.has_rest {
            return animals;
        }
        for kind in self.animals.kinds() {
            let mut listed = pile.animals.kinds();
            let is_listed = listed.any(|listed| listed.species == kind.species);
            if self.species[kind.species as usize] && !is_listed {
                animals.set(kind.species, kind.colour, kind.count);
            }
        }
        animals
    }

    /// The waste of a pile: with its rest and where none is told, plastic that is not named yet, of
    /// four cards, or of six where there are more.
    pub(super) fn waste_of(&self, pile: &DraftPile) -> [u8; 3] {
        let plastic = self.waste[Waste::Plastic as usize];
        match pile.waste {
            None if pile.has_rest => [plastic.checked_sub(2).unwrap_or(plastic), 0, 0],
            told => told.unwrap_or_default(),
        }
    }

    pub(super) fn take_action(&mut self, card: ActionCard) -> Result<(), Problem> {
        if self.actions.count(card) == 0 {
            let most = self.deck.count(card);
            let letter = card.letter();
            return Err(other(format!(
                "at most {most} action cards '{letter}', in the hands and in the deck"
            )));
        }
        self.actions.remove(card);
        Ok(())
    }

    /// Takes the action cards with these letters, which are parts of a field from the one with
    /// this number on.
    pub(super) fn take_hand(
        &mut self,
        cards: &[ActionCard],
        field: impl Fn(usize) -> DraftField,
    ) -> Result<ActionCards, DraftError> {
        let mut hand = ActionCards::NONE;
        for (number, &card) in cards.iter().enumerate() {
            let taken = self.take_action(card);
            taken.map_err(|problem| field(number).error(problem))?;
            hand.add(card);
        }
        Ok(hand)
    }
}

/// Problem that is told by a text of its own.
fn other(expected: String) -> Problem {
    Problem::Other(expected.into())
}

/// Field of a species in a pile with this name, whose parts are its colours.
pub(super) fn animals_of(name: &'static str, species: Species) -> DraftField {
    DraftField::named(name).entry(species as usize)
}

/// Field of a kind of waste in a pile with this name.
pub(super) fn waste_of(name: &'static str, waste: Waste) -> DraftField {
    DraftField::named(name).entry(Species::ALL.len() + waste as usize)
}

/// Field of the word `rest` in a pile with this name.
pub(super) fn rest_of(name: &'static str) -> DraftField {
    DraftField::named(name).entry(Species::ALL.len() + Waste::ALL.len())
}
