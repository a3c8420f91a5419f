use floe_game::{POINT, Score};
use floe_search::History;

/// History and killer moves of one thread.
#[derive(Debug)]
pub(super) struct MoveOrdering {
    moves: History,
    /// History of replies, by the last target and the target of the move (counter moves; Uiterwijk
    /// 1992).
    replies: History,
    /// Last two moves that refuted at every distance from the root, the newer one first; zero for
    /// none (killer moves; Akl & Newborn 1977).
    killers: Vec<[u16; 2]>,
    /// Moves from the root to the current ending, as in
    /// [`EndingMove`](super::children::EndingMove).
    path: Vec<u16>,
}

/// Maximum number of moves of a path: every tile is landed on once, and a side has fewer waiting
/// moves than tiles exist.
const PLIES: usize = 128;
/// Score of the last killer move, in 1/128 fish; half of it for the one before.
const KILLER: Score = POINT;

impl MoveOrdering {
    pub(super) fn new() -> MoveOrdering {
        MoveOrdering {
            moves: History::default(),
            replies: History::default(),
            killers: vec![[0; 2]; PLIES],
            path: Vec::with_capacity(PLIES),
        }
    }

    pub(super) fn begin(&mut self) {
        self.path.clear();
    }

    #[inline]
    pub(super) fn enter(&mut self, bits: u16) {
        self.path.push(bits);
    }

    #[inline]
    pub(super) fn leave(&mut self) {
        self.path.pop();
    }

    /// Score of a move in the current ending, in 1/128 fish.
    #[inline]
    pub(super) fn score(&self, bits: u16) -> Score {
        let killer = match self.killers[self.path.len() % PLIES] {
            [last, _] if last == bits => KILLER,
            [_, before] if before == bits => KILLER / 2,
            _ => 0,
        };
        (self.moves.score(bits) >> 5) + (self.replies.score(self.reply(bits)) >> 5) + killer
    }

    /// Rewards the last of `tried`, which refuted the current ending, and punishes the others, by
    /// `bonus`.
    pub(super) fn reward(
        &mut self,
        tried: impl DoubleEndedIterator<Item = u16> + Clone,
        bonus: Score,
    ) {
        self.moves.reward(tried.clone(), bonus);
        self.replies
            .reward(tried.clone().map(|bits| self.reply(bits)), bonus);
        let killers = &mut self.killers[self.path.len() % PLIES];
        if let Some(bits) = tried.last()
            && bits != killers[0]
        {
            *killers = [bits, killers[0]];
        }
    }

    /// Number of the targets of the last move and this one, by which the history of replies is
    /// kept.
    #[inline]
    fn reply(&self, bits: u16) -> u32 {
        self.path.last().map_or(0, |&last| target(last) * 64) + target(bits)
    }
}

/// Index of the hex where a move ends; of a waiting move that of the first hex.
#[inline]
fn target(bits: u16) -> u32 {
    u32::from(bits - 1) % 64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refutation_raises_the_score() {
        let mut ordering = MoveOrdering::new();
        ordering.enter(100);
        ordering.reward([7, 8].into_iter(), 4096);
        let [bad, good, new] = [7, 8, 9].map(|bits| ordering.score(bits));
        assert!(bad < new && new < good);
        ordering.reward([9].into_iter(), 0);
        assert_eq!(ordering.score(9), KILLER);
        assert_eq!(ordering.score(8), good - KILLER / 2);
        // After another move neither the reply nor the killer means anything.
        ordering.enter(200);
        assert!((1..good - KILLER).contains(&ordering.score(8)));
        ordering.leave();
        assert_eq!(ordering.score(8), good - KILLER / 2);
    }
}
