use std::fmt;

use crate::card::{ActionCard, Animal, Card, Species, Waste};

/// Numbers of animal cards of each species and colour, up to three each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Animals(u64);

/// The lower bit of each count.
const LOWER: u64 = 0x5555_5555_5555_5555;

impl Animals {
    const fn shift(species: Species, colour: u8) -> u32 {
        2 * (4 * species as u32 + (colour & 3) as u32)
    }

    /// The first `cards` cards of a species in the box, whose colours follow from rule 4.1.
    pub fn of_species(species: Species, cards: u8) -> Animals {
        let count = |colour| u64::from(Species::coloured(colour, cards));
        Animals(
            (0..4)
                .map(|colour| count(colour) << Animals::shift(species, colour))
                .sum(),
        )
    }

    /// All animals of the game (4.1).
    pub(crate) fn usual() -> Animals {
        let mut animals = Animals::default();
        Species::ALL
            .into_iter()
            .for_each(|species| animals.add_all(Animals::of_species(species, species.cards())));
        animals
    }

    /// Number of cards of this species and colour, 0 to 3.
    #[inline]
    pub const fn count(self, species: Species, colour: u8) -> u8 {
        (self.0 >> Animals::shift(species, colour) & 3) as u8
    }

    /// Number of animal cards of all species together.
    #[inline]
    pub const fn len(self) -> usize {
        ((self.0 & LOWER).count_ones() + 2 * (self.0 >> 1 & LOWER).count_ones()) as usize
    }

    /// Whether there are no animal cards.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds one card of this species and colour, of which there must be fewer than three.
    #[inline]
    pub fn add(&mut self, species: Species, colour: u8) {
        debug_assert!(
            self.count(species, colour) < 3,
            "a colour has at most three cards"
        );
        self.0 += 1 << Animals::shift(species, colour);
    }

    /// Removes one card of this species and colour, of which there must be one.
    #[inline]
    pub fn remove(&mut self, species: Species, colour: u8) {
        debug_assert!(self.count(species, colour) > 0, "no such card is left");
        self.0 -= 1 << Animals::shift(species, colour);
    }

    /// Sets the number of cards of this species and colour, at most three.
    pub(crate) fn set(&mut self, species: Species, colour: u8, count: u8) {
        let shift = Animals::shift(species, colour);
        self.0 = self.0 & !(3 << shift) | u64::from(count) << shift;
    }

    /// Adds cards.
    pub(crate) fn add_all(&mut self, other: Animals) {
        self.0 += other.0;
    }

    /// The counts as one number, for a hash.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// Every species and colour of which there are cards, with their number.
    pub fn kinds(self) -> impl Iterator<Item = AnimalKind> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let index = left.trailing_zeros() / 2;
            left &= !(3 << (2 * index));
            let species = Species::ALL[(index / 4) as usize];
            let colour = (index % 4) as u8;
            Some(AnimalKind {
                species,
                colour,
                count: self.count(species, colour),
            })
        })
    }
}

/// Number of cards of one species and colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnimalKind {
    /// Species of these cards.
    pub species: Species,
    /// Colour of the cards, 0 to 3; the notation counts from 1.
    pub colour: u8,
    /// Number of these cards, 1 to 3.
    pub count: u8,
}

/// Counts by species, `W2212,S2212`; empty for no card.
impl fmt::Display for Animals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for species in Species::ALL {
            let counts = [0, 1, 2, 3].map(|colour| self.count(species, colour));
            if counts != [0; 4] {
                let digits: String = counts.iter().map(u8::to_string).collect();
                write!(f, "{separator}{}{digits}", species.letter())?;
                separator = ",";
            }
        }
        Ok(())
    }
}

/// Draw pile: unseen cards in unknown order and with unknown sides up, and below them waste in
/// known order (4.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pile {
    /// Animals among the unseen cards, by species and colour.
    pub animals: Animals,
    /// Number of waste cards of each kind among the unseen cards, in the order of [`Waste::ALL`].
    pub waste: [u8; 3],
    /// Waste that is laid after all unseen cards, in the order in which it is laid.
    pub below: Below,
}

impl Pile {
    /// Number of unseen cards, animals and waste.
    #[inline]
    pub fn unseen(&self) -> usize {
        self.animals.len()
            + self
                .waste
                .iter()
                .map(|&count| usize::from(count))
                .sum::<usize>()
    }

    /// Number of cards of the pile, unseen and below.
    pub fn len(&self) -> usize {
        self.unseen() + self.below.len()
    }

