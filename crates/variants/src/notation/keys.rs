use floe_fish::{Field, PositionError};

use super::expected;
use crate::Rules;

/// The words `key=value` of a line.
#[derive(Debug)]
pub struct Keys<'a> {
    keys: Vec<Key<'a>>,
    end: Field<'a>,
}

#[derive(Debug)]
struct Key<'a> {
    name: &'a str,
    word: Field<'a>,
    value: Field<'a>,
}

impl<'a> Keys<'a> {
    /// The keys among the words of a line, which may have none.
    pub(super) fn of(line: Field<'a>, words: &[Field<'a>]) -> Result<Keys<'a>, PositionError> {
        let mut keys: Vec<Key<'a>> = Vec::new();
        for &word in words.iter().skip(3).filter(|word| word.text().contains('=')) {
            let (before, value) = word.split_once('=').expect("it has one");
            let name = before.text();
            if keys.iter().any(|key| key.name == name) {
                return expected(word, &format!("the key '{}' once only", name.escape_debug()));
            }
            keys.push(Key { name, word, value });
        }
        Ok(Keys { keys, end: line.end() })
    }

    /// The value of a key.
    pub(crate) fn get(&self, name: &str) -> Option<Field<'a>> {
        self.keys.iter().find(|key| key.name == name).map(|key| key.value)
    }

    /// The place where the line ends.
    pub(crate) fn end(&self) -> Field<'a> {
        self.end
    }

    /// What is played.
    pub(super) fn rules(&self) -> Result<Rules, PositionError> {
        let Some(value) = self.get("rules") else { return Ok(Rules::BASE) };
        value.text().parse().or_else(|error| expected(value, &error))
    }

    /// Turns in a row without a tile taken or removed.
    pub(crate) fn idle(&self) -> Result<u8, PositionError> {
        self.get("idle").map_or(Ok(0), |value| value.number("turns", 99).map(|turns| turns as u8))
    }

    /// That every key is `rules` or among those that the rules know.
    pub(super) fn check(&self, known: &[&str], rules: Rules) -> Result<(), PositionError> {
        let Some(key) = self.keys.iter().find(|key| key.name != "rules" && !known.contains(&key.name)) else {
            return Ok(());
        };
        let known = [&["rules"], known].concat();
        expected(
            key.word,
            &match rules {
                Rules::BASE => "no key but rules=, for the base game has none".to_owned(),
                _ => format!("a key of the rules '{rules}': {}=", known.join("= or ")),
            },
        )
    }
}
