//! Moves of a position whose game is known only at run time.

use floe_game::Keyed;

/// Move of an [`AnyGame`](crate::AnyGame), with its outcome in games with chance, or a choice, which lacks it.
///
/// Only the position before a move gives it a meaning, and its [notation](crate::AnyGame::move_text).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AnyMove {
    /// [Bits](Keyed::move_bits) of the move.
    bits: u32,
}

impl AnyMove {
    /// Creates the move of a position of known type.
    pub fn of<G: Keyed>(_position: &G, mv: G::Move) -> AnyMove {
        AnyMove { bits: G::move_bits(mv) }
    }

    /// Creates the moves of a line from a position of known type.
    pub(crate) fn line<G: Keyed>(position: &G, moves: &[G::Move]) -> Vec<AnyMove> {
        moves.iter().map(|&mv| AnyMove::of(position, mv)).collect()
    }

    /// The move as a move of the position before it, whose type is known.
    pub fn in_game<G: Keyed>(self, _position: &G) -> G::Move {
        G::move_of_bits(self.bits)
    }
}
