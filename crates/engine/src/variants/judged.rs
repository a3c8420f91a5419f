use floe_game::{Chance, Keyed, Notated, Player, Sampled, Score, TwoSided};
use floe_search::{Eval, EvalAll, Expect, Paranoid, Payoffs, Shares};
use floe_variants::Rules;

use crate::expectation::{guessed_shares, known_shares};

/// A variant without chance, with what is known of it. Where there are not two sides nothing two-sided is asked of it.
pub(crate) trait Judged:
    Keyed + TwoSided + Chance + Sampled + Notated + PartialEq + Send + Sync + 'static
{
    /// What its positions promise.
    type Outlook: Eval<Self> + Eval<Paranoid<Self>> + EvalAll<Self> + Expect<Self> + Default + Send + Sync;

    /// What is played.
    fn rules(&self) -> Rules;

    /// The player to move; when the game is over, the one who had the last turn.
    fn last_turn(&self) -> Player;

    /// Whether penguins are still being placed.
    fn is_placement(&self) -> bool;

    /// Whether there are two sides: two players, or two teams.
    fn has_two_sides(&self) -> bool;

    /// How many tiles can be moved to.
    fn free_tiles(&self) -> u32;

    /// What a move takes at once, or reaches: by this the greedy player chooses.
    fn gain(&self, mv: Self::Move) -> Score;

    /// By how much anybody's score can fall at most, and rise, whatever happens: the first is no more than zero.
    fn prospects(&self) -> (Score, Score);
}

/// The shares of the win that go with results, guesses of so much doubt unless the game is over.
pub(super) fn shares(results: &Payoffs, sides: usize, doubt: f32, over: bool) -> Shares {
    fn of<const N: usize>(results: &Payoffs, doubt: f32, over: bool) -> Shares {
        let results: [Score; N] = std::array::from_fn(|player| results[player]);
        if over { known_shares(&results) } else { guessed_shares(&results, doubt) }
    }
    match sides {
        2 => of::<2>(results, doubt, over),
        3 => of::<3>(results, doubt, over),
        _ => of::<4>(results, doubt, over),
    }
}
