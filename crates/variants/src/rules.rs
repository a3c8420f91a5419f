use std::fmt;
use std::str::FromStr;

use crate::VariantInfo;
use crate::registry::VARIANTS;

/// Rules of a game (section 3 of the rules).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The variant, or [`VariantInfo::BASE`].
    pub variant: &'static VariantInfo,
    /// Whether A and C play against B and D (3.2).
    pub teams: bool,
}

/// Error of a text that names no rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// Unknown name.
    #[error("one of the rules {}{}", Rules::names(), did_you_mean(.0, Rules::names().split(", ")))]
    Unknown(String),
    /// Rules that cannot be combined (3.8).
    #[error("rules that can be combined: push and whale, each or both with teams")]
    Combination,
}

impl Rules {
    /// The base rules.
    pub const BASE: Rules = Rules { variant: &VariantInfo::BASE, teams: false };

    /// Lists all rules and their combinations (3.8).
    pub fn all() -> impl Iterator<Item = Rules> {
        let alone = [&VariantInfo::BASE].into_iter().chain(VARIANTS);
        let in_teams = alone.clone().filter(|variant| variant.has_teams);
        let rules = |teams| move |variant| Rules { variant, teams };
        alone.map(rules(false)).chain(in_teams.map(rules(true)))
    }

    /// Describes all rules and combinations, for `floe rules`.
    pub fn help() -> String {
        const TEAMS: &str = "  teams          four players, A and C against B and D; fish are added up\n";
        let variants: String = VARIANTS.iter().map(|variant| variant.help).collect();
        let in_teams = Rules::all().filter(|rules| rules.teams && rules.variant != &VariantInfo::BASE);
        let in_teams: Vec<String> = in_teams.map(|rules| rules.to_string()).collect();
        format!(
            "{variants}{TEAMS}\nAny rules go with any layout. Combinations with teams:\n  {}\n",
            in_teams.join(", ")
        )
    }

    /// Lists the names of all rules, separated by commas.
    fn names() -> String {
        Rules::all().map(|rules| rules.to_string()).collect::<Vec<_>>().join(", ")
    }
}

/// Finds the known name that is most like a misspelt one: one letter away (Damerau–Levenshtein), two swapped letters
/// included, or by Jaro–Winkler similarity; `None` if none is similar.
pub fn nearest_name<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LEAST_SIMILARITY: f64 = 0.8;
    let is_slip = |known: &str| known.len() > 2 && strsim::damerau_levenshtein(name, known) == 1;
    let similarity = |known: &str| strsim::jaro_winkler(name, known).max(if is_slip(known) { 0.9 } else { 0.0 });
    let similar = known.into_iter().filter(|known| similarity(known) >= LEAST_SIMILARITY);
    similar.max_by(|a, b| similarity(a).total_cmp(&similarity(b)))
}

/// Suggests the [nearest name](nearest_name): ` (did you mean 'push'?)`; an empty text if no name is similar.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest_name(name, known).map_or(String::new(), |nearest| format!(" (did you mean '{nearest}'?)"))
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::BASE
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Reads a name or a combination, its parts in any order.
    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let parts = |text: &str| {
            let mut parts: Vec<String> = text.split('+').map(str::to_owned).collect();
            parts.sort();
            parts
        };
        let wanted = parts(text);
        let all = || Rules::all().map(|rules| (rules, parts(&rules.to_string())));
        if let Some((rules, _)) = all().find(|(_, parts)| *parts == wanted) {
            return Ok(rules);
        }
        let is_known = |part| all().any(|(rules, parts)| rules != Rules::BASE && parts.contains(part));
        Err(if wanted.iter().all(is_known) { RulesError::Combination } else { RulesError::Unknown(text.to_owned()) })
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
        let found = ["utc", "dept", "gredy", "hsah", "psuh", "x", "fish"].map(|name| nearest_name(name, known));
        let expected = [Some("uct"), Some("depth"), Some("greedy"), Some("hash"), Some("push"), None, None];
        assert_eq!(found, expected);
    }

    #[test]
    fn names_are_read_back() {
        assert!(Rules::all().all(|rules| rules.to_string().parse() == Ok(rules)));
        assert_eq!("teams+push".parse::<Rules>().unwrap().to_string(), "push+teams");
        assert!(matches!("group+teams".parse::<Rules>(), Err(RulesError::Combination)));
        assert_eq!("teams+whale+push".parse::<Rules>().unwrap().to_string(), "push+whale+teams");
        assert!(matches!("push+push".parse::<Rules>(), Err(RulesError::Combination)));
        assert!(matches!("hidden-whale+teams".parse::<Rules>(), Err(RulesError::Combination)));
        assert!(matches!("whales".parse::<Rules>(), Err(RulesError::Unknown(_))));
    }
}
