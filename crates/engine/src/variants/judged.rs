use std::marker::PhantomData;

use floe_game::{Keyed, Notated, Player, Sampled, Score, TwoSided};
use floe_search::{Eval, EvalAll, Expect, Paranoid, Payoffs, Shares};
use floe_variants::Rules;

use crate::Evaluation;
use crate::expectation::{guessed_shares, known_shares};

/// A variant, with what is known of what its positions promise. Where there are not two sides nothing two-sided is asked of it.
pub(crate) trait Judged: Keyed + TwoSided + Sampled + Notated + PartialEq + Send + Sync + 'static {
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

    /// Everybody's result as a guess, by player; in teams those of the teams. Of two sides only the margin means something.
    fn results(&self, base: &Evaluation) -> Payoffs;

    /// What a move takes at once, or reaches: by this the greedy player chooses.
    fn gain(&self, mv: Self::Move) -> Score;

    /// By how much anybody's score can fall at most, and rise, whatever happens: the first is no more than zero.
    fn prospects(&self) -> (Score, Score);
}

/// What positions of a variant promise, for the searches.
pub(crate) struct Outlook<G> {
    base: Evaluation,
    game: PhantomData<fn(G)>,
}

impl<G> Default for Outlook<G> {
    fn default() -> Outlook<G> {
        Outlook { base: Evaluation::default(), game: PhantomData }
    }
}

impl<G: Judged> Eval<G> for Outlook<G> {
    #[inline]
    fn evaluate(&self, position: &G) -> Score {
        let results = position.results(&self.base);
        let mover = position.last_turn().index();
        results[mover] - results[mover ^ 1]
    }

    #[inline]
    fn promise(&self, position: &G, mv: G::Move) -> Score {
        position.gain(mv).min(1000)
    }
}

impl<G: Judged> Eval<Paranoid<G>> for Outlook<G> {
    fn evaluate(&self, paranoid: &Paranoid<G>) -> Score {
        let position = paranoid.game();
        let results = position.results(&self.base);
        let all: Score = results[..position.players()].iter().sum();
        let margin = 2 * results[paranoid.me().index()] - all;
        if position.last_turn() == paranoid.me() { margin } else { -margin }
    }

    fn promise(&self, paranoid: &Paranoid<G>, mv: G::Move) -> Score {
        paranoid.game().gain(mv).min(1000)
    }
}

impl<G: Judged> EvalAll<G> for Outlook<G> {
    fn evaluate_all(&self, position: &G) -> Payoffs {
        if position.is_over() {
            let mut payoffs = Payoffs::default();
            Player::first(position.players()).for_each(|player| payoffs[player.index()] = position.score(player));
            return payoffs;
        }
        position.results(&self.base)
    }
}

impl<G: Judged> Expect<G> for Outlook<G> {
    fn shares(&self, position: &G) -> Shares {
        let results = self.evaluate_all(position);
        let sides = if position.has_two_sides() { 2 } else { position.players() };
        let doubt = self.base.row_of(sides, position.is_placement(), position.free_tiles()).doubt.max(1) as f32;
        let over = position.is_over();
        fn known_or_guessed<const N: usize>(results: &Payoffs, doubt: f32, over: bool) -> Shares {
            let results: [Score; N] = std::array::from_fn(|player| results[player]);
            if over { known_shares(&results) } else { guessed_shares(&results, doubt) }
        }
        let shares = match sides {
            2 => known_or_guessed::<2>(&results, doubt, over),
            3 => known_or_guessed::<3>(&results, doubt, over),
            _ => known_or_guessed::<4>(&results, doubt, over),
        };
        if position.players() == 4 && sides == 2 { [shares[0], shares[1], shares[0], shares[1]] } else { shares }
    }
}
