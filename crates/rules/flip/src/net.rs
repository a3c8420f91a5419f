//! Layers of cards. The net of Fish 'n' Flip is a set of spaces, one byte a column, for every bit
//! of species, colour, direction and mark. Cards fall, switch and flip by the same few operations
//! on all layers, and a group is a flood fill. A turn is a sequence of small steps: so chance never
//! has more than 67 outcomes, not the million of a whole refill.

use std::fmt;

use crate::card::{Animal, Card, Species, Waste};
use crate::piles::Animals;
use crate::space::{Space, Spaces};

/// Marks and gaps that a net may have at a step of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MidTurn {
    /// Whether cards may have gaps below them.
    pub(crate) has_gaps: bool,
    /// Maximum number of marks `~` of an animal.
    pub(crate) marks: usize,
}

/// Layer of spaces with a card.
const CARDS: usize = 0;
/// Layer of waste.
const WASTE: usize = 1;
/// First of three layers with the bits of the species; of waste, of its kind.
const SPECIES: usize = 2;
/// First of two layers with the bits of the colour.
const COLOUR: usize = 5;
/// Layer of animals that swim right or up.
const FORWARD: usize = 7;
/// Layer of animals that have moved in this turn.
const MOVED: usize = 8;
/// Layer of animals that were flipped in this turn.
const FLIPPED: usize = 9;
/// Layer of animals whose power has been used in this turn.
const USED: usize = 10;
/// Number of layers.
const LAYERS: usize = 11;

/// Cards on the table, and the animals that were moved or flipped in this turn.
///
/// Every layer is a set of spaces; a card is a bit at its space in each of the layers. So cards of
/// any kind fall, switch and flip in a few operations on words. Waste has no marks, since nothing
/// asks whether it has moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Net {
    area: Spaces,
    layers: [Spaces; LAYERS],
}

impl Net {
    /// An empty net with this number of columns, up to four, and rows, up to six.
    pub const fn new(columns: usize, rows: usize) -> Net {
        Net {
            area: Spaces::net(columns, rows),
            layers: [Spaces::EMPTY; LAYERS],
        }
    }

    /// All spaces of the net, with cards and without.
    #[inline]
    pub const fn area(&self) -> Spaces {
        self.area
    }

    /// Number of columns of the net.
    pub fn columns(&self) -> usize {
        (self.area & Spaces::row(0)).len()
    }

    /// Number of rows: the maximum number of cards in a column.
    pub fn rows(&self) -> usize {
        (self.area & Spaces::column(0)).len()
    }

    /// The spaces with a card, animal or waste.
    #[inline]
    pub const fn cards(&self) -> Spaces {
        self.layers[CARDS]
    }

    /// The spaces with an animal.
    #[inline]
    pub fn animals(&self) -> Spaces {
        self.layers[CARDS] - self.layers[WASTE]
    }

    /// The spaces with waste of any kind.
    #[inline]
    pub const fn all_waste(&self) -> Spaces {
        self.layers[WASTE]
    }

    /// The spaces with an animal that has moved in this turn (4.3).
    #[inline]
    pub const fn moved(&self) -> Spaces {
        self.layers[MOVED]
    }

    /// The spaces with an animal that was flipped in this turn.
    #[inline]
    pub const fn flipped(&self) -> Spaces {
        self.layers[FLIPPED]
    }

    /// The animals whose power has been used in this turn, where powers are used once a card (4.7).
    #[inline]
    pub(crate) const fn used(&self) -> Spaces {
        self.layers[USED]
    }

    /// The spaces of `among` whose bits in the layers from `first` on are those of `value`.
    #[inline]
    fn with_bits(&self, among: Spaces, first: usize, bits: usize, value: usize) -> Spaces {
        let layers = self.layers[first..first + bits].iter().enumerate();
        layers.fold(among, |set, (bit, &layer)| {
            if value >> bit & 1 != 0 {
                set & layer
            } else {
                set - layer
            }
        })
    }

    /// The spaces with an animal of this species.
    #[inline]
    pub fn species(&self, species: Species) -> Spaces {
        self.with_bits(self.animals(), SPECIES, 3, species as usize)
    }

