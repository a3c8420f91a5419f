//! Estimate of the animals left, linear in features of the net, by the hands and the stage of the
//! game.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use floe_game::{Game, Player, Score};

use crate::card::{ActionCard, Species};
use crate::features::{FEATURES, features};
use crate::flip::Flip;
use crate::mv::FlipMove;
use crate::net::Net;
use crate::piles::ActionCards;
use crate::policy::{TurnValues, best_choice, choice_without_values};

/// Number of stages of the game, by the refills to come after a turn.
const STAGES: usize = 10;
const KINDS: usize = ActionCard::ALL.len();
/// First weight of the action cards that the mover keeps; before it are those of the features, for
/// all hands and then for each kind of card in the hand of the next player.
const KEPT: usize = FEATURES * (1 + KINDS);
/// First weight of the animals of the species whose power the next player has, by species.
const POWER: usize = KEPT + KINDS;
/// Number of weights of a stage.
const WEIGHTS: usize = POWER + Species::ALL.len();

/// Weights of the program, learned by `floe-lab flip-learn`.
static BUILT_IN: LazyLock<FlipEstimate> = LazyLock::new(|| {
    include_str!("estimate.txt")
        .parse()
        .expect("the weights of the program are complete")
});

/// End of a turn, all but its net: the stage of the game, and the cards and powers that matter in
/// the next turns.
#[derive(Clone, Copy, Debug)]
pub struct TurnEnd {
    /// Number of refills to come, at most `STAGES` - 1; 0 in the last two turns.
    stage: usize,
    /// Whether the game is over after the turn.
    is_over: bool,
    /// Action cards of the next player; of those of the mover only those that it keeps.
    next: ActionCards,
    /// Action cards that the mover keeps; the one that it draws is not among them.
    kept: ActionCards,
    /// Power of the next player.
    power: Option<Species>,
}

impl TurnEnd {
    /// The end of the turn of the player to move, in which it plays `card`, which must be in its
    /// hand; `None` if it has played its card already. A card that it has drawn since then counts
    /// as one that it keeps.
    pub fn after(flip: &Flip, card: Option<ActionCard>) -> TurnEnd {
        let mut kept = flip.hands[flip.turn.index()];
        if let Some(card) = card {
            kept.remove(card);
        }
        let next = next_player(flip);
        let refills = flip.pile.len().div_ceil(flip.net.columns());
        TurnEnd {
            stage: if flip.last.is_some() {
                0
            } else {
                refills.min(STAGES - 1)
            },
            is_over: flip.last == Some(1),
            next: if next == flip.turn {
                kept
            } else {
                flip.hands[next.index()]
            },
            kept,
            power: flip.powers[next.index()],
        }
    }

    /// Stage of the game, below [`FlipEstimate::STAGES`], by which the weights are chosen; `None`
    /// if the game is over after the turn.
    pub const fn stage(&self) -> Option<usize> {
        if self.is_over { None } else { Some(self.stage) }
    }

    /// The terms of the estimate for the turn that ends with `net`. The estimate is their sum, each
    /// term times its weight in the [stage](TurnEnd::stage).
    pub fn terms(&self, net: &Net) -> [i32; FlipEstimate::WEIGHTS] {
        let counts = features(net, self.power);
        let mut terms = [0; WEIGHTS];
        terms[..FEATURES].copy_from_slice(&counts);
        for card in self.next.kinds() {
            terms[of_card(card)..][..FEATURES].copy_from_slice(&counts);
        }
        for card in self.kept.kinds() {
            terms[KEPT + card as usize] = i32::from(self.kept.count(card));
        }
        if let Some(species) = self.power {
            terms[POWER + species as usize] = net.species(species).len() as i32;
        }
        terms
    }
}

/// First weight of the features for a kind of card in the hand of the next player.
const fn of_card(card: ActionCard) -> usize {
    FEATURES * (1 + card as usize)
}

fn next_player(flip: &Flip) -> Player {
    Player::new((flip.turn.index() + 1) % flip.players())
}

