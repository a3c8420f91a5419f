//! Alpha-beta search of endings, by one thread.
//!
//! [`EndingSearch::search`] is fail-soft alpha-beta. The first of these that can decides a node:
//! bounds from the ending itself, the table, sums of own areas, sub-games, and the moves.

use std::sync::atomic::Ordering::Relaxed;

use floe_game::{Interval, Score};
use floe_hex::{Layout, Standard};
use floe_search::{CurrentlySearching, Interrupted, Meter, TableView};
use smallvec::SmallVec;

use super::SharedProof;
use super::child_features::{ChildFeatures, LANES};
use super::children::{Child, Children, EndingMoves, WAIT, moves_of, slide_of, sort};
use super::move_ordering::MoveOrdering;
use super::network_ordering::{NETWORK_SIZE, NetworkOrdering};
use super::parallel::{OpenEnding, PARALLEL_SIZE, ParallelContext, SERIAL_MOVES};
use super::sub_games::{SubGame, sub_games, with_waits};
use crate::SolverFeatures;
use crate::area::Area;
use crate::area_solver::{AreaMap, AreaSolver};
use crate::areas::Areas;
use crate::ending::{Ending, EndingSide, Normalizer};
use crate::entry::{BEYOND, SolverEntry, WAIT_MASK};
use crate::local_cache::LocalCache;
use crate::pieces::Pieces;

/// Search of one thread.
pub(super) struct EndingSearch<'a> {
    shared: &'a SharedProof<'a>,
    pub(super) normalizer: Normalizer<'a>,
    table: TableView<'a>,
    /// Entries of small endings.
    local: LocalCache,
    /// Bounds of own areas whose values are not found at once.
    large_areas: AreaMap,
    /// State of parallel search; `None` with one thread.
    parallel: Option<ParallelContext<'a>>,
    pub(super) meter: Meter<'a>,
    /// Number of free hexes of the ending at the root.
    root_size: u32,
    pub(super) ordering: MoveOrdering,
    pub(super) network: NetworkOrdering,
    nodes: u64,
    /// Nodes of earlier calls by which the table has decided moves of the root, in the current
    /// search.
    earlier: u64,
}

/// Ending that is searched within a window.
struct Node<'a> {
    ending: &'a Ending,
    key: u64,
    /// Best move of the table; zero for none.
    tt_move: u16,
    alpha: Score,
    beta: Score,
    /// Number of nodes of this thread at the start of the node.
    since: u64,
}

/// Value for the side to move, and the move that leads to it, as in
/// [`EndingMove`](super::children::EndingMove); zero if it has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct BestMove {
    value: Score,
    bits: u16,
}

/// Minimum number of free hexes of endings that are stored.
const TABLE_SIZE: u32 = 4;
/// Minimum number of free hexes of endings in the shared table; their moves are ordered by the
/// features of the children.
const LARGE: u32 = 11;
/// Minimum number of free hexes of endings that are split into sub-games.
const SUB_GAMES_SIZE: u32 = 8;
/// Maximum number of free hexes of sub-games that are solved exactly, because they occur often.
const EXACT_SIZE: u32 = 12;
/// Binary logarithm of the slots of the local cache, 16 bytes each: half of a usual second-level
/// cache.
const LOCAL_BITS: u32 = 15;
/// Number of moves between the prefetch of a table entry and its use.
const PREFETCH_LAG: usize = 4;
/// Cost of a reply in the order of moves of small endings, in 1/128 fish. By coordinate search on
/// the nodes of fifty proofs of 40 and 42 tiles, 2026-11-21.
const SMALL_REPLY: Score = 44;