    /// Whether the pile has no card left.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.animals.is_empty() && self.waste == [0; 3] && self.below == Below::default()
    }

    /// Number of ways in which `card` can be the next of the unseen cards. All cards together have
    /// twice [`unseen`](Pile::unseen) ways, since either side of a card can be up. Waste below the
    /// unseen cards does not count.
    pub fn ways(&self, card: Card) -> usize {
        match card {
            Card::Animal(animal) => usize::from(self.animals.count(animal.species, animal.colour)),
            Card::Waste(waste) => 2 * usize::from(self.waste[waste as usize]),
        }
    }

    /// Calls `visit` once for every card that can be the next card, with its probability; never if
    /// the pile is empty.
    pub fn for_each_next(&self, mut visit: impl FnMut(Card, f64)) {
        let unseen = self.unseen();
        if unseen == 0 {
            if let Some(waste) = self.below.first() {
                visit(Card::Waste(waste), 1.0);
            }
            return;
        }
        let total = 2.0 * unseen as f64;
        for AnimalKind {
            species,
            colour,
            count,
        } in self.animals.kinds()
        {
            for is_forward in [false, true] {
                visit(
                    Card::Animal(Animal {
                        species,
                        colour,
                        is_forward,
                    }),
                    f64::from(count) / total,
                );
            }
        }
        for (waste, count) in Waste::ALL
            .into_iter()
            .zip(self.waste)
            .filter(|&(_, count)| count > 0)
        {
            visit(Card::Waste(waste), 2.0 * f64::from(count) / total);
        }
    }

    /// The next card, chosen by `number`: every residue of it modulo twice [`unseen`](Pile::unseen)
    /// stands for one card with one side up.
    ///
    /// # Panics
    /// If the pile is empty.
    pub fn next_by(&self, number: u64) -> Card {
        let mut left = number.checked_rem(2 * self.unseen() as u64).unwrap_or(0);
        let mut next = None;
        self.for_each_next(|card, _| {
            let ways = self.ways(card) as u64;
            if next.is_none() && left < ways.max(1) {
                next = Some(card);
            }
            left = left.saturating_sub(ways);
        });
        next.expect("the pile has a card")
    }

    /// Takes `card` off the pile. It must be one that [`for_each_next`](Pile::for_each_next) lists:
    /// with another card, or an empty pile, the call may panic or leave a wrong pile.
    pub fn take(&mut self, card: Card) {
        match card {
            _ if self.unseen() == 0 => self.below.pop(),
            Card::Animal(animal) => self.animals.remove(animal.species, animal.colour),
            Card::Waste(waste) => self.waste[waste as usize] -= 1,
        }
    }

    /// The words that identify the pile, for a hash.
    pub(crate) fn words(&self) -> [u64; 2] {
        let [p, m, o] = self.waste.map(u64::from);
        [
            self.animals.bits(),
            p | m << 8 | o << 16 | u64::from(self.below.0) << 24,
        ]
    }
}

/// Waste cards below the unseen ones of a pile, in the order in which they will be laid.
///
/// The lowest bit is the first card: one is metal, zero plastic; a one above the last card ends the
/// sequence, and zero is the empty one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Below(u16);

impl Below {
    /// Maximum number of cards: all plastic and metal of the box.
    pub const MAX: usize = (Waste::Plastic.cards() + Waste::Metal.cards()) as usize;

    /// Number of waste cards below the unseen ones.
    pub const fn len(self) -> usize {
        if self.0 == 0 {
            0
        } else {
            self.0.ilog2() as usize
        }
    }

    /// Whether no waste card lies below the unseen cards.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Kinds of the waste cards, in the order in which they will be laid.
    pub fn iter(self) -> impl Iterator<Item = Waste> {
        (0..self.len()).map(move |index| {
            if self.0 >> index & 1 != 0 {
                Waste::Metal
            } else {
                Waste::Plastic
            }
        })
    }

    /// Kind of the waste card that is laid first; `None` if there is none.
    pub fn first(self) -> Option<Waste> {
        self.iter().next()
    }

    /// Puts a waste card of this kind below all others. It must not be oil, which cannot be freed.
    pub fn push(&mut self, waste: Waste) {
        let end = 1 << self.len();
        let card = if waste == Waste::Metal { end } else { 0 };
        self.0 = (self.0 & (end - 1)) | card | end << 1;
    }

    /// Removes the first card.
    fn pop(&mut self) {
        self.0 >>= 1;
        if self.0 == 1 {
            self.0 = 0;
        }
    }
}

/// Numbers of action cards of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct ActionCards(u32);

impl ActionCards {
    /// The numbers with no action card of any kind.
    pub const NONE: ActionCards = ActionCards(0);
    /// All action cards of the box (4.2): 4, 2, 2, 3, 2, 3, 2, 2 in the order of
    /// [`ActionCard::ALL`].
    pub const ALL: ActionCards = ActionCards(0x2232_3224);

