use floe_game::Score;
use floe_hex::{Hex, HexSet, Layout};
use floe_search::Interrupted;
use smallvec::SmallVec;

use super::worker::Worker;
use crate::ending::Ending;

/// An area of an ending as one side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    free: HexSet,
    own: HexSet,
    others: HexSet,
}

type Parts = SmallVec<[Part; 8]>;

/// What is left of a part by itself: worth `sign` times the value of `rest`.
#[derive(Clone, Copy)]
struct Alone {
    sign: Score,
    rest: Ending,
}

/// From so many free hexes on it pays to look for parts.
const SMALLEST: u32 = 8;
/// What parts of at most so many free hexes are worth is found out exactly: they are met again and again.
const EXACT: u32 = 12;
/// More waiting moves than any side can make use of.
const ALWAYS: i32 = 64;

impl<L: Layout> Worker<'_, L> {
    /// The value of an ending that has come apart, in the sense of fail-soft alpha-beta, where what its parts are worth by themselves
    /// decides it (`docs/theory.md`, section 6).
    pub(super) fn decided_by_parts(
        &mut self,
        ending: &Ending,
        alpha: Score,
        beta: Score,
    ) -> Result<Option<Score>, Interrupted> {
        if !self.features.parts || ending.free.len() < SMALLEST {
            return Ok(None);
        }
        let parts = parts(self.board.layout, ending);
        if parts.len() < 2 {
            return Ok(None);
        }
        let seems_much = (ending.least() + ending.most()) / 2 > alpha;
        for is_much in [seems_much, !seems_much] {
            let decided = if is_much {
                let turned = parts.iter().map(Part::turned).collect();
                Some(-self.most_of(&turned, true, -beta)?).filter(|&least| least >= beta)
            } else {
                Some(self.most_of(&parts, false, alpha)?).filter(|&most| most <= alpha)
            };
            if decided.is_some() {
                return Ok(decided);
            }
        }
        Ok(None)
    }

    /// No more than this is an ending worth to a side, if that is no more than `limit`; otherwise something above `limit`.
    ///
    /// It is what the side gets of each part if it may wait there as often as it likes, and begins; but for the last part, if `others_begin`.
    fn most_of(&mut self, parts: &Parts, others_begin: bool, limit: Score) -> Result<Score, Interrupted> {
        let mut left = SmallVec::<[Alone; 8]>::new();
        let mut most = 0;
        for (index, part) in parts.iter().enumerate() {
            let (sign, raw) = if others_begin && index + 1 == parts.len() {
                (-1, Ending::new(part.free, part.others, part.own, -ALWAYS))
            } else {
                (1, Ending::new(part.free, part.own, part.others, ALWAYS))
            };
            let normal = raw.normal(self.board, &mut self.areas, self.features);
            most += sign * normal.certain;
            if let Some(rest) = normal.rest {
                let alone = Alone { sign, rest };
                most += alone.most();
                left.push(alone);
            }
        }
        for (index, alone) in left.iter().enumerate() {
            let elsewhere = most - alone.most();
            let enough = limit - elsewhere;
            if most <= limit {
                break;
            } else if index + 1 < left.len() && alone.rest.free.len() <= EXACT {
                most = elsewhere + self.worth_alone(alone, alone.least() - 1, alone.most() + 1)?;
            } else if enough >= alone.least() {
                let found = self.worth_alone(alone, enough, enough + 1)?;
                most = elsewhere + if found <= enough { found } else { alone.most() };
            }
        }
        Ok(most)
    }

    /// The worth of what is left of a part, in the sense of fail-soft alpha-beta.
    fn worth_alone(&mut self, &Alone { sign, rest }: &Alone, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        if sign > 0 { self.search(&rest, alpha, beta) } else { Ok(-self.search(&rest, -beta, -alpha)?) }
    }
}

impl Part {
    /// The same as the other side sees it.
    fn turned(&self) -> Part {
        Part { own: self.others, others: self.own, ..*self }
    }
}

impl Alone {
    fn least(&self) -> Score {
        if self.sign > 0 { self.rest.least() } else { -self.rest.most() }
    }

    fn most(&self) -> Score {
        if self.sign > 0 { self.rest.most() } else { -self.rest.least() }
    }
}

/// The areas of an ending in its normal form, as the side to move sees them, the largest last; none if there is but one.
#[inline]
fn parts<L: Layout>(layout: L, ending: &Ending) -> Parts {
    let (mut parts, mut left) = (Parts::new(), ending.free);
    while let Some(first) = left.first() {
        let part = part_around(layout, ending, first, left);
        left -= part.free;
        if left.is_empty() && parts.is_empty() {
            return parts;
        }
        parts.push(part);
    }
    parts.sort_unstable_by_key(|part| part.free.len());
    parts
}

