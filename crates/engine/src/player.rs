use std::fmt;

use floe_game::{Game, Score};
use floe_search::{
    AlphaBeta, BestReply, EvalAll, Expectimax, Limits, Line, MAX_DEPTH, MaxN, Options, Paranoid, Payoffs, Progress,
    Puct, Report, TreeOptions, Uct, scores,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::endgame_probe::{EndgameProbe, ProbeResult};
use crate::games::EngineGame;
use crate::{Analysis, AnalysisError, AnalysisLine, AnalysisProgress, Evaluation, GameValue, MeanValue, Method, Need};

/// Receives the progress of an analysis.
pub(crate) type Observer<'a> = &'a mut (dyn FnMut(&AnalysisProgress<'_>) + Send);

type Found<G> = Result<Analysis<<G as Game>::Move>, AnalysisError>;

/// How a player plays.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) method: Method,
    pub(crate) options: Options,
    pub(crate) evaluation: Evaluation,
    pub(crate) seed: u64,
}

/// Plays a game by any method. Searches remember positions from move to move; they are made when they are first needed, for their tables
/// are large.
pub struct EnginePlayer<G: EngineGame> {
    settings: Settings,
    rng: Xoshiro256PlusPlus,
    /// Number of searches that have drawn from the seed.
    draws: u64,
    oracle: G::Oracle,
    probe: G::Probe,
    alpha_beta: Option<AlphaBeta<G::Evaluation, G::Oracle>>,
    max_n: Option<MaxN<G::Evaluation>>,
    tree: Option<Puct<G, G::LeafEvaluation>>,
    expectimax: Option<Expectimax<G::Evaluation>>,
}

impl<G: EngineGame> fmt::Debug for EnginePlayer<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnginePlayer").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl<G: EngineGame> EnginePlayer<G> {
    pub(crate) fn new(settings: Settings) -> EnginePlayer<G> {
        EnginePlayer {
            rng: Xoshiro256PlusPlus::seed_from_u64(settings.seed),
            settings,
            draws: 0,
            oracle: G::Oracle::default(),
            probe: G::Probe::default(),
            alpha_beta: None,
            max_n: None,
            tree: None,
            expectimax: None,
        }
    }

    /// Forgets all positions, and begins a game with this seed. Tables stay allocated.
    pub(crate) fn new_game(&mut self, seed: u64) {
        (self.settings.seed, self.draws) = (seed, 0);
        self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        if let Some(search) = &mut self.alpha_beta {
            search.clear();
        }
        if let Some(search) = &mut self.max_n {
            search.clear();
        }
        (self.tree, self.expectimax) = (None, None);
        self.probe = G::Probe::default();
    }

    /// Finds the best moves of a position and their values.
    ///
    /// # Errors
    /// Where the method is not for this game, or there is no memory for the table.
    pub(crate) fn analyze(&mut self, position: &G, limits: &Limits<'_>, observer: Observer<'_>) -> Found<G> {
        let is_forced = limits.soft.is_some() && position.choices().len() == 1;
        // Where there is no choice a look is enough.
        let limits = &if is_forced { Limits { nodes: Some(1), ..*limits } } else { *limits };
        let two_sided = position.two_sided();
        let method = self.settings.method;
        let searches = match method {
            Method::Default | Method::Mcts => true,
            Method::AlphaBeta | Method::Paranoid | Method::BestReply => two_sided.is_some(),
            Method::MaxN => two_sided.is_none(),
            Method::Expectimax | Method::Uct | Method::Greedy | Method::Random => false,
        };
        if searches && let Some(settled) = position.settled(&self.oracle, self.settings.options.lines, limits) {
            return Ok(settled);
        }
        let unsuitable = |need| {
            let (players, rules) = (position.players(), position.rules());
            Err(AnalysisError::Unsuitable { method, need, players, rules })
        };
        match (method, two_sided) {
            (Method::Greedy | Method::Random, _) => Ok(self.without_search(position)),
            (Method::Uct, _) => Ok(self.uct(position, limits)),
            (Method::Mcts, _) => Ok(self.tree(position, limits, observer)),
            (Method::Default | Method::Expectimax, Some(_)) if G::HAS_CHANCE => {
                Ok(self.expectimax(position, limits, observer))
            }
            (Method::Default, None) if G::HAS_CHANCE => Ok(self.tree(position, limits, observer)),
            (Method::Expectimax, _) if G::HAS_CHANCE => unsuitable(Need::TwoPlayers),
            (Method::Expectimax, _) => unsuitable(Need::Chance),
            _ if G::HAS_CHANCE => unsuitable(Need::NoChance),
            (Method::Default, Some(game)) => self.probe_or_search(position, &game, limits, observer),
            (Method::MaxN, Some(_)) => unsuitable(Need::ManySides),
            (_, Some(game)) => self.between_two_sides(position, &game, limits, observer),
            (Method::AlphaBeta, None) => unsuitable(Need::TwoSides),
            (Method::MaxN, None) => self.max_n(position, limits, observer),
            (Method::Default, None) if limits.depth == MAX_DEPTH => self.max_n_or_tree(position, limits, observer),
            // Tree search knows no depth.
            (_, None) => self.against_the_rest(position, limits, observer),
        }
    }

    /// Alpha-beta, and near the end the exact solver: a value that it proves is never lost again.
    fn probe_or_search(
        &mut self,
        position: &G,
        game: &G::TwoSided,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> Found<G> {
        if self.settings.options.lines > 1 || limits.depth < MAX_DEPTH {
            return self.between_two_sides(position, game, limits, observer);
        }
        let (proved, spent) = match self.probe.probe(position, limits, &self.settings.options)? {
            ProbeResult::Exact(analysis) => return Ok(analysis),
            ProbeResult::Proved(proved) => (Some(proved), proved.nodes),
            ProbeResult::Open { nodes } => (None, nodes),
        };
        // A tenth is kept back to verify the move that is found.
        let kept_back = if proved.is_some() { 10 } else { u32::MAX };
        let rest = Limits {
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(spent + nodes / u64::from(kept_back)).max(1)),
            time: limits.time.map(|time| time - time / kept_back),
            soft: limits.soft.map(|soft| soft - soft / kept_back),
            ..*limits
        };
        let mut analysis = self.between_two_sides(position, game, &rest, observer)?;
        analysis.nodes += spent;
        if let (Some(proved), Some(best)) = (proved, analysis.lines.first_mut())
            && best.moves[0] != proved.mv
            && !self.probe.verify(position, proved, best.moves[0], limits)
        {
            best.moves = vec![proved.mv];
        }
        Ok(analysis)
    }

    /// Alpha-beta where there are two sides: the value is the margin between them.
    fn between_two_sides(
        &mut self,
        position: &G,
        game: &G::TwoSided,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> Found<G> {
        let read = |report: &Report<G::Move, Score>| {
            let line = |line: &Line<G::Move, Score>| self::line::<G, _>(line, vec![line.value], line.exact, line.exact);
            analysis(position, report, line)
        };
        let search = alpha_beta::<G>(&mut self.alpha_beta, &self.settings)?;
        Ok(read(&search.search(game, limits, |progress| observe(position, progress, &read, observer))))
    }

    /// One against the rest: all others are feared, or one of them replies.
    fn against_the_rest(&mut self, position: &G, limits: &Limits<'_>, observer: Observer<'_>) -> Found<G> {
        let (players, evaluation) = (position.players(), G::evaluation(&self.settings.evaluation));
        // The bound that a player is sure of is not the result of everybody: that is evaluated at the end of the line, and never proven.
        let line = |line: &Line<G::Move, Score>| {
            let end = line.moves.iter().fold(*position, |position, &mv| position.after(mv));
            let scores = evaluation.evaluate_all(&end)[..players].to_vec();
            self::line::<G, _>(line, scores, end.is_over(), false)
        };
        let read = |report: &Report<G::Move, Score>| analysis(position, report, line);
        let me = position.last_turn();
        let search = alpha_beta::<G>(&mut self.alpha_beta, &self.settings)?;
        let report = if self.settings.method == Method::BestReply {
            let game = BestReply::new(*position, me, G::usual_move);
            search.search(&game, limits, |progress| observe(position, progress, &read, observer))
        } else {
            let game = Paranoid { game: *position, me };
            search.search(&game, limits, |progress| observe(position, progress, &read, observer))
        };
        Ok(read(&report))
    }

    fn max_n(&mut self, position: &G, limits: &Limits<'_>, observer: Observer<'_>) -> Found<G> {
        let Settings { options, evaluation, .. } = &self.settings;
        // To clear a large table for the first time takes longer than some moves may take.
        let filled = limits.soft.map_or(usize::MAX, |time| 16 * (1 + time.as_secs() as usize));
        let hash_mebibytes = options.hash_mebibytes.min(filled);
        if self.max_n.as_ref().is_none_or(|search| search.mebibytes() < hash_mebibytes) {
            let evaluation = G::evaluation(&evaluation.clone().by_weights());
            self.max_n = Some(MaxN::new(evaluation, Options { hash_mebibytes, ..*options })?);
        }
        let search = self.max_n.as_mut().expect("it has just been made");
        let players = position.players();
        let line = |line: &Line<G::Move, Payoffs>| {
            self::line::<G, _>(line, line.value[..players].to_vec(), line.exact, line.exact)
        };
        let read = |report: &Report<G::Move, Payoffs>| analysis(position, report, line);
        Ok(read(&search.search(position, limits, |progress| observe(position, progress, &read, observer))))
    }

    /// Tree search plays best with more than two sides, for it expects everybody to play for itself; but only max^n can prove everybody's
    /// result. So max^n searches a late position first, for half of the limits.
    fn max_n_or_tree(&mut self, position: &G, limits: &Limits<'_>, observer: Observer<'_>) -> Found<G> {
        if !position.is_late() {
            return Ok(self.tree(position, limits, observer));
        }
        let first = self.max_n(position, &limits.half(), observer)?;
        if first.exact {
            return Ok(first);
        }
        let second = self.tree(position, &limits.after(first.nodes), observer);
        Ok(Analysis { nodes: first.nodes + second.nodes, ..second })
    }

    fn tree(&mut self, position: &G, limits: &Limits<'_>, observer: Observer<'_>) -> Analysis<G::Move> {
        let seed = self.next_seed();
        let Settings { options, evaluation, .. } = &self.settings;
        let tree = TreeOptions {
            threads: options.threads,
            mebibytes: options.hash_mebibytes,
            temperature: G::TEMPERATURE,
            seed,
            ..TreeOptions::default()
        };
        if G::HAS_CHANCE {
            // Every search draws from a seed of its own.
            self.tree = None;
        }
        let search = self.tree.get_or_insert_with(|| Puct::new(G::leaf_evaluation(evaluation), tree));
        let read = |report: &Report<G::Move, Payoffs>| guessed(position, report, options.lines);
        read(&search.search(position, limits, |progress| observe(position, progress, &read, observer)))
    }

    fn expectimax(&mut self, position: &G, limits: &Limits<'_>, observer: Observer<'_>) -> Analysis<G::Move> {
        let Settings { options, evaluation, .. } = &self.settings;
        let search = self.expectimax.get_or_insert_with(|| Expectimax::new(G::evaluation(evaluation), *options));
        let line = |line: &Line<G::Move, _>| AnalysisLine {
            value: GameValue::Expected(MeanValue::of(line.value, line.exact)),
            scores: vec![line.value.score.round() as Score],
            exact: line.exact,
            moves: line.moves.clone(),
        };
        let read = |report: &Report<G::Move, _>| analysis(position, report, line);
        let report = position.expectimax(search, limits, |progress| observe(position, progress, &read, observer));
        read(&report.expect("chance has a say between two sides"))
    }

    fn uct(&mut self, position: &G, limits: &Limits<'_>) -> Analysis<G::Move> {
        let options = self.settings.options;
        let (seed, mebibytes) = (self.next_seed(), options.hash_mebibytes);
        let mut uct = Uct::new(TreeOptions { seed, mebibytes, ..TreeOptions::uct() });
        guessed(position, &uct.search(position, limits, |_| ()), options.lines)
    }

    /// The greedy player and the random one, who expect everything to stay as it is.
    fn without_search(&mut self, position: &G) -> Analysis<G::Move> {
        let is_greedy = self.settings.method == Method::Greedy;
        let mv = match is_greedy || G::HAS_CHANCE {
            true => choose(position, |mv| if is_greedy { position.gain(mv) } else { 0 }, &mut self.rng),
            false => position.random_move(&mut self.rng),
        };
        let line = |mv| Line { value: scores(position), exact: false, moves: vec![mv] };
        guessed(position, &Report { lines: mv.map(line).into_iter().collect(), depth: 0, nodes: 1 }, 1)
    }

    fn next_seed(&mut self) -> u64 {
        self.draws += 1;
        self.settings.seed.wrapping_add(self.draws)
    }
}

/// Alpha-beta, made if it is not there yet.
fn alpha_beta<'a, G: EngineGame>(
    search: &'a mut Option<AlphaBeta<G::Evaluation, G::Oracle>>,
    Settings { options, evaluation, .. }: &Settings,
) -> Result<&'a mut AlphaBeta<G::Evaluation, G::Oracle>, AnalysisError> {
    if search.is_none() {
        *search = Some(AlphaBeta::new(G::evaluation(evaluation), G::Oracle::default(), *options)?);
    }
    Ok(search.as_mut().expect("it has just been made"))
}

