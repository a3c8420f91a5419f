//! Exact values: one request and one result for all games, and a method of proof for each kind of
//! game.

mod areas;
pub(crate) mod certify;
mod chance;
pub(crate) mod request;
mod search;

use std::cmp::Reverse;

use floe_endgame::Objective;
use floe_game::{Interval, Player, Score, TwoSided};
use floe_search::{Payoff, PayoffBounds, chosen_bounds, scores};
use floe_variants::{VariantKnowledge, VariantPosition};

use crate::engine_game::{EngineGame, SearchedGame};
use crate::{AnalysisError, AnyGame, AnyMove, GameValue, KnownGame, with_game};
use request::{CurrentMove, Listener, SolveEvent, SolveRequest, SolveResult};

pub(crate) use areas::{solve_areas, solve_areas_max_n, solve_moved};
pub(crate) use chance::solve_chance;
pub(crate) use search::solve_by_search;

/// Score, or mean score in a game with chance, that is proved.
trait ProvedScore: Payoff {
    /// Bounds of the value: of one range those of the margin, of several those of all results.
    fn value_bounds(ranges: &[Interval<Self>]) -> Interval<GameValue>;
}

impl ProvedScore for Score {
    fn value_bounds(ranges: &[Interval<Score>]) -> Interval<GameValue> {
        let lower: Vec<Score> = ranges.iter().map(|range| range.lower).collect();
        let upper: Vec<Score> = ranges.iter().map(|range| range.upper).collect();
        Interval::new(lower, upper).map(|scores| GameValue::of_scores(&scores, true, false))
    }
}

/// Bounds of the results of all players if the one to move chooses among these.
fn chosen<G: EngineGame, T: Payoff>(
    position: &G,
    choices: &[(G::Move, PayoffBounds<T>)],
) -> Vec<Interval<T>> {
    let players = position.players();
    let mover = position.last_turn();
    let all: Vec<PayoffBounds<T>> = choices.iter().map(|&(_, ranges)| ranges).collect();
    chosen_bounds(mover, mover, players, &all)[..players].to_vec()
}

/// Result of a proof that bounds the position and every choice: the margin, or all results. `line`
/// is best play if it was found.
///
/// The moves are ordered: exact values before others, then by the lower bound for the player who
/// moves. Only the best one is listed unless all are requested.
fn of_choices<G: EngineGame, T: ProvedScore>(
    position: &G,
    request: &SolveRequest<'_>,
    choices: &[(G::Move, impl AsRef<[Interval<T>]>)],
    whole: &[Interval<T>],
    line: Option<Vec<G::Move>>,
) -> SolveResult<G::Move> {
    let is_best = |ranges: &[Interval<T>]| {
        ranges
            .iter()
            .zip(whole)
            .all(|(own, all)| T::is_exact(&own.hull(*all)))
    };
    let mover = position.last_turn().index();
    let bounds = T::value_bounds(whole);
    // Where the winner is known and the value is not, every move that keeps the lower bound shows
    // it.
    let least = |ranges: &[Interval<T>]| {
        T::value_bounds(&ranges[..whole.len()])
            .lower
            .of_player(mover)
    };
    let safest = || {
        choices
            .iter()
            .min_by_key(|(_, ranges)| Reverse(least(ranges.as_ref())))
    };
    let winning = || GameValue::winner(&bounds).and_then(|_| safest());
    let proved = || choices.iter().find(|(_, ranges)| is_best(ranges.as_ref()));
    let best = || proved().or_else(winning).map(|&(mv, _)| mv);
    let line = line
        .filter(|line| !line.is_empty())
        .unwrap_or_else(|| best().into_iter().collect());
    let best = line.first().copied();
    let choices = choices
        .iter()
        .filter(|&&(mv, _)| request.all || Some(mv) == best);
    let mut moves: Vec<(G::Move, Interval<GameValue>)> = choices
        .map(|(mv, ranges)| (*mv, T::value_bounds(&ranges.as_ref()[..whole.len()])))
        .collect();
    sort_by_value(&mut moves, mover, best);
    SolveResult {
        bounds,
        line,
        moves,
        nodes: 0,
        mixed: None,
    }
}

