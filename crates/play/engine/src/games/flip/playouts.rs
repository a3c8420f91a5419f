//! Whole turns of Fish 'n' Flip, compared by playouts on the same random piles.

use std::collections::BTreeMap;

use floe_flip::{Flip, FlipEstimate, FlipMove, FlipPolicy, FlipStep};
use floe_game::{Chance, Game, POINT, Player, Score};
use floe_search::{
    LeafEvaluator, LeafMove, LeafMoves, Limits, Payoffs, Selection, VisitContext, WinProbabilities,
    scores,
};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Forecast;

/// Playouts of a search without any limit.
const DEFAULT_PLAYOUTS: u64 = 20_000;
/// Playouts between two looks at the limits, of all plans together.
const ROUND: usize = 96;

/// Beginning of a turn, up to where chance or the playouts take over, with the results of its
/// playouts.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) moves: Vec<FlipMove>,
    pub(super) tally: Tally,
}

/// Results of playouts.
#[derive(Clone, Default, Debug)]
pub(super) struct Tally {
    playouts: u32,
    /// Sum of the animals left.
    sum: u64,
    lost: u32,
    /// Number of playouts by the animals left.
    left: BTreeMap<usize, u32>,
}

impl Tally {
    pub(super) fn add(&mut self, end: &Flip) {
        let left = end.animals_left();
        self.playouts += 1;
        self.sum += left as u64;
        self.lost += u32::from(end.is_lost());
        *self.left.entry(left).or_default() += 1;
    }

    /// Mean number of animals left at the end of a playout; 0 without playouts.
    pub(super) fn mean(&self) -> f64 {
        self.sum as f64 / f64::from(self.playouts.max(1))
    }

    pub(super) fn forecast(&self) -> Forecast {
        let playouts = f64::from(self.playouts.max(1));
        let left = self
            .left
            .iter()
            .map(|(&left, &count)| (left, f64::from(count) / playouts))
            .collect();
        Forecast {
            playouts: Some(self.playouts),
            lost: f64::from(self.lost) / playouts,
            left,
        }
    }
}

/// Plays to the end by the choices of `choose`, with the chance of this world.
fn play_out(mut flip: Flip, world: u64, mut choose: impl FnMut(&Flip) -> Option<FlipMove>) -> Flip {
    while let Some(choice) = choose(&flip) {
        flip.play(flip.outcome_in(choice, world));
    }
    flip
}

/// The best `count` plans of the player to move by the estimate, the best first: an action with the
/// use of a power, or else one choice.
fn plans(flip: &Flip, count: usize) -> Vec<Plan> {
    let estimate = FlipEstimate::built_in();
    let mut plans: Vec<(Score, Vec<FlipMove>)> = Vec::new();
    for choice in flip.choices() {
        let after = if flip.step() == FlipStep::Act {
            flip.after(choice)
        } else {
            *flip
        };
        if flip.step() == FlipStep::Act && after.step() == FlipStep::Power {
            after.for_each_choice(|power| {
                plans.push((estimate.value(&after, power), vec![choice, power]));
            });
        } else {
            plans.push((estimate.value(flip, choice), vec![choice]));
        }
    }
    plans.sort_by_key(|(value, _)| -value);
    plans.truncate(count);
    plans
        .into_iter()
        .map(|(_, moves)| Plan {
            moves,
            tally: Tally::default(),
        })
        .collect()
}

/// Settings of a comparison.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayoutSettings {
    /// Seed of the piles.
    pub(super) seed: u64,
    /// Number of threads, at least one.
    pub(super) threads: usize,
    /// Number of plans that are compared up to the end.
    pub(super) lines: usize,
    /// Number of turns that are compared, at least one; the others are worse by the estimate.
    pub(super) turns: usize,
}

/// State of a comparison after a round of playouts.
pub(super) struct Round<'a> {
    pub(super) plans: &'a [Plan],
    pub(super) playouts: u64,
}

