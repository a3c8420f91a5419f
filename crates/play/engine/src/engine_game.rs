//! Interfaces of a game to those that play it: its player, its proofs, and what searches need.

use std::fmt::Debug;

use floe_game::{Game, Keyed, Player, Score, TwoSided};
use floe_search::{
    Eval, EvalAll, Expectimax, Limits, Mean, Options, Oracle, Paranoid, PayoffBounds, Payoffs,
    PolicyValue, Progress, Report, scores,
};

use crate::endgame_probe::EndgameProbe;
use crate::solve::request::{Listener, SolveRequest, SolveResult};
use crate::{
    Analysis, AnalysisError, AnalysisLine, Evaluation, GameValue, KnownGame, Method, Observer,
    SearchParameters,
};

/// Further free tiles from which max^n searches to the end with ten times the nodes.
const TILES_A_DECADE: f64 = 2.5;

/// Free tiles from which max^n often searches to the end of the game with this number of nodes, if
/// with a thousand it does so from `with_a_thousand`.
pub(crate) fn late_tiles(with_a_thousand: u32, nodes: f64) -> f64 {
    f64::from(with_a_thousand) + TILES_A_DECADE * (nodes / 1000.0).max(1.0).log10()
}

/// Settings of a player: its method of search, options, evaluation of the base game, and seed. Only
/// [`Engine`](crate::Engine) makes them.
#[derive(Clone, Debug)]
pub struct PlayerSettings {
    pub(crate) method: Method,
    pub(crate) options: Options,
    pub(crate) parameters: SearchParameters,
    pub(crate) evaluation: Evaluation,
    pub(crate) seed: u64,
}

/// Player of one game, which keeps its tables from move to move.
pub trait GamePlayer<G: Game>: Debug + Send {
    /// Forgets all positions, for the next game; random numbers are drawn from this seed from now
    /// on. Tables stay allocated.
    fn new_game(&mut self, seed: u64);

    /// Receives the moves that led to the next position to analyse, as the player to move there has
    /// observed them. `start` is the view that this player had of the position before the moves. By
    /// default nothing is done.
    fn observe(&mut self, _start: &G, _moves: &[G::Move]) {}

    /// Finds the best moves of a position and their values, for the player to move, within
    /// `limits`; no moves when the game is over. The position is the view of the player to move.
    /// Calls `observer` after every completed depth, or after other steps of a search that does not
    /// deepen. A limit that is reached is no error: the best moves found until then are returned.
    ///
    /// # Errors
    /// When the method cannot play the game, or when there is no memory for the table.
    fn analyze(
        &mut self,
        position: &G,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> Result<Analysis<G::Move>, AnalysisError>;

    /// Finds the best move of a position within `limits`, without its value; `None` when the game
    /// is over.
    ///
    /// It is the first move of the first line of [`analyze`](GamePlayer::analyze), even where that
    /// also draws a move from a mixed strategy. Both draw the same random numbers.
    ///
    /// # Errors
    /// As [`analyze`](GamePlayer::analyze).
    fn choose(
        &mut self,
        position: &G,
        limits: &Limits<'_>,
    ) -> Result<Option<G::Move>, AnalysisError> {
        let analysis = self.analyze(position, limits, &mut |_| ())?;
        Ok(analysis
            .lines
            .first()
            .and_then(|line| line.moves.first().copied()))
    }
}

/// Game that the engine plays: its player and its proofs.
pub trait EngineGame: KnownGame {
    /// Creates a player of this game. Every game creates its own, so that its searches are compiled
    /// once, with the game.
    fn player(settings: PlayerSettings) -> Box<dyn GamePlayer<Self>>;

    /// Number of moves, at least one, by which the time that the player to move has left is
    /// divided.
    fn moves_to_come(&self) -> u32;

    /// Immediate gain of a move, in 1/128 of a point. The greedy player makes a move with the
    /// largest gain.
    fn gain(&self, mv: Self::Move) -> Score;

    /// Value of scores, in 1/128 of a point and in the order of [`AnalysisLine::scores`]; `exact`
    /// if they are proved.
    fn value_of(scores: &[Score], exact: bool) -> GameValue {
        GameValue::of_scores(scores, exact, Self::HAS_CHANCE)
    }

    /// Line of an analysis with these moves and the value of these scores, in 1/128 of a point and
    /// in the order of [`AnalysisLine::scores`]; `exact` if they are proved.
    fn line(scores: Vec<Score>, exact: bool, moves: Vec<Self::Move>) -> AnalysisLine<Self::Move> {
        AnalysisLine {
            value: Self::value_of(&scores, exact),
            scores,
            exact,
            visits: None,
            moves,
        }
    }

