use floe_game::{Keyed, Score, TwoSided};

use super::Window;
use super::worker::{Quest, Worker};
use crate::ordering::Prospect;
use crate::{Eval, Interrupted, Line, Oracle};

impl<G: Keyed + TwoSided, E: Eval<G>, O: Oracle<G>> Worker<'_, G, E, O> {
    /// Plays a proven line on to the end of the game.
    ///
    /// Lines end early where the table knew the rest. Here the rest is found again: at every turn the first move that keeps
    /// the value. On an interruption the line stays as long as it has become.
    pub(super) fn complete(
        &mut self,
        game: &G,
        line: &mut Line<G::Move, Score>,
        depth: i32,
    ) -> Result<(), Interrupted> {
        let side = game.side_to_move();
        let mut game = line.moves.iter().fold(*game, |game, &mv| game.after(mv));
        while !game.is_over() {
            let value = if game.side_to_move() == side { line.value } else { -line.value };
            let depth = (depth - line.moves.len() as i32).max(1);
            let Some(mv) = self.move_worth(&game, value, depth)? else { break };
            line.moves.push(mv);
            game.play(mv);
        }
        Ok(())
    }

    /// The first move that is proven to be worth just this.
    fn move_worth(&mut self, game: &G, value: Score, depth: i32) -> Result<Option<G::Move>, Interrupted> {
        let window = Window { alpha: value - 1, beta: value + 1 };
        for Prospect { mv, .. } in self.memory.rank_evaluated(game, self.eval) {
            let child = game.after(mv);
            let turned = child.side_to_move() != game.side_to_move();
            let found = self.search_child(&child, turned, window, Quest { depth: depth - 1, ply: 0, guess: None })?;
            if found.proven && found.value == value {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}
