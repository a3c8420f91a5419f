use floe_game::{Game, Player, Score, Turn, TwoSided};

use crate::{Eval, EvalAll, Payoffs, prefers, scores};

/// The value of a two-sided game, looking `depth` plies ahead, for the side to move: the definition.
///
/// Where the game ends within the depth the margin counts, elsewhere the evaluation. There is no pruning and
/// no memory here, on purpose: everything faster is held to it.
pub fn minimax<G: TwoSided>(game: &G, depth: u32, eval: &impl Eval<G>) -> Score {
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
        if child.side_to_move() == side { value } else { -value }
    });
    values.max().expect("a player whose turn it is has a move")
}

/// Everybody's score where everybody maximises its own, looking `depth` plies ahead (Luckhardt & Irani 1986).
///
/// Which of the moves that are best for the mover is taken makes a difference for the others, so it is settled by
/// [`prefers`], for the player `root` who asks.
pub fn minimax_max_n<G: Game>(game: &G, root: Player, depth: u32, eval: &impl EvalAll<G>) -> Payoffs {
    let Turn::Of(player) = game.turn() else { return scores(game) };
    if depth == 0 {
        return eval.evaluate_all(game);
    }
    let results = game.moves().into_iter().map(|mv| minimax_max_n(&game.after(mv), root, depth - 1, eval));
    results
        .reduce(|best, other| if prefers(player, root, game.players(), &other, &best) { other } else { best })
        .expect("a player whose turn it is has a move")
}