/// Estimate of the animals left at the end of the game, made at the end of a turn: a sum of terms
/// with weights that are learned.
///
/// ```
/// use floe_flip::{Flip, FlipEstimate, FlipMove};
///
/// let flip: Flip = "flip:D1<S1>/D2<S2>/K1<S3>/W1< A K:fr,-:c W0011".parse()?;
/// assert_eq!(FlipEstimate::built_in().choose(&flip), Some(FlipMove::FlipRow(0)));
/// # Ok::<(), floe_game::PositionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlipEstimate {
    /// Weights of the terms by stage, in 1/1024 animals.
    weights: Vec<[i32; WEIGHTS]>,
}

impl FlipEstimate {
    /// Number of stages of the game. Stage 0 is the last two turns. Stage n is a turn with n
    /// refills to come after it, the last stage also one with more.
    pub const STAGES: usize = STAGES;
    /// Number of weights of a stage, one for each term.
    pub const WEIGHTS: usize = WEIGHTS;
    /// Parts of an animal in which weights and estimates are given.
    pub const PARTS: i32 = 1024;

    /// The estimate with the weights of the program.
    pub fn built_in() -> &'static FlipEstimate {
        &BUILT_IN
    }

    /// The estimate with these weights, in animals, by stage and in the order of
    /// [`terms`](TurnEnd::terms).
    pub fn new(weights: &[[f64; FlipEstimate::WEIGHTS]; FlipEstimate::STAGES]) -> FlipEstimate {
        let parts = |weight: f64| (weight * f64::from(FlipEstimate::PARTS)).round() as i32;
        FlipEstimate {
            weights: weights.iter().map(|stage| stage.map(parts)).collect(),
        }
    }

    /// Number of animals that are expected to be left at the end of the game after a turn that ends
    /// with `net`, in 1/1024 animals.
    pub fn left(&self, end: &TurnEnd, net: &Net) -> i32 {
        features(net, end.power)
            .iter()
            .zip(self.of_features(end))
            .map(|(count, weight)| count * weight)
            .sum()
    }

    /// Weights of the features of a net at the end of a turn: the sum of all that count there.
    fn of_features(&self, end: &TurnEnd) -> [i32; FEATURES] {
        let mut sums = [0; FEATURES];
        let Some(stage) = end.stage() else {
            sums[1] = FlipEstimate::PARTS;
            return sums;
        };
        let weights = &self.weights[stage];
        sums.copy_from_slice(&weights[..FEATURES]);
        for card in end.next.kinds() {
            sums.iter_mut()
                .zip(&weights[of_card(card)..])
                .for_each(|(sum, weight)| *sum += weight);
        }
        sums[0] += end
            .kept
            .kinds()
            .map(|card| weights[KEPT + card as usize] * i32::from(end.kept.count(card)))
            .sum::<i32>();
        if let Some(species) = end.power {
            sums[FEATURES - 1] += weights[POWER + species as usize];
        }
        sums
    }

    /// Chooses a move of the player to move, without the outcome of chance: an action and the use
    /// of a power after which fewest animals are expected to be left, and then all that may be
    /// freed; `None` when the game is over.
    pub fn choose(&self, flip: &Flip) -> Option<FlipMove> {
        if flip.is_over() {
            return None;
        }
        choice_without_values(flip).or_else(|| {
            let mut known = None;
            best_choice(flip, |choice| {
                let card = choice.card();
                let weights = match known {
                    Some((of, weights)) if of == card => weights,
                    _ => self.of_features(&TurnEnd::after(flip, card)),
                };
                known = Some((card, weights));
                value_with(flip, choice, &weights)
            })
        })
    }

    /// Value of a choice of the player to move: minus the animals that are expected to be left at
    /// the end of the game after the best use of a power and all freeing, in 1/1024 animals. After
    /// a draw, the action card drawn counts as one that was kept.
    pub fn value(&self, flip: &Flip, choice: FlipMove) -> Score {
        value_with(
            flip,
            choice,
            &self.of_features(&TurnEnd::after(flip, choice.card())),
        )
    }
}

