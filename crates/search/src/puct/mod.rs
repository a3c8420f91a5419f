//! Monte Carlo tree search guided by an evaluation, for any number of players.

mod arena;
mod clarity;
mod tree;

use std::fmt;

use floe_game::{Game, Keyed, Player, Turn};
use smallvec::SmallVec;

use crate::{Control, ENOUGH_VISITS, EvalAll, Limits, Line, MAX_DEPTH, Meter, Payoffs, Progress, Report};
use clarity::{Clarity, Tried};
use tree::{Index, NOTHING, Seen, Stage, Tree, priors};

/// Everybody's expected share of the win, by [`Player::index`], each from 0 to 1; zero for those who are not in the game.
pub type Shares = [f32; Player::MAX];

/// Expects who wins.
pub trait Expect<G: Game> {
    /// Whether a glance tells something else than a look: then the best move of a leaf gets both.
    const GLANCES: bool = false;

    /// What everybody may expect of a position, the end of the game included.
    fn shares(&self, game: &G) -> Shares;

    /// The same at a glance, which takes less time: what the moves of a leaf are told apart by.
    fn glance(&self, game: &G) -> Shares {
        self.shares(game)
    }

    /// What a glance tells of each of several positions.
    fn glances(&self, games: &[G], shares: &mut [Shares]) {
        for (share, game) in shares.iter_mut().zip(games) {
            *share = self.glance(game);
        }
    }

    /// The same where the end of the game is known, though it is not over yet.
    fn certain(&self, _game: &G) -> Option<Shares> {
        None
    }
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct PuctOptions {
    /// How many threads, at least one. With one, the same search gives the same result.
    pub threads: usize,
    /// How much moves that were tried little are worth trying.
    ///
    /// In the base game of three players, at 3000 visits a move: 1.5 is worth 86 Elo less than 1, 0.7 33 more; from 0.35 to 0.7 all are alike.
    pub exploration: f32,
    /// How much the first sight is doubted: shares so far apart differ e-fold in likelihood.
    pub temperature: f32,
    /// How large the tree may become, in MiB.
    ///
    /// When it is full, what hangs below the moves visited least is forgotten.
    pub mebibytes: usize,
}

impl Default for PuctOptions {
    fn default() -> PuctOptions {
        PuctOptions { threads: 1, exploration: 0.5, temperature: 0.1, mebibytes: 64 }
    }
}

/// PUCT (Rosin 2011; Silver et al. 2017) with max^n backing up (Sturtevant 2008), its priors and values from an evaluation instead of playouts.
///
/// A leaf is worth what the best of its moves is worth at first sight, to everybody; so every visit looks one ply further than the tree.
/// What an earlier search has found of the position is taken over into the next.
pub struct Puct<G: Game, E> {
    expect: E,
    options: PuctOptions,
    tree: Tree,
    /// What the next search copies the part of `tree` into that still matters.
    spare: Tree,
    root: Option<(G, Index)>,
}

impl<G: Game, E> fmt::Debug for Puct<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Puct").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<G: Keyed + PartialEq + Sync, E: Expect<G> + EvalAll<G> + Sync> Puct<G, E> {
    /// A search that expects what `expect` expects.
    pub fn new(expect: E, options: PuctOptions) -> Puct<G, E> {
        let half = options.mebibytes << 19;
        Puct { expect, options, tree: Tree::new(half), spare: Tree::new(half), root: None }
    }

    /// Forgets what earlier searches have found.
    pub fn clear(&mut self) {
        self.root = None;
    }

