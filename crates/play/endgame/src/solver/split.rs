//! Proofs split into claims about endings, which several solvers settle.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use floe_evaluation::{BareEnding, EndingEvaluation};
use floe_fish::{Move, Position};
use floe_game::{Game, Interval, Score};
use floe_search::{Control, CurrentlySearching, Interrupted, Limits, TableView, run_with_ticker};

use super::child_features::static_eval;
use super::children::{Child, WAIT, moves_of, slide_of};
use super::move_ordering::MoveOrdering;
use super::network_ordering::NETWORK_SIZE;
use super::placement::PlacementProof;
use super::proof::move_with_margin;
use super::search::EndingSearch;
use super::{SharedProof, Solver, SolverOptions};
use crate::SolverFeatures;
use crate::areas::Areas;
use crate::ending::{Ending, Normalized, Normalizer};
use crate::entry::{SolverEntry, WAIT_MASK};
use crate::fish_map::FishMap;
use crate::pieces::Pieces;

/// Ending in its normal form, seen by the side to move: it has no scores, and nothing in it is
/// certain at once.
#[derive(Clone, Copy, Debug)]
pub struct SplitEnding {
    ending: Ending,
    key: u64,
}

impl SplitEnding {
    fn new(ending: Ending) -> SplitEnding {
        SplitEnding {
            ending,
            key: ending.key(),
        }
    }

    /// Key of the ending in the table of a solver.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Number of free tiles.
    pub fn tiles(&self) -> u32 {
        self.ending.free.len()
    }

    /// Bounds of the value for the side to move without a search, in 1/128 fish.
    pub fn bounds(&self) -> Interval<Score> {
        self.ending.bounds()
    }
}

/// Open ending of a position, and the part of the final margin that is certain without it.
#[derive(Clone, Copy, Debug)]
pub struct SplitRoot {
    /// Certain part of the final margin for the player to move, in 1/128 fish.
    pub certain: Score,
    /// Ending that is still open, seen by the player to move; `None` if the whole margin is
    /// certain.
    pub rest: Option<SplitEnding>,
}

/// Move of an ending: its value for the side to move is `base - value of rest`.
#[derive(Clone, Copy, Debug)]
pub struct SplitMove {
    /// The move as a number: for a slide its [`move_bits`](floe_game::Keyed::move_bits) in
    /// [`Position`], another one for a waiting move, and zero for passing. [`SplitMove::text`]
    /// writes the move.
    pub bits: u16,
    /// Certain part of the value of the move, for the side that makes it, in 1/128 fish.
    pub base: Score,
    /// Ending that is still open, with the other side to move; `None` if all is certain: its value
    /// is zero then.
    pub rest: Option<SplitEnding>,
}

impl SplitMove {
    /// Text of the move: a slide such as `c3-f3`, `wait` or `pass`.
    pub fn text(&self) -> String {
        SplitMove::text_of(self.bits)
    }

    /// Text of the move with these bits.
    pub fn text_of(bits: u16) -> String {
        match bits {
            0 => "pass".to_owned(),
            WAIT => "wait".to_owned(),
            bits => {
                let (from, to) = slide_of(bits);
                Move::Slide { from, to }.to_string()
            }
        }
    }
}

/// Rules of the endings of one floe: normal forms, moves and estimates.
#[derive(Debug)]
pub struct SplitRules {
    fish: FishMap,
    evaluation: EndingEvaluation,
}

impl SplitRules {
    /// Rules of the floe of a position.
    pub fn new(position: &Position<2>) -> SplitRules {
        let fish = FishMap::of(position);
        SplitRules {
            fish,
            evaluation: EndingEvaluation::new(fish.tiles()),
        }
    }