/// Value of a choice with these weights of the features.
fn value_with(flip: &Flip, choice: FlipMove, weights: &[i32; FEATURES]) -> Score {
    let power = flip.powers[next_player(flip).index()];
    let evaluate = |net: &Net| {
        -features(net, power)
            .iter()
            .zip(weights)
            .map(|(count, weight)| count * weight)
            .sum::<i32>()
    };
    TurnValues { flip, evaluate }.value(choice)
}

/// One line for each stage, its weights separated by spaces.
impl fmt::Display for FlipEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for stage in &self.weights {
            let weights: Vec<String> = stage.iter().map(i32::to_string).collect();
            writeln!(f, "{}", weights.join(" "))?;
        }
        Ok(())
    }
}

/// Text that is not a list of weights: a line for each stage, with a number for each weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {STAGES} lines of {WEIGHTS} weights")]
pub struct FlipEstimateError;

/// Reads weights; lines that begin with `#` are comments.
impl FromStr for FlipEstimate {
    type Err = FlipEstimateError;

    fn from_str(text: &str) -> Result<FlipEstimate, FlipEstimateError> {
        let mut weights = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let stage: Result<Vec<i32>, _> = line.split_whitespace().map(str::parse).collect();
            let stage = stage.ok().and_then(|stage| stage.try_into().ok());
            weights.push(stage.ok_or(FlipEstimateError)?);
        }
        if weights.len() == STAGES {
            Ok(FlipEstimate { weights })
        } else {
            Err(FlipEstimateError)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FlipSetUp;
    use crate::flip::FlipStep;
    use floe_game::Chance;

    /// Position at the beginning of every turn of games by the estimate.
    fn turns(visit: &mut impl FnMut(&Flip)) {
        for seed in 0..16 {
            let mut flip =
                Flip::deal(&FlipSetUp::usual(1 + seed as usize % 4, seed % 8 < 4), seed).unwrap();
            while let Some(choice) = FlipEstimate::built_in().choose(&flip) {
                assert!(flip.choices().contains(&choice), "{choice:?} of {flip}");
                if flip.step() == FlipStep::Act {
                    visit(&flip);
                }
                flip.play(flip.outcome_in(choice, seed));
            }
        }
    }

    #[test]
    fn estimates_are_sums_of_terms() {
        let estimate = FlipEstimate::built_in();
        turns(&mut |flip| {
            for card in flip.hand(flip.last_turn()).kinds() {
                let end = TurnEnd::after(flip, Some(card));
                let terms = end.terms(flip.net());
                let sum = end.stage().map(|stage| {
                    estimate.weights[stage]
                        .iter()
                        .zip(terms)
                        .map(|(weight, term)| weight * term)
                        .sum::<i32>()
                });
                let of_end = FlipEstimate::PARTS * flip.net().animals().len() as i32;
                assert_eq!(
                    estimate.left(&end, flip.net()),
                    sum.unwrap_or(of_end),
                    "{flip}"
                );
            }
        });
    }

    #[test]
    fn the_choice_has_the_best_value() {
        let estimate = FlipEstimate::built_in();
        turns(&mut |flip| {
            let best = flip
                .choices()
                .into_iter()
                .map(|choice| estimate.value(flip, choice))
                .max();
            assert_eq!(
                estimate
                    .choose(flip)
                    .map(|choice| estimate.value(flip, choice)),
                best,
                "{flip}"
            );
        });
    }

    #[test]
    fn estimates_do_not_depend_on_the_order_of_the_pile() {
        // The unseen cards have no order; waste below them is known.
        turns(&mut |flip| {
            let mut other = *flip;
            other.pile.animals = Default::default();
            other.pile.waste = [flip.pile.unseen() as u8, 0, 0];
            assert_eq!(
                FlipEstimate::built_in().choose(&other),
                FlipEstimate::built_in().choose(flip),
                "{flip}"
            );
        });
    }

    #[test]
    fn weights_are_read_as_they_are_written() {
        let estimate = FlipEstimate::built_in();
        assert_eq!(estimate.to_string().parse().as_ref(), Ok(estimate));
        assert_eq!("1 2 3".parse::<FlipEstimate>(), Err(FlipEstimateError));
        assert_eq!("# none".parse::<FlipEstimate>(), Err(FlipEstimateError));
    }
}
