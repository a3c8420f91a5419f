use std::fmt;

/// Species of animals, each with a letter in the notation and a power of its own (rule 4.4 in
/// `docs/rules.md`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Species {
    /// `W`: its power sinks it to the bottom of its column.
    Whale,
    /// `S`: by its power a neighbour is freed with it.
    Swordfish,
    /// `O`: its power flips another card of its colour.
    Octopus,
    /// `T`: its power moves it to the next space the way it swims, where it switches with a card.
    Turtle,
    /// `D`: its power flips a neighbour.
    Dolphin,
    /// `J`: its power switches it with the card one space further up or down, the way it swims.
    Jellyfish,
    /// `R`: by its power rays in the rows and columns of a freed group are freed too.
    Ray,
    /// `K`: by its power it is freed alone.
    Shark,
}

impl Species {
    /// All species in the order of the rules.
    pub const ALL: [Species; 8] = [
        Species::Whale,
        Species::Swordfish,
        Species::Octopus,
        Species::Turtle,
        Species::Dolphin,
        Species::Jellyfish,
        Species::Ray,
        Species::Shark,
    ];

    /// Letter of the species in the notation: `W`, `S`, `O`, `T`, `D`, `J`, `R` or `K`.
    pub const fn letter(self) -> char {
        ['W', 'S', 'O', 'T', 'D', 'J', 'R', 'K'][self as usize]
    }

    /// The species with this letter; `None` if there is none.
    pub fn from_letter(letter: char) -> Option<Species> {
        Species::ALL
            .into_iter()
            .find(|species| species.letter() == letter)
    }

    /// English name of the species, in the singular.
    pub const fn name(self) -> &'static str {
        [
            "whale",
            "swordfish",
            "octopus",
            "turtle",
            "dolphin",
            "jellyfish",
            "ray",
            "shark",
        ][self as usize]
    }

    /// Number of cards of the species in the box: ten, of sharks nine (4.1).
    pub const fn cards(self) -> u8 {
        if matches!(self, Species::Shark) {
            9
        } else {
            10
        }
    }

    /// Number of cards with a colour from 0 to 3 among the first `cards` (4.1): the k-th card has
    /// colour k mod 4.
    pub(crate) const fn coloured(colour: u8, cards: u8) -> u8 {
        (cards + 3 - colour) / 4
    }
}

/// Animal on the upper side of its card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Animal {
    /// Species of the animal.
    pub species: Species,
    /// Colour of the background of the card, 0 to 3; the notation counts from 1.
    pub colour: u8,
    /// Whether the animal swims right, or a jellyfish up; otherwise it swims left, or a jellyfish
    /// down.
    pub is_forward: bool,
}

/// `D2<`: the species, the colour, and the direction `<` or `>`, for jellyfish `^` or `v`.
impl fmt::Display for Animal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arrow = match (self.species, self.is_forward) {
            (Species::Jellyfish, true) => '^',
            (Species::Jellyfish, false) => 'v',
            (_, true) => '>',
            (_, false) => '<',
        };
        write!(f, "{}{}{arrow}", self.species.letter(), self.colour + 1)
    }
}

/// Kind of waste, each with a letter in the notation (4.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Waste {
    /// `p`: plastic is only in the way.
    Plastic,
    /// `m`: no action card may flip or switch metal.
    Metal,
    /// `o`: animals next to oil have no power.
    Oil,
}

impl Waste {
    /// All kinds of waste in the order of the rules.
    pub const ALL: [Waste; 3] = [Waste::Plastic, Waste::Metal, Waste::Oil];

    /// Letter of the kind of waste in the notation: `p`, `m` or `o`.
    pub const fn letter(self) -> char {
        ['p', 'm', 'o'][self as usize]
    }

    /// The kind of waste with this letter; `None` if there is none.
    pub fn from_letter(letter: char) -> Option<Waste> {
        Waste::ALL
            .into_iter()
            .find(|waste| waste.letter() == letter)
    }

