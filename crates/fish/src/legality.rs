use floe_game::{Game, Player};
use floe_hex::{Hex, Layout, Standard};

use crate::{Cell, Move, Position};

/// Why a move is not legal. Hexes go by their names, so that the message says where to look.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalMove {
    /// There are no moves any more (1.8).
    #[error("the game is over")]
    GameOver,
    /// A penguin was to be moved while they are placed (1.4).
    #[error("{0} has penguins to place, and a placement is one hex, such as c3")]
    Placing(Player),
    /// A penguin was to be placed where all have been (1.5).
    #[error("all penguins are placed, and a move is two hexes, such as c3-f3")]
    Moving,
    /// No penguin can stand there.
    #[error("{0} is water")]
    Water(String),
    /// Somebody stands there already.
    #[error("a penguin of {player} stands on {hex}")]
    Taken {
        /// Where.
        hex: String,
        /// Whose penguin.
        player: Player,
    },
    /// Penguins are placed on one-fish tiles only (1.4).
    #[error("the tile {hex} has {fish} fish, and penguins are placed on one-fish tiles")]
    Fish {
        /// Where.
        hex: String,
        /// How many fish there are.
        fish: u32,
    },
    /// The mover has no penguin there.
    #[error("there is no penguin of {mover} on {hex}, but {}", what(*.cell))]
    NoPenguin {
        /// Where the move begins.
        hex: String,
        /// Whose turn it is.
        mover: Player,
        /// What is there instead.
        cell: Cell,
    },
    /// A move is at least one hex long (1.5).
    #[error("a penguin moves at least one hex")]
    NoStep,
    /// The two hexes have no straight line between them (1.5).
    #[error("{from} and {to} are not in a straight line")]
    NotStraight {
        /// Where the move begins.
        from: String,
        /// Where it was to end.
        to: String,
    },
    /// Something is in the way, or at its end (1.5).
    #[error("the way is blocked on {hex} by {}", what(*.cell))]
    Blocked {
        /// The first hex that is not free.
        hex: String,
        /// What is there.
        cell: Cell,
    },
}

fn what(cell: Cell) -> String {
    match cell {
        Cell::Water => "water".to_owned(),
        Cell::Tile(_) => "a free tile".to_owned(),
        Cell::Penguin(player, _) => format!("a penguin of {player}"),
    }
}

impl<const N: usize> Position<N> {
    /// Whether a move is legal, one of [`moves`](Game::moves).
    ///
    /// # Errors
    /// Why it is not.
    ///
    /// ```
    /// use floe_fish::{Move, Position};
    /// use floe_hex::{Layout, Standard};
    ///
    /// let position: Position<2> =
    ///     ".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... A 36:19,32:19".parse()?;
    /// let mv = Move::parse("b1-d1", Standard.geometry())?;
    /// assert_eq!(position.check(mv).unwrap_err().to_string(), "the way is blocked on d1 by water");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        let mover = self.last_turn();
        match (mv, self.hand(mover) > 0) {
            _ if self.is_over() => Err(IllegalMove::GameOver),
            (Move::Place(hex), true) => self.check_place(hex),
            (Move::Slide { from, to }, false) => self.check_slide(mover, from, to),
            (Move::Place(_), false) => Err(IllegalMove::Moving),
            (Move::Slide { .. }, true) => Err(IllegalMove::Placing(mover)),
        }
    }

    fn check_place(&self, hex: Hex) -> Result<(), IllegalMove> {
        let name = Standard.geometry().name(hex);
        match self.cell(hex) {
            Cell::Tile(1) => Ok(()),
            Cell::Tile(fish) => Err(IllegalMove::Fish { hex: name, fish }),
            Cell::Water => Err(IllegalMove::Water(name)),
            Cell::Penguin(player, _) => Err(IllegalMove::Taken { hex: name, player }),
        }
    }

    fn check_slide(&self, mover: Player, from: Hex, to: Hex) -> Result<(), IllegalMove> {
        let geometry = Standard.geometry();
        let name = |hex| geometry.name(hex);
        if !self.penguins(mover).contains(from) {
            return Err(IllegalMove::NoPenguin { hex: name(from), mover, cell: self.cell(from) });
        }
        if from == to {
            return Err(IllegalMove::NoStep);
        }
        let Some((direction, way)) = geometry.line(from, to) else {
            return Err(IllegalMove::NotStraight { from: name(from), to: name(to) });
        };
        let nearest = (way - self.free()).nearest(direction);
        nearest.map_or(Ok(()), |hex| Err(IllegalMove::Blocked { hex: name(hex), cell: self.cell(hex) }))
    }
}