/// Compares the plans of a turn by playouts until a limit is reached: the best first, and the
/// number of playouts.
///
/// All plans are played on the same piles, and the worse ones are dropped as the limit comes nearer
/// (successive halving: Karnin, Koren and Somekh 2013). The result is the same for any number of
/// threads.
pub(super) fn compare(
    flip: &Flip,
    limits: &Limits<'_>,
    settings: PlayoutSettings,
    mut progress: impl FnMut(&Round<'_>),
) -> (Vec<Plan>, u64) {
    let PlayoutSettings {
        seed,
        threads,
        lines,
        turns,
    } = settings;
    let limits = limits.or_nodes(DEFAULT_PLAYOUTS);
    let mut plans = plans(flip, turns);
    let count = plans.len();
    let mut alive = plans.len();
    let mut worlds = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut playouts = 0;
    let is_forced = count == 1 && limits.usual_time().is_some();
    loop {
        let least = (ROUND / alive).max(1);
        let each = limits.nodes.map_or(least, |nodes| {
            least.min((nodes - playouts) as usize / alive).max(1)
        });
        let worlds: Vec<u64> = (0..each).map(|_| worlds.random()).collect();
        run_round(flip, &mut plans[..alive], &worlds, threads);
        playouts += (each * alive) as u64;
        plans[..alive].sort_by(|a, b| a.tally.mean().total_cmp(&b.tally.mean()));
        progress(&Round {
            plans: &plans,
            playouts,
        });
        let spent = share_spent(&limits, playouts);
        if spent >= 1.0 || is_forced {
            return (plans, playouts);
        }
        let wanted = (count as f64).powf(1.0 - spent).ceil() as usize;
        alive = wanted.clamp(lines.max(2).min(count), alive);
    }
}

/// Share of the limits that is spent, from 0; 1 or more when one is reached.
fn share_spent(limits: &Limits<'_>, playouts: u64) -> f64 {
    if limits.are_reached() {
        return 1.0;
    }
    let of_nodes = limits
        .nodes
        .map_or(0.0, |nodes| (playouts as f64 / nodes as f64).min(1.0));
    let of_time = limits.usual_time().map_or(0.0, |time| {
        limits.start.elapsed().as_secs_f64() / time.as_secs_f64()
    });
    of_nodes.max(of_time)
}

/// Plays every plan out in every world.
fn run_round(flip: &Flip, plans: &mut [Plan], worlds: &[u64], threads: usize) {
    let estimate = FlipEstimate::built_in();
    let run = |plan: &mut Plan| {
        let start = plan
            .moves
            .iter()
            .fold(*flip, |flip, &mv| flip.after(flip.outcome_in(mv, 0)));
        // A choice of chance alone has an outcome of its own in every world.
        let is_chance = matches!(plan.moves[..], [FlipMove::Draw(None) | FlipMove::Lay(None)]);
        let start = if is_chance { *flip } else { start };
        worlds.iter().for_each(|&world| {
            plan.tally
                .add(&play_out(start, world, |flip| estimate.choose(flip)));
        });
    };
    let threads = threads.clamp(1, plans.len());
    if threads == 1 {
        return plans.iter_mut().for_each(run);
    }
    let each = plans.len().div_ceil(threads);
    std::thread::scope(|scope| {
        for part in plans.chunks_mut(each) {
            scope.spawn(|| part.iter_mut().for_each(run));
        }
    });
}

/// Continues a plan to the end of the turn by rules of thumb.
pub(super) fn whole_turn(flip: &Flip, plan: &[FlipMove]) -> Vec<FlipMove> {
    turn_from(flip, plan, |after| FlipPolicy::Thumb.choose(after))
}

/// Continues a plan to the end of the turn by the choices of `choose`, with the most likely
/// outcomes. A choice of the plan that chance decides stays without its outcome.
pub(super) fn turn_from(
    flip: &Flip,
    plan: &[FlipMove],
    mut choose: impl FnMut(&Flip) -> Option<FlipMove>,
) -> Vec<FlipMove> {
    let mut moves = plan.to_vec();
    let mut after = moves
        .iter()
        .fold(*flip, |flip, &mv| flip.after(flip.likeliest_outcome(mv)));
    while matches!(
        after.step(),
        FlipStep::Power | FlipStep::Draw | FlipStep::Free
    ) && let Some(choice) = choose(&after)
    {
        let mv = after.likeliest_outcome(choice);
        moves.push(mv);
        after.play(mv);
    }
    moves
}

/// Animals left at the end of a playout by rules of thumb.
fn by_thumb(flip: Flip, world: u64) -> usize {
    play_out(flip, world, |flip| FlipPolicy::Thumb.choose(flip)).animals_left()
}

/// Leaf evaluation of UCT: a playout by rules of thumb.
#[derive(Debug, Default)]
pub(super) struct ThumbPlayouts;

/// Animals left at which the value of a leaf is zero.
const WORST: f32 = 24.0;

impl LeafEvaluator<Flip> for ThumbPlayouts {
    const SELECTION: Selection = Selection::Ucb1;

    fn evaluate(&self, flip: &Flip, context: &mut VisitContext) -> WinProbabilities {
        let left = by_thumb(*flip, context.rng.next_u64());
        [(1.0 - left as f32 / WORST).max(0.0); Player::MAX]
    }

    fn expand(
        &self,
        flip: &Flip,
        _player: Player,
        context: &mut VisitContext,
    ) -> (LeafMoves, Option<WinProbabilities>) {
        let mut moves = LeafMoves::new();
        flip.for_each_choice(|choice| {
            let bits = <Flip as floe_game::Keyed>::move_bits(choice);
            moves.push(LeafMove {
                bits,
                prior: 0.0,
                value: 0.0,
            });
        });
        moves.shuffle(&mut context.rng);
        (moves, None)
    }

    /// Scores of the table after the line, played to the end by rules of thumb.
    fn line_value(&self, _root_move: usize, end: &Flip) -> Payoffs {
        const WORLDS: u64 = 32;
        let left: usize = (0..WORLDS).map(|world| by_thumb(*end, world)).sum();
        scores(end).map(|score| {
            if score == 0 {
                0
            } else {
                -POINT * left as Score / WORLDS as Score
            }
        })
    }
}
