//! Other games by search to the end: separated areas need not stay separated where immobile
//! penguins can move again.

use floe_endgame::Objective;
use floe_game::{Interval, POINT, Score};
use floe_search::{AlphaBeta, Limits, MaxN, PayoffBounds};

use super::request::{CurrentMove, Listener, Reporter, SearchShare, SolveRequest, SolveResult};
use super::{
    MarginProof, Prospects, chosen, every_move, of_choices, possible, possible_margin, showing,
};
use crate::engine_game::SearchedGame;
use crate::{AnalysisError, Evaluation, GameValue};

type Search<G> = AlphaBeta<<G as SearchedGame>::Evaluation, <G as SearchedGame>::Oracle>;

/// Solves a game without chance.
pub(crate) fn solve_by_search<G: Prospects>(
    position: &G,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<SolveResult<G::Move>, AnalysisError> {
    match position.two_sided() {
        Some(_) => solve_two_sides(position, request, listener),
        None => {
            request.expect_no_checkpoint(position.rules())?;
            solve_max_n(position, request, listener)
        }
    }
}

/// Solves for the margin between two sides by a sequence of null-window searches; each bound stays
/// valid.
fn solve_two_sides<G: Prospects>(
    position: &G,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<SolveResult<G::Move>, AnalysisError> {
    let mut search = Search::<G>::new(
        position.evaluation(&Evaluation::default()),
        G::Oracle::default(),
        request.options(1),
    )?;
    let mut reporter = Reporter::new(request, listener, Search::<G>::is_proof);
    reporter.resume(|checkpoint| checkpoint.load(&mut search.table, Search::<G>::priority))?;
    let mut proof = Proof {
        search,
        objective: request.objective,
        reporter,
    };
    let Proved { margin, reason } = proof.prove(position, CurrentMove::NONE);
    let mut line = if margin.is_exact() {
        proof.line(position)
    } else {
        Vec::new()
    };
    if line.is_empty() {
        line.extend(showing(position, request, margin, reason));
    }
    let mut proved = MarginProof::new(margin, line);
    if request.all {
        let all = every_move(
            position,
            |mv| position.move_text(mv),
            |child, current| proof.prove(child, current).margin,
        );
        proved = proved.with_all(position, request, possible_margin(position), all);
    }
    let MarginProof {
        margin,
        line,
        moves,
    } = proved;
    proof.reporter.save(proof.search.table.view());
    let moves = moves
        .into_iter()
        .map(|(mv, margin)| (mv, GameValue::margin_bounds(margin)))
        .collect();
    let bounds = GameValue::margin_bounds(margin);
    Ok(SolveResult {
        bounds,
        line,
        moves,
        nodes: proof.reporter.nodes,
        mixed: None,
    })
}

/// Bounds of a margin, and a move by which the side to move gets the lower one; without a reason
/// all moves do.
struct Proved<M> {
    margin: Interval<Score>,
    reason: Option<M>,
}

/// A proof of the margin between two sides.
struct Proof<'a, 'b, G: Prospects> {
    search: Search<G>,
    objective: Objective,
    reporter: Reporter<'a, 'b>,
}

/// First step beyond a new bound, in 1/128 fish.
const STEP: Score = POINT;
/// Depth of a short search, in plies.
const SHORT: u32 = 6;

impl<G: Prospects> Proof<'_, '_, G> {
    /// Bounds of the margin of a position for its side to move.
    ///
    /// Proves who wins; then whether the margin is above the value of a short search. From the
    /// bound that follows, which is often the value, it continues in steps that double, and by
    /// bisection between two bounds.
    fn prove(&mut self, position: &G, current: CurrentMove<'_>) -> Proved<G::Move> {
        let (
            Interval {
                lower: mut least,
                upper: mut most,
            },
            mut reason,
        ) = (possible_margin(position), None);
        let mut step = 0;
        let mut last_is_lower = None;
        let mut estimate = None;
        while least < most && !self.reporter.limits().are_reached() {
            let asked = if least <= 0 && most > 0 {
                0
            } else if least < 0 && most >= 0 {
                -1
            } else if self.objective == Objective::WinDrawLoss {
                break;
            } else if estimate.is_none() {
                last_is_lower = None;
                (*estimate.insert(self.estimate(position))).clamp(least, most - 1)
            } else {
                let middle = (least + most).div_euclid(2);
                if last_is_lower == Some(false) {
                    (most - 1 - step).max(middle)
                } else {
                    (least + step).min(middle)
                }
            };
            let Proof {
                search, reporter, ..
            } = self;
            let bounds = || Some(current.margin_bounds(Interval::new(least, most)));
            let limits = reporter.limits();
            let answer = search.is_above(position, asked, &limits, |progress| {
                let share = SearchShare::to_depth(progress.depth);
                reporter.report(
                    bounds(),
                    current,
                    share,
                    progress.nodes,
                    progress.table.fullness(),
                );
                reporter.save_if_due(progress.table);
            });
            reporter.nodes += answer.nodes;
            let Some(bound) = answer.bound else { break };
            let is_lower = bound > asked;
            step = if last_is_lower == Some(is_lower) {
                (2 * step).max(STEP)
            } else {
                0
            };
            if is_lower {
                (least, reason) = (least.max(bound), answer.best);
            } else {
                most = most.min(bound);
            }
            last_is_lower = Some(is_lower);
            let bounds = current.margin_bounds(Interval::new(least, most));
            reporter.report(
                Some(bounds),
                current,
                SearchShare::default(),
                0,
                search.table.view().fullness(),
            );
        }
        Proved {
            margin: Interval::new(least, most),
            reason,
        }
    }

    /// Final margin for the side to move that a short search finds, in 1/128 of a point; 0 when the
    /// game is over.
    fn estimate(&mut self, position: &G) -> Score {
        let report = self.search.search(
            position,
            &Limits {
                depth: SHORT,
                ..self.reporter.limits()
            },
            |_| (),
        );
        self.reporter.nodes += report.nodes;
        report.lines.first().map_or(0, |line| line.value)
    }

    /// Best play to the end of the game, as far as the limits allow.
    ///
    /// The line of a search may end early at a proved value of the table; another search continues
    /// there.
    fn line(&mut self, position: &G) -> Vec<G::Move> {
        let mut end = *position;
        let mut line = Vec::new();
        while !end.is_over() {
            let report = self.search.search(&end, &self.reporter.limits(), |_| ());
            self.reporter.nodes += report.nodes;
            let Some(best) = report.lines.into_iter().find(|line| line.exact) else {
                break;
            };
            end = best.moves.iter().fold(end, |end, &mv| end.after(mv));
            line.extend(best.moves);
        }
        line
    }
}

/// Solves for the results of more than two sides by max^n to the end of the game. At a limit its
/// table has the values proved so far.
fn solve_max_n<G: Prospects>(
    position: &G,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<SolveResult<G::Move>, AnalysisError> {
    let lines = position.moves().len();
    let mut reporter = Reporter::new(request, listener, |_| true);
    let mut search = MaxN::new(
        position.evaluation(&Evaluation::default()),
        request.options(lines),
    )?;
    let report = search.search(position, &request.limits, |progress| {
        let share = SearchShare::to_depth(progress.report.depth);
        reporter.report(
            None,
            CurrentMove::NONE,
            share,
            progress.report.nodes,
            progress.hash_full,
        );
    });
    let choices: Vec<(G::Move, PayoffBounds)> = if report.is_exact() {
        report
            .lines
            .iter()
            .map(|line| (line.moves[0], line.value.map(Interval::exact)))
            .collect()
    } else {
        search.proven_bounds(position, plies(lines), &possible)
    };
    let line = report
        .lines
        .into_iter()
        .next()
        .filter(|line| line.exact)
        .map(|line| line.moves);
    let result = of_choices(
        position,
        request,
        &choices,
        &chosen(position, &choices),
        line,
    );
    Ok(SolveResult {
        nodes: report.nodes,
        ..result
    })
}

/// Depth in plies to which proved values are looked up: more moves would take too long.
fn plies(moves: usize) -> u32 {
    const SOON: usize = 60;
    if moves <= SOON { 1 } else { 0 }
}
