use floe_game::{Chance, Moves, Player, Sampled, Score, Turn};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::minimax::scores;
use crate::{Control, ENOUGH_VISITS, Limits, Line, MAX_DEPTH, Meter, Payoffs, Report};

/// Plain UCT (Kocsis & Szepesvári 2006) with uniformly random playouts, for any number of players: the baseline that
/// everybody knows.
///
/// A game is worth one to whoever has most at its end, shared among equals. It runs on one thread; the same seed and
/// number of playouts give the same result. Report it by `nodes`: they are playouts.
///
/// Where chance has a say, a choice of which several things can come has a node for each of them, and every playout draws one.
#[derive(Clone, Copy, Debug)]
pub struct Uct {
    /// How much moves that were tried little are worth trying.
    pub exploration: f32,
    /// What the playouts are drawn from.
    pub seed: u64,
    /// How large the tree may become, in MiB. When it is full no node is added any more, and playouts begin at its leaves.
    pub mebibytes: usize,
}

impl Default for Uct {
    fn default() -> Uct {
        Uct { exploration: 0.7, seed: 0, mebibytes: 256 }
    }
}

impl Uct {
    /// Searches until a limit is reached, of time the soft one where there is one, the depth when the first line is so long; without any, a
    /// million playouts.
    ///
    /// The lines are those of the most visited moves, all moves of the root in turn. Their values are the mean final scores of the playouts
    /// that began with the move; none is ever proven. The depth is the length of the first line.
    pub fn search<G: Sampled + Chance>(&self, game: &G, limits: &Limits<'_>) -> Report<G::Move, Payoffs> {
        let limits = Limits { time: limits.usual_time(), ..*limits }.or_nodes(ENOUGH_VISITS);
        if game.is_over() {
            return Report { lines: Vec::new(), depth: 0, nodes: 0 };
        }
        let control = Control::new(&limits);
        let mut meter = Meter::new(&control);
        let mut search = Search {
            tree: Tree::new(self.mebibytes),
            rng: Xoshiro256PlusPlus::seed_from_u64(self.seed),
            exploration: self.exploration,
            path: Vec::new(),
            totals: Vec::new(),
        };
        search.begin(game);
        for playouts in 1u64.. {
            search.iterate(game);
            if meter.count().is_err() {
                break;
            }
            if limits.depth < MAX_DEPTH
                && playouts.is_multiple_of(1 << 6)
                && search.depth(game) >= limits.depth as usize
            {
                let _ = meter.report();
                break;
            }
        }
        let mut lines = search.lines(game);
        lines.iter_mut().for_each(|line| line.moves.truncate(limits.depth as usize));
        Report { depth: lines[0].moves.len() as u32, lines, nodes: control.nodes() }
    }
}

/// A node, by its place in the arrays of the tree.
type Node = u32;
const ROOT: Node = 0;

/// The nodes as arrays side by side, the children of one node in a row.
struct Tree<M> {
    /// The move that leads to the node.
    moves: Vec<M>,
    visits: Vec<f32>,
    /// Games won by the player whose move led here.
    wins: Vec<f32>,
    /// First child and how many there are; none before the node is expanded.
    children: Vec<(Node, u32)>,
    capacity: usize,
}

impl<M: Copy> Tree<M> {
    fn new(mebibytes: usize) -> Tree<M> {
        let bytes = size_of::<M>() + 2 * size_of::<f32>() + size_of::<(Node, u32)>();
        let capacity = ((mebibytes << 20) / bytes).min(Node::MAX as usize);
        Tree { moves: Vec::new(), visits: Vec::new(), wins: Vec::new(), children: Vec::new(), capacity }
    }

    fn add(&mut self, moves: impl ExactSizeIterator<Item = M>) -> (Node, u32) {
        let span = (self.moves.len() as Node, moves.len() as u32);
        let end = self.moves.len() + moves.len();
        self.moves.extend(moves);
        self.visits.resize(end, 0.0);
        self.wins.resize(end, 0.0);
        self.children.resize(end, (0, 0));
        span
    }

    fn has_room(&self, count: usize) -> bool {
        self.moves.len() + count <= self.capacity
    }

    fn children(&self, node: Node) -> std::ops::Range<usize> {
        let (first, count) = self.children[node as usize];
        first as usize..(first + count) as usize
    }

    /// The child with the highest upper confidence bound; one that was never visited before all others.
    fn select(&self, node: Node, exploration: f32) -> Node {
        /// Instead of no visits, so that the bound is beyond all others and nothing divides by zero.
        const NONE: f32 = 1e-9;
        let span = self.children(node);
        let weight = exploration * exploration * self.visits[node as usize].max(1.0).ln();
        let mut best = (f32::MIN, span.start);
        for (index, (&wins, &visits)) in span.clone().zip(self.wins[span.clone()].iter().zip(&self.visits[span])) {
            let share = 1.0 / visits.max(NONE);
            let bound = wins * share + (weight * share).sqrt();
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1 as Node
    }

    fn most_visited(&self, node: Node) -> Option<Node> {
        let by_visits = |&a: &usize, &b: &usize| self.visits[a].total_cmp(&self.visits[b]).then(b.cmp(&a));
        self.children(node).max_by(by_visits).map(|index| index as Node)
    }
}

struct Search<M, R> {
    tree: Tree<M>,
    rng: R,
    exploration: f32,
    /// The nodes of the playout under way, each with the player whose move led to it.
    path: Vec<(Node, Player)>,
    /// Final scores summed over the playouts through each child of the root.
    totals: Vec<[f64; Player::MAX]>,
}

impl<M: Copy + Eq, R: Rng> Search<M, R> {
    fn begin<G: Sampled<Move = M> + Chance>(&mut self, game: &G) {
        self.tree.add(std::iter::once(game.moves()[0])); // the root; its move is nobody's
        self.expand(ROOT, game.choices());
        self.totals = vec![Default::default(); self.tree.children(ROOT).len()];
    }

