use std::time::Duration;

use floe_fish::{AnyPosition, Move, Position, Value};
use floe_game::{Game, Player, Score, TableError};
use floe_search::{AlphaBeta, EvalAll, Limits, Line, MaxN, NoOracle, Options, Paranoid, Payoffs, Progress, Report};

use crate::{Method, Territory};

/// What a position or a move is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Two players: the final difference, seen from the player to move.
    Margin(Value),
    /// More players: every player's final result, in turn order from A.
    Results(Vec<Value>),
}

/// A move at the root with what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysisLine {
    /// What the move is worth.
    pub outcome: Outcome,
    /// Whether that is proven.
    pub exact: bool,
    /// The move and what is best after it, as far as it is known.
    pub moves: Vec<Move>,
}

/// What an engine has to say of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// What the position is worth; of a finished game, its result.
    pub outcome: Outcome,
    /// Whether that is proven.
    pub exact: bool,
    /// The best moves, best first; none when the game is over.
    pub lines: Vec<AnalysisLine>,
    /// The last depth searched to its end.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

/// Where an analysis stands after a depth.
#[derive(Clone, Debug)]
pub struct AnalysisProgress {
    /// What has been found.
    pub analysis: Analysis,
    /// Time since the start.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
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
    /// There is no memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// How to search: by which method, how far, and with what.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The method.
    pub method: Method,
    /// When to end.
    pub limits: Limits<'a>,
    /// Threads, lines and table.
    pub options: Options,
}

/// Finds the best moves of a position and what they are worth.
///
/// `progress` hears of every depth that is complete.
///
/// # Errors
/// Where the method is not for this number of players, or there is no memory for the table.
pub fn analyze(
    position: &AnyPosition,
    request: &Request<'_>,
    mut progress: impl FnMut(&AnalysisProgress) + Send,
) -> Result<Analysis, AnalysisError> {
    match position {
        AnyPosition::Two(position) => two_players(position, request, &mut progress),
        AnyPosition::Three(position) => more_players(position, request, &mut progress),
        AnyPosition::Four(position) => more_players(position, request, &mut progress),
    }
}

type Listener<'a> = &'a mut (dyn FnMut(&AnalysisProgress) + Send);

fn two_players(
    position: &Position<2>,
    request: &Request<'_>,
    listener: Listener<'_>,
) -> Result<Analysis, AnalysisError> {
    if request.method == Method::MaxN {
        return Err(AnalysisError::Players { engine: "maxn", expected: "three or four players", players: 2 });
    }
    let mut search = AlphaBeta::new(Territory::default(), NoOracle, request.options)?;
    let read = |report: &Report<Move, Score>| {
        analysis(report, result(position), |line| Outcome::Margin(shown(line.value, line.exact)), true)
    };
    let report = search.search(position, &request.limits, |progress| listener(&read_progress(progress, &read)));
    Ok(read(&report))
}

fn more_players<const N: usize>(
    position: &Position<N>,
    request: &Request<'_>,
    listener: Listener<'_>,
) -> Result<Analysis, AnalysisError> {
    match request.method {
        Method::AlphaBeta => Err(AnalysisError::Players { engine: "alphabeta", expected: "two players", players: N }),
        Method::Paranoid => paranoid(position, request, listener),
        Method::MaxN => max_n(position, request, listener),
        Method::Default => max_n_or_paranoid(position, request, listener),
    }
}

/// With so many free tiles max^n often sees to the end of the game.
const LATE: u32 = 16;

