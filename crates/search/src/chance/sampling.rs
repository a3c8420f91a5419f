use std::fmt;

use floe_game::{Chance, Game, Player, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use smallvec::SmallVec;

use crate::{
    Control, ENOUGH_VISITS, EvalAll, Expect, Limits, Line, MAX_DEPTH, Meter, Payoffs, Progress, PuctOptions, Report,
    Shares,
};

/// PUCT as in [`Puct`](crate::Puct), for games in which chance has a say: below every choice there is a node for everything that has come
/// of it, and every visit draws what comes of it this time.
///
/// It runs on one thread; the same seed and number of visits give the same result.
pub struct ChanceTree<E> {
    expect: E,
    options: PuctOptions,
}

impl<E> fmt::Debug for ChanceTree<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChanceTree").field("options", &self.options).finish_non_exhaustive()
    }
}

/// A position, by its place in the tree.
type Index = u32;
const ROOT: Index = 0;

/// A choice, and all that has come of it.
struct Edge<M> {
    choice: M,
    /// How likely it is the best at first sight.
    prior: f32,
    /// What the chooser got, summed over all visits and the first sight.
    total: f32,
    /// The first sight is one.
    visits: u32,
    outcomes: SmallVec<[(M, Index); 1]>,
}

/// The choices of every position, by its place; none where nobody has looked yet.
struct Tree<M> {
    nodes: Vec<Vec<Edge<M>>>,
    edges: usize,
    room: usize,
}

struct Visits<'a, G: Game, E> {
    game: &'a G,
    expect: &'a E,
    options: PuctOptions,
    tree: Tree<G::Move>,
    rng: Xoshiro256PlusPlus,
}

impl<E> ChanceTree<E> {
    /// A search that expects what `expect` expects.
    pub fn new(expect: E, options: PuctOptions) -> ChanceTree<E> {
        ChanceTree { expect, options }
    }

    /// Searches until a limit is reached, the depth when the first line is so long; without one, a million visits. What chance does is drawn from `seed`.
    ///
    /// The lines are those of the most visited choices, each with the likeliest that can come of it. Their values are what the evaluation
    /// says of everybody at the end of the line. `progress` hears of it once a second.
    pub fn search<G: Chance>(
        &self,
        game: &G,
        limits: &Limits<'_>,
        seed: u64,
        mut progress: impl FnMut(&Progress<'_, G::Move, Payoffs>),
    ) -> Report<G::Move, Payoffs>
    where
        E: Expect<G> + EvalAll<G>,
    {
        let limits = Limits { time: limits.usual_time(), ..*limits }.or_nodes(ENOUGH_VISITS);
        if game.is_over() {
            return Report { lines: Vec::new(), depth: 0, nodes: 0 };
        }
        let control = Control::new(&limits);
        let room = (self.options.mebibytes << 20) / size_of::<Edge<G::Move>>();
        let mut visits = Visits {
            game,
            expect: &self.expect,
            options: self.options,
            tree: Tree { nodes: vec![Vec::new()], edges: 0, room },
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        };
        let (mut meter, mut told) = (Meter::new(&control), 0);
        for number in 1u64.. {
            visits.run();
            if meter.count().is_err() {
                break;
            }
            if limits.depth < MAX_DEPTH
                && number.is_multiple_of(1 << 6)
                && visits.report(&control).depth == limits.depth
            {
                let _ = meter.report();
                break;
            }
            if number.is_multiple_of(1 << 10) && control.elapsed().as_secs() > told {
                told = control.elapsed().as_secs();
                let report = visits.report(&control);
                progress(&Progress { report: &report, elapsed: control.elapsed(), hash_full: visits.tree.fullness() });
            }
        }
        visits.report(&control)
    }
}

impl<G: Chance, E: Expect<G> + EvalAll<G>> Visits<'_, G, E> {
    /// Down the tree to a leaf, one step further, and back up.
    fn run(&mut self) {
        let mut game = *self.game;
        let mut path = SmallVec::<[(Index, usize, Player); 64]>::new();
        let mut node = ROOT;
        let shares = loop {
            let Turn::Of(player) = game.turn() else { break self.expect.shares(&game) };
            if self.tree.nodes[node as usize].is_empty() {
                break self.expand(&game, player, node);
            }
            let index = self.tree.select(node, self.options.exploration);
            let mv = game.draw_outcome(self.tree.nodes[node as usize][index].choice, &mut self.rng);
            path.push((node, index, player));
            game.play(mv);
            node = self.tree.outcome(node, index, mv);
        };
        for &(node, index, player) in &path {
            let edge = &mut self.tree.nodes[node as usize][index];
            edge.visits += 1;
            edge.total += shares[player.index()];
        }
    }

