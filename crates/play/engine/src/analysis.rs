use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use floe_endgame::{CertifyError, CheckpointError};
use floe_evaluation::WeightsGame;
use floe_game::{Player, Score};
use floe_search::TableError;

use crate::{AnyGame, AnyMove, GameRules, GameValue, Method, MixedPlay};

/// Move from the position that was analysed, with the play that the engine expects after it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AnalysisLine<M> {
    /// Value of the move. Two sides: the margin for the player to move in the position that was
    /// analysed. More sides: the results of all players. One side, of all players: the animals
    /// left.
    pub value: GameValue,
    /// `value` as scores, in 1/128 of a point (a fish, a penguin, an animal). Two sides: the final
    /// margin for the side to move. More sides: the final results of all players, in turn order
    /// from A. One side, of all players: minus the animals left.
    pub scores: Vec<Score>,
    /// Whether `value` is proved, not estimated.
    pub exact: bool,
    /// Number of visits of the move, where a tree search visits moves; `None` elsewhere.
    pub visits: Option<u32>,
    /// The move and its best continuation, in order, as far as it is known; at least the move.
    pub moves: Vec<M>,
}

/// Result of an analysis: the value of the position, and the best moves. `M` is the type of the
/// moves.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Analysis<M> {
    /// Value of the position, seen as [`AnalysisLine::value`]: the value of the first line, or the
    /// result when the game is over.
    pub value: GameValue,
    /// Whether `value` is proved, not estimated; always when the game is over.
    pub exact: bool,
    /// Lines of the moves that the engine prefers, as many as it was asked for or fewer; none when
    /// the game is over.
    ///
    /// The first begins with the move that the engine plays; where it plays a mixed strategy, with
    /// the likeliest move. The others follow by their values for the player to move, best first:
    /// for more than two sides by that player's result. The first has the best value, too, unless
    /// the engine prefers moves by visits, or values are evaluations at the end of a line. Where a
    /// search goes from depth to depth, several lines have values of the same depth.
    pub lines: Vec<AnalysisLine<M>>,
    /// Last completed depth in plies, 0 if there is none. The value of a single line may be of the
    /// next depth, which a limit has cut short. Methods that do not search depth by depth, such as
    /// tree search and the exact solver, report the number of moves of their first line, or only 1
    /// or 0.
    pub depth: u32,
    /// Number of nodes searched, by all threads together; of playouts where the method plays games
    /// out, and of iterations where it solves a day of Gone Fishing!.
    pub nodes: u64,
    /// Distribution of the result after the preferred move, in the cooperative Fish 'n' Flip;
    /// `None` in other games, and where the method does not find it.
    pub forecast: Option<Forecast>,
    /// Mixed strategy of the player to move, where tiles are hidden; `None` in other games, and for
    /// methods without one.
    pub mixed: Option<MixedPlay<M>>,
}

/// Probabilities of the results after a move, in a game that all play together.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// Number of playouts in which the results were counted; `None` if the probabilities are exact.
    pub playouts: Option<u32>,
    /// Probability that all players lose the game, from 0 to 1.
    pub lost: f64,
    /// Probability of every possible number of animals left at the end: number to probability.
    pub left: BTreeMap<usize, f64>,
}

impl Forecast {
    /// Standard error of the mean number of animals left; 0 if the probabilities are exact,
    /// infinite after a single playout.
    pub fn error(&self) -> f64 {
        let Some(count) = self.playouts.map(f64::from) else {
            return 0.0;
        };
        let [mean, square] = [1, 2].map(|power| {
            self.left
                .iter()
                .map(|(&left, share)| (left as f64).powi(power) * share)
                .sum::<f64>()
        });
        let variance = (square - mean.powi(2)).max(0.0);
        if count < 2.0 {
            f64::INFINITY
        } else {
            (variance / (count - 1.0)).sqrt()
        }
    }
}

impl Analysis<AnyMove> {
    /// The analysis with its moves in notation, as moves of `position`, which was analysed.
    #[must_use]
    pub fn in_notation(&self, position: &AnyGame) -> Analysis<String> {
        self.clone().map_lines(|moves| position.line_text(moves))
    }
}

impl<M> Analysis<M> {
    /// Analysis with these lines, the preferred one first; without lines the game is over, and
    /// `result` is its value.
    pub(crate) fn new(
        lines: Vec<AnalysisLine<M>>,
        result: GameValue,
        depth: u32,
        nodes: u64,
    ) -> Analysis<M> {
        let first = lines.first();
        let value = first.map_or(result, |line| line.value.clone());
        Analysis {
            value,
            exact: first.is_none_or(|line| line.exact),
            depth,
            nodes,
            lines,
            forecast: None,
            mixed: None,
        }
    }

    /// The analysis with all lines but the first by their values for this player, best first.
    pub(crate) fn in_order(mut self, mover: usize) -> Analysis<M> {
        if let Some((_, others)) = self.lines.split_first_mut() {
            others.sort_by_key(|line| Reverse(line.value.of_player(mover)));
        }
        self
    }