    /// English name of the kind of waste.
    pub const fn name(self) -> &'static str {
        ["plastic", "metal", "oil"][self as usize]
    }

    /// Number of cards of the kind in the box: six, three and three (4.1).
    pub const fn cards(self) -> u8 {
        [6, 3, 3][self as usize]
    }
}

/// Card of the net or of the draw pile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// An animal, with its colour and direction.
    Animal(Animal),
    /// Waste, without colour and direction.
    Waste(Waste),
}

impl Card {
    /// Whether this and another card are the same, whichever side of them is up.
    pub fn is_same(self, other: Card) -> bool {
        match (self, other) {
            (Card::Animal(one), Card::Animal(other)) => {
                (one.species, one.colour) == (other.species, other.colour)
            }
            (one, other) => one == other,
        }
    }

    /// Number of the card, below 128: the kind of animal in six bits with its direction, or waste
    /// above 63.
    pub(crate) const fn number(self) -> u32 {
        match self {
            Card::Animal(Animal {
                species,
                colour,
                is_forward,
            }) => species as u32 * 8 + colour as u32 * 2 + is_forward as u32,
            Card::Waste(waste) => 64 + waste as u32,
        }
    }

    /// The card with this [`number`](Card::number).
    pub(crate) fn from_number(number: u32) -> Card {
        match number.checked_sub(64) {
            Some(waste) => Card::Waste(Waste::ALL[waste as usize % 3]),
            None => Card::Animal(Animal {
                species: Species::ALL[(number / 8) as usize],
                colour: (number / 2 % 4) as u8,
                is_forward: number % 2 == 1,
            }),
        }
    }
}

/// `D2<`, or the letter of waste.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Card::Animal(animal) => write!(f, "{animal}"),
            Card::Waste(waste) => write!(f, "{}", waste.letter()),
        }
    }
}

/// Kind of action cards, each with a letter in the notation (4.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ActionCard {
    /// `f`: flips one card.
    FlipOne,
    /// `c`: flips all cards of a column.
    FlipColumn,
    /// `r`: flips all cards of a row.
    FlipRow,
    /// `s`: flips the cards of a square of two by two spaces.
    FlipSquare,
    /// `k`: flips all cards of one colour.
    FlipColour,
    /// `x`: switches two neighbouring cards.
    Switch,
    /// `y`: switches two neighbouring cards and flips both.
    SwitchFlip,
    /// `e`: frees one animal.
    FreeOne,
}

impl ActionCard {
    /// All kinds of action cards, in the order of rule 4.2.
    pub const ALL: [ActionCard; 8] = [
        ActionCard::FlipOne,
        ActionCard::FlipColumn,
        ActionCard::FlipRow,
        ActionCard::FlipSquare,
        ActionCard::FlipColour,
        ActionCard::Switch,
        ActionCard::SwitchFlip,
        ActionCard::FreeOne,
    ];

    /// Letter of this kind of action card in the notation: `f`, `c`, `r`, `s`, `k`, `x`, `y` or
    /// `e`.
    pub const fn letter(self) -> char {
        ['f', 'c', 'r', 's', 'k', 'x', 'y', 'e'][self as usize]
    }

    /// The kind of action card with this letter; `None` if there is none.
    pub fn from_letter(letter: char) -> Option<ActionCard> {
        ActionCard::ALL
            .into_iter()
            .find(|card| card.letter() == letter)
    }

    /// English name of this kind of action card.
    pub const fn name(self) -> &'static str {
        [
            "flip one card",
            "flip a column",
            "flip a row",
            "flip a square",
            "flip a colour",
            "switch two neighbours",
            "switch and flip two neighbours",
            "free one animal",
        ][self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_cards_are_unique() {
        for number in 0..67 {
            assert_eq!(Card::from_number(number).number(), number);
        }
    }

    #[test]
    fn colours_go_round_4_1() {
        for cards in 0..=10 {
            for colour in 0..4 {
                let expected = (1..=cards).filter(|k| k % 4 == (colour + 1) % 4).count();
                assert_eq!(
                    Species::coloured(colour, cards),
                    expected as u8,
                    "{colour} of {cards}"
                );
            }
        }
    }
}
