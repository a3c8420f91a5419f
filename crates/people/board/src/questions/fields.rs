//! Fields of a position text after its spaces.

/// Words after the spaces of a position text: the first ones stand in a fixed order, and keys such
/// as `rules=push` follow.
#[derive(Clone)]
pub(crate) struct Fields {
    words: Vec<String>,
}

impl Fields {
    pub(crate) fn new(text: &str) -> Fields {
        Fields {
            words: text.split_whitespace().map(str::to_owned).collect(),
        }
    }

    pub(crate) fn join(&self) -> String {
        self.words.join(" ")
    }

    /// The word at this place, counted from 0; empty if there is none.
    pub(crate) fn word(&self, index: usize) -> &str {
        self.words.get(index).map_or("", String::as_str)
    }

    /// Changes the word at this place, or appends it.
    pub(crate) fn set_word(&mut self, index: usize, word: String) {
        match self.words.get_mut(index) {
            Some(old) => *old = word,
            None => self.words.push(word),
        }
    }

    /// Entries of the word at this place, which are separated by commas.
    pub(crate) fn entries(&self, index: usize) -> Vec<String> {
        self.word(index).split(',').map(str::to_owned).collect()
    }

    /// Value of a key; `None` if it is not there.
    pub(crate) fn key(&self, name: &str) -> Option<&str> {
        self.words
            .iter()
            .find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    }

    /// Changes the value of a key, adds the key, or removes it.
    pub(crate) fn set_key(&mut self, name: &str, value: Option<&str>) {
        let place = self
            .words
            .iter()
            .position(|word| word.split('=').next() == Some(name) && word.contains('='));
        match (place, value) {
            (Some(place), Some(value)) => self.words[place] = format!("{name}={value}"),
            (Some(place), None) => drop(self.words.remove(place)),
            (None, Some(value)) => self.words.push(format!("{name}={value}")),
            (None, None) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_changed_in_their_place() {
        let mut fields = Fields::new("A 0:0,0:0 rules=whale whale=d5 idle=1");
        fields.set_key("whale", Some("a1"));
        fields.set_key("idle", None);
        fields.set_key("hidden", Some("3"));
        assert_eq!(fields.join(), "A 0:0,0:0 rules=whale whale=a1 hidden=3");
        assert_eq!(
            [fields.key("whale"), fields.key("idle")],
            [Some("a1"), None]
        );
    }
}
