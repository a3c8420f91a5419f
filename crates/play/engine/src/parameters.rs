//! Numbers of the searches that can be tuned.

use std::collections::BTreeMap;

use floe_evaluation::FutilityMargins;
use floe_game::Score;
use floe_search::{Options, OrderingWeights, Reductions, TimeShares, TreeOptions};

/// Name, value and range of a parameter.
struct ParameterRow {
    name: &'static str,
    usual: u32,
    least: u32,
    most: u32,
}

/// Defines [`SearchParameter`] by a row for each: its meaning and origin, and then its name, value
/// and range. First come the options of every build, then the constants.
macro_rules! search_parameters {
    (
        options { $($(#[$option_doc:meta])+ $option:ident: $option_row:tt;)+ }
        constants { $($(#[$constant_doc:meta])+ $constant:ident: $constant_row:tt;)+ }
    ) => {
        /// Number on which the strength of a search depends.
        ///
        /// The first ones are options of an engine's text, as in `mcts:guided-exploration=300`, and
        /// of UGI. The others are constants, and options only in a build with the feature `tune`.
        /// Values are integers, most often in thousandths, so that texts, records and tuners can
        /// never round them.
        ///
        /// The docs of a constant end with its origin: what the best other value gained in Elo or
        /// as a score. *SPSA A* tuned thirteen numbers of alpha-beta at once, in 3200 games; its
        /// values then won 231 and lost 260 of 500 games against these. *SPSA B* tuned five
        /// numbers of Gone Fishing! in 89 rounds. *Regret* is `floe suite` on files of
        /// `positions/regret`. The rows of `lab/experiments.csv` have the commands.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum SearchParameter {
            $($(#[$option_doc])+ $option,)+
            $($(#[$constant_doc])+ $constant,)+
        }

        impl SearchParameter {
            /// Parameters that users set.
            const OF_USERS: &[SearchParameter] = &[$(SearchParameter::$option),+];

            /// All parameters, once each.
            const ALL: &[SearchParameter] =
                &[$(SearchParameter::$option,)+ $(SearchParameter::$constant),+];

            const fn row(self) -> ParameterRow {
                match self {
                    $(SearchParameter::$option => row!$option_row,)+
                    $(SearchParameter::$constant => row!$constant_row,)+
                }
            }
        }
    };
}

macro_rules! row {
    ($name:literal, $usual:literal, $least:literal..=$most:literal) => {
        ParameterRow {
            name: $name,
            usual: $usual,
            least: $least,
            most: $most,
        }
    };
}

search_parameters! {
    options {
        /// Number of nodes that the engine `default`, for two players of the base game, takes a
        /// proof of who wins to need with 44 tiles left. Each further tile multiplies it by 3.6.
        /// The engine begins a proof where its limits allow a hundredth of the nodes. Regret and
        /// 400 games: +24 ± 16 against 70,000.
        ProofNodes: ("proof-nodes", 2_500_000, 1..=1_000_000_000);
        /// Share of a search's limits that a proof of who wins may use, in thousandths. Regret: 300
        /// to 900 no difference; on small floes 100 where none is given.
        WinnerShare: ("winner-share", 900, 1..=1000);
        /// Weight of exploration of the tree search that a network of a file guides, in
        /// thousandths. 64 nodes, the network of `alphazero.py` after 12 minutes: 150 +16 ± 6, 300
        /// +13 ± 4, 450 +10 ± 4; not changed, for it depends on the network.
        GuidedExploration: ("guided-exploration", 625, 1..=10_000);
        /// Weight of exploration of UCT, in thousandths. Field at 300 nodes: 450 stronger, not
        /// changed, for `uct` is a fixed opponent of many matches.
        UctExploration: ("uct-exploration", 700, 1..=10_000);
    }
    constants {
        /// Half the first window of alpha-beta around the value of the last depth, in 1/128 fish.
        /// SPSA A: 82; no gain.
        Aspiration: ("aspiration", 64, 1..=10_000);
        /// Least depth, in plies, at which alpha-beta and expectimax order all moves by static
        /// evaluation. SPSA A: 2; no gain, and more time a node.
        OrderingDepth: ("ordering-depth", 3, 1..=99);
        /// Bonus of a killer in the order of moves, in 1/128 fish. SPSA A: 168; no gain.
        KillerBonus: ("killer-bonus", 96, 0..=10_000);
        /// Bonus of a move with the highest history score where moves are ordered by cheap scores,
        /// in 1/128 fish. SPSA A: 366; no gain.
        HistoryBonus: ("history-bonus", 512, 0..=10_000);
        /// Bonus of a move with the highest history score where moves are ordered by static
        /// evaluation, in 1/128 fish. SPSA A: 52; no gain.
        EvaluatedHistoryBonus: ("evaluated-history-bonus", 256, 0..=10_000);
        /// Gain of the history score, up to 16384, of a move that refutes a position: a factor of
        /// the squared depth. SPSA A: 22; no gain.
        HistoryGain: ("history-gain", 16, 0..=10_000);
        /// Largest gain of a history score at once. SPSA A: 2228; no gain.
        MostHistoryGain: ("most-history-gain", 1600, 0..=16_384);
        /// Divisor of the plies by which alpha-beta and expectimax search late moves less deep, in
        /// thousandths. Matches at 300 nodes: 2200 +6 ± 8; SPSA A: 3072, no gain.
        ReductionDivisor: ("reduction-divisor", 3200, 1000..=20_000);
        /// Least depth, in plies, at which late moves are searched less deep. SPSA A: 2; no gain.
        ReductionDepth: ("reduction-depth", 3, 1..=99);
        /// Number of moves of a position that are never searched less deep. SPSA A: 4; no gain.
        FullDepthMoves: ("full-depth-moves", 3, 1..=99);
        /// Least depth, in plies, at which a thread defers moves that others are searching. Nodes
        /// of two threads to depth 11: 1 to 6 no difference; time not measured, for cores were
        /// shared.
        SharedDepth: ("shared-depth", 3, 1..=99);
        /// Futility margin of two players of the base game at depth zero, in 1/128 fish. Matches:
        /// +81 ± 60 with these three, others no better; SPSA A: 276, no gain.
        FutilityMargin: ("futility-margin", 256, 0..=10_000);
        /// Growth of the futility margin for every ply, in 1/128 fish. The matches of
        /// `futility-margin`; SPSA A: 58, no gain.
        FutilityGrowth: ("futility-growth", 64, 0..=10_000);
        /// Largest depth with a futility margin, in plies. The matches of `futility-margin`; SPSA
        /// A: 7, no gain.
        FutilityDepth: ("futility-depth", 6, 0..=99);
        /// Share of the limits within which the margin is proved once it is proved who wins, in
        /// thousandths; 100 on small floes. Regret: 300, 900 within the error; 900 proves more
        /// margins, not changed, for who wins is the same.
        MarginShare: ("margin-share", 500, 1..=1000);
        /// Share of the limits for the proof that a move of alpha-beta wins where the solver has
        /// proved another, in thousandths. Regret: 10 to 300 no difference.
        VerificationShare: ("verification-share", 100, 1..=500);
        /// Limit of nodes from which the exact solver proves the results of three players with 32
        /// tiles left, and of four with 34. Each further tile multiplies the limit by 3.6. Regret:
        /// 2500 to 250000 no difference.
        ResultsNodes: ("results-nodes", 25_000, 1..=1_000_000_000);
        /// Share of a search's limits that a proof of the results of three or four players may use,
        /// in thousandths. Regret: 300 to 950 no difference.
        ResultsShare: ("results-share", 800, 1..=1000);
        /// Free tiles up to which max^n is tried before tree search, for more than two sides and a
        /// limit of a thousand nodes; 2.5 more for ten times the nodes. 0 stands for the usual
        /// number of the game, 16 in the base game and 12 elsewhere. Regret: 8 to 16 no difference.
        MaxNTiles: ("max-n-tiles", 0, 0..=128);
        /// Share of the limits for max^n before tree search, in thousandths. Regret: 250 to 800 no
        /// difference.
        MaxNShare: ("max-n-share", 500, 1..=999);
        /// Weight of exploration of the tree search with evaluation, in thousandths. Fields of
        /// three and four at 100 nodes: no difference from 350 to 800.
        PuctExploration: ("puct-exploration", 500, 1..=10_000);
        /// Difference of win probability that makes the priors of two moves differ by the factor e,
        /// in thousandths. 0 stands for the usual difference of the game, 300 in the base game and
        /// 100 elsewhere. Fields of three and four at 100 nodes: no difference from 300 to 550; 250
        /// in variants +16 ± 15, and -5 ± 15 on other floes.
        PriorTemperature: ("prior-temperature", 0, 0..=10_000);
        /// Number of moves of a leaf that are evaluated although the parts that they combine give
        /// an estimate: special-tiles. 40 games at 80 nodes: 40 against 8, score 0.51 ± 0.11.
        CombinedMoves: ("combined-moves", 16, 1..=1000);
        /// Number of visits after which UCT adds the moves of a position to its tree. Field at 300
        /// nodes: 1 -45 ± 34, 5 +29 ± 32, usual +16 ± 33.
        UctExpansion: ("uct-expansion", 2, 1..=1000);
        /// Weight of exploration of the search with hidden information, in thousandths. 62 to 72
        /// games at 60 nodes: 400 to 1100 no difference.
        HiddenExploration: ("hidden-exploration", 700, 1..=10_000);
        /// Prior of the move of the policy in the search with hidden information, in thousandths.
        /// 60 nodes: 200 +99 ± 78 in 92 games, +46 ± 43 in 240; 240 nodes: -17 ± 67 in 120; SPSA B
        /// moves to 290: not changed.
        HiddenPrior: ("hidden-prior", 400, 0..=999);
        /// Share of winning in the payoff of playouts of the last day of Gone Fishing!, in
        /// thousandths; the rest of the payoff is points. `mcts`, 60 nodes: 400 +99 ± 63 in 120
        /// games, -9 ± 41 in 300 on other floes; 1000 +34 ± 56: no difference.
        HiddenWinShare: ("hidden-win-share", 700, 0..=1000);
        /// Number of worlds of Gone Fishing! that are drawn and weighted by what the fish has
        /// shown. 120 games at 60 nodes: 300 +6 ± 61.
        HiddenWorlds: ("hidden-worlds", 2000, 1..=100_000);
        /// Share of tiles that a careful fish is taken to show at random, in thousandths. 120 games
        /// at 60 nodes: 0 +11 ± 56, 700 +17 ± 61.
        HiddenRandomShows: ("hidden-random-shows", 300, 0..=1000);
        /// Largest number of unknown tiles with which the rest of a day of Gone Fishing! is solved.
        /// Regret: 4 to 12 no difference.
        HiddenSolvedTiles: ("hidden-solved-tiles", 8, 0..=16);
        /// Number of turns of Fish 'n' Flip that are compared by playouts. Regret: 10, 20 a little
        /// worse, 80 no difference.
        FlipTurns: ("flip-turns", 40, 1..=1000);
        /// Largest number of cards in the pile of Fish 'n' Flip with which the exact solver is
        /// asked. Regret: 4 no difference.
        FlipSolvedCards: ("flip-solved-cards", 1, 0..=100);
        /// Target time of a search by depths whose best move has just changed, in thousandths of
        /// its soft limit. 1200 always: 40 games of 2 s -17 ± 103, 100 of 1 s -55 ± 58: no better.
        ChangedTime: ("changed-time", 1200, 1..=10_000);
        /// Reduction of the target time by every depth that confirms the best move, in thousandths
        /// of the soft limit. As for `changed-time`, 0: no difference.
        ConfirmedSaving: ("confirmed-saving", 100, 0..=1000);
        /// Least target time of a search by depths, in thousandths of its soft limit. 100 games of
        /// 1 s: 250 +3 ± 64, 900 +7 ± 57: no difference.
        ConfirmedTime: ("confirmed-time", 500, 1..=10_000);
        /// Least fall of the value that doubles the target time, in 1/128 fish. Never: 40 games of
        /// 2 s -17 ± 79, 100 of 1 s -48 ± 59: no better.
        DoublingFall: ("doubling-fall", 256, 1..=100_000);
        /// Share of the visits of the best move above which the second move is close, so that tree
        /// search takes more time, in thousandths. Three players, 900: 36 games of 2 s +27 ± 88, 60
        /// of 1 s -11 ± 61: no difference.
        CloseVisits: ("close-visits", 700, 0..=1000);
        /// Time of a tree search in which a second move is close, in thousandths of its soft limit.
        /// Three players, 1000: 36 games of 2 s -36 ± 70, 60 of 1 s -3 ± 76: no difference.
        CloseTime: ("close-time", 2000, 1..=10_000);
        /// Factor of the time that a clock gives to a move, in thousandths. 1500: 40 games of 2 s
        /// +84 ± 113, 120 of 1 s +37 ± 52 with one lost on time, 100 of 1 s 0 ± 61: no difference.
        ClockShare: ("clock-share", 1000, 1..=10_000);
        /// Maximum time of a move on a clock, in thousandths of its share. 2000: 40 games of 2 s
        /// -25 ± 109, 100 of 1 s +14 ± 58: no difference.
        ClockMaximum: ("clock-maximum", 4000, 1000..=100_000);
    }
}

impl SearchParameter {
    /// Parameters that are options of an engine's text and of UGI: in most builds only the
    /// parameters that users set, with the feature `tune` all.
    pub const fn options() -> &'static [SearchParameter] {
        if cfg!(feature = "tune") {
            SearchParameter::ALL
        } else {
            SearchParameter::OF_USERS
        }
    }

    /// The parameter with this name, be it an option or a constant; `None` for other names.
    pub fn of_name(name: &str) -> Option<SearchParameter> {
        SearchParameter::ALL
            .iter()
            .copied()
            .find(|parameter| parameter.name() == name)
    }

    /// Whether the parameter is one of the [options](SearchParameter::options).
    pub fn is_option(self) -> bool {
        SearchParameter::options().contains(&self)
    }

    /// Name of the option: `proof-nodes`.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Value of the parameter where none is given.
    pub const fn usual(self) -> u32 {
        self.row().usual
    }

    /// Minimum and maximum of the values that the parameter can have.
    pub const fn range(self) -> (u32, u32) {
        let ParameterRow { least, most, .. } = self.row();
        (least, most)
    }
}

/// Values of the parameters of an engine's searches, of which none is given by default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchParameters(BTreeMap<SearchParameter, u32>);

impl SearchParameters {
    /// The parameters that were given a value, each with this value, in the order in which
    /// [`SearchParameter`] lists them.
    pub fn given(&self) -> impl Iterator<Item = (SearchParameter, u32)> {
        self.0.iter().map(|(&parameter, &value)| (parameter, value))
    }

    /// Value of a parameter: the given value, else the usual one.
    pub fn value(&self, parameter: SearchParameter) -> u32 {
        let given = self.0.get(&parameter).copied();
        given.unwrap_or(parameter.usual())
    }

    /// Gives an option a value; a value out of [range](SearchParameter::range) becomes the nearest
    /// in it. A parameter that is no [option](SearchParameter::is_option) keeps its own.
    pub fn set(&mut self, parameter: SearchParameter, value: u32) {
        let (least, most) = parameter.range();
        if parameter.is_option() {
            self.0.insert(parameter, value.clamp(least, most));
        }
    }

    /// Makes this the usual value of a parameter: it holds where none was given.
    pub(crate) fn set_usual(&mut self, parameter: SearchParameter, value: u32) {
        self.0.entry(parameter).or_insert(value);
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
        for &parameter in SearchParameter::ALL {
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