    /// Number of action cards of this kind.
    #[inline]
    pub const fn count(self, card: ActionCard) -> u8 {
        (self.0 >> (4 * card as u32) & 15) as u8
    }

    /// Number of action cards of all kinds together.
    #[inline]
    pub fn len(self) -> usize {
        ActionCard::ALL
            .into_iter()
            .map(|card| usize::from(self.count(card)))
            .sum()
    }

    /// Whether there are no action cards.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Kinds of which there are action cards, once each, in the order of [`ActionCard::ALL`].
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = ActionCard> {
        ActionCard::ALL
            .into_iter()
            .filter(move |&card| self.count(card) > 0)
    }

    /// Adds one action card of this kind, of which there must be fewer than 15.
    #[inline]
    pub fn add(&mut self, card: ActionCard) {
        self.0 += 1 << (4 * card as u32);
    }

    /// Removes one action card of this kind, of which there must be one.
    #[inline]
    pub fn remove(&mut self, card: ActionCard) {
        debug_assert!(self.count(card) > 0, "no such card is left");
        self.0 -= 1 << (4 * card as u32);
    }

    /// The cards without others that are among them.
    #[inline]
    pub(crate) fn without(self, others: ActionCards) -> ActionCards {
        ActionCards(self.0 - others.0)
    }

    /// Calls `visit` with every card that can be drawn, once each, and its probability.
    pub(crate) fn for_each_next(self, mut visit: impl FnMut(ActionCard, f64)) {
        let total = self.len() as f64;
        self.kinds()
            .for_each(|card| visit(card, f64::from(self.count(card)) / total));
    }

    /// The card chosen by `number`, of which every residue modulo the number of cards is equally
    /// likely.
    ///
    /// # Panics
    /// If there is no card.
    pub(crate) fn nth(self, number: u64) -> ActionCard {
        let mut left = number % self.len() as u64;
        let mut kinds = self.kinds();
        loop {
            let card = kinds.next().expect("the number is below that of the cards");
            let Some(rest) = left.checked_sub(u64::from(self.count(card))) else {
                return card;
            };
            left = rest;
        }
    }

    /// The counts as one number, for a hash.
    pub(crate) const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// All action cards in the order of [`ActionCard::ALL`], each as often as it is there.
    pub fn cards(self) -> impl Iterator<Item = ActionCard> {
        let several = move |card| std::iter::repeat_n(card, usize::from(self.count(card)));
        self.kinds().flat_map(several)
    }

    /// The letters of all action cards in the order of [`ActionCard::ALL`], once for each card:
    /// `ffc`.
    pub fn letters(self) -> String {
        self.cards().map(ActionCard::letter).collect()
    }
}

/// Counts by kind, `f3c1`; `-` for none.
impl fmt::Display for ActionCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.kinds()
            .try_for_each(|card| write!(f, "{}{}", card.letter(), self.count(card)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waste_below_is_a_queue() {
        let mut below = Below::default();
        for waste in [Waste::Plastic, Waste::Metal, Waste::Metal, Waste::Plastic] {
            below.push(waste);
        }
        assert_eq!(below.iter().map(Waste::letter).collect::<String>(), "pmmp");
        below.pop();
        below.push(Waste::Metal);
        assert_eq!(below.iter().map(Waste::letter).collect::<String>(), "mmpm");
        (0..4).for_each(|_| below.pop());
        assert_eq!(below, Below::default());
    }

    #[test]
    fn chosen_cards_have_their_probabilities() {
        let mut pile = Pile {
            animals: Animals::of_species(Species::Shark, 9),
            waste: [2, 0, 1],
            ..Pile::default()
        };
        while pile.unseen() > 0 {
            let ways = 2 * pile.unseen();
            let mut left = 1.0;
            pile.for_each_next(|card, probability| {
                let chosen = (0..ways as u64)
                    .filter(|&number| pile.next_by(number) == card)
                    .count();
                assert!(
                    (chosen as f64 / ways as f64 - probability).abs() < 1e-12,
                    "{card} {pile}"
                );
                left -= probability;
            });
            assert!(left.abs() < 1e-12, "{pile}");
            pile.take(pile.next_by(7));
        }
    }

    #[test]
    fn the_action_deck_has_twenty_cards_4_2() {
        assert_eq!(ActionCards::ALL.len(), 20);
        assert_eq!(ActionCards::ALL.to_string(), "f4c2r2s3k2x3y2e2");
        let counted = |card| {
            (0..20)
                .filter(|&number| ActionCards::ALL.nth(number) == card)
                .count()
        };
        assert!(
            ActionCard::ALL
                .into_iter()
                .all(|card| counted(card) == usize::from(ActionCards::ALL.count(card)))
        );
    }
}
