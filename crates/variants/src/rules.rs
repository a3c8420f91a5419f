use std::fmt;
use std::str::FromStr;

/// What is played (section 3 of the rules).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// The variant; none for the base rules.
    pub variant: Option<Kind>,
    /// Whether A and C play against B and D (3.2).
    pub teams: bool,
}

/// A variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Penguins push others into the water (3.1).
    Push,
    /// A whale roams below the ice (3.3).
    Whale,
    /// A whale hides below a tile, and nobody knows which (3.4).
    HiddenWhale,
    /// The last penguins win (3.5).
    Survival,
    /// Penguins share tiles (3.6).
    Group,
}

impl Kind {
    /// All variants.
    pub const ALL: [Kind; 5] = [Kind::Push, Kind::Whale, Kind::HiddenWhale, Kind::Survival, Kind::Group];

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Push => "push",
            Kind::Whale => "whale",
            Kind::HiddenWhale => "hidden-whale",
            Kind::Survival => "survival",
            Kind::Group => "group",
        }
    }
}

/// Why a text names no rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// There are no such rules.
    #[error("rules that there are: base, push, teams, whale, hidden-whale, survival, group, push+teams, whale+teams")]
    Unknown,
    /// Rules that are not played together (3.8).
    #[error("rules that go together: only push and whale go with teams")]
    Combination,
}

impl Rules {
    /// The base rules.
    pub const BASE: Rules = Rules { variant: None, teams: false };

    /// All that can be played (3.8).
    pub fn all() -> impl Iterator<Item = Rules> {
        let alone = [None].into_iter().chain(Kind::ALL.map(Some)).map(|variant| Rules { variant, teams: false });
        let in_teams = [None, Some(Kind::Push), Some(Kind::Whale)].map(|variant| Rules { variant, teams: true });
        alone.chain(in_teams)
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Rules, RulesError> {
        if text == "base" {
            return Ok(Rules::BASE);
        }
        let mut rules = Rules::BASE;
        for name in text.split('+') {
            let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
            match (kind, name) {
                (Some(kind), _) if rules.variant.is_none() => rules.variant = Some(kind),
                (None, "teams") if !rules.teams => rules.teams = true,
                (None, unknown) if unknown != "teams" => return Err(RulesError::Unknown),
                _ => return Err(RulesError::Combination),
            }
        }
        if Rules::all().any(|known| known == rules) { Ok(rules) } else { Err(RulesError::Combination) }
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
        assert!(matches!("push+whale".parse::<Rules>(), Err(RulesError::Combination)));
        assert!(matches!("hidden-whale+teams".parse::<Rules>(), Err(RulesError::Combination)));
        assert!(matches!("whales".parse::<Rules>(), Err(RulesError::Unknown)));
    }
}
