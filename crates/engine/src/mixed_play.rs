//! Findings of an analysis where tiles are hidden.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

/// Mixed play of a game with hidden tiles: a strategy, and what the player who does not know the tiles can believe.
#[derive(Clone, PartialEq, Debug)]
pub struct MixedPlay<M> {
    /// Probability of winning of the player to move; a tie is half a win where it is a draw.
    pub win: f64,
    /// Moves with their probabilities, the most likely first.
    pub strategy: Vec<(M, f64)>,
    /// Move that was drawn from the strategy.
    pub choice: M,
    /// Tiles that can lie on the spaces unknown to the angler.
    pub beliefs: Vec<SpaceBelief>,
    /// Bounds of the points of the day, where the day was solved: with this strategy at least, and with that of the
    /// opponent at most.
    pub bounds: Option<[f64; 2]>,
}

/// Tiles that can lie on a space.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SpaceBelief {
    /// The space.
    pub space: String,
    /// Probability of every tile, by its letter.
    pub tiles: BTreeMap<char, f64>,
}

impl<M> MixedPlay<M> {
    /// Applies a function to all moves; `None` if it has no result for the choice.
    pub(crate) fn map_moves<T>(self, write: impl Fn(M) -> Option<T>) -> Option<MixedPlay<T>> {
        let MixedPlay { win, strategy, choice, beliefs, bounds } = self;
        let strategy = strategy.into_iter().filter_map(|(mv, share)| Some((write(mv)?, share))).collect();
        Some(MixedPlay { win, strategy, choice: write(choice)?, beliefs, bounds })
    }
}

/// Proved bounds of a day with hidden tiles, and the strategy that reaches them.
#[derive(Clone, PartialEq, Debug)]
pub struct MixedSolution<M> {
    /// Points that the angler gets at least on average, against any play.
    pub at_least: f64,
    /// Points that the angler gets at most on average, regardless of what it does.
    pub at_most: f64,
    /// Turns of the player to move with their probabilities, the most likely first; none if the tree is too large.
    pub strategy: Vec<(Vec<M>, f64)>,
    /// Number of entries of the tree; an estimate if it is too large.
    pub entries: f64,
}

impl<M> MixedSolution<M> {
    /// Difference of the bounds, in points, at which a day counts as solved.
    pub const PRECISION: f64 = 0.001;

    /// Mean gain of the players, in points, if each alone changed to its best response.
    pub fn exploitability(&self) -> f64 {
        (self.at_most - self.at_least) / 2.0
    }

    /// Whether the bounds are close enough.
    pub fn is_solved(&self) -> bool {
        self.at_most - self.at_least <= Self::PRECISION
    }

    /// Whether the tree is too large to be solved.
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
        let MixedSolution { at_least, at_most, strategy, entries } = self;
        let strategy = strategy.into_iter().map(|(moves, share)| (write(&moves), share)).collect();
        MixedSolution { at_least, at_most, strategy, entries }
    }
}
