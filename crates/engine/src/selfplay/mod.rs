//! Games of an engine against itself, to learn from.

mod code;
mod file;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use floe_fish::Value;
use floe_game::{Keyed, Player, Score};
use floe_search::Limits;
use floe_variants::{DealError, SetUp};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{AnalysisError, AnyGame, Engine, EngineGame, with_game};

pub use file::{GameFileError, GameFileProblem, SelfPlayLog, read_games};

/// How games of an engine against itself begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    set_up: SetUp,
    seed: u64,
    random_plies: u32,
}

/// A finished game of an engine against itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayed {
    /// Which game of the run it is.
    pub index: u64,
    /// The position before the first move.
    pub start: AnyGame,
    /// All moves to the end.
    pub plies: Vec<Ply>,
}

/// A move of such a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Which move, by its [bits](floe_game::Keyed::move_bits), with what came of it where chance has a say.
    pub bits: u32,
    /// What the search said; nothing of a random move.
    pub searched: Option<SearchResult>,
    /// Whether the position before the move is one to learn from: searched, and not seen in the run before.
    pub kept: bool,
}

/// What a search said of the move that it chose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// In 128ths of a fish, tiles being one each: of two sides the margin for the one to move, or everybody's result.
    pub scores: Vec<Score>,
    /// Whether that is proven.
    pub exact: bool,
    /// The depth reached, in plies.
    pub depth: u8,
}

/// A position to learn from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position.
    pub position: AnyGame,
    /// The move that was made, as it is written.
    pub mv: String,
    /// What the search said of it.
    pub searched: SearchResult,
    /// What everybody, or its team, had at the end of the game, in turn order.
    pub results: Vec<Value>,
}

impl SelfPlay {
    /// Games on floes of this set-up; all floes and all chance follow from the seed. The first moves of a game are random, from none to so many.
    ///
    /// # Errors
    /// Where no floe can be dealt so.
    ///
    /// # Panics
    /// If the games are not for two to four players.
    pub fn new(set_up: SetUp, seed: u64, random_plies: u32) -> Result<SelfPlay, DealError> {
        AnyGame::deal(&set_up, seed)?;
        Ok(SelfPlay { set_up, seed, random_plies })
    }

    /// Plays the game with this index; none if `stop` was set meanwhile. The same engine and index play the same game, whatever was
    /// played before, if the limits are nodes or depths. A limit of time is that of every move.
    ///
    /// # Errors
    /// Where the engine is not for this number of players or these rules, or there is no memory for its table.
    pub fn play(
        &self,
        engine: &mut Engine,
        limits: &Limits<'_>,
        index: u64,
        stop: &AtomicBool,
    ) -> Result<Option<SelfPlayed>, AnalysisError> {
        // Every game has a stream of its own.
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(self.seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let start = AnyGame::deal(&self.set_up, rng.random()).expect("where one floe can be dealt all can");
        engine.new_game(rng.random());
        let random = rng.random_range(0..=self.random_plies);
        let plies = with_game!(&start, start => play_on(*start, engine, limits, random, (rng, stop)))?;
        Ok(plies.map(|plies| SelfPlayed { index, start, plies }))
    }
}

/// Plays a game to its end, after so many random moves.
fn play_on<G: EngineGame>(
    mut position: G,
    engine: &mut Engine,
    limits: &Limits<'_>,
    random: u32,
    (rng, stop): (&mut Xoshiro256PlusPlus, &AtomicBool),
) -> Result<Option<Vec<Ply>>, AnalysisError> {
    let mut plies = Vec::new();
    while !position.is_over() {
        if stop.load(Relaxed) {
            return Ok(None);
        }
        let (mv, searched) = if (plies.len() as u32) < random {
            (position.random_move(rng), None)
        } else {
            let analysis = engine.analyze(&position, &limits.from_now(), |_| ())?;
            let depth = analysis.depth.min(255) as u8;
            let best = analysis.lines.first();
            let searched = best.map(|line| SearchResult { scores: line.scores.clone(), exact: line.exact, depth });
            (best.map(|line| position.draw_outcome(line.moves[0], rng)), searched)
        };
        let mv = mv.expect("a game that is not over has a move");
        plies.push(Ply { bits: G::move_bits(mv), kept: searched.is_some(), searched });
        position.play(mv);
    }
    Ok(Some(plies))
}

impl SelfPlayed {
    /// Keeps the positions that are new; `is_new` is asked for the key of each. What has been taken is no part of the key.
    pub fn keep_new(&mut self, mut is_new: impl FnMut(u64) -> bool) {
        let keys = self.keys();
        for (ply, key) in self.plies.iter_mut().zip(keys) {
            ply.kept = ply.searched.is_some() && is_new(key);
        }
    }

    /// The keys of the positions kept, without what has been taken.
    pub fn kept_keys(&self) -> Vec<u64> {
        self.plies.iter().zip(self.keys()).filter(|(ply, _)| ply.kept).map(|(_, key)| key).collect()
    }

    /// How many positions are kept.
    pub fn kept(&self) -> usize {
        self.plies.iter().filter(|ply| ply.kept).count()
    }

    /// The positions to learn from.
    pub fn samples(&self) -> Vec<Sample> {
        with_game!(&self.start, start => samples(*start, &self.plies))
    }

    /// The keys of the positions before all moves.
    fn keys(&self) -> Vec<u64> {
        with_game!(&self.start, start => {
            let (_, positions) = positions(*start, &self.plies);
            positions.iter().map(Keyed::key).collect()
        })
    }
}

/// The position after all moves, and those before each.
fn positions<G: EngineGame>(start: G, plies: &[Ply]) -> (G, Vec<G>) {
    let (mut position, mut before) = (start, Vec::with_capacity(plies.len()));
    for ply in plies {
        before.push(position);
        position.play(G::move_of_bits(ply.bits));
    }
    (position, before)
}

fn samples<G: EngineGame>(start: G, plies: &[Ply]) -> Vec<Sample> {
    let (end, positions) = positions(start, plies);
    let results: Vec<Value> = Player::first(end.players()).map(|player| Value::from_score(end.score(player))).collect();
    let sample = |(ply, position): (&Ply, G)| {
        let searched = ply.searched.clone().filter(|_| ply.kept)?;
        let mv = position.move_text(G::move_of_bits(ply.bits));
        Some(Sample { position: position.into(), mv, searched, results: results.clone() })
    };
    plies.iter().zip(positions).filter_map(sample).collect()
}
