//! Alpha-beta search of endings, by one thread.
//!
//! [`EndingSearch::search`] is fail-soft alpha-beta. A node is decided by the first of these that can: bounds that follow from the ending
//! itself, the table, sums where nothing is contested, sub-games by themselves, and its moves.

use std::sync::atomic::Ordering::Relaxed;

use floe_game::{Interval, Score};
use floe_hex::{Layout, Standard};
use floe_search::{CurrentlySearching, Interrupted, Meter, TableView};
use smallvec::SmallVec;

use super::child_features::{ChildFeatures, LANES};
use super::children::{Child, Children, EndingMoves, WAIT, moves_of, slide_of, sort};
use super::move_ordering::MoveOrdering;
use super::parallel::{OpenEnding, PARALLEL_SIZE, ParallelContext, SERIAL_MOVES};
use super::shared_proof::SharedProof;
use super::sub_games::{SubGameRest, SubGames, sub_games};
use crate::area::Area;
use crate::area_solver::{AreaMap, AreaSolver};
use crate::areas::Areas;
use crate::ending::{Ending, Normalizer};
use crate::entry::{BEYOND, SolverEntry};
use crate::features::SolverFeatures;
use crate::key::WAIT_MASK;
use crate::local_cache::LocalCache;
use crate::pieces::Pieces;

/// The search of one thread.
pub(super) struct EndingSearch<'a> {
    shared: &'a SharedProof<'a>,
    pub(super) normalizer: Normalizer<'a>,
    table: TableView<'a>,
    /// For small endings.
    local: LocalCache,
    /// For areas whose values are not found at once.
    large_areas: AreaMap,
    /// Where this is not the only thread.
    parallel: Option<ParallelContext<'a>>,
    pub(super) meter: Meter<'a>,
    /// The free hexes of the ending at the root.
    root_size: u32,
    ordering: MoveOrdering,
    nodes: u64,
}

/// An ending that is searched within a window.
struct Node<'a> {
    ending: &'a Ending,
    key: u64,
    /// The best move that the table knows; zero for none.
    tt_move: u16,
    alpha: Score,
    beta: Score,
    /// Nodes of this thread when the search of the ending began.
    since: u64,
}

/// A value, and the bits of the move that leads to it; zero for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct BestMove {
    value: Score,
    bits: u16,
}

