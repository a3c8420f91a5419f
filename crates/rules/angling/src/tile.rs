//! Tiles, anglers and specials (5.2).

use std::fmt;

use floe_game::Score;

/// Tile of the lake: a fish, rubbish or the diver.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LakeTile(u8);

impl LakeTile {
    /// Rubbish, worth nothing.
    pub const RUBBISH: LakeTile = LakeTile(7);
    /// The diver, who is worth nothing and goes back into the lake when caught.
    pub const DIVER: LakeTile = LakeTile(8);
    /// Number of kinds of tiles: six fish, rubbish and the diver.
    pub const KINDS: usize = 8;

    /// The tile with a fish of this value in points, 1 to 6.
    ///
    /// # Panics
    /// If `value` is not 1 to 6.
    pub const fn fish(value: u8) -> LakeTile {
        assert!(value >= 1 && value <= 6, "a fish is worth 1 to 6");
        LakeTile(value)
    }

    /// All kinds of tiles: fish by value, rubbish, the diver.
    pub fn all() -> impl Iterator<Item = LakeTile> {
        (1..=LakeTile::KINDS as u8).map(LakeTile)
    }

    /// Number of the kind, from 1.
    #[inline]
    pub(crate) const fn number(self) -> u8 {
        self.0
    }

    /// The kind with this [`number`](LakeTile::number), if there is one.
    #[inline]
    pub(crate) const fn from_number(number: u8) -> Option<LakeTile> {
        match number {
            1..=8 => Some(LakeTile(number)),
            _ => None,
        }
    }

    /// Whole points that the player who fishes gets for catching the tile: 1 to 6 for a fish, else
    /// 0.
    #[inline]
    pub const fn value(self) -> Score {
        if self.0 < LakeTile::RUBBISH.0 {
            self.0 as Score
        } else {
            0
        }
    }

    /// Letter of the tile in the notation: `1` to `6`, `r` or `d`.
    pub const fn letter(self) -> char {
        match self {
            LakeTile::RUBBISH => 'r',
            LakeTile::DIVER => 'd',
            LakeTile(value) => (b'0' + value) as char,
        }
    }

    /// Name of the tile in English: `fish worth 3`, `rubbish` or `diver`.
    pub fn in_words(self) -> String {
        match self {
            LakeTile::RUBBISH => "rubbish".to_owned(),
            LakeTile::DIVER => "diver".to_owned(),
            fish => format!("fish worth {}", fish.value()),
        }
    }

    /// The tile with this [`letter`](LakeTile::letter); `None` if there is none.
    pub const fn from_letter(letter: char) -> Option<LakeTile> {
        match letter {
            '1'..='6' => Some(LakeTile(letter as u8 - b'0')),
            'r' => Some(LakeTile::RUBBISH),
            'd' => Some(LakeTile::DIVER),
            _ => None,
        }
    }
}

impl fmt::Display for LakeTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for LakeTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Numbers of tiles of every kind, up to 15 each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TileCounts(u32);

impl TileCounts {
    /// No tiles of any kind.
    pub const NONE: TileCounts = TileCounts(0);
    /// Tiles of the whole game (5.2): fish worth 1, 1, 2, 2, 3, 3, 4, 4, 5 and 6, five of rubbish,
    /// the diver.
    pub const STANDARD: TileCounts = TileCounts(0x1511_2222);
    /// Maximum number of tiles of one kind.
    pub const MAX: usize = 15;

    /// Number of tiles of the kind of `tile`.
    #[inline]
    pub const fn count(self, tile: LakeTile) -> usize {
        (self.0 >> (4 * (tile.0 - 1)) & 15) as usize
    }

    /// Number of tiles of all kinds together.
    pub fn len(self) -> usize {
        LakeTile::all().map(|tile| self.count(tile)).sum()
    }

    /// Whether there are no tiles of any kind.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whole points that all tiles together bring when they are caught.
    pub fn value(self) -> Score {
        LakeTile::all()
            .map(|tile| self.count(tile) as Score * tile.value())
            .sum()
    }

    /// Adds one tile of the kind of `tile`, of which there must be fewer than [`TileCounts::MAX`].
    #[inline]
    pub fn add(&mut self, tile: LakeTile) {
        debug_assert!(self.count(tile) < TileCounts::MAX);
        self.0 += 1 << (4 * (tile.0 - 1));
    }

    /// Removes one tile of the kind of `tile`, of which there must be one.
    #[inline]
    pub fn remove(&mut self, tile: LakeTile) {
        debug_assert!(self.count(tile) > 0);
        self.0 -= 1 << (4 * (tile.0 - 1));
    }

    /// The tiles without `others`, which must be among them.
    #[inline]
    #[must_use]
    pub const fn without(self, others: TileCounts) -> TileCounts {
        TileCounts(self.0.wrapping_sub(others.0))
    }

    /// The kinds of which there is a tile, once each, in the order of [`all`](LakeTile::all).
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = LakeTile> {
        LakeTile::all().filter(move |&tile| self.count(tile) > 0)
    }

    /// All tiles, one after the other, by kind in the order of [`all`](LakeTile::all).
    pub fn tiles(self) -> impl Iterator<Item = LakeTile> {
        LakeTile::all().flat_map(move |tile| (0..self.count(tile)).map(move |_| tile))
    }