/// Paranoid search looks further and plays better; but only max^n can say what everybody will get.
///
/// So a late position is first given to max^n, for half of what there is to spend, in the hope of a proof.
fn max_n_or_paranoid<const N: usize>(
    position: &Position<N>,
    request: &Request<'_>,
    listener: Listener<'_>,
) -> Result<Analysis, AnalysisError> {
    let mut spent = 0;
    if position.free().len() <= LATE {
        let half = Limits {
            time: request.limits.time.map(|time| time / 2),
            nodes: request.limits.nodes.map(|nodes| nodes.div_ceil(2)),
            ..request.limits
        };
        let analysis = max_n(position, &Request { limits: half, ..*request }, listener)?;
        if analysis.exact {
            return Ok(analysis);
        }
        spent = analysis.nodes;
    }
    let rest = Limits { nodes: request.limits.nodes.map(|nodes| nodes - nodes.div_ceil(2)), ..request.limits };
    let limits = if spent > 0 { rest } else { request.limits };
    let analysis = paranoid(position, &Request { limits, ..*request }, listener)?;
    Ok(Analysis { nodes: analysis.nodes + spent, ..analysis })
}

fn max_n<const N: usize>(
    position: &Position<N>,
    request: &Request<'_>,
    listener: Listener<'_>,
) -> Result<Analysis, AnalysisError> {
    let mut search = MaxN::new(Territory::default(), request.options)?;
    let read = |report: &Report<Move, Payoffs>| {
        analysis(report, result(position), |line| results::<N>(&line.value, line.exact), true)
    };
    let report = search.search(position, &request.limits, |progress| listener(&read_progress(progress, &read)));
    Ok(read(&report))
}

fn paranoid<const N: usize>(
    position: &Position<N>,
    request: &Request<'_>,
    listener: Listener<'_>,
) -> Result<Analysis, AnalysisError> {
    let me = position.last_turn();
    let mut search = AlphaBeta::new(Territory::default(), NoOracle, request.options)?;
    // What a player is sure of is not what everybody will get: the end of the line tells that, and never for certain.
    let end_of_line = |line: &Line<Move, Score>| {
        let end = line.moves.iter().fold(*position, |position, &mv| position.after(mv));
        results::<N>(&Territory::default().evaluate_all(&end), end.is_over())
    };
    let read = |report: &Report<Move, Score>| analysis(report, result(position), end_of_line, false);
    let game = Paranoid::new(*position, me);
    let report = search.search(&game, &request.limits, |progress| listener(&read_progress(progress, &read)));
    Ok(read(&report))
}

/// What everybody has, as the outcome of a finished game.
fn result<const N: usize>(position: &Position<N>) -> Outcome {
    let mover = position.last_turn();
    if N == 2 {
        let other = Player::new(1 - mover.index());
        return Outcome::Margin(Value::from_score(position.score(mover) - position.score(other)));
    }
    Outcome::Results(Player::first(N).map(|player| position.taken(player)).collect())
}

fn results<const N: usize>(payoffs: &Payoffs, exact: bool) -> Outcome {
    Outcome::Results(payoffs[..N].iter().map(|&payoff| shown(payoff, exact)).collect())
}

/// A guess is good for whole fish only.
fn shown(score: Score, exact: bool) -> Value {
    let value = Value::from_score(score);
    if exact { value } else { Value { tiles: 0, ..value } }
}

fn analysis<V>(
    report: &Report<Move, V>,
    result: Outcome,
    outcome: impl Fn(&Line<Move, V>) -> Outcome,
    proves: bool,
) -> Analysis {
    let line = |line: &Line<Move, V>| AnalysisLine {
        outcome: outcome(line),
        exact: line.exact && proves,
        moves: line.moves.clone(),
    };
    let lines: Vec<AnalysisLine> = report.lines.iter().map(line).collect();
    let first = lines.first();
    Analysis {
        outcome: first.map_or(result, |line| line.outcome.clone()),
        exact: first.is_none_or(|line| line.exact),
        depth: report.depth,
        nodes: report.nodes,
        lines,
    }
}

fn read_progress<V>(progress: &Progress<'_, Move, V>, read: impl Fn(&Report<Move, V>) -> Analysis) -> AnalysisProgress {
    AnalysisProgress { analysis: read(progress.report), elapsed: progress.elapsed, hash_full: progress.hash_full }
}
