use std::fmt::Debug;

use floe_game::{Chance, Game, Interval, Player, Score, Turn};

/// Final or current score of every player, by [`Player::index`]; zero for those not in the game.
pub type Payoffs = [Score; Player::MAX];

/// Bounds of the result of every player, by [`Player::index`].
pub type PayoffBounds<T = Score> = [Interval<T>; Player::MAX];

/// Result of one player: a [`Score`], or in a game with chance an expected score.
pub trait Payoff: Copy + PartialOrd + Default + Debug {
    /// The sum of this result and `weight` times the other one; for scores `weight` must be an
    /// integer.
    #[must_use]
    fn plus(self, other: Self, weight: f64) -> Self;

    /// Whether two results are equal, up to errors of rounding.
    fn is_same(self, other: Self) -> bool;

    /// Whether lower and upper bound of a result are equal, up to errors of rounding.
    fn is_exact(bounds: &Interval<Self>) -> bool {
        bounds.lower.is_same(bounds.upper)
    }
}

impl Payoff for Score {
    fn plus(self, other: Score, weight: f64) -> Score {
        self + other * weight as Score
    }

    fn is_same(self, other: Score) -> bool {
        self == other
    }
}

/// Scores of all players so far.
pub fn scores<G: Game>(game: &G) -> Payoffs {
    let mut payoffs = Payoffs::default();
    Player::first(game.players()).for_each(|player| payoffs[player.index()] = game.score(player));
    payoffs
}

/// Whether `player` prefers the results `a` of all players to the results `b`, in a search whose
/// player to move at the root is `root`.
///
/// A player prefers more for itself; of equals, less for `root`, then less for the next in turn
/// order after `root`, and so on: the tie rule that makes results unique.
pub fn prefers<T: Payoff>(
    player: Player,
    root: Player,
    players: usize,
    a: &[T; Player::MAX],
    b: &[T; Player::MAX],
) -> bool {
    let own = player.index();
    if !a[own].is_same(b[own]) {
        return a[own] > b[own];
    }
    let first = root
        .round(players)
        .map(Player::index)
        .find(|&p| !a[p].is_same(b[p]));
    first.is_some_and(|p| a[p] < b[p])
}

/// Bounds of the results of all players if `player` chooses one of `moves`, given by bounds of the
/// results after them, by the rule of [`prefers`].
///
/// The result of `player` is the greatest of all moves; the results of the others follow from a
/// move that `player` may choose.
///
/// # Panics
/// If there are no moves.
pub fn chosen_bounds<T: Payoff>(
    player: Player,
    root: Player,
    players: usize,
    moves: &[PayoffBounds<T>],
) -> PayoffBounds<T> {
    let own = player.index();
    let most = moves
        .iter()
        .map(|bounds| bounds[own])
        .reduce(Interval::max)
        .expect("a player whose turn it is has a move");
    // Of the moves with exact bounds, it chooses only the best.
    let exact = moves.iter().filter_map(exact_payoffs);
    let best = exact.reduce(|best, other| {
        if prefers(player, root, players, &other, &best) {
            other
        } else {
            best
        }
    });
    let may_be_chosen = |bounds: &&PayoffBounds<T>| {
        let is_enough = bounds[own].upper >= most.lower || bounds[own].upper.is_same(most.lower);
        let is_worse = exact_payoffs(bounds)
            .zip(best)
            .is_some_and(|(a, best)| prefers(player, root, players, &best, &a));
        is_enough && !is_worse
    };
    let hull = |a: PayoffBounds<T>, b: PayoffBounds<T>| std::array::from_fn(|p| a[p].hull(b[p]));
    let mut chosen = moves
        .iter()
        .filter(may_be_chosen)
        .copied()
        .reduce(hull)
        .expect("the best move may be chosen");
    chosen[own] = most;
    chosen
}

/// The results of all players, if the bounds leave only one.
fn exact_payoffs<T: Payoff>(bounds: &PayoffBounds<T>) -> Option<[T; Player::MAX]> {
    bounds
        .iter()
        .all(T::is_exact)
        .then(|| bounds.map(|bound| bound.lower))
}

/// Bounds of a sum whose second summand has this weight.
pub(crate) fn plus_bounds<T: Payoff>(
    sum: Interval<T>,
    bounds: Interval<T>,
    weight: f64,
) -> Interval<T> {
    Interval::new(
        sum.lower.plus(bounds.lower, weight),
        sum.upper.plus(bounds.upper, weight),
    )
}

/// Proven bounds of the results of every choice, from the `known` results of positions up to
/// `plies` below it, and elsewhere from the `possible` ones, which follow from the rules. Results
/// are known at least where the game is over.
pub(crate) fn proven_bounds<G: Chance, T: Payoff>(
    game: &G,
    plies: u32,
    root: Player,
    known: &impl Fn(&G) -> Option<[T; Player::MAX]>,
    possible: &impl Fn(&G) -> PayoffBounds<T>,
) -> Vec<(G::Move, PayoffBounds<T>)> {
    let of_position = |game: &G| match (known(game), game.turn()) {
        (Some(known), _) => known.map(Interval::exact),
        (None, Turn::Of(player)) if plies > 0 => {
            let choices = proven_bounds(game, plies - 1, root, known, possible);
            let choices: Vec<_> = choices.into_iter().map(|(_, bounds)| bounds).collect();
            chosen_bounds(player, root, game.players(), &choices)
        }
        _ => possible(game),
    };
    let of_choice = |choice| {
        let mut sum = PayoffBounds::default();
        game.for_each_outcome(choice, |mv, probability| {
            let bounds = of_position(&game.after(mv));
            sum = std::array::from_fn(|p| plus_bounds(sum[p], bounds[p], probability));
        });
        sum
    };
    game.choices()
        .into_iter()
        .map(|choice| (choice, of_choice(choice)))
        .collect()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Any results within the bounds lead to a choice within the bounds of [`chosen_bounds`], and
    /// none narrower would do.
    #[test]
    fn a_choice_is_within_its_bounds() {
        const PLAYERS: usize = 3;
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..300 {
            let player = Player::new(rng.random_range(0..PLAYERS));
            let root = Player::new(rng.random_range(0..PLAYERS));
            let moves: Vec<PayoffBounds> = (0..rng.random_range(1..5))
                .map(|_| {
                    let width = if rng.random_bool(0.5) { 0 } else { 2 };
                    std::array::from_fn(|p| {
                        let lower = if p < PLAYERS {
                            rng.random_range(0..3)
                        } else {
                            0
                        };
                        Interval::new(lower, if p < PLAYERS { lower + width } else { 0 })
                    })
                })
                .collect();
            let chosen = chosen_bounds(player, root, PLAYERS, &moves);
            let (mut least, mut most) = ([Score::MAX; Player::MAX], [Score::MIN; Player::MAX]);
            for _ in 0..3000 {
                let results = moves.iter().map(|bounds| -> Payoffs {
                    bounds.map(|bound| rng.random_range(bound.lower..=bound.upper))
                });
                let best = results
                    .reduce(|best, other| {
                        if prefers(player, root, PLAYERS, &other, &best) {
                            other
                        } else {
                            best
                        }
                    })
                    .unwrap();
                for p in 0..PLAYERS {
                    (least[p], most[p]) = (least[p].min(best[p]), most[p].max(best[p]));
                    assert!(chosen[p].contains(&best[p]), "{moves:?}");
                }
            }
            let own = player.index();
            assert_eq!(
                Interval::new(least[own], most[own]),
                chosen[own],
                "{moves:?}"
            );
        }
    }
}