    fn expand(&mut self, node: Node, mut moves: Moves<M>) -> bool {
        if node != ROOT && !self.tree.has_room(moves.len()) {
            return false;
        }
        moves.shuffle(&mut self.rng);
        self.tree.children[node as usize] = self.tree.add(moves.into_iter());
        true
    }

    /// One playout: down the tree, to the end of the game, and back up.
    fn iterate<G: Sampled<Move = M> + Chance>(&mut self, game: &G) {
        let mut position = *game;
        let mut node = ROOT;
        self.path.clear();
        while let Turn::Of(player) = position.turn() {
            let leaf = self.tree.children(node).is_empty();
            if leaf && (self.tree.visits[node as usize] == 0.0 || !self.expand(node, position.choices())) {
                break;
            }
            node = self.tree.select(node, self.exploration);
            self.path.push((node, player));
            let mv = position.draw_outcome(self.tree.moves[node as usize], &mut self.rng);
            if G::HAS_CHANCE {
                let Some(outcome) = self.outcome(node, &position, mv) else { break };
                if outcome != node {
                    self.path.push((outcome, player));
                }
                node = outcome;
            }
            position.play(mv);
        }
        let payoffs = scores(&position.playout(&mut self.rng));
        self.back_up(&payoffs, game.players());
    }

    /// The node of what has come of the choice at a node, made if it is not there. None without room for it.
    fn outcome<G: Chance<Move = M>>(&mut self, node: Node, game: &G, mv: M) -> Option<Node> {
        let outcomes = self.outcomes(node, game);
        if outcomes.len() > 1 && self.tree.children(node).is_empty() && !self.expand(node, outcomes) {
            return None;
        }
        self.place(node, game, mv)
    }

    /// The node of what has come of the choice at a node: itself, if nothing else can.
    fn place<G: Chance<Move = M>>(&self, node: Node, game: &G, mv: M) -> Option<Node> {
        if !G::HAS_CHANCE || self.outcomes(node, game).len() == 1 {
            return Some(node);
        }
        self.tree.children(node).find(|&index| self.tree.moves[index] == mv).map(|index| index as Node)
    }

    fn outcomes<G: Chance<Move = M>>(&self, node: Node, game: &G) -> Moves<M> {
        let mut outcomes = Moves::new();
        game.for_each_outcome(self.tree.moves[node as usize], |mv, _| outcomes.push(mv));
        outcomes
    }

    fn back_up(&mut self, payoffs: &Payoffs, players: usize) {
        let most = payoffs[..players].iter().max().expect("there are players");
        let share = 1.0 / payoffs[..players].iter().filter(|&payoff| payoff == most).count() as f32;
        self.tree.visits[ROOT as usize] += 1.0;
        for &(node, player) in &self.path {
            self.tree.visits[node as usize] += 1.0;
            if payoffs[player.index()] == *most {
                self.tree.wins[node as usize] += share;
            }
        }
        let child = self.path[0].0 as usize - self.tree.children(ROOT).start;
        for (total, &payoff) in self.totals[child].iter_mut().zip(payoffs) {
            *total += f64::from(payoff);
        }
    }

    /// How long the line of the most visited moves is.
    fn depth<G: Sampled<Move = M> + Chance>(&self, game: &G) -> usize {
        self.tree.most_visited(ROOT).map_or(0, |child| self.line(child as usize, game).moves.len())
    }

    /// The moves of the root, most visited first.
    fn lines<G: Sampled<Move = M> + Chance>(&self, game: &G) -> Vec<Line<M, Payoffs>> {
        let mut children: Vec<usize> = self.tree.children(ROOT).collect();
        children.sort_by(|&a, &b| self.tree.visits[b].total_cmp(&self.tree.visits[a]).then(a.cmp(&b)));
        children.into_iter().map(|child| self.line(child, game)).collect()
    }

    fn line<G: Sampled<Move = M> + Chance>(&self, child: usize, game: &G) -> Line<M, Payoffs> {
        let visits = f64::from(self.tree.visits[child]);
        let totals = &self.totals[child - self.tree.children(ROOT).start];
        // A move that was never tried is worth what everybody has.
        let value = if visits > 0.0 { totals.map(|total| (total / visits).round() as Score) } else { scores(game) };
        let (mut at, mut moves, mut next) = (*game, Vec::new(), Some(child as Node));
        while let Some(node) = next {
            let choice = self.tree.moves[node as usize];
            let likeliest = at.likeliest_outcome(choice);
            moves.push(if moves.is_empty() { choice } else { likeliest });
            let place = self.place(node, &at, likeliest);
            at.play(likeliest);
            let best = place.and_then(|place| self.tree.most_visited(place));
            next = best.filter(|&next| self.tree.visits[next as usize] > 0.0);
        }
        Line { value, exact: false, moves }
    }
}
