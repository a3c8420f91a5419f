use std::fmt;
use std::time::Duration;

use floe_endgame::CheckpointError;
use floe_fish::{Move, Position, Value};
use floe_game::{Game, Player, Score};
use floe_search::TableError;
use floe_search::{Line, Progress, Report};
use floe_variants::Rules;

use crate::MeanValue;

/// What a position or a move is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Two players: the final difference, seen from the player to move.
    Margin(Value),
    /// More players: every player's final result, in turn order from A.
    Results(Vec<Value>),
    /// Two players, where chance has a say: the expected difference, seen from the player to move.
    Expected(MeanValue),
    /// More players, where chance has a say: what everybody may expect.
    AllExpected(Vec<MeanValue>),
}

/// `+3:-1`, or everybody's result in turn order, `31:17,20:10,28:15`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Margin(value) => write!(f, "{value}"),
            Outcome::Results(values) => {
                let each: Vec<String> = values.iter().map(|value| value.plain()).collect();
                f.write_str(&each.join(","))
            }
            Outcome::Expected(value) => write!(f, "{value}"),
            Outcome::AllExpected(values) => {
                let each: Vec<String> = values.iter().map(|value| value.plain()).collect();
                f.write_str(&each.join(","))
            }
        }
    }
}

/// A move at the root with what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysisLine<M = Move> {
    /// What the move is worth.
    pub outcome: Outcome,
    /// The same as finely as the search knows it, in 128ths of a fish: the margin for the player to move, or everybody's
    /// result.
    pub scores: Vec<Score>,
    /// Whether that is proven.
    pub exact: bool,
    /// The move and what is best after it, as far as it is known.
    pub moves: Vec<M>,
}

/// What an engine has to say of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis<M = Move> {
    /// What the position is worth; of a finished game, its result.
    pub outcome: Outcome,
    /// Whether that is proven.
    pub exact: bool,
    /// The best moves, best first; none when the game is over.
    pub lines: Vec<AnalysisLine<M>>,
    /// The last depth searched to its end.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

impl<M> Analysis<M> {
    /// The same with moves told in another way, as their texts for example.
    pub fn told<T>(&self, tell: impl Fn(&M) -> T) -> Analysis<T> {
        let line = |line: &AnalysisLine<M>| AnalysisLine {
            outcome: line.outcome.clone(),
            scores: line.scores.clone(),
            exact: line.exact,
            moves: line.moves.iter().map(&tell).collect(),
        };
        Analysis {
            outcome: self.outcome.clone(),
            exact: self.exact,
            lines: self.lines.iter().map(line).collect(),
            depth: self.depth,
            nodes: self.nodes,
        }
    }
}

/// Where an analysis stands after a depth.
#[derive(Clone, Debug)]
pub struct AnalysisProgress<M = Move> {
    /// What has been found.
    pub analysis: Analysis<M>,
    /// Time since the start.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
}

impl<M> AnalysisProgress<M> {
    /// The same with moves told in another way.
    pub fn told<T>(&self, tell: impl Fn(&M) -> T) -> AnalysisProgress<T> {
        AnalysisProgress { analysis: self.analysis.told(tell), elapsed: self.elapsed, hash_full: self.hash_full }
    }
}

/// Why a position cannot be analysed so.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The method is for another number of players.
    #[error("the engine '{engine}' is for {expected}, and the position has {players} players")]
    Players {
        /// The method asked for.
        engine: &'static str,
        /// What it is for.
        expected: &'static str,
        /// How many the position has.
        players: usize,
    },
    /// The method is not for these rules.
    #[error("the engine '{engine}' {expected}, and the rules are {rules}")]
    Rules {
        /// The method asked for.
        engine: &'static str,
        /// What it is for.
        expected: &'static str,
        /// What is played.
        rules: Rules,
    },
    /// Nothing can be proved before all penguins are placed.
    #[error("solving begins when all penguins are placed; analyze searches placements too")]
    Placement,
    /// A checkpoint cannot be taken up.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// There is no memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// What everybody has, as the outcome of a finished game.
pub(crate) fn result<const N: usize>(position: &Position<N>) -> Outcome {
    let mover = position.last_turn();
    if N == 2 {
        let other = Player::new(1 - mover.index());
        return Outcome::Margin(Value::from_score(position.score(mover) - position.score(other)));
    }
    Outcome::Results(Player::first(N).map(|player| position.taken(player)).collect())
}

/// What scores say, one of them the margin for the player to move, several everybody's results.
pub(crate) fn outcome(scores: &[Score], exact: bool) -> Outcome {
    match scores {
        [margin] => Outcome::Margin(shown(*margin, exact)),
        results => Outcome::Results(results.iter().map(|&result| shown(result, exact)).collect()),
    }
}

/// A guess is good for whole fish only.
fn shown(score: Score, exact: bool) -> Value {
    let value = Value::from_score(score);
    if exact { value } else { Value { tiles: 0, ..value } }
}

/// Reads a report; `scores` tells what a line is worth, and whether to the tile. Without `proves` its lines prove nothing.
pub(crate) fn analysis<M: Clone, V>(
    report: &Report<M, V>,
    result: Outcome,
    scores: impl Fn(&Line<M, V>) -> (Vec<Score>, bool),
    proves: bool,
) -> Analysis<M> {
    let line = |line: &Line<M, V>| {
        let (scores, exact) = scores(line);
        let outcome = outcome(&scores, exact);
        AnalysisLine { outcome, scores, exact: line.exact && proves, moves: line.moves.clone() }
    };
    let lines: Vec<AnalysisLine<M>> = report.lines.iter().map(line).collect();
    let first = lines.first();
    Analysis {
        outcome: first.map_or(result, |line| line.outcome.clone()),
        exact: first.is_none_or(|line| line.exact),
        depth: report.depth,
        nodes: report.nodes,
        lines,
    }
}

pub(crate) fn read_progress<M, V>(
    progress: &Progress<'_, M, V>,
    read: impl Fn(&Report<M, V>) -> Analysis<M>,
) -> AnalysisProgress<M> {
    AnalysisProgress { analysis: read(progress.report), elapsed: progress.elapsed, hash_full: progress.hash_full }
}
