use floe_endgame::Results;
use floe_fish::Position;
use floe_game::{Game, Player, Score};
use floe_search::{EvalAll, Expect, Payoffs, Shares};

use crate::Evaluation;
use crate::separated::Separated;

/// Who wins, as far as territory tells; and where nothing is contested any more, for certain.
///
/// What counts is to have most, and of two ways to have most the one with more fish.
#[derive(Default)]
pub(crate) struct Expectation {
    evaluation: Evaluation,
    separated: Separated,
}

/// How much of a share goes by fish, whoever wins. Three players, 3000 visits a move: 0.2 is worth 39 +- 32 Elo more than 0.05, 0.35 no more
/// than that.
const FISH_SHARE: f32 = 0.2;
/// A difference that all but decides which of two ways to win is better: a fish is 128.
const MANY_FISH: f32 = 2560.0;

/// Shares of the win where everybody's result is known.
pub(crate) fn known_shares<const N: usize>(results: &[Score; N]) -> Shares {
    let mut shares = Shares::default();
    let most = results.iter().max().expect("there are players");
    let winners = results.iter().filter(|&result| result == most).count() as f32;
    for (share, result) in shares.iter_mut().zip(results) {
        *share = if result == most { 1.0 / winners } else { 0.0 };
    }
    with_fish(shares, &results.map(|result| result as f32))
}

/// Shares of the win where everybody's result is a guess.
#[inline]
pub(crate) fn guessed_shares<const N: usize>(results: &[Score; N], doubt: f32) -> Shares {
    let most = *results.iter().max().expect("there are players");
    let mut shares = Shares::default();
    let mut sum = 0.0;
    for (share, &result) in shares.iter_mut().zip(results) {
        *share = ((result - most) as f32 / doubt).exp();
        sum += *share;
    }
    shares.iter_mut().for_each(|share| *share /= sum);
    with_fish(shares, &results.map(|result| result as f32))
}

/// Lets fish decide among ways to win: by how much everybody is ahead of the mean of the others.
#[inline]
fn with_fish<const N: usize>(mut shares: Shares, results: &[f32; N]) -> Shares {
    let all: f32 = results.iter().sum();
    for (share, own) in shares.iter_mut().zip(results) {
        let ahead = own - (all - own) / (N - 1) as f32;
        let by_fish = (0.5 + ahead / MANY_FISH).clamp(0.0, 1.0);
        *share += FISH_SHARE * (by_fish - *share);
    }
    shares
}

impl Expectation {
    #[inline]
    fn guess<const N: usize>(&self, position: &Position<N>, guess: impl FnOnce(&Evaluation) -> Results<N>) -> Shares {
        if position.is_over() {
            return known_shares::<N>(&std::array::from_fn(|player| position.score(Player::new(player))));
        }
        guessed_shares(&guess(&self.evaluation), self.evaluation.doubt(position) as f32)
    }
}

impl<const N: usize> Expect<Position<N>> for Expectation {
    const GLANCES: bool = true;

    #[inline]
    fn shares(&self, position: &Position<N>) -> Shares {
        self.guess(position, |evaluation| evaluation.results(position))
    }

    #[inline]
    fn glance(&self, position: &Position<N>) -> Shares {
        self.guess(position, |evaluation| evaluation.glance(position))
    }

    fn certain(&self, position: &Position<N>) -> Option<Shares> {
        self.separated.results(position).map(|results| known_shares(&results))
    }
}

impl<const N: usize> EvalAll<Position<N>> for Expectation {
    fn evaluate_all(&self, position: &Position<N>) -> Payoffs {
        self.evaluation.evaluate_all(position)
    }
}
