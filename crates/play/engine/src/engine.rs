//! Engines see views. Where tiles are hidden (`Veiled`), `Engine::analyze` hands its player the
//! view of the player to move, and nothing else: no search can use what that player cannot know. In
//! matches, players get the view of their seat, with the start and the moves as that seat has
//! observed them.

use std::any::Any;
use std::fmt;

use floe_game::{Interval, Score};
use floe_search::{GuidedOptions, Limits, Options};

use crate::engine_game::{EngineGame, GamePlayer, PlayerSettings};
use crate::{
    Analysis, AnalysisError, AnalysisProgress, AnyGame, AnyMove, EngineSpec, Evaluation, GameLine,
    GameRules, GuidedGame, GuidedPayoff, Method, Observer, SearchParameters, with_game,
};

/// Engine for all games. It keeps its tables from one position of a game to the next.
#[derive(Debug)]
pub struct Engine {
    settings: PlayerSettings,
    /// Limits of a search that has none of its own.
    limits: Limits<'static>,
    /// Player of the game that was analysed last, with the rules and the number of players of the
    /// game.
    player: Option<(GameRules, usize, Box<dyn AnyPlayer>)>,
}

/// [`GamePlayer`] of any game.
trait AnyPlayer: Any + fmt::Debug + Send {
    fn new_game(&mut self, seed: u64);
}

impl<G: EngineGame> AnyPlayer for Box<dyn GamePlayer<G>> {
    fn new_game(&mut self, seed: u64) {
        self.as_mut().new_game(seed);
    }
}

/// The analysis with every estimate of this position moved to the nearest value that the rules
/// allow.
fn within_rules<G: EngineGame, M>(mut analysis: Analysis<M>, position: &G) -> Analysis<M> {
    let Some(bounds) = side_bounds(position) else {
        return analysis;
    };
    for line in analysis.lines.iter_mut().filter(|line| !line.exact) {
        let possible = |(score, bounds): (&Score, &Interval<Score>)| {
            *score.max(&bounds.lower).min(&bounds.upper)
        };
        let scores: Vec<Score> = line.scores.iter().zip(&bounds).map(possible).collect();
        if scores != line.scores {
            line.value = G::line(scores.clone(), false, Vec::new()).value;
            line.scores = scores;
        }
    }
    if let Some(first) = analysis.lines.first() {
        analysis.value = first.value.clone();
    }
    analysis
}

/// Bounds of the scores of a line, in the order of
/// [`AnalysisLine::scores`](crate::AnalysisLine::scores); `None` where the rules give none.
fn side_bounds<G: EngineGame>(position: &G) -> Option<Vec<Interval<Score>>> {
    let all = position.possible_results()?;
    let least = position.side_scores(&all.map(|bounds| bounds.lower));
    let most = position.side_scores(&all.map(|bounds| bounds.upper));
    if least.len() > 1 {
        return Some(
            least
                .into_iter()
                .zip(most)
                .map(|(lower, upper)| Interval::new(lower, upper))
                .collect(),
        );
    }
    let own = all[position.last_turn().index()];
    let other = all[position.last_turn().index() ^ 1];
    Some(vec![Interval::new(
        own.lower - other.upper,
        own.upper - other.lower,
    )])
}

impl Engine {
    /// Creates an engine that searches by this method. An option out of range is set to the nearest
    /// value in it. The seed is for methods that draw random numbers.
    pub fn new(method: Method, options: Options, seed: u64) -> Engine {
        let options = options.in_range();
        let evaluation = Evaluation::default();
        let parameters = SearchParameters::default();
        Engine {
            settings: PlayerSettings {
                method,
                options,
                parameters,
                evaluation,
                seed,
            },
            limits: Limits::default(),
            player: None,
        }
    }

    /// Replaces the evaluation of games on a floe, which is the built-in one at first. Other games
    /// use their own.
    ///
    /// ```
    /// use floe_engine::{Engine, Evaluation, Method};
    /// use floe_search::Options;
    ///
    /// let by_weights = Engine::new(Method::AlphaBeta, Options::default(), 0).with_evaluation(Evaluation::without_network());
    /// ```
    #[must_use]
    pub fn with_evaluation(self, evaluation: Evaluation) -> Engine {
        let margins = self.settings.parameters.futility_margins();
        let evaluation = evaluation.with_futility_margins(margins);
        Engine {
            settings: PlayerSettings {
                evaluation,
                ..self.settings
            },
            player: None,
            ..self
        }
    }

    /// Sets the parameters of the searches, which are the usual ones at first. They replace the
    /// same numbers in the options and in the evaluation.
    #[must_use]
    pub fn with_parameters(self, parameters: SearchParameters) -> Engine {
        let PlayerSettings {
            options,
            evaluation,
            ..
        } = self.settings;
        let options = parameters.options(options);
        let evaluation = evaluation.with_futility_margins(parameters.futility_margins());
        let settings = PlayerSettings {
            options,
            parameters,
            evaluation,
            ..self.settings
        };
        Engine {
            settings,
            player: None,
            ..self
        }
    }

