use floe_game::Player;
use floe_hex::{Hex, Layout, Standard};

use crate::{IllegalMove, Move, MoveError, Position};

/// Why a text says no legal move of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoSuchMove {
    /// The text is not a move.
    #[error(transparent)]
    Unreadable(#[from] MoveError),
    /// There are no moves any more.
    #[error("the game is over")]
    GameOver,
    /// The player cannot choose that.
    #[error("{why}; {instead}")]
    Choice {
        /// What is wrong with it.
        why: String,
        /// What could be done instead.
        instead: String,
    },
    /// Chance cannot answer like that.
    #[error("that cannot come of it, but {possible}")]
    Outcome {
        /// What can come of the choice.
        possible: String,
    },
}

impl<const N: usize> Position<N> {
    /// The legal move that a text says.
    ///
    /// ```
    /// use floe_fish::Position;
    /// use floe_game::Game;
    ///
    /// let mut position: Position<2> =
    ///     "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0".parse()?;
    /// position.play(position.find_move("c5-d6")?);
    /// assert_eq!(
    ///     position.find_move("d5-f5").unwrap_err().to_string(),
    ///     "the way is blocked on e5 by water; the penguin on d5 can go to d4, e4"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Why there is none, and what could be done instead. [`Move::parse`] and [`check`](Position::check) tell the first as types.
    pub fn find_move(&self, text: &str) -> Result<Move, NoSuchMove> {
        let mv = Move::parse(text, Standard.geometry())?;
        match self.check(mv) {
            Ok(()) => Ok(mv),
            Err(IllegalMove::GameOver) => Err(NoSuchMove::GameOver),
            Err(why) => Err(NoSuchMove::Choice { why: why.to_string(), instead: self.instead(mv) }),
        }
    }

    /// What could be done instead: by the penguin that was named, or else by whom.
    fn instead(&self, mv: Move) -> String {
        let geometry = Standard.geometry();
        let names = |hexes: &mut dyn Iterator<Item = Hex>| hexes.map(|hex| geometry.name(hex)).collect::<Vec<_>>();
        let mover: Player = self.last_turn();
        if self.is_placement() {
            return format!("{mover} can place on {}", names(&mut self.places().into_iter()).join(", "));
        }
        if let Move::Slide { from, .. } = mv
            && self.penguins(mover).contains(from)
        {
            let mut ends = names(&mut geometry.slides(from, self.free()).into_iter());
            ends.sort();
            return match ends.len() {
                0 => format!("the penguin on {} cannot move at all", geometry.name(from)),
                _ => format!("the penguin on {} can go to {}", geometry.name(from), ends.join(", ")),
            };
        }
        let can_move = |hex: &Hex| !geometry.slides(*hex, self.free()).is_empty();
        let movable = names(&mut self.penguins(mover).into_iter().filter(can_move));
        format!("{mover} can move the penguins on {}", movable.join(", "))
    }
}
