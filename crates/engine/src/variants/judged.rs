use floe_game::{Chance, Keyed, Notated, Player, Sampled, Score, TwoSided};
use floe_search::{BestReply, Eval, EvalAll, Paranoid, Payoffs, PolicyValue, WinProbabilities, scores};
use floe_variants::{OnFloe, Rules};

use crate::Evaluation;
use crate::expectation::{guessed_shares, known_shares};

/// A position of a variant of which something can be foretold.
pub(crate) trait Foreseen: OnFloe {
    /// How many sides there are: players, or teams.
    #[inline]
    fn sides(&self) -> usize {
        self.players()
    }

    /// Everybody's result as a guess, by what the evaluation of the base game makes of it; in teams those of the teams. Of two sides only
    /// the margin means something.
    fn results(&self, base: &Evaluation) -> Payoffs;

    /// What a move takes at once, or reaches: by this the greedy player chooses.
    fn gain(&self, mv: Self::Move) -> Score;
}

/// A variant without chance, with what is known of it. Where there are not two sides nothing two-sided is asked of it.
pub(crate) trait Judged:
    Foreseen + Keyed + TwoSided + Chance + Sampled + Notated + PartialEq + Send + Sync + 'static
{
    /// What is played.
    fn rules(&self) -> Rules;

    /// How much a player, in teams its team, still gets at least and at most, whatever happens.
    fn prospects(&self, player: Player) -> (Score, Score);
}

/// What positions of variants promise, by what can be foretold of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Foresight {
    base: Evaluation,
}

/// More than any move promises that is not sure to be best.
const MUCH: Score = 1000;

impl<G: Foreseen + TwoSided> Eval<G> for Foresight {
    #[inline]
    fn evaluate(&self, position: &G) -> Score {
        let results = position.results(&self.base);
        let mover = position.last_turn().index();
        results[mover] - results[mover ^ 1]
    }

    #[inline]
    fn promise(&self, position: &G, mv: G::Move) -> Score {
        position.gain(mv).min(MUCH)
    }
}

impl<G: Foreseen> Eval<Paranoid<G>> for Foresight {
    fn evaluate(&self, paranoid: &Paranoid<G>) -> Score {
        let position = paranoid.game();
        let results = position.results(&self.base);
        let all: Score = results[..position.players()].iter().sum();
        let margin = 2 * results[paranoid.me().index()] - all;
        if position.last_turn() == paranoid.me() { margin } else { -margin }
    }

    fn promise(&self, paranoid: &Paranoid<G>, mv: G::Move) -> Score {
        paranoid.game().gain(mv).min(MUCH)
    }
}

impl<G: Foreseen> Eval<BestReply<G>> for Foresight {
    fn evaluate(&self, reply: &BestReply<G>) -> Score {
        self.evaluate(reply.paranoid())
    }

    fn promise(&self, reply: &BestReply<G>, mv: G::Move) -> Score {
        self.promise(reply.paranoid(), mv)
    }
}

/// What is usually played: what gains most at once.
pub(super) fn usual_move<G: Foreseen>(position: &G) -> G::Move {
    let moves = position.moves();
    moves.into_iter().rev().max_by_key(|&mv| position.gain(mv)).expect("whose turn it is can move")
}

impl<G: Foreseen> EvalAll<G> for Foresight {
    fn evaluate_all(&self, position: &G) -> Payoffs {
        if position.is_over() { scores(position) } else { position.results(&self.base) }
    }
}

impl<G: Foreseen> PolicyValue<G> for Foresight {
    fn win_probabilities(&self, position: &G) -> WinProbabilities {
        let (sides, over) = (position.sides(), position.is_over());
        let doubt = self.base.row_of(sides, position.is_placement(), position.free_tiles()).doubt.max(1) as f32;
        let results = self.evaluate_all(position);
        let shares = match sides {
            2 => shares::<2>(&results, doubt, over),
            3 => shares::<3>(&results, doubt, over),
            _ => shares::<4>(&results, doubt, over),
        };
        // Teammates have the same.
        if sides < position.players() { [shares[0], shares[1], shares[0], shares[1]] } else { shares }
    }
}

/// The shares of the win that go with results, guesses of so much doubt unless the game is over.
fn shares<const N: usize>(results: &Payoffs, doubt: f32, over: bool) -> WinProbabilities {
    let results: [Score; N] = std::array::from_fn(|player| results[player]);
    if over { known_shares(&results) } else { guessed_shares(&results, doubt) }
}