/// A choice of the largest gain, one at random among equals.
fn choose<G: EngineGame>(
    position: &G,
    gain: impl Fn(G::Move) -> Score,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<G::Move> {
    let choices = position.choices();
    let most = choices.iter().map(|&mv| gain(mv)).max()?;
    let best: Vec<G::Move> = choices.into_iter().filter(|&mv| gain(mv) == most).collect();
    Some(best[rng.random_range(0..best.len())])
}

/// Reads a line of a report, given its scores, whether these count to the tile, and whether they are proven.
fn line<G: EngineGame, V>(
    line: &Line<G::Move, V>,
    scores: Vec<Score>,
    is_exact: bool,
    is_proven: bool,
) -> AnalysisLine<G::Move> {
    AnalysisLine { value: G::value(&scores, is_exact), scores, exact: is_proven, moves: line.moves.clone() }
}

/// Reads a report.
fn analysis<G: EngineGame, V>(
    position: &G,
    report: &Report<G::Move, V>,
    line: impl Fn(&Line<G::Move, V>) -> AnalysisLine<G::Move>,
) -> Analysis<G::Move> {
    Analysis::of_lines(report.lines.iter().map(line).collect(), position.result(), report.depth, report.nodes)
}

/// Reads a report whose values are guesses at everybody's result.
fn guessed<G: EngineGame>(position: &G, report: &Report<G::Move, Payoffs>, lines: usize) -> Analysis<G::Move> {
    let line =
        |line: &Line<G::Move, Payoffs>| self::line::<G, _>(line, position.side_scores(&line.value), false, false);
    let mut analysis = analysis(position, report, line);
    analysis.lines.truncate(lines);
    analysis
}

/// Tells an observer of progress. Nothing is written before somebody asks.
fn observe<G: EngineGame, V>(
    position: &G,
    progress: &Progress<'_, G::Move, V>,
    read: &impl Fn(&Report<G::Move, V>) -> Analysis<G::Move>,
    observer: &mut (dyn FnMut(&AnalysisProgress<'_>) + Send),
) {
    let report = progress.report;
    observer(&AnalysisProgress {
        depth: report.depth,
        nodes: report.nodes,
        elapsed: progress.elapsed,
        hash_full: progress.hash_full,
        written: &|| read(report).map_moves(|mv| position.move_text(mv)),
    });
}
