//! Findings of an analysis where tiles are hidden.

use std::collections::BTreeMap;

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
    /// Bounds of the points of the day, where the day was solved: with this strategy at least, and with that of the opponent at most.
    pub bounds: Option<[f64; 2]>,
}

/// Tiles that can lie on a space.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
