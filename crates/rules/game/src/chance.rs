//! A move is a choice and its outcome. Where chance decides (`Chance`), moves for perft, records
//! and rules are whole: the choice together with its outcome. Players and engines see choices, and
//! ask for the possible outcomes and their weights. So no search without chance knows of it, and a
//! game without chance implements nothing. Hidden truth is no part of a position: it is a function
//! of a number, the *world*, which only the controller of a match knows, and of what is left on the
//! floe. So it cannot leak, and all seats of a floe meet the same (`variants/src/hidden_whale`).

use rand::{Rng, RngExt};

use crate::{Game, Moves, Player, Score};

/// Game in which chance may decide the outcome of a player's choice.
///
/// A player chooses, chance answers, and both together are one [move](Game::Move). A choice is
/// written as the move in which chance does nothing, even if that cannot happen. So in a game
/// without chance choices are moves, and the default methods suffice.
pub trait Chance: Game {
    /// Whether the game has chance at all.
    const HAS_CHANCE: bool = false;

    /// Calls `visit` with every choice that the player to move has, once each; never when the game
    /// is over.
    #[inline]
    fn for_each_choice(&self, visit: impl FnMut(Self::Move)) {
        self.for_each_move(visit);
    }

    /// Calls `visit` with every possible outcome of a legal `choice`, once each, and the
    /// probability of the outcome: above 0, and 1 in sum.
    #[inline]
    fn for_each_outcome(&self, choice: Self::Move, mut visit: impl FnMut(Self::Move, f64)) {
        visit(choice, 1.0);
    }

    /// The choice of which a move is an outcome: the part of the move that the player decides,
    /// without what chance adds or the move reveals.
    ///
    /// `choice_of(outcome) == choice` for every outcome of every choice.
    #[inline]
    fn choice_of(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// The outcome of a legal `choice` in the world with this number. A world is one way in which
    /// all chance of the game is decided in advance, so that an outcome follows from choice and
    /// number.
    ///
    /// Over all worlds that agree with the game so far, every outcome has its probability.
    #[inline]
    fn outcome_in(&self, choice: Self::Move, _world: u64) -> Self::Move {
        choice
    }

    /// Every choice that the player to move has, once each; none when the game is over.
    #[inline]
    fn choices(&self) -> Moves<Self::Move> {
        let mut choices = Moves::new();
        self.for_each_choice(|choice| choices.push(choice));
        choices
    }

    /// Draws an outcome of a legal `choice`, each with its probability.
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
        drawn.expect("every choice has an outcome")
    }

    /// The most likely outcome of a legal `choice`; of equally likely ones the first that
    /// [`for_each_outcome`](Chance::for_each_outcome) visits.
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

/// Game with a bound on what the players can still win or lose.
pub trait Staked: Game {
    /// Upper bound, not negative, of the amount by which the score of any player, or the margin
    /// between two sides, can still change from this position to the end of the game.
    fn at_stake(&self) -> Score;

    /// The part of a score that breaks ties, in the units of the score. It must be additive: the
    /// part of a sum of scores is the sum of the parts of these scores.
    fn tie_break(score: Score) -> Score;
}

/// Game with information that is hidden from some players.
///
/// The view of a player is a position too, with a mask over everything that the player does not
/// know. A *world* is a position without masks that fits a view; all worlds of a view are equally
/// likely. In a game without hidden information the default methods suffice.
pub trait Veiled: Game {
    /// The position as `player` knows it: everything hidden from `player` is masked.
    #[must_use]
    fn view(&self, _player: Player) -> Self {
        *self
    }

    /// A legal move as `player` observes it: without the parts that stay hidden, and with the parts
    /// that it reveals.
    ///
    /// Playing commutes with viewing:
    /// `game.after(mv).view(player) == game.view(player).after(game.observed(mv, player))`.
    #[must_use]
    fn observed(&self, mv: Self::Move, _player: Player) -> Self::Move {
        mv
    }

    /// Calls `visit` with every world of this position, once each. The position must be a view;
    /// without masks it is its own only world.
    fn for_each_world(&self, mut visit: impl FnMut(Self)) {
        visit(*self);
    }

    /// Draws one of the worlds of this position, each with the same probability. The position must
    /// be a view; without masks it is its own only world.
    #[must_use]
    fn draw_world(&self, _rng: &mut impl Rng) -> Self {
        *self
    }
}

/// Game whose random moves can be drawn, faster than from a list of moves where a game overrides
/// the default.
pub trait Sampled: Game {
    /// Draws a legal move, each with the same probability; `None` when the game is over.
    fn random_move(&self, rng: &mut impl Rng) -> Option<Self::Move> {
        let moves = self.moves();
        if moves.is_empty() {
            None
        } else {
            Some(moves[rng.random_range(0..moves.len())])
        }
    }

    /// The final position after random moves from here to the end of the game, each drawn by
    /// [`random_move`](Sampled::random_move).
    #[must_use]
    fn playout(&self, rng: &mut impl Rng) -> Self {
        walk(self, usize::MAX, rng)
    }
}

/// The position after `plies` random moves, each drawn by [`Sampled::random_move`], or after fewer
/// if the game ends earlier.
pub fn walk<G: Sampled>(game: &G, plies: usize, rng: &mut impl Rng) -> G {
    let mut game = *game;
    for _ in 0..plies {
        let Some(mv) = game.random_move(rng) else {
            break;
        };
        game.play(mv);
    }
    game
}