    /// Normalizer with empty caches, so that normal forms do not depend on what was asked before.
    fn normalizer(&self) -> Normalizer<'_> {
        Normalizer {
            fish: &self.fish,
            areas: Areas::new(None),
            features: SolverFeatures::ALL,
        }
    }

    /// Splits a position, whose penguins are all placed, into what is certain and an ending.
    pub fn root(&self, position: &Position<2>) -> SplitRoot {
        let Normalized { certain, rest } = self.normalizer().normalize_position(position);
        SplitRoot {
            certain,
            rest: rest.map(SplitEnding::new),
        }
    }

    /// All moves of an ending, at least one: the pass if there is no other move.
    pub fn moves(&self, ending: &SplitEnding) -> Vec<SplitMove> {
        let ending = &ending.ending;
        let moves = moves_of(ending);
        let pieces = Pieces::of(ending.free);
        let normalizer = &mut self.normalizer();
        let children: Vec<Child> = match moves.is_empty() {
            true => vec![Child::pass(normalizer, ending)],
            false => moves
                .iter()
                .map(|mv| Child::after(normalizer, ending, &pieces, mv.bits))
                .collect(),
        };
        children
            .into_iter()
            .map(
                |Child {
                     bits,
                     base,
                     rest,
                     key,
                 }| {
                    let rest = rest.map(|ending| SplitEnding { ending, key });
                    SplitMove { bits, base, rest }
                },
            )
            .collect()
    }

    /// Estimated value of an ending for the side to move, in 1/128 fish: by the learned network in
    /// endings that are large enough for the solver to order moves by it, else by territory.
    pub fn estimate(&self, ending: &SplitEnding) -> Score {
        let Ending {
            free, me, other, ..
        } = ending.ending;
        if free.len() < NETWORK_SIZE {
            return static_eval(&self.fish, &ending.ending);
        }
        self.evaluation.margins(&[BareEnding {
            free,
            penguins: [me.penguins, other.penguins],
        }])[0]
    }
}

/// Bounds of the value of an ending for the side to move, as a table holds them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyedBounds {
    /// Key of the ending, as [`SplitEnding::key`] returns it.
    pub key: u64,
    /// Lower bound of the value for the side to move, in 1/128 fish.
    pub lower: Score,
    /// Upper bound of the value for the side to move, in 1/128 fish.
    pub upper: Score,
    /// Best move known, as a number like [`SplitMove::bits`]; zero if none is known.
    pub best: u16,
    /// Binary logarithm of the number of nodes that were searched for the bounds, rounded down,
    /// plus one; at least one.
    pub work: u8,
}

impl KeyedBounds {
    /// Bounds that say nothing about the ending with this key: beyond all values, and without a
    /// best move.
    pub fn nothing(key: u64) -> KeyedBounds {
        KeyedBounds::of_entry(key, SolverEntry::NOTHING)
    }

    fn of_entry(key: u64, entry: SolverEntry) -> KeyedBounds {
        let SolverEntry {
            lower,
            upper,
            best,
            work,
        } = entry;
        KeyedBounds {
            key,
            lower,
            upper,
            best,
            work,
        }
    }

    fn entry(self) -> SolverEntry {
        let KeyedBounds {
            lower,
            upper,
            best,
            work,
            ..
        } = self;
        SolverEntry {
            lower,
            upper,
            best,
            work,
        }
    }

    /// Adds other bounds of the same ending: the larger lower bound and the smaller upper bound
    /// hold. A larger lower bound brings its best move. Returns whether a bound has changed.
    pub fn merge(&mut self, other: &KeyedBounds) -> bool {
        let before = (self.lower, self.upper);
        if other.lower > self.lower || self.best == 0 {
            self.best = other.best;
        }
        self.lower = self.lower.max(other.lower);
        self.upper = self.upper.min(other.upper);
        self.work = self.work.max(other.work);
        before != (self.lower, self.upper)
    }

    /// Adds what bounds of another ending prove of this one. Both endings must have the same
    /// [family](KeyedBounds::family): they may differ in waiting moves alone, more of which never
    /// lower the value.
    ///
    /// The lower bound of the other ending holds here too if the side to move has no more waiting
    /// moves there than here, and the upper bound if it has no fewer. The best move is taken over
    /// if none was known here, or if the endings are the same. The work stays.
    pub fn gather(&mut self, other: &KeyedBounds) {
        let mut entry = self.entry();
        entry.learn(other.entry(), other.key.cmp(&self.key));
        *self = KeyedBounds {
            work: self.work,
            ..KeyedBounds::of_entry(self.key, entry)
        };
    }

    /// Part of a key that is the same for endings which differ only by a few waiting moves.
    pub fn family(key: u64) -> u64 {
        key & !crate::entry::WAIT_MASK
    }
}

