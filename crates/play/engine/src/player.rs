use std::fmt;
use std::time::Duration;

use floe_game::{Game, Moves, Player, Score};
use floe_search::{
    AlphaBeta, EvalAll, Expectimax, Limits, Line, MAX_DEPTH, MaxN, Mean, Options, Paranoid,
    Payoffs, Progress, Puct, Report, TreeOptions, Uct, scores,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::endgame_probe::EndgameProbe;
use crate::engine_game::{EngineGame, GamePlayer, PlayerSettings, SearchedGame, late_tiles};
use crate::network_player;
use crate::plan::{SearchPlan, Situation, plan};
use crate::{
    Analysis, AnalysisError, AnalysisLine, AnalysisProgress, AnyMove, GameValue, MeanValue, Method,
    Observer, SearchParameter,
};

type PlayerResult<G> = Result<Analysis<<G as Game>::Move>, AnalysisError>;
type AlphaBetaOf<G> = AlphaBeta<<G as SearchedGame>::Evaluation, <G as SearchedGame>::Oracle>;

/// Nodes a second that a search by depth usually reaches.
const NODES_PER_SECOND: f64 = 3e5;

/// Player by any method. Searches keep their tables from move to move; each is created on first
/// use, for the tables are large.
pub(crate) struct EnginePlayer<G: SearchedGame> {
    settings: PlayerSettings,
    random: PlayerRandom,
    oracle: G::Oracle,
    probe: G::Probe,
    alpha_beta: Option<AlphaBetaOf<G>>,
    max_n: Option<MaxN<G::Evaluation>>,
    tree: Option<Puct<G, G::LeafEvaluation>>,
    uct: Option<Uct<G>>,
    expectimax: Option<Expectimax<G::Evaluation>>,
}

/// Random numbers of a player, all from one seed.
#[derive(Debug)]
pub(crate) struct PlayerRandom {
    /// Draws among equal choices.
    pub(crate) choices: Xoshiro256PlusPlus,
    seed: u64,
    /// Number of searches that have drawn a seed.
    draws: u64,
}

impl PlayerRandom {
    pub(crate) fn new(seed: u64) -> PlayerRandom {
        PlayerRandom {
            choices: Xoshiro256PlusPlus::seed_from_u64(seed),
            seed,
            draws: 0,
        }
    }

    /// Seed of the next search.
    pub(crate) fn next_seed(&mut self) -> u64 {
        self.draws += 1;
        self.seed.wrapping_add(self.draws)
    }
}

impl<G: SearchedGame> fmt::Debug for EnginePlayer<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnginePlayer")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl<G: SearchedGame> GamePlayer<G> for EnginePlayer<G> {
    fn new_game(&mut self, seed: u64) {
        self.random = PlayerRandom::new(seed);
        if let Some(search) = &mut self.alpha_beta {
            search.clear();
        }
        if let Some(search) = &mut self.max_n {
            search.clear();
        }
        if let Some(search) = &mut self.tree {
            search.clear();
        }
        self.expectimax = None;
        self.probe = G::Probe::default();
    }

    fn analyze(
        &mut self,
        position: &G,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> PlayerResult<G> {
        let is_forced = limits.soft.is_some() && position.choices().len() == 1;
        let limits = &if is_forced {
            Limits {
                nodes: Some(1),
                ..*limits
            }
        } else {
            *limits
        };
        let method = self.settings.method;
        let two_sided = position.two_sided();
        if let Some(need) = method.unmet_need(position.rules(), position.sides()) {
            let players = position.players();
            let rules = position.rules();
            return Err(AnalysisError::Unsuitable {
                method,
                need,
                players,
                rules,
            });
        }
        if let Some(network) = self.settings.evaluation.plane_network() {
            return network_player::analyze(position, &self.settings, limits, network.as_ref());
        }
        let asks_oracle = match method {
            Method::Uct => false,
            Method::Paranoid | Method::BestReply => two_sided.is_some(),
            _ => method.searches(),
        };
        if asks_oracle
            && let Some(settled) =
                position.settled(&self.oracle, self.settings.options.lines, limits)
        {
            return Ok(settled);
        }
        let situation = Situation {
            has_chance: G::HAS_CHANCE,
            is_late: self.is_late(position, limits),
            has_depth: limits.depth < MAX_DEPTH,
            lines: self.settings.options.lines,
        };
        match plan(method, two_sided, situation) {
            SearchPlan::NoSearch => Ok(self.without_search(position)),
            SearchPlan::Uct => Ok(self.uct(position, limits)),
            SearchPlan::Tree => Ok(self.tree(position, limits, observer)),
            SearchPlan::AlphaBeta(game) => {
                self.between_two_sides(position, &game, limits, observer)
            }
            SearchPlan::ProbeOrAlphaBeta(game) => {
                self.probe_or_search(position, &game, limits, observer)
            }
            SearchPlan::AgainstTheRest => self.against_the_rest(position, limits, observer),
            SearchPlan::MaxN => self.max_n(position, limits, observer),
            SearchPlan::ProveOrTree => {
                self.prove_or_tree(position, situation.is_late, limits, observer)
            }
            SearchPlan::Expectimax => Ok(self.expectimax(position, limits, observer)),
            SearchPlan::SolveOrTree => Ok(self.solve_or_tree(position, limits, observer)),
        }
    }

    fn choose(
        &mut self,
        position: &G,
        limits: &Limits<'_>,
    ) -> Result<Option<G::Move>, AnalysisError> {
        match self.settings.method {
            Method::Greedy | Method::Random => Ok(self.choose_without_search(position)),
            _ => {
                let analysis = self.analyze(position, limits, &mut |_| ())?;
                Ok(analysis
                    .lines
                    .first()
                    .and_then(|line| line.moves.first().copied()))
            }
        }
    }
}

impl<G: SearchedGame> EnginePlayer<G> {
    pub(crate) fn new(settings: PlayerSettings) -> EnginePlayer<G> {
        EnginePlayer {
            random: PlayerRandom::new(settings.seed),
            settings,
            oracle: G::Oracle::default(),
            probe: G::Probe::default(),
            alpha_beta: None,
            max_n: None,
            tree: None,
            uct: None,
            expectimax: None,
        }
    }

    /// Searches by alpha-beta, and near the end by the exact solver. A result that the solver
    /// proves is kept.
    fn probe_or_search(
        &mut self,
        position: &G,
        game: &G::TwoSided,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> PlayerResult<G> {
        assert!(G::HAS_TWO_SIDES);
        let proof = self.probe.probe(
            position,
            limits,
            &self.settings.options,
            &self.settings.parameters,
        )?;
        if let Some(margin) = proof.margin {
            let depth = proof.line.len() as u32;
            let line = G::line(vec![margin], true, proof.line);
            return Ok(Analysis::new(
                vec![line],
                position.result(),
                depth,
                proof.nodes,
            ));
        }
        let proved = proof.line.first().copied();
        let spent = proof.nodes;
        // Reserved to verify the move that alpha-beta finds.
        let share = self
            .settings
            .parameters
            .fraction(SearchParameter::VerificationShare);
        let reserve = if proved.is_some() { share } else { 0.0 };
        let rest = Limits {
            nodes: limits.nodes.map(|nodes| {
                nodes
                    .saturating_sub(spent + (nodes as f64 * reserve) as u64)
                    .max(1)
            }),
            time: limits.time.map(|time| time.mul_f64(1.0 - reserve)),
            soft: limits.soft.map(|soft| soft.mul_f64(1.0 - reserve)),
            ..*limits
        };
        let mut analysis = self.between_two_sides(position, game, &rest, observer)?;
        analysis.nodes += spent;
        if let (Some(proved), Some(best)) = (proved, analysis.lines.first_mut())
            && best.moves[0] != proved
            && !self
                .probe
                .verify(position, best.moves[0], proof.wins, limits, share)
        {
            best.moves = self
                .alpha_beta(position)?
                .0
                .expected_line(game, proved, analysis.depth);
        }
        Ok(analysis)
    }

    /// Searches the margin between two sides by alpha-beta.
    fn between_two_sides(
        &mut self,
        position: &G,
        game: &G::TwoSided,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> PlayerResult<G> {
        assert!(G::HAS_TWO_SIDES);
        let line =
            |line: &Line<G::Move, Score>| G::line(vec![line.value], line.exact, line.moves.clone());
        let (search, lines) = self.alpha_beta(position)?;
        Ok(run(position, lines, line, observer, |progress| {
            search.search(game, limits, progress)
        }))
    }

    /// Searches by alpha-beta for one player against all others, or against the best reply of one
    /// of them.
    fn against_the_rest(
        &mut self,
        position: &G,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> PlayerResult<G> {
        assert!(G::HAS_MORE_SIDES);
        let players = position.players();
        let evaluation = position.evaluation(&self.settings.evaluation);
        // The search bounds the score of one player. All results are evaluated at the end of the
        // line, and are never proven.
        let line = |line: &Line<G::Move, Score>| {
            let end = line
                .moves
                .iter()
                .fold(*position, |position, &mv| position.after(mv));
            let scores = evaluation.evaluate_all(&end)[..players].to_vec();
            AnalysisLine {
                exact: false,
                ..G::line(scores, end.is_over(), line.moves.clone())
            }
        };
        let me = position.last_turn();
        let has_one_reply = self.settings.method == Method::BestReply;
        let (search, lines) = self.alpha_beta(position)?;
        let game = if has_one_reply {
            Paranoid::with_one_reply(*position, me, G::usual_move)
        } else {
            Paranoid::new(*position, me)
        };
        Ok(run(position, lines, line, observer, |progress| {
            search.search(&game, limits, progress)
        }))
    }

    /// Alpha-beta, created on first use, and the number of lines to report.
    fn alpha_beta(&mut self, position: &G) -> Result<(&mut AlphaBetaOf<G>, usize), AnalysisError> {
        let PlayerSettings {
            options,
            evaluation,
            ..
        } = &self.settings;
        let search = match self.alpha_beta.take() {
            Some(search) => search,
            None => AlphaBeta::new(
                position.evaluation(evaluation),
                G::Oracle::default(),
                *options,
            )?,
        };
        Ok((self.alpha_beta.insert(search), options.lines))
    }

    fn max_n(
        &mut self,
        position: &G,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> PlayerResult<G> {
        assert!(G::HAS_MORE_SIDES);
        let PlayerSettings {
            options,
            evaluation,
            ..
        } = &self.settings;
        // The first use of a large table takes longer than some moves may take.
        let usable = limits
            .soft
            .map_or(usize::MAX, |time| 16 * (1 + time.as_secs() as usize));
        let hash_mebibytes = options.hash_mebibytes.min(usable);
        let search = match self.max_n.take() {
            Some(search) if search.table.mebibytes() >= hash_mebibytes => search,
            _ => MaxN::new(
                position.evaluation(&evaluation.by_weights()),
                Options {
                    hash_mebibytes,
                    ..*options
                },
            )?,
        };
        let search = self.max_n.insert(search);
        let players = position.players();
        let line = |line: &Line<G::Move, Payoffs>| {
            G::line(
                line.value[..players].to_vec(),
                line.exact,
                line.moves.clone(),
            )
        };
        Ok(run(position, options.lines, line, observer, |progress| {
            search.search(position, limits, progress)
        }))
    }

    /// Proves the results of all players where that is likely to succeed: by the exact solver, or
    /// where the position is late by max^n, within a share of the limits; else searches by tree
    /// search.
    fn prove_or_tree(
        &mut self,
        position: &G,
        is_late: bool,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> PlayerResult<G> {
        let players = position.players();
        let spent = match self.probe.prove_all(
            position,
            limits,
            &self.settings.options,
            &self.settings.parameters,
        )? {
            Some(report) if !report.lines.is_empty() => {
                let line = |line: Line<G::Move, Payoffs>| {
                    G::line(line.value[..players].to_vec(), true, line.moves)
                };
                let lines = report.lines.into_iter().map(line).collect();
                return Ok(Analysis::new(
                    lines,
                    position.result(),
                    report.depth,
                    report.nodes,
                ));
            }
            Some(report) => report.nodes,
            None if is_late => {
                let first = self.max_n(position, &self.first_part(limits), observer)?;
                if first.exact {
                    return Ok(first);
                }
                first.nodes
            }
            None => 0,
        };
        let second = self.tree(position, &limits.after(spent), observer);
        Ok(Analysis {
            nodes: spent + second.nodes,
            ..second
        })
    }

    /// Solves a position of a game with chance to its end, within a share of the limits; else
    /// searches by tree search.
    fn solve_or_tree(
        &mut self,
        position: &G,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> Analysis<G::Move> {
        let options = self.settings.options;
        let Some(report) = position.expecti_max_n(&self.first_part(limits), options.hash_mebibytes)
        else {
            return self.tree(position, limits, observer);
        };
        if report.lines.is_empty() {
            let second = self.tree(position, &limits.after(report.nodes), observer);
            return Analysis {
                nodes: report.nodes + second.nodes,
                ..second
            };
        }
        let line = |line: Line<G::Move, [Mean; Player::MAX]>| {
            let means = &line.value[..position.players()];
            let value = GameValue::of(
                means
                    .iter()
                    .map(|&mean| MeanValue::of(mean, true))
                    .collect(),
            );
            let scores = means
                .iter()
                .map(|mean| mean.score.round() as Score)
                .collect();
            AnalysisLine {
                value,
                scores,
                exact: line.exact,
                visits: None,
                moves: line.moves,
            }
        };
        let lines = report
            .lines
            .into_iter()
            .take(options.lines)
            .map(line)
            .collect();
        Analysis::new(lines, position.result(), report.depth, report.nodes)
    }

    /// Whether max^n often searches to the end of the game from here within these limits.
    fn is_late(&self, position: &G, limits: &Limits<'_>) -> bool {
        let with_a_thousand = match self.settings.parameters.value(SearchParameter::MaxNTiles) {
            0 => G::LATE_TILES,
            tiles => tiles,
        };
        let nodes = limits.in_nodes(NODES_PER_SECOND, Duration::from_secs(1));
        f64::from(position.free_tiles()) <= late_tiles(with_a_thousand, nodes)
    }

    /// Limits of max^n, before tree search gets the rest.
    fn first_part<'l>(&self, limits: &Limits<'l>) -> Limits<'l> {
        limits.first(
            self.settings
                .parameters
                .fraction(SearchParameter::MaxNShare),
        )
    }

    fn tree(
        &mut self,
        position: &G,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> Analysis<G::Move> {
        let seed = self.random.next_seed();
        let PlayerSettings {
            options,
            parameters,
            evaluation,
            ..
        } = &self.settings;
        let threads = options.threads;
        let mebibytes = options.hash_mebibytes;
        let tree = TreeOptions {
            threads,
            mebibytes,
            seed,
            ..parameters.puct(G::TEMPERATURE)
        };
        let search = self
            .tree
            .get_or_insert_with(|| Puct::new(position.evaluation(evaluation).into(), tree));
        if G::HAS_CHANCE {
            // Every search draws from a seed of its own.
            search.clear();
            search.set_seed(seed);
        }
        let line = |line: &_| unproven(position, line);
        run(position, options.lines, line, observer, |progress| {
            search.search(position, limits, progress)
        })
    }

    fn expectimax(
        &mut self,
        position: &G,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> Analysis<G::Move> {
        let PlayerSettings {
            options,
            evaluation,
            ..
        } = &self.settings;
        let search = self
            .expectimax
            .get_or_insert_with(|| Expectimax::new(position.evaluation(evaluation), *options));
        let line = |line: &Line<G::Move, _>| AnalysisLine {
            value: GameValue::Margin(MeanValue::of(line.value, line.exact)),
            scores: vec![line.value.score.round() as Score],
            exact: line.exact,
            visits: None,
            moves: line.moves.clone(),
        };
        run(position, options.lines, line, observer, |progress| {
            position
                .expectimax(search, limits, progress)
                .expect("a game with chance between two sides")
        })
    }

    fn uct(&mut self, position: &G, limits: &Limits<'_>) -> Analysis<G::Move> {
        let options = self.settings.options;
        let seed = self.random.next_seed();
        let mebibytes = options.hash_mebibytes;
        let tree = TreeOptions {
            seed,
            mebibytes,
            ..self.settings.parameters.uct()
        };
        let search = self.uct.get_or_insert_with(|| Uct::new(tree));
        // Only the memory of the tree is kept.
        search.clear();
        search.set_seed(seed);
        let line = |line: &_| unproven(position, line);
        run(position, options.lines, line, &mut |_| (), |_| {
            search.search(position, limits, |_| ())
        })
    }

    /// Chooses the move of the greedy player or of the random one, and values it by the scores as
    /// they are.
    fn without_search(&mut self, position: &G) -> Analysis<G::Move> {
        let mv = self.choose_without_search(position);
        let line = |mv| {
            unproven(
                position,
                &Line {
                    value: scores(position),
                    exact: false,
                    visits: None,
                    moves: vec![mv],
                },
            )
        };
        Analysis::new(mv.map(line).into_iter().collect(), position.result(), 0, 1)
    }

    /// The move of the greedy player or of the random one; `None` when the game is over.
    fn choose_without_search(&mut self, position: &G) -> Option<G::Move> {
        let is_greedy = self.settings.method == Method::Greedy;
        match is_greedy || G::HAS_CHANCE {
            true => choose(
                position,
                |mv| if is_greedy { position.gain(mv) } else { 0 },
                &mut self.random.choices,
            ),
            false => position.random_move(&mut self.random.choices),
        }
    }
}

/// A choice of the largest gain, one at random among equals; `None` when the game is over.
pub(crate) fn choose<G: EngineGame>(
    position: &G,
    gain: impl Fn(G::Move) -> Score,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<G::Move> {
    let mut most = Score::MIN;
    let mut best: Moves<G::Move> = Moves::new();
    position.for_each_choice(|choice| {
        let gain = gain(choice);
        if gain > most {
            best.clear();
            most = gain;
        }
        if gain == most {
            best.push(choice);
        }
    });
    (!best.is_empty()).then(|| best[rng.random_range(0..best.len())])
}

/// A line whose value estimates the results of all players.
pub(crate) fn unproven<G: EngineGame>(
    position: &G,
    line: &Line<G::Move, Payoffs>,
) -> AnalysisLine<G::Move> {
    G::line(position.side_scores(&line.value), false, line.moves.clone())
}

/// Runs a search and converts its report. Reports of progress are converted only when the observer
/// asks for the analysis.
pub(crate) fn run<G: EngineGame, V>(
    position: &G,
    lines: usize,
    line: impl Fn(&Line<G::Move, V>) -> AnalysisLine<G::Move> + Sync,
    observer: Observer<'_>,
    search: impl FnOnce(&mut (dyn FnMut(&Progress<'_, G::Move, V>) + Send)) -> Report<G::Move, V>,
) -> Analysis<G::Move> {
    let report = search(&mut |progress| {
        observer(&AnalysisProgress {
            depth: progress.report.depth,
            elapsed: progress.elapsed,
            hash_full: progress.hash_full,
            so_far: &|| {
                analysis_of(position, progress.report, lines, &line)
                    .map_lines(|moves| AnyMove::line(position, moves))
            },
        });
    });
    analysis_of(position, &report, lines, line)
}

/// Analysis with the first `count` lines of a report, each converted by `line`.
fn analysis_of<G: EngineGame, V>(
    position: &G,
    report: &Report<G::Move, V>,
    count: usize,
    line: impl Fn(&Line<G::Move, V>) -> AnalysisLine<G::Move>,
) -> Analysis<G::Move> {
    let with_visits = |found: &Line<G::Move, V>| AnalysisLine {
        visits: found.visits,
        ..line(found)
    };
    let lines = report.lines.iter().take(count).map(with_visits).collect();
    Analysis::new(lines, position.result(), report.depth, report.nodes)
}