impl<'a> EndingSearch<'a> {
    pub(super) fn new(
        shared: &'a SharedProof<'a>,
        features: SolverFeatures,
        searching: Option<&'a CurrentlySearching>,
        root_size: u32,
    ) -> EndingSearch<'a> {
        EndingSearch {
            shared,
            normalizer: Normalizer {
                fish: shared.fish,
                areas: Areas::new(Some(shared.table)),
                features,
            },
            table: shared.table,
            local: LocalCache::new(LOCAL_BITS),
            large_areas: AreaMap::new(),
            parallel: searching.map(ParallelContext::new),
            meter: Meter::new(shared.control),
            root_size,
            ordering: MoveOrdering::new(),
            network: NetworkOrdering::new(shared.fish),
            nodes: 0,
            earlier: 0,
        }
    }

    /// Fail-soft value of an ending for the side to move, in 1/128 fish: with `exact`, the value of
    /// the game,
    ///
    /// ```text
    /// value <= alpha          =>  exact <= value
    /// alpha < value < beta    =>  exact == value
    /// beta <= value           =>  exact >= value
    /// ```
    ///
    /// # Errors
    /// When a limit is reached, or another thread has finished the search at the root.
    pub(super) fn search(
        &mut self,
        ending: &Ending,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        self.search_keyed(ending, ending.key(), alpha, beta)
    }

    fn search_keyed(
        &mut self,
        ending: &Ending,
        key: u64,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        self.count()?;
        self.nodes += 1;
        let mut alpha = alpha;
        let mut beta = beta;
        if self.normalizer.features.bounds {
            let Interval { lower, upper } = ending.bounds();
            if upper <= alpha {
                return Ok(upper);
            }
            if lower >= beta {
                return Ok(lower);
            }
            alpha = alpha.max(lower - 1);
            beta = beta.min(upper + 1);
            if ending.can_gain(self.normalizer.fish, ending.other.upper + beta) {
                return Ok(beta);
            }
            if ending.must_lose(self.normalizer.fish, ending.me.upper - alpha) {
                return Ok(alpha);
            }
        }
        let known = self.probe(ending, key);
        if let Some(value) = known.decided_within(alpha, beta) {
            return Ok(value);
        }
        alpha = alpha.max(known.lower - 1);
        beta = beta.min(known.upper + 1);
        let node = Node {
            ending,
            key,
            tt_move: known.best,
            alpha,
            beta,
            since: self.nodes,
        };
        let BestMove { value, bits } = if self.currently_searching(ending.free.len()).is_some() {
            self.search_among_threads(&node)?
        } else {
            self.search_node(&node)?
        };
        let entry = SolverEntry {
            lower: if value > alpha {
                value.max(known.lower)
            } else {
                known.lower
            },
            upper: if value < beta {
                value.min(known.upper)
            } else {
                known.upper
            },
            best: bits,
            ..SolverEntry::NOTHING
        };
        self.store(&node, entry);
        Ok(value)
    }

    pub(super) fn count(&mut self) -> Result<(), Interrupted> {
        self.meter
            .work(std::mem::take(&mut self.normalizer.areas.searched));
        self.meter.count()?;
        if self.shared.is_done.load(Relaxed) {
            Err(Interrupted)
        } else {
            Ok(())
        }
    }

    /// Searches an ending that the table does not decide.
    #[inline]
    fn search_node(&mut self, node: &Node<'_>) -> Result<BestMove, Interrupted> {
        let ending = node.ending;
        if self.normalizer.features.areas && (ending.me.reach & ending.other.reach).is_empty() {
            Ok(BestMove {
                value: self.search_uncontested(ending, node.alpha, node.beta)?,
                bits: 0,
            })
        } else if let Some(value) = self.decided_by_sub_games(node)? {
            Ok(BestMove {
                value,
                bits: node.tt_move,
            })
        } else {
            self.search_children(node)
        }
    }

    // Transposition table.

    /// Probes the table for an ending and those that differ from it in waiting moves alone.
    #[inline]
    pub(super) fn probe(&self, ending: &Ending, key: u64) -> SolverEntry {
        if !self.is_stored(ending) {
            SolverEntry::NOTHING
        } else if is_local(ending) {
            self.local.gather(key)
        } else {
            SolverEntry::gathered(self.table.probe_all(key, WAIT_MASK), key)
        }
    }

    /// Number of nodes of the last search of an ending, as far as the table knows; at most half of
    /// them are missing.
    pub(super) fn work(&self, ending: &Ending) -> u64 {
        let key = ending.key();
        let known = if is_local(ending) {
            self.local.get(key)
        } else {
            self.table.probe(key).map(SolverEntry::unpack)
        };
        known.map_or(0, |entry| 1 << (entry.work - 1))
    }

    #[inline]
    fn store(
        &mut self,
        &Node {
            ending, key, since, ..
        }: &Node<'_>,
        entry: SolverEntry,
    ) {
        if !self.is_stored(ending) {
            return;
        }
        let work = (self.nodes - since).max(1).ilog2() as u8 + 1;
        let entry = SolverEntry { work, ..entry };
        if is_local(ending) {
            self.local.put(key, entry);
        } else {
            self.table.store(key, entry.pack(), SolverEntry::priority);
        }
    }

    #[inline]
    fn is_stored(&self, ending: &Ending) -> bool {
        self.normalizer.features.table && ending.free.len() >= TABLE_SIZE
    }

    // Own areas.

    /// Fail-soft value of an ending without contested hexes, whose areas are too large to be summed
    /// up at once.
    ///
    /// Solves the smaller side exactly, then the larger one within the window.
    fn search_uncontested(
        &mut self,
        ending: &Ending,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        let Ending { me, other, .. } = ending;
        if me.reach.len() > other.reach.len() {
            let theirs = self.maximum_within(other, -1, other.upper)?;
            Ok(self.maximum_within(me, alpha + theirs, beta + theirs)? - theirs)
        } else {
            let mine = self.maximum_within(me, -1, me.upper)?;
            Ok(mine - self.maximum_within(other, mine - beta, mine - alpha)?)
        }
    }

    /// Fail-soft maximum that a side can collect in its own areas; every area searched counts as a
    /// node.
    fn maximum_within(
        &mut self,
        side: &EndingSide,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        let fish = self.normalizer.fish;
        let area = Area {
            free: side.reach,
            penguins: side.penguins,
        };
        let cache = &mut self.large_areas;
        let value = |hexes| fish.value(hexes);
        let meter = &mut self.meter;
        let is_done = &self.shared.is_done;
        let mut searched = 0;
        let may_search = || {
            searched += 1;
            meter.count().is_ok() && !is_done.load(Relaxed)
        };
        let found = AreaSolver {
            cache,
            value,
            may_search,
        }
        .maximum_within(area, alpha, beta);
        self.nodes += searched;
        found.ok_or(Interrupted)
    }

    // Sub-games.

    /// Fail-soft value of an ending of several areas, if the values of the single areas decide it
    /// (`docs/theory.md`, section 6).
    fn decided_by_sub_games(&mut self, node: &Node<'_>) -> Result<Option<Score>, Interrupted> {
        let &Node {
            ending,
            alpha,
            beta,
            ..
        } = node;
        if !self.normalizer.features.sub_games || ending.free.len() < SUB_GAMES_SIZE {
            return Ok(None);
        }
        let areas = sub_games(ending);
        if areas.len() < 2 {
            return Ok(None);
        }
        let Interval { lower, upper } = ending.bounds();
        let is_high = (lower + upper) / 2 > alpha;
        for fails_high in [is_high, !is_high] {
            let decided = if fails_high {
                Some(-self.upper_bound(ending, &areas, false, -beta)?)
                    .filter(|&lower| lower >= beta)
            } else {
                Some(self.upper_bound(ending, &areas, true, alpha)?).filter(|&upper| upper <= alpha)
            };
            if decided.is_some() {
                return Ok(decided);
            }
        }
        Ok(None)
    }

    /// Upper bound of the value for the side to move or the other; any number above `limit` if the
    /// bound is above it.
    ///
    /// Sum of the values of the sub-games for that side, with unlimited waiting moves and the first
    /// move; in the last sub-game the side to move moves first.
    fn upper_bound(
        &mut self,
        ending: &Ending,
        areas: &[Area],
        is_mine: bool,
        limit: Score,
    ) -> Result<Score, Interrupted> {
        let mut rests = SmallVec::<[SubGame; 8]>::new();
        let mut sum = 0;
        for (index, &area) in areas.iter().enumerate() {
            let (sign, game) =
                with_waits(ending, area, is_mine, is_mine || index + 1 < areas.len());
            let normal = self.normalizer.normalize(&game);
            sum += sign * normal.certain;
            if let Some(rest) = normal.rest {
                let game = SubGame { sign, rest };
                sum += game.bounds().upper;
                rests.push(game);
            }
        }
        for (index, game) in rests.iter().enumerate() {
            let Interval { lower, upper } = game.bounds();
            let elsewhere = sum - upper;
            let enough = limit - elsewhere;
            if sum <= limit {
                break;
            } else if index + 1 < rests.len() && game.rest.free.len() <= EXACT_SIZE {
                sum = elsewhere + self.search_sub_game(game, lower - 1, upper + 1)?;
            } else if enough >= lower {
                let found = self.search_sub_game(game, enough, enough + 1)?;
                sum = elsewhere + if found <= enough { found } else { upper };
            }
        }
        Ok(sum)
    }

    /// Fail-soft value of a sub-game, `sign` times that of its rest; `alpha` and `beta` are bounds
    /// of this value.
    fn search_sub_game(
        &mut self,
        game: &SubGame,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        if game.sign > 0 {
            self.search(&game.rest, alpha, beta)
        } else {
            Ok(-self.search(&game.rest, -beta, -alpha)?)
        }
    }

    // Moves.

    fn search_children(&mut self, node: &Node<'_>) -> Result<BestMove, Interrupted> {
        let ending = node.ending;
        if self.is_root(node) {
            self.earlier = 0;
        }
        let mut moves = moves_of(ending);
        if moves.is_empty() {
            return Ok(BestMove {
                value: self.pass(ending, node.alpha, node.beta)?,
                bits: 0,
            });
        }
        let pieces = &Pieces::of(ending.free);
        let mut children = Children::new();
        let mut best = BestMove {
            value: -BEYOND,
            bits: 0,
        };
        if self.normalizer.features.ordering && ending.free.len() >= LARGE {
            if moves.iter().any(|mv| mv.bits == node.tt_move) {
                // The best move of the table most often refutes again.
                let child = Child::after(&mut self.normalizer, ending, pieces, node.tt_move);
                self.try_move(node, &child, &mut best)?;
                self.report_root_move(node, 1, moves.len());
                if best.value >= node.beta {
                    self.ordering
                        .reward([node.tt_move].into_iter(), bonus(ending));
                    return Ok(best);
                }
            }
            if let Some(found) = self.order_by_features(node, pieces, &mut moves, &mut children) {
                return Ok(found);
            }
        } else if self.normalizer.features.ordering {
            self.order_by_replies(node, &mut moves);
        }
        self.search_moves(node, pieces, &moves, &children, best)
    }

    /// Value, for the side to move, of an ending in which it cannot move: the other side moves on.
    fn pass(&mut self, ending: &Ending, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        let child = Child::pass(&mut self.normalizer, ending);
        match &child.rest {
            None => Ok(child.base),
            Some(rest) => self.search_child(&child, rest, alpha, beta),
        }
    }

    /// Principal variation search of the moves, without the first if `best` holds its value; defers
    /// moves that another thread is searching.
    fn search_moves(
        &mut self,
        node: &Node<'_>,
        pieces: &Pieces,
        moves: &EndingMoves,
        children: &Children,
        mut best: BestMove,
    ) -> Result<BestMove, Interrupted> {
        let size = node.ending.free.len();
        let searching = self.currently_searching(size);
        let mut deferred = SmallVec::<[Child; 8]>::new();
        let searched = usize::from(best.bits != 0);
        for (index, mv) in moves.iter().enumerate().skip(searched) {
            let child = match children.get(usize::from(mv.index)) {
                Some(&child) => child,
                None => Child::after(&mut self.normalizer, node.ending, pieces, mv.bits),
            };
            if searching.is_some() && index > 0 && self.refresh(node, &mut best) {
                return Ok(best);
            }
            if index >= SERIAL_MOVES
                && searching.is_some_and(|searching| searching.contains(child.key))
            {
                deferred.push(child);
                continue;
            }
            let before = best.value.max(node.alpha);
            self.try_move(node, &child, &mut best)?;
            if searching.is_some() && (before + 1..node.beta).contains(&best.value) {
                self.publish(node, best);
            }
            self.report_root_move(node, index + 1 - deferred.len(), moves.len());
            if best.value >= node.beta {
                self.ordering
                    .reward(moves[..=index].iter().map(|mv| mv.bits), bonus(node.ending));
                return Ok(best);
            }
        }
        for child in &deferred {
            if self.refresh(node, &mut best) {
                break;
            }
            self.try_move(node, child, &mut best)?;
            if best.value >= node.beta {
                break;
            }
        }
        Ok(best)
    }

    /// Reports that `done` of `all` moves of a node are searched, if it is the root.
    #[inline]
    fn report_root_move(&self, node: &Node<'_>, done: usize, all: usize) {
        if self.is_root(node) {
            self.shared.report_root_moves(done, all, self.earlier);
        }
    }

    #[inline]
    fn is_root(&self, node: &Node<'_>) -> bool {
        node.ending.free.len() >= self.root_size
    }

    /// Counts the nodes that earlier calls have searched for a move of the root, of which this call
    /// has searched `nodes`.
    fn credit_earlier_calls(&mut self, rest: &Ending, nodes: u64) {
        self.earlier += self.work(rest).saturating_sub(nodes);
    }

    fn try_move(
        &mut self,
        node: &Node<'_>,
        child: &Child,
        best: &mut BestMove,
    ) -> Result<(), Interrupted> {
        let value = match &child.rest {
            None => child.base,
            Some(rest) => {
                let searching = self.currently_searching(rest.free.len() + 1);
                if let Some(searching) = searching {
                    searching.enter(child.key);
                }
                self.ordering.enter(child.bits);
                let since = self.nodes;
                let alpha = node.alpha.max(best.value);
                // Null window for all moves but the first.
                let bound = if best.bits == 0 { node.beta } else { alpha + 1 };
                let mut found = self.search_child(child, rest, alpha, bound);
                if let Ok(value) = found
                    && (bound..node.beta).contains(&value)
                {
                    found = self.search_child(child, rest, value - 1, node.beta);
                }
                self.ordering.leave();
                if let Some(searching) = searching {
                    searching.leave(child.key);
                }
                if self.shared.goes_on && self.is_root(node) {
                    self.credit_earlier_calls(rest, self.nodes - since);
                }
                found?
            }
        };
        if value > best.value {
            *best = BestMove {
                value,
                bits: child.bits,
            };
        }
        Ok(())
    }

    #[inline]
    fn search_child(
        &mut self,
        child: &Child,
        rest: &Ending,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        Ok(child.base
            - self.search_keyed(rest, child.key, child.base - beta, child.base - alpha)?)
    }

    // Move ordering.

    /// Orders the moves of a small ending: the move of the table, then by tile value, number of
    /// replies and history.
    #[inline]
    fn order_by_replies(&self, node: &Node<'_>, moves: &mut EndingMoves) {
        let Node {
            ending, tt_move, ..
        } = *node;
        let fish = self.normalizer.fish;
        for mv in moves.iter_mut() {
            mv.score = if mv.bits == tt_move {
                Score::MAX
            } else if mv.bits == WAIT {
                0
            } else {
                let (_, to) = slide_of(mv.bits);
                let replies = Standard
                    .slides(ending.other.penguins, ending.free - to.into())
                    .len() as Score;
                fish.tile_value(to) - SMALL_REPLY * replies + self.ordering.score(mv.bits)
            };
        }
        sort(moves);
    }

    /// Orders the moves of a large ending by features of the children; returns a move instead that
    /// is known to be worth `beta`.
    fn order_by_features(
        &mut self,
        node: &Node<'_>,
        pieces: &Pieces,
        moves: &mut EndingMoves,
        children: &mut Children,
    ) -> Option<BestMove> {
        // History first: a known refutation is then found before all children are made.
        for mv in moves.iter_mut() {
            mv.score = self.ordering.score(mv.bits);
        }
        sort(moves);
        for index in 0..moves.len() + PREFETCH_LAG {
            if let Some(mv) = moves.get(index) {
                let child = Child::after(&mut self.normalizer, node.ending, pieces, mv.bits);
                if is_shared(&child) {
                    self.table.prefetch(child.key);
                } else if let Some(refutation) = self.known_refutation(&child, node.beta) {
                    return Some(refutation);
                }
                children.push(child);
            }
            // The prefetch has arrived by now.
            if let Some(child) = index
                .checked_sub(PREFETCH_LAG)
                .map(|index| &children[index])
                && is_shared(child)
                && let Some(refutation) = self.known_refutation(child, node.beta)
            {
                return Some(refutation);
            }
        }
        let is_by_network =
            self.normalizer.features.network && node.ending.free.len() >= NETWORK_SIZE;
        for (place, (moves, children)) in moves
            .chunks_mut(LANES)
            .zip(children.chunks(LANES))
            .enumerate()
        {
            let rests = children.iter().map(|child| child.rest.as_ref());
            let features = ChildFeatures::of_each(self.normalizer.fish, rests);
            let costs = if is_by_network {
                self.network.scores(&features, children)
            } else {
                features.scores(children)
            };
            for (lane, (mv, child)) in moves.iter_mut().zip(children).enumerate() {
                mv.index = (place * LANES + lane) as u16;
                let is_tt_move = mv.bits == node.tt_move;
                mv.score = if is_tt_move {
                    Score::MAX
                } else {
                    child.base - costs[lane] + mv.score
                };
            }
        }
        sort(moves);
        None
    }

    /// Move to this child, if its value is known to be `beta` or more (enhanced transposition
    /// cut-offs, Plaat et al. 1996).
    #[inline]
    fn known_refutation(&self, child: &Child, beta: Score) -> Option<BestMove> {
        if !self.normalizer.features.look_ahead {
            return None;
        }
        let value = match &child.rest {
            None => child.base,
            Some(rest) if child.base - rest.bounds().lower < beta => return None,
            Some(rest) if child.base - rest.bounds().upper >= beta => {
                child.base - rest.bounds().upper
            }
            Some(rest) => child.base - self.probe(rest, child.key).upper,
        };
        (value >= beta).then_some(BestMove {
            value,
            bits: child.bits,
        })
    }

    // Parallel search.

    /// Endings that other threads are searching, for at least [`PARALLEL_SIZE`] free hexes.
    #[inline]
    fn currently_searching(&self, size: u32) -> Option<&'a CurrentlySearching> {
        self.parallel
            .as_ref()
            .filter(|_| size >= PARALLEL_SIZE)
            .map(|parallel| parallel.searching)
    }

    /// Searches an ending in parallel with other threads; stops when one of them has settled it.
    fn search_among_threads(&mut self, node: &Node<'_>) -> Result<BestMove, Interrupted> {
        let open = OpenEnding {
            key: node.key,
            alpha: node.alpha,
            beta: node.beta,
        };
        let entered = self
            .parallel
            .as_mut()
            .map_or(Ok(()), |parallel| parallel.enter(open, self.table));
        let found = entered.and_then(|()| self.search_node(node));
        let settled = self.parallel.as_mut().and_then(ParallelContext::leave);
        settled.map_or(found, |value| {
            Ok(BestMove {
                value,
                bits: node.tt_move,
            })
        })
    }

    /// Updates the best move by what other threads have found; returns whether that decides the
    /// node.
    fn refresh(&self, node: &Node<'_>, best: &mut BestMove) -> bool {
        let known = self.probe(node.ending, node.key);
        if known.lower > best.value.max(node.alpha) {
            *best = BestMove {
                value: known.lower,
                bits: known.best,
            };
        }
        if known.upper <= best.value.max(node.alpha) {
            best.value = known.upper;
            return true;
        }
        best.value >= node.beta
    }

    /// Stores a better move for the other threads.
    fn publish(&mut self, node: &Node<'_>, best: BestMove) {
        let known = self.probe(node.ending, node.key);
        let entry = SolverEntry {
            lower: best.value.max(known.lower),
            best: best.bits,
            ..known
        };
        self.store(node, entry);
    }
}

