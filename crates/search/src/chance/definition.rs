use floe_game::{Chance, Player, Staked, Turn, TwoSided};

use super::Mean;
use crate::{Eval, EvalAll, Payoff, prefers};

/// What a two-sided game is worth to the side to move, looking `depth` plies ahead: the definition (Michie 1966).
///
/// A choice is worth the mean of what can come of it, and a player chooses what is worth most. There is no pruning and no memory here,
/// on purpose: everything faster is held to it.
pub fn expectimax<G: TwoSided + Chance + Staked>(game: &G, depth: u32, eval: &impl Eval<G>) -> Mean {
    let side = game.side_to_move();
    if game.is_over() {
        return Mean::of::<G>(game.margin_of(side));
    }
    if depth == 0 {
        return Mean::of::<G>(eval.evaluate(game));
    }
    let worth = |choice: G::Move| {
        let mut mean = Mean::default();
        game.for_each_outcome(choice, |mv, probability| {
            let child = game.after(mv);
            let value = expectimax(&child, depth - 1, eval);
            mean = mean.plus(if child.side_to_move() == side { value } else { -value }, probability);
        });
        mean
    };
    let all = game.choices().into_iter().map(worth);
    all.reduce(|best, other| if other.score > best.score { other } else { best }).expect("somebody can choose")
}

/// What everybody may expect where everybody maximises its own expectation, looking `depth` plies ahead.
///
/// Among choices that are as good for the chooser it takes what leaves least to `root`, then to the next in turn order, and so on.
pub fn expectimax_all<G: Chance + Staked>(
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
    let worth = |choice: G::Move| {
        let mut means = [Mean::default(); Player::MAX];
        game.for_each_outcome(choice, |mv, probability| {
            let all = expectimax_all(&game.after(mv), root, depth - 1, eval);
            means.iter_mut().zip(all).for_each(|(mean, one)| *mean = mean.plus(one, probability));
        });
        means
    };
    let all = game.choices().into_iter().map(worth);
    all.reduce(|best, other| if prefers(player, root, game.players(), &other, &best) { other } else { best })
        .expect("somebody can choose")
}
