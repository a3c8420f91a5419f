use std::fmt;
use std::str::FromStr;

/// Kind of special tile (3.7), by its effect on a penguin that stops on it or crosses it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum SpecialTile {
    /// The penguin that stops here may jump on to a free tile with as many fish as this one has.
    Teleport,
    /// The penguin that stops here may swap places with an opponent's penguin on a tile with as
    /// many fish as this one has.
    Exchange,
    /// The player whose penguin stops here may make an opponent give back its taken tile with the
    /// fewest fish.
    Reversal,
    /// The player whose penguin stops here may move a tile that lies at the water.
    Floating,
    /// Penguins can cross this broken tile twice more, and not stop on it.
    Broken,
    /// Penguins can cross this broken tile once more, and not stop on it.
    Cracked,
}

impl SpecialTile {
    /// Number of kinds of special tiles.
    pub const COUNT: usize = 6;

    /// All kinds of special tiles, in the order of their numbers.
    pub const ALL: [SpecialTile; SpecialTile::COUNT] = [
        SpecialTile::Teleport,
        SpecialTile::Exchange,
        SpecialTile::Reversal,
        SpecialTile::Floating,
        SpecialTile::Broken,
        SpecialTile::Cracked,
    ];

    /// Letter in positions; a digit after it is the fish, or the side of a broken tile.
    pub(crate) const fn letter(self) -> char {
        ['t', 'x', 'r', 'f', 'b', 'b'][self as usize]
    }

    /// Name in options and in words.
    pub(crate) const fn name(self) -> &'static str {
        [
            "teleport", "exchange", "reversal", "floating", "broken", "broken",
        ][self as usize]
    }

    /// Sentence that asks whether and how the effect of the tile is used.
    pub(crate) const fn question(self) -> &'static str {
        match self {
            SpecialTile::Teleport => "Where does the penguin jump to, if it does?",
            SpecialTile::Exchange => "With which penguin does it swap places, if it does?",
            SpecialTile::Reversal => "Who gives back a tile, if any player does?",
            SpecialTile::Floating => "Which tile floats away, if any does?",
            SpecialTile::Broken | SpecialTile::Cracked => "No penguin stops here.",
        }
    }

    /// Choice not to use the effect of the tile, in words.
    pub(crate) const fn unused(self) -> &'static str {
        match self {
            SpecialTile::Teleport => "stays there",
            SpecialTile::Exchange => "swaps with no penguin",
            SpecialTile::Reversal => "no player gives back a tile",
            SpecialTile::Floating => "no tile floats",
            SpecialTile::Broken | SpecialTile::Cracked => "goes on",
        }
    }

    /// Line of a legend.
    pub(crate) const fn legend(self) -> &'static str {
        match self {
            SpecialTile::Teleport => "t: teleport, on to a free tile with as many fish.",
            SpecialTile::Exchange => "x: exchange, with an opponent's penguin on as many fish.",
            SpecialTile::Reversal => "r: reversal, an opponent gives back its lowest tile.",
            SpecialTile::Floating => "f: floating, moves a tile at the water.",
            SpecialTile::Broken => "b2: broken, can be slid across twice and not stopped on.",
            SpecialTile::Cracked => "b1: broken, can be slid across once and not stopped on.",
        }
    }
}

/// Numbers of special tiles of each kind in a deal (3.7). The default is the usual deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Specials([u8; SpecialTile::COUNT]);

/// Maximum number of special tiles of one kind in a deal.
pub const MAX_SPECIALS: u8 = 8;

/// Kinds in the order of a deal and of options. Broken tiles show one side at first.
pub(super) const DEALT: [SpecialTile; 5] = [
    SpecialTile::Teleport,
    SpecialTile::Exchange,
    SpecialTile::Broken,
    SpecialTile::Reversal,
    SpecialTile::Floating,
];

impl Default for Specials {
    /// Number of special tiles of each kind in the usual game (3.7).
    fn default() -> Specials {
        Specials([4, 4, 2, 2, 2, 0])
    }
}

impl Specials {
    /// Number of special tiles of this kind in the deal.
    pub fn of(self, kind: SpecialTile) -> u8 {
        self.0[kind as usize]
    }

    /// Number of tiles of a kind that replace two-fish tiles; the others replace one-fish tiles.
    pub(super) fn twos(self, kind: SpecialTile) -> u8 {
        match kind {
            SpecialTile::Teleport => self.of(kind).min(1),
            SpecialTile::Exchange => self.of(kind) / 2,
            _ => 0,
        }
    }
}

/// Error of a text that gives no numbers of special tiles, worded as what was expected and what was
/// found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecialsError {
    /// An entry is not a kind and a number with `=` between them.
    #[error("kinds and numbers, as in teleport=4,broken=0")]
    Form,
    /// An entry names a kind, given here, that does not exist.
    #[error("one of the kinds teleport, exchange, broken, reversal and floating; found '{0}'")]
    Kind(String),
    /// An entry has this text in the place of a number from 0 to [`MAX_SPECIALS`].
    #[error("a number from 0 to {MAX_SPECIALS}; found '{0}'")]
    Number(String),
}

impl FromStr for Specials {
    type Err = SpecialsError;

    /// Reads numbers; kinds that are not named keep their default.
    fn from_str(text: &str) -> Result<Specials, SpecialsError> {
        let mut specials = Specials::default();
        for entry in text.split(',') {
            let (name, number) = entry.split_once('=').ok_or(SpecialsError::Form)?;
            let kind = DEALT.into_iter().find(|kind| kind.name() == name);
            let kind = kind.ok_or_else(|| SpecialsError::Kind(name.to_owned()))?;
            let count = number.parse().ok().filter(|&count| count <= MAX_SPECIALS);
            specials.0[kind as usize] =
                count.ok_or_else(|| SpecialsError::Number(number.to_owned()))?;
        }
        Ok(specials)
    }
}

/// `teleport=4,exchange=4,broken=2,reversal=2,floating=2`.
impl fmt::Display for Specials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = DEALT.map(|kind| format!("{}={}", kind.name(), self.of(kind)));
        f.write_str(&entries.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back() {
        assert_eq!(
            Specials::default().to_string(),
            "teleport=4,exchange=4,broken=2,reversal=2,floating=2"
        );
        assert_eq!(
            Specials::default().to_string().parse(),
            Ok(Specials::default())
        );
        let specials: Specials = "broken=0,teleport=8".parse().unwrap();
        assert_eq!(
            specials.to_string(),
            "teleport=8,exchange=4,broken=0,reversal=2,floating=2"
        );
        assert_eq!("broken".parse::<Specials>(), Err(SpecialsError::Form));
        assert_eq!(
            "boken=1".parse::<Specials>(),
            Err(SpecialsError::Kind("boken".to_owned()))
        );
        assert_eq!(
            "broken=9".parse::<Specials>(),
            Err(SpecialsError::Number("9".to_owned()))
        );
    }
}
