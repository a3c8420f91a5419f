use floe_game::{Chance, Keyed, Score, Side, Staked, TwoSided};
use smallvec::SmallVec;

use super::Mean;
use super::memory::{Known, Memory};
use crate::alphabeta::reduction;
use crate::entry::Bound;
use crate::{Eval, Interrupted, Meter};

/// The values that matter: above `alpha`, below `beta`.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What a search returns: at most `alpha` it is an upper bound, at least `beta` a lower one, anything between is the value.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) mean: Mean,
    /// Whether no evaluation has had a say in it.
    pub(super) proven: bool,
}

impl Found {
    fn turned(self) -> Found {
        Found { mean: self.mean.turned(), ..self }
    }

    /// As an upper bound that is not above `alpha`, though rounding may have it so.
    fn at_most(mut self, alpha: f64) -> Found {
        self.mean.score = self.mean.score.min(alpha);
        self
    }

    /// As a lower bound that is not below `beta`.
    fn at_least(mut self, beta: f64) -> Found {
        self.mean.score = self.mean.score.max(beta);
        self
    }
}

/// Something that can come of a choice: the least and the most that it can be worth to the chooser.
struct Outcome<G> {
    game: G,
    probability: f64,
    low: f64,
    high: f64,
    /// Whether `high` follows from the rules alone.
    is_proven: bool,
}

type Outcomes<G> = SmallVec<[Outcome<G>; 4]>;

/// Star1 and Star2 (Ballard 1983): alpha-beta through chance nodes.
///
/// What has been found of some outcomes, with bounds for the others, tells what the next must be worth to matter. The bounds come from
/// what is at stake, and from looking at one reply to each outcome first.
pub(super) struct Stars<'a, E> {
    pub(super) eval: &'a E,
    pub(super) memory: &'a mut Memory,
    pub(super) meter: Meter<'a>,
    /// Whether late choices may be searched less deep, and what is known from deeper searches may be used.
    pub(super) selective: bool,
}

