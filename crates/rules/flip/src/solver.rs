//! Exact expectations, where few cards are still to come.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::hash::BuildHasherDefault;

use ahash::AHasher;
use floe_game::{Chance, Game, Keyed, Moves, Turn};
use smallvec::SmallVec;

use crate::flip::{Flip, FlipStep};
use crate::mv::FlipMove;
use crate::piles::ActionCards;
use crate::policy::FlipPolicy;

/// Exact solver of the cooperative game, by expectimax over the steps of all turns to come, with
/// bounds and a table. Best play leaves the fewest animals on average.
///
/// ```
/// use floe_flip::{Flip, FlipMove, FlipSolver};
///
/// let flip: Flip = "flip:D1<S1>/D2<S2>/K1<S3>/W1< A K:fr,-:c - last=1".parse()?;
/// let mut solver = FlipSolver::new(100_000);
/// assert_eq!(solver.left(&flip), Some(1.0));
/// assert_eq!(solver.best(&flip), Some((FlipMove::FlipRow(0), 1.0)));
/// # Ok::<(), floe_game::PositionError>(())
/// ```
pub struct FlipSolver<'a> {
    /// Values at the beginning of turns and of refilling, by the key of the position.
    known: HashMap<u64, Known, BuildHasherDefault<AHasher>>,
    /// Maximum number of values.
    room: usize,
    nodes: u64,
    limit: u64,
    /// Whether to give up, asked now and then.
    is_stopped: Option<&'a dyn Fn() -> bool>,
}

impl fmt::Debug for FlipSolver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FlipSolver")
            .field("nodes", &self.nodes)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

/// Expected number of animals left, or a lower bound of it.
#[derive(Clone, Copy)]
struct Known {
    left: f64,
    is_exact: bool,
}

/// Results of a game with their probabilities under best play.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FlipResults {
    /// Probability of each number of animals that can be left at the end.
    pub left: BTreeMap<usize, f64>,
    /// Probability that the players lose because a column is full (4.3).
    pub lost: f64,
}

impl FlipResults {
    /// The result of a finished game.
    fn of_end(flip: &Flip) -> FlipResults {
        FlipResults {
            left: [(flip.animals_left(), 1.0)].into(),
            lost: f64::from(u8::from(flip.is_lost())),
        }
    }

    /// Adds the results of a case that has this probability.
    fn add(&mut self, probability: f64, case: &FlipResults) {
        self.lost += probability * case.lost;
        for (&left, share) in &case.left {
            *self.left.entry(left).or_default() += probability * share;
        }
    }
}

/// The solver has reached its limit.
struct LimitReached;

/// Results of positions by their keys.
type KnownResults = HashMap<u64, FlipResults, BuildHasherDefault<AHasher>>;

/// Moves with their probabilities.
type Outcomes = SmallVec<[(FlipMove, f64); 1]>;

/// Nodes between two questions whether to give up.
const INTERVAL: u64 = 1024;

