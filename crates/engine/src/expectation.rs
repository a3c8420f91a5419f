use floe_endgame::FinalScores;
use floe_fish::Position;
use floe_game::{Game, Player, Score};
use floe_search::{EvalAll, Payoffs, PolicyValue, WinProbabilities};
use std::fmt;
use wide::f32x8;

use crate::Evaluation;
use crate::area_oracle::AreaOracle;
use crate::evaluation::ABREAST;

/// Who wins, as far as territory tells; and where nothing is contested any more, for certain.
///
/// What counts is to have most, and of two ways to have most the one with more fish.
#[derive(Default)]
pub struct Expectation {
    evaluation: Evaluation,
    areas: AreaOracle,
}

impl fmt::Debug for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expectation").field("evaluation", &self.evaluation).finish_non_exhaustive()
    }
}

/// How much of a share goes by fish, whoever wins. Three players, 3000 visits a move: 0.2 is worth 39 +- 32 Elo more than 0.05, 0.35 no more
/// than that.
const FISH_SHARE: f32 = 0.2;
/// A difference that all but decides which of two ways to win is better: a fish is 128.
const MANY_FISH: f32 = 2560.0;

/// A number of each position, for every player.
type Batch<const N: usize> = [f32x8; N];

/// Shares of the win where everybody's result is known.
pub(crate) fn known_shares<const N: usize>(results: &[Score; N]) -> WinProbabilities {
    let mut shares = [f32x8::ZERO; N];
    let most = results.iter().max().expect("there are players");
    let winners = results.iter().filter(|&result| result == most).count() as f32;
    for (share, result) in shares.iter_mut().zip(results) {
        *share = f32x8::splat(if result == most { 1.0 / winners } else { 0.0 });
    }
    with_fish(shares, &results.map(|result| f32x8::splat(result as f32)))[0]
}

/// Shares of the win where everybody's result is a guess.
#[inline]
pub(crate) fn guessed_shares<const N: usize>(results: &[Score; N], doubt: f32) -> WinProbabilities {
    guessed_shares_of_each(results.map(|result| f32x8::splat(result as f32)), [doubt; ABREAST])[0]
}

/// The same of several positions.
#[inline]
fn guessed_shares_of_each<const N: usize>(results: Batch<N>, doubts: [f32; ABREAST]) -> [WinProbabilities; ABREAST] {
    let (mut most, doubts) = (results[0], f32x8::from(doubts));
    for result in results {
        most = most.fast_max(result);
    }
    let mut shares = results;
    for share in &mut shares {
        *share = exp((*share - most) / doubts);
    }
    let all = sum(&shares);
    for share in &mut shares {
        *share /= all;
    }
    with_fish(shares, &results)
}

/// Lets fish decide among ways to win: by how much everybody is ahead of the mean of the others.
#[inline]
fn with_fish<const N: usize>(mut shares: Batch<N>, results: &Batch<N>) -> [WinProbabilities; ABREAST] {
    let all = sum(results);
    for (share, &own) in shares.iter_mut().zip(results) {
        let ahead = own - (all - own) / f32x8::splat((N - 1) as f32);
        let by_fish = f32x8::splat(0.5) + ahead / f32x8::splat(MANY_FISH);
        *share += f32x8::splat(FISH_SHARE) * (by_fish.fast_max(f32x8::ZERO).fast_min(f32x8::ONE) - *share);
    }
    let mut one_by_one = [WinProbabilities::default(); ABREAST];
    for (player, share) in shares.iter().enumerate() {
        for (shares, &share) in one_by_one.iter_mut().zip(share.as_array()) {
            shares[player] = share;
        }
    }
    one_by_one
}

/// What is told in turn order, the player to move first, told of every player.
#[inline]
fn by_player<const N: usize>(in_turn_order: WinProbabilities, position: &Position<N>) -> WinProbabilities {
    let (mut shares, first) = (WinProbabilities::default(), position.last_turn().index());
    for place in 0..N {
        shares[(first + place) % N] = in_turn_order[place];
    }
    shares
}

