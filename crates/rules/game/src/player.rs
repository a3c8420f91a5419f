use std::fmt;

/// A player of a game for up to four, by its place in the turn order; they are named `A` to `D`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Player(u8);

impl Player {
    /// Maximum number of players of a game.
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

    /// Index of the player in turn order, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 3) as usize
    }

    /// The first `count` players in turn order, `A` first.
    ///
    /// # Panics
    /// The iterator panics if `count` is above [`Player::MAX`].
    pub fn first(
        count: usize,
    ) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator + Clone {
        (0..count).map(Player::new)
    }

    /// All players of a game for `count` players, each once, in turn order from this player on.
    ///
    /// # Panics
    /// The iterator panics if `count` is above [`Player::MAX`].
    pub fn round(self, count: usize) -> impl Iterator<Item = Player> + Clone {
        (0..count).map(move |turn| Player::new((self.index() + turn) % count))
    }

    /// The letter that names the player, `A` to `D`.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The player with this letter, `A` to `D`; `None` for any other character.
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

/// One of the two sides of a two-sided game; a side is a player, or a team.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The side that player A belongs to.
    First,
    /// The side that player A does not belong to.
    Second,
}