impl<'a> FlipSolver<'a> {
    /// Creates a solver that gives up after searching `limit` nodes.
    pub fn new(limit: u64) -> FlipSolver<'a> {
        FlipSolver {
            known: HashMap::default(),
            room: usize::MAX,
            nodes: 0,
            limit,
            is_stopped: None,
        }
    }

    /// The solver, which now also gives up as soon as its table holds `room` values, of at most 48
    /// bytes each.
    #[must_use]
    pub fn with_room(self, room: usize) -> FlipSolver<'a> {
        FlipSolver { room, ..self }
    }

    /// The solver, which now also gives up as soon as `is_stopped` returns true; it is asked now
    /// and then.
    #[must_use]
    pub fn with_stop(self, is_stopped: &'a dyn Fn() -> bool) -> FlipSolver<'a> {
        FlipSolver {
            is_stopped: Some(is_stopped),
            ..self
        }
    }

    /// Number of nodes that the solver has searched so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Expected number of animals left at the end of the game under best play from `flip`; `None`
    /// if the solver gives up first.
    pub fn left(&mut self, flip: &Flip) -> Option<f64> {
        self.value(flip, f64::INFINITY).ok()
    }

    /// Every choice in `flip`, with the expected number of animals left at the end of the game
    /// after it under best play, in the order of [`choices`](floe_game::Chance::choices); `None` if
    /// the solver gives up first.
    pub fn choices(&mut self, flip: &Flip) -> Option<Vec<(FlipMove, f64)>> {
        let choices = flip.choices().into_iter();
        choices
            .map(|choice| {
                Some((
                    choice,
                    self.value_of_choice(flip, choice, f64::INFINITY).ok()?,
                ))
            })
            .collect()
    }

    /// A best choice in `flip`, with the expected number of animals left at the end of the game
    /// after it; `None` if the solver gives up first or the game is over.
    pub fn best(&mut self, flip: &Flip) -> Option<(FlipMove, f64)> {
        let mut best: Option<(FlipMove, f64)> = None;
        for choice in ordered_choices(flip) {
            let least = best.map_or(f64::INFINITY, |(_, least)| least);
            let left = self.value_of_choice(flip, choice, least).ok()?;
            if left < least {
                best = Some((choice, left));
            }
        }
        best
    }

    /// Lets the solver search `nodes` nodes from now on before it gives up.
    pub const fn extend(&mut self, nodes: u64) {
        self.limit = self.nodes.saturating_add(nodes);
    }

    /// Results of the game under best play from `flip`, with their probabilities; `None` if the
    /// solver gives up first. Their mean is [`left`](FlipSolver::left).
    ///
    /// It costs little after a search of the same position, whose values are known.
    pub fn results(&mut self, flip: &Flip) -> Option<FlipResults> {
        self.results_of(flip, &mut HashMap::default())
    }

    /// [`Self::results`], with those of positions at the beginning of turns and of refilling in
    /// `known`.
    fn results_of(&mut self, flip: &Flip, known: &mut KnownResults) -> Option<FlipResults> {
        if flip.turn() == Turn::Over {
            return Some(FlipResults::of_end(flip));
        }
        if matches!(flip.step, FlipStep::Power | FlipStep::Draw | FlipStep::Free) {
            let (choice, _) = self.best(flip)?;
            return self.results_of_choice(flip, choice, known);
        }
        let flip = relevant(flip);
        let key = flip.key();
        if let Some(results) = known.get(&key) {
            return Some(results.clone());
        }
        let flip = if is_last(&flip) {
            self.with_best_card(&flip)?
        } else {
            flip
        };
        let (choice, _) = self.best(&flip)?;
        let results = self.results_of_choice(&flip, choice, known)?;
        known.insert(key, results.clone());
        Some(results)
    }

    fn results_of_choice(
        &mut self,
        flip: &Flip,
        choice: FlipMove,
        known: &mut KnownResults,
    ) -> Option<FlipResults> {
        let mut results = FlipResults::default();
        for (mv, probability) in relevant_outcomes(flip, choice) {
            results.add(probability, &self.results_of(&flip.after(mv), known)?);
        }
        Some(results)
    }

    /// The last turn with the best card of the hand as the only one.
    fn with_best_card(&mut self, flip: &Flip) -> Option<Flip> {
        let mut best: Option<(Flip, f64)> = None;
        for alone in cards_alone(flip) {
            let left = self.left(&alone)?;
            if best.is_none_or(|(_, least)| left < least) {
                best = Some((alone, left));
            }
        }
        best.map(|(alone, _)| alone)
    }

    /// Expected number of animals left if that is less than the bound; otherwise a number between
    /// the two.
    fn value(&mut self, flip: &Flip, bound: f64) -> Result<f64, LimitReached> {
        if flip.turn() == Turn::Over {
            return Ok(flip.animals_left() as f64);
        }
        match flip.step {
            FlipStep::Act | FlipStep::Lay => {}
            FlipStep::Draw => return self.value_of_choice(flip, FlipMove::Draw(None), bound),
            FlipStep::Power | FlipStep::Free => return self.least(flip, bound),
        }
        let flip = relevant(flip);
        let key = flip.key();
        if let Some(known) = self.known.get(&key)
            && (known.is_exact || known.left >= bound)
        {
            return Ok(known.left);
        }
        let left = if is_last(&flip) {
            self.least_by_card(&flip, bound)
        } else {
            self.least(&flip, bound)
        }?;
        self.known.insert(
            key,
            Known {
                left,
                is_exact: left < bound,
            },
        );
        Ok(left)
    }

    /// Least value of the choices, with the promise of [`Self::value`].
    fn least(&mut self, flip: &Flip, bound: f64) -> Result<f64, LimitReached> {
        self.nodes += 1;
        let is_stopped = self.nodes.is_multiple_of(INTERVAL)
            && self.is_stopped.is_some_and(|is_stopped| is_stopped());
        if self.nodes > self.limit || self.known.len() >= self.room || is_stopped {
            return Err(LimitReached);
        }
        let mut least = f64::INFINITY;
        for choice in ordered_choices(flip) {
            least = least.min(self.value_of_choice(flip, choice, bound.min(least))?);
            if least <= 0.0 {
                break;
            }
        }
        Ok(least)
    }

    /// Least value of the cards in hand, each as if it were the only one: so hands that share a
    /// card share its value.
    fn least_by_card(&mut self, flip: &Flip, bound: f64) -> Result<f64, LimitReached> {
        let hand = flip.hands[flip.turn.index()];
        if hand.len() <= 1 {
            return self.least(flip, bound);
        }
        let mut least = f64::INFINITY;
        for alone in cards_alone(flip) {
            least = least.min(self.value(&alone, bound.min(least))?);
            if least <= 0.0 {
                break;
            }
        }
        Ok(least)
    }

    /// Mean of the outcomes of a choice, with the promise of [`Self::value`]: as soon as the
    /// outcomes seen so far reach the bound, the others count as zero (Star1; Ballard 1983).
    fn value_of_choice(
        &mut self,
        flip: &Flip,
        choice: FlipMove,
        bound: f64,
    ) -> Result<f64, LimitReached> {
        let mut mean = 0.0;
        for (mv, probability) in relevant_outcomes(flip, choice) {
            mean += probability * self.value(&flip.after(mv), (bound - mean) / probability)?;
            if mean >= bound {
                break;
            }
        }
        Ok(mean)
    }
}

