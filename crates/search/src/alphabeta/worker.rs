use std::cmp::Reverse;
use std::collections::VecDeque;

use floe_game::{Keyed, Score, TwoSided};
use smallvec::SmallVec;

use super::reductions::reduction;
use crate::entry::{Entry, Found, Window};
use crate::ordering::{LANES, MoveList, MoveOrdering, ScoredMove, evaluate_moves};
use crate::{CurrentlySearching, Eval, Interrupted, Line, Lines, Meter, Oracle, TableView};

/// From this depth on every child is evaluated to order the moves, but for the one that was best before.
const DEEP: i32 = 3;
/// From this depth on threads keep out of each other's way.
const SHARED_DEPTH: i32 = 3;
/// The first window around the value of the last depth: half a fish.
const ASPIRATION: Score = 64;

/// Beyond any value.
const INFINITE: Score = 1_000_000;
const FULL: Window<Score> = Window { alpha: -INFINITE, beta: INFINITE };
/// Where no move has been searched yet.
const NOTHING: Found<Score> = Found { value: -INFINITE, proven: true };

impl Window<Score> {
    /// The window that asks only whether the value is above `alpha`.
    pub(super) fn null(alpha: Score) -> Window<Score> {
        Window { alpha, beta: alpha + 1 }
    }

    fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// One thread of a search.
pub(super) struct Worker<'a, G: TwoSided, E, O> {
    pub(super) eval: &'a E,
    pub(super) oracle: &'a O,
    pub(super) table: TableView<'a>,
    pub(super) meter: Meter<'a>,
    /// Moves that threads are searching; none where there is one thread.
    pub(super) searching: Option<&'a CurrentlySearching>,
    pub(super) selective: bool,
    pub(super) ordering: MoveOrdering<'a>,
    /// The best line found below each ply of the line under way.
    pub(super) lines: Vec<Vec<G::Move>>,
}

/// A move of a node that is being searched.
#[derive(Clone, Copy)]
struct MoveContext<M> {
    mv: M,
    /// Static evaluation of the position after it, for the side that makes it; `None` if not computed yet.
    static_eval: Option<Score>,
    /// Number of moves before it in the order.
    index: usize,
    depth: i32,
    ply: usize,
}

/// How a position is to be searched.
#[derive(Clone, Copy)]
pub(super) struct SearchParams {
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Static evaluation of the position, for the side to move; `None` if not computed yet.
    pub(super) static_eval: Option<Score>,
}

/// Result of the moves of a node that have been searched.
struct NodeState {
    best: Found<Score>,
    best_move: u32,
    /// Whether the values of all moves are proven.
    all_proven: bool,
    /// Bits of the moves searched, in order.
    tried: SmallVec<[u32; 96]>,
}

