use std::marker::PhantomData;

use floe_game::{Score, Side};
use smallvec::SmallVec;

use super::{ChanceGame, Mean};
use crate::entry::{Entry, Found, SearchResult, Window};
use crate::ordering::{OrderingWeights, TABLE_MOVE};
use crate::{Eval, History, Interrupted, Meter, Options, Payoff};

pub(super) const FULL: Window<f64> = Window {
    alpha: f64::NEG_INFINITY,
    beta: f64::INFINITY,
};

impl Found<Mean> {
    fn negated(self) -> Found<Mean> {
        Found {
            value: -self.value,
            ..self
        }
    }
}

/// Outcome of a choice, with bounds of its value for the chooser.
struct BoundedOutcome<G> {
    game: G,
    probability: f64,
    low: f64,
    high: f64,
    /// Whether `high` follows from the rules alone.
    is_proven: bool,
}

type Outcomes<G> = SmallVec<[BoundedOutcome<G>; 4]>;

/// Star1 and Star2 (Ballard 1983): alpha-beta through chance nodes. The window of an outcome
/// follows from the values of those before it and bounds of the others, which come from what is at
/// stake, and from one reply to each outcome.
pub(super) struct Stars<'a, G, E> {
    pub(super) eval: &'a E,
    pub(super) table: &'a mut ExpectimaxTable,
    pub(super) meter: Meter<'a>,
    pub(super) options: Options,
    pub(super) game: PhantomData<G>,
}