/// The choices, good ones first where chance is still to come: then the bound ends the others
/// early.
fn ordered_choices(flip: &Flip) -> Moves<FlipMove> {
    let mut choices = flip.choices();
    if flip.last.is_none() || flip.step == FlipStep::Act && hand_matters(flip) {
        choices.sort_by_cached_key(|&choice| Reverse(FlipPolicy::Thumb.value(flip, choice)));
    }
    choices
}

/// Outcomes of a choice with their probabilities; where all cards that can be drawn are as good as
/// each other, one of them stands for all.
fn relevant_outcomes(flip: &Flip, choice: FlipMove) -> Outcomes {
    let mut outcomes = Outcomes::new();
    if choice == FlipMove::Draw(None) && !hand_matters(flip) {
        outcomes.extend(
            flip.drawable()
                .kinds()
                .next()
                .map(|card| (FlipMove::Draw(Some(card)), 1.0)),
        );
    } else {
        flip.for_each_outcome(choice, |mv, probability| outcomes.push((mv, probability)));
    }
    outcomes
}

/// The position once for each kind of card in the hand of the player to move, with that card as the
/// only one.
fn cards_alone(flip: &Flip) -> impl Iterator<Item = Flip> {
    let (flip, mover) = (*flip, flip.turn.index());
    flip.hands[mover].kinds().map(move |card| {
        let mut alone = flip;
        alone.hands[mover] = ActionCards::NONE;
        alone.hands[mover].add(card);
        alone
    })
}

/// Whether the turn to come is the last of the game.
fn is_last(flip: &Flip) -> bool {
    flip.step == FlipStep::Act && flip.last == Some(1)
}

/// Whether the player to move plays another action card after the one of this turn.
fn hand_matters(flip: &Flip) -> bool {
    flip.last
        .is_none_or(|turns| usize::from(turns) > usize::from(flip.players))
}

