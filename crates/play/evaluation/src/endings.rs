//! Evaluation of endings: of what is left of a game between two players, as the exact solver orders
//! moves by it.

use std::sync::Arc;

use floe_game::Score;
use floe_hex::HexSet;

use crate::quantized::Quantized;
use crate::terrain::{BareEnding, Batch};
use crate::{LANES, Weights, batch_margins};

/// The built-in weights and network for two players, on one floe.
#[derive(Clone, Debug)]
pub struct EndingEvaluation {
    weights: Arc<Weights>,
    network: Arc<Quantized>,
    /// Hexes of the tiles with one or three fish.
    odd: HexSet,
    /// Hexes of the tiles with two or three fish.
    high: HexSet,
}

impl EndingEvaluation {
    /// Evaluation of endings on a floe, given the hexes of its tiles with one, two and three fish.
    pub fn new([one, two, three]: [HexSet; 3]) -> EndingEvaluation {
        let weights = Arc::clone(Weights::learned(2));
        EndingEvaluation {
            weights,
            network: Quantized::learned(2),
            odd: one | three,
            high: two | three,
        }
    }

    /// Evaluates up to [`LANES`] endings: the expected margin of what the penguins will still land
    /// on, for the player to move, in 1/128 fish. Tiles under penguins are no part of it. Lanes
    /// beyond the last ending are meaningless.
    ///
    /// All numbers are integers, so that the result is the same on all machines.
    ///
    /// # Panics
    /// If there is no ending.
    #[inline]
    pub fn margins(&self, endings: &[BareEnding]) -> [Score; LANES] {
        let batch = Batch::of_endings(endings, self.odd, self.high);
        let mut rows = [self.weights.row(false, endings[0].free.len()); LANES];
        for (row, ending) in rows.iter_mut().zip(endings) {
            *row = self.weights.row(false, ending.free.len());
        }
        batch_margins(&batch, &rows, &self.network).to_array()
    }
}

#[cfg(test)]
mod tests {
    use floe_fish::{Dealing, Position, deal, place_at_random};
    use floe_game::{Player, TwoSided, walk};
    use floe_search::Eval;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::Evaluation;
    use crate::terrain::sides;

    /// Endings have the values of their positions, less all that the players have and stand on, in
    /// batches of any size.
    #[test]
    fn endings_are_evaluated_like_positions() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        for seed in 0..300 {
            let floe: Position<2> = place_at_random(&deal(Dealing::Shuffled, seed), rng);
            let evaluation = EndingEvaluation::new([1, 2, 3].map(|fish| floe.tiles_of(fish)));
            let count = 1 + seed as usize % LANES;
            let positions: Vec<Position<2>> =
                (0..count).map(|lane| walk(&floe, 7 * lane, rng)).collect();
            let bare = |position: &Position<2>| BareEnding {
                free: position.free(),
                penguins: sides(position),
            };
            let endings: Vec<BareEnding> = positions.iter().map(bare).collect();
            let found = evaluation.margins(&endings);
            for (position, found) in positions.iter().zip(found) {
                let me = position.last_turn();
                let standing = [me, Player::new(1 - me.index())]
                    .map(|of| position.value(position.penguins(of)));
                let without = position.margin_of(position.side(me)) + standing[0] - standing[1];
                let whole = Evaluation::default().evaluate(position);
                assert_eq!(found, whole - without, "{position:?}");
            }
        }
    }
}