impl<G: ChanceGame, E: Eval<G>> Stars<'_, G, E> {
    /// Finds the value of a position for its side to move; a probe only looks at the first choice.
    fn search(
        &mut self,
        game: &G,
        window: Window<f64>,
        depth: i32,
        is_probe: bool,
    ) -> SearchResult<Mean> {
        self.meter.count()?;
        let side = game.side_to_move();
        let current = game.margin_of(side);
        if game.is_over() {
            return Ok(Found {
                value: Mean::of::<G>(current),
                proven: true,
            });
        }
        if depth <= 0 {
            let stake = game.at_stake();
            let static_eval = self
                .eval
                .evaluate(game)
                .clamp(current - stake, current + stake);
            return Ok(Found {
                value: Mean::of::<G>(static_eval),
                proven: false,
            });
        }
        let entry = self.table.get(game.key());
        if let Some(found) = entry.and_then(|entry| self.usable(entry, current, window, depth)) {
            return Ok(found);
        }
        let ranked = self
            .table
            .rank(game, self.eval, entry.map_or(0, |entry| entry.best), depth);
        if is_probe {
            return self.choice(game, ranked[0].1, window, depth);
        }
        let mut best = Found {
            value: Mean {
                score: f64::NEG_INFINITY,
                tie_break: 0.0,
            },
            proven: true,
        };
        let (mut best_choice, mut all_proven, mut tried) = (0, true, SmallVec::<[u32; 96]>::new());
        for (index, &(_, choice)) in ranked.iter().enumerate() {
            let alpha = window.alpha.max(best.value.score);
            let found = self.late_choice(game, choice, Window { alpha, ..window }, depth, index)?;
            tried.push(G::move_bits(choice));
            all_proven &= found.proven;
            if found.value.score > best.value.score {
                best = found;
                best_choice = G::move_bits(choice);
            }
            if best.value.score >= window.beta {
                self.table.reward(&tried, side, depth);
                break;
            }
        }
        best.proven = if best.value.score >= window.beta {
            best.proven
        } else {
            all_proven
        };
        self.store(game, best, window, depth, best_choice);
        Ok(best)
    }

    /// Finds the value of a choice for the side that makes it: of a late one less deep and with a
    /// narrow window first.
    pub(super) fn late_choice(
        &mut self,
        game: &G,
        choice: G::Move,
        window: Window<f64>,
        depth: i32,
        index: usize,
    ) -> SearchResult<Mean> {
        /// Width of the narrow window, in units of scores.
        const SCOUT: f64 = 0.01;
        if index == 0 || window.alpha == f64::NEG_INFINITY {
            return self.choice(game, choice, window, depth);
        }
        let scout = Window {
            alpha: window.alpha,
            beta: window.beta.min(window.alpha + SCOUT),
        };
        let less = self.options.reduction(depth, index);
        let mut found = self.choice(game, choice, scout, depth - less)?;
        if less > 0 && found.value.score > scout.alpha && !found.proven {
            found = self.choice(game, choice, scout, depth)?;
        }
        let is_decided = found.value.score < scout.beta || found.value.score >= window.beta;
        if is_decided {
            Ok(found)
        } else {
            self.choice(game, choice, window, depth)
        }
    }

    /// Finds the value of a choice for the side that makes it (Star1).
    fn choice(
        &mut self,
        game: &G,
        choice: G::Move,
        window: Window<f64>,
        depth: i32,
    ) -> SearchResult<Mean> {
        let side = game.side_to_move();
        let mut outcomes = outcomes(game, choice);
        if let [only] = &outcomes[..] {
            return self.outcome(&only.game, side, window, depth, false);
        }
        if depth > 1 && window.alpha > f64::NEG_INFINITY {
            self.probe(&mut outcomes, side, window, depth)?;
        }
        let (mut low, mut high) = sums(&outcomes);
        let mut so_far = Found {
            value: Mean::default(),
            proven: true,
        };
        let is_proven = outcomes.iter().all(|outcome| outcome.is_proven);
        for BoundedOutcome {
            game,
            probability,
            low: least,
            high: most,
            ..
        } in &outcomes
        {
            low -= probability * least;
            high -= probability * most;
            let done = so_far.value.score;
            let part = Window {
                alpha: (window.alpha - done - high) / probability,
                beta: (window.beta - done - low) / probability,
            };
            if *most <= part.alpha {
                let score = done + probability * most + high;
                let proven = so_far.proven && is_proven;
                return Ok(Found {
                    value: Mean {
                        score: score.min(window.alpha),
                        ..so_far.value
                    },
                    proven,
                });
            }
            let found = self.outcome(game, side, part, depth, false)?;
            so_far.proven &= found.proven;
            so_far.value = so_far.value.plus(found.value, *probability);
            if found.value.score <= part.alpha {
                // Not above `alpha`, also after rounding.
                so_far.value.score = (so_far.value.score + high).min(window.alpha);
                so_far.proven &= is_proven;
                return Ok(so_far);
            }
            if found.value.score >= part.beta {
                so_far.value.score = (so_far.value.score + low).max(window.beta);
                return Ok(so_far);
            }
        }
        Ok(so_far)
    }

    /// Searches one reply to each outcome, whose value is an upper bound for the chooser (Star2).
    fn probe(
        &mut self,
        outcomes: &mut Outcomes<G>,
        side: Side,
        window: Window<f64>,
        depth: i32,
    ) -> Result<(), Interrupted> {
        let (_, mut high) = sums(outcomes);
        for outcome in outcomes {
            let BoundedOutcome {
                probability,
                high: most,
                ..
            } = *outcome;
            if outcome.game.is_over() || outcome.game.side_to_move() == side {
                continue;
            }
            high -= probability * most;
            let part = Window {
                alpha: (window.alpha - high) / probability,
                beta: f64::INFINITY,
            };
            let found = self.outcome(&outcome.game, side, part, depth, true)?;
            if found.value.score < outcome.high {
                outcome.high = found.value.score.max(outcome.low);
                outcome.is_proven = found.proven;
            }
            high += probability * outcome.high;
            if high <= window.alpha {
                break;
            }
        }
        Ok(())
    }

    /// Finds the value of an outcome for the side that chose.
    fn outcome(
        &mut self,
        child: &G,
        side: Side,
        window: Window<f64>,
        depth: i32,
        is_probe: bool,
    ) -> SearchResult<Mean> {
        if child.side_to_move() == side {
            return self.search(child, window, depth - 1, is_probe);
        }
        self.search(child, window.negated(), depth - 1, is_probe)
            .map(Found::negated)
    }

    fn store(&mut self, game: &G, found: Found<Mean>, window: Window<f64>, depth: i32, best: u32) {
        let current = Mean::of::<G>(game.margin_of(game.side_to_move()));
        let to_come = found.value.plus(current, -1.0);
        let bound = window.bound(found.value.score);
        self.table.put(
            game.key(),
            Entry {
                to_come,
                bound,
                proven: found.proven,
                depth,
                best,
            },
        );
    }

    /// Value of an entry, if it decides this window at this depth.
    fn usable(
        &self,
        entry: Entry<Mean>,
        current: Score,
        window: Window<f64>,
        depth: i32,
    ) -> Option<Found<Mean>> {
        let value = entry.to_come.plus(Mean::of::<G>(current), 1.0);
        let is_good_enough = entry.proven || entry.is_deep_enough(depth, self.options.selective);
        let is_usable = is_good_enough && window.is_decided(value.score, entry.bound);
        is_usable.then_some(Found {
            value,
            proven: entry.proven,
        })
    }
}