    /// Applies `write` to the moves of every line, and to each move of the mixed strategy as a line
    /// of its own: for example to write them in notation. `write` must return as many moves as it
    /// is given.
    pub fn map_lines<T>(self, write: impl Fn(&[M]) -> Vec<T>) -> Analysis<T> {
        let line = |AnalysisLine {
                        value,
                        scores,
                        exact,
                        visits,
                        moves,
                    }: AnalysisLine<M>| {
            let moves = write(&moves);
            AnalysisLine {
                value,
                scores,
                exact,
                visits,
                moves,
            }
        };
        let Analysis {
            value,
            exact,
            lines,
            depth,
            nodes,
            forecast,
            mixed,
        } = self;
        let mixed = mixed.and_then(|mixed| mixed.map_moves(|mv| write(&[mv]).pop()));
        Analysis {
            value,
            exact,
            lines: lines.into_iter().map(line).collect(),
            depth,
            nodes,
            forecast,
            mixed,
        }
    }

    /// Move to play: if there is a mixed strategy, the move drawn from it, else the first move of
    /// the first line. `None` when the game is over.
    pub fn choice(&self) -> Option<&M> {
        self.mixed
            .as_ref()
            .map(|mixed| &mixed.choice)
            .or_else(|| self.lines.first()?.moves.first())
    }
}

/// State of an analysis after a completed depth, or another step of a search that does not deepen.
#[non_exhaustive]
pub struct AnalysisProgress<'a> {
    /// Last completed depth in plies, as [`Analysis::depth`].
    pub depth: u32,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Used share of the transposition table, in thousandths; 0 for methods without one.
    pub hash_full: u32,
    pub(crate) so_far: &'a dyn Fn() -> Analysis<AnyMove>,
}

impl AnalysisProgress<'_> {
    /// Result as far as it is known, as if the analysis ended here; this costs time at every call.
    pub fn analysis(&self) -> Analysis<AnyMove> {
        (self.so_far)()
    }
}

impl fmt::Debug for AnalysisProgress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnalysisProgress")
            .field("analysis", &self.analysis())
            .finish_non_exhaustive()
    }
}

/// Function that receives the progress of an analysis, on the analysing thread or another thread.
pub type Observer<'a> = &'a mut (dyn FnMut(&AnalysisProgress<'_>) + Send);

/// Reason why a position cannot be analysed, solved or certified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The method of the engine cannot play this game.
    #[error("engine '{}': expected {need}; found {players} players, rules {rules}", method.name())]
    Unsuitable {
        /// Method of the engine.
        method: Method,
        /// Games that the method can play, in words after "expected".
        need: &'static str,
        /// Number of players of the game.
        players: usize,
        /// Rules of the game.
        rules: GameRules,
    },
    /// Proofs with these rules cannot be saved: checkpoints need two sides without chance, or the
    /// base game.
    #[error("checkpoint: expected two sides without chance, or the base game; found rules {0}")]
    NoCheckpoint(GameRules),
    /// Proofs of this game cannot be certified: only the base game with two players has
    /// certificates.
    #[error(
        "certificate: expected the base game with two players; found {players} players, rules {rules}"
    )]
    NoCertificate {
        /// Number of players of the game.
        players: usize,
        /// Rules of the game.
        rules: GameRules,
    },
    /// The game is over, so that there is nothing to certify.
    #[error("certificate: expected a position in which a player can move; the game is over")]
    NothingToCertify,
    /// The proof was found, but its certificate was not.
    #[error(transparent)]
    Certify(#[from] CertifyError),
    /// The game does not have the proof that is asked for: of who wins where chance decides, or of
    /// the values of all moves where tiles are hidden.
    #[error("{what}: expected rules without {without}; found rules {rules}")]
    NoSuchProof {
        /// The proof, in words.
        what: &'static str,
        /// Part of the rules that does not allow it, such as `chance`.
        without: &'static str,
        /// Rules of the game.
        rules: GameRules,
    },
    /// The network of the engine cannot guide a search of the position; the text says why.
    #[error("engine option onnx: {0}")]
    Network(String),
    /// The weights or the network of the engine are for another game.
    #[error(
        "expected weights and network for {rules} for {players} players; found those for {weights}"
    )]
    Weights {
        /// Game that the weights or the network are for.
        weights: WeightsGame,
        /// Rules of the game.
        rules: GameRules,
        /// Number of players of the game.
        players: usize,
    },
    /// Penguins are still to be placed, and the proof begins only when all are.
    #[error("solving begins when all penguins are placed; analyze searches placements too")]
    Placement,
    /// Penguins are still to be placed, on a floe of this number of tiles: too many for a proof
    /// before all penguins are placed.
    #[error(
        "solving begins when all penguins are placed on a floe of more than {most} tiles; found {0}; analyze searches \
         placements too",
        most = crate::solve::MOST_TILES_OF_PLACEMENT
    )]
    LargePlacement(u32),
    /// The position is the view of the angler, but this player, who plays the fish, is to move and
    /// knows all tiles.
    #[error(
        "only {0} knows the tiles of the lake, and is to move: play the move of {0}, or lay the tiles"
    )]
    View(Player),
    /// The checkpoint cannot be read, or is of another proof.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The memory for the table cannot be allocated.
    #[error(transparent)]
    Table(#[from] TableError),
}
