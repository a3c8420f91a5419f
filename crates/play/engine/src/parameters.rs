//! Numbers of the searches that can be tuned.

use std::collections::BTreeMap;

use floe_evaluation::FutilityMargins;
use floe_game::Score;
use floe_search::{Options, OrderingWeights, Reductions, TimeShares, TreeOptions};

/// Name, usual value and range of a parameter.
struct ParameterRow {
    name: &'static str,
    usual: u32,
    least: u32,
    most: u32,
}

/// Defines [`SearchParameter`] by a row for each: its meaning, and then its name, usual value and
/// range.
macro_rules! search_parameters {
    ($($(#[$meaning:meta])+ $parameter:ident: $name:literal, $usual:literal, $least:literal..=$most:literal;)+) => {
        /// Number of a search that can be tuned: an option of an engine's text, as in
        /// `mcts:puct-exploration=650`, and of UGI.
        ///
        /// Values are integers, most often in thousandths, so that texts, records and tuners can
        /// never round them.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum SearchParameter {
            $($(#[$meaning])+ $parameter,)+
        }

        impl SearchParameter {
            /// All parameters, once each.
            pub const ALL: [SearchParameter; [$($name),+].len()] = [$(SearchParameter::$parameter),+];

            const fn row(self) -> ParameterRow {
                match self {
                    $(SearchParameter::$parameter => {
                        ParameterRow { name: $name, usual: $usual, least: $least, most: $most }
                    })+
                }
            }
        }
    };
}

search_parameters! {
    /// Half the first window of alpha-beta around the value of the last depth, in 1/128 fish.
    Aspiration: "aspiration", 64, 1..=10_000;
    /// Least depth, in plies, at which alpha-beta and expectimax order all moves by static
    /// evaluation.
    OrderingDepth: "ordering-depth", 3, 1..=99;
    /// Bonus of a killer in the order of moves, in 1/128 fish.
    KillerBonus: "killer-bonus", 96, 0..=10_000;
    /// Bonus of a move with the highest history score where moves are ordered by cheap scores, in
    /// 1/128 fish.
    HistoryBonus: "history-bonus", 512, 0..=10_000;
    /// Bonus of such a move where moves are ordered by static evaluation, in 1/128 fish.
    EvaluatedHistoryBonus: "evaluated-history-bonus", 256, 0..=10_000;
    /// Gain of the history score, up to 16384, of a move that refutes a position: a factor of the
    /// squared depth.
    HistoryGain: "history-gain", 16, 0..=10_000;
    /// Largest such gain.
    MostHistoryGain: "most-history-gain", 1600, 0..=16_384;
    /// Divisor of the plies by which alpha-beta and expectimax search late moves less deep, in
    /// thousandths.
    ReductionDivisor: "reduction-divisor", 3200, 1000..=20_000;
    /// Least depth, in plies, at which late moves are searched less deep.
    ReductionDepth: "reduction-depth", 3, 1..=99;
    /// Number of moves of a position that are never searched less deep.
    FullDepthMoves: "full-depth-moves", 3, 1..=99;
    /// Least depth, in plies, at which a thread defers moves that others are searching.
    SharedDepth: "shared-depth", 3, 1..=99;
    /// Futility margin of two players of the base game at depth zero, in 1/128 fish.
    FutilityMargin: "futility-margin", 256, 0..=10_000;
    /// Growth of that margin for every ply, in 1/128 fish.
    FutilityGrowth: "futility-growth", 64, 0..=10_000;
    /// Largest depth with a futility margin, in plies.
    FutilityDepth: "futility-depth", 6, 0..=99;
    /// Limit of nodes from which the engine `default`, for two players of the base game, tries a
    /// proof of who wins with 44 tiles left: each further tile multiplies it by 3.6.
    ProofNodes: "proof-nodes", 2_500_000, 1..=1_000_000_000;
    /// Share of a search's limits that such a proof may use, in thousandths.
    WinnerShare: "winner-share", 900, 1..=1000;
    /// Share of the limits up to which, once it is proved who wins, by how much is proved, in
    /// thousandths.
    MarginShare: "margin-share", 500, 1..=1000;
    /// Share of the limits for the proof that a move of alpha-beta wins where the solver has proved
    /// another, in thousandths.
    VerificationShare: "verification-share", 100, 1..=500;
    /// Limit of nodes from which the exact solver proves the results of three players with 32 tiles
    /// left, of four with 34: each further tile multiplies it by 3.6.
    ResultsNodes: "results-nodes", 25_000, 1..=1_000_000_000;
    /// Share of a search's limits that such a proof may use, in thousandths.
    ResultsShare: "results-share", 800, 1..=1000;
    /// Free tiles up to which, for more than two sides and a limit of a thousand nodes, max^n is
    /// tried before tree search: 2.5 more for ten times the nodes. 0 for what is usual in the game,
    /// 16 in the base game and 12 elsewhere.
    MaxNTiles: "max-n-tiles", 0, 0..=128;
    /// Share of the limits for it, in thousandths.
    MaxNShare: "max-n-share", 500, 1..=999;
    /// Weight of exploration of the tree search with evaluation, in thousandths.
    PuctExploration: "puct-exploration", 500, 1..=10_000;
    /// Difference of win probability that makes the priors of two moves differ by the factor e, in
    /// thousandths; 0 for the one that is usual in the game, 300 in the base game and 100
    /// elsewhere.
    PriorTemperature: "prior-temperature", 0, 0..=10_000;
    /// Number of the moves of a leaf that combine parts which are evaluated and not only estimated:
    /// special-tiles.
    CombinedMoves: "combined-moves", 16, 1..=1000;
    /// Weight of exploration of the tree search that a network of a file guides, in thousandths.
    GuidedExploration: "guided-exploration", 625, 1..=10_000;
    /// Weight of exploration of UCT, in thousandths.
    UctExploration: "uct-exploration", 700, 1..=10_000;
    /// Number of visits after which UCT adds the moves of a position to its tree.
    UctExpansion: "uct-expansion", 2, 1..=1000;
    /// Weight of exploration of the search with hidden information, in thousandths.
    HiddenExploration: "hidden-exploration", 700, 1..=10_000;
    /// Prior of the move of the policy in the search with hidden information, in thousandths.
    HiddenPrior: "hidden-prior", 400, 0..=999;
    /// Share of winning in the payoff of playouts of the last day of Gone Fishing!, the rest of
    /// which are points, in thousandths.
    HiddenWinShare: "hidden-win-share", 700, 0..=1000;
    /// Number of worlds of Gone Fishing! that are drawn and weighted by what the fish has shown.
    HiddenWorlds: "hidden-worlds", 2000, 1..=100_000;
    /// Share of tiles that a careful fish is taken to show at random, in thousandths.
    HiddenRandomShows: "hidden-random-shows", 300, 0..=1000;
    /// Largest number of unknown tiles with which the rest of a day of Gone Fishing! is solved.
    HiddenSolvedTiles: "hidden-solved-tiles", 8, 0..=16;
    /// Number of turns of Fish 'n' Flip that are compared by playouts.
    FlipTurns: "flip-turns", 40, 1..=1000;
    /// Largest number of cards in the pile of Fish 'n' Flip with which the exact solver is asked.
    FlipSolvedCards: "flip-solved-cards", 1, 0..=100;
    /// Target time of a search by depths whose best move has just changed, in thousandths of its
    /// time.
    ChangedTime: "changed-time", 1200, 1..=10_000;
    /// Reduction of the target time by every depth that confirms the best move, in thousandths of
    /// its time.
    ConfirmedSaving: "confirmed-saving", 100, 0..=1000;
    /// Least target time of a search by depths, in thousandths of its time.
    ConfirmedTime: "confirmed-time", 500, 1..=10_000;
    /// Least fall of the value that doubles the target time, in 1/128 fish.
    DoublingFall: "doubling-fall", 256, 1..=100_000;
    /// Share of the visits of the best move above which another one makes tree search take more
    /// time, in thousandths.
    CloseVisits: "close-visits", 700, 0..=1000;
    /// Time of such a tree search, in thousandths of its time.
    CloseTime: "close-time", 2000, 1..=10_000;
    /// Factor of the time that a clock gives to a move, in thousandths.
    ClockShare: "clock-share", 1000, 1..=10_000;
    /// Maximum time of a move on a clock, in thousandths of its share.
    ClockMaximum: "clock-maximum", 4000, 1000..=100_000;
}

impl SearchParameter {
    /// The parameter with this name; `None` for other names.
    pub fn of_name(name: &str) -> Option<SearchParameter> {
        SearchParameter::ALL
            .into_iter()
            .find(|parameter| parameter.name() == name)
    }

    /// Name of the option: `puct-exploration`.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Value of the parameter where none is given.
    pub const fn usual(self) -> u32 {
        self.row().usual
    }

    /// Least and greatest value, both included.
    pub const fn range(self) -> (u32, u32) {
        let ParameterRow { least, most, .. } = self.row();
        (least, most)
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

    /// Gives a parameter a value; one out of [range](SearchParameter::range) becomes the nearest in
    /// it.
    pub fn set(&mut self, parameter: SearchParameter, value: u32) {
        let (least, most) = parameter.range();
        self.0.insert(parameter, value.clamp(least, most));
    }

    /// Value of a parameter that is in thousandths, as a fraction.
    pub(crate) fn fraction(&self, parameter: SearchParameter) -> f64 {
        f64::from(self.value(parameter)) / 1000.0
    }

    /// Value of a parameter as a signed number, such as plies or 1/128 fish; every range fits.
    fn signed(&self, parameter: SearchParameter) -> Score {
        self.value(parameter) as Score
    }

    /// Options of the searches with a table: `options`, with these parameters.
    pub(crate) fn options(&self, options: Options) -> Options {
        Options {
            aspiration: self.signed(SearchParameter::Aspiration),
            ordering_depth: self.signed(SearchParameter::OrderingDepth),
            shared_depth: self.signed(SearchParameter::SharedDepth),
            ordering: OrderingWeights {
                killer: self.signed(SearchParameter::KillerBonus),
                history: self.signed(SearchParameter::HistoryBonus),
                evaluated_history: self.signed(SearchParameter::EvaluatedHistoryBonus),
                history_gain: self.signed(SearchParameter::HistoryGain),
                most_history_gain: self.signed(SearchParameter::MostHistoryGain),
            },
            reductions: Reductions {
                divisor: self.fraction(SearchParameter::ReductionDivisor),
                depth: self.signed(SearchParameter::ReductionDepth),
                full_moves: self.value(SearchParameter::FullDepthMoves) as usize,
            },
            time: TimeShares {
                changed: self.fraction(SearchParameter::ChangedTime) as f32,
                saving: self.fraction(SearchParameter::ConfirmedSaving) as f32,
                least: self.fraction(SearchParameter::ConfirmedTime) as f32,
                doubling_fall: self.signed(SearchParameter::DoublingFall),
            },
            ..options
        }
    }

    /// Futility margins of two players of the base game.
    pub(crate) fn futility_margins(&self) -> FutilityMargins {
        FutilityMargins {
            at_depth_zero: self.signed(SearchParameter::FutilityMargin),
            per_ply: self.signed(SearchParameter::FutilityGrowth),
            depth: self.signed(SearchParameter::FutilityDepth),
        }
    }

    /// Options of PUCT in a game whose usual temperature of priors this is.
    pub(crate) fn puct(&self, usual_temperature: f32) -> TreeOptions {
        let temperature = match self.value(SearchParameter::PriorTemperature) {
            0 => usual_temperature,
            _ => self.fraction(SearchParameter::PriorTemperature) as f32,
        };
        let exploration = self.fraction(SearchParameter::PuctExploration) as f32;
        let combined_moves = self.value(SearchParameter::CombinedMoves) as usize;
        TreeOptions {
            temperature,
            exploration,
            combined_moves,
            ..self.tree(TreeOptions::default())
        }
    }

    /// Options of UCT.
    pub(crate) fn uct(&self) -> TreeOptions {
        TreeOptions {
            exploration: self.fraction(SearchParameter::UctExploration) as f32,
            expansion_visits: self.value(SearchParameter::UctExpansion),
            ..self.tree(TreeOptions::uct())
        }
    }

    /// Options of any tree search: `options`, with these parameters.
    fn tree(&self, options: TreeOptions) -> TreeOptions {
        TreeOptions {
            close_visits: self.fraction(SearchParameter::CloseVisits) as f32,
            close_time: self.fraction(SearchParameter::CloseTime) as f32,
            ..options
        }
    }
}

#[cfg(test)]
mod tests {
    use floe_search::{GuidedOptions, InformationSetOptions};

    use super::*;

    /// Engines and searches have the same usual values.
    #[test]
    fn usual_values_are_the_defaults_of_the_searches() {
        let parameters = SearchParameters::default();
        let usual = |parameter| parameters.fraction(parameter);
        assert_eq!(parameters.options(Options::default()), Options::default());
        assert_eq!(parameters.futility_margins(), FutilityMargins::default());
        assert_eq!(parameters.puct(0.1), TreeOptions::default());
        assert_eq!(parameters.uct(), TreeOptions::uct());
        assert_eq!(
            usual(SearchParameter::GuidedExploration) as f32,
            GuidedOptions::default().exploration
        );
        let InformationSetOptions {
            exploration,
            policy_prior,
            ..
        } = InformationSetOptions::default();
        assert_eq!(usual(SearchParameter::HiddenExploration), exploration);
        assert_eq!(usual(SearchParameter::HiddenPrior), policy_prior);
    }

    #[test]
    fn names_differ_and_usual_values_are_in_range() {
        for parameter in SearchParameter::ALL {
            let (least, most) = parameter.range();
            assert!(
                (least..=most).contains(&parameter.usual()),
                "{}",
                parameter.name()
            );
            assert!(i32::try_from(most).is_ok(), "{}", parameter.name());
            assert_eq!(SearchParameter::of_name(parameter.name()), Some(parameter));
        }
    }
}
