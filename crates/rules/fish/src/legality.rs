use floe_game::{Game, Player};
use floe_hex::{Hex, Layout, Standard};

use crate::{Cell, Move, MoveError, Position};

/// Reason why a text is no legal move of a position, in games on a floe.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoSuchMove {
    /// The text does not have the form of a move.
    #[error(transparent)]
    Unreadable(#[from] MoveError),
    /// The game is over, so that no move is legal.
    #[error("the game is over")]
    GameOver,
    /// The player to move cannot choose this move. The texts give the reason, and the legal choices
    /// instead.
    #[error("{0}; {1}")]
    Choice(String, String),
    /// The choice is legal, but cannot have the outcome of chance that is written. The text lists
    /// the possible outcomes.
    #[error("the choice cannot have this outcome, but {0}")]
    Outcome(String),
}

/// Reason why a move is illegal, with the names of hexes as a player reads them. The mover is the
/// player to move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over, so that no move is legal (1.8).
    #[error("the game is over")]
    GameOver,
    /// The move is a slide, and the mover, given here, has penguins to place (1.4).
    #[error("{0} has penguins to place, and a placement is one hex, such as c3")]
    Placing(Player),
    /// The move is a placement, and all penguins are placed (1.5).
    #[error("all penguins are placed, and a move is two hexes, such as c3-f3")]
    Moving,
    /// The move is a placement on this hex, which is water.
    #[error("{0} is water")]
    Water(String),
    /// The move is a placement on this hex, where a penguin of this player stands.
    #[error("a penguin of {1} stands on {0}")]
    Taken(String, Player),
    /// The move is a placement on this hex, whose tile has this number of fish, more than one
    /// (1.4).
    #[error("the tile {0} has {1} fish, and penguins are placed on one-fish tiles")]
    Fish(String, u32),
    /// The move is a slide from this hex, where the mover, given second, has no penguin; the cell
    /// is what is there.
    #[error("there is no penguin of {1} on {0}, but {content}", content = contents(*.2))]
    NoPenguin(String, Player, Cell),
    /// The move is a slide that ends where it starts (1.5).
    #[error("a penguin moves at least one hex")]
    NoStep,
    /// The move is a slide from the first hex to the second, which are not in a straight line
    /// (1.5).
    #[error("{0} and {1} are not in a straight line")]
    NotStraight(String, String),
    /// The move is a slide over this hex, or to it, and the hex is not free. It is the first such
    /// hex on the way; the cell is what is there (1.5).
    #[error("the way is blocked on {0} by {content}", content = contents(*.1))]
    Blocked(String, Cell),
}

fn contents(cell: Cell) -> String {
    match cell {
        Cell::Water => "water".to_owned(),
        Cell::Tile(_) => "a free tile".to_owned(),
        Cell::Penguin(player, _) => format!("a penguin of {player}"),
    }
}

impl<const N: usize> Position<N> {
    /// Finds the legal move with this notation.
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
    /// If there is none: the reason, and the legal moves instead.
    pub fn find_move(&self, text: &str) -> Result<Move, NoSuchMove> {
        let mv = Move::parse(text, Standard.geometry())?;
        match self.check(mv) {
            Ok(()) => Ok(mv),
            Err(IllegalMove::GameOver) => Err(NoSuchMove::GameOver),
            Err(why) => Err(NoSuchMove::Choice(why.to_string(), self.instead(mv))),
        }
    }

    /// The legal moves of the penguin that a move names, or else the penguins that can move.
    fn instead(&self, mv: Move) -> String {
        let geometry = Standard.geometry();
        let mover: Player = self.last_turn();
        if self.is_placement() {
            return format!("{mover} can place on {}", names(self.places()).join(", "));
        }
        if let Move::Slide { from, .. } = mv
            && self.penguins(mover).contains(from)
        {
            let mut ends = names(geometry.slides(from, self.free()));
            ends.sort();
            return match ends.len() {
                0 => format!("the penguin on {} cannot move at all", geometry.name(from)),
                _ => format!(
                    "the penguin on {} can go to {}",
                    geometry.name(from),
                    ends.join(", ")
                ),
            };
        }
        let can_move = |hex: &Hex| !geometry.slides(*hex, self.free()).is_empty();
        let movable = names(self.penguins(mover).into_iter().filter(can_move));
        let penguins = if movable.len() == 1 {
            "penguin"
        } else {
            "penguins"
        };
        format!("{mover} can move the {penguins} on {}", movable.join(", "))
    }

    /// Checks that a move is legal, one of [`moves`](Game::moves).
    ///
    /// # Errors
    /// If it is not: the reason.
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
        match self.cell(hex) {
            Cell::Tile(1) => Ok(()),
            Cell::Tile(fish) => Err(IllegalMove::Fish(name(hex), fish)),
            Cell::Water => Err(IllegalMove::Water(name(hex))),
            Cell::Penguin(player, _) => Err(IllegalMove::Taken(name(hex), player)),
        }
    }

    fn check_slide(&self, mover: Player, from: Hex, to: Hex) -> Result<(), IllegalMove> {
        if !self.penguins(mover).contains(from) {
            return Err(IllegalMove::NoPenguin(name(from), mover, self.cell(from)));
        }
        if from == to {
            return Err(IllegalMove::NoStep);
        }
        let Some((direction, way)) = Standard.geometry().line(from, to) else {
            return Err(IllegalMove::NotStraight(name(from), name(to)));
        };
        let nearest = (way - self.free()).nearest(direction);
        nearest.map_or(Ok(()), |hex| {
            Err(IllegalMove::Blocked(name(hex), self.cell(hex)))
        })
    }
}

/// Name of a hex of the standard floe.
fn name(hex: Hex) -> String {
    Standard.geometry().name(hex)
}

/// Names of hexes of the standard floe, in their order.
fn names(hexes: impl IntoIterator<Item = Hex>) -> Vec<String> {
    hexes.into_iter().map(name).collect()
}
