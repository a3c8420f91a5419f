//! The theory against brute force.

use floe_fish::{Dealing, Position, deal};
use floe_game::Score;
use floe_hex::{Hex, HexSet, Layout, Standard};
use floe_search::{Limits, TranspositionTable};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::SolverFeatures;
use crate::area::Area;
use crate::area_solver::{AreaMap, AreaSolver, greedy_bound, within_budget};
use crate::areas::Areas;
use crate::cuts::cut_bound;
use crate::ending::{Ending, Normalizer};
use crate::fish_map::FishMap;
use crate::local_cache::LocalCache;
use crate::{Objective, Solver, SolverOptions};

type Memo = ahash::AHashMap<(HexSet, HexSet, HexSet, i32, i32, bool), Score>;

/// V(G, a, b): the margin to come for the first side, with `waits` of either. A side with a move or
/// a wait must use one.
fn value(
    fish: &FishMap,
    game: (HexSet, [HexSet; 2]),
    waits: [i32; 2],
    first: bool,
    memo: &mut Memo,
) -> Score {
    let (free, penguins) = game;
    let key = (free, penguins[0], penguins[1], waits[0], waits[1], first);
    if let Some(&known) = memo.get(&key) {
        return known;
    }
    let (me, sign) = if first { (0, 1) } else { (1, -1) };
    let mut values = Vec::new();
    for from in penguins[me] {
        for to in Standard.geometry().slides(from, free) {
            let mut after = penguins;
            after[me] = (after[me] - from.into()) | to.into();
            values.push(
                sign * fish.tile_value(to)
                    + value(fish, (free - to.into(), after), waits, !first, memo),
            );
        }
    }
    if waits[me] > 0 {
        let mut fewer = waits;
        fewer[me] -= 1;
        values.push(value(fish, game, fewer, !first, memo));
    }
    let other_moves =
        waits[1 - me] > 0 || !(Standard.neighbours(penguins[1 - me]) & free).is_empty();
    let best = match values.iter().map(|value| sign * value).max() {
        Some(best) => sign * best,
        None if other_moves => value(fish, game, waits, !first, memo),
        None => 0,
    };
    memo.insert(key, best);
    best
}

fn any(rng: &mut impl Rng, set: HexSet) -> HexSet {
    set.nth(rng.random_range(0..set.len().max(1)))
        .into_iter()
        .collect()
}

/// Connected free hexes, and some of their neighbours.
fn huddle(rng: &mut impl Rng, size: u32, beside: usize) -> (HexSet, Vec<HexSet>) {
    let mut free = any(rng, Standard.geometry().hexes());
    while free.len() < size {
        free |= any(rng, Standard.neighbours(free) - free);
    }
    let mut standing = HexSet::EMPTY;
    let penguins = (0..beside).map(|_| {
        let hex = any(rng, Standard.neighbours(free) - free - standing);
        standing |= hex;
        hex
    });
    (free, penguins.collect())
}

fn random_fish(rng: &mut impl Rng) -> FishMap {
    let position: Position<2> = deal(Dealing::Shuffled, rng.next_u64());
    FishMap::of(&position)
}

#[test]
fn only_the_difference_of_waiting_moves_matters() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    for round in 0..1500 {
        let fish = random_fish(rng);
        let memo = &mut Memo::new();
        let count = 2 + round % 2;
        let (free, penguins) = huddle(rng, 1 + round as u32 % 7, count);
        let sides = [
            penguins[0],
            penguins[1..]
                .iter()
                .fold(HexSet::EMPTY, |all, &hex| all | hex),
        ];
        let game = (free, sides);
        for first in [true, false] {
            for a in 0..4 {
                for b in 0..4 {
                    let here = value(&fish, game, [a, b], first, memo);
                    let more = value(&fish, game, [a + 1, b + 1], first, memo);
                    assert_eq!(here, more, "{a} {b} {free:?} {sides:?}");
                    let one_more = value(&fish, game, [a + 1, b], first, memo);
                    assert!(
                        one_more >= here,
                        "a waiting move does no harm: {a} {b} {free:?} {sides:?}"
                    );
                    let most = free.len() as i32;
                    let enough = value(&fish, game, [most + a, 0], first, memo);
                    assert_eq!(
                        enough,
                        value(&fish, game, [most, 0], first, memo),
                        "more than enough"
                    );
                }
            }
        }
    }
}