/// The position without the action cards that play no part any more, so that positions that differ
/// in them only share a value.
fn relevant(flip: &Flip) -> Flip {
    let mut relevant = *flip;
    let Some(turns) = flip.last else {
        return relevant;
    };
    let players = usize::from(flip.players);
    let mover = flip.turn.index();
    // The hands of those who still play a card.
    let has_acted = flip.step != FlipStep::Act;
    let plays = |player: usize| {
        let turn = (player + players - mover) % players;
        let turn = if turn == 0 && has_acted {
            players
        } else {
            turn
        };
        turn < usize::from(turns)
    };
    for player in (0..players).filter(|&player| !plays(player)) {
        relevant.hands[player] = ActionCards::NONE;
    }
    if !hand_matters(flip) {
        relevant.deck = ActionCards::ALL;
    }
    relevant
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FlipSetUp;

    /// Plain expectimax without a table.
    fn plain(flip: &Flip) -> f64 {
        if flip.turn() == Turn::Over {
            return flip.animals_left() as f64;
        }
        let value = |choice| {
            let mut mean = 0.0;
            flip.for_each_outcome(choice, |mv, probability| {
                mean += probability * plain(&flip.after(mv));
            });
            mean
        };
        flip.choices()
            .into_iter()
            .map(value)
            .fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn values_are_those_of_plain_expectimax() {
        for text in [
            "flip:D1<S1>/D2<S2>/K1<S3> A D:f,K:cr - last=2 net=3x4",
            "flip:D1<S1>/D2<S2>/K1<S3> A D:f - last=2 deck=f1r1x1 net=3x4",
            "flip:D1<S1>/D2<K3<~~p A S:,D:f - step=draw last=1 net=2x3",
            "flip:R1<S1>/R2<S2> A R:f,K:c R0010 net=2x3",
            "flip:R1<p/R2<S2> A R:s - step=lay next=a below=m deck=f1 net=2x3",
        ] {
            let flip: Flip = text.parse().unwrap();
            let value = FlipSolver::new(u64::MAX).left(&flip).unwrap();
            assert!(
                (value - plain(&flip)).abs() < 1e-9,
                "{text}: {value} {}",
                plain(&flip)
            );
        }
    }

    /// Probability of losing if all play as the solver does, without a table.
    fn plain_loss(solver: &mut FlipSolver<'_>, flip: &Flip) -> f64 {
        if flip.turn() == Turn::Over {
            return f64::from(u8::from(flip.is_lost()));
        }
        let (choice, _) = solver.best(flip).unwrap();
        let mut lost = 0.0;
        flip.for_each_outcome(choice, |mv, probability| {
            lost += probability * plain_loss(solver, &flip.after(mv));
        });
        lost
    }

    #[test]
    fn results_have_the_mean_of_the_value() {
        for text in [
            "flip:D1<S1>/D2<S2>/K1<S3> A D:f,K:cr - last=2 net=3x4",
            "flip:D1<S1>/D2<S2>/K1<S3> A D:f - last=2 deck=f1r1x1 net=3x4",
            "flip:R1<S1>/R2<S2> A R:f,K:c R0010 net=2x3",
            "flip:R1<S1>W1>/R2<S2>W2< A R:s,K:s R0010,W0011 net=2x3",
            "flip:R1<p/R2<S2> A R:s - step=lay next=a below=m deck=f1 net=2x3",
            "flip:D1>_D2> A K: - step=draw last=2 net=1x4",
        ] {
            let flip: Flip = text.parse().unwrap();
            let mut solver = FlipSolver::new(u64::MAX);
            let value = solver.left(&flip).unwrap();
            let results = solver.results(&flip).unwrap();
            let mean: f64 = results
                .left
                .iter()
                .map(|(&left, share)| left as f64 * share)
                .sum();
            assert!(
                (mean - value).abs() < 1e-9,
                "{text}: {results:?}, value {value}"
            );
            assert!(
                (results.left.values().sum::<f64>() - 1.0).abs() < 1e-9,
                "{text}: {results:?}"
            );
            assert!(
                (results.lost - plain_loss(&mut solver, &flip)).abs() < 1e-9,
                "{text}: {results:?}"
            );
        }
    }

    #[test]
    fn a_limit_is_kept() {
        let flip = Flip::deal(&FlipSetUp::usual(2, false), 1).unwrap();
        let mut solver = FlipSolver::new(1000);
        assert_eq!((solver.left(&flip), solver.best(&flip)), (None, None));
        assert!(solver.nodes() > 1000);
    }
}