/// Result of [`Solver::settle`], the search of an ending within a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SettledClaim {
    /// Bounds of the value of the ending, as far as they are known.
    pub bounds: KeyedBounds,
    /// Whether the search came to its end. If not, a limit or `look` ended it.
    pub is_settled: bool,
    /// Number of nodes searched.
    pub nodes: u64,
}

/// Search by [`Solver::settle`] that is under way.
#[derive(Clone, Copy)]
pub struct ClaimSearch<'a> {
    /// Transposition table of the solver.
    pub table: TableView<'a>,
    /// Number of nodes searched so far, by all threads together.
    pub nodes: u64,
    searching: &'a CurrentlySearching,
}

impl fmt::Debug for ClaimSearch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClaimSearch")
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

impl ClaimSearch<'_> {
    /// Adds bounds that other solvers have proved to the table. The search gives up what these
    /// bounds settle.
    pub fn learn(&self, all: impl IntoIterator<Item = KeyedBounds>) {
        all.into_iter().for_each(|new| store(self.table, &new));
    }

    /// Puts off moves that lead to the ending with this key until the other moves are done, because
    /// another solver searches it. Only a hint, which may get lost.
    pub fn defer(&self, key: u64) {
        self.searching.enter(key);
    }
}

/// Adds bounds to what a table has of their ending.
fn store(table: TableView<'_>, new: &KeyedBounds) {
    let known = table.probe(new.key).map(SolverEntry::unpack);
    let mut known = KeyedBounds::of_entry(new.key, known.unwrap_or(SolverEntry::NOTHING));
    known.merge(new);
    table.store(new.key, known.entry().pack(), SolverEntry::priority);
}

impl Solver {
    /// Minimum [work](KeyedBounds::work) of the entries that [`Solver::proved_bounds`] lists.
    /// Entries of areas, which share the table, have less work.
    pub const MIN_PROVED_WORK: u8 = 12;