/// Outcomes of a choice, most likely first, with bounds from what is at stake.
fn outcomes<G: ChanceGame>(game: &G, choice: G::Move) -> Outcomes<G> {
    let side = game.side_to_move();
    let mut outcomes = Outcomes::new();
    game.for_each_outcome(choice, |mv, probability| {
        let child = game.after(mv);
        let current = child.margin_of(side);
        let stake = child.at_stake();
        let low = f64::from(current - stake);
        let high = f64::from(current + stake);
        outcomes.push(BoundedOutcome {
            game: child,
            probability,
            low,
            high,
            is_proven: true,
        });
    });
    outcomes.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    outcomes
}

/// Lower and upper bound of the mean of all outcomes.
fn sums<G>(outcomes: &Outcomes<G>) -> (f64, f64) {
    outcomes.iter().fold((0.0, 0.0), |(low, high), outcome| {
        (
            low + outcome.probability * outcome.low,
            high + outcome.probability * outcome.high,
        )
    })
}

#[derive(Debug)]
pub(super) struct ExpectimaxTable {
    slots: Vec<Option<(u64, Entry<Mean>)>>,
    history: [History; 2],
    weights: OrderingWeights,
    /// Least depth, in plies, at which choices are ordered by the static evaluation of their most
    /// likely outcome.
    ordering_depth: i32,
}

/// Choices with the scores that they are ordered by, best first.
pub(super) type ChoiceList<M> = SmallVec<[(Score, M); 96]>;

impl ExpectimaxTable {
    pub(super) fn new(options: Options) -> ExpectimaxTable {
        let Options {
            hash_mebibytes,
            ordering: weights,
            ordering_depth,
            ..
        } = options;
        let slots = (hash_mebibytes << 20) / size_of::<Option<(u64, Entry<Mean>)>>();
        let slots = slots.max(2).next_power_of_two() / 2;
        ExpectimaxTable {
            slots: vec![None; slots],
            history: Default::default(),
            weights,
            ordering_depth,
        }
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry<Mean>> {
        self.slots[self.slot(key)]
            .filter(|&(own, _)| own == key)
            .map(|(_, entry)| entry)
    }

    /// Stores an entry, unless there is a proven one of the same position, and this one is not.
    pub(super) fn put(&mut self, key: u64, entry: Entry<Mean>) {
        let slot = self.slot(key);
        let is_better =
            self.slots[slot].is_some_and(|(own, old)| own == key && old.proven && !entry.proven);
        if !is_better {
            self.slots[slot] = Some((key, entry));
        }
    }

    /// Share of the table in use, in thousandths, estimated from a sample.
    pub(super) fn fullness(&self) -> u32 {
        let sample = &self.slots[..self.slots.len().min(1000)];
        (sample.iter().flatten().count() * 1000 / sample.len()) as u32
    }

    pub(super) fn rank<G>(
        &self,
        game: &G,
        eval: &impl Eval<G>,
        table_choice: u32,
        depth: i32,
    ) -> ChoiceList<G::Move>
    where
        G: ChanceGame,
    {
        let side = game.side_to_move();
        let history = &self.history[side as usize];
        let mut ranked = ChoiceList::new();
        game.for_each_choice(|choice| {
            let bits = G::move_bits(choice);
            let score = if bits == table_choice {
                TABLE_MOVE
            } else if depth >= self.ordering_depth {
                evaluate_likeliest(game, choice, eval, side)
                    + history.bonus(bits, self.weights.evaluated_history)
            } else {
                eval.move_score(game, choice) + history.bonus(bits, self.weights.history)
            };
            ranked.push((score, choice));
        });
        ranked.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        ranked
    }

    /// Rewards the last of `tried`, which refuted a position, and punishes the ones before it.
    pub(super) fn reward(&mut self, tried: &[u32], side: Side, depth: i32) {
        self.history[side as usize].reward(tried.iter().copied(), self.weights.gain(depth));
    }
}

/// Static evaluation of the most likely outcome of a choice, for the side that makes it.
fn evaluate_likeliest<G: ChanceGame>(
    game: &G,
    choice: G::Move,
    eval: &impl Eval<G>,
    side: Side,
) -> Score {
    let child = game.after(game.likeliest_outcome(choice));
    if child.is_over() {
        return child.margin_of(side);
    }
    let value = eval.evaluate(&child);
    if child.side_to_move() == side {
        value
    } else {
        -value
    }
}
