use rand::{Rng, RngExt};

use crate::{Game, Moves, Score};

/// A game in which chance may have a say in what comes of a choice.
///
/// A player chooses, chance answers, and both together are one [move](Game::Move). A choice is written as the move in which
/// chance does nothing, even where that cannot happen; so where chance never has a say, choices are moves, and there is nothing
/// to implement.
pub trait Chance: Game {
    /// Whether chance can ever have a say.
    const HAS_CHANCE: bool = false;

    /// Calls `visit` with everything that the player to move can choose, once each.
    #[inline]
    fn for_each_choice(&self, visit: impl FnMut(Self::Move)) {
        self.for_each_move(visit);
    }

    /// Calls `visit` with every move that can come of a choice, once each, and its probability: above 0, and 1 together.
    #[inline]
    fn for_each_outcome(&self, choice: Self::Move, mut visit: impl FnMut(Self::Move, f64)) {
        visit(choice, 1.0);
    }

    /// What comes of a choice in the world with this number, where all that chance will decide is settled from the beginning.
    ///
    /// Over all worlds that fit what has been seen every outcome is as likely as it is.
    #[inline]
    fn outcome_in(&self, choice: Self::Move, _world: u64) -> Self::Move {
        choice
    }

    /// Everything that the player to move can choose, once each.
    #[inline]
    fn choices(&self) -> Moves<Self::Move> {
        let mut choices = Moves::new();
        self.for_each_choice(|choice| choices.push(choice));
        choices
    }

    /// What comes of a choice, as chance has it.
    #[inline]
    fn draw_outcome(&self, choice: Self::Move, rng: &mut impl Rng) -> Self::Move {
        if !Self::HAS_CHANCE {
            return choice;
        }
        let (mut left, mut drawn) = (rng.random::<f64>(), None);
        self.for_each_outcome(choice, |mv, probability| {
            if left >= 0.0 {
                drawn = Some(mv);
            }
            left -= probability;
        });
        drawn.expect("something comes of every choice")
    }

    /// The most likely of the moves that can come of a choice.
    fn likeliest_outcome(&self, choice: Self::Move) -> Self::Move {
        let mut likeliest = (choice, 0.0);
        self.for_each_outcome(choice, |mv, probability| {
            if probability > likeliest.1 {
                likeliest = (mv, probability);
            }
        });
        likeliest.0
    }
}

/// A game that knows how much there still is to win.
pub trait Staked: Game {
    /// Nobody's score changes by more from here to the end, whatever happens; nor does the margin of two sides.
    fn at_stake(&self) -> Score;

    /// The part of a score that breaks ties; of a sum of scores it is the sum of their parts.
    fn tie_break(score: Score) -> Score;
}
