use floe_game::Score;
use floe_hex::{HexSet, Layout};
use smallvec::SmallVec;

use super::worker::Worker;
use crate::ending::Ending;

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// What the move is worth before the rest is decided: `value = base - value of rest`.
    pub(super) base: Score,
    /// The rest, the other side to move; none where the base says all.
    pub(super) rest: Option<Ending>,
    /// The move: the hexes it goes from and to; a waiting move has bits of its own.
    pub(super) bits: u16,
    /// What it promises.
    pub(super) promise: Score,
}

pub(super) type Children = SmallVec<[Child; 48]>;

/// The bits of a waiting move.
pub(super) const WAIT: u16 = 1 << 12 | 1;

impl<L: Layout> Worker<'_, L> {
    /// What all moves lead to, in no order.
    #[inline]
    pub(super) fn children(&mut self, ending: &Ending) -> Children {
        let geometry = self.board.layout.geometry();
        let mut children = Children::new();
        for from in ending.mine {
            for to in geometry.slides(from, ending.free) {
                let bits = 1 + (from.index() * 64 + to.index()) as u16;
                let mine = ending.mine - from.into() | to.into();
                let raw = Ending::raw(ending.free - to.into(), ending.theirs, mine, -ending.waits);
                children.push(self.child(raw, self.board.worth_of(to), bits));
            }
        }
        if ending.waits > 0 {
            let raw = Ending::raw(ending.free, ending.theirs, ending.mine, 1 - ending.waits);
            children.push(self.child(raw, 0, WAIT));
        }
        children
    }

    #[inline]
    fn child(&mut self, raw: Ending, landed: Score, bits: u16) -> Child {
        let normal = raw.normal(self.board, &mut self.areas, self.features);
        Child { base: landed - normal.certain, rest: normal.rest, bits, promise: 0 }
    }

    /// Orders moves: the one the table knows first, then by territory after the move, or, in small endings, by mobility.
    #[inline]
    pub(super) fn order(&self, children: &mut Children, known: u16, large: bool) {
        for child in children.iter_mut() {
            child.promise = if child.bits == known {
                Score::MAX
            } else if let Some(rest) = &child.rest {
                child.base - if large { self.territory(rest) } else { self.mobility(rest) }
            } else {
                child.base
            };
        }
        children.sort_unstable_by_key(|child| (std::cmp::Reverse(child.promise), child.bits));
    }

    /// What an ending may be worth.
    pub(super) fn guess(&self, ending: &Ending) -> Score {
        self.territory(ending)
    }

    /// Who gets there first, for the side to move; the same idea as the evaluation of heuristic search.
    #[inline]
    fn territory(&self, ending: &Ending) -> Score {
        let layout = self.board.layout;
        let (mut mine, mut theirs) =
            (layout.slides(ending.mine, ending.free), layout.slides(ending.theirs, ending.free));
        let both = mine & theirs;
        let (mut first_mine, mut first_theirs) = (mine - both, theirs - both);
        let mut open = ending.free - mine - theirs;
        while !open.is_empty() {
            let (my_next, their_next) = (layout.slides(mine, ending.free), layout.slides(theirs, ending.free));
            mine |= my_next;
            theirs |= their_next;
            let reached = (mine | theirs) & open;
            if reached.is_empty() {
                break;
            }
            open -= reached;
            first_mine |= reached - theirs;
            first_theirs |= reached - mine;
        }
        (self.board.worth(first_mine) - self.board.worth(first_theirs)) * 3 / 4 + WAITING * ending.waits
    }

    #[inline]
    fn mobility(&self, ending: &Ending) -> Score {
        let layout = self.board.layout;
        let moves = |penguins: HexSet| layout.rays(penguins, ending.free).count() as Score;
        MOVE * (moves(ending.mine) - moves(ending.theirs)) + WAITING * ending.waits
    }
}

/// What a waiting move promises.
const WAITING: Score = 40;
/// What one move more to choose from promises.
const MOVE: Score = 32;
