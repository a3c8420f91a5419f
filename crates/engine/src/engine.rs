mod more;
mod other;

use std::any::Any;

use floe_fish::{AnyPosition, Move, Position, with_position};
use floe_game::{Game, Score};
use floe_search::{AlphaBeta, Limits, Line, MAX_DEPTH, MaxN, Options, Payoffs, Puct, Report, TreeOptions, Uct};
use floe_variants::{Rules, Special, Variant};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::analysis::{analysis, read_progress, result};
use crate::expectation::Expectation;
use crate::finisher::{Finish, Finisher};
use crate::separated::Separated;
use crate::simple::{greedy_move, line};
use crate::variants::{HiddenSearches, NO_CHANCE, VariantSearches};
use crate::{Analysis, AnalysisError, AnalysisProgress, EngineSpec, Evaluation, Method};

pub use other::Analysed;

/// How to search: by which method, how far, and with what.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request<'a> {
    /// The method.
    pub method: Method,
    /// When to end.
    pub limits: Limits<'a>,
    /// Threads, lines and table.
    pub options: Options,
    /// What it guesses by, but for the variants.
    pub evaluation: Evaluation,
}

/// Finds the best moves of a position and what they are worth, by an engine that is made for this and forgotten.
///
/// `progress` hears of every depth that is complete.
///
/// # Errors
/// Where the method is not for this number of players, or there is no memory for the table.
pub fn analyze(
    position: &AnyPosition,
    request: &Request<'_>,
    progress: impl FnMut(&AnalysisProgress) + Send,
) -> Result<Analysis, AnalysisError> {
    let engine = Engine::new(request.method, request.options, 0);
    engine.with_evaluation(request.evaluation).analyze(position, &request.limits, progress)
}

/// An engine that keeps what it has learned from one position to the next: a player, in a game.
pub struct Engine {
    method: Method,
    options: Options,
    evaluation: Evaluation,
    seed: u64,
    rng: Xoshiro256PlusPlus,
    /// Made when they are first needed, for their tables are large.
    alpha_beta: Option<AlphaBeta<Evaluation, Separated>>,
    max_n: Option<MaxN<Evaluation>>,
    /// A `Puct` for positions of some number of players.
    mcts: Option<Box<dyn Any + Send>>,
    finisher: Finisher,
    separated: Separated,
    variants: VariantSearches<Variant>,
    special: VariantSearches<Special>,
    hidden: HiddenSearches,
}

/// How much the first sight of tree search is doubted, which is but a glance. At 20 ms a move 0.3 is worth 45 +- 37 Elo more than 0.15 (three players, 198
/// games; four: 37 +- 64, 80 games), 0.6 41 +- 55 less.
const TEMPERATURE: f32 = 0.3;

type Listener<'a> = &'a mut (dyn FnMut(&AnalysisProgress) + Send);

fn without_chance() -> AnalysisError {
    AnalysisError::Rules { engine: "expectimax", expected: NO_CHANCE, rules: Rules::BASE }
}

impl Engine {
    /// An engine that searches by this method. The seed is for those that throw dice.
    pub fn new(method: Method, options: Options, seed: u64) -> Engine {
        let (rng, options) = (Xoshiro256PlusPlus::seed_from_u64(seed), options.in_range());
        Engine {
            method,
            options,
            evaluation: Evaluation::default(),
            seed,
            rng,
            alpha_beta: None,
            max_n: None,
            mcts: None,
            finisher: Finisher::new(options),
            separated: Separated::default(),
            variants: VariantSearches::default(),
            special: VariantSearches::default(),
            hidden: HiddenSearches::default(),
        }
    }

    /// The same, which guesses by this evaluation from now on; about the variants it has guesses of its own.
    ///
    /// ```
    /// use floe_engine::{Engine, Evaluation, Method};
    /// use floe_search::Options;
    ///
    /// let by_weights = Engine::new(Method::AlphaBeta, Options::default(), 0).with_evaluation(Evaluation::without_network());
    /// ```
    #[must_use]
    pub fn with_evaluation(mut self, evaluation: Evaluation) -> Engine {
        self.evaluation = evaluation;
        (self.alpha_beta, self.max_n) = (None, None);
        self.clear();
        self
    }