impl<E> Stars<'_, E> {
    /// The value of a position for its side to move.
    fn search<G>(&mut self, game: &G, window: Window, depth: i32, is_probe: bool) -> Result<Found, Interrupted>
    where
        G: Keyed + TwoSided + Chance + Staked,
        E: Eval<G>,
    {
        self.meter.count()?;
        let side = game.side_to_move();
        let banked = game.margin_of(side);
        if game.is_over() {
            return Ok(Found { mean: Mean::of::<G>(banked), proven: true });
        }
        if depth <= 0 {
            let stake = game.at_stake();
            let guess = self.eval.evaluate(game).clamp(banked - stake, banked + stake);
            return Ok(Found { mean: Mean::of::<G>(guess), proven: false });
        }
        let known = self.memory.get(game.key());
        if let Some(found) = known.and_then(|known| self.usable::<G>(known, banked, window, depth)) {
            return Ok(found);
        }
        let ranked = self.memory.rank(game, self.eval, known.map_or(0, |known| known.best), depth);
        if is_probe {
            return self.choice(game, ranked[0].1, window, depth);
        }
        let mut best = Found { mean: Mean { score: f64::NEG_INFINITY, part: 0.0 }, proven: true };
        let (mut best_choice, mut all_proven, mut tried) = (0, true, SmallVec::<[u32; 96]>::new());
        for (index, &(_, choice)) in ranked.iter().enumerate() {
            let alpha = window.alpha.max(best.mean.score);
            let found = self.late_choice(game, choice, Window { alpha, ..window }, depth, index)?;
            tried.push(G::move_bits(choice));
            all_proven &= found.proven;
            if found.mean.score > best.mean.score {
                best = found;
                best_choice = G::move_bits(choice);
            }
            if best.mean.score >= window.beta {
                self.memory.reward(&tried, side, depth);
                break;
            }
        }
        best.proven = if best.mean.score >= window.beta { best.proven } else { all_proven };
        self.remember(game, best, window, depth, best_choice);
        Ok(best)
    }

    /// A choice that may be looked at less closely first.
    pub(super) fn late_choice<G>(
        &mut self,
        game: &G,
        choice: G::Move,
        window: Window,
        depth: i32,
        index: usize,
    ) -> Result<Found, Interrupted>
    where
        G: Keyed + TwoSided + Chance + Staked,
        E: Eval<G>,
    {
        /// Asks whether a choice is better at all: a hundredth of the least difference that a player would notice.
        const SCOUT: f64 = 0.01;
        if index == 0 || window.alpha == f64::NEG_INFINITY {
            return self.choice(game, choice, window, depth);
        }
        let scout = Window { alpha: window.alpha, beta: window.beta.min(window.alpha + SCOUT) };
        let less = if self.selective { reduction(depth, index) } else { 0 };
        let mut found = self.choice(game, choice, scout, depth - less)?;
        if less > 0 && found.mean.score > scout.alpha && !found.proven {
            found = self.choice(game, choice, scout, depth)?;
        }
        let is_told = found.mean.score < scout.beta || found.mean.score >= window.beta;
        if is_told { Ok(found) } else { self.choice(game, choice, window, depth) }
    }

    /// The value of a choice for the side that makes it.
    fn choice<G>(&mut self, game: &G, choice: G::Move, window: Window, depth: i32) -> Result<Found, Interrupted>
    where
        G: Keyed + TwoSided + Chance + Staked,
        E: Eval<G>,
    {
        let side = game.side_to_move();
        let mut outcomes = outcomes(game, choice);
        if let [only] = &outcomes[..] {
            return self.outcome(&only.game, side, window, depth, false);
        }
        if depth > 1 && window.alpha > f64::NEG_INFINITY {
            self.probe(&mut outcomes, side, window, depth)?;
        }
        let (mut low, mut high) = sums(&outcomes);
        let mut so_far = Found { mean: Mean::default(), proven: true };
        let is_proven = outcomes.iter().all(|outcome| outcome.is_proven);
        for Outcome { game, probability, low: least, high: most, .. } in &outcomes {
            low -= probability * least;
            high -= probability * most;
            let done = so_far.mean.score;
            let part = Window {
                alpha: (window.alpha - done - high) / probability,
                beta: (window.beta - done - low) / probability,
            };
            if *most <= part.alpha {
                let score = done + probability * most + high;
                let proven = so_far.proven && is_proven;
                return Ok(Found { mean: Mean { score, ..so_far.mean }, proven }.at_most(window.alpha));
            }
            let found = self.outcome(game, side, part, depth, false)?;
            so_far.proven &= found.proven;
            so_far.mean = so_far.mean.plus(found.mean, *probability);
            if found.mean.score <= part.alpha {
                so_far.mean.score += high;
                so_far.proven &= is_proven;
                return Ok(so_far.at_most(window.alpha));
            }
            if found.mean.score >= part.beta {
                so_far.mean.score += low;
                return Ok(so_far.at_least(window.beta));
            }
        }
        Ok(so_far)
    }

    /// Looks at one reply to each outcome: for the chooser it can only be worse than that (Star2).
    fn probe<G>(
        &mut self,
        outcomes: &mut Outcomes<G>,
        side: Side,
        window: Window,
        depth: i32,
    ) -> Result<(), Interrupted>
    where
        G: Keyed + TwoSided + Chance + Staked,
        E: Eval<G>,
    {
        let (_, mut high) = sums(outcomes);
        for outcome in outcomes {
            let Outcome { probability, high: most, .. } = *outcome;
            if outcome.game.is_over() || outcome.game.side_to_move() == side {
                continue;
            }
            high -= probability * most;
            let part = Window { alpha: (window.alpha - high) / probability, beta: f64::INFINITY };
            let found = self.outcome(&outcome.game, side, part, depth, true)?;
            if found.mean.score < outcome.high {
                outcome.high = found.mean.score.max(outcome.low);
                outcome.is_proven = found.proven;
            }
            high += probability * outcome.high;
            if high <= window.alpha {
                break;
            }
        }
        Ok(())
    }

    /// The value of what has come of a choice, for the side that chose.
    fn outcome<G>(
        &mut self,
        child: &G,
        side: Side,
        window: Window,
        depth: i32,
        is_probe: bool,
    ) -> Result<Found, Interrupted>
    where
        G: Keyed + TwoSided + Chance + Staked,
        E: Eval<G>,
    {
        if child.side_to_move() == side {
            return self.search(child, window, depth - 1, is_probe);
        }
        self.search(child, window.turned(), depth - 1, is_probe).map(Found::turned)
    }

    fn remember<G: Keyed + TwoSided + Staked>(
        &mut self,
        game: &G,
        found: Found,
        window: Window,
        depth: i32,
        best: u32,
    ) {
        let bound = if found.mean.score <= window.alpha {
            Bound::Upper
        } else if found.mean.score >= window.beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        let banked = Mean::of::<G>(game.margin_of(game.side_to_move()));
        let to_come = found.mean.plus(banked, -1.0);
        self.memory.put(game.key(), Known { to_come, bound, proven: found.proven, depth, best });
    }

    /// What is known, if it says enough for this window and depth.
    fn usable<G: Staked>(&self, known: Known, banked: Score, window: Window, depth: i32) -> Option<Found> {
        let mean = known.to_come.plus(Mean::of::<G>(banked), 1.0);
        let decides = match known.bound {
            Bound::Upper => mean.score <= window.alpha,
            Bound::Lower => mean.score >= window.beta,
            Bound::Exact => true,
        };
        let deep_enough = if self.selective { known.depth >= depth } else { known.depth == depth };
        ((known.proven || deep_enough) && decides).then_some(Found { mean, proven: known.proven })
    }
}

/// All that can come of a choice, most likely first, within what is at stake.
fn outcomes<G: TwoSided + Chance + Staked>(game: &G, choice: G::Move) -> Outcomes<G> {
    let side = game.side_to_move();
    let mut outcomes = Outcomes::new();
    game.for_each_outcome(choice, |mv, probability| {
        let child = game.after(mv);
        let (banked, stake) = (child.margin_of(side), child.at_stake());
        let (low, high) = (f64::from(banked - stake), f64::from(banked + stake));
        outcomes.push(Outcome { game: child, probability, low, high, is_proven: true });
    });
    outcomes.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    outcomes
}

/// The least and the most that all outcomes can be worth together.
fn sums<G>(outcomes: &Outcomes<G>) -> (f64, f64) {
    outcomes.iter().fold((0.0, 0.0), |(low, high), outcome| {
        (low + outcome.probability * outcome.low, high + outcome.probability * outcome.high)
    })
}
