use std::fmt;

use crate::VariantInfo;

/// Rules of a game on a floe (section 3 of `docs/rules.md`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The variant that is played, or [`VariantInfo::BASE`].
    pub variant: &'static VariantInfo,
    /// Whether players A and C play as a team against B and D (3.2).
    pub teams: bool,
}

/// Error of a text that names no rules, worded as what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// The text, given here, names no rules.
    #[error("one of the rules {}{}", Rules::names(), did_you_mean(.0, Rules::names().split(", ")))]
    Unknown(String),
    /// The text names rules that cannot be combined (3.8).
    #[error("one of the combinations {}", Rules::combinations())]
    Combination,
}

impl Rules {
    /// The base rules, without teams.
    pub const BASE: Rules = Rules {
        variant: &VariantInfo::BASE,
        teams: false,
    };
}

/// Finds the name in `known` that is most like `name`: it is one slip away (a letter wrong,
/// missing, added or swapped with the next; Damerau–Levenshtein), or similar by Jaro–Winkler.
/// `None` if no known name is.
pub fn nearest_name<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LEAST_SIMILARITY: f64 = 0.8;
    // Longer than any name: what follows takes time and memory for each pair of letters.
    const LONGEST: usize = 64;
    if name.len() > LONGEST {
        return None;
    }
    let similar = known
        .into_iter()
        .filter(|known| similarity(name, known) >= LEAST_SIMILARITY);
    similar.max_by(|a, b| similarity(name, a).total_cmp(&similarity(name, b)))
}

/// Similarity of a name to a known one, from 0 to 1: that of Jaro and Winkler, but at least 0.9 if
/// one slip explains it.
fn similarity(name: &str, known: &str) -> f64 {
    let is_slip = known.len() > 2 && strsim::damerau_levenshtein(name, known) == 1;
    strsim::jaro_winkler(name, known).max(if is_slip { 0.9 } else { 0.0 })
}

/// Suggests the [nearest](nearest_name) of the `known` names for a misspelt `name`: ` (did you mean
/// 'push'?)`; an empty text if none is similar.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest_name(name, known).map_or(String::new(), |nearest| {
        format!(" (did you mean '{nearest}'?)")
    })
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::BASE
    }
}

/// `push`, `push+teams`; `base` for the base rules.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.variant.name, self.teams) {
            ("base", true) => f.pad("teams"),
            (name, true) => f.pad(&format!("{name}+teams")),
            (name, false) => f.pad(name),
        }
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_have_their_names() {
        let known = ["uct", "greedy", "depth", "hash", "push"];
        let found = ["utc", "dept", "gredy", "hsah", "psuh", "x", "fish"]
            .map(|name| nearest_name(name, known));
        assert_eq!(
            nearest_name(&"push".repeat(1 << 20), known),
            None,
            "at once"
        );
        let expected = [
            Some("uct"),
            Some("depth"),
            Some("greedy"),
            Some("hash"),
            Some("push"),
            None,
            None,
        ];
        assert_eq!(found, expected);
    }
}