    /// Searches until a limit is reached, or the move is clear and there is a soft limit; without any, a million visits. A limited depth is
    /// reached when the first line is so long.
    ///
    /// The lines are those of the most visited moves. Their values are what the evaluation says of everybody at the end of the line.
    /// The depth is the length of the first line; nodes are visits. `progress` hears of it once a second.
    pub fn search(
        &mut self,
        game: &G,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&Progress<'_, G::Move, Payoffs>),
    ) -> Report<G::Move, Payoffs> {
        let limits = limits.or_nodes(ENOUGH_VISITS);
        if game.is_over() {
            return Report { lines: Vec::new(), depth: 0, nodes: 0 };
        }
        let mut root = self.find_or_plant(game);
        let control = Control::new(&limits);
        let clarity = Clarity::new(&control);
        let (mut visits, mut told, mut makes_room) = (0u64, 0, true);
        loop {
            let visit = Visit { game, root, expect: &self.expect, options: self.options, tree: &self.tree, makes_room };
            let is_over = std::thread::scope(|scope| {
                for _ in 1..self.options.threads {
                    scope.spawn(|| visit.again_and_again(&control, &mut || false));
                }
                visit.again_and_again(&control, &mut || {
                    visits += 1;
                    if !visits.is_multiple_of(1 << 6) {
                        return false;
                    }
                    if self.is_deep(root, &limits) {
                        return true;
                    }
                    let elapsed = control.elapsed();
                    if visits.is_multiple_of(1 << 12) && elapsed.as_secs() > told {
                        told = elapsed.as_secs();
                        let report = self.report(game, root, &control);
                        progress(&Progress { report: &report, elapsed, hash_full: self.tree.fullness() });
                    }
                    let all = visits * self.options.threads as u64;
                    clarity.is_due(elapsed) && clarity.is_enough(elapsed, all, &self.tried(root))
                })
            });
            if is_over {
                return self.report(game, root, &control);
            }
            (root, makes_room) = self.make_room(root);
            self.root = Some((*game, root));
        }
    }

    /// Forgets what hangs below the nodes visited least; returns where the node is then, and whether that has left enough room.
    fn make_room(&mut self, node: Index) -> (Index, bool) {
        /// So full a tree may be then, in thousandths: then it is long until it is full again.
        const HALF: u32 = 500;
        let mut found = None;
        for least in (1..u32::BITS).map(|doublings| 1 << doublings) {
            self.spare.clear();
            found = self.spare.take_over(&self.tree, node, least);
            if self.spare.fullness() <= HALF {
                break;
            }
        }
        std::mem::swap(&mut self.tree, &mut self.spare);
        (found.expect("a tree has room for its root"), self.tree.fullness() <= HALF)
    }

    fn report(&self, game: &G, root: Index, control: &Control<'_>) -> Report<G::Move, Payoffs> {
        let lines = self.lines(game, root, control.limits().depth as usize);
        Report { depth: lines[0].moves.len() as u32, lines, nodes: control.nodes() }
    }

    /// Whether the depth is limited, and reached.
    fn is_deep(&self, root: Index, limits: &Limits<'_>) -> bool {
        limits.depth < MAX_DEPTH
            && self.most_visited(Some(root)).take(limits.depth as usize).count() == limits.depth as usize
    }

    /// The moves that lead on from a node, each the most visited.
    fn most_visited(&self, mut node: Option<Index>) -> impl Iterator<Item = G::Move> {
        std::iter::from_fn(move || {
            let next = self.tree.ranked(self.tree.node(node?)).first().copied().filter(|next| next.2 > 0);
            node = next.and_then(|next| next.1);
            next.map(|next| G::move_of_bits(next.0.bits))
        })
    }

    /// The node of a position: one of the last search, a few moves on, or a new tree.
    fn find_or_plant(&mut self, game: &G) -> Index {
        let known = self.root.take().and_then(|(old, root)| self.find(&old, root, game, game.players() + 1));
        self.spare.clear();
        let root = known.and_then(|node| self.spare.take_over(&self.tree, node, 0));
        std::mem::swap(&mut self.tree, &mut self.spare);
        let root = root.unwrap_or_else(|| {
            self.tree.clear();
            self.tree.add().expect("a tree has room for its root")
        });
        self.root = Some((*game, root));
        root
    }

    fn find(&self, at: &G, node: Index, game: &G, plies: usize) -> Option<Index> {
        if at == game {
            return Some(node);
        }
        let node = self.tree.node(node);
        if plies == 0 || node.stage() != Stage::Expanded || at.is_over() {
            return None;
        }
        self.tree.edges(node).iter().find_map(|edge| {
            let child = edge.child()?;
            self.find(&at.after(G::move_of_bits(edge.seen().bits)), child, game, plies - 1)
        })
    }

    /// What is known of the moves of the root, most visited first.
    fn tried(&self, root: Index) -> Vec<Tried> {
        let ranked = self.tree.ranked(self.tree.node(root));
        ranked.into_iter().map(|(_, _, visits, mean)| Tried { visits, mean }).collect()
    }