    /// Searches an ending of the floe of `position`, with all threads and within the limits. It
    /// finds the value if that is within the window, else a bound that shows on which side of the
    /// window it is. The window is in 1/128 fish for the side to move, its lower end below its
    /// upper end. Calls `look` every second; `Break` ends the search.
    pub fn settle(
        &mut self,
        position: &Position<2>,
        ending: &SplitEnding,
        window: Interval<Score>,
        limits: &Limits<'_>,
        mut look: impl FnMut(&ClaimSearch<'_>) -> ControlFlow<()>,
    ) -> SettledClaim {
        let SolverOptions {
            threads, features, ..
        } = self.options;
        let fish = self.prepare(position);
        let control = Control::new(limits);
        let searching = CurrentlySearching::default();
        let shared = SharedProof::new(&fish, self.table.view(), &control);
        let SplitEnding { ending, key } = ending;
        let found = OnceLock::new();
        let mut orderings = std::mem::take(&mut self.orderings);
        orderings.resize_with(threads.max(1), MoveOrdering::new);
        let orderings: Vec<Mutex<MoveOrdering>> = orderings.into_iter().map(Mutex::new).collect();
        let search = |_: &(dyn Fn() + Sync)| {
            control.on_threads(threads.max(1), &|thread| {
                let mut ordering = orderings[thread].lock().expect("one thread uses it");
                // Also with one thread: other solvers may search and settle parts of it.
                let mut search = EndingSearch::new(&shared, features, Some(&searching), u32::MAX);
                std::mem::swap(&mut search.ordering, &mut ordering);
                search.ordering.begin();
                if let Ok(value) = search.search(ending, window.lower, window.upper) {
                    let _ = found.set(value);
                    shared.is_done.store(true, Relaxed);
                }
                // What a limit says at the end does not matter.
                let _ = search.meter.report();
                *ordering = search.ordering;
            });
        };
        run_with_ticker(search, || {
            let nodes = control.nodes();
            if look(&ClaimSearch {
                table: shared.table,
                nodes,
                searching: &searching,
            })
            .is_break()
            {
                control.finish();
            }
        });
        let orderings = orderings
            .into_iter()
            .map(|ordering| ordering.into_inner().expect("no thread has panicked"));
        self.orderings = orderings.collect();
        let known = SolverEntry::gathered(shared.table.probe_all(*key, WAIT_MASK), *key);
        let mut lower = known.lower;
        let mut upper = known.upper;
        if let Some(&value) = found.get() {
            lower = if value > window.lower {
                lower.max(value)
            } else {
                lower
            };
            upper = if value < window.upper {
                upper.min(value)
            } else {
                upper
            };
        }
        let nodes = control.nodes();
        let work = nodes.max(1).ilog2() as u8 + 1;
        let entry = SolverEntry {
            lower,
            upper,
            work,
            ..known
        };
        SettledClaim {
            bounds: KeyedBounds::of_entry(*key, entry),
            is_settled: found.get().is_some(),
            nodes,
        }
    }

    /// Adds bounds of endings of the floe of `position` to the table. Entries of another floe are
    /// removed first.
    pub fn learn(&mut self, position: &Position<2>, all: impl IntoIterator<Item = KeyedBounds>) {
        self.prepare(position);
        let table = self.table.view();
        all.into_iter().for_each(|new| store(table, &new));
    }

    /// Empties the table.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Bounds of the final margin of `position` without a search, for the player to move and in
    /// 1/128 fish.
    pub fn bounds_by_rules(&self, position: &Position<2>) -> Interval<Score> {
        if position.is_placement() {
            return PlacementProof::trivial_bounds(position);
        }
        let fish = FishMap::of(position);
        let features = self.options.features;
        Normalizer {
            fish: &fish,
            areas: Areas::new(None),
            features,
        }
        .normalize_position(position)
        .bounds()
    }

    /// Finds a move that keeps the proved lower bound of the final margin of `position`, for the
    /// player to move and in 1/128 fish. `None` if the game is over, or if no move keeps the bound,
    /// so that it is wrong. Also `None` if the bounds decide no winner and the lower one follows
    /// from the [rules alone](Solver::bounds_by_rules).
    ///
    /// # Errors
    /// If no move is found within a second. Where the table holds the proof, that is long enough.
    pub fn proving_move(
        &mut self,
        position: &Position<2>,
        proved: Interval<Score>,
    ) -> Result<Option<Move>, Interrupted> {
        const TIME: Duration = Duration::from_secs(1);
        let by_rules = self.bounds_by_rules(position);
        let is_decided = proved.lower > 0 || proved.upper < 0 || proved.is_exact();
        if position.is_over() || !is_decided && proved.lower <= by_rules.lower {
            return Ok(None);
        }
        let features = self.options.features;
        let fish = self.prepare(position);
        let limits = Limits {
            time: Some(TIME),
            ..Limits::default()
        };
        let control = Control::new(&limits);
        let shared = SharedProof::new(&fish, self.table.view(), &control);
        let mut search = EndingSearch::new(&shared, features, None, u32::MAX);
        if !position.is_placement() {
            return move_with_margin(&mut search, position, proved.lower);
        }
        let bounds = Mutex::new(by_rules);
        let known = HashMap::new();
        let mut placements = PlacementProof {
            shared: &shared,
            bounds: &bounds,
            notify: &|| (),
            search,
            known,
        };
        placements.move_with_margin(position, proved.lower)
    }

    /// Bounds of the value of an ending that the table holds, without a search;
    /// [`KeyedBounds::nothing`] if the table has no entry of it.
    pub fn known_bounds(&mut self, ending: &SplitEnding) -> KeyedBounds {
        let known = self.table.view().probe(ending.key).map(SolverEntry::unpack);
        KeyedBounds::of_entry(ending.key, known.unwrap_or(SolverEntry::NOTHING))
    }

    /// All bounds of a table whose [work](KeyedBounds::work) is `work` or more. A `work` below
    /// [`Solver::MIN_PROVED_WORK`] counts as that minimum.
    pub fn proved_bounds(table: TableView<'_>, work: u8) -> Vec<KeyedBounds> {
        let work = u32::from(work.max(Solver::MIN_PROVED_WORK));
        let entries = table
            .entries()
            .filter(|&(_, data)| SolverEntry::priority(data) >= work);
        entries
            .map(|(key, data)| KeyedBounds::of_entry(key, SolverEntry::unpack(data)))
            .collect()
    }
}
