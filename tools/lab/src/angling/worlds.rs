//! Worlds that fit what the angler has observed, weighted by how likely a known player's fish makes
//! its moves in them.

use floe_angling::{Angling, AnglingDecision, AnglingMove, LakeSpace, LakeTile};
use floe_game::{Game, Turn, Veiled};
use rand::RngExt;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::day::Past;
use crate::seat::{Fallible, Seat};

/// Number of worlds for a player that searches, and for one that does not.
const SEARCHED: usize = 20;
const UNSEARCHED: usize = 400;
/// Share of the moves of the fish that are taken to be random: a search chooses otherwise with
/// another seed.
const NOISE: f64 = 0.1;

/// World of a day.
#[derive(Clone, Copy)]
struct World {
    /// All tiles before the first move.
    start: Angling,
    weight: f64,
}

/// Worlds of a day.
pub(super) struct Worlds {
    worlds: Vec<World>,
    /// View of the angler before the first move.
    view: Angling,
    /// Spaces, before the first move, of the tiles that the angler has seen since.
    seen: Vec<LakeSpace>,
}

impl Worlds {
    /// Draws worlds of the angler's view before the first move.
    pub(super) fn new(view: &Angling, is_searched: bool, rng: &mut Xoshiro256PlusPlus) -> Worlds {
        let count = if is_searched { SEARCHED } else { UNSEARCHED };
        let worlds = (0..count)
            .map(|_| World {
                start: view.draw_world(rng),
                weight: 1.0,
            })
            .collect();
        Worlds {
            worlds,
            view: *view,
            seen: Vec::new(),
        }
    }

    /// Draws a world now, by the weights.
    pub(super) fn draw(&self, past: &Past, rng: &mut Xoshiro256PlusPlus) -> Option<Angling> {
        let total: f64 = self.worlds.iter().map(|world| world.weight).sum();
        let mut left = rng.random::<f64>() * total;
        let drawn = self.worlds.iter().find(|world| {
            left -= world.weight;
            left <= 0.0
        })?;
        let now = replay(&drawn.start, &past.moves);
        (now.view(now.angler()) == past.now.view(now.angler())).then_some(now)
    }

    /// Learns of a move before it is played.
    pub(super) fn observe(
        &mut self,
        past: &Past,
        mv: AnglingMove,
        player: &mut Seat,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Fallible<()> {
        if let AnglingMove::Show(space, Some(tile))
        | AnglingMove::Catch(space, Some(tile))
        | AnglingMove::Look(space, Some(tile)) = mv
        {
            self.reveal(origin(space, &past.moves), tile, rng);
        }
        if past.now.turn() != Turn::Of(past.now.fish()) {
            return Ok(());
        }
        for world in &mut self.worlds {
            let now = replay(&world.start, &past.moves);
            let moves = now.moves();
            if moves.len() > 1 {
                let decision = AnglingDecision {
                    start: &world.start,
                    moves: &past.moves,
                    position: &now,
                };
                let likely = player.likelihoods(&decision)?;
                let share: f64 = likely
                    .iter()
                    .filter(|(own, _)| *own == mv.concealed())
                    .map(|(_, share)| share)
                    .sum();
                let is_legal = moves.contains(&mv.concealed());
                let random = if is_legal {
                    NOISE / moves.len() as f64
                } else {
                    0.0
                };
                world.weight *= random + (1.0 - NOISE) * share;
            }
        }
        self.balance(rng);
        Ok(())
    }

    /// Puts a tile that the angler sees on its space before the first move, in all worlds: it
    /// changes places with the one there.
    fn reveal(&mut self, space: LakeSpace, tile: LakeTile, rng: &mut Xoshiro256PlusPlus) {
        for world in &mut self.worlds {
            if let Some(there) = world.start.tile(space)
                && there != tile
            {
                let hidden = world
                    .start
                    .area()
                    .into_iter()
                    .filter(|other| !self.seen.contains(other));
                let Some(other) = hidden
                    .filter(|&other| world.start.tile(other) == Some(tile))
                    .choose(rng)
                else {
                    continue;
                };
                let place = |at: LakeSpace| match at {
                    _ if at == space => Some((at, tile)),
                    _ if at == other => Some((at, there)),
                    _ => Some((at, world.start.tile(at)?)),
                };
                let tiles: Vec<(LakeSpace, LakeTile)> =
                    self.view.area().into_iter().filter_map(place).collect();
                world.start = self.view.with_tiles(&tiles);
            }
        }
        if !self.seen.contains(&space) {
            self.seen.push(space);
        }
    }

    /// Draws the worlds anew by their weights, if few of them count; all count alike if none does.
    fn balance(&mut self, rng: &mut Xoshiro256PlusPlus) {
        let count = self.worlds.len() as f64;
        let total: f64 = self.worlds.iter().map(|world| world.weight).sum();
        if total <= 0.0 {
            self.worlds.iter_mut().for_each(|world| world.weight = 1.0);
            return;
        }
        self.worlds
            .iter_mut()
            .for_each(|world| world.weight *= count / total);
        let squares: f64 = self.worlds.iter().map(|world| world.weight.powi(2)).sum();
        if squares < 2.0 * count {
            return;
        }
        // Systematic draws: every world about as often as its share.
        let (mut drawn, mut sum, mut next) = (Vec::new(), 0.0, rng.random::<f64>());
        for world in &self.worlds {
            sum += world.weight;
            while next < sum && drawn.len() < self.worlds.len() {
                drawn.push(World {
                    start: world.start,
                    weight: 1.0,
                });
                next += 1.0;
            }
        }
        self.worlds = drawn;
    }
}

/// The position after moves.
fn replay(start: &Angling, moves: &[AnglingMove]) -> Angling {
    moves
        .iter()
        .fold(*start, |position, &mv| position.after(mv))
}

/// Space, before the moves, of the tile that lies on a space after them.
fn origin(space: LakeSpace, moves: &[AnglingMove]) -> LakeSpace {
    moves.iter().rev().fold(space, |at, &mv| match mv {
        AnglingMove::Slide(from, to) if at == to => from,
        AnglingMove::Swap(a, b) if at == a => b,
        AnglingMove::Swap(a, b) if at == b => a,
        _ => at,
    })
}