#[test]
fn bounds_of_normalized_endings_hold() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
    let mut pockets = 0;
    let mut tight = 0;
    for round in 0..4000 {
        let fish = random_fish(rng);
        let (wide, penguins) = huddle(rng, 5 + round % 6, 2 + round as usize % 3);
        // Holes make pockets.
        let free = wide - any(rng, wide) - any(rng, wide);
        let mine = penguins[0] | penguins.get(2).copied().unwrap_or_default();
        let theirs = (penguins[1] | penguins.get(3).copied().unwrap_or_default()) - mine;
        let normal = Normalizer {
            fish: &fish,
            areas: Areas::new(None),
            features: SolverFeatures::ALL,
        }
        .normalize(&Ending::new(free, mine, theirs, 0));
        let Some(rest) = normal.rest else { continue };
        let truth = value(
            &fish,
            (free, [mine, theirs]),
            [0, 0],
            true,
            &mut Memo::new(),
        );
        let bounds = rest.bounds().map(|bound| normal.certain + bound);
        assert!(
            bounds.contains(&truth),
            "{bounds:?} but {truth}: {free:?} {mine:?} {theirs:?}"
        );
        pockets += usize::from(rest.me.lower + rest.other.lower > 0);
        tight += usize::from(bounds.lower == truth || bounds.upper == truth);
    }
    assert!(
        pockets > 100 && tight > 100,
        "{pockets} have pockets, {tight} bounds are values"
    );
}

/// Maximum of an area by brute force.
fn most(value: &impl Fn(HexSet) -> Score, free: HexSet, penguins: HexSet) -> Score {
    let mut best = 0;
    for from in penguins {
        for to in Standard.geometry().slides(from, free) {
            let standing = (penguins - from.into()) | to.into();
            best = best.max(value(to.into()) + most(value, free - to.into(), standing));
        }
    }
    best
}

#[test]
fn area_values_equal_brute_force() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    let mut tight = 0;
    let mut impure = 0;
    let mut table = TranspositionTable::new(1).expect("there is a mebibyte");
    let rounds = 12_000;
    for first in (0..rounds).step_by(10) {
        let fish = random_fish(rng);
        table.clear();
        let view = table.view();
        let mut threads = [(); 2].map(|()| Areas::new(Some(view)));
        for round in first..first + 10 {
            let count = 1 + usize::from(round % 5 == 0);
            let (free, penguins) = huddle(
                rng,
                1 + round as u32 % if count == 1 { 9 } else { 6 },
                count,
            );
            let penguins = penguins
                .into_iter()
                .fold(HexSet::EMPTY, |all, hex| all | hex);
            let value = |hexes: HexSet| fish.value(hexes);
            let truth = most(&value, free, penguins);
            let bound = cut_bound(Area { free, penguins }, &value);
            assert!(
                (truth..=fish.value(free)).contains(&bound),
                "{bound} for {truth}: {free:?} {penguins:?}"
            );
            tight += usize::from(bound == truth);
            let area = Area { free, penguins };
            assert_eq!(area.sub_area_around(free.first().unwrap()), area);
            let cache = &mut AreaMap::new();
            assert_eq!(
                AreaSolver {
                    cache,
                    value,
                    may_search: || true
                }
                .maximum(area),
                Some(truth)
            );
            let line = greedy_bound(area, &value);
            assert!(
                (1..=truth).contains(&line),
                "{line} for {truth}: {free:?} {penguins:?}"
            );
            let longest = most(&|hexes: HexSet| hexes.len() as Score, free, penguins);
            let whole = Areas::new(None)
                .value(&fish, area)
                .expect("the budget suffices");
            assert_eq!(whole.value, truth);
            for thread in &mut threads {
                let found = thread.value(&fish, area);
                assert_eq!(found, Some(whole), "threads agree");
            }
            let alpha = rng.random_range(-1..=fish.value(free));
            let beta = alpha + rng.random_range(1..400);
            let mut cache = AreaMap::new();
            let mut ask = || {
                let cache = &mut cache;
                let budget = &mut (free.len() + 1);
                AreaSolver {
                    cache,
                    value,
                    may_search: within_budget(budget),
                }
                .maximum_within(area, alpha, beta)
            };
            let found = std::iter::repeat_with(&mut ask)
                .flatten()
                .next()
                .expect("every step finds out something");
            let (least, most) = if truth <= alpha {
                (truth, alpha)
            } else {
                (truth.min(beta), truth)
            };
            assert!(
                (least..=most).contains(&found),
                "{found} for {truth} in {alpha} to {beta}: {free:?} {penguins:?}"
            );
            assert_eq!(
                whole.is_pure,
                whole.moves == longest,
                "{free:?} {penguins:?}"
            );
            impure += usize::from(!whole.is_pure);
        }
    }
    assert!(
        tight * 10 > rounds * 8,
        "{tight} of {rounds} bounds are tight"
    );
    assert!(impure > 0, "some areas are impure");
}