#[inline]
fn sum<const N: usize>(numbers: &Batch<N>) -> f32x8 {
    numbers.iter().fold(f32x8::ZERO, |sum, &number| sum + number)
}

/// The exponential function of numbers that are not above zero, the same on all machines; no more than one in four million off.
#[inline]
fn exp(exponents: f32x8) -> f32x8 {
    // So large that whole numbers added to it are all that is left of them; what is below -87 is next to nothing.
    const ROUNDING: f32 = 12_582_912.0;
    let exponents = exponents.fast_max(f32x8::splat(-87.0));
    let twos = exponents * f32x8::splat(std::f32::consts::LOG2_E) + f32x8::splat(ROUNDING);
    let whole = twos - f32x8::splat(ROUNDING);
    // The logarithm of two in two parts.
    let rest = exponents - whole * f32x8::splat(0.693_359_4) + whole * f32x8::splat(0.000_212_194_44);
    let mut series = f32x8::splat(1.0 / 720.0);
    for term in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        series = series * rest + f32x8::splat(term);
    }
    // The whole number stands in the lowest bits, and belongs where the exponent of a float stands.
    let mut powers = twos.to_array();
    for power in &mut powers {
        *power = f32::from_bits((power.to_bits() << 23).wrapping_add(127 << 23));
    }
    series * f32x8::from(powers)
}

impl Expectation {
    /// By this evaluation.
    pub fn by(evaluation: Evaluation) -> Expectation {
        Expectation { evaluation, ..Expectation::default() }
    }

    #[inline]
    fn guess<const N: usize>(
        &self,
        position: &Position<N>,
        guess: impl FnOnce(&Evaluation) -> FinalScores<N>,
    ) -> WinProbabilities {
        if position.is_over() {
            return known_shares::<N>(&std::array::from_fn(|player| position.score(Player::new(player))));
        }
        let (mut results, first) = (guess(&self.evaluation), position.last_turn().index());
        // In turn order, as several are told, sums come to the same.
        results.rotate_left(first);
        by_player(guessed_shares(&results, self.evaluation.doubt(position) as f32), position)
    }
}

impl<const N: usize> PolicyValue<Position<N>> for Expectation {
    const HAS_QUICK: bool = true;

    #[inline]
    fn win_probabilities(&self, position: &Position<N>) -> WinProbabilities {
        self.guess(position, |evaluation| evaluation.results(position))
    }

    #[inline]
    fn quick(&self, position: &Position<N>) -> WinProbabilities {
        self.guess(position, |evaluation| evaluation.glance(position))
    }

    fn quick_batch(&self, positions: &[Position<N>], shares: &mut [WinProbabilities]) {
        for (positions, shares) in positions.chunks(ABREAST).zip(shares.chunks_mut(ABREAST)) {
            let (results, doubts) = self.evaluation.glances(positions);
            let told = guessed_shares_of_each(results.map(f32x8::from_i32x8), doubts);
            for ((share, position), told) in shares.iter_mut().zip(positions).zip(told) {
                *share = if position.is_over() { self.quick(position) } else { by_player(told, position) };
            }
        }
    }

    fn terminal_value(&self, position: &Position<N>) -> Option<WinProbabilities> {
        self.areas.results(position).map(|results| known_shares(&results))
    }
}

impl<const N: usize> EvalAll<Position<N>> for Expectation {
    fn evaluate_all(&self, position: &Position<N>) -> Payoffs {
        self.evaluation.evaluate_all(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_function_is_what_it_is_called() {
        for step in 0..80_000 {
            let exponent = -(step as f32) / 1000.0;
            let told = exp(f32x8::splat(exponent)).to_array()[0];
            let truth = f64::from(exponent).exp();
            assert!((f64::from(told) / truth - 1.0).abs() < 2.5e-7, "{exponent}: {told} {truth}");
        }
    }
}
