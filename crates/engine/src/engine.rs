use std::any::Any;
use std::fmt;

use floe_game::Notated;
use floe_search::{Limits, Options};

use crate::games::EngineGame;
use crate::player::{EnginePlayer, Settings};
use crate::{Analysis, AnalysisError, AnalysisProgress, AnyGame, EngineSpec, Evaluation, Method, with_game};

/// How to search: by which method, how far, and with what.
#[derive(Clone, Debug, Default)]
pub struct Request<'a> {
    /// The method.
    pub method: Method,
    /// When to end.
    pub limits: Limits<'a>,
    /// Threads, lines and table.
    pub options: Options,
    /// Evaluation of the base game; variants have one of their own.
    pub evaluation: Evaluation,
}

/// Finds the best moves of a position and their values, by an engine that is made for this and forgotten.
///
/// `progress` receives every depth that is complete.
///
/// # Errors
/// Where the method is not for this game, or there is no memory for the table.
pub fn analyze<G: EngineGame>(
    position: &G,
    request: &Request<'_>,
    progress: impl FnMut(&AnalysisProgress<'_>) + Send,
) -> Result<Analysis<G::Move>, AnalysisError> {
    let engine = Engine::new(request.method, request.options, 0);
    engine.with_evaluation(request.evaluation.clone()).analyze(position, &request.limits, progress)
}

/// An engine that remembers what it has learned from one position to the next: a player, in a game.
pub struct Engine {
    settings: Settings,
    /// A player of the last game that was played.
    player: Option<Box<dyn AnyPlayer>>,
}

/// A [`EnginePlayer`] of any game.
trait AnyPlayer: Any + Send {
    fn new_game(&mut self, seed: u64);
}

impl<G: EngineGame> AnyPlayer for EnginePlayer<G> {
    fn new_game(&mut self, seed: u64) {
        EnginePlayer::new_game(self, seed);
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine that searches by this method; the seed is for methods that draw random numbers.
    pub fn new(method: Method, options: Options, seed: u64) -> Engine {
        let (options, evaluation) = (options.in_range(), Evaluation::default());
        Engine { settings: Settings { method, options, evaluation, seed }, player: None }
    }

    /// The engine with another evaluation of the base game; variants have one of their own.
    ///
    /// ```
    /// use floe_engine::{Engine, Evaluation, Method};
    /// use floe_search::Options;
    ///
    /// let by_weights = Engine::new(Method::AlphaBeta, Options::default(), 0).with_evaluation(Evaluation::without_network());
    /// ```
    #[must_use]
    pub fn with_evaluation(self, evaluation: Evaluation) -> Engine {
        Engine { settings: Settings { evaluation, ..self.settings }, player: None }
    }

    /// The engine that a specification names, with [its evaluation](EngineSpec::evaluation), which is read once for all engines.
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
        self.new_game(self.settings.seed);
    }

    /// Forgets everything, and draws its random numbers from this seed from now on: a new game begins.
    pub fn new_game(&mut self, seed: u64) {
        self.settings.seed = seed;
        if let Some(player) = &mut self.player {
            player.new_game(seed);
        }
    }

    /// Finds the best moves of a position and their values.
    ///
    /// `progress` receives every depth that is complete.
    ///
    /// # Errors
    /// Where the method is not for this game, or there is no memory for the table.
    pub fn analyze<G: EngineGame>(
        &mut self,
        position: &G,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&AnalysisProgress<'_>) + Send,
    ) -> Result<Analysis<G::Move>, AnalysisError> {
        position.search(self.player::<G>(), limits, &mut progress)
    }

    /// Finds the best moves of a position of any game and their values. Moves are returned as they are written.
    ///
    /// # Errors
    /// As [`Engine::analyze`].
    pub fn analyze_any(
        &mut self,
        position: &AnyGame,
        limits: &Limits<'_>,
        progress: impl FnMut(&AnalysisProgress<'_>) + Send,
    ) -> Result<Analysis<String>, AnalysisError> {
        with_game!(position, position => {
            Ok(self.analyze(position, limits, progress)?.map_moves(|mv| position.move_text(mv)))
        })
    }

    /// The player of a game: the last one if it has played that, else a new one.
    fn player<G: EngineGame>(&mut self) -> &mut EnginePlayer<G> {
        let is_of_game = |player: &dyn AnyPlayer| (player as &dyn Any).is::<EnginePlayer<G>>();
        if !self.player.as_deref().is_some_and(is_of_game) {
            self.player = Some(Box::new(EnginePlayer::<G>::new(self.settings.clone())));
        }
        let player = self.player.as_mut().expect("it has just been made").as_mut() as &mut dyn Any;
        player.downcast_mut().expect("it is of this game")
    }
}
