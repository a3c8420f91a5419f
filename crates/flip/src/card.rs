use std::fmt;

/// Species of animals, each with a power of its own (4.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Species {
    /// `W`: sinks to the bottom of its column.
    Whale,
    /// `S`: a neighbour is freed with it.
    Swordfish,
    /// `O`: flips a card of its colour.
    Octopus,
    /// `T`: swims to the next space.
    Turtle,
    /// `D`: flips a neighbour.
    Dolphin,
    /// `J`: swims up or down, past the next card.
    Jellyfish,
    /// `R`: rays in rows and columns are freed with it.
    Ray,
    /// `K`: is freed alone.
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

    /// Letter in the notation.
    pub const fn letter(self) -> char {
        ['W', 'S', 'O', 'T', 'D', 'J', 'R', 'K'][self as usize]
    }

    /// The species with this letter.
    pub fn from_letter(letter: char) -> Option<Species> {
        Species::ALL.into_iter().find(|species| species.letter() == letter)
    }

    /// English name, in the singular.
    pub const fn name(self) -> &'static str {
        ["whale", "swordfish", "octopus", "turtle", "dolphin", "jellyfish", "ray", "shark"][self as usize]
    }

    /// Number of cards (4.1).
    pub const fn cards(self) -> u8 {
        if matches!(self, Species::Shark) { 9 } else { 10 }
    }

    /// Number of cards with a colour from 0 to 3 among the first `cards` (4.1): the k-th card has colour k mod 4.
    pub(crate) const fn coloured(colour: u8, cards: u8) -> u8 {
        (cards + 3 - colour) / 4
    }
}

/// Animal on the side of its card that is up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Animal {
    /// Species of the animal.
    pub species: Species,
    /// Colour of the background, 0 to 3; written 1 to 4.
    pub colour: u8,
    /// Whether it swims right, or up for a jellyfish; otherwise it swims left or down.
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

/// Kind of waste (4.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Waste {
    /// `p`: in the way, nothing else.
    Plastic,
    /// `m`: no action flips or switches it.
    Metal,
    /// `o`: animals next to it have no power.
    Oil,
}

impl Waste {
    /// All kinds in the order of the rules.
    pub const ALL: [Waste; 3] = [Waste::Plastic, Waste::Metal, Waste::Oil];

    /// Letter in the notation.
    pub const fn letter(self) -> char {
        ['p', 'm', 'o'][self as usize]
    }

    /// The kind with this letter.
    pub fn from_letter(letter: char) -> Option<Waste> {
        Waste::ALL.into_iter().find(|waste| waste.letter() == letter)
    }

    /// English name.
    pub const fn name(self) -> &'static str {
        ["plastic", "metal", "oil"][self as usize]
    }

    /// Number of cards (4.1).
    pub const fn cards(self) -> u8 {
        [6, 3, 3][self as usize]
    }
}

/// Card of the net.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// An animal, with its colour and direction.
    Animal(Animal),
    /// Waste, without colour and direction.
    Waste(Waste),
}

impl Card {
    /// Number of the card, below 128: the kind of animal in six bits with its direction, or waste above 63.
    pub(crate) const fn number(self) -> u32 {
        match self {
            Card::Animal(Animal { species, colour, is_forward }) => {
                species as u32 * 8 + colour as u32 * 2 + is_forward as u32
            }
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

/// Kind of action cards (4.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ActionCard {
    /// `f`: flip one card.
    FlipOne,
    /// `c`: flip a column.
    FlipColumn,
    /// `r`: flip a row.
    FlipRow,
    /// `s`: flip a square of four.
    FlipSquare,
    /// `k`: flip all cards of one colour.
    FlipColour,
    /// `x`: switch two neighbours.
    Switch,
    /// `y`: switch two neighbours and flip both.
    SwitchFlip,
    /// `e`: free one animal.
    FreeOne,
}

impl ActionCard {
    /// All kinds in the order of the notation.
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

    /// Letter in the notation.
    pub const fn letter(self) -> char {
        ['f', 'c', 'r', 's', 'k', 'x', 'y', 'e'][self as usize]
    }

    /// The kind with this letter.
    pub fn from_letter(letter: char) -> Option<ActionCard> {
        ActionCard::ALL.into_iter().find(|card| card.letter() == letter)
    }

    /// English name.
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
                assert_eq!(Species::coloured(colour, cards), expected as u8, "{colour} of {cards}");
            }
        }
    }
}
