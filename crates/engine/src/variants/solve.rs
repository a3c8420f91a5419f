use std::cmp::Reverse;
use std::time::Duration;

use floe_endgame::Objective;
use floe_game::{Player, Score};
use floe_search::{AlphaBeta, Limits, NoOracle, Options, ProofAttempt, Verdict};

use super::judged::Foresight;
use super::solve_more::solve_more;
use super::{Judged, result};
use crate::solve::keeper::Keeper;
use crate::solve::news::Listener;
use crate::{AnalysisError, Bounds, Kept, SolveNews, SolveProgress, SolveRequest, Solved};

/// Proves what a position of a variant is worth, and its moves, by searching to the end of the game: no theory of areas holds where
/// stuck penguins may come free again.
pub(crate) fn solve<G: Judged>(
    position: &G,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<Solved<G::Move>, AnalysisError> {
    if position.is_placement() {
        return Err(AnalysisError::Placement);
    }
    if request.checkpoint.is_some() && position.sides() > 2 {
        let (engine, expected) = ("solve", "keeps no checkpoints of more than two sides in variants");
        return Err(AnalysisError::Rules { engine, expected, rules: position.rules() });
    }
    if position.is_over() {
        let bounds = Bounds::meeting(result(position));
        return Ok(Solved { bounds, line: Vec::new(), moves: Vec::new(), nodes: 0, huge_pages: false });
    }
    if position.sides() == 2 { solve_two(position, request, listener) } else { solve_more(position, request, listener) }
}

/// A margin is at least the first and at most the second.
type Span = (Score, Score);

/// Two sides: one question after the other, whether the value is above some score. What has been answered holds, whatever comes then.
fn solve_two<G: Judged>(
    position: &G,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> Result<Solved<G::Move>, AnalysisError> {
    let options = Options { threads: request.threads, hash_mebibytes: request.hash_mebibytes, ..Options::default() };
    let mut search = Search::new(Foresight::default(), NoOracle, options)?;
    let keeper = Keeper::new(request, Search::is_proof);
    if let Some(checkpoint) = keeper.found() {
        let resumed = checkpoint.load(search.table(), Search::priority)?;
        listener(&SolveNews::Checkpoint(Ok(Kept::Resumed(resumed))));
    }
    let mut proof = Proof { search, request, keeper, listener, nodes: 0 };
    let Proved { mut span, reason } = proof.span(position, None, (0, 1));
    let mut line = if span.0 == span.1 { proof.line(position) } else { Vec::new() };
    if line.is_empty() {
        line.extend(keeping(position, request, span, reason));
    }
    let mut moves: Vec<(G::Move, Span)> = line.first().map(|&best| (best, span)).into_iter().collect();
    if request.all {
        moves = proof.every_move(position, span, line.first().copied().or(reason));
        // The position is worth what its best move is.
        let most_of = |bound: fn(&(G::Move, Span)) -> Score| moves.iter().map(bound).max().expect("somebody can move");
        span = (span.0.max(most_of(|mv| mv.1.0)), most_of(|mv| mv.1.1));
        let best = moves[0].0;
        if line.first() != Some(&best) {
            line = keeping(position, request, span, Some(best)).into_iter().collect();
        }
    }
    proof.keeper.keep(proof.search.table().view(), proof.listener);
    let moves = moves.into_iter().map(|(mv, span)| (mv, Bounds::of_margin(span))).collect();
    Ok(Solved { bounds: Bounds::of_margin(span), line, moves, nodes: proof.nodes, huge_pages: false })
}

/// What is proved, and a move by which the side to move gets so much at least; where none was needed to see that, all do.
struct Proved<M> {
    span: Span,
    reason: Option<M>,
}

/// The move that keeps what is proved: the value, or where only that was asked for, that the game is not lost.
fn keeping<G: Judged>(
    position: &G,
    request: &SolveRequest<'_>,
    span: Span,
    reason: Option<G::Move>,
) -> Option<G::Move> {
    let is_told = span.0 == span.1 || request.objective == Objective::WinDrawLoss && span.0 >= 0;
    is_told.then(|| reason.unwrap_or_else(|| position.moves()[0]))
}

type Search = AlphaBeta<Foresight, NoOracle>;

struct Proof<'a, 'b> {
    search: Search,
    request: &'a SolveRequest<'a>,
    keeper: Keeper<'a>,
    listener: Listener<'b>,
    nodes: u64,
}

/// The first step beyond a bound that has just been found: a fish.
const STEP: Score = 128;
/// So many plies a short search sees.
const SHORT: u32 = 6;

impl<'a> Proof<'a, '_> {
    /// What is left of the limits.
    fn limits(&self) -> Limits<'a> {
        let nodes = self.request.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes));
        Limits { nodes, ..self.request.limits }
    }

    /// What can be proved of a position for its side to move. It is the one after `mv`, if there is one, and so many moves are solved of
    /// so many.
    ///
    /// First who wins. Then whether there is more to it than a short search guesses; and from the bound that this gives, which is the value
    /// as often as not, in steps that double, and by halves between two bounds.
    fn span<G: Judged>(&mut self, position: &G, mv: Option<&str>, done: (usize, usize)) -> Proved<G::Move> {
        let ((mut least, mut most), mut reason) = (possible_margin(position), None);
        let (mut step, mut last, mut guess) = (0, None, None);
        while least < most && !self.limits().are_reached() {
            let asked = if least <= 0 && most > 0 {
                0
            } else if least < 0 && most >= 0 {
                -1
            } else if self.request.objective == Objective::WinDrawLoss {
                break;
            } else if guess.is_none() {
                last = None;
                let guess = *guess.insert(self.guess(position));
                guess.clamp(least, most - 1)
            } else {
                let middle = (least + most).div_euclid(2);
                match last {
                    Some(Verdict::AtMost(_)) => (most - 1 - step).max(middle),
                    _ => (least + step).min(middle),
                }
            };
            let answer = self.answer(position, asked, (least, most), (mv, done));
            let Some(verdict) = answer.verdict else { break };
            let same_way = last.is_some_and(|last| is_lower(last) == is_lower(verdict));
            step = if same_way { (2 * step).max(STEP) } else { 0 };
            match verdict {
                Verdict::AtLeast(score) => (least, reason) = (least.max(score), answer.line.first().copied()),
                Verdict::AtMost(score) => most = most.min(score),
            }
            last = Some(verdict);
            self.tell((least, most), (mv, done));
        }
        Proved { span: (least, most), reason }
    }

    /// Whether a position is worth more than some score. It is told on the way how that gets on, and kept when that is due.
    fn answer<G: Judged>(
        &mut self,
        position: &G,
        asked: Score,
        span: Span,
        under_way: UnderWay<'_>,
    ) -> ProofAttempt<G::Move> {
        let limits = self.limits();
        let Proof { search, keeper, listener, nodes, .. } = self;
        let answer = search.is_above(position, asked, &limits, |table, more| {
            let elapsed = limits.start.elapsed();
            listener(&news(span, under_way, *nodes + more, elapsed, table.fullness()));
            keeper.keep_if_due(table, *listener);
        });
        self.nodes += answer.nodes;
        answer
    }

    /// What a short search says of a position to its side to move.
    fn guess<G: Judged>(&mut self, position: &G) -> Score {
        let report = self.search.search(position, &Limits { depth: SHORT, ..self.limits() }, |_| ());
        self.nodes += report.nodes;
        report.lines.first().map_or(0, |line| line.value)
    }

    fn tell(&mut self, span: Span, under_way: UnderWay<'_>) {
        let elapsed = self.request.limits.start.elapsed();
        (self.listener)(&news(span, under_way, self.nodes, elapsed, self.search.hash_full()));
    }

    /// The line under best play to the end of the game, as far as the limits allow.
    ///
    /// What is known already may end a search long before the game ends: then the rest is searched from there.
    fn line<G: Judged>(&mut self, position: &G) -> Vec<G::Move> {
        let (mut end, mut line) = (*position, Vec::new());
        while !end.is_over() {
            let report = self.search.search(&end, &self.limits(), |_| ());
            self.nodes += report.nodes;
            let Some(best) = report.lines.into_iter().find(|line| line.exact) else { break };
            end = best.moves.iter().fold(end, |end, &mv| end.after(mv));
            line.extend(best.moves);
        }
        line
    }

    /// What every move is worth to the side that makes it, best first: no more than the position, and the best one no less, of which that
    /// is given.
    fn every_move<G: Judged>(&mut self, position: &G, whole: Span, best: Option<G::Move>) -> Vec<(G::Move, Span)> {
        let all = position.moves();
        let mut moves = Vec::with_capacity(all.len());
        for (number, &mv) in all.iter().enumerate() {
            let child = position.after(mv);
            let turned = is_turned(position, &child);
            let (least, most) = self.span(&child, Some(&position.move_text(mv)), (number, all.len())).span;
            let (least, most) = if turned { (-most, -least) } else { (least, most) };
            let least = if best == Some(mv) { least.max(whole.0) } else { least };
            moves.push((mv, (least, most.min(whole.1))));
        }
        moves.sort_by_key(|&(mv, span)| (Reverse(span), Some(mv) != best, mv));
        moves
    }
}