    /// Looks at all choices of a leaf, and returns what everybody may expect of the best.
    fn expand(&mut self, game: &G, player: Player, node: Index) -> Shares {
        let (mut best, mut edges) = (Shares::default(), Vec::new());
        game.for_each_choice(|choice| {
            let mut shares = Shares::default();
            game.for_each_outcome(choice, |mv, probability| {
                let one = self.expect.shares(&game.after(mv));
                shares.iter_mut().zip(one).for_each(|(mean, share)| *mean += share * probability as f32);
            });
            let value = shares[player.index()];
            if edges.is_empty() || value > best[player.index()] {
                best = shares;
            }
            edges.push(Edge { choice, prior: 0.0, total: value, visits: 1, outcomes: SmallVec::new() });
        });
        if node == ROOT || self.tree.edges + edges.len() <= self.tree.room {
            self.tree.edges += edges.len();
            set_priors(&mut edges, self.options.temperature);
            edges.sort_by(|a, b| b.total.total_cmp(&a.total).then(a.choice.cmp(&b.choice)));
            self.tree.nodes[node as usize] = edges;
        }
        best
    }

    fn report(&self, control: &Control<'_>) -> Report<G::Move, Payoffs> {
        let mut ranked: Vec<&Edge<G::Move>> = self.tree.nodes[ROOT as usize].iter().collect();
        ranked.sort_by(|a, b| b.visits.cmp(&a.visits).then((b.mean()).total_cmp(&a.mean())));
        let plies = control.limits().depth as usize;
        let lines: Vec<_> = ranked.into_iter().map(|edge| self.line(edge, plies)).collect();
        Report { depth: lines[0].moves.len() as u32, lines, nodes: control.nodes() }
    }

    /// A choice and what is likely to follow, so many plies at most.
    fn line(&self, edge: &Edge<G::Move>, plies: usize) -> Line<G::Move, Payoffs> {
        let (mut game, mut moves, mut next) = (*self.game, Vec::new(), Some(edge));
        while let Some(edge) = next.filter(|_| moves.len() < plies) {
            let likeliest = game.likeliest_outcome(edge.choice);
            moves.push(if moves.is_empty() { edge.choice } else { likeliest });
            game.play(likeliest);
            let node = edge.outcomes.iter().find(|(mv, _)| *mv == likeliest).map(|&(_, node)| node);
            let edges = node.map_or(&[][..], |node| &self.tree.nodes[node as usize][..]);
            next = edges.iter().max_by(|a, b| a.visits.cmp(&b.visits).then(a.mean().total_cmp(&b.mean())));
        }
        Line { value: self.expect.evaluate_all(&game), exact: false, moves }
    }
}

impl<M: Copy + PartialEq> Tree<M> {
    /// The choice to try next, by upper confidence bounds (Rosin 2011; Silver et al. 2017).
    fn select(&self, node: Index, exploration: f32) -> usize {
        let edges = &self.nodes[node as usize];
        let all: u32 = edges.iter().map(|edge| edge.visits - 1).sum();
        let weight = exploration * ((all + 1) as f32).sqrt();
        let bound = |edge: &Edge<M>| edge.mean() + weight * edge.prior / edge.visits as f32;
        let mut best = (f32::MIN, 0);
        for (index, edge) in edges.iter().enumerate() {
            let bound = bound(edge);
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    /// The node of what has come of a choice.
    fn outcome(&mut self, node: Index, index: usize, mv: M) -> Index {
        let fresh = self.nodes.len() as Index;
        let edge = &mut self.nodes[node as usize][index];
        if let Some(&(_, known)) = edge.outcomes.iter().find(|(known, _)| *known == mv) {
            return known;
        }
        edge.outcomes.push((mv, fresh));
        self.nodes.push(Vec::new());
        fresh
    }

    fn fullness(&self) -> u32 {
        (self.edges * 1000 / self.room.max(1)).min(1000) as u32
    }
}

impl<M> Edge<M> {
    fn mean(&self) -> f32 {
        self.total / self.visits as f32
    }
}

/// The likelihoods of choices to be the best: a softmax of what they are worth at first sight.
fn set_priors<M>(edges: &mut [Edge<M>], temperature: f32) {
    let best = edges.iter().map(|edge| edge.total).fold(0.0, f32::max);
    let weight = |edge: &Edge<M>| ((edge.total - best) / temperature).exp();
    let sum: f32 = edges.iter().map(weight).sum();
    for edge in edges {
        edge.prior = weight(edge) / sum;
    }
}
