use floe_fish::{Move, Position};
use floe_game::{Game, Keyed, Score};
use floe_hex::Layout;
use floe_search::Interrupted;

use super::child_features::static_eval;
use super::root::Root;
use super::search::EndingSearch;

/// A line of at most so many real moves that comes to `margin` at least for the player to move.
///
/// At every turn the first move that is proved to keep what has been proved, likely ones first. Should a limit interrupt that,
/// the line is as long as it has become.
pub(super) fn principal_variation<L: Layout>(
    search: &mut EndingSearch<'_, L>,
    position: &Position<2, L>,
    margin: Score,
    plies: usize,
) -> Vec<Move> {
    let mut line = Vec::new();
    let (mut game, mut margin) = (*position, margin);
    while !game.is_over() && line.len() < plies {
        let Ok(Some(mv)) = move_that_keeps(search, &game, margin) else { break };
        let mover = game.last_turn();
        game.play(mv);
        line.push(mv);
        if game.last_turn() != mover {
            margin = -margin;
        }
    }
    line
}

/// A move after which the margin for the mover is still this at least.
fn move_that_keeps<L: Layout>(
    search: &mut EndingSearch<'_, L>,
    game: &Position<2, L>,
    margin: Score,
) -> Result<Option<Move>, Interrupted> {
    let rest = Root::of(game, &mut search.normalizer).rest;
    let tt_move = rest.map_or(0, |rest| search.probe(&rest, rest.key()).best);
    let mut moves: Vec<(Score, Move, Score, Root)> = Vec::new();
    for mv in game.moves() {
        let child = game.after(mv);
        let root = Root::of(&child, &mut search.normalizer);
        let sign = if child.last_turn() == game.last_turn() { 1 } else { -1 };
        let value = root.certain + root.rest.as_ref().map_or(0, |rest| static_eval(search.normalizer.fish, rest));
        let is_known = Position::<2, L>::move_bits(mv) == tt_move.into();
        moves.push((if is_known { Score::MAX } else { sign * value }, mv, sign, root));
    }
    moves.sort_by_key(|&(score, ..)| std::cmp::Reverse(score));
    for (_, mv, sign, root) in moves {
        let needed = margin - sign * root.certain;
        let keeps = match &root.rest {
            None => 0 >= needed,
            Some(rest) if sign < 0 => search.search(rest, -needed, 1 - needed)? <= -needed,
            Some(rest) => search.search(rest, needed - 1, needed)? >= needed,
        };
        if keeps {
            return Ok(Some(mv));
        }
    }
    Ok(None)
}
