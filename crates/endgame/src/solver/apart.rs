use std::sync::atomic::Ordering::Relaxed;

use floe_game::Score;
use floe_hex::Layout;
use floe_search::Interrupted;

use super::worker::Worker;
use crate::area_solver::Area;
use crate::ending::Ending;

/// Areas looked at before a look at the clock; what was found of smaller ones is not lost then. A few milliseconds.
const STEP: u32 = 10_000;

impl<L: Layout> Worker<'_, L> {
    /// The value of an ending in which nothing is contested, with areas so large that they were not told at once.
    ///
    /// Most often the one side has so much that the most of the other need not be known exactly.
    pub(super) fn search_apart(&mut self, ending: &Ending, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        let mine = Area { free: ending.my_reach, penguins: ending.mine };
        let theirs = Area { free: ending.their_reach, penguins: ending.theirs };
        if ending.my_reach.len() > ending.their_reach.len() {
            let they_get = self.most_within(theirs, (-1, ending.their_most))?;
            Ok(self.most_within(mine, (alpha + they_get, beta + they_get))? - they_get)
        } else {
            let i_get = self.most_within(mine, (-1, ending.my_most))?;
            Ok(i_get - self.most_within(theirs, (i_get - beta, i_get - alpha))?)
        }
    }

    /// What penguins can collect who have hexes to themselves, in the sense of fail-soft alpha-beta.
    fn most_within(&mut self, area: Area, window: (Score, Score)) -> Result<Score, Interrupted> {
        loop {
            if let Some(found) = self.areas.within(self.board, area, window, &mut STEP.clone()) {
                return Ok(found);
            }
            self.meter.count()?;
            if self.done.load(Relaxed) {
                return Err(Interrupted);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use floe_fish::{Dealing, Position, deal, place_at_random};
    use floe_game::{Game, Player, walk};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::area_solver::{AreaMap, AreaSolver};
    use crate::fish_map::FishMap;
    use crate::solver::proof::with_worker;

    #[test]
    fn what_is_not_contested_is_as_much_as_everybody_collects() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let mut seen = 0;
        for seed in 0..3000 {
            let position: Position<2> = place_at_random(&deal(floe_hex::Standard, Dealing::Shuffled, seed), rng);
            let position = walk(&position, rng.random_range(24..44), rng);
            let (board, layout, free) = (FishMap::of(&position), position.layout(), position.free());
            let me = position.last_turn();
            let [mine, theirs] = [me, Player::new(1 - me.index())].map(|player| position.penguins(player));
            let [my_reach, their_reach] = [mine, theirs].map(|penguins| layout.flood(penguins, free));
            if position.is_over() || !(my_reach & their_reach).is_empty() {
                continue;
            }
            let ending = Ending {
                my_reach,
                their_reach,
                my_most: board.worth(my_reach),
                their_most: board.worth(their_reach),
                ..Ending::new(my_reach | their_reach, mine, theirs, 0)
            };
            let most = |free, penguins| {
                let found = AreaSolver::new(AreaMap::new()).most(
                    layout,
                    Area { free, penguins },
                    &|hexes| board.worth(hexes),
                    &mut u32::MAX.clone(),
                );
                found.expect("there is no limit")
            };
            let truth = most(my_reach, mine) - most(their_reach, theirs);
            let alpha = truth + rng.random_range(-400..300);
            let beta = alpha + rng.random_range(1..200);
            let found =
                with_worker(&board, |worker| worker.search_apart(&ending, alpha, beta)).expect("there is no limit");
            let (least, most) = if truth <= alpha { (truth, alpha) } else { (truth.min(beta), truth) };
            assert!((least..=most).contains(&found), "{found} for {truth} in {alpha} to {beta}: {position:?}");
            seen += 1;
        }
        assert!(seen > 100, "{seen} positions");
    }
}
