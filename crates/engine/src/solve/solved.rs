use std::cmp::Ordering;

use floe_fish::{Move, Value};
use floe_game::Score;

use crate::Outcome;

/// What is proved of a position or a move, for the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// It is worth at least this.
    pub at_least: Outcome,
    /// It is worth at most this.
    pub at_most: Outcome,
}

impl Bounds {
    /// Bounds that meet.
    pub(crate) fn meeting(outcome: Outcome) -> Bounds {
        Bounds { at_least: outcome.clone(), at_most: outcome }
    }

    /// Of a margin between two sides.
    pub(crate) fn of_margin((least, most): (Score, Score)) -> Bounds {
        let margin = |score| Outcome::Margin(Value::from_score(score));
        Bounds { at_least: margin(least), at_most: margin(most) }
    }

    /// The value, where the bounds meet.
    pub fn exact(&self) -> Option<&Outcome> {
        (self.at_least == self.at_most).then_some(&self.at_least)
    }

    /// Who wins between two sides, where the bounds say it: greater for the side to move, equal for a draw.
    pub fn sign(&self) -> Option<Ordering> {
        let (Outcome::Margin(least), Outcome::Margin(most)) = (&self.at_least, &self.at_most) else { return None };
        let even = Value::default();
        let (least, most) = (least.cmp(&even), most.cmp(&even));
        (least == most || least.is_gt() || most.is_lt()).then(|| if least.is_gt() { least } else { most })
    }
}

/// What has been proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved<M = Move> {
    /// What the position is worth.
    pub bounds: Bounds,
    /// The line under best play to the end of the game, as far as it was found before a limit; where the value is not known exactly, a move
    /// that is proved to keep what is known at least, if there is one. Empty where the game is over.
    pub line: Vec<M>,
    /// What the moves are worth, best first: all of them where that was asked for, else the best one where it is known.
    pub moves: Vec<(M, Bounds)>,
    /// Nodes searched.
    pub nodes: u64,
    /// Whether the table lay on huge pages.
    pub huge_pages: bool,
}

impl<M> Solved<M> {
    /// The same with moves told in another way, as their texts for example.
    pub fn told<T>(&self, tell: impl Fn(&M) -> T) -> Solved<T> {
        Solved {
            bounds: self.bounds.clone(),
            line: self.line.iter().map(&tell).collect(),
            moves: self.moves.iter().map(|(mv, bounds)| (tell(mv), bounds.clone())).collect(),
            nodes: self.nodes,
            huge_pages: self.huge_pages,
        }
    }
}
