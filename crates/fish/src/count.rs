use floe_game::{Counted, Game};
use floe_hex::{Layout, Standard, Tally};

use crate::Position;

impl<const N: usize> Counted for Position<N> {
    #[inline]
    fn count_moves(&self) -> u64 {
        if self.hand(self.last_turn()) > 0 {
            return u64::from(self.places().len());
        }
        u64::from(Standard.rays(self.penguins(self.last_turn()), self.free()).count())
    }

    /// Counts the replies to all moves at once.
    ///
    /// For the next player a move changes one thing: the hex it ends on is blocked now (the one it left was
    /// and stays so). So the replies are those to the position as it stands, once for every move, less those
    /// that each move cuts off.
    #[inline]
    fn count_pairs(&self) -> u64 {
        let (mover, next) = (self.last_turn(), self.neighbour());
        let free = self.free();
        let places = self.hand(mover) > 0;
        if self.hand(next) > 0 && places {
            // The next player has one place less to choose from.
            let count = u64::from(self.places().len());
            return count * (count - 1);
        }
        let penguins = self.penguins(next);
        // With one way out at most, a move may shut the next player in, and the turn passes on: count one by one.
        if self.hand(next) > 0 || !(Standard.neighbours(penguins) & free).is_several() {
            return count_one_by_one(self);
        }
        let replies = Standard.rays(penguins, free);
        let (count, ends) = if places {
            (self.places().len(), Tally::once(self.places()))
        } else {
            let moves = Standard.rays(self.penguins(mover), free);
            (moves.count(), Tally::of(&moves))
        };
        u64::from(count) * u64::from(replies.count()) - Standard.slides_lost(&replies, &ends)
    }
}

#[inline(never)]
fn count_one_by_one<const N: usize>(position: &Position<N>) -> u64 {
    let mut count = 0;
    position.for_each_move(|mv| count += position.after(mv).count_moves());
    count
}
