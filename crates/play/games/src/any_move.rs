//! Moves of positions whose game is known only at run time.

use floe_game::Keyed;

/// Move of an [`AnyGame`](crate::AnyGame), in games with chance together with its outcome; or a
/// choice, which lacks the outcome.
///
/// It has a meaning only for the position before it, which also [writes](crate::AnyGame::move_text)
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AnyMove {
    /// [Bits](Keyed::move_bits) of the move.
    bits: u32,
}

impl AnyMove {
    /// Wraps a move, or a choice, of a position whose type is known.
    pub fn of<G: Keyed>(_position: &G, mv: G::Move) -> AnyMove {
        AnyMove {
            bits: G::move_bits(mv),
        }
    }

    /// Wraps the moves of a line that begins at `position`, whose type is known.
    pub fn line<G: Keyed>(position: &G, moves: &[G::Move]) -> Vec<AnyMove> {
        moves.iter().map(|&mv| AnyMove::of(position, mv)).collect()
    }

    /// Unwraps a move, or a choice, of a position whose type is known.
    pub fn in_game<G: Keyed>(self, _position: &G) -> G::Move {
        G::move_of_bits(self.bits)
    }
}
