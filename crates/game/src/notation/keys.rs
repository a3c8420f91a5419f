use super::{Field, PositionError, Problem};
use crate::Player;

/// Words `key=value` of a position, and flags without a value.
#[derive(Debug)]
pub struct KeyWords<'a> {
    words: Vec<Field<'a>>,
    end: Field<'a>,
}

impl<'a> KeyWords<'a> {
    /// Collects the words of a line after its first `fields`.
    pub fn of(line: Field<'a>, words: &[Field<'a>], fields: usize) -> KeyWords<'a> {
        KeyWords { words: words.iter().skip(fields).copied().collect(), end: line.end() }
    }

    /// Checks that every word is one of the known keys, or of the flags, which have no value, once at most.
    ///
    /// # Errors
    /// If a word is unknown or repeated.
    pub fn check(&self, known: &[&str], flags: &[&str]) -> Result<(), PositionError> {
        for (index, word) in self.words.iter().enumerate() {
            let name = key_name(word.text());
            let is_known = if word.text().contains('=') { known.contains(&name) } else { flags.contains(&name) };
            if !is_known {
                let flags: String = flags.iter().map(|flag| format!(", {flag}")).collect();
                return Err(word.expected(format!("a key: {}={flags}", known.join("=, "))));
            }
            if self.words[..index].iter().any(|other| key_name(other.text()) == name) {
                return Err(word.expected(format!("the key '{name}' only once")));
            }
        }
        Ok(())
    }

    /// The end of the line, where missing keys are expected.
    pub fn end(&self) -> Field<'a> {
        self.end
    }

    /// Word of a flag; `None` if it is missing.
    pub fn flag(&self, flag: &str) -> Option<Field<'a>> {
        self.words.iter().copied().find(|word| word.text() == flag)
    }

    /// Value of a key; `None` if it is missing.
    pub fn get(&self, key: &str) -> Option<Field<'a>> {
        let named = |word: &&Field<'a>| word.text().split_once('=').is_some_and(|(name, _)| name == key);
        self.words.iter().find(named).and_then(|word| word.split_once('=')).map(|(_, value)| value)
    }

    /// Value of a key that the position needs; `what` is expected at the end of the line if it is missing.
    ///
    /// # Errors
    /// If the key is missing.
    pub fn require(&self, key: &str, what: &'static str) -> Result<Field<'a>, PositionError> {
        self.get(key).ok_or_else(|| self.end.expected(what))
    }
}

/// Reads the field TURN.
///
/// # Errors
/// If it is not the letter of a player.
pub fn read_turn(field: Field<'_>) -> Result<Player, PositionError> {
    let mut letters = field.text().chars();
    match (letters.next().and_then(Player::from_letter), letters.next()) {
        (Some(player), None) => Ok(player),
        _ => Err(field.expected("the player to move (A-D)")),
    }
}

/// Name of a key, before the sign `=`.
fn key_name(word: &str) -> &str {
    word.split_once('=').map_or(word, |(name, _)| name)
}

/// The words of a line, at least `names.len()` of them.
///
/// # Errors
/// If there are fewer; the first missing field is expected by its name.
pub fn required_words<'a>(line: Field<'a>, names: &[&'static str]) -> Result<Vec<Field<'a>>, PositionError> {
    let words: Vec<Field<'a>> = line.words().collect();
    match names.get(words.len()) {
        Some(missing) => Err(line.end().error(Problem::MissingField(missing))),
        None => Ok(words),
    }
}
