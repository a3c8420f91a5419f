//! Keys in position lines, which variants add to the fields of the base game.

use std::collections::HashSet;

use floe_fish::{Field, PositionError};

use crate::Rules;

/// Words `key=value` of a position line, each key once, and the place of each word for errors.
#[derive(Debug)]
pub(crate) struct Keys<'a> {
    words: Vec<Field<'a>>,
}

impl<'a> Keys<'a> {
    /// Collects the keys among the words of a line.
    pub(crate) fn of(words: &[Field<'a>]) -> Keys<'a> {
        let words = words.iter().skip(3).filter(|word| is_key(word));
        Keys {
            words: words.copied().collect(),
        }
    }

    /// Value of a key, all that stands after its first `=`; `None` if the key is missing.
    pub(crate) fn get(&self, key: &str) -> Option<Field<'a>> {
        let value = |word: &Field<'a>| word.strip_prefix(key)?.strip_prefix("=");
        self.words.iter().find_map(value)
    }

    /// Rules that the key `rules` names; the base rules without it.
    pub(crate) fn rules(&self) -> Result<Rules, PositionError> {
        let Some(value) = self.get("rules") else {
            return Ok(Rules::BASE);
        };
        value
            .text()
            .parse()
            .or_else(|error| expected(value, &error))
    }

    /// Checks that every key is known to the rules, and that none comes twice.
    pub(crate) fn check(&self, rules: Rules) -> Result<(), PositionError> {
        let mut names = HashSet::new();
        for &word in &self.words {
            if !names.insert(name(word)) {
                let once = format!("the key '{}' only once", name(word).escape_debug());
                return expected(word, &once);
            }
        }
        let known = [&["rules"], rules.variant.keys].concat();
        let Some(&unknown) = self
            .words
            .iter()
            .find(|&&word| !known.contains(&name(word)))
        else {
            return Ok(());
        };
        match rules {
            Rules::BASE => expected(unknown, &"no key except rules= in the base game"),
            _ => expected(
                unknown,
                &format!("a key of the rules '{rules}': {}=", known.join("= or ")),
            ),
        }
    }
}

/// Name of a key in its word.
fn name(word: Field<'_>) -> &str {
    word.text().split_once('=').map_or("", |(name, _)| name)
}

/// The error of a field in which `what` was expected.
pub(crate) fn expected<T>(field: Field<'_>, what: &impl ToString) -> Result<T, PositionError> {
    Err(field.expected(what.to_string()))
}

/// Whether a word of a line is a key with its value.
pub(crate) fn is_key(word: &Field<'_>) -> bool {
    word.text().contains('=')
}
