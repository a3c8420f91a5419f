use std::collections::VecDeque;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use floe_game::{Keyed, Score, Side, TwoSided};
use smallvec::SmallVec;

use crate::entry::{Entry, Found, SearchResult, Window};
use crate::ordering::{LANES, MoveList, MoveOrdering, ScoredMove, evaluate_moves};
use crate::{
    CurrentlySearching, Eval, Interrupted, Line, Lines, MAX_DEPTH, Meter, Options, Oracle,
    TableView, sort_by_value,
};

/// Bound of all values.
const INFINITE: Score = 1_000_000;
const FULL: Window<Score> = Window {
    alpha: -INFINITE,
    beta: INFINITE,
};
/// Result of no moves.
const NOTHING: Found<Score> = Found {
    value: -INFINITE,
    proven: true,
};

impl Window<Score> {
    /// Window that only asks whether the value is above `alpha`.
    fn null(alpha: Score) -> Window<Score> {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

pub(super) struct Worker<'a, G: TwoSided, E, O> {
    pub(super) eval: &'a E,
    pub(super) oracle: &'a O,
    pub(super) table: TableView<'a>,
    pub(super) meter: Meter<'a>,
    /// Moves that threads are searching; `None` with one thread.
    pub(super) searching: Option<&'a CurrentlySearching>,
    pub(super) options: Options,
    pub(super) ordering: MoveOrdering<'a>,
    /// Best line found from each ply of the current line.
    pub(super) lines: Vec<Vec<G::Move>>,
}

#[derive(Clone, Copy)]
struct MoveContext<M> {
    mv: M,
    /// Static evaluation of the position after it, for the side that makes it; `None` if not
    /// computed yet.
    static_eval: Option<Score>,
    /// Number of moves before it in the order.
    index: usize,
    depth: i32,
    ply: usize,
}

#[derive(Clone, Copy)]
struct SearchParams {
    depth: i32,
    ply: usize,
    /// Static evaluation of the position, for the side to move; `None` if not computed yet.
    static_eval: Option<Score>,
}

/// Result of the moves of a node searched so far.
struct NodeState {
    best: Found<Score>,
    best_move: u32,
    /// Whether the values of all moves are proven.
    all_proven: bool,
    /// Moves searched, by their [`Keyed::move_bits`], in order.
    tried: SmallVec<[u32; 96]>,
}

/// Proven bound of a value, and a move that reaches it if it is above the score asked about.
type ProvenMove<M> = (Score, Option<M>);

/// Hash of a move in a position.
#[inline]
fn move_hash<G: Keyed>(game: &G, mv: G::Move) -> u64 {
    game.key() ^ u64::from(G::move_bits(mv)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<'a, G: Keyed + TwoSided, E: Eval<G>, O: Oracle<G>> Worker<'a, G, E, O> {
    /// Brings the best `lines` moves to the front, searching each without the better ones, with
    /// windows that widen. Keeps `moves` in order of their values so far; leaves the best move
    /// found at this depth so far in `partial`, for the case of an interruption.
    pub(super) fn search_depth(
        &mut self,
        game: &G,
        moves: &mut Lines<G::Move, Score>,
        lines: usize,
        depth: i32,
        partial: &mut Option<Line<G::Move, Score>>,
    ) -> Result<(), Interrupted> {
        for chosen in 0..lines {
            let mut ignored = None;
            let partial = if chosen == 0 {
                &mut *partial
            } else {
                &mut ignored
            };
            let expected = moves[chosen].value;
            let mut margin = self.options.aspiration;
            loop {
                let is_full = depth <= 1 || margin > 16 * self.options.aspiration;
                let window = if is_full {
                    FULL
                } else {
                    Window {
                        alpha: expected - margin,
                        beta: expected + margin,
                    }
                };
                let value = self.search_root(game, &mut moves[chosen..], window, depth, partial)?;
                if value > window.alpha && value < window.beta || is_full {
                    break;
                }
                margin *= 4;
            }
        }
        sort_by_value(&mut moves[..lines]);
        Ok(())
    }

    /// Searches depth after depth until the answer whether a value is above `score` depends on no
    /// estimate; `None` if it still does at [`MAX_DEPTH`]. `deepest` is the deepest search that any
    /// thread has begun.
    pub(super) fn prove(
        &mut self,
        game: &G,
        score: Score,
        deepest: &AtomicU32,
    ) -> Result<Option<ProvenMove<G::Move>>, Interrupted> {
        for depth in 1..=MAX_DEPTH as i32 {
            deepest.fetch_max(depth as u32, Relaxed);
            let params = SearchParams {
                depth,
                ply: 0,
                static_eval: None,
            };
            let Found { value, proven } = self.search(game, Window::null(score), params)?;
            if proven {
                let _ = self.meter.report(); // all nodes count, and a limit no longer matters
                let best = self.lines[0].first().copied().or_else(|| {
                    let best = Entry::unpack(self.table.probe(game.key())?).best;
                    game.moves()
                        .into_iter()
                        .find(|&mv| G::move_bits(mv) == best)
                });
                return Ok(Some((value, best.filter(|_| value > score))));
            }
        }
        Ok(None)
    }

    fn search_root(
        &mut self,
        game: &G,
        moves: &mut [Line<G::Move, Score>],
        window: Window<Score>,
        depth: i32,
        partial: &mut Option<Line<G::Move, Score>>,
    ) -> Result<Score, Interrupted> {
        let mut best = NOTHING;
        let mut alpha = window.alpha;
        let mut all_proven = true;
        let mut queue: VecDeque<G::Move> = moves.iter().map(|line| line.moves[0]).collect();
        let mut first_round = queue.len();
        while let Some(mv) = queue.pop_front() {
            let index = match first_round {
                0 => moves
                    .iter()
                    .position(|line| line.moves[0] == mv)
                    .expect("moves are only reordered"),
                // In the first round, moves not searched yet are in their places.
                left => moves.len() - left,
            };
            let context = MoveContext {
                mv,
                static_eval: None,
                index,
                depth,
                ply: 0,
            };
            first_round = first_round.saturating_sub(1);
            if index > 0 && first_round > 0 && self.is_searched_elsewhere(game, context) {
                queue.push_back(mv);
                continue;
            }
            let found = self.search_marked(
                game,
                context,
                Window {
                    alpha,
                    beta: window.beta,
                },
            )?;
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
            moves[index] = Line::new(found.value, found.proven, line);
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
        Ok(best.value)
    }

    /// Finds the value of a position for its side to move, fail-soft: with `exact`, the value of a
    /// search with a full window,
    ///
    /// ```text
    /// value <= alpha          =>  exact <= value
    /// alpha < value < beta    =>  exact == value
    /// beta <= value           =>  exact >= value
    /// ```
    ///
    /// Where `value` is proved, `exact` is the value of the game, else that of a search to this
    /// depth.
    fn search(
        &mut self,
        game: &G,
        window: Window<Score>,
        params: SearchParams,
    ) -> SearchResult<Score> {
        let SearchParams {
            depth,
            ply,
            static_eval,
        } = params;
        self.meter.count()?;
        self.lines[ply].clear();
        let side = game.side_to_move();
        if game.is_over() {
            return Ok(Found {
                value: game.margin_of(side),
                proven: true,
            });
        }
        if let Some(value) = self.oracle.margin(game) {
            return Ok(Found {
                value,
                proven: true,
            });
        }
        if depth <= 0 || ply + 2 >= self.lines.len() {
            let value = static_eval.unwrap_or_else(|| self.eval.evaluate(game));
            return Ok(Found {
                value,
                proven: false,
            });
        }
        if let Some(value) = self.futility_prune(game, window, depth, static_eval) {
            return Ok(Found {
                value,
                proven: false,
            });
        }
        let current = game.margin_of(side);
        let tt_entry = self.table.probe(game.key()).map(Entry::unpack);
        if let Some(found) = tt_entry.and_then(|entry| self.usable(entry, current, window, depth)) {
            return Ok(found);
        }
        let table_move = tt_entry.map_or(0, |entry| entry.best);
        // The table move often refutes the position again: then evaluating the others would be
        // wasted.
        let mut moves = if depth >= self.options.ordering_depth && table_move == 0 {
            self.ordering.rank_evaluated(game, self.eval)
        } else {
            self.ordering.rank(game, self.eval, table_move, ply)
        };
        self.search_moves(game, &mut moves, window, depth, ply)
    }

    /// Static evaluation, if no search of this depth is likely to bring it into the null window
    /// (futility pruning, Heinz 1998).
    #[inline]
    fn futility_prune(
        &self,
        game: &G,
        window: Window<Score>,
        depth: i32,
        static_eval: Option<Score>,
    ) -> Option<Score> {
        if !self.options.selective || !window.is_null() {
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
    ) -> SearchResult<Score> {
        let mut state = NodeState {
            best: NOTHING,
            best_move: 0,
            all_proven: true,
            tried: SmallVec::new(),
        };
        let mut deferred = SmallVec::<[MoveContext<G::Move>; 16]>::new();
        let mut cut = false;
        for index in 0..moves.len() {
            if index > 0 && moves[index].static_eval.is_none() {
                self.evaluate_left(game, &mut moves[index..], depth);
            }
            let ScoredMove {
                mv, static_eval, ..
            } = moves[index];
            let context = MoveContext {
                mv,
                static_eval,
                index,
                depth,
                ply,
            };
            if index > 0 && self.is_searched_elsewhere(game, context) {
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
        let proven = if cut {
            state.best.proven
        } else {
            state.all_proven
        };
        let best = Found {
            proven,
            ..state.best
        };
        self.store(game, best, window, depth, state.best_move);
        Ok(best)
    }

    /// Evaluates the moves left when the first did not refute the position: all of them, in order,
    /// in a deep search; elsewhere a batch.
    fn evaluate_left(&self, game: &G, left: &mut [ScoredMove<G::Move>], depth: i32) {
        if depth >= self.options.ordering_depth {
            self.ordering.evaluate_and_sort(game, self.eval, left);
        } else if self.options.selective || depth == 1 {
            let count = left.len().min(LANES);
            evaluate_moves(game, self.eval, &mut left[..count]);
        }
    }

    /// Searches a move, updates `state`, and returns whether it cuts off.
    fn try_move(
        &mut self,
        game: &G,
        context: MoveContext<G::Move>,
        window: Window<Score>,
        state: &mut NodeState,
    ) -> Result<bool, Interrupted> {
        let alpha = window.alpha.max(state.best.value);
        let found = self.search_marked(
            game,
            context,
            Window {
                alpha,
                beta: window.beta,
            },
        )?;
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
            self.ordering.reward(
                &state.tried,
                game.side_to_move(),
                context.depth,
                context.ply,
            );
        }
        Ok(cut)
    }

    /// Moves that threads are searching, if the search is deep enough to defer them.
    #[inline]
    fn deferrable(&self, depth: i32) -> Option<&'a CurrentlySearching> {
        self.searching
            .filter(|_| depth >= self.options.shared_depth)
    }

    #[inline]
    fn is_searched_elsewhere(&self, game: &G, context: MoveContext<G::Move>) -> bool {
        self.deferrable(context.depth)
            .is_some_and(|searching| searching.contains(move_hash(game, context.mv)))
    }

    /// Searches a move that other threads defer until it is done.
    #[inline]
    fn search_marked(
        &mut self,
        game: &G,
        context: MoveContext<G::Move>,
        window: Window<Score>,
    ) -> SearchResult<Score> {
        let Some(searching) = self.deferrable(context.depth) else {
            return self.search_move(game, context, window);
        };
        let hash = move_hash(game, context.mv);
        searching.enter(hash);
        let found = self.search_move(game, context, window);
        searching.leave(hash);
        found
    }

    /// Finds the value of a move for the side that makes it: of a late one less deep and with a
    /// null window first.
    fn search_move(
        &mut self,
        game: &G,
        context: MoveContext<G::Move>,
        window: Window<Score>,
    ) -> SearchResult<Score> {
        let MoveContext {
            mv,
            static_eval,
            index,
            depth,
            ply,
        } = context;
        let child = game.after(mv);
        self.table.prefetch(child.key());
        let side = game.side_to_move();
        let params = SearchParams {
            depth: depth - 1,
            ply,
            static_eval,
        };
        if index == 0 {
            return self.search_child(&child, side, window, params);
        }
        let null = Window::null(window.alpha);
        let less = self.options.reduction(depth, index);
        let reduced = SearchParams {
            depth: params.depth - less,
            ..params
        };
        let mut found = self.search_child(&child, side, null, reduced)?;
        if found.value > window.alpha && less > 0 && !found.proven {
            found = self.search_child(&child, side, null, params)?;
        }
        if found.value > window.alpha && found.value < window.beta && !window.is_null() {
            found = self.search_child(&child, side, window, params)?;
        }
        Ok(found)
    }

    /// Finds the value of a position for `side`, whose move led to it; static evaluation and window
    /// are of that side too.
    fn search_child(
        &mut self,
        child: &G,
        side: Side,
        window: Window<Score>,
        params: SearchParams,
    ) -> SearchResult<Score> {
        let SearchParams {
            ply, static_eval, ..
        } = params;
        if child.side_to_move() == side {
            return self.search(
                child,
                window,
                SearchParams {
                    ply: ply + 1,
                    ..params
                },
            );
        }
        let params = SearchParams {
            ply: ply + 1,
            static_eval: static_eval.map(|value| -value),
            ..params
        };
        let found = self.search(child, window.negated(), params)?;
        Ok(Found {
            value: -found.value,
            ..found
        })
    }

    fn keep_line(&mut self, ply: usize, mv: G::Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        above[ply].extend_from_slice(&below[0]);
    }

    fn store(&self, game: &G, found: Found<Score>, window: Window<Score>, depth: i32, best: u32) {
        let to_come = found.value - game.margin_of(game.side_to_move());
        let entry = Entry {
            to_come,
            bound: window.bound(found.value),
            proven: found.proven,
            depth,
            best,
        };
        self.table
            .store(game.key(), entry.pack::<G>(), Entry::priority);
    }

    /// Value of an entry, if it decides this window at this depth.
    ///
    /// In a node of the principal variation, whose line is needed, only a proven one does.
    #[inline]
    fn usable(
        &self,
        entry: Entry<Score>,
        current: Score,
        window: Window<Score>,
        depth: i32,
    ) -> Option<Found<Score>> {
        let value = entry.to_come + current;
        let is_good_enough =
            entry.proven || entry.is_deep_enough(depth, self.options.selective) && window.is_null();
        let is_usable = is_good_enough && window.is_decided(value, entry.bound);
        is_usable.then_some(Found {
            value,
            proven: entry.proven,
        })
    }

    /// Extends a proven line, which may end at a table entry, to the end of the game: at every turn
    /// by the first move that keeps the value.
    ///
    /// After an interruption the line is extended in part.
    pub(super) fn complete(
        &mut self,
        game: &G,
        line: &mut Line<G::Move, Score>,
        depth: i32,
    ) -> Result<(), Interrupted> {
        let side = game.side_to_move();
        let mut game = line.moves.iter().fold(*game, |game, &mv| game.after(mv));
        while !game.is_over() {
            let value = if game.side_to_move() == side {
                line.value
            } else {
                -line.value
            };
            let depth = (depth - line.moves.len() as i32).max(1);
            let Some(mv) = self.move_keeping(&game, value, depth)? else {
                break;
            };
            line.moves.push(mv);
            game.play(mv);
        }
        Ok(())
    }

    /// First move with this proven value for the side to move; `None` if a search of this depth
    /// proves it of no move.
    fn move_keeping(
        &mut self,
        game: &G,
        value: Score,
        depth: i32,
    ) -> Result<Option<G::Move>, Interrupted> {
        let window = Window {
            alpha: value - 1,
            beta: value + 1,
        };
        for ScoredMove { mv, .. } in self.ordering.rank_evaluated(game, self.eval) {
            let child = game.after(mv);
            let params = SearchParams {
                depth: depth - 1,
                ply: 0,
                static_eval: None,
            };
            let found = self.search_child(&child, game.side_to_move(), window, params)?;
            if found.proven && found.value == value {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}