    /// The moves of the root, most visited first, with what follows, so many plies at most.
    fn lines(&self, game: &G, root: Index, plies: usize) -> Vec<Line<G::Move, Payoffs>> {
        let tried = self.tree.ranked(self.tree.node(root));
        let line = |&(seen, child, ..): &(Seen, Option<Index>, u32, f32)| {
            let first = std::iter::once(G::move_of_bits(seen.bits));
            let moves: Vec<G::Move> = first.chain(self.most_visited(child)).take(plies).collect();
            let end = moves.iter().fold(*game, |game, &mv| game.after(mv));
            Line { value: self.expect.evaluate_all(&end), exact: false, moves }
        };
        if tried.is_empty() {
            // Not one visit found room or time: the first move is as good as any.
            let mv = game.moves()[0];
            return vec![Line { value: self.expect.evaluate_all(&game.after(mv)), exact: false, moves: vec![mv] }];
        }
        tried.iter().map(line).collect()
    }
}

/// What every visit needs.
struct Visit<'a, G, E> {
    game: &'a G,
    root: Index,
    expect: &'a E,
    options: PuctOptions,
    tree: &'a Tree,
    /// Whether the search makes room when the tree is full.
    makes_room: bool,
}

impl<G: Keyed, E: Expect<G>> Visit<'_, G, E> {
    /// Visits until a limit is reached, or what is said after every visit is that it is enough; says whether it is, and not the tree full.
    fn again_and_again(&self, control: &Control<'_>, is_enough: &mut dyn FnMut() -> bool) -> bool {
        let mut meter = Meter::new(control);
        let mut path = Vec::new();
        loop {
            self.run(&mut path);
            if meter.count().is_err() {
                return true;
            }
            if is_enough() {
                let _ = meter.report();
                control.finish();
                return true;
            }
            if self.makes_room && self.tree.is_full() {
                return meter.report().is_err();
            }
        }
    }

    /// Down the tree to a leaf, one step further, and back up.
    fn run(&self, path: &mut Vec<(Index, Player)>) {
        let mut game = *self.game;
        let mut node = self.tree.node(self.root);
        node.enter();
        path.clear();
        let shares = loop {
            let Turn::Of(player) = game.turn() else { break self.expect.shares(&game) };
            match node.stage() {
                Stage::Leaf if node.claim() => match self.expect.certain(&game) {
                    // It stays closed, and every visit is told the same.
                    Some(shares) => break shares,
                    None => break self.expand(&game, player, node),
                },
                Stage::Leaf | Stage::Closed => {
                    break self.expect.certain(&game).unwrap_or_else(|| self.expect.shares(&game));
                }
                Stage::Expanded => (),
            }
            let (seen, child) = self.tree.select(node, self.options.exploration);
            game.play(G::move_of_bits(seen.bits));
            let Some(child) = child else { break self.expect.shares(&game) };
            node = self.tree.node(child);
            node.enter();
            path.push((child, player));
        };
        for &(node, player) in &*path {
            self.tree.node(node).reward(shares[player.index()]);
        }
    }

    /// Looks at all moves of a leaf, and returns what everybody may expect of the best.
    fn expand(&self, game: &G, player: Player, node: &tree::Node) -> Shares {
        let mut moves = SmallVec::<[Seen; 96]>::new();
        let mut after = SmallVec::<[G; 96]>::new();
        game.for_each_move(|mv| {
            moves.push(Seen { bits: G::move_bits(mv), prior: 0.0, value: 0.0 });
            after.push(game.after(mv));
        });
        let mut shares = SmallVec::<[Shares; 96]>::from_elem(NOTHING, moves.len());
        self.expect.glances(&after, &mut shares);
        let mut best = NOTHING;
        for (index, (seen, shares)) in moves.iter_mut().zip(&shares).enumerate() {
            seen.value = shares[player.index()];
            if index == 0 || seen.value > best[player.index()] {
                best = *shares;
            }
        }
        moves.sort_unstable_by(|a, b| b.value.total_cmp(&a.value).then(a.bits.cmp(&b.bits)));
        if E::GLANCES {
            // All moves are worth as much more, or less, than at a glance as the best is: what a look sees lies mostly in what they share.
            best = self.expect.shares(&game.after(G::move_of_bits(moves[0].bits)));
            let more = best[player.index()] - moves[0].value;
            moves.iter_mut().for_each(|seen| seen.value = (seen.value + more).clamp(0.0, 1.0));
        }
        priors(&mut moves, self.options.temperature);
        self.tree.expand(node, &moves);
        best
    }
}
