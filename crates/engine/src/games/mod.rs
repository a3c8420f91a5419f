//! Games that the engine plays, one file a family.

mod base;
mod variant_eval;
mod variants;

use std::fmt::Display;
use std::str::FromStr;

use floe_fish::PositionError;
use floe_game::{Chance, Game, Keyed, Notated, Player, Sampled, Score, TwoSided};
use floe_search::{
    BestReply, Eval, EvalAll, Expectimax, Limits, Mean, Oracle, Paranoid, PolicyValue, Progress, Report, scores,
};
use floe_variants::{DealError, Rules, SetUp};

use crate::endgame_probe::EndgameProbe;
use crate::evaluation::Seen;
use crate::player::{EnginePlayer, Observer};
use crate::solve::Listener;
use crate::{
    Analysis, AnalysisError, AnyGame, Evaluation, Explanation, GameValue, Observation, Sample, SolveRequest, Solved,
};

pub(crate) use variant_eval::{EvalFeatures, VariantEvaluator};

/// A game that the engine plays: its rules, and the knowledge that the searches are given.
pub trait EngineGame:
    Keyed
    + Chance
    + Sampled
    + Notated
    + PartialEq
    + Display
    + FromStr<Err = PositionError>
    + Into<AnyGame>
    + Send
    + Sync
    + 'static
{
    /// The game as one between two sides.
    type TwoSided: Keyed + TwoSided + Game<Move = Self::Move> + Sync;
    /// Static evaluation.
    type Evaluation: Eval<Self::TwoSided>
        + Eval<Paranoid<Self>>
        + Eval<BestReply<Self>>
        + EvalAll<Self>
        + Send
        + Sync
        + 'static;
    /// Evaluation of the leaves of tree search.
    type LeafEvaluation: PolicyValue<Self> + EvalAll<Self> + Send + Sync + 'static;
    /// Proves values before the game is over.
    type Oracle: Oracle<Self::TwoSided>
        + Oracle<Paranoid<Self>>
        + Oracle<BestReply<Self>>
        + Default
        + Send
        + Sync
        + 'static;
    /// Exact solver that plays endgames.
    type Probe: EndgameProbe<Self> + Default + Send + 'static;

    /// Doubt of tree search about the first value of a move.
    const TEMPERATURE: f32;

    /// A dealt position before the first move. The same seed deals the same floe, whatever the rules and the number of players.
    ///
    /// # Errors
    /// Where these rules cannot be played so.
    fn deal(set_up: &SetUp, seed: u64) -> Result<Self, DealError>;

    /// The evaluation, with the weights and networks of `base` where it uses them.
    fn evaluation(base: &Evaluation) -> Self::Evaluation;

    /// The evaluation of leaves, with the weights and networks of `base` where it uses them.
    fn leaf_evaluation(base: &Evaluation) -> Self::LeafEvaluation;

    /// Rules of the game.
    fn rules(&self) -> Rules;

    /// The player to move; when the game is over, the player of the last turn.
    fn last_turn(&self) -> Player;

    /// Number of penguins that are still to be placed, by everybody.
    fn in_hand(&self) -> usize;

    /// Number of tiles on the floe; zero in games without one.
    fn tiles_left(&self) -> u32;

    /// Whether penguins are still being placed.
    fn is_placement(&self) -> bool {
        self.in_hand() > 0
    }

    /// The position as one between two sides; `None` with more.
    fn two_sided(&self) -> Option<Self::TwoSided>;

    /// Whether max^n often sees to the end of the game from here.
    fn is_late(&self) -> bool;

    /// Number of moves of a player among which the time left is to be divided.
    fn moves_to_come(&self) -> u32;

    /// Immediate gain of a move: the greedy player takes the largest.
    fn gain(&self, mv: Self::Move) -> Score;

    /// The move that a player makes without thinking: the first with the largest gain.
    fn usual_move(&self) -> Self::Move {
        self.moves().into_iter().rev().max_by_key(|&mv| self.gain(mv)).expect("whose turn it is can move")
    }

    /// Lines to the end of the game where it can be told without a search.
    fn settled(&self, _oracle: &Self::Oracle, _lines: usize, _limits: &Limits<'_>) -> Option<Analysis<Self::Move>> {
        None
    }

    /// Searches by expectimax, where chance has a say between two players.
    fn expectimax(
        &self,
        _search: &mut Expectimax<Self::Evaluation>,
        _limits: &Limits<'_>,
        _progress: impl FnMut(&Progress<'_, Self::Move, Mean>),
    ) -> Option<Report<Self::Move, Mean>> {
        None
    }

    /// Value of scores: one is the margin for the side to move, several are all results.
    fn value(scores: &[Score], is_exact: bool) -> GameValue {
        GameValue::of_scores(scores, is_exact)
    }

    /// Finds the best moves and their values. Every game says so for itself, so that its searches are compiled once, with the game.
    ///
    /// # Errors
    /// Where the method of the player is not for this game, or there is no memory for the table.
    fn search(
        &self,
        player: &mut EnginePlayer<Self>,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> Result<Analysis<Self::Move>, AnalysisError>;

    /// Explains the evaluation of the position.
    fn explain(&self, evaluation: &Evaluation) -> Explanation;

    /// Observations to learn the evaluation from; `None` where it is not that of the base game.
    fn observations(&self, _sample: &Sample) -> Option<(Vec<Observation>, Seen)> {
        None
    }

    /// Proves the value of the position and of its moves.
    ///
    /// # Errors
    /// While penguins are placed, without memory for the table, or when a checkpoint cannot be resumed.
    fn prove(&self, request: &SolveRequest<'_>, listener: Listener<'_>) -> Result<Solved<Self::Move>, AnalysisError>;

    /// Scores of the sides from those of the players: of two sides the margin for the side to move, of more sides everybody's.
    fn side_scores(&self, payoffs: &[Score]) -> Vec<Score> {
        let mover = self.last_turn().index();
        match self.two_sided() {
            Some(_) => vec![payoffs[mover] - payoffs[mover ^ 1]],
            None => payoffs[..self.players()].to_vec(),
        }
    }

    /// Value of the scores made so far: the result when the game is over.
    fn result(&self) -> GameValue {
        Self::value(&self.side_scores(&scores(self)), true)
    }
}