    /// The engine that a specification names, with [its evaluation](EngineSpec::evaluation), which is read once for as many engines as there are.
    pub fn from_spec(spec: &EngineSpec, evaluation: Evaluation) -> Engine {
        let usual = Options::default();
        let options = Options {
            threads: spec.threads.unwrap_or(usual.threads),
            hash_mebibytes: spec.hash.unwrap_or(usual.hash_mebibytes),
            ..usual
        };
        Engine::new(spec.method, options, spec.seed.unwrap_or(0)).with_evaluation(evaluation)
    }

    /// Forgets all positions seen, and begins its random numbers anew.
    pub fn clear(&mut self) {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        if let Some(search) = &mut self.alpha_beta {
            search.clear();
        }
        if let Some(search) = &mut self.max_n {
            search.clear();
        }
        self.mcts = None;
        self.finisher.clear();
        self.variants.clear();
        self.special.clear();
        self.hidden.clear();
    }

    /// Forgets everything, and draws its random numbers from this seed from now on: a new game begins.
    pub fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.clear();
    }

    /// Finds the best moves of a position and what they are worth.
    ///
    /// `progress` hears of every depth that is complete.
    ///
    /// # Errors
    /// Where the method is not for this number of players, or there is no memory for the table.
    pub fn analyze(
        &mut self,
        position: &AnyPosition,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&AnalysisProgress) + Send,
    ) -> Result<Analysis, AnalysisError> {
        let forced = limits.soft.is_some() && with_position!(position, position => position.moves().len() == 1);
        // Where there is no choice a look is enough.
        let limits = &if forced { Limits { nodes: Some(1), ..*limits } } else { *limits };
        match position {
            AnyPosition::Two(position) => self.two_players(position, limits, &mut progress),
            AnyPosition::Three(position) => self.more_players(position, limits, &mut progress),
            AnyPosition::Four(position) => self.more_players(position, limits, &mut progress),
        }
    }

    fn two_players(
        &mut self,
        position: &Position<2>,
        limits: &Limits<'_>,
        listener: Listener<'_>,
    ) -> Result<Analysis, AnalysisError> {
        if let Some(analysis) = self.at_once(position, limits) {
            return Ok(analysis);
        }
        match self.method {
            Method::Default => self.finish_or_search(position, limits, listener),
            Method::AlphaBeta | Method::Paranoid | Method::BestReply => self.alpha_beta(position, limits, listener),
            Method::MaxN => {
                Err(AnalysisError::Players { engine: "maxn", expected: "three or four players", players: 2 })
            }
            Method::Expectimax => Err(without_chance()),
            Method::Mcts => Ok(self.mcts(position, limits, listener)),
            Method::Uct | Method::Greedy | Method::Random => Ok(self.without_table(position, limits)),
        }
    }

    /// Where nothing is contested, engines that search need not.
    fn at_once<const N: usize>(&self, position: &Position<N>, limits: &Limits<'_>) -> Option<Analysis> {
        let searches = matches!(
            (self.method, N),
            (Method::Default | Method::Mcts, _)
                | (Method::AlphaBeta | Method::Paranoid | Method::BestReply, 2)
                | (Method::MaxN, 3..)
        );
        searches.then(|| self.separated.analysis(position, self.options.lines, limits)).flatten()
    }

    fn alpha_beta_search(&mut self) -> Result<&mut AlphaBeta<Evaluation, Separated>, AnalysisError> {
        if self.alpha_beta.is_none() {
            self.alpha_beta = Some(AlphaBeta::new(self.evaluation, Separated::default(), self.options)?);
        }
        Ok(self.alpha_beta.as_mut().expect("it has just been made"))
    }

    fn alpha_beta(
        &mut self,
        position: &Position<2>,
        limits: &Limits<'_>,
        listener: Listener<'_>,
    ) -> Result<Analysis, AnalysisError> {
        let read = |report: &Report<Move, Score>| {
            analysis(report, result(position), |line| (vec![line.value], line.exact), true)
        };
        let search = self.alpha_beta_search()?;
        let report = search.search(position, limits, |progress| listener(&read_progress(progress, read)));
        Ok(read(&report))
    }

    /// Alpha-beta, and near the end the exact solver: what that proves is never played wrong.
    fn finish_or_search(
        &mut self,
        position: &Position<2>,
        limits: &Limits<'_>,
        listener: Listener<'_>,
    ) -> Result<Analysis, AnalysisError> {
        if self.options.lines > 1 || limits.depth < MAX_DEPTH {
            return self.alpha_beta(position, limits, listener);
        }
        let (safe, spent) = match self.finisher.finish(position, limits)? {
            Finish::Exact(analysis) => return Ok(analysis),
            Finish::Safe(safe) => (Some(safe), safe.nodes),
            Finish::Open(nodes) => (None, nodes),
        };
        // A tenth is kept back to look at the move that is found.
        let kept_back = if safe.is_some() { 10 } else { u32::MAX };
        let rest = Limits {
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(spent + nodes / u64::from(kept_back)).max(1)),
            time: limits.time.map(|time| time - time / kept_back),
            soft: limits.soft.map(|soft| soft - soft / kept_back),
            ..*limits
        };
        let mut analysis = self.alpha_beta(position, &rest, listener)?;
        analysis.nodes += spent;
        if let (Some(safe), Some(best)) = (safe, analysis.lines.first_mut())
            && best.moves[0] != safe.mv
            && !self.finisher.keeps(position, safe, best.moves[0], limits)
        {
            best.moves = vec![safe.mv];
        }
        Ok(analysis)
    }

    fn mcts<const N: usize>(
        &mut self,
        position: &Position<N>,
        limits: &Limits<'_>,
        listener: Listener<'_>,
    ) -> Analysis {
        let options = TreeOptions {
            threads: self.options.threads,
            mebibytes: self.options.hash_mebibytes,
            temperature: TEMPERATURE,
            ..TreeOptions::default()
        };
        let known = self.mcts.take().and_then(|search| search.downcast::<Puct<Position<N>, Expectation>>().ok());
        let mut search = known.unwrap_or_else(|| Box::new(Puct::new(Expectation::by(self.evaluation), options)));
        let lines = self.options.lines;
        let scores = one_or_all(position);
        let read = |report: &Report<Move, Payoffs>| {
            let mut analysis = analysis(report, result(position), &scores, false);
            analysis.lines.truncate(lines);
            analysis
        };
        let report = search.search(position, limits, |progress| listener(&read_progress(progress, read)));
        let analysis = read(&report);
        self.mcts = Some(search);
        analysis
    }

    /// The players that everybody knows: plain UCT, the greedy one, the random one.
    fn without_table<const N: usize>(&mut self, position: &Position<N>, limits: &Limits<'_>) -> Analysis {
        let report = match self.method {
            Method::Uct => {
                self.seed = self.seed.wrapping_add(1);
                let mebibytes = self.options.hash_mebibytes;
                let mut uct = Uct::new(TreeOptions { seed: self.seed, mebibytes, ..TreeOptions::uct() });
                let mut report = uct.search(position, limits, |_| ());
                report.lines.truncate(self.options.lines);
                report
            }
            Method::Greedy => line(position, greedy_move(position, &mut self.rng)),
            _ => line(position, floe_game::Sampled::random_move(position, &mut self.rng)),
        };
        analysis(&report, result(position), one_or_all(position), false)
    }
}

/// What guesses at everybody's result come to: of two players the margin for the one to move, of more all of them; nothing is exact.
fn one_or_all<const N: usize>(position: &Position<N>) -> impl Fn(&Line<Move, Payoffs>) -> (Vec<Score>, bool) {
    let mover = position.last_turn().index();
    move |line| match N {
        2 => (vec![line.value[mover] - line.value[1 - mover]], false),
        _ => (line.value[..N].to_vec(), false),
    }
}
