use super::{Field, PositionError, Problem};
use crate::Player;

/// Words of a position line that have the form `key=value`, and flags, which are words without a
/// value.
#[derive(Debug)]
pub struct KeyWords<'a> {
    words: Vec<Field<'a>>,
    end: Field<'a>,
}

impl<'a> KeyWords<'a> {
    /// Collects the words of a line after its first `fields` words. `words` are all words of
    /// `line`.
    pub fn of(line: Field<'a>, words: &[Field<'a>], fields: usize) -> KeyWords<'a> {
        KeyWords {
            words: words.iter().skip(fields).copied().collect(),
            end: line.end(),
        }
    }

    /// Checks that every word is `key=value` with a key of `known`, or one of `flags`, and that no
    /// key and no flag comes twice.
    ///
    /// # Errors
    /// If a word is neither a known key with a value nor a flag, or comes twice: the first such
    /// word.
    pub fn check(&self, known: &[&str], flags: &[&str]) -> Result<(), PositionError> {
        for (index, word) in self.words.iter().enumerate() {
            let name = key_name(word.text());
            let is_known = if word.text().contains('=') {
                known.contains(&name)
            } else {
                flags.contains(&name)
            };
            if !is_known {
                let flags: String = flags.iter().map(|flag| format!(", {flag}")).collect();
                return Err(word.expected(format!("a key: {}={flags}", known.join("=, "))));
            }
            if self.words[..index]
                .iter()
                .any(|other| key_name(other.text()) == name)
            {
                return Err(word.expected(format!("the key '{name}' only once")));
            }
        }
        Ok(())
    }

    /// The empty field at the end of the line, at which a missing key is reported.
    pub fn end(&self) -> Field<'a> {
        self.end
    }

    /// The word that is this flag; `None` if the line does not have it.
    pub fn flag(&self, flag: &str) -> Option<Field<'a>> {
        self.words.iter().copied().find(|word| word.text() == flag)
    }

    /// Value of the first word with this key, all that stands after its first `=`; `None` if the
    /// line does not have the key.
    pub fn get(&self, key: &str) -> Option<Field<'a>> {
        let value = |word: &Field<'a>| word.strip_prefix(key)?.strip_prefix("=");
        self.words.iter().find_map(value)
    }

    /// Value of the first word with this key.
    ///
    /// # Errors
    /// If the line does not have the key: `what` was expected at its end.
    pub fn require(&self, key: &str, what: &'static str) -> Result<Field<'a>, PositionError> {
        self.get(key).ok_or_else(|| self.end.expected(what))
    }
}

/// Text that an error expects in place of a missing or wrong field TURN of a position line.
pub const EXPECTED_TURN: &str = "the player to move (A-D)";

/// Reads the field TURN of a position line: the player to move.
///
/// # Errors
/// If it is not one letter from `A` to `D`.
pub fn read_turn(field: Field<'_>) -> Result<Player, PositionError> {
    let mut letters = field.text().chars();
    match (letters.next().and_then(Player::from_letter), letters.next()) {
        (Some(player), None) => Ok(player),
        _ => Err(field.expected(EXPECTED_TURN)),
    }
}

/// Name of a key, before the sign `=`.
fn key_name(word: &str) -> &str {
    word.split_once('=').map_or(word, |(name, _)| name)
}

/// All words of a line, which must have at least one for each of `names`.
///
/// # Errors
/// If there are fewer: the name of the first missing one was expected at the end of the line.
pub fn required_words<'a>(
    line: Field<'a>,
    names: &[&'static str],
) -> Result<Vec<Field<'a>>, PositionError> {
    let words: Vec<Field<'a>> = line.words().collect();
    match names.get(words.len()) {
        Some(missing) => Err(line.end().error(Problem::MissingField(missing))),
        None => Ok(words),
    }
}
