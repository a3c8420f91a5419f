//! The margin between two sides: two players, or one player against all others.

use floe_fish::{Move, Position, Value};
use floe_game::{Score, TwoSided};
use floe_hex::{HexSet, Layout, Standard};
use floe_search::{Eval, Paranoid};

use crate::quantized::Quantized;
use crate::terrain::{Batch, FloeLane, sides};
use crate::{Evaluation, LANES, batch_to_come, rows_of};

/// [Futility margins](Eval::futility_margin) between two players of the base game, tuned in
/// `docs/tuning.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FutilityMargins {
    /// Margin at depth zero, in 1/128 fish; 256 by default.
    pub at_depth_zero: Score,
    /// Growth of the margin for every ply, in 1/128 fish; 64 by default.
    pub per_ply: Score,
    /// Largest depth with a margin, in plies; 6 by default.
    pub depth: i32,
}

impl Default for FutilityMargins {
    fn default() -> FutilityMargins {
        FutilityMargins {
            at_depth_zero: 256,
            per_ply: 64,
            depth: 6,
        }
    }
}

/// Smallest batch that takes less time than its positions one by one.
const MIN_BATCH: usize = 5;

impl Evaluation {
    /// Evaluates positions between two sides in batches, and the last few one by one; `sides`
    /// returns the position and the penguins of a game, those of the side to move first.
    fn margins<const N: usize, G: TwoSided>(
        &self,
        games: &[G],
        values: &mut [Score],
        network: Option<&Quantized>,
        sides: impl Fn(&G) -> (&Position<N>, [HexSet; 2]) + Copy,
    ) where
        Evaluation: Eval<G>,
    {
        for (games, values) in games.chunks(LANES).zip(values.chunks_mut(LANES)) {
            if games.len() < MIN_BATCH {
                values
                    .iter_mut()
                    .zip(games)
                    .for_each(|(value, game)| *value = self.evaluate(game));
                continue;
            }
            let batch = Batch::new(games.iter().map(|game| {
                let (position, sides) = sides(game);
                FloeLane::of(position, sides)
            }));
            let rows = rows_of(games.iter().map(|game| self.row_of(2, sides(game).0)));
            let [to_come, _] = batch_to_come::<2, 8>(&batch, &rows, network);
            for ((value, to_come), game) in values.iter_mut().zip(to_come.to_array()).zip(games) {
                *value = game.margin_of(game.side_to_move()) + to_come;
            }
        }
    }
}

impl Eval<Position<2>> for Evaluation {
    fn evaluate(&self, position: &Position<2>) -> Score {
        self.results(position)[0]
    }

    fn evaluate_batch(&self, positions: &[Position<2>], values: &mut [Score]) {
        let network = self.network(2);
        self.margins(positions, values, network, |position| {
            (position, sides(position))
        });
    }

    #[inline]
    fn move_score(&self, position: &Position<2>, mv: Move) -> Score {
        move_score(position, mv)
    }

    #[inline]
    fn futility_margin(&self, _: &Position<2>, depth: i32) -> Option<Score> {
        let FutilityMargins {
            at_depth_zero,
            per_ply,
            depth: most,
        } = self.futility_margins;
        (depth <= most).then_some(at_depth_zero + per_ply * depth)
    }
}

/// The penguins of one player and of all others, those of the side to move first.
#[inline]
fn against_the_rest<const N: usize>(paranoid: &Paranoid<Position<N>>) -> [HexSet; 2] {
    let position = &paranoid.game;
    let mine = position.penguins(paranoid.me);
    let theirs = position.tiles() - position.free() - mine;
    if position.last_turn() == paranoid.me {
        [mine, theirs]
    } else {
        [theirs, mine]
    }
}

impl<const N: usize> Eval<Paranoid<Position<N>>> for Evaluation {
    fn evaluate(&self, paranoid: &Paranoid<Position<N>>) -> Score {
        let [to_come, _] = self.to_come(&paranoid.game, against_the_rest(paranoid), None);
        paranoid.margin_of(paranoid.side_to_move()) + to_come
    }

    fn evaluate_batch(&self, games: &[Paranoid<Position<N>>], values: &mut [Score]) {
        self.margins(games, values, None, |paranoid| {
            (&paranoid.game, against_the_rest(paranoid))
        });
    }

    #[inline]
    fn move_score(&self, paranoid: &Paranoid<Position<N>>, mv: Move) -> Score {
        move_score(&paranoid.game, mv)
    }
}

/// Score of a move for move ordering: the fish of the tile that it leads to, or the number of
/// neighbours of a placement.
#[inline]
fn move_score<const N: usize>(position: &Position<N>, mv: Move) -> Score {
    match mv {
        Move::Place(hex) => Standard.geometry().adjacent(hex).len() as Score,
        Move::Slide { to, .. } => Value {
            fish: position.fish(to) as i32,
            tiles: 0,
        }
        .score(),
    }
}