/// How many hexes of one area both sides reach, at most.
#[inline]
pub(super) fn largest_fight<L: Layout>(layout: L, ending: &Ending) -> u32 {
    let (mut largest, mut left) = (0, ending.my_reach & ending.their_reach);
    while let Some(first) = left.first() {
        let fight = part_around(layout, ending, first, ending.free).free & left;
        largest = largest.max(fight.len());
        left -= fight;
        if left.len() <= largest {
            break;
        }
    }
    largest
}

/// The area of a free hex, all of which is `left`.
#[inline]
fn part_around<L: Layout>(layout: L, ending: &Ending, hex: Hex, left: HexSet) -> Part {
    let mut free = HexSet::of(hex);
    loop {
        free |= layout.flood(free, left);
        let beside = layout.neighbours(free);
        let (own, others) = (ending.mine & beside, ending.theirs & beside);
        let touched = layout.neighbours(own | others) & left;
        if touched.is_subset(free) {
            return Part { free, own, others };
        }
        free |= touched;
    }
}

#[cfg(test)]
mod tests {
    use floe_fish::{Dealing, Position, deal, place_at_random};
    use floe_game::{Game, Player, walk};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::SolverFeatures;
    use crate::areas::Areas;
    use crate::fish_map::FishMap;
    use crate::solver::proof::{Root, with_worker};

    /// Whatever window is asked about, and however many waiting moves there are besides: what the parts decide is so.
    #[test]
    fn what_parts_decide_is_so() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut apart, mut decided) = (0, 0);
        for seed in 0..1500 {
            let position: Position<2> = place_at_random(&deal(floe_hex::Standard, Dealing::Shuffled, seed), rng);
            let position = walk(&position, rng.random_range(26..34), rng);
            let board = FishMap::of(&position);
            let Some(ending) = Root::of(&position, &board, SolverFeatures::ALL, &mut Areas::new()).rest else {
                continue;
            };
            if position.is_over() || parts(position.layout(), &ending).len() < 2 || ending.free.len() > 16 {
                continue;
            }
            let ending = Ending { waits: rng.random_range(-3..4), ..ending };
            let truth = with_worker(&board, |plain| {
                plain.features.parts = false;
                plain.search(&ending, ending.least() - 1, ending.most() + 1).expect("there is no limit")
            });
            apart += 1;
            with_worker(&board, |worker| {
                for _ in 0..20 {
                    let alpha = truth + rng.random_range(-400..400);
                    let beta = alpha + rng.random_range(1..100);
                    let Some(found) = worker.decided_by_parts(&ending, alpha, beta).expect("there is no limit") else {
                        continue;
                    };
                    let is_so = if found <= alpha { truth <= found } else { found >= beta && truth >= found };
                    assert!(is_so, "{found} for {truth} in {alpha} to {beta}: {position:?}");
                    decided += 1;
                }
            });
        }
        assert!(apart > 100 && decided > 5 * apart, "{decided} windows decided of {apart} endings");
    }

    /// Taken together the parts are the ending, and no penguin and no step leads from one to another.
    #[test]
    fn parts_have_nothing_to_do_with_each_other() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
        for seed in 0..500 {
            let position: Position<2> = place_at_random(&deal(floe_hex::Standard, Dealing::Shuffled, seed), rng);
            let position = walk(&position, rng.random_range(20..40), rng);
            let (layout, me) = (position.layout(), position.last_turn());
            let [mine, theirs] = [me, Player::new(1 - me.index())].map(|player| position.penguins(player));
            let free = layout.flood(mine | theirs, position.free());
            let [my_reach, their_reach] = [mine, theirs].map(|penguins| layout.flood(penguins, free));
            let ending = Ending { my_reach, their_reach, ..Ending::new(free, mine, theirs, 0) };
            let parts = parts(layout, &ending);
            for (index, part) in parts.iter().enumerate() {
                let wide = part.free | layout.neighbours(part.free);
                assert_eq!(wide & free, part.free);
                assert_eq!((wide & mine, wide & theirs), (part.own, part.others));
                for other in &parts[..index] {
                    assert!((other.own & part.own | other.others & part.others | other.free & part.free).is_empty());
                }
            }
            let all = parts.iter().fold(HexSet::EMPTY, |all, part| all | part.free);
            assert!(parts.is_empty() || all == free);
            let fight = |free: HexSet| (free & my_reach & their_reach).len();
            let largest = parts.iter().map(|part| fight(part.free)).max();
            assert_eq!(largest_fight(layout, &ending), largest.unwrap_or(fight(free)));
        }
    }
}