    /// Creates the engine of a specification, with its method, options, parameters and seed.
    /// `evaluation` is for games on a floe: [`EngineSpec::evaluation`] reads the evaluation that
    /// the specification names, which many engines can share. If the limits of a search have no
    /// depth, no nodes or no time, the specification gives it.
    ///
    /// ```
    /// use floe_engine::{AnyGame, Engine, EngineSpec, Evaluation, GameRules};
    /// use floe_search::Limits;
    ///
    /// let spec: EngineSpec = "mcts:nodes=9".parse()?;
    /// let mut engine = Engine::from_spec(&spec, Evaluation::default());
    /// let game = AnyGame::deal(&GameRules::BASE.usual(2), 1)?;
    /// assert!(engine.analyze_any(&game, &Limits::default(), |_| ())?.nodes <= 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_spec(spec: &EngineSpec, evaluation: Evaluation) -> Engine {
        let engine = Engine::new(spec.method, spec.options(), spec.seed.unwrap_or(0))
            .with_parameters(spec.parameters.clone())
            .with_evaluation(evaluation);
        Engine {
            limits: spec.limits(),
            ..engine
        }
    }

    /// Forgets all positions, for the next game; random numbers are drawn from this seed from now
    /// on.
    pub fn new_game(&mut self, seed: u64) {
        self.settings.seed = seed;
        if let Some((.., player)) = &mut self.player {
            player.new_game(seed);
        }
    }

    /// Gives the player of a game the moves from `start` that led to the next position to analyse,
    /// as the player to move there has observed them. Games without hidden tiles need none.
    fn observe<G: EngineGame>(&mut self, start: &G, moves: &[G::Move]) {
        if !start.rules().has_hidden_tiles() {
            return;
        }
        let end = moves
            .iter()
            .fold(*start, |position, &mv| position.after(mv));
        let player = end.last_turn();
        let mut position = *start;
        let observe = |&mv: &G::Move| {
            let seen = position.observed(mv, player);
            position.play(mv);
            seen
        };
        let seen: Vec<G::Move> = moves.iter().map(observe).collect();
        self.player(start).observe(&start.view(player), &seen);
    }

    /// Checks that the weights and the network that an evaluation was given are for this game.
    ///
    /// # Errors
    /// [`AnalysisError::Weights`] if they are for another game.
    pub fn check_weights(
        evaluation: &Evaluation,
        rules: GameRules,
        players: usize,
    ) -> Result<(), AnalysisError> {
        let other = evaluation.weights_of_another_game(rules.floe(), players);
        other.map_or(Ok(()), |weights| {
            Err(AnalysisError::Weights {
                weights,
                rules,
                players,
            })
        })
    }

    /// Refuses a game that the weights of the engine are not for, or that its network cannot guide.
    fn check_evaluation<G: EngineGame>(&self, position: &G) -> Result<(), AnalysisError> {
        Engine::check_weights(
            &self.settings.evaluation,
            position.rules(),
            position.players(),
        )?;
        if self.settings.evaluation.plane_network().is_none() {
            return Ok(());
        }
        let options = GuidedOptions {
            simulations: 1,
            ..GuidedOptions::default()
        };
        let guided = GuidedGame::new(&(*position).into(), options, GuidedPayoff::Returns);
        guided
            .map(drop)
            .map_err(|error| AnalysisError::Network(error.to_string()))
    }

    /// Finds the best moves of a position and their values, for the player to move and from what
    /// that player knows; no moves when the game is over. If `limits` have no depth, no nodes or no
    /// time, the specification of the engine gives it. Calls `progress` after every completed
    /// depth, or after other steps of a search that does not deepen.
    ///
    /// The player to move does not know how the position came about: where tiles are hidden,
    /// [`Engine::analyze_after`] and [`Engine::analyze_line`] play better.
    ///
    /// # Errors
    /// When the method cannot play the game, when the weights or the network are for another game,
    /// when the position is a view of another player, or when there is no memory for the table.
    pub fn analyze<G: EngineGame>(
        &mut self,
        position: &G,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&AnalysisProgress<'_>) + Send,
    ) -> Result<Analysis<G::Move>, AnalysisError> {
        self.check_evaluation(position)?;
        let limits = limits.or(&self.limits);
        let mover = position.last_turn();
        let mut in_order = |reported: &AnalysisProgress<'_>| {
            let AnalysisProgress {
                depth,
                elapsed,
                hash_full,
                ..
            } = *reported;
            let so_far = &|| within_rules(reported.analysis(), position).in_order(mover.index());
            progress(&AnalysisProgress {
                depth,
                elapsed,
                hash_full,
                so_far,
            });
        };
        let analysis =
            self.player(position)
                .analyze(&position.view(mover), &limits, &mut in_order)?;
        Ok(within_rules(analysis, position).in_order(mover.index()))
    }

    /// Finds the best moves of a position to which `moves` led from `start`, as [`Engine::analyze`]
    /// does. Where tiles are hidden, the player to move infers from the moves what lies where, and
    /// keeps to the strategy of its earlier moves. `start` and `moves` are whole, or as the player
    /// to move has observed them.
    ///
    /// # Errors
    /// As [`Engine::analyze`].
    pub fn analyze_after<G: EngineGame>(
        &mut self,
        start: &G,
        moves: &[G::Move],
        position: &G,
        limits: &Limits<'_>,
        progress: impl FnMut(&AnalysisProgress<'_>) + Send,
    ) -> Result<Analysis<G::Move>, AnalysisError> {
        self.observe(start, moves);
        self.analyze(position, limits, progress)
    }

    /// Finds the best move of a position within `limits`, without its value; `None` when the game
    /// is over. It is the first move of the first line of [`Engine::analyze`]: of a mixed strategy
    /// the likeliest move, while [`Analysis::choice`] is drawn. Engines that do not search choose
    /// in less than a microsecond.
    ///
    /// # Errors
    /// As [`Engine::analyze`].
    pub fn choose<G: EngineGame>(
        &mut self,
        position: &G,
        limits: &Limits<'_>,
    ) -> Result<Option<G::Move>, AnalysisError> {
        self.check_evaluation(position)?;
        let limits = limits.or(&self.limits);
        self.player(position)
            .choose(&position.view(position.last_turn()), &limits)
    }

    /// Finds the best move of a position of any game, without its value, as [`Engine::choose`];
    /// `None` when the game is over.
    ///
    /// # Errors
    /// As [`Engine::analyze`].
    pub fn choose_any(
        &mut self,
        position: &AnyGame,
        limits: &Limits<'_>,
    ) -> Result<Option<AnyMove>, AnalysisError> {
        with_game!(position, position => {
            Ok(self.choose(position, limits)?.map(|mv| AnyMove::of(position, mv)))
        })
    }

    /// Finds the best moves of a position of any game and their values, as [`Engine::analyze`]
    /// does.
    ///
    /// # Errors
    /// As [`Engine::analyze`].
    pub fn analyze_any(
        &mut self,
        position: &AnyGame,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&AnalysisProgress<'_>) + Send,
    ) -> Result<Analysis<AnyMove>, AnalysisError> {
        self.analyze_observed(position, limits, &mut progress)
    }

    /// [`analyze_any`](Engine::analyze_any), compiled once for all observers.
    fn analyze_observed(
        &mut self,
        position: &AnyGame,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> Result<Analysis<AnyMove>, AnalysisError> {
        with_game!(position, position => {
            Ok(self.analyze(position, limits, observer)?.map_lines(|moves| AnyMove::line(position, moves)))
        })
    }

    /// Finds the best moves of the position at the end of a game and their values, as
    /// [`Engine::analyze_after`] does: the player to move knows the moves of the game, as far as it
    /// has observed them. Call this wherever the game is known, and not only a position.
    ///
    /// # Errors
    /// As [`Engine::analyze`].
    pub fn analyze_line(
        &mut self,
        line: &GameLine,
        limits: &Limits<'_>,
        progress: impl FnMut(&AnalysisProgress<'_>) + Send,
    ) -> Result<Analysis<AnyMove>, AnalysisError> {
        self.observe_line(line);
        self.analyze_any(line.end(), limits, progress)
    }

    fn observe_line(&mut self, line: &GameLine) {
        with_game!(line.start(), start => {
            let moves: Vec<_> = line.moves().map(|played| played.mv.in_game(start)).collect();
            self.observe(start, &moves);
        });
    }

    /// The player of the game of a position: the last one if it plays that game, else a new one.
    fn player<G: EngineGame>(&mut self, position: &G) -> &mut dyn GamePlayer<G> {
        let rules = position.rules();
        let players = position.players();
        let is_of_game = self.player.as_ref().is_some_and(|(known, count, player)| {
            *known == rules
                && *count == players
                && (&**player as &dyn Any).is::<Box<dyn GamePlayer<G>>>()
        });
        if !is_of_game {
            self.player = Some((rules, players, Box::new(G::player(self.settings.clone()))));
        }
        let (.., player) = self.player.as_mut().expect("it has just been made");
        let player = player.as_mut() as &mut dyn Any;
        player
            .downcast_mut::<Box<dyn GamePlayer<G>>>()
            .expect("it is of this game")
            .as_mut()
    }
}
