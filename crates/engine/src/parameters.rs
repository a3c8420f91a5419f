//! Numbers of the searches that can be tuned.

use std::collections::BTreeMap;

/// Number of a search that can be tuned: an option of an engine's text, as in `mcts:puct-exploration=650`, and of UGI.
///
/// Values are integers, most often in thousandths, so that texts, records and tuners can never round them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SearchParameter {
    /// Divisor of the plies by which alpha-beta and expectimax search late moves less deep, in thousandths.
    ReductionDivisor,
    /// Limit of nodes from which the engine `default`, for two players of the base game, tries a proof of who wins with
    /// 44 tiles left: each further tile multiplies it by 3.6.
    ProofNodes,
    /// Share of a search's limits that such a proof may use, in thousandths.
    WinnerShare,
    /// Weight of exploration of the tree search with evaluation, in thousandths.
    PuctExploration,
    /// Difference of win probability that makes the priors of two moves differ by the factor e, in thousandths; 0 for
    /// the one that is usual in the game, 300 in the base game and 100 elsewhere.
    PriorTemperature,
    /// Weight of exploration of UCT, in thousandths.
    UctExploration,
    /// Weight of exploration of the search with hidden information, in thousandths.
    HiddenExploration,
    /// Prior of the move of the policy in the search with hidden information, in thousandths.
    HiddenPrior,
}

impl SearchParameter {
    /// All parameters, once each.
    pub const ALL: [SearchParameter; 8] = [
        SearchParameter::ReductionDivisor,
        SearchParameter::ProofNodes,
        SearchParameter::WinnerShare,
        SearchParameter::PuctExploration,
        SearchParameter::PriorTemperature,
        SearchParameter::UctExploration,
        SearchParameter::HiddenExploration,
        SearchParameter::HiddenPrior,
    ];

    /// The parameter with this name; `None` for other names.
    pub fn of_name(name: &str) -> Option<SearchParameter> {
        SearchParameter::ALL.into_iter().find(|parameter| parameter.name() == name)
    }

    /// Name of the option: `puct-exploration`.
    pub const fn name(self) -> &'static str {
        match self {
            SearchParameter::ReductionDivisor => "reduction-divisor",
            SearchParameter::ProofNodes => "proof-nodes",
            SearchParameter::WinnerShare => "winner-share",
            SearchParameter::PuctExploration => "puct-exploration",
            SearchParameter::PriorTemperature => "prior-temperature",
            SearchParameter::UctExploration => "uct-exploration",
            SearchParameter::HiddenExploration => "hidden-exploration",
            SearchParameter::HiddenPrior => "hidden-prior",
        }
    }

    /// Value of the parameter where none is given.
    pub const fn usual(self) -> u32 {
        match self {
            SearchParameter::ReductionDivisor => 3200,
            SearchParameter::ProofNodes => 2_500_000,
            SearchParameter::WinnerShare => 900,
            SearchParameter::PuctExploration => 500,
            SearchParameter::PriorTemperature => 0,
            SearchParameter::UctExploration | SearchParameter::HiddenExploration => 700,
            SearchParameter::HiddenPrior => 400,
        }
    }

    /// Least and greatest value, both included.
    pub const fn range(self) -> (u32, u32) {
        match self {
            SearchParameter::ReductionDivisor => (1000, 20_000),
            SearchParameter::ProofNodes => (1, 1_000_000_000),
            SearchParameter::WinnerShare => (1, 1000),
            SearchParameter::PuctExploration | SearchParameter::UctExploration | SearchParameter::HiddenExploration => {
                (1, 10_000)
            }
            SearchParameter::PriorTemperature => (0, 10_000),
            SearchParameter::HiddenPrior => (0, 999),
        }
    }
}

/// Values of the parameters of an engine's searches, of which none is given by default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchParameters(BTreeMap<SearchParameter, u32>);

impl SearchParameters {
    /// The value that was given; `None` if none was, so that the usual one holds.
    pub fn given(&self, parameter: SearchParameter) -> Option<u32> {
        self.0.get(&parameter).copied()
    }

    /// Value of a parameter: the one that was given, else the usual one.
    pub fn value(&self, parameter: SearchParameter) -> u32 {
        self.given(parameter).unwrap_or(parameter.usual())
    }

    /// Gives a parameter a value; one out of [range](SearchParameter::range) becomes the nearest in it.
    pub fn set(&mut self, parameter: SearchParameter, value: u32) {
        let (least, most) = parameter.range();
        self.0.insert(parameter, value.clamp(least, most));
    }

    /// Value of a parameter that is in thousandths, as a fraction.
    pub(crate) fn fraction(&self, parameter: SearchParameter) -> f64 {
        f64::from(self.value(parameter)) / 1000.0
    }
}

#[cfg(test)]
mod tests {
    use floe_search::{InformationSetOptions, Options, TreeOptions};

    use super::*;

    /// Engines and searches have the same usual values.
    #[test]
    fn usual_values_are_the_defaults_of_the_searches() {
        let usual = |parameter| SearchParameters::default().fraction(parameter);
        assert_eq!(usual(SearchParameter::ReductionDivisor), Options::default().reduction_divisor);
        assert_eq!(usual(SearchParameter::PuctExploration) as f32, TreeOptions::default().exploration);
        assert_eq!(usual(SearchParameter::UctExploration) as f32, TreeOptions::uct().exploration);
        let InformationSetOptions { exploration, policy_prior, .. } = InformationSetOptions::default();
        assert_eq!(usual(SearchParameter::HiddenExploration), exploration);
        assert_eq!(usual(SearchParameter::HiddenPrior), policy_prior);
    }
}
