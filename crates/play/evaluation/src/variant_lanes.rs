//! Evaluation of variants in batches, one position in every lane: the same numbers as one by one.

use floe_game::{Game, Player, Score};
use floe_search::WinProbabilities;
use floe_variants::{MAX_TILE_RISKS, TileRisk, VariantKnowledge, VariantPosition};
use wide::{f32x8, i32x8};

use crate::features::features;
use crate::quantized::Quantized;
use crate::terrain::{Batch, FloeLane, LANES};
use crate::variants::{EvalWord, own_to_come, sides};
use crate::{
    Evaluation, WeightRow, corrected_lanes, rows_of, weighted_lanes, win_probabilities_batch,
};

/// Fewest positions for which a batch takes less time than one by one.
const MIN_BATCH: usize = 3;

/// Scores that the sides of up to [`LANES`] positions still get, in turn order from the side to
/// move on, of two sides the margin, and zero; and the weights of each position.
type ToCome<'a, const N: usize> = ([i32x8; N], [&'a WeightRow; LANES]);

/// The positions in a batch; `None` where one is on another floe than the official one, or where
/// one of two sides has more than its half of `PENGUINS` penguins, if that number is not zero.
fn batch<const N: usize, const PENGUINS: usize, V: VariantKnowledge<Word: EvalWord>>(
    positions: &[VariantPosition<V>],
) -> Option<Batch<N>> {
    const NOTHING: [TileRisk; MAX_TILE_RISKS] = [TileRisk {
        tiles: floe_hex::HexSet::EMPTY,
        cost: 0,
    }; MAX_TILE_RISKS];
    let mut lanes = [const { None::<FloeLane<N>> }; LANES];
    let mut risks = [NOTHING; LANES];
    for (lane, position) in positions.iter().enumerate() {
        let found = V::Word::lane(position, sides::<N, V>(position))?;
        if PENGUINS > 0
            && found
                .sides
                .iter()
                .any(|side| side.len() as usize > PENGUINS / N)
        {
            return None;
        }
        lanes[lane] = Some(found);
        risks[lane] = V::Word::risks(position);
    }
    let mut batch = Batch::new(lanes.into_iter().flatten());
    batch.add_risks(&risks);
    Some(batch)
}

impl Evaluation {
    /// Quick estimates of up to [`LANES`] positions of one game; `false` if it makes none, because
    /// they are better made one by one.
    pub(crate) fn quick_lanes<V: VariantKnowledge<Word: EvalWord>>(
        &self,
        positions: &[VariantPosition<V>],
        estimates: &mut [WinProbabilities],
    ) -> bool {
        let Some(first) = positions.first().filter(|_| positions.len() >= MIN_BATCH) else {
            return false;
        };
        match first.players() {
            _ if first.has_two_sides() => self.chances_of_sides::<2, V>(positions, estimates),
            3 => self.chances_of_sides::<3, V>(positions, estimates),
            _ => self.chances_of_sides::<4, V>(positions, estimates),
        }
    }

    fn chances_of_sides<const N: usize, V: VariantKnowledge<Word: EvalWord>>(
        &self,
        positions: &[VariantPosition<V>],
        estimates: &mut [WinProbabilities],
    ) -> bool {
        let Some((to_come, rows)) = self.to_come_lanes::<N, 0, V>(positions, None) else {
            return false;
        };
        // By player, so that sums are rounded as they are one by one.
        let mut results = [[0.0; LANES]; N];
        for (lane, position) in positions.iter().enumerate() {
            let mover = position.last_turn().index() % N;
            for (side, results) in results.iter_mut().enumerate() {
                let place = if side < mover {
                    side + N - mover
                } else {
                    side - mover
                };
                let result = position.score(Player::new(side)) + to_come[place].as_array()[lane];
                results[lane] = result as f32;
            }
        }
        let mut scales = [1.0; LANES];
        for lane in 0..LANES {
            scales[lane] = rows[lane].logistic_scale();
        }
        let mut by_side = [f32x8::ZERO; N];
        for side in 0..N {
            by_side[side] = results[side].into();
        }
        let chances = win_probabilities_batch(by_side, scales);
        for ((estimate, position), chances) in estimates.iter_mut().zip(positions).zip(chances) {
            *estimate = match (position.is_over(), N < position.players()) {
                (true, _) => floe_search::PolicyValue::quick(self, position),
                (_, true) => [chances[0], chances[1], chances[0], chances[1]],
                _ => chances,
            };
        }
        true
    }

    /// Margins for the side to move of up to [`LANES`] positions of a game between two sides;
    /// `false` if it makes none, because they are better made one by one.
    pub(crate) fn margin_lanes<V: VariantKnowledge<Word: EvalWord>>(
        &self,
        positions: &[VariantPosition<V>],
        values: &mut [Score],
    ) -> bool {
        if positions.len() < MIN_BATCH {
            return false;
        }
        let network = self.network(2);
        let to_come = match network {
            Some(_) => self.to_come_lanes::<2, 8, V>(positions, network),
            None => self.to_come_lanes::<2, 0, V>(positions, None),
        };
        let Some(([to_come, _], _)) = to_come else {
            return false;
        };
        for ((value, position), to_come) in values.iter_mut().zip(positions).zip(to_come.to_array())
        {
            let mover = position.last_turn().index();
            let [own, other] = [mover, mover ^ 1].map(|player| position.score(Player::new(player)));
            *value = own - other + to_come;
        }
        true
    }

    /// Scores that the sides still get, as `to_come` of each position returns them; a network is
    /// for two sides with `PENGUINS` penguins.
    fn to_come_lanes<const N: usize, const PENGUINS: usize, V: VariantKnowledge<Word: EvalWord>>(
        &self,
        positions: &[VariantPosition<V>],
        network: Option<&Quantized>,
    ) -> Option<ToCome<'_, N>> {
        let row = |position: &VariantPosition<V>| {
            self.row(N, position.is_placement(), position.free().len())
        };
        let rows = rows_of(positions.iter().map(row));
        let (mut to_come, own_features) = match V::Word::ring_features(positions) {
            Some((features, own)) => (weighted_lanes(&features, &rows), Some(own)),
            None => {
                let batch = batch::<N, PENGUINS, V>(positions)?;
                let to_come = match network {
                    Some(network) => corrected_lanes::<N, PENGUINS>(&batch, &rows, network),
                    None => weighted_lanes(&features(&batch, batch.sides), &rows),
                };
                (to_come, None)
            }
        };
        let mut own = [[0; LANES]; N];
        for (lane, position) in positions.iter().enumerate() {
            let sides = sides::<N, V>(position);
            let features = own_features.map_or_else(
                || position.state().own_features(position, sides),
                |own| own[lane],
            );
            let of_sides = own_to_come(position, sides, features, rows[lane]);
            for place in 0..N {
                own[place][lane] = of_sides[place];
            }
        }
        for place in 0..N {
            to_come[place] += i32x8::from(own[place]);
        }
        Some((to_come, rows))
    }
}
