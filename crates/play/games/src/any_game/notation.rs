//! Notations of positions: the words of a line of text decide which game's notation reads it.

use std::fmt;
use std::str::FromStr;

use floe_angling::Angling;
use floe_fish::{Description, Position, PositionError};
use floe_flip::{Contest, Flip};
use floe_search::without_mark;
use floe_variants::{Hidden, Special, Variant};

use crate::{AnyGame, KnownGame, with_game};

/// Notation of the positions of some games.
struct Notation {
    /// Whether a line with these words is in the notation, if it is in none of those above it.
    suits: fn(&[&str]) -> bool,
    read: fn(&str) -> Result<AnyGame, PositionError>,
}

/// All notations; the first that suits a line reads it.
const NOTATIONS: [Notation; 7] = [
    Notation {
        suits: |words| is_named(words, "flip"),
        read: read::<Flip>,
    },
    Notation {
        suits: |words| is_named(words, "contest"),
        read: read::<Contest>,
    },
    Notation {
        suits: |words| is_named(words, "angling"),
        read: read::<Angling>,
    },
    Notation {
        suits: |words| words.contains(&"rules=special-tiles"),
        read: read::<Special>,
    },
    Notation {
        suits: |words| words.contains(&"rules=hidden-whale"),
        read: read::<Hidden>,
    },
    Notation {
        suits: has_layout_or_key,
        read: read::<Variant>,
    },
    Notation {
        suits: |_| true,
        read: read_base_game,
    },
];

/// Whether a name stands before the first `:` of a line.
fn is_named(words: &[&str], name: &str) -> bool {
    words
        .first()
        .and_then(|word| word.split_once(':'))
        .is_some_and(|(found, _)| found == name)
}

/// Whether a line names a layout other than the official floe, or has a key such as `rules=`.
fn has_layout_or_key(words: &[&str]) -> bool {
    let has_layout = words
        .first()
        .is_some_and(|rows| rows.contains(':') && !rows.starts_with("standard:"));
    has_layout || words.iter().skip(1).any(|word| word.contains('='))
}

fn read<G: KnownGame>(line: &str) -> Result<AnyGame, PositionError> {
    line.parse::<G>().map(Into::into)
}

fn read_base_game(line: &str) -> Result<AnyGame, PositionError> {
    let description: Description = line.parse()?;
    Ok(match description.players {
        2 => Position::<2>::new(&description).into(),
        3 => Position::<3>::new(&description).into(),
        _ => Position::<4>::new(&description).into(),
    })
}

impl FromStr for AnyGame {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<AnyGame, PositionError> {
        let line = without_mark(line);
        let words: Vec<&str> = line
            .split([' ', '\t'])
            .filter(|word| !word.is_empty())
            .collect();
        let notation = NOTATIONS
            .iter()
            .find(|notation| (notation.suits)(&words))
            .expect("the last suits every line");
        (notation.read)(line)
    }
}

impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_game!(self, position => position.fmt(f))
    }
}