/// Bounds of all moves by those of the positions after them, each for the side to move. `write`
/// writes a move in notation.
fn every_move<G: EngineGame>(
    position: &G,
    write: impl Fn(G::Move) -> String,
    mut prove: impl FnMut(&G, CurrentMove<'_>) -> Interval<Score>,
) -> Vec<(G::Move, Interval<Score>)> {
    let all = position.moves();
    let side = position.last_turn().index() & 1;
    let prove = |(number, &mv): (usize, &G::Move)| {
        let child = position.after(mv);
        let text = write(mv);
        let is_turned = child.last_turn().index() & 1 != side;
        let margin = prove(
            &child,
            CurrentMove {
                mv: Some(&text),
                done: (number, all.len()),
                is_turned,
            },
        );
        (mv, if is_turned { -margin } else { margin })
    };
    all.iter().enumerate().map(prove).collect()
}

/// Game that is solved by a search to its end.
pub(crate) trait Prospects: SearchedGame<TwoSided = Self> + TwoSided {
    /// Bounds of the score that a player, in teams its team, still gets, in 1/128 of a point.
    fn prospects(&self, player: Player) -> Interval<Score>;
}

impl<V: VariantKnowledge> Prospects for VariantPosition<V>
where
    VariantPosition<V>: SearchedGame<TwoSided = VariantPosition<V>>,
{
    fn prospects(&self, player: Player) -> Interval<Score> {
        self.state().prospects(self, player)
    }
}

/// Bounds of the final margin for the side to move by the rules alone, in 1/128 of a point; when
/// the game is over, for the side of the last turn.
fn possible_margin<G: Prospects>(position: &G) -> Interval<Score> {
    let mover = position.last_turn().index();
    if position.is_over() {
        let scores = scores(position);
        return Interval::exact(scores[mover] - scores[mover ^ 1]);
    }
    let all = possible(position);
    let own = all[mover];
    let other = all[mover ^ 1];
    Interval::new(own.lower - other.upper, own.upper - other.lower)
}

/// Bounds of the final results of all players by the rules alone, in 1/128 of a point.
pub(crate) fn possible<G: Prospects>(position: &G) -> PayoffBounds {
    let mut all = scores(position).map(Interval::exact);
    for player in Player::first(position.players()) {
        let prospects = position.prospects(player);
        all[player.index()].lower += prospects.lower;
        all[player.index()].upper += prospects.upper;
    }
    all
}

/// Sorts moves by their values for a player: proved ones and the best first, then the best move.
fn sort_by_value<M: Copy + Ord>(
    moves: &mut [(M, Interval<GameValue>)],
    player: usize,
    best: Option<M>,
) {
    moves.sort_by_key(|&(mv, ref bounds)| {
        (
            !bounds.is_exact(),
            Reverse(bounds.lower.of_player(player)),
            Some(mv) != best,
            mv,
        )
    });
}

/// The moves, best first by the bounds of their margins.
fn ranked_by_margin<M: Copy + Ord>(
    mut moves: Vec<(M, Interval<Score>)>,
    best: Option<M>,
) -> Vec<(M, Interval<Score>)> {
    moves
        .sort_by_key(|&(mv, margin)| (Reverse((margin.lower, margin.upper)), Some(mv) != best, mv));
    moves
}

/// Maximum number of tiles of a floe whose values are proved while penguins are still to be placed.
/// With two penguins each, random floes of 19 hexes take half a million nodes, and floes of 22
/// hexes five million. With one penguin each, floes of 30 hexes take one million.
pub const MOST_TILES_OF_PLACEMENT: u32 = 32;

/// Bounds of the margin of a position and of all its moves, each tightened by the others, with the
/// moves best first. `best` is a move that is proved to reach the lower bound of the position.
fn tightened<M: Copy + Ord>(
    margin: Interval<Score>,
    best: Option<M>,
    mut moves: Vec<(M, Interval<Score>)>,
) -> (Interval<Score>, Vec<(M, Interval<Score>)>) {
    // No move is worth more than the position, and the best one no less.
    for (mv, bounds) in &mut moves {
        let lower = if best == Some(*mv) {
            bounds.lower.max(margin.lower)
        } else {
            bounds.lower
        };
        *bounds = Interval::new(lower, bounds.upper.min(margin.upper));
    }
    let moves = ranked_by_margin(moves, best);
    // The position is worth what its best move is.
    let most = moves
        .iter()
        .map(|&(_, bounds)| bounds)
        .reduce(Interval::max)
        .expect("a player can move");
    (
        Interval::new(margin.lower.max(most.lower), most.upper),
        moves,
    )
}

/// Move that shows what is proved of a margin: `reason`, by which the side to move gets its lower
/// bound; or if there is none, so that every move keeps that bound, any move, where the bounds
/// decide the game or reach the objective. `None` if nothing is proved.
fn showing<G: EngineGame>(
    position: &G,
    request: &SolveRequest<'_>,
    margin: Interval<Score>,
    reason: Option<G::Move>,
) -> Option<G::Move> {
    let is_decided = margin.is_exact() || margin.lower > 0 || margin.upper < 0;
    let is_not_lost = request.objective == Objective::WinDrawLoss && margin.lower >= 0;
    reason.or_else(|| (is_decided || is_not_lost).then(|| position.moves()[0]))
}

/// Proved bounds of the margin of a position, for the side to move, and of its moves.
struct MarginProof<M> {
    margin: Interval<Score>,
    /// Best play, or a move that shows what is proved of the margin; empty if nothing is.
    line: Vec<M>,
    /// All moves, best first, or the best one if only that was asked for, with the bounds of their
    /// margins.
    moves: Vec<(M, Interval<Score>)>,
}

impl<M: Copy + Ord> MarginProof<M> {
    /// Proof of a margin alone.
    fn new(margin: Interval<Score>, line: Vec<M>) -> MarginProof<M> {
        let moves = line
            .first()
            .map(|&best| (best, margin))
            .into_iter()
            .collect();
        MarginProof {
            margin,
            line,
            moves,
        }
    }

    /// Adds the bounds of `all` moves, by which each bound is tightened. `by_rules` are the bounds
    /// of the margin by the rules alone.
    fn with_all<G: EngineGame<Move = M>>(
        self,
        position: &G,
        request: &SolveRequest<'_>,
        by_rules: Interval<Score>,
        all: Vec<(M, Interval<Score>)>,
    ) -> MarginProof<M> {
        let (margin, moves) = tightened(self.margin, self.line.first().copied(), all);
        let best = moves[0].0;
        if self.line.first() == Some(&best) {
            return MarginProof {
                margin,
                line: self.line,
                moves,
            };
        }
        let reason = Some(best).filter(|_| margin.lower > by_rules.lower);
        let line = showing(position, request, margin, reason)
            .map(|_| best)
            .into_iter()
            .collect();
        MarginProof {
            margin,
            line,
            moves,
        }
    }
}

/// Proves the value of a position, and of its moves as far as the request asks for them.
///
/// With two sides the value is the final margin for the side to move. With more it is the results
/// of all players under max^n, where the tie rule of the notation makes them unique. In games with
/// chance values are expectations. `progress` receives all events; a checkpoint that cannot be
/// saved is one of them, and does not end the proof.
///
/// # Errors
/// When the game has no such proof, during placement on a floe of more than
/// [`MOST_TILES_OF_PLACEMENT`] tiles, when there is no memory for the table, or when a checkpoint
/// cannot be resumed or does not suit the game: in variants and during placement checkpoints need
/// two sides and no chance.
pub fn solve<G: EngineGame>(
    position: &G,
    request: &SolveRequest<'_>,
    mut progress: impl FnMut(&SolveEvent<'_>),
) -> Result<SolveResult<G::Move>, AnalysisError> {
    request.expect_proof_of(position.rules())?;
    if KnownGame::in_hand(position) > 0 && position.tiles_left() > MOST_TILES_OF_PLACEMENT {
        return Err(AnalysisError::LargePlacement(position.tiles_left()));
    }
    if position.is_over() {
        let bounds = Interval::exact(position.result());
        return Ok(SolveResult {
            bounds,
            line: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            mixed: None,
        });
    }
    position.prove(request, &mut progress)
}

/// Proves the value of a position of any game, as [`solve`] does.
///
/// # Errors
/// As [`solve`].
pub fn solve_any(
    position: &AnyGame,
    request: &SolveRequest<'_>,
    mut progress: impl FnMut(&SolveEvent<'_>),
) -> Result<SolveResult<AnyMove>, AnalysisError> {
    solve_observed(position, request, &mut progress)
}

/// [`solve_any`], compiled once for all listeners.
fn solve_observed(
    position: &AnyGame,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<SolveResult<AnyMove>, AnalysisError> {
    with_game!(position, position => {
        Ok(solve(position, request, listener)?.map_lines(|moves| AnyMove::line(position, moves)))
    })
}