/// Lower bounds of greedy lines change no value: areas of 10 hexes and more, which only the large
/// cache gives them.
#[test]
fn large_areas_are_worth_the_same_with_and_without_greedy_lines() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
    let mut missed = 0;
    for round in 0..150 {
        let fish = random_fish(rng);
        let (free, penguins) = huddle(rng, 10 + round % 7, 1 + round as usize % 3);
        let penguins = penguins
            .into_iter()
            .fold(HexSet::EMPTY, |all, hex| all | hex);
        let area = Area { free, penguins };
        let value = |hexes: HexSet| fish.value(hexes);
        let cache = &mut LocalCache::new(12);
        let truth = AreaSolver {
            cache,
            value,
            may_search: || true,
        }
        .maximum(area)
        .expect("there is no limit");
        let line = greedy_bound(area, &value);
        assert!(
            (1..=truth).contains(&line),
            "{line} for {truth}: {free:?} {penguins:?}"
        );
        missed += usize::from(line < truth);
        let cache = &mut AreaMap::new();
        let mut solver = AreaSolver {
            cache,
            value,
            may_search: || true,
        };
        for _ in 0..5 {
            let need = rng.random_range(1..=fish.value(free));
            let found = solver.test(area, need).expect("there is no limit");
            let is_so = if found >= need {
                truth >= found
            } else {
                truth <= found
            };
            assert!(
                is_so,
                "{found} for {truth}, {need} needed: {free:?} {penguins:?}"
            );
        }
        assert_eq!(solver.maximum(area), Some(truth), "{free:?} {penguins:?}");
    }
    assert!(missed > 10, "{missed} greedy lines miss something");
}

/// Half of the area is needed: 13 million areas were searched for that while every part was asked
/// for its maximum.
#[test]
fn what_is_far_below_the_sum_is_found_at_once() {
    let text = "11....B1/1..2..../A122..../...3A1.../...22../...21222/A1222211/1.111122 A 0:0,0:0";
    let position: Position<2> = text.parse().expect("it is a position");
    let fish = FishMap::of(&position);
    let area = Area {
        free: position.free(),
        penguins: position.penguins(floe_game::Player::new(0)),
    };
    let cache = &mut AreaMap::new();
    let budget = &mut 100;
    let mut solver = AreaSolver {
        cache,
        value: |hexes| fish.value(hexes),
        may_search: within_budget(budget),
    };
    let need = fish.value(area.free) / 2;
    assert!(solver.test(area, need).is_some_and(|found| found >= need));
}

/// Areas searched count as nodes, so that a limit of nodes holds where nothing is contested.
#[test]
fn large_areas_keep_a_limit_of_nodes() {
    let text = "B1.222../..2222.3/11.1.3./2.121.21/.211.2./131112.1/2.A1.111/.11....2 A 0:0,0:0";
    let position: Position<2> = text.parse().expect("it is a position");
    let limits = Limits {
        nodes: Some(3000),
        ..Limits::default()
    };
    let mut solver = Solver::new(SolverOptions::default()).expect("there is memory");
    let solution = solver.solve(&position, Objective::Margin, &limits, |_| ());
    assert!(!solution.bounds.is_exact(), "it takes millions of areas");
    assert!(
        (3000..3100).contains(&solution.nodes),
        "{} nodes",
        solution.nodes
    );
}

/// The classic bound takes every articulation hex for a cut.
#[test]
fn the_classic_cut_bound_is_wrong() {
    let fish = |set: HexSet| -> Score {
        [(37, 2), (39, 1), (45, 2), (46, 1)]
            .iter()
            .filter(|&&(hex, _)| set.contains(Hex::new(hex)))
            .map(|&(_, f)| f)
            .sum()
    };
    let free: HexSet = [37, 39, 45, 46].map(Hex::new).into_iter().collect();
    let penguin = HexSet::from(Hex::new(53));
    assert_eq!(most(&fish, free, penguin), 6, "39, 46, 45, 37");
    assert_eq!(
        cut_bound(
            Area {
                free,
                penguins: penguin
            },
            &fish
        ),
        6
    );
    // Step by step there is no way back from 39, whose only neighbour is 46.
    let steps = [[46, 39].as_slice(), &[46, 45, 37], &[45, 37], &[45, 46, 39]];
    let walked = steps
        .iter()
        .map(|walk| fish(walk.iter().map(|&hex| Hex::new(hex)).collect()))
        .max();
    assert!(walked < Some(6));
}
