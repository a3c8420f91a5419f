use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use floe_endgame::{CertifyError, CheckpointError};
use floe_game::{Player, Score};
use floe_search::TableError;

use crate::{AnyMove, GameRules, GameValue, Method, MixedPlay};

/// A move at the root with its principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysisLine<M> {
    /// Value of the move for the player to move at the root.
    pub value: GameValue,
    /// Scores in 1/128 fish: with two sides the final margin for the side to move, with more the final results of all
    /// players, in turn order from A.
    pub scores: Vec<Score>,
    /// Whether the value is proven.
    pub exact: bool,
    /// The move and its best continuation, as far as it is known.
    pub moves: Vec<M>,
}

/// Result of an analysis.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<M> {
    /// Value of the position; of a finished game its result.
    pub value: GameValue,
    /// Whether the value is proven.
    pub exact: bool,
    /// Lines of the moves that the engine prefers, as many as it was asked for; none when the game is over.
    ///
    /// The first is that of the move it plays, or where it mixes of the likeliest one. The others follow by their
    /// values for the player to move, best first: for more than two sides by that player's result. The first has the
    /// best value, too, unless the engine prefers moves by visits, values are evaluations at the end of a line, or a
    /// limit has ended the search within a depth.
    pub lines: Vec<AnalysisLine<M>>,
    /// Last completed depth in plies.
    pub depth: u32,
    /// Number of nodes searched, by all threads together.
    pub nodes: u64,
    /// Forecast of the result of the best move where all play together.
    pub forecast: Option<Forecast>,
    /// Probabilities with which to choose among the moves, where tiles are hidden; `None` elsewhere.
    pub mixed: Option<MixedPlay<M>>,
}

/// Results of a move in a game that all play together, with their probabilities.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// Number of playouts whose shares the probabilities are; `None` if they are exact.
    pub playouts: Option<u32>,
    /// Probability of losing.
    pub lost: f64,
    /// Probability of every number of animals left at the end.
    pub left: BTreeMap<usize, f64>,
}

impl Forecast {
    /// Standard error of the mean of the animals left; 0 if the probabilities are exact.
    pub fn error(&self) -> f64 {
        let Some(count) = self.playouts.map(f64::from) else { return 0.0 };
        let [mean, square] =
            [1, 2].map(|power| self.left.iter().map(|(&left, share)| (left as f64).powi(power) * share).sum::<f64>());
        let variance = (square - mean.powi(2)).max(0.0);
        if count < 2.0 { f64::INFINITY } else { (variance / (count - 1.0)).sqrt() }
    }
}

impl<M> Analysis<M> {
    /// Analysis with these lines, the preferred one first; without lines the game is over, and `result` is its value.
    pub(crate) fn new(lines: Vec<AnalysisLine<M>>, result: GameValue, depth: u32, nodes: u64) -> Analysis<M> {
        let first = lines.first();
        let value = first.map_or(result, |line| line.value.clone());
        Analysis { value, exact: first.is_none_or(|line| line.exact), depth, nodes, lines, forecast: None, mixed: None }
    }

    /// The analysis with all lines but the first by their values for this player, best first.
    pub(crate) fn in_order(mut self, mover: usize) -> Analysis<M> {
        if let Some((_, others)) = self.lines.split_first_mut() {
            others.sort_by_key(|line| Reverse(line.value.of_player(mover)));
        }
        self
    }

    /// Applies a function to the moves of every line.
    pub fn map_lines<T>(self, write: impl Fn(&[M]) -> Vec<T>) -> Analysis<T> {
        let line = |AnalysisLine { value, scores, exact, moves }: AnalysisLine<M>| {
            let moves = write(&moves);
            AnalysisLine { value, scores, exact, moves }
        };
        let Analysis { value, exact, lines, depth, nodes, forecast, mixed } = self;
        let mixed = mixed.and_then(|mixed| mixed.map_moves(|mv| write(&[mv]).pop()));
        Analysis { value, exact, lines: lines.into_iter().map(line).collect(), depth, nodes, forecast, mixed }
    }

    /// The move to play: the one drawn from a mixed strategy, or else the best; `None` when the game is over.
    pub fn choice(&self) -> Option<&M> {
        self.mixed.as_ref().map(|mixed| &mixed.choice).or_else(|| self.lines.first()?.moves.first())
    }
}

/// State of an analysis after a completed depth.
pub struct AnalysisProgress<'a> {
    /// Last completed depth in plies.
    pub depth: u32,
    /// Time since the analysis began.
    pub elapsed: Duration,
    /// Share of the transposition table in use, in thousandths.
    pub hash_full: u32,
    pub(crate) so_far: &'a dyn Fn() -> Analysis<AnyMove>,
}

impl AnalysisProgress<'_> {
    /// The analysis so far.
    pub fn analysis(&self) -> Analysis<AnyMove> {
        (self.so_far)()
    }
}

impl fmt::Debug for AnalysisProgress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnalysisProgress").field("analysis", &self.analysis()).finish_non_exhaustive()
    }
}

/// Receives the progress of an analysis.
pub type Observer<'a> = &'a mut (dyn FnMut(&AnalysisProgress<'_>) + Send);

/// Failure to analyse or solve a position.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// Method that does not suit the game.
    #[error("engine '{}': expected {need}; found {players} players, rules {rules}", method.name())]
    Unsuitable {
        /// The method.
        method: Method,
        /// Requirement of the method.
        need: &'static str,
        /// Number of players of the position.
        players: usize,
        /// Rules of the position.
        rules: GameRules,
    },
    /// Game whose proofs cannot be saved: checkpoints need two sides without chance, or the base game.
    #[error("checkpoint: expected two sides without chance, or the base game; found rules {0}")]
    NoCheckpoint(GameRules),
    /// Game whose proofs cannot be certified.
    #[error("certificate: expected the base game with two players; found {players} players, rules {rules}")]
    NoCertificate {
        /// Number of players of the position.
        players: usize,
        /// Rules of the position.
        rules: GameRules,
    },
    /// Game that is over.
    #[error("certificate: expected a position in which a player can move; the game is over")]
    NothingToCertify,
    /// Failure to write a certificate.
    #[error(transparent)]
    Certify(#[from] CertifyError),
    /// Proof that a game does not have: of who wins where chance decides, or of moves where tiles are hidden.
    #[error("{what}: expected rules without {without}; found rules {rules}")]
    NoSuchProof {
        /// The request.
        what: &'static str,
        /// Part of the rules that does not allow it.
        without: &'static str,
        /// Rules of the position.
        rules: GameRules,
    },
    /// Position during placement, where nothing can be proved.
    #[error("solving begins when all penguins are placed; analyze searches placements too")]
    Placement,
    /// View of the angler, where the fish is to move and knows more.
    #[error("expected all tiles of the lake, since {0}, to move, plays the fish and knows them; found '?'")]
    View(Player),
    /// Checkpoint that cannot be resumed.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// Lack of memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
}