/// A key for searching this move of this position.
#[inline]
fn move_hash<G: Keyed>(game: &G, mv: G::Move) -> u64 {
    game.key() ^ u64::from(G::move_bits(mv)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<'a, G: Keyed + TwoSided, E: Eval<G>, O: Oracle<G>> Worker<'a, G, E, O> {
    /// Brings the best `lines` moves to the front, each searched with the better ones left out.
    ///
    /// On an interruption the best move found at this depth so far, if any, is in `partial`.
    pub(super) fn search_depth(
        &mut self,
        game: &G,
        moves: &mut Lines<G::Move, Score>,
        lines: usize,
        depth: u32,
        partial: &mut Option<Line<G::Move, Score>>,
    ) -> Result<(), Interrupted> {
        for chosen in 0..lines {
            let mut ignored = None;
            let partial = if chosen == 0 { &mut *partial } else { &mut ignored };
            self.search_root(game, &mut moves[chosen..], depth as i32, partial)?;
        }
        moves[..lines].sort_by_key(|line| Reverse(line.value));
        Ok(())
    }

    /// Searches moves at the root, and puts the best line first.
    ///
    /// `moves` is kept in order of what the moves have been worth so far, for the next depth.
    fn search_root(
        &mut self,
        game: &G,
        moves: &mut [Line<G::Move, Score>],
        depth: i32,
        partial: &mut Option<Line<G::Move, Score>>,
    ) -> Result<(), Interrupted> {
        let expected = moves[0].value;
        let mut margin = ASPIRATION;
        loop {
            let is_full = depth <= 1 || margin > 16 * ASPIRATION;
            let window = if is_full { FULL } else { Window { alpha: expected - margin, beta: expected + margin } };
            let found = self.search_root_window(game, moves, window, depth, partial)?;
            if found.value > window.alpha && found.value < window.beta || is_full {
                return Ok(());
            }
            margin *= 4;
        }
    }

    fn search_root_window(
        &mut self,
        game: &G,
        moves: &mut [Line<G::Move, Score>],
        window: Window<Score>,
        depth: i32,
        partial: &mut Option<Line<G::Move, Score>>,
    ) -> Result<Found<Score>, Interrupted> {
        let mut best = NOTHING;
        let mut alpha = window.alpha;
        let mut all_proven = true;
        let mut waiting: VecDeque<G::Move> = moves.iter().map(|line| line.moves[0]).collect();
        let mut first_round = waiting.len();
        while let Some(mv) = waiting.pop_front() {
            let index = moves.iter().position(|line| line.moves[0] == mv).expect("no move gets lost");
            let context = MoveContext { mv, static_eval: None, index, depth, ply: 0 };
            first_round = first_round.saturating_sub(1);
            if index > 0 && first_round > 0 && self.is_busy(game, context) {
                waiting.push_back(mv);
                continue;
            }
            let found = self.search_marked(game, context, Window { alpha, beta: window.beta })?;
            all_proven &= found.proven;
            if found.value <= best.value {
                continue;
            }
            best = found;
            if found.value <= alpha && index > 0 {
                continue;
            }
            let mut line = vec![mv];
            line.extend_from_slice(&self.lines[1]);
            moves[index] = Line { value: found.value, exact: found.proven, moves: line };
            moves[..=index].rotate_right(1);
            if found.value > alpha {
                alpha = found.value;
                *partial = Some(moves[0].clone());
            }
            if found.value >= window.beta {
                break;
            }
        }
        moves[0].exact = best.proven && (all_proven || best.value >= window.beta);
        Ok(Found { proven: moves[0].exact, ..best })
    }

    /// The value of a position for its side to move.
    pub(super) fn search(
        &mut self,
        game: &G,
        window: Window<Score>,
        params: SearchParams,
    ) -> Result<Found<Score>, Interrupted> {
        let SearchParams { depth, ply, static_eval } = params;
        self.meter.count()?;
        self.lines[ply].clear();
        let side = game.side_to_move();
        if game.is_over() {
            return Ok(Found { value: game.margin_of(side), proven: true });
        }
        if let Some(value) = self.oracle.margin(game) {
            return Ok(Found { value, proven: true });
        }
        if depth <= 0 || ply + 2 >= self.lines.len() {
            let value = static_eval.unwrap_or_else(|| self.eval.evaluate(game));
            return Ok(Found { value, proven: false });
        }
        if let Some(value) = self.futility_prune(game, window, depth, static_eval) {
            return Ok(Found { value, proven: false });
        }
        let banked = game.margin_of(side);
        let known = self.table.get(game.key()).map(Entry::unpack);
        if let Some(found) = known.and_then(|entry| self.usable(entry, banked, window, depth)) {
            return Ok(found);
        }
        let table_move = known.map_or(0, |entry| entry.best);
        // A move that was good before often refutes the position again, and nobody asks about the others.
        let mut moves = if depth >= DEEP && table_move == 0 {
            self.ordering.rank_evaluated(game, self.eval)
        } else {
            self.ordering.rank(game, self.eval, table_move, ply)
        };
        self.search_moves(game, &mut moves, window, depth, ply)
    }

    /// The static evaluation, where it is so far off the window that no search of this depth is likely to find a value within (futility, Heinz 1998).
    #[inline]
    fn futility_prune(&self, game: &G, window: Window<Score>, depth: i32, static_eval: Option<Score>) -> Option<Score> {
        if !self.selective || !window.is_null() {
            return None;
        }
        let margin = self.eval.futility_margin(game, depth)?;
        let value = static_eval.unwrap_or_else(|| self.eval.evaluate(game));
        (value - margin >= window.beta || value + margin <= window.alpha).then_some(value)
    }

    fn search_moves(
        &mut self,
        game: &G,
        moves: &mut MoveList<G::Move>,
        window: Window<Score>,
        depth: i32,
        ply: usize,
    ) -> Result<Found<Score>, Interrupted> {
        let mut state = NodeState { best: NOTHING, best_move: 0, all_proven: true, tried: SmallVec::new() };
        let mut deferred = SmallVec::<[MoveContext<G::Move>; 16]>::new();
        let mut cut = false;
        for index in 0..moves.len() {
            if index > 0 && moves[index].static_eval.is_none() {
                self.evaluate_left(game, &mut moves[index..], depth);
            }
            let ScoredMove { mv, static_eval, .. } = moves[index];
            let context = MoveContext { mv, static_eval, index, depth, ply };
            if index > 0 && self.is_busy(game, context) {
                deferred.push(context);
                continue;
            }
            cut = self.try_move(game, context, window, &mut state)?;
            if cut {
                break;
            }
        }
        for context in deferred {
            if cut {
                break;
            }
            cut = self.try_move(game, context, window, &mut state)?;
        }
        let proven = if cut { state.best.proven } else { state.all_proven };
        let best = Found { proven, ..state.best };
        self.store(game, best, window, depth, state.best_move);
        Ok(best)
    }

    /// Evaluates moves that are left when the first has refuted nothing: where much hangs on the order all of them,
    /// elsewhere as many as take little longer than one.
    fn evaluate_left(&self, game: &G, left: &mut [ScoredMove<G::Move>], depth: i32) {
        if depth >= DEEP {
            self.ordering.rank_left(game, self.eval, left);
        } else if self.selective || depth == 1 {
            let count = left.len().min(LANES);
            evaluate_moves(game, self.eval, &mut left[..count]);
        }
    }

    /// Searches a move, keeps account of it, and says whether it is so good that the others do not matter.
    fn try_move(
        &mut self,
        game: &G,
        context: MoveContext<G::Move>,
        window: Window<Score>,
        state: &mut NodeState,
    ) -> Result<bool, Interrupted> {
        let alpha = window.alpha.max(state.best.value);
        let found = self.search_marked(game, context, Window { alpha, beta: window.beta })?;
        let bits = G::move_bits(context.mv);
        state.tried.push(bits);
        state.all_proven &= found.proven;
        if found.value > state.best.value {
            state.best = found;
            state.best_move = bits;
        }
        if found.value > alpha {
            self.keep_line(context.ply, context.mv);
        }
        let cut = found.value >= window.beta;
        if cut {
            self.ordering.reward(&state.tried, game.side_to_move(), context.depth, context.ply);
        }
        Ok(cut)
    }

    /// Moves that other threads may be searching, where a search is deep enough to keep out of their way.
    #[inline]
    fn others(&self, depth: i32) -> Option<&'a CurrentlySearching> {
        self.searching.filter(|_| depth >= SHARED_DEPTH)
    }

    /// Whether another thread is searching this move.
    #[inline]
    fn is_busy(&self, game: &G, context: MoveContext<G::Move>) -> bool {
        self.others(context.depth).is_some_and(|searching| searching.contains(move_hash(game, context.mv)))
    }

    /// Searches a move, which other threads defer meanwhile.
    #[inline]
    fn search_marked(
        &mut self,
        game: &G,
        context: MoveContext<G::Move>,
        window: Window<Score>,
    ) -> Result<Found<Score>, Interrupted> {
        let Some(searching) = self.others(context.depth) else { return self.search_move(game, context, window) };
        let hash = move_hash(game, context.mv);
        searching.enter(hash);
        let found = self.search_move(game, context, window);
        searching.leave(hash);
        found
    }

    /// The value of a move for the side that makes it: late ones shallower and against a null window first.
    fn search_move(
        &mut self,
        game: &G,
        context: MoveContext<G::Move>,
        window: Window<Score>,
    ) -> Result<Found<Score>, Interrupted> {
        let MoveContext { mv, static_eval, index, depth, ply } = context;
        let child = game.after(mv);
        self.table.prefetch(child.key());
        let turned = child.side_to_move() != game.side_to_move();
        let params = SearchParams { depth: depth - 1, ply, static_eval };
        if index == 0 {
            return self.search_child(&child, turned, window, params);
        }
        let null = Window::null(window.alpha);
        let less = if self.selective { reduction(depth, index) } else { 0 };
        let reduced = SearchParams { depth: params.depth - less, ..params };
        let mut found = self.search_child(&child, turned, null, reduced)?;
        if found.value > window.alpha && less > 0 && !found.proven {
            found = self.search_child(&child, turned, null, params)?;
        }
        if found.value > window.alpha && found.value < window.beta && !window.is_null() {
            found = self.search_child(&child, turned, window, params)?;
        }
        Ok(found)
    }

    /// The value of a position after a move for the side that has made it; so is the static evaluation.
    fn search_child(
        &mut self,
        child: &G,
        turned: bool,
        window: Window<Score>,
        params: SearchParams,
    ) -> Result<Found<Score>, Interrupted> {
        let SearchParams { ply, static_eval, .. } = params;
        if !turned {
            return self.search(child, window, SearchParams { ply: ply + 1, ..params });
        }
        let params = SearchParams { ply: ply + 1, static_eval: static_eval.map(|value| -value), ..params };
        let found = self.search(child, window.negated(), params)?;
        Ok(Found { value: -found.value, ..found })
    }

    fn keep_line(&mut self, ply: usize, mv: G::Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        above[ply].extend_from_slice(&below[0]);
    }

    fn store(&self, game: &G, found: Found<Score>, window: Window<Score>, depth: i32, best: u32) {
        let to_come = found.value - game.margin_of(game.side_to_move());
        let entry = Entry { to_come, bound: window.bound(found.value), proven: found.proven, depth, best };
        self.table.put(game.key(), entry.pack::<G>(), Entry::priority);
    }

    /// The value of an entry, if it says enough for this window and depth.
    ///
    /// An estimate is not taken for the value of a node of the principal variation, whose line is wanted.
    #[inline]
    fn usable(&self, entry: Entry<Score>, banked: Score, window: Window<Score>, depth: i32) -> Option<Found<Score>> {
        let value = entry.to_come + banked;
        let is_good_enough = entry.proven || entry.is_deep_enough(depth, self.selective) && window.is_null();
        let is_usable = is_good_enough && window.is_decided(value, entry.bound);
        is_usable.then_some(Found { value, proven: entry.proven })
    }

    /// Plays a proven line on to the end of the game.
    ///
    /// Lines end early where the table knew the rest. Here the rest is found again: at every turn the first move that keeps
    /// the value. On an interruption the line stays as long as it has become.
    pub(super) fn complete(
        &mut self,
        game: &G,
        line: &mut Line<G::Move, Score>,
        depth: i32,
    ) -> Result<(), Interrupted> {
        let side = game.side_to_move();
        let mut game = line.moves.iter().fold(*game, |game, &mv| game.after(mv));
        while !game.is_over() {
            let value = if game.side_to_move() == side { line.value } else { -line.value };
            let depth = (depth - line.moves.len() as i32).max(1);
            let Some(mv) = self.move_worth(&game, value, depth)? else { break };
            line.moves.push(mv);
            game.play(mv);
        }
        Ok(())
    }

    /// The first move whose value is proven to be just this.
    fn move_worth(&mut self, game: &G, value: Score, depth: i32) -> Result<Option<G::Move>, Interrupted> {
        let window = Window { alpha: value - 1, beta: value + 1 };
        for ScoredMove { mv, .. } in self.ordering.rank_evaluated(game, self.eval) {
            let child = game.after(mv);
            let turned = child.side_to_move() != game.side_to_move();
            let params = SearchParams { depth: depth - 1, ply: 0, static_eval: None };
            let found = self.search_child(&child, turned, window, params)?;
            if found.proven && found.value == value {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The line that has just turned out to be good enough; where the table knew that, its move.
    pub(super) fn refutation(&self, game: &G) -> Vec<G::Move> {
        if !self.lines[0].is_empty() {
            return self.lines[0].clone();
        }
        let best = self.table.get(game.key()).map(|data| Entry::unpack(data).best);
        game.moves().into_iter().find(|&mv| Some(G::move_bits(mv)) == best).into_iter().collect()
    }
}
