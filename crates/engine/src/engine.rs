use floe_fish::{AnyPosition, Move, Position};
use floe_game::{Game, Score};
use floe_search::{AlphaBeta, EvalAll, Limits, Line, MaxN, Options, Paranoid, Payoffs, Report, Uct};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::analysis::{analysis, read_progress, result};
use crate::separated::Separated;
use crate::simple::{greedy_move, random_line};
use crate::{Analysis, AnalysisError, AnalysisProgress, EngineSpec, Method, Territory};

/// How to search: by which method, how far, and with what.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The method.
    pub method: Method,
    /// When to end.
    pub limits: Limits<'a>,
    /// Threads, lines and table.
    pub options: Options,
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
    Engine::new(request.method, request.options, 0).analyze(position, &request.limits, progress)
}

/// An engine that keeps what it has learned from one position to the next: a player, in a game.
pub struct Engine {
    method: Method,
    options: Options,
    seed: u64,
    rng: Xoshiro256PlusPlus,
    /// Made when they are first needed, for their tables are large.
    alpha_beta: Option<AlphaBeta<Territory, Separated>>,
    max_n: Option<MaxN<Territory>>,
    separated: Separated,
}

type Listener<'a> = &'a mut (dyn FnMut(&AnalysisProgress) + Send);

impl Engine {
    /// An engine that searches by this method. The seed is for those that throw dice.
    pub fn new(method: Method, options: Options, seed: u64) -> Engine {
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Engine { method, options, seed, rng, alpha_beta: None, max_n: None, separated: Separated::default() }
    }

    /// The engine that a specification names, and the limits that it sets for every move.
    pub fn from_spec(spec: &EngineSpec) -> (Engine, Limits<'static>) {
        let usual = Options::default();
        let options = Options {
            threads: spec.threads.unwrap_or(usual.threads),
            hash_mebibytes: spec.hash.unwrap_or(usual.hash_mebibytes),
            ..usual
        };
        let limits = Limits { nodes: spec.nodes, time: spec.time, ..Limits::default() };
        let limits = Limits { depth: spec.depth.unwrap_or(limits.depth), ..limits };
        (Engine::new(spec.method, options, spec.seed.unwrap_or(0)), limits)
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
        if let Some(analysis) = self.at_once(position) {
            return Ok(analysis);
        }
        match self.method {
            Method::Default | Method::AlphaBeta | Method::Paranoid => self.alpha_beta(position, limits, listener),
            Method::MaxN => {
                Err(AnalysisError::Players { engine: "maxn", expected: "three or four players", players: 2 })
            }
            Method::Uct | Method::Greedy | Method::Random => Ok(self.without_table(position, limits)),
        }
    }

    fn more_players<const N: usize>(
        &mut self,
        position: &Position<N>,
        limits: &Limits<'_>,
        listener: Listener<'_>,
    ) -> Result<Analysis, AnalysisError> {
        if let Some(analysis) = self.at_once(position) {
            return Ok(analysis);
        }
        match self.method {
            Method::Default => self.max_n_or_paranoid(position, limits, listener),
            Method::Paranoid => self.paranoid(position, limits, listener),
            Method::MaxN => self.max_n(position, limits, listener),
            Method::AlphaBeta => {
                Err(AnalysisError::Players { engine: "alphabeta", expected: "two players", players: N })
            }
            Method::Uct | Method::Greedy | Method::Random => Ok(self.without_table(position, limits)),
        }
    }

    /// Where nothing is contested, engines that search need not.
    fn at_once<const N: usize>(&self, position: &Position<N>) -> Option<Analysis> {
        let searches = matches!(
            (self.method, N),
            (Method::Default, _) | (Method::AlphaBeta | Method::Paranoid, 2) | (Method::MaxN, 3..)
        );
        searches.then(|| self.separated.analysis(position, self.options.lines)).flatten()
    }

