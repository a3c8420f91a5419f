//! Definitions of the values that the engines must find, without pruning and tables.

// Not every test needs all of them.
#![allow(dead_code)]

use floe_game::{Chance, Game, Player, Score, Staked, Turn, TwoSided};
use floe_search::{Eval, EvalAll, Mean, Payoff, Payoffs, prefers, scores};

/// Value of a two-sided game for the side to move, searched `depth` plies deep.
pub(crate) fn minimax<G: TwoSided>(game: &G, depth: u32, eval: &impl Eval<G>) -> Score {
    let side = game.side_to_move();
    if game.is_over() {
        return game.margin_of(side);
    }
    if depth == 0 {
        return eval.evaluate(game);
    }
    let values = game.moves().into_iter().map(|mv| {
        let child = game.after(mv);
        let value = minimax(&child, depth - 1, eval);
        if child.side_to_move() == side {
            value
        } else {
            -value
        }
    });
    values.max().expect("a player whose turn it is has a move")
}

/// Scores of all players where each maximises its own (Luckhardt & Irani 1986), searched `depth`
/// plies deep.
///
/// [`prefers`] chooses among the moves that are best for the mover, for the player `root` who asks.
pub(crate) fn minimax_max_n<G: Game>(
    game: &G,
    root: Player,
    depth: u32,
    eval: &impl EvalAll<G>,
) -> Payoffs {
    let Turn::Of(player) = game.turn() else {
        return scores(game);
    };
    if depth == 0 {
        return eval.evaluate_all(game);
    }
    let results = game
        .moves()
        .into_iter()
        .map(|mv| minimax_max_n(&game.after(mv), root, depth - 1, eval));
    results
        .reduce(|best, other| {
            if prefers(player, root, game.players(), &other, &best) {
                other
            } else {
                best
            }
        })
        .expect("a player whose turn it is has a move")
}

/// Value of a two-sided game with chance for the side to move (Michie 1966), searched `depth` plies
/// deep.
///
/// The value of a choice is the mean of its outcomes.
pub(crate) fn expectimax<G: TwoSided + Chance + Staked>(
    game: &G,
    depth: u32,
    eval: &impl Eval<G>,
) -> Mean {
    let side = game.side_to_move();
    if game.is_over() {
        return Mean::of::<G>(game.margin_of(side));
    }
    if depth == 0 {
        return Mean::of::<G>(eval.evaluate(game));
    }
    let value_of = |choice: G::Move| {
        let mut mean = Mean::default();
        game.for_each_outcome(choice, |mv, probability| {
            let child = game.after(mv);
            let value = expectimax(&child, depth - 1, eval);
            mean = mean.plus(
                if child.side_to_move() == side {
                    value
                } else {
                    -value
                },
                probability,
            );
        });
        mean
    };
    let all = game.choices().into_iter().map(value_of);
    all.reduce(|best, other| {
        if other.score > best.score {
            other
        } else {
            best
        }
    })
    .expect("a player whose turn it is has a choice")
}

/// Expected scores of all players where each maximises its own, searched `depth` plies deep.
///
/// [`prefers`] chooses among the choices that are best for the chooser, for the player `root` who
/// asks.
pub(crate) fn expectimax_all<G: Chance + Staked>(
    game: &G,
    root: Player,
    depth: u32,
    eval: &impl EvalAll<G>,
) -> [Mean; Player::MAX] {
    let mut means = [Mean::default(); Player::MAX];
    let Turn::Of(player) = game.turn() else {
        Player::first(game.players()).for_each(|p| means[p.index()] = Mean::of::<G>(game.score(p)));
        return means;
    };
    if depth == 0 {
        return eval.evaluate_all(game).map(Mean::of::<G>);
    }
    let value_of = |choice: G::Move| {
        let mut means = [Mean::default(); Player::MAX];
        game.for_each_outcome(choice, |mv, probability| {
            let all = expectimax_all(&game.after(mv), root, depth - 1, eval);
            means
                .iter_mut()
                .zip(all)
                .for_each(|(mean, one)| *mean = mean.plus(one, probability));
        });
        means
    };
    let all = game.choices().into_iter().map(value_of);
    all.reduce(|best, other| {
        if prefers(player, root, game.players(), &other, &best) {
            other
        } else {
            best
        }
    })
    .expect("a player whose turn it is has a choice")
}
