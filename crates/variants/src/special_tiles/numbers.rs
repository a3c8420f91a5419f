use std::fmt;
use std::str::FromStr;

use super::kind::SpecialTile;

/// How many special tiles of each kind are dealt (3.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Specials([u8; KINDS]);

/// Kinds that are dealt; broken tiles show one side at first.
const KINDS: usize = 5;
/// There are no more special tiles of a kind.
pub const MOST_SPECIAL: u8 = 8;

pub(super) const DEALT: [SpecialTile; KINDS] =
    [SpecialTile::Teleport, SpecialTile::Exchange, SpecialTile::Broken, SpecialTile::Reversal, SpecialTile::Floating];

impl Default for Specials {
    /// As in the rules.
    fn default() -> Specials {
        Specials([4, 4, 2, 2, 2])
    }
}

impl Specials {
    /// How many of a kind.
    pub fn of(self, kind: SpecialTile) -> u8 {
        DEALT.iter().position(|&dealt| dealt == kind).map_or(0, |index| self.0[index])
    }

    /// How many of a kind take the place of two-fish tiles; the others that of one-fish tiles.
    pub(super) fn twos(self, kind: SpecialTile) -> u8 {
        match kind {
            SpecialTile::Teleport => self.of(kind).min(1),
            SpecialTile::Exchange => self.of(kind) / 2,
            _ => 0,
        }
    }
}

/// Why a text tells no numbers of special tiles.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecialsError {
    /// Not of the form that is expected.
    #[error("kinds and numbers, as in teleport=4,broken=0")]
    Form,
    /// There is no such kind.
    #[error("kinds among teleport, exchange, broken, reversal and floating; there is no '{0}'")]
    Kind(String),
    /// There are too many.
    #[error("numbers from 0 to {MOST_SPECIAL}, not '{0}'")]
    Number(String),
}

impl FromStr for Specials {
    type Err = SpecialsError;

    /// Kinds that are not named have their usual numbers.
    fn from_str(text: &str) -> Result<Specials, SpecialsError> {
        let mut specials = Specials::default();
        for entry in text.split(',') {
            let (name, number) = entry.split_once('=').ok_or(SpecialsError::Form)?;
            let index = DEALT.iter().position(|kind| kind.name() == name);
            let index = index.ok_or_else(|| SpecialsError::Kind(name.to_owned()))?;
            let count = number.parse().ok().filter(|&count| count <= MOST_SPECIAL);
            specials.0[index] = count.ok_or_else(|| SpecialsError::Number(number.to_owned()))?;
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
        assert_eq!(Specials::default().to_string(), "teleport=4,exchange=4,broken=2,reversal=2,floating=2");
        assert_eq!(Specials::default().to_string().parse(), Ok(Specials::default()));
        let specials: Specials = "broken=0,teleport=8".parse().unwrap();
        assert_eq!(specials.to_string(), "teleport=8,exchange=4,broken=0,reversal=2,floating=2");
        assert_eq!("broken".parse::<Specials>(), Err(SpecialsError::Form));
        assert_eq!("boken=1".parse::<Specials>(), Err(SpecialsError::Kind("boken".to_owned())));
        assert_eq!("broken=9".parse::<Specials>(), Err(SpecialsError::Number("9".to_owned())));
    }
}
