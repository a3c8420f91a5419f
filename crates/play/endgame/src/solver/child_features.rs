use floe_game::Score;
use floe_hex::{HexSet, HexSets, Layout, Standard};

use super::children::Child;
use super::sub_games::largest_contested;
use crate::ending::Ending;
use crate::fish_map::FishMap;

/// Number of endings of a batch, one per SIMD lane.
pub(super) const LANES: usize = HexSets::COUNT;

/// Features of a batch of endings, for the order of moves.
pub(super) struct ChildFeatures {
    /// Number of hexes that the side to move can slide to.
    my_moves: [u64; LANES],
    /// Number of hexes that the other side can slide to.
    their_moves: [u64; LANES],
    /// Static evaluation, for the side to move, in 1/128 fish.
    eval: [Score; LANES],
}

impl ChildFeatures {
    /// Computes the features of up to [`LANES`] endings; those of missing endings are zero.
    #[inline]
    pub(super) fn of_each<'a>(
        fish: &FishMap,
        endings: impl Iterator<Item = Option<&'a Ending>>,
    ) -> ChildFeatures {
        let [mut free, mut mine, mut theirs] = [[HexSet::EMPTY; LANES]; 3];
        for (lane, ending) in endings.enumerate().take(LANES) {
            if let Some(ending) = ending {
                (free[lane], mine[lane], theirs[lane]) =
                    (ending.free, ending.me.penguins, ending.other.penguins);
            }
        }
        let free = HexSets::from(free);
        let paths = Standard.paths(free);
        let [mut mine, mut theirs] =
            [mine, theirs].map(|side| Standard.within_a_slide(side.into(), &paths) & free);
        let my_moves = mine.len();
        let their_moves = theirs.len();
        // Territory: hexes that one side reaches in fewer slides.
        let both = mine & theirs;
        let mut first_mine = mine - both;
        let mut first_theirs = theirs - both;
        let mut open = free - mine - theirs;
        while !open.is_empty() {
            mine = Standard.within_a_slide(mine, &paths);
            theirs = Standard.within_a_slide(theirs, &paths);
            let reached = (mine | theirs) & open;
            if reached.is_empty() {
                break;
            }
            open -= reached;
            first_mine |= reached - theirs;
            first_theirs |= reached - mine;
        }
        let first_mine = first_mine.to_array();
        let first_theirs = first_theirs.to_array();
        let mut eval = [0; LANES];
        for lane in 0..LANES {
            eval[lane] = (fish.value(first_mine[lane]) - fish.value(first_theirs[lane])) * 5 / 8;
        }
        ChildFeatures {
            my_moves,
            their_moves,
            eval,
        }
    }

    /// Static evaluations of the rests of children for the side to move in them, plus the expected
    /// costs of their trees, in 1/128 fish; zero without a rest.
    #[inline]
    pub(super) fn scores(&self, children: &[Child]) -> [Score; LANES] {
        let mut scores = [0; LANES];
        for (lane, child) in children.iter().enumerate() {
            scores[lane] = child
                .rest
                .as_ref()
                .map_or(0, |rest| self.eval[lane] + self.effort(lane, rest));
        }
        scores
    }

    /// Expected cost of the tree of one of the endings, in 1/128 fish: of several moves that
    /// refute, the one with the smallest tree should come first (fastest-first order of endgame
    /// solvers in Othello).
    #[inline]
    pub(super) fn effort(&self, lane: usize, ending: &Ending) -> Score {
        let contested = largest_contested(ending);
        let replies = self.my_moves[lane] as u32;
        let own_moves = self.their_moves[lane] as u32;
        let effort = REPLY * replies
            + OWN_MOVE * own_moves
            + CONTESTED * contested
            + PENGUIN * ending.me.penguins.len();
        effort as Score
    }
}

// Tuned by random search on 150 positions of 38 and 40 tiles left, none of them in the suite.
/// Cost of a reply in the order of moves.
const REPLY: u32 = 256;
/// Cost of a further move of the side that has moved.
const OWN_MOVE: u32 = 16;
/// Cost of a hex of the largest contested area.
const CONTESTED: u32 = 64;
/// Cost of a penguin of the other side that can still move.
const PENGUIN: u32 = 320;

/// Static evaluation of an ending, for the side to move, in 1/128 fish.
pub(super) fn static_eval(fish: &FishMap, ending: &Ending) -> Score {
    ChildFeatures::of_each(fish, std::iter::once(Some(ending))).eval[0]
}

#[cfg(test)]
mod tests {
    use floe_fish::{Dealing, Position, deal};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Features of one ending: hexes that either side slides to, and territory slide by slide.
    fn one_by_one(fish: &FishMap, ending: &Ending) -> (u64, u64, Score) {
        let slides = |side: HexSet| -> HexSet {
            let geometry = Standard.geometry();
            side.into_iter().fold(HexSet::EMPTY, |all, from| {
                all | geometry.slides(from, ending.free)
            })
        };
        let mut mine = slides(ending.me.penguins);
        let mut theirs = slides(ending.other.penguins);
        let moves = [mine, theirs].map(|side| u64::from(side.len()));
        let mut eval = 0;
        let mut open = ending.free;
        loop {
            let reached = (mine | theirs) & open;
            if reached.is_empty() {
                return (moves[0], moves[1], eval * 5 / 8);
            }
            eval += fish.value(reached - theirs) - fish.value(reached - mine);
            open -= reached;
            (mine, theirs) = (mine | slides(mine), theirs | slides(theirs));
        }
    }

    #[test]
    fn a_batch_equals_single_endings() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        for round in 0..500 {
            let fish = FishMap::of(&deal(Dealing::Shuffled, round) as &Position<2>);
            let mut some = |share: f64| -> HexSet {
                Standard
                    .geometry()
                    .hexes()
                    .into_iter()
                    .filter(|_| rng.random_bool(share))
                    .collect()
            };
            let endings: Vec<Option<Ending>> = (0..round as usize % (LANES + 1))
                .map(|lane| {
                    let mine = some(0.06);
                    let theirs = some(0.06);
                    let free = some(0.1 * lane as f64) - mine - theirs;
                    (lane != 2).then(|| Ending::new(free, mine, theirs - mine, 0))
                })
                .collect();
            let features = ChildFeatures::of_each(&fish, endings.iter().map(Option::as_ref));
            for (lane, ending) in endings.iter().enumerate() {
                let found = (
                    features.my_moves[lane],
                    features.their_moves[lane],
                    features.eval[lane],
                );
                let twin = ending.map_or((0, 0, 0), |ending| one_by_one(&fish, &ending));
                assert_eq!(found, twin, "{ending:?}");
            }
        }
    }
}