    /// Proves the value of a position that is not over, and of its moves as far as the request asks
    /// for them.
    ///
    /// # Errors
    /// Where the game does not have the proof, without memory for the table, or when a checkpoint
    /// cannot be used.
    fn prove(
        &self,
        request: &SolveRequest<'_>,
        listener: Listener<'_>,
    ) -> Result<SolveResult<Self::Move>, AnalysisError>;

    /// Least and greatest final score that each player can still get, as far as the rules tell
    /// without a search, in 1/128 of a point and in turn order from A. `None` in games that are not
    /// on a floe.
    fn possible_results(&self) -> Option<PayoffBounds> {
        None
    }

    /// Value of the scores so far, as if the game ended here; the result when the game is over.
    fn result(&self) -> GameValue {
        Self::line(self.side_scores(&scores(self)), true, Vec::new()).value
    }
}

/// Game with the knowledge that the general searches use.
pub(crate) trait SearchedGame: EngineGame {
    /// The game as one between two sides.
    type TwoSided: Keyed + TwoSided + Game<Move = Self::Move> + Sync;
    /// Static evaluation of positions, for all searches by depth.
    type Evaluation: Eval<Self::TwoSided>
        + Eval<Paranoid<Self>>
        + EvalAll<Self>
        + Send
        + Sync
        + 'static;
    /// Evaluation of the leaves of tree search.
    type LeafEvaluation: From<Self::Evaluation>
        + PolicyValue<Self>
        + EvalAll<Self>
        + Send
        + Sync
        + 'static;
    /// Proves values before the game is over.
    type Oracle: Oracle<Self::TwoSided> + Oracle<Paranoid<Self>> + Default + Send + Sync + 'static;
    /// Exact solver that plays endgames.
    type Probe: EndgameProbe<Self> + Default + Send + 'static;

    /// Whether positions of this type can be between two sides. Searches that a type never needs
    /// are not compiled for it.
    const HAS_TWO_SIDES: bool = true;

    /// Whether positions of this type can be between more sides than two.
    const HAS_MORE_SIDES: bool = true;

    /// Softmax temperature of the move priors of tree search.
    const TEMPERATURE: f32;

    /// Free tiles up to which max^n often searches to the end of the game with a thousand nodes.
    const LATE_TILES: u32;

    /// Creates the evaluation of games like this one, with the weights and networks of `given`
    /// where it uses them.
    fn evaluation(&self, given: &Evaluation) -> Self::Evaluation;

    /// The position as one between two sides; `None` with more.
    fn two_sided(&self) -> Option<Self::TwoSided>;

    /// Number of tiles without a penguin.
    fn free_tiles(&self) -> u32;

    /// Move that a player who does not search makes: the first one with the largest
    /// [`gain`](EngineGame::gain).
    ///
    /// # Panics
    /// If the game is over.
    fn usual_move(&self) -> Self::Move {
        self.moves()
            .into_iter()
            .rev()
            .max_by_key(|&mv| self.gain(mv))
            .expect("the player to move can move")
    }

    /// Analysis with at most `lines` lines to the end of the game where they are known without a
    /// search; `None` elsewhere, when the game is over, and if the time of the limits does not
    /// suffice.
    fn settled(
        &self,
        _oracle: &Self::Oracle,
        _lines: usize,
        _limits: &Limits<'_>,
    ) -> Option<Analysis<Self::Move>> {
        None
    }

    /// Searches by expectimax within the limits, in games with chance between two sides; `None` in
    /// others.
    fn expectimax(
        &self,
        _search: &mut Expectimax<Self::Evaluation>,
        _limits: &Limits<'_>,
        _progress: impl FnMut(&Progress<'_, Self::Move, Mean>),
    ) -> Option<Report<Self::Move, Mean>> {
        None
    }

    /// Solves games with chance between more than two sides by max^n with expected scores and a
    /// table of this size in MiB; `None` in others. The report has no lines if a limit or a full
    /// table ends the search, or the game is over.
    fn expecti_max_n(
        &self,
        _limits: &Limits<'_>,
        _mebibytes: usize,
    ) -> Option<Report<Self::Move, [Mean; Player::MAX]>> {
        None
    }

    /// Final results that the evaluation expects for all players, without a search; the results
    /// when the game is over.
    fn expected_results(&self, given: &Evaluation) -> Payoffs {
        if self.is_over() {
            scores(self)
        } else {
            self.evaluation(given).evaluate_all(self)
        }
    }
}