    /// Numbers of animals of each species, in the order of [`Species::ALL`].
    pub(crate) fn count_species(&self) -> [i32; Species::ALL.len()] {
        let [low, middle, high] = [0, 1, 2].map(|bit| self.layers[SPECIES + bit]);
        let animals = self.animals();
        let halves = [animals - high, animals & high];
        let [a, b] = halves.map(|half| [half - middle, half & middle]);
        let [a, b, c, d] = [a[0], a[1], b[0], b[1]].map(|quarter| [quarter - low, quarter & low]);
        [a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]].map(|species| species.len() as i32)
    }

    /// The spaces with an animal of this colour, 0 to 3.
    #[inline]
    pub fn colour(&self, colour: u8) -> Spaces {
        self.with_bits(self.animals(), COLOUR, 2, usize::from(colour))
    }

    /// The spaces with waste of this kind.
    #[inline]
    pub fn waste(&self, waste: Waste) -> Spaces {
        self.with_bits(self.all_waste(), SPECIES, 2, waste as usize)
    }

    /// The spaces next to oil, on which animals have no power (4.5).
    #[inline]
    pub fn oiled(&self) -> Spaces {
        if self.layers[WASTE].is_empty() {
            Spaces::EMPTY
        } else {
            self.waste(Waste::Oil).neighbours()
        }
    }

    fn value_at(&self, space: Space, first: usize, bits: usize) -> usize {
        (0..bits)
            .map(|bit| usize::from(self.layers[first + bit].contains(space)) << bit)
            .sum()
    }

    /// Whether the animal on `space` swims right, or a jellyfish up; false if there is none.
    #[inline]
    pub fn is_forward(&self, space: Space) -> bool {
        self.layers[FORWARD].contains(space)
    }

    /// Species of the animal on `space`; meaningless if there is none.
    #[inline]
    pub fn species_at(&self, space: Space) -> Species {
        Species::ALL[self.value_at(space, SPECIES, 3)]
    }

    /// Colour of the animal on `space`, 0 to 3; meaningless if there is none.
    #[inline]
    pub fn colour_at(&self, space: Space) -> u8 {
        self.value_at(space, COLOUR, 2) as u8
    }

    /// Card on `space`; `None` if there is none.
    pub fn card(&self, space: Space) -> Option<Card> {
        if self.all_waste().contains(space) {
            Some(Card::Waste(Waste::ALL[self.value_at(space, SPECIES, 2)]))
        } else if self.cards().contains(space) {
            Some(Card::Animal(Animal {
                species: self.species_at(space),
                colour: self.colour_at(space),
                is_forward: self.is_forward(space),
            }))
        } else {
            None
        }
    }

    /// The spaces with an animal of the same species and direction as the animal on `space`,
    /// `space` included. The spaces connected with `space` form its group. Meaningless if no animal
    /// is there.
    #[inline]
    pub fn alike(&self, space: Space) -> Spaces {
        let alike = self.species(self.species_at(space));
        if self.is_forward(space) {
            alike & self.layers[FORWARD]
        } else {
            alike - self.layers[FORWARD]
        }
    }

    /// The animals on `spaces`, by species and colour.
    pub fn animals_on(&self, spaces: Spaces) -> Animals {
        let mut animals = Animals::default();
        for space in spaces & self.animals() {
            animals.add(self.species_at(space), self.colour_at(space));
        }
        animals
    }

    /// Puts a card on `space`, which must be empty, or else the two cards get mixed up.
    pub fn put(&mut self, space: Space, card: Card) {
        let (kind, colour, is_forward) = match card {
            Card::Animal(animal) => (
                animal.species as usize,
                usize::from(animal.colour),
                animal.is_forward,
            ),
            Card::Waste(waste) => (waste as usize, 0, false),
        };
        let is_waste = matches!(card, Card::Waste(_));
        let bits = [true, is_waste].map(usize::from).into_iter();
        let bits = bits
            .chain((0..3).map(|bit| kind >> bit & 1))
            .chain((0..2).map(|bit| colour >> bit & 1));
        for (layer, bit) in self
            .layers
            .iter_mut()
            .zip(bits.chain([usize::from(is_forward)]))
        {
            if bit != 0 {
                *layer |= space.into();
            }
        }
    }

    /// Takes the cards on these spaces out of the net.
    #[inline]
    pub fn remove(&mut self, cards: Spaces) {
        self.layers.iter_mut().for_each(|layer| *layer -= cards);
    }

    /// Marks animals as moved, and as flipped if `is_flipped`.
    pub(crate) fn mark(&mut self, cards: Spaces, is_flipped: bool) {
        let animals = cards & self.animals();
        self.layers[MOVED] |= animals;
        if is_flipped {
            self.layers[FLIPPED] |= animals;
        }
    }

    /// Number of marks of the animal on `space`: of having moved, of a flip, of a used power.
    pub(crate) fn marks(&self, space: Space) -> usize {
        let marks = &self.layers[MOVED..];
        marks.iter().filter(|layer| layer.contains(space)).count()
    }

    /// Marks an animal as [`marks`](Net::marks) counts it.
    pub(crate) fn set_marks(&mut self, space: Space, marks: usize) {
        let layers = self.layers[MOVED..].iter_mut();
        layers.take(marks).for_each(|layer| *layer |= space.into());
    }

    /// Marks the power of an animal as used.
    pub(crate) fn mark_used(&mut self, space: Space) {
        self.layers[USED] |= space.into();
    }

    /// Forgets which powers have been used.
    pub(crate) fn clear_used(&mut self) {
        self.layers[USED] = Spaces::EMPTY;
    }

    /// Forgets what has moved, at the end of a turn.
    pub(crate) fn clear_marks(&mut self) {
        self.layers[MOVED..].fill(Spaces::EMPTY);
    }

    /// Flips the animals on these spaces, and marks them as flipped and moved.
    #[inline]
    pub fn flip(&mut self, cards: Spaces) {
        let animals = cards & self.animals();
        self.layers[FORWARD] = (self.layers[FORWARD] - animals) | (animals - self.layers[FORWARD]);
        self.layers[MOVED] |= animals;
        self.layers[FLIPPED] |= animals;
    }

    /// Switches the contents of two spaces, and marks animals among them as moved.
    #[inline]
    pub fn switch(&mut self, a: Space, b: Space) {
        let both = Spaces::from(a) | b.into();
        for layer in &mut self.layers {
            if layer.contains(a) != layer.contains(b) {
                *layer = (*layer - both) | (both - *layer);
            }
        }
        self.mark(both, false);
    }

    /// Moves the card on `space` to the bottom of its column; the cards below it move up by one
    /// row. Marks the animals among all these cards as moved, the one that sinks included.
    pub fn sink(&mut self, space: Space) {
        let bottom = Spaces::from(Space::new(space.column(), 0));
        let below = Spaces::from_bits(Spaces::from(space).bits() - bottom.bits());
        let segment = below | space.into();
        for layer in &mut self.layers {
            let sunk = if layer.contains(space) {
                bottom
            } else {
                Spaces::EMPTY
            };
            *layer = (*layer - segment) | (*layer & below).up() | sunk;
        }
        self.mark(segment, false);
    }

    /// Lets all cards fall down their columns into gaps, marks the animals that fall as moved, and
    /// returns whether any card has fallen.
    #[inline]
    pub fn fall(&mut self) -> bool {
        let mut has_fallen = false;
        loop {
            // Every turn of the loop fills the lowest gap of each column.
            let supported = self.cards().below_gaps();
            let falling = self.cards() - supported;
            if falling.is_empty() {
                return has_fallen;
            }
            has_fallen = true;
            self.layers[MOVED] |= falling & self.animals();
            for layer in &mut self.layers {
                *layer = (*layer & supported) | (*layer - supported).down();
            }
        }
    }

    /// Counts the neighbouring animals of one species.
    pub(crate) fn pairs(&self) -> Pairs<usize> {
        let above = self.pairs_with(Spaces::up);
        let beside = self.pairs_with(Spaces::right);
        Pairs {
            same: above.same.len() + beside.same.len(),
            opposed: above.opposed.len() + beside.opposed.len(),
        }
    }

    /// Pairs of animals of one species of which the second, which stands for the pair, is where
    /// `shift` moves the first.
    #[inline]
    pub(crate) fn pairs_with(&self, shift: impl Fn(Spaces) -> Spaces) -> Pairs<Spaces> {
        let animals = self.animals();
        let both = animals & shift(animals);
        let species = &self.layers[SPECIES..COLOUR];
        let alike = species.iter().fold(both, |alike, &layer| {
            alike - difference(layer, shift(layer))
        });
        let opposed = alike & difference(self.layers[FORWARD], shift(self.layers[FORWARD]));
        Pairs {
            same: alike - opposed,
            opposed,
        }
    }

    /// The words that identify the net, for a hash.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> {
        let pairs = self.layers.chunks(2).map(|pair| {
            u64::from(pair[0].bits()) | pair.get(1).map_or(0, |layer| u64::from(layer.bits())) << 32
        });
        pairs.chain([u64::from(self.area.bits())])
    }
}

/// Spaces in one of two sets.
#[inline]
fn difference(a: Spaces, b: Spaces) -> Spaces {
    (a - b) | (b - a)
}

/// Pairs of animals of one species, or their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pairs<T> {
    /// Pairs that swim the same way.
    pub(crate) same: T,
    /// Pairs that swim in different directions.
    pub(crate) opposed: T,
}

/// Columns from left to right, each from the bottom: `W1>D2<~~/p_S3>~`.
impl fmt::Display for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for column in 0..self.columns() {
            if column > 0 {
                f.write_str("/")?;
            }
            let mut gaps = 0;
            for row in 0..self.rows() {
                let space = Space::new(column, row);
                let Some(card) = self.card(space) else {
                    gaps += 1;
                    continue;
                };
                let marks = "~".repeat(self.marks(space));
                write!(f, "{}{card}{marks}", "_".repeat(gaps))?;
                gaps = 0;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
