use floe_game::Score;
use floe_hex::{Hex, Layout};
use smallvec::SmallVec;

use super::child_features::{ABREAST, ChildFeatures};
use super::worker::{Worker, is_local};
use crate::ending::{Ending, Normalized};
use crate::pieces::Pieces;

/// A move, and what it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// The move: the hexes it goes from and to; a waiting move has bits of its own.
    pub(super) bits: u16,
    /// Where among all moves it was generated.
    pub(super) index: u16,
    /// What it promises.
    pub(super) promise: Score,
}

/// What a move leads to: `value of the move = base - value of rest`.
#[derive(Clone, Copy, Debug)]
pub(super) struct After {
    /// What the move is worth before the rest is decided.
    pub(super) base: Score,
    /// The rest, the other side to move; none where the base says all.
    pub(super) rest: Option<Ending>,
    /// The key of the rest.
    pub(super) key: u64,
}

impl After {
    #[inline]
    fn new(landed: Score, normal: &Normalized) -> After {
        let key = normal.rest.as_ref().map_or(0, Ending::key);
        After { base: landed - normal.certain, rest: normal.rest, key }
    }

    /// Whether the rest is looked up in the table that all threads share.
    #[inline]
    fn is_shared(&self) -> bool {
        self.rest.as_ref().is_some_and(|rest| !is_local(rest))
    }
}

/// What the moves of a large ending lead to, in the same order as they were generated.
pub(super) type Afters = SmallVec<[After; 48]>;

pub(super) type Children = SmallVec<[Child; 64]>;

/// So many moves later what was asked of the table has come.
const LAG: usize = 4;

/// The bits of a waiting move.
pub(super) const WAIT: u16 = 1 << 12 | 1;

/// The bits of a slide, those that the move has in games.
fn bits(from: Hex, to: Hex) -> u16 {
    1 + (from.index() * 64 + to.index()) as u16
}

impl<L: Layout> Worker<'_, L> {
    /// All moves, promising nothing yet.
    #[inline]
    pub(super) fn children(&self, ending: &Ending) -> Children {
        let geometry = self.board.layout.geometry();
        let mut children = Children::new();
        for from in ending.mine {
            for to in geometry.slides(from, ending.free) {
                children.push(Child { bits: bits(from, to), index: 0, promise: 0 });
            }
        }
        if ending.waits > 0 {
            children.push(Child { bits: WAIT, index: 0, promise: 0 });
        }
        children
    }

    /// What a move leads to; `pieces` are those of the free hexes of the ending.
    #[inline]
    pub(super) fn after(&mut self, ending: &Ending, pieces: &Pieces, bits: u16) -> After {
        if bits == WAIT {
            let raw = Ending::new(ending.free, ending.theirs, ending.mine, 1 - ending.waits);
            let normal = raw.normal_of(pieces, self.board, &mut self.areas, self.features);
            return After::new(0, &normal);
        }
        let (from, to) = (Hex::new(usize::from(bits - 1) / 64), Hex::new(usize::from(bits - 1) % 64));
        let normal = ending.after((from, to), pieces, self.board, &mut self.areas, self.features);
        After::new(self.board.worth_of(to), &normal)
    }

    /// Orders the moves of a small ending: the one the table knows, then by the tile, the moves it leaves the other side, and how
    /// often the move has refuted something.
    #[inline]
    pub(super) fn order_by_room(&self, ending: &Ending, children: &mut Children, known: u16) {
        for child in children.iter_mut() {
            child.promise = if child.bits == known {
                Score::MAX
            } else if child.bits == WAIT {
                0
            } else {
                let to = Hex::new(usize::from(child.bits - 1) % 64);
                let replies = self.board.layout.slides(ending.theirs, ending.free - to.into()).len() as Score;
                self.board.worth_of(to) - SMALL_REPLY * replies + self.experience.promise(child.bits)
            };
        }
        children.sort_unstable_by_key(|child| (std::cmp::Reverse(child.promise), child.bits));
    }

    /// Looks at what every move of a large ending leads to, and orders the moves by what they promise and how small a tree they
    /// leave; unless one of them is already known to be worth `beta`, which is returned then.
    pub(super) fn order_by_features(
        &mut self,
        (ending, pieces): (&Ending, &Pieces),
        children: &mut Children,
        afters: &mut Afters,
        known: u16,
        beta: Score,
    ) -> Option<(Score, u16)> {
        // What has refuted most often comes first, so that most of what is known to refute is found before all have been looked at.
        for child in children.iter_mut() {
            child.promise = self.experience.promise(child.bits);
        }
        children.sort_unstable_by_key(|child| (std::cmp::Reverse(child.promise), child.bits));
        for index in 0..children.len() + LAG {
            if let Some(child) = children.get(index) {
                let after = self.after(ending, pieces, child.bits);
                if after.is_shared() {
                    self.table.prefetch(after.key);
                } else if let Some(worth) = self.known_worth(&after, beta) {
                    return Some((worth, child.bits));
                }
                afters.push(after);
            }
            // By now the table has been fetched.
            if let Some(index) = index.checked_sub(LAG)
                && afters[index].is_shared()
                && let Some(worth) = self.known_worth(&afters[index], beta)
            {
                return Some((worth, children[index].bits));
            }
        }
        for (place, (children, afters)) in children.chunks_mut(ABREAST).zip(afters.chunks(ABREAST)).enumerate() {
            let outlook = ChildFeatures::of_each(self.board, afters.iter().map(|after| after.rest.as_ref()));
            for (lane, (child, after)) in children.iter_mut().zip(afters).enumerate() {
                child.index = (place * ABREAST + lane) as u16;
                child.promise = if child.bits == known {
                    Score::MAX
                } else {
                    let rest = after.rest.as_ref().map_or(0, |rest| outlook.promise(self.board, lane, rest));
                    after.base - rest + child.promise
                };
            }
        }
        children.sort_unstable_by_key(|child| (std::cmp::Reverse(child.promise), child.bits));
        None
    }

    /// What a move is known to be worth without a search, if that is `beta` or more.
    #[inline]
    fn known_worth(&self, after: &After, beta: Score) -> Option<Score> {
        if !self.features.look_ahead {
            return None;
        }
        let worth = match &after.rest {
            None => after.base,
            Some(rest) if after.base - rest.least() < beta => return None,
            Some(rest) if after.base - rest.most() >= beta => after.base - rest.most(),
            Some(rest) => after.base - self.known(rest, after.key).upper,
        };
        (worth >= beta).then_some(worth)
    }
}

/// What a move that the other side has costs in small endings.
const SMALL_REPLY: Score = 44;