/// Minimum number of free hexes of endings that are stored.
const TABLE_SIZE: u32 = 4;
/// Minimum number of free hexes of endings whose children are all looked at before one is searched, and which all threads store together.
const LARGE: u32 = 11;
/// Minimum number of free hexes of endings in which it pays to look for sub-games.
const SUB_GAMES_SIZE: u32 = 8;
/// Maximum number of free hexes of sub-games whose value is found exactly: they are met again and again.
const EXACT_SIZE: u32 = 12;
/// Size of the local cache, as a power of two: so many slots of 16 bytes are half of a usual second-level cache.
const LOCAL_SIZE: u32 = 15;
/// Areas looked at before a look at the clock; what was found of smaller ones is not lost then. A few milliseconds.
const STEP: u32 = 10_000;
/// Moves between the prefetch of a table entry and its use.
const LAG: usize = 4;
/// Cost of a reply in the order of moves of small endings.
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
            normalizer: Normalizer { fish: shared.fish, areas: Areas::new(Some(shared.table)), features },
            table: shared.table,
            local: LocalCache::new(LOCAL_SIZE),
            large_areas: AreaMap::new(),
            parallel: searching.map(ParallelContext::new),
            meter: Meter::new(shared.control),
            root_size,
            ordering: MoveOrdering::new(),
            nodes: 0,
        }
    }

    /// The value of an ending for the side to move, in the sense of fail-soft alpha-beta.
    ///
    /// # Errors
    /// When a limit is reached, or another thread has finished the search at the root.
    pub(super) fn search(&mut self, ending: &Ending, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        self.search_keyed(ending, ending.key(), alpha, beta)
    }

    fn search_keyed(&mut self, ending: &Ending, key: u64, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        self.count()?;
        self.nodes += 1;
        let (mut alpha, mut beta) = (alpha, beta);
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
            if ending.can_gain(self.normalizer.fish, ending.their_most + beta) {
                return Ok(beta);
            }
            if ending.must_lose(self.normalizer.fish, ending.my_most - alpha) {
                return Ok(alpha);
            }
        }
        let known = self.probe(ending, key);
        if let Some(value) = known.decided_within(alpha, beta) {
            return Ok(value);
        }
        alpha = alpha.max(known.lower - 1);
        beta = beta.min(known.upper + 1);
        let node = Node { ending, key, tt_move: known.best, alpha, beta, since: self.nodes };
        let BestMove { value, bits } = if self.currently_searching(ending.free.len()).is_some() {
            self.search_among_threads(&node)?
        } else {
            self.search_node(&node)?
        };
        let entry = SolverEntry {
            lower: if value > alpha { value.max(known.lower) } else { known.lower },
            upper: if value < beta { value.min(known.upper) } else { known.upper },
            best: bits,
            ..SolverEntry::NOTHING
        };
        self.store(&node, entry);
        Ok(value)
    }

    fn count(&mut self) -> Result<(), Interrupted> {
        self.meter.count()?;
        if self.shared.done.load(Relaxed) { Err(Interrupted) } else { Ok(()) }
    }

    /// The value of an ending of which the table knows too little, and the best move.
    #[inline]
    fn search_node(&mut self, node: &Node<'_>) -> Result<BestMove, Interrupted> {
        let ending = node.ending;
        if self.normalizer.features.areas && (ending.my_reach & ending.their_reach).is_empty() {
            Ok(BestMove { value: self.search_uncontested(ending, node.alpha, node.beta)?, bits: 0 })
        } else if let Some(value) = self.decided_by_sub_games(node)? {
            Ok(BestMove { value, bits: node.tt_move })
        } else {
            self.search_children(node)
        }
    }

    // The table.

    /// Knowledge of an ending, also from those that differ from it by waiting moves alone.
    #[inline]
    pub(super) fn probe(&self, ending: &Ending, key: u64) -> SolverEntry {
        if !self.is_stored(ending) {
            SolverEntry::NOTHING
        } else if is_local(ending) {
            self.local.gather(key)
        } else {
            SolverEntry::gathered(self.table.get_all(key, WAIT_MASK), key)
        }
    }

    /// Stores what is known of an ending.
    #[inline]
    fn store(&mut self, &Node { ending, key, since, .. }: &Node<'_>, entry: SolverEntry) {
        if !self.is_stored(ending) {
            return;
        }
        let work = (self.nodes - since).max(1).ilog2() as u8 + 1;
        let entry = SolverEntry { work, ..entry };
        if is_local(ending) {
            self.local.put(key, entry);
        } else {
            self.table.put(key, entry.pack(), SolverEntry::priority);
        }
    }

    #[inline]
    fn is_stored(&self, ending: &Ending) -> bool {
        self.normalizer.features.table && ending.free.len() >= TABLE_SIZE
    }

    // Areas that one side has to itself.

    /// The value of an ending in which nothing is contested, with areas so large that their values were not found at once.
    ///
    /// Most often the one side has so much that the most of the other need not be known exactly.
    fn search_uncontested(&mut self, ending: &Ending, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        let mine = Area { free: ending.my_reach, penguins: ending.mine };
        let theirs = Area { free: ending.their_reach, penguins: ending.theirs };
        if ending.my_reach.len() > ending.their_reach.len() {
            let they_get = self.most_within(theirs, -1, ending.their_most)?;
            Ok(self.most_within(mine, alpha + they_get, beta + they_get)? - they_get)
        } else {
            let i_get = self.most_within(mine, -1, ending.my_most)?;
            Ok(i_get - self.most_within(theirs, i_get - beta, i_get - alpha)?)
        }
    }

    /// The most that penguins can collect in hexes they have to themselves, in the sense of fail-soft alpha-beta.
    fn most_within(&mut self, area: Area, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        let fish = self.normalizer.fish;
        loop {
            let mut budget = STEP;
            let worth = |hexes| fish.worth(hexes);
            let mut solver = AreaSolver::new(&mut self.large_areas, worth, &mut budget);
            if let Some(found) = solver.most_within(area, alpha, beta) {
                return Ok(found);
            }
            self.count()?;
        }
    }

    // Sub-games.

    /// The value of an ending that has come apart, in the sense of fail-soft alpha-beta, where what its sub-games are worth by themselves
    /// decides it (`docs/theory.md`, section 6).
    fn decided_by_sub_games(&mut self, node: &Node<'_>) -> Result<Option<Score>, Interrupted> {
        let &Node { ending, alpha, beta, .. } = node;
        if !self.normalizer.features.sub_games || ending.free.len() < SUB_GAMES_SIZE {
            return Ok(None);
        }
        let games = sub_games(ending);
        if games.len() < 2 {
            return Ok(None);
        }
        let Interval { lower, upper } = ending.bounds();
        let seems_much = (lower + upper) / 2 > alpha;
        for is_much in [seems_much, !seems_much] {
            let decided = if is_much {
                Some(-self.most_of(&games, false, -beta)?).filter(|&least| least >= beta)
            } else {
                Some(self.most_of(&games, true, alpha)?).filter(|&most| most <= alpha)
            };
            if decided.is_some() {
                return Ok(decided);
            }
        }
        Ok(None)
    }

    /// An upper bound on the value of an ending for the side to move or the other, if that is no more than `limit`; otherwise something
    /// above `limit`.
    ///
    /// The sum of what the side gets of each sub-game if it may wait there as often as it likes, and begins; but in the last one the side
    /// to move begins.
    fn most_of(&mut self, games: &SubGames, is_mine: bool, limit: Score) -> Result<Score, Interrupted> {
        let mut rests = SmallVec::<[SubGameRest; 8]>::new();
        let mut most = 0;
        for (index, game) in games.iter().enumerate() {
            let (sign, ending) = game.with_waits(is_mine, is_mine || index + 1 < games.len());
            let normal = self.normalizer.normalize(&ending);
            most += sign * normal.certain;
            if let Some(rest) = normal.rest {
                let game = SubGameRest { sign, rest };
                most += game.bounds().upper;
                rests.push(game);
            }
        }
        for (index, game) in rests.iter().enumerate() {
            let Interval { lower, upper } = game.bounds();
            let elsewhere = most - upper;
            let enough = limit - elsewhere;
            if most <= limit {
                break;
            } else if index + 1 < rests.len() && game.rest.free.len() <= EXACT_SIZE {
                most = elsewhere + self.search_sub_game(game, lower - 1, upper + 1)?;
            } else if enough >= lower {
                let found = self.search_sub_game(game, enough, enough + 1)?;
                most = elsewhere + if found <= enough { found } else { upper };
            }
        }
        Ok(most)
    }

    /// The value of a sub-game by itself, in the sense of fail-soft alpha-beta.
    fn search_sub_game(&mut self, game: &SubGameRest, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        if game.sign > 0 { self.search(&game.rest, alpha, beta) } else { Ok(-self.search(&game.rest, -beta, -alpha)?) }
    }

    // Moves.

    fn search_children(&mut self, node: &Node<'_>) -> Result<BestMove, Interrupted> {
        let ending = node.ending;
        let mut moves = moves_of(ending);
        if moves.is_empty() {
            return Ok(BestMove { value: self.pass(ending, node.alpha, node.beta)?, bits: 0 });
        }
        let pieces = &Pieces::of(ending.free);
        let mut children = Children::new();
        let mut best = BestMove { value: -BEYOND, bits: 0 };
        if self.normalizer.features.ordering && ending.free.len() >= LARGE {
            if moves.iter().any(|mv| mv.bits == node.tt_move) {
                // The best move of before most often refutes again: then no other child is looked at.
                let child = self.child(ending, pieces, node.tt_move);
                self.try_move(node, &child, &mut best)?;
                if best.value >= node.beta {
                    self.ordering.reward([node.tt_move].into_iter(), bonus(ending));
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

    /// A side that has no move is out of it; the other goes on.
    fn pass(&mut self, ending: &Ending, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        if ending.theirs.is_empty() {
            return Ok(0);
        }
        let turned = Ending::new(ending.free, ending.theirs, ending.mine, -ending.waits);
        let normal = self.normalizer.normalize(&turned);
        let certain = -normal.certain;
        match normal.rest {
            None => Ok(certain),
            Some(rest) if rest.mine.is_empty() && rest.waits <= 0 => Ok(certain),
            Some(rest) => Ok(certain - self.search(&rest, certain - beta, certain - alpha)?),
        }
    }

    /// Principal variation search over the moves, but for the first if that has already been found to be `best`; those that another
    /// thread is searching come last.
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
                None => self.child(node.ending, pieces, mv.bits),
            };
            if searching.is_some() && index > 0 && self.refresh(node, &mut best) {
                return Ok(best);
            }
            if index >= SERIAL_MOVES && searching.is_some_and(|searching| searching.contains(child.key)) {
                deferred.push(child);
                continue;
            }
            let before = best.value.max(node.alpha);
            self.try_move(node, &child, &mut best)?;
            if searching.is_some() && (before + 1..node.beta).contains(&best.value) {
                self.publish(node, best);
            }
            if size >= self.root_size {
                self.shared.report_root_moves(index + 1 - deferred.len(), moves.len());
            }
            if best.value >= node.beta {
                self.ordering.reward(moves[..=index].iter().map(|mv| mv.bits), bonus(node.ending));
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

    /// The ending after a move.
    #[inline]
    fn child(&mut self, ending: &Ending, pieces: &Pieces, bits: u16) -> Child {
        Child::after(&mut self.normalizer, ending, pieces, bits)
    }

    fn try_move(&mut self, node: &Node<'_>, child: &Child, best: &mut BestMove) -> Result<(), Interrupted> {
        let value = match &child.rest {
            None => child.base,
            Some(rest) => {
                let searching = self.currently_searching(rest.free.len() + 1);
                if let Some(searching) = searching {
                    searching.enter(child.key);
                }
                self.ordering.enter(child.bits);
                let alpha = node.alpha.max(best.value);
                // Of a later move it is asked first whether it is better than the best one so far, and only then how much.
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
                found?
            }
        };
        if value > best.value {
            *best = BestMove { value, bits: child.bits };
        }
        Ok(())
    }

    #[inline]
    fn search_child(&mut self, child: &Child, rest: &Ending, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        Ok(child.base - self.search_keyed(rest, child.key, child.base - beta, child.base - alpha)?)
    }

    // The order of moves.

    /// Orders the moves of a small ending: the one the table knows, then by the tile, the moves it leaves the other side, and how
    /// often the move has refuted something.
    #[inline]
    fn order_by_replies(&self, node: &Node<'_>, moves: &mut EndingMoves) {
        let Node { ending, tt_move, .. } = *node;
        let fish = self.normalizer.fish;
        for mv in moves.iter_mut() {
            mv.score = if mv.bits == tt_move {
                Score::MAX
            } else if mv.bits == WAIT {
                0
            } else {
                let (_, to) = slide_of(mv.bits);
                let replies = Standard.slides(ending.theirs, ending.free - to.into()).len() as Score;
                fish.worth_of(to) - SMALL_REPLY * replies + self.ordering.score(mv.bits)
            };
        }
        sort(moves);
    }

    /// Looks at all children of a large ending, and orders the moves by their static evaluation and how small a tree they
    /// leave; unless one of them is already known to be worth `beta`, which is returned then.
    fn order_by_features(
        &mut self,
        node: &Node<'_>,
        pieces: &Pieces,
        moves: &mut EndingMoves,
        children: &mut Children,
    ) -> Option<BestMove> {
        // What has refuted most often comes first, so that most of what is known to refute is found before all have been looked at.
        for mv in moves.iter_mut() {
            mv.score = self.ordering.score(mv.bits);
        }
        sort(moves);
        for index in 0..moves.len() + LAG {
            if let Some(mv) = moves.get(index) {
                let child = self.child(node.ending, pieces, mv.bits);
                if is_shared(&child) {
                    self.table.prefetch(child.key);
                } else if let Some(refutation) = self.known_refutation(&child, node.beta) {
                    return Some(refutation);
                }
                children.push(child);
            }
            // By now the table has been fetched.
            if let Some(child) = index.checked_sub(LAG).map(|index| &children[index])
                && is_shared(child)
                && let Some(refutation) = self.known_refutation(child, node.beta)
            {
                return Some(refutation);
            }
        }
        let fish = self.normalizer.fish;
        for (place, (moves, children)) in moves.chunks_mut(LANES).zip(children.chunks(LANES)).enumerate() {
            let features = ChildFeatures::of_each(fish, children.iter().map(|child| child.rest.as_ref()));
            for (lane, (mv, child)) in moves.iter_mut().zip(children).enumerate() {
                mv.index = (place * LANES + lane) as u16;
                mv.score = if mv.bits == node.tt_move {
                    Score::MAX
                } else {
                    let rest = child.rest.as_ref().map_or(0, |rest| features.score(lane, rest));
                    child.base - rest + mv.score
                };
            }
        }
        sort(moves);
        None
    }

    /// A move whose value is known to be `beta` or more without a search (enhanced transposition cut-offs).
    #[inline]
    fn known_refutation(&self, child: &Child, beta: Score) -> Option<BestMove> {
        if !self.normalizer.features.look_ahead {
            return None;
        }
        let value = match &child.rest {
            None => child.base,
            Some(rest) if child.base - rest.bounds().lower < beta => return None,
            Some(rest) if child.base - rest.bounds().upper >= beta => child.base - rest.bounds().upper,
            Some(rest) => child.base - self.probe(rest, child.key).upper,
        };
        (value >= beta).then_some(BestMove { value, bits: child.bits })
    }

    // Several threads.

    /// Positions being searched by other threads; only with at least [`PARALLEL_SIZE`] free hexes.
    #[inline]
    fn currently_searching(&self, size: u32) -> Option<&'a CurrentlySearching> {
        self.parallel.as_ref().filter(|_| size >= PARALLEL_SIZE).map(|parallel| parallel.searching)
    }

    /// Searches an ending that other threads may be searching too; gives that up when one of them has settled it meanwhile.
    fn search_among_threads(&mut self, node: &Node<'_>) -> Result<BestMove, Interrupted> {
        let open = OpenEnding { key: node.key, alpha: node.alpha, beta: node.beta };
        let entered = self.parallel.as_mut().map_or(Ok(()), |parallel| parallel.enter(open, self.table));
        let found = entered.and_then(|()| self.search_node(node));
        let settled = self.parallel.as_mut().and_then(ParallelContext::leave);
        settled.map_or(found, |value| Ok(BestMove { value, bits: node.tt_move }))
    }

    /// Learns what other threads have found of the ending that is being searched; returns whether that decides it.
    fn refresh(&self, node: &Node<'_>, best: &mut BestMove) -> bool {
        let known = self.probe(node.ending, node.key);
        if known.lower > best.value.max(node.alpha) {
            *best = BestMove { value: known.lower, bits: known.best };
        }
        if known.upper <= best.value.max(node.alpha) {
            best.value = known.upper;
            return true;
        }
        best.value >= node.beta
    }

    /// Tells the other threads of a better move in the ending that is being searched.
    fn publish(&mut self, node: &Node<'_>, best: BestMove) {
        let known = self.probe(node.ending, node.key);
        let entry = SolverEntry { lower: best.value.max(known.lower), best: best.bits, ..known };
        self.store(node, entry);
    }
}

/// Weight in the history of a move that has refuted an ending.
fn bonus(ending: &Ending) -> Score {
    (4 * ending.free.len().pow(2)).min(4096) as Score
}

/// Whether an ending is so small that each thread stores it by itself.
#[inline]
fn is_local(ending: &Ending) -> bool {
    ending.free.len() < LARGE
}

/// Whether a child is looked up in the table that all threads share.
#[inline]
fn is_shared(child: &Child) -> bool {
    child.rest.as_ref().is_some_and(|rest| !is_local(rest))
}

#[cfg(test)]
mod tests {
    use floe_fish::{Dealing, Position, deal, place_at_random};
    use floe_game::{Game, Player, walk};
    use floe_hex::Standard;
    use floe_search::{Control, Limits, TranspositionTable};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::fish_map::FishMap;

    /// Asks a search of its own, with a small table and no limits.
    fn with_search<T>(
        fish: &FishMap,
        searching: Option<&CurrentlySearching>,
        ask: impl FnOnce(&mut EndingSearch<'_>) -> T,
    ) -> T {
        let (limits, mut table) = (Limits::default(), TranspositionTable::new(1).expect("there is a mebibyte"));
        let control = Control::new(&limits);
        let shared = SharedProof::new(fish, table.view(), &control);
        ask(&mut EndingSearch::new(&shared, SolverFeatures::ALL, searching, 0))
    }

    fn ending_of(position: &Position<2>, fish: &FishMap) -> Option<Ending> {
        let features = SolverFeatures::ALL;
        Normalizer { fish, areas: Areas::new(None), features }.normalize_position(position).rest
    }

    fn node_of(ending: &Ending, alpha: Score, beta: Score) -> Node<'_> {
        Node { ending, key: ending.key(), tt_move: 0, alpha, beta, since: 0 }
    }

    /// Whatever window is asked about, and however many waiting moves there are besides: what the sub-games decide is so.
    #[test]
    fn what_sub_games_decide_is_so() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut apart, mut decided) = (0, 0);
        for seed in 0..1500 {
            let position = place_at_random(&deal(Dealing::Shuffled, seed), rng);
            let position: Position<2> = walk(&position, rng.random_range(26..34), rng);
            let fish = FishMap::of(&position);
            let Some(ending) = ending_of(&position, &fish) else { continue };
            if position.is_over() || sub_games(&ending).len() < 2 || ending.free.len() > 16 {
                continue;
            }
            let ending = Ending { waits: rng.random_range(-3..4), ..ending };
            let Interval { lower, upper } = ending.bounds();
            let truth = with_search(&fish, None, |plain| {
                plain.normalizer.features.sub_games = false;
                plain.search(&ending, lower - 1, upper + 1).expect("there is no limit")
            });
            apart += 1;
            with_search(&fish, None, |search| {
                for _ in 0..20 {
                    let alpha = truth + rng.random_range(-400..400);
                    let beta = alpha + rng.random_range(1..100);
                    let Some(found) =
                        search.decided_by_sub_games(&node_of(&ending, alpha, beta)).expect("there is no limit")
                    else {
                        continue;
                    };
                    let is_so = if found <= alpha { truth <= found } else { found >= beta && truth >= found };
                    assert!(is_so, "{found} for {truth} in {alpha} to {beta}: {position:?}");
                    decided += 1;
                }
            });
        }
        assert!(apart > 100 && decided > 5 * apart, "{decided} windows decided of {apart} endings");
    }

    #[test]
    fn what_is_not_contested_is_as_much_as_everybody_collects() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let mut seen = 0;
        for seed in 0..3000 {
            let position = place_at_random(&deal(Dealing::Shuffled, seed), rng);
            let position: Position<2> = walk(&position, rng.random_range(24..44), rng);
            let (fish, free) = (FishMap::of(&position), position.free());
            let me = position.last_turn();
            let [mine, theirs] = [me, Player::new(1 - me.index())].map(|player| position.penguins(player));
            let [my_reach, their_reach] = [mine, theirs].map(|penguins| Standard.flood(penguins, free));
            if position.is_over() || !(my_reach & their_reach).is_empty() {
                continue;
            }
            let ending = Ending {
                my_reach,
                their_reach,
                my_most: fish.worth(my_reach),
                their_most: fish.worth(their_reach),
                ..Ending::new(my_reach | their_reach, mine, theirs, 0)
            };
            let most = |free, penguins| {
                let (mut cache, mut budget) = (AreaMap::new(), u32::MAX);
                AreaSolver::new(&mut cache, |hexes| fish.worth(hexes), &mut budget)
                    .most(Area { free, penguins })
                    .expect("there is no limit")
            };
            let truth = most(my_reach, mine) - most(their_reach, theirs);
            let alpha = truth + rng.random_range(-400..300);
            let beta = alpha + rng.random_range(1..200);
            let found = with_search(&fish, None, |search| search.search_uncontested(&ending, alpha, beta))
                .expect("there is no limit");
            let (least, most) = if truth <= alpha { (truth, alpha) } else { (truth.min(beta), truth) };
            assert!((least..=most).contains(&found), "{found} for {truth} in {alpha} to {beta}: {position:?}");
            seen += 1;
        }
        assert!(seen > 100, "{seen} positions");
    }

    #[test]
    fn a_better_move_is_heard_of() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
        let position = walk(&place_at_random(&deal(Dealing::Shuffled, 3), rng), 20, rng);
        let fish = FishMap::of(&position);
        let ending = ending_of(&position, &fish).expect("not all is certain");
        let (key, node) = (ending.key(), node_of(&ending, 0, 100));
        with_search(&fish, Some(&CurrentlySearching::default()), |search| {
            let mut best = BestMove { value: -3, bits: 4 };
            assert!(!search.refresh(&node, &mut best));
            assert_eq!(best, BestMove { value: -3, bits: 4 });
            search.publish(&node, BestMove { value: 30, bits: 5 });
            assert!(!search.refresh(&node, &mut best));
            assert_eq!(best, BestMove { value: 30, bits: 5 });
            search.publish(&node, BestMove { value: 20, bits: 6 });
            let known = search.probe(&ending, key);
            assert_eq!((known.lower, known.upper), (30, BEYOND), "what was known is not lost");
            let settled = SolverEntry { lower: 30, upper: 30, best: 7, work: 1 };
            search.table.put(key, settled.pack(), SolverEntry::priority);
            assert!(search.refresh(&node, &mut best));
            assert_eq!(best, BestMove { value: 30, bits: 5 });
        });
    }
}
