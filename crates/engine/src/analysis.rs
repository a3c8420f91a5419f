use std::fmt;
use std::time::Duration;

use floe_endgame::CheckpointError;
use floe_game::Score;
use floe_search::TableError;
use floe_variants::Rules;

use crate::{GameValue, Method};

/// A move at the root with its principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysisLine<M> {
    /// Value of the move.
    pub value: GameValue,
    /// Scores as finely as the search knows them, in 128ths of a fish: the margin for the side to move, or all results.
    pub scores: Vec<Score>,
    /// Whether the value is proven.
    pub exact: bool,
    /// The move and the best moves after it, as far as they are known.
    pub moves: Vec<M>,
}

/// Result of an analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis<M> {
    /// Value of the position; of a finished game, its result.
    pub value: GameValue,
    /// Whether the value is proven.
    pub exact: bool,
    /// The best moves, best first; none when the game is over.
    pub lines: Vec<AnalysisLine<M>>,
    /// The last depth searched to its end.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

impl<M> Analysis<M> {
    /// The analysis that has found these lines, best first; without any the game is over, and `result` its value.
    pub(crate) fn of_lines(lines: Vec<AnalysisLine<M>>, result: GameValue, depth: u32, nodes: u64) -> Analysis<M> {
        let first = lines.first();
        let value = first.map_or(result, |line| line.value.clone());
        Analysis { value, exact: first.is_none_or(|line| line.exact), depth, nodes, lines }
    }

    /// Applies a function to every move, such as one that writes it.
    pub fn map_moves<T>(self, write: impl Fn(M) -> T) -> Analysis<T> {
        let line = |AnalysisLine { value, scores, exact, moves }| {
            let moves = Vec::into_iter(moves).map(&write).collect();
            AnalysisLine { value, scores, exact, moves }
        };
        let Analysis { value, exact, lines, depth, nodes } = self;
        Analysis { value, exact, lines: lines.into_iter().map(line).collect(), depth, nodes }
    }
}

/// State of an analysis after a completed depth.
pub struct AnalysisProgress<'a> {
    /// The last depth searched to its end.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// Fill of the table, in thousandths.
    pub hash_full: u32,
    pub(crate) written: &'a dyn Fn() -> Analysis<String>,
}

impl AnalysisProgress<'_> {
    /// Everything found so far, with moves as they are written.
    pub fn analysis(&self) -> Analysis<String> {
        (self.written)()
    }
}

impl fmt::Debug for AnalysisProgress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnalysisProgress").field("analysis", &self.analysis()).finish_non_exhaustive()
    }
}

/// Why a position cannot be analysed or solved so.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The method is for other games.
    #[error("the engine '{}' {}", method.name(), needed(*need, *players, *rules))]
    Unsuitable {
        /// The method asked for.
        method: Method,
        /// Its requirement.
        need: Need,
        /// Number of players of the position.
        players: usize,
        /// Rules of the position.
        rules: Rules,
    },
    /// Checkpoints hold proofs between two sides without chance, and of the base game.
    #[error("the engine 'solve' keeps no checkpoints {0}, and the rules are {1}")]
    NoCheckpoint(&'static str, Rules),
    /// Nothing can be proved before all penguins are placed.
    #[error("solving begins when all penguins are placed; analyze searches placements too")]
    Placement,
    /// A checkpoint cannot be resumed.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// There is no memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Requirement of a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Two players or two teams.
    TwoSides,
    /// Three or four players of their own.
    ManySides,
    /// Two players where chance has a say.
    TwoPlayers,
    /// Chance.
    Chance,
    /// No chance.
    NoChance,
}

/// Text of a requirement, with the property of the position that does not meet it.
fn needed(need: Need, players: usize, rules: Rules) -> String {
    match (need, rules == Rules::BASE) {
        (Need::TwoSides, true) => format!("is for two players, and the position has {players} players"),
        (Need::ManySides, true) => format!("is for three or four players, and the position has {players} players"),
        (Need::TwoSides, _) => format!("is for two players or two teams, and the rules are {rules}"),
        (Need::ManySides, _) => format!("is for three or four players of their own, and the rules are {rules}"),
        (Need::TwoPlayers, _) => format!("is for two players, and the rules are {rules}"),
        (Need::Chance, _) => format!("is for games in which chance has a say, and the rules are {rules}"),
        (Need::NoChance, _) => format!("knows no chance, and the rules are {rules}"),
    }
}
