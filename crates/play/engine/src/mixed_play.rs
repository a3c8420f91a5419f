//! Findings of an analysis where tiles are hidden.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

/// Mixed strategy of the player to move in a game with hidden tiles, and what the player who does
/// not know the tiles can believe. `M` is the type of the moves.
#[derive(Clone, PartialEq, Debug)]
pub struct MixedPlay<M> {
    /// Estimated probability that the player to move wins the game, from 0 to 1; a tie that the
    /// rules call a draw counts as half a win.
    pub win: f64,
    /// Moves with the probabilities with which to play them, the most likely first. Moves of less
    /// than 0.5 % are left out.
    pub strategy: Vec<(M, f64)>,
    /// Move to play: a move drawn from the strategy, or the move that the search prefers.
    pub choice: M,
    /// Tiles that can lie on each space whose tile the angler does not know.
    pub beliefs: Vec<SpaceBelief>,
    /// Proved bounds of the mean number of points of the angler at the end of the day, whoever is
    /// to move: the angler's strategy guarantees the first number or more, the strategy of the fish
    /// the second or fewer. `None` where the day was not solved, and a search found the move.
    pub bounds: Option<[f64; 2]>,
}

/// Tiles that can lie on one space of the lake, as far as the angler can know.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SpaceBelief {
    /// Name of the space, such as `a1`.
    pub space: String,
    /// Probability of every tile that can lie there, by the letter of the tile.
    pub tiles: BTreeMap<char, f64>,
}

/// Standard deviation of the final margin of two days, in points, by that of one day in
/// lab/strength.csv.
const MARGIN_DEVIATION: f64 = 5.0;

impl<M: PartialEq> MixedPlay<M> {
    /// Standard error of the sum or difference of the values of moves in a search of this number of
    /// playouts, in points; 0 where the day was solved.
    pub fn error<'a>(&self, moves: impl Iterator<Item = &'a M>, playouts: u64) -> f64
    where
        M: 'a,
    {
        if self.bounds.is_some() {
            return 0.0;
        }
        let variances = moves.map(|mv| 1.0 / self.visits(mv, playouts));
        MARGIN_DEVIATION * variances.sum::<f64>().sqrt()
    }

    /// Playouts of a move among this number, at least 1: the probabilities of a search are shares
    /// of visits.
    fn visits(&self, mv: &M, playouts: u64) -> f64 {
        let share = self
            .strategy
            .iter()
            .find(|(own, _)| own == mv)
            .map_or(0.0, |&(_, share)| share);
        (share * playouts as f64).max(1.0)
    }
}

impl<M> MixedPlay<M> {
    /// Applies a function to all moves; `None` if it has no result for the choice.
    pub(crate) fn map_moves<T>(self, write: impl Fn(M) -> Option<T>) -> Option<MixedPlay<T>> {
        let MixedPlay {
            win,
            strategy,
            choice,
            beliefs,
            bounds,
        } = self;
        let strategy = strategy
            .into_iter()
            .filter_map(|(mv, share)| Some((write(mv)?, share)))
            .collect();
        Some(MixedPlay {
            win,
            strategy,
            choice: write(choice)?,
            beliefs,
            bounds,
        })
    }
}

/// Proved bounds of the value of a day with hidden tiles, and the mixed strategy that was found.
/// `M` is the type of the moves.
#[derive(Clone, PartialEq, Debug)]
pub struct MixedSolution<M> {
    /// Lower bound of the value: points that the angler's strategy guarantees on average at the end
    /// of the day, against any play of the fish.
    pub at_least: f64,
    /// Upper bound of the value: points to which the strategy of the fish limits the angler on
    /// average at the end of the day, against any play of the angler.
    pub at_most: f64,
    /// Turns of the player to move, each as its moves, with the probabilities with which to play
    /// them; the most likely first. Turns of less than 0.05 % are left out. Empty if the tree is
    /// too large to be solved.
    pub strategy: Vec<(Vec<M>, f64)>,
    /// Number of entries of the tree of the day; an estimate if the tree is too large to be solved.
    pub entries: f64,
}

impl<M> MixedSolution<M> {
    /// Difference between the two bounds, in points, at which a day counts as solved.
    pub const PRECISION: f64 = 0.001;

    /// Half the distance of the bounds, in points: the mean over the two players of what each would
    /// gain by its best response to the other's strategy, unless the day [is too
    /// large](Self::is_too_large).
    pub fn exploitability(&self) -> f64 {
        (self.at_most - self.at_least) / 2.0
    }

    /// Whether the bounds are within [`PRECISION`](Self::PRECISION) of each other.
    pub fn is_solved(&self) -> bool {
        self.at_most - self.at_least <= Self::PRECISION
    }

    /// Whether the tree of the day is too large to be solved; the bounds then follow from the rules
    /// alone.
    pub fn is_too_large(&self) -> bool {
        self.strategy.is_empty()
    }

    /// Sorts the strategy, and leaves out what is hardly ever played.
    pub(crate) fn sorted(mut self) -> MixedSolution<M> {
        const LEAST: f64 = 5e-4;
        self.strategy.retain(|(_, share)| *share >= LEAST);
        self.strategy.sort_by(|a, b| b.1.total_cmp(&a.1));
        self
    }

    /// Applies a function to the turns.
    pub(crate) fn map_turns<T>(self, write: impl Fn(&[M]) -> Vec<T>) -> MixedSolution<T> {
        let MixedSolution {
            at_least,
            at_most,
            strategy,
            entries,
        } = self;
        let strategy = strategy
            .into_iter()
            .map(|(moves, share)| (write(&moves), share))
            .collect();
        MixedSolution {
            at_least,
            at_most,
            strategy,
            entries,
        }
    }
}
