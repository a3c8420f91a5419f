//! Worlds that fit what the angler has observed, weighted by how fish show tiles.

use std::collections::BTreeMap;

use floe_angling::{Angling, AnglingMove, LakeSpace, LakeTile};
use floe_game::{Game, Score, Veiled};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{KnownGame, SpaceBelief};

/// Number and weights of worlds.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorldModel {
    /// Number of worlds that are drawn and weighted, and as many that are kept, drawn by their
    /// weights.
    pub(super) count: usize,
    /// Share of tiles that a careful fish shows at random; else it shows one of least value. Before
    /// the day a careful fish and one that shows all tiles at random are equally likely.
    pub(super) random_shows: f64,
}

/// Worlds of a view; none where all are equally likely.
#[derive(Clone, Default, Debug)]
pub(super) struct Worlds {
    /// View at the end of the history, and worlds that fit it, drawn by their weights; `None` where
    /// all are equally likely.
    weighted: Option<(Angling, Vec<Angling>)>,
}

impl Worlds {
    /// Worlds of the view at the end of a history: the position before the first move and the moves
    /// since, as the angler has observed them.
    pub(super) fn of_history(
        start: &Angling,
        moves: &[AnglingMove],
        model: WorldModel,
        seed: u64,
    ) -> Worlds {
        let WorldModel {
            count: worlds,
            random_shows,
        } = model;
        let (begin, count) = day_begin(start, moves);
        let moves = &moves[count..];
        let end = moves.iter().fold(begin, |position, &mv| position.after(mv));
        if KnownGame::last_turn(&end) != end.angler() || end.unknown().is_empty() {
            return Worlds::default();
        }
        let first = first_view(&begin, moves);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut drawn = Vec::with_capacity(worlds);
        for _ in 0..worlds {
            let mut world = first.draw_world(&mut rng);
            let mut weights = [1.0; 2];
            for &mv in moves {
                let likelihoods = likelihoods(&world, mv, random_shows);
                weights
                    .iter_mut()
                    .zip(likelihoods)
                    .for_each(|(weight, likelihood)| *weight *= likelihood);
                world.play(mv);
            }
            drawn.push((world, weights.iter().sum::<f64>()));
        }
        let total: f64 = drawn.iter().map(|(_, weight)| weight).sum();
        if total <= 0.0 {
            return Worlds::default();
        }
        // Systematic draws: every world about as often as its share.
        let (mut kept, mut sum, mut next) = (Vec::with_capacity(worlds), 0.0, rng.random::<f64>());
        for (world, weight) in drawn {
            sum += weight / total * worlds as f64;
            while next < sum {
                kept.push(world);
                next += 1.0;
            }
        }
        Worlds {
            weighted: Some((end, kept)),
        }
    }

    /// The weighted worlds of a view; `None` where all are equally likely.
    pub(super) fn of(&self, view: &Angling) -> Option<&[Angling]> {
        let (end, worlds) = self.weighted.as_ref()?;
        (*end == view.view(view.angler()) && !worlds.is_empty()).then_some(&worlds[..])
    }

    /// Draws a world of a view.
    pub(super) fn draw(&self, view: &Angling, rng: &mut Xoshiro256PlusPlus) -> Angling {
        match self.of(view) {
            Some(worlds) if !view.unknown().is_empty() => worlds[rng.random_range(0..worlds.len())],
            _ => view.draw_world(rng),
        }
    }
}

/// The position in which the current day has all its tiles, and the number of moves before it.
fn day_begin(start: &Angling, moves: &[AnglingMove]) -> (Angling, usize) {
    let mut position = *start;
    let mut begin = (*start, 0);
    for (number, &mv) in (1..).zip(moves) {
        position.play(mv);
        if matches!(mv, AnglingMove::Lay(_)) {
            begin = (position, number);
        }
    }
    begin
}

/// The first view with all tiles that became known later, each at the space where it lay.
fn first_view(begin: &Angling, moves: &[AnglingMove]) -> Angling {
    // Spaces are followed through all moves: `from[space]` is the space at the beginning of the
    // tile that lies there now.
    let mut from: BTreeMap<_, _> = begin
        .area()
        .into_iter()
        .map(|space| (space, space))
        .collect();
    let mut position = *begin;
    let mut found = Vec::new();
    for &mv in moves {
        if let AnglingMove::Show(space, Some(tile))
        | AnglingMove::Catch(space, Some(tile))
        | AnglingMove::Look(space, Some(tile)) = mv
        {
            found.push((from[&space], tile));
        }
        if let AnglingMove::Slide(a, b) | AnglingMove::Swap(a, b) = mv {
            let of_a = from[&a];
            let of_b = from[&b];
            from.insert(a, of_b);
            from.insert(b, of_a);
        }
        position.play(mv);
    }
    begin.with_tiles(&found)
}

/// Points of the tile on a space; 0 if it is empty.
fn value_on(world: &Angling, space: LakeSpace) -> Score {
    world.tile(space).map_or(0, LakeTile::value)
}

/// Probability that each kind of fish, the one that shows tiles at random and the careful one,
/// makes a move, up to a factor; 1 for moves of the angler.
fn likelihoods(world: &Angling, mv: AnglingMove, random_shows: f64) -> [f64; 2] {
    let AnglingMove::Show(space, _) = mv else {
        return [1.0; 2];
    };
    let shown: Vec<LakeSpace> = world
        .moves()
        .into_iter()
        .filter_map(AnglingMove::revealed)
        .collect();
    if !shown.contains(&space) {
        return [0.0; 2];
    }
    let least = shown
        .iter()
        .map(|&other| value_on(world, other))
        .min()
        .unwrap_or(0);
    let equals = shown
        .iter()
        .filter(|&&other| value_on(world, other) == least)
        .count() as f64;
    let of_least = if value_on(world, space) == least {
        1.0 / equals
    } else {
        0.0
    };
    let at_random = 1.0 / shown.len() as f64;
    [1.0, random_shows].map(|share| share * at_random + (1.0 - share) * of_least)
}

/// Probabilities of the tiles on every space that the angler does not know.
pub(super) fn beliefs(view: &Angling, worlds: &Worlds) -> Vec<SpaceBelief> {
    let view = view.view(view.angler());
    let uniform = view.unseen();
    let belief = |space| {
        let mut tiles: BTreeMap<char, f64> = BTreeMap::new();
        match worlds.of(&view) {
            Some(worlds) => {
                for tile in worlds.iter().filter_map(|world| world.tile(space)) {
                    *tiles.entry(tile.letter()).or_default() += 1.0 / worlds.len() as f64;
                }
            }
            None => {
                let share = |tile| uniform.count(tile) as f64 / uniform.len() as f64;
                tiles.extend(uniform.kinds().map(|tile| (tile.letter(), share(tile))));
            }
        }
        SpaceBelief {
            space: space.to_string(),
            tiles,
        }
    };
    view.unknown().into_iter().map(belief).collect()
}