    fn alpha_beta_search(&mut self) -> Result<&mut AlphaBeta<Territory, Separated>, AnalysisError> {
        if self.alpha_beta.is_none() {
            self.alpha_beta = Some(AlphaBeta::new(Territory::default(), Separated::default(), self.options)?);
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

    fn paranoid<const N: usize>(
        &mut self,
        position: &Position<N>,
        limits: &Limits<'_>,
        listener: Listener<'_>,
    ) -> Result<Analysis, AnalysisError> {
        // What a player is sure of is not what everybody will get: the end of the line tells that, and never for certain.
        let end_of_line = |line: &Line<Move, Score>| {
            let end = line.moves.iter().fold(*position, |position, &mv| position.after(mv));
            (Territory::default().evaluate_all(&end)[..N].to_vec(), end.is_over())
        };
        let read = |report: &Report<Move, Score>| analysis(report, result(position), end_of_line, false);
        let game = Paranoid::new(*position, position.last_turn());
        let search = self.alpha_beta_search()?;
        let report = search.search(&game, limits, |progress| listener(&read_progress(progress, read)));
        Ok(read(&report))
    }

    fn max_n<const N: usize>(
        &mut self,
        position: &Position<N>,
        limits: &Limits<'_>,
        listener: Listener<'_>,
    ) -> Result<Analysis, AnalysisError> {
        if self.max_n.is_none() {
            self.max_n = Some(MaxN::new(Territory::default(), self.options)?);
        }
        let search = self.max_n.as_mut().expect("it has just been made");
        let read = |report: &Report<Move, Payoffs>| {
            analysis(report, result(position), |line| (line.value[..N].to_vec(), line.exact), true)
        };
        let report = search.search(position, limits, |progress| listener(&read_progress(progress, read)));
        Ok(read(&report))
    }

    /// Paranoid search looks further and plays better; but only max^n can say what everybody will get.
    ///
    /// So a late position is first given to max^n, for half of what there is to spend, in the hope of a proof.
    fn max_n_or_paranoid<const N: usize>(
        &mut self,
        position: &Position<N>,
        limits: &Limits<'_>,
        listener: Listener<'_>,
    ) -> Result<Analysis, AnalysisError> {
        /// With so many free tiles max^n often sees to the end of the game.
        const LATE: u32 = 16;
        if position.free().len() > LATE {
            return self.paranoid(position, limits, listener);
        }
        let half = Limits {
            time: limits.time.map(|time| time / 2),
            nodes: limits.nodes.map(|nodes| nodes.div_ceil(2)),
            ..*limits
        };
        let first = self.max_n(position, &half, listener)?;
        if first.exact {
            return Ok(first);
        }
        let rest = Limits { nodes: limits.nodes.map(|nodes| nodes.saturating_sub(first.nodes).max(1)), ..*limits };
        let second = self.paranoid(position, &rest, listener)?;
        Ok(Analysis { nodes: first.nodes + second.nodes, ..second })
    }

    /// The players that everybody knows: plain UCT, the greedy one, the random one.
    fn without_table<const N: usize>(&mut self, position: &Position<N>, limits: &Limits<'_>) -> Analysis {
        let report = match self.method {
            Method::Uct => {
                self.seed = self.seed.wrapping_add(1);
                let uct = Uct { seed: self.seed, mebibytes: self.options.hash_mebibytes, ..Uct::default() };
                let mut report = uct.search(position, limits);
                report.lines.truncate(self.options.lines);
                report
            }
            Method::Greedy => random_line(position, greedy_move(position, &mut self.rng)),
            _ => random_line(position, floe_game::Sampled::random_move(position, &mut self.rng)),
        };
        let mover = position.last_turn().index();
        let scores = |line: &Line<Move, Payoffs>| match N {
            2 => (vec![line.value[mover] - line.value[1 - mover]], false),
            _ => (line.value[..N].to_vec(), false),
        };
        analysis(&report, result(position), scores, false)
    }
}