/// History bonus of a move that refutes an ending.
fn bonus(ending: &Ending) -> Score {
    (4 * ending.free.len().pow(2)).min(4096) as Score
}

/// Whether each thread stores the ending in its local cache.
#[inline]
fn is_local(ending: &Ending) -> bool {
    ending.free.len() < LARGE
}

/// Whether the entry of a child is in the shared table.
#[inline]
fn is_shared(child: &Child) -> bool {
    child.rest.as_ref().is_some_and(|rest| !is_local(rest))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use floe_fish::{Dealing, Position, deal, place_at_random};
    use floe_game::{Game, Player, walk};
    use floe_search::{Control, Limits, TranspositionTable};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::fish_map::FishMap;

    /// Runs `ask` on a search with a small table and no limits.
    fn with_search<T>(
        fish: &FishMap,
        searching: Option<&CurrentlySearching>,
        ask: impl FnOnce(&mut EndingSearch<'_>) -> T,
    ) -> T {
        let limits = Limits::default();
        let mut table = TranspositionTable::new(1).expect("there is a mebibyte");
        let control = Control::new(&limits);
        let shared = SharedProof::new(fish, table.view(), &control);
        ask(&mut EndingSearch::new(
            &shared,
            SolverFeatures::ALL,
            searching,
            0,
        ))
    }

    fn ending_of(position: &Position<2>, fish: &FishMap) -> Option<Ending> {
        let features = SolverFeatures::ALL;
        Normalizer {
            fish,
            areas: Areas::new(None),
            features,
        }
        .normalize_position(position)
        .rest
    }

    fn node_of(ending: &Ending, alpha: Score, beta: Score) -> Node<'_> {
        Node {
            ending,
            key: ending.key(),
            tt_move: 0,
            alpha,
            beta,
            since: 0,
        }
    }

    /// The fail-soft bounds hold for any window and any number of waiting moves.
    #[test]
    fn sub_games_decide_correctly() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let mut split = 0;
        let mut decided = 0;
        for seed in 0..1500 {
            let position = place_at_random(&deal(Dealing::Shuffled, seed), rng);
            let position: Position<2> = walk(&position, rng.random_range(26..34), rng);
            let fish = FishMap::of(&position);
            let Some(ending) = ending_of(&position, &fish) else {
                continue;
            };
            if position.is_over() || sub_games(&ending).len() < 2 || ending.free.len() > 16 {
                continue;
            }
            let ending = Ending {
                waits: rng.random_range(-3..4),
                ..ending
            };
            let Interval { lower, upper } = ending.bounds();
            let truth = with_search(&fish, None, |plain| {
                plain.normalizer.features.sub_games = false;
                plain
                    .search(&ending, lower - 1, upper + 1)
                    .expect("there is no limit")
            });
            split += 1;
            with_search(&fish, None, |search| {
                for _ in 0..20 {
                    let alpha = truth + rng.random_range(-400..400);
                    let beta = alpha + rng.random_range(1..100);
                    let Some(found) = search
                        .decided_by_sub_games(&node_of(&ending, alpha, beta))
                        .expect("there is no limit")
                    else {
                        continue;
                    };
                    let is_so = if found <= alpha {
                        truth <= found
                    } else {
                        found >= beta && truth >= found
                    };
                    assert!(
                        is_so,
                        "{found} for {truth} in {alpha} to {beta}: {position:?}"
                    );
                    decided += 1;
                }
            });
        }
        assert!(
            split > 100 && decided > 5 * split,
            "{decided} windows decided of {split} endings"
        );
    }

    #[test]
    fn uncontested_endings_are_sums_of_maxima() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let mut seen = 0;
        for seed in 0..3000 {
            let position = place_at_random(&deal(Dealing::Shuffled, seed), rng);
            let position: Position<2> = walk(&position, rng.random_range(24..44), rng);
            let fish = FishMap::of(&position);
            let free = position.free();
            let me = position.last_turn();
            let [mine, theirs] =
                [me, Player::new(1 - me.index())].map(|player| position.penguins(player));
            let [my_reach, their_reach] =
                [mine, theirs].map(|penguins| Standard.flood(penguins, free));
            if position.is_over() || !(my_reach & their_reach).is_empty() {
                continue;
            }
            let side = |reach, penguins| EndingSide {
                penguins,
                reach,
                lower: 0,
                upper: fish.value(reach),
            };
            let me = side(my_reach, mine);
            let other = side(their_reach, theirs);
            let ending = Ending {
                free: my_reach | their_reach,
                me,
                other,
                waits: 0,
            };
            let maximum = |free, penguins| {
                let cache = &mut AreaMap::new();
                let value = |hexes| fish.value(hexes);
                let mut solver = AreaSolver {
                    cache,
                    value,
                    may_search: || true,
                };
                solver
                    .maximum(Area { free, penguins })
                    .expect("there is no limit")
            };
            let truth = maximum(my_reach, mine) - maximum(their_reach, theirs);
            let alpha = truth + rng.random_range(-400..300);
            let beta = alpha + rng.random_range(1..200);
            let found = with_search(&fish, None, |search| {
                search.search_uncontested(&ending, alpha, beta)
            })
            .expect("there is no limit");
            let (least, most) = if truth <= alpha {
                (truth, alpha)
            } else {
                (truth.min(beta), truth)
            };
            assert!(
                (least..=most).contains(&found),
                "{found} for {truth} in {alpha} to {beta}: {position:?}"
            );
            seen += 1;
        }
        assert!(seen > 100, "{seen} positions");
    }

    /// Looks at the limits within a large area, which takes millions of areas, and after the areas
    /// of an evaluation.
    #[test]
    fn large_areas_are_interrupted() {
        let text =
            "B1.222../..2222.3/11.1.3./2.121.21/.211.2./131112.1/2.A1.111/.11....2 A 0:0,0:0";
        let position: Position<2> = text.parse().expect("it is a position");
        let fish = FishMap::of(&position);
        let penguins = position.penguins(Player::new(0));
        let free = Standard.flood(penguins, position.free());
        let stop = AtomicBool::new(false);
        let limits = Limits {
            stop: Some(&stop),
            ..Limits::default()
        };
        let mut table = TranspositionTable::new(1).unwrap();
        let control = Control::new(&limits);
        let shared = SharedProof::new(&fish, table.view(), &control);
        let mut search = EndingSearch::new(&shared, SolverFeatures::ALL, None, 0);
        // Quick reports in a row make the meter report seldom.
        (0..1000).for_each(|_| search.meter.report().expect("there is no limit yet"));
        stop.store(true, Relaxed);
        let side = EndingSide {
            penguins,
            reach: free,
            lower: 0,
            upper: fish.value(free),
        };
        assert_eq!(
            search.maximum_within(&side, -1, side.upper),
            Err(Interrupted)
        );
        stop.store(false, Relaxed);
        (0..1000).for_each(|_| search.meter.report().expect("there is no limit"));
        stop.store(true, Relaxed);
        assert_eq!(
            search.normalizer.areas.sum(&fish, Area { free, penguins }),
            None
        );
        assert_eq!(search.count(), Err(Interrupted));
    }

    #[test]
    fn better_moves_reach_other_threads() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
        let position = walk(&place_at_random(&deal(Dealing::Shuffled, 3), rng), 20, rng);
        let fish = FishMap::of(&position);
        let ending = ending_of(&position, &fish).expect("not all is certain");
        let key = ending.key();
        let node = node_of(&ending, 0, 100);
        with_search(&fish, Some(&CurrentlySearching::default()), |search| {
            let mut best = BestMove { value: -3, bits: 4 };
            assert!(!search.refresh(&node, &mut best));
            assert_eq!(best, BestMove { value: -3, bits: 4 });
            search.publish(&node, BestMove { value: 30, bits: 5 });
            assert!(!search.refresh(&node, &mut best));
            assert_eq!(best, BestMove { value: 30, bits: 5 });
            search.publish(&node, BestMove { value: 20, bits: 6 });
            let known = search.probe(&ending, key);
            assert_eq!(
                (known.lower, known.upper),
                (30, BEYOND),
                "what was known is not lost"
            );
            let settled = SolverEntry {
                lower: 30,
                upper: 30,
                best: 7,
                work: 1,
            };
            search
                .table
                .store(key, settled.pack(), SolverEntry::priority);
            assert!(search.refresh(&node, &mut best));
            assert_eq!(best, BestMove { value: 30, bits: 5 });
        });
    }
}
