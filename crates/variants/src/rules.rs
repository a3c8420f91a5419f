use std::fmt;
use std::str::FromStr;

use crate::Kind;

/// What is played (section 3 of the rules).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// The variant; none for the base rules.
    pub variant: Option<Kind>,
    /// Whether A and C play against B and D (3.2).
    pub teams: bool,
}

/// Why a text names no rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// There are no such rules.
    #[error("rules that there are: {}", Rules::names())]
    Unknown,
    /// Rules that are not played together (3.8).
    #[error("rules that go together: only push and whale, and either or both with teams")]
    Combination,
}

impl Rules {
    /// The base rules.
    pub const BASE: Rules = Rules { variant: None, teams: false };

    /// All that can be played (3.8).
    pub fn all() -> impl Iterator<Item = Rules> {
        let alone = [None].into_iter().chain(Kind::ALL.iter().copied().map(Some));
        let in_teams = alone.clone().filter(|variant| variant.is_none_or(Kind::has_teams));
        let rules = |teams| move |variant| Rules { variant, teams };
        alone.map(rules(false)).chain(in_teams.map(rules(true)))
    }

    /// Tells in lines what the rules are, and which go together.
    pub fn help() -> String {
        const TEAMS: &str = "  teams          four players, A and C against B and D; fish are added up\n";
        let variants: String = Kind::ALL.iter().map(|kind| kind.entry().help).collect();
        let in_teams = Rules::all().filter(|rules| rules.teams && rules.variant.is_some());
        let in_teams: Vec<String> = in_teams.map(|rules| rules.to_string()).collect();
        format!("{variants}{TEAMS}\nCombinations: any rules with any layout; {}.\n", in_teams.join(", "))
    }

    /// All that can be played, in words.
    pub fn names() -> String {
        Rules::all().map(|rules| rules.to_string()).collect::<Vec<_>>().join(", ")
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// The parts of a combination may stand in any order.
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
        Err(if wanted.iter().all(is_known) { RulesError::Combination } else { RulesError::Unknown })
    }
}

/// `push`, `push+teams`; `base` for the base rules.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.variant, self.teams) {
            (None, false) => f.pad("base"),
            (None, true) => f.pad("teams"),
            (Some(kind), false) => f.pad(kind.name()),
            (Some(kind), true) => f.pad(&format!("{}+teams", kind.name())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        assert!(Rules::all().all(|rules| rules.to_string().parse() == Ok(rules)));
        assert_eq!("teams+push".parse::<Rules>().unwrap().to_string(), "push+teams");
        assert!(matches!("group+teams".parse::<Rules>(), Err(RulesError::Combination)));
        assert_eq!("teams+whale+push".parse::<Rules>().unwrap().to_string(), "push+whale+teams");
        assert!(matches!("push+push".parse::<Rules>(), Err(RulesError::Combination)));
        assert!(matches!("hidden-whale+teams".parse::<Rules>(), Err(RulesError::Combination)));
        assert!(matches!("whales".parse::<Rules>(), Err(RulesError::Unknown)));
    }
}
