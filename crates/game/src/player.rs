use std::fmt;

/// Player in turn order, named `A` to `D`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Player(u8);

impl Player {
    /// Maximum number of players.
    pub const MAX: usize = 4;

    /// The player with this index in turn order, from 0.
    ///
    /// # Panics
    /// If `index` is not below [`Player::MAX`].
    #[inline]
    pub const fn new(index: usize) -> Player {
        assert!(index < Player::MAX, "there are at most four players");
        Player(index as u8)
    }

    /// Index in turn order, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 3) as usize
    }

    /// The first `count` players in turn order.
    pub fn first(count: usize) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator + Clone {
        (0..count).map(Player::new)
    }

    /// The players of a game for `count` players in turn order, this one first.
    pub fn round(self, count: usize) -> impl Iterator<Item = Player> + Clone {
        (0..count).map(move |turn| Player::new((self.index() + turn) % count))
    }

    /// The letter `A` to `D`.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The player with this letter.
    pub const fn from_letter(letter: char) -> Option<Player> {
        match letter {
            'A'..='D' => Some(Player(letter as u8 - b'A')),
            _ => None,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Side of a two-sided game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The side of player A.
    First,
    /// The other side.
    Second,
}