/// The move that is being solved, where every move is, and how many are solved of how many.
type UnderWay<'a> = (Option<&'a str>, (usize, usize));

fn news(span: Span, (mv, done): UnderWay<'_>, nodes: u64, elapsed: Duration, hash_full: u32) -> SolveNews {
    let (bounds, mv) = (Some(Bounds::of_margin(span)), mv.map(str::to_owned));
    SolveNews::Progress(SolveProgress { bounds, mv, done, share: (0, 0), nodes, elapsed, hash_full })
}

/// Whether the other side is to move after a move; at the end of the game nobody is, and the side of the last turn counts.
fn is_turned<G: Judged>(position: &G, child: &G) -> bool {
    position.side(child.last_turn()) != position.side(position.last_turn())
}

const fn is_lower(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::AtLeast(_))
}

/// What the side to move can get at least and at most, whatever happens; when the game is over, the side of the last turn.
fn possible_margin<G: Judged>(position: &G) -> Span {
    let mover = position.last_turn();
    let margin = position.score(mover) - position.score(Player::new(mover.index() ^ 1));
    if position.is_over() {
        return (margin, margin);
    }
    let (own_least, own_most) = position.prospects(mover);
    let (least, most) = position.prospects(Player::new(mover.index() ^ 1));
    (margin + own_least - most, margin + own_most - least)
}
