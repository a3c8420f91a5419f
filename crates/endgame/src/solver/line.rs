use floe_fish::{Move, Position};
use floe_game::{Game, Keyed, Score};
use floe_hex::Layout;
use floe_search::Interrupted;

use super::child_features::guess;
use super::proof::Root;
use super::worker::Worker;

impl<L: Layout> Worker<'_, L> {
    /// A line of at most so many real moves that comes to `margin` at least for the player to move.
    ///
    /// At every turn the first move that is proved to keep what has been proved, likely ones first. Should a limit interrupt that,
    /// the line is as long as it has become.
    pub(super) fn line(&mut self, position: &Position<2, L>, margin: Score, plies: usize) -> Vec<Move> {
        let mut line = Vec::new();
        let (mut game, mut margin) = (*position, margin);
        while !game.is_over() && line.len() < plies {
            let Ok(Some(mv)) = self.keeping(&game, margin) else { break };
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
    fn keeping(&mut self, game: &Position<2, L>, margin: Score) -> Result<Option<Move>, Interrupted> {
        let known = self.known_best(game);
        let mut moves: Vec<(Score, Move, Root)> = Vec::new();
        for mv in game.moves() {
            let child = game.after(mv);
            let root = Root::of(&child, self.board, self.features, &mut self.areas);
            let value = root.certain + root.rest.as_ref().map_or(0, |rest| guess(self.board, rest));
            let promise = if Position::<2, L>::move_bits(mv) == known.into() {
                Score::MAX
            } else if child.last_turn() == game.last_turn() {
                value
            } else {
                -value
            };
            moves.push((promise, mv, root));
        }
        moves.sort_by_key(|&(promise, ..)| std::cmp::Reverse(promise));
        for (_, mv, root) in moves {
            let turned = game.after(mv).last_turn() != game.last_turn();
            let wanted = if turned { -margin } else { margin } - root.certain;
            let keeps = match &root.rest {
                None => {
                    if turned {
                        0 <= wanted
                    } else {
                        0 >= wanted
                    }
                }
                Some(rest) if turned => self.search(rest, wanted, wanted + 1)? <= wanted,
                Some(rest) => self.search(rest, wanted - 1, wanted)? >= wanted,
            };
            if keeps {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The bits of the move that the table would make.
    fn known_best(&mut self, game: &Position<2, L>) -> u16 {
        let root = Root::of(game, self.board, self.features, &mut self.areas);
        root.rest.map_or(0, |rest| self.known(&rest, rest.key()).best)
    }
}
