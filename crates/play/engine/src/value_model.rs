use floe_evaluation::{
    Evaluation, LANES, final_win_chances, win_probabilities, win_probabilities_batch,
};
use floe_fish::Position;
use floe_game::{Game, Player, Score};
use floe_search::{EvalAll, Payoffs, PolicyValue, WinProbabilities};
use wide::f32x8;

use crate::area_oracle::AreaOracle;

/// Win probabilities of the players of the base game by an evaluation, and exact ones where no area
/// is contested any more: the [`PolicyValue`] of its tree search.
///
/// A part of each probability grows with the fish of the result. So of two ways to win, the way
/// with more fish is better.
#[derive(Default, Debug)]
pub struct ValueModel {
    evaluation: Evaluation,
    areas: AreaOracle,
}

/// Win probabilities of the players from those in turn order.
#[inline]
fn by_player<const N: usize>(
    in_turn_order: WinProbabilities,
    position: &Position<N>,
) -> WinProbabilities {
    let mut shares = WinProbabilities::default();
    let first = position.last_turn().index();
    for place in 0..N {
        shares[(first + place) % N] = in_turn_order[place];
    }
    shares
}

impl From<Evaluation> for ValueModel {
    fn from(evaluation: Evaluation) -> ValueModel {
        ValueModel {
            evaluation,
            areas: AreaOracle::default(),
        }
    }
}

impl ValueModel {
    #[inline]
    fn value<const N: usize>(
        &self,
        position: &Position<N>,
        results: impl FnOnce(&Evaluation) -> [Score; N],
    ) -> WinProbabilities {
        if position.is_over() {
            return final_win_chances::<N>(&std::array::from_fn(|player| {
                position.score(Player::new(player))
            }));
        }
        // In turn order, so that sums are rounded as in a batch.
        let scale = self.evaluation.row_of(N, position).logistic_scale();
        by_player(
            win_probabilities(&results(&self.evaluation), scale),
            position,
        )
    }
}

impl<const N: usize> PolicyValue<Position<N>> for ValueModel {
    const HAS_QUICK: bool = true;

    #[inline]
    fn win_probabilities(&self, position: &Position<N>) -> WinProbabilities {
        self.value(position, |evaluation| evaluation.results(position))
    }

    #[inline]
    fn quick(&self, position: &Position<N>) -> WinProbabilities {
        self.value(position, |evaluation| evaluation.quick_results(position))
    }

    fn quick_batch(&self, positions: &[Position<N>], values: &mut [WinProbabilities]) {
        for (positions, values) in positions.chunks(LANES).zip(values.chunks_mut(LANES)) {
            let (results, scales) = self.evaluation.quick_results_batch(positions);
            let lanes = win_probabilities_batch(results.map(f32x8::from_i32x8), scales);
            for ((value, position), lane) in values.iter_mut().zip(positions).zip(lanes) {
                *value = if position.is_over() {
                    self.quick(position)
                } else {
                    by_player(lane, position)
                };
            }
        }
    }

    fn terminal_value(&self, position: &Position<N>) -> Option<WinProbabilities> {
        self.areas
            .results(position)
            .map(|results| final_win_chances(&results))
    }
}

impl<const N: usize> EvalAll<Position<N>> for ValueModel {
    fn evaluate_all(&self, position: &Position<N>) -> Payoffs {
        self.evaluation.evaluate_all(position)
    }
}