    /// Kind of the tile with this number, from 0, in the order of [`tiles`](TileCounts::tiles);
    /// `None` if there are no more.
    #[inline]
    pub(crate) fn nth(self, mut number: usize) -> Option<LakeTile> {
        LakeTile::all().find(|&tile| {
            let count = self.count(tile);
            let is_here = number < count;
            number = number.wrapping_sub(count);
            is_here
        })
    }

    /// Four bits for each kind.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }
}

impl FromIterator<LakeTile> for TileCounts {
    fn from_iter<T: IntoIterator<Item = LakeTile>>(tiles: T) -> TileCounts {
        let mut counts = TileCounts::NONE;
        tiles.into_iter().for_each(|tile| counts.add(tile));
        counts
    }
}

/// Letters of all tiles, separated by dots: `1.1.5.r`.
impl fmt::Display for TileCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: Vec<String> = self.tiles().map(|tile| tile.to_string()).collect();
        f.write_str(&letters.join("."))
    }
}

impl fmt::Debug for TileCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Special action of a player, which it may play once a day (5.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AnglingSpecial {
    /// The player who fishes looks at a tile of the lake.
    Look,
    /// The player who fishes forbids that tiles are moved in this round.
    Hold,
    /// The fish moves the yellow angler one pier on.
    PushYellow,
    /// The fish moves the red angler one pier on.
    PushRed,
    /// The fish swaps two tiles of the lake.
    Swap,
}

impl AnglingSpecial {
    /// All specials, first of the player who fishes, then of the fish.
    pub const ALL: [AnglingSpecial; 5] = [
        AnglingSpecial::Look,
        AnglingSpecial::Hold,
        AnglingSpecial::PushYellow,
        AnglingSpecial::PushRed,
        AnglingSpecial::Swap,
    ];

    /// Letter of the special in the notation: `l`, `h`, `y`, `r` or `s`.
    pub const fn letter(self) -> char {
        ['l', 'h', 'y', 'r', 's'][self as usize]
    }

    /// Effect of the special in English, such as `look at a tile`.
    pub const fn name(self) -> &'static str {
        [
            "look at a tile",
            "hold all tiles",
            "push the yellow angler",
            "push the red angler",
            "swap two tiles",
        ][self as usize]
    }
}

/// Set of specials, of one player or of both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AnglingSpecials(u8);

impl AnglingSpecials {
    /// The set without a special.
    pub const NONE: AnglingSpecials = AnglingSpecials(0);
    /// All specials of the player who fishes.
    pub const OF_ANGLER: AnglingSpecials = AnglingSpecials(0b00011);
    /// All specials of the fish.
    pub const OF_FISH: AnglingSpecials = AnglingSpecials(0b11100);
    /// All specials of both players.
    pub const ALL: AnglingSpecials = AnglingSpecials(0b11111);

    /// Whether `special` is in the set.
    #[inline]
    pub const fn has(self, special: AnglingSpecial) -> bool {
        self.0 >> special as u8 & 1 != 0
    }

    /// Number of specials in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no special.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The specials that belong to the fish, among those in the set.
    #[inline]
    #[must_use]
    pub const fn fish(self) -> AnglingSpecials {
        self.and(AnglingSpecials::OF_FISH)
    }

    /// The specials that are in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: AnglingSpecials) -> AnglingSpecials {
        AnglingSpecials(self.0 & other.0)
    }

    /// The set together with `special`.
    #[inline]
    #[must_use]
    pub const fn with(self, special: AnglingSpecial) -> AnglingSpecials {
        AnglingSpecials(self.0 | 1 << special as u8)
    }

    /// The set without `special`.
    #[inline]
    #[must_use]
    pub const fn without(self, special: AnglingSpecial) -> AnglingSpecials {
        AnglingSpecials(self.0 & !(1 << special as u8))
    }

    /// One bit for each special.
    #[inline]
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }
}

/// Letters of the specials of the angler and of the fish, `lh,yrs`; `-` for none.
impl fmt::Display for AnglingSpecials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |part: AnglingSpecials| {
            let letters: String = AnglingSpecial::ALL
                .into_iter()
                .filter(|&special| part.has(special))
                .map(AnglingSpecial::letter)
                .collect();
            if letters.is_empty() {
                "-".to_owned()
            } else {
                letters
            }
        };
        let [angler, fish] = [Self::OF_ANGLER, Self::OF_FISH].map(|owner| letters(self.and(owner)));
        write!(f, "{angler},{fish}")
    }
}

/// One of the pieces that walk around the lake on piers; the player who fishes has one or two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Angler {
    /// The yellow angler, `y` in the notation.
    Yellow,
    /// The red angler, `r` in the notation.
    Red,
}

impl Angler {
    /// Both anglers, the yellow one first.
    pub const ALL: [Angler; 2] = [Angler::Yellow, Angler::Red];

    /// Colour of the angler in English: `yellow` or `red`.
    pub const fn name(self) -> &'static str {
        match self {
            Angler::Yellow => "yellow",
            Angler::Red => "red",
        }
    }

    /// Special that moves this angler.
    pub(crate) const fn push(self) -> AnglingSpecial {
        match self {
            Angler::Yellow => AnglingSpecial::PushYellow,
            Angler::Red => AnglingSpecial::PushRed,
        }
    }
}

/// `y` or `r`.
impl fmt::Display for Angler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.push().letter())
    }
}
